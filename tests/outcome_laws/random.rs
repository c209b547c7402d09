//! Random positions.

use konane::board::{Cell, Player, Position, Rules};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::fmt::Debug;

/// Checks so many random cases.
pub fn check<T: Debug>(
    cases: u32,
    strategy: impl Strategy<Value = T>,
    check: impl Fn(T) -> Result<(), TestCaseError>,
) {
    // Which file failures are remembered in cannot be told from here.
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config).run(&strategy, check).unwrap();
}

pub fn any_rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::ALL.to_vec())
}

/// The checkered position with stones on the cells in `mask`, cells counted row by row.
pub fn checkered(rows: usize, columns: usize, mask: u64, top_left: Player) -> Position {
    let mut position = Position::full_board(rows, columns, top_left).unwrap();
    for cell in (0..rows * columns).filter(|cell| mask >> cell & 1 == 0) {
        position.set(cell / columns, cell % columns, Cell::Empty);
    }
    position
}

/// All checkered positions of a board, each as likely as the others.
pub fn any_checkered(rows: usize, columns: usize) -> impl Strategy<Value = Position> {
    (0..1_u64 << (rows * columns), prop::sample::select(Player::BOTH.to_vec()))
        .prop_map(move |(mask, top_left)| checkered(rows, columns, mask, top_left))
}

/// Checkered positions in which each cell has a hole or a stone with chances in percent.
pub fn checkered_with_holes(
    rows: usize,
    columns: usize,
    holes: u32,
    stones: u32,
) -> impl Strategy<Value = Position> {
    let chances = vec(0..100_u32, rows * columns);
    (chances, prop::sample::select(Player::BOTH.to_vec())).prop_map(move |(chances, top_left)| {
        let mut position = Position::full_board(rows, columns, top_left).unwrap();
        for (cell, chance) in chances.into_iter().enumerate() {
            let (row, column) = (cell / columns, cell % columns);
            if chance < holes {
                position.set(row, column, Cell::Hole);
            } else if chance >= holes + stones {
                position.set(row, column, Cell::Empty);
            }
        }
        position
    })
}

/// Positions of stones of any colour on any cell, few of them checkered.
pub fn of_any_colours(rows: usize, columns: usize) -> impl Strategy<Value = Position> {
    let cell = prop_oneof![
        4 => Just(Cell::Empty),
        4 => Just(Cell::Black),
        4 => Just(Cell::White),
        1 => Just(Cell::Hole),
    ];
    vec(cell, rows * columns).prop_map(move |cells| Position::from_cells(rows, columns, cells).unwrap())
}

/// Some small positions far enough from each other on a large board.
pub fn far_apart() -> impl Strategy<Value = Position> {
    let corners = [(0, 0), (0, 17), (17, 0), (17, 17)];
    vec(checkered_with_holes(3, 3, 5, 55), corners.len()).prop_map(move |parts| {
        let mut position = Position::empty(20, 20).unwrap();
        for ((top, left), part) in corners.into_iter().zip(parts) {
            part.cells().for_each(|(row, column, cell)| position.set(top + row, left + column, cell));
        }
        position
    })
}
