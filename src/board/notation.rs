//! Reading positions from text.
//!
//! | cell  | read as                | printed |
//! |-------|------------------------|---------|
//! | black | `x` `X` `b` `B` `●`    | `x`     |
//! | white | `o` `O` `w` `W` `○`    | `o`     |
//! | empty | `.` `_` `-` `·`        | `.`     |
//! | hole  | `#`                    | `#`     |
//!
//! A row ends at a newline, `/` or `|`; a `/` or `|` at the end of a line adds
//! no row. Spaces around a row are ignored, and so are spaces inside it when
//! there is exactly one between any two cells. Rows of unequal length are an
//! error, they are never padded.
//!
//! ```
//! use konane::board::Position;
//!
//! let position: Position = "● ○ ·\n· # x".parse().unwrap();
//! assert_eq!(position.to_string(), "xo./.#x");
//!
//! let error = "xox/xo".parse::<Position>().unwrap_err();
//! assert_eq!(error.to_string(), "row 2 has length 2, but row 1 has length 3");
//! ```

use std::str::FromStr;

use super::cell::Cell;
use super::position::{Position, PositionError};

/// The characters that end a row within a line.
pub(super) const ROW_ENDS: [char; 2] = ['/', '|'];

/// The text of one row and where it starts, so that an error can say where in
/// the whole text it is.
pub(super) struct RowText<'a> {
    pub(super) text: &'a str,
    /// The line of the text, from 1.
    pub(super) line: usize,
    /// The column of the line in characters, from 1.
    pub(super) column: usize,
}

/// An error and where in the text it is: the line and the character in it,
/// both from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LocatedError {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) error: PositionError,
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads a position in any of the notations of [this module](self).
    ///
    /// # Errors
    /// An empty text, an unknown character, ragged rows, uneven spaces, or a
    /// board larger than supported.
    fn from_str(text: &str) -> Result<Position, PositionError> {
        let mut rows: Vec<RowText<'_>> =
            (1..).zip(text.lines()).flat_map(|(line, text)| split_line(line, text)).collect();
        let is_blank = |row: &RowText<'_>| row.text.trim().is_empty();
        while rows.pop_if(|row| is_blank(row)).is_some() {}
        // Blank lines may come before the position, but "/xo" lacks a row.
        let blank = rows.iter().take_while(|row| is_blank(row) && row.column == 1).count();
        let first_line = rows.get(blank).map_or(0, |row| row.line);
        rows.retain(|row| row.line >= first_line);
        read_rows(&rows).map_err(|located| located.error)
    }
}

/// The rows that a line holds: what stands between `/` and `|`.
pub(super) fn split_line(line: usize, text: &str) -> Vec<RowText<'_>> {
    let mut column = 1;
    let mut rows = Vec::new();
    for text in text.split(ROW_ENDS) {
        rows.push(RowText { text, line, column });
        column += text.chars().count() + 1;
    }
    if rows.len() > 1 {
        rows.pop_if(|last| last.text.trim().is_empty());
    }
    rows
}

/// The position whose rows are given.
pub(super) fn read_rows(rows: &[RowText<'_>]) -> Result<Position, LocatedError> {
    let at_row = |row: &RowText<'_>, error| LocatedError { line: row.line, column: row.column, error };
    let Some(first) = rows.iter().find(|row| !row.text.trim().is_empty()) else {
        let (line, column) = rows.first().map_or((1, 1), |row| (row.line, row.column));
        return Err(LocatedError { line, column, error: PositionError::EmptyText });
    };
    let mut cells = Vec::new();
    let mut columns = 0;
    for (number, row) in (1..).zip(rows) {
        let before = cells.len();
        read_row(number, row, &mut cells)?;
        let found = cells.len() - before;
        if number == 1 {
            columns = found;
        }
        if found != columns {
            let error = PositionError::Ragged { row: number, expected: columns, found };
            return Err(at_row(row, error));
        }
    }
    Position::from_cells(rows.len(), columns, cells).map_err(|error| at_row(first, error))
}

/// Reads one row, which is number `number` from 1, and appends its cells.
fn read_row(number: usize, row: &RowText<'_>, cells: &mut Vec<Cell>) -> Result<(), LocatedError> {
    let indented = row.text.trim_start();
    let trimmed = indented.trim_end();
    let indent = row.text.chars().count() - indented.chars().count();
    let located =
        |index: usize, error| LocatedError { line: row.line, column: row.column + indent + index, error };
    if trimmed.is_empty() {
        return Err(located(0, PositionError::EmptyRow { row: number }));
    }
    let spaced = trimmed.contains(is_space);
    for (index, character) in trimmed.chars().enumerate() {
        let column = if spaced { index / 2 } else { index } + 1;
        let expects_space = spaced && index % 2 == 1;
        let uneven = PositionError::UnevenSpaces { row: number, column };
        let unknown = PositionError::UnknownCharacter { row: number, column, character };
        match (read_cell(character), is_space(character)) {
            (Some(cell), _) if !expects_space => cells.push(cell),
            (None, true) if expects_space => {}
            (None, false) => return Err(located(index, unknown)),
            _ => return Err(located(index, uneven)),
        }
    }
    Ok(())
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// The cell that a character stands for.
fn read_cell(character: char) -> Option<Cell> {
    match character {
        'x' | 'X' | 'b' | 'B' | '●' => Some(Cell::Black),
        'o' | 'O' | 'w' | 'W' | '○' => Some(Cell::White),
        '.' | '_' | '-' | '·' => Some(Cell::Empty),
        '#' => Some(Cell::Hole),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::strategies::any_position;
    use proptest::prelude::*;

    fn read(text: &str) -> String {
        text.parse::<Position>().unwrap().to_string()
    }

    fn message(text: &str) -> String {
        text.parse::<Position>().unwrap_err().to_string()
    }

    #[test]
    fn every_character_of_the_notation_is_read() {
        assert_eq!(read("xXbB●"), "xxxxx");
        assert_eq!(read("oOwW○"), "ooooo");
        assert_eq!(read("._-·"), "....");
        assert_eq!(read("#x#"), "#x#");
    }

    #[test]
    fn rows_end_at_newlines_slashes_and_bars() {
        for text in [
            "xo/ox/..",
            "xo|ox|..",
            "xo\nox\n..",
            "xo\r\nox\r\n..\r\n",
            "xo/ox/../",
            "xo|ox|..|",
            "xo/ox\n..",
            "xo/\nox/\n../\n",
            "  xo / ox / ..  ",
            "\n\n  xo\n  ox\n  ..\n\n",
            "x o\no x\n. .",
            "x\to\no x\n..",
        ] {
            assert_eq!(read(text), "xo/ox/..", "{text:?}");
        }
    }

    #[test]
    fn a_text_without_cells_is_empty() {
        for text in ["", " ", "\n", "\r\n \n", "/", "|", "//", " / | \n"] {
            assert_eq!(message(text), "the position is empty", "{text:?}");
        }
    }

    #[test]
    fn a_missing_row_is_named() {
        assert_eq!(message("xo//ox"), "row 2 is empty");
        assert_eq!(message("xo\n\nox"), "row 2 is empty");
        assert_eq!(message("/xo"), "row 1 is empty");
        assert_eq!(message("\n/xo"), "row 1 is empty");
        assert_eq!(message("xo/ox/ |.."), "row 3 is empty");
    }

    #[test]
    fn a_ragged_row_is_named() {
        assert_eq!(message("xo/oxo/.."), "row 2 has length 3, but row 1 has length 2");
        assert_eq!(message("xo\nox\n."), "row 3 has length 1, but row 1 has length 2");
    }

    #[test]
    fn an_unknown_character_is_named_with_its_place() {
        let hint = "(x is black, o white, . empty, # a hole)";
        assert_eq!(message("xo/o1"), format!("row 2, column 2: unknown character '1' {hint}"));
        assert_eq!(message("xo / o z"), format!("row 2, column 2: unknown character 'z' {hint}"));
        assert_eq!(message("xo\ro"), format!("row 1, column 3: unknown character '\\r' {hint}"));
        assert_eq!(message("\u{feff}"), format!("row 1, column 1: unknown character '\\u{{feff}}' {hint}"));
    }

    #[test]
    fn spaces_must_separate_all_cells_or_none() {
        let expected = |row, column| PositionError::UnevenSpaces { row, column }.to_string();
        assert_eq!(message("xo x"), expected(1, 1));
        assert_eq!(message("x  o"), expected(1, 2));
        assert_eq!(message("x o x/x ox"), expected(2, 2));
    }

    #[test]
    fn a_text_larger_than_any_board_is_refused() {
        assert_eq!(
            message(&"x".repeat(1_000_000)),
            "board 1×1000000 is larger than supported (up to 20×20, 1×447)"
        );
        assert_eq!(
            message(&"x/".repeat(100_000)),
            "board 100000×1 is larger than supported (up to 20×20, 1×447)"
        );
    }

    proptest! {
        #[test]
        fn printed_positions_read_back(position in any_position()) {
            prop_assert_eq!(position.to_string().parse(), Ok(position.clone()));
            prop_assert_eq!(format!("{position:#}").parse(), Ok(position));
        }

        #[test]
        fn spaced_positions_read_back(position in any_position()) {
            let spaced: String = position
                .to_string()
                .chars()
                .flat_map(|character| [character, ' '])
                .collect();
            prop_assert_eq!(spaced.parse(), Ok(position));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in any::<String>()) {
            if let Err(error) = text.parse::<Position>() {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }

        #[test]
        fn nor_does_one_that_is_nearly_a_position(text in "[xo.#/| \n\t\r●é]{0,24}") {
            if let Err(error) = text.parse::<Position>() {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }
    }
}
