//! Which segment stands where, and whether the segments can follow each other.

use super::DatabaseError;
use super::format::{Batch, Content, HEAD, MAX_VALUES, SEGMENT_HEAD, SegmentHead};
use super::table::{TableAddressing, TableDescription};
use crate::solve::table::{Shard, positions_of};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A segment with values, and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchSegment {
    pub(super) start: u64,
    pub(super) length: u64,
    pub(super) batch: Batch,
}

impl BatchSegment {
    /// Where the offsets of the groups of nodes stand.
    pub(super) fn group_offsets(&self) -> Range<u64> {
        let start = self.start + SEGMENT_HEAD as u64;
        start..start + 8 * self.batch.groups()
    }

    /// Where the nodes stand.
    pub(super) fn nodes(&self) -> Range<u64> {
        self.group_offsets().end..self.entries().start
    }

    /// Where the values of the positions stand.
    pub(super) fn entries(&self) -> Range<u64> {
        let end = self.start + self.length;
        end - self.batch.entry_bytes()..end
    }
}

/// A table of a file.
pub struct DatabaseTable {
    pub(super) description: TableDescription,
    pub(super) addressing: TableAddressing,
    /// Its segments, in order.
    pub(super) segments: Vec<BatchSegment>,
    /// How many of its blocks they hold.
    pub(super) blocks: usize,
    /// For each block the segment that has it and where in that its values begin, counted in values.
    block_places: Vec<(u32, u64)>,
}

impl DatabaseTable {
    /// Which table it is.
    pub fn description(&self) -> TableDescription {
        self.description
    }

    /// How its positions are numbered.
    pub fn addressing(&self) -> &TableAddressing {
        &self.addressing
    }

    /// How many values, up to sign, occurred first in this table.
    pub fn new_values(&self) -> u64 {
        self.segments.iter().map(|segment| u64::from(segment.batch.nodes)).sum()
    }

    /// Bytes that the table takes in the file.
    pub fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| segment.length).sum()
    }

    /// Whether all blocks are there.
    pub(super) fn is_complete(&self) -> bool {
        self.blocks == self.addressing.blocks().len()
    }

    /// The segment that has a block, and the place of its first value among the segment's values.
    pub(super) fn place(&self, block: usize) -> Option<(&BatchSegment, u64)> {
        let &(segment, first) = self.block_places.get(block)?;
        Some((&self.segments[segment as usize], first))
    }
}

/// The segments of a file, as far as they are read or written.
pub(super) struct Layout {
    path: PathBuf,
    pub(super) part: Shard,
    pub(super) tables: Vec<DatabaseTable>,
    pub(super) heads: Vec<SegmentHead>,
    /// Where the next segment begins.
    pub(super) end: u64,
    /// How many values there are.
    pub(super) values: u32,
}

impl Layout {
    /// A file without segments.
    pub(super) fn new(path: &Path, part: Shard) -> Layout {
        Layout {
            path: path.to_path_buf(),
            part,
            tables: Vec::new(),
            heads: Vec::new(),
            end: HEAD as u64,
            values: 0,
        }
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a segment, if it can stand here.
    pub(super) fn push(&mut self, head: SegmentHead) -> Result<(), DatabaseError> {
        let end = self.end.checked_add(head.length).ok_or("is too long".to_string());
        let added = end.and_then(|end| match head.content {
            Content::Table(description) => self.push_table(head, description).map(|()| end),
            Content::Batch(batch) => self.push_batch(head, batch).map(|()| end),
        });
        self.end = added.map_err(|what| {
            let number = self.heads.len() + 1;
            DatabaseError::inconsistent(&self.path, format!("segment {number} {what}"))
        })?;
        self.heads.push(head);
        Ok(())
    }

    fn push_table(&mut self, head: SegmentHead, description: TableDescription) -> Result<(), String> {
        if head.table as usize != self.tables.len() || head.length != SEGMENT_HEAD as u64 {
            return Err("is out of place".into());
        }
        if self.tables.last().is_some_and(|table| !table.is_complete()) {
            return Err("begins a table before the last one has ended".into());
        }
        if self.tables.iter().any(|table| table.description == description) {
            return Err(format!("repeats the table {description}"));
        }
        let addressing = TableAddressing::new(description).map_err(|error| error.to_string())?;
        let (segments, block_places) = Default::default();
        self.tables.push(DatabaseTable { description, addressing, segments, blocks: 0, block_places });
        Ok(())
    }

    fn push_batch(&mut self, head: SegmentHead, batch: Batch) -> Result<(), String> {
        let number = self.tables.len();
        let table = self.tables.last_mut().filter(|_| head.table as usize + 1 == number);
        let table = table.ok_or("is of a table that has not begun")?;
        let (first, count) = (batch.first_block as usize, batch.blocks as usize);
        let blocks = table.addressing.blocks().get(first..).and_then(|blocks| blocks.get(..count));
        let blocks =
            blocks.filter(|_| first == table.blocks && count > 0).ok_or("has blocks out of order")?;
        let positions = positions_of(blocks);
        let all = self.part == Shard::WHOLE;
        if batch.entries > positions || (all && batch.entries != positions) {
            return Err("has too few or too many values".into());
        }
        let numbered = batch.first_id == self.values
            && batch.followers <= batch.nodes
            && batch.nodes <= MAX_VALUES - self.values;
        if !numbered {
            return Err("numbers its values wrongly".into());
        }
        let widths = 1..=4;
        if !widths.contains(&batch.entry_width) || !widths.contains(&batch.option_width) {
            return Err("has codes of an unknown size".into());
        }
        let least = SEGMENT_HEAD as u64 + 8 * batch.groups();
        if head.length.checked_sub(least).is_none_or(|rest| rest < batch.entry_bytes()) {
            return Err("is too short for its values".into());
        }
        let mut place = 0;
        for block in blocks {
            table.block_places.push((table.segments.len() as u32, place));
            place += block.positions;
        }
        table.blocks += count;
        table.segments.push(BatchSegment { start: self.end, length: head.length, batch });
        self.values += batch.nodes;
        Ok(())
    }

    /// Which tables there are, complete or not.
    pub(super) fn descriptions(&self) -> Vec<TableDescription> {
        self.tables.iter().map(|table| table.description).collect()
    }
}
