//! Reading records.

use super::error::{RecordError, RecordProblem};
use super::{BY_RESIGNATION, GameRecord, RESERVED, is_header_name};
use crate::board::{BoardSize, Player, Position, Rules, Setup};
use crate::game::{Game, Opening, OpeningError, Ply, RemovalRule, Start};
use std::fmt;
use std::str::FromStr;

/// A place in the text, both counted from 1, columns in characters.
#[derive(Clone, Copy)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    fn error(self, problem: RecordProblem) -> RecordError {
        RecordError { line: self.line, column: self.column, ply: None, problem }
    }
}

/// A part of a line and where it begins.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    place: Place,
}

impl<'a> Part<'a> {
    /// Two parts, the second from the byte `at` on.
    fn split_at(self, at: usize) -> (Part<'a>, Part<'a>) {
        let (before, after) = self.text.split_at(at);
        let Place { line, column } = self.place;
        let place = Place { line, column: column + before.chars().count() };
        (Part { text: before, ..self }, Part { text: after, place })
    }

    /// Without the spaces around it.
    fn trimmed(self) -> Part<'a> {
        let (_, part) = self.split_at(self.text.len() - self.text.trim_start().len());
        Part { text: part.text.trim_end(), ..part }
    }

    /// Its words.
    fn words(self) -> impl Iterator<Item = Part<'a>> {
        let mut rest = self.trimmed();
        std::iter::from_fn(move || {
            let (word, after) = rest.split_at(rest.text.find(char::is_whitespace).unwrap_or(rest.text.len()));
            rest = after.trimmed();
            (!word.text.is_empty()).then_some(word)
        })
    }

    /// The name and the value, if it is a header.
    fn header(self) -> Option<(Part<'a>, Part<'a>)> {
        let (name, rest) = self.split_at(self.text.find(':')?);
        let (_, value) = rest.split_at(1);
        Some((name.trimmed(), value.trimmed()))
    }
}

/// A header as it was read.
struct Header<'a> {
    name: String,
    at: Place,
    value: Part<'a>,
}

/// What has been read so far.
#[derive(Default)]
struct Reader<'a> {
    headers: Vec<Header<'a>>,
    /// Comments before the game begins.
    comments: Vec<&'a str>,
    /// The game, from the first ply on.
    record: Option<GameRecord>,
}

impl FromStr for GameRecord {
    type Err = RecordError;

    /// Reads a record in the form that [`record`](super) describes.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and column, and with the number of the ply if it is one.
    fn from_str(text: &str) -> Result<GameRecord, RecordError> {
        let mut reader = Reader::default();
        for (line, number) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().zip(1..) {
            reader.line(Part { text: line, place: Place { line: number, column: 1 } })?;
        }
        reader.finish()
    }
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: Part<'a>) -> Result<(), RecordError> {
        let line = line.trimmed();
        if let Some(comment) = line.text.strip_prefix(';') {
            self.comment(comment);
            return Ok(());
        }
        let (plies, comment) = line.split_at(line.text.find(';').unwrap_or(line.text.len()));
        match line.header() {
            Some((name, value)) if self.record.is_none() => self.header(name, value)?,
            _ => match plies.header() {
                Some((name, _)) => return Err(name.place.error(RecordProblem::LateHeader(name.text.into()))),
                None => {
                    self.plies(plies)?;
                    if let Some(comment) = comment.text.strip_prefix(';') {
                        self.comment(comment);
                    }
                }
            },
        }
        Ok(())
    }

    fn comment(&mut self, comment: &'a str) {
        // An empty text would have no lines.
        let comment = if comment.trim().is_empty() { "\n" } else { comment };
        match &mut self.record {
            Some(record) => record.comment(comment),
            None => self.comments.push(comment),
        }
    }

    fn header(&mut self, name: Part<'a>, value: Part<'a>) -> Result<(), RecordError> {
        let (at, given) = (name.place, name.text);
        let name = given.to_ascii_lowercase();
        if !is_header_name(&name) {
            return Err(at.error(RecordProblem::BadHeaderName(given.to_owned())));
        }
        if self.headers.iter().any(|header| header.name == name) {
            return Err(at.error(RecordProblem::RepeatedHeader(name)));
        }
        self.headers.push(Header { name, at, value });
        Ok(())
    }

    fn plies(&mut self, line: Part<'a>) -> Result<(), RecordError> {
        // The number that a ply must follow.
        let mut numbered = None;
        for word in line.words() {
            let record = self.record(word.place)?;
            let next = record.game().plies().len() + 1;
            let error = |place: Place, problem| RecordError { ply: Some(next), ..place.error(problem) };
            let digits = word.text.len() - word.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let has_number = digits > 0 && word.text[digits..].starts_with('.') && numbered.is_none();
            let (number, ply) = word.split_at(if has_number { digits + 1 } else { 0 });
            if has_number && number.text[..digits].parse() != Ok(next) {
                let found = number.text[..digits].to_owned();
                return Err(number.place.error(RecordProblem::WrongNumber { expected: next, found }));
            }
            if ply.text.is_empty() {
                numbered = Some(number.place);
                continue;
            }
            let played: Ply =
                ply.text.parse().map_err(|problem| error(ply.place, RecordProblem::PlyText(problem)))?;
            record.play(played).map_err(|problem| error(ply.place, RecordProblem::Ply(problem)))?;
            numbered = None;
        }
        numbered.map_or(Ok(()), |place| Err(place.error(RecordProblem::NoPly)))
    }

    /// The record, which begins here if it has not begun.
    fn record(&mut self, here: Place) -> Result<&mut GameRecord, RecordError> {
        let record = match self.record.take() {
            Some(record) => record,
            None => self.begin(here)?,
        };
        Ok(self.record.insert(record))
    }

    /// A record of the headers and the comments before the plies, which begin here.
    fn begin(&self, here: Place) -> Result<GameRecord, RecordError> {
        let start = self.start(here)?;
        let rules = self.value::<Rules>("rules")?.unwrap_or_default();
        let mut record = GameRecord::new(Game::new(start, rules));
        for header in self.headers.iter().filter(|header| !RESERVED.contains(&header.name.as_str())) {
            record.set_header(&header.name, header.value.text).map_err(|problem| header.at.error(problem))?;
        }
        self.comments.iter().for_each(|comment| record.comment(comment));
        Ok(record)
    }

    fn start(&self, here: Place) -> Result<Start, RecordError> {
        for (header, other) in
            [("position", "board"), ("opening", "position"), ("removal", "position"), ("removal", "opening")]
        {
            if let (Some(found), Some(_)) = (self.find(header), self.find(other)) {
                return Err(found.at.error(RecordProblem::Conflict { header, other }));
            }
        }
        for header in ["opening", "removal"] {
            if let (Some(found), None) = (self.find(header), self.find("board")) {
                return Err(found.at.error(RecordProblem::Without { header, needed: "board" }));
            }
        }
        let first = self.value::<Player>("first")?;
        if let Some(position) = self.value::<Position>("position")? {
            return Ok(Start::set_up(position, first.unwrap_or(Player::Black)));
        }
        let board = self.find("board").ok_or_else(|| here.error(RecordProblem::NoStart))?;
        let BoardSize { rows, columns } = board.parse()?;
        match (self.find("opening"), self.find("first")) {
            (Some(opening), _) => opening_of(opening.value.text, rows, columns)
                .and_then(|pair| Start::opened(rows, columns, pair, first.unwrap_or(Player::Black)))
                .map_err(|error| opening.wrong(error)),
            (None, Some(header)) if first == Some(Player::White) => {
                Err(header.value.place.error(RecordProblem::WhiteFirst))
            }
            _ => {
                let rule = self.value::<RemovalRule>("removal")?.unwrap_or_default();
                Start::full_board(rows, columns, rule).map_err(|error| board.wrong(error))
            }
        }
    }

    fn find(&self, name: &str) -> Option<&Header<'a>> {
        self.headers.iter().find(|header| header.name == name)
    }

    /// The value of a header, if it is there.
    fn value<T: FromStr<Err: fmt::Display>>(&self, name: &str) -> Result<Option<T>, RecordError> {
        self.find(name).map(Header::parse).transpose()
    }

    /// The record when all lines are read.
    fn finish(mut self) -> Result<GameRecord, RecordError> {
        let mut record = match self.record.take() {
            Some(record) => record,
            None => self.begin(Place { line: 1, column: 1 })?,
        };
        if let Some(result) = self.find("result") {
            apply_result(&mut record, result)?;
        }
        Ok(record)
    }
}

impl Header<'_> {
    fn parse<T: FromStr<Err: fmt::Display>>(&self) -> Result<T, RecordError> {
        self.value.text.parse().map_err(|error: T::Err| self.wrong(error))
    }

    /// What it means that the value is wrong.
    fn wrong(&self, error: impl fmt::Display) -> RecordError {
        let problem = RecordProblem::Value { header: self.name.clone(), problem: error.to_string() };
        self.value.place.error(problem)
    }
}

/// The opening that a name or two squares stand for.
fn opening_of(text: &str, rows: usize, columns: usize) -> Result<Opening, OpeningError> {
    match text.parse::<Setup>() {
        Ok(setup) => Opening::of_setup(setup, rows, columns),
        Err(_) => text.parse(),
    }
}

/// Checks the stated result of a game that was played to its end, or has a player resign.
fn apply_result(record: &mut GameRecord, result: &Header<'_>) -> Result<(), RecordError> {
    let (winner, resigned) = match result.value.text.strip_suffix(BY_RESIGNATION) {
        Some(winner) => (winner.trim_end(), true),
        None => (result.value.text, false),
    };
    let stated: Player = winner.parse().map_err(|error| result.wrong(error))?;
    if resigned {
        let resigns = record.resign(stated.opponent());
        return resigns.map_err(|_| result.value.place.error(RecordProblem::PlayedOut));
    }
    match record.winner() {
        Some(winner) if winner == stated => Ok(()),
        found => Err(result.value.place.error(RecordProblem::NotTheWinner { stated, found })),
    }
}
