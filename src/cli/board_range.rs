//! Sizes of boards as options give them.

use super::failure::Failure;
use konane::board::{BoardSize, BoardSizeError, Position};
use konane::tables::board_table_bytes;
use std::str::FromStr;

/// All boards from one size to another, or one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardRange {
    first: BoardSize,
    last: BoardSize,
}

impl FromStr for BoardRange {
    type Err = String;

    fn from_str(text: &str) -> Result<BoardRange, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let size = |text: &str| text.parse().map_err(|error: BoardSizeError| error.to_string());
        let (first, last): (BoardSize, BoardSize) = (size(first)?, size(last)?);
        if first.rows > last.rows || first.columns > last.columns {
            return Err(format!("{first} is not within {last}"));
        }
        Ok(BoardRange { first, last })
    }
}

impl BoardRange {
    /// The boards, those with the fewest rows first; an error if a table of one is out of the question.
    pub fn boards(self) -> Result<Vec<BoardSize>, Failure> {
        // The last is the largest.
        board_table_bytes(self.last)?;
        Ok(self.listed())
    }

    /// The boards, those with the fewest rows first; an error if there is no board so large.
    pub fn boards_to_play_on(self) -> Result<Vec<BoardSize>, Failure> {
        let last = self.last;
        Position::empty(last.rows, last.columns)
            .map_err(|error| Failure::input(format!("--board {last}: {error}")))?;
        Ok(self.listed())
    }

    fn listed(self) -> Vec<BoardSize> {
        let BoardRange { first, last } = self;
        let of_rows = |rows| (first.columns..=last.columns).map(move |columns| BoardSize { rows, columns });
        (first.rows..=last.rows).flat_map(of_rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(text: &str) -> String {
        let boards = text.parse::<BoardRange>().unwrap().boards().unwrap();
        boards.iter().map(BoardSize::to_string).collect::<Vec<_>>().join(" ")
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
