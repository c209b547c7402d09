//! Coloured reachability: a bound on everything that can ever happen in a region.
//!
//! The least fixed point of the facts 'a stone (of this colour) may stand here' and 'this cell may be
//! empty': where a stone may stand beside an enemy's with a cell behind that may be empty, it may stand
//! there, and the two cells it leaves behind may be empty. By induction on play every position that
//! moves of either side in any order lead to satisfies these facts, so a jump (from, over, to) that is
//! not among the fixed point's never happens.

use super::penetration::Penetration;
use super::stones::Stones;
use crate::board::bitboard::{CellSet, Direction};

/// The fixed point for some stones.
pub(super) struct Reach<P: Penetration> {
    plane: P,
    /// Cells where a stone may stand.
    pub(super) standing: P::Set,
    /// Cells that may be empty.
    pub(super) empty: P::Set,
    /// Cells that a stone may jump over, for each of [`Direction::ALL`].
    jumped: [P::Set; 4],
}

impl<P: Penetration> Reach<P> {
    /// What the stones may do on the cells of `playable`, if landing cells are confined to `limit`.
    #[inline]
    pub(super) fn new<S: Stones<P>>(plane: P, playable: P::Set, stones: S, limit: P::Set) -> Reach<P> {
        let mut facts = stones;
        let mut empty = playable & !stones.occupied();
        let mut jumped = [P::Set::EMPTY; 4];
        loop {
            let before = (facts, empty);
            for (slot, &direction) in plane.directions().iter().enumerate() {
                let over = facts.add_jumps(plane, direction, empty & limit);
                empty |= over | plane.shift(over, direction.opposite());
                jumped[slot] = over;
            }
            if before == (facts, empty) {
                return Reach { plane, standing: facts.occupied(), empty, jumped };
            }
        }
    }

    /// The jumps along rows and along columns, by the cell jumped over.
    fn centres(&self) -> [(P::Set, [Direction; 2]); 2] {
        [
            (self.jumped[0] | self.jumped[1], [Direction::East, Direction::West]),
            (self.jumped[2] | self.jumped[3], [Direction::South, Direction::North]),
        ]
    }

    /// The cells that take part in some jump; every other one is as good as a hole.
    #[inline]
    pub(super) fn alive(&self) -> P::Set {
        self.centres().into_iter().fold(P::Set::EMPTY, |alive, (centres, [forth, back])| {
            alive | centres | self.plane.shift(centres, forth) | self.plane.shift(centres, back)
        })
    }

    /// The cells that are linked to a cell by jumps, each jump linking its three cells.
    #[inline]
    pub(super) fn component(&self, seed: P::Set) -> P::Set {
        let mut component = seed;
        loop {
            let mut grown = component;
            for (centres, [forth, back]) in self.centres() {
                let near = grown | self.plane.shift(grown, forth) | self.plane.shift(grown, back);
                let touched = centres & near;
                grown |= touched | self.plane.shift(touched, forth) | self.plane.shift(touched, back);
            }
            if grown == component {
                return component;
            }
            component = grown;
        }
    }
}
