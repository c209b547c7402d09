//! Endgame tables: the values of all positions of a closed set.

mod addressing;
mod rows;

pub use addressing::{Address, Addressing, Block, batches};
pub use rows::{MAX_ROW_CELLS, Row, RowAddressing, RowParts};
