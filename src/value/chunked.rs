//! Append-only arrays that many threads read while others append.
//!
//! Memory comes in chunks that never move, so a reader needs no lock: it follows one pointer to the
//! chunk and one into it. The words are relaxed atomics, as an index reaches a reader only through
//! something that orders the writes before it (the lock of the interning table, or the join of a
//! parallel loop).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A machine word that can live in a [`Chunked`] array.
pub(super) trait Word: Default {
    /// The plain integer the word holds.
    type Plain: Copy;
    fn read(&self) -> Self::Plain;
    fn write(&self, value: Self::Plain);
}

impl Word for AtomicU32 {
    type Plain = u32;
    fn read(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }
    fn write(&self, value: u32) {
        self.store(value, Ordering::Relaxed);
    }
}

impl Word for AtomicU64 {
    type Plain = u64;
    fn read(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }
    fn write(&self, value: u64) {
        self.store(value, Ordering::Relaxed);
    }
}

/// An append-only array of words in chunks of `2^CHUNK_BITS`.
pub(super) struct Chunked<W, const CHUNK_BITS: u32> {
    chunks: Box<[OnceLock<Box<[W]>>]>,
    used: AtomicU64,
}

impl<W: Word, const CHUNK_BITS: u32> Chunked<W, CHUNK_BITS> {
    const CHUNK: u64 = 1 << CHUNK_BITS;

    /// An empty array with room for at most `chunks` chunks.
    pub(super) fn with_chunks(chunks: usize) -> Self {
        Chunked { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), used: AtomicU64::new(0) }
    }

    /// Reserves `count` consecutive words within one chunk and returns the index of the first, or
    /// `None` when the array is full.
    pub(super) fn reserve(&self, count: u64) -> Option<u64> {
        debug_assert!(count <= Self::CHUNK);
        loop {
            let start = self.used.fetch_add(count, Ordering::Relaxed);
            let last = start + count.max(1) - 1;
            let chunk = (last >> CHUNK_BITS) as usize;
            if chunk >= self.chunks.len() {
                return None;
            }
            if start >> CHUNK_BITS == last >> CHUNK_BITS {
                self.chunks[chunk].get_or_init(|| (0..Self::CHUNK).map(|_| W::default()).collect());
                return Some(start);
            }
        }
    }

    /// The `count` words from `start` on, all of one chunk.
    #[inline]
    pub(super) fn slice(&self, start: u64, count: usize) -> &[W] {
        if count == 0 {
            return &[];
        }
        let chunk = self.chunks[(start >> CHUNK_BITS) as usize].get().expect("reserved before it is read");
        let offset = (start & (Self::CHUNK - 1)) as usize;
        &chunk[offset..offset + count]
    }

    /// Writes the words from `start` on.
    pub(super) fn write(&self, start: u64, words: impl ExactSizeIterator<Item = W::Plain>) {
        let slots = self.slice(start, words.len());
        for (slot, word) in slots.iter().zip(words) {
            slot.write(word);
        }
    }

    /// Number of words reserved so far.
    pub(super) fn len(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Bytes that the words reserved so far occupy.
    pub(super) fn bytes(&self) -> u64 {
        self.len() * size_of::<W>() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_never_cross_a_chunk_and_fullness_is_reported() {
        let array: Chunked<AtomicU32, 3> = Chunked::with_chunks(2);
        assert_eq!(array.reserve(5), Some(0));
        assert_eq!(array.reserve(5), Some(10)); // 5..10 would cross into the second chunk
        array.write(10, [1, 2, 3, 4, 5].into_iter());
        assert_eq!(array.slice(10, 5).iter().map(Word::read).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
        assert_eq!(array.reserve(5), None);
    }
}
