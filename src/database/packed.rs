//! Codes of values in as few bytes as the largest of them needs.

use rayon::prelude::*;

/// A value: its id, doubled, and one more for the negative of the value with that id.
pub(super) type Code = u32;

/// The number of bytes, 1 to 4, that codes up to this one need.
pub(super) fn width_of(largest: Code) -> u8 {
    (4 - largest.leading_zeros() / 8).max(1) as u8
}

/// Codes side by side.
#[derive(Clone, Copy)]
pub(super) struct PackedCodes<'a> {
    bytes: &'a [u8],
    width: usize,
}

impl<'a> PackedCodes<'a> {
    /// The codes in these bytes; the width must be 1 to 4.
    pub(super) fn new(bytes: &'a [u8], width: u8) -> PackedCodes<'a> {
        PackedCodes { bytes, width: width.into() }
    }

    pub(super) fn len(self) -> usize {
        self.bytes.len() / self.width
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Code> + 'a {
        self.bytes.chunks_exact(self.width).map(unpack)
    }

    /// As many codes at once as a task is worth, for a parallel loop.
    pub(super) fn par_chunks(self, codes: usize) -> impl IndexedParallelIterator<Item = PackedCodes<'a>> {
        let width = self.width;
        self.bytes.par_chunks(codes * width).map(move |bytes| PackedCodes { bytes, width })
    }
}

/// The code in one to four bytes.
#[inline]
pub(super) fn unpack(bytes: &[u8]) -> Code {
    bytes.iter().rev().fold(0, |code, &byte| code << 8 | Code::from(byte))
}

/// Writes a code in so many bytes.
#[inline]
pub(super) fn pack(code: Code, bytes: &mut [u8]) {
    bytes.copy_from_slice(&code.to_le_bytes()[..bytes.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_from_as_few_bytes_as_they_need() {
        let sizes = [(0, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 3), (0xFF_FFFF, 3), (1 << 24, 4)];
        for (code, width) in sizes.into_iter().chain([(u32::MAX, 4)]) {
            assert_eq!(width_of(code), width);
            let mut bytes = vec![0; 2 * usize::from(width)];
            pack(code, &mut bytes[usize::from(width)..]);
            assert_eq!(PackedCodes::new(&bytes, width).iter().collect::<Vec<_>>(), [0, code]);
        }
    }
}
