//! Positions from arguments, files and standard input.

use super::failure::Failure;
use konane::board::{Position, PositionFile};
use konane::reading::{self, shown};
use std::io;
use std::path::{Path, PathBuf};

/// Positions to work on, in order.
#[derive(Default)]
pub struct Input {
    /// Names of the columns that came with positions.
    pub headers: Vec<String>,
    /// The positions.
    pub entries: Vec<Entry>,
}

/// One position.
pub struct Entry {
    /// The position.
    pub position: Position,
    /// Fields under the first of [`Input::headers`].
    pub carried: Vec<Option<String>>,
}

/// Problems told of at most.
const MOST_PROBLEMS: usize = 10;

/// Reads the positions that are given as arguments, where `-` means standard input, and then those in
/// files. Nothing is returned unless all of it can be read.
pub fn read(arguments: &[String], files: &[PathBuf]) -> Result<Input, Failure> {
    let mut input = Input::default();
    let mut problems = Vec::new();
    for argument in arguments {
        match argument.as_str() {
            "-" => input.read_bytes("<stdin>", read_stdin(), &mut problems),
            text => input.read_argument(text, &mut problems),
        }
    }
    for file in files {
        input.read_bytes(&file.display().to_string(), read_file(file), &mut problems);
    }
    if problems.is_empty() {
        return Ok(input);
    }
    if problems.len() > MOST_PROBLEMS {
        let more = problems.len() - MOST_PROBLEMS;
        problems.truncate(MOST_PROBLEMS);
        problems.push(format!("and {more} more problems"));
    }
    Err(Failure::Input(problems))
}

/// All bytes of standard input.
pub fn read_stdin() -> io::Result<Vec<u8>> {
    reading::read_limited(io::stdin())
}

/// All bytes of a file; `-` is standard input.
pub fn read_file(file: &Path) -> io::Result<Vec<u8>> {
    if file == Path::new("-") { read_stdin() } else { reading::read_file(file) }
}

/// Bytes read from `name` as text.
pub fn text_of(name: &str, bytes: io::Result<Vec<u8>>) -> Result<String, Failure> {
    let bytes = bytes.map_err(|error| Failure::input(format!("{name}: {error}")))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        let column = good.chars().rev().take_while(|&character| character != '\n').count() + 1;
        Failure::input(format!("{name}:{line}:{column}: the text is not UTF-8"))
    })
}

impl Input {
    fn read_argument(&mut self, text: &str, problems: &mut Vec<String>) {
        match text.parse() {
            Ok(position) => self.entries.push(Entry { position, carried: Vec::new() }),
            Err(error) => {
                let hint = if Path::new(text).is_file() { "; to read a file, use --file" } else { "" };
                problems.push(format!("position {}: {error}{hint}", shown(text)));
            }
        }
    }

    fn read_bytes(&mut self, name: &str, bytes: io::Result<Vec<u8>>, problems: &mut Vec<String>) {
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => return problems.push(format!("{name}: {error}")),
        };
        let file = match PositionFile::from_bytes(&bytes) {
            Ok(file) => file,
            Err(error) => return problems.push(error.in_file(name)),
        };
        let columns = self.columns_for(&file.headers);
        for entry in file.positions {
            match entry.position {
                Ok(position) => {
                    let mut carried = vec![None; self.headers.len()];
                    for (&column, field) in columns.iter().zip(entry.fields) {
                        carried[column] = Some(field);
                    }
                    self.entries.push(Entry { position, carried });
                }
                Err(error) => problems.push(error.in_file(name)),
            }
        }
    }

    /// Where the columns of a file go: those of the same name share a column, unless they are from the
    /// same file.
    fn columns_for(&mut self, names: &[String]) -> Vec<usize> {
        let mut columns = Vec::new();
        for name in names {
            let known = (0..self.headers.len())
                .find(|&column| self.headers[column] == *name && !columns.contains(&column));
            columns.push(known.unwrap_or_else(|| {
                self.headers.push(name.clone());
                self.headers.len() - 1
            }));
        }
        columns
    }

    /// The headers, each with `given_` before it as often as it takes to differ from the `taken` ones
    /// and from each other.
    pub fn unique_headers(&self, taken: &[&str]) -> Vec<String> {
        let mut unique: Vec<String> = Vec::new();
        for header in &self.headers {
            let mut name = header.clone();
            while taken.contains(&name.as_str()) || unique.contains(&name) {
                name.insert_str(0, "given_");
            }
            unique.push(name);
        }
        unique
    }
}
