//! Commands that look values up in a database.

use crate::{complaint, konane};
use konane::board::Rules;
use konane::database::{BuildOptions, TableDescription, build};
use konane::solve::Monitor;
use konane::value::ValueStore;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A database of some boards and rows in a new folder.
fn database() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.konane");
    let tables = vec![
        TableDescription::board(3, 4, Rules::MultiJump),
        TableDescription::connected_rows(10, Rules::MultiJump),
    ];
    build(&BuildOptions { path: path.clone(), tables, memory: None }, &ValueStore::new(), &Monitor::new())
        .unwrap();
    (folder, path)
}

fn with_database(path: &Path) -> [&str; 2] {
    ["--database", path.to_str().unwrap()]
}

#[test]
fn values_and_finds_are_the_same_with_a_database() {
    let (_folder, path) = database();
    for command in [
        "value xo.o/o.ox/.oxo ox.x/x.xo/.xox xox.xo./.xo.x.x/xo.o.xo .oxo.oxo.ox. xxo.",
        "value --format text xo.o/o.ox/.oxo",
        "value --rules single-jump xo.o/o.ox/.oxo",
        "value --format svg --highlight regions xo.o/o.ox/.oxo",
        "find --board 4x3 --where temperature>1 --limit 20",
        "find --row 10 --value *2 --limit 3",
        "find --up-to-board 3x4 --value ^ --limit 5",
        "find --board 3x5 --value 1/2 --limit 2",
    ] {
        let told = |more: &[&str]| {
            let assert = konane(command, more).assert().success();
            let output = assert.get_output();
            (output.stdout.clone(), output.stderr.clone())
        };
        assert_eq!(told(&with_database(&path)), told(&[]), "{command}");
    }
}

#[test]
fn a_bad_database_is_refused_with_one_line() {
    let (folder, path) = database();
    let bytes = fs::read(&path).unwrap();
    let name = path.to_str().unwrap();
    let commands = ["value xo.o/o.ox/.oxo", "find --board 3x4 --value 0"];
    for command in commands {
        let missing = folder.path().join("missing.konane");
        let line = complaint(konane(command, &with_database(&missing)), 2);
        assert!(line.contains(missing.to_str().unwrap()), "{line}");
        let text = folder.path().join("text.csv");
        fs::write(&text, "position\nxo.\n").unwrap();
        let line = complaint(konane(command, &with_database(&text)), 2);
        assert_eq!(line, format!("konane: {}: not a database of Kōnane values", text.display()));
        fs::write(&path, &bytes[..bytes.len() - 100]).unwrap();
        let line = complaint(konane(command, &with_database(&path)), 2);
        assert!(line.contains(name), "{line}");
    }
    // What stands in the pages is looked at when it is needed.
    let mut altered = bytes.clone();
    altered[bytes.len() / 2] ^= 1;
    fs::write(&path, altered).unwrap();
    for command in commands {
        let assert = konane(command, &with_database(&path)).assert().code(2);
        let told = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(
            told.starts_with(&format!("konane: {name}: altered ")) && told.lines().count() == 1,
            "{told}"
        );
    }
}
