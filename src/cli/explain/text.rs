//! An explanation as text.

use super::{Explanation, Sum};
use konane::board::{Move, Player};
use konane::solve::{ExplainedMove, ExplainedMoves, LineEnd, LineOfPlay, MoveStatus, PlayRule, SumMove};
use konane::value::{CanonicalForm, OutcomeClass, ValueError};
use std::fmt::Write;

/// A line of a list of moves: some that lead to the same value.
struct Line {
    quality: &'static str,
    wins: bool,
    value: CanonicalForm,
    moves: Vec<String>,
    /// What is said behind all of the moves.
    note: String,
}

/// Values are padded to this width at most.
const WIDEST: usize = 40;

/// The name of a player and what it is called on the board.
pub fn player_name(player: Player) -> &'static str {
    match player {
        Player::Black => "Left (Black)",
        Player::White => "Right (White)",
    }
}

/// An outcome in words, with what the players are called on the board.
pub fn outcome_words(class: OutcomeClass) -> String {
    let words = class.words();
    words.replace("Left", player_name(Player::Black)).replace("Right", player_name(Player::White))
}

impl Explanation<'_> {
    /// Everything, for people.
    pub fn text(&self) -> Result<String, ValueError> {
        let mut text = String::new();
        for (player, explained) in &self.moves {
            let lines = self.lines_of_moves(explained)?;
            text += &self.list(player_name(*player), "", explained.moves.iter().any(|m| m.wins), &lines)?;
        }
        if let Some(sum) = &self.sum {
            text += &self.sum_text(sum)?;
        }
        for (player, line) in &self.lines {
            text += &self.line_text(*player, line)?;
        }
        Ok(text)
    }

    fn value(&self, value: CanonicalForm) -> Result<String, ValueError> {
        self.store.text(value, self.notation)
    }

    fn lines_of_moves(&self, explained: &ExplainedMoves) -> Result<Vec<Line>, ValueError> {
        let mut lines: Vec<Line> = Vec::new();
        for explained in &explained.moves {
            let written = self.written(explained)?;
            match lines.iter_mut().find(|line| line.value == explained.value) {
                Some(line) => line.moves.push(written),
                None => lines.push(Line {
                    quality: match explained.status {
                        _ if explained.is_best => "best",
                        MoveStatus::Canonical => "canonical",
                        _ => "dominated",
                    },
                    wins: explained.wins,
                    value: explained.value,
                    moves: vec![written],
                    note: match explained.status {
                        MoveStatus::Dominated { by } => format!(" (by {by})"),
                        MoveStatus::Canonical | MoveStatus::Reversible { .. } => String::new(),
                    },
                }),
            }
        }
        lines.sort_by_key(|line| ["best", "canonical"].iter().position(|q| *q == line.quality).unwrap_or(2));
        for option in explained.canonical_options.iter().filter(|option| option.moves.is_empty()) {
            let moves = option.line.iter().map(Move::to_string).collect::<Vec<_>>().join(", ");
            let (value, note) = (option.value, String::new());
            lines.push(Line { quality: "reversal", wins: false, value, moves: vec![moves], note });
        }
        Ok(lines)
    }

    /// A move, and by what it is reversed.
    fn written(&self, explained: &ExplainedMove) -> Result<String, ValueError> {
        Ok(match explained.status {
            MoveStatus::Reversible { through, to } => {
                format!("{} (reversible through {through} to {})", explained.played, self.value(to)?)
            }
            _ => explained.played.to_string(),
        })
    }

    /// A heading, and a list of moves below it.
    fn list(&self, name: &str, place: &str, any_wins: bool, lines: &[Line]) -> Result<String, ValueError> {
        if lines.is_empty() {
            return Ok(format!("\n{name} has no move{place}\n"));
        }
        let values = lines.iter().map(|line| self.value(line.value)).collect::<Result<Vec<_>, _>>()?;
        let width = widest(&values);
        let mut text = match any_wins {
            true => format!("\n{name} moves{place}\n"),
            false => format!("\n{name} moves{place}, none of which wins\n"),
        };
        for (line, value) in lines.iter().zip(values) {
            let wins = if line.wins { "wins" } else { "" };
            let (quality, moves, note) = (line.quality, line.moves.join(" "), &line.note);
            let _ = writeln!(text, "  {quality:9}  {wins:4}  {value:width$}  {moves}{note}");
        }
        Ok(text)
    }

    fn sum_text(&self, sum: &Sum) -> Result<String, ValueError> {
        let outcome = self.store.outcome_class(sum.value)?;
        let mut text = format!("\nTogether with {}\n", self.value(sum.with)?);
        let _ = writeln!(text, "  value    {}", self.value(sum.value)?);
        let _ = writeln!(text, "  outcome  {outcome}: {}", outcome_words(outcome));
        for (player, options) in &sum.moves {
            let mut lines: Vec<Line> = Vec::new();
            for option in options {
                let written = self.sum_move(option.played, sum.with)?;
                match lines.iter_mut().find(|line| line.value == option.value) {
                    Some(line) => line.moves.push(written),
                    None => lines.push(Line {
                        quality: if option.is_best { "best" } else { "dominated" },
                        wins: option.wins,
                        value: option.value,
                        moves: vec![written],
                        note: String::new(),
                    }),
                }
            }
            lines.sort_by_key(|line| line.quality != "best");
            let any_wins = options.iter().any(|option| option.wins);
            text += &self.list(player_name(*player), " in the sum", any_wins, &lines)?;
        }
        Ok(text)
    }

    /// A move on the board, or one in the value beside it.
    fn sum_move(&self, played: SumMove, with: CanonicalForm) -> Result<String, ValueError> {
        Ok(match played {
            SumMove::OnBoard(played) => played.to_string(),
            SumMove::InValue(to) => format!("({} to {})", self.value(with)?, self.value(to)?),
        })
    }

    fn line_text(&self, beginner: Player, line: &LineOfPlay) -> Result<String, ValueError> {
        let play = match line.rule {
            PlayRule::Winning => "begins and wins",
            PlayRule::Orthodox => "begins: orthodox play",
        };
        let mut text = format!("\n{} {play}\n", player_name(beginner));
        let mut with = self.sum.as_ref().map_or(CanonicalForm::ZERO, |sum| sum.with);
        let mut rows = Vec::new();
        for ply in &line.plies {
            rows.push((self.sum_move(ply.played, with)?, self.value(ply.value)?));
            with = ply.with;
        }
        let (moves, values): (Vec<String>, Vec<String>) = rows.into_iter().unzip();
        let (move_width, value_width) = (widest(&moves), widest(&values));
        let number_width = moves.len().to_string().len() + 1;
        for (index, ply) in line.plies.iter().enumerate() {
            let number = format!("{}.", index + 1);
            let player = if ply.player == Player::Black { "Left" } else { "Right" };
            let (played, value) = (&moves[index], &values[index]);
            let outcome = self.store.outcome_class(ply.value)?;
            let _ = writeln!(
                text,
                "  {number:>number_width$} {player:5}  {played:move_width$}  {value:value_width$}  {outcome}"
            );
        }
        let _ = writeln!(text, "  {}", end_text(line));
        Ok(text)
    }
}

/// What there is to say at the end of a line.
fn end_text(line: &LineOfPlay) -> String {
    let to_move = player_name(line.to_move);
    match line.end {
        LineEnd::NoMove => format!("{to_move} has no move and loses"),
        LineEnd::Number(number) => match number.signum() {
            0 => format!("The value is 0: {to_move} is to move and loses"),
            1.. => format!("The value is a number: {} is ahead by {number}", player_name(Player::Black)),
            _ => format!("The value is a number: {} is ahead by {}", player_name(Player::White), -number),
        },
    }
}

/// The width of a column of texts.
fn widest(texts: &[String]) -> usize {
    texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).min(WIDEST)
}
