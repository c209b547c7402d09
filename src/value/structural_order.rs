//! A total order of canonical forms by their structure, in which options are listed.
//!
//! Handles number the forms in the order in which they were met, which depends on scheduling; this
//! order depends on the forms alone. It is the order of CGSuite 2, so that equal values print equally
//! there and here:
//!
//! 1. numbers, by size;
//! 2. nimbers, by size;
//! 3. other uptimals with a name (number + multiple of ↑, power ↑ⁿ or sum ↑^[n] + nimber): by number,
//!    then by their uptimal digits from the first on, then those with fewer digits first, then by
//!    nimber;
//! 4. all other forms: by their lists of left options, then of right options. A list is sorted by this
//!    same order and lists compare lexicographically, a list that continues another one after it.
//!
//! It has nothing to do with the partial order ≤ of games.

use super::order::with_stack;
use super::store::{Options, Side};
use super::uptimal::{Uptimal, UptimalNames};
use super::{CanonicalForm, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;

/// Where a form stands among the four groups, and in the first three.
pub(super) enum Group {
    Number(Uptimal),
    Nimber(u32),
    Uptimal(Uptimal),
    Other,
}

impl Group {
    fn rank(&self) -> u8 {
        match self {
            Group::Number(_) => 1,
            Group::Nimber(_) => 2,
            Group::Uptimal(_) => 3,
            Group::Other => 4,
        }
    }

    /// The order of two forms in these groups, or `None` where their options decide.
    pub(super) fn order(&self, other: &Group) -> Option<Ordering> {
        match (self, other) {
            (Group::Number(a), Group::Number(b)) | (Group::Uptimal(a), Group::Uptimal(b)) => {
                Some(a.structural_order(b))
            }
            (Group::Nimber(a), Group::Nimber(b)) => Some(a.cmp(b)),
            (Group::Other, Group::Other) => None,
            (a, b) => Some(a.rank().cmp(&b.rank())),
        }
    }
}

/// Compares forms and sorts options, remembering every answer: shared subforms are looked at once.
pub(super) struct StructuralOrder<'a> {
    store: &'a ValueStore,
    names: UptimalNames<'a>,
    comparisons: FxHashMap<(CanonicalForm, CanonicalForm), Ordering>,
    sorted: FxHashMap<(CanonicalForm, Side), Arc<Options>>,
}

impl<'a> StructuralOrder<'a> {
    pub(super) fn new(store: &'a ValueStore) -> StructuralOrder<'a> {
        StructuralOrder {
            store,
            names: UptimalNames::new(store),
            comparisons: FxHashMap::default(),
            sorted: FxHashMap::default(),
        }
    }

    /// How much is remembered, in entries.
    pub(super) fn remembered(&self) -> usize {
        self.comparisons.len() + self.sorted.len()
    }

    /// The uptimal that the form is, if it is one with a name.
    pub(super) fn uptimal(&mut self, form: CanonicalForm) -> Result<Option<Uptimal>, ValueError> {
        self.names.find(form)
    }

    pub(super) fn group(&mut self, form: CanonicalForm) -> Result<Group, ValueError> {
        Ok(match self.uptimal(form)? {
            Some(uptimal) if uptimal.is_number() => Group::Number(uptimal),
            Some(uptimal) if uptimal.is_nimber() => Group::Nimber(uptimal.star),
            Some(uptimal) => Group::Uptimal(uptimal),
            None => Group::Other,
        })
    }

    /// The order of two forms.
    pub(super) fn compare(&mut self, a: CanonicalForm, b: CanonicalForm) -> Result<Ordering, ValueError> {
        if a == b {
            return Ok(Ordering::Equal);
        }
        match self.group(a)?.order(&self.group(b)?) {
            Some(order) => Ok(order),
            None => self.compare_others(a, b),
        }
    }

    fn compare_others(&mut self, a: CanonicalForm, b: CanonicalForm) -> Result<Ordering, ValueError> {
        if let Some(&known) = self.comparisons.get(&(a, b)) {
            return Ok(known);
        }
        let order = with_stack(|| {
            Ok(match self.compare_options(a, b, Side::Left)? {
                Ordering::Equal => self.compare_options(a, b, Side::Right)?,
                order => order,
            })
        })?;
        self.comparisons.insert((a, b), order);
        self.comparisons.insert((b, a), order.reverse());
        Ok(order)
    }

    fn compare_options(
        &mut self,
        a: CanonicalForm,
        b: CanonicalForm,
        side: Side,
    ) -> Result<Ordering, ValueError> {
        let (a, b) = (self.sorted_options(a, side)?, self.sorted_options(b, side)?);
        for (&a, &b) in a.iter().zip(b.iter()) {
            let order = self.compare(a, b)?;
            if order != Ordering::Equal {
                return Ok(order);
            }
        }
        Ok(a.len().cmp(&b.len()))
    }

    /// The options of one side in this order.
    pub(super) fn sorted_options(
        &mut self,
        form: CanonicalForm,
        side: Side,
    ) -> Result<Arc<Options>, ValueError> {
        if let Some(known) = self.sorted.get(&(form, side)) {
            return Ok(Arc::clone(known));
        }
        let options = self.store.options(form, side)?;
        let options = Arc::new(self.sort(&options)?);
        self.sorted.insert((form, side), Arc::clone(&options));
        Ok(options)
    }

    /// The forms sorted. A sort by insertion, as the library's may not be left when a comparison fails.
    fn sort(&mut self, forms: &[CanonicalForm]) -> Result<Options, ValueError> {
        let mut sorted = Options::new();
        for &form in forms {
            let (mut low, mut high) = (0, sorted.len());
            while low < high {
                let middle = (low + high) / 2;
                match self.compare(sorted[middle], form)? {
                    Ordering::Less => low = middle + 1,
                    _ => high = middle,
                }
            }
            sorted.insert(low, form);
        }
        Ok(sorted)
    }
}

impl ValueStore {
    /// The structural order of two forms: a total order that depends on the forms alone, never on their
    /// handles; options are printed in it. In short: numbers, nimbers, other named uptimals, and all
    /// other forms by their lists of options.
    ///
    /// Costs at most a comparison for each pair of followers. Fails only where an option of a huge
    /// number-up-star would have to be made and cannot be.
    pub fn structural_order(&self, a: CanonicalForm, b: CanonicalForm) -> Result<Ordering, ValueError> {
        StructuralOrder::new(self).compare(a, b)
    }

    /// The canonical options of one side in the structural order.
    pub fn sorted_options(&self, form: CanonicalForm, side: Side) -> Result<Options, ValueError> {
        Ok(Arc::unwrap_or_clone(StructuralOrder::new(self).sorted_options(form, side)?))
    }
}
