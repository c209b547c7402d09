//! The engine itself: which of its means it uses for a move.

use super::search::{Effort, Found, Search, Verdict, search_on};
use super::timer::until;
use super::{Basis, Choice, Hint, KnownValue, Level, Limit, Strength, winner};
use crate::board::{Cell, Move, Player, Position, Rules, moves};
use crate::region::black_is_odd;
use crate::solve::{Monitor, OutcomeSolver, SolveError, ValueSolver};
use crate::value::notation::Notation;
use crate::value::{Analysis, StoreLimits, ValueStore};
use std::time::{Duration, Instant};

/// Plays Kōnane, from any position of any board.
///
/// It remembers what it found out from one move to the next. It can be sent to another thread, and is
/// stopped through the [`Monitor`] it was given: then it answers within some milliseconds, with the best
/// move that it has found so far.
pub struct Engine {
    rules: Rules,
    strength: Strength,
    memory: u64,
    solver: OutcomeSolver,
    store: ValueStore,
    search: Option<(Setting, Box<dyn Search>)>,
}

/// What positions have in common that one search can go through.
#[derive(PartialEq, Eq)]
struct Setting {
    /// The board without stones.
    board: Position,
    black_is_odd: Option<bool>,
    level: Level,
}

/// With more stones it is unlikely that it can be proved who wins.
const PROVABLE_STONES: usize = 45;

/// How many moves ahead a casual player looks.
const CASUAL_DEPTH: u32 = 3;

/// How long a hint may look for the value, where the strength is not limited by time.
const VALUE_TIME: Duration = Duration::from_secs(2);

impl Engine {
    /// Memory that is enough for most games, in bytes.
    pub const DEFAULT_MEMORY: u64 = 256 << 20;

    /// An engine that takes about so many bytes of memory.
    ///
    /// # Errors
    /// Too little memory to work with.
    pub fn new(rules: Rules, strength: Strength, memory: u64) -> Result<Engine, SolveError> {
        let solver = OutcomeSolver::new(rules, memory / 2)?;
        Ok(Engine { rules, strength, memory, solver, store: new_store(memory), search: None })
    }

    /// The rules by which it plays.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// How strong it plays.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// Lets it play stronger or weaker from now on; what it has proved it remembers.
    pub fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// The engine's move, always a legal one; `None` if there is none, so that `to_move` has lost.
    pub fn choose(&mut self, position: &Position, to_move: Player, monitor: &Monitor) -> Option<Choice> {
        let options = Options::new(position, to_move, self.rules);
        let (&first, others) = options.moves.split_first()?;
        if others.is_empty() {
            return Some(Choice { played: first, basis: Basis::OnlyMove, nodes: 0 });
        }
        let start = Instant::now();
        let proved_before = self.solver.nodes();
        let mut choice = match self.prove(position, to_move, start, monitor) {
            Some(Some(played)) => Choice { played, basis: Basis::Wins, nodes: 0 },
            Some(None) => self.defend(&options, start, monitor),
            None => self.estimate(&options, start, monitor),
        };
        choice.nodes += self.solver.nodes() - proved_before;
        Some(choice)
    }

    /// A move that is proved to win, or none if it is proved that all lose, as far as the solver can tell in
    /// a part of the time.
    fn prove(
        &mut self,
        position: &Position,
        to_move: Player,
        start: Instant,
        monitor: &Monitor,
    ) -> Option<Option<Move>> {
        if !self.has_solver() {
            return None;
        }
        let stones = position.cells().filter(|(.., cell)| cell.owner().is_some()).count();
        let share = if stones <= PROVABLE_STONES { 2 } else { 8 };
        let deadline = self.time().map(|time| start + time / share);
        let solver = &mut self.solver;
        until(monitor, deadline, &self.store, |monitor| solver.winning_move(position, to_move, monitor)).ok()
    }

    /// The move that the search finds.
    fn estimate(&mut self, options: &Options, start: Instant, monitor: &Monitor) -> Choice {
        let found = self.search(options, self.time().map(|time| start + time), monitor);
        let basis = match found.verdict {
            Verdict::Wins => Basis::Wins,
            Verdict::Loses if self.has_solver() => return self.defend(options, start, monitor),
            Verdict::Loses => Basis::Loses { winning_answers: None },
            Verdict::Estimate { score, depth } => {
                let score = if options.player == Player::Black { score } else { -score };
                Basis::Estimate { depth, score }
            }
        };
        Choice { played: options.moves[found.best], basis, nodes: found.nodes }
    }

    /// The move that leaves the opponent, who wins anyway, the fewest winning answers; of several the one
    /// that the search prefers, by which the game lasts longer.
    fn defend(&mut self, options: &Options, start: Instant, monitor: &Monitor) -> Choice {
        let deadline = |share| self.time().map(|time| start + time * share / 4);
        let (search_deadline, deadline) = (deadline(3), deadline(4));
        let Found { best, nodes, .. } = self.search(options, search_deadline, monitor);
        let solver = &mut self.solver;
        let stubborn = until(monitor, deadline, &self.store, |monitor| {
            options.fewest_winning_answers(best, solver, monitor)
        });
        let (best, winning_answers) = match stubborn {
            Some((best, answers)) => (best, Some(answers)),
            None => (best, None),
        };
        Choice { played: options.moves[best], basis: Basis::Loses { winning_answers }, nodes }
    }

    /// Searches as deep as the level and the limits allow.
    fn search(&mut self, options: &Options, deadline: Option<Instant>, monitor: &Monitor) -> Found {
        let level = self.strength.level;
        let setting = Setting::of(&options.before, level);
        if self.store.bytes() > self.memory / 4 {
            (self.store, self.search) = (new_store(self.memory), None);
        }
        let search = match self.search.take() {
            Some((before, search)) if before == setting => search,
            _ => search_on(&options.before, self.rules, self.memory / 4),
        };
        let search = &mut self.search.insert((setting, search)).1;
        let nodes = if let Limit::Nodes(nodes) = self.strength.limit { nodes } else { u64::MAX };
        let depth = match level {
            Level::Beginner => 1,
            Level::Casual => CASUAL_DEPTH,
            Level::Advanced | Level::Expert => u32::MAX,
        };
        let regions = level >= Level::Advanced;
        until(monitor, deadline, &self.store, |monitor| {
            let effort = Effort { monitor, nodes, depth, regions };
            search.best_for(options.player, &options.positions, &self.store, effort)
        })
    }

    /// The move that the engine would make, who wins where that can be proved, and the exact value where it
    /// can be found. Takes up to twice as long as a move.
    pub fn hint(&mut self, position: &Position, to_move: Player, monitor: &Monitor) -> Hint {
        let value = self.value(position, monitor);
        let choice = self.choose(position, to_move, monitor);
        let opponent = to_move.opponent();
        let winner = match (choice.as_ref().map(|choice| choice.basis), &value) {
            (None | Some(Basis::Loses { .. }), _) => Some(opponent),
            (Some(Basis::Wins), _) => Some(to_move),
            (_, Some(value)) => Some(winner(value.outcome, to_move)),
            (_, None) => None,
        };
        Hint { choice, winner, value }
    }

    /// The exact value of a position, if it can be found in the time for a move.
    fn value(&self, position: &Position, monitor: &Monitor) -> Option<KnownValue> {
        let deadline = Instant::now() + self.time().unwrap_or(VALUE_TIME);
        // A store of its own, which is gone afterwards: values of whole boards are many.
        let store = new_store(self.memory);
        until(monitor, Some(deadline), &store, |monitor| {
            let mut solver = ValueSolver::new(&store, self.rules, Some(self.memory / 2));
            let value = solver.value(position, monitor).ok()?;
            let mut analysis = Analysis::new(&store);
            Some(KnownValue {
                text: store.text(value, Notation::Cgsuite).ok()?,
                outcome: store.outcome_class(value).ok()?,
                mean: analysis.mean(value).ok()?,
                temperature: analysis.temperature(value).ok()?,
            })
        })
    }

    /// Whether the solver is asked who wins. It is not where positions are counted, as it is only stopped by
    /// the clock.
    fn has_solver(&self) -> bool {
        self.strength.level == Level::Expert && !matches!(self.strength.limit, Limit::Nodes(_))
    }

    /// The time for a move, if that is what is limited.
    fn time(&self) -> Option<Duration> {
        match self.strength.limit {
            Limit::Time(time) => Some(time),
            Limit::Nodes(_) | Limit::Unlimited => None,
        }
    }
}

/// A store for a part of an engine's memory.
fn new_store(memory: u64) -> ValueStore {
    ValueStore::with_limits(StoreLimits {
        comparison_memo_bits: 16,
        sum_memo_entries: (memory / 256) as usize,
        memory: Some(memory / 4),
    })
}

impl Setting {
    fn of(position: &Position, level: Level) -> Setting {
        let mut board = position.clone();
        let mut stones = Vec::new();
        for (row, column, cell) in position.cells() {
            if let Some(owner) = cell.owner() {
                stones.push((row, column, owner));
                board.set(row, column, Cell::Empty);
            }
        }
        Setting { board, black_is_odd: black_is_odd(stones.into_iter()), level }
    }
}

/// The moves of a player, and the positions they lead to.
struct Options {
    before: Position,
    player: Player,
    rules: Rules,
    moves: Vec<Move>,
    positions: Vec<Position>,
}

impl Options {
    fn new(position: &Position, player: Player, rules: Rules) -> Options {
        let moves = moves(position, player, rules);
        let positions = moves.iter().map(|played| position.play(played).expect("a legal move")).collect();
        Options { before: position.clone(), player, rules, moves, positions }
    }

    /// The option after which the fewest of the opponent's answers win, and how many these are. The first of
    /// several, but `preferred` comes before all others. As far as it can be told before the monitor says
    /// stop.
    fn fewest_winning_answers(
        &self,
        preferred: usize,
        solver: &mut OutcomeSolver,
        monitor: &Monitor,
    ) -> Option<(usize, usize)> {
        let mut fewest: Option<(usize, usize)> = None;
        let others = (0..self.moves.len()).filter(|&option| option != preferred);
        for option in std::iter::once(preferred).chain(others) {
            let fewer_than = fewest.map_or(usize::MAX, |(_, answers)| answers);
            match self.winning_answers(option, fewer_than, solver, monitor) {
                Ok(Some(answers)) => fewest = Some((option, answers)),
                Ok(None) => {}
                Err(_) => break,
            }
        }
        fewest
    }

    /// How many of the opponent's answers to a move win, if they are fewer than some number.
    fn winning_answers(
        &self,
        option: usize,
        fewer_than: usize,
        solver: &mut OutcomeSolver,
        monitor: &Monitor,
    ) -> Result<Option<usize>, SolveError> {
        let answers = Options::new(&self.positions[option], self.player.opponent(), self.rules);
        let mut winning = 0;
        for position in &answers.positions {
            winning += usize::from(!solver.mover_wins(position, self.player, monitor)?);
            if winning >= fewer_than {
                return Ok(None);
            }
        }
        Ok(Some(winning))
    }
}
