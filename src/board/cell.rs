//! What a cell holds, and who plays.
//!
//! The convention of combinatorial game theory is fixed here once: **Black is
//! Left, White is Right**, so positive values favour Black.

use crate::reading::shown;
use std::fmt;
use std::str::FromStr;

/// The content of one cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// A cell of the board with no stone on it.
    Empty,
    /// A black stone, Left's.
    Black,
    /// A white stone, Right's.
    White,
    /// Not a cell of the board: never landed on and never jumped.
    Hole,
}

impl Cell {
    /// The character that stands for the cell in printed positions:
    /// `x` black, `o` white, `.` empty, `#` hole.
    pub fn symbol(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Black => 'x',
            Cell::White => 'o',
            Cell::Hole => '#',
        }
    }

    /// The player whose stone stands on the cell, if there is a stone.
    pub fn owner(self) -> Option<Player> {
        match self {
            Cell::Black => Some(Player::Black),
            Cell::White => Some(Player::White),
            Cell::Empty | Cell::Hole => None,
        }
    }

    /// The cell with a stone of the other colour; empty cells and holes stay.
    pub fn colour_swapped(self) -> Cell {
        self.owner().map_or(self, |player| player.opponent().stone())
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Plays the black stones: Left of combinatorial game theory.
    Black,
    /// Plays the white stones: Right of combinatorial game theory.
    White,
}

impl Player {
    /// Both players, Black first.
    pub const BOTH: [Player; 2] = [Player::Black, Player::White];

    /// The other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }

    /// The player's stone.
    pub fn stone(self) -> Cell {
        match self {
            Player::Black => Cell::Black,
            Player::White => Cell::White,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Black => "black",
            Player::White => "white",
        })
    }
}

/// The text is not the name of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlayer(String);

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown player {}: use black or white", shown(&self.0))
    }
}

impl std::error::Error for UnknownPlayer {}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Player, UnknownPlayer> {
        Player::BOTH
            .into_iter()
            .find(|player| player.to_string() == text)
            .ok_or_else(|| UnknownPlayer(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stone_of_a_player_is_owned_by_that_player() {
        for player in Player::BOTH {
            assert_eq!(player.stone().owner(), Some(player));
            assert_eq!(player.opponent().opponent(), player);
            assert_ne!(player.opponent(), player);
            assert_eq!(player.to_string().parse(), Ok(player));
        }
        assert_eq!(Cell::Empty.owner(), None);
        assert_eq!(Cell::Hole.owner(), None);
    }

    #[test]
    fn swapping_colours_exchanges_the_stones_only() {
        assert_eq!(Cell::Black.colour_swapped(), Cell::White);
        assert_eq!(Cell::White.colour_swapped(), Cell::Black);
        assert_eq!(Cell::Empty.colour_swapped(), Cell::Empty);
        assert_eq!(Cell::Hole.colour_swapped(), Cell::Hole);
    }

    #[test]
    fn a_name_that_is_not_a_player_is_refused() {
        let error = "Left".parse::<Player>().unwrap_err();
        assert_eq!(error.to_string(), "unknown player \"Left\": use black or white");
    }
}
