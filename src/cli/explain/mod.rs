//! The moves of a position explained: alone, together with a value, and as lines of play.

mod json;
mod text;

pub use text::{outcome_words, player_name};

use super::calc::failure_for;
use super::failure::Failure;
use konane::board::{Player, Position};
use konane::calc::Calculator;
use konane::reading::shown;
use konane::solve::{ExplainedMoves, LineOfPlay, Monitor, SolveError, SumOption, ValueSolver};
use konane::value::notation::Notation;
use konane::value::{CanonicalForm, ValueStore};

/// Options on what is explained.
#[derive(clap::Args)]
pub struct ExplainOptions {
    /// List the moves of both players, the value each leads to, which are best and which win
    ///
    /// A move is best if no other one dominates it: no other leads to a value at least as good and
    /// different. It wins if whoever makes it wins by playing well from then on. Best moves are canonical
    /// options of the value unless they are reversible, which is then said, with the answer that
    /// reverses them; a move to a canonical option that a reversible move surpasses is listed as canonical. A
    /// canonical option that no move leads to is listed as reversal, with a line of play that leads to it
    /// by answers that reverse. With --format json there are lists called moves and
    /// canonical_options.
    #[arg(long)]
    explain: bool,

    /// Explain the moves in the sum of the position and this value, such as +-2, too
    ///
    /// Any expression that 'konane calc' reads is allowed, such as Konane(".xo.") + ^.
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    with: Option<String>,

    /// Show a line of play in which left, right, or each of both begins
    ///
    /// If whoever begins wins, also counting the value of --with, it is a line of winning play against
    /// the most stubborn defence: the loser leaves the winner as few winning moves as possible. If not,
    /// both play for the score: each makes a move that attains the wall of the thermograph at the ambient
    /// temperature, which is that of the coolest position so far (sentestrat, Winning Ways ch. 6). It
    /// ends where the value is a number, in which nobody wants to move.
    #[arg(long, value_name = "WHO", hide_possible_values = true)]
    line: Option<Beginner>,

    /// Go on with the line of play until somebody has no move
    #[arg(long, requires = "line")]
    play_out: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Beginner {
    #[value(alias = "black")]
    Left,
    #[value(alias = "white")]
    Right,
    Both,
}

impl ExplainOptions {
    /// Whether anything is to be explained.
    pub fn any(&self) -> bool {
        self.explain || self.with.is_some() || self.line.is_some()
    }

    /// Fails if the value to be added cannot be read.
    pub fn check(&self) -> Result<(), Failure> {
        self.with(&ValueStore::new(), &Monitor::new()).map(drop)
    }

    /// The value of `--with`, made in `store`.
    pub fn with(&self, store: &ValueStore, monitor: &Monitor) -> Result<Option<CanonicalForm>, Failure> {
        let Some(text) = &self.with else { return Ok(None) };
        let form = Calculator::new(store, monitor, None).canonical_form(text);
        form.map(Some)
            .map_err(|error| failure_for(format!("--with {}: {error}", shown(text)), error.problem()))
    }

    fn beginners(&self) -> &'static [Player] {
        match self.line {
            None => &[],
            Some(Beginner::Left) => &[Player::Black],
            Some(Beginner::Right) => &[Player::White],
            Some(Beginner::Both) => &Player::BOTH,
        }
    }
}

/// What is told of a position.
pub struct Explanation<'s> {
    store: &'s ValueStore,
    notation: Notation,
    /// For each player.
    moves: Vec<(Player, ExplainedMoves)>,
    sum: Option<Sum>,
    lines: Vec<(Player, LineOfPlay)>,
}

/// A position and a value beside it.
struct Sum {
    with: CanonicalForm,
    value: CanonicalForm,
    /// For each player.
    moves: Vec<(Player, Vec<SumOption>)>,
}

impl<'s> Explanation<'s> {
    /// Explains a position, with the value of [`ExplainOptions::with`] beside it.
    pub fn of(
        solver: &mut ValueSolver<'s>,
        position: &Position,
        with: Option<CanonicalForm>,
        options: &ExplainOptions,
        notation: Notation,
        monitor: &Monitor,
    ) -> Result<Explanation<'s>, Failure> {
        let store = solver.store();
        let mut moves = Vec::new();
        for player in Player::BOTH {
            moves.push((player, solver.explain(position, player, monitor)?));
        }
        let sum = with.map(|with| sum(solver, position, with, monitor)).transpose()?;
        let mut lines = Vec::new();
        for &player in options.beginners() {
            let with = with.unwrap_or(CanonicalForm::ZERO);
            let line = solver.line_of_play(position, with, player, options.play_out, monitor)?;
            lines.push((player, line));
        }
        Ok(Explanation { store, notation, moves, sum, lines })
    }
}

fn sum(
    solver: &mut ValueSolver<'_>,
    position: &Position,
    with: CanonicalForm,
    monitor: &Monitor,
) -> Result<Sum, SolveError> {
    let value = solver.store().add(solver.value(position, monitor)?, with)?;
    let mut moves = Vec::new();
    for player in Player::BOTH {
        moves.push((player, solver.sum_options(position, with, player, monitor)?));
    }
    Ok(Sum { with, value, moves })
}
