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
//! her jumps may be. Call a black cell *threatened* if some such jump passes over it, and a white one *loose* if
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
        // The cells jumped over, by direction, and from these the origins and landings.
        let mut over = [0; 4];
        let (mut origins, mut jumped, mut landings) = (0, 0, 0);
        for (over, &direction) in over.iter_mut().zip(directions) {
            let back = direction.opposite();
            *over = occupied & self.plane.shift(own, direction) & self.plane.shift(empty, back);
            origins |= self.plane.shift(*over, back);
            jumped |= *over;
            landings |= self.plane.shift(*over, direction);
        }
        let (threatened, loose) = self.threats(occupied, player, landings, origins | jumped);
        let mut used = threatened | loose;
        let (mut safe, mut safe_landings, mut safe_vacated) = (0, 0, 0);
        for (&over, &direction) in over.iter().zip(directions) {
            for cell in over.cells() {
                let middle = 1u64 << cell;
                let from = self.plane.shift(middle, direction.opposite());
                let to = self.plane.shift(middle, direction);
                if (from | middle | to) & used == 0 {
                    used |= from | middle | to;
                    safe += 1;
                    safe_landings |= to;
                    safe_vacated |= from | middle;
                }
            }
        }
        // Bound to the safe ones alone, she leaves still less to him.
        let (threatened, _) = self.threats(occupied, player, safe_landings, safe_vacated);
        Sure { safe, against: (own & threatened).count() }
    }

    /// The cells that the opponent may take a stone from, and those that an opponent's stone may leave, while the
    /// player's stones stand where they are or on `landings`, and the cells of `vacated` may be empty.
    fn threats(&self, occupied: u64, player: Player, landings: u64, vacated: u64) -> (u64, u64) {
        let own = occupied & self.cells_of(player) | landings;
        let mut enemies = occupied & self.cells_of(player.opponent());
        let mut empty = self.playable & !occupied | vacated;
        let (mut threatened, mut loose) = (0, 0);
        loop {
            let before = (enemies, empty);
            for &direction in self.plane.directions() {
                let back = direction.opposite();
                let over = own & self.plane.shift(enemies, direction) & self.plane.shift(empty, back);
                let from = self.plane.shift(over, back);
                threatened |= over;
                loose |= from;
                enemies |= self.plane.shift(over, direction);
                empty |= over | from;
            }
            if before == (enemies, empty) {
                return (threatened, loose);
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
        let arena = Arena::new(plane, (rows, columns), plane.all(), 0, terms);
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
