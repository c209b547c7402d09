//! A thermograph in characters.
//!
//! A row and a column stand for the same amount of temperature and of value, so that a sloping wall is
//! a line of `/` or `\`; but walls that are then too close to each other get wider columns. A corner in
//! the middle of a row is moved to one of its ends.

use super::{ThermographPicture, difference, shortened};
use crate::value::{Piece, Rational};

/// The narrowest drawing.
const LEAST_WIDTH: usize = 40;
/// If the walls are closer than this at the bottom, they are drawn further apart, namely so much.
const LEAST_COLUMNS: f64 = 5.0;
const WIDENED_COLUMNS: f64 = 8.0;
/// Rows of the mast above the walls.
const MAST: usize = 2;
/// The longest label beside a row.
const LONGEST_LABEL: usize = 14;

impl ThermographPicture {
    /// The picture as lines of at most `width` characters (at least 40), each ended by a newline, with
    /// the stops, the mean and the temperature below it.
    ///
    /// The heading and the numbers in the drawing are cut or left out where they are too long, but the
    /// four numbers below it are never cut.
    pub fn text(&self, width: usize) -> String {
        let width = width.max(LEAST_WIDTH);
        let mut lines: Vec<String> = self.heading.iter().map(|line| shortened(line, width)).collect();
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(Grid::of(self, width).lines(self, width));
        lines.push(String::new());
        for (name, number) in self.numbers() {
            lines.push(format!("{name:11} {number}"));
        }
        lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    fn numbers(&self) -> [(&'static str, Rational); 4] {
        [
            ("left stop", self.left_stop),
            ("right stop", self.right_stop),
            ("mean", self.mean),
            ("temperature", self.temperature),
        ]
    }
}

/// The rows of a drawing, and where the walls are between them.
struct Grid {
    /// How much temperature a row stands for.
    row: f64,
    /// How much value a column stands for.
    column: f64,
    /// At the lower end of each row up to the foot of the mast, and there: columns from the mast to the
    /// right wall, and to the left wall. Neither is ever negative.
    right: Vec<usize>,
    left: Vec<usize>,
}

impl Grid {
    fn of(picture: &ThermographPicture, width: usize) -> Grid {
        let (spread, height) = (picture.spread(), picture.height());
        // Walls are at most twice as far apart as they are high: two columns a row leave room for labels.
        let most_rows = (width / 6) as f64;
        let row = match (spread == 0.0, height == 0.0) {
            (true, true) => 1.0,
            (true, false) => height / 3.0,
            _ => height / most_rows,
        };
        let is_tall = spread > 0.0 && spread / row < LEAST_COLUMNS;
        let column = if is_tall { spread / WIDENED_COLUMNS } else { row };
        let mut grid = Grid { row, column, right: Vec::new(), left: Vec::new() };
        grid.left = grid.wall(picture, &picture.left);
        grid.right = grid.wall(picture, &picture.right);
        grid
    }

    /// How many rows a temperature is above the bottom.
    fn row(&self, picture: &ThermographPicture, temperature: Rational) -> usize {
        (difference(temperature, picture.base()) / self.row).round() as usize
    }

    /// How many columns a wall is away from the mast at the lower end of each row.
    fn wall(&self, picture: &ThermographPicture, pieces: &[Piece]) -> Vec<usize> {
        let away = |value: Rational| (difference(value, picture.mean).abs() / self.column).round();
        // From the foot of the mast down.
        let mut columns = vec![0];
        let mut upper = 0.0;
        for pair in pieces.windows(2).rev() {
            let rows = self.row(picture, pair[1].temperature) - self.row(picture, pair[0].temperature);
            let lower = match pair[0].slope {
                0 => upper,
                // Corners are rounded so that a sloping piece remains a straight row of slashes.
                _ if self.column == self.row => upper + rows as f64,
                _ => away(pair[0].value),
            };
            let at = |row: usize| (upper + (lower - upper) * row as f64 / rows as f64).round() as usize;
            columns.extend((1..=rows).map(at));
            upper = lower;
        }
        columns.reverse();
        columns
    }

    /// The column of the mast.
    fn mast(&self) -> usize {
        self.left[0]
    }

    fn columns(&self) -> usize {
        self.left[0] + self.right[0] + 1
    }

    /// Where the walls are at t = 0: the columns of the left and the right stop.
    fn stops(&self, picture: &ThermographPicture) -> [usize; 2] {
        let zero = self.row(picture, Rational::ZERO);
        let away = |wall: &[usize]| wall.get(zero).copied().unwrap_or(0);
        [self.mast() - away(&self.left), self.mast() + away(&self.right)]
    }

    /// What is drawn, from the bottom up.
    fn cells(&self, picture: &ThermographPicture) -> Vec<Vec<char>> {
        let rows = self.row(picture, picture.top()) + MAST;
        let mut cells = vec![vec![' '; self.columns()]; rows + 1];
        let foot = self.left.len() - 1;
        for row in &mut cells[foot..rows] {
            row[self.mast()] = '|';
        }
        cells[rows][self.mast()] = '^';
        for (row, cells) in cells[..foot].iter_mut().enumerate() {
            let at = |row: usize| (self.mast() - self.left[row], self.mast() + self.right[row]);
            let (lower, upper) = (at(row), at(row + 1));
            step(cells, lower.0, upper.0, '/');
            step(cells, lower.1, upper.1, '\\');
        }
        cells
    }

    /// What is written beside each row, from the bottom up: the temperature at its lower end if there is
    /// something to see. The lowest one stands beside the axis.
    fn labels(&self, picture: &ThermographPicture, rows: usize) -> Vec<String> {
        let mut labels = vec![String::new(); rows];
        let corners = picture.pieces().map(|(_, piece)| piece.temperature);
        for temperature in [picture.temperature, Rational::ZERO].into_iter().chain(corners) {
            let (row, text) = (self.row(picture, temperature), temperature.to_string());
            if row > 0 && labels[row].is_empty() && text.len() <= LONGEST_LABEL {
                labels[row] = text;
            }
        }
        labels
    }

    /// The drawing with its axes.
    fn lines(&self, picture: &ThermographPicture, width: usize) -> Vec<String> {
        let cells = self.cells(picture);
        let labels = self.labels(picture, cells.len());
        let base = picture.base().to_string();
        let gutter = labels.iter().map(String::len).max().unwrap_or(0).max(base.len());
        let (start, numbers) = stop_labels(picture, self.stops(picture));
        // The columns begin two characters after the gutter, unless the numbers need more room.
        let gutter_for_numbers = gutter.max((-start - 2).max(0) as usize);
        let indent = (gutter_for_numbers as i64 + 2 + start) as usize;
        let fits = indent + numbers.len() <= width && gutter_for_numbers + 2 + self.columns() < width;
        let gutter = if fits { gutter_for_numbers } else { gutter };
        let mut lines = Vec::new();
        for (row, label) in cells.iter().zip(&labels).rev() {
            let mark = if label.is_empty() { ' ' } else { '-' };
            lines.push(format!("{label:>gutter$} {mark}{}", row.iter().collect::<String>()));
        }
        let mut axis = vec!['-'; self.columns() + 2];
        for column in self.stops(picture) {
            axis[column + 1] = '+';
        }
        lines.push(format!("{base:>gutter$} {}", axis.iter().collect::<String>()));
        if fits {
            lines.push(format!("{:indent$}{numbers}", ""));
        }
        if self.column < self.row {
            lines.push(String::new());
            lines.push("values are drawn at a larger scale".to_owned());
        }
        lines
    }
}

/// Draws what a wall does in one row as it goes up from one column to another. What is between columns
/// a and a + 1 is drawn in column a.
fn step(cells: &mut [char], from: usize, to: usize, slope: char) {
    match (from.min(to), from.max(to)) {
        (left, right) if left == right => cells[left] = '|',
        (left, right) => {
            cells[left..right].fill('_');
            cells[if from < to { right - 1 } else { left }] = slope;
        }
    }
}

/// The numbers below the axis, and where they begin, seen from the first column: that of the left stop
/// ends below the stop and that of the right stop begins there; one for both stands in the middle.
fn stop_labels(picture: &ThermographPicture, [left, right]: [usize; 2]) -> (i64, String) {
    let (left_text, right_text) = (picture.left_stop.to_string(), picture.right_stop.to_string());
    if left_text == right_text {
        return (left as i64 - left_text.len() as i64 / 2, left_text);
    }
    let start = left as i64 + 1 - left_text.len() as i64;
    let gap = (right - left).saturating_sub(1).max(2);
    (start, format!("{left_text}{:gap$}{right_text}", ""))
}
