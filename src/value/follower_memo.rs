//! What a recursion over the followers of a game has found already, and how deep it is.
//!
//! An operation that is defined by the options of a game visits each follower once. Its cost is then
//! the number of distinct followers, however many lines of play lead to them.

use super::order::with_stack;
use super::{CanonicalForm, ValueError};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// How deep an operation on the options of a game may descend. The results are nested as deep, and
/// what leads to them is often as many values as the square of that.
pub(super) const MAX_DEPTH: u32 = 4095;

/// The results of one operation by follower, or by pair of followers.
pub(super) struct FollowerMemo<K> {
    known: FxHashMap<K, CanonicalForm>,
    depth: u32,
}

impl<K> Default for FollowerMemo<K> {
    fn default() -> FollowerMemo<K> {
        FollowerMemo { known: FxHashMap::default(), depth: 0 }
    }
}

impl<K: Copy + Eq + Hash> FollowerMemo<K> {
    /// The result for `key`, which `step` computes where it is not known.
    pub(super) fn remember(
        &mut self,
        key: K,
        step: impl FnOnce(&mut Self) -> Result<CanonicalForm, ValueError>,
    ) -> Result<CanonicalForm, ValueError> {
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.depth == MAX_DEPTH {
            return Err(ValueError::TooDeep);
        }
        self.depth += 1;
        let result = with_stack(|| step(self))?;
        self.depth -= 1;
        self.known.insert(key, result);
        Ok(result)
    }
}

impl FollowerMemo<CanonicalForm> {
    /// As [`FollowerMemo::remember`] for an operation that takes -G to the negative of what G goes to:
    /// one of the two is computed.
    pub(super) fn remember_odd(
        &mut self,
        form: CanonicalForm,
        step: impl FnOnce(&mut Self, CanonicalForm) -> Result<CanonicalForm, ValueError>,
    ) -> Result<CanonicalForm, ValueError> {
        let representative = form.min(-form);
        let result = self.remember(representative, |memo| step(memo, representative))?;
        Ok(if form == representative { result } else { -result })
    }
}
