//! Endgame tables: the values of all checkered positions of a board.
//!
//! In a checkered position black stones stand on one colour of the checkerboard and white ones on the
//! other, and moves keep it so. With Black on the colour of the corner (row 1, column 1) the set of
//! occupied cells is the position, a bit mask the address of its value, and nothing is hashed. Every
//! move removes at least one stone, so walking the masks by their number of stones finds the options of
//! each already known, and the masks of one layer are independent of each other: they are the
//! parallel loop.
//!
//! A symmetry of the board that keeps the colour of cells keeps values, one that exchanges the colours
//! negates them; only the least mask of each class is evaluated.

use super::masks::{MAX_TABLE_CELLS, MaskBoard, MaskSymmetry, mask_symmetries, position_of_mask};
use super::options::{OptionCollector, OptionCollectors, option_collectors};
use super::placement::{is_crowded, region_count};
use super::{Monitor, SolveError};
use crate::board::bitboard::{CellSet, RowPlane, SquarePlane};
use crate::board::{Position, Rules};
use crate::region::{Checkered, Chessboard, Parts, Penetration, split};
use crate::value::{CanonicalForm, StoreLimits, ValueError, ValueStore};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// The values of all checkered positions of a board with Black on the colour of the first cell.
pub struct EndgameTable {
    rows: usize,
    columns: usize,
    entries: Vec<AtomicU32>,
}

impl EndgameTable {
    /// Bytes that the table of a board takes, the values themselves not counted; `None` where the
    /// board has more than [`MAX_TABLE_CELLS`] cells.
    pub fn bytes_needed(rows: usize, columns: usize) -> Option<u64> {
        let cells = rows.checked_mul(columns).filter(|&cells| cells <= MAX_TABLE_CELLS)?;
        Some(4u64 << cells)
    }

    /// Limits of a store that suit the table of a board: larger tables compare more values.
    pub fn store_limits(rows: usize, columns: usize) -> StoreLimits {
        let cells = rows.saturating_mul(columns).min(MAX_TABLE_CELLS) as u32;
        StoreLimits { comparison_memo_bits: cells.saturating_sub(2).clamp(12, 22), ..StoreLimits::default() }
    }

    /// Evaluates all positions, on the threads of the current rayon pool.
    ///
    /// Takes 4 bytes a position besides the distinct values; the number of canonical forms made is the
    /// number of positions over that of symmetries.
    pub fn compute(
        store: &ValueStore,
        rows: usize,
        columns: usize,
        rules: Rules,
        monitor: &Monitor,
    ) -> Result<EndgameTable, SolveError> {
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MAX_TABLE_CELLS).contains(cells));
        let Some(cells) = cells else {
            return Err(SolveError::TableTooLarge { rows, columns });
        };
        let entries = (0..1usize << cells).map(|_| AtomicU32::new(CanonicalForm::ZERO.to_raw())).collect();
        let table = EndgameTable { rows, columns, entries };
        let board = MaskBoard::full(rows, columns, rules);
        let collectors = option_collectors(cells.saturating_sub(6) as u32);
        monitor.start(1 << cells);
        for stones in 0..=cells as u32 {
            table.compute_layer(store, &board, &collectors, stones, monitor)?;
        }
        Ok(table)
    }

    /// Evaluates the masks with a given number of stones, in blocks that share their high bits.
    fn compute_layer(
        &self,
        store: &ValueStore,
        board: &MaskBoard,
        collectors: &OptionCollectors,
        stones: u32,
        monitor: &Monitor,
    ) -> Result<(), SolveError> {
        let low_bits = board.cells.min(LOW_BITS);
        let by_count = &LowMasks::new(low_bits);
        (0..1u32 << (board.cells - low_bits)).into_par_iter().try_for_each(|high| {
            let Some(low_stones) = stones.checked_sub(high.count_ones()).filter(|&low| low <= low_bits)
            else {
                return Ok(());
            };
            monitor.check()?;
            let mut collector = collectors.of_this_thread();
            let block = by_count.with_stones(low_stones);
            for &low in block {
                self.compute_mask(store, board, &mut collector, high << low_bits | low)?;
            }
            monitor.advance(block.len() as u64);
            Ok(())
        })
    }

    fn compute_mask(
        &self,
        store: &ValueStore,
        board: &MaskBoard,
        collector: &mut OptionCollector,
        mask: u32,
    ) -> Result<(), ValueError> {
        if !board.symmetries.iter().all(|symmetry| symmetry.image(mask) >= mask) {
            return Ok(());
        }
        collector.clear();
        board.for_each_option(mask, |side, option| collector.push(side, self.entry(option)));
        let form = collector.form(store)?;
        self.set(mask, form);
        for symmetry in &board.symmetries {
            self.set(symmetry.image(mask), if symmetry.swaps_colours { -form } else { form });
        }
        Ok(())
    }

    fn entry(&self, mask: u32) -> CanonicalForm {
        CanonicalForm::from_raw(self.entries[mask as usize].load(Ordering::Relaxed))
    }

    fn set(&self, mask: u32, form: CanonicalForm) {
        self.entries[mask as usize].store(form.to_raw(), Ordering::Relaxed);
    }

    /// Number of rows of the board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns of the board.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of positions, 2^cells.
    pub fn len(&self) -> u64 {
        self.entries.len() as u64
    }

    /// False: even the smallest board has two positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of the position whose occupied cells are the bits of `mask`, cells counted row by row.
    pub fn value(&self, mask: u32) -> CanonicalForm {
        self.entry(mask)
    }

    /// The position whose occupied cells are the bits of `mask`.
    pub fn position(&self, mask: u32) -> Position {
        position_of_mask(self.rows, self.columns, mask.into())
    }

    /// The number of independent regions of the position with this mask; stones that can never take part
    /// in a move belong to none.
    pub fn region_count(&self, mask: u32) -> usize {
        if self.rows == 1 || self.columns == 1 {
            return count_parts(RowPlane, 1, self.rows * self.columns, mask);
        }
        // As for any position, or the counts would differ.
        let crowded = is_crowded(mask.count_ones() as usize, self.rows * self.columns);
        if self.rows <= 8 && self.columns <= 8 && crowded {
            return count_parts(SquarePlane, self.rows, self.columns, mask);
        }
        region_count(&self.position(mask))
    }

    /// The symmetries of the board.
    pub fn symmetries(&self) -> BoardSymmetries {
        BoardSymmetries(mask_symmetries(self.rows, self.columns))
    }
}

/// The number of parts of a checkered position with Black on the even cells.
fn count_parts<P: Penetration<Set = u64> + Chessboard>(
    plane: P,
    rows: usize,
    columns: usize,
    mask: u32,
) -> usize {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let (mut playable, mut occupied) = (0, 0);
    for (number, (row, column)) in cells.enumerate() {
        let cell = u64::single(plane.index(row, column));
        playable |= cell;
        occupied |= if mask >> number & 1 == 1 { cell } else { 0 };
    }
    let mut parts = Parts::new();
    split(plane, playable, Checkered(occupied), &mut parts);
    parts.len()
}

/// The symmetries of a table's board, to pick one position of each class.
pub struct BoardSymmetries(Vec<MaskSymmetry>);

impl BoardSymmetries {
    /// Whether `mask` is the least of its class under the mirror images and turns of the board
    /// (together with an exchange of colours where they exchange the colours of cells).
    pub fn is_representative(&self, mask: u32) -> bool {
        self.0.iter().all(|symmetry| symmetry.image(mask) >= mask)
    }
}

/// Low bits of a mask that one parallel task runs through.
const LOW_BITS: u32 = 12;

/// All masks of a few bits, by number of ones.
struct LowMasks {
    masks: Vec<Vec<u32>>,
}

impl LowMasks {
    fn new(bits: u32) -> LowMasks {
        let mut masks = vec![Vec::new(); bits as usize + 1];
        for mask in 0..1u32 << bits {
            masks[mask.count_ones() as usize].push(mask);
        }
        LowMasks { masks }
    }

    fn with_stones(&self, stones: u32) -> &[u32] {
        &self.masks[stones as usize]
    }
}
