//! The companion of a game.
//!
//! The games born by day n form a distributive lattice under ≤. Besides negation, which turns it upside
//! down, it has a symmetry that keeps the order: every G goes to its *companion*
//! G° = {G^L° | G^R°}, where 0 is added to the options of Left if G ≥ 0 and to those of Right if G ≤ 0
//! (Siegel, *Combinatorial Game Theory*, ch. III). It exchanges 0 and *, ↑ and ↑*, and is its own
//! inverse: G°° = G; and (-G)° = -(G°).
//!
//! With n·↑ and a nimber *k ≥ *2, or with a number other than 0, adding options changes nothing;
//! otherwise (n·↑)° = n·↑ + *.

use super::order::with_stack;
use super::store::{Options, Side};
use super::{CanonicalForm, ValueError, ValueStore};
use rustc_hash::FxHashMap;

impl ValueStore {
    /// The companion of a value.
    ///
    /// Costs a canonical form for each follower.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// assert_eq!(store.companion(store.parse("^")?)?, store.parse("^*")?);
    /// assert_eq!(store.companion(store.parse("Tiny(3/2)")?)?, store.parse("{0,*||*|-3/2}")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn companion(&self, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        self.companion_memoised(form, &mut FxHashMap::default())
    }

    fn companion_memoised(
        &self,
        form: CanonicalForm,
        known: &mut FxHashMap<CanonicalForm, CanonicalForm>,
    ) -> Result<CanonicalForm, ValueError> {
        if let Some(mut parts) = self.number_up_star_key(form) {
            if parts.star <= 1 && self.is_infinitesimal(form) {
                parts.star ^= 1;
            }
            return self.intern_number_up_star(parts);
        }
        let representative = form.min(-form);
        let companion = match known.get(&representative) {
            Some(&companion) => companion,
            None => {
                let companion = with_stack(|| self.companion_by_options(representative, known))?;
                known.insert(representative, companion);
                companion
            }
        };
        Ok(if form == representative { companion } else { -companion })
    }

    fn companion_by_options(
        &self,
        form: CanonicalForm,
        known: &mut FxHashMap<CanonicalForm, CanonicalForm>,
    ) -> Result<CanonicalForm, ValueError> {
        let mut side = |side: Side, with_zero: bool| -> Result<Options, ValueError> {
            let mut options = Options::new();
            for option in self.options(form, side)? {
                options.push(self.companion_memoised(option, known)?);
            }
            options.extend(with_zero.then_some(CanonicalForm::ZERO));
            Ok(options)
        };
        let left = side(Side::Left, self.le(CanonicalForm::ZERO, form)?)?;
        let right = side(Side::Right, self.le(form, CanonicalForm::ZERO)?)?;
        self.from_options(&left, &right)
    }
}
