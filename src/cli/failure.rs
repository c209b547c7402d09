//! How a command ends when it does not end well: what is said, and the exit status.

use konane::database::DatabaseError;
use konane::solve::{MEMORY_IS_FULL, SolveError};
use konane::tables::{ColumnError, TableFailure, TableFailureKind};
use konane::value::ValueError;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Bad input or usage, one line a problem: exit status 2.
    Input(Vec<String>),
    /// Anything else that keeps the command from its end: exit status 1.
    Failed(String),
    /// Published results that are not confirmed, which has been told: exit status 1.
    NotConfirmed,
    /// Stopped by a signal: exit status 130.
    Interrupted,
    /// Stopped by a signal, and what became of the work: exit status 130.
    InterruptedWith(String),
    /// Whoever reads the output has stopped reading, which is no failure: exit status 0.
    ClosedPipe,
}

impl Failure {
    /// The exit status after a signal.
    pub const INTERRUPTED: u8 = 130;

    /// One problem of the input or usage.
    pub fn input(problem: impl ToString) -> Failure {
        Failure::Input(vec![problem.to_string()])
    }

    /// What `error`, met while writing to `name`, means for the command.
    pub fn writing(name: &str, error: &io::Error) -> Failure {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ClosedPipe,
            // The name of a temporary file, which some errors carry, means nothing to the user.
            kind if error.get_ref().is_some() && kind != ErrorKind::Other => {
                Failure::Failed(format!("{name}: {}", io::Error::from(kind)))
            }
            _ => Failure::Failed(format!("{name}: {error}")),
        }
    }

    /// The same; if `unfinished` is there, it tells that the work is kept in it.
    pub fn with_remark_on(self, unfinished: &Path) -> Failure {
        if !unfinished.exists() {
            return self;
        }
        let name = unfinished.display();
        let remark = format!("the work so far is kept in {name}, and the same command goes on from there");
        match self {
            Failure::Failed(problem) => Failure::Failed(format!("{problem}; {remark}")),
            Failure::Interrupted => Failure::InterruptedWith(remark),
            Failure::InterruptedWith(left) => Failure::InterruptedWith(format!("{left}; {remark}")),
            other => other,
        }
    }

    /// Why the command stopped, for people.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Failure::Input(problems) => problems.clone(),
            Failure::Failed(problem) => vec![problem.clone()],
            Failure::Interrupted => vec!["interrupted".to_owned()],
            Failure::InterruptedWith(remark) => vec![format!("interrupted: {remark}")],
            Failure::NotConfirmed | Failure::ClosedPipe => Vec::new(),
        }
    }

    /// Says on standard error why the command stopped.
    pub fn report(&self) -> ExitCode {
        let status = match self {
            Failure::Input(_) => 2,
            Failure::Failed(_) | Failure::NotConfirmed => 1,
            Failure::Interrupted | Failure::InterruptedWith(_) => Failure::INTERRUPTED,
            Failure::ClosedPipe => 0,
        };
        self.lines().iter().for_each(|line| note(line));
        ExitCode::from(status)
    }
}

/// Says something on standard error. If that is closed, there is nobody to tell.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr().lock(), "konane: {line}");
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::Interrupted => Failure::Interrupted,
            SolveError::KnownValues(problem) => Failure::input(problem),
            error if error.is_memory_limit() => Failure::Failed(MEMORY_IS_FULL.to_owned()),
            error => Failure::Failed(error.to_string()),
        }
    }
}

impl From<ValueError> for Failure {
    fn from(error: ValueError) -> Failure {
        Failure::from(SolveError::from(error))
    }
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Failure {
        match error {
            DatabaseError::Solve(error) => error.into(),
            DatabaseError::Io { action: "write" | "lock", .. } | DatabaseError::InUse(_) => {
                Failure::Failed(error.to_string())
            }
            error => Failure::input(error),
        }
    }
}

impl From<ColumnError> for Failure {
    fn from(error: ColumnError) -> Failure {
        Failure::input(error)
    }
}

impl From<TableFailure> for Failure {
    fn from(failure: TableFailure) -> Failure {
        match failure {
            TableFailure::Solve(error) => error.into(),
            TableFailure::Database(error) => error.into(),
            TableFailure::CountTooLarge { name, count } => Failure::Failed(format!(
                "{name}: {count} is more than the 64-bit integers of Parquet hold: write CSV or JSON"
            )),
            failure => match failure.kind() {
                TableFailureKind::Input => Failure::input(failure),
                TableFailureKind::Limit => Failure::Failed(failure.to_string()),
                TableFailureKind::Interrupted => Failure::Interrupted,
            },
        }
    }
}
