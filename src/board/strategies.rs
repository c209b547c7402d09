//! Random positions for the property tests.

use proptest::prelude::*;

use super::cell::{Cell, Player};
use super::position::Position;

/// Stones of both colours, empty cells, and a hole now and then.
fn any_cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        3 => Just(Cell::Empty),
        3 => Just(Cell::Black),
        3 => Just(Cell::White),
        1 => Just(Cell::Hole),
    ]
}

/// Positions of all kinds on boards up to 6×6 and on rows and columns up to
/// 14: with holes, checkered or (mostly) not.
pub(crate) fn any_position() -> impl Strategy<Value = Position> {
    let size = prop_oneof![
        4 => (1..=6_usize, 1..=6_usize),
        1 => (Just(1_usize), 1..=14_usize),
        1 => (1..=14_usize, Just(1_usize)),
    ];
    size.prop_flat_map(|(rows, columns)| {
        prop::collection::vec(any_cell(), rows * columns).prop_map(move |cells| {
            Position::from_cells(rows, columns, cells).expect("small boards are supported")
        })
    })
}

/// Checkered positions without holes on boards up to 6×6: a full board with
/// any of its stones taken off.
pub(crate) fn checkered_position() -> impl Strategy<Value = Position> {
    let board = (1..=6_usize, 1..=6_usize, prop::sample::select(&Player::BOTH));
    board.prop_flat_map(|(rows, columns, player)| {
        prop::collection::vec(any::<bool>(), rows * columns).prop_map(move |kept| {
            let full = Position::full_board(rows, columns, player);
            let mut position = full.expect("small boards are supported");
            for (index, _) in kept.iter().enumerate().filter(|&(_, kept)| !kept) {
                position.set(index / columns, index % columns, Cell::Empty);
            }
            position
        })
    })
}
