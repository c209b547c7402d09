//! The transposition table: proof and disproof numbers of positions met before, in a fixed budget.
//!
//! A bucket is one cache line of three entries, found by a hash of the whole key, which every entry keeps in
//! full: an answer never belongs to another position. The first word has a lock for those who write and counts
//! how often that happened, so that who reads sees whether an entry was changed meanwhile. A new entry takes the place of the one in its
//! bucket with the least work behind it, since that is the cheapest to find again; what is proved or refuted
//! needs no other protection, because the search ends there.
//!
//! The table starts small, for most searches are, and grows when half of it is in use, up to the budget.

use super::numbers::Numbers;
use crate::value::CanonicalForm;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// What an entry is found by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// The occupied cells.
    pub(super) occupied: u64,
    /// The value beside them.
    pub(super) beside: CanonicalForm,
    /// The number of the board.
    pub(super) board: u16,
    /// Whether White is to move.
    pub(super) white_to_move: bool,
}

impl Key {
    fn low_word(self) -> u64 {
        u64::from(self.beside.to_raw()) << 32
            | u64::from(self.board) << 17
            | u64::from(self.white_to_move) << 16
    }

    fn hash(self) -> u64 {
        let mix = |word: u64| {
            let word = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (word ^ (word >> 29)).wrapping_mul(0xd6e8_feb8_6659_fd93)
        };
        let hash = mix(self.occupied ^ mix(self.low_word()));
        hash ^ (hash >> 32)
    }
}

/// The most boards that keys can tell apart.
pub(super) const MAX_BOARDS: usize = 1 << 15;

/// Entries of a bucket.
const WAYS: usize = 3;
/// Words of a bucket: the lock and the works; the disproof numbers; and for each entry its cells, and the
/// rest of its key with its proof number.
const WORDS: usize = 8;
const LOCK: u64 = 1 << 63;
/// The bits of the first word that hold the works; between them and the lock writers are counted.
const WORK_BITS: u32 = 8 * WAYS as u32;

#[repr(align(64))]
#[derive(Default)]
struct Bucket([AtomicU64; WORDS]);

/// An entry as it stands in a bucket.
#[derive(Clone, Copy, Default)]
struct Entry {
    occupied: u64,
    /// The rest of the key, with the proof number in the lowest 16 bits.
    rest: u64,
    disproof: u16,
    /// The logarithm of the nodes searched for it, 0 if the place is free.
    work: u8,
}

impl Entry {
    fn is_of(&self, key: Key) -> bool {
        self.work != 0 && self.occupied == key.occupied && self.rest & !0xffff == key.low_word()
    }

    fn numbers(&self) -> Numbers {
        Numbers::unpack(self.rest as u16, self.disproof)
    }

    fn key(&self) -> Key {
        Key {
            occupied: self.occupied,
            beside: CanonicalForm::from_raw((self.rest >> 32) as u32),
            board: (self.rest >> 17) as u16 & (MAX_BOARDS - 1) as u16,
            white_to_move: self.rest >> 16 & 1 == 1,
        }
    }
}

impl Bucket {
    /// Waits for the bucket; returns its first word.
    fn lock(&self) -> u64 {
        loop {
            let word = self.0[0].load(Ordering::Relaxed);
            let free = word & LOCK == 0;
            if free
                && self.0[0]
                    .compare_exchange_weak(word, word | LOCK, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
            {
                // Nothing that is written below is seen before the lock.
                fence(Ordering::Release);
                return word;
            }
            std::hint::spin_loop();
        }
    }

    /// Lets others in; a first word that was changed counts one writer more.
    fn unlock(&self, first_word: u64) {
        let counted = first_word.wrapping_add(1 << WORK_BITS) & !LOCK;
        self.0[0].store(counted, Ordering::Release);
    }

    fn entry(&self, first_word: u64, way: usize) -> Entry {
        let word = |index: usize| self.0[index].load(Ordering::Relaxed);
        Entry {
            occupied: word(2 + 2 * way),
            rest: word(3 + 2 * way),
            disproof: (word(1) >> (16 * way)) as u16,
            work: (first_word >> (8 * way)) as u8,
        }
    }

    /// Writes an entry; returns the first word with its work.
    fn set(&self, first_word: u64, way: usize, entry: Entry) -> u64 {
        self.0[2 + 2 * way].store(entry.occupied, Ordering::Relaxed);
        self.0[3 + 2 * way].store(entry.rest, Ordering::Relaxed);
        let disproofs = self.0[1].load(Ordering::Relaxed) & !(0xffff << (16 * way));
        self.0[1].store(disproofs | u64::from(entry.disproof) << (16 * way), Ordering::Relaxed);
        first_word & !(0xff << (8 * way)) | u64::from(entry.work) << (8 * way)
    }
}

/// The table.
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    /// Entries that took a free place.
    used: AtomicU64,
}

const FIRST_BUCKETS: usize = 1 << 12;

/// The least memory a table makes sense with, in bytes.
pub(super) const LEAST_MEMORY: u64 = (FIRST_BUCKETS * size_of::<Bucket>()) as u64;

impl TranspositionTable {
    /// A table that grows up to so many bytes.
    pub(super) fn new(memory: u64) -> TranspositionTable {
        let most_buckets = (memory / size_of::<Bucket>() as u64).max(1) as usize;
        let buckets = FIRST_BUCKETS.min(most_buckets);
        TranspositionTable { buckets: empty_buckets(buckets), most_buckets, used: AtomicU64::new(0) }
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.buckets[..]) as u64
    }

    /// Whether it would profit from growing and may.
    pub(super) fn wants_to_grow(&self) -> bool {
        self.buckets.len() < self.most_buckets
            && self.used.load(Ordering::Relaxed) as usize > self.buckets.len() * WAYS / 2
    }

    /// Makes it larger, with all its entries.
    pub(super) fn grow(&mut self) {
        let larger = (self.buckets.len().saturating_mul(4)).min(self.most_buckets);
        // Old and new exist side by side for a moment, so the last step is one past a third of the budget.
        let larger = if larger * 2 > self.most_buckets { self.most_buckets } else { larger };
        let old = std::mem::replace(&mut self.buckets, empty_buckets(larger));
        self.used.store(0, Ordering::Relaxed);
        for entry in old.iter().flat_map(entries_of) {
            self.insert(entry.key(), entry);
        }
    }

    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key.hash()) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// The numbers of a position, if it is still there.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        let bucket = self.bucket(key);
        loop {
            // Reading takes no lock, which would make each look-up wait for the one before it.
            let first_word = bucket.0[0].load(Ordering::Acquire);
            let found = (0..WAYS).map(|way| bucket.entry(first_word, way)).find(|entry| entry.is_of(key));
            fence(Ordering::Acquire);
            let unchanged = bucket.0[0].load(Ordering::Relaxed) == first_word;
            if unchanged && first_word & LOCK == 0 {
                return found.map(|entry| entry.numbers());
            }
            std::hint::spin_loop();
        }
    }

    /// Keeps the numbers of a position, for which `nodes` were searched just now.
    pub(super) fn put(&self, key: Key, numbers: Numbers, nodes: u64) {
        let (proof, disproof) = numbers.pack();
        let entry = Entry {
            occupied: key.occupied,
            rest: key.low_word() | u64::from(proof),
            disproof,
            work: work_of(nodes),
        };
        self.insert(key, entry);
    }

    fn insert(&self, key: Key, mut entry: Entry) {
        let bucket = self.bucket(key);
        let first_word = bucket.lock();
        let ways: [Entry; WAYS] = std::array::from_fn(|way| bucket.entry(first_word, way));
        let way = match ways.iter().position(|other| other.is_of(key)) {
            Some(way) => {
                entry.work = added_work(ways[way].work, entry.work);
                way
            }
            None => {
                let least = (0..WAYS).min_by_key(|&way| ways[way].work).unwrap_or(0);
                if ways[least].work == 0 {
                    self.used.fetch_add(1, Ordering::Relaxed);
                }
                least
            }
        };
        let first_word = bucket.set(first_word, way, entry);
        bucket.unlock(first_word);
    }

    /// All entries with at least so much work behind them: their keys, numbers and nodes, roughly.
    pub(super) fn entries(&self, least_nodes: u64) -> impl Iterator<Item = (Key, Numbers, u64)> + '_ {
        let least_work = work_of(least_nodes);
        self.buckets
            .iter()
            .flat_map(entries_of)
            .filter(move |entry| entry.work >= least_work)
            .map(|entry| (entry.key(), entry.numbers(), nodes_of(entry.work)))
    }
}

fn empty_buckets(count: usize) -> Vec<Bucket> {
    std::iter::repeat_with(Bucket::default).take(count).collect()
}

fn entries_of(bucket: &Bucket) -> impl Iterator<Item = Entry> {
    let first_word = bucket.lock();
    let entries: [Entry; WAYS] = std::array::from_fn(|way| bucket.entry(first_word, way));
    bucket.unlock(first_word);
    entries.into_iter().filter(|entry| entry.work != 0)
}

/// Steps of the logarithm of the work in a doubling.
const WORK_STEPS: f64 = 6.0;

fn work_of(nodes: u64) -> u8 {
    (1.0 + WORK_STEPS * (nodes.max(1) as f64).log2()).min(255.0) as u8
}

fn nodes_of(work: u8) -> u64 {
    ((f64::from(work) - 1.0) / WORK_STEPS).exp2() as u64
}

fn added_work(before: u8, more: u8) -> u8 {
    work_of(nodes_of(before) + nodes_of(more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn key(occupied: u64, beside: u32) -> Key {
        Key {
            occupied,
            beside: CanonicalForm::from_raw(beside),
            board: (occupied % 7) as u16,
            white_to_move: occupied.is_multiple_of(3),
        }
    }

    fn numbers(seed: u64) -> Numbers {
        Numbers { proof: (1 + seed % 1000) as f64, disproof: (1 + seed % 17) as f64 }
    }

    #[test]
    fn what_is_found_is_what_was_put_there() {
        let mut table = TranspositionTable::new(1 << 22);
        let mut put = HashMap::new();
        let mut state = 1u64;
        for round in 0..40_000u64 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let key = key(state >> 40, (state >> 30) as u32 & 3);
            table.put(key, numbers(round), 1 + round % 100);
            put.insert((key.occupied, key.beside.to_raw()), numbers(round));
            if table.wants_to_grow() {
                table.grow();
            }
        }
        let found = put.iter().filter(|((occupied, beside), expected)| {
            let got = table.get(key(*occupied, *beside));
            got.inspect(|got| assert_eq!(got.pack(), expected.pack())).is_some()
        });
        let found = found.count();
        assert!(found * 10 > put.len() * 8, "{found} of {}", put.len());
        assert!(table.buckets.len() * size_of::<Bucket>() <= 1 << 22);
        assert_eq!(table.entries(1).count() as u64, table.used.load(Ordering::Relaxed));
        assert!(table.entries(50).count() < table.entries(1).count());
    }

    #[test]
    fn in_a_full_table_what_cost_most_stays() {
        let table = TranspositionTable::new(LEAST_MEMORY);
        table.put(key(5, 2), numbers(3), 1_000_000);
        for occupied in 1_000..200_000 {
            table.put(key(occupied, 2), numbers(occupied), 1);
        }
        assert_eq!(table.get(key(5, 2)).map(Numbers::pack), Some(numbers(3).pack()));
    }

    #[test]
    fn every_part_of_the_key_counts() {
        let table = TranspositionTable::new(LEAST_MEMORY);
        let key = key(77, 2);
        table.put(key, numbers(1), 1);
        let others = [
            Key { occupied: 78, ..key },
            Key { beside: CanonicalForm::from_raw(6), ..key },
            Key { board: key.board + 1, ..key },
            Key { white_to_move: !key.white_to_move, ..key },
        ];
        assert!(others.into_iter().all(|other| table.get(other).is_none()));
        assert!(table.get(key).is_some());
    }

    #[test]
    fn threads_never_see_half_an_entry() {
        let table = TranspositionTable::new(LEAST_MEMORY);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..20_000u64 {
                        let occupied = (round * 7 + thread) % 97;
                        table.put(key(occupied, 2), numbers(occupied), 1 + round % 9);
                        if let Some(found) = table.get(key(round % 97, 2)) {
                            assert_eq!(found.pack(), numbers(round % 97).pack());
                        }
                    }
                });
            }
        });
    }
}
