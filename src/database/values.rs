//! The values of a database as canonical forms of a store.

use super::DatabaseError;
use super::packed::Code;
use super::reader::ValueDatabase;
use super::segment::{BadBatch, make_form};
use super::table::{BoardPositions, TableAddressing, TableDescription, with_addressing};
use crate::board::bitboard::RectanglePlane;
use crate::board::{Position, Rules};
use crate::solve::table::{Address, Addressing};
use crate::value::{CanonicalForm, ValueStore};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Values whose handles are remembered together.
const CHUNK_BITS: u32 = 12;

/// Turns what stands in a database into canonical forms, each value once.
///
/// A value is made when it is first asked for, together with its followers. Takes 4 bytes for each
/// value of the neighbourhood of those asked for, besides what the store takes. Shared by reference between
/// threads.
pub struct DatabaseValues<'a> {
    database: &'a ValueDatabase,
    store: &'a ValueStore,
    /// By id the raw handles of values that were made; 0 for others, which is no handle.
    forms: Box<[OnceLock<Box<[AtomicU32]>>]>,
}

impl<'a> DatabaseValues<'a> {
    /// The values of a database, to be made in `store`.
    pub fn new(database: &'a ValueDatabase, store: &'a ValueStore) -> DatabaseValues<'a> {
        let chunks = database.value_count().div_ceil(1 << CHUNK_BITS);
        DatabaseValues { database, store, forms: (0..chunks).map(|_| OnceLock::new()).collect() }
    }

    /// The database.
    pub fn database(&self) -> &'a ValueDatabase {
        self.database
    }

    /// The store in which the values are.
    pub fn store(&self) -> &'a ValueStore {
        self.store
    }

    /// The value at an address of a table, given by its number in [`ValueDatabase::tables`].
    pub fn value(&self, table: usize, address: Address) -> Result<CanonicalForm, DatabaseError> {
        let form = self.form(self.database.code(table, address)?)?;
        Ok(if address.negated { -form } else { form })
    }

    /// The value of a checkered position with Black on the colour of the first cell, given as the mask of
    /// its occupied cells, cells counted row by row; `None` if the database has no table of the board, nor
    /// one of the board turned by a quarter.
    pub fn value_of(
        &self,
        rows: usize,
        columns: usize,
        rules: Rules,
        mask: u64,
    ) -> Result<Option<CanonicalForm>, DatabaseError> {
        let find = |rows: usize, columns: usize| {
            let (rows, columns) = (u32::try_from(rows).ok()?, u32::try_from(columns).ok()?);
            self.database.find_table(TableDescription::board(rows, columns, rules))
        };
        let as_it_is = find(rows, columns).map(|table| (table, false));
        let Some((table, turned)) = as_it_is.or_else(|| Some((find(columns, rows)?, true))) else {
            return Ok(None);
        };
        let TableAddressing::Board(board) = self.database.tables()[table].addressing() else {
            return Ok(None);
        };
        let Some(plane) = RectanglePlane::new(rows, columns).filter(|plane| mask & !plane.all() == 0) else {
            return Ok(None);
        };
        let mask = if turned { plane.transpose(mask) } else { mask };
        self.value(table, board.locate(mask)).map(Some)
    }

    /// Calls `found(position, value)` for the positions of a table, one of each class that the symmetries
    /// of the board make alike, by rising number of stones. Errors of `found` end it.
    pub fn for_each_position<E: From<DatabaseError>>(
        &self,
        table: usize,
        mut found: impl FnMut(Position, CanonicalForm) -> Result<(), E>,
    ) -> Result<(), E> {
        let blocks = self.database.tables()[table].addressing().blocks();
        let mut blocks = blocks.iter().enumerate();
        blocks.try_for_each(|(number, block)| {
            self.for_each_position_of_block(table, number, 0..block.positions, &mut found)
        })
    }

    /// The same for those positions of a block of the table that have these indices.
    pub fn for_each_position_of_block<E: From<DatabaseError>>(
        &self,
        table: usize,
        block: usize,
        indices: Range<u64>,
        mut found: impl FnMut(Position, CanonicalForm) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut result = Ok(());
        with_addressing!(self.database.tables()[table].addressing(), numbering => {
            numbering.for_each_representative(block, indices, |index, position| {
                if result.is_ok() {
                    let address = Address { block: block as u32, index, negated: false };
                    result = self.value(table, address).map_err(E::from)
                        .and_then(|form| found(numbering.on_board(position), form));
                }
            });
        });
        result
    }

    /// The value with a code.
    pub(super) fn form(&self, code: Code) -> Result<CanonicalForm, DatabaseError> {
        let id = code >> 1;
        let form = match self.known(id) {
            Some(form) => form,
            None => self.make(id)?,
        };
        Ok(if code & 1 == 1 { -form } else { form })
    }

    fn slot(&self, id: u32) -> Option<&AtomicU32> {
        let new_chunk = || (0..1 << CHUNK_BITS).map(|_| AtomicU32::new(0)).collect();
        let chunk = self.forms.get((id >> CHUNK_BITS) as usize)?.get_or_init(new_chunk);
        chunk.get((id & ((1 << CHUNK_BITS) - 1)) as usize)
    }

    fn known(&self, id: u32) -> Option<CanonicalForm> {
        let raw = self.slot(id)?.load(Ordering::Relaxed);
        (raw != 0).then_some(CanonicalForm::from_raw(raw))
    }

    /// Makes a value after its followers. Options have smaller ids, so this comes to an end, and those
    /// that wait for others are a list, so that no depth is too much.
    fn make(&self, id: u32) -> Result<CanonicalForm, DatabaseError> {
        let mut waiting = vec![id];
        while let Some(&id) = waiting.last() {
            if self.known(id).is_some() {
                waiting.pop();
                continue;
            }
            let node = self.database.node(id)?;
            let before = waiting.len();
            for option in node.options().map(|code| code >> 1) {
                if option >= id {
                    return Err(self.bad(id));
                }
                if self.known(option).is_none() {
                    waiting.push(option);
                }
            }
            if waiting.len() == before {
                let known =
                    |code: Code| self.known(code >> 1).map(|form| if code & 1 == 1 { -form } else { form });
                let form = make_form(self.store, &node, known).map_err(|error| match error {
                    BadBatch::Value(error) => error.into(),
                    BadBatch::Inconsistent(_) => self.bad(id),
                })?;
                let slot = self.slot(id).ok_or_else(|| self.bad(id))?;
                slot.store(form.to_raw(), Ordering::Relaxed);
            }
        }
        self.known(id).ok_or_else(|| self.bad(id))
    }

    fn bad(&self, id: u32) -> DatabaseError {
        DatabaseError::inconsistent(self.database.path(), format!("value number {id} cannot be"))
    }
}
