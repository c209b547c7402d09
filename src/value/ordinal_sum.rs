//! The ordinal sum G:H, in which a move in G ends all play in H.
//!
//! G:H = {G^L, G:H^L | G^R, G:H^R}: H stands on top of G, as a stalk of Hackenbush on another (*Winning
//! Ways*, ch. 7; Siegel, *Combinatorial Game Theory*, II.3). Its value depends on the *form* of G, and
//! the canonical form is taken; of H only the value matters, by the colon principle: H ≥ K exactly when
//! G:H ≥ G:K.
//!
//! What is answered by arithmetic:
//!
//! * For numbers x and y the signs of x:y are those of x followed by those of y, where +, then more +
//!   and - say whether the next, simpler, number is gone up or down from (*Winning Ways*, ch. 3, on
//!   Hackenbush stalks, and ONAG, ch. 3, on sign expansions).
//! * x:(y + ε) = x:y + ε for numbers x, y and infinitesimals ε = n·↑ + *k other than 0: the options of
//!   y + ε are y plus those of ε, on both sides; by induction those of x:(y + ε) are x:y plus those of
//!   ε, and x^L, x^R, which x:y lies between, so that they are dominated; this is x:y + ε by number
//!   translation.
//! * (x + *m):*n = x + *(m + n): the options of both players are x + *i for i < m + n.

use super::follower_memo::FollowerMemo;
use super::number_up_star::NumberUpStar;
use super::store::{Options, Side};
use super::{CanonicalForm, Dyadic, ValueError, ValueStore};

impl ValueStore {
    /// The ordinal sum g:h, of the canonical form of g.
    ///
    /// Costs a canonical form for each follower of `h`, of as many options as both have together.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// let star = store.nimber(1)?;
    /// assert_eq!(store.ordinal_sum(star, store.nimber(2)?)?, store.nimber(3)?);
    /// assert_eq!(store.ordinal_sum(star, store.integer(1)?)?, store.parse("^*")?);
    /// assert_eq!(store.ordinal_sum(store.integer(1)?, star)?, store.parse("1*")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ordinal_sum(&self, g: CanonicalForm, h: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        let base = Base {
            form: g,
            parts: self.number_up_star(g),
            left: self.options(g, Side::Left)?,
            right: self.options(g, Side::Right)?,
        };
        self.on_top(&base, h, &mut FollowerMemo::default())
    }

    fn on_top(
        &self,
        base: &Base,
        h: CanonicalForm,
        memo: &mut FollowerMemo<CanonicalForm>,
    ) -> Result<CanonicalForm, ValueError> {
        if h.is_zero() {
            return Ok(base.form);
        }
        if let Some(sum) = self.on_top_by_arithmetic(base, h)? {
            return Ok(sum);
        }
        memo.remember(h, |memo| {
            let mut side = |side: Side| -> Result<Options, ValueError> {
                let mut options = if side == Side::Left { base.left.clone() } else { base.right.clone() };
                for option in self.options(h, side)? {
                    options.push(self.on_top(base, option, memo)?);
                }
                Ok(options)
            };
            let (left, right) = (side(Side::Left)?, side(Side::Right)?);
            self.from_options(&left, &right)
        })
    }

    /// The cases of the module's page.
    fn on_top_by_arithmetic(
        &self,
        base: &Base,
        h: CanonicalForm,
    ) -> Result<Option<CanonicalForm>, ValueError> {
        if base.form.is_zero() {
            return Ok(Some(h));
        }
        let (Some(g), Some(h)) = (base.parts, self.number_up_star(h)) else { return Ok(None) };
        let sum = if g.is_number() {
            NumberUpStar { number: ordinal_sum_of_numbers(g.number, h.number)?, ..h }
        } else if (g.up, h.up, h.number) == (0, 0, Dyadic::ZERO) {
            NumberUpStar { star: g.star.saturating_add(h.star), ..g }
        } else {
            return Ok(None);
        };
        self.make_number_up_star(sum).map(Some)
    }
}

/// What an ordinal sum stands on.
struct Base {
    form: CanonicalForm,
    parts: Option<NumberUpStar<Dyadic>>,
    left: Options,
    right: Options,
}

/// The number whose signs are those of x followed by those of y.
fn ordinal_sum_of_numbers(x: Dyadic, y: Dyadic) -> Result<Dyadic, ValueError> {
    let (mut sum, mut reached) = (x, Dyadic::ZERO);
    if x.is_integer() && x.signum() != -y.signum() {
        // As many equal signs as there are integers up to y, or to the next one beyond it.
        let count = y.numerator().unsigned_abs().div_ceil(1 << y.exponent());
        let count = i64::try_from(count).map_err(|_| ValueError::NumberOverflow)?;
        reached = Dyadic::integer(count * y.signum());
        sum = x.checked_add(reached)?;
    }
    // Each further sign halves the steps of the sum, so that there are few before it is too fine.
    while reached != y {
        let sign = if reached < y { 1 } else { -1 };
        reached = with_sign(reached, sign)?;
        sum = with_sign(sum, sign)?;
    }
    Ok(sum)
}

/// The number with one more sign: the next integer away from 0, or else half a step up or down.
fn with_sign(x: Dyadic, sign: i64) -> Result<Dyadic, ValueError> {
    let whole = x.is_integer() && x.signum() != -sign;
    x.checked_add(Dyadic::new(sign, if whole { 0 } else { x.exponent() + 1 })?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_appended() {
        let dyadic = |numerator, exponent| Dyadic::new(numerator, exponent).unwrap();
        let known = [
            ((0, 0), (5, 2), (5, 2)),
            ((5, 2), (0, 0), (5, 2)),
            ((2, 0), (3, 0), (5, 0)),
            ((2, 0), (1, 1), (5, 1)),
            ((2, 0), (-1, 0), (3, 1)),
            ((2, 0), (-2, 0), (5, 2)),
            ((-1, 0), (3, 1), (-3, 3)),
            ((1, 1), (1, 0), (3, 2)),
            ((1, 1), (-1, 1), (3, 3)),
            ((7, 0), (1 << 60, 0), ((1 << 60) + 7, 0)),
        ];
        for (x, y, sum) in known {
            let (x, y, sum) = (dyadic(x.0, x.1), dyadic(y.0, y.1), dyadic(sum.0, sum.1));
            assert_eq!(ordinal_sum_of_numbers(x, y), Ok(sum), "{x}:{y}");
            assert_eq!(ordinal_sum_of_numbers(-x, -y), Ok(-sum), "{}:{}", -x, -y);
        }
        for (x, y) in [(dyadic(1, 1), dyadic(1 << 60, 0)), (dyadic(1, 0), dyadic(i64::MAX, 0))] {
            assert_eq!(ordinal_sum_of_numbers(x, y), Err(ValueError::NumberOverflow), "{x}:{y}");
        }
    }
}
