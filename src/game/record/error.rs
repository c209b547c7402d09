//! Why a record cannot be read, and where.

use crate::board::{MoveError, Player};
use crate::game::PlyError;
use crate::reading::shown;
use std::fmt;

/// What is wrong with a record, and where. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The number of the ply, from 1, if it is one that is wrong.
    pub ply: Option<usize>,
    /// What is wrong.
    pub problem: RecordProblem,
}

impl RecordError {
    /// What is wrong, with the number of the ply, but without line and column.
    pub fn problem(&self) -> String {
        match self.ply {
            Some(ply) => format!("move {ply}: {}", self.problem),
            None => self.problem.to_string(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem())
    }
}

impl std::error::Error for RecordError {}

/// What can be wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordProblem {
    /// Neither `board` nor `position`.
    NoStart,
    /// A header that was there before.
    RepeatedHeader(String),
    /// A header after plies.
    LateHeader(String),
    /// A header whose name has other characters than small letters, digits and hyphens.
    BadHeaderName(String),
    /// A header whose value has several lines.
    BadHeaderValue(String),
    /// A header that says what the game itself says.
    ReservedHeader(String),
    /// A header that makes no sense beside another.
    Conflict {
        /// The header.
        header: &'static str,
        /// The other one.
        other: &'static str,
    },
    /// A header that makes no sense without another.
    Without {
        /// The header.
        header: &'static str,
        /// The one that is missing.
        needed: &'static str,
    },
    /// White first, but from the full board Black removes the first stone.
    WhiteFirst,
    /// A header with a value that cannot be read: what is wrong, in one line.
    Value {
        /// The header.
        header: String,
        /// What is wrong.
        problem: String,
    },
    /// A result that is not the one of the plies.
    NotTheWinner {
        /// The winner that the record states.
        stated: Player,
        /// The winner by the plies, or `None` if the game is not over.
        found: Option<Player>,
    },
    /// A resignation in a game that was played to its end.
    PlayedOut,
    /// A number before a ply that is not its number.
    WrongNumber {
        /// The number of the next ply.
        expected: usize,
        /// The number in the record.
        found: String,
    },
    /// A number without a ply after it.
    NoPly,
    /// A ply that cannot be read.
    PlyText(MoveError),
    /// A ply that is not allowed.
    Ply(PlyError),
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordProblem::NoStart => f.write_str(
                "nothing says what the game starts from: write a line such as board: 6x6 or position: xo./.ox",
            ),
            RecordProblem::RepeatedHeader(name) => write!(f, "{name} is given more than once"),
            RecordProblem::LateHeader(name) => write!(f, "{name} must stand before the first move"),
            RecordProblem::BadHeaderName(name) => {
                write!(f, "{} is no name of a header: use letters, digits and hyphens", shown(name))
            }
            RecordProblem::BadHeaderValue(name) => write!(f, "{name} has a value of more than one line"),
            RecordProblem::ReservedHeader(name) => write!(f, "{name} follows from the game"),
            RecordProblem::Conflict { header, other } => {
                write!(f, "{header} cannot be given together with {other}")
            }
            RecordProblem::Without { header, needed } => write!(f, "{header} needs a line {needed}"),
            RecordProblem::WhiteFirst => f.write_str("from the full board Black is first"),
            RecordProblem::Value { header, problem } => write!(f, "{header}: {problem}"),
            RecordProblem::NotTheWinner { stated, found: Some(found) } => {
                write!(f, "result: {stated} is said to have won, but {found} has")
            }
            RecordProblem::NotTheWinner { stated, found: None } => write!(
                f,
                "result: {stated} is said to have won, but the game is not over; if it was given up, write \
                 result: {stated} by resignation"
            ),
            RecordProblem::PlayedOut => {
                f.write_str("result: nobody can have resigned, for the game is played to its end")
            }
            RecordProblem::WrongNumber { expected, found } => {
                write!(f, "number {found} where move {expected} should be")
            }
            RecordProblem::NoPly => f.write_str("a number without a move"),
            RecordProblem::PlyText(error) => error.fmt(f),
            RecordProblem::Ply(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordProblem {}
