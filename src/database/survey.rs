//! What a file says is in it, finished or not.

use super::DatabaseError;
use super::format::{Content, HEAD, SEGMENT_HEAD, SegmentHead};
use super::journal::check_head;
use super::layout::Layout;
use super::reader::ValueDatabase;
use super::table::TableDescription;
use super::verified::open_regular;
use crate::solve::table::Shard;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// What a file of values says is in it. Only the heads of its segments are read, and no checksum but that of
/// the directory, of a finished file, is verified.
pub struct DatabaseSurvey {
    /// Where the file is.
    pub path: PathBuf,
    /// Whether it is finished: a database, or a part of one that is to be merged.
    pub is_finished: bool,
    /// Which part of a divided build it is.
    pub part: Shard,
    /// Its length in bytes.
    pub length: u64,
    /// How many distinct values it has, a value and its negative counted once.
    pub values: u64,
    /// Its tables, of which the last may lack positions if the file is not finished.
    pub tables: Vec<TableSurvey>,
}

/// What a file has of one table.
pub struct TableSurvey {
    /// Which table.
    pub description: TableDescription,
    /// How many positions are stored when it is complete.
    pub positions: u64,
    /// How many positions are stored.
    pub stored: u64,
    /// How many values, up to sign, occurred first in this table.
    pub new_values: u64,
    /// Bytes of the positions.
    pub position_bytes: u64,
    /// Bytes of the values.
    pub value_bytes: u64,
}

impl DatabaseSurvey {
    /// Looks at a file: a database, one that is not finished, or a part of one.
    ///
    /// # Errors
    /// If there is no such file, if it is of another kind or a later version, or if it has an end that is
    /// altered.
    pub fn of_file(path: &Path) -> Result<DatabaseSurvey, DatabaseError> {
        match ValueDatabase::open(path) {
            Ok(database) => Ok(DatabaseSurvey::new(database.layout(), true, database.length())),
            Err(DatabaseError::NoEnd(_)) => DatabaseSurvey::of_segments(path, false),
            Err(DatabaseError::Part(_)) => DatabaseSurvey::of_segments(path, true),
            Err(error) => Err(error),
        }
    }

    /// Goes from the head of one segment to that of the next.
    fn of_segments(path: &Path, is_finished: bool) -> Result<DatabaseSurvey, DatabaseError> {
        let mut file = open_regular(path)?;
        let length = file.metadata().map_err(DatabaseError::io(path, "read"))?.len();
        let mut head = [0; HEAD];
        let there = &mut head[..length.min(HEAD as u64) as usize];
        file.read_exact(there).map_err(DatabaseError::io(path, "read"))?;
        if there.len() < HEAD {
            return Err(DatabaseError::NoEnd(path.into()));
        }
        let mut layout = Layout::new(path, check_head(path, &head)?);
        while length - layout.end >= SEGMENT_HEAD as u64 {
            let mut head = [0; SEGMENT_HEAD];
            let read = file.seek(SeekFrom::Start(layout.end)).and_then(|_| file.read_exact(&mut head));
            read.map_err(DatabaseError::io(path, "read"))?;
            // What follows the last segment may be one that broke off, or the directory of a part.
            let whole = |head: &SegmentHead| head.length <= length - layout.end;
            let Some(head) = SegmentHead::decode(&head).filter(whole) else { break };
            layout.push(head)?;
        }
        Ok(DatabaseSurvey::new(&layout, is_finished, length))
    }

    fn new(layout: &Layout, is_finished: bool, length: u64) -> DatabaseSurvey {
        let mut tables: Vec<TableSurvey> = Vec::new();
        for head in &layout.heads {
            match (head.content, tables.last_mut()) {
                (Content::Table(description), _) => tables.push(TableSurvey {
                    description,
                    positions: layout.tables[tables.len()].addressing.positions(),
                    stored: 0,
                    new_values: 0,
                    position_bytes: 0,
                    value_bytes: 0,
                }),
                (Content::Batch(batch), Some(table)) => {
                    table.stored += batch.entries;
                    table.new_values += u64::from(batch.nodes);
                    table.position_bytes += batch.entry_bytes();
                    table.value_bytes += head.length - SEGMENT_HEAD as u64 - batch.entry_bytes();
                }
                (Content::Batch(_), None) => {}
            }
        }
        let (path, part, values) = (layout.path().into(), layout.part, layout.values.into());
        DatabaseSurvey { path, is_finished, part, length, values, tables }
    }

    /// Bytes of all positions.
    pub fn position_bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.position_bytes).sum()
    }

    /// Bytes of all values.
    pub fn value_bytes(&self) -> u64 {
        self.tables.iter().map(|table| table.value_bytes).sum()
    }

    /// Bytes of everything else: heads, directory and checksums.
    pub fn other_bytes(&self) -> u64 {
        self.length - self.position_bytes() - self.value_bytes()
    }
}
