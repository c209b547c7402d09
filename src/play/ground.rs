//! A board under the search: its cells on a plane, and positions of it as sets of cells.

use crate::board::bitboard::{CellSet, Plane, RowPlane, SquarePlane, WidePlane, WideSet};
use crate::board::{Cell, Player, Position, Rules};
use crate::region::{Checkered, Chessboard, Coloured, Penetration, Stones, for_each_move};

/// Stones that are placed by colour.
pub(super) trait PlacedStones<P: Plane>: Stones<P> + Send {
    /// The stones on some cells of either colour.
    fn placed(black: P::Set, white: P::Set) -> Self;
}

impl<P: Chessboard> PlacedStones<P> for Checkered<P::Set>
where
    P::Set: Send,
{
    fn placed(black: P::Set, white: P::Set) -> Self {
        Checkered(black | white)
    }
}

impl<P: Plane> PlacedStones<P> for Coloured<P::Set>
where
    P::Set: Send,
{
    fn placed(black: P::Set, white: P::Set) -> Self {
        Coloured { black, white }
    }
}

/// A plane whose rows can be read as words.
pub(super) trait Rows: Plane {
    /// The cells of a row as bits, the first one lowest; others may follow.
    fn row(self, set: Self::Set, row: usize) -> u64;
}

impl Rows for RowPlane {
    fn row(self, set: u64, _row: usize) -> u64 {
        set
    }
}

impl Rows for SquarePlane {
    #[inline]
    fn row(self, set: u64, row: usize) -> u64 {
        set >> (8 * row)
    }
}

impl Rows for WidePlane {
    fn row(self, set: WideSet, row: usize) -> u64 {
        set.word_from(self.index(row, 0))
    }
}

/// The cells of a board on a plane, and how positions are put there.
#[derive(Clone, Copy)]
pub(super) struct Ground<P: Plane> {
    plane: P,
    rules: Rules,
    /// The cells that are not holes.
    playable: P::Set,
    /// Whether rows and columns are exchanged, where the board fits only so.
    transposed: bool,
    /// Whether Black's stones are put there as White's, so that Black is on the even cells.
    swapped: bool,
}

impl<P: Plane> Ground<P> {
    /// The ground of a position.
    pub(super) fn new(
        plane: P,
        rules: Rules,
        position: &Position,
        transposed: bool,
        swapped: bool,
    ) -> Ground<P> {
        let mut ground = Ground { plane, rules, playable: P::Set::EMPTY, transposed, swapped };
        ground.playable = ground.cells(position, |cell| cell != Cell::Hole);
        ground
    }

    /// The player by whose colour a player's stones are placed.
    pub(super) fn placed_player(&self, player: Player) -> Player {
        if self.swapped { player.opponent() } else { player }
    }

    /// The stones of a position.
    pub(super) fn stones<S: PlacedStones<P>>(&self, position: &Position) -> S {
        let [black, white] = [Player::Black, Player::White].map(|player| {
            let stone = self.placed_player(player).stone();
            self.cells(position, |cell| cell == stone)
        });
        S::placed(black, white)
    }

    fn cells(&self, position: &Position, wanted: impl Fn(Cell) -> bool) -> P::Set {
        let cells = position.cells().filter(|&(.., cell)| wanted(cell));
        cells.fold(P::Set::EMPTY, |set, (row, column, _)| {
            let (row, column) = if self.transposed { (column, row) } else { (row, column) };
            set | P::Set::single(self.plane.index(row, column))
        })
    }
}

impl<P: Penetration> Ground<P> {
    /// The plane of the cells.
    pub(super) fn plane(&self) -> P {
        self.plane
    }

    /// The cells that are not holes.
    pub(super) fn playable(&self) -> P::Set {
        self.playable
    }

    /// Calls `found` with the stones after each move of a player.
    pub(super) fn for_each_move<S: Stones<P>>(&self, stones: S, player: Player, found: impl FnMut(S)) {
        self.for_each_move_on(self.playable, stones, player, found);
    }

    /// The same, on some cells only.
    pub(super) fn for_each_move_on<S: Stones<P>>(
        &self,
        cells: P::Set,
        stones: S,
        player: Player,
        found: impl FnMut(S),
    ) {
        for_each_move(self.plane, cells, stones, player, self.rules, found);
    }

    /// How many single jumps a player can make.
    pub(super) fn mobility<S: Stones<P>>(&self, cells: P::Set, stones: S, player: Player) -> i32 {
        let directions = self.plane.directions().iter();
        directions.map(|&to| stones.movers(self.plane, player, to, cells).count() as i32).sum()
    }
}
