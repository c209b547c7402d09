//! Endgame tables: the values of all positions of a closed set.

mod addressing;

pub use addressing::{Address, Addressing, Block, batches};
