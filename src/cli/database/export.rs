//! `konane database export`: the positions of a database as rows.

use crate::cli::columns::{ColumnOptions, Layout, RowProperties, tell_of};
use crate::cli::destination::Destination;
use crate::cli::failure::Failure;
use crate::cli::interrupt::catch_signals;
use crate::cli::progress::Progress;
use crate::cli::resources::Resources;
use konane::board::{BoardSize, BoardSizeError, Position, Rules};
use konane::database::{DatabaseTable, DatabaseValues, TableDescription, TableKind, ValueDatabase};
use konane::solve::table::Shard;
use konane::tables::{DATABASE_COLUMNS, Placement, Undefined, rows_in_order};
use konane::value::StoreLimits;
use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

/// The positions of a database with their values, as rows
///
/// One row for each class of positions that are alike under the rotations and reflections of the board, in
/// the order of the file. What is exported so as CSV can be imported again: konane database import.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The database
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Only the table of this board, such as 4x5, or connected-rows; may be given several times
    #[arg(long, value_name = "TABLE")]
    table: Vec<TableChoice>,

    /// Only tables of these rules: multi-jump or single-jump
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,

    #[command(flatten)]
    columns: ColumnOptions,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Columns: table (board or connected_rows), rows and cols (of the table; for connected rows the most cells),
rules, position, value; with --columns also black, white, regions and all properties of values.

Examples:
  konane database export values.konane --output values.csv.zst
  konane database export values.konane --table 4x5 --columns position,value,temperature";

/// A table by its board, or the connected rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TableChoice {
    Board(BoardSize),
    ConnectedRows,
}

impl FromStr for TableChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<TableChoice, String> {
        if text == "connected-rows" {
            return Ok(TableChoice::ConnectedRows);
        }
        text.parse()
            .map(TableChoice::Board)
            .map_err(|problem: BoardSizeError| format!("{problem}, or connected-rows"))
    }
}

impl TableChoice {
    fn has(self, table: TableDescription) -> bool {
        match self {
            TableChoice::ConnectedRows => table.kind == TableKind::Rows,
            TableChoice::Board(BoardSize { rows, columns }) => {
                table.kind == TableKind::Board
                    && (table.rows as usize, table.columns as usize) == (rows, columns)
            }
        }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let columns = DATABASE_COLUMNS.choose(arguments.columns.columns.as_deref())?;
    let (format, compression) = arguments.destination.format()?;
    let database = ValueDatabase::open(&arguments.file)?;
    let tables = arguments.tables(&database)?;
    arguments.resources.start_threads()?;
    // Before there is a file that an early signal would leave behind.
    let interrupt = catch_signals();
    let layout = Layout::new(format, Vec::new(), &columns);
    let output = arguments.destination.open(compression)?;
    let mut sink = layout.begin(output)?;
    let memory = Some(arguments.resources.memory_ceiling() / 2);
    let store = interrupt.new_store(StoreLimits { memory, ..StoreLimits::default() });
    let values = DatabaseValues::new(&database, &store);
    let monitor = &interrupt.monitor;
    let tasks: Vec<Task> = tables.iter().flat_map(|&table| tasks(table, &database.tables()[table])).collect();
    let _progress = Progress::show(arguments.resources.progress, monitor, "writing");
    monitor.start(tasks.iter().map(Task::positions).sum());
    let properties = rows_in_order(
        || RowProperties::new(&store, arguments.columns.notation),
        monitor,
        &tasks,
        |properties, task| {
            let table = database.tables()[task.table].description();
            let (indices, mut rows) = (task.indices.clone(), layout.no_rows());
            values.for_each_position_of_block(task.table, task.block, indices, |position, value| {
                layout.push(&mut rows, &[], &Exported { table, position }, properties, value)
            })?;
            Ok::<_, Failure>((rows, task.positions()))
        },
        |rows| sink.write(rows),
    )?;
    tell_of(&Undefined::of_all(properties.into_iter().map(|rows| rows.properties)));
    sink.finish()
}

impl Arguments {
    /// The numbers of the tables asked for; each choice must have one.
    fn tables(&self, database: &ValueDatabase) -> Result<Vec<usize>, Failure> {
        let described = || database.tables().iter().map(DatabaseTable::description).enumerate();
        let of_rules = |table: TableDescription| self.rules.is_none_or(|rules| rules == table.rules);
        let missing = |&choice: &TableChoice| !described().any(|(_, t)| of_rules(t) && choice.has(t));
        if self.table.iter().any(missing) || !described().any(|(_, table)| of_rules(table)) {
            let known: Vec<String> = described().map(|(_, table)| table.to_string()).collect();
            let (name, known) = (self.file.display(), known.join(", "));
            return Err(Failure::input(format!("{name}: there is no such table, but only {known}")));
        }
        let chosen = |table| self.table.is_empty() || self.table.iter().any(|choice| choice.has(table));
        let tables = described().filter(|&(_, table)| of_rules(table) && chosen(table));
        Ok(tables.map(|(number, _)| number).collect())
    }
}

/// Some positions of a block.
struct Task {
    table: usize,
    block: usize,
    indices: Range<u64>,
}

impl Task {
    fn positions(&self) -> u64 {
        self.indices.end - self.indices.start
    }
}

fn tasks(table: usize, contents: &DatabaseTable) -> impl Iterator<Item = Task> {
    let blocks = contents.addressing().blocks();
    let chunks = Shard::WHOLE.chunks(blocks, 0..blocks.len());
    chunks.map(move |(block, indices)| Task { table, block, indices })
}

/// A position of a table.
struct Exported {
    table: TableDescription,
    position: Position,
}

impl Placement for Exported {
    fn write_position(&self, row: &mut String) {
        self.position.write_position(row);
    }

    fn size(&self) -> (usize, usize) {
        (self.table.rows as usize, self.table.columns as usize)
    }

    fn stones(&self) -> (usize, usize) {
        self.position.stones()
    }

    fn regions(&self) -> usize {
        self.position.regions()
    }

    fn table(&self) -> Option<TableDescription> {
        Some(self.table)
    }
}
