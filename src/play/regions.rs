//! Exact values of small regions, and what they say about a whole position.
//!
//! Late in a game the board falls into regions. What the small ones are worth is found by the plain
//! recursion over their moves and remembered; the search asks for thousands of them one by one, each of a
//! few stones, which is not what [`ValueSolver`](crate::solve::ValueSolver) with its sweeps over many
//! regions at once is made for. If all regions are small the winner is known without any search: at best
//! by adding up stops, since RS(G) + RS(H) ≤ RS(G + H) and LS(G + H) ≤ LS(G) + LS(H), and a game all of
//! whose stops are positive is won by Black (Siegel, *Combinatorial Game Theory*, II.3); else by the sum.

use super::ground::Ground;
use super::winner;
use crate::board::Player;
use crate::board::bitboard::CellSet;
use crate::region::{Part, Parts, Penetration, Stones, split};
use crate::value::{Analysis, CanonicalForm, Dyadic, Rational, ValueError};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Regions of more stones are not evaluated.
const MAX_STONES: u32 = 8;

/// Sums of more values that are no number-up-stars are not computed.
const MAX_HOT: usize = 3;

/// What a region is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    form: CanonicalForm,
    /// The mean, in hundredths of a move.
    pub(super) mean: i32,
    /// The temperature, in hundredths of a move; 0 where it is negative.
    pub(super) temperature: i32,
}

/// The values of the small regions met so far.
pub(super) struct RegionValues<P: Penetration, S> {
    known: FxHashMap<Part<P::Set, S>, Worth>,
    most: usize,
}

impl<P: Penetration, S: Stones<P>> RegionValues<P, S> {
    /// Nothing known yet; keeps at most so many bytes.
    pub(super) fn new(memory: u64) -> RegionValues<P, S> {
        // A hash table has room for as many entries again, and half of that while it grows.
        let entry = (size_of::<(Part<P::Set, S>, Worth)>() as u64 + 1) * 3;
        RegionValues { known: FxHashMap::default(), most: (memory / entry) as usize }
    }

    /// What a region is worth, if it is small.
    pub(super) fn worth(
        &mut self,
        ground: &Ground<P>,
        analysis: &mut Analysis<'_>,
        part: &Part<P::Set, S>,
    ) -> Option<Worth> {
        // Where a value cannot be had, for whatever reason, the region is as good as a large one.
        if is_small::<P, S>(part) { self.value(ground, analysis, part).ok() } else { None }
    }

    fn value(
        &mut self,
        ground: &Ground<P>,
        analysis: &mut Analysis<'_>,
        part: &Part<P::Set, S>,
    ) -> Result<Worth, ValueError> {
        if let Some(&known) = self.known.get(part) {
            return Ok(known);
        }
        let mut options: [SmallVec<[CanonicalForm; 8]>; 2] = Default::default();
        let mut parts = Parts::new();
        for (options, player) in options.iter_mut().zip(Player::BOTH) {
            let mut after: SmallVec<[S; 8]> = SmallVec::new();
            ground.for_each_move_on(part.playable, part.stones, player, |stones| after.push(stones));
            for stones in after {
                parts.clear();
                split(ground.plane(), part.playable, stones, &mut parts);
                let option = parts.iter().try_fold(CanonicalForm::ZERO, |sum, part| {
                    analysis.store().add(sum, self.value(ground, analysis, part)?.form)
                })?;
                options.push(option);
            }
        }
        let [left, right] = options;
        let form = analysis.store().from_options(&left, &right)?;
        let (mean, temperature) = (analysis.mean(form)?, analysis.temperature(form)?);
        let worth = Worth { form, mean: hundredths(mean), temperature: hundredths(temperature).max(0) };
        if self.known.len() >= self.most {
            self.known.clear();
        }
        self.known.insert(*part, worth);
        Ok(worth)
    }

    /// Who wins the sum of some regions, if all of them are small and it is not too hard to say.
    pub(super) fn winner(
        &mut self,
        ground: &Ground<P>,
        analysis: &mut Analysis<'_>,
        parts: &[Part<P::Set, S>],
        to_move: Player,
    ) -> Option<Player> {
        if !parts.iter().all(is_small::<P, S>) {
            return None;
        }
        let worths: Option<SmallVec<[Worth; 8]>> =
            parts.iter().map(|part| self.worth(ground, analysis, part)).collect();
        winner_of_sum(analysis, &worths?, to_move).ok().flatten()
    }
}

/// Whether so few stones are left of a position, so many moves before the search ends, that looking for
/// regions is worth the time. Where sets of cells are words that takes little longer than to look at the
/// position; on larger boards it takes as long as to look at dozens, and pays where many are to follow.
pub(super) fn is_worth_splitting<P: Penetration, S: Stones<P>>(
    ground: &Ground<P>,
    stones: S,
    depth: u32,
) -> bool {
    let (stones, cells) = (stones.occupied().count(), ground.playable().count());
    if size_of::<P::Set>() == size_of::<u64>() {
        3 * stones <= 2 * cells
    } else {
        3 * stones <= cells || depth > 1 && 2 * stones <= cells
    }
}

/// Whether a region is evaluated.
fn is_small<P: Penetration, S: Stones<P>>(part: &Part<P::Set, S>) -> bool {
    part.stones.occupied().count() <= MAX_STONES
}

/// Who wins a sum of values: by their stops, or by the sum if there are not too many hot ones.
fn winner_of_sum(
    analysis: &Analysis<'_>,
    worths: &[Worth],
    to_move: Player,
) -> Result<Option<Player>, ValueError> {
    let store = analysis.store();
    let total = |stop: &dyn Fn(CanonicalForm) -> Dyadic| {
        worths.iter().try_fold(Dyadic::integer(0), |sum, worth| sum.checked_add(stop(worth.form)))
    };
    if total(&|form| store.right_stop(form))?.signum() > 0 {
        return Ok(Some(Player::Black));
    }
    if total(&|form| store.left_stop(form))?.signum() < 0 {
        return Ok(Some(Player::White));
    }
    let hot = worths.iter().filter(|worth| store.number_up_star(worth.form).is_none());
    if hot.count() > MAX_HOT {
        return Ok(None);
    }
    let sum = worths.iter().try_fold(CanonicalForm::ZERO, |sum, worth| store.add(sum, worth.form))?;
    Ok(Some(winner(store.outcome_class(sum)?, to_move)))
}

/// A number of moves in hundredths, rounded towards zero.
fn hundredths(number: Rational) -> i32 {
    (i128::from(*number.numer()) * 100 / i128::from(*number.denom())) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bitboard::{SquarePlane, WidePlane, WideSet};
    use crate::board::strategies::{any_position, checkered_position};
    use crate::board::{Position, Rules};
    use crate::play::ground::PlacedStones;
    use crate::region::{Checkered, Coloured};
    use crate::solve::{Monitor, ValueSolver};
    use crate::value::ValueStore;
    use proptest::prelude::*;

    /// Checks the values of a position's regions, if all are small, against what the solver finds.
    fn check_values<P: Penetration, S: PlacedStones<P>>(plane: P, position: &Position, rules: Rules) {
        let store = ValueStore::new();
        let ground = Ground::new(plane, rules, position, false, false);
        let mut values = RegionValues::<P, S>::new(1 << 16);
        let mut analysis = Analysis::new(&store);
        let mut parts = Parts::new();
        split(plane, ground.playable(), ground.stones(position), &mut parts);
        let worths: Option<Vec<Worth>> =
            parts.iter().map(|part| values.worth(&ground, &mut analysis, part)).collect();
        let Some(worths) = worths else {
            assert!(!parts.iter().all(is_small::<P, S>));
            return;
        };
        for worth in &worths {
            assert_eq!(worth.mean, hundredths(analysis.mean(worth.form).unwrap()));
            assert_eq!(worth.temperature, hundredths(analysis.temperature(worth.form).unwrap()).max(0));
        }
        let sum = worths.iter().fold(CanonicalForm::ZERO, |sum, worth| store.add(sum, worth.form).unwrap());
        let solved = ValueSolver::new(&store, rules, None).value(position, &Monitor::new()).unwrap();
        assert_eq!(sum, solved);
    }

    proptest! {
        #[test]
        fn small_regions_have_the_values_that_the_solver_finds(
            position in any_position(),
            rules in prop::sample::select(Rules::ALL.as_slice()),
        ) {
            let plane = WidePlane::new(position.rows(), position.columns()).unwrap();
            check_values::<_, Coloured<WideSet>>(plane, &position, rules);
        }

        #[test]
        fn so_they_do_on_small_planes(
            position in checkered_position(),
            rules in prop::sample::select(Rules::ALL.as_slice()),
        ) {
            let black_is_odd = position.cells().any(|(row, column, cell)| {
                cell.owner().is_some_and(|owner| ((row + column) % 2 == 1) == (owner == Player::Black))
            });
            let position = if black_is_odd { position.colours_swapped() } else { position };
            check_values::<_, Checkered<u64>>(SquarePlane, &position, rules);
        }
    }

    #[test]
    fn stops_decide_where_the_sum_is_too_hot() {
        let store = ValueStore::new();
        let analysis = Analysis::new(&store);
        let worth = |text: &str| Worth { form: store.parse(text).unwrap(), mean: 0, temperature: 0 };
        let winner = |texts: &[&str], to_move| {
            let worths: Vec<Worth> = texts.iter().map(|text| worth(text)).collect();
            winner_of_sum(&analysis, &worths, to_move).unwrap()
        };
        for to_move in Player::BOTH {
            assert_eq!(
                winner(&["{3|1}", "{4|1/2}", "{5|1}", "{6|-2}", "{2|1}"], to_move),
                Some(Player::Black)
            );
            assert_eq!(
                winner(&["{-1|-3}", "{-1|-4}", "{-1|-5}", "{2|-6}", "{-1|-2}"], to_move),
                Some(Player::White)
            );
            // Not by stops, and more than three are hot.
            assert_eq!(winner(&["+-1", "+-2", "+-3", "+-4"], to_move), None);
            assert_eq!(winner(&["+-1", "+-2", "*"], to_move), Some(to_move));
            assert_eq!(winner(&["+-1", "+-1", "^", "v"], to_move), Some(to_move.opponent()));
            assert_eq!(winner(&["^", "*"], to_move), Some(to_move));
            assert_eq!(winner(&["^"], to_move), Some(Player::Black));
        }
    }
}
