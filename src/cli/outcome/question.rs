//! What is asked: who wins a position, or an opening of a full board.

use super::Arguments;
use super::columns::Column;
use crate::cli::failure::Failure;
use crate::cli::input;
use konane::board::{BoardSize, Player, Position};
use konane::game::{Openings, RemovalRule};
use konane::reading::shown;

/// A position of which the winner is asked.
pub struct Question {
    /// The position.
    pub position: Position,
    /// The opening of a full board that leads to it, if that is how it was asked for.
    pub opening: Option<String>,
    /// The rule by which the players remove two stones before they jump, if they do.
    pub removal: Option<RemovalRule>,
    /// The fields that it brought along.
    pub carried: Vec<Option<String>>,
}

/// All that is asked, in order.
pub struct Questions {
    /// The questions, at least one.
    pub questions: Vec<Question>,
    /// The names of the columns that positions brought along.
    pub carried: Vec<String>,
}

impl Question {
    /// The size of the board: `6x7`.
    pub fn board(&self) -> String {
        format!("{}x{}", self.position.rows(), self.position.columns())
    }

    /// What messages call it.
    pub fn name(&self) -> String {
        match &self.opening {
            Some(opening) => format!("{} {opening}", self.board()),
            None => format!("position {}", shown(&self.position.to_string())),
        }
    }
}

impl Questions {
    /// Reads positions, or sets up the boards and openings asked for.
    pub fn read(arguments: &Arguments, columns: &[Column]) -> Result<Questions, Failure> {
        if !arguments.board.is_empty() {
            let questions = of_boards(arguments)?;
            return Ok(Questions { questions, carried: Vec::new() });
        }
        let input = input::read(&arguments.positions, &arguments.file)?;
        let names: Vec<&str> = columns.iter().map(|column| column.name()).collect();
        let carried = input.unique_headers(&names);
        let questions = input.entries.into_iter().map(|entry| Question {
            position: entry.position,
            opening: None,
            removal: None,
            carried: entry.carried,
        });
        Ok(Questions { questions: questions.collect(), carried })
    }
}

/// The openings asked for of each board, or the full boards.
fn of_boards(arguments: &Arguments) -> Result<Vec<Question>, Failure> {
    let mut questions = Vec::new();
    for range in &arguments.board {
        for board in range.boards_to_play_on()? {
            match arguments.removal_rule() {
                Some(rule) => questions.push(full_board(board, rule)?),
                None => questions.extend(opened_boards(board, &arguments.opening)?),
            }
        }
    }
    Ok(questions)
}

fn full_board(board: BoardSize, rule: RemovalRule) -> Result<Question, Failure> {
    let position = Position::full_board(board.rows, board.columns, Player::Black)
        .map_err(|error| Failure::input(format!("--board {board}: {error}")))?;
    let (opening, removal, carried) = (Some(rule.to_string()), Some(rule), Vec::new());
    Ok(Question { position, opening, removal, carried })
}

fn opened_boards(board: BoardSize, openings: &[Openings]) -> Result<Vec<Question>, Failure> {
    let openings = if openings.is_empty() { &[Openings::All] } else { openings };
    let mut questions = Vec::new();
    for openings in openings {
        let opened = openings
            .on_board(board.rows, board.columns)
            .map_err(|error| Failure::input(format!("--board {board} --opening {openings}: {error}")))?;
        questions.extend(opened.into_iter().map(|opened| {
            let (position, opening, removal) = (opened.position, Some(opened.name), None);
            Question { position, opening, removal, carried: Vec::new() }
        }));
    }
    Ok(questions)
}
