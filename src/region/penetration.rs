//! How far stones can get: Conway's pagoda function.
//!
//! Let σ = (√5 − 1)/2, so that σ + σ² = 1, and let a stone weigh σ^d at a target cell from which it is
//! d steps away (rows plus columns). A jump towards the target replaces stones at distances d + 2 and
//! d + 1 by one at d, of the same weight; any other jump loses weight. So the total weight at a target
//! never grows (*Winning Ways*, ch. 23). A stone on the target weighs 1: a cell at which stones weigh less than 1 is never reached.
//! What this means on a line is worked out in `line`.
//!
//! Weights are computed in fixed point and rounded up, so that what is excluded is excluded for certain.

use super::line::groups_on_a_line;
use crate::board::bitboard::{
    CellSet, Direction, Plane, RectanglePlane, RowPlane, SquarePlane, WidePlane, WideSet,
};
use smallvec::{SmallVec, smallvec};

/// A plane on which the cells that stones may reach can be bounded.
pub trait Penetration: Plane {
    /// Groups of stones are sought only where so many cells lie between the cells that they reach at
    /// once: nearer ones are too rarely independent to be worth the trouble. None are sought for 0.
    fn gap_between_groups(self) -> u32;

    /// To find the cells that a small group can really reach, so many positions are enumerated at most.
    const EXACT_POSITIONS: usize = 0;

    /// A set that contains every cell of `playable` that `stones` can ever occupy.
    fn reachable(self, stones: Self::Set, playable: Self::Set) -> Self::Set;

    /// Groups of stones that are seen at a glance not to interfere with each other, each with a bound on
    /// the cells that it can reach, where that is cheap enough to be asked for every position.
    ///
    /// A position after a move never gets a larger bound than the one before it, so that regions come
    /// out the same on whichever way play leads to them.
    fn independent_groups(self, stones: Self::Set, playable: Self::Set) -> Groups<Self::Set> {
        smallvec![(stones, self.reachable(stones, playable))]
    }

    /// The cells linked to `seed` by jumps over the given cells, along rows and along columns; each jump
    /// links its three cells. The seed is the first cell that any of the jumps links.
    #[inline]
    fn linked(self, [along_rows, along_columns]: [Self::Set; 2], seed: Self::Set) -> Self::Set {
        let grow = |set: Self::Set, centres: Self::Set, forth: Direction, back: Direction| {
            let touched = centres & (set | self.shift(set, forth) | self.shift(set, back));
            set | touched | self.shift(touched, forth) | self.shift(touched, back)
        };
        let mut linked = seed;
        loop {
            let grown = grow(linked, along_rows, Direction::East, Direction::West);
            let grown = grow(grown, along_columns, Direction::South, Direction::North);
            if grown == linked {
                return linked;
            }
            linked = grown;
        }
    }
}

/// Some groups of stones, each with a bound on the cells that it can reach.
pub type Groups<Set> = SmallVec<[(Set, Set); 8]>;

impl Penetration for RowPlane {
    /// On a line [`Penetration::independent_groups`] finds what there is to find.
    #[inline]
    fn gap_between_groups(self) -> u32 {
        0
    }

    #[inline]
    fn reachable(self, stones: u64, playable: u64) -> u64 {
        groups_on_a_line(self, stones, playable).iter().fold(0, |all, (_, reachable)| all | reachable)
    }

    #[inline]
    fn independent_groups(self, stones: u64, playable: u64) -> Groups<u64> {
        groups_on_a_line(self, stones, playable)
    }

    #[inline]
    fn linked(self, [along, _]: [u64; 2], _seed: u64) -> u64 {
        // Bit i of the links joins cells i and i + 1; adding one at the lowest carries through its run.
        let links = along | along >> 1;
        let lowest = links & links.wrapping_neg();
        let run = links & !links.wrapping_add(lowest);
        run | run << 1
    }
}

impl Penetration for SquarePlane {
    #[inline]
    fn gap_between_groups(self) -> u32 {
        2
    }

    fn reachable(self, stones: u64, playable: u64) -> u64 {
        heavy_square_cells(stones) & playable
    }

    #[inline]
    fn independent_groups(self, stones: u64, playable: u64) -> Groups<u64> {
        smallvec![(stones, playable)]
    }
}

impl Penetration for RectanglePlane {
    #[inline]
    fn gap_between_groups(self) -> u32 {
        if self.size().0 == 1 { 0 } else { 2 }
    }

    fn reachable(self, stones: u64, playable: u64) -> u64 {
        heavy_cells_of_rectangle(self, stones) & playable
    }

    #[inline]
    fn independent_groups(self, stones: u64, playable: u64) -> Groups<u64> {
        if self.size().0 == 1 {
            return groups_on_a_line(self, stones, playable);
        }
        smallvec![(stones, playable)]
    }
}

impl Penetration for WidePlane {
    const EXACT_POSITIONS: usize = 256;

    fn gap_between_groups(self) -> u32 {
        if self.is_row() { 0 } else { 1 }
    }

    fn independent_groups(self, stones: WideSet, playable: WideSet) -> Groups<WideSet> {
        if self.is_row() {
            return groups_on_a_line(self, stones, playable);
        }
        smallvec![(stones, self.reachable(stones, playable))]
    }

    fn reachable(self, stones: WideSet, playable: WideSet) -> WideSet {
        heavy_cells(self, stones) & playable
    }
}

/// The weight 1 in fixed point. A weight is less than 18, what the stones of a full plane would weigh, so
/// that all weights fit 16 bits.
const ONE: u16 = 1 << 11;
/// σ in fixed point of 16 bits, rounded up.
const SIGMA: u32 = 40504;

/// The weight one step further away, rounded up.
#[inline]
const fn one_step_further(weight: u16) -> u16 {
    ((weight as u32 * SIGMA) >> 16) as u16 + (weight != 0) as u16
}

/// The weights along a row of 8 cells of the stones in it, for each set of stones.
static ROW_WEIGHTS: [[u16; 8]; 256] = row_weights();

const fn row_weights() -> [[u16; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut stones = 0;
    while stones < 256 {
        let mut stone = 0;
        while stone < 8 {
            if stones >> stone & 1 == 1 {
                add_stone(&mut table[stones], stone);
            }
            stone += 1;
        }
        stones += 1;
    }
    table
}

const fn add_stone(weights: &mut [u16; 8], stone: usize) {
    weights[stone] += ONE;
    let (mut cell, mut weight) = (stone, ONE);
    while cell < 7 {
        (cell, weight) = (cell + 1, one_step_further(weight));
        weights[cell] += weight;
    }
    (cell, weight) = (stone, ONE);
    while cell > 0 {
        (cell, weight) = (cell - 1, one_step_further(weight));
        weights[cell] += weight;
    }
}

/// The cells of the square plane at which the stones weigh at least 1.
///
/// The distance is the sum of two parts, so weights spread along rows first, then along columns.
#[inline]
fn heavy_square_cells(stones: u64) -> u64 {
    let mut own = [[0u16; 8]; 8];
    for (row, stones) in stones.to_le_bytes().into_iter().enumerate() {
        own[row] = ROW_WEIGHTS[usize::from(stones)];
    }
    let (mut behind, mut ahead) = ([[0u16; 8]; 8], [[0u16; 8]; 8]);
    for row in 1..8 {
        for column in 0..8 {
            behind[row][column] = one_step_further(behind[row - 1][column] + own[row - 1][column]);
            ahead[7 - row][column] = one_step_further(ahead[8 - row][column] + own[8 - row][column]);
        }
    }
    let mut heavy = 0;
    for row in 0..8 {
        for column in 0..8 {
            let weight = own[row][column] + behind[row][column] + ahead[row][column];
            heavy |= u64::from(weight >= ONE) << (8 * row + column);
        }
    }
    heavy
}

/// The cells at which the stones weigh at least 1, on the wide plane.
fn heavy_cells(plane: WidePlane, stones: WideSet) -> WideSet {
    let weights = weights::<_, { WideSet::CELLS }>(plane, plane.size(), stones);
    WideSet::from_fn(|cell| weights[cell] >= ONE)
}

/// The cells of a rectangle at which the stones weigh at least 1: no others are ever reached.
pub(super) fn heavy_cells_of_rectangle(plane: RectanglePlane, stones: u64) -> u64 {
    let weights = weights::<_, { RectanglePlane::MAX_CELLS }>(plane, plane.size(), stones);
    (0..RectanglePlane::MAX_CELLS).fold(0, |heavy, cell| heavy | u64::from(weights[cell] >= ONE) << cell)
}

/// What the stones weigh at each cell of a board of so many rows and columns on any plane.
fn weights<P: Plane, const CELLS: usize>(
    plane: P,
    (rows, columns): (usize, usize),
    stones: P::Set,
) -> [u16; CELLS] {
    let step_down = plane.index(1, 0);
    let mut own = [0u16; CELLS];
    stones.cells().for_each(|stone| own[stone] = ONE);
    let mut along_rows = own;
    (0..rows).for_each(|row| spread_line(&own, &mut along_rows, plane.index(row, 0), 1, columns));
    let mut weights = along_rows;
    (0..columns).for_each(|column| spread_line(&along_rows, &mut weights, column, step_down, rows));
    weights
}

/// Adds to each weight along a line what its own ones amount to at the other cells.
fn spread_line(own: &[u16], weights: &mut [u16], start: usize, step: usize, length: usize) {
    let (mut behind, mut ahead) = (0, 0);
    for i in 1..length {
        let (here, before) = (start + i * step, start + (i - 1) * step);
        behind = one_step_further(behind + own[before]);
        weights[here] += behind;
        let (here, after) = (start + (length - 1 - i) * step, start + (length - i) * step);
        ahead = one_step_further(ahead + own[after]);
        weights[here] += ahead;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_square_planes_agree() {
        let plane = WidePlane::new(8, 8).unwrap();
        let widen = |set: u64| {
            set.cells()
                .fold(WideSet::EMPTY, |wide, cell| wide | WideSet::single(plane.index(cell / 8, cell % 8)))
        };
        for stones in [0x0000_0010_1800_0000, 0x0000_3c3c_3c3c_0000, 0x8100_0000_0000_0081] {
            let wide = heavy_cells(plane, widen(stones));
            assert_eq!(wide, widen(heavy_square_cells(stones)));
            let rectangle = RectanglePlane::new(8, 8).unwrap();
            assert_eq!(heavy_cells_of_rectangle(rectangle, stones), heavy_square_cells(stones));
        }
    }

    /// The weight in floating point, straight from the definition.
    fn weight(plane: impl Plane, stones: &[usize], target: usize) -> f64 {
        let (row, column) = plane.coordinates(target);
        let sigma = (5f64.sqrt() - 1.0) / 2.0;
        stones
            .iter()
            .map(|&stone| {
                let (r, c) = plane.coordinates(stone);
                sigma.powi((r.abs_diff(row) + c.abs_diff(column)) as i32)
            })
            .sum()
    }

    #[test]
    fn exactly_the_light_cells_are_excluded() {
        let mut state = 7u64;
        for _ in 0..200 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let stones = state & state.rotate_left(17) & 0x0000_3c3c_3c3c_0000;
            let cells: Vec<usize> = stones.cells().collect();
            let heavy = heavy_square_cells(stones);
            for cell in 0..64 {
                let weight = weight(SquarePlane, &cells, cell);
                assert!(heavy >> cell & 1 == 1 || weight < 1.0, "{weight} at {cell} was excluded");
                assert!(heavy >> cell & 1 == 0 || weight > 0.99, "{weight} at {cell} was kept");
            }
        }
    }
}
