//! A file of values: tables of positions that are evaluated once and looked up ever after.
//!
//! A database has any number of *tables*, each the values of a closed set of positions: all checkered
//! positions of a board, or the connected rows up to a length. [`build`] evaluates them, [`ValueDatabase`]
//! reads them, [`DatabaseValues`] makes canonical forms of what stands there; [`build_part`] and [`merge`]
//! spread the work over processes, [`build_from_values`] takes values from elsewhere, and [`check`] looks at
//! every byte.
//!
//! ```
//! use konane::board::Rules;
//! use konane::database::{BuildOptions, DatabaseValues, TableDescription, ValueDatabase, build};
//! use konane::solve::Monitor;
//! use konane::value::ValueStore;
//!
//! # let folder = tempfile::tempdir()?;
//! let path = folder.path().join("small.konane");
//! let tables = vec![TableDescription::board(2, 3, Rules::MultiJump)];
//! build(&BuildOptions { path: path.clone(), tables, memory: None }, &ValueStore::new(), &Monitor::new())?;
//!
//! let database = ValueDatabase::open(&path)?;
//! let store = ValueStore::new();
//! let values = DatabaseValues::new(&database, &store);
//! let one = values.value_of(2, 3, Rules::MultiJump, 0b000_011)?; // xo./...
//! assert_eq!(one, Some(store.integer(1)?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Ids
//!
//! A value and its negative share an *id*. In the file a value is a *code*: twice the id, and one more for the
//! negative of the value that has the id; for G = -G always the even one. Ids count the values by their first
//! occurrence, where the positions of the file are gone through table by table, block by block and
//! index by index, and the sign is that of the first occurrence. So codes depend on the positions and
//! their values alone, not on threads, processes or interruptions; and with them all bytes of the file.
//!
//! A value is written where its id is new, as the list of its canonical options; numbers and their sums with
//! multiples of ↑ and nimbers as these parts. So options must have ids before the value itself.
//!
//! **Theorem.** In the table of a board every canonical option of a value of a position is, up to sign, a value
//! of a position with fewer stones. *Proof.* By induction on the stones of a position P. Its form has the
//! values of its options on both sides, which are canonical forms of positions with fewer stones. The
//! canonical form comes from it by deleting options and by replacing a reversible one Gᴸ by the left
//! options of some Gᴸᴿ (or the mirror image), until nothing changes. At each step every option is a value
//! of a position with fewer stones than P: so it was at first; and if it holds of Gᴸ, it holds by induction of
//! its canonical option Gᴸᴿ and again of the left options of that. Symmetries by which only some of the
//! positions are stored keep the number of stones and the value up to sign. ∎
//! So in a board's table the options have ids from earlier batches, as all positions of a batch have as many
//! stones.
//!
//! The options of connected rows are sums of such rows, and so need not be values of rows. Followers
//! that lack an id when a value is written get the next ones before any value of the batch, in rounds: each
//! round has those of which all options have ids by then, number-up-stars before others, these ordered by
//! number, multiple of ↑ and nimber, others by the list of codes of their left options and then by that of
//! the right ones; of G and -G the one that comes first in this order has the positive code.
//!
//! # The file
//!
//! All numbers are little-endian and without sign unless stated otherwise. A checksum is XXH3 with 64 bits and
//! seed 0.
//!
//! | bytes | head of the file: 32 bytes |
//! |---|---|
//! | 0–7 | `93 4B 4F 4E 41 4E 45 0A`, which is `KONANE` and a newline after a byte that is no letter |
//! | 8–11 | version of the format, 1 |
//! | 12–15 | which part of a divided build this is, from 0 on; 0 for a database |
//! | 16–19 | the number of parts; 1 for a database |
//! | 20–23 | 0 |
//! | 24–31 | checksum of bytes 0–23 |
//!
//! *Segments* follow without gaps. A table begins with a segment that names it; then comes one for each
//! batch of its blocks ([`batches`](crate::solve::table::batches)), in order.
//!
//! | bytes | segment that begins a table: 64 bytes |
//! |---|---|
//! | 0–3 | `KSEG` |
//! | 4–7 | 1 |
//! | 8–15 | length of the segment, 64 |
//! | 16–19 | number of the table, from 0 on |
//! | 20–23 | 1 for the positions of a board, 2 for connected rows |
//! | 24–27 | rows of the board; 1 for connected rows |
//! | 28–31 | columns; the most cells of a connected row |
//! | 32–35 | 1 for moves of any number of jumps, 2 for single jumps |
//! | 36–55 | 0 |
//! | 56–63 | checksum of bytes 0–55 |
//!
//! | bytes | segment with values |
//! |---|---|
//! | 0–3 | `KSEG` |
//! | 4–7 | 2 |
//! | 8–15 | length of the segment |
//! | 16–19 | number of the table |
//! | 20–23 | number of the first block |
//! | 24–27 | number of blocks |
//! | 28–31 | the first id that is new |
//! | 32–35 | n, the number of new values |
//! | 36–39 | how many of these are there only as followers of others; they come first |
//! | 40–47 | e, the number of positions whose values are listed |
//! | 48 | w, the bytes of a code in that list: 1 to 4, the least that hold the largest code there |
//! | 49 | v, the bytes of the code of an option: the least that hold twice the number of values up to here |
//! | 50–55 | 0 |
//! | 56–63 | checksum of bytes 0–55 and of all that follows |
//! | then | for each group of 32 new values where it begins (8 bytes each), counted from the first value |
//! | then | the n new values in order of their ids |
//! | last w·e | the codes of the positions' values, by block and index, w bytes each |
//!
//! A value begins with a byte that has the number of its left options in the low half and that of its right
//! options in the high half; 15 in a half stands for a number of two bytes after this one, that of the left
//! options first. Then come the codes of the left options and those of the right ones, v bytes each,
//! in rising order. Only a number lacks options on a side, so a byte 0 is free to say that the value is a
//! number-up-star: its number's numerator (8 bytes, with sign) and the exponent of two in its denominator
//! (1), its multiple of ↑ (4, with sign), and its nimber (2) follow.
//!
//! How positions are numbered within a table is described with
//! [`BoardAddressing`](crate::solve::table::BoardAddressing) and
//! [`RowAddressing`](crate::solve::table::RowAddressing).
//!
//! After the segments comes the *directory*: the number of segments (8 bytes), their heads of 64 bytes in
//! order, the number of pages (8), and the checksum of each page (8 each), a page being 64 KiB of all that
//! stands before the directory, the last one what is left. The last 48 bytes of the file are its end:
//!
//! | bytes | end of the file: 48 bytes |
//! |---|---|
//! | 0–7 | `0A 4B 4F 4E 41 4E 45 93` |
//! | 8–11 | version of the format, 1 |
//! | 12–15 | 0 |
//! | 16–23 | where the directory begins |
//! | 24–31 | length of the directory |
//! | 32–39 | checksum of the directory |
//! | 40–47 | checksum of bytes 0–39 of the end |
//!
//! # While it is built
//!
//! The file grows under [another name](unfinished_path) by whole segments, each forced to the disk before
//! the next is begun. A run that finds such a file takes in its segments up to the first whose checksum
//! disagrees, cuts off the rest, and goes on. Directory and end come last, then the file gets its name. A
//! table is added to a database by going on so with a copy of its segments; a finished file is never written
//! to, and whoever has it open keeps what it was.
//!
//! A *part* of a divided build has in place of all positions of a block only the representatives in its own
//! chunks (the runs of 4096 indices whose number and that of the block add up to its own modulo k, [`Shard`](crate::solve::table::Shard)), and ids of its own.
//!
//! # Boards larger than memory
//!
//! While a board is built, only the blocks are in memory whose positions an option can still have: a move takes
//! at most (s - 1) / 2 stones, rounded down, on a board whose longer side is s, and all else is in the file
//! alone. With the batch in work 4×8, of which 1.2·10⁹ positions are stored, takes 2.3 GiB in place of 4.5, and
//! 5×6 with 0.56·10⁹ positions 0.9 in place of 2.1. What stays in memory are the distinct values, with about 40
//! bytes in the store and 4 for the code of each; the file has about 10 bytes for a value, and 1 to 4 for a
//! position. Connected rows need all shorter ones at any time: those of up to 34 cells 1.2 GiB, of 38 cells
//! 12.8 GiB.
//!
//! A board of which not even the blocks still needed fit, such as 3×11 with 22.5 GiB, could be built with these
//! blocks mapped from the file itself: the options of a block lie in a few others (see
//! [`BoardAddressing`](crate::solve::table::BoardAddressing)), so that what is read at a time is small.
//!
//! # Why not an embedded store
//!
//! Key-value stores as LMDB or redb are made for keys in no particular order, and for changes in place. Here
//! a position is its own address, so that keys, their order and the tree above them are nothing but room; and
//! nothing is ever changed. The values of 5×5 (20,561,920 positions that are stored, 288,919 values up to
//! sign) in each of them, measured with `cargo run --release -- 5x5` in `benches/stores` of the repository, on
//! two cores of a shared machine, so that the ratios say more than the seconds:
//!
//! | | bytes a position | look-ups a second | 10,000 values from cold | to write |
//! |---|---|---|---|---|
//! | this file | 3.00 | 9.3 million | 18 ms | 2.2 s |
//! | redb, a key for each position | 12.45 | 0.52 million | 48 ms | 27 s |
//! | LMDB, a key for each position | 22.57 | 0.52 million | 58 ms | 13 s |
//! | redb, a key for 2¹⁴ positions | 4.37 | 2.2 million | 50 ms | 0.8 s |
//! | LMDB, a key for 2¹⁴ positions | 3.61 | 2.2 million | 14 ms | 0.5 s |
//!
//! Look-ups are of random positions, on one thread, in processor time, medians of three; *from cold* is from
//! opening the file to values in an empty store. With a key for each position a store takes four to eight
//! times the room, and a look-up eighteen times as long. With one for many positions it is a directory of flat
//! arrays, as this file is; the search for the key is left, and makes a look-up four times as long, for a fifth
//! to a half more room. Such a store is written faster, being given the codes and records that this file's
//! writer has to make; and LMDB so used is faster from cold, where it checks no checksum, while here the
//! 10,000 look-ups touch nearly all pages, 62 MB, and each is checked when it is touched.
//!
//! Their files depend on the order of the writes, LMDB's on the machine's byte order and word size as well,
//! where this one has the same bytes everywhere, which is what lets a database be compared, cited by its
//! checksum, and merged from parts. What they would spare is the journal, which for a file that only grows is
//! short.

mod build;
mod check;
mod error;
mod format;
mod given;
mod journal;
mod known;
mod layout;
mod loading;
mod node;
mod numbering;
mod packed;
mod pages;
mod parts;
mod reader;
mod segment;
mod survey;
mod table;
mod values;
mod verified;

pub use build::{BuildOptions, BuildSummary, build, unfinished_path};
pub use check::{CheckReport, Reevaluate, check};
pub use error::DatabaseError;
pub use format::VERSION;
pub use given::{GivenValues, build_from_values};
pub use layout::DatabaseTable;
pub use parts::{build_part, merge, part_path};
pub use reader::ValueDatabase;
pub use survey::{DatabaseSurvey, TableSurvey};
pub use table::{TableAddressing, TableDescription, TableKind};
pub use values::DatabaseValues;
