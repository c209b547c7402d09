//! Memos of comparisons and sums: bounded, and exact in what they answer.

use super::CanonicalForm;
use rustc_hash::FxHashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Remembers whether a ≤ b for the pairs met last.
///
/// A fixed table where a new entry overwrites an old one: an entry is one word that holds both handles
/// in full (30 bits each) and the answer, so that it needs no lock and never answers for another pair.
pub(super) struct ComparisonMemo {
    entries: Box<[AtomicU64]>,
    shift: u32,
}

const HANDLE_BITS: u32 = 30;
const KNOWN: u64 = 1 << 60;
const TRUE: u64 = 1 << 61;

impl ComparisonMemo {
    pub(super) fn new(bits: u32) -> ComparisonMemo {
        let bits = bits.clamp(1, 32);
        ComparisonMemo { entries: (0..1u64 << bits).map(|_| AtomicU64::new(0)).collect(), shift: 64 - bits }
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        self.entries.len() as u64 * 8
    }

    /// The entry for a ≤ b, the same as for -b ≤ -a, and the slot where it would stand.
    fn key(&self, a: CanonicalForm, b: CanonicalForm) -> (u64, usize) {
        let pack = |a: CanonicalForm, b: CanonicalForm| {
            u64::from(a.bits()) | u64::from(b.bits()) << HANDLE_BITS | KNOWN
        };
        let key = pack(a, b).min(pack(-b, -a));
        (key, (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize)
    }

    pub(super) fn get(&self, a: CanonicalForm, b: CanonicalForm) -> Option<bool> {
        let (key, slot) = self.key(a, b);
        let entry = self.entries[slot].load(Ordering::Relaxed);
        (entry & !TRUE == key).then_some(entry & TRUE != 0)
    }

    pub(super) fn insert(&self, a: CanonicalForm, b: CanonicalForm, le: bool) {
        let (key, slot) = self.key(a, b);
        self.entries[slot].store(key | if le { TRUE } else { 0 }, Ordering::Relaxed);
    }
}

const SHARDS: usize = 64;

/// Remembers sums; a shard that is full is emptied.
pub(super) struct SumMemo {
    shards: Box<[Mutex<FxHashMap<u64, CanonicalForm>>]>,
    most_per_shard: usize,
}

impl SumMemo {
    pub(super) fn new(entries: usize) -> SumMemo {
        SumMemo {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most_per_shard: (entries / SHARDS).max(16),
        }
    }

    /// The key of a + b = b + a = -((-a) + (-b)), and whether the entry is of the negative.
    fn key(a: CanonicalForm, b: CanonicalForm) -> (u64, bool) {
        let pack = |a: CanonicalForm, b: CanonicalForm| {
            let (low, high) = if a.bits() <= b.bits() { (a, b) } else { (b, a) };
            u64::from(low.bits()) | u64::from(high.bits()) << 32
        };
        let (key, mirrored) = (pack(a, b), pack(-a, -b));
        (key.min(mirrored), mirrored < key)
    }

    fn shard(&self, key: u64) -> &Mutex<FxHashMap<u64, CanonicalForm>> {
        &self.shards[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % SHARDS]
    }

    pub(super) fn get(&self, a: CanonicalForm, b: CanonicalForm) -> Option<CanonicalForm> {
        let (key, negated) = Self::key(a, b);
        let sum = *self.shard(key).lock().expect("no panic while held").get(&key)?;
        Some(if negated { -sum } else { sum })
    }

    pub(super) fn insert(&self, a: CanonicalForm, b: CanonicalForm, sum: CanonicalForm) {
        let (key, negated) = Self::key(a, b);
        let mut shard = self.shard(key).lock().expect("no panic while held");
        if shard.len() >= self.most_per_shard {
            shard.clear();
        }
        shard.insert(key, if negated { -sum } else { sum });
    }

    /// Bytes held: a key, a form and a control byte for each entry that there is room for.
    pub(super) fn bytes(&self) -> u64 {
        let entries: usize =
            self.shards.iter().map(|s| s.lock().expect("no panic while held").capacity()).sum();
        entries as u64 * 20
    }
}
