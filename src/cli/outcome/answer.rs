//! What is answered: who wins with each player to begin, by which moves, and what it cost to find out.

use super::checkpoint::Checkpoint;
use super::question::Question;
use crate::cli::failure::Failure;
use crate::cli::progress::{Progress, ProgressWhen};
use crate::cli::resources::{Resources, outcome_solver};
use konane::board::{Player, Rules, Square};
use konane::game::{Opening, RemovalRule};
use konane::solve::{
    Interrupt, Monitor, MoveOutcome, OutcomeSolver, RemovalOutcome, SolveError, WinningLine,
};
use konane::value::OutcomeClass;
use std::cmp::Reverse;
use std::path::Path;
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
    /// Who wins after removals, if the players are to remove stones first.
    pub removals: Option<Vec<RemovalOutcome>>,
    /// A line of play, if it was asked for.
    pub line: Option<Line>,
}

/// A line of play.
pub struct Line {
    /// The removals before the first jump, if the players are to remove stones first.
    pub removals: Vec<Square>,
    /// The jumps.
    pub jumps: WinningLine,
}

impl Line {
    /// All that is played, and by whom.
    pub fn plies(&self) -> impl Iterator<Item = (Player, String)> + '_ {
        let removals = Player::BOTH.into_iter().zip(self.removals.iter().map(Square::to_string));
        removals.chain(self.jumps.plies().map(|(player, played)| (player, played.to_string())))
    }
}

impl Start {
    /// Nothing is known but who wins.
    fn new(beginner: Player, winner: Player) -> Start {
        Start { beginner, winner, winning_move: None, moves: None, removals: None, line: None }
    }
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
    /// The rules of jumping.
    rules: Rules,
    /// The memory ceiling in bytes.
    memory: u64,
    /// Keeps what it has proved.
    solver: OutcomeSolver,
    /// Whether it may have proved something.
    solver_is_used: bool,
    /// What is to be found out.
    pub wanted: Wanted,
    /// Stops it.
    interrupt: &'a Interrupt,
    /// Where what is proved is kept.
    checkpoint: Option<Checkpoint>,
    /// Whether its progress is shown.
    progress: ProgressWhen,
}

impl<'a> Investigation<'a> {
    /// Prepares to find out what is wanted, with what the file `checkpoint` has.
    pub fn new(
        rules: Rules,
        resources: &Resources,
        wanted: Wanted,
        checkpoint: Option<&Path>,
        interrupt: &'a Interrupt,
    ) -> Result<Investigation<'a>, Failure> {
        let (memory, progress) = (resources.memory_ceiling(), resources.progress);
        let mut solver =
            outcome_solver(rules, memory).map_err(|error| Failure::input(format!("--memory: {error}")))?;
        let checkpoint = checkpoint.map(|path| Checkpoint::open(path, &mut solver, interrupt)).transpose()?;
        let solver_is_used = checkpoint.is_some();
        Ok(Investigation { rules, memory, solver, solver_is_used, wanted, interrupt, checkpoint, progress })
    }

    /// Writes the checkpoint, if there is one; returns where it is.
    pub fn keep(&self) -> Option<&Path> {
        let checkpoint = self.checkpoint.as_ref()?;
        checkpoint.write(&self.solver);
        Some(checkpoint.path())
    }

    /// Takes a step that is interrupted now and then to write the checkpoint.
    fn step<T>(
        &mut self,
        take: impl Fn(&mut OutcomeSolver, &Monitor) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        loop {
            match take(&mut self.solver, &self.interrupt.monitor) {
                Err(SolveError::Interrupted) if !self.interrupt.is_signalled() => {
                    self.keep();
                    self.interrupt.resume_unless_signalled();
                }
                taken => return taken,
            }
        }
    }

    /// Answers a question. If there is an error, the answer has what was found out before.
    ///
    /// When the solver is full, everything learnt is forgotten; only if it is full of this question alone, that
    /// is the end.
    pub fn answer(&mut self, question: &Question) -> (Answer, Result<(), SolveError>) {
        let mut answer = Answer::default();
        let mut asked = self.ask(question, &mut answer);
        // A solver that has met less may get further.
        if asked.as_ref().is_err_and(SolveError::is_memory_limit) && self.solver_is_used {
            answer = Answer::default();
            asked = outcome_solver(self.rules, self.memory).and_then(|solver| {
                self.solver = solver;
                self.ask(question, &mut answer)
            });
        }
        self.solver_is_used = true;
        (answer, asked)
    }

    fn ask(&mut self, question: &Question, answer: &mut Answer) -> Result<(), SolveError> {
        if let Some(rule) = question.removal {
            return self.ask_of_removals(question, rule, answer);
        }
        for beginner in self.wanted.beginners.clone() {
            let _progress = self.show(format!("{}, {beginner} first:", question.name()));
            let (clock, nodes) = (Instant::now(), self.solver.nodes());
            let wins =
                self.step(|solver, monitor| solver.mover_wins(&question.position, beginner, monitor))?;
            answer.seconds += clock.elapsed().as_secs_f64();
            answer.nodes += self.solver.nodes() - nodes;
            let winner = if wins { beginner } else { beginner.opponent() };
            answer.starts.push(Start::new(beginner, winner));
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
        let position = &question.position;
        if self.wanted.winning_move && start.winner == beginner {
            let winning = self.step(|solver, monitor| solver.winning_move(position, beginner, monitor))?;
            start.winning_move = winning.map(|played| played.to_string());
        }
        if self.wanted.moves {
            let moves = self.step(|solver, monitor| solver.move_outcomes(position, beginner, monitor))?;
            start.moves = Some(moves);
        }
        if self.wanted.line {
            let jumps = self.step(|solver, monitor| solver.winning_line(position, beginner, monitor))?;
            start.line = Some(Line { removals: Vec::new(), jumps });
        }
        Ok(())
    }

    /// Answers who wins if the players remove stones first.
    fn ask_of_removals(
        &mut self,
        question: &Question,
        rule: RemovalRule,
        answer: &mut Answer,
    ) -> Result<(), SolveError> {
        let _progress = self.show(format!("{}:", question.name()));
        let size = (question.position.rows(), question.position.columns());
        let (clock, nodes) = (Instant::now(), self.solver.nodes());
        let all = self.wanted.moves;
        let removals = self.step(|solver, monitor| solver.removal_outcomes(size, rule, all, monitor))?;
        answer.seconds = clock.elapsed().as_secs_f64();
        answer.nodes = self.solver.nodes() - nodes;
        let winning = removals.iter().find(|removal| removal.wins);
        let mut start =
            Start::new(Player::Black, if winning.is_some() { Player::Black } else { Player::White });
        start.winning_move = winning.map(|removal| removal.square.to_string());
        let opening = stubborn_opening(&removals);
        start.removals = Some(removals);
        answer.starts.push(start);
        if let (true, Some(opening), [start]) = (self.wanted.line, opening, &mut answer.starts[..]) {
            let position = opening.position(size.0, size.1).expect("an opening of the board");
            let jumps =
                self.step(|solver, monitor| solver.winning_line(&position, Player::Black, monitor))?;
            start.line = Some(Line { removals: vec![opening.black(), opening.white()], jumps });
        }
        Ok(())
    }

    fn show(&self, label: String) -> Progress {
        self.interrupt.monitor.start(0);
        Progress::show_nodes(self.progress, &self.interrupt.monitor, label)
    }
}

/// The opening of a line of play: the winner's removal wins, the loser's is the one hardest to refute. Nothing
/// if White cannot remove any stone.
fn stubborn_opening(removals: &[RemovalOutcome]) -> Option<Opening> {
    let answers = match removals.iter().find(|removal| removal.wins) {
        Some(winning) => winning.answers.iter().collect::<Vec<_>>(),
        None => removals.iter().flat_map(|removal| &removal.answers).filter(|answer| answer.wins).collect(),
    };
    // `min_by_key` gives the first of several.
    answers.into_iter().min_by_key(|answer| Reverse(answer.nodes)).map(|answer| answer.opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::interrupt::catch_signals;
    use clap::Parser;
    use konane::game::Openings;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        resources: Resources,
    }

    #[test]
    fn what_stops_without_a_signal_is_kept_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("5x6.checkpoint");
        let interrupt = catch_signals();
        let resources = Command::parse_from(["konane", "--memory", "16M"]).resources;
        let wanted =
            Wanted { beginners: Player::BOTH.to_vec(), winning_move: false, moves: false, line: false };
        let rules = Rules::MultiJump;
        let mut investigation =
            Investigation::new(rules, &resources, wanted, Some(&path), &interrupt).unwrap();
        let empty = std::fs::read(&path).unwrap();
        let opened = "corner-h".parse::<Openings>().unwrap().on_board(5, 6).unwrap().remove(0);
        let (opening, removal, carried) = (Some(opened.name), None, Vec::new());
        let question = Question { position: opened.position, opening, removal, carried };
        investigation.answer(&question).1.unwrap();
        // As the clock of the checkpoint does.
        interrupt.monitor.stop();
        let (answer, asked) = investigation.answer(&question);
        assert_eq!((asked, answer.class()), (Ok(()), Some(OutcomeClass::Previous)));
        assert!(interrupt.monitor.check().is_ok());
        assert!(std::fs::read(&path).unwrap().len() > empty.len());
    }
}
