//! Checkered positions of a small board as bit masks.
//!
//! With Black on the colour of the first cell the set of occupied cells is the position; cells are numbered
//! row by row. Up to 32 cells fit a short word, up to 64 a long one.

use crate::board::bitboard::CellSet;
use crate::board::{Cell, Position, Rules};
use crate::value::Side;
use std::ops::{Shl, Shr};

/// A word whose bits are cells.
pub(super) trait Mask: CellSet + Shl<u32, Output = Self> + Shr<u32, Output = Self> {
    /// The bits from `8 * index` on, as a number below 256.
    fn byte(self, index: usize) -> usize;
}

impl Mask for u32 {
    #[inline]
    fn byte(self, index: usize) -> usize {
        (self >> (8 * index) & 255) as usize
    }
}

impl Mask for u64 {
    #[inline]
    fn byte(self, index: usize) -> usize {
        (self >> (8 * index) & 255) as usize
    }
}

/// The position whose occupied cells are the bits of `mask`; the board must be one that positions can have.
pub(super) fn position_of_mask(rows: usize, columns: usize, mask: u64) -> Position {
    let cells = (0..rows * columns)
        .map(|cell| match (mask >> cell & 1, (cell / columns + cell % columns) % 2) {
            (0, _) => Cell::Empty,
            (_, 0) => Cell::Black,
            _ => Cell::White,
        })
        .collect();
    Position::from_cells(rows, columns, cells).expect("the board of a mask is small")
}

/// One direction of jumps on masks: a stone moves by twice `step` bits, up or down.
struct Direction<M> {
    step: u32,
    up: bool,
    vertical: bool,
    /// Cells from which a jump in this direction stays on the board.
    from: M,
}

impl<M: Mask> Direction<M> {
    /// The mask moved by `steps` single steps in the direction.
    fn shift(&self, mask: M, steps: u32) -> M {
        let bits = self.step * steps;
        if self.up { mask << bits } else { mask >> bits }
    }

    /// The mask moved against the direction: where a set bit is so many steps ahead.
    fn ahead(&self, mask: M, steps: u32) -> M {
        let bits = self.step * steps;
        if self.up { mask >> bits } else { mask << bits }
    }
}

pub(super) struct MaskBoard<M = u32> {
    pub(super) cells: u32,
    pub(super) rules: Rules,
    playable: M,
    black_cells: M,
    directions: Vec<Direction<M>>,
    pub(super) symmetries: Vec<MaskSymmetry<M>>,
}

impl<M: Mask> MaskBoard<M> {
    /// The whole board of a size.
    pub(super) fn full(rows: usize, columns: usize, rules: Rules) -> MaskBoard<M> {
        MaskBoard::new(rows, columns, M::up_to(rows * columns - 1), rules)
    }

    /// A board where stones land on the cells of `playable` only; of the symmetries those that keep them.
    pub(super) fn new(rows: usize, columns: usize, playable: M, rules: Rules) -> MaskBoard<M> {
        let mask_of = |cell: &dyn Fn(usize, usize) -> bool| {
            let cells = (0..rows * columns).filter(|i| cell(i / columns, i % columns));
            cells.fold(M::EMPTY, |mask, i| mask | M::single(i))
        };
        let mut directions = Vec::new();
        if columns > 2 {
            directions.push(Direction {
                step: 1,
                up: true,
                vertical: false,
                from: mask_of(&|_, c| c + 2 < columns),
            });
            directions.push(Direction { step: 1, up: false, vertical: false, from: mask_of(&|_, c| c >= 2) });
        }
        if rows > 2 {
            let step = columns as u32;
            directions.push(Direction {
                step,
                up: true,
                vertical: true,
                from: mask_of(&|r, _| r + 2 < rows),
            });
            directions.push(Direction { step, up: false, vertical: true, from: mask_of(&|r, _| r >= 2) });
        }
        let mut symmetries = mask_symmetries(rows, columns);
        symmetries.retain(|symmetry| symmetry.image(playable) == playable);
        MaskBoard {
            cells: (rows * columns) as u32,
            rules,
            black_cells: mask_of(&|r, c| (r + c) % 2 == 0),
            directions,
            playable,
            symmetries,
        }
    }

    /// Calls `found(side, option)` for each option of the position.
    #[inline]
    pub(super) fn for_each_option(&self, mask: M, mut found: impl FnMut(Side, M)) {
        self.for_each_jump(mask, |jump| found(jump.side, jump.option));
    }

    /// Calls `found` for each legal move of either player.
    ///
    /// Neighbours are of opposite colours, so any occupied neighbour can be jumped if the cell behind
    /// it is empty.
    #[inline]
    pub(super) fn for_each_jump(&self, mask: M, mut found: impl FnMut(Jump<M>)) {
        for direction in &self.directions {
            let empty = self.playable & !mask;
            let mut movers = mask & direction.ahead(mask, 1) & direction.ahead(empty, 2) & direction.from;
            while !movers.is_empty() {
                let origin = movers.lowest();
                movers ^= origin;
                let side = if origin.meets(self.black_cells) { Side::Left } else { Side::Right };
                let (mut stone, mut option) = (origin, mask);
                for taken in 1.. {
                    let landing = direction.shift(stone, 2);
                    option ^= stone | direction.shift(stone, 1) | landing;
                    found(Jump { side, option, origin, vertical: direction.vertical, taken });
                    stone = landing;
                    let goes_on = self.rules == Rules::MultiJump
                        && stone.meets(direction.from)
                        && option.meets(direction.shift(stone, 1))
                        && (!option & self.playable).meets(direction.shift(stone, 2));
                    if !goes_on {
                        break;
                    }
                }
            }
        }
    }
}

/// A move on a mask.
pub(super) struct Jump<M> {
    pub(super) side: Side,
    /// The mask after the move.
    pub(super) option: M,
    /// The cell of the stone that moves.
    pub(super) origin: M,
    /// Whether it moves along a column.
    pub(super) vertical: bool,
    /// The number of stones taken.
    pub(super) taken: usize,
}

/// The most cells of a board whose masks [`LeastImages`] takes.
pub(super) const MAX_IMAGE_CELLS: u32 = 31;

/// The images of masks under all symmetries of a board at once.
///
/// For each byte of a mask a table has the eight images of each of its values side by side, as many as a
/// processor combines at a time; the lowest bit of an image tells whether it exchanges the colours.
pub(super) struct LeastImages {
    bytes: Vec<[[u32; 8]; 256]>,
    swaps_colours: [u32; 8],
}

impl LeastImages {
    /// The images on a board of at most [`MAX_IMAGE_CELLS`] cells.
    pub(super) fn new(board: &MaskBoard) -> LeastImages {
        debug_assert!(board.cells <= MAX_IMAGE_CELLS);
        let image = |lane: usize, mask: u32| match lane.checked_sub(1) {
            Some(index) if index < board.symmetries.len() => board.symmetries[index].image(mask),
            _ => mask,
        };
        let table = |byte: u32| {
            std::array::from_fn(|value| {
                std::array::from_fn(|lane| image(lane, (value as u32) << (8 * byte)) << 1)
            })
        };
        let swaps = |lane: usize| board.symmetries.get(lane.wrapping_sub(1)).is_some_and(|s| s.swaps_colours);
        LeastImages {
            bytes: (0..board.cells.div_ceil(8)).map(table).collect(),
            swaps_colours: std::array::from_fn(|lane| u32::from(swaps(lane))),
        }
    }

    /// The least image of the mask, and whether its value is the negative of the mask's.
    #[inline]
    pub(super) fn of(&self, mask: u32) -> (u32, bool) {
        let mut images = self.swaps_colours;
        for (byte, table) in mask.to_le_bytes().into_iter().zip(&self.bytes) {
            for (image, part) in images.iter_mut().zip(&table[usize::from(byte)]) {
                *image |= part;
            }
        }
        let least = images.into_iter().fold(u32::MAX, u32::min);
        (least >> 1, least & 1 == 1)
    }
}

/// A map of cells to bits, applied to masks by table look-up a byte.
pub(super) struct CellMap<M> {
    bytes: Vec<[M; 256]>,
}

impl<M: Mask> CellMap<M> {
    pub(super) fn new(cells: usize, bit_of: impl Fn(usize) -> usize) -> CellMap<M> {
        let table = |byte: usize| {
            std::array::from_fn(|value| {
                let cells = (8 * byte..cells.min(8 * byte + 8)).filter(|cell| value >> (cell % 8) & 1 == 1);
                cells.fold(M::EMPTY, |mask, cell| mask | M::single(bit_of(cell)))
            })
        };
        CellMap { bytes: (0..cells.div_ceil(8)).map(table).collect() }
    }

    #[inline]
    pub(super) fn image(&self, mask: M) -> M {
        let tables = self.bytes.iter().enumerate();
        tables.fold(M::EMPTY, |image, (index, table)| image | table[mask.byte(index)])
    }
}

/// A symmetry of the board as a permutation of mask bits.
pub(super) struct MaskSymmetry<M = u32> {
    map: CellMap<M>,
    pub(super) swaps_colours: bool,
}

impl<M: Mask> MaskSymmetry<M> {
    fn new(rows: usize, columns: usize, map: impl Fn(usize, usize) -> (usize, usize)) -> MaskSymmetry<M> {
        let image_of = |cell: usize| {
            let (row, column) = map(cell / columns, cell % columns);
            row * columns + column
        };
        let (row, column) = map(0, 0);
        MaskSymmetry { map: CellMap::new(rows * columns, image_of), swaps_colours: (row + column) % 2 == 1 }
    }

    #[inline]
    pub(super) fn image(&self, mask: M) -> M {
        self.map.image(mask)
    }
}

/// The symmetries of the rectangle except the identity.
pub(super) fn mask_symmetries<M: Mask>(rows: usize, columns: usize) -> Vec<MaskSymmetry<M>> {
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
