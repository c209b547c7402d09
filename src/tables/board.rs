//! The positions of one board: rows, summaries and statistics of a table of all of them.

use super::column::{Column, SUMMARY_COLUMNS, TABLE_COLUMNS};
use super::error::TableFailure;
use super::in_order::rows_in_order;
use super::layout::TypedLayout;
use super::placement::Placement;
use super::properties::{PerValue, Properties, Undefined};
use super::statistics::{Counter, Statistics};
use super::typed::TypedTable;
use crate::board::{BoardSize, BoardSizeError, Rules};
use crate::database::{DatabaseValues, ValueDatabase};
use crate::solve::{
    EndgameTable, Interrupt, MAX_TABLE_CELLS, Monitor, PerThread, SolveError, available_memory,
};
use crate::value::notation::Notation;
use crate::value::{CanonicalForm, StoreLimits, ValueStore};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Positions that one task handles.
const TASK: u64 = 1 << 12;

/// Values of a summary that one task handles.
const VALUES_OF_TASK: usize = 1 << 8;

/// A table of all positions of a board, as somebody asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTableRequest {
    /// The board.
    pub board: BoardSize,
    /// The rules.
    pub rules: Rules,
    /// The names of the columns, or `None` for the usual ones.
    pub columns: Option<Vec<String>>,
    /// One row for each distinct value instead of each position.
    pub summary: bool,
    /// Leave out positions that split into several independent regions.
    pub connected: bool,
    /// Keep the first of the positions that are alike under rotations and reflections of the board.
    pub up_to_symmetry: bool,
    /// How values are written.
    pub notation: Notation,
    /// The memory ceiling in bytes.
    pub memory: u64,
}

impl BoardTableRequest {
    /// The usual columns of all positions of a board, in CGSuite's notation under the rules with several jumps,
    /// with all the memory that is available.
    pub fn new(board: BoardSize) -> BoardTableRequest {
        BoardTableRequest {
            board,
            rules: Rules::MultiJump,
            columns: None,
            summary: false,
            connected: false,
            up_to_symmetry: false,
            notation: Notation::Cgsuite,
            memory: available_memory(),
        }
    }

    /// The columns asked for.
    ///
    /// # Errors
    /// A name that is no column's, or that occurs twice.
    pub fn chosen_columns(&self) -> Result<Vec<Column>, TableFailure> {
        let set = if self.summary { SUMMARY_COLUMNS } else { TABLE_COLUMNS };
        Ok(set.choose(self.columns.as_deref())?)
    }

    /// What the memory ceiling leaves for values beside the positions, and what for rows beside both.
    ///
    /// # Errors
    /// A board of which there is no table, or not within the memory ceiling.
    pub fn memory_shares(&self) -> Result<(StoreLimits, u64), TableFailure> {
        // The rows of a summary and their texts take some three times as much as the values.
        let share = if self.summary { 4 } else { 2 };
        memory_shares(self.board, self.memory, share)
    }
}

/// Limits of the values of a board, which take one of `shares` of the memory that the positions leave, and the
/// bytes of the other shares.
fn memory_shares(board: BoardSize, ceiling: u64, shares: u64) -> Result<(StoreLimits, u64), TableFailure> {
    let limits = EndgameTable::store_limits(board.rows, board.columns);
    let needed = board_table_bytes(board)? + (8u64 << limits.comparison_memo_bits);
    let left = ceiling.saturating_sub(needed);
    match left / shares {
        0 => Err(TableFailure::NoMemoryForValues { board, needed, ceiling }),
        share => Ok((StoreLimits { memory: Some(share), ..limits }, left - share)),
    }
}

/// Bytes that the table of all positions of a board takes at least.
///
/// # Errors
/// A board without cells, or with more than a table can have.
pub fn board_table_bytes(board: BoardSize) -> Result<u64, TableFailure> {
    if board.rows == 0 || board.columns == 0 {
        return Err(TableFailure::Board(BoardSizeError::NoCells));
    }
    EndgameTable::bytes_needed(board.rows, board.columns).ok_or(TableFailure::BoardTooLarge(board))
}

/// The values of all positions of a board, evaluated, or read from a database that has the table.
///
/// Takes [`board_table_bytes`] besides the distinct values. `monitor` counts positions.
///
/// # Errors
/// As of [`EndgameTable::compute`], or a database that has no such table or cannot be read.
pub fn board_values(
    store: &ValueStore,
    board: BoardSize,
    rules: Rules,
    database: Option<&ValueDatabase>,
    monitor: &Monitor,
) -> Result<EndgameTable, TableFailure> {
    let BoardSize { rows, columns } = board;
    Ok(match database {
        Some(database) => {
            DatabaseValues::new(database, store).endgame_table(rows, columns, rules, monitor)?
        }
        None => EndgameTable::compute(store, rows, columns, rules, monitor)?,
    })
}

/// The table of a board: a row for each position, in the order of the occupied cells read as a binary number
/// whose lowest bit is the upper left cell; or a summary, with a row for each value that occurs, sorted by
/// [`ValueStore::structural_order`].
///
/// The positions are all checkered ones with Black on the colour of the upper left cell; exchanging the colours
/// of the stones gives the others, with negated values. Evaluated and written on the threads of the current
/// rayon pool; the monitor of the interrupt counts positions, first of the evaluation, then of the rows. The
/// memory ceiling is for positions, values and rows together.
///
/// # Errors
/// What is asked for cannot be had, a limit is reached, or the interrupt was signalled: [`TableFailure::kind`]
/// tells these apart.
pub fn board_table(
    request: &BoardTableRequest,
    database: Option<&ValueDatabase>,
    interrupt: &Interrupt,
) -> Result<TypedTable, TableFailure> {
    let layout = TypedLayout::new(Vec::new(), &request.chosen_columns()?);
    let (limits, memory_for_rows) = request.memory_shares()?;
    on_rows(request, limits, database, interrupt, |rows| typed_rows(request, &layout, memory_for_rows, rows))
}

/// Evaluates the positions that are asked for, and makes something of their rows.
fn on_rows<T>(
    request: &BoardTableRequest,
    limits: StoreLimits,
    database: Option<&ValueDatabase>,
    interrupt: &Interrupt,
    make: impl FnOnce(&BoardRows<'_>) -> Result<T, TableFailure>,
) -> Result<T, TableFailure> {
    let (store, monitor) = (interrupt.new_store(limits), &*interrupt.monitor);
    let values = board_values(&store, request.board, request.rules, database, monitor)?;
    let BoardTableRequest { connected, up_to_symmetry, .. } = *request;
    make(&BoardRows { store: &store, table: &values, connected, up_to_symmetry, monitor })
}

/// The rows as a table of at most so many bytes.
fn typed_rows(
    request: &BoardTableRequest,
    layout: &TypedLayout,
    memory_for_rows: u64,
    rows: &BoardRows<'_>,
) -> Result<TypedTable, TableFailure> {
    let mut table = layout.no_rows();
    let states = rows.make(
        request.summary,
        || (Properties::new(rows.store, request.notation), PerValue::default()),
        |(properties, known), positions| {
            let mut rows = layout.no_rows();
            for (position, value) in positions {
                layout.push(&mut rows, &[], &position, properties, known, value)?;
            }
            Ok::<_, TableFailure>(rows)
        },
        |rows| {
            table.append(&rows);
            match table.bytes() as u64 > memory_for_rows {
                true => Err(SolveError::MemoryLimit(request.memory >> 20).into()),
                false => Ok(()),
            }
        },
    )?;
    let undefined = Undefined::of_all(states.into_iter().map(|(properties, _)| properties));
    Ok(table.with_notes_on(&undefined))
}

/// A row for each outcome class, kind, birthday, temperature and number of options that occurs on a board, with
/// the columns of [`Statistics::schema`]; columns and notation of the request are of no use.
///
/// # Errors
/// As of [`board_table`].
pub fn board_statistics(
    request: &BoardTableRequest,
    database: Option<&ValueDatabase>,
    interrupt: &Interrupt,
) -> Result<TypedTable, TableFailure> {
    let (limits, _) = BoardTableRequest { summary: true, ..request.clone() }.memory_shares()?;
    on_rows(request, limits, database, interrupt, |rows| {
        let schema = Statistics::schema();
        let mut table = TypedTable::new(&schema);
        for row in rows.statistics()?.rows(request.board) {
            table.push_row(&schema, &row)?;
        }
        Ok(table)
    })
}

/// Positions of a board whose values are known, as rows are made of them.
pub struct BoardRows<'a> {
    /// The store of the values.
    pub store: &'a ValueStore,
    /// The values.
    pub table: &'a EndgameTable,
    /// Leave out positions that split into several independent regions.
    pub connected: bool,
    /// Keep the first of the positions that are alike under rotations and reflections of the board.
    pub up_to_symmetry: bool,
    /// Watches and stops the work; counts positions, and values of a summary.
    pub monitor: &'a Monitor,
}

impl<'a> BoardRows<'a> {
    /// Makes one row a position, or if it is to be a summary, one a value, as [`board_table`] says: some rows
    /// at a time by `make`, on several threads that have a state each, and in their order for `take`. Returns
    /// the states.
    ///
    /// # Errors
    /// The first of `make`, of `take`, or of the work of this.
    pub fn make<S: Send, R: Send, E: From<SolveError> + Send>(
        &self,
        summary: bool,
        new_state: impl Fn() -> S,
        make: impl Fn(&mut S, &mut dyn Iterator<Item = (PositionOfTable<'a>, CanonicalForm)>) -> Result<R, E>
        + Sync,
        take: impl FnMut(R) -> Result<(), E>,
    ) -> Result<Vec<S>, E> {
        let table = self.table;
        if summary {
            let occurrences = self.count_values()?;
            let mut values: Vec<CanonicalForm> = occurrences.keys().copied().collect();
            self.store.sort_structurally(&mut values).map_err(SolveError::from)?;
            let tasks: Vec<&[CanonicalForm]> = values.chunks(VALUES_OF_TASK).collect();
            self.monitor.start(values.len() as u64);
            return rows_in_order(
                new_state,
                self.monitor,
                &tasks,
                |state, values| {
                    let mut firsts = values.iter().map(|value| {
                        let Occurrences { count, first } = occurrences[value];
                        (PositionOfTable { table, mask: first.mask(), count }, *value)
                    });
                    Ok((make(state, &mut firsts)?, values.len() as u64))
                },
                take,
            );
        }
        let tasks: Vec<u64> = (0..table.len().div_ceil(TASK)).collect();
        self.monitor.start(table.len());
        rows_in_order(
            new_state,
            self.monitor,
            &tasks,
            |state, &task| {
                let mut positions = self
                    .masks(task)
                    .map(|mask| (PositionOfTable { table, mask, count: 1 }, table.value(mask)));
                Ok((make(state, &mut positions)?, (table.len() - task * TASK).min(TASK)))
            },
            take,
        )
    }

    /// Counts of positions and of their distinct values by outcome class, kind, birthday, temperature and number
    /// of options.
    ///
    /// # Errors
    /// The work was stopped, or met a limit of the store.
    pub fn statistics(&self) -> Result<Statistics, SolveError> {
        let occurrences: Vec<_> = self.count_values()?.into_iter().collect();
        self.monitor.start(occurrences.len() as u64);
        let counters = PerThread::new(|| Counter::new(self.store));
        occurrences.par_chunks(TASK as usize).try_for_each(|task| {
            self.monitor.check()?;
            self.monitor.advance(task.len() as u64);
            let mut counter = counters.of_this_thread();
            for &(value, Occurrences { count, .. }) in task {
                counter.add(value, count)?;
            }
            Ok::<(), SolveError>(())
        })?;
        let mut statistics = Statistics::default();
        counters.into_values().for_each(|counter| statistics.merge(counter.into_statistics()));
        Ok(statistics)
    }

    /// How often each value occurs and where first.
    fn count_values(&self) -> Result<FxHashMap<CanonicalForm, Occurrences>, SolveError> {
        self.monitor.start(self.table.len());
        let counts = PerThread::new(FxHashMap::<CanonicalForm, Occurrences>::default);
        (0..self.table.len().div_ceil(TASK)).into_par_iter().try_for_each(|task| {
            self.monitor.check()?;
            self.monitor.advance(TASK);
            let mut counts = counts.of_this_thread();
            for mask in self.masks(task) {
                let occurrence = Occurrences { count: 1, first: Rank::of(mask) };
                let value = self.table.value(mask);
                counts.entry(value).and_modify(|known| known.add(occurrence)).or_insert(occurrence);
            }
            Ok::<(), SolveError>(())
        })?;
        let mut counts = counts.into_values();
        let mut all = counts.next().unwrap_or_default();
        for (value, occurrences) in counts.flatten() {
            all.entry(value).and_modify(|known| known.add(occurrences)).or_insert(occurrences);
        }
        Ok(all)
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

/// A position of a table, or the first of several that have its value.
pub struct PositionOfTable<'a> {
    table: &'a EndgameTable,
    mask: u64,
    count: u64,
}

impl Placement for PositionOfTable<'_> {
    fn write_position(&self, row: &mut String) {
        let columns = self.table.columns();
        for cell in 0..self.table.rows() * columns {
            let (line, column) = (cell / columns, cell % columns);
            if column == 0 && line > 0 {
                row.push('/');
            }
            row.push(match (self.mask >> cell & 1, (line + column) % 2) {
                (0, _) => '.',
                (_, 0) => 'x',
                _ => 'o',
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
