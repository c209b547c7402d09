//! Means, temperatures and thermographs of sums, from their summands.
//!
//! The canonical form of a sum can be exponentially large in that of its summands: that of
//! ±1 ± 2 ± 4 … ± 2ⁿ has 2ⁿ⁺¹ different followers n + 1 moves on. What is found here is the same as for
//! the canonical form of the sum, but that form is not made where it can be avoided.
//!
//! # Mean and temperature
//!
//! Means add. The temperature of G + H is at most the larger of those of G and H, and equals it if they
//! differ (Siegel, *Combinatorial Game Theory*, II.5, for temperatures ≥ 0; a number added to another
//! form leaves its temperature as it is, by number translation; and for two numbers it is a statement on
//! denominators). So of all summands only the hottest matter, as long as they do not sum to something
//! cooler: they are added one by one, a sum that has become cooler joins the summands of its
//! temperature, and if one is left over it has the temperature of the whole. Inverse pairs, which have
//! the same temperature, are dropped first.
//!
//! # Thermographs with large switches
//!
//! A switch {a | b} is (a + b)/2 ± s with s = (a - b)/2 > 0, and equal switches ± s cancel. So a sum is
//! G = H ± s₁ ± … ± sₙ with s₁ > … > sₙ. Let D be the greatest left stop less the least right stop among H
//! and the positions that play in H leads to before it is a number: all stops of these are within an
//! interval of length D, which is 0 for a number-up-star. The small switches are summed with H, until
//! 2sₙ > D.
//!
//! **Lemma.** If n ≥ 1 and 2sₙ > D, the canonical form of G is {H + s₁ ± s₂ … ± sₙ | H - s₁ ± s₂ … ± sₙ}.
//!
//! *Proof*, by induction on n. H is not x ± s₁ for any number x, as D < 2s₁. Let A be that Left option,
//! and B another one; nobody needs to move in a number. If B is H + sᵢ ± (the others),
//! A - B = s₁ - sᵢ ± s₁ ± sᵢ, where Left answers a move of Right in one switch by hers in the other and
//! reaches 0 or 2s₁ - 2sᵢ ≥ 0. If B comes from a move to Hᴸ, A - B = H - Hᴸ + s₁ ± s₁. Left answers
//! Right's move in the switch by that to Hᴸ, which leaves 0; his move from H - Hᴸ to K - K' she answers
//! by 2s₁ + K - K', whose right stop is at least 2s₁ - D > 0. So A ≥ B, and B is dominated. A is not
//! reversible: for n > 1 its Right option is Aᴿ = H + s₁ - s₂ ± …, and in G - Aᴿ = ±s₁ ± s₂ - s₁ + s₂ Right
//! moves to -2s₁ + s₂ ± s₂, from where Left gets to 2s₂ - 2s₁ < 0 at best; for n = 1 he moves in
//! G - Aᴿ = H - Hᴿ ± s₁ - s₁ to H - Hᴿ - 2s₁, whose left stop is at most D - 2s₁ < 0. ∎
//!
//! **Theorem.** Let n ≥ 1, 2sₙ > D, and y = H + s₁ - s₂ + s₃ - … ± sₙ. The temperature of G is s₁, and its
//! left wall at t ≤ s₁ is
//!
//! * for t ≤ sₙ: LW(y)(t) if n is even, and RW(y)(t) - t if n is odd;
//! * above that, with slope -1 where the number of sᵢ > t is odd, and 0 where it is even.
//!
//! The right wall is the mirror image of the left wall of -G.
//!
//! *Proof.* At t ≥ 0 the scaffolds of H are at most D - 2t apart, as walls lie between the stops. So its
//! temperature is at most D/2 < sₙ, or negative, and its walls are less than 2sₙ - 2t apart for 0 ≤ t < sₙ.
//! That G is no number keeps its walls apart below 0. By the lemma
//! LW(G)(t) = RW(I + s₁)(t) - t and RW(G)(t) = LW(I - s₁)(t) + t with I = H ± s₂ … ± sₙ, until they meet.
//! By induction the walls of I are at most 2s₂ - 2t apart (or, for n = 1, less than 2s₁ - 2t), and upright
//! from t = s₂ on, so that those of G meet at t = s₁. Two such steps lead from G to
//! H + s₁ - s₂ ± s₃ … ± sₙ and take t away and add it; each goes on as long as t is below the
//! temperature of the next game, from where on the wall of that is a mast. ∎
//!
//! For a number x = H the walls above t = 0 are thus x ± ((s₁-t)⁺ - (s₂-t)⁺ + (s₃-t)⁺ - …).

use super::super::order::with_stack;
use super::super::{Analysis, CanonicalForm, Dyadic, Rational, Side, ValueError, ValueStore};
use super::{Corner, Scaffold, Thermograph, Thermographs, push};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

impl Analysis<'_> {
    /// The mean of a sum, which is the sum of the means.
    ///
    /// [`ValueError::NumberOverflow`] if a partial sum has more than 63 bits above or below its bar.
    ///
    /// ```
    /// use konane::value::{Analysis, Rational, ValueStore};
    /// let store = ValueStore::new();
    /// let summands = [store.parse("{3|0}")?, store.parse("+-5")?, store.parse("1/4")?];
    /// assert_eq!(Analysis::new(&store).mean_of_sum(&summands)?, Rational::new(7, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mean_of_sum(&mut self, summands: &[CanonicalForm]) -> Result<Rational, ValueError> {
        let mean = |sum: Dyadic, &form: &CanonicalForm| sum.checked_add(self.thermographs.mean(form)?);
        Ok(summands.iter().try_fold(Dyadic::ZERO, mean)?.to_rational())
    }

    /// The temperature of a sum (Siegel, *Combinatorial Game Theory*, II.5).
    ///
    /// The cost is that of the summands' thermographs and, only where several distinct summands share
    /// the largest temperature, of the canonical forms of their sums. An error if one of these cannot be
    /// made.
    ///
    /// ```
    /// use konane::value::{Analysis, Rational, ValueStore};
    /// let store = ValueStore::new();
    /// let mut summands = Vec::new();
    /// for n in 1..=1000 {
    ///     summands.push(store.parse(&format!("+-{n}"))?);
    /// }
    /// assert_eq!(Analysis::new(&store).temperature_of_sum(&summands)?, Rational::from(1000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn temperature_of_sum(&mut self, summands: &[CanonicalForm]) -> Result<Rational, ValueError> {
        let mut classes: BTreeMap<Dyadic, Vec<CanonicalForm>> = BTreeMap::new();
        for &form in summands {
            classes.entry(self.thermographs.temperature(form)?).or_default().push(form);
        }
        while let Some((temperature, class)) = classes.pop_last() {
            let mut hottest: Option<CanonicalForm> = None;
            let mut class = without_inverse_pairs(&class);
            // Those that are added by arithmetic come first, while the sum is one of them.
            class.sort_by_key(|&form| self.store().number_up_star(form).is_none());
            for form in class {
                let Some(sum) = hottest else {
                    hottest = Some(form);
                    continue;
                };
                let sum = self.store().add(sum, form)?;
                let cooled = self.thermographs.temperature(sum)?;
                if cooled < temperature {
                    classes.entry(cooled).or_default().push(sum);
                }
                hottest = (cooled == temperature).then_some(sum);
            }
            if hottest.is_some() {
                return Ok(temperature.to_rational());
            }
        }
        // All of it cancelled out.
        Ok(self.thermographs.temperature(CanonicalForm::ZERO)?.to_rational())
    }

    /// The thermograph of a sum.
    ///
    /// For switches {a | b} and number-up-stars the cost is that of sorting them. Of other summands, and
    /// of the switches that are not large compared with these, the canonical form of the sum is made. An
    /// error if it cannot be made, or if a corner has more than 63 bits above or below its bar.
    ///
    /// ```
    /// use konane::value::{Analysis, Rational, ValueStore};
    /// let store = ValueStore::new();
    /// let mut summands = Vec::new();
    /// for n in 1..=24 {
    ///     summands.push(store.parse(&format!("+-{n}"))?);
    /// }
    /// let thermograph = Analysis::new(&store).thermograph_of_sum(&summands)?;
    /// assert_eq!(thermograph.left_stop()?, Rational::from(12));
    /// assert_eq!(thermograph.temperature(), Rational::from(24));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn thermograph_of_sum(&mut self, summands: &[CanonicalForm]) -> Result<Thermograph, ValueError> {
        let store = self.store();
        let (mut number_up_star, mut other) = (CanonicalForm::ZERO, CanonicalForm::ZERO);
        let (mut centre, mut sizes) = (Dyadic::ZERO, Vec::new());
        for form in without_inverse_pairs(summands) {
            if store.number_up_star(form).is_some() {
                number_up_star = store.add(number_up_star, form)?;
            } else if let Some((a, b)) = store.switch_options(form)? {
                centre = centre.checked_add(a.checked_add(b)?.half()?)?;
                sizes.push(a.checked_sub(b)?.half()?);
            } else {
                other = store.add(other, form)?;
            }
        }
        let number_up_star = store.add(number_up_star, store.number(centre)?)?;
        let (other, sizes) = absorb(store, store.add(other, number_up_star)?, odd_ones(sizes))?;
        self.thermographs.with_large_switches(other, &sizes)
    }
}

/// The numbers that are there an odd number of times, once each, in rising order.
fn odd_ones(mut numbers: Vec<Dyadic>) -> Vec<Dyadic> {
    numbers.sort_unstable();
    let odd = numbers.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1);
    odd.map(|equal| equal[0]).collect()
}

/// Adds those of the switches ±s, given in rising order, to H that are not large compared with it; returns
/// the sum and the others.
fn absorb(
    store: &ValueStore,
    mut h: CanonicalForm,
    mut sizes: Vec<Dyadic>,
) -> Result<(CanonicalForm, Vec<Dyadic>), ValueError> {
    let mut ranges = StopRanges { store, known: FxHashMap::default() };
    let mut small = 0;
    while let Some(&size) = sizes.get(small) {
        let (low, high) = ranges.of(h)?;
        // What is too large to be told may well be summed.
        if high.checked_sub(low).is_ok_and(|d| size.checked_add(size).is_ok_and(|twice| twice > d)) {
            break;
        }
        let size = store.number(size)?;
        h = store.add(h, store.from_options(&[size], &[-size])?)?;
        small += 1;
    }
    sizes.drain(..small);
    Ok((h, sizes))
}

/// The least right stop and the greatest left stop among a form and the positions that play leads to
/// before it is a number.
struct StopRanges<'s> {
    store: &'s ValueStore,
    known: FxHashMap<CanonicalForm, (Dyadic, Dyadic)>,
}

impl StopRanges<'_> {
    fn of(&mut self, form: CanonicalForm) -> Result<(Dyadic, Dyadic), ValueError> {
        let (mut low, mut high) = (self.store.right_stop(form), self.store.left_stop(form));
        if self.store.number_up_star(form).is_some() {
            return Ok((low, high));
        }
        if let Some(&known) = self.known.get(&form) {
            return Ok(known);
        }
        for side in [Side::Left, Side::Right] {
            for option in self.store.options(form, side)? {
                let of_option = with_stack(|| self.of(option))?;
                (low, high) = (low.min(of_option.0), high.max(of_option.1));
            }
        }
        self.known.insert(form, (low, high));
        Ok((low, high))
    }
}

/// The forms without as many pairs G, -G as there are among them, in the order given.
fn without_inverse_pairs(forms: &[CanonicalForm]) -> Vec<CanonicalForm> {
    // By G, the copies of G less those of -G.
    let mut copies: FxHashMap<CanonicalForm, i64> = FxHashMap::default();
    let signed = |form: CanonicalForm| (form.min(-form), if form <= -form { 1 } else { -1 });
    for &form in forms {
        let (representative, sign) = signed(form);
        let count = copies.entry(representative).or_default();
        *count += sign;
        if form.is_self_negative() {
            *count %= 2;
        }
    }
    let is_left = |form: &CanonicalForm| {
        let (representative, sign) = signed(*form);
        let count = copies.get_mut(&representative).filter(|count| **count * sign > 0);
        count.map(|count| *count -= sign).is_some()
    };
    forms.iter().copied().filter(is_left).collect()
}

impl Thermographs<'_> {
    /// The thermograph of H plus switches ±s that are large compared with it, given in rising order.
    fn with_large_switches(&mut self, h: CanonicalForm, sizes: &[Dyadic]) -> Result<Thermograph, ValueError> {
        let left = self.left_wall_with_switches(h, sizes)?;
        let mirrored_right = self.left_wall_with_switches(-h, sizes)?;
        Ok(Thermograph::from_corners(left, &mirrored_right))
    }

    fn left_wall_with_switches(
        &mut self,
        h: CanonicalForm,
        sizes: &[Dyadic],
    ) -> Result<Vec<Corner>, ValueError> {
        let alternate = |sum: Dyadic, &size: &Dyadic| size.checked_sub(sum);
        let stop = self.store.number(sizes.iter().try_fold(Dyadic::ZERO, alternate)?)?;
        let end = self.thermograph(self.store.add(h, stop)?)?;
        let is_odd = sizes.len() % 2 == 1;
        let mut corners = if is_odd {
            Scaffold::taxed(end.right.view(false))?.corners
        } else {
            end.left.corners.into_vec()
        };
        for (index, &size) in sizes.iter().enumerate() {
            let last = *corners.last().expect("a wall has a corner at t = -1");
            let falls = (sizes.len() - index) % 2 == 1;
            let value = match falls {
                true => last.value.checked_sub(size.checked_sub(last.temperature)?)?,
                false => last.value,
            };
            push(&mut corners, Corner { temperature: size, value });
        }
        Ok(corners)
    }
}
