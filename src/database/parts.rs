//! Building a database in parts, by as many processes, and merging them.
//!
//! A part is a file like a database, in a name of its own, that lists the values only of the
//! representatives in its chunks (see [`Shard`]), with ids of its own: a value that only another part has
//! as a position is there as a follower. The values of a layer, the positions with as many stones, are
//! needed by all parts before the next; each waits for the files of the others to have them.

use super::DatabaseError;
use super::build::{BuildOptions, BuildSummary, Resumed, Run, Work, bad_batch, check_tables, with_suffix};
use super::format::{Batch, Content, HEAD, SegmentHead};
use super::journal::{Journal, SegmentReader, check_head};
use super::layout::Layout;
use super::reader::Directory;
use super::segment::{BadBatch, BatchBody};
use super::table::{TableAddressing, TableDescription, with_addressing};
use super::verified::open_regular;
use crate::solve::Monitor;
use crate::solve::table::{
    Addressing, BlockValues, Shard, TableEvaluator, ValuesInWork, batches, positions_of,
};
use crate::value::{CanonicalForm, ValueStore};
use rayon::prelude::*;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait before looking again whether another part has gone on.
const PAUSE: Duration = Duration::from_millis(50);

/// Pauses after which waiting is worth a word.
const LONG_WAIT: u32 = 40;

/// Where a part of a database is: beside it, with `.shard-2-of-3` or the like after its name.
pub fn part_path(path: &Path, part: Shard) -> PathBuf {
    with_suffix(path, &format!(".shard-{}-of-{}", u64::from(part.index) + 1, part.of))
}

/// Evaluates one part of tables, while other processes evaluate the others; [`merge`] makes a database of
/// the parts.
///
/// All parts must be given the same tables, and run at the same time: each waits for the others after
/// every number of stones, as long as `monitor` lets it; if that takes some seconds, `waits_for` is called
/// with the file of the other part. A part that was stopped goes on where it was. Costs as much memory as
/// [`build`](super::build()).
pub fn build_part(
    options: &BuildOptions,
    part: Shard,
    store: &ValueStore,
    monitor: &Monitor,
    waits_for: &dyn Fn(&Path),
) -> Result<BuildSummary, DatabaseError> {
    if part == Shard::WHOLE {
        return super::build(options, store, monitor);
    }
    let path = part_path(&options.path, part);
    if part.index >= part.of {
        return Err(DatabaseError::inconsistent(&path, "there is no such part"));
    }
    let addressings = options.tables.iter().map(|&table| TableAddressing::new(table));
    let addressings = addressings.collect::<Result<Vec<_>, _>>()?;
    monitor.start(addressings.iter().map(|addressing| positions_of_part(addressing, part)).sum());
    let mut resumed = Resumed::new(store, monitor, false);
    let mut journal = Journal::open(&path, part, None, &mut resumed)?;
    check_tables(&path, &journal.layout, &options.tables)?;
    journal.cut_torn_end()?;
    let positions_resumed = resumed.positions;
    let tables_added = options.tables.len();
    let mut run = resumed.into_run(journal, options.memory);
    let mut parts = Parts::new(&options.path, part.of, store, monitor);
    parts.waits_for = Some(waits_for);
    for (number, (&table, addressing)) in options.tables.iter().zip(&addressings).enumerate() {
        run.start_table(number, table)?;
        let last = number + 1 == options.tables.len();
        with_addressing!(addressing, addressing => {
            add_part(&mut run, addressing, number, part, &mut parts, last)?;
        });
    }
    let values = run.journal.layout.values.into();
    Ok(BuildSummary { tables_added, positions_resumed, values, length: run.journal.finish()? })
}

/// The number of positions in the chunks of a part.
fn positions_of_part(addressing: &TableAddressing, part: Shard) -> u64 {
    let blocks = addressing.blocks();
    part.chunks(blocks, 0..blocks.len()).map(|(_, chunk)| chunk.end - chunk.start).sum()
}

/// Adds the batches of a table that a part does not have yet.
fn add_part<A: Addressing>(
    run: &mut Run<'_>,
    addressing: &A,
    number: usize,
    part: Shard,
    parts: &mut Parts<'_>,
    last: bool,
) -> Result<(), DatabaseError> {
    let evaluator = TableEvaluator::new(parts.store, addressing, parts.monitor);
    let blocks = addressing.blocks();
    let description = run.journal.layout.tables[number].description();
    let batches = batches(blocks);
    for layer in batches.chunk_by(|a, b| blocks[a.start].stones == blocks[b.start].stones) {
        let stones = blocks[layer[0].start].stones;
        run.kept.drop_below(blocks, addressing.most_stones_taken(), stones);
        for batch in layer {
            parts.monitor.check()?;
            if batch.start < run.journal.layout.tables[number].blocks {
                continue;
            }
            run.check_memory(positions_of(&blocks[batch.clone()]))?;
            let values = evaluator.evaluate(&run.kept.values, batch.clone(), part)?;
            run.commit(batch.clone(), &[&own_values(addressing, batch, part, &values)])?;
        }
        // Nothing needs the last layer.
        if last && layer.last() == batches.last() {
            break;
        }
        for batch in layer {
            let values = parts.values(description, addressing, batch.clone())?;
            batch.clone().zip(values).for_each(|(block, values)| run.kept.values.insert(block, values));
        }
    }
    Ok(())
}

/// Merges the parts of a database, all of which must be finished: the same bytes as those of one build.
///
/// The parts are left where they are. If there is a database already, their tables are added to it.
pub fn merge(path: &Path, store: &ValueStore, monitor: &Monitor) -> Result<BuildSummary, DatabaseError> {
    let (count, tables) = find_parts(path)?;
    let work = Work { path, tables: &tables, memory: None, keep: false };
    let mut parts = Parts::new(path, count, store, monitor);
    work.write(store, monitor, |run, table, addressing| {
        with_addressing!(addressing, addressing => run.add_batches(addressing, |_, batch| {
            monitor.advance(positions_of(&addressing.blocks()[batch.clone()]));
            parts.values(table, addressing, batch)
        }))
    })
}

/// The number of parts that are there, and their tables.
fn find_parts(path: &Path) -> Result<(u32, Vec<TableDescription>), DatabaseError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let prefix = format!("{}.shard-", path.file_name().unwrap_or_default().to_string_lossy());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(DatabaseError::io(folder, "read"))? {
        let entry = entry.map_err(DatabaseError::io(folder, "read"))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let count =
            name.strip_prefix(&prefix).and_then(|name| name.split_once("-of-")?.1.parse::<u32>().ok());
        found.extend(count.filter(|&count| count > 1));
    }
    found.sort_unstable();
    let missing = || DatabaseError::MissingPart(part_path(path, Shard { index: 0, of: 2 }));
    let count = *found.last().ok_or_else(missing)?;
    if found.first() != Some(&count) {
        return Err(DatabaseError::inconsistent(
            path,
            "there are parts of several divisions: delete the old ones",
        ));
    }
    let mut tables: Option<Vec<TableDescription>> = None;
    for index in 0..count {
        let part = part_path(path, Shard { index, of: count });
        if !part.exists() {
            return Err(DatabaseError::MissingPart(part));
        }
        let of_part = Directory::read(&part)?.tables();
        if *tables.get_or_insert_with(|| of_part.clone()) != of_part {
            return Err(DatabaseError::inconsistent(&part, "this part has other tables than the first one"));
        }
    }
    Ok((count, tables.unwrap_or_default()))
}

/// All parts of a database, from which values are taken in order.
struct Parts<'a> {
    store: &'a ValueStore,
    monitor: &'a Monitor,
    files: Vec<PartFile>,
    /// Whether to wait for what is not there yet, and whom to tell if that takes long.
    waits_for: Option<&'a dyn Fn(&Path)>,
}

impl<'a> Parts<'a> {
    fn new(path: &Path, count: u32, store: &'a ValueStore, monitor: &'a Monitor) -> Parts<'a> {
        let files = (0..count).map(|index| PartFile::new(path, Shard { index, of: count })).collect();
        Parts { store, monitor, files, waits_for: None }
    }

    /// The values of the blocks of a batch.
    fn values<A: Addressing>(
        &mut self,
        table: TableDescription,
        addressing: &A,
        batch: Range<usize>,
    ) -> Result<Vec<BlockValues>, DatabaseError> {
        let collected = ValuesInWork::new(addressing, batch.clone());
        for file in &mut self.files {
            let mut pauses = 0;
            let values = loop {
                self.monitor.check()?;
                if let Some(values) = file.values(self.store, table, batch.start)? {
                    break values;
                }
                let Some(waits_for) = self.waits_for else {
                    return Err(DatabaseError::MissingPart(file.path.clone()));
                };
                std::thread::sleep(PAUSE);
                pauses += 1;
                if pauses == LONG_WAIT {
                    waits_for(&file.path);
                }
            };
            if !fill_in(addressing, &batch, file.part, &values, &collected) {
                let segment = file.layout.heads.len();
                return Err(bad_batch(&file.path, segment, BadBatch::Inconsistent("has too few values")));
            }
        }
        Ok(collected.finish())
    }
}

/// A part that is read segment by segment, perhaps while another process writes it.
struct PartFile {
    path: PathBuf,
    part: Shard,
    layout: Layout,
    /// The raw handles of its values by id.
    forms: Vec<u32>,
}

impl PartFile {
    fn new(path: &Path, part: Shard) -> PartFile {
        let path = part_path(path, part);
        PartFile { layout: Layout::new(&path, part), path, part, forms: Vec::new() }
    }

    /// The values that the part has of the batch of a table that begins with this block, as raw handles;
    /// `None` if they are not there yet. Earlier segments that were not asked for are passed over.
    fn values(
        &mut self,
        store: &ValueStore,
        table: TableDescription,
        first_block: usize,
    ) -> Result<Option<Box<[u32]>>, DatabaseError> {
        while let Some((head, body)) = self.next()? {
            self.layout.push(head)?;
            let Content::Batch(batch) = head.content else { continue };
            let wanted = batch.first_block as usize == first_block
                && self.layout.tables.last().is_some_and(|last| last.description() == table);
            let loaded = self.load(store, batch, &body, wanted);
            let values = loaded.map_err(|error| bad_batch(&self.path, self.layout.heads.len(), error))?;
            if wanted {
                return Ok(Some(values));
            }
        }
        Ok(None)
    }

    /// Makes the new values of a batch, and returns those of its positions if they are wanted.
    fn load(
        &mut self,
        store: &ValueStore,
        batch: Batch,
        body: &[u8],
        wanted: bool,
    ) -> Result<Box<[u32]>, BadBatch> {
        let body = BatchBody::new(batch, body).ok_or(BadBatch::Inconsistent("is too short"))?;
        body.load_nodes(store, &mut self.forms)?;
        body.load_entries(&self.forms, 0..if wanted { batch.entries } else { 0 })
    }

    /// The next segment, if it is there already.
    fn next(&self) -> Result<Option<(SegmentHead, Vec<u8>)>, DatabaseError> {
        if !self.path.exists() {
            return Ok(None);
        }
        let mut file = open_regular(&self.path)?;
        let mut head = [0; HEAD];
        match file.read_exact(&mut head) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
            read => read.map_err(DatabaseError::io(&self.path, "read"))?,
        }
        if check_head(&self.path, &head)? != self.part {
            return Err(DatabaseError::inconsistent(&self.path, "this is another part than its name says"));
        }
        SegmentReader::new(&file, &self.path)?.next(self.layout.end)
    }
}

/// The values of a part's representatives, in order.
fn own_values<A: Addressing>(
    addressing: &A,
    batch: &Range<usize>,
    part: Shard,
    values: &[BlockValues],
) -> Vec<u32> {
    let chunks: Vec<_> = part.chunks(addressing.blocks(), batch.clone()).collect();
    let of_chunk = |(block, chunk): (usize, Range<u64>)| {
        let mut found = Vec::new();
        addressing.for_each_representative(block, chunk, |index, _| {
            found.push(values[block - batch.start][index as usize]);
        });
        found
    };
    chunks.into_par_iter().flat_map_iter(of_chunk).collect()
}

/// Gives the values of a part's representatives to them and all that are alike; false if there are too
/// few or too many.
fn fill_in<A: Addressing>(
    addressing: &A,
    batch: &Range<usize>,
    part: Shard,
    values: &[u32],
    collected: &ValuesInWork<'_, A>,
) -> bool {
    let chunks: Vec<_> = part.chunks(addressing.blocks(), batch.clone()).collect();
    let count = |(block, chunk): &(usize, Range<u64>)| {
        let mut count = 0;
        addressing.for_each_representative(*block, chunk.clone(), |_, _| count += 1);
        count
    };
    let counts: Vec<usize> = chunks.par_iter().map(count).collect();
    if counts.iter().sum::<usize>() != values.len() {
        return false;
    }
    let mut rest = values;
    let with_values = |(chunk, count)| {
        let (own, others) = rest.split_at(count);
        rest = others;
        (chunk, own)
    };
    let chunks: Vec<_> = chunks.into_iter().zip(counts).map(with_values).collect();
    chunks.into_par_iter().for_each(|((block, chunk), values)| {
        let mut values = values.iter().map(|&raw| CanonicalForm::from_raw(raw));
        addressing.for_each_representative(block, chunk, |index, position| {
            if let Some(form) = values.next() {
                collected.set(block, index, position, form);
            }
        });
    });
    true
}
