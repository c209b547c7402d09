//! Alpha-beta search by iterative deepening.
//!
//! Negamax with a transposition table and null windows (principal variation search): of the moves in a
//! position the first is searched with the full window, the others only for whether they are better. The
//! move found best before comes first, then those that leave the opponent the fewest jumps for each own; the
//! last ones are searched less deep. What is proved is proved at any depth, so that this costs no truth.
//! Where all regions are small, the winner is known and the search ends (see [`super::regions`]).

use super::evaluation::{Patterns, by_regions, estimate_by_mobility};
use super::ground::{Ground, PlacedStones, Rows};
use super::regions::{RegionValues, is_worth_splitting};
use super::table::{Bound, Entry, Table};
use crate::board::bitboard::{RowPlane, SquarePlane, WidePlane, WideSet};
use crate::board::{Player, Position, Rules};
use crate::region::{Checkered, Coloured, Parts, Penetration, black_is_odd, split};
use crate::solve::{Interrupted, Monitor};
use crate::value::{Analysis, ValueStore};

/// The score of a position that is won at once. Scores are seen from the player to move, in hundredths of
/// a move; a win in n moves scores n less.
const WIN: i32 = 1_000_000;

/// A win by exact values, which say nothing of how long it takes, scores less than any found move by move.
const WIN_BY_VALUE: i32 = WIN - 1_000;

/// Scores from here on are proved wins.
const PROVED: i32 = WIN - 2_000;

/// Estimates are kept below this.
const MOST_ESTIMATE: i32 = 500_000;

/// Moves from this one on, in the order in which they seem good, are searched a move less deep if the
/// position is at least so far from the end of the search, and only deeper if they turn out good. Against
/// the same search without it this won 44 of 72 games on 8×8 with 10,000 and 40,000 positions a move.
const LATE_MOVE: usize = 3;
const REDUCED_DEPTH: u32 = 4;

/// How far and by what means to search.
#[derive(Clone, Copy)]
pub(super) struct Effort<'a> {
    /// Stops the search.
    pub(super) monitor: &'a Monitor,
    /// Most positions to look at.
    pub(super) nodes: u64,
    /// Most moves to look ahead.
    pub(super) depth: u32,
    /// Whether more than mobility is looked at: patterns of stones, and exact values of small regions.
    pub(super) thorough: bool,
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The number of the best option.
    pub(super) best: usize,
    /// What is known of it.
    pub(super) verdict: Verdict,
    /// Positions looked at.
    pub(super) nodes: u64,
}

/// What a search found out about a position, for the player who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Wins,
    Loses,
    /// By how many hundredths of a move the player seems to be ahead, so many moves ahead.
    Estimate {
        score: i32,
        depth: u32,
    },
}

/// A search on some board, which remembers what it found.
pub(super) trait Search: Send {
    /// The best for a player of several positions, in which the opponent is to move. There must be one.
    ///
    /// Looks at each of them even if it is stopped at once. The values belong to the same store each time.
    fn best_for(
        &mut self,
        player: Player,
        options: &[Position],
        store: &ValueStore,
        effort: Effort<'_>,
    ) -> Found;
}

/// The search on one kind of plane.
pub(super) struct PlaneSearch<P: Penetration, S> {
    ground: Ground<P>,
    patterns: Option<Patterns>,
    table: Table<S>,
    values: RegionValues<P, S>,
}

impl<P: Penetration, S: PlacedStones<P>> PlaneSearch<P, S> {
    /// A search that takes at most so many bytes.
    fn new(ground: Ground<P>, patterns: Option<Patterns>, memory: u64) -> PlaneSearch<P, S> {
        let (table, values) = (Table::new(memory / 2), RegionValues::new(memory / 2));
        PlaneSearch { ground, patterns, table, values }
    }
}

impl<P: Penetration + Rows + Send, S: PlacedStones<P>> Search for PlaneSearch<P, S>
where
    P::Set: Send,
{
    fn best_for(
        &mut self,
        player: Player,
        options: &[Position],
        store: &ValueStore,
        effort: Effort<'_>,
    ) -> Found {
        let ground = self.ground;
        let options: Vec<S> = options.iter().map(|option| ground.stones(option)).collect();
        let mut run = Run {
            ground,
            patterns: self.patterns.as_ref().filter(|_| effort.thorough),
            table: &mut self.table,
            values: &mut self.values,
            analysis: Analysis::new(store),
            effort,
            nodes: 0,
            replies: Vec::new(),
        };
        run.deepen(&options, ground.placed_player(player.opponent()))
    }
}

/// One search while it runs.
struct Run<'a, P: Penetration, S> {
    ground: Ground<P>,
    patterns: Option<&'a Patterns>,
    table: &'a mut Table<S>,
    values: &'a mut RegionValues<P, S>,
    analysis: Analysis<'a>,
    effort: Effort<'a>,
    nodes: u64,
    /// The moves of all positions on the way from the root, those of the last position at the end.
    replies: Vec<Reply<S>>,
}

/// A move of a position that is being searched.
#[derive(Clone, Copy)]
struct Reply<S> {
    /// Later moves have larger ranks.
    rank: i32,
    /// The number of the move in the order in which moves are found.
    number: u16,
    stones: S,
}

/// What is to be found out of a position: its score, if that lies between two bounds.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const FULL: Window = Window { alpha: -WIN - 1, beta: WIN + 1 };

    /// The same window from the opponent's side, a move later.
    fn after_move(self) -> Window {
        Window { alpha: -a_move_sooner(self.beta), beta: -a_move_sooner(self.alpha) }
    }

    /// Whether the score is more than alpha is all that is asked.
    fn null(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }
}

/// The score a move earlier of a score: a win takes one move more.
fn a_move_later(score: i32) -> i32 {
    if score.abs() >= PROVED { score - score.signum() } else { score }
}

/// Undoes [`a_move_later`].
fn a_move_sooner(score: i32) -> i32 {
    if score.abs() >= PROVED { score + score.signum() } else { score }
}

impl<P: Penetration + Rows, S: PlacedStones<P>> Run<'_, P, S> {
    /// Searches all options deeper and deeper, with the given player to move in them.
    fn deepen(&mut self, options: &[S], to_move: Player) -> Found {
        // The best of the depth before comes first, the others in the order of the first look at them.
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_cached_key(|&option| self.rank(options[option], to_move));
        let mut verdict = Verdict::Estimate { score: -self.estimate(options[order[0]], to_move), depth: 1 };
        for depth in 1..=self.effort.depth {
            let Ok(score) = self.search_options(options, &mut order, to_move, depth) else { break };
            verdict = Verdict::of(score, depth);
            if score.abs() >= PROVED {
                break;
            }
        }
        Found { best: order[0], verdict, nodes: self.nodes }
    }

    /// Searches all options to one depth and puts the best first, the best so far if it is stopped.
    fn search_options(
        &mut self,
        options: &[S],
        order: &mut [usize],
        to_move: Player,
        depth: u32,
    ) -> Result<i32, Interrupted> {
        let mut window = Window::FULL;
        let (mut best, mut end) = (0, Ok(()));
        for (place, &option) in order.iter().enumerate() {
            match self.score_of_move(options[option], to_move, depth - 1, window, place == 0) {
                Ok(score) if score > window.alpha => (best, window.alpha) = (place, score),
                Ok(_) => {}
                Err(interrupted) => {
                    // If all that was tried loses, what was not tried yet is better.
                    best = if window.alpha <= -PROVED { place } else { best };
                    end = Err(interrupted);
                }
            }
            if end.is_err() || window.alpha >= PROVED {
                break;
            }
        }
        order[..=best].rotate_right(1);
        end.map(|()| window.alpha)
    }

    /// The score of a move for the player who makes it, from what it leads to.
    ///
    /// All moves but the first are expected to be no better than the best so far; only if one is better
    /// its score is found out.
    fn score_of_move(
        &mut self,
        stones: S,
        to_move: Player,
        depth: u32,
        window: Window,
        is_first: bool,
    ) -> Result<i32, Interrupted> {
        if !is_first {
            let score = -self.search(stones, to_move, depth, window.null().after_move())?;
            let score = a_move_later(score);
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
        }
        Ok(a_move_later(-self.search(stones, to_move, depth, window.after_move())?))
    }

    /// The score of a position for the player to move.
    fn search(&mut self, stones: S, to_move: Player, depth: u32, window: Window) -> Result<i32, Interrupted> {
        self.effort.monitor.check()?;
        if self.nodes >= self.effort.nodes {
            return Err(Interrupted);
        }
        self.nodes += 1;
        let known = self.table.get(stones, to_move);
        if let Some(score) = known.and_then(|entry| entry.settles(depth, window)) {
            return Ok(score);
        }
        let entry = match self.score_at_sight(stones, to_move, depth) {
            Some(score) => Entry { depth, score, bound: Bound::Exact, best: 0 },
            None => self.search_moves(stones, to_move, depth, window, known.map(|entry| entry.best))?,
        };
        self.table.insert(stones, to_move, entry);
        Ok(entry.score)
    }

    /// The score of a position whose winner is known, or which is not to be looked into.
    fn score_at_sight(&mut self, stones: S, to_move: Player, depth: u32) -> Option<i32> {
        let ground = self.ground;
        if ground.mobility(ground.playable(), stones, to_move) == 0 {
            return Some(-WIN);
        }
        let mut parts = Parts::new();
        let is_split = self.effort.thorough && is_worth_splitting(&ground, stones, depth);
        if is_split {
            split(ground.plane(), ground.playable(), stones, &mut parts);
            if let Some(winner) = self.values.winner(&ground, &mut self.analysis, &parts, to_move) {
                return Some(if winner == to_move { WIN_BY_VALUE } else { -WIN_BY_VALUE });
            }
        }
        if depth > 0 {
            return None;
        }
        if is_split && self.patterns.is_none() {
            let score = by_regions(&ground, self.values, &mut self.analysis, &parts, to_move);
            return Some(seen_by(to_move, score));
        }
        Some(self.estimate(stones, to_move))
    }

    /// The estimate of a position as a whole, for the player to move.
    fn estimate(&self, stones: S, to_move: Player) -> i32 {
        let ground = &self.ground;
        let score = match self.patterns {
            Some(patterns) => patterns.estimate(ground.plane(), stones),
            None => {
                let jumps = Player::BOTH.map(|player| ground.mobility(ground.playable(), stones, player));
                estimate_by_mobility(jumps, to_move)
            }
        };
        seen_by(to_move, score)
    }

    /// Searches the moves of a position that has some.
    fn search_moves(
        &mut self,
        stones: S,
        to_move: Player,
        depth: u32,
        window: Window,
        best_before: Option<u16>,
    ) -> Result<Entry, Interrupted> {
        let first = self.replies.len();
        self.find_replies(stones, to_move, best_before);
        let (mut best, mut score) = (0, Window::FULL.alpha);
        let mut narrowed = window;
        for index in first..self.replies.len() {
            let reply = self.replies[index];
            let opponent = to_move.opponent();
            // What comes late is likely bad: first see whether a shallower search finds anything in it.
            let mut found = Window::FULL.beta;
            if index >= first + LATE_MOVE && depth >= REDUCED_DEPTH {
                found = self.score_of_move(reply.stones, opponent, depth - 2, narrowed, false)?;
            }
            if found > narrowed.alpha {
                found = self.score_of_move(reply.stones, opponent, depth - 1, narrowed, index == first)?;
            }
            if found > score {
                (score, best) = (found, reply.number);
                narrowed.alpha = narrowed.alpha.max(score);
            }
            if score >= window.beta {
                break;
            }
        }
        self.replies.truncate(first);
        let bound = match score {
            _ if score <= window.alpha => Bound::AtMost,
            _ if score >= window.beta => Bound::AtLeast,
            _ => Bound::Exact,
        };
        Ok(Entry { depth, score, bound, best })
    }

    /// Adds the moves of a position, those first that seem best.
    fn find_replies(&mut self, stones: S, to_move: Player, best_before: Option<u16>) {
        let first = self.replies.len();
        let mut replies = std::mem::take(&mut self.replies);
        self.ground.for_each_move(stones, to_move, |stones| {
            let number = (replies.len() - first) as u16;
            let is_best = best_before == Some(number);
            let rank = if is_best { i32::MIN } else { self.rank(stones, to_move.opponent()) };
            replies.push(Reply { rank, number, stones });
        });
        replies[first..].sort_unstable_by_key(|reply| (reply.rank, reply.number));
        self.replies = replies;
    }

    /// How many jumps more the player to move has than the opponent, by whose move the position came about:
    /// the fewer, the better that move seems.
    fn rank(&self, stones: S, to_move: Player) -> i32 {
        let jumps = |player| self.ground.mobility(self.ground.playable(), stones, player);
        jumps(to_move) - jumps(to_move.opponent())
    }
}

/// A score in moves of Black as the player to move sees it.
fn seen_by(to_move: Player, score: i32) -> i32 {
    let score = score.clamp(-MOST_ESTIMATE, MOST_ESTIMATE);
    if to_move == Player::Black { score } else { -score }
}

impl Entry {
    /// The score, if it is known well enough for a search of some depth and window. What is proved is known
    /// at any depth.
    fn settles(&self, depth: u32, window: Window) -> Option<i32> {
        let (proves, answers) = match self.bound {
            Bound::Exact => (self.score.abs() >= PROVED, true),
            Bound::AtLeast => (self.score >= PROVED, self.score >= window.beta),
            Bound::AtMost => (self.score <= -PROVED, self.score <= window.alpha),
        };
        ((self.depth >= depth || proves) && answers).then_some(self.score)
    }
}

impl Verdict {
    fn of(score: i32, depth: u32) -> Verdict {
        match score {
            PROVED.. => Verdict::Wins,
            _ if score <= -PROVED => Verdict::Loses,
            _ => Verdict::Estimate { score, depth },
        }
    }
}

/// The search on the board of a position, on the smallest plane that it fits.
pub(super) fn search_on(position: &Position, rules: Rules, memory: u64) -> Box<dyn Search> {
    let (rows, columns) = (position.rows(), position.columns());
    let stones = position.cells().filter_map(|(row, column, cell)| Some((row, column, cell.owner()?)));
    let black_is_odd = black_is_odd(stones);
    match black_is_odd {
        Some(swapped) if rows.min(columns) == 1 && rows.max(columns) <= 64 => {
            let ground = Ground::new(RowPlane, rules, position, columns == 1, swapped);
            Box::new(PlaneSearch::<_, Checkered<u64>>::new(ground, None, memory))
        }
        Some(swapped) if rows <= 8 && columns <= 8 => {
            let ground = Ground::new(SquarePlane, rules, position, false, swapped);
            let patterns = Patterns::new(position, false);
            Box::new(PlaneSearch::<_, Checkered<u64>>::new(ground, patterns, memory))
        }
        _ => {
            let (plane, transposed) = match WidePlane::new(rows, columns) {
                Some(plane) => (plane, false),
                None => (WidePlane::new(columns, rows).expect("positions are of supported sizes"), true),
            };
            let ground = Ground::new(plane, rules, position, transposed, false);
            let patterns = black_is_odd.filter(|_| !transposed);
            let patterns = patterns.and_then(|black_is_odd| Patterns::new(position, black_is_odd));
            Box::new(PlaneSearch::<_, Coloured<WideSet>>::new(ground, patterns, memory))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::strategies::any_position;
    use crate::board::{Rules, moves};
    use proptest::prelude::*;

    /// The score by looking at all lines of play.
    fn plain_score(position: &Position, to_move: Player, depth: u32) -> i32 {
        let options = moves(position, to_move, Rules::SingleJump);
        if options.is_empty() {
            return -WIN;
        }
        if depth == 0 {
            let jumps = Player::BOTH.map(|player| moves(position, player, Rules::SingleJump).len() as i32);
            return seen_by(to_move, estimate_by_mobility(jumps, to_move));
        }
        let scores = options.iter().map(|option| {
            let after = position.play(option).unwrap();
            a_move_later(-plain_score(&after, to_move.opponent(), depth - 1))
        });
        scores.max().unwrap()
    }

    proptest! {
        // With one jump a move, moves in another order lead to a position after as many moves, and what the
        // table keeps is never deeper than what is asked.
        #[test]
        fn no_short_cut_changes_the_score(
            position in any_position(),
            player in prop::sample::select(Player::BOTH.as_slice()),
            depth in 1..=4_u32,
        ) {
            let options = moves(&position, player, Rules::SingleJump);
            prop_assume!(!options.is_empty());
            let positions: Vec<Position> =
                options.iter().map(|option| position.play(option).unwrap()).collect();
            let monitor = Monitor::new();
            let effort = Effort { monitor: &monitor, nodes: u64::MAX, depth, thorough: false };
            let found = search_on(&position, Rules::SingleJump, 1 << 20)
                .best_for(player, &positions, &ValueStore::new(), effort);
            let scores = positions.iter().map(|option| {
                a_move_later(-plain_score(option, player.opponent(), depth - 1))
            });
            let scores: Vec<i32> = scores.collect();
            let best = *scores.iter().max().unwrap();
            prop_assert_eq!(found.verdict, Verdict::of(best, depth));
            if best < PROVED {
                prop_assert_eq!(scores[found.best], best);
            } else {
                prop_assert!(scores[found.best] >= PROVED);
            }
        }
    }
}
