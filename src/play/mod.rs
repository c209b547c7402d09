//! The engine that plays: perfectly where it can prove who wins, strongly elsewhere.
//!
//! An expert first asks the [`OutcomeSolver`](crate::solve::OutcomeSolver) who wins, for a part of its time:
//! half of it where a proof is likely, an eighth where it is not. What was proved, and what was tried, is
//! remembered for the moves to come. If there is a winning move, that is played. If all moves lose, that is
//! played which leaves the fewest winning answers, and of several such the one by which the game lasts
//! longer. If it cannot be told, a search by iterative deepening has the rest of the time. It judges by
//! patterns of stones, mobility and the exact values of small regions; where all regions are small, it knows
//! the winner.
//!
//! With a limit of positions instead of time the engine looks at no clock and always plays the same game.
//!
//! ```
//! use konane::board::{Player, Position, Rules};
//! use konane::play::{Basis, Engine, Level, Limit, Strength};
//! use konane::solve::Monitor;
//!
//! let strength = Strength { level: Level::Expert, limit: Limit::Nodes(10_000) };
//! let mut engine = Engine::new(Rules::MultiJump, strength, Engine::DEFAULT_MEMORY)?;
//! let position: Position = "xo.o./.....".parse()?;
//! let choice = engine.choose(&position, Player::Black, &Monitor::new()).expect("Black can move");
//! assert_eq!(choice.basis, Basis::Wins);
//! assert!(engine.choose(&position, Player::White, &Monitor::new()).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod engine;
mod evaluation;
mod ground;
mod options;
mod regions;
mod review;
mod search;
mod strength;
mod table;
mod timer;

pub use choice::{Basis, Choice, Hint, KnownValue};
pub use engine::Engine;
pub use review::Review;
pub use strength::{Level, Limit, Strength, UnknownLevel};

use crate::board::Player;
use crate::value::{OutcomeClass, Side};

/// Who wins a game of some outcome.
fn winner(outcome: OutcomeClass, to_move: Player) -> Player {
    if outcome.mover_wins(Side::from(to_move)) { to_move } else { to_move.opponent() }
}

#[cfg(test)]
mod tests;
