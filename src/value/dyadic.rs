//! Dyadic rationals, the numbers among short games.
//!
//! A short game that is a number equals m/2^e for integers m and e ≥ 0 (Siegel, *Combinatorial Game
//! Theory*, II.3.6). [`Dyadic`] holds such a number in lowest terms with a 64-bit numerator and a
//! denominator of at most 2⁶²; sums and differences are exact or an error.

use super::ValueError;
use num_rational::Ratio;
use std::cmp::Ordering;
use std::fmt;

/// An exact fraction as `num-rational` has it; the public type of stops, means and temperatures.
pub type Rational = Ratio<i64>;

/// The largest exponent of two in a denominator.
const MAX_EXPONENT: u32 = 62;

/// A dyadic rational `numerator / 2^exponent` in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u32,
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic::integer(0);

    /// The integer `n`.
    pub const fn integer(n: i64) -> Dyadic {
        Dyadic { numerator: n, exponent: 0 }
    }

    /// `numerator / 2^exponent`, reduced; an error if that has more than 63 bits on either side.
    pub fn new(numerator: i64, exponent: u32) -> Result<Dyadic, ValueError> {
        Dyadic::from_wide(i128::from(numerator), exponent)
    }

    fn from_wide(numerator: i128, exponent: u32) -> Result<Dyadic, ValueError> {
        let shift = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) =
            if numerator == 0 { (0, 0) } else { (numerator >> shift, exponent - shift) };
        // The most negative i64 is left out so that negation never fails.
        let numerator = i64::try_from(numerator).map_err(|_| ValueError::NumberOverflow)?;
        if exponent > MAX_EXPONENT || numerator == i64::MIN {
            return Err(ValueError::NumberOverflow);
        }
        Ok(Dyadic { numerator, exponent })
    }

    /// The fraction `r`, or `None` if its denominator is not a power of two.
    pub fn from_rational(r: Rational) -> Option<Dyadic> {
        let denominator = u64::try_from(*r.denom()).ok()?;
        if !denominator.is_power_of_two() {
            return None;
        }
        Dyadic::new(*r.numer(), denominator.trailing_zeros()).ok()
    }

    /// The numerator in lowest terms.
    pub const fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent e of the denominator 2^e in lowest terms.
    pub const fn exponent(self) -> u32 {
        self.exponent
    }

    /// Whether this is an integer.
    pub const fn is_integer(self) -> bool {
        self.exponent == 0
    }

    /// The same number as a fraction.
    pub fn to_rational(self) -> Rational {
        Ratio::new_raw(self.numerator, 1i64 << self.exponent)
    }

    /// -1, 0 or 1.
    pub const fn signum(self) -> i64 {
        self.numerator.signum()
    }

    /// The numerators of both over their common denominator, and its exponent.
    fn aligned(self, other: Dyadic) -> (i128, i128, u32) {
        let exponent = self.exponent.max(other.exponent);
        let at = |d: Dyadic| i128::from(d.numerator) << (exponent - d.exponent);
        (at(self), at(other), exponent)
    }

    /// The sum, or [`ValueError::NumberOverflow`].
    pub fn checked_add(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        let (a, b, exponent) = self.aligned(other);
        Dyadic::from_wide(a + b, exponent)
    }

    /// The difference, or [`ValueError::NumberOverflow`].
    pub fn checked_sub(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        self.checked_add(-other)
    }

    /// The product, or [`ValueError::NumberOverflow`].
    pub fn checked_mul(self, other: Dyadic) -> Result<Dyadic, ValueError> {
        let numerator = i128::from(self.numerator) * i128::from(other.numerator);
        Dyadic::from_wide(numerator, self.exponent + other.exponent)
    }

    /// Half of the number, or [`ValueError::NumberOverflow`].
    pub fn half(self) -> Result<Dyadic, ValueError> {
        Dyadic::from_wide(i128::from(self.numerator), self.exponent + 1)
    }

    /// The canonical left option of the number, if it has one.
    pub fn left_option(self) -> Option<Dyadic> {
        if self.is_integer() && self.numerator <= 0 {
            return None;
        }
        // Lowering a positive or odd numerator by one cannot overflow.
        Dyadic::new(self.numerator - 1, self.exponent).ok()
    }

    /// The canonical right option of the number, if it has one.
    pub fn right_option(self) -> Option<Dyadic> {
        (-self).left_option().map(|d| -d)
    }

    /// The birthday of the number: the day on which it is born in Conway's construction.
    pub fn birthday(self) -> u64 {
        let whole = self.numerator.unsigned_abs() >> self.exponent;
        if self.is_integer() { whole } else { whole + 1 + u64::from(self.exponent) }
    }

    /// The simplest number in the interval from `low` to `high` (the one with the least birthday),
    /// or `None` if the interval is empty.
    ///
    /// An absent bound is infinite. It is unique by the simplicity theorem (Siegel II.2.8).
    pub fn simplest_between(low: Option<Bound>, high: Option<Bound>) -> Result<Option<Dyadic>, ValueError> {
        if let (Some(low), Some(high)) = (low, high) {
            let empty = match low.at.cmp(&high.at) {
                Ordering::Less => false,
                Ordering::Equal => low.open || high.open,
                Ordering::Greater => true,
            };
            if empty {
                return Ok(None);
            }
        }
        let above = low.is_none_or(|l| l.at < Dyadic::ZERO || (l.at == Dyadic::ZERO && !l.open));
        let below = high.is_none_or(|h| h.at > Dyadic::ZERO || (h.at == Dyadic::ZERO && !h.open));
        match (above, below) {
            (true, true) => Ok(Some(Dyadic::ZERO)),
            (false, _) => {
                Dyadic::simplest_positive(low.unwrap_or(Bound::closed(Dyadic::ZERO)), high).map(Some)
            }
            (true, false) => {
                let low_mirrored = high.map(Bound::mirrored).unwrap_or(Bound::closed(Dyadic::ZERO));
                Dyadic::simplest_positive(low_mirrored, low.map(Bound::mirrored)).map(|d| Some(-d))
            }
        }
    }

    /// As [`Dyadic::simplest_between`] for a non-empty interval of positive numbers.
    ///
    /// For each denominator in turn the least multiple above the lower bound is tried: the first
    /// that lies below the upper one is the simplest.
    fn simplest_positive(low: Bound, high: Option<Bound>) -> Result<Dyadic, ValueError> {
        for exponent in 0..=MAX_EXPONENT {
            let numerator = i128::from(low.at.numerator);
            let candidate = if exponent >= low.at.exponent {
                (numerator << (exponent - low.at.exponent)) + i128::from(low.open)
            } else {
                // The lower bound lies strictly between two multiples of 2^-exponent.
                (numerator >> (low.at.exponent - exponent)) + 1
            };
            let candidate = Dyadic::from_wide(candidate, exponent)?;
            if high.is_none_or(|h| candidate < h.at || (candidate == h.at && !h.open)) {
                return Ok(candidate);
            }
        }
        Err(ValueError::NumberOverflow)
    }
}

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Where the interval ends.
    pub at: Dyadic,
    /// Whether the end itself is left out.
    pub open: bool,
}

impl Bound {
    /// An end that belongs to the interval.
    pub const fn closed(at: Dyadic) -> Bound {
        Bound { at, open: false }
    }

    /// An end that does not belong to the interval.
    pub const fn open(at: Dyadic) -> Bound {
        Bound { at, open: true }
    }

    fn mirrored(self) -> Bound {
        Bound { at: -self.at, open: self.open }
    }
}

impl std::ops::Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { numerator: -self.numerator, exponent: self.exponent }
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let (a, b, _) = self.aligned(*other);
        a.cmp(&b)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            e => write!(f, "{}/{}", self.numerator, 1u64 << e),
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dyadic(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::new(numerator, exponent).unwrap()
    }

    #[test]
    fn lowest_terms_and_order() {
        assert_eq!(dyadic(6, 3), dyadic(3, 2));
        assert_eq!(dyadic(0, 9), Dyadic::ZERO);
        assert!(dyadic(3, 2) < Dyadic::integer(1));
        assert!(dyadic(-3, 2) < dyadic(-1, 1));
        assert_eq!(dyadic(3, 2).to_string(), "3/4");
        assert_eq!(dyadic(3, 2).checked_add(dyadic(1, 2)), Ok(Dyadic::integer(1)));
    }

    #[test]
    fn overflow_is_an_error() {
        let most = Dyadic::integer(i64::MAX);
        assert_eq!(most.checked_add(Dyadic::integer(1)), Err(ValueError::NumberOverflow));
        assert_eq!((-most).checked_sub(Dyadic::integer(1)), Err(ValueError::NumberOverflow));
        assert_eq!(dyadic(1, 62).half(), Err(ValueError::NumberOverflow));
        assert_eq!(most.checked_add(dyadic(1, 1)), Err(ValueError::NumberOverflow));
        assert!(dyadic(1, 62) < most);
        assert_eq!(most.checked_mul(dyadic(1, 62)), Dyadic::new(i64::MAX, 62));
        assert_eq!(dyadic(1, 31).checked_mul(dyadic(-3, 31)), Ok(dyadic(-3, 62)));
        assert_eq!(dyadic(1, 62).checked_mul(Dyadic::integer(1 << 62)), Ok(Dyadic::integer(1)));
        assert_eq!(dyadic(1, 32).checked_mul(dyadic(1, 31)), Err(ValueError::NumberOverflow));
        assert_eq!(most.checked_mul(most), Err(ValueError::NumberOverflow));
    }

    #[test]
    fn birthdays_of_conways_first_days() {
        let days = [(0, 0, 0), (1, 0, 1), (-1, 0, 1), (2, 0, 2), (1, 1, 2), (3, 1, 3), (1, 2, 3), (3, 2, 3)];
        for (numerator, exponent, day) in days {
            assert_eq!(dyadic(numerator, exponent).birthday(), day);
        }
    }

    /// The slow twin: among all numbers of a small grid, the one with the least birthday.
    fn simplest_by_search(low: Option<Bound>, high: Option<Bound>) -> Option<Dyadic> {
        (-9 * 16..=9 * 16)
            .map(|n| dyadic(n, 4))
            .filter(|d| low.is_none_or(|l| l.at < *d || (l.at == *d && !l.open)))
            .filter(|d| high.is_none_or(|h| *d < h.at || (h.at == *d && !h.open)))
            .min_by_key(|d| d.birthday())
    }

    #[test]
    fn simplest_number_is_the_oldest() {
        let ends: Vec<Option<Bound>> = (-12..=12)
            .flat_map(|n| [Some(Bound::open(dyadic(n, 2))), Some(Bound::closed(dyadic(n, 2)))])
            .chain([None])
            .collect();
        for &low in &ends {
            for &high in &ends {
                let found = Dyadic::simplest_between(low, high).unwrap();
                assert_eq!(found, simplest_by_search(low, high), "{low:?} {high:?}");
            }
        }
    }
}
