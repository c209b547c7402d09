//! Openings: the two adjacent stones that are removed from a full board before the jumps begin.
//!
//! On a full board, whose top left stone is Black's, Black removes one of Black's stones and White then one
//! of White's next to the hole. An [`Opening`] is any such pair; [`Setup`]s are the four that the literature
//! on narrow boards has names for; [`Openings`] are what is studied together.
//!
//! Two openings that a rotation or reflection of the board maps to each other lead to the same game, if
//! the symmetry also maps black stones of the full board to black ones. (If it maps them to white ones, the
//! game is the negative.)
//!
//! ```
//! use konane::game::{Opening, Openings};
//!
//! let opening: Opening = "A1-B1".parse()?;
//! assert_eq!(opening.position(3, 4)?.to_string(), "..xo/oxox/xoxo");
//! let corner: Openings = "corner".parse()?;
//! let names: Vec<String> = corner.on_board(3, 4)?.into_iter().map(|opened| opened.name).collect();
//! assert_eq!(names, ["corner-h", "corner-v"]);
//! # Ok::<(), konane::game::OpeningError>(())
//! ```

use crate::board::{Cell, Player, Position, PositionError, Setup, Square, SquareError, Symmetry};
use crate::reading::shown;
use std::fmt;
use std::str::FromStr;

/// A black stone of the full board and a white one next to it, both to be removed.
///
/// Written as the two squares, Black's first: `A1-B1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    black: Square,
    white: Square,
}

impl Opening {
    /// The opening in which Black removes the stone on the first square and White that on the second.
    ///
    /// # Errors
    /// Squares that are not adjacent, or a first one that has a white stone on full boards.
    pub fn new(first: Square, second: Square) -> Result<Opening, OpeningError> {
        if !first.is_adjacent_to(second) {
            Err(OpeningError::NotAdjacent { first, second })
        } else if !first.is_even() {
            Err(OpeningError::NotBlack { first, second })
        } else {
            Ok(Opening { black: first, white: second })
        }
    }

    /// The opening of a setup on a board of `rows` and `columns`.
    ///
    /// # Errors
    /// A board too narrow for the setup.
    pub fn of_setup(setup: Setup, rows: usize, columns: usize) -> Result<Opening, OpeningError> {
        let [one, other] =
            setup.squares(rows, columns).ok_or(OpeningError::NoRoom { setup, rows, columns })?;
        // The stone in the middle may be White's.
        if one.is_even() { Opening::new(one, other) } else { Opening::new(other, one) }
    }

    /// The square of the black stone.
    pub fn black(&self) -> Square {
        self.black
    }

    /// The square of the white stone.
    pub fn white(&self) -> Square {
        self.white
    }

    /// The full board of `rows` and `columns` without the two stones.
    ///
    /// # Errors
    /// A board that is not supported or that lacks one of the squares.
    pub fn position(&self, rows: usize, columns: usize) -> Result<Position, OpeningError> {
        let mut position = Position::full_board(rows, columns, Player::Black)?;
        for square in [self.black, self.white] {
            if position.get(square).is_none() {
                return Err(OpeningError::OffBoard { square, rows, columns });
            }
            position.set(square.row, square.column, Cell::Empty);
        }
        Ok(position)
    }

    /// All openings of a board: by Black's square row by row, then by White's.
    pub fn all(rows: usize, columns: usize) -> impl Iterator<Item = Opening> {
        let squares = (0..rows).flat_map(move |row| (0..columns).map(move |column| Square { row, column }));
        squares
            .filter(|square| square.is_even())
            .flat_map(move |black| black.neighbours(rows, columns).map(move |white| Opening { black, white }))
    }

    /// Whether it comes first of its images under the symmetries of the board that keep the colours of the
    /// full board. The squares must be on the board.
    fn is_first_of_its_images(self, rows: usize, columns: usize) -> bool {
        let top_left = Square { row: 0, column: 0 };
        Symmetry::of_board(rows, columns)
            .iter()
            .map(|symmetry| |square| symmetry.apply_to_square(rows, columns, square))
            .filter(|image| image(top_left).is_even())
            .all(|image| self <= Opening { black: image(self.black), white: image(self.white) })
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.black, self.white)
    }
}

impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Opening, OpeningError> {
        let (first, second) =
            text.split_once('-').ok_or_else(|| OpeningError::NotTwoSquares(text.to_owned()))?;
        Opening::new(first.trim().parse()?, second.trim().parse()?)
    }
}

/// What openings of a board are asked for: one, or several that are studied together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Openings {
    /// The opening of a setup: `corner-h`, `corner-v`, `mid-h` or `mid-v`.
    Setup(Setup),
    /// One opening: `A1-B1`.
    Pair(Opening),
    /// Those of the setups at the corner that the board has: `corner`.
    Corner,
    /// Those of the setups in the middle that the board has: `center`.
    Center,
    /// Those of the four setups that the board has: `all`.
    All,
    /// All openings of the board, of those that symmetries of the board and of its colours map to each
    /// other only the first: `every`.
    Every,
}

/// A full board without the stones of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedBoard {
    /// What the opening was asked for by: `corner-h`, or `A1-B1`.
    pub name: String,
    /// The stones that are gone.
    pub opening: Opening,
    /// The stones that are left.
    pub position: Position,
}

impl Openings {
    /// The names of those that are not a single pair.
    const NAMED: [Openings; 8] = [
        Openings::Setup(Setup::CornerHorizontal),
        Openings::Setup(Setup::CornerVertical),
        Openings::Setup(Setup::MiddleHorizontal),
        Openings::Setup(Setup::MiddleVertical),
        Openings::Corner,
        Openings::Center,
        Openings::All,
        Openings::Every,
    ];

    /// The openings on a board of `rows` and `columns`, at least one. Setups keep their order, and two may
    /// be the same on small boards.
    ///
    /// # Errors
    /// A board that is not supported, that lacks a stone of the one opening asked for, or that has none of
    /// several.
    pub fn on_board(self, rows: usize, columns: usize) -> Result<Vec<OpenedBoard>, OpeningError> {
        // Before anything that takes long on a board too large.
        Position::empty(rows, columns)?;
        let [corner_h, corner_v, middle_h, middle_v] = Setup::ALL;
        let opened = match self {
            Openings::Pair(opening) => vec![opened(opening.to_string(), opening, rows, columns)?],
            Openings::Setup(setup) => vec![opened_by(setup, rows, columns)?],
            Openings::Corner => opened_by_any(&[corner_h, corner_v], rows, columns)?,
            Openings::Center => opened_by_any(&[middle_h, middle_v], rows, columns)?,
            Openings::All => opened_by_any(&Setup::ALL, rows, columns)?,
            Openings::Every => Opening::all(rows, columns)
                .filter(|opening| opening.is_first_of_its_images(rows, columns))
                .map(|opening| opened(opening.to_string(), opening, rows, columns))
                .collect::<Result<_, _>>()?,
        };
        if opened.is_empty() { Err(OpeningError::NoPair { rows, columns }) } else { Ok(opened) }
    }
}

fn opened(name: String, opening: Opening, rows: usize, columns: usize) -> Result<OpenedBoard, OpeningError> {
    let position = opening.position(rows, columns)?;
    Ok(OpenedBoard { name, opening, position })
}

fn opened_by(setup: Setup, rows: usize, columns: usize) -> Result<OpenedBoard, OpeningError> {
    opened(setup.to_string(), Opening::of_setup(setup, rows, columns)?, rows, columns)
}

/// Those of the setups that the board has.
fn opened_by_any(setups: &[Setup], rows: usize, columns: usize) -> Result<Vec<OpenedBoard>, OpeningError> {
    let there = setups.iter().filter(|setup| setup.squares(rows, columns).is_some());
    there.map(|&setup| opened_by(setup, rows, columns)).collect()
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Setup(setup) => setup.fmt(f),
            Openings::Pair(opening) => opening.fmt(f),
            Openings::Corner => f.write_str("corner"),
            Openings::Center => f.write_str("center"),
            Openings::All => f.write_str("all"),
            Openings::Every => f.write_str("every"),
        }
    }
}

impl FromStr for Openings {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Openings, OpeningError> {
        if let Some(named) = Openings::NAMED.into_iter().find(|named| named.to_string() == text) {
            return Ok(named);
        }
        // What begins with a square is meant for a pair.
        let is_pair = text.split('-').next().is_some_and(|first| first.trim().parse::<Square>().is_ok());
        if is_pair { text.parse().map(Openings::Pair) } else { Err(OpeningError::Unknown(text.to_owned())) }
    }
}

/// Why there is no such opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// The text is neither the name of openings nor a pair of squares.
    Unknown(String),
    /// The text of one opening that has no two squares.
    NotTwoSquares(String),
    /// The text of one opening with something in it that is not a square.
    Square(SquareError),
    /// The two squares are not neighbours in a row or a column.
    NotAdjacent {
        /// The first square.
        first: Square,
        /// The second square.
        second: Square,
    },
    /// The first square has a white stone on full boards, and Black removes the first stone.
    NotBlack {
        /// The first square.
        first: Square,
        /// The second square.
        second: Square,
    },
    /// A square that is not on the board.
    OffBoard {
        /// The square.
        square: Square,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A board too narrow for a setup.
    NoRoom {
        /// The setup.
        setup: Setup,
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A board without adjacent stones.
    NoPair {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The board is not supported.
    Board(PositionError),
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::Unknown(text) => {
                let names = Openings::NAMED.map(|named| named.to_string()).join(", ");
                write!(
                    f,
                    "unknown opening {}: use {names}, or two adjacent squares such as A1-B1",
                    shown(text)
                )
            }
            OpeningError::NotTwoSquares(text) => {
                write!(
                    f,
                    "{} is not an opening: write two adjacent squares, Black's first, such as A1-B1",
                    shown(text)
                )
            }
            OpeningError::Square(error) => error.fmt(f),
            OpeningError::NotAdjacent { first, second } => {
                write!(f, "{first}-{second} is not an opening: {first} and {second} are not neighbours")
            }
            OpeningError::NotBlack { first, second } => write!(
                f,
                "{first}-{second} is not an opening: {first} has a white stone, and Black removes the first \
                 one; write {second}-{first}"
            ),
            OpeningError::OffBoard { square, rows, columns } => {
                write!(f, "{square} is not on the board of {rows} rows and {columns} columns")
            }
            OpeningError::NoRoom { setup, rows, columns } => {
                write!(f, "board {rows}×{columns} has no two stones for the opening {setup}")
            }
            OpeningError::NoPair { rows, columns } => {
                write!(f, "board {rows}×{columns} has no two adjacent stones")
            }
            OpeningError::Board(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpeningError {}

impl From<PositionError> for OpeningError {
    fn from(error: PositionError) -> OpeningError {
        OpeningError::Board(error)
    }
}

impl From<SquareError> for OpeningError {
    fn from(error: SquareError) -> OpeningError {
        OpeningError::Square(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn names(text: &str, rows: usize, columns: usize) -> Vec<String> {
        let openings: Openings = text.parse().unwrap();
        openings.on_board(rows, columns).unwrap().into_iter().map(|opened| opened.name).collect()
    }

    fn drawn(text: &str, rows: usize, columns: usize) -> String {
        let openings: Openings = text.parse().unwrap();
        let [opened] = openings.on_board(rows, columns).unwrap().try_into().unwrap();
        assert_eq!(opened.name, text);
        opened.position.to_string()
    }

    fn problem(text: &str, rows: usize, columns: usize) -> String {
        let openings = text.parse::<Openings>();
        openings.and_then(|openings| openings.on_board(rows, columns)).unwrap_err().to_string()
    }

    #[test]
    fn setups_are_where_the_literature_has_them() {
        assert_eq!(drawn("corner-h", 3, 4), "..xo/oxox/xoxo");
        assert_eq!(drawn("corner-v", 3, 4), ".oxo/.xox/xoxo");
        assert_eq!(drawn("mid-h", 4, 4), "xoxo/o..x/xoxo/oxox");
        assert_eq!(drawn("mid-v", 5, 5), "xoxox/oxoxo/xo.ox/ox.xo/xoxox");
        assert_eq!(drawn("mid-h", 1, 5), "xo..x");
        assert_eq!(drawn("B2-B3", 3, 3), "xox/o.o/x.x");
    }

    #[test]
    fn the_setup_in_the_middle_may_begin_with_a_white_stone() {
        let opening = Opening::of_setup(Setup::MiddleHorizontal, 3, 6).unwrap();
        assert_eq!(opening.to_string(), "D2-C2");
        assert_eq!(opening.position(3, 6).unwrap().to_string(), "xoxoxo/ox..ox/xoxoxo");
    }

    #[test]
    fn several_openings_are_those_that_the_board_has() {
        assert_eq!(names("all", 4, 5), ["corner-h", "corner-v", "mid-h", "mid-v"]);
        assert_eq!(names("corner", 4, 5), ["corner-h", "corner-v"]);
        assert_eq!(names("center", 4, 5), ["mid-h", "mid-v"]);
        assert_eq!(names("all", 1, 5), ["corner-h", "mid-h"]);
        assert_eq!(names("center", 5, 1), ["mid-v"]);
        assert_eq!(names("every", 1, 2), ["A1-B1"]);
        // The half turn exchanges the colours of a row of even length, and keeps those of an odd one.
        assert_eq!(names("every", 1, 4), ["A1-B1", "C1-B1", "C1-D1"]);
        assert_eq!(names("every", 1, 5), ["A1-B1", "C1-B1"]);
        assert_eq!(names("every", 2, 2), ["A1-B1"]);
        assert_eq!(names("every", 3, 3), ["A1-B1", "B2-B1"]);
    }

    /// Openings lead to the same positions up to symmetries exactly if one of `every` stands for both.
    #[test]
    fn every_opening_is_the_image_of_exactly_one_that_is_listed() {
        for (rows, columns) in [(1, 6), (1, 7), (2, 3), (3, 4), (4, 4), (3, 5), (5, 5), (4, 6)] {
            let images = |position: &Position| -> HashSet<String> {
                let symmetries = Symmetry::of_board(rows, columns).iter();
                symmetries.map(|symmetry| symmetry.apply(position).to_string()).collect()
            };
            let listed = Openings::Every.on_board(rows, columns).unwrap();
            for opening in Opening::all(rows, columns) {
                let position = opening.position(rows, columns).unwrap().to_string();
                let stand_for = listed.iter().filter(|opened| images(&opened.position).contains(&position));
                assert_eq!(stand_for.count(), 1, "{opening} on {rows}×{columns}");
            }
        }
    }

    #[test]
    fn a_board_has_one_opening_for_each_pair_of_neighbours() {
        for (rows, columns) in [(1, 1), (1, 5), (3, 4), (5, 5)] {
            let all: Vec<Opening> = Opening::all(rows, columns).collect();
            assert_eq!(all.len(), rows * (columns - 1) + (rows - 1) * columns);
            assert!(all.is_sorted());
            for opening in all {
                assert_eq!(Opening::new(opening.black(), opening.white()), Ok(opening));
                assert_eq!(opening.to_string().parse(), Ok(opening));
                assert_eq!(opening.to_string().parse(), Ok(Openings::Pair(opening)));
            }
        }
    }

    #[test]
    fn names_read_back() {
        for named in Openings::NAMED {
            assert_eq!(named.to_string().parse(), Ok(named));
        }
        assert_eq!("a1 - b1".parse::<Opening>().unwrap().to_string(), "A1-B1");
    }

    #[test]
    fn what_is_no_opening_is_refused() {
        for (text, rows, columns, expected) in [
            (
                "middle",
                4,
                4,
                "unknown opening \"middle\": use corner-h, corner-v, mid-h, mid-v, corner, center, all, every, or \
                 two adjacent squares such as A1-B1",
            ),
            (
                "A1",
                4,
                4,
                "\"A1\" is not an opening: write two adjacent squares, Black's first, such as A1-B1",
            ),
            (
                "A1-B0",
                4,
                4,
                "\"B0\" is not a cell: write the column in letters and the row as a number from 1, such as A1",
            ),
            ("A1-C1", 4, 4, "A1-C1 is not an opening: A1 and C1 are not neighbours"),
            ("A1-B2", 4, 4, "A1-B2 is not an opening: A1 and B2 are not neighbours"),
            ("A1-A1", 4, 4, "A1-A1 is not an opening: A1 and A1 are not neighbours"),
            (
                "B1-A1",
                4,
                4,
                "B1-A1 is not an opening: B1 has a white stone, and Black removes the first one; write A1-B1",
            ),
            ("E1-D1", 4, 4, "E1 is not on the board of 4 rows and 4 columns"),
            ("A3-A4", 3, 3, "A4 is not on the board of 3 rows and 3 columns"),
            ("mid-v", 1, 5, "board 1×5 has no two stones for the opening mid-v"),
            ("all", 1, 1, "board 1×1 has no two adjacent stones"),
            ("every", 1, 1, "board 1×1 has no two adjacent stones"),
            ("every", 0, 4, "board 0×4 has no cells"),
            (
                "every",
                usize::MAX,
                2,
                &format!("board {}×2 is larger than supported (up to 20×20, 1×447)", usize::MAX),
            ),
        ] {
            assert_eq!(problem(text, rows, columns), expected);
        }
    }
}
