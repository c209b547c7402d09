//! Why there is no table.

use crate::board::{BoardSize, BoardSizeError};
use crate::database::DatabaseError;
use crate::reading::shown;
use crate::solve::{MAX_TABLE_CELLS, MEMORY_IS_FULL, SolveError, human_bytes};
use crate::value::ValueError;
use std::fmt;

/// Why columns cannot be had as they are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnError {
    /// No column is asked for.
    None,
    /// There is no column of this name.
    Unknown {
        /// The name.
        name: String,
        /// The names of those that there are.
        known: Vec<&'static str>,
    },
    /// A column is asked for twice.
    Twice(&'static str),
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnError::None => f.write_str("no column is asked for"),
            ColumnError::Unknown { name, known } => {
                write!(f, "unknown column {}: the columns are {}", shown(name), known.join(", "))
            }
            ColumnError::Twice(name) => write!(f, "column {name} is asked for twice"),
        }
    }
}

impl std::error::Error for ColumnError {}

/// Why there is no table.
///
/// The texts are those of the command, and call its options by their names, `--board` and `--memory`.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableFailure {
    /// The columns asked for.
    Columns(ColumnError),
    /// There is no such board.
    Board(BoardSizeError),
    /// The board has more positions than a table may have.
    BoardTooLarge(BoardSize),
    /// The positions of the board leave no memory for their values.
    NoMemoryForValues {
        /// The board.
        board: BoardSize,
        /// The bytes that are taken besides the values.
        needed: u64,
        /// The memory ceiling in bytes.
        ceiling: u64,
    },
    /// A count that is too large for the integers of typed columns.
    CountTooLarge {
        /// The column.
        name: String,
        /// The count.
        count: u128,
    },
    /// The database has no such table, or cannot be read.
    Database(DatabaseError),
    /// Evaluation or computation with values ended without an answer.
    Solve(SolveError),
}

/// What is to be done about a [`TableFailure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFailureKind {
    /// Something else must be asked for, or another file given.
    Input,
    /// A limit is reached, such as the memory ceiling.
    Limit,
    /// Somebody stopped it.
    Interrupted,
}

impl TableFailure {
    /// What is to be done about it.
    pub fn kind(&self) -> TableFailureKind {
        match self {
            TableFailure::Columns(_) | TableFailure::Board(_) | TableFailure::BoardTooLarge(_) => {
                TableFailureKind::Input
            }
            TableFailure::Database(_) | TableFailure::Solve(SolveError::KnownValues(_)) => {
                TableFailureKind::Input
            }
            TableFailure::Solve(SolveError::Interrupted) => TableFailureKind::Interrupted,
            TableFailure::NoMemoryForValues { .. }
            | TableFailure::CountTooLarge { .. }
            | TableFailure::Solve(_) => TableFailureKind::Limit,
        }
    }
}

impl fmt::Display for TableFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableFailure::Columns(error) => error.fmt(f),
            TableFailure::Board(error) => error.fmt(f),
            TableFailure::BoardTooLarge(board) => {
                let cells = board.rows as u128 * board.columns as u128;
                write!(
                    f,
                    "--board {board}: the table would have 2^{cells} positions; boards may have up to "
                )?;
                write!(f, "{MAX_TABLE_CELLS} cells")
            }
            TableFailure::NoMemoryForValues { board, needed, ceiling } => {
                let cells = board.rows * board.columns;
                let (needed, ceiling) = (human_bytes(*needed), human_bytes(*ceiling));
                write!(
                    f,
                    "--board {board}: the table has 2^{cells} positions and takes {needed} besides the "
                )?;
                write!(f, "values, but the memory ceiling is {ceiling} (see --memory)")
            }
            TableFailure::CountTooLarge { name, count } => {
                write!(f, "{name}: {count} is more than 64-bit integers hold")
            }
            TableFailure::Database(error) => error.fmt(f),
            TableFailure::Solve(error) if error.is_memory_limit() => f.write_str(MEMORY_IS_FULL),
            TableFailure::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TableFailure {}

impl From<ColumnError> for TableFailure {
    fn from(error: ColumnError) -> TableFailure {
        TableFailure::Columns(error)
    }
}

impl From<SolveError> for TableFailure {
    fn from(error: SolveError) -> TableFailure {
        TableFailure::Solve(error)
    }
}

impl From<ValueError> for TableFailure {
    fn from(error: ValueError) -> TableFailure {
        TableFailure::Solve(error.into())
    }
}

impl From<DatabaseError> for TableFailure {
    fn from(error: DatabaseError) -> TableFailure {
        match error {
            DatabaseError::Solve(error) => TableFailure::Solve(error),
            error => TableFailure::Database(error),
        }
    }
}
