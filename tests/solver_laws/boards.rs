//! Random positions that brute force can cope with.

use konane::board::{Cell, Player, Position};
use proptest::collection::vec;
use proptest::prelude::*;

/// A rectangle of a board, and how many stones to put into it at most.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    pub rows: usize,
    pub columns: usize,
    pub stones: usize,
}

/// Where the colours of the stones come from.
#[derive(Clone, Copy, Debug)]
enum Colouring {
    /// Black on the cells whose row and column have an even sum, White on the others.
    BlackOnEven,
    /// The other way round.
    BlackOnOdd,
    /// Any stone may be of any colour.
    Free,
}

/// What is put on a cell: a stone, black if free to choose, or a hole.
#[derive(Clone, Copy, Debug)]
enum Piece {
    Stone { black: bool },
    Hole,
}

/// A patch at a random place of a board: pieces on some of its cells.
fn placed_patch(
    rows: usize,
    columns: usize,
    patch: Patch,
) -> impl Strategy<Value = Vec<(usize, usize, Piece)>> {
    let corner = (0..=rows - patch.rows, 0..=columns - patch.columns);
    let cells = patch.rows * patch.columns;
    let order = Just((0..cells).collect::<Vec<_>>()).prop_shuffle();
    let stones = patch.stones.min(cells);
    let counts = (stones / 2..=stones, prop_oneof![Just(0), 0..=cells / 8]);
    (corner, order, counts, vec(any::<bool>(), cells)).prop_map(
        move |((top, left), order, (stones, holes), blacks)| {
            let pieces = blacks
                .into_iter()
                .enumerate()
                .map(|(place, black)| if place < stones { Piece::Stone { black } } else { Piece::Hole });
            order
                .into_iter()
                .zip(pieces)
                .take((stones + holes).min(cells))
                .map(|(cell, piece)| (top + cell / patch.columns, left + cell % patch.columns, piece))
                .collect()
        },
    )
}

/// Positions with some patches of stones and holes, one in three of them not checkered.
pub fn patches(rows: usize, columns: usize, patches: &[Patch]) -> BoxedStrategy<Position> {
    let pieces: Vec<_> = patches.iter().map(|&patch| placed_patch(rows, columns, patch)).collect();
    let colouring =
        prop::sample::select(vec![Colouring::BlackOnEven, Colouring::BlackOnOdd, Colouring::Free]);
    (pieces, colouring)
        .prop_map(move |(patches, colouring)| {
            let mut position = Position::empty(rows, columns).unwrap();
            for (row, column, piece) in patches.into_iter().flatten() {
                position.set(row, column, cell(row, column, piece, colouring));
            }
            position
        })
        .boxed()
}

fn cell(row: usize, column: usize, piece: Piece, colouring: Colouring) -> Cell {
    let even = (row + column).is_multiple_of(2);
    let Piece::Stone { black } = piece else {
        return Cell::Hole;
    };
    let black = match colouring {
        Colouring::BlackOnEven => even,
        Colouring::BlackOnOdd => !even,
        Colouring::Free => black,
    };
    if black { Player::Black.stone() } else { Player::White.stone() }
}

/// Positions with stones and holes all over the board.
pub fn scattered(rows: usize, columns: usize, stones: usize) -> BoxedStrategy<Position> {
    patches(rows, columns, &[Patch { rows, columns, stones }])
}

/// Positions with stones in one rectangle somewhere on the board.
pub fn clustered(
    rows: usize,
    columns: usize,
    patch: (usize, usize),
    stones: usize,
) -> BoxedStrategy<Position> {
    patches(rows, columns, &[Patch { rows: patch.0, columns: patch.1, stones }])
}

/// Boards that the bitboards of small boards and rows take: up to 5×5, and rows and columns.
pub fn small() -> BoxedStrategy<Position> {
    let rectangle = (1..=5_usize, 1..=5_usize).prop_flat_map(|(rows, columns)| {
        let full = rows * columns;
        (Just((rows, columns)), 0..=full.min(if full > 16 { 11 } else { full }))
            .prop_flat_map(|((rows, columns), stones)| scattered(rows, columns, stones))
    });
    prop_oneof![
        4 => rectangle,
        2 => (3..=12_usize).prop_flat_map(|stones| scattered(1, 14, stones)),
        1 => (3..=12_usize).prop_flat_map(|stones| scattered(14, 1, stones)),
        1 => scattered(2, 7, 10),
        1 => scattered(3, 6, 11),
        1 => scattered(1, 20, 12),
        1 => scattered(8, 8, 12),
        1 => clustered(8, 8, (3, 4), 8),
        1 => scattered(1, 64, 24),
        1 => clustered(1, 64, (1, 13), 11),
    ]
    .boxed()
}

/// Boards just beyond the small bitboards, and the largest ones.
pub fn large() -> BoxedStrategy<Position> {
    let patch = |rows, columns, stones| Patch { rows, columns, stones };
    prop_oneof![
        2 => scattered(9, 4, 11),
        1 => clustered(9, 4, (4, 3), 9),
        2 => scattered(3, 12, 11),
        1 => scattered(1, 70, 26),
        1 => clustered(1, 70, (1, 14), 11),
        1 => scattered(10, 10, 16),
        1 => patches(10, 10, &[patch(3, 3, 5), patch(2, 4, 5)]),
        1 => patches(1, 256, &[patch(1, 9, 6), patch(1, 12, 7), patch(1, 30, 8)]),
        1 => patches(256, 1, &[patch(9, 1, 6), patch(12, 1, 7), patch(30, 1, 8)]),
        1 => patches(20, 20, &[patch(3, 3, 5), patch(1, 9, 6), patch(5, 1, 4)]),
        1 => patches(20, 20, &[patch(2, 11, 9), patch(4, 2, 4)]),
        1 => patches(20, 20, &[patch(12, 2, 10)]),
        1 => patches(20, 20, &[patch(20, 1, 10), patch(1, 20, 8)]),
    ]
    .boxed()
}

/// Both kinds.
pub fn any_board() -> BoxedStrategy<Position> {
    prop_oneof![small(), large()].boxed()
}
