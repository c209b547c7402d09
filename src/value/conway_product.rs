//! Conway's product, which makes a field of the numbers and another of the nimbers.
//!
//! G × H = {G^L×H + G×H^L - G^L×H^L, G^R×H + G×H^R - G^R×H^R | G^L×H + G×H^R - G^L×H^R,
//! G^R×H + G×H^L - G^R×H^L} (*On Numbers and Games*, ch. 1 and 6). It is commutative, 0 and 1 behave as
//! they should, and (-G) × H = -(G × H). For games other than numbers it depends on the forms, and the
//! canonical forms are taken.
//!
//! What is answered by arithmetic: numbers multiply as numbers (ONAG, theorem 7 of ch. 1), and nimbers
//! as nimbers, as the definition is then that of the nim product (ONAG, ch. 6). An integer n ≥ 1 gives
//! the sum of n copies: as n = {n-1 | }, by induction the options of n × H are (n-1)·H plus an option of
//! H.

use super::follower_memo::FollowerMemo;
use super::store::{Options, Side};
use super::{CanonicalForm, Dyadic, ValueError, ValueStore};

type Pair = (CanonicalForm, CanonicalForm);

impl ValueStore {
    /// Conway's product of two games, of their canonical forms.
    ///
    /// Costs three sums for each pair of options of each pair of followers, unless both are numbers or
    /// both nimbers, or one is an integer.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// assert_eq!(store.conway_product(store.parse("3/4")?, store.parse("5/2")?)?, store.parse("15/8")?);
    /// assert_eq!(store.conway_product(store.nimber(2)?, store.nimber(2)?)?, store.nimber(3)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn conway_product(&self, g: CanonicalForm, h: CanonicalForm) -> Result<CanonicalForm, ValueError> {
        self.conway_product_of((g, h), &mut FollowerMemo::default())
    }

    fn conway_product_of(
        &self,
        (g, h): Pair,
        memo: &mut FollowerMemo<Pair>,
    ) -> Result<CanonicalForm, ValueError> {
        if let Some(product) = self.conway_product_by_arithmetic(g, h)? {
            return Ok(product);
        }
        let (positive_g, positive_h) = (g.min(-g), h.min(-h));
        let negative = (g == positive_g) != (h == positive_h);
        let pair = (positive_g.min(positive_h), positive_g.max(positive_h));
        let product = memo.remember(pair, |memo| {
            // The mover gains in both factors or, as in -G × -H, in neither.
            let mut side = |side: Side| -> Result<Options, ValueError> {
                let mut options = self.conway_options(pair, (Side::Left, side), memo)?;
                options.extend(self.conway_options(pair, (Side::Right, side.opposite()), memo)?);
                Ok(options)
            };
            let (left, right) = (side(Side::Left)?, side(Side::Right)?);
            self.from_options(&left, &right)
        })?;
        Ok(if negative { -product } else { product })
    }

    /// G'×H + G×H' - G'×H' for the options G' and H' of the given sides.
    fn conway_options(
        &self,
        (g, h): Pair,
        sides: (Side, Side),
        memo: &mut FollowerMemo<Pair>,
    ) -> Result<Options, ValueError> {
        let mut options = Options::new();
        for option_g in self.options(g, sides.0)? {
            for option_h in self.options(h, sides.1)? {
                let gained = self.add(
                    self.conway_product_of((option_g, h), memo)?,
                    self.conway_product_of((g, option_h), memo)?,
                )?;
                let lost = self.conway_product_of((option_g, option_h), memo)?;
                options.push(self.subtract(gained, lost)?);
            }
        }
        Ok(options)
    }

    /// The cases of the module's page.
    fn conway_product_by_arithmetic(
        &self,
        g: CanonicalForm,
        h: CanonicalForm,
    ) -> Result<Option<CanonicalForm>, ValueError> {
        let (number_g, number_h) = (self.as_number(g), self.as_number(h));
        if let (Some(x), Some(y)) = (number_g, number_h) {
            return self.number(x.checked_mul(y)?).map(Some);
        }
        let integer = |number: Option<Dyadic>| number.filter(|n| n.is_integer()).map(Dyadic::numerator);
        if let Some(n) = integer(number_g) {
            return self.multiple(n, h).map(Some);
        }
        if let Some(n) = integer(number_h) {
            return self.multiple(n, g).map(Some);
        }
        match (self.as_nimber(g), self.as_nimber(h)) {
            (Some(a), Some(b)) => self.nimber(nim_product(a, b, NIMBER_BITS)).map(Some),
            _ => Ok(None),
        }
    }

    fn as_nimber(&self, form: CanonicalForm) -> Option<u32> {
        let parts = self.number_up_star(form)?;
        (parts.number == Dyadic::ZERO && parts.up == 0).then_some(parts.star)
    }
}

/// Bits of the least field of nimbers that holds all those of a store: a power of two.
const NIMBER_BITS: u32 = 16;

/// The nim product of two nimbers of at most `bits` bits, a power of two.
///
/// With F = 2^(bits/2), a Fermat power of two, F ⊗ F = F ⊕ F/2, and F ⊗ a = F·a for a < F (ONAG, ch. 6).
fn nim_product(a: u32, b: u32, bits: u32) -> u32 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let (high_a, low_a, high_b, low_b) = (a >> half, a & ((1 << half) - 1), b >> half, b & ((1 << half) - 1));
    let high = nim_product(high_a, high_b, half);
    let low = nim_product(low_a, low_b, half);
    let both = nim_product(high_a ^ low_a, high_b ^ low_b, half);
    (both ^ low) << half | (low ^ nim_product(high, 1 << (half - 1), half))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow twin: the least nimber that is none of the options.
    fn nim_product_by_options(size: usize) -> Vec<Vec<u32>> {
        let mut table = vec![vec![0u32; size]; size];
        for a in 0..size {
            for b in 0..size {
                let options: std::collections::HashSet<u32> = (0..a)
                    .flat_map(|x| (0..b).map(move |y| (x, y)))
                    .map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y])
                    .collect();
                table[a][b] = (0..).find(|n| !options.contains(n)).unwrap();
            }
        }
        table
    }

    #[test]
    fn nim_products_are_those_of_the_definition() {
        for (a, row) in nim_product_by_options(40).into_iter().enumerate() {
            for (b, product) in row.into_iter().enumerate() {
                assert_eq!(nim_product(a as u32, b as u32, NIMBER_BITS), product, "{a} by {b}");
            }
        }
    }

    #[test]
    fn nim_products_of_large_nimbers_obey_the_laws_of_a_field() {
        let product = |a, b| nim_product(a, b, NIMBER_BITS);
        for a in (1..1 << NIMBER_BITS).step_by(997) {
            for b in (1..1 << NIMBER_BITS).step_by(4999) {
                assert_eq!(product(a, b), product(b, a));
                assert_eq!(product(a, b ^ 999), product(a, b) ^ product(a, 999));
                assert_eq!(product(product(a, b), 4321), product(a, product(b, 4321)));
            }
            // The non-zero elements are a group of order 65535.
            let mut power = a;
            for _ in 0..NIMBER_BITS {
                power = product(power, power);
            }
            assert_eq!(power, a);
        }
    }
}
