//! From positions to regions: which plane of cells a position is put on.
//!
//! Rows, and boards up to 8×8, have planes of one machine word. Elsewhere, and where few stones stand on a
//! small board, the wide plane is used, whose bounds on what stones can reach are the tightest.

use crate::board::bitboard::{CellSet, RowPlane, SquarePlane, WidePlane};
use crate::board::{Cell, Player, Position, Rules, Square, moves};
use crate::region::{
    Checkered, Chessboard, Coloured, NormalForm, Part, Parts, Penetration, Stones, black_is_odd,
    normalise_row, normalise_square, normalise_wide, split,
};
use rustc_hash::FxHashSet;

/// The number of independent regions of a position.
pub fn region_count(position: &Position) -> usize {
    let mut count = 0;
    for_each_region(position, |_, _| count += 1);
    count
}

/// Calls `found` with the normal form of each independent region, and a function that lists its cells.
pub(super) fn for_each_region(
    position: &Position,
    mut found: impl FnMut(NormalForm, &dyn Fn() -> Vec<Square>),
) {
    let (rows, columns) = (position.rows(), position.columns());
    let stones = position.cells().filter_map(|(row, column, cell)| Some((row, column, cell.owner()?)));
    match black_is_odd(stones) {
        Some(swap) if rows.min(columns) == 1 && rows.max(columns) <= 64 => {
            let board = Placed { position, plane: RowPlane, transposed: columns == 1 };
            board.for_each_part(|squares, part| found(normalise_row(part).with_sign(swap), squares));
        }
        Some(swap) if rows <= 8 && columns <= 8 && is_crowded(number_of_stones(position), rows * columns) => {
            let board = Placed { position, plane: SquarePlane, transposed: false };
            board.for_each_part(|squares, part| found(normalise_square(part).with_sign(swap), squares));
        }
        _ => {
            let (plane, transposed) = match WidePlane::new(rows, columns) {
                Some(plane) => (plane, false),
                None => (WidePlane::new(columns, rows).expect("positions are of supported sizes"), true),
            };
            let board = Placed { position, plane, transposed };
            board.for_each_coloured_part(|squares, part| found(normalise_wide(plane, part), squares));
        }
    }
}

/// The most positions that [`touched_squares`] looks at.
const MOST_POSITIONS: usize = 400;

/// The squares that some jump touches in play from the position, or `None` if play has too many ways to
/// go through them all.
pub(super) fn touched_squares(position: &Position) -> Option<Vec<Square>> {
    let mut seen = FxHashSet::default();
    let mut open = vec![position.clone()];
    let mut touched = FxHashSet::default();
    while let Some(position) = open.pop() {
        if !seen.insert(position.clone()) {
            continue;
        }
        if seen.len() > MOST_POSITIONS {
            return None;
        }
        for jump in Player::BOTH.into_iter().flat_map(|player| moves(&position, player, Rules::SingleJump)) {
            touched.extend(jump.captured().chain([jump.from(), jump.to()]));
            open.extend(position.play(&jump));
        }
    }
    let squares = position.cells().map(|(row, column, _)| Square { row, column });
    Some(squares.filter(|square| touched.contains(square)).collect())
}

/// Whether stones fill so much of a board that bounds on how far they get would not confine them.
pub(super) fn is_crowded(stones: usize, cells: usize) -> bool {
    2 * stones >= cells
}

fn number_of_stones(position: &Position) -> usize {
    position.count(Cell::Black) + position.count(Cell::White)
}

/// A position on a plane, turned on its side where only that fits.
struct Placed<'a, P> {
    position: &'a Position,
    plane: P,
    transposed: bool,
}

impl<P: Penetration> Placed<'_, P> {
    fn set(&self, wanted: fn(Cell) -> bool) -> P::Set {
        let cells = self.position.cells().filter(|&(.., cell)| wanted(cell));
        cells.fold(P::Set::EMPTY, |set, (row, column, _)| {
            let (row, column) = if self.transposed { (column, row) } else { (row, column) };
            set | P::Set::single(self.plane.index(row, column))
        })
    }

    fn squares(&self, cells: P::Set) -> Vec<Square> {
        cells
            .cells()
            .map(|cell| {
                let (row, column) = self.plane.coordinates(cell);
                if self.transposed { Square { row: column, column: row } } else { Square { row, column } }
            })
            .collect()
    }

    fn for_each_part_of<S: Stones<P>>(
        &self,
        stones: S,
        mut found: impl FnMut(&dyn Fn() -> Vec<Square>, &Part<P::Set, S>),
    ) {
        let mut parts = Parts::new();
        split(self.plane, self.set(|cell| cell != Cell::Hole), stones, &mut parts);
        for part in &parts {
            found(&|| self.squares(part.playable), part);
        }
    }

    fn for_each_coloured_part(
        &self,
        found: impl FnMut(&dyn Fn() -> Vec<Square>, &Part<P::Set, Coloured<P::Set>>),
    ) {
        let black = self.set(|cell| cell == Cell::Black);
        let white = self.set(|cell| cell == Cell::White);
        self.for_each_part_of(Coloured { black, white }, found);
    }
}

impl<P: Penetration + Chessboard> Placed<'_, P> {
    fn for_each_part(&self, found: impl FnMut(&dyn Fn() -> Vec<Square>, &Part<P::Set, Checkered<P::Set>>)) {
        let occupied = self.set(|cell| matches!(cell, Cell::Black | Cell::White));
        self.for_each_part_of(Checkered(occupied), found);
    }
}
