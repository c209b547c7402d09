//! The eight symmetries of the square, applied to positions.
//!
//! A rotation or reflection maps jumps to jumps, so it keeps the value of a
//! position. Four of the eight exchange rows and columns, and so map a board
//! that is not square to one of the other shape.

use super::position::Position;
use super::square::Square;

/// A rotation or reflection.
///
/// Written as an exchange of rows and columns or not, followed by turning the
/// order of the rows round or not, and that of the columns.
///
/// ```
/// use konane::board::{Position, Symmetry};
///
/// let position: Position = "xo./..#".parse().unwrap();
/// let turned = Symmetry::ROTATE_90.apply(&position);
/// assert_eq!(turned.to_string(), ".x/.o/#.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

const fn symmetry(transpose: bool, flip_rows: bool, flip_columns: bool) -> Symmetry {
    Symmetry { transpose, flip_rows, flip_columns }
}

impl Symmetry {
    /// Changes nothing.
    pub const IDENTITY: Symmetry = symmetry(false, false, false);
    /// A quarter turn clockwise.
    pub const ROTATE_90: Symmetry = symmetry(true, false, true);
    /// A half turn.
    pub const ROTATE_180: Symmetry = symmetry(false, true, true);
    /// A quarter turn counterclockwise.
    pub const ROTATE_270: Symmetry = symmetry(true, true, false);
    /// Exchanges left and right.
    pub const FLIP_COLUMNS: Symmetry = symmetry(false, false, true);
    /// Exchanges top and bottom.
    pub const FLIP_ROWS: Symmetry = symmetry(false, true, false);
    /// Reflects in the diagonal from the top left.
    pub const TRANSPOSE: Symmetry = symmetry(true, false, false);
    /// Reflects in the diagonal from the top right.
    pub const ANTI_TRANSPOSE: Symmetry = symmetry(true, true, true);

    /// All eight; the first four keep the shape of every board.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::IDENTITY,
        Symmetry::FLIP_COLUMNS,
        Symmetry::FLIP_ROWS,
        Symmetry::ROTATE_180,
        Symmetry::TRANSPOSE,
        Symmetry::ROTATE_90,
        Symmetry::ROTATE_270,
        Symmetry::ANTI_TRANSPOSE,
    ];

    /// The symmetries that map a board to one of the same shape: all eight if
    /// it is square, else four.
    pub fn of_board(rows: usize, columns: usize) -> &'static [Symmetry] {
        if rows == columns { &Symmetry::ALL } else { Symmetry::ALL.split_at(4).0 }
    }

    /// Whether rows become columns.
    pub fn exchanges_rows_and_columns(self) -> bool {
        self.transpose
    }

    /// Where a square of a board of `rows` and `columns` goes.
    ///
    /// The square must be on the board.
    pub fn apply_to_square(self, rows: usize, columns: usize, square: Square) -> Square {
        let (rows, columns, row, column) = if self.transpose {
            (columns, rows, square.column, square.row)
        } else {
            (rows, columns, square.row, square.column)
        };
        Square {
            row: if self.flip_rows { rows - 1 - row } else { row },
            column: if self.flip_columns { columns - 1 - column } else { column },
        }
    }

    /// The position turned or reflected.
    #[must_use]
    pub fn apply(self, position: &Position) -> Position {
        let (rows, columns) = (position.rows(), position.columns());
        let image =
            if self.transpose { Position::empty(columns, rows) } else { Position::empty(rows, columns) };
        let mut image = image.expect("a board is supported whichever way it is turned");
        for (row, column, cell) in position.cells() {
            let to = self.apply_to_square(rows, columns, Square { row, column });
            image.set(to.row, to.column, cell);
        }
        image
    }

    /// The symmetry that has the effect of `self` and then `next`.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        // A later exchange of rows and columns takes the flips with it.
        let (flip_rows, flip_columns) = if next.transpose {
            (self.flip_columns, self.flip_rows)
        } else {
            (self.flip_rows, self.flip_columns)
        };
        Symmetry {
            transpose: self.transpose != next.transpose,
            flip_rows: flip_rows != next.flip_rows,
            flip_columns: flip_columns != next.flip_columns,
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // Only the quarter turns are not their own inverse: undoing an
        // exchange of rows and columns exchanges which of them was flipped.
        if self.transpose { symmetry(true, self.flip_columns, self.flip_rows) } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::strategies::any_position;
    use crate::board::{Player, Rules, moves};
    use proptest::prelude::*;

    fn any_symmetry() -> impl Strategy<Value = Symmetry> {
        prop::sample::select(Symmetry::ALL.as_slice())
    }

    #[test]
    fn each_symmetry_does_what_its_name_says() {
        let position: Position = "xo./#.x".parse().unwrap();
        let images = Symmetry::ALL.map(|symmetry| symmetry.apply(&position).to_string());
        let expected =
            ["xo./#.x", ".ox/x.#", "#.x/xo.", "x.#/.ox", "x#/o./.x", "#x/.o/x.", ".x/o./x#", "x./.o/#x"];
        assert_eq!(images, expected);
    }

    #[test]
    fn the_eight_are_closed_under_composition_and_inverse() {
        for first in Symmetry::ALL {
            for next in Symmetry::ALL {
                assert!(Symmetry::ALL.contains(&first.then(next)));
            }
            assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
            assert_eq!(first.inverse().then(first), Symmetry::IDENTITY);
        }
        assert_ne!(Symmetry::ROTATE_90, Symmetry::ROTATE_270);
        let twice = Symmetry::ROTATE_90.then(Symmetry::ROTATE_90);
        assert_eq!(twice, Symmetry::ROTATE_180);
    }

    #[test]
    fn four_keep_the_shape_of_a_rectangle() {
        assert_eq!(Symmetry::of_board(5, 5).len(), 8);
        let kept = Symmetry::of_board(2, 3);
        assert_eq!(kept.len(), 4);
        assert!(kept.iter().all(|s| !s.exchanges_rows_and_columns()));
        let others = &Symmetry::ALL[4..];
        assert!(others.iter().all(|s| s.exchanges_rows_and_columns()));
    }

    #[test]
    fn the_longest_row_can_be_turned() {
        let row = Position::full_board(1, 256, Player::Black).unwrap();
        assert_eq!(Symmetry::ROTATE_90.apply(&row).rows(), 256);
    }

    proptest! {
        #[test]
        fn composing_is_applying_in_turn(
            position in any_position(),
            first in any_symmetry(),
            next in any_symmetry(),
        ) {
            let in_turn = next.apply(&first.apply(&position));
            prop_assert_eq!(first.then(next).apply(&position), in_turn);
        }

        #[test]
        fn the_inverse_undoes(position in any_position(), symmetry in any_symmetry()) {
            let image = symmetry.apply(&position);
            prop_assert_eq!(symmetry.inverse().apply(&image), position);
        }

        #[test]
        fn symmetric_positions_have_as_many_moves(
            position in any_position(),
            symmetry in any_symmetry(),
        ) {
            let image = symmetry.apply(&position);
            let swapped = position.colours_swapped();
            for rules in Rules::ALL {
                for player in Player::BOTH {
                    let number = moves(&position, player, rules).len();
                    prop_assert_eq!(moves(&image, player, rules).len(), number);
                    let opponent = player.opponent();
                    prop_assert_eq!(moves(&swapped, opponent, rules).len(), number);
                }
            }
        }
    }
}
