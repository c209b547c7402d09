//! Reading tables of published results.
//!
//! A table is a CSV with a header. What is wrong with the file as a whole is a [`TableError`]; what is
//! wrong with one row is kept with that row, so that all the others are checked nevertheless.

use super::error::{RowProblem, TableError, TableProblem};
use crate::board::{Pattern, Position, Rules};
use crate::value::OutcomeClass;
use csv::StringRecord;
use serde::Deserialize;
use std::io;

/// The columns a table can have.
pub(super) const COLUMNS: [&str; 8] =
    ["locator", "position", "pattern", "margin", "rules", "expected", "status", "note"];

/// What one source states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of the source or of the file.
    pub source: String,
    /// The rows, in the order of the file.
    pub rows: Vec<Row>,
}

/// What a source states in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line, from 1, in which the row starts.
    pub line: usize,
    /// Where the source states it.
    pub locator: String,
    /// The position or pattern, as it was given.
    pub position: String,
    /// The value or outcome class, as it was given.
    pub expected: String,
    /// What is known of the statement.
    pub note: String,
    /// What is to be checked, or why the row cannot be understood.
    pub claim: Result<Claim, RowProblem>,
}

/// A statement about a position. Whether an expected value can be read turns out when it is checked,
/// for which a store of values is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position.
    pub position: Position,
    /// The rules of the game.
    pub rules: Rules,
    /// What is expected.
    pub expected: Expected,
    /// Whether the statement, as it is quoted, is known to be wrong or ambiguous.
    pub disputed: bool,
}

/// What is expected of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// An outcome class.
    Outcome(OutcomeClass),
    /// A value, in the notation of values.
    Value(String),
}

impl Table {
    /// Reads a table. `source` names it in errors and results.
    ///
    /// Columns may be in any order. `locator`, `expected` and one of `position` and `pattern` are
    /// needed; `margin`, `rules`, `status` and `note` may be absent or empty. Blank lines are skipped,
    /// as are spaces around a field and a byte order mark.
    ///
    /// # Errors
    /// A text that is not UTF-8, has no header, or whose header has unknown, repeated or missing
    /// columns; a quote that is not closed. Anything wrong with a single row is told by its
    /// [`claim`](Row::claim).
    pub fn parse(source: &str, bytes: &[u8]) -> Result<Table, TableError> {
        match read_rows(bytes) {
            Ok(rows) => Ok(Table { source: source.to_owned(), rows }),
            Err(problem) => Err(TableError { source: source.to_owned(), problem }),
        }
    }

    /// The table that was read from a file, if that could be read, which then must have rows.
    ///
    /// # Errors
    /// Those of [`Table::parse`], a file that could not be read, and a table without rows.
    pub fn from_file(name: &str, bytes: io::Result<Vec<u8>>) -> Result<Table, TableError> {
        let error = |problem| TableError { source: name.to_owned(), problem };
        let bytes = bytes.map_err(|problem| error(TableProblem::Unreadable(problem.to_string())))?;
        let table = Table::parse(name, &bytes)?;
        if table.rows.is_empty() { Err(error(TableProblem::NoRows)) } else { Ok(table) }
    }
}

/// The fields of a row; those whose columns are absent are empty.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Fields<'a> {
    locator: &'a str,
    position: &'a str,
    pattern: &'a str,
    margin: &'a str,
    rules: &'a str,
    expected: &'a str,
    status: &'a str,
    note: &'a str,
}

fn read_rows(bytes: &[u8]) -> Result<Vec<Row>, TableProblem> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        TableProblem::NotUtf8 { line }
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // One way of ending lines is enough from here on.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut records = numbered_records(&text)?.into_iter();
    let (line, header) = records.next().ok_or(TableProblem::NoHeader)?;
    check_header(line, &header)?;
    Ok(records.map(|(line, record)| read_row(line, &header, &record)).collect())
}

/// The records with the lines in which they start.
fn numbered_records(text: &str) -> Result<Vec<(usize, StringRecord)>, TableProblem> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        // Records of wrong length are told of by their line, not fatal.
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let mut records: Vec<(usize, StringRecord)> = Vec::new();
    let (mut line, mut counted_to, mut last_start) = (1, 0, 0);
    for record in reader.records() {
        let record = record.map_err(|error| TableProblem::Csv { line, message: error.to_string() })?;
        // The reader gives the place before any blank lines.
        let before = record.position().map_or(0, |position| position.byte() as usize);
        let blank = text[before..].bytes().take_while(|&byte| byte == b'\n').count();
        last_start = before + blank;
        line += text[counted_to..last_start].matches('\n').count();
        counted_to = last_start;
        records.push((line, record));
    }
    // The reader closes an open quote at the end of the text, where only the last record can have one.
    match text[last_start..].matches('"').count() % 2 {
        1 => Err(TableProblem::UnclosedQuote { line }),
        _ => Ok(records),
    }
}

fn check_header(line: usize, header: &StringRecord) -> Result<(), TableProblem> {
    for (index, name) in header.iter().enumerate() {
        if !COLUMNS.contains(&name) {
            return Err(TableProblem::UnknownColumn { line, name: name.to_owned() });
        }
        if header.iter().take(index).any(|other| other == name) {
            return Err(TableProblem::RepeatedColumn { line, name: name.to_owned() });
        }
    }
    let has = |name: &str| header.iter().any(|other| other == name);
    let missing = if !has("locator") {
        "locator"
    } else if !has("expected") {
        "expected"
    } else if !has("position") && !has("pattern") {
        "position or pattern"
    } else {
        return Ok(());
    };
    Err(TableProblem::MissingColumn { line, name: missing })
}

fn read_row(line: usize, header: &StringRecord, record: &StringRecord) -> Row {
    // With as many fields as the header has, a row of wrong length can still be shown. As all fields are
    // texts and none is needed, the rest cannot fail.
    let resized: StringRecord = (0..header.len()).map(|index| record.get(index).unwrap_or("")).collect();
    let fields: Fields<'_> = resized.deserialize(Some(header)).unwrap_or_default();
    let claim = if record.len() == header.len() {
        read_claim(&fields)
    } else {
        Err(RowProblem::FieldCount { expected: header.len(), found: record.len() })
    };
    Row {
        line,
        locator: fields.locator.to_owned(),
        position: if fields.position.is_empty() { fields.pattern } else { fields.position }.to_owned(),
        expected: fields.expected.to_owned(),
        note: fields.note.to_owned(),
        claim,
    }
}

fn read_claim(fields: &Fields<'_>) -> Result<Claim, RowProblem> {
    let rules = match fields.rules {
        "" => Rules::default(),
        text => text.parse().map_err(RowProblem::Rules)?,
    };
    let disputed = match fields.status {
        "" | "confirmed" => false,
        "disputed" => true,
        text => return Err(RowProblem::Status(text.to_owned())),
    };
    let expected = match fields.expected {
        "" => return Err(RowProblem::NoExpected),
        "L" => Expected::Outcome(OutcomeClass::Left),
        "R" => Expected::Outcome(OutcomeClass::Right),
        "N" => Expected::Outcome(OutcomeClass::Next),
        "P" => Expected::Outcome(OutcomeClass::Previous),
        text => Expected::Value(text.to_owned()),
    };
    Ok(Claim { position: read_position(fields)?, rules, expected, disputed })
}

fn read_position(fields: &Fields<'_>) -> Result<Position, RowProblem> {
    match (fields.position, fields.pattern, fields.margin) {
        ("", "", _) => Err(RowProblem::NoPosition),
        ("", pattern, margin) => {
            let pattern: Pattern = pattern.parse().map_err(RowProblem::Pattern)?;
            let margin = match margin {
                "" => pattern.default_margin(),
                text => text.parse().map_err(|_| RowProblem::Margin(text.to_owned()))?,
            };
            pattern.position(margin).map_err(RowProblem::Pattern)
        }
        (position, "", "") => position.parse().map_err(RowProblem::Position),
        (_, "", _) => Err(RowProblem::MarginWithoutPattern),
        _ => Err(RowProblem::PositionAndPattern),
    }
}
