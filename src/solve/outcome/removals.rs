//! Who wins a game from the full board, where the players choose the opening by removing a stone each.
//!
//! Black wins by a removal if Black, who then jumps first, wins after each of White's answers; and Black wins
//! the game if there is such a removal. Openings that a symmetry of the board maps to each other are the same
//! game, and are searched once.

use super::OutcomeSolver;
use crate::board::{Player, Square, Symmetry};
use crate::game::removal::{first_removals, second_removals};
use crate::game::{Opening, RemovalRule};
use crate::solve::{Monitor, SolveError};
use rustc_hash::FxHashMap;

/// What a removal of Black's leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemovalOutcome {
    /// The square of the stone that Black removes.
    pub square: Square,
    /// Whether Black wins by it.
    pub wins: bool,
    /// White's answers, as far as they were asked for.
    pub answers: Vec<RemovalAnswer>,
}

/// What a removal of White's, in answer to one of Black's, leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemovalAnswer {
    /// The two stones that are gone.
    pub opening: Opening,
    /// Whether White wins by it.
    pub wins: bool,
    /// The positions that were expanded to find that out, none if another opening is its mirror image.
    pub nodes: u64,
}

impl OutcomeSolver {
    /// Which removals Black wins by, on the full board of `rows` and `columns`, row by row.
    ///
    /// With `all`, every answer to every removal is told. Otherwise the answers to a removal end with the
    /// first by which White wins, and the removals with the first by which Black wins.
    ///
    /// # Errors
    /// Those of [`mover_wins`](OutcomeSolver::mover_wins).
    ///
    /// # Panics
    /// If the board is not supported by [`Position`](crate::board::Position).
    pub fn removal_outcomes(
        &mut self,
        (rows, columns): (usize, usize),
        rule: RemovalRule,
        all: bool,
        monitor: &Monitor,
    ) -> Result<Vec<RemovalOutcome>, SolveError> {
        let mut known = FxHashMap::default();
        let mut outcomes = Vec::new();
        for square in first_removals(rows, columns, rule) {
            let mut answers = Vec::new();
            for answer in second_removals(rows, columns, square) {
                let opening = Opening::new(square, answer).expect("a black stone and a neighbour");
                answers.push(self.removal_answer((rows, columns), opening, &mut known, monitor)?);
                if !all && answers.last().is_some_and(|answer| answer.wins) {
                    break;
                }
            }
            let wins = answers.iter().all(|answer| !answer.wins);
            outcomes.push(RemovalOutcome { square, wins, answers });
            if wins && !all {
                break;
            }
        }
        Ok(outcomes)
    }

    /// What an opening leads to; `known` says whether White wins by those met, by the least of their images.
    fn removal_answer(
        &mut self,
        (rows, columns): (usize, usize),
        opening: Opening,
        known: &mut FxHashMap<String, bool>,
        monitor: &Monitor,
    ) -> Result<RemovalAnswer, SolveError> {
        let position = opening.position(rows, columns).expect("squares of a supported board");
        let images = Symmetry::of_board(rows, columns).iter();
        let least = images.map(|symmetry| symmetry.apply(&position).to_string()).min();
        let least = least.unwrap_or_default();
        if let Some(&wins) = known.get(&least) {
            return Ok(RemovalAnswer { opening, wins, nodes: 0 });
        }
        let before = self.nodes();
        let wins = !self.mover_wins(&position, Player::Black, monitor)?;
        known.insert(least, wins);
        Ok(RemovalAnswer { opening, wins, nodes: self.nodes() - before })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;

    /// Whether each of the openings loses for Black, who jumps first.
    fn lost_openings(rows: usize, columns: usize) -> Vec<Opening> {
        let mut solver = OutcomeSolver::new(Rules::MultiJump, 1 << 24).unwrap();
        Opening::all(rows, columns)
            .filter(|opening| {
                let position = opening.position(rows, columns).unwrap();
                !solver.mover_wins(&position, Player::Black, &Monitor::new()).unwrap()
            })
            .collect()
    }

    #[test]
    fn black_wins_by_what_has_no_answer() {
        for (rows, columns) in [(1, 1), (1, 2), (1, 5), (1, 9), (2, 5), (3, 3), (3, 4), (4, 4)] {
            let lost = lost_openings(rows, columns);
            for rule in RemovalRule::ALL {
                let mut solver = OutcomeSolver::new(Rules::MultiJump, 1 << 24).unwrap();
                let mut outcomes =
                    |all| solver.removal_outcomes((rows, columns), rule, all, &Monitor::new()).unwrap();
                let (every, some) = (outcomes(true), outcomes(false));
                let squares: Vec<Square> = every.iter().map(|outcome| outcome.square).collect();
                assert_eq!(squares, first_removals(rows, columns, rule));
                for outcome in &every {
                    for answer in &outcome.answers {
                        assert_eq!(answer.wins, lost.contains(&answer.opening));
                    }
                    let answered = lost.iter().any(|opening| opening.black() == outcome.square);
                    assert_eq!(outcome.wins, !answered, "{rows}x{columns} {}", outcome.square);
                }
                let winning = |outcomes: &[RemovalOutcome]| {
                    outcomes.iter().find(|outcome| outcome.wins).map(|outcome| outcome.square)
                };
                assert_eq!(winning(&every), winning(&some));
            }
        }
    }
}
