//! What a database holds, read by nothing but the description of the file in `konane::database`.

use konane::solve::table::{Address, Block};
use konane::value::{CanonicalForm, Dyadic, NumberUpStar, ValueError, ValueStore};
use std::error::Error;

/// A position's address as one number: rising keys are the order of the file.
pub type Key = u64;

const INDEX_BITS: u32 = 40;

/// The address that a key stands for.
pub fn address(key: Key) -> Address {
    Address { block: (key >> INDEX_BITS) as u32, index: key & ((1 << INDEX_BITS) - 1), negated: false }
}

/// The key of a position.
pub fn key(block: u32, index: u64) -> Key {
    u64::from(block) << INDEX_BITS | index
}

/// The entries and the records of a database with one table.
pub struct Contents {
    /// The positions in rising order.
    pub keys: Vec<Key>,
    /// Their codes.
    pub codes: Vec<u32>,
    /// The bytes of all records, each after a byte that says how many bytes its codes have.
    bytes: Vec<u8>,
    /// Where each record ends.
    ends: Vec<usize>,
}

impl Contents {
    /// Takes the file apart; panics where it is not as it is described.
    pub fn of_file(file: &[u8], blocks: &[Block]) -> Contents {
        let mut contents = Contents { keys: vec![], codes: vec![], bytes: vec![], ends: vec![] };
        let directory = number(&file[file.len() - 32..][..8]) as usize;
        let mut segments = &file[32..directory];
        while !segments.is_empty() {
            let (segment, rest) = segments.split_at(number(&segments[8..16]) as usize);
            if segment[4] == 2 {
                contents.add_segment(segment, blocks);
            }
            segments = rest;
        }
        contents
    }

    fn add_segment(&mut self, segment: &[u8], blocks: &[Block]) {
        let word = |at: usize| number(&segment[at..at + 4]) as usize;
        let (first_block, block_count, nodes) = (word(20), word(24), word(32));
        let (entry_width, option_width) = (usize::from(segment[48]), segment[49]);
        let entries = number(&segment[40..48]) as usize;
        let (body, codes) = segment.split_at(segment.len() - entries * entry_width);
        self.codes.extend(codes.chunks_exact(entry_width).map(|code| number(code) as u32));
        for (number, block) in (0..).zip(blocks).skip(first_block).take(block_count) {
            self.keys.extend((0..block.positions).map(|index| key(number, index)));
        }
        let mut records = &body[64 + 8 * nodes.div_ceil(32)..];
        for _ in 0..nodes {
            let (record, rest) = records.split_at(record_length(records, option_width.into()));
            self.bytes.push(option_width);
            self.bytes.extend(record);
            self.ends.push(self.bytes.len());
            records = rest;
        }
    }

    /// The records in the order of their ids.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.ends.len()).map(|id| {
            let start = id.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.bytes[start..self.ends[id]]
        })
    }
}

/// A number in up to eight bytes, the least first.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The number of options on each side of a record that is no number-up-star, and where they begin.
fn option_counts(record: &[u8]) -> ([usize; 2], usize) {
    let mut start = 1;
    let counts = [record[0] & 15, record[0] >> 4].map(|count| match count {
        15 => {
            start += 2;
            number(&record[start - 2..start]) as usize
        }
        count => count.into(),
    });
    (counts, start)
}

fn record_length(bytes: &[u8], width: usize) -> usize {
    if bytes[0] == 0 {
        return 16;
    }
    let ([left, right], start) = option_counts(bytes);
    start + (left + right) * width
}

/// A value as it is written.
pub enum Record {
    NumberUpStar(NumberUpStar<Dyadic>),
    /// The codes of the canonical options of Left and of Right.
    Options(Vec<u32>, Vec<u32>),
}

impl Record {
    /// Reads a record of [`Contents::records`].
    pub fn read(bytes: &[u8]) -> Result<Record, ValueError> {
        let (width, record) = (usize::from(bytes[0]), &bytes[1..]);
        if record[0] == 0 {
            return Ok(Record::NumberUpStar(NumberUpStar {
                number: Dyadic::new(number(&record[1..9]) as i64, record[9].into())?,
                up: number(&record[10..14]) as i32,
                star: number(&record[14..16]) as u32,
            }));
        }
        let ([left, _], start) = option_counts(record);
        let (left, right) = record[start..].split_at(left * width);
        let codes = |bytes: &[u8]| bytes.chunks_exact(width).map(|code| number(code) as u32).collect();
        Ok(Record::Options(codes(left), codes(right)))
    }

    /// The codes of the options of both sides.
    pub fn options(&self) -> impl Iterator<Item = u32> {
        let (left, right): (&[u32], &[u32]) = match self {
            Record::NumberUpStar(_) => (&[], &[]),
            Record::Options(left, right) => (left, right),
        };
        left.iter().chain(right).copied()
    }

    /// The value, given those of all options by id.
    pub fn make(
        &self,
        store: &ValueStore,
        made: &[Option<CanonicalForm>],
    ) -> Result<CanonicalForm, Box<dyn Error>> {
        match self {
            Record::NumberUpStar(parts) => Ok(store.make_number_up_star(*parts)?),
            Record::Options(left, right) => {
                let forms = |codes: &[u32]| -> Option<Vec<CanonicalForm>> {
                    codes.iter().map(|&code| Some(with_sign(made[code as usize >> 1]?, code))).collect()
                };
                let (left, right) = forms(left).zip(forms(right)).ok_or("an option was not made")?;
                Ok(store.from_options(&left, &right)?)
            }
        }
    }
}

/// The value with a code, given the one with its id.
pub fn with_sign(form: CanonicalForm, code: u32) -> CanonicalForm {
    if code & 1 == 1 { -form } else { form }
}
