//! Powers of a game G = {0 | H}, which are to it what ↑ⁿ and ↑^[n] are to ↑ = {0 | *}.
//!
//! G^[n] = {G^[n-1] | H}, from G^[0] = 0 on, and Gⁿ = {0 | H - G^[n-1]} (Siegel, *Combinatorial Game
//! Theory*, II.4, on uptimals; Conway and Ryba). Where 0 ≤ Gⁿ ≤ Gⁿ⁻¹ for all n, as for ↑ and for tinies,
//! G^[n] is the sum G + G² + … + Gⁿ: in G^[n-1] + Gⁿ - {G^[n-1] | H} every move has an answer that
//! leaves 0, or one of these differences. For other games, such as `*`, it need not be.

use super::follower_memo::MAX_DEPTH;
use super::store::Side;
use super::{CanonicalForm, ValueError, ValueStore};

impl ValueStore {
    /// The power gⁿ of a game g = {0 | h}: `{0 | h - g^[n-1]}`, and -h for n = 0.
    ///
    /// [`ValueError::NotAPowerBase`] if the canonical form of `g` is not {0 | h} with one option for
    /// each player, [`ValueError::TooDeep`] for n above 4095. Costs n canonical forms.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// let up = store.parse("^")?;
    /// assert_eq!(store.pow(up, 3)?, store.parse("^<3>")?);
    /// assert_eq!(store.pow_to(up, 3)?, store.parse("^[3]")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pow(&self, g: CanonicalForm, n: u32) -> Result<CanonicalForm, ValueError> {
        let right = self.power_base(g)?;
        if n == 0 {
            return Ok(-right);
        }
        let smaller = self.sum_of_powers(right, n - 1)?;
        self.from_options(&[CanonicalForm::ZERO], &[self.subtract(right, smaller)?])
    }

    /// `g^[n]` of a game g = {0 | h}: `{g^[n-1] | h}`, and 0 for n = 0; the sum of the first n powers of g
    /// where g is ↑ or a tiny.
    ///
    /// Errors and costs are those of [`ValueStore::pow`].
    pub fn pow_to(&self, g: CanonicalForm, n: u32) -> Result<CanonicalForm, ValueError> {
        self.sum_of_powers(self.power_base(g)?, n)
    }

    /// H of a game {0 | H}.
    fn power_base(&self, g: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        match (&self.options(g, Side::Left)?[..], &self.options(g, Side::Right)?[..]) {
            ([CanonicalForm::ZERO], &[right]) => Ok(right),
            _ => Err(ValueError::NotAPowerBase),
        }
    }

    fn sum_of_powers(&self, right: CanonicalForm, n: u32) -> Result<CanonicalForm, ValueError> {
        if n > MAX_DEPTH {
            return Err(ValueError::TooDeep);
        }
        (0..n).try_fold(CanonicalForm::ZERO, |sum, _| self.from_options(&[sum], &[right]))
    }
}
