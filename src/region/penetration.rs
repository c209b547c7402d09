//! How far stones can get: Conway's pagoda function.
//!
//! Let σ = (√5 − 1)/2, so that σ + σ² = 1, and let a stone weigh σ^d at a target cell from which it is
//! d steps away (rows plus columns). A jump replaces stones at distances d and d ± 1 by one at least
//! as far as the nearer minus one, and the total weight at any target never grows (*Winning Ways*,
//! ch. 23). A stone on the target weighs 1: a cell at which stones weigh less than 1 is never reached.
//! On a line a block of stones so reaches one cell beyond its ends, since σ² + σ³ + … = 1 is not attained
//! by finitely many.
//!
//! Weights are computed in fixed point and rounded up, so that what is excluded is excluded for certain.

use smallvec::{SmallVec, smallvec};

use crate::board::bitboard::{CellSet, Plane, RowPlane, SquarePlane, WidePlane, WideSet};

/// A plane on which the cells that stones may reach can be bounded.
pub trait Penetration: Plane {
    /// Groups of stones are sought only where so many cells lie between the cells that they reach at
    /// once: nearer ones are too rarely independent to be worth the trouble.
    const GAP_BETWEEN_GROUPS: u32 = 1;

    /// To find the cells that a group can really reach, so many positions are enumerated at most.
    const EXACT_POSITIONS: usize = 0;

    /// A set that contains every cell of `playable` that `stones` can ever occupy.
    fn reachable(self, stones: Self::Set, playable: Self::Set) -> Self::Set;

    /// As [`Penetration::reachable`] where that is cheap enough to be asked for every position, else all
    /// of `playable`. Either way a position after a move never gets more than the one before it, so that
    /// regions come out the same on whichever way play leads to them.
    fn quickly_reachable(self, stones: Self::Set, playable: Self::Set) -> Self::Set {
        self.reachable(stones, playable)
    }

    /// Groups of stones that are seen at a glance not to interfere with each other.
    fn independent_groups(self, stones: Self::Set) -> Groups<Self::Set> {
        smallvec![stones]
    }
}

/// Some groups of stones.
pub type Groups<Set> = SmallVec<[Set; 8]>;

impl Penetration for RowPlane {
    #[inline]
    fn reachable(self, stones: u64, playable: u64) -> u64 {
        if stones == 0 {
            return 0;
        }
        let (first, last) = (stones.trailing_zeros(), stones.leading_zeros());
        let (left, right) = line_margins(stones);
        (u64::MAX << first.saturating_sub(left)) & (u64::MAX >> last.saturating_sub(right)) & playable
    }

    fn independent_groups(self, stones: u64) -> Groups<u64> {
        groups_on_a_line(stones)
    }
}

/// By how many cells, 0 or 1, stones on a line get beyond their first and their last one.
#[inline]
fn line_margins(stones: u64) -> (u32, u32) {
    let left = weight_before(stones >> stones.trailing_zeros());
    let right = weight_before(stones.reverse_bits() >> stones.leading_zeros());
    (u32::from(left >= ONE), u32::from(right >= ONE))
}

/// The weight at the cell before a line of stones.
#[inline]
fn weight_before(stones: u64) -> u16 {
    let mut weight = 0;
    // From the far end; a weight moves eight cells further before the next byte is added.
    for byte in stones.to_le_bytes().into_iter().rev() {
        if weight != 0 {
            weight = ((u32::from(weight) * SIGMA_8) >> 16) as u16 + 1;
        }
        weight += WEIGHT_BEFORE_BYTE[usize::from(byte)];
    }
    weight
}

/// σ⁸ in fixed point of 16 bits, rounded up.
const SIGMA_8: u32 = 1396;

/// The weight at the cell before a byte of stones.
static WEIGHT_BEFORE_BYTE: [u16; 256] = {
    let mut table = [0; 256];
    let mut stones = 0;
    while stones < 256 {
        let (mut cell, mut weight) = (0, one_step_further(ONE));
        while cell < 8 {
            if stones >> cell & 1 == 1 {
                table[stones] += weight;
            }
            (cell, weight) = (cell + 1, one_step_further(weight));
        }
        stones += 1;
    }
    table
};

/// Divides stones on a line into groups that stay clear of each other.
///
/// A group whose stones weigh less than 1 at the cell beyond an end never gets there, and no group gets
/// two cells beyond. So two neighbouring groups are independent by the theorem of the module if the gap
/// between them is larger than the number of ends, of the two that face it, that can be passed: the
/// cells where they may stand then neither coincide nor touch.
fn groups_on_a_line(stones: u64) -> Groups<u64> {
    let mut groups: Groups<u64> = Groups::new();
    let mut rest = stones;
    while rest != 0 {
        // A run of stones without a gap.
        let first = rest.trailing_zeros();
        let length = (rest >> first).trailing_ones();
        let mut group = (u64::MAX >> (64 - length)) << first;
        rest &= !group;
        while let Some(&before) = groups.last() {
            let gap = group.trailing_zeros() - (64 - before.leading_zeros());
            if gap > line_margins(before).1 + line_margins(group).0 {
                break;
            }
            group |= before;
            groups.pop();
        }
        groups.push(group);
    }
    groups
}

impl Penetration for SquarePlane {
    const GAP_BETWEEN_GROUPS: u32 = 2;

    fn reachable(self, stones: u64, playable: u64) -> u64 {
        heavy_square_cells(stones) & playable
    }

    #[inline]
    fn quickly_reachable(self, _stones: u64, playable: u64) -> u64 {
        playable
    }
}

impl Penetration for WidePlane {
    const EXACT_POSITIONS: usize = 2000;

    fn reachable(self, stones: Self::Set, playable: Self::Set) -> Self::Set {
        let last = playable.cells().map(|cell| self.coordinates(cell));
        let (rows, columns) = last.fold((0, 0), |(r, c), (row, column)| (r.max(row + 1), c.max(column + 1)));
        heavy_cells(self, rows, columns, stones, playable)
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

/// The cells of `playable` at which the stones weigh at least 1, on any plane.
fn heavy_cells(plane: WidePlane, rows: usize, columns: usize, stones: WideSet, playable: WideSet) -> WideSet {
    let mut weights = vec![0; rows * columns];
    for stone in stones.cells() {
        let (row, column) = plane.coordinates(stone);
        weights[row * columns + column] = ONE;
    }
    for row in 0..rows {
        spread_line(&mut weights, row * columns, 1, columns);
    }
    for column in 0..columns {
        spread_line(&mut weights, column, columns, rows);
    }
    let heavy = |&cell: &usize| {
        let (row, column) = plane.coordinates(cell);
        weights[row * columns + column] >= ONE
    };
    playable.cells().filter(heavy).fold(WideSet::EMPTY, |heavy, cell| heavy | WideSet::single(cell))
}

/// Replaces the weights along a line by what they amount to at each of its cells.
fn spread_line(weights: &mut [u16], start: usize, step: usize, length: usize) {
    let line: Vec<usize> = (0..length).map(|i| start + i * step).collect();
    let own: Vec<u16> = line.iter().map(|&cell| weights[cell]).collect();
    let mut pass = |order: &mut dyn Iterator<Item = usize>| {
        let mut behind = 0;
        for i in order {
            behind = one_step_further(behind);
            weights[line[i]] += behind;
            behind += own[i];
        }
    };
    pass(&mut (0..length));
    pass(&mut (0..length).rev());
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
            let wide = heavy_cells(plane, 8, 8, widen(stones), widen(u64::MAX));
            assert_eq!(wide, widen(heavy_square_cells(stones)));
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

    #[test]
    fn a_block_on_a_line_reaches_one_cell_further() {
        assert_eq!(RowPlane.reachable(0b0011_0100, 0xff), 0b0111_1110);
        assert_eq!(RowPlane.reachable(0b0001_0100, 0xff), 0b0001_1100);
        assert_eq!(RowPlane.reachable(0b1101_1000, u64::MAX), 0b1_1111_1100);
        assert_eq!(RowPlane.reachable(0b1, u64::MAX), 0b1);
        assert_eq!(RowPlane.reachable(0b11 << 62, u64::MAX), 0b111 << 61);
        assert_eq!(RowPlane.reachable(0b11, u64::MAX), 0b111);
        assert_eq!(RowPlane.reachable(0, u64::MAX), 0);
    }

    #[test]
    fn margins_on_a_line_are_those_of_the_weights() {
        let mut state = 3u64;
        for _ in 0..2000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let stones = (state >> 20 | 1 << 20 | 1) << 1 & (u64::MAX >> (state >> 59));
            let cells: Vec<usize> = stones.cells().collect();
            let (first, last) = (cells[0], cells[cells.len() - 1]);
            let (left, right) = line_margins(stones);
            let exact = |target: usize| weight(RowPlane, &cells, target);
            for (margin, weight) in [(left, exact(first - 1)), (right, exact(last + 1))] {
                assert!(margin == 1 || weight < 1.0, "{weight} beyond an end of {stones:b} was excluded");
                assert!(margin == 0 || weight > 0.99, "{weight} beyond an end of {stones:b} was kept");
            }
        }
    }
}
