//! A finished database.

use super::DatabaseError;
use super::format::{Content, END, End, GROUP, HEAD, MAGIC, SegmentHead, decode_directory, u64_at};
use super::journal::check_head;
use super::layout::{BatchSegment, DatabaseTable, Layout};
use super::node::{Node, read_node};
use super::packed::{Code, unpack};
use super::table::TableDescription;
use super::verified::{VerifiedFile, map};
use crate::solve::table::{Address, Shard};
use memmap2::Mmap;
use std::ops::Range;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// A database of values that is open for reading.
///
/// Nothing but the directory is read when it is opened; each look-up reads what it needs, and checks the
/// checksums of that once. Shared by reference between threads.
pub struct ValueDatabase {
    file: VerifiedFile,
    layout: Layout,
    /// The segments with new values by their first id: first id, table, number of the segment there.
    by_id: Vec<(u32, u32, u32)>,
}

impl ValueDatabase {
    /// Opens a finished database.
    ///
    /// The file is mapped into memory and must not be written to while it is open; that a table is added
    /// to it does no harm, as that makes a new file.
    ///
    /// # Errors
    /// One line that says what is wrong: no database, of a later version, unfinished, truncated, altered.
    pub fn open(path: &Path) -> Result<ValueDatabase, DatabaseError> {
        let Directory { map, part, end, heads, checksums } = Directory::read(path)?;
        if part != Shard::WHOLE {
            return Err(DatabaseError::Part(path.into()));
        }
        let mut layout = Layout::new(path, Shard::WHOLE);
        heads.into_iter().try_for_each(|head| layout.push(head))?;
        let whole = layout.end == end && layout.tables.iter().all(DatabaseTable::is_complete);
        let file = VerifiedFile::new(path, map, end, checksums).filter(|_| whole);
        let file = file.ok_or_else(|| bad_directory(path))?;
        Ok(ValueDatabase { by_id: segments_by_id(&layout), file, layout })
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The tables, in the order in which they were added.
    pub fn tables(&self) -> &[DatabaseTable] {
        &self.layout.tables
    }

    /// The number of a table, if it is here.
    pub fn find_table(&self, table: TableDescription) -> Option<usize> {
        self.layout.tables.iter().position(|here| here.description == table)
    }

    /// How many distinct values there are, a value and its negative counted once.
    pub fn value_count(&self) -> u64 {
        self.layout.values.into()
    }

    /// Bytes of the file.
    pub fn length(&self) -> u64 {
        self.file.length()
    }

    /// Which segment stands where.
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Where the segments end.
    pub(super) fn end(&self) -> u64 {
        self.file.end()
    }

    /// The bytes of a range before the directory, checked.
    pub(super) fn bytes(&self, range: Range<u64>) -> Result<&[u8], DatabaseError> {
        self.file.bytes(range)
    }

    pub(super) fn file(&self) -> &VerifiedFile {
        &self.file
    }

    /// The code that stands at an address of a table.
    pub(super) fn code(&self, table: usize, address: Address) -> Result<Code, DatabaseError> {
        let missing = || DatabaseError::inconsistent(self.path(), "a position is in none of its tables");
        let table = self.layout.tables.get(table).ok_or_else(missing)?;
        let block = address.block as usize;
        let positions = table.addressing.blocks().get(block).map_or(0, |block| block.positions);
        if address.index >= positions {
            return Err(missing());
        }
        let (segment, first) = table.place(block).ok_or_else(missing)?;
        let width = u64::from(segment.batch.entry_width);
        let start = segment.entries().start + (first + address.index) * width;
        self.bytes(start..start + width).map(unpack)
    }

    /// How a value is written.
    pub(super) fn node(&self, id: u32) -> Result<Node<'_>, DatabaseError> {
        let bad = || DatabaseError::inconsistent(self.path(), format!("there is no value number {id}"));
        let segment = self.segment_of(id).ok_or_else(bad)?;
        let number = id - segment.batch.first_id;
        let mut bytes = self.group(segment, number / GROUP)?;
        for _ in 0..number % GROUP {
            read_node(&mut bytes, segment.batch.option_width).ok_or_else(bad)?;
        }
        read_node(&mut bytes, segment.batch.option_width).ok_or_else(bad)
    }

    /// The segment in which a value is new.
    fn segment_of(&self, id: u32) -> Option<&BatchSegment> {
        let after = self.by_id.partition_point(|&(first, ..)| first <= id);
        let (_, table, segment) = self.by_id[after.checked_sub(1)?];
        let segment = &self.layout.tables[table as usize].segments[segment as usize];
        (id < segment.batch.end_id()).then_some(segment)
    }

    /// The bytes of a group of nodes.
    pub(super) fn group(&self, segment: &BatchSegment, group: u32) -> Result<&[u8], DatabaseError> {
        let nodes = segment.nodes();
        let place = segment.group_offsets().start + 8 * u64::from(group);
        let last = u64::from(group) + 1 == segment.batch.groups();
        let offsets = self.bytes(place..place + if last { 8 } else { 16 })?;
        let from_start = |offset: u64| nodes.start.saturating_add(offset);
        let start = from_start(u64_at(offsets, 0));
        let end = if last { nodes.end } else { from_start(u64_at(offsets, 8)) };
        if start > end || end > nodes.end {
            return Err(DatabaseError::inconsistent(self.path(), "values stand outside their segment"));
        }
        self.bytes(start..end)
    }
}

/// What the directory of a file says.
pub(super) struct Directory {
    map: Mmap,
    part: Shard,
    /// Where the directory begins.
    end: u64,
    heads: Vec<SegmentHead>,
    checksums: Vec<u64>,
}

fn bad_directory(path: &Path) -> DatabaseError {
    DatabaseError::inconsistent(path, "the directory makes no sense")
}

impl Directory {
    /// Reads the head, the end and the directory of a finished database, or of a part.
    pub(super) fn read(path: &Path) -> Result<Directory, DatabaseError> {
        let map = map(path)?;
        let Some(head) = map.first_chunk::<HEAD>() else {
            return Err(match map.starts_with(&MAGIC) {
                true => DatabaseError::NoEnd(path.into()),
                false => DatabaseError::NotADatabase(path.into()),
            });
        };
        let part = check_head(path, head)?;
        let end = map.last_chunk::<END>().and_then(End::decode);
        let end = end.ok_or_else(|| DatabaseError::NoEnd(path.into()))?;
        let length = map.len() as u64;
        let expected = end.directory.saturating_add(end.directory_length).saturating_add(END as u64);
        if length != expected {
            return Err(DatabaseError::WrongLength { path: path.into(), length, expected });
        }
        let directory = &map[end.directory as usize..][..end.directory_length as usize];
        if xxh3_64(directory) != end.directory_checksum {
            let bytes = end.directory..end.directory + end.directory_length;
            return Err(DatabaseError::Altered { path: path.into(), bytes });
        }
        let (heads, checksums) = decode_directory(directory).ok_or_else(|| bad_directory(path))?;
        Ok(Directory { map, part, end: end.directory, heads, checksums })
    }

    /// The tables in the file.
    pub(super) fn tables(&self) -> Vec<TableDescription> {
        let table = |head: &SegmentHead| match head.content {
            Content::Table(table) => Some(table),
            Content::Batch(_) => None,
        };
        self.heads.iter().filter_map(table).collect()
    }
}

fn segments_by_id(layout: &Layout) -> Vec<(u32, u32, u32)> {
    let segments = layout.tables.iter().zip(0..).flat_map(|(table, number)| {
        table.segments.iter().zip(0..).map(move |(segment, index)| (segment.batch, number, index))
    });
    let with_values = segments.filter(|(batch, ..)| batch.nodes > 0);
    with_values.map(|(batch, table, segment)| (batch.first_id, table, segment)).collect()
}
