//! The engine itself: which of its means it uses for a move.

use super::options::{Options, Provable};
use super::search::{Effort, Found, Search, Verdict, search_on};
use super::timer::until;
use super::{Basis, Choice, Hint, KnownValue, Level, Limit, Strength, winner};
use crate::board::{Cell, Player, Position, Rules, Square};
use crate::game::{Game, Ply, removal};
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

/// What may be spent on a choice.
#[derive(Clone, Copy)]
struct Allowance {
    start: Instant,
    time: Option<Duration>,
    nodes: u64,
}

impl Allowance {
    /// When a part of the time, such as 1/2, is over.
    fn deadline(&self, part: u32, of: u32) -> Option<Instant> {
        // So long a time that there is no end of it is no limit.
        self.time.and_then(|time| self.start.checked_add(time / of * part))
    }

    /// The allowance in so many equal shares, one after the other.
    fn shared(self, shares: usize) -> impl Iterator<Item = Allowance> {
        let number = shares.max(1) as u32;
        let time = self.time.map(|time| time / number);
        let nodes = self.nodes / u64::from(number);
        (0..number).map(move |share| {
            let start = self.start + time.unwrap_or_default() * share;
            Allowance { start, time, nodes }
        })
    }
}

/// With more stones it is unlikely that it can be proved who wins, and on boards of more cells hopeless.
const PROVABLE_STONES: usize = 45;
const PROVABLE_CELLS: usize = 64;

/// Positions that the search looks at to find which of several lost moves makes a game last.
const DEFENCE_NODES: u64 = 50_000;

/// How many moves ahead a casual player looks.
const CASUAL_DEPTH: u32 = 3;

/// How long a hint may look for the value, where the strength is not limited by time.
const VALUE_TIME: Duration = Duration::from_secs(2);

impl Engine {
    /// Memory that is enough for most games, in bytes.
    pub const DEFAULT_MEMORY: u64 = 256 << 20;

    /// An engine that takes about so many bytes of memory, and for a hint half as many again.
    ///
    /// # Errors
    /// [`SolveError::MemoryTooSmall`] if that is too little to work with.
    pub fn new(rules: Rules, strength: Strength, memory: u64) -> Result<Engine, SolveError> {
        let solver = new_solver(rules, memory)?;
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
        let options = Options::moves(position, to_move, self.rules);
        let choice = match options.plays.len() {
            0 => return None,
            1 => Choice { played: 0, basis: Basis::OnlyMove, nodes: 0 },
            _ => self.choose_among(&options, self.allowance(), monitor),
        };
        Some(choice.map(|best| options.plays[best]))
    }

    /// What the engine plays in a game: a move, or a stone to remove. `None` if the game is over.
    pub fn choose_ply(&mut self, game: &Game, monitor: &Monitor) -> Option<Choice<Ply>> {
        match game.legal_plies()[..] {
            [] => None,
            [only] => Some(Choice { played: only, basis: Basis::OnlyMove, nodes: 0 }),
            _ => Some(self.think(game, monitor)),
        }
    }

    /// The choice among the plies of a game that is not over, even if there is only one.
    fn think(&mut self, game: &Game, monitor: &Monitor) -> Choice<Ply> {
        let (position, player) = (game.position(), game.to_move());
        if !game.is_removal_next() {
            let options = Options::moves(position, player, self.rules);
            let choice = self.choose_among(&options, self.allowance(), monitor);
            return choice.map(|best| Ply::Move(options.plays[best]));
        }
        let options = Options::removals(position, player, self.rules, &game.removals());
        let choice = if game.plies().is_empty() {
            self.choose_first_removal(game, &options, monitor)
        } else {
            self.choose_among(&options, self.allowance(), monitor)
        };
        choice.map(|best| Ply::Removal(options.plays[best]))
    }

    /// The stone that Black removes: that after which White's best removal is the worst for White.
    fn choose_first_removal(
        &mut self,
        game: &Game,
        options: &Options<Square>,
        monitor: &Monitor,
    ) -> Choice<usize> {
        let mut best = Choice { played: 0, basis: Basis::Loses { winning_answers: None }, nodes: 0 };
        for (option, allowance) in self.allowance().shared(options.plays.len()).enumerate() {
            let removed = options.plays[option];
            let squares =
                removal::second_removals(game.position().rows(), game.position().columns(), removed);
            let (after, player) = (&options.positions[option], options.player.opponent());
            let answers = Options::removals(after, player, self.rules, &squares);
            let mut basis = Basis::Wins;
            if !answers.plays.is_empty() {
                let answer = self.choose_among(&answers, allowance, monitor);
                basis = answer.basis.for_the_opponent();
                best.nodes += answer.nodes;
            }
            if basis.hope_of_black() > best.basis.hope_of_black() {
                (best.played, best.basis) = (option, basis);
            }
        }
        best
    }

    /// The best of some options, of which there is one at least, by its number.
    fn choose_among<P>(
        &mut self,
        options: &Options<P>,
        allowance: Allowance,
        monitor: &Monitor,
    ) -> Choice<usize>
    where
        Options<P>: Provable,
    {
        let proved_before = self.solver.nodes();
        let choice = match self.prove(options, allowance, monitor) {
            Some(Some(played)) => Choice { played, basis: Basis::Wins, nodes: 0 },
            Some(None) => self.defend(options, allowance, monitor),
            None => self.estimate(options, allowance, monitor),
        };
        let nodes = choice.nodes + self.solver.nodes().saturating_sub(proved_before);
        Choice { nodes, ..choice }
    }

    /// An option that is proved to win, or none if it is proved that all lose, as far as the solver can tell
    /// in a part of the time.
    fn prove<P>(
        &mut self,
        options: &Options<P>,
        allowance: Allowance,
        monitor: &Monitor,
    ) -> Option<Option<usize>>
    where
        Options<P>: Provable,
    {
        let (rows, columns) = (options.before.rows(), options.before.columns());
        let stones = options.before.cells().filter(|(.., cell)| cell.owner().is_some()).count();
        let is_crowded = stones > PROVABLE_STONES;
        if !self.has_solver() || is_crowded && rows * columns > PROVABLE_CELLS {
            return None;
        }
        let deadline = allowance.deadline(1, if is_crowded { 8 } else { 2 });
        let solver = &mut self.solver;
        let proof = until(monitor, deadline, &self.store, |monitor| options.winning(solver, monitor));
        if !matches!(proof, Ok(_) | Err(SolveError::Interrupted)) {
            // It is full. Begin again with what is likely to be asked from now on.
            self.solver = new_solver(self.rules, self.memory).ok()?;
        }
        proof.ok()
    }

    /// The option that the search finds.
    fn estimate<P>(&mut self, options: &Options<P>, allowance: Allowance, monitor: &Monitor) -> Choice<usize>
    where
        Options<P>: Provable,
    {
        let found = self.search(options, allowance.nodes, allowance.deadline(1, 1), monitor);
        let basis = match found.verdict {
            Verdict::Wins => Basis::Wins,
            Verdict::Loses if self.has_solver() => return self.defend(options, allowance, monitor),
            Verdict::Loses => Basis::Loses { winning_answers: None },
            Verdict::Estimate { score, depth } => {
                let score = if options.player == Player::Black { score } else { -score };
                Basis::Estimate { depth, score }
            }
        };
        Choice { played: found.best, basis, nodes: found.nodes }
    }

    /// The option that leaves the opponent, who wins anyway, the fewest winning answers; of several the one
    /// that the search prefers, by which the game lasts longer.
    fn defend<P>(&mut self, options: &Options<P>, allowance: Allowance, monitor: &Monitor) -> Choice<usize> {
        let nodes = allowance.nodes.min(DEFENCE_NODES);
        let found = self.search(options, nodes, allowance.deadline(3, 4), monitor);
        let solver = &mut self.solver;
        let stubborn = until(monitor, allowance.deadline(1, 1), &self.store, |monitor| {
            options.fewest_winning_answers(found.best, solver, monitor)
        });
        let (played, winning_answers) =
            stubborn.map_or((found.best, None), |(option, answers)| (option, Some(answers)));
        Choice { played, basis: Basis::Loses { winning_answers }, nodes: found.nodes }
    }

    /// Searches as deep as the level and the limits allow.
    fn search<P>(
        &mut self,
        options: &Options<P>,
        nodes: u64,
        deadline: Option<Instant>,
        monitor: &Monitor,
    ) -> Found {
        let level = self.strength.level;
        if self.store.bytes() > self.memory / 4 {
            (self.store, self.search) = (new_store(self.memory), None);
        }
        let setting = Setting::of(&options.before, level);
        let search = match self.search.take() {
            Some((before, search)) if before == setting => search,
            _ => search_on(&options.before, self.rules, self.memory / 4),
        };
        let search = &mut self.search.insert((setting, search)).1;
        let depth = match level {
            Level::Beginner => 1,
            Level::Casual => CASUAL_DEPTH,
            Level::Advanced | Level::Expert => u32::MAX,
        };
        let thorough = level >= Level::Advanced;
        until(monitor, deadline, &self.store, |monitor| {
            let effort = Effort { monitor, nodes, depth, thorough };
            search.best_for(options.player, &options.positions, &self.store, effort)
        })
    }

    /// What the engine would play, who wins where that can be proved, and the exact value where it can be
    /// found. Takes up to twice as long as a move.
    pub fn hint(&mut self, game: &Game, monitor: &Monitor) -> Hint {
        let value = if game.is_removal_next() { None } else { self.value(game.position(), monitor) };
        let choice = (!game.is_over()).then(|| self.think(game, monitor));
        let player = game.to_move();
        let winner = match (choice.as_ref().map(|choice| choice.basis), &value) {
            (None | Some(Basis::Loses { .. }), _) => Some(player.opponent()),
            (Some(Basis::Wins), _) => Some(player),
            (_, Some(value)) => Some(winner(value.outcome, player)),
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

    /// What the engine may spend on a move that begins now.
    fn allowance(&self) -> Allowance {
        let nodes = if let Limit::Nodes(nodes) = self.strength.limit { nodes } else { u64::MAX };
        Allowance { start: Instant::now(), time: self.time(), nodes }
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

/// A solver for a part of an engine's memory.
fn new_solver(rules: Rules, memory: u64) -> Result<OutcomeSolver, SolveError> {
    OutcomeSolver::new(rules, memory / 2).map_err(|error| match error {
        SolveError::MemoryTooSmall { least } => SolveError::MemoryTooSmall { least: 2 * least },
        error => error,
    })
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
