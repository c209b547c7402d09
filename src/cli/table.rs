//! `konane table`: the values of all positions of a board.

use super::board_range::{Board, BoardRange};
use super::columns::{
    ColumnOptions, FieldTable, Layout, Placement, Properties, RowBlock, SUMMARY_COLUMNS, TABLE_COLUMNS,
    TableFormat, TableSink, Undefined,
};
use super::ending;
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::output::Output;
use super::progress::Progress;
use super::resources::{Resources, human_bytes};
use super::statistics::{Counter, Statistics};
use konane::board::Rules;
use konane::solve::{EndgameTable, MAX_TABLE_CELLS, Monitor, PerThread};
use konane::value::{CanonicalForm, StoreLimits, ValueStore};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::path::PathBuf;

/// Values of all positions of a board
///
/// The positions are all checkered ones with Black on the colour of the upper left cell; exchanging
/// the colours of the stones gives the others, with negated values. Real play never leaves them.
///
/// One row a position, in the order of the occupied cells read as a binary number whose lowest bit is
/// the upper left cell; or with --summary one row for each value that occurs, or with --statistics counts
/// of positions and values.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The board, such as 4x5: rows, an x, columns; with --statistics also several, or ranges
    ///
    /// The range 1x1..2x8 holds all boards of one or two rows and up to eight columns.
    #[arg(long, value_name = "ROWSxCOLUMNS", allow_hyphen_values = true, required = true)]
    board: Vec<BoardRange>,

    /// The rules: multi-jump, or single-jump where a move is one jump only
    #[arg(long, value_name = "RULES", default_value_t = Rules::MultiJump)]
    rules: Rules,

    /// One row for each distinct value: how many positions have it, and the first of them
    ///
    /// First is the one with the fewest stones, and among these the first in the order of the table.
    /// Rows are sorted by the structure of values: numbers by size, nimbers, other values with a name,
    /// and the rest by their options.
    #[arg(long)]
    summary: bool,

    /// One row for each outcome class, kind, birthday, temperature and number of options
    ///
    /// It tells of how many positions and of how many distinct values. Of birthday, temperature and
    /// options the largest is told in a row of its own. Columns: rows, cols, statistic, key,
    /// number (the key as a decimal number, to plot), positions and values. Options are those of
    /// canonical forms, Left's and Right's together.
    #[arg(long, conflicts_with_all = ["summary", "columns", "notation"])]
    statistics: bool,

    /// Leave out positions that split into several independent regions
    #[arg(long)]
    connected: bool,

    /// Keep the first of the positions that are alike under rotations and reflections of the board
    ///
    /// A reflection that exchanges the colours of cells is taken together with an exchange of the
    /// colours of stones, which negates the value.
    #[arg(long)]
    up_to_symmetry: bool,

    #[command(flatten)]
    columns: ColumnOptions,

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

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Columns: position, black, white (stones), value, outcome (L, R, N or P), left_stop, right_stop, mean,
temperature and birthday; with --columns also rows, cols, regions and all other properties of values.
With --summary: value, count, first_position, outcome, left_stop, right_stop, mean, temperature,
birthday and kind; with --columns also all other properties.
With --statistics: rows, cols, statistic (all, outcome, kind, birthday, largest_birthday, temperature,
largest_temperature, options, largest_options), key, number, positions and values.

Memory: 4 bytes a position, of which a board of n cells has 2^n, besides the distinct values.

Examples:
  konane table --board 3x4
  konane table --board 1x20 --summary --output row20.csv
  konane table --board 4x5 --output table.parquet
  konane table --board 1x1..1x16 --statistics
  konane table --board 4x5 --connected --up-to-symmetry --columns position,value";

impl Arguments {
    /// The boards that are asked for; an error if a table of one is out of the question.
    fn boards(&self) -> Result<Vec<Board>, Failure> {
        let mut boards = Vec::new();
        for range in &self.board {
            boards.extend(range.boards()?);
        }
        if boards.len() > 1 && !self.statistics {
            return Err(Failure::input("several boards go with --statistics only"));
        }
        Ok(boards)
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let boards = arguments.boards()?;
    let set = if arguments.summary { SUMMARY_COLUMNS } else { TABLE_COLUMNS };
    let columns = set.choose(arguments.columns.columns.as_deref())?;
    let (format, compression) = ending::of_table(arguments.output.as_deref(), arguments.format)?;
    for &board in &boards {
        memory_for_values(arguments, board)?;
    }
    arguments.resources.start_threads()?;
    // Before there is a file that an early signal would leave behind.
    let interrupt = Interrupt::install();
    let output = Output::open_compressed(arguments.output.as_deref(), compression)?;
    if arguments.statistics {
        let mut table = FieldTable::begin(format, Statistics::schema(), output)?;
        for board in boards {
            evaluate(arguments, board, &interrupt, |report| report.write_statistics(&mut table))?;
            table.flush()?;
        }
        return table.finish();
    }
    let layout = Layout::new(format, Vec::new(), &columns);
    let mut sink = layout.begin(output)?;
    for board in boards {
        evaluate(arguments, board, &interrupt, |report| match arguments.summary {
            true => report.write_values(&layout, &mut sink),
            false => report.write_positions(&layout, &mut sink),
        })?;
    }
    sink.finish()
}

/// Evaluates the positions of a board, and reports on them.
fn evaluate(
    arguments: &Arguments,
    board: Board,
    interrupt: &Interrupt,
    write: impl FnOnce(&Report<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Board { rows, columns } = board;
    let monitor = &interrupt.monitor;
    let memory = Some(memory_for_values(arguments, board)?);
    let store = interrupt.new_store(StoreLimits { memory, ..EndgameTable::store_limits(rows, columns) });
    let progress = Progress::show(arguments.resources.progress, monitor, "evaluating");
    let table = EndgameTable::compute(&store, rows, columns, arguments.rules, monitor)?;
    drop(progress);
    let _progress = Progress::show(arguments.resources.progress, monitor, "writing");
    write(&Report { arguments, store: &store, table: &table, monitor })
}

/// What the memory ceiling leaves for values beside the table.
fn memory_for_values(arguments: &Arguments, board: Board) -> Result<u64, Failure> {
    let Board { rows, columns } = board;
    let comparisons = 8u64 << EndgameTable::store_limits(rows, columns).comparison_memo_bits;
    let needed = board.bytes_needed()? + comparisons;
    let ceiling = arguments.resources.memory_ceiling();
    // The rows of a summary and their texts take some three times as much as the values.
    let share = if arguments.summary || arguments.statistics { 4 } else { 2 };
    ceiling.checked_sub(needed).map(|left| left / share).filter(|&left| left > 0).ok_or_else(|| {
        Failure::Failed(format!(
            "--board {board}: the table has 2^{} positions and takes {} besides the values, but the \
             memory ceiling is {} (see --memory)",
            rows * columns,
            human_bytes(needed),
            human_bytes(ceiling)
        ))
    })
}

/// Positions that one task handles.
const TASK: u64 = 1 << 12;

/// Tasks for each thread before their results are written.
const TASKS_AHEAD: usize = 16;

/// A table on its way to the output.
struct Report<'a> {
    arguments: &'a Arguments,
    store: &'a ValueStore,
    table: &'a EndgameTable,
    monitor: &'a Monitor,
}

impl Report<'_> {
    /// One row a position.
    fn write_positions(&self, layout: &Layout, sink: &mut TableSink) -> Result<(), Failure> {
        let tasks: Vec<u64> = (0..self.table.len().div_ceil(TASK)).collect();
        let filter = Filter::new(self);
        self.write_in_order(layout, sink, self.table.len(), &tasks, |properties, &task, rows| {
            let masks = filter.masks(task);
            let count = (self.table.len() - task * TASK).min(TASK);
            for mask in masks {
                let position = Tabled { table: self.table, mask, count: 1 };
                layout.push(rows, &[], &position, properties, self.table.value(mask))?;
            }
            Ok(count)
        })
    }

    /// One row a value.
    fn write_values(&self, layout: &Layout, sink: &mut TableSink) -> Result<(), Failure> {
        let occurrences = self.count_values()?;
        let mut values: Vec<CanonicalForm> = occurrences.keys().copied().collect();
        self.store.sort_structurally(&mut values)?;
        let tasks: Vec<&[CanonicalForm]> = values.chunks(TASK as usize / 16).collect();
        self.write_in_order(layout, sink, values.len() as u64, &tasks, |properties, values, rows| {
            for &value in *values {
                let Occurrences { count, first } = occurrences[&value];
                let first = Tabled { table: self.table, mask: first.mask(), count };
                layout.push(rows, &[], &first, properties, value)?;
            }
            Ok(values.len() as u64)
        })
    }

    /// Does the tasks in parallel and writes the rows that they append, in the order of the tasks. A
    /// task returns how much of `total` it did.
    fn write_in_order<T: Sync>(
        &self,
        layout: &Layout,
        sink: &mut TableSink,
        total: u64,
        tasks: &[T],
        append_rows: impl Fn(&mut Properties<'_>, &T, &mut RowBlock) -> Result<u64, Failure> + Sync,
    ) -> Result<(), Failure> {
        self.monitor.start(total);
        let properties = PerThread::new(|| Properties::new(self.store, self.arguments.columns.notation));
        for tasks in tasks.chunks(rayon::current_num_threads().max(1) * TASKS_AHEAD) {
            let blocks = tasks.par_iter().map(|task| {
                self.monitor.check().map_err(|_| Failure::Interrupted)?;
                let mut rows = layout.no_rows();
                let done = append_rows(&mut properties.of_this_thread(), task, &mut rows)?;
                self.monitor.advance(done);
                Ok(rows)
            });
            for rows in blocks.collect::<Result<Vec<_>, Failure>>()? {
                sink.write(rows)?;
            }
        }
        let mut undefined = Undefined::default();
        properties.into_values().for_each(|properties| undefined.merge(properties.into_undefined()));
        undefined.tell();
        Ok(())
    }

    /// A row for each outcome, kind, birthday, temperature and number of options that occurs.
    fn write_statistics(&self, table: &mut FieldTable) -> Result<(), Failure> {
        let occurrences: Vec<_> = self.count_values()?.into_iter().collect();
        self.monitor.start(occurrences.len() as u64);
        let counters = PerThread::new(|| Counter::new(self.store));
        occurrences.par_chunks(TASK as usize).try_for_each(|task| {
            self.monitor.check().map_err(|_| Failure::Interrupted)?;
            self.monitor.advance(task.len() as u64);
            let mut counter = counters.of_this_thread();
            for &(value, Occurrences { count, .. }) in task {
                counter.add(value, count)?;
            }
            Ok::<(), Failure>(())
        })?;
        let mut statistics = Statistics::default();
        counters.into_values().for_each(|counter| statistics.merge(counter.into_statistics()));
        let board = Board { rows: self.table.rows(), columns: self.table.columns() };
        statistics.rows(board).try_for_each(|row| table.write(row))
    }

    /// How often each value occurs and where first.
    fn count_values(&self) -> Result<FxHashMap<CanonicalForm, Occurrences>, Failure> {
        self.monitor.start(self.table.len());
        let filter = Filter::new(self);
        let counts = PerThread::new(FxHashMap::<CanonicalForm, Occurrences>::default);
        (0..self.table.len().div_ceil(TASK)).into_par_iter().try_for_each(|task| {
            self.monitor.check().map_err(|_| Failure::Interrupted)?;
            self.monitor.advance(TASK);
            let mut counts = counts.of_this_thread();
            for mask in filter.masks(task) {
                let occurrence = Occurrences { count: 1, first: Rank::of(mask) };
                let value = self.table.value(mask);
                counts.entry(value).and_modify(|known| known.add(occurrence)).or_insert(occurrence);
            }
            Ok::<(), Failure>(())
        })?;
        let mut counts = counts.into_values();
        let mut all = counts.next().unwrap_or_default();
        for (value, occurrences) in counts.flatten() {
            all.entry(value).and_modify(|known| known.add(occurrences)).or_insert(occurrences);
        }
        Ok(all)
    }
}

/// Which positions of a table are wanted.
struct Filter<'a> {
    table: &'a EndgameTable,
    connected: bool,
    up_to_symmetry: bool,
}

impl<'a> Filter<'a> {
    fn new(report: &Report<'a>) -> Filter<'a> {
        let Arguments { connected, up_to_symmetry, .. } = *report.arguments;
        Filter { table: report.table, connected, up_to_symmetry }
    }

    /// The wanted positions among those of a task.
    fn masks(&self, task: u64) -> impl Iterator<Item = u64> + '_ {
        let end = ((task + 1) * TASK).min(self.table.len());
        (task * TASK..end).filter(|&mask| {
            (!self.up_to_symmetry || self.table.is_representative(mask))
                && (!self.connected || self.table.region_count(mask) <= 1)
        })
    }
}

/// How often a value occurs.
#[derive(Clone, Copy)]
struct Occurrences {
    count: u64,
    first: Rank,
}

impl Occurrences {
    fn add(&mut self, other: Occurrences) {
        self.count += other.count;
        self.first = self.first.min(other.first);
    }
}

/// A position by its number of stones, then by its mask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(u64);

impl Rank {
    fn of(mask: u64) -> Rank {
        Rank(u64::from(mask.count_ones()) << MAX_TABLE_CELLS | mask)
    }

    const fn mask(self) -> u64 {
        self.0 & ((1 << MAX_TABLE_CELLS) - 1)
    }
}

/// A position of a table, or the first of `count` that have its value.
struct Tabled<'a> {
    table: &'a EndgameTable,
    mask: u64,
    count: u64,
}

impl Placement for Tabled<'_> {
    fn write_position(&self, row: &mut Vec<u8>) {
        let columns = self.table.columns();
        for cell in 0..self.table.rows() * columns {
            let (line, column) = (cell / columns, cell % columns);
            if column == 0 && line > 0 {
                row.push(b'/');
            }
            row.push(match (self.mask >> cell & 1, (line + column) % 2) {
                (0, _) => b'.',
                (_, 0) => b'x',
                _ => b'o',
            });
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.table.rows(), self.table.columns())
    }

    fn stones(&self) -> (usize, usize) {
        let columns = self.table.columns();
        let black = (0..self.table.rows() * columns)
            .filter(|cell| self.mask >> cell & 1 == 1 && (cell / columns + cell % columns).is_multiple_of(2))
            .count();
        (black, self.mask.count_ones() as usize - black)
    }

    fn regions(&self) -> usize {
        self.table.region_count(self.mask)
    }

    fn count(&self) -> u64 {
        self.count
    }
}
