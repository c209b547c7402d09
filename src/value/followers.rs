//! Followers: the values that play can lead to.
//!
//! The followers of G are G itself and the followers of its options (Siegel, *Combinatorial Game
//! Theory*, ch. I); here of the canonical form, each once. They are moves of one player after another
//! in any order, not only in turn.

use super::number_key::NumberKey;
use super::number_up_star::NumberUpStar;
use super::store::Side;
use super::{CanonicalForm, ValueError, ValueStore};
use rustc_hash::FxHashSet;

/// Most followers that are listed: a large integer n has n + 1 of them.
pub(super) const MAX_FOLLOWERS: usize = 1 << 20;

impl ValueStore {
    /// The distinct followers of the canonical form, itself included, in the structural order.
    ///
    /// Costs a step for each option of each follower, and the sort. [`ValueError::TooManyFollowers`]
    /// beyond 2²⁰ of them.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// let switch = store.parse("{2|*}")?;
    /// assert_eq!(store.followers(switch)?.len(), 5); // 0, 1, 2, * and itself
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn followers(&self, form: CanonicalForm) -> Result<Vec<CanonicalForm>, ValueError> {
        let mut followers = self.unsorted_followers(form)?;
        self.sort_structurally(&mut followers)?;
        Ok(followers)
    }

    /// How many distinct followers the canonical form has, itself included; see
    /// [`ValueStore::followers`].
    pub fn follower_count(&self, form: CanonicalForm) -> Result<u64, ValueError> {
        Ok(self.unsorted_followers(form)?.len() as u64)
    }

    fn unsorted_followers(&self, form: CanonicalForm) -> Result<Vec<CanonicalForm>, ValueError> {
        let mut seen = FxHashSet::from_iter([form]);
        let mut followers = vec![form];
        let mut next = 0;
        while let Some(&follower) = followers.get(next) {
            next += 1;
            for side in [Side::Left, Side::Right] {
                for option in self.options(follower, side)? {
                    if seen.insert(option) {
                        followers.push(option);
                    }
                }
            }
            if followers.len() > MAX_FOLLOWERS {
                return Err(ValueError::TooManyFollowers);
            }
        }
        Ok(followers)
    }

    /// Whether the condition holds for all number-up-stars that play meets first: the form itself if it
    /// is one, else those among its followers that are options of a form that is none.
    pub(super) fn all_number_up_stars(
        &self,
        form: CanonicalForm,
        mut condition: impl FnMut(NumberUpStar<NumberKey>) -> bool,
    ) -> Result<bool, ValueError> {
        let mut seen = FxHashSet::from_iter([form]);
        let mut open = vec![form];
        while let Some(follower) = open.pop() {
            if let Some(parts) = self.number_up_star_key(follower) {
                if !condition(parts) {
                    return Ok(false);
                }
                continue;
            }
            for side in [Side::Left, Side::Right] {
                open.extend(self.options(follower, side)?.into_iter().filter(|&option| seen.insert(option)));
            }
        }
        Ok(true)
    }
}
