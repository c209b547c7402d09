//! The removal phase: how a game starts from the full board.
//!
//! Black removes one of Black's stones, and White then one of White's that is orthogonally adjacent to the
//! hole. By the traditional rule Black's is at a corner or in the center ([`RemovalRule`] has the variant
//! too). The center is where the two middle lines of the board meet: one cell if both sides are odd, two if
//! one is, four if none is. Of the corners and the cells of the center Black may choose those with a black
//! stone, which are those of the checkerboard colour of the top left one.
//!
//! ```
//! use konane::board::Square;
//! use konane::game::{RemovalRule, removal};
//!
//! let written = |squares: Vec<Square>| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
//! assert_eq!(written(removal::first_removals(6, 6, RemovalRule::CornerOrCenter)), "A1 C3 D4 F6");
//! assert_eq!(written(removal::second_removals(6, 6, "F6".parse()?)), "F5 E6");
//! # Ok::<(), konane::board::SquareError>(())
//! ```

use super::opening::Opening;
use crate::board::Square;
use crate::reading::shown;
use std::fmt;
use std::str::FromStr;

/// Which of the black stones Black may remove first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RemovalRule {
    /// One at a corner or in the center, as tradition has it: `corner-or-center`.
    #[default]
    CornerOrCenter,
    /// Any, as some play: `any-stone`.
    AnyStone,
}

impl RemovalRule {
    /// Both rules, the traditional one first.
    pub const ALL: [RemovalRule; 2] = [RemovalRule::CornerOrCenter, RemovalRule::AnyStone];

    fn allows(self, rows: usize, columns: usize, Square { row, column }: Square) -> bool {
        let is_end = |at: usize, length: usize| at == 0 || at + 1 == length;
        let is_middle = |at: usize, length: usize| at == length / 2 || at == (length - 1) / 2;
        match self {
            RemovalRule::AnyStone => true,
            RemovalRule::CornerOrCenter => {
                is_end(row, rows) && is_end(column, columns)
                    || is_middle(row, rows) && is_middle(column, columns)
            }
        }
    }
}

impl fmt::Display for RemovalRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            RemovalRule::CornerOrCenter => "corner-or-center",
            RemovalRule::AnyStone => "any-stone",
        })
    }
}

/// The text is not the name of a rule of removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRemovalRule(String);

impl fmt::Display for UnknownRemovalRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rule of removal {}: use corner-or-center or any-stone", shown(&self.0))
    }
}

impl std::error::Error for UnknownRemovalRule {}

impl FromStr for RemovalRule {
    type Err = UnknownRemovalRule;

    fn from_str(text: &str) -> Result<RemovalRule, UnknownRemovalRule> {
        let named = RemovalRule::ALL.into_iter().find(|rule| rule.to_string() == text);
        named.ok_or_else(|| UnknownRemovalRule(text.to_owned()))
    }
}

/// The squares whose stones Black may remove from a full board, row by row.
pub fn first_removals(rows: usize, columns: usize, rule: RemovalRule) -> Vec<Square> {
    let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| Square { row, column }));
    squares.filter(|&square| square.is_even() && rule.allows(rows, columns, square)).collect()
}

/// The squares whose stones White may remove after Black has removed that on `first`, row by row.
pub fn second_removals(rows: usize, columns: usize, first: Square) -> Vec<Square> {
    first.neighbours(rows, columns).collect()
}

/// All ways to open a game by the rule: by Black's square row by row, then by White's.
pub fn openings(rows: usize, columns: usize, rule: RemovalRule) -> Vec<Opening> {
    Opening::all(rows, columns).filter(|opening| rule.allows(rows, columns, opening.black())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(squares: &[Square]) -> String {
        squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn black_removes_a_stone_at_a_corner_or_in_the_center() {
        for (rows, columns, expected) in [
            (1, 1, "A1"),
            (1, 2, "A1"),
            (1, 5, "A1 C1 E1"),
            (1, 6, "A1 C1"),
            // The stone in the middle is White's.
            (3, 5, "A1 E1 A3 E3"),
            (1, 7, "A1 G1"),
            (5, 5, "A1 E1 C3 A5 E5"),
            (4, 5, "A1 E1 C3"),
            (8, 8, "A1 D4 E5 H8"),
            (7, 4, "A1 B4 A7"),
        ] {
            let squares = first_removals(rows, columns, RemovalRule::CornerOrCenter);
            assert_eq!(written(&squares), expected, "{rows}×{columns}");
        }
    }

    #[test]
    fn by_the_variant_black_removes_any_black_stone() {
        assert_eq!(written(&first_removals(3, 4, RemovalRule::AnyStone)), "A1 C1 B2 D2 A3 C3");
    }

    #[test]
    fn white_removes_a_neighbour() {
        let second = |text: &str| written(&second_removals(3, 4, text.parse().unwrap()));
        assert_eq!(second("A1"), "B1 A2");
        assert_eq!(second("B2"), "B1 A2 C2 B3");
        assert_eq!(second("D2"), "D1 C2 D3");
        assert_eq!(second_removals(1, 1, Square { row: 0, column: 0 }), []);
    }

    #[test]
    fn the_openings_are_the_two_removals_one_after_the_other() {
        for (rows, columns) in [(1, 1), (1, 6), (3, 5), (4, 4), (5, 4)] {
            for rule in RemovalRule::ALL {
                let in_turn = first_removals(rows, columns, rule).into_iter().flat_map(|first| {
                    let second = second_removals(rows, columns, first).into_iter();
                    second.map(move |second| Opening::new(first, second).unwrap())
                });
                assert_eq!(openings(rows, columns, rule), in_turn.collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn rules_are_named() {
        for rule in RemovalRule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        assert_eq!(
            "corner".parse::<RemovalRule>().unwrap_err().to_string(),
            "unknown rule of removal \"corner\": use corner-or-center or any-stone"
        );
    }
}
