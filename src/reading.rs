//! Reading what people give, which may have no end, and showing it in messages.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Most bytes that are read.
const MOST_BYTES: u64 = 1 << 30;

/// All bytes of a file of at most 1 GiB.
///
/// # Errors
/// A file that cannot be opened or read, or is larger.
pub fn read_file(file: &Path) -> io::Result<Vec<u8>> {
    read_limited(File::open(file)?)
}

/// All bytes of a stream of at most 1 GiB.
///
/// # Errors
/// A stream that cannot be read, or goes on.
pub fn read_limited(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut input = input.take(MOST_BYTES);
    input.read_to_end(&mut bytes)?;
    let has_more = bytes.len() as u64 == MOST_BYTES && input.into_inner().read(&mut [0])? > 0;
    if has_more { Err(io::Error::other("larger than 1 GiB")) } else { Ok(bytes) }
}

/// Characters of a text that a message shows at most.
const MOST_SHOWN: usize = 40;

/// A text in a message: its beginning, in quotes.
///
/// ```
/// use konane::reading::shown;
/// assert_eq!(shown("xo.\n"), r#""xo.\n""#);
/// assert_eq!(shown(&"x".repeat(100)), format!("{:?}...", "x".repeat(40)));
/// ```
pub fn shown(text: &str) -> String {
    let beginning: String = text.chars().take(MOST_SHOWN).collect();
    let dots = if beginning.len() < text.len() { "..." } else { "" };
    format!("{beginning:?}{dots}")
}
