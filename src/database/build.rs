//! Building a database, or adding tables to one.

use super::DatabaseError;
use super::format::{Content, SegmentHead};
use super::journal::{Journal, Resume};
use super::layout::Layout;
use super::numbering::Numbering;
use super::reader::ValueDatabase;
use super::segment::{BadBatch, BatchBody, encode_batch};
use super::table::{TableAddressing, TableDescription, with_addressing};
use crate::solve::table::{
    Addressing, Block, BlockValues, Shard, TableEvaluator, TableValues, batches, positions_of,
};
use crate::solve::{Monitor, SolveError};
use crate::value::ValueStore;
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What is to be built.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The database, which need not be there yet.
    pub path: PathBuf,
    /// The tables that it shall have, besides those it has already, in this order.
    pub tables: Vec<TableDescription>,
    /// A ceiling in bytes for the values that are kept in memory together with the store.
    pub memory: Option<u64>,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuildSummary {
    /// How many tables the file did not have before.
    pub tables_added: usize,
    /// How many positions an earlier, unfinished run had left.
    pub positions_resumed: u64,
    /// How many distinct values the file has, a value and its negative counted once.
    pub values: u64,
    /// Bytes of the file.
    pub length: u64,
}

/// Where the work on a file stands until it is finished: beside it, with `.unfinished` after its name.
pub fn unfinished_path(path: &Path) -> PathBuf {
    with_suffix(path, ".unfinished")
}

/// The path with something after the file's name.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Evaluates tables and writes their values, on the threads of the current rayon pool.
///
/// The work is written to [`unfinished_path`] batch by batch and forced to the disk. If it is stopped, by
/// `monitor`, an error or the machine, the same call goes on after the last batch that was written, and
/// the file has the same bytes in the end. Tables that the file has already cost nothing.
///
/// Takes 4 bytes for each position that is still needed, about as much for the batch in work, and 4 for
/// each distinct value, besides the store. `monitor` counts positions.
pub fn build(
    options: &BuildOptions,
    store: &ValueStore,
    monitor: &Monitor,
) -> Result<BuildSummary, DatabaseError> {
    let work = Work { path: &options.path, tables: &options.tables, memory: options.memory, keep: true };
    work.write(store, monitor, |run, _, addressing| {
        with_addressing!(addressing, addressing => {
            let evaluator = TableEvaluator::new(store, addressing, monitor);
            run.add_batches(addressing, |known, batch| Ok(evaluator.evaluate(known, batch, Shard::WHOLE)?))
        })
    })
}

/// Which tables are to be in which file.
pub(super) struct Work<'a> {
    pub(super) path: &'a Path,
    pub(super) tables: &'a [TableDescription],
    pub(super) memory: Option<u64>,
    /// Whether the values of earlier batches are needed for later ones.
    pub(super) keep: bool,
}

impl Work<'_> {
    /// Writes the file; `add` has to add the batches of a table that are not there yet.
    pub(super) fn write(
        &self,
        store: &ValueStore,
        monitor: &Monitor,
        mut add: impl FnMut(&mut Run<'_>, TableDescription, &TableAddressing) -> Result<(), DatabaseError>,
    ) -> Result<BuildSummary, DatabaseError> {
        let base = if self.path.exists() { Some(ValueDatabase::open(self.path)?) } else { None };
        let (tables, tables_before) = self.all_tables(base.as_ref());
        if let Some(base) = base.as_ref().filter(|_| tables.len() == tables_before) {
            return Ok(BuildSummary {
                values: base.value_count(),
                length: base.length(),
                ..Default::default()
            });
        }
        let addressings = tables.iter().map(|&table| TableAddressing::new(table));
        let addressings = addressings.collect::<Result<Vec<_>, _>>()?;
        monitor.start(addressings.iter().map(TableAddressing::positions).sum());
        let unfinished = unfinished_path(self.path);
        let mut resumed = Resumed::new(store, monitor, self.keep);
        let mut journal = Journal::open(&unfinished, Shard::WHOLE, base.as_ref(), &mut resumed)?;
        drop(base);
        check_tables(&unfinished, &journal.layout, &tables)?;
        journal.cut_torn_end()?;
        let positions_resumed = resumed.positions;
        let mut run = resumed.into_run(journal, self.memory);
        // The table that was begun last may lack batches.
        let complete = run.journal.layout.tables.len().saturating_sub(1);
        for (number, (&table, addressing)) in tables.iter().zip(&addressings).enumerate().skip(complete) {
            run.start_table(number, table)?;
            add(&mut run, table, addressing)?;
        }
        let values = run.journal.layout.values.into();
        let length = run.journal.finish_as(self.path)?;
        Ok(BuildSummary { tables_added: tables.len() - tables_before, positions_resumed, values, length })
    }

    /// The tables of the file and those to be added to it, each once; and how many it has.
    fn all_tables(&self, base: Option<&ValueDatabase>) -> (Vec<TableDescription>, usize) {
        let before = base.iter().flat_map(|base| base.tables()).map(|table| table.description());
        let mut tables: Vec<TableDescription> = before.collect();
        let count = tables.len();
        for &table in self.tables {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        (tables, count)
    }
}

/// That what was begun is the beginning of what is to be done.
pub(super) fn check_tables(
    path: &Path,
    layout: &Layout,
    tables: &[TableDescription],
) -> Result<(), DatabaseError> {
    let begun = layout.descriptions();
    if tables.starts_with(&begun) {
        return Ok(());
    }
    const TOLD: usize = 3;
    let more = begun.len().saturating_sub(TOLD);
    let names: Vec<String> = begun.iter().take(TOLD).map(ToString::to_string).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let begun = format!("a database of {}{more}", names.join(", "));
    Err(DatabaseError::OtherWork { path: path.into(), begun })
}

/// Values of earlier batches: all of them, or only those of the blocks that are still needed.
#[derive(Default)]
pub(super) struct KeptValues {
    pub(super) values: TableValues,
    /// The first block that may still be there.
    first: usize,
}

impl KeptValues {
    /// Drops the blocks that positions with so many stones or more do not need.
    pub(super) fn drop_below(&mut self, blocks: &[Block], most_stones_taken: Option<u32>, stones: u32) {
        let Some(taken) = most_stones_taken else { return };
        while blocks.get(self.first).is_some_and(|block| block.stones.saturating_add(taken) < stones) {
            self.values.remove(self.first);
            self.first += 1;
        }
    }
}

/// What an earlier run has left.
pub(super) struct Resumed<'a> {
    store: &'a ValueStore,
    monitor: &'a Monitor,
    /// Whether to load the values of the last table's positions.
    keep: bool,
    kept: KeptValues,
    /// The raw handles of all values by id.
    pub(super) forms: Vec<u32>,
    /// How many positions are done.
    pub(super) positions: u64,
}

impl<'a> Resumed<'a> {
    pub(super) fn new(store: &'a ValueStore, monitor: &'a Monitor, keep: bool) -> Resumed<'a> {
        let (kept, forms) = Default::default();
        Resumed { store, monitor, keep, kept, forms, positions: 0 }
    }

    pub(super) fn into_run(self, journal: Journal, memory: Option<u64>) -> Run<'a> {
        let Resumed { store, monitor, keep, kept, forms, .. } = self;
        Run { store, monitor, memory, keep, kept, numbering: Numbering::of_forms(store, &forms), journal }
    }
}

impl Resume for Resumed<'_> {
    fn take(&mut self, layout: &Layout, head: &SegmentHead, body: &[u8]) -> Result<(), DatabaseError> {
        self.monitor.check()?;
        let (Content::Batch(batch), Some(table)) = (head.content, layout.tables.last()) else {
            self.kept = KeptValues::default();
            return Ok(());
        };
        let bad = |error| bad_batch(layout.path(), layout.heads.len(), error);
        let cut = || bad(BadBatch::Inconsistent("is too short"));
        let body = BatchBody::new(batch, body).ok_or_else(cut)?;
        body.load_nodes(self.store, &mut self.forms).map_err(bad)?;
        self.positions += batch.entries;
        self.monitor.advance(batch.entries);
        if !self.keep {
            return Ok(());
        }
        let blocks = table.addressing.blocks();
        let taken = with_addressing!(&table.addressing, addressing => addressing.most_stones_taken());
        let mut start = 0;
        for block in batch.first_block as usize..table.blocks {
            let end = start + blocks[block].positions;
            self.kept.values.insert(block, body.load_entries(&self.forms, start..end).map_err(bad)?);
            self.kept.drop_below(blocks, taken, blocks[block].stones);
            start = end;
        }
        Ok(())
    }
}

/// What to say of a batch that cannot be read.
pub(super) fn bad_batch(path: &Path, segment: usize, error: BadBatch) -> DatabaseError {
    match error {
        BadBatch::Inconsistent(what) => {
            DatabaseError::inconsistent(path, format!("segment {segment} {what}"))
        }
        BadBatch::Value(error) => error.into(),
    }
}

/// A file that is being written.
pub(super) struct Run<'a> {
    pub(super) store: &'a ValueStore,
    monitor: &'a Monitor,
    memory: Option<u64>,
    keep: bool,
    pub(super) kept: KeptValues,
    numbering: Numbering,
    pub(super) journal: Journal,
}

impl Run<'_> {
    /// Begins a table unless it has been begun already.
    pub(super) fn start_table(
        &mut self,
        number: usize,
        table: TableDescription,
    ) -> Result<(), DatabaseError> {
        if number < self.journal.layout.tables.len() {
            return Ok(());
        }
        self.kept = KeptValues::default();
        self.journal.begin_table(table)
    }

    /// Adds the batches that are not there yet of the table that was started last, given their values by
    /// `evaluate`.
    pub(super) fn add_batches<A: Addressing>(
        &mut self,
        addressing: &A,
        mut evaluate: impl FnMut(&TableValues, Range<usize>) -> Result<Vec<BlockValues>, DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let blocks = addressing.blocks();
        let done = self.journal.layout.tables.last().map_or(0, |table| table.blocks);
        for batch in batches(blocks).into_iter().filter(|batch| batch.start >= done) {
            self.monitor.check()?;
            self.kept.drop_below(blocks, addressing.most_stones_taken(), blocks[batch.start].stones);
            self.check_memory(positions_of(&blocks[batch.clone()]))?;
            let values = evaluate(&self.kept.values, batch.clone())?;
            let lists: Vec<&[u32]> = values.iter().map(|values| &**values).collect();
            self.commit(batch.clone(), &lists)?;
            if self.keep {
                batch.zip(values).for_each(|(block, values)| self.kept.values.insert(block, values));
            }
        }
        Ok(())
    }

    /// Writes the values of some blocks of the last table.
    pub(super) fn commit(&mut self, blocks: Range<usize>, lists: &[&[u32]]) -> Result<(), DatabaseError> {
        let table = self.journal.layout.tables.len() as u32 - 1;
        let new = self.numbering.number(self.store, lists)?;
        let (head, body) = encode_batch(self.store, &self.numbering, &new, table, blocks, lists)?;
        self.journal.append(head, &body)
    }

    /// Whether there is room for the values of so many positions, and for their bytes in the file.
    pub(super) fn check_memory(&self, positions: u64) -> Result<(), DatabaseError> {
        let Some(limit) = self.memory else { return Ok(()) };
        let held = self.store.bytes() + self.kept.values.bytes() + 4 * self.store.len();
        if held.saturating_add(positions.saturating_mul(8)) > limit {
            return Err(SolveError::MemoryLimit(limit >> 20).into());
        }
        Ok(())
    }
}
