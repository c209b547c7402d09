//! Coordinates of cells, written `A1`: the column in letters as in
//! spreadsheets (`A` to `Z`, `AA`, …), the row as a number counted from 1 at
//! the top.

use crate::reading::shown;
use std::fmt;
use std::str::FromStr;

use super::position::{MAX_COLUMNS, MAX_ROWS};

/// A cell's place on a board; rows and columns are counted from 0, rows from
/// the top.
///
/// ```
/// use konane::board::Square;
///
/// let square: Square = "C1".parse().unwrap();
/// assert_eq!(square, Square { row: 0, column: 2 });
/// assert_eq!(Square { row: 11, column: 27 }.to_string(), "AB12");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The column, from 0 at the left.
    pub column: usize,
}

impl Square {
    /// Whether it has the checkerboard colour of the top left square.
    pub fn is_even(self) -> bool {
        self.row.is_multiple_of(2) == self.column.is_multiple_of(2)
    }

    /// Whether the two squares are neighbours in a row or a column.
    pub fn is_adjacent_to(self, other: Square) -> bool {
        self.row.abs_diff(other.row).saturating_add(self.column.abs_diff(other.column)) == 1
    }

    /// Its neighbours in a row or a column on a board of `rows` and `columns`, row by row.
    pub fn neighbours(self, rows: usize, columns: usize) -> impl Iterator<Item = Square> {
        let Square { row, column } = self;
        let above = row.checked_sub(1).map(|row| Square { row, column });
        let left = column.checked_sub(1).map(|column| Square { row, column });
        let right = (column + 1 < columns).then_some(Square { row, column: column + 1 });
        let below = (row + 1 < rows).then_some(Square { row: row + 1, column });
        [above, left, right, below].into_iter().flatten()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Spreadsheet letters are digits 1 to 26 without a zero: each step
        // takes off the last letter and then one for the missing zero.
        let mut letters = Vec::new();
        let mut column = Some(self.column);
        while let Some(rest) = column {
            letters.push(b'A' + (rest % 26) as u8);
            column = (rest / 26).checked_sub(1);
        }
        letters.reverse();
        let letters: String = letters.into_iter().map(char::from).collect();
        write!(f, "{letters}{}", self.row as u128 + 1)
    }
}

/// The text is not the coordinate of a cell, such as `A1` or `AB12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError(String);

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is not a cell: write the column in letters and the row as a number from 1, such as A1",
            shown(&self.0)
        )
    }
}

impl std::error::Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads `A1`, `c12`, `AB3`. Cells beyond the largest supported board are
    /// refused.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        parse(text).ok_or_else(|| SquareError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Square> {
    let digits = text.find(|c: char| !c.is_ascii_alphabetic())?;
    let (letters, number) = text.split_at(digits);
    if letters.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut column = 0_usize;
    for letter in letters.bytes() {
        let digit = usize::from(letter.to_ascii_uppercase() - b'A') + 1;
        column = column.checked_mul(26)?.checked_add(digit)?;
    }
    let row = number.parse::<usize>().ok()?.checked_sub(1)?;
    let column = column - 1;
    (row < MAX_ROWS && column < MAX_COLUMNS).then_some(Square { row, column })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn columns_count_as_in_spreadsheets() {
        let written = |column| Square { row: 0, column }.to_string();
        let columns = [0, 25, 26, 51, 52, 255, 701, 702];
        let expected = ["A1", "Z1", "AA1", "AZ1", "BA1", "IV1", "ZZ1", "AAA1"];
        assert_eq!(columns.map(written), expected);
    }

    #[test]
    fn neighbours_have_different_checkerboard_colours() {
        let square = Square { row: 3, column: 4 };
        let near = |row, column| Square { row, column };
        assert!(!square.is_even() && near(0, 0).is_even() && near(5, 1).is_even());
        for neighbour in [near(2, 4), near(3, 3), near(3, 5), near(4, 4)] {
            assert!(square.is_adjacent_to(neighbour) && neighbour.is_even(), "{neighbour}");
        }
        for other in [square, near(2, 3), near(3, 6), near(0, 0), near(usize::MAX, usize::MAX)] {
            assert!(!square.is_adjacent_to(other), "{other}");
        }
    }

    #[test]
    fn what_is_not_a_coordinate_is_refused() {
        for text in [
            "",
            "A",
            "1",
            "A0",
            "1A",
            "A-1",
            "A+1",
            "A1B",
            "Ä1",
            "A١",
            "A99999999999999999999999",
            "ZZZZZZZZZZZZZZZZZZZZZZZZ1",
            "A448",
            "AAA1",
        ] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn printed_coordinates_read_back(row in 0..MAX_ROWS, column in 0..MAX_COLUMNS) {
            let square = Square { row, column };
            prop_assert_eq!(square.to_string().parse(), Ok(square));
            prop_assert_eq!(square.to_string().to_lowercase().parse(), Ok(square));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,8}") {
            let _ = text.parse::<Square>();
        }
    }
}
