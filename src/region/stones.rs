//! The stones of a region, and what jumping does to them.
//!
//! In a checkered position the colour of a stone is that of its cell, so one set of occupied cells tells
//! all; other positions keep two sets. Everything else is written once over the trait [`Stones`].

use crate::board::bitboard::{CellSet, Direction, Plane};
use crate::board::{Player, Rules};
use std::hash::Hash;

/// Stones on a plane, or the set of all places where they may come to stand.
pub trait Stones<P: Plane>: Copy + Eq + Hash {
    /// The cells with a stone.
    fn occupied(self) -> P::Set;

    /// The stones on some cells only.
    fn within(self, cells: P::Set) -> Self;

    /// Lets every stone that can jump in the direction do so, adds them where they land without taking
    /// away anything, and returns the cells that are jumped over. A stone can land on `landable`.
    fn add_jumps(&mut self, plane: P, direction: Direction, landable: P::Set) -> P::Set;

    /// The stones of `player` that can jump in the direction to an empty cell of `landable`.
    fn movers(self, plane: P, player: Player, direction: Direction, landable: P::Set) -> P::Set;

    /// The position after a stone went from one cell over another to a third.
    fn jumped(self, from: P::Set, over: P::Set, to: P::Set) -> Self;

    /// Whether the cell holds a stone that a stone of `player` may jump.
    fn is_enemy(self, player: Player, cell: P::Set) -> bool;
}

/// Stones of a checkered position with Black on the cells whose row and column have an even sum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Checkered<S>(pub S);

/// A plane that knows which cells have an even sum of row and column.
pub trait Chessboard: Plane {
    /// The cells whose row and column have an even sum.
    fn even_cells(self) -> Self::Set;
}

impl Chessboard for crate::board::bitboard::SquarePlane {
    #[inline]
    fn even_cells(self) -> u64 {
        0xaa55_aa55_aa55_aa55
    }
}

impl Chessboard for crate::board::bitboard::RowPlane {
    #[inline]
    fn even_cells(self) -> u64 {
        0x5555_5555_5555_5555
    }
}

impl Chessboard for crate::board::bitboard::RectanglePlane {
    #[inline]
    fn even_cells(self) -> u64 {
        crate::board::bitboard::RectanglePlane::even_cells(self)
    }
}

impl<P: Chessboard> Stones<P> for Checkered<P::Set> {
    #[inline]
    fn occupied(self) -> P::Set {
        self.0
    }

    #[inline]
    fn within(self, cells: P::Set) -> Self {
        Checkered(self.0 & cells)
    }

    #[inline]
    fn add_jumps(&mut self, plane: P, direction: Direction, landable: P::Set) -> P::Set {
        // Neighbours are of opposite colours.
        let over = self.0 & plane.shift(self.0, direction) & plane.shift(landable, direction.opposite());
        self.0 |= plane.shift(over, direction);
        over
    }

    #[inline]
    fn movers(self, plane: P, player: Player, direction: Direction, landable: P::Set) -> P::Set {
        let back = direction.opposite();
        let over = self.0 & plane.shift(landable & !self.0, back);
        let own = match player {
            Player::Black => plane.even_cells(),
            Player::White => !plane.even_cells(),
        };
        self.0 & own & plane.shift(over, back)
    }

    #[inline]
    fn jumped(self, from: P::Set, over: P::Set, to: P::Set) -> Self {
        Checkered(self.0 ^ from ^ over ^ to)
    }

    #[inline]
    fn is_enemy(self, _player: Player, cell: P::Set) -> bool {
        self.0.meets(cell)
    }
}

/// Black and white stones anywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coloured<S> {
    /// Cells with a black stone.
    pub black: S,
    /// Cells with a white stone.
    pub white: S,
}

impl<P: Plane> Stones<P> for Coloured<P::Set> {
    fn occupied(self) -> P::Set {
        self.black | self.white
    }

    fn within(self, cells: P::Set) -> Self {
        Coloured { black: self.black & cells, white: self.white & cells }
    }

    fn add_jumps(&mut self, plane: P, direction: Direction, landable: P::Set) -> P::Set {
        let behind = plane.shift(landable, direction.opposite());
        let by_black = self.white & plane.shift(self.black, direction) & behind;
        let by_white = self.black & plane.shift(self.white, direction) & behind;
        self.black |= plane.shift(by_black, direction);
        self.white |= plane.shift(by_white, direction);
        by_black | by_white
    }

    fn movers(self, plane: P, player: Player, direction: Direction, landable: P::Set) -> P::Set {
        let (own, enemy) = match player {
            Player::Black => (self.black, self.white),
            Player::White => (self.white, self.black),
        };
        let back = direction.opposite();
        let empty = landable & !(self.black | self.white);
        own & plane.shift(enemy & plane.shift(empty, back), back)
    }

    fn jumped(self, from: P::Set, over: P::Set, to: P::Set) -> Self {
        let jump = |own: P::Set, enemy: P::Set| (own ^ from ^ to, enemy ^ over);
        if self.black.meets(from) {
            let (black, white) = jump(self.black, self.white);
            Coloured { black, white }
        } else {
            let (white, black) = jump(self.white, self.black);
            Coloured { black, white }
        }
    }

    fn is_enemy(self, player: Player, cell: P::Set) -> bool {
        match player {
            Player::Black => self.white.meets(cell),
            Player::White => self.black.meets(cell),
        }
    }
}

/// Calls `found` with the position after each move of `player`, on the cells of `playable`.
#[inline]
pub fn for_each_move<P: Plane, S: Stones<P>>(
    plane: P,
    playable: P::Set,
    stones: S,
    player: Player,
    rules: Rules,
    mut found: impl FnMut(S),
) {
    for &direction in plane.directions() {
        for stone in stones.movers(plane, player, direction, playable).cells() {
            let mut from = P::Set::single(stone);
            let mut option = stones;
            loop {
                let over = plane.shift(from, direction);
                let to = plane.shift(over, direction);
                let possible =
                    option.is_enemy(player, over) && to.meets(playable) && !to.meets(option.occupied());
                if !possible {
                    break;
                }
                option = option.jumped(from, over, to);
                found(option);
                if rules == Rules::SingleJump {
                    break;
                }
                from = to;
            }
        }
    }
}
