//! What the ending of a file's name says of what is to be in it.

use super::columns::TableFormat;
use super::compression::Compression;
use super::failure::Failure;
use clap::ValueEnum;
use std::io::{IsTerminal, stdout};
use std::path::Path;

/// The content that a name promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    /// The format of a table, or `None` where the name leaves it open.
    pub format: Option<TableFormat>,
    /// How it is compressed.
    pub compression: Compression,
}

/// Ways to compress that are not known here.
const OTHER_COMPRESSIONS: [&str; 8] = ["bz2", "xz", "lzma", "zip", "7z", "lz4", "br", "z"];

const HINT: &str = "tables are written to .csv, .jsonl and .parquet, the first two also with .gz or .zst";

impl Content {
    /// What is to be in the file `path`; `-` and no path at all mean standard output. `given` is the
    /// format that was asked for otherwise, if one was: it counts more than the name, which may then have
    /// any ending.
    pub fn of<F: ValueEnum>(path: Option<&Path>, given: Option<F>) -> Result<Content, Failure> {
        let given = given.and_then(|format| format.to_possible_value());
        let given = given.as_ref().map(|format| format.get_name());
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return of_stdout(given);
        };
        let refuse = |problem: &str| Err(Failure::input(format!("{}: {problem}", path.display())));
        let (inner, compression) = match extension(path).as_deref() {
            Some("gz") => (path.with_extension(""), Compression::Gzip),
            Some("zst") => (path.with_extension(""), Compression::Zstd),
            Some(other) if OTHER_COMPRESSIONS.contains(&other) => return refuse(HINT),
            _ => (path.to_owned(), Compression::None),
        };
        let format = match extension(&inner).as_deref() {
            _ if given.is_some() => None,
            Some("csv") => Some(TableFormat::Csv),
            Some("json" | "jsonl" | "ndjson") => Some(TableFormat::Json),
            Some("parquet") => Some(TableFormat::Parquet),
            None | Some("txt") => None,
            Some(_) => return refuse(&format!("{HINT}; for another name say --format")),
        };
        let is_parquet = format == Some(TableFormat::Parquet) || given == Some("parquet");
        if is_parquet && compression != Compression::None {
            return refuse("a Parquet file is compressed inside: leave out .gz or .zst");
        }
        Ok(Content { format, compression })
    }
}

/// The format of a table and its compression: the format asked for, or else that of the name, or else CSV.
pub fn of_table(
    path: Option<&Path>,
    given: Option<TableFormat>,
) -> Result<(TableFormat, Compression), Failure> {
    let Content { format, compression } = Content::of(path, given)?;
    Ok((given.or(format).unwrap_or(TableFormat::Csv), compression))
}

fn of_stdout(given: Option<&str>) -> Result<Content, Failure> {
    if given == Some("parquet") && stdout().is_terminal() {
        return Err(Failure::input("a Parquet file is nothing for a terminal: say --output"));
    }
    Ok(Content { format: None, compression: Compression::None })
}

/// The part of a name after its last dot, in small letters.
fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase())
}
