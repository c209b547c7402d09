//! A line of play that shows what the value of a position, or of a position and a value beside it, means.
//!
//! If whoever begins wins, the line is one of **winning play**. The winner makes a winning move, one of
//! the best (undominated) among these; the loser, all of whose moves lose, defends as stubbornly as can
//! be: he makes the move that leaves the winner the fewest winning answers, and among such moves one of
//! the best.
//!
//! Otherwise the line is one of **orthodox play**, in which both play for the score (*Winning Ways*,
//! ch. 6; Siegel, *Combinatorial Game Theory*, II.5). The *ambient temperature* is that of the coolest
//! sum so far in the line, so that a move which raises the temperature above it is answered, as in the
//! strategy called sentestrat. Whoever is to move makes a move that attains the wall of the thermograph at
//! the ambient temperature t: Left one whose right wall at t is furthest to the left, Right one whose left
//! wall at t is furthest to the right. Among these a winning one is preferred, then a best one.
//!
//! Where moves are still alike, the first is made, those on the board before those in the value.
//!
//! In a number nobody wants to move (number avoidance, Siegel II.3), so there the line ends, unless it is
//! to be played out: then the rest is winning play.

use super::sum_moves::{SumMove, SumOption};
use super::{Monitor, SolveError, ValueSolver};
use crate::board::{Player, Position};
use crate::value::{Analysis, CanonicalForm, Dyadic, Rational, Side, ValueError};
use std::cmp::Reverse;

/// How the moves of a line are chosen; see the module's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayRule {
    /// The player who begins wins, against the most stubborn defence.
    Winning,
    /// Both players play for the score.
    Orthodox,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who moves.
    pub player: Player,
    /// The move.
    pub played: SumMove,
    /// The position after it.
    pub position: Position,
    /// The value beside the position after it.
    pub with: CanonicalForm,
    /// The value of the sum of both.
    pub value: CanonicalForm,
}

/// Why a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// Whoever is to move has no move, and loses.
    NoMove,
    /// The sum is this number, and the line was not to be played out.
    Number(Dyadic),
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOfPlay {
    /// How its moves are chosen.
    pub rule: PlayRule,
    /// Its moves.
    pub plies: Vec<Ply>,
    /// Why there are no more.
    pub end: LineEnd,
    /// Who would move next.
    pub to_move: Player,
}

impl ValueSolver<'_> {
    /// A line of play in the sum of a position and a value, with the given player to begin.
    ///
    /// Winning play costs the values of the sums that two moves lead to at each move of the loser.
    ///
    /// ```
    /// use konane::board::{Player, Rules};
    /// use konane::solve::{LineEnd, Monitor, PlayRule, ValueSolver};
    /// use konane::value::{CanonicalForm, ValueStore};
    ///
    /// let store = ValueStore::new();
    /// let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    /// let position = ".o.ox.x.".parse()?;
    /// let line = solver.line_of_play(&position, CanonicalForm::ZERO, Player::Black, true, &Monitor::new())?;
    /// assert_eq!((line.rule, line.end, line.to_move), (PlayRule::Winning, LineEnd::NoMove, Player::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line_of_play(
        &mut self,
        position: &Position,
        with: CanonicalForm,
        beginner: Player,
        play_out: bool,
        monitor: &Monitor,
    ) -> Result<LineOfPlay, SolveError> {
        let store = self.store();
        let value = store.add(self.value(position, monitor)?, with)?;
        let beginner_wins = match Side::from(beginner) {
            Side::Left => !store.le(value, CanonicalForm::ZERO)?,
            Side::Right => !store.le(CanonicalForm::ZERO, value)?,
        };
        let rule = if beginner_wins { PlayRule::Winning } else { PlayRule::Orthodox };
        let mut referee = Referee { analysis: Analysis::new(store), ambient: None };
        let mut line = LineOfPlay { rule, plies: Vec::new(), end: LineEnd::NoMove, to_move: beginner };
        let (mut position, mut with, mut value) = (position.clone(), with, value);
        loop {
            let number = store.as_number(value);
            if let Some(number) = number.filter(|_| !play_out) {
                line.end = LineEnd::Number(number);
                return Ok(line);
            }
            let options = self.sum_options(&position, with, line.to_move, monitor)?;
            let chosen = match rule {
                PlayRule::Orthodox if number.is_none() => referee.orthodox(options, value, line.to_move)?,
                _ => self.winning_or_stubborn(options, line.to_move, monitor)?,
            };
            let Some(chosen) = chosen else { return Ok(line) };
            (position, with, value) = (chosen.position.clone(), chosen.with, chosen.value);
            let played = chosen.played;
            line.plies.push(Ply { player: line.to_move, played, position: chosen.position, with, value });
            line.to_move = line.to_move.opponent();
        }
    }

    /// A winning move, or if there is none the most stubborn one.
    fn winning_or_stubborn(
        &mut self,
        options: Vec<SumOption>,
        player: Player,
        monitor: &Monitor,
    ) -> Result<Option<SumOption>, SolveError> {
        if options.iter().any(|option| option.wins) {
            let winning = options.into_iter().filter(|option| option.wins);
            return Ok(first_by_key(winning, |option| Reverse(option.is_best)));
        }
        let mut answers = Vec::new();
        for option in &options {
            answers.push(self.winning_moves(&option.position, option.with, player.opponent(), monitor)?);
        }
        let counted = options.into_iter().zip(answers);
        let chosen = first_by_key(counted, |(option, answers)| (*answers, Reverse(option.is_best)));
        Ok(chosen.map(|(option, _)| option))
    }
}

/// The first of the items with the least key.
fn first_by_key<T, K: Ord>(items: impl Iterator<Item = T>, key: impl Fn(&T) -> K) -> Option<T> {
    // `min_by_key` gives the first of several.
    items.min_by_key(key)
}

/// What orthodox play depends on besides the sum.
struct Referee<'s> {
    analysis: Analysis<'s>,
    /// The ambient temperature so far.
    ambient: Option<Rational>,
}

impl Referee<'_> {
    /// The orthodox move in a sum of the given value, which is not a number.
    fn orthodox(
        &mut self,
        options: Vec<SumOption>,
        value: CanonicalForm,
        player: Player,
    ) -> Result<Option<SumOption>, ValueError> {
        let temperature = self.analysis.temperature(value)?;
        let ambient = self.ambient.map_or(temperature, |ambient| ambient.min(temperature));
        self.ambient = Some(ambient);
        let mut scores = Vec::new();
        for option in &options {
            let thermograph = self.analysis.thermograph(option.value)?;
            scores.push(match Side::from(player) {
                Side::Left => thermograph.right_wall().value_at(ambient)?,
                Side::Right => -thermograph.left_wall().value_at(ambient)?,
            });
        }
        let scored = options.into_iter().zip(scores);
        let chosen = first_by_key(scored, |(option, score)| Reverse((*score, option.wins, option.is_best)));
        Ok(chosen.map(|(option, _)| option))
    }
}
