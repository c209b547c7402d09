//! A database of values that are given instead of evaluated.

use super::build::{BuildSummary, Work};
use super::table::{BoardPositions, TableAddressing, TableDescription, with_addressing};
use super::{BuildOptions, DatabaseError};
use crate::board::Position;
use crate::solve::table::BlockValues;
use crate::solve::{Monitor, SolveError};
use crate::value::{CanonicalForm, ValueStore};
use std::ops::Range;

/// In place of a raw handle: no value was given. It is none, as a form with G = -G has no sign.
const NONE: u32 = u32::MAX;

/// Values for the positions of a table, to be written with [`build_from_values`].
///
/// Takes 4 bytes for each position that is stored.
pub struct GivenValues {
    table: TableDescription,
    addressing: TableAddressing,
    /// Raw handles by block and index.
    blocks: Vec<BlockValues>,
}

impl GivenValues {
    /// No values yet for the positions of a table; an error if there is no such table.
    pub fn new(table: TableDescription) -> Result<GivenValues, SolveError> {
        let addressing = TableAddressing::new(table)?;
        let none = |positions: u64| vec![NONE; positions as usize].into_boxed_slice();
        let blocks = addressing.blocks().iter().map(|block| none(block.positions)).collect();
        Ok(GivenValues { table, addressing, blocks })
    }

    /// How many positions are to have values.
    pub fn positions(&self) -> u64 {
        self.addressing.positions()
    }

    /// Gives the value of a position, and so that of all positions alike to it; one of them must be given
    /// a value. False if the table has no such position.
    ///
    /// # Errors
    /// Another value was given for the position before.
    pub fn set(&mut self, position: &Position, value: CanonicalForm) -> Result<bool, DatabaseError> {
        let Some(address) = self.addressing.locate(position) else {
            return Ok(false);
        };
        let value = if address.negated { -value } else { value };
        let slot = &mut self.blocks[address.block as usize][address.index as usize];
        if *slot != NONE && *slot != value.to_raw() {
            let (table, position) = (self.table.to_string(), position.to_string());
            return Err(DatabaseError::TwoValues { table, position });
        }
        *slot = value.to_raw();
        Ok(true)
    }

    /// The values of the blocks of a batch, those alike to each other from the one that was given.
    fn take_batch<A: BoardPositions>(
        &self,
        addressing: &A,
        batch: Range<usize>,
    ) -> Result<Vec<BlockValues>, DatabaseError> {
        let mut failure = None;
        let mut values: Vec<BlockValues> = self.blocks[batch.clone()].to_vec();
        for (block, values) in batch.zip(&mut values) {
            addressing.for_each_representative(block, 0..values.len() as u64, |index, position| {
                let spread = spread_value(addressing, block, index, position, values);
                if let Err(how) = spread
                    && failure.is_none()
                {
                    failure = Some(how(self.table.to_string(), addressing.on_board(position).to_string()));
                }
            });
        }
        failure.map_or(Ok(values), Err)
    }
}

/// Gives the value that one of the positions alike to a representative has to all of them.
fn spread_value<A: BoardPositions>(
    addressing: &A,
    block: usize,
    index: u64,
    position: A::Position,
    values: &mut [u32],
) -> Result<(), fn(String, String) -> DatabaseError> {
    let mut given = None;
    let mut differ = false;
    let mut look = |raw: u32, negated: bool| {
        if raw != NONE {
            let form = CanonicalForm::from_raw(raw);
            let form = if negated { -form } else { form };
            differ |= *given.get_or_insert(form) != form;
        }
    };
    look(values[index as usize], false);
    addressing.for_each_image(block, position, |image, negated| look(values[image as usize], negated));
    let form = given.ok_or(missing as fn(String, String) -> DatabaseError)?;
    if differ {
        return Err(|table, position| DatabaseError::TwoValues { table, position });
    }
    values[index as usize] = form.to_raw();
    addressing.for_each_image(block, position, |image, negated| {
        values[image as usize] = if negated { -form } else { form }.to_raw();
    });
    Ok(())
}

fn missing(table: String, position: String) -> DatabaseError {
    DatabaseError::MissingValue { table, position }
}

/// Writes a database of given values, or adds them to one; what a database had exported gives the same
/// bytes again.
///
/// `options.tables` is not used; values of tables that the file has already are left out. Whether the
/// values are right is not asked here: [`check`](super::check()) can evaluate them again.
pub fn build_from_values(
    options: &BuildOptions,
    given: &[GivenValues],
    store: &ValueStore,
    monitor: &Monitor,
) -> Result<BuildSummary, DatabaseError> {
    let tables: Vec<TableDescription> = given.iter().map(|given| given.table).collect();
    let work = Work { path: &options.path, tables: &tables, memory: options.memory, keep: false };
    work.write(store, monitor, |run, table, addressing| {
        let Some(given) = given.iter().find(|given| given.table == table) else {
            return Err(DatabaseError::MissingValue {
                table: table.to_string(),
                position: "all positions".into(),
            });
        };
        with_addressing!(addressing, addressing => run.add_batches(addressing, |_, batch| {
            monitor.advance(given.blocks[batch.clone()].iter().map(|values| values.len() as u64).sum());
            given.take_batch(addressing, batch)
        }))
    })
}
