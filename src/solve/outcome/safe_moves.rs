//! Safe moves: how many moves a player is sure of, whatever the opponent does.
//!
//! Safe moves decided much of the narrow boards (Uiterwijk, *Solving narrow Konane boards*, ICGA Journal 43,
//! 2021). Here is a form of them that holds on every checkered board.
//!
//! Let one player, say Left, bind herself to a set of jumps that she can make now: a over b to the empty cell c.
//! As long as she makes no others, black stones stand only where they stand now and on the cells c. What Right
//! can do meanwhile is bounded by the least fixed point of 'a white stone may stand here' and 'this cell may be
//! empty': where a white stone may stand beside a cell on which a black one may, with a cell behind that may
//! be empty, it may stand there, and both cells it comes over may be empty; from the start the cells a and b of
//! her jumps may be. Only the stone on b that is there from the start never jumps over the black one on c: it is
//! gone by then. Call a black cell *threatened* if some such jump passes over it, and a white one *loose* if
//! one starts there.
//!
//! **Theorem.** Let k of the jumps have no cell in common, their cells a and c not threatened and b not loose.
//! Let r be the number of black stones that are threatened now. Then G ≥ k - r.
//! *Proof.* No jump of Right's can take a stone from a, and none moves b's stone or takes it (it is white); c is
//! a cell of Black's colour, where only she lands. So each of the k jumps stays possible until she makes it, and
//! the stones that made one are not threatened on c. Each move of Right's takes a threatened stone, and those
//! are r at the beginning and never become more; so he has at most r moves. In G + r - k, with r - k in its
//! canonical form or taken as the sum of r and -k, Right has at most r moves on the board and k in -k; Left has
//! r in the number r and k safe ones. Moving second she is never short of one. ∎
//!
//! Once the k jumps are chosen, r is counted with her bound to them alone, which threatens fewer.

use super::arena::{Arena, WordPlane};
use crate::board::Player;
use crate::board::bitboard::CellSet;

/// What a player is sure of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sure {
    /// Safe moves of the player.
    pub(super) safe: u32,
    /// Most moves of the opponent's as long as the player makes only safe ones.
    pub(super) against: u32,
}

impl Sure {
    /// The theorem's bound: the position is worth at least so many moves for the player.
    pub(super) fn margin(self) -> i64 {
        i64::from(self.safe) - i64::from(self.against)
    }
}

impl<P: WordPlane> Arena<P> {
    /// What a player is sure of in a position.
    pub(super) fn sure_moves(&self, occupied: u64, player: Player) -> Sure {
        let own = occupied & self.cells_of(player);
        let empty = self.playable & !occupied;
        let directions = self.plane.directions();
        let mut all = Jumps::default();
        for (over, &direction) in all.over.iter_mut().zip(directions) {
            *over =
                occupied & self.plane.shift(own, direction) & self.plane.shift(empty, direction.opposite());
        }
        let (threatened, loose) = self.threats(occupied, player, &all);
        let mut used = threatened | loose;
        let mut chosen = Jumps::default();
        let mut safe = 0;
        for (slot, &direction) in directions.iter().enumerate() {
            for cell in all.over[slot].cells() {
                let middle = 1u64 << cell;
                let ends =
                    self.plane.shift(middle, direction) | self.plane.shift(middle, direction.opposite());
                if (middle | ends) & used == 0 {
                    used |= middle | ends;
                    chosen.over[slot] |= middle;
                    safe += 1;
                }
            }
        }
        // Bound to the safe ones alone, she leaves still less to him.
        let (threatened, _) = self.threats(occupied, player, &chosen);
        Sure { safe, against: (own & threatened).count() }
    }

    /// The cells that the opponent may take a stone from, and those that an opponent's stone may leave, as long
    /// as the player makes no jumps but these.
    fn threats(&self, occupied: u64, player: Player, jumps: &Jumps) -> (u64, u64) {
        let directions = self.plane.directions();
        let own = occupied & self.cells_of(player);
        let enemies = occupied & self.cells_of(player.opponent());
        let mut empty = self.playable & !occupied;
        // Where stones of hers may land, by direction, and in any.
        let mut landings = [0; 4];
        for ((landing, &over), &direction) in landings.iter_mut().zip(&jumps.over).zip(directions) {
            empty |= over | self.plane.shift(over, direction.opposite());
            *landing = self.plane.shift(over, direction);
        }
        let anywhere = own | landings[0] | landings[1] | landings[2] | landings[3];
        let (mut arrived, mut threatened, mut loose) = (0, 0, 0);
        loop {
            let before = (arrived, empty);
            for (slot, &direction) in directions.iter().enumerate() {
                let back = direction.opposite();
                // The stone that she jumps over is not there any more to jump the one that has landed.
                let others =
                    (0..4).filter(|&other| other != slot).fold(own, |all, other| all | landings[other]);
                let reached = others & self.plane.shift(enemies, direction)
                    | anywhere & self.plane.shift(arrived, direction);
                let over = reached & self.plane.shift(empty, back);
                let from = self.plane.shift(over, back);
                threatened |= over;
                loose |= from;
                arrived |= self.plane.shift(over, direction);
                empty |= over | from;
            }
            if before == (arrived, empty) {
                return (threatened, loose);
            }
        }
    }
}

/// Jumps by the cells that they pass over, for each of the plane's directions.
#[derive(Default)]
struct Jumps {
    over: [u64; 4],
}

#[cfg(test)]
mod tests {
    use super::super::arena::Guesses;
    use super::super::arena::Terms;
    use super::super::techniques::Techniques;
    use super::*;
    use crate::board::bitboard::RectanglePlane;
    use crate::board::{Position, Rules};
    use crate::solve::{Monitor, ValueSolver};
    use crate::value::ValueStore;

    /// The bounds of all positions of a board, or of many, against their values.
    fn bounds_hold(rows: usize, columns: usize, masks: impl Iterator<Item = u64>) {
        let plane = RectanglePlane::new(rows, columns).expect("a small board");
        let store = ValueStore::new();
        let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
        let terms = Terms { rules: Rules::MultiJump, techniques: Techniques::ALL };
        let arena = Arena::new(plane, (rows, columns), plane.all(), 0, terms, &mut Guesses::default());
        let mut useful = 0;
        for mask in masks {
            let position: Position = crate::solve::masks::position_of_mask(rows, columns, mask);
            let value = solver.value(&position, &Monitor::new()).expect("a small value");
            for (player, value) in [(Player::Black, value), (Player::White, -value)] {
                let sure = arena.sure_moves(mask, player);
                let bound = store.integer(sure.margin()).expect("a small number");
                assert_eq!(store.le(bound, value), Ok(true), "{position} {player} {sure:?}");
                useful += u32::from(sure.safe > 0);
            }
        }
        assert!(useful > 10);
    }

    #[test]
    fn values_are_at_least_the_bound() {
        bounds_hold(1, 10, 0..1 << 10);
        bounds_hold(3, 4, 0..1 << 12);
        let mut state = 5u64;
        let mut random = move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 44
        };
        bounds_hold(4, 5, (0..1500).map(|_| random() & random()));
    }
}
