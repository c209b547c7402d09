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
//! # The thermograph of switches and number-up-stars
//!
//! A switch {a | b} is (a + b)/2 ± s with s = (a - b)/2 > 0, equal switches ± s cancel, and number-up-stars
//! add by arithmetic. What is left is G = U ± s₁ ± … ± sₙ with a number-up-star U and s₁ > … > sₙ > 0.
//!
//! **Lemma.** If n ≥ 1, the canonical form of G is {U + s₁ ± s₂ … ± sₙ | U - s₁ ± s₂ … ± sₙ}.
//!
//! *Proof*, by induction on n. Let A be that Left option, and B another one. If B is U + sᵢ ± (the
//! others), A - B = s₁ - sᵢ ± s₁ ± sᵢ. Left answers a move of Right in one switch by hers in the other
//! and reaches 0 or 2s₁ - 2sᵢ ≥ 0; there is no need to move in a number. If B comes from a move in U,
//! A - B = U - Uᴸ + s₁ ± s₁. Left answers s₁ - s₁ by moving from U to Uᴸ if U is not a number (if it
//! is, U > Uᴸ and she has won), and any other move by s₁ + s₁, which outweighs infinitesimals. So
//! A ≥ B, and B is dominated. A is not reversible: for n > 1 its Right option is Aᴿ = U + s₁ - s₂ ± …,
//! and in G - Aᴿ = ±s₁ ± s₂ - s₁ + s₂ Right moves to -2s₁ + s₂ ± s₂, from where Left gets to
//! 2s₂ - 2s₁ < 0 at best; for n = 1, Right moves in G - Aᴿ = U - Uᴿ ± s₁ - s₁ to -2s₁ plus something
//! infinitesimal or negative. ∎
//!
//! **Theorem.** Let n ≥ 1 and y = U + s₁ - s₂ + s₃ - … ± sₙ. The temperature of G is s₁, and its left wall
//! at t ≤ s₁ is
//!
//! * for t ≤ sₙ: LW(y)(t) if n is even, and RW(y)(t) - t if n is odd;
//! * above that, with slope -1 where the number of sᵢ > t is odd, and 0 where it is even.
//!
//! The right wall is the mirror image of the left wall of -G.
//!
//! *Proof.* By the lemma LW(G)(t) = RW(U + s₁ ± s₂ … ± sₙ)(t) - t below the temperature of G, and likewise
//! for the next switch with the sides exchanged, so that two steps lead from G to U + s₁ - s₂ ± s₃ … ± sₙ
//! and take t away and add it. This goes on as long as t is below the temperature of the next game,
//! which is the sᵢ that comes next; from there on the wall of the rest is a mast. Above t = 0, where U
//! is as good as a number x, this adds up to walls x ± ((s₁-t) - (s₂-t)⁺ + (s₃-t)⁺ - …), and as the sᵢ
//! fall, they first meet at t = s₁. ∎
//!
//! For any other summand the canonical form of the sum is made.

use super::super::{Analysis, CanonicalForm, Dyadic, Rational, ValueError};
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
            for form in without_inverse_pairs(&class) {
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
    /// For switches {a | b} and number-up-stars the cost is that of sorting them; for other summands,
    /// except for inverse pairs, that of the canonical form of the sum. An error if that cannot be made,
    /// or if a corner has more than 63 bits above or below its bar.
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
        let (mut rest, mut switches) = (CanonicalForm::ZERO, Vec::new());
        let mut others = Vec::new();
        for form in without_inverse_pairs(summands) {
            if self.store().number_up_star(form).is_some() {
                rest = self.store().add(rest, form)?;
            } else if let Some(options) = self.store().switch_options(form)? {
                switches.push((form, options));
            } else {
                others.push(form);
            }
        }
        if others.is_empty() {
            return self.thermographs.of_switches(rest, switches.iter().map(|&(_, options)| options));
        }
        let forms = switches.into_iter().map(|(form, _)| form).chain(others);
        let sum = forms.into_iter().try_fold(rest, |sum, form| self.store().add(sum, form))?;
        self.thermograph(sum)
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
    /// The thermograph of a number-up-star plus switches {a | b}.
    fn of_switches(
        &mut self,
        number_up_star: CanonicalForm,
        switches: impl Iterator<Item = (Dyadic, Dyadic)>,
    ) -> Result<Thermograph, ValueError> {
        let (mut centre, mut sizes) = (Dyadic::ZERO, Vec::new());
        for (a, b) in switches {
            centre = centre.checked_add(a.checked_add(b)?.half()?)?;
            sizes.push(a.checked_sub(b)?.half()?);
        }
        sizes.sort_unstable();
        let sizes: Vec<Dyadic> = sizes
            .chunk_by(|a, b| a == b)
            .filter(|equal| equal.len() % 2 == 1)
            .map(|equal| equal[0])
            .collect();
        let centre = self.store.number(centre)?;
        let number_up_star = self.store.add(number_up_star, centre)?;
        let left = self.left_wall_of_switches(number_up_star, &sizes)?;
        let mirrored_right = self.left_wall_of_switches(-number_up_star, &sizes)?;
        Ok(Thermograph::from_corners(left, &mirrored_right))
    }

    /// The left wall of U ± s₁ ± … ± sₙ, where U is a number-up-star and the sᵢ are in *rising* order.
    fn left_wall_of_switches(
        &mut self,
        u: CanonicalForm,
        sizes: &[Dyadic],
    ) -> Result<Vec<Corner>, ValueError> {
        let alternate = |sum: Dyadic, &size: &Dyadic| size.checked_sub(sum);
        let stop = self.store.number(sizes.iter().try_fold(Dyadic::ZERO, alternate)?)?;
        let end = self.thermograph(self.store.add(u, stop)?)?;
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
