//! The twins of the solver: the rules and nothing else, and the alpha-beta that it is measured against.

use crate::baseline::Baseline;
use konane::board::{Player, Position, Rules, moves};
use konane::solve::{Monitor, OutcomeSolver};
use konane::value::OutcomeClass;
use std::collections::HashMap;

/// Bytes for a solver or a table in these tests.
pub const MEMORY: u64 = 32 << 20;

/// A solver that knows nothing yet.
pub fn solver(rules: Rules) -> OutcomeSolver {
    OutcomeSolver::new(rules, MEMORY).unwrap()
}

/// The outcome class as a solver that nobody stops has it.
pub fn outcome_class(solver: &mut OutcomeSolver, position: &Position) -> OutcomeClass {
    solver.outcome_class(position, &Monitor::new()).unwrap()
}

/// The outcome class by who wins with either player to begin.
pub fn class(mover_wins: impl FnMut(Player) -> bool) -> OutcomeClass {
    let [black, white] = Player::BOTH.map(mover_wins);
    OutcomeClass::from_beginners(black, white)
}

/// Who wins by recursion over all moves, remembered for equal positions only.
pub struct PlainRecursion {
    rules: Rules,
    mover_wins: HashMap<(Position, Player), bool>,
}

impl PlainRecursion {
    pub fn new(rules: Rules) -> PlainRecursion {
        PlainRecursion { rules, mover_wins: HashMap::new() }
    }

    pub fn mover_wins(&mut self, position: &Position, to_move: Player) -> bool {
        let key = (position.clone(), to_move);
        if let Some(&known) = self.mover_wins.get(&key) {
            return known;
        }
        let wins = moves(position, to_move, self.rules)
            .iter()
            .any(|played| !self.mover_wins(&position.play(played).unwrap(), to_move.opponent()));
        self.mover_wins.insert(key, wins);
        wins
    }

    pub fn outcome_class(&mut self, position: &Position) -> OutcomeClass {
        class(|to_move| self.mover_wins(position, to_move))
    }
}

/// The outcome class by plain alpha-beta with a small table, which entries are replaced in.
pub fn class_by_alpha_beta(position: &Position, rules: Rules) -> OutcomeClass {
    let text = position.to_string();
    let mut search = Baseline::new(&text, rules == Rules::MultiJump, 1 << 20).unwrap();
    class(|player| search.mover_wins(&text, player == Player::Black, u64::MAX).unwrap().unwrap())
}
