//! Checkpoints: what a solver has found out, in a file.
//!
//! The state of the search is its transposition table, so that is what is kept: the entries with some work
//! behind them, others being found again in no time. All numbers are little-endian:
//!
//! * the eight bytes `KNOUTCM1`, and a byte for the rules (0: multiple jumps, 1: single jumps);
//! * the number of boards (4 bytes), and for each rows and columns (2 bytes each) and its cells that are not
//!   holes (8 bytes, a bit a cell, row by row);
//! * the number of values (4), and for each the length of its text (4) and the text, in braces notation;
//! * the number of entries (8), and for each the occupied cells (8, a bit a cell on the board's plane), the
//!   number of the value beside them (4), that of the board, with White to move in the highest bit (2), proof
//!   and disproof number (2 each, see `numbers`), and the nodes searched (8);
//! * the checksum xxh3-64 of all this.

use super::OutcomeSolver;
use super::numbers::Numbers;
use super::transposition::{Key, MAX_BOARDS};
use crate::board::Rules;
use crate::value::CanonicalForm;
use crate::value::notation::Notation;
use rustc_hash::FxHashMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

const MAGIC: &[u8; 8] = b"KNOUTCM1";

/// Entries that cost fewer nodes are not kept.
const LEAST_NODES: u64 = 8;

/// Why a checkpoint could not be written or read.
#[derive(Debug)]
pub struct CheckpointError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Debug)]
enum Problem {
    Io(io::Error),
    NotACheckpoint,
    Altered,
    OtherRules(Rules),
    Value(String),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.problem {
            Problem::Io(error) => write!(f, "{path}: {error}"),
            Problem::NotACheckpoint => write!(f, "{path}: not a checkpoint of konane outcome"),
            Problem::Altered => write!(f, "{path}: the checkpoint is truncated or altered"),
            Problem::OtherRules(rules) => write!(f, "{path}: the checkpoint is one of rules {rules}"),
            Problem::Value(problem) => write!(f, "{path}: a value of the checkpoint: {problem}"),
        }
    }
}

impl std::error::Error for CheckpointError {}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Io(error)
    }
}

impl OutcomeSolver {
    /// Writes what was found out to a file, which appears, or is replaced, only when it is complete.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        self.try_save(path).map_err(|problem| CheckpointError { path: path.to_owned(), problem })
    }

    /// Takes over what a checkpoint holds; returns how many positions.
    ///
    /// # Errors
    /// If the file cannot be read, is no checkpoint, is not as it was written, or is one of other rules.
    pub fn load(&mut self, path: &Path) -> Result<u64, CheckpointError> {
        self.try_load(path).map_err(|problem| CheckpointError { path: path.to_owned(), problem })
    }

    fn try_save(&self, path: &Path) -> Result<(), Problem> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        let mut out = Summed { out: BufWriter::new(file.as_file_mut()), sum: Xxh3Default::new() };
        out.write_all(MAGIC)?;
        out.write_all(&[rules_code(self.rules)])?;
        let boards = self.grounds.boards();
        out.write_all(&(boards.len() as u32).to_le_bytes())?;
        for ((rows, columns), cells) in boards {
            out.write_all(&(rows as u16).to_le_bytes())?;
            out.write_all(&(columns as u16).to_le_bytes())?;
            out.write_all(&cells.to_le_bytes())?;
        }
        let (values, entries) = self.write_values(&mut out)?;
        out.write_all(&entries.to_le_bytes())?;
        for (key, numbers, nodes) in self.table.entries(LEAST_NODES) {
            let (proof, disproof) = numbers.pack();
            let board = key.board | u16::from(key.white_to_move) << 15;
            out.write_all(&key.occupied.to_le_bytes())?;
            out.write_all(&values[&key.beside].to_le_bytes())?;
            for word in [board, proof, disproof] {
                out.write_all(&word.to_le_bytes())?;
            }
            out.write_all(&nodes.to_le_bytes())?;
        }
        let checksum = out.sum.digest();
        out.out.write_all(&checksum.to_le_bytes())?;
        out.out.flush()?;
        drop(out);
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Writes the values beside the positions; returns their numbers, and how many positions there are.
    fn write_values(&self, out: &mut impl Write) -> Result<(FxHashMap<CanonicalForm, u32>, u64), Problem> {
        let mut numbers = FxHashMap::default();
        let mut texts = Vec::new();
        let mut entries = 0u64;
        for (key, ..) in self.table.entries(LEAST_NODES) {
            entries += 1;
            if let std::collections::hash_map::Entry::Vacant(place) = numbers.entry(key.beside) {
                place.insert(texts.len() as u32);
                let text = self.store.text(key.beside, Notation::Braces);
                texts.push(text.map_err(|error| Problem::Value(error.to_string()))?);
            }
        }
        out.write_all(&(texts.len() as u32).to_le_bytes())?;
        for text in texts {
            out.write_all(&(text.len() as u32).to_le_bytes())?;
            out.write_all(text.as_bytes())?;
        }
        Ok((numbers, entries))
    }

    fn try_load(&mut self, path: &Path) -> Result<u64, Problem> {
        let bytes = fs::read(path)?;
        if !bytes.starts_with(MAGIC) {
            return Err(Problem::NotACheckpoint);
        }
        let (content, checksum) = bytes.split_last_chunk::<8>().ok_or(Problem::Altered)?;
        if xxh3_64(content) != u64::from_le_bytes(*checksum) {
            return Err(Problem::Altered);
        }
        let mut rest = Reader(&content[MAGIC.len()..]);
        let [rules] = rest.take()?;
        if rules != rules_code(self.rules) {
            let other = [Rules::MultiJump, Rules::SingleJump].into_iter().find(|&r| rules_code(r) == rules);
            return Err(other.map_or(Problem::Altered, Problem::OtherRules));
        }
        let mut boards = Vec::new();
        for _ in 0..u32::from_le_bytes(rest.take()?) {
            let size = (usize::from(rest.word()?), usize::from(rest.word()?));
            let cells = u64::from_le_bytes(rest.take()?);
            let number = self.ground_of(size, cells).ok_or(Problem::Altered)?;
            boards.push(number);
        }
        let values = self.read_values(&mut rest)?;
        let entries = u64::from_le_bytes(rest.take()?);
        for _ in 0..entries {
            self.read_entry(&mut rest, &boards, &values)?;
        }
        Ok(entries)
    }

    /// The number of a board of a checkpoint.
    fn ground_of(&mut self, (rows, columns): (usize, usize), cells: u64) -> Option<u16> {
        let fits = (1..=64).contains(&(rows * columns))
            && cells & u64::MAX.checked_shl((rows * columns) as u32).unwrap_or(0) == 0;
        if !fits {
            return None;
        }
        let ground = self.grounds.number_of((rows, columns), cells)?;
        u16::try_from(ground).ok()
    }

    fn read_values(&self, rest: &mut Reader) -> Result<Vec<CanonicalForm>, Problem> {
        let mut values = Vec::new();
        for _ in 0..u32::from_le_bytes(rest.take()?) {
            let length = u32::from_le_bytes(rest.take()?) as usize;
            let text = std::str::from_utf8(rest.slice(length)?).map_err(|_| Problem::Altered)?;
            values.push(self.store.parse(text).map_err(|error| Problem::Value(error.to_string()))?);
        }
        Ok(values)
    }

    fn read_entry(
        &mut self,
        rest: &mut Reader,
        boards: &[u16],
        values: &[CanonicalForm],
    ) -> Result<(), Problem> {
        let occupied = u64::from_le_bytes(rest.take()?);
        let value = u32::from_le_bytes(rest.take()?) as usize;
        let board = rest.word()?;
        let numbers = Numbers::unpack(rest.word()?, rest.word()?);
        let nodes = u64::from_le_bytes(rest.take()?);
        let key = Key {
            occupied,
            beside: *values.get(value).ok_or(Problem::Altered)?,
            board: *boards.get(usize::from(board) % MAX_BOARDS).ok_or(Problem::Altered)?,
            white_to_move: board >> 15 == 1,
        };
        self.table.put(key, numbers, nodes);
        if self.table.wants_to_grow() {
            self.table.grow();
        }
        Ok(())
    }
}

fn rules_code(rules: Rules) -> u8 {
    match rules {
        Rules::MultiJump => 0,
        Rules::SingleJump => 1,
    }
}

/// Writes, and sums up what was written.
struct Summed<'f> {
    out: BufWriter<&'f mut File>,
    sum: Xxh3Default,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What has not been read yet.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Problem> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(Problem::Altered)?;
        self.0 = rest;
        Ok(*first)
    }

    fn word(&mut self) -> Result<u16, Problem> {
        self.take().map(u16::from_le_bytes)
    }

    fn slice(&mut self, length: usize) -> Result<&'b [u8], Problem> {
        let (first, rest) = self.0.split_at_checked(length).ok_or(Problem::Altered)?;
        self.0 = rest;
        Ok(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Player, Position};
    use crate::solve::Monitor;

    fn start(text: &str) -> Position {
        text.parse().expect("a position")
    }

    fn solver() -> OutcomeSolver {
        OutcomeSolver::new(Rules::MultiJump, 1 << 24).expect("enough memory")
    }

    #[test]
    fn a_checkpoint_spares_what_was_searched() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checkpoint");
        let position = start("..xoxo/oxoxox/xoxoxo/oxoxox/xoxoxo");
        let mut first = solver();
        let answer = first.mover_wins(&position, Player::White, &Monitor::new());
        first.save(&path).expect("written");
        let mut second = solver();
        assert!(second.load(&path).expect("read") > 100);
        assert_eq!(second.mover_wins(&position, Player::White, &Monitor::new()), answer);
        assert_eq!(second.nodes(), 0);
        assert!(first.nodes() > 1000);
    }

    #[test]
    fn what_is_not_a_checkpoint_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checkpoint");
        let mut solver = solver();
        solver.mover_wins(&start("..xo/oxox/xoxo/oxox"), Player::Black, &Monitor::new()).expect("solved");
        solver.save(&path).expect("written");
        let whole = fs::read(&path).expect("read");
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).expect("written");
            assert!(solver.load(&path).is_err(), "{length}");
        }
        for byte in (0..whole.len()).step_by(3) {
            let mut altered = whole.clone();
            altered[byte] ^= 4;
            fs::write(&path, altered).expect("written");
            assert!(solver.load(&path).is_err(), "{byte}");
        }
        fs::write(&path, &whole).expect("written");
        let mut other = OutcomeSolver::new(Rules::SingleJump, 1 << 24).expect("enough memory");
        assert!(matches!(other.load(&path).unwrap_err().problem, Problem::OtherRules(Rules::MultiJump)));
        assert!(other.load(&folder.path().join("none")).is_err());
    }
}
