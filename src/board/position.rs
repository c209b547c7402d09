//! A position: a board of cells, some of which hold stones or are holes.
//!
//! Any placement of stones is a position, whether or not play can reach it.
//! This type is the plain one that is read, printed and checked; searches use
//! bitboards.

use std::fmt;

use super::cell::{Cell, Player};
use super::square::Square;

/// The number of bits a supported board may need when each of its rows (or
/// each of its columns) is followed by one bit of border.
pub const MAX_BITS: usize = 448;

/// No supported board has more rows than this.
pub const MAX_ROWS: usize = MAX_BITS - 1;

/// No supported board has more columns than this.
pub const MAX_COLUMNS: usize = MAX_BITS - 1;

/// A placement of stones on a rectangular board, with Black as Left.
///
/// A board of m rows and n columns is supported when m(n+1) or n(m+1) is at
/// most [`MAX_BITS`]: all up to 20×20, and 1×447 and 447×1.
///
/// Positions print in one line with `/` between rows, and with `{:#}` one row
/// a line.
///
/// ```
/// use konane::board::{Cell, Position};
///
/// let position: Position = "xo. / .ox".parse().unwrap();
/// assert_eq!((position.rows(), position.columns()), (2, 3));
/// assert_eq!(position.cell(0, 1), Cell::White);
/// assert_eq!(position.to_string(), "xo./.ox");
/// assert_eq!(format!("{position:#}"), "xo.\n.ox");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    rows: usize,
    columns: usize,
    /// Row by row from the top left; always `rows * columns` of them.
    cells: Vec<Cell>,
}

impl Position {
    /// A board with no stone on it.
    ///
    /// # Errors
    /// A board without cells, or larger than supported.
    pub fn empty(rows: usize, columns: usize) -> Result<Position, PositionError> {
        check_size(rows, columns)?;
        Ok(Position { rows, columns, cells: vec![Cell::Empty; rows * columns] })
    }

    /// The position with the given cells, row by row from the top left.
    ///
    /// # Errors
    /// A board without cells or larger than supported, or a number of cells
    /// other than `rows` times `columns`.
    pub fn from_cells(rows: usize, columns: usize, cells: Vec<Cell>) -> Result<Position, PositionError> {
        check_size(rows, columns)?;
        if cells.len() != rows * columns {
            return Err(PositionError::WrongNumberOfCells { expected: rows * columns, found: cells.len() });
        }
        Ok(Position { rows, columns, cells })
    }

    /// The board full of stones of alternating colours, with a stone of
    /// `top_left` at the top left: what a game of Kōnane is set up with before
    /// the two opening stones are removed.
    ///
    /// # Errors
    /// A board without cells, or larger than supported.
    pub fn full_board(rows: usize, columns: usize, top_left: Player) -> Result<Position, PositionError> {
        let mut position = Position::empty(rows, columns)?;
        for (index, cell) in position.cells.iter_mut().enumerate() {
            let player =
                if is_even(index / columns, index % columns) { top_left } else { top_left.opponent() };
            *cell = player.stone();
        }
        Ok(position)
    }

    /// The number of rows, at least 1.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns, at least 1.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cell in a row and a column, both from 0.
    ///
    /// # Panics
    /// If there is no such row or column; [`get`](Position::get) does not.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        self.cells[self.index(row, column)]
    }

    /// The cell of a square, or `None` off the board.
    pub fn get(&self, square: Square) -> Option<Cell> {
        (square.row < self.rows && square.column < self.columns).then(|| self.cell(square.row, square.column))
    }

    /// Puts `cell` in a row and a column, both from 0.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn set(&mut self, row: usize, column: usize, cell: Cell) {
        let index = self.index(row, column);
        self.cells[index] = cell;
    }

    /// The position with `cell` put in a row and a column, both from 0.
    ///
    /// # Panics
    /// If there is no such row or column.
    #[must_use]
    pub fn with(mut self, row: usize, column: usize, cell: Cell) -> Position {
        self.set(row, column, cell);
        self
    }

    /// All cells as (row, column, cell), row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Cell)> + '_ {
        let columns = self.columns;
        self.cells.iter().enumerate().map(move |(index, &cell)| (index / columns, index % columns, cell))
    }

    /// How many cells are like `cell`.
    pub fn count(&self, cell: Cell) -> usize {
        self.cells.iter().filter(|&&other| other == cell).count()
    }

    /// Whether all black stones stand on cells of one checkerboard colour and
    /// all white stones on those of the other.
    ///
    /// Every position of real play is checkered, since a jump moves a stone by
    /// two cells and so keeps its checkerboard colour.
    pub fn is_checkered(&self) -> bool {
        // Whether each stone would fit with black on the even cells.
        let mut black_is_even = self.cells().filter_map(|(row, column, cell)| {
            let black = cell.owner()? == Player::Black;
            Some(black == is_even(row, column))
        });
        match black_is_even.next() {
            Some(first) => black_is_even.all(|other| other == first),
            None => true,
        }
    }

    /// The position with all squares but the wanted ones turned into holes.
    pub fn restricted_to(&self, wanted: impl Fn(Square) -> bool) -> Position {
        let mut restricted = self.clone();
        for (row, column, _) in self.cells().filter(|&(row, column, _)| !wanted(Square { row, column })) {
            restricted.set(row, column, Cell::Hole);
        }
        restricted
    }

    /// The position with the colours of all stones exchanged. Its value is the
    /// negative.
    #[must_use]
    pub fn colours_swapped(&self) -> Position {
        Position {
            rows: self.rows,
            columns: self.columns,
            cells: self.cells.iter().map(|cell| cell.colour_swapped()).collect(),
        }
    }

    /// Where the cell is in `cells`. A column past the end must not reach into
    /// the next row, so both are checked.
    fn index(&self, row: usize, column: usize) -> usize {
        assert!(
            row < self.rows && column < self.columns,
            "no cell ({row}, {column}) on a {}×{} board",
            self.rows,
            self.columns
        );
        row * self.columns + column
    }
}

/// Whether the cell has the checkerboard colour of the top left one.
fn is_even(row: usize, column: usize) -> bool {
    Square { row, column }.is_even()
}

/// Fails for a board without cells and for one larger than supported.
fn check_size(rows: usize, columns: usize) -> Result<(), PositionError> {
    if rows == 0 || columns == 0 {
        return Err(PositionError::NoCells { rows, columns });
    }
    let bits = |lines: usize, length: usize| lines.saturating_mul(length.saturating_add(1));
    if bits(rows, columns).min(bits(columns, rows)) > MAX_BITS {
        return Err(PositionError::TooLarge { rows, columns });
    }
    Ok(())
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end_of_row = if f.alternate() { "\n" } else { "/" };
        for (row, column, cell) in self.cells() {
            if column == 0 && row > 0 {
                f.write_str(end_of_row)?;
            }
            write!(f, "{}", cell.symbol())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Why there is no such position. Rows and columns in these errors count
/// from 1, as they are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A board with no rows or no columns.
    NoCells {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A board larger than supported.
    TooLarge {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A list of cells that does not fill the board.
    WrongNumberOfCells {
        /// The number of cells of the board.
        expected: usize,
        /// The number of cells given.
        found: usize,
    },
    /// A text without any row.
    EmptyText,
    /// A row without cells between others.
    EmptyRow {
        /// The row, from 1.
        row: usize,
    },
    /// A row longer or shorter than the first.
    Ragged {
        /// The row, from 1.
        row: usize,
        /// The number of cells of the first row.
        expected: usize,
        /// The number of cells of this row.
        found: usize,
    },
    /// A character that stands for no kind of cell.
    UnknownCharacter {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        character: char,
    },
    /// A row with spaces, but not exactly one between any two cells.
    UnevenSpaces {
        /// The row, from 1.
        row: usize,
        /// The column of the cell where the spacing breaks, from 1.
        column: usize,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::NoCells { rows, columns } => {
                write!(f, "board {rows}×{columns} has no cells")
            }
            PositionError::TooLarge { rows, columns } => {
                write!(f, "board {rows}×{columns} is larger than supported (up to 20×20, 1×447)")
            }
            PositionError::WrongNumberOfCells { expected, found } => {
                write!(f, "{found} cells given for a board of {expected}")
            }
            PositionError::EmptyText => f.write_str("the position is empty"),
            PositionError::EmptyRow { row } => write!(f, "row {row} is empty"),
            PositionError::Ragged { row, expected, found } => {
                write!(f, "row {row} has length {found}, but row 1 has length {expected}")
            }
            PositionError::UnknownCharacter { row, column, character } => write!(
                f,
                "row {row}, column {column}: unknown character {character:?} (x is black, o white, . empty, # a hole)"
            ),
            PositionError::UnevenSpaces { row, column } => {
                write!(f, "row {row}, column {column}: put one space between all cells of a row, or none")
            }
        }
    }
}

impl std::error::Error for PositionError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::strategies::any_position;
    use proptest::prelude::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn boards_from_one_cell_to_the_largest_are_supported() {
        for (rows, columns) in [(1, 1), (20, 20), (1, 256), (256, 1), (64, 4), (40, 8)] {
            let board = Position::empty(rows, columns).unwrap();
            assert_eq!((board.rows(), board.columns()), (rows, columns));
            assert_eq!(board.count(Cell::Empty), rows * columns);
        }
        assert!(Position::empty(1, MAX_COLUMNS).is_ok());
        assert!(Position::empty(MAX_ROWS, 1).is_ok());
    }

    #[test]
    fn sizes_that_are_not_supported_are_errors() {
        let message = |rows, columns| Position::empty(rows, columns).unwrap_err().to_string();
        assert_eq!(message(0, 5), "board 0×5 has no cells");
        assert_eq!(message(5, 0), "board 5×0 has no cells");
        assert_eq!(message(21, 21), "board 21×21 is larger than supported (up to 20×20, 1×447)");
        for (rows, columns) in [
            (1, MAX_COLUMNS + 1),
            (MAX_ROWS + 1, 1),
            (usize::MAX, usize::MAX),
            (1, usize::MAX),
            (usize::MAX, 1),
            (1 << 63, 2),
        ] {
            assert_eq!(Position::empty(rows, columns), Err(PositionError::TooLarge { rows, columns }));
        }
    }

    #[test]
    fn the_cells_must_fill_the_board() {
        let error = Position::from_cells(2, 2, vec![Cell::Black; 3]).unwrap_err();
        assert_eq!(error.to_string(), "3 cells given for a board of 4");
    }

    #[test]
    fn a_full_board_alternates() {
        let board = |rows, columns, player| Position::full_board(rows, columns, player).unwrap().to_string();
        assert_eq!(board(3, 4, Player::Black), "xoxo/oxox/xoxo");
        assert_eq!(board(2, 3, Player::White), "oxo/xox");
    }

    #[test]
    fn off_the_board_there_is_no_cell() {
        let board = position("xo/.#");
        let at = |row, column| board.get(Square { row, column });
        assert_eq!(at(1, 1), Some(Cell::Hole));
        assert_eq!(at(0, 2), None);
        assert_eq!(at(2, 0), None);
    }

    #[test]
    #[should_panic(expected = "no cell (0, 2) on a 2×2 board")]
    fn a_column_past_the_end_does_not_reach_into_the_next_row() {
        position("xo/.#").cell(0, 2);
    }

    #[test]
    fn checkered_means_one_colour_of_stones_for_each_colour_of_cells() {
        for text in ["....", "x", "o", ".x.x", "xo/ox", "ox/xo", "x#o", "..o/.o."] {
            let expected = text != "x#o";
            assert_eq!(position(text).is_checkered(), expected, "{text}");
        }
        for text in ["xx", "x.o", "xo/xo", "oo"] {
            assert!(!position(text).is_checkered(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn swapping_colours_twice_changes_nothing(position in any_position()) {
            let swapped = position.colours_swapped();
            prop_assert_eq!(swapped.count(Cell::Black), position.count(Cell::White));
            prop_assert_eq!(swapped.is_checkered(), position.is_checkered());
            prop_assert_eq!(swapped.colours_swapped(), position);
        }

        #[test]
        fn setting_a_cell_changes_that_cell_only(
            position in any_position(),
            row: prop::sample::Index,
            column: prop::sample::Index,
        ) {
            let (row, column) = (row.index(position.rows()), column.index(position.columns()));
            let changed = position.clone().with(row, column, Cell::Hole);
            for (r, c, cell) in position.cells() {
                let expected = if (r, c) == (row, column) { Cell::Hole } else { cell };
                prop_assert_eq!(changed.cell(r, c), expected);
            }
        }
    }
}
