//! The columns of answers.

use super::answer::{Answer, Start};
use super::question::Question;
use crate::cli::failure::Failure;
use konane::board::{Cell, Player};
use konane::tables::{Field, FieldType, Schema, named_columns};
use serde_json::json;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    Position,
    Board,
    Opening,
    Rows,
    Cols,
    Black,
    White,
    Class,
    /// Who wins with this player to begin.
    First(Player),
    /// A winning move of this player to begin.
    WinningMove(Player),
    Nodes,
    Seconds,
    /// Who wins after each move, in JSON.
    Moves,
    /// Lines of play, in JSON.
    Lines,
}

use Column::*;

/// All that can be asked for by name.
const COLUMNS: [Column; 14] = [
    Position,
    Board,
    Opening,
    Rows,
    Cols,
    Black,
    White,
    Class,
    First(Player::Black),
    First(Player::White),
    WinningMove(Player::Black),
    WinningMove(Player::White),
    Nodes,
    Seconds,
];

/// The default for openings of boards.
const OF_BOARDS: [Column; 7] =
    [Board, Opening, Class, First(Player::Black), First(Player::White), Nodes, Seconds];

/// The default for positions that are given.
const OF_POSITIONS: [Column; 6] =
    [Position, Class, First(Player::Black), First(Player::White), Nodes, Seconds];

impl Column {
    /// The columns with these names, or the default.
    pub fn choose(names: Option<&[String]>, of_boards: bool) -> Result<Vec<Column>, Failure> {
        match names {
            Some(names) => Ok(named_columns(names, &COLUMNS, Column::name)?),
            None if of_boards => Ok(OF_BOARDS.to_vec()),
            None => Ok(OF_POSITIONS.to_vec()),
        }
    }

    /// The name, as in headers.
    pub const fn name(self) -> &'static str {
        match self {
            Position => "position",
            Board => "board",
            Opening => "opening",
            Rows => "rows",
            Cols => "cols",
            Black => "black",
            White => "white",
            Class => "class",
            First(Player::Black) => "black_first",
            First(Player::White) => "white_first",
            WinningMove(Player::Black) => "black_winning_move",
            WinningMove(Player::White) => "white_winning_move",
            Nodes => "nodes",
            Seconds => "seconds",
            Moves => "moves",
            Lines => "lines",
        }
    }

    fn field_type(self) -> FieldType {
        match self {
            Position => FieldType::Unique,
            Board | Opening | Class | First(_) | WinningMove(_) | Moves | Lines => FieldType::Text,
            Rows | Cols | Black | White | Nodes => FieldType::Count,
            Seconds => FieldType::Double,
        }
    }

    fn field(self, question: &Question, answer: &Answer) -> Field {
        let position = &question.position;
        let text = |text: Option<String>| text.map_or(Field::Missing, Field::Text);
        let count = |count: usize| Field::Count(count as u128);
        let json = |value: serde_json::Value| Field::Json(value.to_string());
        match self {
            Position => Field::Text(position.to_string()),
            Board => Field::Text(question.board()),
            Opening => text(question.opening.clone()),
            Rows => count(position.rows()),
            Cols => count(position.columns()),
            Black => count(position.count(Cell::Black)),
            White => count(position.count(Cell::White)),
            Class => text(answer.class().map(|class| class.to_string())),
            First(beginner) => text(answer.start(beginner).map(|start| start.winner.to_string())),
            WinningMove(beginner) => {
                text(answer.start(beginner).and_then(|start| start.winning_move.clone()))
            }
            Nodes => Field::Count(answer.nodes.into()),
            // Milliseconds are as much as a clock can tell.
            Seconds => Field::Double((answer.seconds * 1000.0).round() / 1000.0),
            Moves => json(answer.starts.iter().flat_map(moves).collect()),
            Lines => json(answer.starts.iter().filter_map(line).collect()),
        }
    }
}

/// Who wins after each move, an object a move.
fn moves(start: &Start) -> Vec<serde_json::Value> {
    let object = |player: Player, played: String, wins: bool| json!({"player": player.to_string(), "move": played, "wins": wins});
    let removals = start.removals.iter().flatten().map(|removal| {
        let answers = removal.answers.iter();
        let answers =
            answers.map(|answer| object(Player::White, answer.opening.white().to_string(), answer.wins));
        let mut removed = object(Player::Black, removal.square.to_string(), removal.wins);
        removed["answers"] = answers.collect();
        removed
    });
    let moves = start.moves.iter().flatten();
    let moves = moves.map(|outcome| object(start.beginner, outcome.played.to_string(), outcome.wins));
    removals.chain(moves).collect()
}

fn line(start: &Start) -> Option<serde_json::Value> {
    let line = start.line.as_ref()?;
    let moves: Vec<String> = line.plies().map(|(_, played)| played).collect();
    Some(json!({"begins": start.beginner.to_string(), "wins": start.winner.to_string(), "moves": moves}))
}

/// Rows of some columns, after columns with the names `carried`.
pub fn schema(carried: &[String], columns: &[Column]) -> Schema {
    let of_carried = carried.iter().map(|name| (name.clone(), FieldType::Text));
    let own = columns.iter().map(|column| (column.name().to_owned(), column.field_type()));
    Schema(of_carried.chain(own).collect())
}

/// A row of them, with as many carried fields as there are names.
pub fn row(question: &Question, answer: &Answer, carried: usize, columns: &[Column]) -> Vec<Field> {
    let brought = question.carried.iter().cloned().chain(std::iter::repeat(None)).take(carried);
    let brought = brought.map(|field| field.map_or(Field::Missing, Field::Text));
    brought.chain(columns.iter().map(|column| column.field(question, answer))).collect()
}
