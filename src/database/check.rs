//! Checking a database through and through.

use super::DatabaseError;
use super::format::GROUP;
use super::layout::{BatchSegment, DatabaseTable};
use super::node::{Node, read_node};
use super::packed::{Code, PackedCodes};
use super::reader::ValueDatabase;
use super::table::{BoardPositions, with_addressing};
use super::values::DatabaseValues;
use crate::solve::Monitor;
use crate::solve::table::{Address, Addressing, Shard};
use crate::value::{CanonicalForm, Options, Side, ValueStore};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many positions are evaluated again from the values of their options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reevaluate {
    /// None: that the file is as it was written, and makes sense, is all that is checked.
    None,
    /// About one in so many, always the same ones; 1 for all.
    OneIn(u32),
}

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    /// Pages of 64 KiB whose checksums agree.
    pub pages: u64,
    /// Values, up to sign, that are written as they should be.
    pub values: u64,
    /// Positions whose values are among them.
    pub positions: u64,
    /// Positions, one of those alike, whose values are those that their moves give.
    pub reevaluated: u64,
}

/// Checks a database on the threads of the current rayon pool: every checksum; that every value is given by
/// earlier ones, and every position's value is there; and if wanted, that the values are those of the
/// positions' moves. If all positions are evaluated again and agree, every value in the file is right.
///
/// The last takes as long as building it, and memory for all values. `monitor` counts pages, and then
/// positions.
pub fn check(
    database: &ValueDatabase,
    store: &ValueStore,
    reevaluate: Reevaluate,
    monitor: &Monitor,
) -> Result<CheckReport, DatabaseError> {
    let pages = database.file().pages();
    monitor.start(pages as u64);
    (0..pages).into_par_iter().try_for_each(|page| {
        monitor.check()?;
        monitor.advance(1);
        database.file().verify(page)
    })?;
    let tables = database.tables();
    for segment in tables.iter().flat_map(|table| &table.segments) {
        monitor.check()?;
        check_nodes(database, segment)?;
        check_entries(database, segment)?;
    }
    let positions = tables.iter().map(|table| table.addressing.positions()).sum();
    let mut reevaluated = 0;
    if let Reevaluate::OneIn(of) = reevaluate {
        monitor.start(positions);
        let values = DatabaseValues::new(database, store);
        for (number, table) in tables.iter().enumerate() {
            with_addressing!(&table.addressing, addressing => {
                let work = Reevaluation { values: &values, number, table, of, monitor, done: AtomicU64::new(0) };
                reevaluated += work.run(addressing)?;
            });
        }
    }
    Ok(CheckReport { pages: pages as u64, values: database.value_count(), positions, reevaluated })
}

/// That the nodes of a segment are there, and have options that are.
fn check_nodes(database: &ValueDatabase, segment: &BatchSegment) -> Result<(), DatabaseError> {
    let bad = |id: u32| {
        DatabaseError::inconsistent(
            database.path(),
            format!("value number {id} is not written as it should be"),
        )
    };
    let batch = &segment.batch;
    (0..batch.groups() as u32).into_par_iter().try_for_each(|group| {
        let mut bytes = database.group(segment, group)?;
        let first = group * GROUP;
        for number in first..(first + GROUP).min(batch.nodes) {
            let id = batch.first_id + number;
            // Only followers have options among those of their own batch.
            let end = if number < batch.followers { id } else { batch.first_id + batch.followers };
            let node = read_node(&mut bytes, batch.option_width).ok_or_else(|| bad(id))?;
            if !is_sound(&node, end) {
                return Err(bad(id));
            }
        }
        if bytes.is_empty() { Ok(()) } else { Err(bad(batch.first_id + first)) }
    })
}

/// Whether a value has options on both sides, in rising order, all of them with ids below `end`.
fn is_sound(node: &Node<'_>, end: u32) -> bool {
    let sound = |codes: &PackedCodes<'_>| {
        let codes: Vec<Code> = codes.iter().collect();
        !codes.is_empty() && codes.is_sorted_by(|a, b| a < b) && codes.iter().all(|code| code >> 1 < end)
    };
    match node {
        Node::NumberUpStar(_) => true,
        Node::Options(left, right) => sound(left) && sound(right),
    }
}

/// That the positions of a segment have values that are in the file up to there.
fn check_entries(database: &ValueDatabase, segment: &BatchSegment) -> Result<(), DatabaseError> {
    let codes = PackedCodes::new(database.bytes(segment.entries())?, segment.batch.entry_width);
    let end = segment.batch.end_id();
    let sound = codes.par_chunks(1 << 16).all(|codes| codes.iter().all(|code| code >> 1 < end));
    let bad = || DatabaseError::inconsistent(database.path(), "a position has a value that is not there");
    if sound { Ok(()) } else { Err(bad()) }
}

/// The positions of a table are evaluated again.
struct Reevaluation<'a> {
    values: &'a DatabaseValues<'a>,
    number: usize,
    table: &'a DatabaseTable,
    /// One position in so many.
    of: u32,
    monitor: &'a Monitor,
    done: AtomicU64,
}

impl Reevaluation<'_> {
    fn run<A: BoardPositions>(&self, addressing: &A) -> Result<u64, DatabaseError> {
        let blocks = addressing.blocks();
        let chunks: Vec<_> = Shard::WHOLE.chunks(blocks, 0..blocks.len()).collect();
        chunks.into_par_iter().try_for_each(|(block, chunk)| {
            self.monitor.check()?;
            self.monitor.advance(chunk.end - chunk.start);
            let mut result = Ok(());
            addressing.for_each_representative(block, chunk, |index, position| {
                if result.is_ok() && self.is_chosen(index) {
                    result = self.check_position(addressing, block, index, position);
                }
            });
            result
        })?;
        Ok(self.done.load(Ordering::Relaxed))
    }

    /// Whether a position is among those to be evaluated, by a hash of its index.
    fn is_chosen(&self, index: u64) -> bool {
        let hash = index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        hash.is_multiple_of(self.of.max(1).into())
    }

    /// That a representative has the value that its moves give, and those alike to it have that too.
    fn check_position<A: BoardPositions>(
        &self,
        addressing: &A,
        block: usize,
        index: u64,
        position: A::Position,
    ) -> Result<(), DatabaseError> {
        let expected = self.value_of_moves(addressing, position)?;
        let mut alike: Vec<(u64, CanonicalForm)> = vec![(index, expected)];
        addressing.for_each_image(block, position, |image, negated| {
            alike.push((image, if negated { -expected } else { expected }));
        });
        for (index, expected) in alike {
            let address = Address { block: block as u32, index, negated: false };
            if self.values.value(self.number, address)? != expected {
                return Err(DatabaseError::WrongValue {
                    path: self.values.database().path().into(),
                    table: self.table.description.to_string(),
                    position: addressing.on_board(position).to_string(),
                });
            }
        }
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn value_of_moves<A: Addressing>(
        &self,
        addressing: &A,
        position: A::Position,
    ) -> Result<CanonicalForm, DatabaseError> {
        let store = self.values.store();
        let mut options = [Options::new(), Options::new()];
        let mut failure = None;
        addressing.for_each_option(position, |side, parts| {
            let value = parts.iter().try_fold(CanonicalForm::ZERO, |sum, &part| {
                Ok::<_, DatabaseError>(store.add(sum, self.values.value(self.number, part)?)?)
            });
            match value {
                Ok(value) => options[usize::from(side == Side::Right)].push(value),
                Err(error) => failure = Some(error),
            }
        });
        let [left, right] = options;
        failure.map_or_else(|| Ok(store.from_options(&left, &right)?), Err)
    }
}
