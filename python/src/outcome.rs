//! Who wins, by search.

use crate::arguments::Bytes;
use crate::attend::{TimeLimit, Watch, attend};
use crate::failure::Failure;
use konane::board::Rules;
use konane::solve::{Monitor, OutcomeSolver, SolveError, available_memory};
use pyo3::Python;
use std::sync::{Mutex, PoisonError};

/// What a search is to go by.
pub struct Search {
    rules: Rules,
    /// The memory ceiling in bytes.
    memory: Option<u64>,
    watch: Watch,
}

/// Solvers with what they have proved, for the next searches.
static KEPT: Mutex<Vec<OutcomeSolver>> = Mutex::new(Vec::new());

/// Solvers kept at most.
const MOST_KEPT: usize = 2;

/// A solver that remembers more bytes than this is thrown away after use.
const MOST_KEPT_BYTES: u64 = 1 << 25;

impl Search {
    /// A search by these rules, with a memory ceiling in bytes.
    pub fn new(
        rules: Rules,
        memory: Option<Bytes>,
        seconds: Option<TimeLimit>,
        progress: Option<bool>,
    ) -> Search {
        let watch = Watch::new("searching", "nodes", seconds, progress);
        Search { rules, memory: memory.map(|bytes| bytes.0), watch }
    }

    /// Asks a solver while attending to Python.
    pub fn run<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut OutcomeSolver, &Monitor) -> Result<T, SolveError> + Send,
    ) -> Result<T, Failure> {
        let mut solver = self.solver()?;
        let answer = attend(
            py,
            self.watch,
            || (),
            |interrupt| {
                solver.set_threads(rayon::current_num_threads());
                Ok(ask(&mut solver, &interrupt.monitor)?)
            },
        );
        // The memory of one with a ceiling of its own is not that of the next.
        if self.memory.is_none() && solver.bytes() <= MOST_KEPT_BYTES {
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            kept.truncate(MOST_KEPT - 1);
            kept.insert(0, solver);
        }
        answer
    }

    /// One that is kept, or a new one.
    fn solver(&self) -> Result<OutcomeSolver, Failure> {
        let kept = || {
            let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            let index = kept.iter().position(|solver| solver.rules() == self.rules)?;
            Some(kept.remove(index))
        };
        match self.memory {
            None => kept().map_or_else(|| Ok(OutcomeSolver::new(self.rules, available_memory())?), Ok),
            Some(memory) => Ok(OutcomeSolver::new(self.rules, memory)?),
        }
    }
}
