//! `konane database import`: a database of the values in a CSV.

use crate::cli::failure::Failure;
use crate::cli::interrupt::catch_signals;
use crate::cli::progress::Progress;
use crate::cli::resources::Resources;
use crate::cli::table::building::tell;
use csv::StringRecord;
use konane::board::{Position, Rules};
use konane::database::{
    BuildOptions, DatabaseError, GivenValues, TableAddressing, TableDescription, TableKind, ValueDatabase,
    build_from_values, unfinished_path,
};
use konane::reading::shown;
use konane::solve::{Monitor, human_bytes};
use konane::value::notation::ParseValueProblem;
use konane::value::{CanonicalForm, StoreLimits, ValueStore};
use rustc_hash::FxHashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// Make a database of the values of positions in a CSV
///
/// It is read as konane database export writes it, and then makes a file with the same bytes as the one that
/// was exported. Other programs' values do as well. Of positions that are alike under the rotations and
/// reflections of the board one is enough. Whether the values are right is not asked: that is told by
/// konane database check --recompute.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The CSV; - is standard input
    #[arg(value_name = "CSV")]
    input: PathBuf,

    /// The database, which must not be there yet
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Columns, in any order and among others: position and value, rows and cols of the table, rules (multi-jump
if there is no such column), table (board or connected_rows; board if there is no such column). The CSV may
be compressed by gzip or zstd. Every position of every table must have a value.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let start = Instant::now();
    let unfinished = unfinished_path(&arguments.output);
    for file in [&arguments.output, &unfinished] {
        if file.exists() {
            let problem = format!("{}: is there already, but import makes a new file", file.display());
            return Err(Failure::input(problem));
        }
    }
    let name = arguments.input.display().to_string();
    let bytes = open(&arguments.input).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    arguments.resources.start_threads()?;
    let interrupt = catch_signals();
    let ceiling = arguments.resources.memory_ceiling();
    let store = interrupt.new_store(StoreLimits { memory: Some(ceiling), ..StoreLimits::default() });
    let monitor = &interrupt.monitor;
    let progress = Progress::show(arguments.resources.progress, monitor, "reading");
    monitor.start(0);
    let given =
        Reader { name: &name, store: &store, monitor, ceiling, forms: FxHashMap::default() }.read(bytes)?;
    drop(progress);
    let tables = Vec::new();
    let options = BuildOptions { path: arguments.output.clone(), tables, memory: Some(ceiling) };
    let progress = Progress::show(arguments.resources.progress, monitor, "writing");
    let built = build_from_values(&options, &given, &store, monitor);
    drop(progress);
    let summary = built.map_err(|error| {
        // Another CSV may have other values, so that this is nothing to go on with.
        if !matches!(error, DatabaseError::InUse(_)) {
            let _ = std::fs::remove_file(&unfinished);
        }
        match error {
            error @ (DatabaseError::MissingValue { .. } | DatabaseError::TwoValues { .. }) => {
                Failure::input(format!("{name}: {error}"))
            }
            error => error.into(),
        }
    })?;
    tell(&ValueDatabase::open(&arguments.output)?, &summary, start);
    Ok(())
}

/// Opens a file that may be compressed, or standard input.
fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let file: Box<dyn Read> = match path.to_str() {
        Some("-") => Box::new(io::stdin()),
        _ => Box::new(File::open(path)?),
    };
    let mut file = BufReader::with_capacity(1 << 18, file);
    let beginning = file.fill_buf()?;
    Ok(if beginning.starts_with(&[0x1F, 0x8B]) {
        Box::new(flate2::bufread::MultiGzDecoder::new(file))
    } else if beginning.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
        Box::new(zstd::Decoder::with_buffer(file)?)
    } else {
        Box::new(file)
    })
}

/// Reads values from a CSV.
struct Reader<'a> {
    name: &'a str,
    store: &'a ValueStore,
    monitor: &'a Arc<Monitor>,
    /// The memory ceiling in bytes.
    ceiling: u64,
    /// Values by their texts.
    forms: FxHashMap<String, CanonicalForm>,
}

/// The numbers of the columns.
struct Columns {
    position: usize,
    value: usize,
    rows: usize,
    cols: usize,
    rules: Option<usize>,
    table: Option<usize>,
}

impl Columns {
    fn find(headers: &StringRecord) -> Result<Columns, String> {
        let find = |name: &str| headers.iter().position(|header| header.trim() == name);
        let must = |name: &str| find(name).ok_or_else(|| format!("there is no column {name:?}"));
        Ok(Columns {
            position: must("position")?,
            value: must("value")?,
            rows: must("rows")?,
            cols: must("cols")?,
            rules: find("rules"),
            table: find("table"),
        })
    }

    /// The table that a row is of.
    fn table(&self, record: &StringRecord) -> Result<TableDescription, String> {
        let number = |column: usize| {
            let text = field(record, column);
            text.parse::<u32>().map_err(|_| format!("{} is no number of rows or columns", shown(text)))
        };
        let rules = match self.rules.map(|column| field(record, column)) {
            Some(text) => text.parse::<Rules>().map_err(|error| error.to_string())?,
            None => Rules::default(),
        };
        let kind = match self.table.map(|column| field(record, column)) {
            Some(text) => TableKind::ALL
                .into_iter()
                .find(|kind| kind.name() == text)
                .ok_or_else(|| format!("unknown table {}: use board or connected_rows", shown(text)))?,
            None => TableKind::Board,
        };
        Ok(TableDescription { kind, rows: number(self.rows)?, columns: number(self.cols)?, rules })
    }
}

fn field(record: &StringRecord, column: usize) -> &str {
    record.get(column).unwrap_or_default().trim()
}

impl Reader<'_> {
    fn read(mut self, bytes: Box<dyn Read>) -> Result<Vec<GivenValues>, Failure> {
        let mut reader = csv::ReaderBuilder::new().from_reader(bytes);
        let of_csv = |error: csv::Error| self.csv_failure(&error);
        let columns = Columns::find(reader.headers().map_err(of_csv)?);
        let columns = columns.map_err(|problem| Failure::input(format!("{}: {problem}", self.name)))?;
        let mut given: Vec<(TableDescription, GivenValues)> = Vec::new();
        let mut record = StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| self.csv_failure(&error))? {
            self.monitor.check().map_err(|_| Failure::Interrupted)?;
            self.monitor.advance(1);
            let line = record.position().map_or(0, csv::Position::line);
            self.take(&columns, &record, &mut given).map_err(|problem| match problem {
                Problem::OfRow(problem) => Failure::input(format!("{}:{line}: {problem}", self.name)),
                Problem::Other(failure) => failure,
            })?;
        }
        if given.is_empty() {
            return Err(Failure::input(format!("{}: there are no positions", self.name)));
        }
        Ok(given.into_iter().map(|(_, given)| given).collect())
    }

    /// Takes in a row.
    fn take(
        &mut self,
        columns: &Columns,
        record: &StringRecord,
        given: &mut Vec<(TableDescription, GivenValues)>,
    ) -> Result<(), Problem> {
        let table = columns.table(record)?;
        let number = match given.iter().position(|&(known, _)| known == table) {
            Some(number) => number,
            None => {
                let held = given.iter().map(|(_, given)| given.positions()).sum();
                given.push((table, self.new_values(table, held)?));
                given.len() - 1
            }
        };
        let text = field(record, columns.position);
        let position: Position =
            text.parse().map_err(|error| format!("position {}: {error}", shown(text)))?;
        let value = self.value(field(record, columns.value))?;
        match given[number].1.set(&position, value) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("{text} is no position of the table {table}").into()),
            Err(error) => Err(error.to_string().into()),
        }
    }

    fn value(&mut self, text: &str) -> Result<CanonicalForm, Problem> {
        if let Some(&form) = self.forms.get(text) {
            return Ok(form);
        }
        let form = self.store.parse(text).map_err(|error| match error.problem() {
            ParseValueProblem::Value(error) if error.is_external() => Problem::Other((*error).into()),
            _ => format!("value {}: {error}", shown(text)).into(),
        })?;
        self.forms.insert(text.to_owned(), form);
        Ok(form)
    }

    /// No values yet for a table, if there is room for them.
    fn new_values(&self, table: TableDescription, held: u64) -> Result<GivenValues, Problem> {
        let addressing = TableAddressing::new(table).map_err(|error| error.to_string())?;
        let needed = addressing.positions().saturating_add(held).saturating_mul(4);
        if needed > self.ceiling {
            let (needed, ceiling) = (human_bytes(needed), human_bytes(self.ceiling));
            let problem =
                format!("the tables take {needed}, but the memory ceiling is {ceiling} (see --memory)");
            return Err(Problem::Other(Failure::Failed(problem)));
        }
        GivenValues::new(table).map_err(|error| error.to_string().into())
    }

    fn csv_failure(&self, error: &csv::Error) -> Failure {
        let problem = match error.position() {
            Some(position) => format!("{}:{}: {error}", self.name, position.line()),
            None => format!("{}: {error}", self.name),
        };
        Failure::input(problem)
    }
}

/// What is wrong.
enum Problem {
    OfRow(String),
    Other(Failure),
}

impl From<String> for Problem {
    fn from(problem: String) -> Problem {
        Problem::OfRow(problem)
    }
}
