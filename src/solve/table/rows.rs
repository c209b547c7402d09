//! The positions of one row that do not split, up to some length.
//!
//! **Theorem.** Every checkered position of one row is the sum of *connected rows*: of rows in which each
//! cell is the neighbour of, or has, a stone that passes the end towards it, in the words of the module on
//! lines of [`crate::region`], where this is proved. A connected row has no three empty cells side by side,
//! at most one empty cell at an end, and no stone from which no pair of neighbouring stones is seen over
//! stones one cell apart. It is a game by itself: an empty cell at an end tells that the board goes on
//! there, and further than that one cell no stone gets. After a move the row is the sum of shorter or as
//! long connected rows, with fewer stones. So the connected rows of at most n cells are a closed set, and
//! with their values those of all rows are known that do not hang together for more than n cells.
//!
//! There are about 0.584 · (2 cos π/7)ⁿ connected rows of n cells, where 2 cos π/7 = 1.80194, and 2.247
//! times as many of at most n cells. One of two mirror images is enough: Black is on the colour of the
//! first cell, so that the mirror image of an odd number of cells has the same value, and that of an even
//! number, in which the colours are exchanged, the negative of it.
//!
//! **Numbering.** A row is two halves, the second one read from its outer end, with a cell between them if
//! the length is odd; exchanging the halves is the mirror image. Read from outside, what a half needs of
//! the rest of the row to be connected is one of five states of a finite automaton. (That the second half
//! may be read backwards is the symmetry of the condition.) Halves of a length with as many stones and the
//! same state are a *class*, listed in a table, and looked up in another. A block has as many stones in
//! as many cells; it is divided into pieces, one for two classes that fit, with one of the halves counted
//! in rows and the other in columns of a rectangle, or of a triangle if the classes are the same. Of a row
//! and its mirror image only the one is numbered whose first half has the higher number.

use super::addressing::{Address, Addressing, Block};
use crate::board::bitboard::{CellSet, RowPlane, WidePlane, WideSet};
use crate::board::{Cell, Position, Rules};
use crate::region::connected_rows;
use crate::solve::masks::{MaskBoard, position_of_mask};
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

    /// Calls `found(first, row)` for the connected rows that the row is the sum of; `first` is the number
    /// of the cell where one begins, and if it is odd, the colours in the part are exchanged.
    #[inline]
    fn for_each_part(self, mut found: impl FnMut(usize, Row)) {
        let mut rest = connected_rows(RowPlane, self.stones, u64::up_to(self.cells - 1));
        while rest != 0 {
            let first = rest.trailing_zeros();
            let cells = (rest >> first).trailing_ones();
            let run = u64::up_to(cells as usize - 1);
            found(first as usize, Row { stones: self.stones >> first & run, cells: cells as usize });
            rest &= !(run << first);
        }
    }
}

/// The lowest bits, of which there must be some, in reverse order.
#[inline]
fn mirror(bits: u64, length: usize) -> u64 {
    bits.reverse_bits() >> (64 - length)
}

/// The connected rows of up to a number of cells as the positions of a table.
pub struct RowAddressing {
    lengths: Vec<Length>,
    blocks: Vec<Block>,
    /// For each block its number of cells.
    cells: Vec<usize>,
}

/// The rows of one length.
struct Length {
    /// The board on which they are positions.
    board: MaskBoard<u64>,
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
    /// Numbers the connected rows of at most `longest` cells, at most [`MAX_ROW_CELLS`].
    ///
    /// Takes a few milliseconds and megabytes.
    pub fn new(longest: usize, rules: Rules) -> Option<RowAddressing> {
        if !(1..=MAX_ROW_CELLS).contains(&longest) {
            return None;
        }
        let mut lengths: Vec<Length> = (1..=longest).map(|cells| Length::new(cells, rules)).collect();
        let (mut blocks, mut cells) = (Vec::new(), Vec::new());
        for stones in 0..=longest {
            for rows in lengths.iter_mut().filter(|rows| rows.cells() >= stones) {
                let (block, positions) = rows.block(stones, blocks.len() as u32);
                if positions > 0 {
                    blocks.push(Block { stones: stones as u32, positions });
                    cells.push(rows.cells());
                }
                rows.blocks.push(block);
            }
        }
        Some(RowAddressing { lengths, blocks, cells })
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
    pub fn address(&self, row: Row) -> Option<Address> {
        self.lengths.get(row.cells.checked_sub(1)?)?.address(row.stones)
    }

    /// The rows as long as those of a block.
    fn rows_of_block(&self, block: usize) -> &Length {
        &self.lengths[self.cells[block] - 1]
    }

    /// The connected rows whose values add up to that of a row, at most 64 cells long; `None` if one of
    /// them is longer than those in the set.
    #[inline]
    pub fn parts(&self, row: Row) -> Option<RowParts> {
        let mut parts = RowParts::new();
        let mut all_known = true;
        row.for_each_part(|first, part| match self.address(part) {
            Some(address) => parts.push(address.negated_if(first % 2 == 1)),
            None => all_known = false,
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
                parts.push(self.address_of_cells(&cells[first..end])?);
            }
        }
        Some(parts)
    }

    /// Where the value of a connected row stands whose cells are given, of whichever colour the first is.
    fn address_of_cells(&self, cells: &[Cell]) -> Option<Address> {
        let (mut stones, mut black_is_odd) = (0, None);
        if cells.len() > self.longest() {
            return None;
        }
        for (number, cell) in cells.iter().enumerate() {
            if *cell != Cell::Empty {
                stones |= u64::single(number);
                let odd = (number % 2 == 1) == (*cell == Cell::Black);
                if *black_is_odd.get_or_insert(odd) != odd {
                    return None;
                }
            }
        }
        let address = self.address(Row { stones, cells: cells.len() })?;
        Some(address.negated_if(black_is_odd == Some(true)))
    }
}

/// Addresses of rows whose values are to be added.
pub type RowParts = SmallVec<[Address; 8]>;

impl Address {
    /// The address of the negative where the condition holds.
    #[inline]
    fn negated_if(self, condition: bool) -> Address {
        Address { negated: self.negated != condition, ..self }
    }
}

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
                found(piece.begin + within, Row { stones, cells: rows.cells() });
            });
            (index, next) = (end, next + 1);
        }
    }

    /// None: of mirror images only one has an index.
    fn for_each_image(&self, _block: usize, _position: Row, _found: impl FnMut(u64, bool)) {}

    #[inline]
    fn for_each_option(&self, row: Row, mut found: impl FnMut(Side, &[Address])) {
        self.lengths[row.cells - 1].board.for_each_option(row.stones, |side, stones| {
            let parts = self.parts(Row { stones, ..row });
            found(side, &parts.expect("no part is longer than the row"));
        });
    }
}

impl Length {
    fn new(cells: usize, rules: Rules) -> Length {
        Length { board: MaskBoard::full(1, cells, rules), halves: Halves::new(cells / 2), blocks: Vec::new() }
    }

    fn cells(&self) -> usize {
        self.board.cells as usize
    }

    /// The place of a piece in [`RowBlock::begins`]: the number of stones of its second half is that of
    /// the block less that of the others.
    #[inline]
    fn slot(&self, middle: u64, first: usize, second: usize) -> usize {
        let states = STATES.len();
        (middle as usize * (self.halves.length + 1) * states + first) * states + second % states
    }

    /// Divides the rows with so many stones into pieces, and counts them.
    fn block(&self, stones: usize, number: u32) -> (RowBlock, u64) {
        let classes = self.halves.classes();
        let stones_of = |class: usize| class / STATES.len();
        let mut block = RowBlock {
            number,
            pieces: Vec::new(),
            begins: vec![NOWHERE; self.slot(1 + self.cells() as u64 % 2, 0, 0)],
        };
        let mut begin = 0;
        for middle in 0..=self.cells() as u64 % 2 {
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
        let [first, second] = classes.map(|class| STATES[class % STATES.len()].shortest_half());
        let (first_cells, second_cells) = (first.cells, second.cells);
        let odd = self.cells() % 2;
        let row = Row {
            stones: first.stones | middle << first_cells | second.mirrored().stones << (first_cells + odd),
            cells: first_cells + odd + second_cells,
        };
        row.is_connected()
    }

    #[inline]
    fn address(&self, stones: u64) -> Option<Address> {
        let length = self.halves.length;
        let cells = self.cells();
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
        let negated = mirrored && cells % 2 == 0;
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
            let second = mirror(u64::from(seconds[column as usize]), self.cells());
            found(number, u64::from(firsts[row as usize]) | piece.middle << self.halves.length | second);
            column += 1;
            if column == if triangle { row + 1 } else { seconds.len() as u64 } {
                (row, column) = (row + 1, 0);
            }
        }
    }
}

/// What is known of the cells that were read, from an end of a row inwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The last cell has a stone that no pair has been seen from yet: cells one apart must follow, with
    /// stones, up to a pair.
    Seeking,
    /// The same after the empty cell; or an empty cell at the end of the row.
    SeekingGap,
    /// The last cell has a stone that passes inwards.
    Passing,
    /// One empty cell after such a stone.
    Gap,
    /// Two empty cells after such a stone.
    WideGap,
}

const STATES: [State; 5] = [State::Seeking, State::SeekingGap, State::Passing, State::Gap, State::WideGap];

impl State {
    /// The state after the first cell.
    fn first(stone: bool) -> State {
        if stone { State::Seeking } else { State::SeekingGap }
    }

    /// The state after one more cell; `None` if no row that continues so is connected.
    fn next(self, stone: bool) -> Option<State> {
        match (self, stone) {
            (State::Seeking | State::Passing | State::Gap, true) => Some(State::Passing),
            (State::SeekingGap | State::WideGap, true) => Some(State::Seeking),
            (State::Seeking, false) => Some(State::SeekingGap),
            (State::Passing, false) => Some(State::Gap),
            (State::Gap, false) => Some(State::WideGap),
            (State::SeekingGap | State::WideGap, false) => None,
        }
    }

    /// The fewest cells that lead to the state.
    fn shortest_half(self) -> Row {
        let (stones, cells) = match self {
            State::Seeking => (0b1, 1),
            State::SeekingGap => (0b0, 1),
            State::Passing => (0b11, 2),
            State::Gap => (0b11, 3),
            State::WideGap => (0b11, 4),
        };
        Row { stones, cells }
    }
}

impl Row {
    /// Whether all the row is one connected row.
    fn is_connected(self) -> bool {
        let all = u64::up_to(self.cells - 1);
        connected_rows(RowPlane, self.stones, all) == all
    }
}

/// The halves of one length that connected rows can have, read from the outer end.
///
/// A class is number of stones times the number of states, plus the state.
struct Halves {
    length: usize,
    /// For the cells of a half its class and rank in it, or [`NO_HALF`].
    codes: Vec<u32>,
    /// The halves by class.
    halves: Vec<u32>,
    /// For each class where its halves begin, and the end of all.
    begins: Vec<usize>,
}

/// The code of cells that are no half of a connected row; less than all codes of halves.
const NO_HALF: u32 = 0;

/// Bits of a code that hold the rank in the class, plus one.
const RANK_BITS: u32 = 21;

/// The two parts of a half's code.
#[inline]
fn class_and_rank(code: u32) -> (usize, u64) {
    ((code >> RANK_BITS) as usize, u64::from(code & ((1 << RANK_BITS) - 1)) - 1)
}

impl Halves {
    fn new(length: usize) -> Halves {
        // With an empty half nothing is known of the row; but no row of one cell is connected.
        let states = if length == 0 { vec![None] } else { states_of_cells(length) };
        let class = |(cells, state): (usize, &Option<State>)| {
            state.map(|state| cells.count_ones() as usize * STATES.len() + state as usize)
        };
        let classes: Vec<Option<usize>> = states.iter().enumerate().map(class).collect();
        let mut begins = vec![0; (length + 1) * STATES.len() + 1];
        for class in classes.iter().flatten() {
            begins[class + 1] += 1;
        }
        for class in 1..begins.len() {
            begins[class] += begins[class - 1];
        }
        let mut next = begins.clone();
        let mut halves = vec![0; begins[begins.len() - 1]];
        let mut codes = vec![NO_HALF; classes.len()];
        for (cells, class) in classes.into_iter().enumerate() {
            if let Some(class) = class {
                halves[next[class]] = cells as u32;
                next[class] += 1;
                codes[cells] = (class as u32) << RANK_BITS | (next[class] - begins[class]) as u32;
            }
        }
        Halves { length, codes, halves, begins }
    }

    /// The number of classes, some of them empty.
    fn classes(&self) -> usize {
        self.begins.len() - 1
    }

    /// The halves of a class, by rank.
    fn of_class(&self, class: usize) -> &[u32] {
        &self.halves[self.begins[class]..self.begins[class + 1]]
    }

    /// How many halves a class has.
    #[inline]
    fn count(&self, class: usize) -> u64 {
        (self.begins[class + 1] - self.begins[class]) as u64
    }

    /// The number of rows with halves of these classes, mirror images not counted.
    fn positions(&self, [first, second]: [usize; 2]) -> u64 {
        let (rows, columns) = (self.count(first), self.count(second));
        if first == second { rows * (rows + 1) / 2 } else { rows * columns }
    }
}

/// The states after the cells of all halves of a length, at least 1.
fn states_of_cells(length: usize) -> Vec<Option<State>> {
    let mut states: Vec<_> = [false, true].map(|stone| Some(State::first(stone))).into();
    for _ in 1..length {
        let then = |stone| states.iter().map(move |state| state.and_then(|state| state.next(stone)));
        states = then(false).chain(then(true)).collect();
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{EndgameTable, Monitor, ValueSolver};
    use crate::value::{CanonicalForm, ValueStore};
    use proptest::prelude::*;

    /// All rows of a length.
    fn rows_of(cells: usize) -> impl Iterator<Item = Row> {
        (0..1 << cells).map(move |stones| Row { stones, cells })
    }

    /// The slow twin: whether stones pass each cell or its neighbour towards it, by looking for the pair.
    fn is_connected_by_definition(row: Row) -> bool {
        let stone = |cell: isize| (0..row.cells as isize).contains(&cell) && row.stones >> cell & 1 == 1;
        let passes = |mut cell: isize, inwards: isize| {
            while stone(cell) && !stone(cell + inwards) {
                cell += 2 * inwards;
            }
            stone(cell)
        };
        (0..row.cells as isize)
            .all(|cell| passes(cell, -1) || passes(cell, 1) || passes(cell - 1, -1) || passes(cell + 1, 1))
    }

    #[test]
    fn each_connected_row_has_an_address_and_its_mirror_image_the_same() {
        let addressing = RowAddressing::new(15, Rules::MultiJump).unwrap();
        for cells in 1..=15 {
            for row in rows_of(cells) {
                let address = addressing.address(row);
                assert_eq!(address.is_some(), is_connected_by_definition(row), "{row:?}");
                let Some(address) = address else { continue };
                let block = addressing.blocks()[address.block as usize];
                assert_eq!(block.stones, row.stones.count_ones());
                assert_eq!(addressing.cells_of_block(address.block as usize), cells);
                let mirrored = addressing.address(row.mirrored()).unwrap();
                let exchanged = cells % 2 == 0 && row != row.mirrored();
                assert_eq!(mirrored, address.negated_if(exchanged), "{row:?}");
            }
        }
        assert_eq!(addressing.address(Row { stones: (1 << 16) - 1, cells: 16 }), None);
        assert_eq!(addressing.address(Row { stones: 0, cells: 0 }), None);
    }

    #[test]
    fn each_index_is_that_of_its_representative() {
        let addressing = RowAddressing::new(16, Rules::MultiJump).unwrap();
        for (number, block) in addressing.blocks().iter().enumerate() {
            let mut expected = 0;
            let mut rows = Vec::new();
            addressing.for_each_representative(number, 0..block.positions, |index, row| {
                assert_eq!(index, expected);
                let address = Address { block: number as u32, index, negated: false };
                assert_eq!(addressing.address(row), Some(address), "{row:?}");
                addressing.for_each_image(number, row, |_, _| panic!("mirror images have no index"));
                rows.push(row);
                expected += 1;
            });
            assert_eq!(expected, block.positions);
            for step in [1, 7, 64] {
                let mut by_parts = Vec::new();
                for begin in (0..block.positions).step_by(step) {
                    let indices = begin..(begin + step as u64).min(block.positions);
                    addressing.for_each_representative(number, indices, |_, row| by_parts.push(row));
                }
                assert_eq!(by_parts, rows);
            }
        }
    }

    #[test]
    fn blocks_are_by_stones_then_cells() {
        let addressing = RowAddressing::new(20, Rules::MultiJump).unwrap();
        let order = |block: usize| (addressing.blocks()[block].stones, addressing.cells_of_block(block));
        assert!((1..addressing.blocks().len()).all(|block| order(block - 1) < order(block)));
    }

    /// The number of connected rows by length from their generating function e² f / (1 − f m).
    ///
    /// A row has runs of at least two stones, f = x² / (1 − x). Between neighbouring ones there are k
    /// single stones and k + 1 gaps, all of one cell or one of them of two: m = x / (1 − x²) + x² / (1 − x²)².
    /// At an end there are single stones one cell apart and maybe an empty cell, e = (1 + x) / (1 − x²).
    fn numbers_by_generating_function(longest: usize) -> Vec<u64> {
        let multiply = |a: &[i64], b: &[i64]| -> Vec<i64> {
            (0..=longest).map(|n| (0..=n).map(|i| a[i] * b[n - i]).sum()).collect()
        };
        let series = |term: &dyn Fn(usize) -> i64| -> Vec<i64> { (0..=longest).map(term).collect() };
        let runs = series(&|n| i64::from(n >= 2));
        let between = series(&|n| if n % 2 == 1 { 1 } else { n as i64 / 2 });
        let ends = series(&|_| 1);
        let step = multiply(&runs, &between);
        let mut chains = series(&|n| i64::from(n == 0));
        for n in 1..=longest {
            chains[n] = (1..=n).map(|i| step[i] * chains[n - i]).sum();
        }
        let rows = multiply(&multiply(&multiply(&ends, &ends), &runs), &chains);
        rows.into_iter().map(|count| count as u64).collect()
    }

    /// The number of connected rows of a length that are their own mirror images.
    fn palindromes(cells: usize) -> u64 {
        let half = cells.div_ceil(2);
        let whole = |stones: u64| stones | mirror(stones & ((1 << (cells / 2)) - 1), cells);
        (0..1 << half).filter(|&stones| Row { stones: whole(stones), cells }.is_connected()).count() as u64
    }

    #[test]
    fn numbers_of_rows_are_those_of_the_generating_function() {
        let addressing = RowAddressing::new(34, Rules::MultiJump).unwrap();
        let expected = numbers_by_generating_function(34);
        let mut found = vec![0; 35];
        for (number, block) in addressing.blocks().iter().enumerate() {
            found[addressing.cells_of_block(number)] += block.positions;
        }
        for cells in 1..=34 {
            assert_eq!(2 * found[cells], expected[cells] + palindromes(cells), "{cells} cells");
        }
        assert_eq!((expected[3], expected[20], expected[34]), (3, 76_128, 289_666_172));
    }

    /// The values of all rows in the set, block by block.
    struct Values<'s> {
        store: &'s ValueStore,
        addressing: RowAddressing,
        blocks: Vec<Vec<CanonicalForm>>,
    }

    impl<'s> Values<'s> {
        fn new(store: &'s ValueStore, longest: usize, rules: Rules) -> Values<'s> {
            let addressing = RowAddressing::new(longest, rules).unwrap();
            let mut values = Values { store, addressing, blocks: Vec::new() };
            for (number, block) in values.addressing.blocks().iter().enumerate() {
                let mut forms = Vec::new();
                values.addressing.for_each_representative(number, 0..block.positions, |_, row| {
                    let (mut left, mut right) = (Vec::new(), Vec::new());
                    values.addressing.for_each_option(row, |side, parts| match side {
                        Side::Left => left.push(values.sum(parts)),
                        Side::Right => right.push(values.sum(parts)),
                    });
                    forms.push(store.from_options(&left, &right).unwrap());
                });
                values.blocks.push(forms);
            }
            values
        }

        fn sum(&self, parts: &[Address]) -> CanonicalForm {
            parts.iter().fold(CanonicalForm::ZERO, |sum, address| {
                let form = self.blocks[address.block as usize][address.index as usize];
                self.store.add(sum, if address.negated { -form } else { form }).unwrap()
            })
        }

        fn value(&self, position: &Position) -> Option<CanonicalForm> {
            Some(self.sum(&self.addressing.parts_of_position(position)?))
        }
    }

    #[test]
    fn values_are_those_of_tables_that_do_not_split() {
        for rules in Rules::ALL {
            let store = ValueStore::new();
            let values = Values::new(&store, 14, rules);
            for cells in 1..=14 {
                let table = EndgameTable::compute(&store, 1, cells, rules, &Monitor::new()).unwrap();
                for row in rows_of(cells) {
                    let expected = table.value(row.stones as u32);
                    let parts = values.addressing.parts(row).unwrap();
                    assert_eq!(values.sum(&parts), expected, "{} {rules}", row.position());
                }
            }
        }
    }

    /// Cells of a row that is mostly stones.
    fn cells(longest: usize) -> impl Strategy<Value = Vec<Cell>> {
        let cell = |number: usize, kind: u8| match (kind, number % 2) {
            (0..4, _) => Cell::Empty,
            (4, _) => Cell::Hole,
            (_, 0) => Cell::Black,
            _ => Cell::White,
        };
        let kinds = prop::collection::vec(0..12u8, 1..=longest);
        kinds.prop_map(move |kinds| kinds.into_iter().enumerate().map(|(n, kind)| cell(n, kind)).collect())
    }

    fn row_of_cells(cells: Vec<Cell>) -> Position {
        Position::from_cells(1, cells.len(), cells).unwrap()
    }

    proptest! {
        #[test]
        fn values_of_positions_are_those_of_the_solver(cells in cells(24), many in any::<bool>()) {
            let rules = if many { Rules::MultiJump } else { Rules::SingleJump };
            let store = ValueStore::new();
            let values = Values::new(&store, 13, rules);
            let position = row_of_cells(cells);
            let value = values.value(&position);
            if let Some(value) = value {
                let expected = ValueSolver::new(&store, rules, None).value(&position, &Monitor::new()).unwrap();
                prop_assert_eq!(value, expected);
            }
            prop_assert_eq!(values.value(&position.colours_swapped()), value.map(|value| -value));
            let mut mirrored: Vec<Cell> = position.cells().map(|(_, _, cell)| cell).collect();
            let column = Position::from_cells(mirrored.len(), 1, mirrored.clone()).unwrap();
            prop_assert_eq!(values.value(&column), value);
            mirrored.reverse();
            prop_assert_eq!(values.value(&row_of_cells(mirrored)), value);
        }
    }

    #[test]
    fn the_longest_positions_are_answered() {
        let store = ValueStore::new();
        let values = Values::new(&store, 10, Rules::MultiJump);
        // Of five cells each, so that the colours are exchanged in every other one.
        let cells = |number: usize| match number % 5 {
            4 | 3 => Cell::Empty,
            _ if number % 15 >= 5 => Cell::Empty,
            _ if number % 2 == 0 => Cell::Black,
            _ => Cell::White,
        };
        let position = row_of_cells((0..447).map(cells).collect());
        let expected =
            ValueSolver::new(&store, Rules::MultiJump, None).value(&position, &Monitor::new()).unwrap();
        assert_eq!(values.value(&position), Some(expected));
        assert_eq!(values.addressing.parts_of_position(&position).unwrap().len(), 30);
    }

    #[test]
    fn what_is_not_in_the_set_has_no_parts() {
        let addressing = RowAddressing::new(5, Rules::MultiJump).unwrap();
        let parts =
            |text: &str| addressing.parts_of_position(&text.parse().unwrap()).map(|parts| parts.len());
        assert_eq!(parts("xoxox"), Some(1));
        assert_eq!(parts("xoxoxo"), None);
        assert_eq!(parts("xoxo.."), Some(1));
        assert_eq!(parts("..xoxo.."), None);
        assert_eq!(parts("xo...ox#ox.x..o"), Some(3));
        assert_eq!(parts("xx."), None);
        assert_eq!(parts("xo/ox"), None);
        assert_eq!(parts("x..o..x"), Some(0));
        assert_eq!(parts("xo....xo"), Some(2));
        assert_eq!(parts("xo....ox"), Some(2));
        assert!(RowAddressing::new(0, Rules::MultiJump).is_none());
        assert!(RowAddressing::new(MAX_ROW_CELLS + 1, Rules::MultiJump).is_none());
    }

    #[test]
    fn the_longest_rows_have_addresses() {
        let addressing = RowAddressing::new(MAX_ROW_CELLS, Rules::MultiJump).unwrap();
        for (number, block) in addressing.blocks().iter().enumerate() {
            for index in [0, block.positions / 3, block.positions - 1] {
                addressing.for_each_representative(number, index..index + 1, |found, row| {
                    let address = Address { block: number as u32, index, negated: false };
                    assert_eq!((found, addressing.address(row)), (index, Some(address)));
                });
            }
        }
    }
}
