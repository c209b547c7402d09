//! Endgame tables against the solver, and the known numbers of their values.

use konane::board::{Position, Rules, Symmetry};
use konane::solve::{EndgameTable, MAX_TABLE_CELLS, Monitor, SolveError, ValueSolver, region_count};
use konane::value::ValueStore;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

fn table(store: &ValueStore, rows: usize, columns: usize, rules: Rules) -> EndgameTable {
    EndgameTable::compute(store, rows, columns, rules, &Monitor::new()).unwrap()
}

/// The mask of a position's occupied cells, cells counted row by row.
fn mask(position: &Position) -> u64 {
    position.cells().enumerate().fold(
        0,
        |mask, (number, (.., cell))| {
            if cell.owner().is_some() { mask | 1 << number } else { mask }
        },
    )
}

/// All entries of a table are as the solver has them.
fn check_all(rows: usize, columns: usize) {
    for rules in Rules::ALL {
        let store = ValueStore::new();
        let table = table(&store, rows, columns, rules);
        assert_eq!((table.rows(), table.columns(), table.len()), (rows, columns, 1 << (rows * columns)));
        let positions: Vec<Position> = (0..table.len()).map(|mask| table.position(mask)).collect();
        let values = ValueSolver::new(&store, rules, None).values(&positions, &Monitor::new()).unwrap();
        for ((position, value), expected) in positions.iter().zip(values).zip(0..) {
            assert_eq!(mask(position), expected);
            assert_eq!(table.value(expected), value, "{position} under {rules}");
            assert_eq!(table.region_count(expected), region_count(position), "{position}");
        }
    }
}

#[test]
fn all_of_3x3() {
    check_all(3, 3);
}

#[test]
fn all_of_3x4_and_4x3() {
    check_all(3, 4);
    check_all(4, 3);
}

#[test]
fn all_of_2x5_and_1x12_and_12x1() {
    check_all(2, 5);
    check_all(1, 12);
    check_all(12, 1);
}

#[test]
fn all_of_the_smallest_boards() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1)] {
        check_all(rows, columns);
    }
}

#[test]
fn some_of_4x4() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for rules in Rules::ALL {
        let store = ValueStore::new();
        let table = table(&store, 4, 4, rules);
        let solver = std::cell::RefCell::new(ValueSolver::new(&store, rules, None));
        let masks = prop::collection::vec(0..1u64 << 16, 200);
        runner
            .run(&masks.no_shrink(), |masks| {
                let positions: Vec<Position> = masks.iter().map(|&mask| table.position(mask)).collect();
                let values = solver.borrow_mut().values(&positions, &Monitor::new()).unwrap();
                for ((mask, position), value) in masks.into_iter().zip(positions).zip(values) {
                    prop_assert_eq!(table.value(mask), value, "{} under {}", position, rules);
                    prop_assert_eq!(table.region_count(mask), region_count(&position), "{}", position);
                }
                Ok(())
            })
            .unwrap();
    }
}

/// A board of more than eight rows, against itself lying on its side.
#[test]
fn a_long_board_is_the_wide_one_turned() {
    let store = ValueStore::new();
    let (long, wide) = (table(&store, 9, 2, Rules::MultiJump), table(&store, 2, 9, Rules::MultiJump));
    for mask_of_long in (0..1u64 << 18).step_by(37) {
        let position = long.position(mask_of_long);
        let turned = Symmetry::TRANSPOSE.apply(&position);
        assert_eq!(long.value(mask_of_long), wide.value(mask(&turned)), "{position}");
        assert_eq!(long.region_count(mask_of_long), region_count(&position), "{position}");
    }
}

#[test]
fn known_numbers_of_values() {
    for (rows, columns, expected) in [(1, 16, 500), (16, 1, 500), (3, 4, 103), (3, 5, 388), (4, 4, 812)] {
        let store = ValueStore::new();
        let table = table(&store, rows, columns, Rules::MultiJump);
        let values: HashSet<_> = (0..table.len()).map(|mask| table.value(mask)).collect();
        assert_eq!(values.len(), expected, "{rows}x{columns}");
    }
}

#[test]
fn one_position_represents_each_class() {
    for (rows, columns) in [(1, 1), (1, 9), (9, 1), (2, 4), (3, 3), (3, 4), (2, 2), (1, 2)] {
        let store = ValueStore::new();
        let table = table(&store, rows, columns, Rules::MultiJump);
        let mut classes: HashMap<u64, Vec<u64>> = HashMap::new();
        for number in 0..table.len() {
            let position = table.position(number);
            let images = Symmetry::of_board(rows, columns).iter().map(|s| mask(&s.apply(&position)));
            classes.entry(images.min().unwrap()).or_default().push(number);
        }
        for (least, class) in classes {
            let chosen: Vec<u64> =
                class.into_iter().filter(|&number| table.is_representative(number)).collect();
            assert_eq!(chosen, [least], "{rows}x{columns}");
        }
    }
}

#[test]
fn tables_that_cannot_be_made() {
    let store = ValueStore::new();
    for (rows, columns) in [(0, 5), (5, 0), (6, 7), (1, 37), (usize::MAX, 2), (1 << 40, 1 << 40)] {
        let answer = EndgameTable::compute(&store, rows, columns, Rules::MultiJump, &Monitor::new());
        assert_eq!(answer.err(), Some(SolveError::TableTooLarge { rows, columns }));
    }
    assert_eq!(EndgameTable::bytes_needed(6, 7), None);
    assert_eq!(EndgameTable::bytes_needed(usize::MAX, 2), None);
    // Without symmetries it would be four bytes for each of the 2^20 positions.
    let bytes = EndgameTable::bytes_needed(4, 5).unwrap();
    assert!((2 << 20..4 << 20).contains(&bytes), "{bytes}");
    assert!(EndgameTable::bytes_needed(1, MAX_TABLE_CELLS).unwrap() > 2 << MAX_TABLE_CELLS);
}
