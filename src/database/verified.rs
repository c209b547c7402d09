//! A mapped file of which every page is checked before anything is read from it.
//!
//! The first look at a page costs its checksum, some microseconds; a bit remembers that it was right.
//! So a database of gigabytes opens at once, and no answer comes from an altered byte.

use super::DatabaseError;
use super::pages::PAGE;
use memmap2::Mmap;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use xxhash_rust::xxh3::xxh3_64;

/// The contents of a file that stays as it is while this exists.
pub(super) struct VerifiedFile {
    path: PathBuf,
    map: Mmap,
    /// Where the pages end.
    end: u64,
    checksums: Vec<u64>,
    /// A bit for each page that was found to be right.
    verified: Box<[AtomicU64]>,
}

/// Opens a file to read. What is no file, such as a folder or a pipe, is no database; to open a pipe would
/// be to wait for whoever writes to it.
pub(super) fn open_regular(path: &Path) -> Result<File, DatabaseError> {
    if std::fs::metadata(path).map_err(DatabaseError::io(path, "open"))?.is_file() {
        return File::open(path).map_err(DatabaseError::io(path, "open"));
    }
    Err(DatabaseError::NotADatabase(path.into()))
}

/// Maps a file into memory.
#[allow(unsafe_code)]
pub(super) fn map(path: &Path) -> Result<Mmap, DatabaseError> {
    let file = open_regular(path)?;
    if file.metadata().map_err(DatabaseError::io(path, "read"))?.len() == 0 {
        return Err(DatabaseError::NotADatabase(path.into()));
    }
    // SAFETY: the bytes must not change while they are borrowed. This program never writes to a finished
    // database: a new version takes the name of an old one, whose contents stay as they are while they
    // are mapped. That other programs do not write into the file meanwhile is asked of the user, as
    // wherever a file is mapped; the documentation of `ValueDatabase::open` says so.
    unsafe { Mmap::map(&file) }.map_err(DatabaseError::io(path, "read"))
}

impl VerifiedFile {
    /// The first `end` bytes of a mapped file with these checksums of its pages; `None` if there are too
    /// few or too many.
    pub(super) fn new(path: &Path, map: Mmap, end: u64, checksums: Vec<u64>) -> Option<VerifiedFile> {
        let right = end <= map.len() as u64 && end.div_ceil(PAGE as u64) == checksums.len() as u64;
        let verified = (0..checksums.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        right.then(|| VerifiedFile { path: path.to_path_buf(), map, end, checksums, verified })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Where the pages end.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Length of the whole file.
    pub(super) fn length(&self) -> u64 {
        self.map.len() as u64
    }

    /// The number of pages.
    pub(super) fn pages(&self) -> usize {
        self.checksums.len()
    }

    /// The bytes of a range, of pages that are as they were written.
    pub(super) fn bytes(&self, range: Range<u64>) -> Result<&[u8], DatabaseError> {
        if range.start > range.end || range.end > self.end {
            return Err(DatabaseError::inconsistent(&self.path, "a value stands beyond the end"));
        }
        for page in range.start / PAGE as u64..range.end.div_ceil(PAGE as u64) {
            self.verify(page as usize)?;
        }
        Ok(&self.map[range.start as usize..range.end as usize])
    }

    /// Checks a page, unless that was done before.
    #[inline]
    pub(super) fn verify(&self, page: usize) -> Result<(), DatabaseError> {
        if self.verified[page / 64].load(Ordering::Relaxed) >> (page % 64) & 1 == 1 {
            return Ok(());
        }
        let start = page * PAGE;
        let end = (start + PAGE).min(self.end as usize);
        if xxh3_64(&self.map[start..end]) != self.checksums[page] {
            return Err(DatabaseError::Altered { path: self.path.clone(), bytes: start as u64..end as u64 });
        }
        self.verified[page / 64].fetch_or(1 << (page % 64), Ordering::Relaxed);
        Ok(())
    }
}
