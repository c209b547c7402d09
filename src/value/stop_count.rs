//! The stop count: in how many ways play can come to a number.
//!
//! A number counts 1, and any other value the sum over all its canonical options. It measures how large
//! the tree of play is down to the numbers, as CGSuite's `StopCount` does. For a nimber *k with k ≥ 1
//! that is 2·3^(k-1), and adding a number changes nothing.

use super::number_up_star::NumberUpStar;
use super::order::with_stack;
use super::store::Side;
use super::{CanonicalForm, ValueError, ValueStore};
use rustc_hash::FxHashMap;

impl ValueStore {
    /// The number of ways in which play, by either player at each step, first reaches a number.
    ///
    /// Costs a step for each option of each follower. [`ValueError::StopCountOverflow`] beyond 128 bits.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// assert_eq!(store.stop_count(store.parse("{3||2|*}")?)?, 4); // 3, 2, and twice 0
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stop_count(&self, form: CanonicalForm) -> Result<u128, ValueError> {
        self.stop_count_memoised(form, &mut FxHashMap::default())
    }

    fn stop_count_memoised(
        &self,
        form: CanonicalForm,
        known: &mut FxHashMap<CanonicalForm, u128>,
    ) -> Result<u128, ValueError> {
        if let Some(parts) = self.number_up_star_key(form) {
            return parts.stop_count().ok_or(ValueError::StopCountOverflow);
        }
        let representative = form.min(-form);
        if let Some(&count) = known.get(&representative) {
            return Ok(count);
        }
        let mut count = 0u128;
        for side in [Side::Left, Side::Right] {
            for option in self.options(representative, side)? {
                let more = with_stack(|| self.stop_count_memoised(option, known))?;
                count = count.checked_add(more).ok_or(ValueError::StopCountOverflow)?;
            }
        }
        known.insert(representative, count);
        Ok(count)
    }
}

impl<N> NumberUpStar<N> {
    /// The stop count; `None` if it is beyond 128 bits.
    fn stop_count(&self) -> Option<u128> {
        let of_nimber = |star: u32| match star {
            0 => Some(1u128),
            _ => 3u128.checked_pow(star - 1)?.checked_mul(2),
        };
        let Some(steps) = self.up.unsigned_abs().checked_sub(1) else { return of_nimber(self.star) };
        // n·↑ + *k = {0 | (n-1)·↑ + *(k ⊕ 1)}, down to ↑ + *j = {0 | *(j ⊕ 1)}, or ↑* = {0,* | 0}.
        let last = match self.star ^ (steps & 1) {
            1 => 4,
            star => of_nimber(star ^ 1)?.checked_add(1)?,
        };
        last.checked_add(u128::from(steps))
    }
}
