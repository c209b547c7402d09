//! Rows, summaries and statistics of a table.

use super::Arguments;
use crate::cli::board_range::Board;
use crate::cli::columns::{FieldTable, Layout, Placement, Properties, TASK, TableSink, write_in_order};
use crate::cli::failure::Failure;
use crate::cli::statistics::{Counter, Statistics};
use konane::solve::{EndgameTable, MAX_TABLE_CELLS, Monitor, PerThread};
use konane::value::{CanonicalForm, ValueStore};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// A table on its way to the output.
pub struct Report<'a> {
    /// What is asked for.
    pub arguments: &'a Arguments,
    /// The store of the values.
    pub store: &'a ValueStore,
    /// The table.
    pub table: &'a EndgameTable,
    /// Watches and stops the work.
    pub monitor: &'a Monitor,
}

impl<'a> Report<'a> {
    /// One row a position.
    pub fn write_positions(&self, layout: &Layout, sink: &mut TableSink) -> Result<(), Failure> {
        let tasks: Vec<u64> = (0..self.table.len().div_ceil(TASK)).collect();
        let filter = Filter::new(self);
        self.monitor.start(self.table.len());
        write_in_order(layout, sink, self.properties(), self.monitor, &tasks, |properties, &task, rows| {
            let masks = filter.masks(task);
            let count = (self.table.len() - task * TASK).min(TASK);
            for mask in masks {
                let position = Tabled { table: self.table, mask, count: 1 };
                layout.push(rows, &[], &position, properties, self.table.value(mask))?;
            }
            Ok(count)
        })
    }

    /// What makes the properties of values for each thread.
    fn properties(&self) -> impl Fn() -> Properties<'a> + Sync + Send + use<'a> {
        let (store, notation) = (self.store, self.arguments.columns.notation);
        move || Properties::new(store, notation)
    }

    /// One row a value.
    pub fn write_values(&self, layout: &Layout, sink: &mut TableSink) -> Result<(), Failure> {
        let occurrences = self.count_values()?;
        let mut values: Vec<CanonicalForm> = occurrences.keys().copied().collect();
        self.store.sort_structurally(&mut values)?;
        let tasks: Vec<&[CanonicalForm]> = values.chunks(TASK as usize / 16).collect();
        self.monitor.start(values.len() as u64);
        write_in_order(layout, sink, self.properties(), self.monitor, &tasks, |properties, values, rows| {
            for &value in *values {
                let Occurrences { count, first } = occurrences[&value];
                let first = Tabled { table: self.table, mask: first.mask(), count };
                layout.push(rows, &[], &first, properties, value)?;
            }
            Ok(values.len() as u64)
        })
    }

    /// A row for each outcome, kind, birthday, temperature and number of options that occurs.
    pub fn write_statistics(&self, table: &mut FieldTable) -> Result<(), Failure> {
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
