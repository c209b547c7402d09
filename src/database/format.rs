//! The fixed parts of a file: its head, the heads of its segments, its directory and its end.
//!
//! The page of [the module](super) says what stands where; here it is written and read. Whatever the
//! bytes, reading answers or refuses: all lengths are checked before they are used.

use super::table::{TableDescription, TableKind};
use crate::board::Rules;
use crate::solve::table::Shard;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The version of the format that is written; earlier ones are none.
pub const VERSION: u32 = 1;

/// The first bytes of a file; the last of them would suffer from being sent as text.
pub(super) const MAGIC: [u8; 8] = *b"\x93KONANE\n";
const SEGMENT_MAGIC: [u8; 4] = *b"KSEG";
const END_MAGIC: [u8; 8] = *b"\nKONANE\x93";

pub(super) const HEAD: usize = 32;
pub(super) const SEGMENT_HEAD: usize = 64;
pub(super) const END: usize = 48;

/// Nodes from one listed offset to the next.
pub(super) const GROUP: u32 = 32;

/// Most values of a file, up to sign: what a store can number.
pub(super) const MAX_VALUES: u32 = 1 << 28;

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|index| bytes[at + index]))
}

/// Why the head of a file is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BadHead {
    NotADatabase,
    NewerVersion(u32),
    Altered,
}

/// The head of a file that holds a database (`Shard::WHOLE`) or a part of one.
pub(super) fn encode_head(part: Shard) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(&MAGIC);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
    head[12..16].copy_from_slice(&part.index.to_le_bytes());
    head[16..20].copy_from_slice(&part.of.to_le_bytes());
    let checksum = xxh3_64(&head[..24]);
    head[24..].copy_from_slice(&checksum.to_le_bytes());
    head
}

/// Which part of a database a file says it is.
pub(super) fn decode_head(head: &[u8; HEAD]) -> Result<Shard, BadHead> {
    if head[..8] != MAGIC {
        return Err(BadHead::NotADatabase);
    }
    let version = u32_at(head, 8);
    if version > VERSION {
        return Err(BadHead::NewerVersion(version));
    }
    let part = Shard { index: u32_at(head, 12), of: u32_at(head, 16) };
    let sound = version == VERSION && part.index < part.of && u64_at(head, 24) == xxh3_64(&head[..24]);
    if sound { Ok(part) } else { Err(BadHead::Altered) }
}

/// The head of a segment, which says all about what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SegmentHead {
    /// Length of the segment in bytes, its head included.
    pub(super) length: u64,
    /// The number of the table, from 0 on.
    pub(super) table: u32,
    pub(super) content: Content,
    /// The checksum of all else in the segment.
    pub(super) checksum: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// A table begins; nothing follows the head.
    Table(TableDescription),
    Batch(Batch),
}

/// The values of some blocks of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Batch {
    pub(super) first_block: u32,
    pub(super) blocks: u32,
    /// The id of the first value that is new here.
    pub(super) first_id: u32,
    /// The number of values new here.
    pub(super) nodes: u32,
    /// How many of these are only followers of others; they come first.
    pub(super) followers: u32,
    /// The number of positions whose values are listed.
    pub(super) entries: u64,
    /// Bytes of a code in the list of values.
    pub(super) entry_width: u8,
    /// Bytes of a code among the options of a node.
    pub(super) option_width: u8,
}

impl Batch {
    pub(super) fn groups(&self) -> u64 {
        u64::from(self.nodes.div_ceil(GROUP))
    }

    pub(super) fn entry_bytes(&self) -> u64 {
        self.entries.saturating_mul(self.entry_width.into())
    }

    /// One past the last id.
    pub(super) fn end_id(&self) -> u32 {
        self.first_id + self.nodes
    }
}

impl SegmentHead {
    /// The head of a segment with this body.
    pub(super) fn new(table: u32, content: Content, body: &[u8]) -> SegmentHead {
        let length = (SEGMENT_HEAD + body.len()) as u64;
        let mut head = SegmentHead { length, table, content, checksum: 0 };
        head.checksum = head.checksum_with(body);
        head
    }

    /// The checksum that the segment should have.
    pub(super) fn checksum_with(&self, body: &[u8]) -> u64 {
        let mut hasher = Xxh3::new();
        hasher.update(&self.encode()[..56]);
        hasher.update(body);
        hasher.digest()
    }

    pub(super) fn encode(&self) -> [u8; SEGMENT_HEAD] {
        let mut head = [0; SEGMENT_HEAD];
        head[..4].copy_from_slice(&SEGMENT_MAGIC);
        head[8..16].copy_from_slice(&self.length.to_le_bytes());
        let (kind, words) = match &self.content {
            Content::Table(table) => {
                (1, [table_kind(table.kind), table.rows, table.columns, rules(table.rules), 0])
            }
            Content::Batch(batch) => {
                head[40..48].copy_from_slice(&batch.entries.to_le_bytes());
                (head[48], head[49]) = (batch.entry_width, batch.option_width);
                (2, [batch.first_block, batch.blocks, batch.first_id, batch.nodes, batch.followers])
            }
        };
        for (index, word) in [self.table].into_iter().chain(words).enumerate() {
            head[16 + 4 * index..20 + 4 * index].copy_from_slice(&word.to_le_bytes());
        }
        head[4..8].copy_from_slice(&u32::to_le_bytes(kind));
        head[56..].copy_from_slice(&self.checksum.to_le_bytes());
        head
    }

    /// The head in these bytes, or `None` if they are none that [`SegmentHead::encode`] writes.
    pub(super) fn decode(bytes: &[u8; SEGMENT_HEAD]) -> Option<SegmentHead> {
        let word = |index: usize| u32_at(bytes, 20 + 4 * index);
        let content = match u32_at(bytes, 4) {
            1 => Content::Table(TableDescription {
                kind: TableKind::ALL.into_iter().find(|&kind| table_kind(kind) == word(0))?,
                rows: word(1),
                columns: word(2),
                rules: Rules::ALL.into_iter().find(|&each| rules(each) == word(3))?,
            }),
            _ => Content::Batch(Batch {
                first_block: word(0),
                blocks: word(1),
                first_id: word(2),
                nodes: word(3),
                followers: word(4),
                entries: u64_at(bytes, 40),
                entry_width: bytes[48],
                option_width: bytes[49],
            }),
        };
        let head = SegmentHead {
            length: u64_at(bytes, 8),
            table: u32_at(bytes, 16),
            content,
            checksum: u64_at(bytes, 56),
        };
        (head.encode() == *bytes).then_some(head)
    }
}

fn table_kind(kind: TableKind) -> u32 {
    match kind {
        TableKind::Board => 1,
        TableKind::Rows => 2,
    }
}

fn rules(rules: Rules) -> u32 {
    match rules {
        Rules::MultiJump => 1,
        Rules::SingleJump => 2,
    }
}

/// The directory: the heads of all segments, and the checksums of the pages before it.
pub(super) fn encode_directory(segments: &[SegmentHead], checksums: &[u64]) -> Vec<u8> {
    let mut directory = Vec::with_capacity(16 + SEGMENT_HEAD * segments.len() + 8 * checksums.len());
    directory.extend((segments.len() as u64).to_le_bytes());
    segments.iter().for_each(|segment| directory.extend(segment.encode()));
    directory.extend((checksums.len() as u64).to_le_bytes());
    checksums.iter().for_each(|checksum| directory.extend(checksum.to_le_bytes()));
    directory
}

/// The heads and checksums of a directory, or `None` if the bytes are none.
pub(super) fn decode_directory(mut bytes: &[u8]) -> Option<(Vec<SegmentHead>, Vec<u64>)> {
    let heads = take_counted(&mut bytes, SEGMENT_HEAD)?;
    let checksums = take_counted(&mut bytes, 8)?;
    if !bytes.is_empty() {
        return None;
    }
    let heads = heads.chunks_exact(SEGMENT_HEAD).map(|head| SegmentHead::decode(head.try_into().ok()?));
    Some((heads.collect::<Option<_>>()?, checksums.chunks_exact(8).map(|word| u64_at(word, 0)).collect()))
}

/// Takes a number off the bytes, and as many items of a size.
fn take_counted<'a>(bytes: &mut &'a [u8], size: usize) -> Option<&'a [u8]> {
    let (count, rest) = bytes.split_first_chunk::<8>()?;
    let count = usize::try_from(u64::from_le_bytes(*count)).ok()?;
    let (items, rest) = rest.split_at_checked(count.checked_mul(size)?)?;
    *bytes = rest;
    Some(items)
}

/// The end of a file, which says where its directory is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    pub(super) directory: u64,
    pub(super) directory_length: u64,
    pub(super) directory_checksum: u64,
}

impl End {
    pub(super) fn encode(&self) -> [u8; END] {
        let mut end = [0; END];
        end[..8].copy_from_slice(&END_MAGIC);
        end[8..12].copy_from_slice(&VERSION.to_le_bytes());
        end[16..24].copy_from_slice(&self.directory.to_le_bytes());
        end[24..32].copy_from_slice(&self.directory_length.to_le_bytes());
        end[32..40].copy_from_slice(&self.directory_checksum.to_le_bytes());
        let checksum = xxh3_64(&end[..40]);
        end[40..].copy_from_slice(&checksum.to_le_bytes());
        end
    }

    pub(super) fn decode(bytes: &[u8; END]) -> Option<End> {
        let end = End {
            directory: u64_at(bytes, 16),
            directory_length: u64_at(bytes, 24),
            directory_checksum: u64_at(bytes, 32),
        };
        (end.encode() == *bytes).then_some(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads() -> Vec<SegmentHead> {
        let table = TableDescription::board(4, 6, Rules::SingleJump);
        let batch = Batch {
            first_block: 3,
            blocks: 2,
            first_id: 1,
            nodes: 33,
            followers: 1,
            entries: 5_000_000_000,
            entry_width: 3,
            option_width: 1,
        };
        vec![
            SegmentHead::new(0, Content::Table(table), &[]),
            SegmentHead::new(0, Content::Batch(batch), b"body"),
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        for part in [Shard::WHOLE, Shard { index: 2, of: 3 }] {
            assert_eq!(decode_head(&encode_head(part)), Ok(part));
        }
        for head in heads() {
            assert_eq!(SegmentHead::decode(&head.encode()), Some(head));
        }
        let directory = encode_directory(&heads(), &[7, 8, 9]);
        assert_eq!(decode_directory(&directory), Some((heads(), vec![7, 8, 9])));
        let end = End { directory: 99, directory_length: 12, directory_checksum: 1 };
        assert_eq!(End::decode(&end.encode()), Some(end));
    }

    #[test]
    fn every_altered_byte_of_a_head_or_end_shows() {
        let head = encode_head(Shard::WHOLE);
        for byte in 0..HEAD {
            let mut altered = head;
            altered[byte] ^= 4;
            assert!(decode_head(&altered).is_err(), "byte {byte}");
        }
        let end = End { directory: 99, directory_length: 12, directory_checksum: 1 }.encode();
        for byte in 0..END {
            let mut altered = end;
            altered[byte] ^= 4;
            assert_eq!(End::decode(&altered), None, "byte {byte}");
        }
        for head in heads() {
            let bytes = head.encode();
            for byte in 0..SEGMENT_HEAD {
                let mut altered = bytes;
                altered[byte] ^= 4;
                let seen = SegmentHead::decode(&altered)
                    .is_none_or(|altered| altered.checksum_with(b"body") != altered.checksum);
                assert!(seen, "byte {byte}");
            }
        }
    }

    #[test]
    fn a_directory_that_breaks_off_is_none() {
        let directory = encode_directory(&heads(), &[7, 8, 9]);
        for length in 0..directory.len() {
            assert_eq!(decode_directory(&directory[..length]), None);
        }
        assert_eq!(decode_directory(&[255; 64]), None);
    }
}
