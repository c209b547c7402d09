//! Why a table, or a row of it, cannot be read or checked.

use crate::board::moves::UnknownRules;
use crate::board::{PatternError, PositionError};
use crate::reading::shown;
use crate::solve::SolveError;
use crate::value::notation::ParseValueError;
use std::fmt;

/// A table that cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The table's source: its name, or that of the file.
    pub source: String,
    /// What is wrong.
    pub problem: TableProblem,
}

/// Why a table cannot be read at all. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableProblem {
    /// The file cannot be read: what the operating system says.
    Unreadable(String),
    /// A file without rows.
    NoRows,
    /// The text is not UTF-8.
    NotUtf8 {
        /// The first line that is not.
        line: usize,
    },
    /// Nothing but blank lines.
    NoHeader,
    /// A column whose name is none of those a table can have.
    UnknownColumn {
        /// The line of the header.
        line: usize,
        /// The column's name.
        name: String,
    },
    /// Two columns with the same name.
    RepeatedColumn {
        /// The line of the header.
        line: usize,
        /// The columns' name.
        name: String,
    },
    /// A column that a table must have and this one has not.
    MissingColumn {
        /// The line of the header.
        line: usize,
        /// The name of the missing column, or the names of those of which one is needed.
        name: &'static str,
    },
    /// A quoted field that does not end.
    UnclosedQuote {
        /// The line of the record that the field is in.
        line: usize,
    },
    /// The CSV reader's own complaint.
    Csv {
        /// The line of the last record that was read.
        line: usize,
        /// The complaint.
        message: String,
    },
}

/// A row that cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The table's source: its name, or that of the file.
    pub source: String,
    /// The line, from 1, in which the row starts.
    pub line: usize,
    /// What is wrong.
    pub problem: RowProblem,
}

/// Why a row cannot be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowProblem {
    /// More or fewer fields than the header has.
    FieldCount {
        /// The number of fields of the header.
        expected: usize,
        /// The number of fields of the row.
        found: usize,
    },
    /// Neither a position nor a pattern.
    NoPosition,
    /// Both a position and a pattern.
    PositionAndPattern,
    /// A position that cannot be read.
    Position(PositionError),
    /// A pattern that does not exist.
    Pattern(PatternError),
    /// A margin that is not a number.
    Margin(String),
    /// A margin around a position, which shows its own.
    MarginWithoutPattern,
    /// Rules with an unknown name.
    Rules(UnknownRules),
    /// A status that is neither `confirmed` nor `disputed`.
    Status(String),
    /// Nothing is expected.
    NoExpected,
    /// An expected value that cannot be read.
    Expected(ParseValueError),
    /// The position's value could not be computed.
    Computation(SolveError),
}

impl TableProblem {
    /// The line of the problem, or the last one before it.
    pub fn line(&self) -> Option<usize> {
        match self {
            TableProblem::Unreadable(_) | TableProblem::NoRows | TableProblem::NoHeader => None,
            TableProblem::NotUtf8 { line }
            | TableProblem::UnknownColumn { line, .. }
            | TableProblem::RepeatedColumn { line, .. }
            | TableProblem::MissingColumn { line, .. }
            | TableProblem::UnclosedQuote { line }
            | TableProblem::Csv { line, .. } => Some(*line),
        }
    }
}

impl fmt::Display for TableProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableProblem::Unreadable(problem) => f.write_str(problem),
            TableProblem::NoRows => write!(f, "the table has no rows"),
            TableProblem::NotUtf8 { .. } => write!(f, "the text is not UTF-8"),
            TableProblem::NoHeader => write!(f, "the file is empty: there is no header"),
            TableProblem::UnknownColumn { name, .. } => {
                let names = super::table::COLUMNS.join(", ");
                write!(f, "unknown column {} (columns are {names})", shown(name))
            }
            TableProblem::RepeatedColumn { name, .. } => {
                write!(f, "more than one column is called {name}")
            }
            TableProblem::MissingColumn { name, .. } => write!(f, "no column is called {name}"),
            TableProblem::UnclosedQuote { .. } => write!(f, "a quoted field does not end"),
            TableProblem::Csv { message, .. } => write!(f, "after this line: {message}"),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem.line() {
            Some(line) => write!(f, "{}:{line}: {}", self.source, self.problem),
            None => write!(f, "{}: {}", self.source, self.problem),
        }
    }
}

impl std::error::Error for TableError {}

impl fmt::Display for RowProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowProblem::FieldCount { expected, found } => {
                write!(f, "number of fields is {found}, but {expected} in the header")
            }
            RowProblem::NoPosition => write!(f, "neither a position nor a pattern is given"),
            RowProblem::PositionAndPattern => write!(f, "both a position and a pattern are given"),
            RowProblem::Position(error) => write!(f, "field position: {error}"),
            RowProblem::Pattern(error) => write!(f, "field pattern: {error}"),
            RowProblem::Margin(text) => {
                write!(f, "field margin: {} is not a number of empty cells", shown(text))
            }
            RowProblem::MarginWithoutPattern => {
                write!(f, "field margin: only patterns have a margin, a position shows its own")
            }
            RowProblem::Rules(error) => write!(f, "field rules: {error}"),
            RowProblem::Status(text) => {
                write!(f, "field status: {} is neither confirmed nor disputed", shown(text))
            }
            RowProblem::NoExpected => write!(f, "field expected: a value or one of L R N P is needed"),
            RowProblem::Expected(error) => write!(f, "field expected: {error}"),
            RowProblem::Computation(error) => write!(f, "the value was not computed: {error}"),
        }
    }
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.source, self.line, self.problem)
    }
}

impl std::error::Error for RowError {}
