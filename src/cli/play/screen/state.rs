//! What the keys have done that is no matter of the game: the cursor, the stone that is picked up, the name
//! that is being typed, what is told.

use super::super::command::Command;
use super::super::session::{Event, Session};
use super::is_interrupt;
use konane::board::{Move, Position, Square};
use konane::game::Ply;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use std::path::PathBuf;

/// What a key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Something of the game.
    Do(Command),
    /// To leave.
    Quit,
}

/// What is seen besides the game.
pub struct State {
    /// Where the cursor is.
    pub cursor: Square,
    /// The square of the stone that is picked up.
    pub picked: Option<Square>,
    /// The name of a file, while it is typed.
    pub name: Option<String>,
    /// What was told last.
    pub told: String,
    /// Whether the next q ends the game that is not saved.
    is_warned: bool,
}

impl State {
    /// A cursor in the middle of a board.
    pub fn new(position: &Position) -> State {
        let cursor = Square { row: (position.rows() - 1) / 2, column: (position.columns() - 1) / 2 };
        State { cursor, picked: None, name: None, told: String::new(), is_warned: false }
    }

    /// The squares that Enter does something on now: those to land on if a stone is picked up, else those of
    /// stones that can be moved or removed.
    pub fn targets(&self, session: &Session) -> Vec<Square> {
        let game = session.record().game();
        if session.record().winner().is_some() || session.is_engine_next() {
            return Vec::new();
        }
        let moves = game.moves().into_iter();
        match self.picked {
            Some(picked) => {
                moves.filter(|played| played.from() == picked).map(|played| played.to()).collect()
            }
            None => game.removals().into_iter().chain(moves.map(|played| played.from())).collect(),
        }
    }

    /// What a key asks for; most only change what is seen.
    pub fn press(&mut self, key: KeyEvent, session: &Session) -> Option<Wish> {
        if is_interrupt(key) {
            return Some(Wish::Quit);
        }
        if self.name.is_some() {
            return self.type_name(key.code);
        }
        let was_warned = std::mem::take(&mut self.is_warned);
        let command = match key.code {
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(session)?,
            KeyCode::Char('q') if session.is_kept() || was_warned => return Some(Wish::Quit),
            KeyCode::Char('s') if session.has_file() => Command::Save(None),
            KeyCode::Char('u') => Command::Undo,
            KeyCode::Char('h') => Command::Hint,
            KeyCode::Char('R') => Command::Resign,
            other => {
                self.look_around(other, session.record().game().position());
                return None;
            }
        };
        Some(Wish::Do(command))
    }

    /// What keys do that ask for nothing.
    fn look_around(&mut self, code: KeyCode, position: &Position) {
        let Square { row, column } = &mut self.cursor;
        match code {
            KeyCode::Up => *row = row.saturating_sub(1),
            KeyCode::Down => *row = (*row + 1).min(position.rows() - 1),
            KeyCode::Left => *column = column.saturating_sub(1),
            KeyCode::Right => *column = (*column + 1).min(position.columns() - 1),
            KeyCode::Esc => self.picked = None,
            KeyCode::Char('s') => self.name = Some(String::new()),
            KeyCode::Char('q') => {
                self.is_warned = true;
                "the game is not saved: s saves it, q again leaves it".clone_into(&mut self.told);
            }
            _ => {}
        }
    }

    /// Remembers what has happened.
    pub fn take_note(&mut self, events: &[Event], session: &Session) {
        let told: Vec<String> = events.iter().map(Event::to_string).collect();
        self.told = told.join("; ");
        self.picked = None;
        for event in events {
            if let Event::Hint(hint) = event
                && let Some(choice) = &hint.choice
            {
                self.cursor = match choice.played {
                    Ply::Removal(square) => square,
                    Ply::Move(played) => played.from(),
                };
            }
        }
        let position = session.record().game().position();
        self.cursor.row = self.cursor.row.min(position.rows() - 1);
        self.cursor.column = self.cursor.column.min(position.columns() - 1);
    }

    /// Picks a stone up, puts it down, or removes it.
    fn enter(&mut self, session: &Session) -> Option<Command> {
        if session.record().winner().is_some() {
            return None;
        }
        if session.record().game().is_removal_next() {
            return Some(Command::Play(Ply::Removal(self.cursor)));
        }
        let is_target = self.targets(session).contains(&self.cursor);
        match self.picked {
            Some(picked) if picked == self.cursor => self.picked = None,
            Some(picked) if is_target => {
                return Move::new(picked, self.cursor).ok().map(|played| Command::Play(Ply::Move(played)));
            }
            Some(_) => {
                // Perhaps it is another stone that is to be picked up.
                self.picked = None;
                return self.enter(session);
            }
            None if is_target => self.picked = Some(self.cursor),
            None => self.told = format!("nothing to jump with on {}", self.cursor),
        }
        None
    }

    /// Adds to the name of a file, or ends it.
    fn type_name(&mut self, code: KeyCode) -> Option<Wish> {
        let mut name = self.name.take()?;
        match code {
            KeyCode::Enter if !name.is_empty() => {
                return Some(Wish::Do(Command::Save(Some(PathBuf::from(name)))));
            }
            KeyCode::Enter | KeyCode::Esc => return None,
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Char(character) => name.push(character),
            _ => {}
        }
        self.name = Some(name);
        None
    }
}
