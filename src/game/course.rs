//! A game: where it started, what was played, and what can be played next.
//!
//! A game starts from a full board, and then its first two plies are removals, or from a position with
//! stones removed already. Whoever cannot play has lost. Every ply is checked, so it may come from anywhere.
//!
//! ```
//! use konane::board::{Player, Rules};
//! use konane::game::{Game, RemovalRule, Start};
//!
//! let start = Start::full_board(3, 4, RemovalRule::CornerOrCenter)?;
//! let mut game = Game::new(start, Rules::MultiJump);
//! for ply in ["A1", "B1", "A3-A1", "B3-B1"] {
//!     game.play(ply.parse()?)?;
//! }
//! assert_eq!(game.position().to_string(), "xoxo/..ox/..xo");
//! assert_eq!(game.winner(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::opening::{Opening, OpeningError};
use super::removal::{RemovalRule, first_removals, second_removals};
use crate::board::{
    Cell, Move, MoveError, Player, Position, PositionError, Rules, Square, SquareError, moves,
};
use std::fmt;
use std::str::FromStr;

/// What a player does when it is their turn.
///
/// Written as a square, `A1`, or as a move, `A1-C1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// Takes an own stone off the full board.
    Removal(Square),
    /// Jumps.
    Move(Move),
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Removal(square) => square.fmt(f),
            Ply::Move(played) => played.fmt(f),
        }
    }
}

impl FromStr for Ply {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Ply, MoveError> {
        if text.contains('-') {
            text.parse().map(Ply::Move)
        } else {
            text.trim().parse().map(Ply::Removal).map_err(|error: SquareError| MoveError::Square(error))
        }
    }
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    position: Position,
    first: Player,
    kind: StartKind,
}

/// How a start came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartKind {
    /// The board is full, and each player removes a stone.
    FullBoard(RemovalRule),
    /// The stones of an opening were removed from the full board.
    Opened(Opening),
    /// A position was set up.
    SetUp,
}

impl Start {
    /// The full board, from which Black and then White remove a stone.
    ///
    /// # Errors
    /// A board that is not supported.
    pub fn full_board(rows: usize, columns: usize, rule: RemovalRule) -> Result<Start, PositionError> {
        let position = Position::full_board(rows, columns, Player::Black)?;
        Ok(Start { position, first: Player::Black, kind: StartKind::FullBoard(rule) })
    }

    /// The full board without the stones of an opening; `first` is the first to jump, by tradition Black.
    ///
    /// # Errors
    /// A board that is not supported or that lacks the stones.
    pub fn opened(
        rows: usize,
        columns: usize,
        opening: Opening,
        first: Player,
    ) -> Result<Start, OpeningError> {
        let position = opening.position(rows, columns)?;
        Ok(Start { position, first, kind: StartKind::Opened(opening) })
    }

    /// Any position; `first` is the first to jump.
    pub fn set_up(position: Position, first: Player) -> Start {
        Start { position, first, kind: StartKind::SetUp }
    }

    /// The position that the first player finds.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who plays first.
    pub fn first(&self) -> Player {
        self.first
    }

    /// How it came about.
    pub fn kind(&self) -> StartKind {
        self.kind
    }
}

/// A game in play or at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: Rules,
    start: Start,
    plies: Vec<Ply>,
    /// After each ply.
    positions: Vec<Position>,
}

impl Game {
    /// A game of which nothing has been played.
    pub fn new(start: Start, rules: Rules) -> Game {
        Game { rules, start, plies: Vec::new(), positions: Vec::new() }
    }

    /// The rules of jumping.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What it started from.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// What has been played.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&self.start.position)
    }

    /// The position after so many plies, if that many were played.
    pub fn position_after(&self, plies: usize) -> Option<&Position> {
        plies.checked_sub(1).map_or(Some(&self.start.position), |last| self.positions.get(last))
    }

    /// Who plays next, even if they cannot.
    pub fn to_move(&self) -> Player {
        self.to_move_after(self.plies.len())
    }

    /// Who plays after so many plies.
    pub fn to_move_after(&self, plies: usize) -> Player {
        if plies.is_multiple_of(2) { self.start.first } else { self.start.first.opponent() }
    }

    /// Whether the next ply is a removal.
    pub fn is_removal_next(&self) -> bool {
        matches!(self.start.kind, StartKind::FullBoard(_)) && self.plies.len() < 2
    }

    /// The squares whose stones the next player may remove; none if the removals are done.
    pub fn removals(&self) -> Vec<Square> {
        let (rows, columns) = (self.start.position.rows(), self.start.position.columns());
        match (self.start.kind, self.plies.as_slice()) {
            (StartKind::FullBoard(rule), []) => first_removals(rows, columns, rule),
            (StartKind::FullBoard(_), &[Ply::Removal(first)]) => second_removals(rows, columns, first),
            _ => Vec::new(),
        }
    }

    /// The jumps of the next player, in the order of [`moves()`]; none while stones are to be removed.
    pub fn moves(&self) -> Vec<Move> {
        if self.is_removal_next() {
            return Vec::new();
        }
        moves(self.position(), self.to_move(), self.rules)
    }

    /// What the next player may do.
    pub fn legal_plies(&self) -> Vec<Ply> {
        let removals = self.removals().into_iter().map(Ply::Removal);
        removals.chain(self.moves().into_iter().map(Ply::Move)).collect()
    }

    /// The winner, once somebody cannot play.
    pub fn winner(&self) -> Option<Player> {
        self.legal_plies().is_empty().then(|| self.to_move().opponent())
    }

    /// Whether somebody has won.
    pub fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    /// Plays a ply of the next player.
    ///
    /// # Errors
    /// Says why the ply is not allowed; the game then stays as it is.
    pub fn play(&mut self, ply: Ply) -> Result<(), PlyError> {
        if let Some(winner) = self.winner() {
            return Err(PlyError::Over { winner });
        }
        let position = match ply {
            Ply::Removal(square) => self.after_removal(square)?,
            Ply::Move(played) => self.after_move(&played)?,
        };
        self.plies.push(ply);
        self.positions.push(position);
        Ok(())
    }

    /// Takes the last ply back, and returns it.
    pub fn undo(&mut self) -> Option<Ply> {
        self.positions.pop();
        self.plies.pop()
    }

    fn after_removal(&self, square: Square) -> Result<Position, PlyError> {
        let player = self.to_move();
        if !self.is_removal_next() {
            return Err(PlyError::JumpNeeded { square });
        }
        self.check_own(square)?;
        let allowed = self.removals();
        if !allowed.contains(&square) {
            return Err(PlyError::NotRemovable { player, square, allowed });
        }
        Ok(self.position().clone().with(square.row, square.column, Cell::Empty))
    }

    fn after_move(&self, played: &Move) -> Result<Position, PlyError> {
        if self.is_removal_next() {
            return Err(PlyError::RemovalNeeded { player: self.to_move(), allowed: self.removals() });
        }
        self.check_own(played.from())?;
        let position = self.position().play(played)?;
        if self.rules == Rules::SingleJump && played.captures() > 1 {
            return Err(PlyError::SeveralJumps(*played));
        }
        Ok(position)
    }

    /// Whether the next player has a stone on the square.
    fn check_own(&self, square: Square) -> Result<(), PlyError> {
        let player = self.to_move();
        match self.position().get(square) {
            None => Err(MoveError::OffBoard(square).into()),
            Some(cell) if cell == player.stone() => Ok(()),
            Some(cell) if cell.owner().is_some() => Err(PlyError::OfOpponent { player, square }),
            Some(_) => Err(MoveError::NoStone(square).into()),
        }
    }
}

/// Why a ply is not allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlyError {
    /// Somebody has won.
    Over {
        /// Who has.
        winner: Player,
    },
    /// The other player has resigned.
    Resigned {
        /// Who has won by that.
        winner: Player,
    },
    /// A jump while a stone is to be removed.
    RemovalNeeded {
        /// Who plays.
        player: Player,
        /// The squares that are allowed.
        allowed: Vec<Square>,
    },
    /// A single square after the stones were removed.
    JumpNeeded {
        /// The square.
        square: Square,
    },
    /// The stone on the square belongs to the other player.
    OfOpponent {
        /// Who plays.
        player: Player,
        /// The square.
        square: Square,
    },
    /// An own stone that may not be removed.
    NotRemovable {
        /// Who plays.
        player: Player,
        /// The square.
        square: Square,
        /// The squares that are allowed.
        allowed: Vec<Square>,
    },
    /// Several jumps under the rules of single jumps.
    SeveralJumps(Move),
    /// The position does not allow the move.
    Move(MoveError),
}

/// Squares in a sentence.
fn listed(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for PlyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlyError::Over { winner } => {
                write!(f, "the game is over: {} cannot play, {winner} has won", winner.opponent())
            }
            PlyError::Resigned { winner } => {
                write!(f, "the game is over: {} has resigned", winner.opponent())
            }
            PlyError::RemovalNeeded { player, allowed } => {
                write!(f, "{player} removes a stone first, from one of {}", listed(allowed))
            }
            PlyError::JumpNeeded { square } => {
                write!(f, "{square} alone is no move: write where the stone starts and lands, such as A1-C1")
            }
            PlyError::OfOpponent { player, square } => {
                write!(f, "the stone on {square} is {}'s, and {player} is to play", player.opponent())
            }
            PlyError::NotRemovable { player, square, allowed } => {
                write!(f, "{player} cannot remove the stone on {square}, only from {}", listed(allowed))
            }
            PlyError::SeveralJumps(played) => {
                write!(f, "{played} are {} jumps, and the rules allow one a move", played.captures())
            }
            PlyError::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlyError {}

impl From<MoveError> for PlyError {
    fn from(error: MoveError) -> PlyError {
        PlyError::Move(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::strategies::any_position;
    use proptest::prelude::*;

    fn set_up(position: &str, first: Player) -> Game {
        Game::new(Start::set_up(position.parse().unwrap(), first), Rules::MultiJump)
    }

    fn full(rows: usize, columns: usize) -> Game {
        Game::new(Start::full_board(rows, columns, RemovalRule::CornerOrCenter).unwrap(), Rules::MultiJump)
    }

    fn play(game: &mut Game, plies: &str) {
        for ply in plies.split_whitespace() {
            game.play(ply.parse().unwrap()).unwrap();
        }
    }

    fn legal(game: &Game) -> String {
        game.legal_plies().iter().map(Ply::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_game_from_the_full_board_begins_with_removals() {
        let mut game = full(4, 4);
        assert_eq!(legal(&game), "A1 B2 C3 D4");
        play(&mut game, "A1");
        assert_eq!((legal(&game).as_str(), game.to_move()), ("B1 A2", Player::White));
        play(&mut game, "A2");
        assert_eq!((legal(&game).as_str(), game.is_removal_next()), ("C1-A1", false));
        let opening = "A1-A2".parse().unwrap();
        let opened = Start::opened(4, 4, opening, Player::Black).unwrap();
        assert_eq!(game.position(), opened.position());
    }

    #[test]
    fn whoever_cannot_play_has_lost() {
        let mut game = set_up("xo..", Player::Black);
        assert!(!game.is_over());
        play(&mut game, "A1-C1");
        assert_eq!(game.winner(), Some(Player::Black));
        assert_eq!(set_up("xo..", Player::White).winner(), Some(Player::Black));
        let mut smallest = full(1, 1);
        play(&mut smallest, "A1");
        assert_eq!(smallest.winner(), Some(Player::Black));
    }

    #[test]
    fn what_is_not_allowed_is_refused_and_changes_nothing() {
        let problem = |game: &Game, ply: &str| {
            let mut tried = game.clone();
            let error = tried.play(ply.parse().unwrap()).unwrap_err();
            assert_eq!(&tried, game);
            error.to_string()
        };
        let mut game = full(4, 4);
        assert_eq!(problem(&game, "A1-C1"), "black removes a stone first, from one of A1, B2, C3, D4");
        assert_eq!(problem(&game, "B1"), "the stone on B1 is white's, and black is to play");
        assert_eq!(problem(&game, "C1"), "black cannot remove the stone on C1, only from A1, B2, C3, D4");
        assert_eq!(problem(&game, "E1"), "E1 is not on the board");
        play(&mut game, "A1");
        assert_eq!(problem(&game, "D1"), "white cannot remove the stone on D1, only from B1, A2");
        assert_eq!(problem(&game, "A1"), "there is no stone on A1");
        play(&mut game, "B1");
        let alone = "A3 alone is no move: write where the stone starts and lands, such as A1-C1";
        assert_eq!(problem(&game, "A3"), alone);
        assert_eq!(problem(&game, "D1-B1"), "the stone on D1 is white's, and black is to play");
        assert_eq!(problem(&game, "A1-C1"), "there is no stone on A1");
        assert_eq!(problem(&game, "C1-E1"), "E1 is not on the board");
        assert_eq!(problem(&game, "C1-C3"), "C3 is not empty, so no stone can land there");
        let over = set_up("x.", Player::Black);
        assert_eq!(problem(&over, "A1-C1"), "the game is over: black cannot play, white has won");
    }

    #[test]
    fn rules_of_single_jumps_are_kept() {
        let start = Start::set_up("xo.o.".parse().unwrap(), Player::Black);
        let mut game = Game::new(start, Rules::SingleJump);
        let error = game.play("A1-C1-E1".parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "A1-C1-E1 are 2 jumps, and the rules allow one a move");
        play(&mut game, "A1-C1");
    }

    #[test]
    fn plies_that_cannot_be_read_are_refused() {
        for text in ["", "-", "A", "A1 C1", "A1-", "A1-B2", "A1-C1-B1"] {
            assert!(text.parse::<Ply>().is_err(), "{text}");
        }
    }

    /// Plays the legal ply of each number, counted round, for as long as there is one.
    fn played(start: Start, rules: Rules, choices: &[usize]) -> Game {
        let mut game = Game::new(start, rules);
        for choice in choices {
            let legal = game.legal_plies();
            let Some(&ply) = legal.get(choice % legal.len().max(1)) else { break };
            game.play(ply).unwrap();
        }
        game
    }

    fn any_start() -> impl Strategy<Value = Start> {
        let rule = prop::sample::select(RemovalRule::ALL.as_slice());
        let player = prop::sample::select(Player::BOTH.as_slice());
        prop_oneof![
            (1..=6_usize, 1..=6_usize, rule)
                .prop_map(|(rows, columns, rule)| Start::full_board(rows, columns, rule).unwrap()),
            (any_position(), player).prop_map(|(position, first)| Start::set_up(position, first)),
        ]
    }

    proptest! {
        #[test]
        fn legal_plies_are_exactly_those_that_can_be_played(
            start in any_start(),
            choices in prop::collection::vec(0..100_usize, 0..6),
            (from_row, from_column) in (0..7_usize, 0..7_usize),
            (to_row, to_column) in (0..7_usize, 0..7_usize),
        ) {
            for rules in Rules::ALL {
                let mut game = played(start.clone(), rules, &choices);
                let legal = game.legal_plies();
                let square = Square { row: from_row, column: from_column };
                let landing = Square { row: to_row, column: to_column };
                let jump = Move::new(square, landing).ok().map(Ply::Move);
                for ply in std::iter::once(Ply::Removal(square)).chain(jump) {
                    let before = game.clone();
                    prop_assert_eq!(game.play(ply).is_ok(), legal.contains(&ply), "{}", ply);
                    if game != before {
                        game.undo();
                    }
                    prop_assert_eq!(&game, &before);
                }
            }
        }

        #[test]
        fn plies_read_back_and_can_be_taken_back(
            start in any_start(),
            choices in prop::collection::vec(0..100_usize, 0..12),
        ) {
            let game = played(start.clone(), Rules::MultiJump, &choices);
            let mut again = Game::new(start, Rules::MultiJump);
            for (number, ply) in game.plies().iter().enumerate() {
                prop_assert_eq!(game.position_after(number), Some(again.position()));
                prop_assert_eq!(game.to_move_after(number), again.to_move());
                again.play(ply.to_string().parse().unwrap()).unwrap();
            }
            prop_assert_eq!(&again, &game);
            prop_assert_eq!(game.position_after(game.plies().len() + 1), None);
            while let Some(ply) = again.undo() {
                prop_assert_eq!(ply, game.plies()[again.plies().len()]);
            }
            prop_assert_eq!(again.position(), game.start().position());
        }
    }
}
