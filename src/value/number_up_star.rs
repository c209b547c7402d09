//! Values x + n·↑ + *k: a number, a multiple of up and a nimber.
//!
//! They are ordered and added by arithmetic on the three parts (*Winning Ways*, ch. 8): n·↑ + *k is
//! positive for n ≥ 2, for n = 1 unless k = 1, and n·↑ + *k is fuzzy with 0 for n = 0, k ≠ 0 and for
//! n = ±1, k = 1. The canonical options of n·↑ + *k for n ≥ 1 are `{0 | (n-1)·↑ + *(k ⊕ 1)}`, but
//! `{0,* | 0}` for ↑*; adding a number x adds x to every option (number translation, Siegel II.3.13).

use super::number_key::NumberKey;
use super::store::{Options, Side, Stops};
use super::{CanonicalForm, ValueError, ValueStore};
use smallvec::{SmallVec, smallvec};

/// Beyond this size of either part the options of a value are not stored but computed on demand.
const STORED_PART: u32 = 40;

/// The parts of x + n·↑ + *k.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberUpStar<N> {
    /// The number x.
    pub number: N,
    /// The multiple n of ↑; negative for multiples of ↓.
    pub up: i32,
    /// The nimber *k.
    pub star: u32,
}

impl<N> NumberUpStar<N> {
    /// The same value with its number in another representation.
    pub fn map_number<M>(self, convert: impl FnOnce(N) -> M) -> NumberUpStar<M> {
        NumberUpStar { number: convert(self.number), up: self.up, star: self.star }
    }

    /// Whether the infinitesimal part is 0.
    pub fn is_number(&self) -> bool {
        self.up == 0 && self.star == 0
    }

    /// Whether n·↑ + *k ≥ 0.
    fn infinitesimal_part_is_non_negative(up: i64, star: u32) -> bool {
        match up {
            0 => star == 0,
            1 => star != 1,
            _ => up > 1,
        }
    }

    /// Whether the infinitesimal part of `self` is ≤ that of `other`.
    pub(super) fn infinitesimal_part_le(&self, other: &Self) -> bool {
        let up = i64::from(other.up) - i64::from(self.up);
        Self::infinitesimal_part_is_non_negative(up, self.star ^ other.star)
    }

    /// Whether the left and the right stop are reached by an option as good, see `Node::left_reach`:
    /// for ε = n·↑ + *k that is whether ε ≤ 0 fails and whether ε ≥ 0 fails.
    pub(super) fn reach(&self) -> (bool, bool) {
        let up = i64::from(self.up);
        let le_zero = Self::infinitesimal_part_is_non_negative(-up, self.star);
        let ge_zero = Self::infinitesimal_part_is_non_negative(up, self.star);
        (!le_zero, !ge_zero)
    }

    pub(super) fn has_stored_options(&self) -> bool {
        !self.is_number() && self.up.unsigned_abs() <= STORED_PART && self.star <= STORED_PART
    }

    /// The birthday of the value, given the birthday of its number.
    pub(super) fn birthday(&self, number_birthday: u64) -> u64 {
        let (up, star) = (u64::from(self.up.unsigned_abs()), u64::from(self.star));
        number_birthday
            + match (up, star) {
                (0, _) => star,
                (_, 0 | 1) => up + 1,
                // Each step down the chain of ups flips the lowest bit of the nimber.
                _ => up + (star ^ (up & 1)),
            }
    }
}

impl NumberUpStar<NumberKey> {
    pub(super) fn negated(self) -> Self {
        NumberUpStar { number: self.number.negated(), up: -self.up, star: self.star }
    }
}

impl ValueStore {
    /// Whether a ≤ b for two such values.
    pub(super) fn number_up_star_le(&self, a: NumberUpStar<NumberKey>, b: NumberUpStar<NumberKey>) -> bool {
        match self.numbers.compare(a.number, b.number) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => a.infinitesimal_part_le(&b),
        }
    }

    /// The sum of two such values.
    pub(super) fn add_number_up_stars(
        &self,
        a: NumberUpStar<NumberKey>,
        b: NumberUpStar<NumberKey>,
    ) -> Result<CanonicalForm, ValueError> {
        self.intern_number_up_star(NumberUpStar {
            number: self.numbers.sum(a.number, b.number)?,
            up: a.up.checked_add(b.up).ok_or(ValueError::UpMultipleOverflow)?,
            star: a.star ^ b.star,
        })
    }

    /// The canonical left and right options, made if they are new.
    pub(super) fn number_up_star_options(
        &self,
        parts: NumberUpStar<NumberKey>,
    ) -> Result<(Options, Options), ValueError> {
        if parts.is_number() {
            return self.number_options(parts.number);
        }
        let with =
            |up: i32, star: u32| self.intern_number_up_star(NumberUpStar { number: parts.number, up, star });
        if parts.up == 0 {
            let smaller = (0..parts.star).map(|star| with(0, star)).collect::<Result<Options, _>>()?;
            return Ok((smaller.clone(), smaller));
        }
        let number = with(0, 0)?;
        let (good, bad): (Options, Options) = if parts.up.abs() == 1 && parts.star == 1 {
            (smallvec![number, with(0, 1)?], smallvec![number])
        } else {
            (smallvec![number], smallvec![with(parts.up - parts.up.signum(), parts.star ^ 1)?])
        };
        Ok(if parts.up > 0 { (good, bad) } else { (bad, good) })
    }

    fn number_options(&self, number: NumberKey) -> Result<(Options, Options), ValueError> {
        let number = self.numbers.number(number);
        let option = |n: Option<super::Dyadic>| n.map(|n| self.number(n)).into_iter().collect();
        let left: Result<Options, ValueError> = option(number.left_option());
        let right: Result<Options, ValueError> = option(number.right_option());
        Ok((left?, right?))
    }

    /// Finds out whether canonical options are those of a number-up-star that is not a number.
    pub(super) fn recognise_number_up_star(
        &self,
        stops: Stops,
        left: &[CanonicalForm],
        right: &[CanonicalForm],
    ) -> Option<NumberUpStar<NumberKey>> {
        if stops.left != stops.right || left.is_empty() || right.is_empty() {
            return None;
        }
        // Canonical options of a nimber are the same on both sides, in the same order.
        let nimber = if left == right { self.recognise_nimber(left, right) } else { None };
        nimber
            .or_else(|| self.recognise_up(left, right))
            .or_else(|| self.recognise_up(&negatives(right), &negatives(left)).map(NumberUpStar::negated))
    }

    /// Options x + *i on both sides, of which x + *k is the first that is missing on either, make
    /// x + *k, unless they make a number: those beyond reverse through x + *k.
    pub(super) fn recognise_nimber(
        &self,
        left: &[CanonicalForm],
        right: &[CanonicalForm],
    ) -> Option<NumberUpStar<NumberKey>> {
        let missing = self.least_missing_nimber(left)?;
        (self.least_missing_nimber(right)? == missing).then_some(missing)
    }

    /// The least x + *k that is not among options which are all of that kind.
    fn least_missing_nimber(&self, options: &[CanonicalForm]) -> Option<NumberUpStar<NumberKey>> {
        let mut stars: SmallVec<[u32; 8]> = SmallVec::new();
        let mut number = None;
        for &option in options {
            let parts = self.number_up_star_key(option)?;
            if parts.up != 0 || *number.get_or_insert(parts.number) != parts.number {
                return None;
            }
            stars.push(parts.star);
        }
        stars.sort_unstable();
        stars.dedup();
        let star = (0..).zip(&stars).take_while(|&(index, &star): &(u32, _)| index == star).count() as u32;
        Some(NumberUpStar { number: number?, up: 0, star })
    }

    /// x + n·↑ + *k for n ≥ 1, see the module's page for its options.
    fn recognise_up(
        &self,
        left: &[CanonicalForm],
        right: &[CanonicalForm],
    ) -> Option<NumberUpStar<NumberKey>> {
        let [right] = right else { return None };
        let right = self.number_up_star_key(*right)?;
        match left {
            [left] => {
                let left = self.number_up_star_key(*left)?;
                let chain = left.is_number() && left.number == right.number && right.up >= 0;
                let star = right.star ^ 1;
                // {x | x} is x*, met above; stored multiples stay below the largest i32.
                (chain && (right.up, right.star) != (0, 0)).then_some(NumberUpStar {
                    number: right.number,
                    up: right.up + 1,
                    star,
                })
            }
            [a, b] => {
                let (a, b) = (self.number_up_star_key(*a)?, self.number_up_star_key(*b)?);
                let (a, b) = if a.star == 0 { (a, b) } else { (b, a) };
                let up_star = right.is_number()
                    && a.is_number()
                    && (b.up, b.star) == (0, 1)
                    && a.number == right.number
                    && b.number == right.number;
                up_star.then_some(NumberUpStar { number: right.number, up: 1, star: 1 })
            }
            _ => None,
        }
    }
}

fn negatives(forms: &[CanonicalForm]) -> Options {
    forms.iter().map(|&form| -form).collect()
}

/// The player who moves at a side; used where both sides are treated alike.
impl Side {
    /// The other player.
    pub const fn opposite(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}
