//! Cooling and freezing: what is left of a game when every move costs t.
//!
//! G cooled by t is G_t = {G^L_t - t | G^R_t + t}, up to the first t at which that is infinitesimally
//! close to a number x; above that temperature it is x, the mean of G, and there is nothing left to
//! play for (Siegel, *Combinatorial Game Theory*, II.5; *Winning Ways*, ch. 6). An integer is not
//! changed. At its own temperature G is *frozen*: its mean plus an infinitesimal.
//!
//! (G + H)_t = G_t + H_t, and G ≥ H makes G_t ≥ H_t; cooling by s and then by t ≥ 0 is cooling by
//! s + t. Taxes from -1 on are allowed, below the temperatures of numbers, where a number that is not
//! an integer is played for as well: 1/2 cooled by -3/4 is {3/4 | 1/4}.

use super::follower_memo::FollowerMemo;
use super::{Analysis, CanonicalForm, Dyadic, Rational, ValueError};

/// How much is cooled by, and what that does to the value of a move.
#[derive(Clone, Copy)]
struct Tax {
    t: Dyadic,
    payment: CanonicalForm,
}

impl Analysis<'_> {
    /// The game cooled by `t`, for t > -1.
    ///
    /// An integer is not changed by it, and any other game has its mean for its value where t is above
    /// its temperature. [`ValueError::CoolingTooLow`] for t ≤ -1; the errors of
    /// [`Analysis::thermograph`] apply. Costs a canonical form for each follower that is warmer.
    ///
    /// ```
    /// use konane::value::{Analysis, Dyadic, ValueStore};
    /// let store = ValueStore::new();
    /// let mut analysis = Analysis::new(&store);
    /// let game = store.parse("{4|1}")?;
    /// assert_eq!(analysis.cool(game, Dyadic::integer(1))?, store.parse("{3|2}")?);
    /// assert_eq!(analysis.cool(game, Dyadic::integer(2))?, store.parse("5/2")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cool(&mut self, form: CanonicalForm, t: Dyadic) -> Result<CanonicalForm, ValueError> {
        if t <= Dyadic::integer(-1) {
            return Err(ValueError::CoolingTooLow);
        }
        if t == Dyadic::ZERO {
            return Ok(form);
        }
        let tax = Tax { t, payment: self.store().number(-t)? };
        self.cool_follower(form, tax, &mut FollowerMemo::default())
    }

    /// The game cooled by its own temperature: its mean plus an infinitesimal.
    ///
    /// An integer stays as it is, and a number x that is not one becomes x*: at the temperature -1/2^k
    /// of m/2^k it is {x | x}. Costs and errors are those of [`Analysis::cool`].
    ///
    /// ```
    /// use konane::value::{Analysis, ValueStore};
    /// let store = ValueStore::new();
    /// let frozen = Analysis::new(&store).freeze(store.parse("{3||2*|1*}")?)?;
    /// assert_eq!(frozen, store.parse("9/4*")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn freeze(&mut self, form: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        if self.is_integer(form) {
            return Ok(form);
        }
        let temperature = dyadic(self.temperature(form)?)?;
        self.cool(form, temperature)
    }

    fn cool_follower(
        &mut self,
        form: CanonicalForm,
        tax: Tax,
        memo: &mut FollowerMemo<CanonicalForm>,
    ) -> Result<CanonicalForm, ValueError> {
        if self.is_integer(form) {
            return Ok(form);
        }
        if dyadic(self.temperature(form)?)? < tax.t {
            let mean = dyadic(self.mean(form)?)?;
            return self.store().number(mean);
        }
        memo.remember_odd(form, |memo, form| {
            self.store().with_paid_moves(form, &[tax.payment], |option| self.cool_follower(option, tax, memo))
        })
    }

    fn is_integer(&self, form: CanonicalForm) -> bool {
        self.store().as_number(form).is_some_and(|number| number.is_integer())
    }
}

/// A mean or temperature, which is dyadic for every short game.
fn dyadic(r: Rational) -> Result<Dyadic, ValueError> {
    Dyadic::from_rational(r).ok_or(ValueError::NumberOverflow)
}
