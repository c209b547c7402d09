//! `konane verify`: published results, checked.

use super::columns::RowFormat;
use super::failure::{Failure, note};
use super::input::read_file;
use super::interrupt::catch_signals;
use super::output::Output;
use super::progress::Progress;
use super::resources::Resources;
use konane::published::{Checked, Summary, Table, check_table, embedded};
use konane::tables::Field;
use std::path::PathBuf;

/// Check published results
///
/// Without files, checks the statements of the literature that come with the program; with files,
/// those in them. A file is a CSV with the columns locator (where the source states it), position,
/// or pattern with an optional margin, and expected: a value, or an outcome class L, R, N or P. The
/// columns rules, status and note may be added; a row whose status is disputed may differ.
///
/// Writes one row a statement with the columns source, locator, position, expected, computed and
/// status (ok, differs, disputed, disputed-agrees or error), and on standard error what differs or
/// cannot be checked, and a summary. The exit status is 0 if everything is confirmed, else 1.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// CSV files of statements instead of those that come with the program
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// List the sources that come with the program and how many statements each has
    #[arg(long, conflicts_with = "files")]
    list: bool,

    /// How to write rows
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: RowFormat,

    #[command(flatten)]
    resources: Resources,
}

const EXAMPLES: &str = "\
Examples:
  konane verify
  konane verify --list
  konane verify claims.csv > checked.csv";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.list {
        return list(arguments.format);
    }
    let tables = if arguments.files.is_empty() { embedded() } else { read_all(&arguments.files)? };
    arguments.resources.start_threads()?;
    let summary = check_all(arguments, &tables)?;
    note(&summary.to_string());
    if summary.is_success() { Ok(()) } else { Err(Failure::NotConfirmed) }
}

/// Checks the tables one after the other, and writes and tells the results.
fn check_all(arguments: &Arguments, tables: &[Table]) -> Result<Summary, Failure> {
    let monitor = catch_signals().monitor;
    let memory = Some(arguments.resources.memory_ceiling());
    let mut output = Output::stdout();
    output.write(arguments.format.header(Checked::COLUMNS.map(str::to_owned)).as_bytes())?;
    let mut all = Vec::new();
    for table in tables {
        let progress = Progress::show(arguments.resources.progress, &monitor, "checking");
        let rows = check_table(table, memory, &monitor)?;
        drop(progress);
        for row in &rows {
            let fields: Vec<(&str, Field)> =
                Checked::COLUMNS.into_iter().zip(row.fields().map(Field::Text)).collect();
            output.write(arguments.format.row(&fields).as_bytes())?;
        }
        output.flush()?;
        rows.iter().filter_map(Checked::trouble).for_each(|trouble| note(&trouble));
        all.extend(rows);
    }
    output.finish()?;
    Ok(Summary::of(&all))
}

/// Reads all files, or tells what is wrong with each that cannot be read.
fn read_all(files: &[PathBuf]) -> Result<Vec<Table>, Failure> {
    let read = |file: &PathBuf| {
        let table = Table::from_file(&file.display().to_string(), read_file(file));
        table.map_err(|error| error.to_string())
    };
    let (tables, problems): (Vec<_>, Vec<_>) = files.iter().map(read).partition(Result::is_ok);
    match problems.is_empty() {
        true => Ok(tables.into_iter().flatten().collect()),
        false => Err(Failure::Input(problems.into_iter().filter_map(Result::err).collect())),
    }
}

fn list(format: RowFormat) -> Result<(), Failure> {
    let mut output = Output::stdout();
    output.write(format.header(["source", "statements"].map(str::to_owned)).as_bytes())?;
    for table in embedded() {
        let statements = Field::Count(table.rows.len() as u128);
        let fields = [("source", Field::Text(table.source)), ("statements", statements)];
        output.write(format.row(&fields).as_bytes())?;
    }
    output.finish()
}
