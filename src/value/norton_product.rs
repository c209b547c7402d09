//! The Norton product G·U: as many copies of the unit U as G says.
//!
//! For an integer n it is the sum of n copies of U; any other game goes to
//!
//! G·U = {G^L·U + (U + Δ) | G^R·U - (U + Δ)},
//!
//! where Δ runs over all incentives of U, those of Left, U^L - U, and those of Right, U - U^R. For U > 0
//! it does not depend on the form of G, (G + H)·U = G·U + H·U, and G ≥ H exactly when G·U ≥ H·U
//! (*Winning Ways*, ch. 8, "Norton multiplication"). For other units none of this holds: with Δ = -1
//! for U = -1, 1/2·U would be {-2 | 1} = 0. So those are refused, unless G is an integer.
//!
//! The incentives are those of the canonical form of U. Only the undominated ones matter, as each
//! player may pick any. With a single incentive it is overheating from U to U + Δ.

use super::follower_memo::FollowerMemo;
use super::store::{Options, Side};
use super::{CanonicalForm, ValueError, ValueStore};

impl ValueStore {
    /// The Norton product of `form` by `unit`: that many copies of the unit.
    ///
    /// [`ValueError::UnitNotPositive`] if the unit is not > 0 and `form` is not an integer. Costs a
    /// canonical form for each follower of `form`.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// let up = store.parse("^")?;
    /// assert_eq!(store.norton_product(store.integer(3)?, up)?, store.parse("^3")?);
    /// assert_eq!(store.norton_product(store.parse("1/2")?, up)?, store.parse("{^^*|v*}")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn norton_product(
        &self,
        form: CanonicalForm,
        unit: CanonicalForm,
    ) -> Result<CanonicalForm, ValueError> {
        if let Some(number) = self.as_number(form).filter(|number| number.is_integer()) {
            return self.multiple(number.numerator(), unit);
        }
        if unit.is_zero() || !self.le(CanonicalForm::ZERO, unit)? {
            return Err(ValueError::UnitNotPositive);
        }
        let payments = self.unit_payments(unit)?;
        self.overheat_follower(form, unit, &payments, &mut FollowerMemo::default())
    }

    /// U + Δ over the undominated incentives Δ of U.
    fn unit_payments(&self, unit: CanonicalForm) -> Result<Options, ValueError> {
        let mut payments = Options::new();
        for option in self.options(unit, Side::Left)? {
            // U + (U^L - U)
            payments.push(option);
        }
        let twice = self.add(unit, unit)?;
        for option in self.options(unit, Side::Right)? {
            payments.push(self.subtract(twice, option)?);
        }
        self.undominated(payments.into_iter(), Side::Left)
    }
}
