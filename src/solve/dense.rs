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

use super::options::OptionCollector;
use super::placement::{is_crowded, region_count};
use super::{Monitor, SolveError};
use crate::board::bitboard::{CellSet, RowPlane, SquarePlane};
use crate::board::{Cell, Position, Rules};
use crate::region::{Checkered, Chessboard, Parts, Penetration, split};
use crate::value::{CanonicalForm, Side, StoreLimits, ValueError, ValueStore};
use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// The most cells of a board that a table can be made for; its masks are 32-bit words.
pub const MAX_TABLE_CELLS: usize = 32;

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
        let geometry = Geometry::new(rows, columns, rules);
        let workers: Vec<Mutex<OptionCollector>> = (0..rayon::current_num_threads().max(1))
            .map(|_| Mutex::new(OptionCollector::new(cells.saturating_sub(6).clamp(6, 15) as u32)))
            .collect();
        monitor.start(1 << cells);
        for stones in 0..=cells as u32 {
            table.compute_layer(store, &geometry, &workers, stones, monitor)?;
        }
        Ok(table)
    }

    /// Evaluates the masks with a given number of stones, in blocks that share their high bits.
    fn compute_layer(
        &self,
        store: &ValueStore,
        geometry: &Geometry,
        workers: &[Mutex<OptionCollector>],
        stones: u32,
        monitor: &Monitor,
    ) -> Result<(), SolveError> {
        let low_bits = geometry.cells.min(LOW_BITS);
        let by_count = &LowMasks::new(low_bits);
        (0..1u32 << (geometry.cells - low_bits)).into_par_iter().try_for_each(|high| {
            let Some(low_stones) = stones.checked_sub(high.count_ones()).filter(|&low| low <= low_bits)
            else {
                return Ok(());
            };
            monitor.check()?;
            let thread = rayon::current_thread_index().unwrap_or(0) % workers.len();
            let mut worker = workers[thread].lock().expect("a worker is used by its own thread");
            let block = by_count.with_stones(low_stones);
            for &low in block {
                self.compute_mask(store, geometry, &mut worker, high << low_bits | low)?;
            }
            monitor.advance(block.len() as u64);
            Ok(())
        })
    }

    fn compute_mask(
        &self,
        store: &ValueStore,
        geometry: &Geometry,
        worker: &mut OptionCollector,
        mask: u32,
    ) -> Result<(), ValueError> {
        if !geometry.symmetries.iter().all(|symmetry| symmetry.image(mask) >= mask) {
            return Ok(());
        }
        worker.clear();
        geometry.for_each_option(mask, |side, option| worker.push(side, self.entry(option)));
        let form = worker.form(store)?;
        self.set(mask, form);
        for symmetry in &geometry.symmetries {
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
        let cells = (0..self.rows * self.columns)
            .map(|cell| match (mask >> cell & 1, (cell / self.columns + cell % self.columns) % 2) {
                (0, _) => Cell::Empty,
                (_, 0) => Cell::Black,
                _ => Cell::White,
            })
            .collect();
        Position::from_cells(self.rows, self.columns, cells).expect("a table's board is small")
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

/// One direction of jumps on masks: a stone moves by twice `step` bits, up or down.
struct Direction {
    step: u32,
    up: bool,
    /// Cells from which a jump in this direction stays on the board.
    from: u32,
}

impl Direction {
    /// The mask moved by `steps` single steps in the direction.
    fn shift(&self, mask: u32, steps: u32) -> u32 {
        let bits = self.step * steps;
        if self.up { mask << bits } else { mask >> bits }
    }

    /// The mask moved against the direction: where a set bit is so many steps ahead.
    fn ahead(&self, mask: u32, steps: u32) -> u32 {
        let bits = self.step * steps;
        if self.up { mask >> bits } else { mask << bits }
    }
}

struct Geometry {
    cells: u32,
    rules: Rules,
    black_cells: u32,
    directions: Vec<Direction>,
    symmetries: Vec<MaskSymmetry>,
}

impl Geometry {
    fn new(rows: usize, columns: usize, rules: Rules) -> Geometry {
        let mask_of = |cell: &dyn Fn(usize, usize) -> bool| {
            (0..rows * columns).filter(|i| cell(i / columns, i % columns)).fold(0u32, |mask, i| mask | 1 << i)
        };
        let mut directions = Vec::new();
        if columns > 2 {
            directions.push(Direction { step: 1, up: true, from: mask_of(&|_, c| c + 2 < columns) });
            directions.push(Direction { step: 1, up: false, from: mask_of(&|_, c| c >= 2) });
        }
        if rows > 2 {
            let step = columns as u32;
            directions.push(Direction { step, up: true, from: mask_of(&|r, _| r + 2 < rows) });
            directions.push(Direction { step, up: false, from: mask_of(&|r, _| r >= 2) });
        }
        Geometry {
            cells: (rows * columns) as u32,
            rules,
            black_cells: mask_of(&|r, c| (r + c) % 2 == 0),
            directions,
            symmetries: mask_symmetries(rows, columns),
        }
    }

    /// Calls `found(side, option)` for each option of the position.
    ///
    /// Neighbours are of opposite colours, so any occupied neighbour can be jumped if the cell behind
    /// it is empty.
    #[inline]
    fn for_each_option(&self, mask: u32, mut found: impl FnMut(Side, u32)) {
        for direction in &self.directions {
            let mut movers = mask & direction.ahead(mask, 1) & !direction.ahead(mask, 2) & direction.from;
            while movers != 0 {
                let mut stone = movers & movers.wrapping_neg();
                movers ^= stone;
                let side = if stone & self.black_cells != 0 { Side::Left } else { Side::Right };
                let mut option = mask;
                loop {
                    let landing = direction.shift(stone, 2);
                    option ^= stone | direction.shift(stone, 1) | landing;
                    found(side, option);
                    stone = landing;
                    let goes_on = self.rules == Rules::MultiJump
                        && stone & direction.from != 0
                        && option & direction.shift(stone, 1) != 0
                        && option & direction.shift(stone, 2) == 0;
                    if !goes_on {
                        break;
                    }
                }
            }
        }
    }
}

/// A symmetry of the board as a permutation of mask bits, by table look-up a byte.
struct MaskSymmetry {
    bytes: Vec<[u32; 256]>,
    swaps_colours: bool,
}

impl MaskSymmetry {
    fn new(rows: usize, columns: usize, map: impl Fn(usize, usize) -> (usize, usize)) -> MaskSymmetry {
        let image_of = |cell: usize| {
            let (row, column) = map(cell / columns, cell % columns);
            row * columns + column
        };
        let bytes = (0..(rows * columns).div_ceil(8))
            .map(|byte| {
                std::array::from_fn(|value| {
                    let cells = (0..8).filter(|bit| value >> bit & 1 == 1).map(|bit| byte * 8 + bit);
                    cells
                        .filter(|&cell| cell < rows * columns)
                        .fold(0, |mask, cell| mask | 1u32 << image_of(cell))
                })
            })
            .collect();
        let (row, column) = map(0, 0);
        MaskSymmetry { bytes, swaps_colours: (row + column) % 2 == 1 }
    }

    #[inline]
    fn image(&self, mask: u32) -> u32 {
        self.bytes
            .iter()
            .enumerate()
            .fold(0, |image, (i, table)| image | table[(mask >> (8 * i) & 255) as usize])
    }
}

/// The symmetries of the rectangle except the identity.
fn mask_symmetries(rows: usize, columns: usize) -> Vec<MaskSymmetry> {
    let mut symmetries = Vec::new();
    for (transpose, flip_rows, flip_columns) in (1..8).map(|i| (i & 4 != 0, i & 2 != 0, i & 1 != 0)) {
        let trivial = (flip_rows && rows == 1) || (flip_columns && columns == 1);
        if trivial || (transpose && (rows != columns || rows == 1)) {
            continue;
        }
        symmetries.push(MaskSymmetry::new(rows, columns, |row, column| {
            let (row, column) = if transpose { (column, row) } else { (row, column) };
            let row = if flip_rows { rows - 1 - row } else { row };
            (row, if flip_columns { columns - 1 - column } else { column })
        }));
    }
    symmetries
}
