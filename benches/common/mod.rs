//! The positions that the benchmarks share, each made the same way on every run.

#![allow(dead_code, reason = "each benchmark that includes this file uses some of it")]

use konane::board::{Cell, Pattern, Position};
use konane::solve::{Monitor, ValueSolver};
use konane::value::{CanonicalForm, ValueStore};

/// A checkered 5×5 board full of stones but for two in the middle of a row.
pub const START_5X5: &str = "xoxox/oxoxo/x..ox/oxoxo/xoxox";

/// A small position of value other than a number, alone on its board.
pub const FOUR_BY_FIVE: &str = "...../.xo../.oxo./.....";

/// Reads a position that is written in a benchmark.
pub fn position(text: &str) -> Position {
    text.parse().expect("the benchmarks' positions are well formed")
}

/// A pattern with empty rows above and below it and empty columns beside it.
pub fn pattern(text: &str, above: usize, beside: usize) -> Position {
    let pattern: Pattern = text.parse().expect("the benchmarks' patterns are well formed");
    pattern.position_with_margins(above, beside).expect("the benchmarks' boards are small")
}

/// The start of play on 4×6 with the middle pair of a row taken out.
pub fn start_4x6() -> Position {
    pattern("start 4 6 mid-h", 0, 0)
}

/// A full checkered block of 4×4 in the middle of an empty 8×8.
pub fn block_in_8x8() -> Position {
    pattern("rectangle 4 4", 2, 2)
}

/// A full checkered block of 4×5 in the middle of an empty 6×7.
pub fn block_in_6x7() -> Position {
    pattern("rectangle 4 5", 1, 1)
}

/// A hundred stones of alternating colours in the middle of a row of 250 cells.
pub fn solid_linear_100() -> Position {
    pattern("solid-linear 100", 0, 75)
}

/// Copies of a position next to each other with one empty column between neighbours.
pub fn side_by_side(text: &str, copies: usize) -> Position {
    let rows: Vec<String> = text.split('/').map(|row| vec![row; copies].join(".")).collect();
    position(&rows.join("/"))
}

/// Four copies of a small position, which are independent of each other.
pub fn four_copies() -> Position {
    side_by_side(FOUR_BY_FIVE, 4)
}

/// Twelve copies of `.ox.` in a row, which are independent of each other.
pub fn twelve_pairs() -> Position {
    side_by_side(".ox.", 12)
}

/// A stream of pseudo-random numbers (Steele, Lea and Flood's SplitMix64) that is the same on every
/// run and machine.
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is far below 2^64, so that all are about as likely.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }
}

/// Checkered positions in which each cell is occupied with a chance of `percent`.
pub fn random_positions(count: usize, rows: usize, columns: usize, percent: usize) -> Vec<Position> {
    let mut random = Random((rows * 1000 + columns) as u64);
    (0..count).map(|_| random_position(&mut random, rows, columns, percent)).collect()
}

fn random_position(random: &mut Random, rows: usize, columns: usize, percent: usize) -> Position {
    let mut position = Position::empty(rows, columns).expect("the benchmarks' boards are small");
    for row in 0..rows {
        for column in 0..columns {
            let stone = if (row + column).is_multiple_of(2) { Cell::Black } else { Cell::White };
            if random.below(100) < percent {
                position.set(row, column, stone);
            }
        }
    }
    position
}

/// The values of positions, with a solver that knows nothing yet.
pub fn evaluate(store: &ValueStore, positions: &[Position]) -> Vec<CanonicalForm> {
    ValueSolver::new(store, Default::default(), None)
        .values(positions, &Monitor::new())
        .expect("the benchmarks' positions have values")
}
