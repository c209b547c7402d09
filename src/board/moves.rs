//! The moves of Kōnane.
//!
//! One own stone jumps orthogonally over an adjacent stone of the opponent
//! into the empty cell right behind it, and removes the stone it jumped. The
//! same stone may go on jumping in the same direction and may stop after any
//! jump. It never turns; holes are neither jumped nor landed on. Whoever
//! cannot move loses.
//!
//! Under [`Rules::SingleJump`], which some modern rule sets use, a move is one
//! jump only.
//!
//! Everything here is written as plainly as the rules are: fast searches have
//! bitboards, and this is what they are checked against.

use crate::reading::shown;
use std::fmt;
use std::str::FromStr;

use super::cell::{Cell, Player};
use super::position::Position;
use super::square::{Square, SquareError};

/// Whether a move may consist of several jumps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// The traditional rules: any number of jumps in one direction.
    #[default]
    MultiJump,
    /// One jump a move.
    SingleJump,
}

impl Rules {
    /// Both sets of rules, the traditional one first.
    pub const ALL: [Rules; 2] = [Rules::MultiJump, Rules::SingleJump];
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Rules::MultiJump => "multi-jump",
            Rules::SingleJump => "single-jump",
        })
    }
}

/// The text is not the name of a set of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownRules(String);

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rules {}: use multi-jump or single-jump", shown(&self.0))
    }
}

impl std::error::Error for UnknownRules {}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Rules, UnknownRules> {
        Rules::ALL
            .into_iter()
            .find(|rules| rules.to_string() == text)
            .ok_or_else(|| UnknownRules(text.to_owned()))
    }
}

/// One or more jumps of a stone in one direction.
///
/// Written as the squares that the stone stands on, `A1-C1` for one jump and
/// `A1-C1-E1` for two; read in that form, and also with landings between the
/// first and the last left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    /// The move from one square to another: as many jumps in a straight line
    /// as it takes. Whether a position allows it is another question, answered
    /// by [`Position::play`].
    ///
    /// # Errors
    /// Squares that are not an even distance apart in one row or column.
    pub fn new(from: Square, to: Square) -> Result<Move, MoveError> {
        let (down, across) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
        let straight = (down == 0) != (across == 0);
        if straight && down % 2 == 0 && across % 2 == 0 {
            Ok(Move { from, to })
        } else {
            Err(MoveError::NotAJump { from, to })
        }
    }

    /// Where the stone starts.
    pub fn from(&self) -> Square {
        self.from
    }

    /// Where the stone stops.
    pub fn to(&self) -> Square {
        self.to
    }

    /// The number of jumps, which is the number of stones removed.
    pub fn captures(&self) -> usize {
        (self.from.row.abs_diff(self.to.row) + self.from.column.abs_diff(self.to.column)) / 2
    }

    /// The squares of the stones that are removed, in the order of the jumps.
    pub fn captured(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.captures()).map(|jump| self.square_at(2 * jump + 1))
    }

    /// The squares that the stone lands on, in the order of the jumps; the
    /// last is where it stops.
    pub fn landings(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.captures()).map(|jump| self.square_at(2 * jump + 2))
    }

    /// The square `distance` cells along the way.
    fn square_at(&self, distance: usize) -> Square {
        let along = |from: usize, to: usize| match from.cmp(&to) {
            std::cmp::Ordering::Less => from + distance,
            std::cmp::Ordering::Equal => from,
            std::cmp::Ordering::Greater => from - distance,
        };
        Square { row: along(self.from.row, self.to.row), column: along(self.from.column, self.to.column) }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        self.landings().try_for_each(|landing| write!(f, "-{landing}"))
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let squares = text
            .split('-')
            .map(|square| square.trim().parse())
            .collect::<Result<Vec<Square>, SquareError>>()?;
        let &[from, .., to] = squares.as_slice() else {
            return Err(MoveError::OneSquare);
        };
        let whole = Move::new(from, to)?;
        // The squares between must be landings of the move, in their order.
        let mut landings = whole.landings();
        match squares[1..].iter().find(|&&s| !landings.any(|l| l == s)) {
            Some(&square) => Err(MoveError::NotOnTheWay { square, from, to }),
            None => Ok(whole),
        }
    }
}

/// Why a move is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// A move's text with something in it that is not a square.
    Square(SquareError),
    /// A move's text with one square only.
    OneSquare,
    /// Squares that no jumps in one direction connect.
    NotAJump {
        /// Where the stone would start.
        from: Square,
        /// Where the stone would stop.
        to: Square,
    },
    /// A square on a move's text that its stone does not land on.
    NotOnTheWay {
        /// The square.
        square: Square,
        /// Where the stone would start.
        from: Square,
        /// Where the stone would stop.
        to: Square,
    },
    /// A square that is not on the board.
    OffBoard(Square),
    /// There is no stone to move.
    NoStone(Square),
    /// There is no stone of the opponent to jump over.
    NothingToJump(Square),
    /// The cell to land on is not empty.
    NotEmpty(Square),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Square(error) => error.fmt(f),
            MoveError::OneSquare => f.write_str("a move needs two squares, such as A1-C1"),
            MoveError::NotAJump { from, to } => {
                write!(f, "{from} to {to} is no move: a stone jumps by two cells along a row or a column")
            }
            MoveError::NotOnTheWay { square, from, to } => {
                write!(f, "a stone that jumps from {from} to {to} does not land on {square} in that order")
            }
            MoveError::OffBoard(square) => write!(f, "{square} is not on the board"),
            MoveError::NoStone(square) => write!(f, "there is no stone on {square}"),
            MoveError::NothingToJump(square) => {
                write!(f, "there is no stone of the opponent on {square} to jump over")
            }
            MoveError::NotEmpty(square) => {
                write!(f, "{square} is not empty, so no stone can land there")
            }
        }
    }
}

impl std::error::Error for MoveError {}

impl From<SquareError> for MoveError {
    fn from(error: SquareError) -> MoveError {
        MoveError::Square(error)
    }
}

/// The directions of jumps, as (row, column) steps, in the order in which
/// [`moves`] tries them.
const DIRECTIONS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The moves of a player, in a fixed order: by the stone's square row by row
/// from the top left, then by direction (up, right, down, left), then the
/// shorter first.
pub fn moves(position: &Position, player: Player, rules: Rules) -> Vec<Move> {
    let mut found = Vec::new();
    for (row, column, cell) in position.cells() {
        if cell == player.stone() {
            for direction in DIRECTIONS {
                jumps_from(position, Square { row, column }, direction, rules, &mut found);
            }
        }
    }
    found
}

/// Appends the moves of the stone on `from` in one direction.
fn jumps_from(
    position: &Position,
    from: Square,
    direction: (isize, isize),
    rules: Rules,
    found: &mut Vec<Move>,
) {
    let enemy = position.get(from).map(Cell::colour_swapped);
    let mut at = from;
    while let Some(over) = step(at, direction)
        && let Some(to) = step(over, direction)
        && position.get(over) == enemy
        && position.get(to) == Some(Cell::Empty)
    {
        found.push(Move { from, to });
        if rules == Rules::SingleJump {
            return;
        }
        at = to;
    }
}

/// The next square in a direction, which may be off the board on the far
/// sides; `None` on the near ones.
fn step(square: Square, (down, across): (isize, isize)) -> Option<Square> {
    Some(Square {
        row: square.row.checked_add_signed(down)?,
        column: square.column.checked_add_signed(across)?,
    })
}

impl Position {
    /// The position after a move by the owner of the stone that moves.
    ///
    /// Every move is checked, so it may come from anywhere; it may have any
    /// number of jumps.
    ///
    /// # Errors
    /// Says which square makes the move impossible, and why.
    pub fn play(&self, played: &Move) -> Result<Position, MoveError> {
        let at = |square| self.get(square).ok_or(MoveError::OffBoard(square));
        at(played.to)?;
        let stone = at(played.from)?;
        if stone.owner().is_none() {
            return Err(MoveError::NoStone(played.from));
        }
        for (over, landing) in played.captured().zip(played.landings()) {
            if at(over)? != stone.colour_swapped() {
                return Err(MoveError::NothingToJump(over));
            }
            if at(landing)? != Cell::Empty {
                return Err(MoveError::NotEmpty(landing));
            }
        }
        Ok(self.after(played))
    }

    /// The position after a move that is known to be legal.
    fn after(&self, played: &Move) -> Position {
        let mut position = self.clone();
        let stone = self.cell(played.from.row, played.from.column);
        position.set(played.from.row, played.from.column, Cell::Empty);
        for over in played.captured() {
            position.set(over.row, over.column, Cell::Empty);
        }
        position.set(played.to.row, played.to.column, stone);
        position
    }
}

/// The number of sequences of `depth` moves that the players can make in turn,
/// `to_move` first. Sequences that end earlier because a player cannot move do
/// not count.
///
/// Takes time proportional to the number of sequences one move shorter.
///
/// ```
/// use konane::board::{Player, Position, Rules, perft};
///
/// let start: Position = "xoxo/o..x/xoxo/oxox".parse().unwrap();
/// let counts = [0, 1, 2].map(|depth| perft(&start, Player::Black, Rules::MultiJump, depth));
/// assert_eq!(counts, [1, 1, 4]);
/// ```
pub fn perft(position: &Position, to_move: Player, rules: Rules, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let options = moves(position, to_move, rules);
    if depth == 1 {
        return options.len() as u64;
    }
    options.iter().map(|option| perft(&position.after(option), to_move.opponent(), rules, depth - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::strategies::{any_position, checkered_position};
    use proptest::prelude::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    fn written(text: &str, player: Player, rules: Rules) -> Vec<String> {
        moves(&position(text), player, rules).iter().map(Move::to_string).collect()
    }

    #[test]
    fn a_stone_jumps_in_all_four_directions() {
        assert_eq!(
            written("...../..o../.oxo./..o../.....", Player::Black, Rules::MultiJump),
            ["C3-C1", "C3-E3", "C3-C5", "C3-A3"]
        );
    }

    #[test]
    fn several_jumps_in_a_row_stop_anywhere() {
        let row = "xo.o.o.";
        assert_eq!(written(row, Player::Black, Rules::MultiJump), ["A1-C1", "A1-C1-E1", "A1-C1-E1-G1"]);
        assert_eq!(written(row, Player::Black, Rules::SingleJump), ["A1-C1"]);
        assert_eq!(written("xo./..o/...", Player::Black, Rules::MultiJump), ["A1-C1"]);
    }

    #[test]
    fn holes_edges_and_own_stones_stop_a_jump() {
        for text in ["xo#", "xo", "xx.", "x#.", "x.o.", "xoo.", "xox"] {
            assert_eq!(moves(&position(text), Player::Black, Rules::MultiJump), [], "{text}");
        }
        assert_eq!(written("xo.o#", Player::Black, Rules::MultiJump), ["A1-C1"]);
        assert_eq!(written("xo.oo.", Player::Black, Rules::MultiJump), ["A1-C1"]);
    }

    #[test]
    fn a_move_removes_what_it_jumps() {
        let row = position("xo.o.o#");
        let play = |text: &str| row.play(&text.parse().unwrap()).map(|p| p.to_string());
        assert_eq!(play("A1-C1").unwrap(), "..xo.o#");
        assert_eq!(play("A1-C1-E1").unwrap(), "....xo#");
        assert_eq!(play("A1-E1").unwrap(), "....xo#");
    }

    #[test]
    fn an_impossible_move_says_why() {
        let message = |row: &str, text: &str| {
            let played = text.parse::<Move>();
            let result = played.and_then(|played| position(row).play(&played));
            result.unwrap_err().to_string()
        };
        assert_eq!(message("xo.", "A1-E1"), "E1 is not on the board");
        assert_eq!(message("xo.", "E1-A1"), "E1 is not on the board");
        assert_eq!(message("xo.", "C1-A1"), "there is no stone on C1");
        assert_eq!(message("xx.", "A1-C1"), "there is no stone of the opponent on B1 to jump over");
        assert_eq!(message("xo#", "A1-C1"), "C1 is not empty, so no stone can land there");
        let no_move = "is no move: a stone jumps by two cells along a row or a column";
        for (text, squares) in
            [("A1-B1", "A1 to B1"), ("A1-A1", "A1 to A1"), ("A1-C3", "A1 to C3"), ("A1-D1", "A1 to D1")]
        {
            assert_eq!(message("xo.", text), format!("{squares} {no_move}"));
        }
    }

    #[test]
    fn the_text_of_a_move_is_checked() {
        let message = |text: &str| text.parse::<Move>().unwrap_err().to_string();
        assert_eq!(message("A1"), "a move needs two squares, such as A1-C1");
        assert!(message("").starts_with("\"\" is not a cell"));
        assert!(message("A1-").starts_with("\"\" is not a cell"));
        let off = "a stone that jumps from A1 to E1 does not land on";
        assert_eq!(message("A1-B1-E1"), format!("{off} B1 in that order"));
        assert_eq!(message("A1-G1-E1"), format!("{off} G1 in that order"));
        assert_eq!(message("A1-E1-C1-E1"), format!("{off} C1 in that order"));
        assert!("E1-C1-A1".parse::<Move>().is_ok());
    }

    #[test]
    fn names_of_rules_read_back() {
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!(
            "double".parse::<Rules>().unwrap_err().to_string(),
            "unknown rules \"double\": use multi-jump or single-jump"
        );
        assert_eq!(Rules::default(), Rules::MultiJump);
    }

    #[test]
    fn a_player_without_moves_ends_the_sequence() {
        let row = position("xo.");
        let count = |depth| perft(&row, Player::Black, Rules::MultiJump, depth);
        assert_eq!([0, 1, 2].map(count), [1, 1, 0]);
    }

    proptest! {
        #[test]
        fn a_move_removes_exactly_the_stones_it_jumps(position in any_position()) {
            for player in Player::BOTH {
                let (own, other) = (player.stone(), player.opponent().stone());
                for option in moves(&position, player, Rules::MultiJump) {
                    let after = position.play(&option).unwrap();
                    prop_assert_eq!(after.count(own), position.count(own));
                    prop_assert_eq!(after.count(other) + option.captures(), position.count(other));
                    let captured: Vec<Square> = option.captured().collect();
                    for (row, column, cell) in position.cells() {
                        let square = Square { row, column };
                        let expected = if square == option.to() {
                            own
                        } else if square == option.from() || captured.contains(&square) {
                            Cell::Empty
                        } else {
                            cell
                        };
                        prop_assert_eq!(after.cell(row, column), expected);
                    }
                }
            }
        }

        #[test]
        fn single_jumps_are_the_multi_jumps_of_length_one(position in any_position()) {
            for player in Player::BOTH {
                let mut multi = moves(&position, player, Rules::MultiJump);
                multi.retain(|option| option.captures() == 1);
                prop_assert_eq!(multi, moves(&position, player, Rules::SingleJump));
            }
        }

        #[test]
        fn exactly_the_generated_moves_can_be_played(position in any_position()) {
            let legal: Vec<Move> = Player::BOTH
                .into_iter()
                .flat_map(|player| moves(&position, player, Rules::MultiJump))
                .collect();
            let squares = || position.cells().map(|(row, column, _)| Square { row, column });
            for from in squares() {
                for to in squares() {
                    if let Ok(played) = Move::new(from, to) {
                        prop_assert_eq!(position.play(&played).is_ok(), legal.contains(&played));
                    }
                }
            }
        }

        #[test]
        fn printed_moves_read_back(position in any_position()) {
            for option in moves(&position, Player::Black, Rules::MultiJump) {
                prop_assert_eq!(option.to_string().parse(), Ok(option));
            }
        }

        #[test]
        fn jumps_keep_a_position_checkered(position in checkered_position()) {
            prop_assert!(position.is_checkered());
            for option in moves(&position, Player::White, Rules::MultiJump) {
                prop_assert!(position.play(&option).unwrap().is_checkered());
            }
        }
    }
}
