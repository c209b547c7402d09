//! What is built is what direct evaluation says, and always the same bytes.

use crate::tools::{MULTI, board, build_bytes, new_path, try_build};
use konane::board::Rules;
use konane::database::{DatabaseError, DatabaseValues, TableDescription, ValueDatabase};
use konane::solve::{Monitor, ValueSolver, table::EndgameTable};
use konane::value::ValueStore;

#[test]
fn values_are_those_of_an_endgame_table() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 9), (7, 1), (2, 5), (3, 4), (4, 3), (4, 4)] {
        for rules in Rules::ALL {
            let (_folder, path) = new_path();
            let table = TableDescription::board(rows, columns, rules);
            let summary = try_build(&path, &[table]).unwrap();
            let database = ValueDatabase::open(&path).unwrap();
            assert_eq!((summary.tables_added, summary.values), (1, database.value_count()));
            let store = ValueStore::new();
            let (rows, columns) = (rows as usize, columns as usize);
            let expected = EndgameTable::compute(&store, rows, columns, rules, &Monitor::new()).unwrap();
            let values = DatabaseValues::new(&database, &store);
            for mask in 0..expected.len() {
                let value = values.value_of(rows, columns, rules, mask).unwrap();
                assert_eq!(value, Some(expected.value(mask)), "{table} {mask}");
            }
            assert_eq!(values.value_of(rows, columns, rules, expected.len()).unwrap(), None);
            assert_eq!(values.value_of(rows, columns + 1, rules, 0).unwrap(), None);
        }
    }
}

#[test]
fn a_board_is_found_turned_by_a_quarter() {
    let (_folder, path) = new_path();
    try_build(&path, &[board(2, 5)]).unwrap();
    let database = ValueDatabase::open(&path).unwrap();
    let store = ValueStore::new();
    let values = DatabaseValues::new(&database, &store);
    let turned = EndgameTable::compute(&store, 5, 2, MULTI, &Monitor::new()).unwrap();
    for mask in 0..1 << 10 {
        assert_eq!(values.value_of(5, 2, MULTI, mask).unwrap(), Some(turned.value(mask)));
    }
    assert_eq!(values.value_of(2, 5, Rules::SingleJump, 0).unwrap(), None);
}

#[test]
fn positions_are_listed_with_their_values() {
    let (_folder, path) = new_path();
    try_build(&path, &[board(1, 3), board(3, 3)]).unwrap();
    let database = ValueDatabase::open(&path).unwrap();
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, MULTI, None);
    let values = DatabaseValues::new(&database, &store);
    let mut count = 0;
    let listed = values.for_each_position(1, |position, form| {
        count += 1;
        assert_eq!(solver.value(&position, &Monitor::new()).unwrap(), form, "{position}");
        Ok::<_, DatabaseError>(())
    });
    listed.unwrap();
    assert_eq!(count, 102, "classes of the 512 under the eight symmetries");
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    let tables = [board(3, 4), board(1, 12)];
    let in_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| build_bytes(&tables))
    };
    let one = in_threads(1);
    assert!(one == in_threads(2) && one == in_threads(4));
}

#[test]
fn a_table_that_is_added_later_makes_the_same_file() {
    let tables = [board(3, 4), TableDescription::board(3, 4, Rules::SingleJump), board(2, 6)];
    let at_once = build_bytes(&tables);
    let (_folder, path) = new_path();
    for count in 1..=3 {
        let summary = try_build(&path, &tables[..count]).unwrap();
        assert_eq!(summary.tables_added, 1);
    }
    assert!(std::fs::read(&path).unwrap() == at_once);
    // Tables that are there already are left alone.
    assert_eq!(try_build(&path, &[tables[2], tables[0]]).unwrap().tables_added, 0);
    assert!(std::fs::read(&path).unwrap() == at_once);
}

#[test]
fn boards_that_cannot_be_are_refused_before_anything_is_written() {
    let (folder, path) = new_path();
    for (rows, columns) in [(0, 3), (7, 7), (u32::MAX, u32::MAX)] {
        let error = try_build(&path, &[board(1, 2), board(rows, columns)]).unwrap_err();
        assert!(matches!(error, DatabaseError::Solve(_)), "{error}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
