//! Watching and stopping long computations, and how they fail.

use super::stone_layers::MAX_SEARCH_CELLS;
use super::table::{MAX_ROW_CELLS, MAX_TABLE_CELLS};
use crate::value::ValueError;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared between a computation, which counts what it has done, and whoever watches or stops it.
#[derive(Default)]
pub struct Monitor {
    done: AtomicU64,
    total: AtomicU64,
    stop: AtomicBool,
}

/// The computation was stopped through its [`Monitor`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl Monitor {
    /// A monitor of nothing yet.
    pub fn new() -> Monitor {
        Monitor::default()
    }

    /// Announces the amount of work and sets the count to zero.
    pub fn start(&self, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts work done.
    pub fn advance(&self, amount: u64) {
        self.done.fetch_add(amount, Ordering::Relaxed);
    }

    /// Work done and work in all, in units of the computation (positions).
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    /// Asks the computation to stop; it does so within some milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Lets computations run again after [`Monitor::stop`].
    pub fn resume(&self) {
        self.stop.store(false, Ordering::Relaxed);
    }

    /// Whether [`Monitor::stop`] was called, as an error to return.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }
}

/// How much memory a computation may take, and what is taken already, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryCeiling {
    pub(super) limit: Option<u64>,
    pub(super) used: u64,
}

impl MemoryCeiling {
    /// Whether so many bytes more fit, as an error to return.
    pub(super) fn check(self, more: u64) -> Result<(), SolveError> {
        match self.limit {
            Some(limit) if self.used.saturating_add(more) > limit => {
                Err(SolveError::MemoryLimit(limit >> 20))
            }
            _ => Ok(()),
        }
    }
}

/// Why a computation ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// It was stopped through its [`Monitor`], or its values through [`ValueStore::interrupt`].
    ///
    /// [`ValueStore::interrupt`]: crate::value::ValueStore::interrupt
    Interrupted,
    /// A value could not be represented, or the memory ceiling of the values was reached.
    Value(ValueError),
    /// The memory ceiling was reached, in MiB.
    MemoryLimit(u64),
    /// An endgame table of so large a board cannot be addressed.
    TableTooLarge {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// Connected rows of so many cells cannot be addressed.
    RowsTooLong(usize),
    /// A search on so large a board cannot be addressed, or there is no board.
    SearchTooLarge {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// The search for who wins needs more memory than it may have.
    MemoryTooSmall {
        /// The least it can do with, in MiB.
        least: u64,
    },
    /// What was taken for known could not be read: what is wrong, in one line, as told by the
    /// [`KnownValues`] that were asked.
    ///
    /// [`KnownValues`]: crate::solve::KnownValues
    KnownValues(String),
}

impl SolveError {
    /// Whether it is that a memory ceiling is reached, that of positions or that of values.
    pub const fn is_memory_limit(&self) -> bool {
        matches!(self, SolveError::MemoryLimit(_) | SolveError::Value(ValueError::MemoryLimit(_)))
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Interrupted => write!(f, "interrupted"),
            SolveError::Value(error) => error.fmt(f),
            SolveError::MemoryLimit(mib) => write!(f, "memory ceiling of {mib} MiB reached"),
            SolveError::TableTooLarge { rows, columns } => {
                write!(f, "no endgame table for a board of {rows}x{columns}: 1 to {MAX_TABLE_CELLS} cells")
            }
            SolveError::RowsTooLong(cells) => {
                write!(f, "no table of the connected rows of up to {cells} cells: 1 to {MAX_ROW_CELLS} cells")
            }
            SolveError::SearchTooLarge { rows, columns } => {
                write!(f, "no search on a board of {rows}x{columns}: 1 to {MAX_SEARCH_CELLS} cells")
            }
            SolveError::MemoryTooSmall { least } => {
                write!(f, "too little memory for a search: it takes at least {least} MiB")
            }
            SolveError::KnownValues(problem) => f.write_str(problem),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<ValueError> for SolveError {
    fn from(error: ValueError) -> SolveError {
        match error {
            ValueError::Interrupted => SolveError::Interrupted,
            error => SolveError::Value(error),
        }
    }
}

impl From<Interrupted> for SolveError {
    fn from(_: Interrupted) -> SolveError {
        SolveError::Interrupted
    }
}
