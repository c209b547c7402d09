//! Sizes of boards as options give them.

use super::failure::Failure;
use konane::board::{BoardSize, Position};
use konane::solve::{EndgameTable, MAX_TABLE_CELLS};
use std::fmt;
use std::str::FromStr;

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Board, String> {
        let size = text.parse::<BoardSize>();
        let BoardSize { rows, columns } = size.map_err(|error| error.to_string())?;
        Ok(Board { rows, columns })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        BoardSize { rows: self.rows, columns: self.columns }.fmt(f)
    }
}

impl Board {
    /// Bytes that the table of all positions needs at least.
    pub fn bytes_needed(self) -> Result<u64, Failure> {
        let Board { rows, columns } = self;
        EndgameTable::bytes_needed(rows, columns).ok_or_else(|| {
            let cells = rows as u128 * columns as u128;
            Failure::input(format!(
                "--board {self}: the table would have 2^{cells} positions; boards may have up to \
                 {MAX_TABLE_CELLS} cells"
            ))
        })
    }
}

/// All boards from one size to another, or one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardRange {
    first: Board,
    last: Board,
}

impl FromStr for BoardRange {
    type Err = String;

    fn from_str(text: &str) -> Result<BoardRange, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let (first, last): (Board, Board) = (first.parse()?, last.parse()?);
        if first.rows > last.rows || first.columns > last.columns {
            return Err(format!("{first} is not within {last}"));
        }
        Ok(BoardRange { first, last })
    }
}

impl BoardRange {
    /// The boards, those with the fewest rows first; an error if a table of one is out of the question.
    pub fn boards(self) -> Result<Vec<Board>, Failure> {
        // The last is the largest.
        self.last.bytes_needed()?;
        Ok(self.listed())
    }

    /// The boards, those with the fewest rows first; an error if there is no board so large.
    pub fn boards_to_play_on(self) -> Result<Vec<Board>, Failure> {
        let last = self.last;
        Position::empty(last.rows, last.columns)
            .map_err(|error| Failure::input(format!("--board {last}: {error}")))?;
        Ok(self.listed())
    }

    fn listed(self) -> Vec<Board> {
        let BoardRange { first, last } = self;
        let of_rows = |rows| (first.columns..=last.columns).map(move |columns| Board { rows, columns });
        (first.rows..=last.rows).flat_map(of_rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str) -> String {
        let boards = text.parse::<BoardRange>().unwrap().boards().unwrap();
        boards.iter().map(Board::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ranges_hold_all_sizes_between() {
        for (text, expected) in [
            ("4x5", "4x5"),
            ("1x2..1x4", "1x2 1x3 1x4"),
            ("2x2..3x3", "2x2 2x3 3x2 3x3"),
            ("2X3..2×3", "2x3"),
        ] {
            assert_eq!(listed(text), expected);
        }
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in ["1x4..1x3", "2x1..1x9", "1x1...1x3", "1x1..", "..1x3", "1x1..2x2..3x3", "1x1..0x3"] {
            assert!(text.parse::<BoardRange>().is_err(), "{text}");
        }
        let huge: BoardRange = "1x1..9999x9999".parse().unwrap();
        assert!(huge.boards().is_err() && huge.boards_to_play_on().is_err());
        // A table of it cannot be made, but it can be played on.
        let common: BoardRange = "8x8".parse().unwrap();
        assert!(common.boards().is_err() && common.boards_to_play_on().is_ok());
    }
}
