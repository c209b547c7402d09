//! The search: depth-first proof-number search on sums.
//!
//! **Depth-first proof-number search** (Nagai, *Df-pn algorithm for searching AND/OR trees*, 2002) expands next
//! what looks cheapest to settle. A position's proof number is the least disproof number among its options',
//! its disproof number the sum of their proof numbers. An option is searched until its numbers pass the
//! thresholds beyond which another option looks better, and half of that more, lest the search jumps to
//! and fro (Pawlewicz and Lew, 2007). What is known of a position stays in the transposition table alone, so
//! that a search which is stopped goes on where it was.
//!
//! The first numbers of a position are a guess. With the guessed odds `e^z` that the mover wins (see
//! [`evaluation`](super::evaluation)) and a and b ways to move for the mover and the opponent, they are
//! `64 (b + 1)³ e^(-0.4 z)` and `64 a³ e^(0.4 z)`: much can be answered in many ways.
//!
//! **Sums.** A state is a set of stones and a value beside it. Regions whose value is known are taken off the
//! board, which is exact by the theorems of [`region`](crate::region), and their values added; zero sums and
//! pairs G, -G vanish in the canonical form by themselves. When nothing is left on the board, the sign of the value
//! decides. Else the moves are those on the board and those in the value.
//!
//! **Numbers are compared, not searched.** [`safe_moves`](super::safe_moves) bounds what is on the board by
//! integers from both sides; with a number beside it, or a value whose stops are far enough away, that may tell
//! who wins. The canonical options of a number remain among the moves, the last to be tried: only if the board
//! is worth a number too may one of them be needed (number avoidance theorem: Siegel, *Combinatorial Game
//! Theory*, II.3).

use super::arena::{Arena, State, WordPlane};
use super::numbers::Numbers;
use super::region_values::RegionValues;
use super::techniques::Techniques;
use super::transposition::{Key, TranspositionTable};
use crate::board::Player;
use crate::region::{Checkered, Parts, split};
use crate::solve::{Monitor, SolveError};
use crate::value::{CanonicalForm, Dyadic, Side, ValueStore};
use smallvec::SmallVec;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// What the threads of a search share.
pub(super) struct Shared<'a, P> {
    pub(super) arena: &'a Arena<P>,
    pub(super) store: &'a ValueStore,
    pub(super) table: &'a TranspositionTable,
    pub(super) values: &'a RegionValues,
    pub(super) monitor: &'a Monitor,
    /// Nodes of all threads.
    pub(super) nodes: &'a AtomicU64,
    /// How many threads are at the states of each hash; empty if there is only one.
    pub(super) crowds: &'a [AtomicU8],
    /// That the threads should come back: the root is settled, or the table wants to grow.
    pub(super) halt: &'a AtomicBool,
}

/// Why a search came back without an answer.
#[derive(Debug)]
pub(super) enum Halt {
    /// The others have the answer, or the table wants to grow.
    Called,
    Failed(SolveError),
}

impl<E: Into<SolveError>> From<E> for Halt {
    fn from(error: E) -> Halt {
        Halt::Failed(error.into())
    }
}

/// A move from a state: where it leads, with the numbers for the player who moves there.
#[derive(Clone, Copy)]
struct Branch {
    state: State,
    numbers: Numbers,
}

/// One thread of the search.
pub(super) struct Search<'a, P> {
    shared: &'a Shared<'a, P>,
    /// The branches of all states from the root to where the search is.
    branches: Vec<Branch>,
    nodes: u64,
    /// Nodes that others know of.
    told: u64,
}

/// What is left of a state when all that is known of it is used.
enum Settled {
    /// It is known whether the player to move wins.
    Decided(bool),
    /// The search is needed.
    Open(State),
}

/// Nodes between two looks at whether to stop.
const LOOK_EVERY: u64 = 64;

impl<'a, P: WordPlane> Search<'a, P> {
    pub(super) fn new(shared: &'a Shared<'a, P>) -> Search<'a, P> {
        Search { shared, branches: Vec::new(), nodes: 0, told: 0 }
    }

    /// Whether the player to move wins.
    pub(super) fn solve(&mut self, root: State) -> Result<bool, Halt> {
        let result = self.solve_open(root);
        self.tell();
        self.branches.clear();
        result
    }

    fn solve_open(&mut self, root: State) -> Result<bool, Halt> {
        let root = match self.settle(root)? {
            Settled::Decided(mover_wins) => return Ok(mover_wins),
            Settled::Open(root) => root,
        };
        loop {
            let known = self.shared.table.get(self.shared.arena.key(root));
            if let Some(mover_wins) = known.and_then(Numbers::mover_wins) {
                return Ok(mover_wins);
            }
            let unlimited = Numbers { proof: f64::INFINITY, disproof: f64::INFINITY };
            if let Some(mover_wins) = self.expand(root, unlimited)?.mover_wins() {
                return Ok(mover_wins);
            }
        }
    }

    /// Searches a state until it is settled or one of its numbers reaches the threshold.
    fn expand(&mut self, state: State, thresholds: Numbers) -> Result<Numbers, Halt> {
        self.count_node()?;
        let first = self.branches.len();
        let nodes_before = self.nodes;
        self.add_branches(state)?;
        let numbers = loop {
            let choice = choose(&self.branches[first..], |branch| self.crowding(branch));
            let numbers = choice.numbers;
            let beyond = numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof;
            if beyond || numbers.mover_wins().is_some() {
                break numbers;
            }
            let branch = self.branches[first + choice.best];
            let limits = choice.limits(&branch, thresholds);
            let searched = self.expand_in_company(branch.state, limits)?;
            self.branches[first + choice.best].numbers = searched;
            self.look_up_again(first);
        };
        self.branches.truncate(first);
        self.shared.table.put(self.shared.arena.key(state), numbers, self.nodes - nodes_before + 1);
        Ok(numbers)
    }

    fn count_node(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY) {
            self.tell();
            self.shared.monitor.check()?;
            if self.shared.halt.load(Ordering::Relaxed) || self.shared.table.wants_to_grow() {
                return Err(Halt::Called);
            }
        }
        Ok(())
    }

    /// Adds the nodes since the last time to those of all threads.
    fn tell(&mut self) {
        let new = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed);
        self.shared.monitor.advance(new);
    }

    /// Puts the branches of a state on the stack, up to one that wins at once.
    fn add_branches(&mut self, state: State) -> Result<(), Halt> {
        let Shared { arena, table, store, .. } = *self.shared;
        let to_move = state.to_move.opponent();
        let mut options: SmallVec<[State; 64]> = SmallVec::new();
        arena.for_each_move(state.occupied, state.to_move, |occupied| {
            options.push(State { occupied, to_move, ..state });
        });
        let on_board = options.len();
        if state.beside != CanonicalForm::ZERO {
            let values = store.options(state.beside, Side::from(state.to_move))?;
            options.extend(values.iter().map(|&beside| State { beside, to_move, ..state }));
        }
        // All look-ups together, so that they need not wait for each other.
        let keys: SmallVec<[Key; 64]> = options.iter().map(|&option| arena.key(option)).collect();
        let known: SmallVec<[Option<Numbers>; 64]> = keys.iter().map(|&key| table.get(key)).collect();
        let is_number = store.as_number(state.beside).is_some();
        for (index, (option, known)) in options.into_iter().zip(known).enumerate() {
            let mut branch = match known {
                Some(numbers) => Branch { state: option, numbers },
                None => self.first_numbers(option)?,
            };
            if index >= on_board && is_number && branch.numbers.mover_wins().is_none() {
                branch.numbers.disproof *= LAST;
            }
            self.branches.push(branch);
            if branch.numbers.disproof == 0.0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What is known or guessed of a state that is not in the table as it is.
    fn first_numbers(&mut self, state: State) -> Result<Branch, Halt> {
        let Shared { arena, table, .. } = *self.shared;
        Ok(match self.settle(state)? {
            Settled::Decided(mover_wins) => Branch { state, numbers: Numbers::decided(mover_wins) },
            Settled::Open(settled) => {
                let known = if settled == state { None } else { table.get(arena.key(settled)) };
                Branch { state: settled, numbers: known.unwrap_or_else(|| self.guess(settled)) }
            }
        })
    }

    /// The numbers of a state of which nothing is known.
    fn guess(&self, state: State) -> Numbers {
        let arena = self.shared.arena;
        let own = f64::from(arena.mobility(state.occupied, state.to_move));
        let other = f64::from(arena.mobility(state.occupied, state.to_move.opponent()));
        if own == 0.0 && state.beside == CanonicalForm::ZERO {
            return Numbers::LOSS;
        }
        let Techniques { guessed_odds, mobility, .. } = arena.techniques;
        let for_even = if guessed_odds { arena.evaluation.of(state.occupied) } else { 0.0 };
        let guess = f64::from(if state.to_move == Player::Black { for_even } else { -for_even });
        let odds = (ODDS_EXPONENT * guess).exp();
        let (own, other) = if mobility { (own, other) } else { (1.0, 0.0) };
        Numbers {
            proof: (SCALE * (1.0 + other).powi(3) / odds).max(1.0),
            disproof: (SCALE * own.max(1.0).powi(3) * odds).max(1.0),
        }
    }

    /// Replaces regions by their values, and decides what that suffices for.
    fn settle(&self, state: State) -> Result<Settled, SolveError> {
        let Shared { arena, store, values, .. } = *self.shared;
        let mut parts = Parts::new();
        split(arena.plane, arena.playable, Checkered(state.occupied), &mut parts);
        let (mut occupied, mut beside, mut open) = (state.occupied, state.beside, 0);
        for part in parts {
            match values.get(arena, store, part)? {
                Some(value) => {
                    beside = store.add(beside, value)?;
                    occupied &= !part.stones.0;
                }
                None => open |= part.stones.0,
            }
        }
        if open == 0 {
            let class = store.outcome_class(beside)?;
            return Ok(Settled::Decided(class.mover_wins(Side::from(state.to_move))));
        }
        let settled = State { occupied, beside, ..state };
        if let Some(winner) = self.winner_by_safe_moves(settled) {
            return Ok(Settled::Decided(winner == state.to_move));
        }
        Ok(Settled::Open(settled))
    }

    /// The player who wins because of the value beside the board, if the moves that are safe make that sure.
    fn winner_by_safe_moves(&self, state: State) -> Option<Player> {
        let store = self.shared.store;
        if state.beside == CanonicalForm::ZERO || !self.shared.arena.techniques.safe_moves {
            // Measured: what is on the board alone is decided so too rarely to pay.
            return None;
        }
        Player::BOTH.into_iter().find(|&player| {
            let margin = self.shared.arena.sure_moves(state.occupied, player).margin();
            let beside = if player == Player::Black { state.beside } else { -state.beside };
            // With a number beside, the bound of the sum is a number; else it is more than any number below
            // the right stop.
            let needed = Dyadic::integer(-margin);
            match store.as_number(beside) {
                Some(number) if state.to_move == player => number > needed,
                Some(number) => number >= needed,
                None => store.right_stop(beside) > needed,
            }
        })
    }

    /// Searches a state, while other threads see that this one is there.
    fn expand_in_company(&mut self, state: State, limits: Numbers) -> Result<Numbers, Halt> {
        if self.shared.crowds.is_empty() {
            return self.expand(state, limits);
        }
        let crowd = self.crowd(state);
        crowd.fetch_add(1, Ordering::Relaxed);
        let searched = self.expand(state, limits);
        crowd.fetch_sub(1, Ordering::Relaxed);
        searched
    }

    fn crowd(&self, state: State) -> &'a AtomicU8 {
        let hash =
            (state.occupied ^ u64::from(state.beside.to_raw()) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let crowds = self.shared.crowds;
        &crowds[(hash >> 40) as usize % crowds.len()]
    }

    /// By how much a branch looks dearer because others are at it.
    fn crowding(&self, branch: &Branch) -> f64 {
        if self.shared.crowds.is_empty() {
            return 1.0;
        }
        1.0 + f64::from(self.crowd(branch.state).load(Ordering::Relaxed))
    }

    /// Takes over what other threads have found out of the branches from `first` on.
    fn look_up_again(&mut self, first: usize) {
        if self.shared.crowds.is_empty() {
            return;
        }
        let Shared { arena, table, .. } = *self.shared;
        for branch in &mut self.branches[first..] {
            if branch.numbers.mover_wins().is_none()
                && let Some(numbers) = table.get(arena.key(branch.state))
            {
                branch.numbers = numbers;
            }
        }
    }
}

/// The scale of first numbers, so that factors below 1 do not vanish.
const SCALE: f64 = 64.0;
/// How much of the guessed odds to believe.
const ODDS_EXPONENT: f64 = 0.4;
/// How much dearer than it looks a move in a number is taken to be.
const LAST: f64 = 1e6;
/// How far an option may be searched beyond where the next best looks better, as a part of it.
const OVERSHOOT: f64 = 0.5;

/// Which branch to search next.
struct Choice {
    /// The numbers of the state.
    numbers: Numbers,
    best: usize,
    /// The least disproof number among the other branches.
    second: f64,
}

/// The numbers of a state from its branches, and the branch that is cheapest to refute for the opponent.
fn choose(branches: &[Branch], crowding: impl Fn(&Branch) -> f64) -> Choice {
    let (mut least, mut least_crowded, mut second, mut best) =
        (f64::INFINITY, f64::INFINITY, f64::INFINITY, 0);
    let mut sum = 0.0;
    for (index, branch) in branches.iter().enumerate() {
        let Numbers { proof, disproof } = branch.numbers;
        sum += proof;
        least = f64::min(least, disproof);
        let crowded = disproof * crowding(branch);
        if crowded < least_crowded {
            (second, least_crowded, best) = (least_crowded, crowded, index);
        } else {
            second = second.min(crowded);
        }
    }
    let numbers = if least == 0.0 {
        Numbers::WIN
    } else if sum == 0.0 {
        Numbers::LOSS
    } else {
        Numbers { proof: least, disproof: sum }
    };
    Choice { numbers, best, second }
}

impl Choice {
    /// How far to search the best branch.
    fn limits(&self, branch: &Branch, thresholds: Numbers) -> Numbers {
        Numbers {
            // The disproof number of the state may grow by what the branch's proof number does.
            proof: thresholds.disproof - self.numbers.disproof + branch.numbers.proof,
            disproof: thresholds
                .proof
                .min(self.second * (1.0 + OVERSHOOT))
                .max(branch.numbers.disproof * 1.01),
        }
    }
}
