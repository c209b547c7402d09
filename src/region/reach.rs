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
    #[inline]
    pub(super) fn centres(&self) -> [P::Set; 2] {
        [self.jumped[0] | self.jumped[1], self.jumped[2] | self.jumped[3]]
    }

    /// The cells that take part in some jump; every other one is as good as a hole.
    #[inline]
    pub(super) fn alive(&self) -> P::Set {
        let [along, across] = self.centres();
        let shift = |set, direction| self.plane.shift(set, direction);
        let alive_along = along | shift(along, Direction::East) | shift(along, Direction::West);
        alive_along | across | shift(across, Direction::South) | shift(across, Direction::North)
    }
}
