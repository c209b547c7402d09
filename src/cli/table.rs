//! `konane table`: the values of all positions of a board.

use super::board::Board;
use super::columns::{
    ColumnOptions, Placement, Properties, RowFormat, RowWriter, SUMMARY_COLUMNS, TABLE_COLUMNS, Undefined,
};
use super::failure::Failure;
use super::interrupt::Interrupt;
use super::output::Output;
use super::per_thread::PerThread;
use super::progress::Progress;
use super::resources::{Resources, human_bytes};
use konane::board::Rules;
use konane::solve::{BoardSymmetries, EndgameTable, MAX_TABLE_CELLS, Monitor};
use konane::value::{CanonicalForm, StoreLimits, ValueStore};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Values of all positions of a board
///
/// The positions are all checkered ones with Black on the colour of the upper left cell; exchanging
/// the colours of the stones gives the others, with negated values. Real play never leaves them.
///
/// One row a position, in the order of the occupied cells read as a binary number whose lowest bit is
/// the upper left cell; or with --summary one row for each value that occurs.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The board, such as 4x5: rows, an x, columns
    #[arg(long, value_name = "ROWSxCOLUMNS", allow_hyphen_values = true)]
    board: Board,

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

    /// How to write rows
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: RowFormat,

    /// Write to a file, which appears only when it is complete
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

Memory: 4 bytes a position, of which a board of n cells has 2^n, besides the distinct values.

Examples:
  konane table --board 3x4
  konane table --board 1x20 --summary --output row20.csv
  konane table --board 4x5 --connected --up-to-symmetry --columns position,value";

impl Board {
    /// Bytes that the table needs at least.
    fn bytes_needed(self) -> Result<u64, Failure> {
        let Board { rows, columns } = self;
        EndgameTable::bytes_needed(rows, columns).ok_or_else(|| {
            let cells = rows as u128 * columns as u128;
            let bytes = match u32::try_from(cells).ok().and_then(|cells| 4u64.checked_shl(cells)) {
                Some(bytes) if cells < 62 => human_bytes(bytes),
                _ => format!("2^{} bytes", cells + 2),
            };
            Failure::input(format!(
                "--board {rows}x{columns}: the table would have 2^{cells} positions and take {bytes}; \
                 boards may have up to {MAX_TABLE_CELLS} cells"
            ))
        })
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Board { rows, columns } = arguments.board;
    let set = if arguments.summary { SUMMARY_COLUMNS } else { TABLE_COLUMNS };
    let writer =
        RowWriter::new(arguments.format, Vec::new(), &set.choose(arguments.columns.columns.as_deref())?);
    let memory = memory_for_values(arguments)?;
    arguments.resources.start_threads()?;
    // Before there is a file that an early signal would leave behind.
    let interrupt = Interrupt::install();
    let monitor = Arc::clone(&interrupt.monitor);
    let output = Output::open(arguments.output.as_deref())?;
    let store = interrupt.new_store(StoreLimits {
        memory: Some(memory),
        ..EndgameTable::store_limits(arguments.board.rows, arguments.board.columns)
    });
    let progress = Progress::show(arguments.resources.progress, &monitor, "evaluating");
    let table = EndgameTable::compute(&store, rows, columns, arguments.rules, &monitor)?;
    drop(progress);
    let report = Report { arguments, store: &store, table: &table, writer, monitor };
    let _progress = Progress::show(arguments.resources.progress, &report.monitor, "writing");
    report.write(output)
}

/// What the memory ceiling leaves for values beside the table.
fn memory_for_values(arguments: &Arguments) -> Result<u64, Failure> {
    let Board { rows, columns } = arguments.board;
    let comparisons = 8u64 << EndgameTable::store_limits(rows, columns).comparison_memo_bits;
    let needed = arguments.board.bytes_needed()? + comparisons;
    let ceiling = arguments.resources.memory_ceiling();
    // The rows of a summary and their texts take some three times as much as the values.
    let share = if arguments.summary { 4 } else { 2 };
    ceiling.checked_sub(needed).map(|left| left / share).filter(|&left| left > 0).ok_or_else(|| {
        Failure::Failed(format!(
            "--board {rows}x{columns}: the table has 2^{} positions and takes {} besides the values, but the \
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
    writer: RowWriter,
    monitor: Arc<Monitor>,
}

impl Report<'_> {
    fn write(&self, mut output: Output) -> Result<(), Failure> {
        output.write(self.writer.header().as_bytes())?;
        match self.arguments.summary {
            true => self.write_values(&mut output)?,
            false => self.write_positions(&mut output)?,
        }
        output.finish()
    }

    /// One row a position.
    fn write_positions(&self, output: &mut Output) -> Result<(), Failure> {
        let tasks: Vec<u64> = (0..self.table.len().div_ceil(TASK)).collect();
        let filter = Filter::new(self);
        self.write_in_order(output, self.table.len(), &tasks, |properties, &task, rows| {
            let masks = filter.masks(task);
            let count = (self.table.len() - task * TASK).min(TASK);
            for mask in masks {
                let pieces = properties.pieces(&self.writer, self.table.value(mask))?;
                self.writer.write(rows, &[], &Tabled { table: self.table, mask, count: 1 }, pieces);
            }
            Ok(count)
        })
    }

    /// One row a value.
    fn write_values(&self, output: &mut Output) -> Result<(), Failure> {
        let occurrences = self.count_values()?;
        let mut values: Vec<CanonicalForm> = occurrences.keys().copied().collect();
        self.store.sort_structurally(&mut values)?;
        let tasks: Vec<&[CanonicalForm]> = values.chunks(TASK as usize / 16).collect();
        self.write_in_order(output, values.len() as u64, &tasks, |properties, values, rows| {
            for &value in *values {
                let Occurrences { count, first } = occurrences[&value];
                let first = Tabled { table: self.table, mask: first.mask(), count };
                self.writer.write(rows, &[], &first, properties.pieces(&self.writer, value)?);
            }
            Ok(values.len() as u64)
        })
    }

    /// Does the tasks in parallel and writes the rows that they append, in the order of the tasks. A
    /// task returns how much of `total` it did.
    fn write_in_order<T: Sync>(
        &self,
        output: &mut Output,
        total: u64,
        tasks: &[T],
        append_rows: impl Fn(&mut Properties<'_>, &T, &mut Vec<u8>) -> Result<u64, Failure> + Sync,
    ) -> Result<(), Failure> {
        self.monitor.start(total);
        let properties = PerThread::new(|| Properties::new(self.store, self.arguments.columns.notation));
        for tasks in tasks.chunks(rayon::current_num_threads().max(1) * TASKS_AHEAD) {
            let texts = tasks.par_iter().map(|task| {
                self.monitor.check().map_err(|_| Failure::Interrupted)?;
                let mut rows = Vec::new();
                let done = properties.with(|properties| append_rows(properties, task, &mut rows))?;
                self.monitor.advance(done);
                Ok(rows)
            });
            for rows in texts.collect::<Result<Vec<_>, Failure>>()? {
                output.write(&rows)?;
            }
        }
        let mut undefined = Undefined::default();
        properties.into_values().for_each(|properties| undefined.merge(properties.into_undefined()));
        undefined.tell();
        Ok(())
    }

    /// How often each value occurs and where first.
    fn count_values(&self) -> Result<FxHashMap<CanonicalForm, Occurrences>, Failure> {
        self.monitor.start(self.table.len());
        let filter = Filter::new(self);
        let counts = PerThread::new(FxHashMap::<CanonicalForm, Occurrences>::default);
        (0..self.table.len().div_ceil(TASK)).into_par_iter().try_for_each(|task| {
            self.monitor.check().map_err(|_| Failure::Interrupted)?;
            self.monitor.advance(TASK);
            counts.with(|counts| {
                for mask in filter.masks(task) {
                    let occurrence = Occurrences { count: 1, first: Rank::of(mask) };
                    let value = self.table.value(mask);
                    counts.entry(value).and_modify(|known| known.add(occurrence)).or_insert(occurrence);
                }
                Ok(())
            })
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
    symmetries: Option<BoardSymmetries>,
}

impl<'a> Filter<'a> {
    fn new(report: &Report<'a>) -> Filter<'a> {
        let Arguments { connected, up_to_symmetry, .. } = *report.arguments;
        Filter {
            table: report.table,
            connected,
            symmetries: up_to_symmetry.then(|| report.table.symmetries()),
        }
    }

    /// The wanted positions among those of a task.
    fn masks(&self, task: u64) -> impl Iterator<Item = u32> + '_ {
        let end = ((task + 1) * TASK).min(self.table.len());
        (task * TASK..end).map(|mask| mask as u32).filter(|&mask| {
            self.symmetries.as_ref().is_none_or(|symmetries| symmetries.is_representative(mask))
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
    fn of(mask: u32) -> Rank {
        Rank(u64::from(mask.count_ones()) << 32 | u64::from(mask))
    }

    const fn mask(self) -> u32 {
        self.0 as u32
    }
}

/// A position of a table, or the first of `count` that have its value.
struct Tabled<'a> {
    table: &'a EndgameTable,
    mask: u32,
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
