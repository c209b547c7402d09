//! Small databases in a folder of their own.

use konane::board::Rules;
use konane::database::{BuildOptions, BuildSummary, DatabaseError, TableDescription, build};
use konane::solve::Monitor;
use konane::value::ValueStore;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub const MULTI: Rules = Rules::MultiJump;

/// A folder that is removed in the end, and a database in it that is not there yet.
pub fn new_path() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.konane");
    (folder, path)
}

/// Boards of a size by the traditional rules.
pub const fn board(rows: u32, columns: u32) -> TableDescription {
    TableDescription::board(rows, columns, MULTI)
}

/// Connected rows by the traditional rules.
pub fn rows(longest: u32) -> TableDescription {
    TableDescription::connected_rows(longest, MULTI)
}

pub fn try_build(path: &Path, tables: &[TableDescription]) -> Result<BuildSummary, DatabaseError> {
    let options = BuildOptions { path: path.into(), tables: tables.into(), memory: None };
    build(&options, &ValueStore::new(), &Monitor::new())
}

/// Builds a database and returns its bytes.
pub fn build_bytes(tables: &[TableDescription]) -> Vec<u8> {
    let (_folder, path) = new_path();
    try_build(&path, tables).unwrap();
    std::fs::read(&path).unwrap()
}

/// Pseudo-random numbers, the same ones each time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
