//! What can be wrong with a database file.

use super::format::VERSION;
use crate::solve::SolveError;
use crate::value::ValueError;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a database could not be read or written. Each prints as one line that names the file.
#[derive(Debug)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The file could not be opened, read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// What was being done, as in "write".
        action: &'static str,
        /// What the operating system says.
        error: io::Error,
    },
    /// The file is of another kind.
    NotADatabase(PathBuf),
    /// The file was written by a later version of this program.
    NewerVersion {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        version: u32,
    },
    /// The file breaks off: it is the work of a run that has not ended, or was cut.
    NoEnd(PathBuf),
    /// The file is shorter or longer than it says.
    WrongLength {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        length: u64,
        /// What it says.
        expected: u64,
    },
    /// What stands in the file is not what was written.
    Altered {
        /// The file.
        path: PathBuf,
        /// Which bytes, from the first to before the last.
        bytes: std::ops::Range<u64>,
    },
    /// The checksums agree, but what the file says makes no sense.
    Inconsistent {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Another process is writing the file.
    InUse(PathBuf),
    /// What an earlier run left unfinished has other tables, or is another part.
    OtherWork {
        /// The unfinished file.
        path: PathBuf,
        /// What was begun there.
        begun: String,
    },
    /// The file is a part, to be merged, where a whole database is needed.
    Part(PathBuf),
    /// A part of a divided build is not there, or does not have all values yet.
    MissingPart(PathBuf),
    /// The database has no such table.
    MissingTable {
        /// The file.
        path: PathBuf,
        /// The table.
        table: String,
    },
    /// No value was given for this position of a table.
    MissingValue {
        /// The table.
        table: String,
        /// The position.
        position: String,
    },
    /// Two values were given for this position of a table, or for positions alike to it.
    TwoValues {
        /// The table.
        table: String,
        /// The position.
        position: String,
    },
    /// A value that disagrees with those of the position's options.
    WrongValue {
        /// The file.
        path: PathBuf,
        /// The table.
        table: String,
        /// The position.
        position: String,
    },
    /// A table that cannot be, or whose evaluation ended without an answer.
    Solve(SolveError),
}

impl DatabaseError {
    pub(super) fn io(path: &Path, action: &'static str) -> impl FnOnce(io::Error) -> DatabaseError {
        let path = path.to_path_buf();
        move |error| DatabaseError::Io { path, action, error }
    }

    pub(super) fn inconsistent(path: &Path, what: impl Into<String>) -> DatabaseError {
        DatabaseError::Inconsistent { path: path.to_path_buf(), what: what.into() }
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseError::Io { path, action, error } => {
                write!(f, "cannot {action} {}: {error}", path.display())
            }
            DatabaseError::NotADatabase(path) => {
                write!(f, "{}: not a database of Kōnane values", path.display())
            }
            DatabaseError::NewerVersion { path, version } => write!(
                f,
                "{}: format version {version}, which a later konane wrote (this one reads {VERSION})",
                path.display()
            ),
            DatabaseError::NoEnd(path) => write!(
                f,
                "{}: the end of the database is missing: cut off, or still being built",
                path.display()
            ),
            DatabaseError::WrongLength { path, length, expected } => {
                write!(f, "{}: {length} bytes where the database has {expected}", path.display())
            }
            DatabaseError::Altered { path, bytes } => write!(
                f,
                "{}: altered between bytes {} and {} (the checksum disagrees)",
                path.display(),
                bytes.start,
                bytes.end
            ),
            DatabaseError::Inconsistent { path, what } => write!(f, "{}: {what}", path.display()),
            DatabaseError::InUse(path) => {
                write!(f, "{}: another process is writing it", path.display())
            }
            DatabaseError::OtherWork { path, begun } => write!(
                f,
                "{}: an earlier run began {begun} there: go on with that, or delete the file",
                path.display()
            ),
            DatabaseError::Part(path) => {
                write!(f, "{}: one part of a database: merge the parts first", path.display())
            }
            DatabaseError::MissingPart(path) => {
                write!(f, "{}: the part is missing or not finished", path.display())
            }
            DatabaseError::MissingTable { path, table } => {
                write!(f, "{}: there is no table {table}", path.display())
            }
            DatabaseError::MissingValue { table, position } => {
                write!(f, "no value was given for {position} of the table {table}")
            }
            DatabaseError::TwoValues { table, position } => {
                write!(f, "two different values were given for {position} of the table {table}")
            }
            DatabaseError::WrongValue { path, table, position } => write!(
                f,
                "{}: the value of {position} in the table {table} is not that of its moves",
                path.display()
            ),
            DatabaseError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DatabaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DatabaseError::Io { error, .. } => Some(error),
            DatabaseError::Solve(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SolveError> for DatabaseError {
    fn from(error: SolveError) -> DatabaseError {
        DatabaseError::Solve(error)
    }
}

impl From<ValueError> for DatabaseError {
    fn from(error: ValueError) -> DatabaseError {
        DatabaseError::Solve(error.into())
    }
}

impl From<crate::solve::Interrupted> for DatabaseError {
    fn from(error: crate::solve::Interrupted) -> DatabaseError {
        DatabaseError::Solve(error.into())
    }
}
