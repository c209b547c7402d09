//! What the engine says: its move, and why.

use crate::board::{Move, Player};
use crate::game::Ply;
use crate::value::{OutcomeClass, Rational};
use std::fmt;

/// The engine's move; in games from the full board also its removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<P = Move> {
    /// The move.
    pub played: P,
    /// What speaks for it.
    pub basis: Basis,
    /// Positions that the engine looked at.
    pub nodes: u64,
}

/// What speaks for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// There is no other.
    OnlyMove,
    /// It wins against any defence: that is proved.
    Wins,
    /// All moves lose against best play: that is proved.
    Loses {
        /// How many of the opponent's answers to this move win, if they were all tried. No other move
        /// leaves fewer.
        winning_answers: Option<usize>,
    },
    /// It seemed best as far as the engine looked.
    Estimate {
        /// How many moves it looked ahead.
        depth: u32,
        /// By how many moves Black is ahead, about, in hundredths of a move; negative if White is.
        score: i32,
    },
}

impl Basis {
    /// What it means for the other player that a move was chosen on this basis.
    pub(super) fn for_the_opponent(self) -> Basis {
        match self {
            Basis::Wins => Basis::Loses { winning_answers: None },
            Basis::Loses { .. } => Basis::Wins,
            other => other,
        }
    }

    /// Orders the bases of moves of Black by what Black may hope for.
    pub(super) fn hope_of_black(self) -> i32 {
        match self {
            Basis::Wins => i32::MAX,
            Basis::Loses { .. } => i32::MIN,
            Basis::Estimate { score, .. } => score,
            // There is nothing to be told from it.
            Basis::OnlyMove => 0,
        }
    }
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Basis::OnlyMove => f.write_str("the only move"),
            Basis::Wins => f.write_str("wins"),
            Basis::Loses { winning_answers: None } => f.write_str("loses"),
            Basis::Loses { winning_answers: Some(1) } => f.write_str("loses to one answer only"),
            Basis::Loses { winning_answers: Some(answers) } => write!(f, "loses to {answers} answers"),
            Basis::Estimate { depth, score } => {
                write!(f, "{:+.2} at depth {depth}", f64::from(score) / 100.0)
            }
        }
    }
}

impl<P> Choice<P> {
    /// The same choice in other words.
    pub(super) fn map<Q>(self, name: impl FnOnce(P) -> Q) -> Choice<Q> {
        Choice { played: name(self.played), basis: self.basis, nodes: self.nodes }
    }
}

/// What can be said to a player who asks for help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What the engine would play; `None` if there is nothing to play, so that the game is over.
    pub choice: Option<Choice<Ply>>,
    /// Who wins if both play well, where that is proved.
    pub winner: Option<Player>,
    /// The exact value of the position, where it could be found; none while stones are to be removed.
    pub value: Option<KnownValue>,
}

/// The exact value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownValue {
    /// The value as CGSuite writes it.
    pub text: String,
    /// Who wins.
    pub outcome: OutcomeClass,
    /// What it is worth on average, in moves of Black.
    pub mean: Rational,
    /// How urgent it is to move in it.
    pub temperature: Rational,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_told_in_words() {
        let estimate = |score| Basis::Estimate { depth: 7, score }.to_string();
        assert_eq!(estimate(125), "+1.25 at depth 7");
        assert_eq!(estimate(-5), "-0.05 at depth 7");
        assert_eq!(Basis::Loses { winning_answers: Some(1) }.to_string(), "loses to one answer only");
        assert_eq!(Basis::Loses { winning_answers: Some(3) }.to_string(), "loses to 3 answers");
    }
}
