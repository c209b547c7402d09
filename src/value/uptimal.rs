//! Uptimals that have a name: multiples of ↑, the powers ↑ⁿ and the sums ↑^[n] = ↑ + ↑² + … + ↑ⁿ.
//!
//! The sums are ↑^[0] = 0 and ↑^[n] = {↑^[n-1] | *}; the powers are ↑ⁿ = {0 | -↑^[n-1] + *} (Siegel,
//! *Combinatorial Game Theory*, II.4; Conway and Ryba's uptimal notation). With a number x and a nimber
//! *k added and n ≥ 2, the canonical options are, for x = 0,
//!
//! * ↑^[n] + *k = {↑^[n-1] + *k | *(k ⊕ 1)}, but {0, ↑^[n-1] + * | 0} for k = 1;
//! * ↑ⁿ + *k = {0, *, …, *k | -↑^[n-1] + *(k ⊕ 1)},
//!
//! and x added to every option otherwise. As canonical forms are unique, a form with these options is
//! that uptimal and no other form is.

use super::follower_memo::MAX_DEPTH;
use super::number_key::NumberKey;
use super::order::with_stack;
use super::store::Side;
use super::{CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Largest exponent that is built from a name such as `^[n]`; the form is nested n deep.
pub(super) const MAX_UP_EXPONENT: u32 = MAX_DEPTH;

/// x + d·(↑ + … + ↑ⁿ⁻¹) + e·↑ⁿ + *k, written x.dd…de + *k in uptimal notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Uptimal {
    pub(super) number: Dyadic,
    /// The exponent n of the last power of ↑; 0 if there is none.
    pub(super) length: u32,
    /// The digit d before the last one: 0 for a power of ↑, 1 or -1 for a sum.
    pub(super) head: i32,
    /// The last digit e: not 0 unless there is none.
    pub(super) last: i32,
    pub(super) star: u32,
}

impl Uptimal {
    pub(super) fn is_number(&self) -> bool {
        self.length == 0 && self.star == 0
    }

    pub(super) fn is_nimber(&self) -> bool {
        self.length == 0 && self.number == Dyadic::ZERO
    }

    /// The length n of an uptimal ↑^[n] + *, n ≥ 1.
    pub(super) fn up_sum_and_star(&self) -> Option<u32> {
        let first_digit = if self.length == 1 { self.last } else { self.head };
        let up_sum = self.number == Dyadic::ZERO && (first_digit, self.last) == (1, 1);
        (up_sum && self.star == 1).then_some(self.length)
    }

    fn digit(&self, index: u32) -> i32 {
        if index == self.length { self.last } else { self.head }
    }

    /// By number, then the digits from the first on, then the length, then the nimber.
    pub(super) fn structural_order(&self, other: &Uptimal) -> Ordering {
        let common = self.length.min(other.length);
        let mut digits = (1..=common).map(|index| self.digit(index).cmp(&other.digit(index)));
        self.number
            .cmp(&other.number)
            .then_with(|| digits.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
            .then(self.length.cmp(&other.length))
            .then(self.star.cmp(&other.star))
    }

    fn negated(self) -> Uptimal {
        Uptimal { number: -self.number, head: -self.head, last: -self.last, ..self }
    }
}

/// x + ↑^[n] + *k with n ≥ 1.
#[derive(Clone, Copy, PartialEq, Eq)]
struct UpSum {
    number: NumberKey,
    exponent: u32,
    star: u32,
}

/// Recognises named uptimals and remembers which forms are sums x + ↑^[n] + *k.
pub(super) struct UptimalNames<'a> {
    store: &'a ValueStore,
    sums: FxHashMap<CanonicalForm, Option<UpSum>>,
}

impl<'a> UptimalNames<'a> {
    pub(super) fn new(store: &'a ValueStore) -> UptimalNames<'a> {
        UptimalNames { store, sums: FxHashMap::default() }
    }

    /// The uptimal that the form is, if it is one with a name.
    pub(super) fn find(&mut self, form: CanonicalForm) -> Result<Option<Uptimal>, ValueError> {
        if let Some(parts) = self.store.number_up_star(form) {
            let length = u32::from(parts.up != 0);
            let (number, star) = (parts.number, parts.star);
            return Ok(Some(Uptimal { number, length, head: 0, last: parts.up, star }));
        }
        if let Some(found) = self.find_positive(form)? {
            return Ok(Some(found));
        }
        Ok(self.find_positive(-form)?.map(Uptimal::negated))
    }

    /// As [`UptimalNames::find`], for a form that is no number-up-star, with positive digits only.
    fn find_positive(&mut self, form: CanonicalForm) -> Result<Option<Uptimal>, ValueError> {
        let (sum, head) = match self.up_sum(form)? {
            Some(sum) => (Some(sum), 1),
            None => (self.up_power(form)?, 0),
        };
        Ok(sum.map(|sum| Uptimal {
            number: self.store.numbers.number(sum.number),
            length: sum.exponent,
            head,
            last: 1,
            star: sum.star,
        }))
    }

    /// Whether the form is x + ↑^[n] + *k for some n ≥ 1.
    fn up_sum(&mut self, form: CanonicalForm) -> Result<Option<UpSum>, ValueError> {
        if let Some(parts) = self.store.number_up_star_key(form) {
            return Ok((parts.up == 1).then_some(UpSum {
                number: parts.number,
                exponent: 1,
                star: parts.star,
            }));
        }
        if let Some(&known) = self.sums.get(&form) {
            return Ok(known);
        }
        let found = with_stack(|| self.up_sum_by_options(form))?;
        self.sums.insert(form, found);
        Ok(found)
    }

    fn up_sum_by_options(&mut self, form: CanonicalForm) -> Result<Option<UpSum>, ValueError> {
        let [right] = self.store.options(form, Side::Right)?[..] else { return Ok(None) };
        let Some(right) = self.store.number_up_star_key(right).filter(|right| right.up == 0) else {
            return Ok(None);
        };
        let smaller = match self.store.options(form, Side::Left)?[..] {
            [left] => self.up_sum(left)?.filter(|left| left.star != 1 && left.star ^ 1 == right.star),
            [a, b] if right.is_number() => {
                let is_number =
                    |form| self.store.number_up_star_key(form).is_some_and(|parts| parts == right);
                let other = if is_number(a) { Some(b) } else { is_number(b).then_some(a) };
                match other {
                    Some(other) => self.up_sum(other)?.filter(|left| left.star == 1),
                    None => None,
                }
            }
            _ => None,
        };
        Ok(smaller
            .filter(|smaller| smaller.number == right.number)
            .map(|smaller| UpSum { exponent: smaller.exponent + 1, ..smaller }))
    }

    /// Whether the form is x + ↑ⁿ + *k for some n ≥ 2.
    fn up_power(&mut self, form: CanonicalForm) -> Result<Option<UpSum>, ValueError> {
        let [right] = self.store.options(form, Side::Right)?[..] else { return Ok(None) };
        let left = self.store.options(form, Side::Left)?;
        let mut stars = Vec::with_capacity(left.len());
        let mut number = None;
        for &option in &left {
            let Some(parts) = self.store.number_up_star_key(option) else { return Ok(None) };
            if parts.up != 0 || *number.get_or_insert(parts.number) != parts.number {
                return Ok(None);
            }
            stars.push(parts.star);
        }
        stars.sort_unstable();
        if !stars.iter().copied().eq(0..left.len() as u32) {
            return Ok(None);
        }
        let star = left.len() as u32 - 1;
        Ok(self.up_sum(-right)?.and_then(|right| {
            let number = right.number.negated();
            (Some(number) == self.number_of(&left) && right.star == star ^ 1).then_some(UpSum {
                number,
                exponent: right.exponent + 1,
                star,
            })
        }))
    }

    fn number_of(&self, options: &[CanonicalForm]) -> Option<NumberKey> {
        options.first().and_then(|&form| self.store.number_up_star_key(form)).map(|parts| parts.number)
    }
}

impl ValueStore {
    /// ↑^[n] = ↑ + ↑² + … + ↑ⁿ; costs n canonical forms.
    pub(super) fn up_sum(&self, exponent: u32) -> Result<CanonicalForm, ValueError> {
        self.pow_to(self.up()?, exponent)
    }

    /// ↑ⁿ for n ≥ 1; costs n canonical forms.
    pub(super) fn up_power(&self, exponent: u32) -> Result<CanonicalForm, ValueError> {
        self.pow(self.up()?, exponent)
    }

    fn up(&self) -> Result<CanonicalForm, ValueError> {
        self.make_number_up_star(NumberUpStar { number: Dyadic::ZERO, up: 1, star: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every named uptimal built as a sum is recognised as itself, and so is its negative.
    #[test]
    fn sums_are_recognised() {
        let store = ValueStore::new();
        let mut names = UptimalNames::new(&store);
        for (number, exponent) in [(0, 0), (-3, 1)] {
            let number = Dyadic::new(number, exponent).unwrap();
            for length in 2..=5 {
                for star in 0..=5 {
                    for head in [0, 1] {
                        let up = if head == 1 { store.up_sum(length) } else { store.up_power(length) };
                        let shift = store.add(store.number(number).unwrap(), store.nimber(star).unwrap());
                        let form = store.add(up.unwrap(), shift.unwrap()).unwrap();
                        let uptimal = Uptimal { number, length, head, last: 1, star };
                        assert_eq!(names.find(form), Ok(Some(uptimal)));
                        assert_eq!(names.find(-form), Ok(Some(uptimal.negated())));
                    }
                }
            }
        }
    }

    #[test]
    fn the_sum_of_the_first_powers() {
        let store = ValueStore::new();
        let mut sum = CanonicalForm::ZERO;
        for exponent in 1..=6 {
            sum = store.add(sum, store.up_power(exponent).unwrap()).unwrap();
            assert_eq!(Ok(sum), store.up_sum(exponent));
        }
    }

    #[test]
    fn other_sums_have_no_name() {
        let store = ValueStore::new();
        let mut names = UptimalNames::new(&store);
        let second = store.up_power(2).unwrap();
        let twice = store.add(second, second).unwrap();
        let up = store.up_sum(1).unwrap();
        for form in [twice, store.add(twice, up).unwrap(), store.subtract(second, up).unwrap()] {
            assert_eq!(names.find(form), Ok(None));
        }
    }
}
