//! The transposition table: what the search found out about positions it may meet again.

use crate::board::Player;
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// How a score found in a search window relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) depth: u32,
    pub(super) score: i32,
    pub(super) bound: Bound,
    /// The best move, by its number in the order in which moves are found.
    pub(super) best: u16,
}

/// A fixed number of slots in which new entries overwrite old ones; whole positions are kept, so that none
/// is taken for another.
pub(super) struct Table<S> {
    slots: Vec<Option<(S, Player, Entry)>>,
    /// The table grows to so many slots as it fills.
    most: usize,
    used: usize,
}

/// Slots of a new table.
const FIRST_SLOTS: usize = 1 << 12;

/// Most slots: to make room for more would take longer than a search may need to stop.
const MOST_SLOTS: u64 = 1 << 20;

impl<S: Copy + Eq + Hash> Table<S> {
    /// An empty table that will take at most so many bytes.
    pub(super) fn new(memory: u64) -> Table<S> {
        let slots = memory / size_of::<Option<(S, Player, Entry)>>() as u64;
        let most = 1 << slots.clamp(1, MOST_SLOTS).ilog2();
        Table { slots: vec![None; FIRST_SLOTS.min(most)], most, used: 0 }
    }

    /// What is known about a position.
    pub(super) fn get(&self, stones: S, to_move: Player) -> Option<Entry> {
        let (found, player, entry) = self.slots[self.slot(stones, to_move)]?;
        ((found, player) == (stones, to_move)).then_some(entry)
    }

    /// Keeps what was found out about a position, in place of another one if need be.
    pub(super) fn insert(&mut self, stones: S, to_move: Player, entry: Entry) {
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        self.put((stones, to_move, entry));
    }

    fn put(&mut self, entry: (S, Player, Entry)) {
        let slot = self.slot(entry.0, entry.1);
        self.used += usize::from(self.slots[slot].is_none());
        self.slots[slot] = Some(entry);
    }

    /// Twice as many slots.
    fn grow(&mut self) {
        let slots = self.slots.len() * 2;
        self.used = 0;
        for entry in std::mem::replace(&mut self.slots, vec![None; slots]).into_iter().flatten() {
            self.put(entry);
        }
    }

    fn slot(&self, stones: S, to_move: Player) -> usize {
        FxBuildHasher.hash_one((stones, to_move)) as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const fn entry(depth: u32) -> Entry {
        Entry { depth, score: 1, bound: Bound::Exact, best: 3 }
    }

    #[test]
    fn what_is_found_is_what_was_put_in_last() {
        let mut table = Table::new(1 << 20);
        let mut put = HashMap::new();
        // Far more than there is room for.
        for number in 0..100_000_u32 {
            let key = (u64::from(number % 70_000) << 20, Player::BOTH[number as usize % 2]);
            table.insert(key.0, key.1, entry(number));
            put.insert(key, number);
        }
        let found: Vec<(u32, u32)> = put
            .iter()
            .filter_map(|(&(stones, player), &number)| Some((table.get(stones, player)?.depth, number)))
            .collect();
        assert!(found.len() > table.slots.len() / 2);
        assert!(found.iter().all(|(depth, number)| depth == number));
        assert!(table.slots.len() * size_of::<Option<(u64, Player, Entry)>>() <= 1 << 20);
        assert!(table.get(5, Player::Black).is_none());
    }

    #[test]
    fn a_small_table_has_a_slot() {
        let mut table = Table::new(0);
        table.insert(1_u64, Player::White, entry(0));
        assert!(table.get(1, Player::White).is_some());
        assert!(table.get(1, Player::Black).is_none());
    }
}
