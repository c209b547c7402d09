//! What is answered: who wins with each player to begin, by which moves, and what it cost to find out.

use super::question::Question;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::{Progress, ProgressWhen};
use konane::board::Player;
use konane::solve::{MoveOutcome, OutcomeSolver, SolveError, WinningLine};
use konane::value::OutcomeClass;
use std::time::Instant;

/// How much is to be found out about each question.
pub struct Wanted {
    /// The players to begin.
    pub beginners: Vec<Player>,
    /// A winning move of whoever begins and wins.
    pub winning_move: bool,
    /// Who wins after each move.
    pub moves: bool,
    /// A line of play.
    pub line: bool,
}

/// The answer to a question, as far as it was found out.
#[derive(Default)]
pub struct Answer {
    /// One for each player to begin.
    pub starts: Vec<Start>,
    /// Positions that were expanded to find out who wins.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
}

/// What is known of a question with one of the players to begin.
pub struct Start {
    /// Who begins.
    pub beginner: Player,
    /// Who wins.
    pub winner: Player,
    /// A move by which whoever begins wins, if it was asked for and there is one.
    pub winning_move: Option<String>,
    /// Who wins after each move, if it was asked for.
    pub moves: Option<Vec<MoveOutcome>>,
    /// A line of play, if it was asked for.
    pub line: Option<WinningLine>,
}

impl Answer {
    /// What is known with this player to begin.
    pub fn start(&self, beginner: Player) -> Option<&Start> {
        self.starts.iter().find(|start| start.beginner == beginner)
    }

    /// The outcome class, if it is known who wins with either player to begin.
    pub fn class(&self) -> Option<OutcomeClass> {
        let wins = |beginner| Some(self.start(beginner)?.winner == beginner);
        Some(OutcomeClass::from_beginners(wins(Player::Black)?, wins(Player::White)?))
    }
}

/// Finds answers.
pub struct Investigation<'a> {
    /// The solver, which keeps what it has proved.
    pub solver: OutcomeSolver,
    /// What is to be found out.
    pub wanted: Wanted,
    /// Stops it.
    pub interrupt: &'a Interrupt,
    /// Whether its progress is shown.
    pub progress: ProgressWhen,
}

impl Investigation<'_> {
    /// Answers a question. If there is an error, `answer` has what was found out before.
    pub fn ask(&mut self, question: &Question, answer: &mut Answer) -> Result<(), SolveError> {
        for beginner in self.wanted.beginners.clone() {
            let _progress = self.show(format!("{}, {beginner} first:", question.name()));
            let (clock, nodes) = (Instant::now(), self.solver.nodes());
            let wins = self.solver.mover_wins(&question.position, beginner, &self.interrupt.monitor)?;
            answer.seconds += clock.elapsed().as_secs_f64();
            answer.nodes += self.solver.nodes() - nodes;
            let winner = if wins { beginner } else { beginner.opponent() };
            answer.starts.push(Start { beginner, winner, winning_move: None, moves: None, line: None });
        }
        for start in &mut answer.starts {
            self.explain(question, start)?;
        }
        Ok(())
    }

    /// Finds out by which moves.
    fn explain(&mut self, question: &Question, start: &mut Start) -> Result<(), SolveError> {
        let beginner = start.beginner;
        let _progress = self.show(format!("{}, moves of {beginner}:", question.name()));
        let (position, monitor) = (&question.position, &self.interrupt.monitor);
        if self.wanted.winning_move && start.winner == beginner {
            let winning = self.solver.winning_move(position, beginner, monitor)?;
            start.winning_move = winning.map(|played| played.to_string());
        }
        if self.wanted.moves {
            start.moves = Some(self.solver.move_outcomes(position, beginner, monitor)?);
        }
        if self.wanted.line {
            start.line = Some(self.solver.winning_line(position, beginner, monitor)?);
        }
        Ok(())
    }

    fn show(&self, label: String) -> Progress {
        self.interrupt.monitor.start(0);
        Progress::show_nodes(self.progress, &self.interrupt.monitor, label)
    }
}
