//! Where values are kept.
//!
//! All values that Python sees are in one store, that of the module, so that equal values are equal
//! handles. What is more than a moment's work is done in a *workshop*: a store of its own with a solver and
//! an analysis, into which the operands are copied and from which the results are copied back. So what a
//! computation meets on its way does not pile up in the module's store, the computation can be stopped
//! without disturbing others, and workshops that have grown are thrown away.

use crate::attend::{Watch, attend};
use crate::failure::Failure;
use konane::board::Rules;
use konane::database::{DatabaseValues, ValueDatabase};
use konane::solve::{Monitor, ValueSolver};
use konane::tables::TypedTable;
use konane::value::{
    Analysis, CanonicalForm, PropertyValue, Side, StoreLimits, Thermograph, ValueCopier, ValueError,
    ValueStore,
};
use pyo3::Python;
use rustc_hash::FxHashSet;
use self_cell::self_cell;
use std::cmp::Ordering;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The store of all values that Python sees.
pub static STORE: LazyLock<ValueStore> = LazyLock::new(ValueStore::new);

/// A workshop that holds more bytes than this is thrown away after use.
const MOST_KEPT_BYTES: u64 = 1 << 26;

/// Workshops kept for the next computations, a few for as many threads.
const MOST_KEPT: usize = 4;

/// A store, and the values of positions that are known beforehand.
struct Material {
    store: ValueStore,
    database: Option<Arc<ValueDatabase>>,
}

type Known<'m> = Option<DatabaseValues<'m>>;

self_cell!(
    struct Supply {
        owner: Material,
        #[covariant]
        dependent: Known,
    }
);

/// What works with the store.
pub struct Tools<'s> {
    /// Evaluates positions.
    pub solver: ValueSolver<'s>,
    /// Knows properties of values.
    pub analysis: Analysis<'s>,
    /// Copies results to the module's store.
    results: ValueCopier<'s, 'static>,
}

self_cell!(
    struct Bench {
        owner: Supply,
        #[not_covariant]
        dependent: Tools,
    }
);

/// A place for one computation at a time.
pub struct Workshop {
    bench: Bench,
    terms: Terms,
}

/// What a workshop is for.
#[derive(Clone)]
pub struct Terms {
    /// The rules by which positions are evaluated.
    pub rules: Rules,
    /// What looks values of positions up.
    pub database: Option<Arc<ValueDatabase>>,
    /// The memory ceiling in bytes.
    pub memory: Option<u64>,
}

impl Terms {
    /// For values alone.
    pub const OF_VALUES: Terms = Terms { rules: Rules::MultiJump, database: None, memory: None };

    fn are(&self, other: &Terms) -> bool {
        let same_database = match (&self.database, &other.database) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        same_database && (self.rules, self.memory) == (other.rules, other.memory)
    }
}

static KEPT: Mutex<Vec<Workshop>> = Mutex::new(Vec::new());

impl Workshop {
    /// One that is free, or a new one.
    fn take(terms: &Terms) -> Workshop {
        let kept = || {
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            let index = kept.iter().rposition(|workshop| workshop.terms.are(terms))?;
            Some(kept.remove(index))
        };
        kept().unwrap_or_else(|| Workshop::new(terms.clone()))
    }

    fn new(terms: Terms) -> Workshop {
        let memory = Some(terms.memory.unwrap_or_else(konane::solve::available_memory));
        let store = ValueStore::with_limits(StoreLimits { memory, ..StoreLimits::default() });
        let material = Material { store, database: terms.database.clone() };
        let supply = Supply::new(material, |Material { store, database }| {
            database.as_ref().map(|database| DatabaseValues::new(database, store))
        });
        let bench = Bench::new(supply, |supply| {
            let store = &supply.borrow_owner().store;
            let solver = ValueSolver::new(store, terms.rules, memory);
            let solver = match supply.borrow_dependent() {
                Some(known) => solver.with_known_values(known),
                None => solver,
            };
            Tools { solver, analysis: Analysis::new(store), results: ValueCopier::new(store, &STORE) }
        });
        Workshop { bench, terms }
    }

    /// Keeps it for the next computation, unless it has grown too large or there are enough.
    fn give_back(self) {
        let bytes = self.bench.with_dependent(|_, tools| tools.solver.bytes() + tools.results.bytes());
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes <= MOST_KEPT_BYTES {
            if kept.len() >= MOST_KEPT {
                kept.remove(0);
            }
            kept.push(self);
        }
    }

    fn store(&self) -> &ValueStore {
        &self.bench.borrow_owner().borrow_owner().store
    }
}

/// Results that belong to a store, as they are in another one.
pub trait Carried {
    /// The result with all its values copied.
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<Self, ValueError>
    where
        Self: Sized;
}

impl Carried for CanonicalForm {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<CanonicalForm, ValueError> {
        copier.copy(self)
    }
}

impl<T: Carried> Carried for Vec<T> {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<Vec<T>, ValueError> {
        self.into_iter().map(|result| result.carried(copier)).collect()
    }
}

impl<T: Carried> Carried for Option<T> {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<Option<T>, ValueError> {
        self.map(|result| result.carried(copier)).transpose()
    }
}

impl Carried for PropertyValue {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<PropertyValue, ValueError> {
        Ok(match self {
            PropertyValue::Form(form) => PropertyValue::Form(form.carried(copier)?),
            PropertyValue::Forms(forms) => PropertyValue::Forms(forms.carried(copier)?),
            answer => answer,
        })
    }
}

/// What has no values in it.
macro_rules! carried_as_they_are {
    ($($type:ty),*) => {$(
        impl Carried for $type {
            fn carried(self, _: &mut ValueCopier<'_, '_>) -> Result<$type, ValueError> {
                Ok(self)
            }
        }
    )*};
}

carried_as_they_are!(bool, Thermograph, Ordering, TypedTable);

/// Computes in a workshop while attending to Python; the result belongs to the module's store.
///
/// `operands` are of the module's store; `work` is given those of the workshop.
pub fn compute<T: Carried + Send>(
    py: Python<'_>,
    terms: &Terms,
    watch: Watch,
    operands: &[CanonicalForm],
    work: impl FnOnce(&mut Tools<'_>, &[CanonicalForm], &Monitor) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    let mut workshop = Workshop::take(terms);
    let result = attend_in(py, &mut workshop, watch, operands, work);
    workshop.store().clear_interrupt();
    if !matches!(result, Err(Failure::Limit(_))) {
        workshop.give_back();
    }
    result
}

fn attend_in<T: Carried + Send>(
    py: Python<'_>,
    workshop: &mut Workshop,
    watch: Watch,
    operands: &[CanonicalForm],
    work: impl FnOnce(&mut Tools<'_>, &[CanonicalForm], &Monitor) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    workshop.bench.with_dependent_mut(|supply, tools| {
        let store = &supply.borrow_owner().store;
        attend(
            py,
            watch,
            || store.interrupt(),
            |interrupt| {
                let mut copier = ValueCopier::new(&STORE, store);
                let operands: Result<Vec<_>, _> = operands.iter().map(|&form| copier.copy(form)).collect();
                let result = work(tools, &operands?, &interrupt.monitor)?;
                Ok(result.carried(&mut tools.results)?)
            },
        )
    })
}

/// The same for values alone.
pub fn compute_values<T: Carried + Send>(
    py: Python<'_>,
    operands: &[CanonicalForm],
    work: impl FnOnce(&mut Analysis<'_>, &[CanonicalForm]) -> Result<T, ValueError> + Send,
) -> Result<T, Failure> {
    compute(py, &Terms::OF_VALUES, Watch::QUIET, operands, |tools, operands, _| {
        Ok(work(&mut tools.analysis, operands)?)
    })
}

/// Values with no more followers are small.
const FEW_FOLLOWERS: usize = 48;

/// Whether the canonical form has few followers, so that what goes through all of them takes but a moment.
pub fn is_small(form: CanonicalForm) -> bool {
    if let Some(parts) = STORE.number_up_star(form) {
        return parts.up.unsigned_abs() <= 16 && parts.star <= 16;
    }
    let (mut seen, mut next) = (FxHashSet::from_iter([form]), vec![form]);
    while let Some(follower) = next.pop() {
        // Large integers have a follower for each below them, but nothing goes through these.
        if STORE.as_number(follower).is_some() {
            continue;
        }
        for side in [Side::Left, Side::Right] {
            let Ok(options) = STORE.options(follower, side) else { return false };
            next.extend(options.into_iter().filter(|&option| seen.insert(option)));
        }
        if seen.len() > FEW_FOLLOWERS {
            return false;
        }
    }
    true
}

/// Computes with small values on the spot, in the module's store, and with others in a workshop.
///
/// Only for what takes at most a step for each pair of followers, or each triple.
pub fn compute_at_once<T: Carried + Send>(
    py: Python<'_>,
    operands: &[CanonicalForm],
    work: impl Fn(&mut Analysis<'_>, &[CanonicalForm]) -> Result<T, ValueError> + Send + Sync,
) -> Result<T, Failure> {
    if operands.iter().all(|&form| is_small(form)) {
        return Ok(with_analysis(|analysis| work(analysis, operands))?);
    }
    compute_values(py, operands, work)
}

/// An analysis of the values of the module's store, and how often it was used.
static ANALYSIS: Mutex<Option<(Analysis<'static>, u32)>> = Mutex::new(None);

/// After so many uses an analysis forgets, so that it does not grow for ever.
const MOST_USES: u32 = 1 << 16;

fn with_analysis<T>(work: impl FnOnce(&mut Analysis<'static>) -> T) -> T {
    let mut kept = ANALYSIS.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.as_ref().is_none_or(|&(_, uses)| uses >= MOST_USES) {
        *kept = Some((Analysis::new(&STORE), 0));
    }
    let (analysis, uses) = kept.as_mut().expect("it has just been made");
    *uses += 1;
    work(analysis)
}
