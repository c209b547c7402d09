//! Sizes of boards, written `4x5`: rows, an x and columns.

use std::fmt;
use std::str::FromStr;

/// The numbers of rows and columns of a board, each at least 1.
///
/// Whether so large a board is supported is another question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardSize {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// Why a text is not the size of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardSizeError {
    /// The text is not two whole numbers with an x between.
    NotASize,
    /// A number beyond all bounds.
    TooLong(String),
    /// A board without cells.
    NoCells,
}

impl fmt::Display for BoardSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardSizeError::NotASize => f.write_str("write rows, an x and columns, such as 4x5"),
            BoardSizeError::TooLong(side) => write!(f, "a side of {side} cells is too long"),
            BoardSizeError::NoCells => f.write_str("a board needs at least one row and one column"),
        }
    }
}

impl std::error::Error for BoardSizeError {}

impl FromStr for BoardSize {
    type Err = BoardSizeError;

    /// Reads `4x5`, `4X5` and `4×5`.
    fn from_str(text: &str) -> Result<BoardSize, BoardSizeError> {
        let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or(BoardSizeError::NotASize)?;
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            true => text.parse::<usize>().map_err(|_| BoardSizeError::TooLong(text.to_owned())),
            false => Err(BoardSizeError::NotASize),
        };
        match (number(rows)?, number(columns)?) {
            (0, _) | (_, 0) => Err(BoardSizeError::NoCells),
            (rows, columns) => Ok(BoardSize { rows, columns }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_back() {
        for (rows, columns) in [(1, 1), (4, 5), (447, 1)] {
            let size = BoardSize { rows, columns };
            assert_eq!(size.to_string().parse(), Ok(size));
            assert_eq!(size.to_string().replace('x', "×").parse(), Ok(size));
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        let problem = |text: &str| text.parse::<BoardSize>().unwrap_err();
        for text in ["", "4", "x", "4x", "x5", "4x5x6", "-4x5", "4 x 5", "axb"] {
            assert_eq!(problem(text), BoardSizeError::NotASize, "{text}");
        }
        assert_eq!(problem("0x5"), BoardSizeError::NoCells);
        let long = "99999999999999999999";
        assert_eq!(problem(&format!("4x{long}")).to_string(), format!("a side of {long} cells is too long"));
    }
}
