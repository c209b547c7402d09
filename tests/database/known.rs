//! A database under the solver and the search.

use crate::tools::{board, build_bytes, new_path, try_build};
use konane::board::{Position, Rules};
use konane::database::{DatabaseValues, TableDescription, ValueDatabase};
use konane::solve::{Monitor, PositionSearch, SearchBoards, SolveError, ValueSolver, Wanted};
use konane::value::{CanonicalForm, ValueStore};
use std::fs;

/// Boards, one of them to be turned, and rows.
fn some_tables() -> Vec<TableDescription> {
    let single = Rules::SingleJump;
    vec![
        board(3, 4),
        board(5, 2),
        TableDescription::board(2, 3, single),
        TableDescription::connected_rows(11, Rules::MultiJump),
    ]
}

/// Positions of which something stands in the tables by multi-jump rules.
fn positions() -> Vec<Position> {
    let texts = [
        "xo.o/o.ox/.oxo",
        "xoxox/oxo.o",
        // The colours exchanged.
        "ox.x/x.xo/.xox",
        ".oxo.oxo.ox.",
        // Regions that are found once some moves are made.
        "xox.xo./.xo.x.x/xo.o.xo/.x.xo..",
        "xo.xox.oxo.oxoxox.xo.o.xo",
        // Not checkered before some moves are made.
        "xxo.o/o.xxo",
    ];
    texts.map(|text| text.parse().unwrap()).into()
}

#[test]
fn a_solver_looks_values_up() {
    let (_folder, path) = new_path();
    try_build(&path, &some_tables()).unwrap();
    let database = ValueDatabase::open(&path).unwrap();
    for rules in Rules::ALL {
        for position in positions() {
            let store = ValueStore::new();
            let known = DatabaseValues::new(&database, &store);
            let mut alone = ValueSolver::new(&store, rules, None);
            let mut solver = ValueSolver::new(&store, rules, None).with_known_values(&known);
            let value = solver.value(&position, &Monitor::new());
            assert_eq!(value, alone.value(&position, &Monitor::new()), "{position} {rules}");
            if rules == Rules::MultiJump {
                assert!(solver.regions_looked_up() > 0, "{position}");
                assert!(solver.regions_evaluated() < alone.regions_evaluated(), "{position}");
            }
        }
    }
}

#[test]
fn a_search_looks_values_up() {
    let (_folder, path) = new_path();
    try_build(&path, &some_tables()).unwrap();
    let database = ValueDatabase::open(&path).unwrap();
    let boards = [
        SearchBoards::One { rows: 2, columns: 5 },
        SearchBoards::One { rows: 3, columns: 4 },
        SearchBoards::UpTo { rows: 1, columns: 12 },
        SearchBoards::MostCells(12),
    ];
    let store = ValueStore::new();
    let known = DatabaseValues::new(&database, &store);
    for boards in boards {
        let found = |mut search: PositionSearch<'_>| {
            let (mut all, wanted) = (Vec::new(), Wanted { distinct: true, ..Wanted::default() });
            let end = search.run(&wanted, &Monitor::new(), |found| {
                all.extend_from_slice(found);
                Ok::<(), SolveError>(())
            });
            (all, end)
        };
        let search = || PositionSearch::new(&store, boards, Rules::MultiJump, None).unwrap();
        let expected = found(search());
        assert!(expected.0.len() > 3);
        assert_eq!(found(search().with_known_values(&known)), expected, "{boards:?}");
    }
}

/// Whichever byte is altered, values are those of the whole file or there are none.
#[test]
fn an_altered_database_ends_the_computation() {
    let (_folder, path) = new_path();
    let bytes = build_bytes(&[board(3, 3)]);
    let position: Position = "xo./.xo/xox".parse().unwrap();
    let value = |solver: &mut ValueSolver<'_>| solver.value(&position, &Monitor::new());
    let mut refused = 0;
    for place in (0..bytes.len()).step_by(31) {
        let mut altered = bytes.clone();
        altered[place] ^= 4;
        fs::write(&path, &altered).unwrap();
        let Ok(database) = ValueDatabase::open(&path) else { continue };
        let store = ValueStore::new();
        let known = DatabaseValues::new(&database, &store);
        let mut solver = ValueSolver::new(&store, Rules::MultiJump, None).with_known_values(&known);
        let expected: CanonicalForm = value(&mut ValueSolver::new(&store, Rules::MultiJump, None)).unwrap();
        match value(&mut solver) {
            Ok(form) => assert_eq!(form, expected),
            Err(SolveError::KnownValues(problem)) => {
                assert!(problem.starts_with(path.to_str().unwrap()) && !problem.contains('\n'), "{problem}");
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused > 0);
}
