//! What the outcome of a position means on the board: who wins after each move, and a line of play.
//!
//! In a line of play whoever wins makes a winning move whenever it is their turn. All moves of the loser lose,
//! so what is best among them is a matter of taste; the one here that is cheap to tell is the move whose
//! refutation is hardest to find: that for which the solver expands the most positions until it has an
//! answer that wins, knowing what it has proved before. Among such moves it is the one that leaves the winner
//! the fewest moves, and among these the first. The line therefore depends on what the solver was asked
//! before and on its threads; that its winner wins does not.

use super::OutcomeSolver;
use crate::board::{Move, Player, Position, moves};
use crate::solve::{Monitor, SolveError};
use std::cmp::Reverse;

/// A move and who wins after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOutcome {
    /// The move.
    pub played: Move,
    /// Whether the player who makes it wins.
    pub wins: bool,
}

/// A line of play to its end, in which the winner makes winning moves only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningLine {
    /// Who makes the first move, or has none.
    pub beginner: Player,
    /// Who wins.
    pub winner: Player,
    /// The moves, of both players in turn. After the last of them the loser is to move and cannot.
    pub moves: Vec<Move>,
}

impl WinningLine {
    /// The moves with the players who make them.
    pub fn plies(&self) -> impl Iterator<Item = (Player, Move)> + '_ {
        let players = [self.beginner, self.beginner.opponent()];
        players.into_iter().cycle().zip(self.moves.iter().copied())
    }
}

impl OutcomeSolver {
    /// Who wins after each move of a player, in the order of [`moves`](mod@crate::board::moves).
    ///
    /// Costs an answer to [`mover_wins`](OutcomeSolver::mover_wins) for each, most of which are not needed to
    /// know who wins the position: it can take many times as long.
    ///
    /// # Errors
    /// Those of [`mover_wins`](OutcomeSolver::mover_wins).
    pub fn move_outcomes(
        &mut self,
        position: &Position,
        to_move: Player,
        monitor: &Monitor,
    ) -> Result<Vec<MoveOutcome>, SolveError> {
        let mut outcomes = Vec::new();
        for (played, option) in self.options(position, to_move) {
            let wins = !self.mover_wins(&option, to_move.opponent(), monitor)?;
            outcomes.push(MoveOutcome { played, wins });
        }
        Ok(outcomes)
    }

    /// A line of play from a position with the given player to begin.
    ///
    /// ```
    /// use konane::board::{Player, Rules};
    /// use konane::solve::{Monitor, OutcomeSolver};
    ///
    /// let mut solver = OutcomeSolver::new(Rules::MultiJump, 1 << 24)?;
    /// let line = solver.winning_line(&".xo.".parse()?, Player::Black, &Monitor::new())?;
    /// assert_eq!((line.winner, line.moves.len()), (Player::Black, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`mover_wins`](OutcomeSolver::mover_wins).
    pub fn winning_line(
        &mut self,
        position: &Position,
        beginner: Player,
        monitor: &Monitor,
    ) -> Result<WinningLine, SolveError> {
        let (mut position, mut to_move) = (position.clone(), beginner);
        let mut line = WinningLine { beginner, winner: beginner, moves: Vec::new() };
        let mut next = self.winning_move(&position, beginner, monitor)?;
        if next.is_none() {
            line.winner = beginner.opponent();
        }
        loop {
            // After a move of the loser the answer is known, as the loser's moves are told apart by it.
            let (played, answer) = match next.take() {
                Some(winning) => (winning, None),
                None => match self.stubborn_move(&position, to_move, monitor)? {
                    Some((stubborn, answer)) => (stubborn, answer),
                    None => return Ok(line),
                },
            };
            next = answer;
            position = position.play(&played).expect("moves found are legal");
            line.moves.push(played);
            to_move = to_move.opponent();
        }
    }

    /// The losing move whose refutation is hardest to find, and the refutation; nothing if there is no move.
    fn stubborn_move(
        &mut self,
        position: &Position,
        loser: Player,
        monitor: &Monitor,
    ) -> Result<Option<(Move, Option<Move>)>, SolveError> {
        let mut candidates = Vec::new();
        for (played, option) in self.options(position, loser) {
            let before = self.nodes();
            let answer = self.winning_move(&option, loser.opponent(), monitor)?;
            let answers = moves(&option, loser.opponent(), self.rules()).len();
            candidates.push((self.nodes() - before, Reverse(answers), played, answer));
        }
        // `min_by_key` gives the first of several.
        let hardest = candidates.into_iter().min_by_key(|&(nodes, answers, ..)| Reverse((nodes, answers)));
        Ok(hardest.map(|(_, _, played, answer)| (played, answer)))
    }

    /// The moves of a player, and what they lead to.
    pub(super) fn options(&self, position: &Position, player: Player) -> Vec<(Move, Position)> {
        let after = |played: Move| (played, position.play(&played).expect("moves found are legal"));
        moves(position, player, self.rules()).into_iter().map(after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::board::strategies::any_position;
    use proptest::prelude::*;

    /// Whether the player to move wins, by the definition.
    fn wins(position: &Position, to_move: Player, rules: Rules) -> bool {
        moves(position, to_move, rules)
            .iter()
            .any(|played| !wins(&position.play(played).unwrap(), to_move.opponent(), rules))
    }

    fn small_position() -> impl Strategy<Value = Position> {
        any_position()
            .prop_filter("a plain search takes long", |position| position.rows() * position.columns() <= 15)
    }

    proptest! {
        #[test]
        fn after_each_move_the_winner_is_that_of_a_plain_search(position in small_position()) {
            for rules in Rules::ALL {
                let mut solver = OutcomeSolver::new(rules, 1 << 24).unwrap();
                for player in Player::BOTH {
                    let outcomes = solver.move_outcomes(&position, player, &Monitor::new()).unwrap();
                    let expected: Vec<MoveOutcome> = moves(&position, player, rules)
                        .into_iter()
                        .map(|played| {
                            let option = position.play(&played).unwrap();
                            MoveOutcome { played, wins: !wins(&option, player.opponent(), rules) }
                        })
                        .collect();
                    prop_assert_eq!(outcomes, expected);
                }
            }
        }

        #[test]
        fn a_line_ends_with_the_loser_and_its_winner_never_errs(position in small_position()) {
            for rules in Rules::ALL {
                let mut solver = OutcomeSolver::new(rules, 1 << 24).unwrap();
                for beginner in Player::BOTH {
                    let line = solver.winning_line(&position, beginner, &Monitor::new()).unwrap();
                    prop_assert_eq!(line.winner == beginner, wins(&position, beginner, rules));
                    let (mut position, mut to_move) = (position.clone(), beginner);
                    for (player, played) in line.plies() {
                        prop_assert_eq!(player, to_move);
                        prop_assert!(moves(&position, player, rules).contains(&played));
                        position = position.play(&played).unwrap();
                        to_move = player.opponent();
                        prop_assert_eq!(wins(&position, to_move, rules), line.winner == to_move);
                    }
                    prop_assert_eq!(to_move, line.winner.opponent());
                    prop_assert!(moves(&position, to_move, rules).is_empty());
                }
            }
        }
    }
}
