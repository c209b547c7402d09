//! The engine at work, for whoever waits for it.

use crate::cli::failure::Failure;
use konane::board::Rules;
use konane::game::{Game, Ply};
use konane::play::{Choice, Engine, Hint, Strength};
use konane::solve::Monitor;

/// An engine that plays games of any rules, and what it is made with.
pub struct Thinker {
    engine: Engine,
    memory: u64,
}

impl Thinker {
    /// An engine with so many bytes of memory.
    pub fn new(rules: Rules, strength: Strength, memory: u64) -> Result<Thinker, Failure> {
        let engine = Engine::new(rules, strength, memory)
            .map_err(|error| Failure::input(format!("--memory: {error}")))?;
        Ok(Thinker { engine, memory })
    }

    /// What the engine plays; `None` if the game is over.
    pub fn choose(&mut self, game: &Game, monitor: &Monitor) -> Result<Option<Choice<Ply>>, Failure> {
        Ok(self.engine_for(game.rules())?.choose_ply(game, monitor))
    }

    /// What the engine tells a player.
    pub fn hint(&mut self, game: &Game, monitor: &Monitor) -> Result<Hint, Failure> {
        Ok(self.engine_for(game.rules())?.hint(game, monitor))
    }

    /// The engine, or another one if a game of other rules was loaded.
    fn engine_for(&mut self, rules: Rules) -> Result<&mut Engine, Failure> {
        if self.engine.rules() != rules {
            *self = Thinker::new(rules, self.engine.strength(), self.memory)?;
        }
        Ok(&mut self.engine)
    }
}
