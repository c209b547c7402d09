//! Databases of given values, and checking them.

use crate::forger::set_checksums;
use crate::tools::{board, build_bytes, new_path, rows, try_build};
use konane::board::Position;
use konane::database::{
    BuildOptions, DatabaseError, DatabaseValues, GivenValues, Reevaluate, TableDescription, ValueDatabase,
    build_from_values, check,
};
use konane::solve::Monitor;
use konane::value::{CanonicalForm, ValueStore, notation::Notation};
use std::path::Path;

/// Positions and values as text, as in a table that was exported.
fn export(path: &Path, table: usize) -> Vec<(String, String)> {
    let (database, store) = (ValueDatabase::open(path).unwrap(), ValueStore::new());
    let values = DatabaseValues::new(&database, &store);
    let mut lines = Vec::new();
    let listed = values.for_each_position(table, |position, form| {
        lines.push((position.to_string(), store.text(form, Notation::Cgsuite).unwrap()));
        Ok::<_, DatabaseError>(())
    });
    listed.unwrap();
    lines
}

fn import(path: &Path, tables: &[(TableDescription, Vec<(String, String)>)]) -> Result<(), DatabaseError> {
    let store = ValueStore::new();
    let mut given = Vec::new();
    for (table, lines) in tables {
        let mut values = GivenValues::new(*table)?;
        for (position, value) in lines {
            let position: Position = position.parse().unwrap();
            assert!(values.set(&position, store.parse(value).unwrap())?);
        }
        given.push(values);
    }
    let options = BuildOptions { path: path.into(), tables: Vec::new(), memory: None };
    build_from_values(&options, &given, &store, &Monitor::new()).map(|_| ())
}

fn check_file(path: &Path, reevaluate: Reevaluate) -> Result<konane::database::CheckReport, DatabaseError> {
    check(&ValueDatabase::open(path)?, &ValueStore::new(), reevaluate, &Monitor::new())
}

#[test]
fn what_is_exported_and_imported_is_the_same_file() {
    let tables = [board(3, 4), rows(13), board(1, 8)];
    let (_folder, path) = new_path();
    try_build(&path, &tables).unwrap();
    let exported: Vec<_> =
        tables.iter().enumerate().map(|(number, &table)| (table, export(&path, number))).collect();
    let bytes = std::fs::read(&path).unwrap();
    // In another order, mirrored or with colours exchanged a table is the same.
    let turned = exported.iter().map(|(table, lines)| {
        let mirror = |(position, value): &(String, String)| {
            let rows = position.split('/').map(|row| row.chars().rev().collect::<String>());
            (rows.collect::<Vec<_>>().join("/"), value.clone())
        };
        (*table, lines.iter().rev().map(mirror).collect::<Vec<_>>())
    });
    for given in [exported.clone(), turned.collect()] {
        let (_folder, path) = new_path();
        import(&path, &given).unwrap();
        assert!(std::fs::read(&path).unwrap() == bytes);
    }
}

#[test]
fn missing_and_contradicting_values_are_named() {
    let (_folder, path) = new_path();
    try_build(&path, &[board(2, 3)]).unwrap();
    let mut lines = export(&path, 0);
    let (_folder, path) = new_path();
    let (removed, _) = lines.pop().unwrap();
    let error = import(&path, &[(board(2, 3), lines.clone())]).unwrap_err();
    assert_eq!(error.to_string(), format!("no value was given for {removed} of the table 2x3 multi-jump"));
    lines.push(("xo./...".into(), "5".into()));
    let error = import(&path, &[(board(2, 3), lines.clone())]).unwrap_err();
    assert!(matches!(error, DatabaseError::TwoValues { .. }), "{error}");
    let mut values = GivenValues::new(board(2, 3)).unwrap();
    for other in ["xx./...", "xo.", "#o./..."] {
        assert!(!values.set(&other.parse().unwrap(), CanonicalForm::ZERO).unwrap(), "{other}");
    }
}

#[test]
fn a_right_database_passes_every_check() {
    let tables = [board(4, 4), rows(15), board(3, 4)];
    let (_folder, path) = new_path();
    let summary = try_build(&path, &tables).unwrap();
    let all = check_file(&path, Reevaluate::OneIn(1)).unwrap();
    assert_eq!((all.values, all.pages), (summary.values, summary.length.div_ceil(1 << 16)));
    let some = check_file(&path, Reevaluate::OneIn(3)).unwrap();
    let none = check_file(&path, Reevaluate::None).unwrap();
    assert!(all.reevaluated > some.reevaluated && some.reevaluated > none.reevaluated);
    assert_eq!(none.reevaluated, 0);
    let listed: usize = (0..3).map(|table| export(&path, table).len()).sum();
    assert_eq!(all.reevaluated, listed as u64);
}

#[test]
fn wrong_values_are_found_by_their_moves() {
    let (_folder, path) = new_path();
    try_build(&path, &[board(3, 4)]).unwrap();
    let mut lines = export(&path, 0);
    let wrong = lines.iter_mut().find(|(_, value)| value == "+-1").unwrap();
    wrong.1 = "+-2".into();
    let position = wrong.0.clone();
    let (_folder, path) = new_path();
    import(&path, &[(board(3, 4), lines)]).unwrap();
    check_file(&path, Reevaluate::None).unwrap();
    let error = check_file(&path, Reevaluate::OneIn(1)).unwrap_err();
    assert!(
        matches!(&error, DatabaseError::WrongValue { position: found, .. } if *found == position),
        "{error}"
    );
}

/// Of forged files with right checksums those that pass every check have the right values, and those that
/// pass all but the last can be read.
#[test]
fn what_passes_every_check_is_right() {
    let bytes = build_bytes(&[board(2, 4)]);
    let (_folder, path) = new_path();
    std::fs::write(&path, &bytes).unwrap();
    let expected = export(&path, 0);
    let (mut refused, mut readable, mut right) = (0, 0, 0);
    for place in 160..bytes.len() - 48 {
        let mut forged = bytes.clone();
        forged[place] = forged[place].wrapping_add(1);
        set_checksums(&mut forged);
        std::fs::write(&path, &forged).unwrap();
        if check_file(&path, Reevaluate::None).is_err() {
            refused += 1;
            continue;
        }
        readable += 1;
        let read = export(&path, 0);
        if check_file(&path, Reevaluate::OneIn(1)).is_ok() {
            assert_eq!(read, expected, "{place}");
            right += u32::from(forged != bytes);
        }
    }
    assert!(refused > 20 && readable > right && right > 0, "{refused} {readable} {right}");
}
