//! No damage to a file gives a wrong value or a panic.

use crate::tools::{MULTI, Random, board, build_bytes, new_path, try_build};
use konane::database::{DatabaseError, DatabaseValues, ValueDatabase, unfinished_path};
use konane::solve::{Monitor, table::EndgameTable};
use konane::value::{CanonicalForm, ValueStore};
use std::path::Path;

const ROWS: usize = 2;
const COLUMNS: usize = 4;

/// All values of the table, until one is refused.
fn read_all(path: &Path, store: &ValueStore) -> Result<Vec<CanonicalForm>, DatabaseError> {
    let database = ValueDatabase::open(path)?;
    let values = DatabaseValues::new(&database, store);
    let masks = 0..1 << (ROWS * COLUMNS);
    masks
        .map(|mask| values.value_of(ROWS, COLUMNS, MULTI, mask).map(|value| value.expect("a table")))
        .collect()
}

#[test]
fn every_altered_byte_is_noticed() {
    let bytes = build_bytes(&[board(2, 4)]);
    let (_folder, path) = new_path();
    for place in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[place] ^= 1 << (place % 8);
        std::fs::write(&path, &altered).unwrap();
        let error = read_all(&path, &ValueStore::new()).unwrap_err();
        assert!(error.to_string().contains("values.konane") && !error.to_string().contains('\n'), "{error}");
    }
}

#[test]
fn every_truncation_is_noticed() {
    let bytes = build_bytes(&[board(2, 4)]);
    let (_folder, path) = new_path();
    for length in 0..bytes.len() {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let error = read_all(&path, &ValueStore::new()).unwrap_err();
        assert!(
            matches!(error, DatabaseError::NoEnd(_) | DatabaseError::NotADatabase(_)),
            "{length} {error}"
        );
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    std::fs::write(&path, longer).unwrap();
    assert!(matches!(ValueDatabase::open(&path), Err(DatabaseError::NoEnd(_))));
}

/// Of a file of many pages the altered one is refused, and the others still answer rightly.
#[test]
fn other_pages_still_answer() {
    let mut bytes = build_bytes(&[board(3, 6)]);
    assert!(bytes.len() > 2 << 16);
    bytes[70_000] ^= 1;
    let (_folder, path) = new_path();
    std::fs::write(&path, &bytes).unwrap();
    let store = ValueStore::new();
    let expected = EndgameTable::compute(&store, 3, 6, MULTI, &Monitor::new()).unwrap();
    let database = ValueDatabase::open(&path).unwrap();
    let values = DatabaseValues::new(&database, &store);
    let (mut right, mut refused) = (0, 0);
    for mask in 0..1 << 18 {
        match values.value_of(3, 6, MULTI, mask) {
            Ok(value) => {
                assert_eq!(value, Some(expected.value(mask)));
                right += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("between bytes 65536 and 131072"), "{error}");
                refused += 1;
            }
        }
    }
    assert!(right > 0 && refused > 0, "{right} {refused}");
}

/// As a forger would, who sets all checksums right: values may be wrong then, but nothing else.
#[test]
fn nonsense_with_right_checksums_is_no_panic() {
    let (_folder, path) = new_path();
    let bytes = build_bytes(&[board(2, 4)]);
    let mut random = Random(1);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..600 {
        let mut forged = bytes.clone();
        for _ in 0..1 + random.below(3) {
            let place = random.below(forged.len());
            forged[place] = random.below(256) as u8;
        }
        crate::forger::set_checksums(&mut forged);
        std::fs::write(&path, &forged).unwrap();
        match read_all(&path, &ValueStore::new()) {
            Ok(_) => read += 1,
            Err(error) => {
                assert!(!error.to_string().contains('\n'));
                refused += 1;
            }
        }
        // The same as what an earlier run has left.
        std::fs::rename(&path, unfinished_path(&path)).unwrap();
        match try_build(&path, &[board(2, 4)]) {
            Ok(_) => std::fs::remove_file(&path).unwrap(),
            Err(_) => std::fs::remove_file(unfinished_path(&path)).unwrap(),
        }
    }
    assert!(refused > 20 && read > 20, "{refused} {read}");
}

#[test]
fn other_files_are_not_databases() {
    let (_folder, path) = new_path();
    for contents in ["", "x", "position,value\n..x,0\n", &"text ".repeat(100)] {
        std::fs::write(&path, contents).unwrap();
        let error = ValueDatabase::open(&path).err().unwrap();
        assert!(matches!(error, DatabaseError::NotADatabase(_)), "{error}");
        let error = try_build(&path, &[board(1, 2)]).unwrap_err();
        assert!(matches!(error, DatabaseError::NotADatabase(_)), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), contents);
    }
    let folder = ValueDatabase::open(path.parent().unwrap()).err().unwrap();
    assert!(matches!(folder, DatabaseError::NotADatabase(_)), "{folder}");
    let missing = ValueDatabase::open(&path.with_extension("missing")).err().unwrap();
    assert!(missing.to_string().starts_with("cannot open "), "{missing}");
}
