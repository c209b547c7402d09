//! Uptimals: numbers plus nimbers plus multiples of the powers of ↑, and their digits.
//!
//! An *uptimal* is x + *k + a₁·↑ + a₂·↑² + … + aₙ·↑ⁿ, written x*k.a₁a₂…aₙ; it has one such expansion
//! with aₙ ≠ 0 (Siegel, *Combinatorial Game Theory*, ch. II; Conway and Ryba). The named ones are in
//! the module `uptimal`.
//!
//! For aₙ > 0 the canonical form has a single right option, x + *(k ⊕ 1) + (a₁ - 1)·↑ + … +
//! (aₙ - 1)·↑ⁿ, for aₙ < 0 the mirror image holds, and all options are uptimals themselves. So the
//! digits are read from the right option R, whose own are read in the same way: G is R + ↑^[n] + *, and
//! n is read from the difference G - R, which is computed and recognised by its name. Nothing rests on
//! the theorem but that no uptimal is missed.

use super::follower_memo::MAX_DEPTH;
use super::order::with_stack;
use super::store::Side;
use super::uptimal::UptimalNames;
use super::{CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::fmt;

/// The parts of an uptimal x + *k + a₁·↑ + … + aₙ·↑ⁿ.
///
/// Displays as number, nimber, point, digits: `0.1111` is ↑^\[4\], `2*.1` is 2↑*, `1/2*2.31` is
/// 1/2 + *2 + 3·↑ + ↑². A number 0 is left out before a nimber; without digits a 0 stands behind the
/// point. Digits from 10 to 35 are letters A to Z, larger ones stand in parentheses, and a negative
/// digit is followed by `-`: `0.1-2` is -↑ + 2·↑².
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UptimalExpansion {
    number: Dyadic,
    digits: Vec<i32>,
    star: u32,
}

impl UptimalExpansion {
    /// The expansion with these parts, first digit first; zeros at the end are dropped.
    pub fn new(number: Dyadic, mut digits: Vec<i32>, star: u32) -> UptimalExpansion {
        let length = digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
        digits.truncate(length);
        UptimalExpansion { number, digits, star }
    }

    /// The number x.
    pub fn number(&self) -> Dyadic {
        self.number
    }

    /// The multiples a₁, a₂, … of ↑, ↑², …; the last one is not 0.
    pub fn digits(&self) -> &[i32] {
        &self.digits
    }

    /// The nimber *k.
    pub fn star(&self) -> u32 {
        self.star
    }

    fn negated(&self) -> UptimalExpansion {
        let digits = self.digits.iter().map(|digit| -digit).collect();
        UptimalExpansion { number: -self.number, digits, star: self.star }
    }

    /// The expansion of this plus ↑^\[length\] + *.
    fn plus_up_sum_and_star(&self, length: u32) -> Result<UptimalExpansion, ValueError> {
        let mut digits = self.digits.clone();
        digits.resize(digits.len().max(length as usize), 0);
        for digit in &mut digits[..length as usize] {
            *digit = digit.checked_add(1).ok_or(ValueError::UpMultipleOverflow)?;
        }
        Ok(UptimalExpansion::new(self.number, digits, self.star ^ 1))
    }
}

impl fmt::Display for UptimalExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if self.number != Dyadic::ZERO || self.star == 0 {
            text += &self.number.to_string();
        }
        match self.star {
            0 => {}
            1 => text.push('*'),
            star => text += &format!("*{star}"),
        }
        text.push('.');
        if self.digits.is_empty() {
            text.push('0');
        }
        for &digit in &self.digits {
            match char::from_digit(digit.unsigned_abs(), 36) {
                Some(symbol) => text.push(symbol.to_ascii_uppercase()),
                None => text += &format!("({})", digit.unsigned_abs()),
            }
            if digit < 0 {
                text.push('-');
            }
        }
        f.pad(&text)
    }
}

impl ValueStore {
    /// The expansion of an uptimal; [`ValueError::NotUptimal`] for other values.
    ///
    /// Costs a sum of two neighbouring followers for each follower of an uptimal; other values are
    /// mostly told by their stops or by one of their options.
    ///
    /// ```
    /// use konane::value::{ValueError, ValueStore};
    /// let store = ValueStore::new();
    /// assert_eq!(store.uptimal_expansion(store.parse("^[4]")?)?.to_string(), "0.1111");
    /// assert_eq!(store.uptimal_expansion(store.parse("2v<2>*")?)?.to_string(), "2*.01-");
    /// assert_eq!(store.uptimal_expansion(store.parse("{2|1}")?), Err(ValueError::NotUptimal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uptimal_expansion(&self, form: CanonicalForm) -> Result<UptimalExpansion, ValueError> {
        Expansions::new(self).find(form)?.ok_or(ValueError::NotUptimal)
    }

    /// Whether the value is an uptimal; see [`ValueStore::uptimal_expansion`].
    pub fn is_uptimal(&self, form: CanonicalForm) -> Result<bool, ValueError> {
        Ok(Expansions::new(self).find(form)?.is_some())
    }

    /// The value of an uptimal expansion.
    ///
    /// [`ValueError::TooDeep`] if it goes beyond ↑ and has more than 4,095 digits, or digits whose
    /// absolute values add up to more than that. Costs a canonical form for each digit, and sums of
    /// games that are nested as deep as that total: their number grows with its square at least.
    ///
    /// ```
    /// use konane::value::{Dyadic, UptimalExpansion, ValueStore};
    /// let store = ValueStore::new();
    /// let expansion = UptimalExpansion::new(Dyadic::integer(2), vec![1, 1, 1], 1);
    /// assert_eq!(store.uptimal(&expansion)?, store.parse("2^[3]*")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uptimal(&self, expansion: &UptimalExpansion) -> Result<CanonicalForm, ValueError> {
        let &UptimalExpansion { number, ref digits, star } = expansion;
        if let &[] | &[_] = &digits[..] {
            let up = digits.first().copied().unwrap_or(0);
            return self.make_number_up_star(NumberUpStar { number, up, star });
        }
        let total: u64 = digits.iter().map(|digit| u64::from(digit.unsigned_abs())).sum();
        // The form is nested about as deep.
        if total.max(digits.len() as u64) > u64::from(MAX_DEPTH) {
            return Err(ValueError::TooDeep);
        }
        // As ↑ⁱ = ↑^[i] - ↑^[i-1], the digits are the multiples aᵢ - aᵢ₊₁ of the sums ↑^[i].
        let mut sum = self.make_number_up_star(NumberUpStar { number, up: 0, star })?;
        let (mut up_sum, nimber) = (CanonicalForm::ZERO, self.nimber(1)?);
        for (index, &digit) in digits.iter().enumerate() {
            up_sum = self.from_options(&[up_sum], &[nimber])?;
            let next = digits.get(index + 1).copied().unwrap_or(0);
            sum = self.add(sum, self.multiple(i64::from(digit) - i64::from(next), up_sum)?)?;
        }
        Ok(sum)
    }
}

/// Reads expansions and remembers those of all followers; values that are no uptimals have none.
struct Expansions<'s> {
    store: &'s ValueStore,
    names: UptimalNames<'s>,
    known: FxHashMap<CanonicalForm, Option<UptimalExpansion>>,
}

impl<'s> Expansions<'s> {
    fn new(store: &'s ValueStore) -> Expansions<'s> {
        Expansions { store, names: UptimalNames::new(store), known: FxHashMap::default() }
    }

    fn find(&mut self, form: CanonicalForm) -> Result<Option<UptimalExpansion>, ValueError> {
        if let Some(parts) = self.store.number_up_star(form) {
            return Ok(Some(UptimalExpansion::new(parts.number, vec![parts.up], parts.star)));
        }
        if !self.store.is_numberish(form) {
            return Ok(None);
        }
        let representative = form.min(-form);
        if !self.known.contains_key(&representative) {
            let expansion = with_stack(|| self.by_options(representative))?;
            self.known.insert(representative, expansion);
        }
        let found = self.known[&representative].as_ref();
        Ok(found.map(|found| if form == representative { found.clone() } else { found.negated() }))
    }

    fn by_options(&mut self, form: CanonicalForm) -> Result<Option<UptimalExpansion>, ValueError> {
        for side in [Side::Left, Side::Right] {
            for option in self.store.options(form, side)? {
                if self.find(option)?.is_none() {
                    return Ok(None);
                }
            }
        }
        match self.with_positive_end(form)? {
            Some(expansion) => Ok(Some(expansion)),
            None => Ok(self.with_positive_end(-form)?.map(|expansion| expansion.negated())),
        }
    }

    /// The expansion of an uptimal whose last digit is positive.
    fn with_positive_end(&mut self, form: CanonicalForm) -> Result<Option<UptimalExpansion>, ValueError> {
        let Some(right) = self.store.only_option(form, Side::Right)? else { return Ok(None) };
        // ↑^[n] + * is fuzzy, which costs less to find out than the difference.
        if self.store.le(form, right)? {
            return Ok(None);
        }
        let Some(expansion) = self.find(right)? else { return Ok(None) };
        let difference = self.store.subtract(form, right)?;
        match self.names.find(difference)?.and_then(|name| name.up_sum_and_star()) {
            Some(length) => expansion.plus_up_sum_and_star(length).map(Some),
            None => Ok(None),
        }
    }
}
