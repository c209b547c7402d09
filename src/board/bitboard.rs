//! Sets of cells as bits, on planes of several shapes.
//!
//! A [`Plane`] says how cells are numbered and what the neighbours of a set of cells are; everything
//! built on it is written once. [`SquarePlane`] holds boards up to 8×8 and [`RowPlane`] rows up to 64
//! in one machine word, [`RectanglePlane`] any board of up to 64 cells as the masks of tables number them,
//! [`WidePlane`] all boards that are supported (20×20, 1×447) in seven words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A direction of movement on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards higher columns.
    East,
    /// Towards lower columns.
    West,
    /// Towards higher rows.
    South,
    /// Towards lower rows.
    North,
}

impl Direction {
    /// All four directions, opposite ones paired.
    pub const ALL: [Direction; 4] = [Direction::East, Direction::West, Direction::South, Direction::North];

    /// The direction back.
    #[inline]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::East => Direction::West,
            Direction::West => Direction::East,
            Direction::South => Direction::North,
            Direction::North => Direction::South,
        }
    }
}

/// A set of cells of some plane.
pub trait CellSet:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No cell.
    const EMPTY: Self;

    /// The cell with the given number.
    fn single(index: usize) -> Self;

    /// The cells with numbers up to the given one.
    fn up_to(index: usize) -> Self;

    /// Whether there is no cell.
    fn is_empty(self) -> bool;

    /// How many cells there are.
    fn count(self) -> u32;

    /// The number of the first cell; meaningless for the empty set.
    fn first(self) -> usize;

    /// The set of the first cell only.
    fn lowest(self) -> Self {
        Self::single(self.first())
    }

    /// Whether the two sets share a cell.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The numbers of the cells, in increasing order.
    fn cells(self) -> CellNumbers<Self> {
        CellNumbers(self)
    }
}

/// Iterator over the numbers of the cells of a set.
pub struct CellNumbers<C>(C);

impl<C: CellSet> Iterator for CellNumbers<C> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 ^= C::single(first);
        Some(first)
    }
}

/// Sets of as many cells as a machine word has bits.
macro_rules! words_as_cell_sets {
    ($($word:ty),+) => {
        $(impl CellSet for $word {
            const EMPTY: $word = 0;

            #[inline]
            fn single(index: usize) -> $word {
                1 << index
            }

            #[inline]
            fn up_to(index: usize) -> $word {
                <$word>::MAX >> (<$word>::BITS as usize - 1 - index)
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
        })+
    };
}

words_as_cell_sets!(u32, u64);

/// Words of a [`WideSet`].
const WIDE_WORDS: usize = 7;

/// A set of up to 448 cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WideSet([u64; WIDE_WORDS]);

impl WideSet {
    /// How many cells a set can hold.
    pub const CELLS: usize = WIDE_WORDS * 64;

    /// The cells whose numbers satisfy a condition.
    #[inline]
    pub fn from_fn(condition: impl Fn(usize) -> bool) -> WideSet {
        WideSet(std::array::from_fn(|word| {
            (0..64).fold(0, |cells, bit| cells | u64::from(condition(64 * word + bit)) << bit)
        }))
    }

    /// The cells with numbers from `start` on as the bits of a word, the first one lowest.
    #[inline]
    pub fn word_from(self, start: usize) -> u64 {
        let (first, bit) = (start / 64, start % 64);
        let word = |number: usize| self.0.get(number).copied().unwrap_or(0);
        let high = if bit == 0 { 0 } else { word(first + 1) << (64 - bit) };
        word(first) >> bit | high
    }

    fn zip(self, other: WideSet, combine: impl Fn(u64, u64) -> u64) -> WideSet {
        WideSet(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
    }

    /// All cells moved to higher numbers.
    fn shifted_up(self, bits: usize) -> WideSet {
        let (words, bits) = (bits / 64, bits % 64);
        WideSet(std::array::from_fn(|i| {
            let word = |i: Option<usize>| i.map_or(0, |i| self.0[i]);
            let low = if bits == 0 { 0 } else { word(i.checked_sub(words + 1)) >> (64 - bits) };
            word(i.checked_sub(words)) << bits | low
        }))
    }

    /// All cells moved to lower numbers.
    fn shifted_down(self, bits: usize) -> WideSet {
        let (words, bits) = (bits / 64, bits % 64);
        WideSet(std::array::from_fn(|i| {
            let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
            let high = if bits == 0 { 0 } else { word(i + words + 1) << (64 - bits) };
            word(i + words) >> bits | high
        }))
    }
}

impl CellSet for WideSet {
    const EMPTY: WideSet = WideSet([0; WIDE_WORDS]);

    fn single(index: usize) -> WideSet {
        let mut set = WideSet::EMPTY;
        set.0[index / 64] = 1 << (index % 64);
        set
    }

    fn up_to(index: usize) -> WideSet {
        WideSet(std::array::from_fn(|word| match index.checked_sub(64 * word) {
            Some(within @ 0..64) => u64::up_to(within),
            Some(_) => u64::MAX,
            None => 0,
        }))
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.into_iter().fold(0, |any, word| any | word) == 0
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        word * 64 + self.0[word].trailing_zeros() as usize
    }
}

impl BitAnd for WideSet {
    type Output = WideSet;
    fn bitand(self, other: WideSet) -> WideSet {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for WideSet {
    type Output = WideSet;
    fn bitor(self, other: WideSet) -> WideSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for WideSet {
    type Output = WideSet;
    fn bitxor(self, other: WideSet) -> WideSet {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for WideSet {
    type Output = WideSet;
    fn not(self) -> WideSet {
        WideSet(self.0.map(|word| !word))
    }
}

impl BitAndAssign for WideSet {
    fn bitand_assign(&mut self, other: WideSet) {
        *self = *self & other;
    }
}

impl BitOrAssign for WideSet {
    fn bitor_assign(&mut self, other: WideSet) {
        *self = *self | other;
    }
}

impl BitXorAssign for WideSet {
    fn bitxor_assign(&mut self, other: WideSet) {
        *self = *self ^ other;
    }
}

/// A way of numbering cells.
pub trait Plane: Copy {
    /// Sets of its cells.
    type Set: CellSet;

    /// The directions in which cells have neighbours.
    fn directions(self) -> &'static [Direction];

    /// The neighbours of the cells in one direction; cells off the plane vanish.
    fn shift(self, set: Self::Set, direction: Direction) -> Self::Set;

    /// The number of a cell, which must be on the plane.
    fn index(self, row: usize, column: usize) -> usize;

    /// Row and column of the cell with a given number.
    fn coordinates(self, index: usize) -> (usize, usize);

    /// The set together with all neighbours in the plane's directions.
    #[inline]
    fn spread(self, set: Self::Set) -> Self::Set {
        self.directions().iter().fold(set, |spread, &direction| spread | self.shift(set, direction))
    }
}

/// Boards up to 8×8: the cell in row r, column c is bit 8r + c.
#[derive(Clone, Copy, Debug)]
pub struct SquarePlane;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

impl Plane for SquarePlane {
    type Set = u64;

    #[inline]
    fn directions(self) -> &'static [Direction] {
        &Direction::ALL
    }

    #[inline]
    fn shift(self, set: u64, direction: Direction) -> u64 {
        match direction {
            Direction::East => (set & !LAST_COLUMN) << 1,
            Direction::West => (set & !FIRST_COLUMN) >> 1,
            Direction::South => set << 8,
            Direction::North => set >> 8,
        }
    }

    fn index(self, row: usize, column: usize) -> usize {
        row * 8 + column
    }

    fn coordinates(self, index: usize) -> (usize, usize) {
        (index / 8, index % 8)
    }
}

impl SquarePlane {
    /// The set mirrored so that row r becomes row 7 - r.
    #[inline]
    pub fn flip_rows(self, set: u64) -> u64 {
        set.swap_bytes()
    }

    /// The set mirrored so that column c becomes column 7 - c.
    #[inline]
    pub fn flip_columns(self, set: u64) -> u64 {
        set.swap_bytes().reverse_bits()
    }

    /// The set with rows and columns exchanged.
    #[inline]
    pub fn transpose(self, set: u64) -> u64 {
        // Exchange the off-diagonal blocks of size 4, then 2, then 1.
        let exchange = |set: u64, mask: u64, distance: u32| {
            let moved = mask & (set ^ (set >> distance));
            set ^ moved ^ (moved << distance)
        };
        let set = exchange(set, 0x0000_0000_f0f0_f0f0, 28);
        let set = exchange(set, 0x0000_cccc_0000_cccc, 14);
        exchange(set, 0x00aa_00aa_00aa_00aa, 7)
    }
}

/// Rows of up to 64 cells: column c is bit c.
#[derive(Clone, Copy, Debug)]
pub struct RowPlane;

impl Plane for RowPlane {
    type Set = u64;

    #[inline]
    fn directions(self) -> &'static [Direction] {
        &[Direction::East, Direction::West]
    }

    #[inline]
    fn shift(self, set: u64, direction: Direction) -> u64 {
        match direction {
            Direction::East => set << 1,
            Direction::West => set >> 1,
            Direction::South | Direction::North => 0,
        }
    }

    fn index(self, _row: usize, column: usize) -> usize {
        column
    }

    fn coordinates(self, index: usize) -> (usize, usize) {
        (0, index)
    }
}

/// A full rectangle of up to 64 cells, row by row: the cell in row r, column c is bit r · columns + c.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RectanglePlane {
    rows: usize,
    columns: usize,
    first_column: u64,
    all: u64,
    even: u64,
}

impl RectanglePlane {
    /// The most cells of a rectangle.
    pub const MAX_CELLS: usize = 64;

    /// The plane of a rectangle, or `None` if it has no cells or more than [`RectanglePlane::MAX_CELLS`].
    pub fn new(rows: usize, columns: usize) -> Option<RectanglePlane> {
        let cells = rows.checked_mul(columns).filter(|cells| (1..=Self::MAX_CELLS).contains(cells))?;
        let first_column = (0..rows).fold(0, |column, row| column | 1 << (row * columns));
        let is_even = |cell: &usize| (cell / columns + cell % columns).is_multiple_of(2);
        let even = (0..cells).filter(is_even).fold(0, |even, cell| even | 1 << cell);
        Some(RectanglePlane { rows, columns, first_column, all: u64::up_to(cells - 1), even })
    }

    /// Rows and columns of the rectangle.
    pub fn size(self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// All cells.
    #[inline]
    pub fn all(self) -> u64 {
        self.all
    }

    /// The cells with an even sum of row and column.
    #[inline]
    pub fn even_cells(self) -> u64 {
        self.even
    }

    /// The rectangle with rows and columns exchanged.
    pub fn transposed(self) -> RectanglePlane {
        let first_column = (0..self.columns).fold(0, |column, row| column | 1 << (row * self.rows));
        let (all, even) = (self.all, self.transpose(self.even));
        RectanglePlane { rows: self.columns, columns: self.rows, first_column, all, even }
    }

    /// The set with rows and columns exchanged, on the rectangle so transposed.
    pub fn transpose(self, set: u64) -> u64 {
        let (rows, columns) = self.size();
        set.cells().fold(0, |turned, cell| turned | 1 << (cell % columns * rows + cell / columns))
    }
}

impl Plane for RectanglePlane {
    type Set = u64;

    #[inline]
    fn directions(self) -> &'static [Direction] {
        // In a single row a step down may be longer than a word.
        if self.rows == 1 { &[Direction::East, Direction::West] } else { &Direction::ALL }
    }

    #[inline]
    fn shift(self, set: u64, direction: Direction) -> u64 {
        match direction {
            Direction::East => (set << 1) & !self.first_column & self.all,
            Direction::West => (set & !self.first_column) >> 1,
            Direction::South if self.rows > 1 => (set << self.columns) & self.all,
            Direction::North if self.rows > 1 => set >> self.columns,
            Direction::South | Direction::North => 0,
        }
    }

    #[inline]
    fn index(self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    fn coordinates(self, index: usize) -> (usize, usize) {
        (index / self.columns, index % self.columns)
    }
}

/// Any supported board: rows one after another, each followed by one cell that no set contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WidePlane {
    rows: usize,
    stride: usize,
    board: WideSet,
}

impl WidePlane {
    /// The plane of a board, or `None` if it has too many cells (see [`super::Position`]'s limits; a
    /// board may have to be transposed to fit).
    pub fn new(rows: usize, columns: usize) -> Option<WidePlane> {
        let stride = columns.checked_add(1)?;
        if rows.checked_mul(stride)? > WIDE_WORDS * 64 {
            return None;
        }
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| row * stride + column));
        let board = cells.fold(WideSet::EMPTY, |board, cell| board | WideSet::single(cell));
        Some(WidePlane { rows, stride, board })
    }

    /// Whether the board is a single row.
    pub fn is_row(self) -> bool {
        self.rows == 1
    }

    /// Rows and columns of the board.
    pub fn size(self) -> (usize, usize) {
        (self.rows, self.stride - 1)
    }
}

impl Plane for WidePlane {
    type Set = WideSet;

    fn directions(self) -> &'static [Direction] {
        &Direction::ALL
    }

    fn shift(self, set: WideSet, direction: Direction) -> WideSet {
        let shifted = match direction {
            Direction::East => set.shifted_up(1),
            Direction::West => set.shifted_down(1),
            Direction::South => set.shifted_up(self.stride),
            Direction::North => set.shifted_down(self.stride),
        };
        shifted & self.board
    }

    fn index(self, row: usize, column: usize) -> usize {
        row * self.stride + column
    }

    fn coordinates(self, index: usize) -> (usize, usize) {
        (index / self.stride, index % self.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shifts cell by cell, by coordinates.
    fn shift_slowly<P: Plane>(
        plane: P,
        rows: usize,
        columns: usize,
        set: P::Set,
        direction: Direction,
    ) -> P::Set {
        let step = match direction {
            Direction::East => (0, 1),
            Direction::West => (0, -1),
            Direction::South => (1, 0),
            Direction::North => (-1, 0),
        };
        set.cells().fold(P::Set::EMPTY, |shifted, cell| {
            let (row, column) = plane.coordinates(cell);
            match (row.checked_add_signed(step.0), column.checked_add_signed(step.1)) {
                (Some(r), Some(c)) if r < rows && c < columns => shifted | P::Set::single(plane.index(r, c)),
                _ => shifted,
            }
        })
    }

    fn sample<P: Plane>(plane: P, rows: usize, columns: usize, seed: u64) -> P::Set {
        let mut state = seed;
        let mut set = P::Set::EMPTY;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if state >> 63 == 1 {
                set |= P::Set::single(plane.index(row, column));
            }
        }
        set
    }

    fn check_shifts<P: Plane>(plane: P, rows: usize, columns: usize) {
        for seed in 1..20 {
            let set = sample(plane, rows, columns, seed);
            assert_eq!(set.count() as usize, set.cells().count());
            for cell in set.cells() {
                let lower = set.cells().filter(|&other| other <= cell).count();
                assert_eq!((set & P::Set::up_to(cell)).count() as usize, lower);
            }
            for &direction in plane.directions() {
                let slow = shift_slowly(plane, rows, columns, set, direction);
                assert_eq!(plane.shift(set, direction), slow, "{direction:?} on {rows}x{columns}");
            }
        }
    }

    #[test]
    fn words_are_read_from_anywhere_in_a_set() {
        let set = WideSet::from_fn(|cell| cell % 7 == 3 || cell % 11 == 5);
        for start in 0..WideSet::CELLS {
            let expected = (0..64)
                .filter(|bit| start + bit < WideSet::CELLS)
                .fold(0, |word, bit| word | u64::from(set.meets(WideSet::single(start + bit))) << bit);
            assert_eq!(set.word_from(start), expected);
        }
    }

    #[test]
    fn shifts_agree_with_coordinates() {
        check_shifts(SquarePlane, 8, 8);
        check_shifts(RowPlane, 1, 64);
        for (rows, columns) in [(1, 1), (1, 64), (64, 1), (8, 8), (4, 16), (5, 6), (9, 7), (2, 31)] {
            let plane = RectanglePlane::new(rows, columns).unwrap();
            check_shifts(plane, rows, columns);
            assert_eq!(plane.all().count() as usize, rows * columns);
            assert_eq!(Some(plane.transposed()), RectanglePlane::new(columns, rows));
            let (turned, set) = (plane.transposed(), sample(plane, rows, columns, 5));
            for cell in plane.all().cells() {
                let (row, column) = plane.coordinates(cell);
                let image = turned.index(column, row);
                assert_eq!(set >> cell & 1, plane.transpose(set) >> image & 1);
            }
        }
        for (rows, columns) in [(0, 5), (5, 0), (1, 65), (5, 13), (usize::MAX, 2)] {
            assert_eq!(RectanglePlane::new(rows, columns), None);
        }
        for (rows, columns) in [(1, 256), (20, 20), (3, 100), (7, 9), (256, 1)] {
            if let Some(plane) = WidePlane::new(rows, columns) {
                check_shifts(plane, rows, columns);
            }
        }
        assert_eq!(WidePlane::new(256, 1), None);
        assert_eq!(WidePlane::new(usize::MAX, 2), None);
    }

    #[test]
    fn mirror_images_of_the_square_plane() {
        for seed in 1..20 {
            let set = sample(SquarePlane, 8, 8, seed);
            let mapped = |map: fn(usize, usize) -> (usize, usize)| {
                set.cells().fold(0, |image, cell| {
                    let (row, column) = map(cell / 8, cell % 8);
                    image | 1u64 << (row * 8 + column)
                })
            };
            assert_eq!(SquarePlane.flip_rows(set), mapped(|r, c| (7 - r, c)));
            assert_eq!(SquarePlane.flip_columns(set), mapped(|r, c| (r, 7 - c)));
            assert_eq!(SquarePlane.transpose(set), mapped(|r, c| (c, r)));
        }
    }
}
