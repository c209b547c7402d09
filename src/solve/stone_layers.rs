//! The values of the positions of a board that have few stones.
//!
//! As in an endgame table a checkered position is the mask of its occupied cells, and as every move
//! removes a stone, positions are evaluated by rising number of stones. But here a value's address is the
//! rank of its mask among those with as many stones, so that nothing need be kept of fuller boards: of 6×7
//! all positions of up to eight stones take 0.6 GiB, where a table of all would take 16 TiB.
//!
//! The rank of a mask with bits p₀ < p₁ < … is C(p₀, 1) + C(p₁, 2) + … (the combinatorial number system),
//! which counts the masks with as many bits that are smaller.

use super::masks::{MaskBoard, position_of_mask};
use super::options::{FormMaker, OptionLists, form_makers};
use super::{MemoryCeiling, Monitor, SolveError};
use crate::board::{Position, Rules};
use crate::value::{CanonicalForm, ValueStore};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The most cells of a board.
pub const MAX_SEARCH_CELLS: usize = 64;

/// Masks that one parallel task runs through.
const TASK: u64 = 1 << 12;

/// Values of the positions of one board with Black on the colour of the first cell, as far as evaluated.
pub(super) struct StoneLayers {
    pub(super) rows: usize,
    pub(super) columns: usize,
    board: MaskBoard<u64>,
    /// For each number of stones the values by rank.
    layers: Vec<Vec<AtomicU32>>,
}

impl StoneLayers {
    /// Nothing evaluated yet; the board must have 1 to [`MAX_SEARCH_CELLS`] cells.
    pub(super) fn new(rows: usize, columns: usize, rules: Rules) -> StoneLayers {
        StoneLayers { rows, columns, board: MaskBoard::full(rows, columns, rules), layers: Vec::new() }
    }

    pub(super) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of positions with so many stones.
    pub(super) fn count(&self, stones: usize) -> u64 {
        choose(self.cells(), stones)
    }

    /// How many layers are evaluated: those of 0 stones, 1 stone, and so on.
    pub(super) fn evaluated(&self) -> usize {
        self.layers.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.layers.iter().map(|layer| 4 * layer.len() as u64).sum()
    }

    /// Evaluates the positions with one stone more, on the threads of the current rayon pool. What is
    /// used of `memory` already must not count the store.
    ///
    /// After an error what was evaluated before is still there.
    pub(super) fn add_layer(
        &mut self,
        store: &ValueStore,
        memory: MemoryCeiling,
        monitor: &Monitor,
    ) -> Result<(), SolveError> {
        let stones = self.layers.len();
        let count = self.count(stones);
        let needed = count.saturating_mul(4);
        memory.check(needed.saturating_add(store.bytes()))?;
        let layer = (0..count).map(|_| AtomicU32::new(CanonicalForm::ZERO.to_raw())).collect();
        self.layers.push(layer);
        let form_makers = form_makers(count.ilog2());
        let evaluated = (0..self.tasks(stones)).into_par_iter().try_for_each(|task| {
            monitor.check()?;
            memory.check(needed.saturating_add(store.bytes()))?;
            let mut form_maker = form_makers.of_this_thread();
            for mask in self.representatives(stones, task) {
                self.evaluate(store, &mut form_maker, mask)?;
            }
            monitor.advance(TASK.min(count - task * TASK));
            Ok(())
        });
        if evaluated.is_err() {
            self.layers.pop();
        }
        evaluated
    }

    fn evaluate(&self, store: &ValueStore, form_maker: &mut FormMaker, mask: u64) -> Result<(), SolveError> {
        let mut options = OptionLists::default();
        self.board.for_each_option(mask, |side, option| options.push(side, self.value(option)));
        let form = form_maker.form(store, &mut options)?;
        self.set(mask, form);
        for symmetry in &self.board.symmetries {
            self.set(symmetry.image(mask), if symmetry.swaps_colours { -form } else { form });
        }
        Ok(())
    }

    fn entry(&self, mask: u64) -> &AtomicU32 {
        &self.layers[mask.count_ones() as usize][rank(mask) as usize]
    }

    fn set(&self, mask: u64, form: CanonicalForm) {
        self.entry(mask).store(form.to_raw(), Ordering::Relaxed);
    }

    /// The value of a position whose layer is evaluated.
    pub(super) fn value(&self, mask: u64) -> CanonicalForm {
        CanonicalForm::from_raw(self.entry(mask).load(Ordering::Relaxed))
    }

    /// The number of tasks into which the masks with so many stones are divided.
    pub(super) fn tasks(&self, stones: usize) -> u64 {
        self.count(stones).div_ceil(TASK)
    }

    /// The masks of a task that are the least of their class under the symmetries of the board.
    pub(super) fn representatives(&self, stones: usize, task: u64) -> impl Iterator<Item = u64> + '_ {
        let ranks = task * TASK..((task + 1) * TASK).min(self.count(stones));
        masks_of_ranks(stones, ranks)
            .filter(|&mask| self.board.symmetries.iter().all(|symmetry| symmetry.image(mask) >= mask))
    }

    /// The position with this mask.
    pub(super) fn position(&self, mask: u64) -> Position {
        position_of_mask(self.rows, self.columns, mask)
    }
}

/// The binomial coefficients C(n, k) by k and n.
static CHOOSE: [[u64; MAX_SEARCH_CELLS + 1]; MAX_SEARCH_CELLS + 1] = binomial_coefficients();

const fn binomial_coefficients() -> [[u64; MAX_SEARCH_CELLS + 1]; MAX_SEARCH_CELLS + 1] {
    let mut table = [[0; MAX_SEARCH_CELLS + 1]; MAX_SEARCH_CELLS + 1];
    table[0] = [1; MAX_SEARCH_CELLS + 1];
    let mut k = 1;
    while k <= MAX_SEARCH_CELLS {
        let mut n = k;
        while n <= MAX_SEARCH_CELLS {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            n += 1;
        }
        k += 1;
    }
    table
}

/// C(n, k), for n up to [`MAX_SEARCH_CELLS`].
fn choose(n: usize, k: usize) -> u64 {
    CHOOSE.get(k).map_or(0, |row| row[n])
}

/// How many masks with as many bits are smaller.
#[inline]
fn rank(mask: u64) -> u64 {
    let (mut rest, mut rank, mut bits) = (mask, 0, 0);
    while rest != 0 {
        bits += 1;
        rank += CHOOSE[bits][rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    rank
}

/// The mask with so many bits that has this rank.
fn mask_of_rank(bits: usize, mut rank: u64) -> u64 {
    (1..=bits).rev().fold(0, |mask, bit| {
        let cell = CHOOSE[bit].partition_point(|&count| count <= rank) - 1;
        rank -= CHOOSE[bit][cell];
        mask | 1 << cell
    })
}

/// The masks with so many bits that have these ranks, in order.
fn masks_of_ranks(bits: usize, ranks: Range<u64>) -> impl Iterator<Item = u64> {
    let mut next = mask_of_rank(bits, ranks.start);
    ranks.map(move |_| {
        let mask = next;
        // The lowest run of ones: its topmost one moves up, the others go to the bottom.
        let run = mask.trailing_zeros();
        if mask != 0
            && let Some(raised) = mask.checked_add(1 << run)
        {
            let others = (raised ^ mask).count_ones() - 2;
            next = raised | (u64::MAX.checked_shr(64 - others).unwrap_or(0));
        }
        mask
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_smaller_masks() {
        for bits in 0..=12 {
            let masks = (0..1u64 << 12).filter(|mask| mask.count_ones() as usize == bits);
            for (expected, mask) in masks.clone().enumerate() {
                assert_eq!(rank(mask), expected as u64);
                assert_eq!(mask_of_rank(bits, expected as u64), mask);
            }
            let count = choose(12, bits);
            assert_eq!(masks_of_ranks(bits, 0..count).collect::<Vec<_>>(), masks.clone().collect::<Vec<_>>());
            let later = masks.skip(count as usize / 3);
            assert!(masks_of_ranks(bits, count / 3..count).eq(later));
        }
    }

    #[test]
    fn the_largest_board_has_ranks() {
        for bits in [0, 1, 2, 31, 32, 63, 64] {
            let (count, last) = (choose(64, bits), u64::MAX.checked_shl(64 - bits as u32).unwrap_or(0));
            assert_eq!((rank(last), mask_of_rank(bits, count - 1)), (count - 1, last), "{bits}");
            assert_eq!(masks_of_ranks(bits, count - 1..count).collect::<Vec<_>>(), [last]);
        }
        assert_eq!((choose(64, 65), choose(5, 6)), (0, 0));
    }
}
