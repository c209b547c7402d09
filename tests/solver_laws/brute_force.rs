//! The twin of the solver: plain recursion over the rules, knowing neither regions nor symmetries.

use konane::board::{Cell, Move, Player, Position, Rules, moves};
use konane::value::{CanonicalForm, ValueStore};
use std::collections::{HashMap, HashSet};

/// Most positions that the twin looks at before it gives up on a question.
const FEASIBLE: usize = 20_000;

/// Values by recursion over all moves, remembered for equal positions only.
pub struct BruteForce<'s> {
    store: &'s ValueStore,
    rules: Rules,
    values: HashMap<Position, CanonicalForm>,
}

impl<'s> BruteForce<'s> {
    pub fn new(store: &'s ValueStore, rules: Rules) -> BruteForce<'s> {
        BruteForce { store, rules, values: HashMap::new() }
    }

    /// The value, or `None` if too many positions can be reached.
    pub fn value(&mut self, position: &Position) -> Option<CanonicalForm> {
        if let Some(&known) = self.values.get(position) {
            return Some(known);
        }
        if self.values.len() > FEASIBLE {
            return None;
        }
        let mut options = |player| {
            let moves = moves(position, player, self.rules);
            moves.iter().map(|m| self.value(&position.play(m).unwrap())).collect::<Option<Vec<_>>>()
        };
        let (left, right) = (options(Player::Black)?, options(Player::White)?);
        let value = self.store.from_options(&left, &right).unwrap();
        self.values.insert(position.clone(), value);
        Some(value)
    }
}

/// The value by brute force of one position, or `None` if too many positions can be reached.
pub fn value(store: &ValueStore, position: &Position, rules: Rules) -> Option<CanonicalForm> {
    BruteForce::new(store, rules).value(position)
}

/// Everything that play can come to, moves made in any order.
pub struct Reached {
    pub positions: HashSet<Position>,
    pub moves: HashSet<Move>,
}

/// All positions reachable by moves of either player, and the moves made; `None` if there are too many.
pub fn reached(position: &Position) -> Option<Reached> {
    let mut reached = Reached { positions: HashSet::new(), moves: HashSet::new() };
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        if reached.positions.len() > FEASIBLE {
            return None;
        }
        if !reached.positions.insert(position.clone()) {
            continue;
        }
        for player in Player::BOTH {
            for made in moves(&position, player, Rules::MultiJump) {
                open.push(position.play(&made).unwrap());
                reached.moves.insert(made);
            }
        }
    }
    Some(reached)
}

/// Whether a stone stands somewhere in at least one of the positions.
pub fn is_ever_occupied(positions: &HashSet<Position>, row: usize, column: usize) -> bool {
    positions.iter().any(|position| matches!(position.cell(row, column), Cell::Black | Cell::White))
}
