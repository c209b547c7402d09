//! Numbers packed into 32 bits, for the stops of a stored value.
//!
//! Nearly every number that turns up is a multiple of 2⁻¹⁴ below 2¹⁶ in size; such a key is the number
//! itself in fixed point (an even integer), and two of them compare as integers. Any other number is
//! an entry of a side table (an odd integer), the negative of a number beside it.

use super::{Dyadic, ValueError};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::RwLock;

/// Fractional bits of the fixed-point form, the evenness bit included.
const FRACTION_BITS: u32 = 15;
/// Fixed-point keys lie strictly between minus this and this.
const FIXED_LIMIT: u64 = 1 << 31;

/// A number in 32 bits; equal keys are equal numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct NumberKey(i32);

impl NumberKey {
    pub(super) const ZERO: NumberKey = NumberKey(0);

    pub(super) const fn from_bits(bits: u32) -> NumberKey {
        NumberKey(bits as i32)
    }

    pub(super) const fn bits(self) -> u32 {
        self.0 as u32
    }

    const fn is_fixed(self) -> bool {
        self.0 & 1 == 0
    }

    /// The key of the negative number.
    pub(super) const fn negated(self) -> NumberKey {
        if self.is_fixed() { NumberKey(-self.0) } else { NumberKey(self.0 ^ 2) }
    }
}

/// The numbers that do not fit the fixed-point form.
#[derive(Default)]
pub(super) struct NumberTable {
    large: RwLock<LargeNumbers>,
}

#[derive(Default)]
struct LargeNumbers {
    numbers: Vec<Dyadic>,
    keys: FxHashMap<Dyadic, NumberKey>,
}

impl NumberTable {
    /// The key of `number`; [`ValueError::StoreFull`] after 2²⁹ unusual numbers.
    pub(super) fn key(&self, number: Dyadic) -> Result<NumberKey, ValueError> {
        if number.exponent() < FRACTION_BITS {
            let scaled = number.numerator().checked_mul(1 << (FRACTION_BITS - number.exponent()));
            if let Some(scaled) = scaled.filter(|s| s.unsigned_abs() < FIXED_LIMIT) {
                return Ok(NumberKey(scaled as i32));
            }
        }
        if let Some(&key) = self.large.read().expect("no panic while held").keys.get(&number) {
            return Ok(key);
        }
        let mut large = self.large.write().expect("no panic while held");
        if let Some(&key) = large.keys.get(&number) {
            return Ok(key);
        }
        let index = large.numbers.len();
        if index >= 1 << 29 {
            return Err(ValueError::StoreFull);
        }
        for (offset, signed) in [number, -number].into_iter().enumerate() {
            large.numbers.push(signed);
            large.keys.insert(signed, NumberKey((((index + offset) as i32) << 1) | 1));
        }
        Ok(NumberKey(((index as i32) << 1) | 1))
    }

    /// The number of a key.
    pub(super) fn number(&self, key: NumberKey) -> Dyadic {
        if key.is_fixed() {
            Dyadic::new(i64::from(key.0), FRACTION_BITS).expect("fixed-point keys are in range")
        } else {
            self.large.read().expect("no panic while held").numbers[(key.0 >> 1) as usize]
        }
    }

    /// Compares the numbers of two keys.
    #[inline]
    pub(super) fn compare(&self, a: NumberKey, b: NumberKey) -> Ordering {
        if a.is_fixed() && b.is_fixed() { a.0.cmp(&b.0) } else { self.number(a).cmp(&self.number(b)) }
    }

    /// The key of the sum of two keys' numbers.
    pub(super) fn sum(&self, a: NumberKey, b: NumberKey) -> Result<NumberKey, ValueError> {
        match a.0.checked_add(b.0) {
            Some(sum) if a.is_fixed() && b.is_fixed() && sum != i32::MIN => Ok(NumberKey(sum)),
            _ => self.key(self.number(a).checked_add(self.number(b))?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_number_order_sum_and_sign() {
        let table = NumberTable::default();
        let sample: Vec<Dyadic> =
            [(0, 0), (1, 0), (-5, 1), (1, 14), (1, 15), (65535, 0), (65536, 0), (-65536, 0)]
                .into_iter()
                .chain([(i64::MAX, 0), (1, 62), (-1, 62), (1 << 20, 0), (3, 17)])
                // Scaled to fixed point this is the most negative i64.
                .chain([(-1 << 48, 0), (1 << 48, 0), (-1 << 62, 14)])
                .map(|(n, e)| Dyadic::new(n, e).unwrap())
                .collect();
        for &a in &sample {
            let key_a = table.key(a).unwrap();
            assert_eq!(table.number(key_a), a);
            assert_eq!(key_a, table.key(a).unwrap());
            assert_eq!(key_a.negated(), table.key(-a).unwrap());
            for &b in &sample {
                let key_b = table.key(b).unwrap();
                assert_eq!(table.compare(key_a, key_b), a.cmp(&b));
                let sum = a.checked_add(b).and_then(|s| table.key(s));
                assert_eq!(table.sum(key_a, key_b), sum);
            }
        }
    }
}
