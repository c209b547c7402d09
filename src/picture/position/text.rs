//! Boards drawn in characters: a letter above each column and a number before each row, as in `A1`.

use super::{column_name, region_label};
use crate::board::{Position, Square};

/// Columns drawn side by side; what a wider board has more follows below.
const BAND: usize = 26;

/// The board with its stones, in lines of characters without an end of the last.
///
/// ```
/// use konane::picture::position::draw_position;
/// assert_eq!(draw_position(&"xo./#.x".parse()?), "    A B C\n  1 x o .\n  2 # . x");
/// # Ok::<(), konane::board::PositionError>(())
/// ```
pub fn draw_position(position: &Position) -> String {
    draw(position.rows(), position.columns(), |square| position.get(square).map_or(' ', |cell| cell.symbol()))
}

/// The board with the label of a region on each of its cells; `-` marks cells in no region. Regions are given
/// by their squares, which are on the board.
pub fn draw_regions<'a>(position: &Position, regions: impl IntoIterator<Item = &'a [Square]>) -> String {
    let mut labels = vec!['-'; position.rows() * position.columns()];
    for (index, squares) in regions.into_iter().enumerate() {
        for square in squares {
            labels[square.row * position.columns() + square.column] = region_label(index);
        }
    }
    draw(position.rows(), position.columns(), |square| {
        labels[square.row * position.columns() + square.column]
    })
}

fn draw(rows: usize, columns: usize, symbol: impl Fn(Square) -> char) -> String {
    let margin = rows.to_string().len() + 2;
    let mut lines = Vec::new();
    for first in (0..columns).step_by(BAND) {
        let band = first..columns.min(first + BAND);
        let names: Vec<String> = band.clone().map(column_name).collect();
        let width = names.iter().map(String::len).max().unwrap_or(1);
        if first > 0 {
            lines.push(String::new());
        }
        lines.push(line(margin, "", names.iter().map(|name| format!("{name:>width$}"))));
        for row in 0..rows {
            let cells = band.clone().map(|column| format!("{:>width$}", symbol(Square { row, column })));
            lines.push(line(margin, &(row + 1).to_string(), cells));
        }
    }
    lines.join("\n")
}

fn line(margin: usize, name: &str, cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("{name:>margin$} {}", cells.join(" ")).trim_end().to_owned()
}

/// Squares in the order of reading, neighbours in a row put together: `A1-C1 E1 A2`.
pub fn list_squares(squares: &[Square]) -> String {
    let mut runs: Vec<(Square, Square)> = Vec::new();
    for &square in squares {
        match runs.last_mut() {
            Some((_, last)) if last.row == square.row && last.column + 1 == square.column => *last = square,
            _ => runs.push((square, square)),
        }
    }
    let texts = runs.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_coordinates() {
        let position: Position = "xo./#.x".parse().unwrap();
        assert_eq!(draw_position(&position), "    A B C\n  1 x o .\n  2 # . x");
    }

    #[test]
    fn wide_boards_are_drawn_in_bands() {
        let drawing = draw_position(&Position::empty(1, 27).unwrap());
        let expected = "    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z\n  \
                        1 . . . . . . . . . . . . . . . . . . . . . . . . . .\n\n    AA\n  1  .";
        assert_eq!(drawing, expected);
    }

    #[test]
    fn squares_next_to_each_other_are_put_together() {
        let squares: Vec<Square> =
            ["A1", "B1", "C1", "E1", "A2", "C3", "D3"].iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(list_squares(&squares), "A1-C1 E1 A2 C3-D3");
    }
}
