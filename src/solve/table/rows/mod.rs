//! The positions of one row that do not split, up to some length.
//!
//! **Theorem.** Every position of one row of cells is a sum of *connected rows*. A row is connected if each of
//! its cells has a stone that passes the cell after it, or is such a cell after one, in the words of the page
//! on groups of stones on a line (`region::line`), where this is proved. A connected row has no three empty
//! cells side by side, at most one empty cell at either end, and no stone from which no pair of neighbouring
//! stones is seen over stones one cell apart. An empty cell at its end tells that the board goes on there;
//! further than that one cell no stone gets.
//!
//! A move in a connected row ends on its cells. So what it leads to is a sum of connected rows that are no
//! longer and have fewer stones together: the connected rows of at most n cells are a closed set, and their
//! values are enough for every row that does not hang together for more than n cells.
//!
//! There are about 0.584 · (2 cos π/7)ⁿ connected rows of n cells, where 2 cos π/7 = 1.80194, and 2.247
//! times as many of at most n cells. Of two mirror images one is enough: with Black on the colour of the
//! first cell the mirror image of an odd number of cells has the same value, and that of an even number,
//! in which the colours are exchanged, the negative of it. At n = 34 that makes 325 million positions.
//!
//! **Numbering.** A row is two halves, the second one read from its outer end, and a cell between them if
//! the length is odd. Exchanging the halves is the mirror image. What a half asks of the rest of the row is
//! told by the state, one of five, of a finite automaton that has read it from the outer end. Halves as long
//! with as many stones and the same state are a *class*, listed in a table, and looked up in another. The
//! rows with as many stones in as many cells are a block. It is divided into pieces, one for two classes and
//! a middle cell that fit: a rectangle with a row for each half of the one class and a column for each of the
//! other, or a triangle if the classes are the same. Of two mirror images that is numbered whose first half
//! has the higher class, or the higher rank in it.

mod halves;
mod passing;
#[cfg(test)]
mod tests;

use self::halves::{CLASSES_PER_COUNT, Halves, NO_HALF, STATES, State, class_and_rank};
use self::passing::Passing;
use super::{Address, Addressing, Block};
use crate::board::bitboard::{CellSet, RowPlane, WidePlane, WideSet};
use crate::board::{Cell, Position, Rules};
use crate::region::{black_is_odd, connected_rows};
use crate::solve::SolveError;
use crate::solve::masks::position_of_mask;
use crate::value::Side;
use smallvec::SmallVec;
use std::ops::Range;

/// The most cells of a connected row that can be numbered.
pub const MAX_ROW_CELLS: usize = 40;

/// A row of cells, with Black on the colour of the first one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    /// The cells with a stone, the first one the lowest bit.
    pub stones: u64,
    /// The number of cells, 1 to 64.
    pub cells: usize,
}

impl Row {
    /// The position of this row on its own board.
    pub fn position(self) -> Position {
        position_of_mask(1, self.cells, self.stones)
    }

    /// The same stones seen from the other end.
    fn mirrored(self) -> Row {
        Row { stones: mirror(self.stones, self.cells), ..self }
    }

    /// Whether all the row is one connected row.
    fn is_connected(self) -> bool {
        let all = u64::up_to(self.cells - 1);
        connected_rows(RowPlane, self.stones, all) == all
    }
}

/// The lowest bits, of which there must be some, in reverse order.
#[inline]
fn mirror(bits: u64, length: usize) -> u64 {
    bits.reverse_bits() >> (64 - length)
}

/// The connected rows of up to a number of cells as the positions of a table.
pub struct RowAddressing {
    rules: Rules,
    lengths: Vec<Length>,
    blocks: Vec<Block>,
    /// For each block its number of cells.
    cells: Vec<usize>,
}

/// The rows of one length.
struct Length {
    cells: usize,
    halves: Halves,
    /// By number of stones.
    blocks: Vec<RowBlock>,
}

/// The rows of one length with a number of stones.
struct RowBlock {
    /// Its number among all blocks.
    number: u32,
    pieces: Vec<Piece>,
    /// By [`Length::slot`] the index at which a piece begins, [`NOWHERE`] if there is none.
    begins: Vec<u64>,
}

/// The index of rows that are not in the set.
const NOWHERE: u64 = u64::MAX;

/// Rows whose halves are of given classes.
#[derive(Clone, Copy)]
struct Piece {
    begin: u64,
    /// The class of the half with the higher number, then that of the other.
    classes: [usize; 2],
    /// Whether there is a stone in the middle cell.
    middle: u64,
}

impl RowAddressing {
    /// Numbers the connected rows of at most `longest` cells; an error unless these are 1 to
    /// [`MAX_ROW_CELLS`].
    ///
    /// Takes a few milliseconds and megabytes.
    pub fn new(longest: usize, rules: Rules) -> Result<RowAddressing, SolveError> {
        if !(1..=MAX_ROW_CELLS).contains(&longest) {
            return Err(SolveError::RowsTooLong(longest));
        }
        let mut lengths: Vec<Length> = (1..=longest).map(Length::new).collect();
        let (mut blocks, mut cells) = (Vec::new(), Vec::new());
        for stones in 0..=longest {
            for rows in lengths.iter_mut().filter(|rows| rows.cells >= stones) {
                let (block, positions) = rows.block(stones, blocks.len() as u32);
                if positions > 0 {
                    blocks.push(Block { stones: stones as u32, positions });
                    cells.push(rows.cells);
                }
                rows.blocks.push(block);
            }
        }
        Ok(RowAddressing { rules, lengths, blocks, cells })
    }

    /// The most cells of a row.
    pub fn longest(&self) -> usize {
        self.lengths.len()
    }

    /// The number of cells of the rows in a block.
    pub fn cells_of_block(&self, block: usize) -> usize {
        self.cells[block]
    }

    /// Where the value of a row stands; `None` if the row is too long or not connected.
    #[inline]
    pub fn locate(&self, row: Row) -> Option<Address> {
        let rows = self.lengths.get(row.cells.checked_sub(1)?)?;
        if row.stones >> row.cells == 0 { rows.locate(row.stones) } else { None }
    }

    /// The rows as long as those of a block.
    fn rows_of_block(&self, block: usize) -> &Length {
        &self.lengths[self.cells[block] - 1]
    }

    /// The connected rows whose values add up to that of a row, at most 64 cells long; `None` if one of
    /// them is longer than those in the set.
    pub fn parts(&self, row: Row) -> Option<RowParts> {
        let mut parts = RowParts::new();
        let mut all_known = true;
        Passing::of(row.stones).for_each_part(u64::up_to(row.cells - 1), |first, part| {
            match self.locate(part) {
                Some(address) => parts.push(address.negated_if(first % 2 == 1)),
                None => all_known = false,
            }
        });
        all_known.then_some(parts)
    }

    /// The connected rows whose values add up to that of a position of one row or one column, holes or
    /// not; `None` if one of them is not checkered or longer than those in the set, or if the position has
    /// several rows and columns.
    pub fn parts_of_position(&self, position: &Position) -> Option<RowParts> {
        if position.rows() != 1 && position.columns() != 1 {
            return None;
        }
        let cells: Vec<Cell> = position.cells().map(|(_, _, cell)| cell).collect();
        let mut parts = RowParts::new();
        for cells in cells.split(|&cell| cell == Cell::Hole).filter(|cells| !cells.is_empty()) {
            let plane = WidePlane::new(1, cells.len())?;
            let stones = WideSet::from_fn(|cell| cells.get(cell).is_some_and(|&cell| cell != Cell::Empty));
            let connected = connected_rows(plane, stones, WideSet::up_to(cells.len() - 1));
            let mut numbers = connected.cells().peekable();
            while let Some(first) = numbers.next() {
                let mut end = first + 1;
                while numbers.next_if_eq(&end).is_some() {
                    end += 1;
                }
                parts.push(self.locate_cells(&cells[first..end])?);
            }
        }
        Some(parts)
    }

    /// Where the value of a connected row stands whose cells are given, of whichever colour the first is.
    fn locate_cells(&self, cells: &[Cell]) -> Option<Address> {
        if cells.len() > self.longest() {
            return None;
        }
        let owners = || cells.iter().enumerate().filter_map(|(number, cell)| Some((number, cell.owner()?)));
        let stones = owners().fold(0, |stones, (number, _)| stones | u64::single(number));
        let swap = black_is_odd(owners().map(|(number, owner)| (0, number, owner)))?;
        Some(self.locate(Row { stones, cells: cells.len() })?.negated_if(swap))
    }
}

/// Addresses of rows whose values are to be added.
pub type RowParts = SmallVec<[Address; 8]>;

impl Addressing for RowAddressing {
    type Position = Row;

    fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    fn most_stones_taken(&self) -> Option<u32> {
        None
    }

    fn for_each_representative(&self, block: usize, indices: Range<u64>, mut found: impl FnMut(u64, Row)) {
        let rows = self.rows_of_block(block);
        let pieces = &rows.blocks[self.blocks[block].stones as usize].pieces;
        let mut index = indices.start;
        let mut next = pieces.partition_point(|piece| piece.begin <= index).saturating_sub(1);
        while index < indices.end {
            let piece = pieces[next];
            let end = piece.begin + rows.halves.positions(piece.classes);
            let within = index - piece.begin..end.min(indices.end) - piece.begin;
            rows.for_each_row(piece, within, |within, stones| {
                found(piece.begin + within, Row { stones, cells: rows.cells });
            });
            (index, next) = (end, next + 1);
        }
    }

    /// None: of mirror images only one has an index.
    fn for_each_image(&self, _block: usize, _position: Row, _found: impl FnMut(u64, bool)) {}

    #[inline]
    fn for_each_option(&self, row: Row, mut found: impl FnMut(Side, &[Address])) {
        let all = u64::up_to(row.cells - 1);
        let seen_from_west = Passing::of(row.stones);
        let mut parts = RowParts::new();
        for seen_from_east in [false, true] {
            let passing = if seen_from_east { seen_from_west.mirrored(row.cells) } else { seen_from_west };
            // Whether Black is on the odd cells.
            let exchanged = seen_from_east && row.cells.is_multiple_of(2);
            for mut from in passing.movers(all).cells() {
                let side = if (from % 2 == 1) == exchanged { Side::Left } else { Side::Right };
                let mut option = passing;
                loop {
                    option = option.jumped(from);
                    parts.clear();
                    option.for_each_part(all, |first, part| {
                        let address = self.locate(part).expect("no part is longer than the row");
                        parts.push(address.negated_if((first % 2 == 1) != exchanged));
                    });
                    found(side, &parts);
                    from += 2;
                    if self.rules == Rules::SingleJump || option.movers(all) >> from & 1 == 0 {
                        break;
                    }
                }
            }
        }
    }
}

impl Length {
    fn new(cells: usize) -> Length {
        Length { cells, halves: Halves::new(cells / 2), blocks: Vec::new() }
    }

    /// The place of a piece in [`RowBlock::begins`]: the number of stones of its second half is that of
    /// the block less that of the others.
    #[inline]
    fn slot(&self, middle: u64, first: usize, second: usize) -> usize {
        (middle as usize * (self.halves.length + 1) * CLASSES_PER_COUNT + first) * CLASSES_PER_COUNT
            + second % CLASSES_PER_COUNT
    }

    /// Divides the rows with so many stones into pieces, and counts them.
    fn block(&self, stones: usize, number: u32) -> (RowBlock, u64) {
        let classes = self.halves.classes();
        let stones_of = |class: usize| class / CLASSES_PER_COUNT;
        let mut block = RowBlock {
            number,
            pieces: Vec::new(),
            begins: vec![NOWHERE; self.slot(1 + self.cells as u64 % 2, 0, 0)],
        };
        let mut begin = 0;
        for middle in 0..=self.cells as u64 % 2 {
            for first in 0..classes {
                for second in 0..=first {
                    let pair = [first, second];
                    let positions = self.halves.positions(pair);
                    let fits = stones_of(first) + stones_of(second) + middle as usize == stones
                        && self.connects(pair, middle);
                    if fits && positions > 0 {
                        block.begins[self.slot(middle, first, second)] = begin;
                        block.pieces.push(Piece { begin, classes: pair, middle });
                        begin += positions;
                    }
                }
            }
        }
        (block, begin)
    }

    /// Whether rows with halves of these classes are connected.
    fn connects(&self, classes: [usize; 2], middle: u64) -> bool {
        let states = classes.map(|class| STATES.get(class % CLASSES_PER_COUNT).copied());
        let [Some(first), Some(second)] = states.map(|state| state.map(State::shortest_half)) else {
            return false;
        };
        let (first_cells, second_cells) = (first.cells, second.cells);
        let odd = self.cells % 2;
        let row = Row {
            stones: first.stones | middle << first_cells | second.mirrored().stones << (first_cells + odd),
            cells: first_cells + odd + second_cells,
        };
        row.is_connected()
    }

    #[inline]
    fn locate(&self, stones: u64) -> Option<Address> {
        let length = self.halves.length;
        let cells = self.cells;
        let half = |stones: u64| self.halves.codes[(stones & ((1 << length) - 1)) as usize];
        let (mut first, mut second) = (half(stones), half(mirror(stones, cells)));
        let mirrored = first < second;
        if mirrored {
            (first, second) = (second, first);
        }
        if second == NO_HALF {
            return None;
        }
        let middle = stones >> length & (cells as u64 & 1);
        let block = &self.blocks.get(stones.count_ones() as usize)?;
        let (first, row) = class_and_rank(first);
        let (second, column) = class_and_rank(second);
        let begin = block.begins[self.slot(middle, first, second)];
        if begin == NOWHERE {
            return None;
        }
        let before = if first == second { row * (row + 1) / 2 } else { row * self.halves.count(second) };
        let negated = mirrored && cells.is_multiple_of(2);
        Some(Address { block: block.number, index: begin + before + column, negated })
    }

    /// Calls `found(within, stones)` for the rows with these numbers within a piece.
    fn for_each_row(&self, piece: Piece, within: Range<u64>, mut found: impl FnMut(u64, u64)) {
        let [firsts, seconds] = piece.classes.map(|class| self.halves.of_class(class));
        let triangle = piece.classes[0] == piece.classes[1];
        let (mut row, mut column) = if triangle {
            let row = ((8 * within.start + 1).isqrt() - 1) / 2;
            (row, within.start - row * (row + 1) / 2)
        } else {
            (within.start / seconds.len() as u64, within.start % seconds.len() as u64)
        };
        for number in within {
            let second = mirror(u64::from(seconds[column as usize]), self.cells);
            found(number, u64::from(firsts[row as usize]) | piece.middle << self.halves.length | second);
            column += 1;
            if column == if triangle { row + 1 } else { seconds.len() as u64 } {
                (row, column) = (row + 1, 0);
            }
        }
    }
}
