//! Reviewing a game: who could have won after each ply, and which plies gave a win away.
//!
//! A ply of a player who was winning and is losing afterwards is a *blunder*. Positions are decided from the
//! last to the first, since the later ones are the easier ones, and what is proved of them helps with those
//! before.
//!
//! ```
//! use konane::board::{Player, Rules};
//! use konane::game::{Game, Start};
//! use konane::play::Review;
//! use konane::solve::{Monitor, OutcomeSolver};
//!
//! let mut game = Game::new(Start::set_up("xo.o.".parse()?, Player::Black), Rules::MultiJump);
//! game.play("A1-C1".parse()?)?;
//! let mut review = Review::of(&game);
//! review.go_on(&mut OutcomeSolver::new(game.rules(), 1 << 20)?, &Monitor::new())?;
//! // Black should have jumped twice.
//! assert_eq!(review.winner_after(1), Some(Player::White));
//! assert_eq!(review.is_blunder(1), Some(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::Player;
use crate::game::{Game, Ply};
use crate::solve::{Monitor, OutcomeSolver, SolveError};

/// Who wins after each ply of a game if both play well from then on, as far as it is known.
#[derive(Clone, Debug)]
pub struct Review<'g> {
    game: &'g Game,
    /// After the last ply, the one before, and so on.
    winners: Vec<Player>,
}

impl<'g> Review<'g> {
    /// A review that knows nothing yet.
    pub fn of(game: &'g Game) -> Review<'g> {
        Review { game, winners: Vec::new() }
    }

    /// Finds out who wins, from the last position that is not decided to the first of the game. Takes as
    /// long as the hardest of them.
    ///
    /// # Errors
    /// Those of the solver. What was found out by then is kept, and can be gone on from.
    pub fn go_on(&mut self, solver: &mut OutcomeSolver, monitor: &Monitor) -> Result<(), SolveError> {
        let mut game = self.game.clone();
        for _ in 0..self.winners.len() {
            game.undo();
        }
        while !self.is_complete() {
            self.winners.push(winner(&mut game, solver, monitor)?);
            game.undo();
        }
        Ok(())
    }

    /// Whether it is known who wins after each ply, and at the start.
    pub fn is_complete(&self) -> bool {
        self.winners.len() == self.game.plies().len() + 1
    }

    /// Who wins after so many plies, if that is known.
    pub fn winner_after(&self, plies: usize) -> Option<Player> {
        self.winners.get(self.game.plies().len().checked_sub(plies)?).copied()
    }

    /// Whether the ply of a number, from 1, was a blunder, if that is known.
    pub fn is_blunder(&self, number: usize) -> Option<bool> {
        let before = number.checked_sub(1)?;
        let player = self.game.to_move_after(before);
        // A ply never wins a lost position.
        match (self.winner_after(before), self.winner_after(number)?) {
            (_, after) if after == player => Some(false),
            (before, _) => Some(before? == player),
        }
    }
}

/// Who wins the game from here if both play well. The game is as before when this returns without an error.
fn winner(game: &mut Game, solver: &mut OutcomeSolver, monitor: &Monitor) -> Result<Player, SolveError> {
    let player = game.to_move();
    if !game.is_removal_next() {
        let wins = solver.mover_wins(game.position(), player, monitor)?;
        return Ok(if wins { player } else { player.opponent() });
    }
    for square in game.removals() {
        game.play(Ply::Removal(square)).expect("one of the removals");
        let winner = winner(game, solver, monitor)?;
        game.undo();
        if winner == player {
            return Ok(player);
        }
    }
    Ok(player.opponent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::game::{RemovalRule, Start};

    /// Who wins, by trying everything.
    fn winner_by_trying(game: &Game) -> Player {
        let player = game.to_move();
        let wins = game.legal_plies().into_iter().any(|ply| {
            let mut tried = game.clone();
            tried.play(ply).unwrap();
            winner_by_trying(&tried) == player
        });
        if wins { player } else { player.opponent() }
    }

    /// A game in which each player plays the legal ply of the next number, counted round.
    fn played(rows: usize, columns: usize, rule: RemovalRule, choices: &[usize]) -> Game {
        let start = Start::full_board(rows, columns, rule).unwrap();
        let mut game = Game::new(start, Rules::MultiJump);
        for choice in choices {
            let legal = game.legal_plies();
            let Some(&ply) = legal.get(choice % legal.len().max(1)) else { break };
            game.play(ply).unwrap();
        }
        game
    }

    #[test]
    fn the_winner_is_known_after_each_ply_and_blunders_are_plies_that_change_it() {
        let mut blunders = 0;
        for seed in 0..24 {
            let choices: Vec<usize> = (0..12).map(|ply| (seed * 7 + ply * ply * 5) % 11).collect();
            let rule = RemovalRule::ALL[seed % 2];
            let game = played(3 + seed % 2, 4, rule, &choices);
            let mut review = Review::of(&game);
            let mut solver = OutcomeSolver::new(game.rules(), 1 << 24).unwrap();
            review.go_on(&mut solver, &Monitor::new()).unwrap();
            let mut replayed = Game::new(game.start().clone(), game.rules());
            let mut before = winner_by_trying(&replayed);
            assert_eq!(review.winner_after(0), Some(before));
            for (ply, number) in game.plies().iter().zip(1..) {
                let player = replayed.to_move();
                replayed.play(*ply).unwrap();
                let after = winner_by_trying(&replayed);
                assert_eq!(review.winner_after(number), Some(after));
                assert_eq!(review.is_blunder(number), Some(before == player && after != player));
                blunders += usize::from(before != after);
                before = after;
            }
            assert_eq!(review.winner_after(game.plies().len() + 1), None);
        }
        assert!(blunders > 5, "{blunders}");
    }

    #[test]
    fn what_is_known_when_it_is_stopped_is_the_end() {
        let game = played(3, 4, RemovalRule::CornerOrCenter, &[0; 12]);
        let mut review = Review::of(&game);
        let mut solver = OutcomeSolver::new(game.rules(), 1 << 24).unwrap();
        let stopped = Monitor::new();
        stopped.stop();
        let end = game.plies().len();
        assert!(game.is_over());
        assert_eq!(review.go_on(&mut solver, &stopped), Err(SolveError::Interrupted));
        assert!(!review.is_complete());
        assert_eq!((review.winner_after(0), review.is_blunder(1)), (None, None));
        review.go_on(&mut solver, &Monitor::new()).unwrap();
        assert!(review.is_complete());
        assert_eq!(review.winner_after(end), game.winner());
        assert_eq!((review.is_blunder(0), review.is_blunder(end + 1)), (None, None));
    }
}
