//! Atomic weights: how many ups an infinitesimal is worth.
//!
//! Let ★ be a *far star*, a nimber that is larger than all nimbers about. G is *atomic* if there is a
//! game A, its *atomic weight*, such that G - A·↑ lies between ↓ + ★ and ↑ + ★, where A·↑ is the Norton
//! product. There is at most one such A. Atomic weights add, and whoever is two ahead wins: a game
//! whose weight is ≥ 2 is positive, and one whose weight is ≥ 1 is won by Left moving first (*Winning
//! Ways*, ch. 8; Siegel, *Combinatorial Game Theory*, ch. II).
//!
//! Every all-small game is atomic, and its weight follows from those of its options. Let
//! G₀ = {aw(G^L) - 2 | aw(G^R) + 2}. The weight is G₀, unless G₀ is an integer and G does not stand
//! level with ★: then it is
//!
//! * the largest integer n ⊲| aw(G^R) + 2 for all G^R, if G > ★;
//! * the least integer n |⊳ aw(G^L) - 2 for all G^L, if G < ★.
//!
//! Of other infinitesimals some are atomic and most are not. The same rule, with weight 0 for numbers,
//! gives a candidate; it is the answer if it passes the test of the definition, and else the value is
//! refused. Values that are no infinitesimals have no atomic weight, as A·↑ is an infinitesimal.

use super::order::with_stack;
use super::store::{Options, Side};
use super::{Analysis, CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};
use rustc_hash::FxHashMap;

/// Atomic weights found so far.
#[derive(Default)]
pub(super) struct AtomicWeights {
    /// By infinitesimal that is no number-up-star; `None` for those that are not atomic.
    known: FxHashMap<CanonicalForm, Option<CanonicalForm>>,
    /// What the rule gives, by any form that is no number-up-star.
    candidates: FxHashMap<CanonicalForm, CanonicalForm>,
}

impl Analysis<'_> {
    /// The atomic weight; [`ValueError::NotAtomic`] for infinitesimals that have none, and
    /// [`ValueError::NotInfinitesimal`] for other values.
    ///
    /// Costs a canonical form and a comparison for each follower, and for a value that is not all-small
    /// a Norton product, a difference and two comparisons. [`ValueError::NimberOverflow`] beside
    /// *4095, the largest nimber there is, which no far star surpasses; [`ValueError::TooDeep`] if the
    /// product is by a game nested more than 4,095 moves deep.
    ///
    /// ```
    /// use konane::value::{Analysis, ValueError, ValueStore};
    /// let store = ValueStore::new();
    /// let mut analysis = Analysis::new(&store);
    /// assert_eq!(analysis.atomic_weight(store.parse("{^3|vv}")?)?, store.parse("{1|0}")?);
    /// assert_eq!(analysis.atomic_weight(store.parse("{1|^^||^}")?)?, store.integer(2)?);
    /// assert_eq!(analysis.atomic_weight(store.parse("{1|^3||^}")?), Err(ValueError::NotAtomic));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn atomic_weight(&mut self, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        if !self.store().is_infinitesimal(form) {
            return Err(ValueError::NotInfinitesimal);
        }
        self.find_atomic_weight(form)?.ok_or(ValueError::NotAtomic)
    }

    /// Whether the value has an atomic weight; see [`Analysis::atomic_weight`].
    pub fn is_atomic(&mut self, form: CanonicalForm) -> Result<bool, ValueError> {
        Ok(self.find_atomic_weight(form)?.is_some())
    }

    fn find_atomic_weight(&mut self, form: CanonicalForm) -> Result<Option<CanonicalForm>, ValueError> {
        let store = self.store();
        if !store.is_infinitesimal(form) {
            return Ok(None);
        }
        if let Some(parts) = store.number_up_star_key(form) {
            return store.integer(i64::from(parts.up)).map(Some);
        }
        let representative = form.min(-form);
        let weight = match self.atomic_weights.known.get(&representative) {
            Some(&known) => known,
            None => {
                let weight = self.atomic_weights.find(store, representative)?;
                self.atomic_weights.known.insert(representative, weight);
                weight
            }
        };
        Ok(weight.map(|weight| if form == representative { weight } else { -weight }))
    }
}

impl AtomicWeights {
    fn find(&mut self, store: &ValueStore, form: CanonicalForm) -> Result<Option<CanonicalForm>, ValueError> {
        let far_star = store.far_star(form)?;
        let candidate = self.candidate(store, form, far_star)?;
        let is_weight = store.is_all_small(form)? || store.has_atomic_weight(form, candidate)?;
        Ok(is_weight.then_some(candidate))
    }

    /// What the rule gives; `far_star` is a nimber larger than those among the followers.
    fn candidate(
        &mut self,
        store: &ValueStore,
        form: CanonicalForm,
        far_star: CanonicalForm,
    ) -> Result<CanonicalForm, ValueError> {
        if let Some(parts) = store.number_up_star_key(form) {
            return store.integer(i64::from(parts.up));
        }
        let representative = form.min(-form);
        let candidate = match self.candidates.get(&representative) {
            Some(&known) => known,
            None => {
                let candidate = with_stack(|| self.by_options(store, representative, far_star))?;
                self.candidates.insert(representative, candidate);
                candidate
            }
        };
        Ok(if form == representative { candidate } else { -candidate })
    }

    fn by_options(
        &mut self,
        store: &ValueStore,
        form: CanonicalForm,
        far_star: CanonicalForm,
    ) -> Result<CanonicalForm, ValueError> {
        let two = store.integer(2)?;
        let mut weights = |side: Side, tax: CanonicalForm| -> Result<Options, ValueError> {
            let options = store.options(form, side)?.into_iter();
            options.map(|option| store.add(self.candidate(store, option, far_star)?, tax)).collect()
        };
        let (left, right) = (weights(Side::Left, -two)?, weights(Side::Right, two)?);
        let level = store.from_options(&left, &right)?;
        if !store.is_integer(level) {
            return Ok(level);
        }
        if store.le(form, far_star)? {
            store.least_integer_not_le(&left)
        } else if store.le(far_star, form)? {
            let mirrored: Options = right.into_iter().map(|weight| -weight).collect();
            Ok(-store.least_integer_not_le(&mirrored)?)
        } else {
            Ok(level)
        }
    }
}

impl ValueStore {
    /// A nimber larger than all those that are a follower, or part of a number-up-star among them.
    fn far_star(&self, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let mut largest = 0;
        self.all_number_up_stars(form, |parts| {
            largest = largest.max(parts.star);
            true
        })?;
        // The followers of n·↑ + *k, k even, may hold *(k + 1).
        self.nimber((largest | 1) + 1)
    }

    /// Whether G - A·↑ lies between ↓★ and ↑★.
    fn has_atomic_weight(&self, form: CanonicalForm, weight: CanonicalForm) -> Result<bool, ValueError> {
        let up = self.make_number_up_star(NumberUpStar { number: Dyadic::ZERO, up: 1, star: 0 })?;
        let difference = self.subtract(form, self.norton_product(weight, up)?)?;
        let bound = self.add(up, self.far_star(difference)?)?;
        Ok(self.le(difference, bound)? && self.le(-bound, difference)?)
    }

    /// The least integer n that is ≤ none of these games, one of which there must be.
    fn least_integer_not_le(&self, games: &[CanonicalForm]) -> Result<CanonicalForm, ValueError> {
        let mut least = None;
        for &game in games {
            // An integer above the right stop is not ≤ the game, and one below it is.
            let stop = self.right_stop(game);
            let floor = Dyadic::integer(stop.numerator() >> stop.exponent());
            let candidate = match self.le(self.number(floor)?, game)? {
                true => floor.checked_add(Dyadic::integer(1))?,
                false => floor,
            };
            least = least.max(Some(candidate));
        }
        self.number(least.unwrap_or(Dyadic::ZERO))
    }
}
