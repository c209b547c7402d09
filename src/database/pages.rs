//! Checksums of the pages of a file.

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of a page; the last one may be shorter.
pub(super) const PAGE: usize = 1 << 16;

/// The checksums of the pages of what is written one piece after another.
#[derive(Default)]
pub(super) struct PageChecksums {
    checksums: Vec<u64>,
    /// What stands in the page that is not full yet.
    open: Vec<u8>,
}

impl PageChecksums {
    /// Takes in the next bytes of the file.
    pub(super) fn update(&mut self, mut bytes: &[u8]) {
        if !self.open.is_empty() {
            let (first, rest) = bytes.split_at(bytes.len().min(PAGE - self.open.len()));
            self.open.extend_from_slice(first);
            bytes = rest;
            if self.open.len() < PAGE {
                return;
            }
            self.checksums.push(xxh3_64(&self.open));
            self.open.clear();
        }
        let pages = bytes.par_chunks_exact(PAGE);
        self.open.extend_from_slice(pages.remainder());
        self.checksums.par_extend(pages.map(xxh3_64));
    }

    /// The checksums of all pages.
    pub(super) fn finish(mut self) -> Vec<u64> {
        if !self.open.is_empty() {
            self.checksums.push(xxh3_64(&self.open));
        }
        self.checksums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_do_not_depend_on_the_pieces() {
        let bytes: Vec<u8> = (0..3 * PAGE + 700).map(|i| ((i * i) >> 7) as u8).collect();
        let expected: Vec<u64> = bytes.chunks(PAGE).map(xxh3_64).collect();
        for piece in [100, 5000, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE + 5, bytes.len()] {
            let mut pages = PageChecksums::default();
            bytes.chunks(piece).for_each(|piece| pages.update(piece));
            assert_eq!(pages.finish(), expected, "{piece}");
        }
        assert_eq!(PageChecksums::default().finish(), []);
    }
}
