//! Records of games: a text format, and a game together with what its record says beside the plies.
//!
//! ```text
//! ; The final of the tournament.
//! board: 6x6
//! removal: corner-or-center
//! first: black
//! rules: multi-jump
//! black: Anna
//! white: Berta
//! result: white by resignation
//!
//! 1. A1
//! 2. B1
//! 3. A3-A1
//! ; The only move.
//! 4. B3-B1
//! ```
//!
//! **Headers** come first, each on a line of its own, a name, a colon and a value:
//!
//! | header     | value | without it |
//! |------------|-------|------------|
//! | `board`    | rows, an x, columns: the game starts from the full board, and its first two plies are removals | `position` |
//! | `opening`  | with `board`: the two stones are removed already, the plies are jumps; `A1-B1`, or a setup such as `corner-h` | |
//! | `removal`  | with `board`, without `opening`: which stone Black may remove, `corner-or-center` or `any-stone` | `corner-or-center` |
//! | `position` | instead of `board`: a position on one line, with `/` between rows | `board` |
//! | `first`    | who plays first, `black` or `white`; Black if stones are to be removed | `black` |
//! | `rules`    | `multi-jump` or `single-jump` | `multi-jump` |
//! | `result`   | the winner, `black` or `white`, and `by resignation` if the game was not played to its end | |
//!
//! Others have any name of small letters, digits and hyphens and any value: `black` and `white` for the
//! players, `event`, `date`. Capital letters in names count as small ones.
//!
//! **Plies** follow, as many a line as one likes, each with its number and a dot before it or not. A removal
//! is a square, `A1`; a move has its squares in their order, `A1-C1-E1`, and squares between the first and
//! the last may be left out. The record is checked by playing it.
//!
//! **Comments** are lines that begin with `;`, and what follows a `;` on a line of plies. They belong to
//! the ply before. (In the line of a header there are none.) Blank lines mean nothing.
//!
//! Printing and reading are inverse to each other: what is printed reads back as the same record, and what
//! is read from a printed record prints as the same text.

mod error;
mod read;
#[cfg(test)]
mod tests;

pub use error::{RecordError, RecordProblem};

use super::course::{Game, Ply, PlyError, Start, StartKind};
use crate::board::{BoardSize, Player};
use error::RecordProblem::{BadHeaderName, BadHeaderValue, ReservedHeader};
use std::collections::BTreeMap;
use std::fmt;

/// The headers that are not free.
const RESERVED: [&str; 7] = ["board", "opening", "removal", "position", "first", "rules", "result"];

/// What a header adds to the winner if the game was not played to its end.
const BY_RESIGNATION: &str = "by resignation";

/// A game with what its record says beside.
///
/// ```
/// use konane::game::GameRecord;
///
/// let text = "board: 4x4\nopening: corner-h\nwhite: Berta\n1. A3-A1 2. C2-A2 ; the center\n";
/// let record: GameRecord = text.parse()?;
/// assert_eq!(record.game().position().to_string(), "x.xo/o..x/.oxo/oxox");
/// assert_eq!(record.header("white"), Some("Berta"));
/// assert_eq!(record.comments(2), ["the center"]);
/// assert_eq!(record.to_string().parse(), Ok(record));
/// # Ok::<(), konane::game::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    game: Game,
    /// Those that are not reserved, in their order.
    headers: Vec<(String, String)>,
    /// By the number of plies before them; no list is empty.
    comments: BTreeMap<usize, Vec<String>>,
    resigned: Option<Player>,
}

impl GameRecord {
    /// The record of a game of which nothing else is known.
    pub fn new(game: Game) -> GameRecord {
        GameRecord { game, headers: Vec::new(), comments: BTreeMap::new(), resigned: None }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a ply of the next player.
    ///
    /// # Errors
    /// As [`Game::play`]; the game is also over when somebody has resigned.
    pub fn play(&mut self, ply: Ply) -> Result<(), PlyError> {
        match self.resigned {
            Some(resigned) => Err(PlyError::Resigned { winner: resigned.opponent() }),
            None => self.game.play(ply),
        }
    }

    /// Takes back a resignation, or else the last ply and the comments on it. Returns whether there was
    /// anything to take back.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        self.comments.split_off(&self.game.plies().len().max(1));
        self.game.undo().is_some()
    }

    /// Lets a player resign.
    ///
    /// # Errors
    /// The game is over.
    pub fn resign(&mut self, player: Player) -> Result<(), PlyError> {
        match self.winner() {
            Some(winner) if self.resigned.is_some() => Err(PlyError::Resigned { winner }),
            Some(winner) => Err(PlyError::Over { winner }),
            None => {
                self.resigned = Some(player);
                Ok(())
            }
        }
    }

    /// Who has resigned.
    pub fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    /// The winner, by the last ply or by resignation.
    pub fn winner(&self) -> Option<Player> {
        self.resigned.map(Player::opponent).or_else(|| self.game.winner())
    }

    /// The value of a header that is not reserved, such as `white`.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The names of the headers that are not reserved, in their order.
    pub fn header_names(&self) -> impl Iterator<Item = &str> {
        self.headers.iter().map(|(name, _)| name.as_str())
    }

    /// Sets a header that is not reserved. Spaces around the value are dropped.
    ///
    /// # Errors
    /// A reserved name, one that is not of small letters, digits and hyphens with a letter first, or a
    /// value of several lines.
    pub fn set_header(&mut self, name: &str, value: &str) -> Result<(), RecordProblem> {
        if !is_header_name(name) {
            return Err(BadHeaderName(name.to_owned()));
        }
        if RESERVED.contains(&name) {
            return Err(ReservedHeader(name.to_owned()));
        }
        let value = value.trim().to_owned();
        if value.contains('\n') {
            return Err(BadHeaderValue(name.to_owned()));
        }
        match self.headers.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => self.headers.push((name.to_owned(), value)),
        }
        Ok(())
    }

    /// The lines of the comments after so many plies.
    pub fn comments(&self, plies: usize) -> &[String] {
        self.comments.get(&plies).map_or(&[], Vec::as_slice)
    }

    /// Adds a comment on the last ply, or on the game if there is none. Spaces around its lines are dropped.
    pub fn comment(&mut self, text: &str) {
        let lines = text.lines().map(|line| line.trim().to_owned());
        let lines: Vec<String> = lines.collect();
        if !lines.is_empty() {
            self.comments.entry(self.game.plies().len()).or_default().extend(lines);
        }
    }

    fn write_comments(&self, f: &mut fmt::Formatter<'_>, plies: usize) -> fmt::Result {
        self.comments(plies).iter().try_for_each(|line| {
            let space = if line.is_empty() { "" } else { " " };
            writeln!(f, ";{space}{line}")
        })
    }
}

/// Whether a header may have the name.
fn is_header_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The headers of what a game starts from.
fn write_start(f: &mut fmt::Formatter<'_>, start: &Start) -> fmt::Result {
    let (rows, columns) = (start.position().rows(), start.position().columns());
    match start.kind() {
        StartKind::FullBoard(rule) => {
            writeln!(f, "board: {}\nremoval: {rule}", BoardSize { rows, columns })?;
        }
        StartKind::Opened(opening) => {
            writeln!(f, "board: {}\nopening: {opening}", BoardSize { rows, columns })?;
        }
        StartKind::SetUp => writeln!(f, "position: {}", start.position())?,
    }
    writeln!(f, "first: {}", start.first())
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_comments(f, 0)?;
        write_start(f, self.game.start())?;
        writeln!(f, "rules: {}", self.game.rules())?;
        for (name, value) in &self.headers {
            let space = if value.is_empty() { "" } else { " " };
            writeln!(f, "{name}:{space}{value}")?;
        }
        if let Some(winner) = self.winner() {
            let how = if self.resigned.is_some() { format!(" {BY_RESIGNATION}") } else { String::new() };
            writeln!(f, "result: {winner}{how}")?;
        }
        if !self.game.plies().is_empty() {
            writeln!(f)?;
        }
        for (ply, number) in self.game.plies().iter().zip(1..) {
            writeln!(f, "{number}. {ply}")?;
            self.write_comments(f, number)?;
        }
        Ok(())
    }
}
