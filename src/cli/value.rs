//! `konane value`: the values of given positions.

use super::columns::{ColumnOptions, Layout, RowBlock, RowProperties, TableFormat, TableSink, tell_of};
use super::ending::Content;
use super::explain::{ExplainOptions, Explanation, outcome_words};
use super::failure::Failure;
use super::input::{self, Entry, Input};
use super::interrupt::catch_signals;
use super::known::KnownOptions;
use super::output::Output;
use super::pictures::{Highlight, picture};
use super::progress::Progress;
use super::resources::Resources;
use konane::board::Rules;
use konane::database::{DatabaseValues, ValueDatabase};
use konane::picture::latex::{LatexCell, LatexTable};
use konane::picture::position::{draw_position, draw_regions, list_squares, region_label};
use konane::solve::{Interrupt, SolveError, ValueSolver, human_bytes};
use konane::tables::{
    Column, FieldType, MEAN, OUTCOME, Placement, Properties, TEMPERATURE, Undefined, VALUE, VALUE_COLUMNS,
    double_name,
};
use konane::value::notation::Notation;
use konane::value::{CanonicalForm, Property, StoreLimits, ValueStore};
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;

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

    /// How to write results: csv, json, parquet, text, latex, tikz or svg
    ///
    /// By default as the name of the file says: .csv, .jsonl (or .json, .ndjson) or .parquet; else text for
    /// one position on a terminal without --columns, and csv for the rest. json is one object a line. latex
    /// is a table for LaTeX, a longtable, in which positions are drawn and values are in math mode; its columns are position, value, outcome, mean and temperature unless --columns says
    /// otherwise. tikz is a picture of each position for LaTeX. svg is a picture of one position.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Format>,

    #[command(flatten)]
    known: KnownOptions,

    #[command(flatten)]
    columns: ColumnOptions,

    /// Write to a file, which appears only when it is complete; .gz or .zst compress it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    explain: ExplainOptions,

    /// What to show in a picture: regions, moves, left-moves, right-moves, or a move such as A1-C1
    ///
    /// Several are separated by commas. Regions are tinted and have letters, and a legend says their
    /// values. Moves of Left are unbroken arrows, those of Right are dashed; dots on an arrow are the stops
    /// between its jumps. A single move is drawn bold.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    highlight: Vec<Highlight>,

    /// With --format latex, write a whole document rather than a table to be put into one
    #[arg(long)]
    standalone: bool,

    #[command(flatten)]
    resources: Resources,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// Comma-separated values with a header
    Csv,
    /// JSON lines: one object a position
    Json,
    /// A Parquet file, with types of columns
    Parquet,
    /// A drawing and sentences
    Text,
    /// A table for LaTeX
    Latex,
    /// Pictures for LaTeX
    Tikz,
    /// A picture
    Svg,
}

impl Format {
    /// The name by which it is chosen.
    const fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Parquet => "parquet",
            Format::Text => "text",
            Format::Latex => "latex",
            Format::Tikz => "tikz",
            Format::Svg => "svg",
        }
    }

    /// The format of tables that it is, if it is one.
    const fn of_table(self) -> Option<TableFormat> {
        match self {
            Format::Csv => Some(TableFormat::Csv),
            Format::Json => Some(TableFormat::Json),
            Format::Parquet => Some(TableFormat::Parquet),
            Format::Text | Format::Latex | Format::Tikz | Format::Svg => None,
        }
    }

    fn is_picture(self) -> bool {
        matches!(self, Format::Tikz | Format::Svg)
    }
}

const NOTES: &str = "\
Columns: position, rows, cols, black, white (stones), value, outcome (L, R, N or P), left_stop,
right_stop, mean, temperature, birthday and regions; with --columns also all other properties of values.

Examples:
  konane value .oxo.ox.
  konane value --explain --rules single-jump 'xoxo/o..x/xoxo'
  konane value --with +-2 --line both .xo...xo.
  konane value --file positions.csv --columns position,value,temperature
  konane value --database tables.konane --file positions.csv
  konane value --format svg --highlight regions,moves 'xo../.ox.' --output picture.svg
  konane value --format latex --standalone --file positions.csv --output table.tex
  konane pattern solid-linear 7 | konane value - --format json";

/// Positions evaluated together, whose results are then written.
const BATCH: usize = 4096;

/// The columns of a table for LaTeX unless others are asked for, as a page is not wide.
const LATEX_COLUMNS: [Column; 5] = [Column::Position, VALUE, OUTCOME, MEAN, TEMPERATURE];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let columns = match (arguments.format, &arguments.columns.columns) {
        (Some(Format::Latex), None) => LATEX_COLUMNS.to_vec(),
        (_, names) => VALUE_COLUMNS.choose(names.as_deref())?,
    };
    let Content { format: of_name, compression } =
        Content::of(arguments.output.as_deref(), arguments.format)?;
    let format = arguments.checked_format(of_name)?;
    arguments.resources.start_threads()?;
    arguments.explain.check()?;
    let input = input::read(&arguments.positions, &arguments.file)?;
    if format == Format::Svg && input.entries.len() != 1 {
        let problem = "--format svg draws one position, but there are";
        return Err(Failure::input(format!("{problem} {}", input.entries.len())));
    }
    let database = arguments.known.open()?;
    let (interrupt, memory) = (catch_signals(), arguments.resources.memory_ceiling());
    let output = Output::open_compressed(arguments.output.as_deref(), compression)?;
    let style = Style::new(format, &columns, &input);
    let sink = match &style {
        Style::Rows(layout) => layout.begin(output)?,
        Style::Latex(_) | Style::Text => TableSink::text(output),
    };
    let (database, with, undefined) = (database.as_ref(), None, Undefined::default());
    let columns = &columns[..];
    let mut report =
        Report { arguments, format, columns, style, database, interrupt, memory, with, undefined, sink };
    if format.is_picture() {
        report.write_pictures(&input.entries)?
    } else {
        report.write_values(&input)?
    }
    report.sink.finish()
}

impl Arguments {
    /// The format to write, if it goes together with the other options.
    fn checked_format(&self, of_name: Option<TableFormat>) -> Result<Format, Failure> {
        let format = self.chosen_format(of_name);
        let (name, explains) = (format.name(), self.explain.any());
        let problem = match format {
            Format::Csv | Format::Parquet | Format::Latex | Format::Tikz | Format::Svg if explains => {
                format!("--format {name} has no room for explanations: use --format text or json")
            }
            Format::Text if explains && self.columns.columns.is_some() => {
                "--explain writes text, without --columns, unless --format json is given".to_owned()
            }
            Format::Text | Format::Tikz | Format::Svg if self.columns.columns.is_some() => {
                format!("--format {name} has no --columns")
            }
            _ if self.standalone && format != Format::Latex => {
                "--standalone goes with --format latex".to_owned()
            }
            _ if !self.highlight.is_empty() && !format.is_picture() => {
                "--highlight goes with --format svg or tikz".to_owned()
            }
            _ => return Ok(format),
        };
        Err(Failure::input(problem))
    }

    fn chosen_format(&self, of_name: Option<TableFormat>) -> Format {
        let one = self.positions.len() == 1 && self.positions[0] != "-" && self.file.is_empty();
        let on_terminal = self.output.is_none() && stdout().is_terminal();
        match self.format.or(of_name.map(Format::from)) {
            Some(format) => format,
            None if self.explain.any() || (one && self.columns.columns.is_none() && on_terminal) => {
                Format::Text
            }
            None => Format::Csv,
        }
    }
}

impl From<TableFormat> for Format {
    fn from(format: TableFormat) -> Format {
        match format {
            TableFormat::Csv => Format::Csv,
            TableFormat::Json => Format::Json,
            TableFormat::Parquet => Format::Parquet,
        }
    }
}

/// How results are put together.
enum Style {
    /// One row a position, written as they come.
    Rows(Layout),
    /// A table that is written at the end, as the width of its columns depends on all of it.
    Latex(LatexTable),
    /// Texts, or pictures.
    Text,
}

impl Style {
    fn new(format: Format, columns: &[Column], input: &Input) -> Style {
        let names = columns.iter().map(|column| column.name().to_owned());
        let doubles = columns.iter().filter(|column| column.field_type() == FieldType::Number);
        let doubles = doubles.map(|column| double_name(column.name()));
        let headers =
            |taken: Vec<String>| input.unique_headers(&taken.iter().map(String::as_str).collect::<Vec<_>>());
        match (format, format.of_table()) {
            (Format::Parquet, Some(table)) => {
                Style::Rows(Layout::new(table, headers(names.chain(doubles).collect()), columns))
            }
            (_, Some(table)) => Style::Rows(Layout::new(table, headers(names.collect()), columns)),
            (Format::Latex, None) => {
                let own = names.clone().map(|name| name.replace('_', " "));
                Style::Latex(LatexTable::new(headers(names.collect()).into_iter().chain(own).collect()))
            }
            (_, None) => Style::Text,
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
    format: Format,
    columns: &'a [Column],
    style: Style,
    database: Option<&'a ValueDatabase>,
    interrupt: Interrupt,
    /// The memory ceiling in bytes.
    memory: u64,
    /// The value beside the positions, in the store at work.
    with: Option<CanonicalForm>,
    /// Why some fields are empty.
    undefined: Undefined,
    sink: TableSink,
}

impl Report<'_> {
    /// Writes a text that is no row of a table.
    fn write_text(&mut self, text: String) -> Result<(), Failure> {
        self.sink.write(RowBlock::Text(text))
    }

    /// Writes pictures; values are computed only where they are to be seen.
    fn write_pictures(&mut self, entries: &[Entry]) -> Result<(), Failure> {
        let _progress =
            Progress::show(self.arguments.resources.progress, &self.interrupt.monitor, "evaluating");
        let Arguments { highlight, rules, columns, .. } = self.arguments;
        let memory = Some(self.memory);
        let store = self.interrupt.new_store(StoreLimits { memory, ..StoreLimits::default() });
        let known = self.database.map(|database| DatabaseValues::new(database, &store));
        let mut solver = new_solver(&store, *rules, memory, known.as_ref());
        let notation = if self.format == Format::Tikz { Notation::Latex } else { columns.notation };
        for (index, entry) in entries.iter().enumerate() {
            let picture =
                picture(&mut solver, &entry.position, highlight, notation, &self.interrupt.monitor)?;
            let separator = if index > 0 { "\n" } else { "" };
            let text = match self.format {
                Format::Svg => picture.svg(),
                _ => format!("{separator}% {}\n{}", entry.position, picture.tikz()),
            };
            self.write_text(text)?;
        }
        Ok(())
    }

    /// Writes values, with what comes before and after them.
    fn write_values(&mut self, input: &Input) -> Result<(), Failure> {
        self.write_all(&input.entries)?;
        tell_of(&self.undefined);
        let Style::Latex(table) = &self.style else { return Ok(()) };
        let latex = if self.arguments.standalone { table.document() } else { table.fragment() };
        self.write_text(latex)
    }

    /// Evaluates and writes all entries. When memory is full, everything learnt is forgotten; only if
    /// the ceiling is too low for the next position alone, that is the end.
    fn write_all(&mut self, mut entries: &[Entry]) -> Result<(), Failure> {
        let _progress =
            Progress::show(self.arguments.resources.progress, &self.interrupt.monitor, "evaluating");
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
        let store = self.interrupt.new_store(StoreLimits { memory, ..StoreLimits::default() });
        let known = self.database.map(|database| DatabaseValues::new(database, &store));
        let mut solver = new_solver(&store, self.arguments.rules, memory, known.as_ref());
        let notation = match self.format {
            Format::Latex => Notation::Latex,
            _ => self.arguments.columns.notation,
        };
        let mut properties = RowProperties::new(&store, notation);
        self.with = self.arguments.explain.with(&store, &self.interrupt.monitor)?;
        let mut done = 0;
        for entries in entries.chunks(batch) {
            let positions: Vec<_> = entries.iter().map(|entry| entry.position.clone()).collect();
            let values = match solver.values(&positions, &self.interrupt.monitor) {
                Err(error) if error.is_memory_limit() => {
                    self.undefined.merge(properties.into_undefined());
                    return Ok(Reached::MemoryFull(done));
                }
                values => values?,
            };
            for (index, (entry, value)) in entries.iter().zip(values).enumerate() {
                self.write(done + index, entry, value, &mut solver, &mut properties)?;
            }
            self.sink.flush()?;
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
        properties: &mut RowProperties<'_>,
    ) -> Result<(), Failure> {
        match &mut self.style {
            Style::Rows(layout) => {
                let mut row = layout.no_rows();
                layout.push(&mut row, &entry.carried, &entry.position, properties, value)?;
                if let RowBlock::Text(row) = &mut row
                    && self.arguments.explain.any()
                {
                    let members = self.explanation(entry, solver)?.json_members()?;
                    // Before the brace that ends the object.
                    row.truncate(row.len() - "}\n".len());
                    row.push_str(&format!(",{members}}}\n"));
                }
                self.sink.write(row)
            }
            Style::Latex(table) => {
                let mut row = carried_cells(entry, table.columns() - self.columns.len());
                for &column in self.columns {
                    row.push(latex_cell(column, entry, value, &mut properties.properties)?);
                }
                table.push(row);
                Ok(())
            }
            Style::Text => {
                let separator = if index > 0 { "\n" } else { "" };
                let text = self.text(entry, value, solver, &mut properties.properties)?;
                self.write_text(format!("{separator}{text}"))
            }
        }
    }

    fn explanation<'s>(
        &self,
        entry: &Entry,
        solver: &mut ValueSolver<'s>,
    ) -> Result<Explanation<'s>, Failure> {
        let Arguments { explain, columns, .. } = self.arguments;
        let (notation, monitor) = (columns.notation, &self.interrupt.monitor);
        Explanation::of(solver, &entry.position, self.with, explain, notation, monitor)
    }

    /// Everything about one position, for people.
    fn text(
        &self,
        entry: &Entry,
        value: CanonicalForm,
        solver: &mut ValueSolver<'_>,
        properties: &mut Properties<'_>,
    ) -> Result<String, Failure> {
        let Arguments { columns, .. } = self.arguments;
        let position = &entry.position;
        let mut text = draw_position(position) + "\n\n";
        let regions = solver.regions(position, &self.interrupt.monitor)?;
        if regions.len() > 1 {
            text += &format!(
                "{} independent regions\n{}\n\n",
                regions.len(),
                draw_regions(position, regions.iter().map(|region| &region.squares[..]))
            );
            for (index, region) in regions.iter().enumerate() {
                let value = solver.store().text(region.value, columns.notation)?;
                text +=
                    &format!("  {}  {value}  on {}\n", region_label(index), list_squares(&region.squares));
            }
            text += "\n";
        }
        text += &property_lines(value, solver.store(), properties)?;
        if self.arguments.explain.any() {
            text += &self.explanation(entry, solver)?.text()?;
        }
        Ok(text)
    }
}

/// A solver that looks up what is known.
fn new_solver<'s>(
    store: &'s ValueStore,
    rules: Rules,
    memory: Option<u64>,
    known: Option<&'s DatabaseValues<'s>>,
) -> ValueSolver<'s> {
    let solver = ValueSolver::new(store, rules, memory);
    match known {
        Some(known) => solver.with_known_values(known),
        None => solver,
    }
}

/// The fields that a position brought along, as cells of a table for LaTeX.
fn carried_cells(entry: &Entry, count: usize) -> Vec<LatexCell> {
    let carried = entry.carried.iter().map(|field| field.as_deref().unwrap_or(""));
    carried.chain(std::iter::repeat("")).take(count).map(LatexCell::text).collect()
}

/// A column of a position in a table for LaTeX.
fn latex_cell(
    column: Column,
    entry: &Entry,
    value: CanonicalForm,
    properties: &mut Properties<'_>,
) -> Result<LatexCell, SolveError> {
    let position = &entry.position;
    let number = |number: usize| LatexCell::math(&number.to_string());
    Ok(match column {
        Column::Position => LatexCell::picture(position),
        Column::Rows => number(position.rows()),
        Column::Cols => number(position.columns()),
        Column::Black => number(position.stones().0),
        Column::White => number(position.stones().1),
        Column::Regions => number(position.regions()),
        Column::OfValue(property) => LatexCell::field(&properties.text(property, value)?.unwrap_or_default()),
        // Of other commands.
        Column::Table | Column::Rules | Column::Count | Column::FirstPosition | Column::Expression => {
            LatexCell::text("")
        }
    })
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
        let mut content = properties.text(property, value)?.unwrap_or_default();
        if property == Property::Outcome {
            content += &format!(": {}", outcome_words(store.outcome_class(value)?));
        }
        text += &format!("{:12} {content}\n", property.name().replace('_', " "));
    }
    Ok(text)
}
