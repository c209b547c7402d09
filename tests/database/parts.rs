//! Parts that are built at the same time and merged are the database of a single build.

use crate::tools::{Random, board, build_bytes, new_path, rows, try_build};
use konane::board::Rules;
use konane::database::{
    BuildOptions, DatabaseError, TableDescription, ValueDatabase, build_part, merge, part_path,
};
use konane::solve::table::Shard;
use konane::solve::{Monitor, SolveError};
use konane::value::ValueStore;
use std::path::Path;

fn try_part(path: &Path, tables: &[TableDescription], part: Shard) -> Result<(), DatabaseError> {
    let options = BuildOptions { path: path.into(), tables: tables.into(), memory: None };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| build_part(&options, part, &ValueStore::new(), &Monitor::new(), &|_| ())).map(|_| ())
}

/// All parts, each as if by a process of its own.
fn build_parts(path: &Path, tables: &[TableDescription], of: u32) {
    std::thread::scope(|scope| {
        for index in 0..of {
            scope.spawn(move || try_part(path, tables, Shard { index, of }).unwrap());
        }
    });
}

fn try_merge(path: &Path) -> Result<(), DatabaseError> {
    merge(path, &ValueStore::new(), &Monitor::new()).map(|_| ())
}

#[test]
fn merged_parts_are_the_whole() {
    let tables = [board(3, 5), rows(16), TableDescription::board(1, 9, Rules::SingleJump)];
    let whole = build_bytes(&tables);
    for of in [2, 3] {
        let (_folder, path) = new_path();
        build_parts(&path, &tables, of);
        let part = part_path(&path, Shard { index: of - 1, of });
        assert!(matches!(ValueDatabase::open(&part), Err(DatabaseError::Part(_))));
        try_merge(&path).unwrap();
        assert!(std::fs::read(&path).unwrap() == whole, "{of} parts");
    }
}

#[test]
fn merged_tables_are_added_to_those_there() {
    let tables = [board(2, 4), board(3, 4), board(2, 5)];
    let (_folder, path) = new_path();
    try_build(&path, &tables[..1]).unwrap();
    build_parts(&path, &tables[1..], 2);
    try_merge(&path).unwrap();
    assert!(std::fs::read(&path).unwrap() == build_bytes(&tables));
}

#[test]
fn parts_that_were_cut_off_go_on() {
    let tables = [board(3, 5), rows(12)];
    let whole = build_bytes(&tables);
    let (_folder, path) = new_path();
    build_parts(&path, &tables, 2);
    let paths = [0, 1].map(|index| part_path(&path, Shard { index, of: 2 }));
    let parts = paths.each_ref().map(|path| std::fs::read(path).unwrap());
    let mut random = Random(11);
    for _ in 0..12 {
        for (path, part) in paths.iter().zip(&parts) {
            std::fs::write(path, &part[..random.below(part.len() + 1)]).unwrap();
        }
        build_parts(&path, &tables, 2);
        for (path, part) in paths.iter().zip(&parts) {
            assert!(std::fs::read(path).unwrap() == *part);
        }
    }
    try_merge(&path).unwrap();
    assert!(std::fs::read(&path).unwrap() == whole);
}

#[test]
fn missing_or_unfinished_parts_are_named() {
    let (_folder, path) = new_path();
    assert!(matches!(try_merge(&path), Err(DatabaseError::MissingPart(_))));
    let tables = [board(3, 4)];
    build_parts(&path, &tables, 2);
    let second = part_path(&path, Shard { index: 1, of: 2 });
    let bytes = std::fs::read(&second).unwrap();
    std::fs::write(&second, &bytes[..bytes.len() / 2]).unwrap();
    let error = try_merge(&path).unwrap_err().to_string();
    assert!(error.contains("shard-2-of-2: the end"), "{error}");
    std::fs::remove_file(&second).unwrap();
    let error = try_merge(&path).unwrap_err().to_string();
    assert!(error.contains("shard-2-of-2: the part is missing"), "{error}");
    assert!(!path.exists());
}

#[test]
fn a_part_of_another_division_is_left_alone() {
    let (_folder, path) = new_path();
    let tables = [board(2, 3)];
    build_parts(&path, &tables, 2);
    let [old, new] = [2, 3].map(|of| part_path(&path, Shard { index: 0, of }));
    std::fs::copy(&old, &new).unwrap();
    let error = try_part(&path, &tables, Shard { index: 0, of: 3 }).unwrap_err();
    assert!(error.to_string().contains("began part 1 of 2 there"), "{error}");
    let error = try_merge(&path).unwrap_err();
    assert!(error.to_string().contains("several divisions"), "{error}");
    assert!(try_part(&path, &tables, Shard { index: 3, of: 3 }).is_err());
}

#[test]
fn a_part_that_waits_can_be_stopped() {
    let (_folder, path) = new_path();
    let options = BuildOptions { path, tables: vec![board(3, 4)], memory: None };
    let monitor = Monitor::new();
    std::thread::scope(|scope| {
        let part = scope
            .spawn(|| build_part(&options, Shard { index: 0, of: 2 }, &ValueStore::new(), &monitor, &|_| ()));
        std::thread::sleep(std::time::Duration::from_millis(100));
        assert!(!part.is_finished());
        monitor.stop();
        let stopped = part.join().unwrap();
        assert!(matches!(stopped, Err(DatabaseError::Solve(SolveError::Interrupted))));
    });
}
