//! Where the rows of a table go: the options of commands that write one.

use super::columns::TableFormat;
use super::compression::Compression;
use super::ending;
use super::failure::Failure;
use super::output::Output;
use std::path::PathBuf;

/// The file or stream for rows, and how they are written.
#[derive(clap::Args)]
pub struct Destination {
    /// How to write rows: csv, json (one object a line) or parquet
    ///
    /// By default as the name of the file says: .csv, .jsonl (or .json, .ndjson) or .parquet; else csv.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<TableFormat>,

    /// Write to a file, which appears only when it is complete; .gz or .zst compress it
    ///
    /// The endings .gz and .zst, as in table.csv.zst, compress what is written. A Parquet file is
    /// compressed inside. It has integers for counts, booleans for truths and strings for the rest; left
    /// and right stop, mean and temperature are strings too, as they are exact, and are followed by
    /// columns left_stop_double and so on with the nearest floating-point numbers.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Destination {
    /// Whether anything was said of it.
    pub fn is_given(&self) -> bool {
        self.format.is_some() || self.output.is_some()
    }

    /// How rows are to be written; an error if what was said and the file's name do not go together.
    pub fn format(&self) -> Result<(TableFormat, Compression), Failure> {
        ending::of_table(self.output.as_deref(), self.format)
    }

    /// Opens it.
    pub fn open(&self, compression: Compression) -> Result<Output, Failure> {
        Output::open_compressed(self.output.as_deref(), compression)
    }
}
