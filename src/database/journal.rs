//! Writing a file segment by segment, so that a run that was killed goes on where it was.
//!
//! Nothing that was written is written again: a segment is appended and forced to the disk, and only then
//! does the next one begin. What a later run finds are therefore whole segments and at most one torn
//! one at the end, whose checksum disagrees and which is cut off. The directory comes last, and only then
//! does the file get its name.

use super::DatabaseError;
use super::format::{
    BadHead, Content, End, HEAD, SEGMENT_HEAD, SegmentHead, decode_head, encode_directory, encode_head,
};
use super::layout::Layout;
use super::pages::PageChecksums;
use super::reader::ValueDatabase;
use super::table::TableDescription;
use crate::solve::table::Shard;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// A file that segments are appended to; no other process writes it meanwhile.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    pub(super) layout: Layout,
    pages: PageChecksums,
}

/// What is done with each segment that an earlier run has left.
pub(super) trait Resume {
    /// Takes in a segment, which is the last of the layout.
    fn take(&mut self, layout: &Layout, head: &SegmentHead, body: &[u8]) -> Result<(), DatabaseError>;
}

impl Journal {
    /// Opens the file, or begins it with the segments of `base`, and takes in all intact segments; to
    /// append others, [`Journal::cut_torn_end`] must be called.
    pub(super) fn open(
        path: &Path,
        part: Shard,
        base: Option<&ValueDatabase>,
        resume: &mut impl Resume,
    ) -> Result<Journal, DatabaseError> {
        let file = open_locked(path)?;
        let (layout, pages) = (Layout::new(path, part), PageChecksums::default());
        let mut journal = Journal { path: path.to_path_buf(), file, layout, pages };
        let length = journal.file.metadata().map_err(DatabaseError::io(path, "read"))?.len();
        if journal.has_head(length)? {
            if let Some(base) = base.filter(|base| length < base.end()) {
                journal.copy(base)?;
            }
        } else {
            journal.truncate(0)?;
            match base {
                Some(base) => journal.copy(base)?,
                None => journal.write(&[&encode_head(part)])?,
            }
        }
        journal.pages.update(&encode_head(part));
        journal.read_segments(resume)?;
        Ok(journal)
    }

    /// Cuts off what is no whole segment, and gets ready to append some.
    pub(super) fn cut_torn_end(&mut self) -> Result<(), DatabaseError> {
        self.truncate(self.layout.end)
    }

    /// Whether the file begins as it should; false if nothing was written yet.
    fn has_head(&mut self, length: u64) -> Result<bool, DatabaseError> {
        let mut head = [0; HEAD];
        let there = &mut head[..length.min(HEAD as u64) as usize];
        self.file.read_exact(there).map_err(DatabaseError::io(&self.path, "read"))?;
        let expected = encode_head(self.layout.part);
        let torn = there.iter().all(|&byte| byte == 0) || expected.starts_with(there);
        if length <= HEAD as u64 && head != expected && torn {
            return Ok(false);
        }
        let part = check_head(&self.path, &head)?;
        if part == self.layout.part {
            return Ok(true);
        }
        let begun = match part {
            Shard::WHOLE => "a whole database".into(),
            Shard { index, of } => format!("part {} of {of}", u64::from(index) + 1),
        };
        Err(DatabaseError::OtherWork { path: self.path.clone(), begun })
    }

    /// Makes the file a copy of a database without its directory.
    fn copy(&mut self, base: &ValueDatabase) -> Result<(), DatabaseError> {
        const PIECE: usize = 1 << 24;
        self.truncate(0)?;
        for start in (0..base.end()).step_by(PIECE) {
            let piece = base.bytes(start..(start + PIECE as u64).min(base.end()))?;
            self.file.write_all(piece).map_err(DatabaseError::io(&self.path, "write"))?;
        }
        self.file.sync_data().map_err(DatabaseError::io(&self.path, "write"))
    }

    /// Takes in segments up to the first that is not whole.
    fn read_segments(&mut self, resume: &mut impl Resume) -> Result<(), DatabaseError> {
        let mut reader = SegmentReader::new(&self.file, &self.path)?;
        while let Some((head, body)) = reader.next(self.layout.end)? {
            self.layout.push(head)?;
            self.pages.update(&head.encode());
            self.pages.update(&body);
            resume.take(&self.layout, &head, &body)?;
        }
        Ok(())
    }

    /// Begins a table.
    pub(super) fn begin_table(&mut self, table: TableDescription) -> Result<(), DatabaseError> {
        let number = self.layout.tables.len() as u32;
        self.append(SegmentHead::new(number, Content::Table(table), &[]), &[])
    }

    /// Appends a segment; when this returns, the segment is on the disk.
    pub(super) fn append(&mut self, head: SegmentHead, body: &[u8]) -> Result<(), DatabaseError> {
        let encoded = head.encode();
        self.write(&[&encoded, body])?;
        self.layout.push(head)?;
        self.pages.update(&encoded);
        self.pages.update(body);
        Ok(())
    }

    /// Writes at the end, or leaves the file as it was.
    fn write(&mut self, pieces: &[&[u8]]) -> Result<(), DatabaseError> {
        let mut write = || {
            pieces.iter().try_for_each(|piece| self.file.write_all(piece))?;
            self.file.sync_data()
        };
        let written = write().map_err(DatabaseError::io(&self.path, "write"));
        if written.is_err() {
            // Should this fail too, a later run cuts the torn segment off.
            let _ = self.file.set_len(self.layout.end);
        }
        written
    }

    fn truncate(&mut self, length: u64) -> Result<(), DatabaseError> {
        let truncated = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        truncated.map(|_| ()).map_err(DatabaseError::io(&self.path, "write"))
    }

    /// Adds the directory and the end: the file is complete, and is still called as before.
    fn complete(&mut self) -> Result<(), DatabaseError> {
        let directory = encode_directory(&self.layout.heads, &std::mem::take(&mut self.pages).finish());
        let end = End {
            directory: self.layout.end,
            directory_length: directory.len() as u64,
            directory_checksum: xxh3_64(&directory),
        };
        self.write(&[&directory, &end.encode()])
    }

    /// Completes the file where it is, and returns its length.
    pub(super) fn finish(mut self) -> Result<u64, DatabaseError> {
        self.complete()?;
        Ok(self.file.metadata().map_err(DatabaseError::io(&self.path, "read"))?.len())
    }

    /// Completes the file and lets it take the place of `target`; returns its length.
    pub(super) fn finish_as(mut self, target: &Path) -> Result<u64, DatabaseError> {
        self.complete()?;
        self.file.sync_all().map_err(DatabaseError::io(&self.path, "write"))?;
        std::fs::rename(&self.path, target).map_err(DatabaseError::io(target, "write"))?;
        sync_folder(target)?;
        Ok(self.file.metadata().map_err(DatabaseError::io(target, "read"))?.len())
    }
}

/// Reads the segments of a file, another process's perhaps, which may be writing it.
pub(super) struct SegmentReader<'a> {
    file: &'a File,
    path: &'a Path,
    length: u64,
}

impl<'a> SegmentReader<'a> {
    /// A reader of what stands in the file now.
    pub(super) fn new(file: &'a File, path: &'a Path) -> Result<SegmentReader<'a>, DatabaseError> {
        let length = file.metadata().map_err(DatabaseError::io(path, "read"))?.len();
        Ok(SegmentReader { file, path, length })
    }

    /// The segment that begins at `start`, or `None` if there is no whole one.
    pub(super) fn next(&mut self, start: u64) -> Result<Option<(SegmentHead, Vec<u8>)>, DatabaseError> {
        let failed = DatabaseError::io(self.path, "read");
        match self.read(start) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
            read => read.map_err(failed),
        }
    }

    fn read(&mut self, start: u64) -> std::io::Result<Option<(SegmentHead, Vec<u8>)>> {
        let rest = self.length.saturating_sub(start);
        if rest < SEGMENT_HEAD as u64 {
            return Ok(None);
        }
        let mut head = [0; SEGMENT_HEAD];
        self.file.seek(SeekFrom::Start(start))?;
        self.file.read_exact(&mut head)?;
        let whole = |head: &SegmentHead| (SEGMENT_HEAD as u64..=rest).contains(&head.length);
        let Some(head) = SegmentHead::decode(&head).filter(whole) else {
            return Ok(None);
        };
        let mut body = vec![0; (head.length - SEGMENT_HEAD as u64) as usize];
        self.file.read_exact(&mut body)?;
        Ok((head.checksum_with(&body) == head.checksum).then_some((head, body)))
    }
}

/// The part that the head of a file tells of.
pub(super) fn check_head(path: &Path, head: &[u8; HEAD]) -> Result<Shard, DatabaseError> {
    decode_head(head).map_err(|bad| match bad {
        BadHead::NotADatabase => DatabaseError::NotADatabase(path.into()),
        BadHead::NewerVersion(version) => DatabaseError::NewerVersion { path: path.into(), version },
        BadHead::Altered => DatabaseError::Altered { path: path.into(), bytes: 0..HEAD as u64 },
    })
}

/// Opens a file for this process alone to write, and makes it if it is not there.
fn open_locked(path: &Path) -> Result<File, DatabaseError> {
    loop {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(DatabaseError::io(path, "open"))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(DatabaseError::InUse(path.into())),
            // Some shared folders know no locks; there the user must take care.
            Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
                return Err(DatabaseError::io(path, "lock")(error));
            }
            _ => {}
        }
        // Whoever held the lock may have finished the file just now and given it its name.
        if is_at(&file, path)? {
            return Ok(file);
        }
    }
}

/// Whether the open file is the one that has this name.
fn is_at(file: &File, path: &Path) -> Result<bool, DatabaseError> {
    let named = match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        named => named.map_err(DatabaseError::io(path, "open"))?,
    };
    if !named.is_file() {
        let error = std::io::Error::new(ErrorKind::InvalidInput, "not a regular file");
        return Err(DatabaseError::io(path, "open")(error));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let open = file.metadata().map_err(DatabaseError::io(path, "open"))?;
        Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        Ok(true)
    }
}

/// Forces the name of a file to the disk.
fn sync_folder(path: &Path) -> Result<(), DatabaseError> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(DatabaseError::io(folder, "write"))?;
    }
    let _ = path;
    Ok(())
}
