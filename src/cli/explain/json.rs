//! An explanation as members of a JSON object.

use super::{Explanation, Sum};
use konane::board::{Move, Player};
use konane::solve::{ExplainedMove, LineEnd, LineOfPlay, MoveStatus, PlayRule, SumMove};
use konane::value::{CanonicalForm, ValueError};
use serde::Serialize;

#[derive(Serialize)]
struct Members {
    moves: Vec<MoveRecord>,
    canonical_options: Vec<OptionRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sum: Option<SumRecord>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineRecord>,
}

#[derive(Serialize)]
struct MoveRecord {
    player: &'static str,
    #[serde(rename = "move")]
    played: String,
    value: String,
    best: bool,
    wins: bool,
    sensible: bool,
    status: &'static str,
    /// The move that dominates it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The answer that reverses it, and its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    through: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
}

#[derive(Serialize)]
struct OptionRecord {
    player: &'static str,
    value: String,
    moves: Vec<String>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct SumRecord {
    with: String,
    value: String,
    outcome: String,
    moves: Vec<SumMoveRecord>,
}

/// A move in a sum: on the board, or else in the value, to another one.
#[derive(Serialize)]
struct SumMoveRecord {
    player: &'static str,
    #[serde(rename = "move")]
    played: Option<String>,
    to: Option<String>,
    value: String,
    best: bool,
    wins: bool,
}

#[derive(Serialize)]
struct LineRecord {
    begins: &'static str,
    play: &'static str,
    moves: Vec<PlyRecord>,
    end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    to_move: &'static str,
}

#[derive(Serialize)]
struct PlyRecord {
    player: &'static str,
    #[serde(rename = "move")]
    played: Option<String>,
    to: Option<String>,
    position: String,
    value: String,
    outcome: String,
}

/// The side of a player, as it is called in JSON.
fn side(player: Player) -> &'static str {
    match player {
        Player::Black => "left",
        Player::White => "right",
    }
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

impl Explanation<'_> {
    /// The members of an object, without its braces.
    pub fn json_members(&self) -> Result<String, ValueError> {
        let mut members =
            Members { moves: Vec::new(), canonical_options: Vec::new(), sum: None, lines: Vec::new() };
        for (player, explained) in &self.moves {
            for explained in &explained.moves {
                members.moves.push(self.move_record(*player, explained)?);
            }
            for option in &explained.canonical_options {
                let (moves, line) = (texts(&option.moves), texts(&option.line));
                let value = self.json_value(option.value)?;
                members.canonical_options.push(OptionRecord { player: side(*player), value, moves, line });
            }
        }
        members.sum = self.sum.as_ref().map(|sum| self.sum_record(sum)).transpose()?;
        for (player, line) in &self.lines {
            members.lines.push(self.line_record(*player, line)?);
        }
        let object = serde_json::to_string(&members).expect("writing to memory");
        Ok(object[1..object.len() - 1].to_owned())
    }

    fn json_value(&self, value: CanonicalForm) -> Result<String, ValueError> {
        self.store.text(value, self.notation)
    }

    fn move_record(&self, player: Player, explained: &ExplainedMove) -> Result<MoveRecord, ValueError> {
        let (mut by, mut through, mut to) = (None, None, None);
        let status = match explained.status {
            MoveStatus::Canonical => "canonical",
            MoveStatus::Dominated { by: better } => {
                by = Some(better.to_string());
                "dominated"
            }
            MoveStatus::Reversible { through: answer, to: value } => {
                (through, to) = (Some(answer.to_string()), Some(self.json_value(value)?));
                "reversible"
            }
        };
        Ok(MoveRecord {
            player: side(player),
            played: explained.played.to_string(),
            value: self.json_value(explained.value)?,
            best: explained.is_best,
            wins: explained.wins,
            sensible: explained.is_sensible,
            status,
            by,
            through,
            to,
        })
    }

    fn sum_record(&self, sum: &Sum) -> Result<SumRecord, ValueError> {
        let mut moves = Vec::new();
        for (player, options) in &sum.moves {
            for option in options {
                let (played, to) = self.json_sum_move(option.played)?;
                let value = self.json_value(option.value)?;
                let (best, wins) = (option.is_best, option.wins);
                moves.push(SumMoveRecord { player: side(*player), played, to, value, best, wins });
            }
        }
        Ok(SumRecord {
            with: self.json_value(sum.with)?,
            value: self.json_value(sum.value)?,
            outcome: self.store.outcome_class(sum.value)?.to_string(),
            moves,
        })
    }

    fn json_sum_move(&self, played: SumMove) -> Result<(Option<String>, Option<String>), ValueError> {
        Ok(match played {
            SumMove::OnBoard(played) => (Some(played.to_string()), None),
            SumMove::InValue(to) => (None, Some(self.json_value(to)?)),
        })
    }

    fn line_record(&self, beginner: Player, line: &LineOfPlay) -> Result<LineRecord, ValueError> {
        let mut moves = Vec::new();
        for ply in &line.plies {
            let (played, to) = self.json_sum_move(ply.played)?;
            moves.push(PlyRecord {
                player: side(ply.player),
                played,
                to,
                position: ply.position.to_string(),
                value: self.json_value(ply.value)?,
                outcome: self.store.outcome_class(ply.value)?.to_string(),
            });
        }
        let (end, number) = match line.end {
            LineEnd::NoMove => ("no-move", None),
            LineEnd::Number(number) => ("number", Some(number.to_string())),
        };
        let play = match line.rule {
            PlayRule::Winning => "winning",
            PlayRule::Orthodox => "orthodox",
        };
        let (begins, to_move) = (side(beginner), side(line.to_move));
        Ok(LineRecord { begins, play, moves, end, number, to_move })
    }
}
