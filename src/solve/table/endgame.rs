//! The values of all checkered positions of a board, in memory.

use super::{
    Addressing, BoardAddressing, MAX_TABLE_CELLS, Shard, TableEvaluator, TableValues, batches, positions_of,
};
use crate::board::bitboard::{CellSet, RowPlane, SquarePlane};
use crate::board::{Position, Rules};
use crate::region::{Checkered, Chessboard, Parts, Penetration, split};
use crate::solve::placement::{is_crowded, region_count};
use crate::solve::{Monitor, SolveError};
use crate::value::{CanonicalForm, StoreLimits, ValueStore};

/// The values of all checkered positions of a board with Black on the colour of the first cell.
///
/// In a checkered position black stones stand on one colour of the checkerboard and white ones on the
/// other, and moves keep it so: the set of occupied cells is the position.
pub struct EndgameTable {
    addressing: BoardAddressing,
    values: TableValues,
}

impl EndgameTable {
    /// Bytes that the table of a board takes, the distinct values not counted; `None` where the board has
    /// more than [`MAX_TABLE_CELLS`] cells.
    pub fn bytes_needed(rows: usize, columns: usize) -> Option<u64> {
        let addressing = BoardAddressing::new(rows, columns, Rules::default()).ok()?;
        Some(4 * positions_of(addressing.blocks()))
    }

    /// Limits of a store that suit the table of a board: larger tables compare more values.
    pub fn store_limits(rows: usize, columns: usize) -> StoreLimits {
        let cells = rows.saturating_mul(columns).min(MAX_TABLE_CELLS) as u32;
        StoreLimits { comparison_memo_bits: cells.saturating_sub(2).clamp(12, 20), ..StoreLimits::default() }
    }

    /// Evaluates all positions, on the threads of the current rayon pool.
    ///
    /// Takes [`EndgameTable::bytes_needed`] besides the distinct values; the number of canonical forms
    /// made is about the number of positions over that of symmetries.
    pub fn compute(
        store: &ValueStore,
        rows: usize,
        columns: usize,
        rules: Rules,
        monitor: &Monitor,
    ) -> Result<EndgameTable, SolveError> {
        let addressing = BoardAddressing::new(rows, columns, rules)?;
        let mut values = TableValues::new();
        monitor.start(positions_of(addressing.blocks()));
        let evaluator = TableEvaluator::new(store, &addressing, monitor);
        for batch in batches(addressing.blocks()) {
            let evaluated = evaluator.evaluate(&values, batch.clone(), Shard::WHOLE)?;
            batch.zip(evaluated).for_each(|(block, evaluated)| values.insert(block, evaluated));
        }
        Ok(EndgameTable { addressing, values })
    }

    /// The table of values that were evaluated before; all blocks must be there.
    pub fn from_values(addressing: BoardAddressing, values: TableValues) -> EndgameTable {
        debug_assert!((0..addressing.blocks().len()).all(|block| values.block(block).is_some()));
        EndgameTable { addressing, values }
    }

    /// Number of rows of the board.
    pub fn rows(&self) -> usize {
        self.addressing.rows()
    }

    /// Number of columns of the board.
    pub fn columns(&self) -> usize {
        self.addressing.columns()
    }

    /// The rules by which the positions are evaluated.
    pub fn rules(&self) -> Rules {
        self.addressing.rules()
    }

    /// Number of positions, 2^cells.
    pub fn len(&self) -> u64 {
        1 << (self.rows() * self.columns())
    }

    /// False: even the smallest board has two positions.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The value of the position whose occupied cells are the bits of `mask`, cells counted row by row.
    #[inline]
    pub fn value(&self, mask: u64) -> CanonicalForm {
        self.values.value(self.addressing.locate(mask))
    }

    /// The position whose occupied cells are the bits of `mask`.
    pub fn position(&self, mask: u64) -> Position {
        self.addressing.position(mask)
    }

    /// Whether `mask` is the least of its class under the mirror images and turns of the board (together
    /// with an exchange of colours where they exchange the colours of cells).
    pub fn is_representative(&self, mask: u64) -> bool {
        self.addressing.is_least(mask)
    }

    /// The number of independent regions of the position with this mask; stones that can never take part
    /// in a move belong to none.
    pub fn region_count(&self, mask: u64) -> usize {
        let (rows, columns) = (self.rows(), self.columns());
        if rows == 1 || columns == 1 {
            return count_parts(RowPlane, 1, rows * columns, mask);
        }
        // As for any position, or the counts would differ.
        let crowded = is_crowded(mask.count_ones() as usize, rows * columns);
        if rows <= 8 && columns <= 8 && crowded {
            return count_parts(SquarePlane, rows, columns, mask);
        }
        region_count(&self.position(mask))
    }
}

/// The number of parts of a checkered position with Black on the even cells.
fn count_parts<P: Penetration<Set = u64> + Chessboard>(
    plane: P,
    rows: usize,
    columns: usize,
    mask: u64,
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
