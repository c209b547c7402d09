//! Endgame tables: the values of all positions of a closed set.
//!
//! Positions are numbered by an [`Addressing`] and evaluated by rising number of stones, in batches.

mod addressing;
mod board;
mod endgame;
mod evaluate;
mod rows;

pub use addressing::{Address, Addressing, Block, batches, positions_of};
pub use board::{BlockMask, BoardAddressing, MAX_TABLE_CELLS};
pub use endgame::EndgameTable;
pub(crate) use evaluate::ValuesInWork;
pub use evaluate::{BlockValues, Shard, TableEvaluator, TableValues};
pub use rows::{MAX_ROW_CELLS, Row, RowAddressing, RowParts};
