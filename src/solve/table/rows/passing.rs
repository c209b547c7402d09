//! Jumps in a row, and which stones pass the ends towards which.
//!
//! Let a stone jump east from cell i over i + 1 to i + 2, and cells i and i + 1 be empty after it.
//!
//! * East of i + 2 the same stones pass east as before: a stone on i + 3 did, over the pair on i and i + 1,
//!   and does, being of a pair with the stone on i + 2; if i + 3 is empty, no stone passes over it, as before
//!   two empty cells and now one stone with two empty cells were behind it. The stone on i + 2 does not pass.
//!   Those west of i have nothing changed behind them.
//! * The stone on i + 2 passes west if there is a stone on i + 3, or one on i + 4 that does. Nothing has
//!   changed for the stones east of it. The stones west of i that saw a pair over cells up to i − 1, in
//!   which no two neighbours are alike, see two empty cells now; others see a pair still.
//!
//! So after a jump nothing need be sought: what changes is a run of alternating cells.

use super::{Row, mirror};
use crate::board::bitboard::{CellSet, RowPlane};
use crate::region::passing_stones;

/// The stones of a row, and those of them that pass the cell after them in either direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Passing {
    stones: u64,
    east: u64,
    west: u64,
}

impl Passing {
    /// Finds the stones that pass.
    #[inline]
    pub(super) fn of(stones: u64) -> Passing {
        let [east, west] = passing_stones(RowPlane, stones);
        Passing { stones, east, west }
    }

    /// The same seen from the other end of a row.
    #[inline]
    pub(super) fn mirrored(self, cells: usize) -> Passing {
        let [stones, east, west] = [self.stones, self.west, self.east].map(|set| mirror(set, cells));
        Passing { stones, east, west }
    }

    /// The stones that can jump east in a row of these cells.
    #[inline]
    pub(super) fn movers(self, all: u64) -> u64 {
        self.stones & self.stones >> 1 & !self.stones >> 2 & all >> 2
    }

    /// The row after the stone on cell `from` jumped east.
    #[inline]
    pub(super) fn jumped(self, from: usize) -> Passing {
        let left = 3 << from;
        let passes_west = (self.stones >> 1 | self.west >> 2) & 4 << from;
        let before = (1 << from) - 1;
        let alike = !(self.stones ^ self.stones >> 1) & before >> 1;
        let alternating = before & !u64::MAX.checked_shr(alike.leading_zeros()).unwrap_or(0);
        Passing {
            stones: self.stones ^ 7 << from,
            east: self.east & !left,
            west: self.west & !(left | alternating) | passes_west,
        }
    }

    /// Calls `found(first, row)` for the connected rows that a row of these cells is the sum of; `first` is
    /// the number of the cell where one begins.
    #[inline]
    pub(super) fn for_each_part(self, all: u64, mut found: impl FnMut(usize, Row)) {
        let Passing { stones, east, west } = self;
        let mut rest = (east | west | east << 1 | west >> 1) & all;
        while rest != 0 {
            let first = rest.first();
            let cells = (rest >> first).trailing_ones() as usize;
            let run = u64::up_to(cells - 1);
            found(first, Row { stones: stones >> first & run, cells });
            rest &= !(run << first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_jump_the_same_stones_pass_as_are_sought_anew() {
        let cells = 14;
        for stones in 0..1u64 << cells {
            let passing = Passing::of(stones);
            for from in passing.movers(u64::up_to(cells - 1)).cells() {
                let jumped = passing.jumped(from);
                assert_eq!(jumped, Passing::of(stones ^ 7 << from), "{stones:b} from {from}");
            }
            assert_eq!(passing.mirrored(cells), Passing::of(mirror(stones, cells)));
        }
    }
}
