//! `konane value`: the values of given positions.

use super::columns::{ColumnOptions, Properties, RowFormat, RowWriter, Undefined, VALUE_COLUMNS};
use super::drawing::{draw_position, draw_regions, label, list_squares};
use super::explain::explain;
use super::failure::{Failure, is_memory};
use super::input::{self, Entry};
use super::interrupt;
use super::output::Output;
use super::progress::Progress;
use super::resources::{Resources, human_bytes};
use konane::board::Rules;
use konane::solve::{Monitor, SolveError, ValueSolver};
use konane::value::{CanonicalForm, Property, StoreLimits, ValueStore};
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::Arc;

/// Exact values of positions
///
/// The value of a position is the canonical form of its game, with Black as Left: positive values
/// favour Black.
///
/// Positions come from arguments, from files and, with -, from standard input. A file has one position
/// a line with / between its rows, or blocks of rows with blank lines between them, or it is a CSV with a
/// column called position. Positions of one row each need blank lines between them, or a / at the end
/// of each: consecutive lines without / are rows of one position. Other columns of a CSV are carried
/// through: they come first in the output, with given_ before names that the output has itself.
///
/// If a position cannot be read, nothing is computed: up to ten problems are listed and the exit
/// status is 2. Results come in the order of the positions, while later ones are still computed.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// Positions such as xo./.ox; - reads standard input
    #[arg(value_name = "POSITION", required_unless_present = "file")]
    positions: Vec<String>,

    /// A file of positions, text or CSV; may be given several times
    #[arg(short, long, value_name = "FILE")]
    file: Vec<PathBuf>,

    /// The rules: multi-jump, or single-jump where a move is one jump only
    #[arg(long, value_name = "RULES", default_value_t = Rules::MultiJump)]
    rules: Rules,

    /// How to write results [default: text for one position on a terminal without --columns, else csv]
    #[arg(long, value_name = "FORMAT", hide_possible_values = false)]
    format: Option<Format>,

    #[command(flatten)]
    columns: ColumnOptions,

    /// List the moves of both players, the value each leads to, which are best and which win
    ///
    /// A move is best if no other one dominates it: no other leads to a value at least as good and
    /// different. It wins if whoever makes it wins by playing well from then on.
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    resources: Resources,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Comma-separated values with a header
    Csv,
    /// JSON lines: one object a position
    Json,
    /// A drawing and sentences
    Text,
}

const NOTES: &str = "\
Columns: position, rows, cols, black, white (stones), value, outcome (L, R, N or P), left_stop,
right_stop, mean, temperature, birthday, regions, and kind, which is written only if asked for.

Examples:
  konane value .oxo.ox.
  konane value --explain --rules single-jump 'xoxo/o..x/xoxo'
  konane value --file positions.csv --columns position,value,temperature
  konane pattern solid-linear 7 | konane value - --format json";

/// Positions evaluated together, whose results are then written.
const BATCH: usize = 4096;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let columns = VALUE_COLUMNS.choose(arguments.columns.columns.as_deref())?;
    let row_format = arguments.row_format()?;
    let input = input::read(&arguments.positions, &arguments.file)?;
    arguments.resources.start_threads()?;
    let taken: Vec<&str> = columns.iter().map(|column| column.name()).collect();
    let headers = input.unique_headers(&taken);
    let row_writer = row_format.map(|format| RowWriter::new(format, headers, &columns));
    let mut report = Report {
        arguments,
        row_writer,
        monitor: interrupt::monitor(),
        memory: arguments.resources.memory_ceiling(),
        undefined: Undefined::default(),
        output: Output::stdout(),
    };
    if let Some(writer) = &report.row_writer {
        report.output.write(writer.header().as_bytes())?;
    }
    report.write_all(&input.entries)?;
    report.undefined.tell();
    report.output.finish()
}

impl Arguments {
    /// The format of rows, or `None` for text.
    fn row_format(&self) -> Result<Option<RowFormat>, Failure> {
        let one = self.positions.len() == 1 && self.positions[0] != "-" && self.file.is_empty();
        let columns = self.columns.columns.is_some();
        match self.format {
            Some(Format::Csv | Format::Json) if self.explain => {
                Err(Failure::input("--explain writes text: leave out --format or use --format text"))
            }
            _ if self.explain && columns => Err(Failure::input("--explain writes text, without --columns")),
            Some(Format::Text) if columns => Err(Failure::input("--format text has no --columns")),
            Some(Format::Csv) => Ok(Some(RowFormat::Csv)),
            Some(Format::Json) => Ok(Some(RowFormat::Json)),
            Some(Format::Text) => Ok(None),
            None if self.explain || (one && !columns && stdout().is_terminal()) => Ok(None),
            None => Ok(Some(RowFormat::Csv)),
        }
    }
}

/// How far an evaluation with one store came.
enum Reached {
    End,
    /// The memory is full after so many positions.
    MemoryFull(usize),
}

/// The results on their way to the output.
struct Report<'a> {
    arguments: &'a Arguments,
    row_writer: Option<RowWriter>,
    monitor: Arc<Monitor>,
    /// The memory ceiling in bytes.
    memory: u64,
    undefined: Undefined,
    output: Output,
}

impl Report<'_> {
    /// Evaluates and writes all entries. When memory is full, everything learnt is forgotten; only if
    /// the ceiling is too low for the next position alone, that is the end.
    fn write_all(&mut self, mut entries: &[Entry]) -> Result<(), Failure> {
        let _progress = Progress::show(self.arguments.resources.progress, &self.monitor, "evaluating");
        let mut batch = BATCH;
        loop {
            match self.write_until_full(entries, batch)? {
                Reached::End => return Ok(()),
                Reached::MemoryFull(0) if batch == 1 => return Err(self.memory_failure(&entries[0])),
                Reached::MemoryFull(0) => batch = (batch / 16).max(1),
                Reached::MemoryFull(done) => entries = &entries[done..],
            }
        }
    }

    fn memory_failure(&self, entry: &Entry) -> Failure {
        let ceiling = human_bytes(self.memory);
        Failure::Failed(format!(
            "position {}: the memory ceiling of {ceiling} is reached: raise it with --memory",
            entry.position
        ))
    }

    fn write_until_full(&mut self, entries: &[Entry], batch: usize) -> Result<Reached, Failure> {
        let memory = Some(self.memory);
        let store = ValueStore::with_limits(StoreLimits { memory, ..StoreLimits::default() });
        let mut solver = ValueSolver::new(&store, self.arguments.rules, memory);
        let mut properties = Properties::new(&store, self.arguments.columns.notation);
        let mut done = 0;
        for entries in entries.chunks(batch) {
            let positions: Vec<_> = entries.iter().map(|entry| entry.position.clone()).collect();
            let values = match solver.values(&positions, &self.monitor) {
                Err(error) if is_memory(&error) => {
                    self.undefined.merge(properties.into_undefined());
                    return Ok(Reached::MemoryFull(done));
                }
                values => values?,
            };
            for (index, (entry, value)) in entries.iter().zip(values).enumerate() {
                self.write(done + index, entry, value, &mut solver, &mut properties)?;
            }
            self.output.flush()?;
            done += entries.len();
        }
        self.undefined.merge(properties.into_undefined());
        Ok(Reached::End)
    }

    fn write(
        &mut self,
        index: usize,
        entry: &Entry,
        value: CanonicalForm,
        solver: &mut ValueSolver<'_>,
        properties: &mut Properties<'_>,
    ) -> Result<(), Failure> {
        let Some(writer) = &self.row_writer else {
            let separator = if index > 0 { "\n" } else { "" };
            let text = self.text(entry, value, solver, properties)?;
            return self.output.write(format!("{separator}{text}").as_bytes());
        };
        let mut row = Vec::new();
        writer.write(&mut row, &entry.carried, &entry.position, properties.pieces(writer, value)?);
        self.output.write(&row)
    }

    /// Everything about one position, for people.
    fn text(
        &self,
        entry: &Entry,
        value: CanonicalForm,
        solver: &mut ValueSolver<'_>,
        properties: &mut Properties<'_>,
    ) -> Result<String, Failure> {
        let Arguments { rules, columns, .. } = self.arguments;
        let position = &entry.position;
        let mut text = draw_position(position) + "\n\n";
        let regions = solver.regions(position, &self.monitor)?;
        if regions.len() > 1 {
            text +=
                &format!("{} independent regions\n{}\n\n", regions.len(), draw_regions(position, &regions));
            for (index, region) in regions.iter().enumerate() {
                let value = solver.store().text(region.value, columns.notation)?;
                text += &format!("  {}  {value}  on {}\n", label(index), list_squares(&region.squares));
            }
            text += "\n";
        }
        text += &property_lines(value, solver.store(), properties)?;
        if self.arguments.explain {
            text += &explain(solver, position, *rules, columns.notation, &self.monitor)?;
        }
        Ok(text)
    }
}

/// A line for each property of a value.
fn property_lines(
    value: CanonicalForm,
    store: &ValueStore,
    properties: &mut Properties<'_>,
) -> Result<String, SolveError> {
    let mut text = String::new();
    for property in [
        Property::Value,
        Property::Outcome,
        Property::LeftStop,
        Property::RightStop,
        Property::Mean,
        Property::Temperature,
        Property::Birthday,
        Property::Kind,
    ] {
        let mut content = properties.text(property, value)?;
        if property == Property::Outcome {
            content += &format!(": {}", words(store, value)?);
        }
        text += &format!("{:12} {content}\n", property.name().replace('_', " "));
    }
    Ok(text)
}

/// The outcome in words, with the players' names on the board.
fn words(store: &ValueStore, value: CanonicalForm) -> Result<String, SolveError> {
    let words = store.outcome_class(value)?.words();
    Ok(words.replace("Left", "Left (Black)").replace("Right", "Right (White)"))
}
