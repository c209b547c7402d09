//! A guess who wins, to search the right moves first.
//!
//! Around each cell lies a window of thirteen: the square of nine and the four cells two steps away in line,
//! which are those that take part in jumps of or over the middle one. What stands in it, up to the eight
//! symmetries, and how near the edges of the board are (at once, one cell on, or further) has a weight,
//! counted for the player whose stones stand on cells of the middle one's colour and against the other. The
//! sum is the guessed logarithm of the odds that the first of them wins.
//!
//! The weights were fitted by logistic regression to positions that the search had decided on boards of 30
//! to 42 cells (`examples/fit_ordering.rs` does it again). They say nothing of the size of the board, so they serve on
//! every one. **Nothing depends on them but the order of the search**: they are a guess, never an answer.

use std::sync::OnceLock;

/// Cells of a window.
const WINDOW: u32 = 13;
/// The rows and columns of the window's cells, as distances from the middle.
const OFFSETS: [(i32, i32); WINDOW as usize] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 0),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
    (-2, 0),
    (2, 0),
    (0, -2),
    (0, 2),
];
/// Windows in all.
const WINDOWS: usize = 1 << WINDOW;
/// Distances to an edge that are told apart.
const DISTANCES: usize = 3;
/// Ways to lie on the board: a distance to each edge, those above, below, to the left, to the right.
const PLACES: usize = DISTANCES.pow(4);

/// Weights of the windows of a kind, in the order of [`window_kinds`]: two bytes each, the lower first, in units
/// of a 256th.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The weight 1.
const UNIT: f32 = 256.0;

/// The guess for one board.
pub(crate) struct Evaluation {
    rows: usize,
    columns: usize,
    /// The bit of the first cell of each row.
    row_starts: Vec<u32>,
    /// The weights of the windows at each place that the board has.
    weights: Vec<[i16; WINDOWS]>,
    /// Which of them belongs to each cell, row by row.
    places: Vec<u8>,
}

impl Evaluation {
    /// Boards with longer rows or columns get no guess: a line must fit a word with its margins. A board of
    /// one word has shorter ones, except where there is hardly another dimension.
    pub(crate) const LONGEST_LINE: usize = 60;

    /// The guess for a board of this size, where a cell's bit is that of `index`.
    pub(crate) fn new((rows, columns): (usize, usize), index: impl Fn(usize, usize) -> usize) -> Evaluation {
        let mut found: Vec<usize> = Vec::new();
        let mut places = Vec::new();
        for (row, column) in (0..rows * columns).map(|cell| (cell / columns, cell % columns)) {
            let near =
                [row, rows - 1 - row, column, columns - 1 - column].map(|cells| cells.min(DISTANCES - 1));
            let place = place_of(near);
            let number = found.iter().position(|&other| other == place).unwrap_or_else(|| {
                found.push(place);
                found.len() - 1
            });
            places.push(number as u8);
        }
        // The same for all boards, and not quite cheap.
        static KINDS: OnceLock<Vec<Option<u32>>> = OnceLock::new();
        let kinds = KINDS.get_or_init(window_kinds);
        let weights = found.iter().map(|place| {
            std::array::from_fn(|window| match kinds[place * WINDOWS + window] {
                Some(kind) => {
                    let at = 2 * kind as usize;
                    i16::from_le_bytes([WEIGHTS[at], WEIGHTS[at + 1]])
                }
                None => 0,
            })
        });
        Evaluation {
            rows,
            columns,
            row_starts: (0..rows).map(|row| index(row, 0) as u32).collect(),
            weights: weights.collect(),
            places,
        }
    }

    /// The guessed logarithm of the odds that the player on the even cells wins.
    #[inline]
    pub(super) fn of(&self, occupied: u64) -> f32 {
        self.of_rows(|row| occupied >> self.row_starts[row])
    }

    /// The same, where the occupied cells are given row by row; what a row has beyond its columns is not looked at.
    #[inline]
    pub(crate) fn of_rows(&self, occupied: impl Fn(usize) -> u64) -> f32 {
        if self.columns.max(self.rows) > Evaluation::LONGEST_LINE {
            return 0.0;
        }
        // Two empty lines on each side, so that every window is on the board.
        let mut lines = [0u64; Evaluation::LONGEST_LINE + 4];
        let line = (1u64 << self.columns) - 1;
        for row in 0..self.rows {
            lines[row + 2] = (occupied(row) & line) << 2;
        }
        let mut sum = [0i32; 2];
        let mut places = self.places.iter();
        for row in 0..self.rows {
            let [up_two, up, here, down, down_two] = std::array::from_fn(|step| lines[row + step]);
            for column in 0..self.columns {
                let three = |line: u64| line >> (column + 1) & 7;
                let one = |line: u64, column: usize| line >> column & 1;
                let window = three(up)
                    | three(here) << 3
                    | three(down) << 6
                    | one(up_two, column + 2) << 9
                    | one(down_two, column + 2) << 10
                    | one(here, column) << 11
                    | one(here, column + 4) << 12;
                let Some(&place) = places.next() else { continue };
                sum[(row + column) % 2] +=
                    i32::from(self.weights[usize::from(place)][window as usize % WINDOWS]);
            }
        }
        (sum[0] - sum[1]) as f32 / UNIT
    }
}

/// The number of a place by the distances to the edges.
fn place_of(near: [usize; 4]) -> usize {
    near.iter().fold(0, |place, distance| place * DISTANCES + distance)
}

/// The kind of each window at each place, by place and window: windows that a symmetry turns into each other
/// are of a kind. Kinds are numbered as they turn up; there is none where a stone would stand off the board.
fn window_kinds() -> Vec<Option<u32>> {
    let mut kinds: Vec<Option<u32>> = vec![None; PLACES * WINDOWS];
    let symmetries: Vec<WindowSymmetry> = (0..8).map(WindowSymmetry::new).collect();
    let mut count = 0;
    for place in 0..PLACES {
        let near = [27, 9, 3, 1].map(|power| place / power % DISTANCES);
        for window in (0..WINDOWS).filter(|&window| is_on_board(near, window)) {
            if kinds[place * WINDOWS + window].is_none() {
                for symmetry in &symmetries {
                    let image = symmetry.image(near, window);
                    kinds[place_of(image.0) * WINDOWS + image.1] = Some(count);
                }
                count += 1;
            }
        }
    }
    debug_assert_eq!(WEIGHTS.len(), 2 * count as usize);
    kinds
}

/// Whether all stones of a window stand on the board.
fn is_on_board([above, below, left, right]: [usize; 4], window: usize) -> bool {
    OFFSETS.iter().enumerate().filter(|(bit, _)| window >> bit & 1 == 1).all(|(_, &(row, column))| {
        -row <= above as i32 && row <= below as i32 && -column <= left as i32 && column <= right as i32
    })
}

/// A symmetry of the square, on windows and on the distances to the edges.
struct WindowSymmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
    bits: [usize; WINDOW as usize],
}

impl WindowSymmetry {
    fn new(number: usize) -> WindowSymmetry {
        let (transpose, flip_rows, flip_columns) = (number & 4 != 0, number & 2 != 0, number & 1 != 0);
        let bits = OFFSETS.map(|(row, column)| {
            let (row, column) = if transpose { (column, row) } else { (row, column) };
            let image = (if flip_rows { -row } else { row }, if flip_columns { -column } else { column });
            OFFSETS.iter().position(|&offset| offset == image).unwrap_or(0)
        });
        WindowSymmetry { transpose, flip_rows, flip_columns, bits }
    }

    fn image(&self, mut near: [usize; 4], window: usize) -> ([usize; 4], usize) {
        if self.transpose {
            near = [near[2], near[3], near[0], near[1]];
        }
        if self.flip_rows {
            near.swap(0, 1);
        }
        if self.flip_columns {
            near.swap(2, 3);
        }
        let bits = self.bits.iter().enumerate().filter(|(bit, _)| window >> bit & 1 == 1);
        (near, bits.fold(0, |image, (_, &bit)| image | 1 << bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_weight_for_each_kind_of_window() {
        let kinds = window_kinds().into_iter().flatten().max().map_or(0, |kind| kind + 1);
        assert_eq!(WEIGHTS.len(), 2 * kinds as usize);
    }

    #[test]
    fn the_guess_is_that_of_all_images_and_changes_sign_with_the_colours() {
        let (rows, columns) = (5, 6);
        let index = |row: usize, column: usize| row * columns + column;
        let evaluation = Evaluation::new((rows, columns), index);
        let mut state = 3u64;
        for _ in 0..200 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let occupied = state >> 34;
            let image = |map: &dyn Fn(usize, usize) -> (usize, usize)| {
                let cells = (0..rows * columns).filter(|cell| occupied >> cell & 1 == 1);
                cells.fold(0, |image, cell| {
                    let (row, column) = map(cell / columns, cell % columns);
                    image | 1 << index(row, column)
                })
            };
            let guess = evaluation.of(occupied);
            // Five rows: upside down every cell keeps its colour. Six columns: left to right they change.
            assert_eq!(evaluation.of(image(&|row, column| (4 - row, column))), guess);
            assert_eq!(evaluation.of(image(&|row, column| (row, 5 - column))), -guess);
        }
    }

    #[test]
    fn boards_too_long_for_windows_get_no_guess() {
        assert_eq!(Evaluation::new((1, 64), |_, column| column).of(0b1101), 0.0);
        assert_eq!(Evaluation::new((64, 1), |row, _| row).of(0b1101), 0.0);
    }
}
