//! How a value is written: as the parts of a number-up-star, or as its canonical options.
//!
//! A record begins with a byte that has the number of left options in its low half and of right ones in
//! its high half; 15 there says that the number follows as two bytes, the left one first. Then come the
//! codes of the left and of the right options, each list in rising order. No value but a number lacks
//! options on a side, so a byte 0 is free to mark a number-up-star: its numerator (8 bytes), the exponent
//! of its denominator (1), its multiple of ↑ (4) and its nimber (2) follow.

use super::packed::{Code, PackedCodes, pack};
use crate::value::{Dyadic, NumberUpStar};

/// Bytes of the record of a number-up-star.
const NUMBER_UP_STAR: usize = 16;
/// In half a byte: the number follows.
const MANY: usize = 15;

/// A value as it is written.
pub(super) enum Node<'a> {
    NumberUpStar(NumberUpStar<Dyadic>),
    Options(PackedCodes<'a>, PackedCodes<'a>),
}

impl Node<'_> {
    /// The options of both sides.
    pub(super) fn options(&self) -> impl Iterator<Item = Code> {
        let lists = match self {
            Node::NumberUpStar(_) => None,
            Node::Options(left, right) => Some(left.iter().chain(right.iter())),
        };
        lists.into_iter().flatten()
    }
}

/// Writes a number, a multiple of ↑ and a nimber, whose sum a value is.
pub(super) fn write_number_up_star(number: Dyadic, up: i32, star: u32, record: &mut Vec<u8>) {
    record.push(0);
    record.extend(number.numerator().to_le_bytes());
    record.push(number.exponent() as u8);
    record.extend(up.to_le_bytes());
    record.extend((star as u16).to_le_bytes());
}

/// Writes options, each list sorted.
pub(super) fn write_options(left: &[Code], right: &[Code], width: u8, record: &mut Vec<u8>) {
    let counts = [left.len(), right.len()];
    let [low, high] = counts.map(|count| count.min(MANY) as u8);
    record.push(low | high << 4);
    for count in counts.into_iter().filter(|&count| count >= MANY) {
        record.extend((count as u16).to_le_bytes());
    }
    for &code in left.iter().chain(right) {
        let start = record.len();
        record.resize(start + usize::from(width), 0);
        pack(code, &mut record[start..]);
    }
}

/// Takes the first record off the bytes; `None` if there is none.
pub(super) fn read_node<'a>(bytes: &mut &'a [u8], width: u8) -> Option<Node<'a>> {
    let first = *bytes.first()?;
    if first == 0 {
        let (record, rest) = bytes.split_first_chunk::<NUMBER_UP_STAR>()?;
        *bytes = rest;
        return read_number_up_star(record).map(Node::NumberUpStar);
    }
    let mut rest = &bytes[1..];
    let mut count = |half: u8| {
        if usize::from(half) < MANY {
            return Some(usize::from(half));
        }
        let (count, after) = rest.split_first_chunk::<2>()?;
        rest = after;
        Some(usize::from(u16::from_le_bytes(*count)))
    };
    let (left, right) = (count(first & 15)?, count(first >> 4)?);
    let (left, rest) = rest.split_at_checked(left * usize::from(width))?;
    let (right, rest) = rest.split_at_checked(right * usize::from(width))?;
    *bytes = rest;
    Some(Node::Options(PackedCodes::new(left, width), PackedCodes::new(right, width)))
}

fn read_number_up_star(record: &[u8; NUMBER_UP_STAR]) -> Option<NumberUpStar<Dyadic>> {
    let field = |at: usize, length: usize| &record[at..at + length];
    let numerator = i64::from_le_bytes(field(1, 8).try_into().ok()?);
    let exponent = u32::from(record[9]);
    let number = Dyadic::new(numerator, exponent).ok()?;
    let lowest_terms = (number.numerator(), number.exponent()) == (numerator, exponent);
    lowest_terms.then_some(NumberUpStar {
        number,
        up: i32::from_le_bytes(field(10, 4).try_into().ok()?),
        star: u16::from_le_bytes(field(14, 2).try_into().ok()?).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let parts = NumberUpStar { number: Dyadic::new(-3, 5).unwrap(), up: -7, star: 4095 };
        let many: Vec<Code> = (0..300).collect();
        let mut records = Vec::new();
        write_options(&[1, 2], &[0], 3, &mut records);
        write_number_up_star(parts.number, parts.up, parts.star, &mut records);
        write_options(&[9], &many, 3, &mut records);
        write_options(&many[..15], &many[..14], 3, &mut records);
        let mut bytes = records.as_slice();
        let mut options = || match read_node(&mut bytes, 3) {
            Some(Node::Options(left, right)) => Ok((left.iter().collect(), right.iter().collect())),
            Some(Node::NumberUpStar(parts)) => Err(Some(parts)),
            None => Err(None),
        };
        assert_eq!(options(), Ok((vec![1, 2], vec![0])));
        assert_eq!(options(), Err(Some(parts)));
        assert_eq!(options(), Ok((vec![9], many.clone())));
        assert_eq!(options(), Ok((many[..15].to_vec(), many[..14].to_vec())));
        assert_eq!(options(), Err(None));
    }

    #[test]
    fn a_record_that_breaks_off_is_none() {
        let mut record = Vec::new();
        write_options(&[1; 20], &[2; 17], 2, &mut record);
        for length in 0..record.len() {
            assert!(read_node(&mut &record[..length], 2).is_none());
        }
        record.clear();
        write_number_up_star(Dyadic::integer(2), 0, 0, &mut record);
        assert!(read_node(&mut &record[..15], 2).is_none());
        record[9] = 1; // 2/2 is not in lowest terms
        assert!(read_node(&mut record.as_slice(), 2).is_none());
    }
}
