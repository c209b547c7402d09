//! The option of commands that look up values in a database.

use super::failure::Failure;
use konane::database::ValueDatabase;
use std::path::PathBuf;

/// Where values are known beforehand.
#[derive(clap::Args)]
pub struct KnownOptions {
    /// Look up in a database what need not be evaluated
    ///
    /// Databases are written by konane table --database. Positions, and what play makes of them, are looked
    /// up wherever they fit a board or a row in the database, of the same rules; the rest is evaluated.
    /// Values do not depend on it.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

impl KnownOptions {
    /// The database, open for reading, if one is given.
    pub fn open(&self) -> Result<Option<ValueDatabase>, Failure> {
        self.database.as_deref().map(ValueDatabase::open).transpose().map_err(Failure::input)
    }
}
