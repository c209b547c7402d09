//! Who wins: the outcome of positions whose value is out of reach.
//!
//! The values of a whole board are far too many, but who wins takes one bit for each player to begin. The
//! [`OutcomeSolver`] finds it by proof-number search on sums of regions, with a transposition table in a fixed
//! budget of memory.
//!
//! ```
//! use konane::board::{Player, Position, Rules};
//! use konane::solve::{Monitor, OutcomeSolver};
//! use konane::value::OutcomeClass;
//!
//! let start: Position = "..xox/oxoxo/xoxox/oxoxo/xoxox".parse()?;
//! let mut solver = OutcomeSolver::new(Rules::MultiJump, 64 << 20)?;
//! assert_eq!(solver.outcome_class(&start, &Monitor::new())?, OutcomeClass::Left);
//! let winning = solver.winning_move(&start, Player::White, &Monitor::new())?;
//! assert_eq!(winning, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * `search`: the search, and how values are used in it.
//! * `transposition`, `numbers`: what it remembers.
//! * `evaluation`: a guess who wins, which orders it.
//! * `region_values`, `safe_moves`: what is known without search.
//! * `arena`, `placed`: boards on planes of one word, and how positions come there.
//! * `checkpoint`: what was found out, in a file.
//! * `line`, `removals`: lines of play, and the two removals before it.
//!
//! # What each technique is worth
//!
//! All [`Techniques`] can be left out. The four setups of a board, both players to begin, in nodes (positions
//! expanded) and seconds, one thread (`cargo bench --bench outcomes -- --without`):
//!
//! | without | 5x6 | | 6x6 | |
//! |---|---|---|---|---|
//! | - | 70,048 | 0.18 s | 335,206 | 0.80 s |
//! | symmetries | 131,981 | 0.34 s | 1,088,620 | 2.7 s |
//! | region values | 85,076 | 0.16 s | 400,573 | 1.1 s |
//! | guessed odds | 138,658 | 0.32 s | 934,258 | 2.1 s |
//! | mobility | 105,182 | 0.25 s | 1,052,774 | 3.0 s |
//! | safe moves | 70,048 | 0.16 s | 335,206 | 0.78 s |
//!
//! Plain alpha-beta with symmetries and a table, which orders moves by the opponent's mobility, takes 659,000 nodes
//! and 1.2 s, and 13,734,118 nodes and 6.6 s, in the same run.
//!
//! Also tried, and left out:
//! * Safe moves also without a value beside the board: 5 % fewer nodes on 6x6, 5 % more on 5x8, and a quarter more
//!   time.
//! * Values of larger regions: up to 11 stones a tenth of the nodes less on 6x6 and a fifth on 5x8, up to 13 a
//!   third, but 2 and 50 times the time; they would have to come from a table.
//! * Disproof numbers as the largest of the options' instead of their sum: three times the nodes.
//! * Weights by the part of the board that is filled: nothing on boards not trained on.
//! * The reflection strategy, by which a position with a symmetry that exchanges the colours is zero if no
//!   possible jump crosses the axis: of full boards it settles those of two rows only, which fall into rows
//!   anyway. That the two players to begin are equivalent in such a position is used: they share an entry.

mod arena;
mod checkpoint;
mod evaluation;
mod line;
mod numbers;
mod placed;
mod region_values;
mod removals;
mod safe_moves;
mod search;
mod techniques;
mod transposition;

pub use checkpoint::CheckpointError;
pub(crate) use evaluation::Evaluation;
pub use line::{MoveOutcome, WinningLine};
pub use removals::{RemovalAnswer, RemovalOutcome};
pub use techniques::Techniques;

use super::{Monitor, SolveError, ValueSolver};
use crate::board::{Move, Player, Position, Rules};
use crate::value::{CanonicalForm, OutcomeClass, Side, StoreLimits, ValueStore};
use arena::{Arena, State, Terms, WordPlane};
use numbers::Numbers;
use placed::{AnyArena, Grounds, Placed, divide};
use region_values::RegionValues;
use search::{Halt, Search, Shared};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use transposition::TranspositionTable;

/// Finds out who wins positions, and remembers what it has proved.
pub struct OutcomeSolver {
    rules: Rules,
    memory: u64,
    threads: usize,
    nodes: AtomicU64,
    store: ValueStore,
    grounds: Grounds,
    table: TranspositionTable,
}

/// The least memory for a solver, in bytes.
const LEAST_MEMORY: u64 = 4 * transposition::LEAST_MEMORY;

impl OutcomeSolver {
    /// A solver that keeps at most so many bytes: three quarters in its transposition table, the rest for
    /// values. It takes less as long as it needs less.
    ///
    /// # Errors
    /// [`SolveError::MemoryTooSmall`] below 1 MiB.
    pub fn new(rules: Rules, memory: u64) -> Result<OutcomeSolver, SolveError> {
        OutcomeSolver::with_techniques(rules, memory, Techniques::ALL)
    }

    /// A solver that leaves out some of what makes it fast.
    ///
    /// # Errors
    /// Those of [`new`](OutcomeSolver::new).
    pub fn with_techniques(
        rules: Rules,
        memory: u64,
        techniques: Techniques,
    ) -> Result<OutcomeSolver, SolveError> {
        if memory < LEAST_MEMORY {
            return Err(SolveError::MemoryTooSmall { least: LEAST_MEMORY >> 20 });
        }
        let limits = StoreLimits {
            comparison_memo_bits: 16,
            sum_memo_entries: (memory / 512).min(1 << 20) as usize,
            memory: Some(memory / 8),
        };
        Ok(OutcomeSolver {
            rules,
            memory,
            threads: 1,
            nodes: AtomicU64::new(0),
            store: ValueStore::with_limits(limits),
            grounds: Grounds::new(Terms { rules, techniques }, memory / 16),
            table: TranspositionTable::new(memory / 4 * 3),
        })
    }

    /// Lets so many threads search together, through one table. It is one if nothing is said.
    ///
    /// They run in the current rayon pool, which should have that many. With one thread the same questions
    /// always take the same way; with more the answers are the same, but not the nodes.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// The rules of jumping.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Bytes taken by what it remembers, about.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.store.bytes() + self.grounds.bytes()
    }

    /// Whether the player to move wins.
    ///
    /// If it is interrupted, what was proved so far is kept: asked again, it goes on.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if the monitor says so; [`SolveError::Value`] or
    /// [`SolveError::MemoryLimit`] if values beside what is searched do not fit the memory.
    pub fn mover_wins(
        &mut self,
        position: &Position,
        to_move: Player,
        monitor: &Monitor,
    ) -> Result<bool, SolveError> {
        monitor.check()?;
        let divided = divide(position);
        let mut beside = CanonicalForm::ZERO;
        if !divided.evaluated.is_empty() {
            let mut solver = ValueSolver::new(&self.store, self.rules, Some(self.memory / 8));
            for part in &divided.evaluated {
                beside = self.store.add(beside, solver.value(part, monitor)?)?;
            }
        }
        let Some(searched) = &divided.searched else {
            return Ok(self.store.outcome_class(beside)?.mover_wins(Side::from(to_move)));
        };
        let placed = self.placed(searched);
        let root = placed.state(beside, to_move);
        loop {
            let ground = self.grounds.get(placed.ground);
            let result = match &ground.arena {
                AnyArena::Row(arena) => self.search(arena, &ground.values, root, monitor),
                AnyArena::Square(arena) => self.search(arena, &ground.values, root, monitor),
                AnyArena::Rectangle(arena) => self.search(arena, &ground.values, root, monitor),
            };
            match result {
                Ok(mover_wins) => return Ok(mover_wins),
                Err(Halt::Failed(error)) => return Err(error),
                Err(Halt::Called) if self.table.wants_to_grow() => self.table.grow(),
                Err(Halt::Called) => {}
            }
        }
    }

    /// The position on its ground. If all numbers of boards are taken, what is known of them is forgotten.
    fn placed(&mut self, position: &Position) -> Placed {
        if let Some(placed) = self.grounds.place(position) {
            return placed;
        }
        self.grounds.clear();
        self.table = TranspositionTable::new(self.memory / 4 * 3);
        self.grounds.place(position).expect("there are no grounds")
    }

    /// Searches with all threads until one has the answer.
    fn search<P: WordPlane>(
        &self,
        arena: &Arena<P>,
        values: &RegionValues,
        root: State,
        monitor: &Monitor,
    ) -> Result<bool, Halt> {
        let halt = AtomicBool::new(false);
        let crowds: Vec<AtomicU8> = match self.threads {
            1 => Vec::new(),
            _ => (0..CROWDS).map(|_| AtomicU8::new(0)).collect(),
        };
        let shared = Shared {
            arena,
            store: &self.store,
            table: &self.table,
            values,
            monitor,
            nodes: &self.nodes,
            crowds: &crowds,
            halt: &halt,
        };
        if self.threads == 1 {
            return Search::new(&shared).solve(root);
        }
        let results = std::sync::Mutex::new(Vec::new());
        rayon::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|_| {
                    let result = Search::new(&shared).solve(root);
                    // Whatever one comes back with ends it for all.
                    halt.store(true, Ordering::Relaxed);
                    if let Ok(mut results) = results.lock() {
                        results.push(result);
                    }
                });
            }
        });
        let mut results = results.into_inner().unwrap_or_default();
        let best = results.iter().position(|result| result.is_ok());
        let best = best.or_else(|| results.iter().position(|result| matches!(result, Err(Halt::Failed(_)))));
        best.map_or(Err(Halt::Called), |best| results.swap_remove(best))
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
    ///
    /// # Errors
    /// Those of [`mover_wins`](OutcomeSolver::mover_wins).
    pub fn winning_move(
        &mut self,
        position: &Position,
        to_move: Player,
        monitor: &Monitor,
    ) -> Result<Option<Move>, SolveError> {
        if !self.mover_wins(position, to_move, monitor)? {
            return Ok(None);
        }
        let mut options = self.options(position, to_move);
        // The proof that was just found begins with a move after which the opponent is known to lose.
        let known_lost =
            |(_, option): &(Move, Position)| self.known(option, to_move.opponent()) == Some(false);
        if let Some(index) = options.iter().position(known_lost) {
            return Ok(Some(options.swap_remove(index).0));
        }
        for (played, option) in options {
            if !self.mover_wins(&option, to_move.opponent(), monitor)? {
                return Ok(Some(played));
            }
        }
        Ok(None)
    }

    /// Who wins, if the table has it.
    fn known(&mut self, position: &Position, to_move: Player) -> Option<bool> {
        let divided = divide(position);
        let searched = divided.searched.filter(|_| divided.evaluated.is_empty())?;
        let placed = self.grounds.place(&searched)?;
        let state = placed.state(CanonicalForm::ZERO, to_move);
        let key = self.grounds.get(placed.ground).arena.key(state);
        self.table.get(key).and_then(Numbers::mover_wins)
    }
}

/// Counters of how many threads are at a state, shared by all states of a hash.
const CROWDS: usize = 1 << 12;
