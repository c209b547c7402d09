//! Reading many positions from one text: a file or standard input.
//!
//! There are two forms. The first line that is neither blank nor a comment
//! decides: if, read as comma-separated fields, one of them is exactly
//! `position`, the text is a CSV; else it is a text of positions.
//!
//! **Text.**
//! - A line with a `/` or `|` in it is a position of its own, all of it.
//! - Other lines that follow one another are the rows of one position, which
//!   ends at a blank line, at a line with `/` or `|`, or with the text.
//!
//! So a position of one row that follows another needs a blank line between
//! them, or a `/` at its end (`.xo./`), which adds no row.
//!
//! **CSV.** The `position` column holds positions in any notation; the other
//! columns are carried along. Fields may be quoted.
//!
//! In both forms lines that start with `;`, `%` or `#!` are comments (in a
//! quoted field that spans lines they are not), a byte order mark is skipped,
//! and lines may end in any of the usual ways. A comment does not end a
//! position.
//!
//! A position that cannot be read does not keep the others from being read:
//! its entry holds the error.
//!
//! ```
//! use konane::board::PositionFile;
//!
//! let text = "; two positions\nxo.\n..o\n\n.xo./.ox.\n";
//! let file = PositionFile::parse(text).unwrap();
//! let read: Vec<(usize, String)> = file
//!     .positions
//!     .iter()
//!     .map(|entry| (entry.line, entry.position.as_ref().unwrap().to_string()))
//!     .collect();
//! assert_eq!(read, [(2, "xo./..o".into()), (5, ".xo./.ox.".into())]);
//!
//! let text = "name,position\nstar,.xo.\n";
//! let file = PositionFile::parse(text).unwrap();
//! assert_eq!(file.headers, ["name"]);
//! assert_eq!(file.positions[0].fields, ["star"]);
//! ```

use std::fmt;

use csv::StringRecord;

use super::notation::{LocatedError, ROW_ENDS, RowText, read_rows, split_line};
use super::position::{Position, PositionError};

/// The name of the CSV column that holds the positions.
const POSITION_COLUMN: &str = "position";

/// What starts a comment line.
const COMMENTS: [&str; 3] = [";", "%", "#!"];

/// The positions of a text, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFile {
    /// The names of the columns other than `position`; none unless the text is
    /// a CSV.
    pub headers: Vec<String>,
    /// The positions.
    pub positions: Vec<PositionEntry>,
}

/// One position of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEntry {
    /// The line, from 1, in which the position (or its CSV record) starts.
    pub line: usize,
    /// The position, or why it cannot be read.
    pub position: Result<Position, PositionFileError>,
    /// The fields of the columns in [`PositionFile::headers`].
    pub fields: Vec<String>,
}

/// Why a text, or a position in it, cannot be read. Lines and columns count
/// from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionFileError {
    /// Nothing but blank lines and comments.
    NoPositions,
    /// The text is not UTF-8.
    NotUtf8 {
        /// The line.
        line: usize,
        /// The column of the first character that cannot be read.
        column: usize,
    },
    /// More than one column is called `position`.
    RepeatedColumn {
        /// The line of the header.
        line: usize,
    },
    /// A quoted field that does not end.
    UnclosedQuote {
        /// The line of the record that the field is in.
        line: usize,
    },
    /// The CSV reader's own complaint.
    Csv {
        /// The line of the record.
        line: usize,
        /// The complaint.
        message: String,
    },
    /// A record with more or fewer fields than the header.
    FieldCount {
        /// The line of the record.
        line: usize,
        /// The number of fields of the header.
        expected: usize,
        /// The number of fields of the record.
        found: usize,
    },
    /// A position in a CSV field that cannot be read.
    Field {
        /// The line of the record.
        line: usize,
        /// What is wrong with the position.
        error: PositionError,
    },
    /// A position in a text that cannot be read.
    Position {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
        /// What is wrong with the position.
        error: PositionError,
    },
}

impl PositionFileError {
    /// The line of what is wrong, and its column where there is one.
    pub fn location(&self) -> Option<(usize, Option<usize>)> {
        match *self {
            PositionFileError::NoPositions => None,
            PositionFileError::NotUtf8 { line, column }
            | PositionFileError::Position { line, column, .. } => Some((line, Some(column))),
            PositionFileError::RepeatedColumn { line }
            | PositionFileError::UnclosedQuote { line }
            | PositionFileError::Csv { line, .. }
            | PositionFileError::FieldCount { line, .. }
            | PositionFileError::Field { line, .. } => Some((line, None)),
        }
    }

    /// What is wrong and where in a file of this name, in one line: `positions.txt:3:7: …`.
    pub fn in_file(&self, name: &str) -> String {
        let problem = self.problem();
        match self.location() {
            None => format!("{name}: {problem}"),
            Some((line, None)) => format!("{name}:{line}: {problem}"),
            Some((line, Some(column))) => format!("{name}:{line}:{column}: {problem}"),
        }
    }

    /// What is wrong, without where.
    pub fn problem(&self) -> String {
        match self {
            PositionFileError::NoPositions => "no position found".to_owned(),
            PositionFileError::NotUtf8 { .. } => "the text is not UTF-8".to_owned(),
            PositionFileError::RepeatedColumn { .. } => "more than one column is called position".to_owned(),
            PositionFileError::UnclosedQuote { .. } => "a quoted field does not end".to_owned(),
            PositionFileError::Csv { message, .. } => message.clone(),
            PositionFileError::FieldCount { expected, found, .. } => {
                format!("number of fields is {found}, but {expected} in the header")
            }
            PositionFileError::Field { error, .. } => format!("field position: {error}"),
            PositionFileError::Position { error, .. } => error.to_string(),
        }
    }
}

impl fmt::Display for PositionFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location() {
            None => {}
            Some((line, None)) => write!(f, "line {line}: ")?,
            Some((line, Some(column))) => write!(f, "line {line}, column {column}: ")?,
        }
        f.write_str(&self.problem())
    }
}

impl std::error::Error for PositionFileError {}

impl From<LocatedError> for PositionFileError {
    fn from(located: LocatedError) -> PositionFileError {
        PositionFileError::Position { line: located.line, column: located.column, error: located.error }
    }
}

impl PositionFile {
    /// Reads the positions of a text in either form.
    ///
    /// # Errors
    /// No position at all, or a CSV that cannot be taken apart. Positions that
    /// cannot be read are errors of their entries. A CSV with a header and no
    /// records is a list of no positions.
    pub fn parse(text: &str) -> Result<PositionFile, PositionFileError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        // One way of ending lines is enough from here on.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let first = (1..).zip(text.lines()).find(|(_, line)| !is_skipped(line));
        let Some((line, first)) = first else {
            return Err(PositionFileError::NoPositions);
        };
        match position_column(line, first)? {
            Some(column) => read_csv(&text, column),
            None => Ok(read_text(&text)),
        }
    }

    /// Reads the positions of a text given as bytes, which must be UTF-8.
    ///
    /// # Errors
    /// As [`parse`](PositionFile::parse), and bytes that are not UTF-8.
    pub fn from_bytes(bytes: &[u8]) -> Result<PositionFile, PositionFileError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => PositionFile::parse(text),
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let last = valid.rsplit('\n').next().unwrap_or_default();
                Err(PositionFileError::NotUtf8 {
                    line: valid.matches('\n').count() + 1,
                    column: last.chars().count() + 1,
                })
            }
        }
    }
}

fn is_comment(line: &str) -> bool {
    COMMENTS.iter().any(|mark| line.trim_start().starts_with(mark))
}

/// Whether a line is blank or a comment.
fn is_skipped(line: &str) -> bool {
    line.trim().is_empty() || is_comment(line)
}

/// The number of the `position` field, from 0, if the line is a CSV header.
fn position_column(line: usize, header: &str) -> Result<Option<usize>, PositionFileError> {
    let Some(Ok(header)) = csv_reader(header).records().next() else {
        return Ok(None);
    };
    let mut columns =
        (0..).zip(&header).filter(|(_, name)| name.trim() == POSITION_COLUMN).map(|(column, _)| column);
    match (columns.next(), columns.next()) {
        (_, Some(_)) => Err(PositionFileError::RepeatedColumn { line }),
        (column, None) => Ok(column),
    }
}

fn csv_reader(text: &str) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        // Records of wrong length are told of by their line, not fatal.
        .flexible(true)
        .from_reader(text.as_bytes())
}

/// Reads a text that has no CSV header.
fn read_text(text: &str) -> PositionFile {
    let mut positions = Vec::new();
    let mut block = Vec::new();
    let mut end_block = |block: &mut Vec<RowText<'_>>| {
        if let Some(first) = block.first() {
            positions.push(PositionEntry {
                line: first.line,
                position: read_rows(block).map_err(PositionFileError::from),
                fields: Vec::new(),
            });
            block.clear();
        }
    };
    for (line, text) in (1..).zip(text.lines()) {
        if is_comment(text) {
            continue;
        }
        let stands_alone = text.contains(ROW_ENDS);
        if stands_alone || text.trim().is_empty() {
            end_block(&mut block);
        }
        if stands_alone {
            end_block(&mut split_line(line, text));
        } else if !text.trim().is_empty() {
            block.push(RowText { text, line, column: 1 });
        }
    }
    end_block(&mut block);
    PositionFile { headers: Vec::new(), positions }
}

/// Reads a CSV whose field number `column`, from 0, is the position.
fn read_csv(text: &str, column: usize) -> Result<PositionFile, PositionFileError> {
    let (text, lines) = without_comments(text)?;
    let mut reader = csv_reader(&text);
    let numbered = |(line, record): (usize, csv::Result<StringRecord>)| match record {
        Ok(record) => Ok((line, record)),
        Err(error) => Err(PositionFileError::Csv { line, message: error.to_string() }),
    };
    let mut records = lines.into_iter().zip(reader.records()).map(numbered);
    let Some((_, header)) = records.next().transpose()? else {
        return Err(PositionFileError::NoPositions);
    };
    let width = header.len();
    Ok(PositionFile {
        headers: other_fields(&header, column, width),
        positions: records
            .map(|record| record.map(|(line, record)| read_record(line, &record, column, width)))
            .collect::<Result<_, _>>()?,
    })
}

fn read_record(line: usize, record: &StringRecord, column: usize, width: usize) -> PositionEntry {
    let position = if record.len() == width {
        let field = record.get(column).unwrap_or_default();
        field.parse().map_err(|error| PositionFileError::Field { line, error })
    } else {
        Err(PositionFileError::FieldCount { line, expected: width, found: record.len() })
    };
    PositionEntry { line, position, fields: other_fields(record, column, width) }
}

/// The fields other than the position, as many as the header has.
fn other_fields(record: &StringRecord, column: usize, width: usize) -> Vec<String> {
    (0..width)
        .filter(|&other| other != column)
        .map(|other| record.get(other).unwrap_or_default().to_owned())
        .collect()
}

/// The records of a CSV without the comments and blank lines between them, and
/// the line, from 1, in which each record starts.
///
/// Comments cannot be taken away line by line, since a quoted field may hold
/// what looks like one, nor left to the CSV reader, to which a quote in a
/// comment would open a field.
fn without_comments(text: &str) -> Result<(String, Vec<usize>), PositionFileError> {
    let mut records = String::with_capacity(text.len());
    let mut starts = Vec::new();
    let mut in_quotes = false;
    for (line, text) in (1..).zip(text.split('\n')) {
        if !in_quotes {
            if is_skipped(text) {
                continue;
            }
            starts.push(line);
        }
        in_quotes = ends_in_quotes(text, in_quotes);
        records.push_str(text);
        records.push('\n');
    }
    match starts.last() {
        Some(&line) if in_quotes => Err(PositionFileError::UnclosedQuote { line }),
        _ => Ok((records, starts)),
    }
}

/// Whether a line of a CSV ends inside a quoted field, given whether it starts
/// inside one. A quote opens a field only at its very start.
fn ends_in_quotes(line: &str, mut in_quotes: bool) -> bool {
    let mut field_starts = !in_quotes;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        if in_quotes {
            // Two quotes inside a quoted field stand for one.
            if character == '"' && characters.next_if_eq(&'"').is_none() {
                in_quotes = false;
            }
        } else if character == '"' && field_starts {
            in_quotes = true;
        }
        field_starts = !in_quotes && character == ',';
    }
    in_quotes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::strategies::any_position;
    use proptest::prelude::*;

    /// Each entry as its line and its position or error.
    fn read(text: &str) -> Vec<(usize, String)> {
        let file = PositionFile::parse(text).unwrap();
        let written = |entry: PositionEntry| {
            let position = entry.position.map(|position| position.to_string());
            (entry.line, position.unwrap_or_else(|error| error.to_string()))
        };
        file.positions.into_iter().map(written).collect()
    }

    fn entries(expected: &[(usize, &str)]) -> Vec<(usize, String)> {
        let owned = |&(line, text): &(usize, &str)| (line, text.to_owned());
        expected.iter().map(owned).collect()
    }

    #[test]
    fn blocks_and_lines_may_be_mixed() {
        let text = "#! konane\n\nxo.\n% still the same position\n.ox\n\n.xo.\n\n\n; more\n\
                    xo/ox\nxo|ox|..\n.ox.\n..x.\nxo./\nxo.\nxo|";
        let expected = [
            (3, "xo./.ox"),
            (7, ".xo."),
            (11, "xo/ox"),
            (12, "xo/ox/.."),
            (13, ".ox./..x."),
            (15, "xo."),
            (16, "xo."),
            (17, "xo"),
        ];
        assert_eq!(read(text), entries(&expected));
    }

    #[test]
    fn line_ends_and_byte_order_marks_do_not_matter() {
        let expected = entries(&[(1, "xo/ox"), (4, ".xo.")]);
        assert_eq!(read("\u{feff}xo\r\nox\r\n\r\n.xo.\r\n"), expected);
        assert_eq!(read("xo\rox\r\r.xo."), expected);
        assert_eq!(read("xo\nox\n \t \n.xo.\n"), expected);
    }

    #[test]
    fn an_error_names_its_line_and_column_and_spares_the_rest() {
        let hint = "(x is black, o white, . empty, # a hole)";
        let text = "xo\n  oq\n\nxo./ .z.\n\nxo\n; comment\nx\n\nxo";
        let expected = [
            (1, format!("line 2, column 4: row 2, column 2: unknown character 'q' {hint}")),
            (4, format!("line 4, column 7: row 2, column 2: unknown character 'z' {hint}")),
            (6, "line 8, column 1: row 2 has length 1, but row 1 has length 2".into()),
            (10, "xo".into()),
        ];
        assert_eq!(read(text), expected);
        assert_eq!(read("xo\n\n/"), entries(&[(1, "xo"), (3, "line 3, column 1: the position is empty")]));
    }

    #[test]
    fn a_text_without_positions_is_an_error() {
        for text in ["", "\u{feff}", "\n\n", "; nothing\n% here\n#! at all"] {
            let error = PositionFile::parse(text).unwrap_err();
            assert_eq!(error, PositionFileError::NoPositions, "{text:?}");
        }
    }

    #[test]
    fn a_csv_carries_its_other_columns_along() {
        let text = "; from a table\nname,position, note\n\n\"a, \"\"b\"\"\",xo/ox,\n\
                    % \"in between\n,\".xo.\n.ox.\",\"two\n; lines\"\nlast,x o .,5\" wide\n";
        let file = PositionFile::parse(text).unwrap();
        assert_eq!(file.headers, ["name", " note"]);
        assert_eq!(read(text), entries(&[(4, "xo/ox"), (6, ".xo./.ox."), (9, "xo.")]));
        let fields: Vec<_> = file.positions.iter().map(|e| e.fields.clone()).collect();
        assert_eq!(fields, [["a, \"b\"", ""], ["", "two\n; lines"], ["last", "5\" wide"]]);
    }

    #[test]
    fn a_csv_of_positions_only_is_recognised() {
        assert_eq!(read("\u{feff}\"position\"\r\n.xo.\r\n\r\nx#o\r\n"), entries(&[(2, ".xo."), (4, "x#o")]));
        assert_eq!(read("position,name\n"), []);
    }

    #[test]
    fn what_is_wrong_with_a_csv_is_named() {
        let text = "position,n\nxq,1\nxo\n,3\nxo,1,2\nxo,4\n";
        let expected = [
            (
                2,
                "line 2: field position: row 1, column 2: unknown character 'q' \
                 (x is black, o white, . empty, # a hole)",
            ),
            (3, "line 3: number of fields is 1, but 2 in the header"),
            (4, "line 4: field position: the position is empty"),
            (5, "line 5: number of fields is 3, but 2 in the header"),
            (6, "xo"),
        ];
        assert_eq!(read(text), entries(&expected));

        let message = |text| PositionFile::parse(text).unwrap_err().to_string();
        assert_eq!(
            message("\nposition,a,position\nxo,,ox\n"),
            "line 2: more than one column is called position"
        );
        assert_eq!(message("position,note\nxo,\"open\nxo,lost\n"), "line 2: a quoted field does not end");
    }

    #[test]
    fn bytes_that_are_not_utf8_are_located() {
        let file = PositionFile::from_bytes(b"xo\n\xe2\x97\x8f\xff\n");
        let expected = PositionFileError::NotUtf8 { line: 2, column: 2 };
        assert_eq!(file, Err(expected));
        assert!(PositionFile::from_bytes("x●".as_bytes()).is_ok());
    }

    proptest! {
        #[test]
        fn positions_written_in_any_form_read_back(
            positions in prop::collection::vec((any_position(), 0..3), 1..6)
        ) {
            let mut text = String::new();
            let mut csv = String::from("number,position\n");
            for (number, (position, form)) in (1..).zip(&positions) {
                text += &match form {
                    0 => format!("{position:#}\n\n"),
                    1 => format!("{position}/\n"),
                    _ => format!("{position}\n\n"),
                };
                csv += &match form {
                    0 => format!("{number},\"{position:#}\"\n"),
                    _ => format!("{number},{position}\n"),
                };
            }
            let expected: Vec<&Position> = positions.iter().map(|(position, _)| position).collect();
            for text in [text, csv] {
                let file = PositionFile::parse(&text).unwrap();
                let read: Vec<&Position> = file
                    .positions
                    .iter()
                    .map(|entry| entry.position.as_ref().unwrap())
                    .collect();
                prop_assert_eq!(&read, &expected);
            }
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in any::<String>()) {
            let _ = PositionFile::parse(&text);
            let _ = PositionFile::parse(&format!("position\n{text}"));
        }

        #[test]
        fn records_keep_their_lines(csv in "[xo.,\"\n;% ]{0,40}") {
            let text = format!("position\n{csv}");
            if let Ok(file) = PositionFile::parse(&text) {
                let lines: Vec<&str> = text.split('\n').collect();
                for entry in file.positions {
                    prop_assert!(!is_skipped(lines[entry.line - 1]));
                }
                let (records, starts) = without_comments(&text).unwrap();
                prop_assert_eq!(csv_reader(&records).records().count(), starts.len());
            }
        }
    }
}
