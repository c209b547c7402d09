//! Who wins: the outcome of positions whose value is out of reach.

mod line;
mod removals;

pub use line::{MoveOutcome, WinningLine};
pub use removals::{RemovalAnswer, RemovalOutcome};

use super::{Monitor, SolveError};
use crate::board::{Move, Player, Position, Rules, moves};
use crate::value::OutcomeClass;
use rustc_hash::FxHashMap;

/// Finds out who wins positions, and remembers what it has proved.
pub struct OutcomeSolver {
    rules: Rules,
    memory: u64,
    nodes: u64,
    proved: FxHashMap<(Position, Player), bool>,
}

impl OutcomeSolver {
    /// A solver that keeps at most so many bytes.
    pub fn new(rules: Rules, memory: u64) -> Result<OutcomeSolver, SolveError> {
        Ok(OutcomeSolver { rules, memory, nodes: 0, proved: FxHashMap::default() })
    }

    /// The rules of jumping.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the player to move wins.
    pub fn mover_wins(
        &mut self,
        position: &Position,
        to_move: Player,
        monitor: &Monitor,
    ) -> Result<bool, SolveError> {
        Ok(self.winning_move(position, to_move, monitor)?.is_some())
    }

    /// The outcome class of a position.
    pub fn outcome_class(
        &mut self,
        position: &Position,
        monitor: &Monitor,
    ) -> Result<OutcomeClass, SolveError> {
        let black = self.mover_wins(position, Player::Black, monitor)?;
        let white = self.mover_wins(position, Player::White, monitor)?;
        Ok(OutcomeClass::from_beginners(black, white))
    }

    /// A winning move of the player to move, if there is one.
    pub fn winning_move(
        &mut self,
        position: &Position,
        to_move: Player,
        monitor: &Monitor,
    ) -> Result<Option<Move>, SolveError> {
        self.nodes += 1;
        for played in moves(position, to_move, self.rules) {
            monitor.check()?;
            let option = position.play(&played).expect("a legal move");
            let key = (option.clone(), to_move.opponent());
            let won = match self.proved.get(&key) {
                Some(&won) => won,
                None => self.mover_wins(&option, to_move.opponent(), monitor)?,
            };
            if (self.proved.len() as u64) < self.memory / 256 {
                self.proved.insert(key, won);
            }
            if !won {
                return Ok(Some(played));
            }
        }
        Ok(None)
    }
}
