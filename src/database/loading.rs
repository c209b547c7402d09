//! Whole tables of a database in memory.

use super::DatabaseError;
use super::table::{TableAddressing, TableDescription, with_addressing};
use super::values::DatabaseValues;
use crate::board::Rules;
use crate::solve::table::{Address, Addressing, BoardAddressing, Shard, TableValues, batches, positions_of};
use crate::solve::{EndgameTable, Monitor, SolveError};
use rayon::prelude::*;

impl TableAddressing {
    /// The most bytes that building the table takes at a time, besides the distinct values: 4 for each
    /// position whose value is still needed, and 8 for each of the batch in work.
    pub fn working_bytes(&self) -> u64 {
        let blocks = self.blocks();
        let taken = with_addressing!(self, addressing => addressing.most_stones_taken());
        let (mut first, mut kept, mut most) = (0, 0, 0);
        for batch in batches(blocks) {
            let stones = blocks[batch.start].stones;
            while taken.is_some_and(|taken| blocks[first].stones + taken < stones) {
                kept -= blocks[first].positions;
                first += 1;
            }
            let positions = positions_of(&blocks[batch]);
            most = most.max(4 * kept + 8 * positions);
            kept += positions;
        }
        most
    }
}

impl DatabaseValues<'_> {
    /// All values of a board, read on the threads of the current rayon pool; the board may be that of a
    /// table or the same turned by a quarter.
    ///
    /// Takes [`EndgameTable::bytes_needed`] besides the distinct values. `monitor` counts positions.
    ///
    /// # Errors
    /// [`DatabaseError::MissingTable`] if the database has no table of the board.
    pub fn endgame_table(
        &self,
        rows: usize,
        columns: usize,
        rules: Rules,
        monitor: &Monitor,
    ) -> Result<EndgameTable, DatabaseError> {
        let board = TableDescription::board(rows as u32, columns as u32, rules);
        let table = self.database().find_table(board);
        let missing =
            || DatabaseError::MissingTable { path: self.database().path().into(), table: board.to_string() };
        let addressing = BoardAddressing::new(rows, columns, rules)?;
        let value = |block: usize, index: u64| match table {
            Some(table) => self.value(table, Address { block: block as u32, index, negated: false }),
            None => {
                let mask = addressing.mask(block, index);
                self.value_of(rows, columns, rules, mask)?.ok_or_else(missing)
            }
        };
        let mut values = TableValues::new();
        monitor.start(positions_of(addressing.blocks()));
        for number in 0..addressing.blocks().len() {
            let chunks: Vec<_> = Shard::WHOLE.chunks(addressing.blocks(), number..number + 1).collect();
            let load = |(_, chunk): (usize, std::ops::Range<u64>)| {
                monitor.check().map_err(SolveError::from)?;
                monitor.advance(chunk.end - chunk.start);
                chunk.map(|index| Ok(value(number, index)?.to_raw())).collect()
            };
            let loaded =
                chunks.into_par_iter().map(load).collect::<Result<Vec<Vec<u32>>, DatabaseError>>()?;
            values.insert(number, loaded.concat().into_boxed_slice());
        }
        Ok(EndgameTable::from_values(addressing, values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slow twin asks of every earlier block whether it is still needed.
    #[test]
    fn working_bytes_are_those_of_the_worst_batch() {
        let board = |rows, columns| TableDescription::board(rows, columns, Rules::MultiJump);
        for table in [board(1, 1), board(1, 12), board(4, 5), board(5, 5)] {
            let addressing = TableAddressing::new(table).unwrap();
            let (blocks, taken) = (addressing.blocks(), (table.rows.max(table.columns) - 1) / 2);
            let needed = batches(blocks).into_iter().map(|batch| {
                let stones = blocks[batch.start].stones;
                let earlier = blocks[..batch.start].iter().filter(|block| block.stones + taken >= stones);
                let positions = blocks[batch.clone()].iter().map(|block| block.positions);
                4 * earlier.map(|block| block.positions).sum::<u64>() + 8 * positions.sum::<u64>()
            });
            assert_eq!(Some(addressing.working_bytes()), needed.max(), "{table}");
        }
        let rows = TableAddressing::new(TableDescription::connected_rows(12, Rules::MultiJump)).unwrap();
        let last = rows.blocks().last().unwrap().positions;
        assert!(rows.working_bytes() >= 4 * (rows.positions() - last) + 8 * last);
    }
}
