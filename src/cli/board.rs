//! The size of a board as an option gives it.

use std::str::FromStr;

/// Rows and columns, both at least 1.
#[derive(Clone, Copy)]
pub struct Board {
    pub rows: usize,
    pub columns: usize,
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Board, String> {
        let hint = || "write rows, an x and columns, such as 4x5".to_owned();
        let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(hint)?;
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() {
            true => text.parse::<usize>().map_err(|_| format!("a side of {text} cells is too long")),
            false => Err(hint()),
        };
        let (rows, columns) = (number(rows)?, number(columns)?);
        if rows == 0 || columns == 0 {
            return Err("a board needs at least one row and one column".to_owned());
        }
        Ok(Board { rows, columns })
    }
}
