//! Heating and overheating: every move earns its player t more.
//!
//! G heated by t is ∫ᵗG = {∫ᵗG^L + t | ∫ᵗG^R - t}, and a number is left as it is (*Winning Ways*, ch. 6;
//! Siegel, *Combinatorial Game Theory*, II.5). For a number t ≥ 0, cooling by t leads from ∫ᵗG back to
//! G, so that ∫ᵗG ≥ ∫ᵗH implies G ≥ H. The other way round, and ∫ᵗ(G + H) = ∫ᵗG + ∫ᵗH, hold for
//! all-small games: if Left answers a move of Right in G + H + …, he can answer it in ∫ᵗG + ∫ᵗH + …, and
//! the two payments cancel. Where numbers other than 0 are reached the last move has no answer: 1 > `*`,
//! but ∫¹`*` = ±1 is confused with 1, and ∫¹ does not keep the sum of {0 ‖ 0 | -1`*`} and 1`*`.
//!
//! G overheated from s to t is ∫_s^t G = {∫_s^t G^L + t | ∫_s^t G^R - t}, where an integer n goes to n·s
//! and no other number is an exception. It is what sums of integers in which the moves are not numbers
//! lead to, as in Domineering (Berlekamp, "Blockbusting and Domineering", 1988). It depends on the form
//! of G, and the canonical form is taken.

use super::follower_memo::FollowerMemo;
use super::{CanonicalForm, ValueError, ValueStore};

impl ValueStore {
    /// The game heated by `t`, which may be any game; numbers are left as they are.
    ///
    /// Costs a canonical form for each follower, and sums with `t`. For a number
    /// t ≥ 0, [`Analysis::cool`](super::Analysis::cool) undoes it; sums are kept where all games are
    /// all-small. Heating by `*` is a step towards the reduced canonical form (Grossman and Siegel,
    /// "Reductions of Partizan Games", 2009).
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// let one = store.integer(1)?;
    /// assert_eq!(store.heat(store.parse("^")?, one)?, store.parse("{1||0|-2}")?);
    /// assert_eq!(store.heat(store.parse("1/2")?, one)?, store.parse("1/2")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn heat(&self, form: CanonicalForm, t: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        self.heat_follower(form, t, &mut FollowerMemo::default())
    }

    fn heat_follower(
        &self,
        form: CanonicalForm,
        t: CanonicalForm,
        memo: &mut FollowerMemo<CanonicalForm>,
    ) -> Result<CanonicalForm, ValueError> {
        if self.as_number(form).is_some() {
            return Ok(form);
        }
        memo.remember_odd(form, |memo, form| {
            self.with_paid_moves(form, &[t], |option| self.heat_follower(option, t, memo))
        })
    }

    /// The game overheated from `s` to `t`, both of them any games; an integer n becomes n·s.
    ///
    /// Taken of the canonical form of the game. Costs a canonical form for each follower, sums with
    /// `t`, and multiples of `s`, see [`ValueStore::multiple`].
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// let (one_star, one) = (store.parse("1*")?, store.integer(1)?);
    /// assert_eq!(store.overheat(store.integer(3)?, one_star, one)?, store.parse("3*")?);
    /// assert_eq!(store.overheat(store.parse("1/2")?, one_star, one)?, store.parse("{1|*}")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overheat(
        &self,
        form: CanonicalForm,
        s: CanonicalForm,
        t: CanonicalForm,
    ) -> Result<CanonicalForm, ValueError> {
        self.overheat_follower(form, s, &[t], &mut FollowerMemo::default())
    }

    /// Integers go to so many times `unit`, and each move earns one of the `payments`.
    pub(super) fn overheat_follower(
        &self,
        form: CanonicalForm,
        unit: CanonicalForm,
        payments: &[CanonicalForm],
        memo: &mut FollowerMemo<CanonicalForm>,
    ) -> Result<CanonicalForm, ValueError> {
        if let Some(number) = self.as_number(form).filter(|number| number.is_integer()) {
            return self.multiple(number.numerator(), unit);
        }
        memo.remember_odd(form, |memo, form| {
            self.with_paid_moves(form, payments, |option| {
                self.overheat_follower(option, unit, payments, memo)
            })
        })
    }
}
