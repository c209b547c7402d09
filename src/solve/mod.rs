//! Joins boards and values: what a position is worth.

mod dense;
mod monitor;

pub use dense::{BoardSymmetries, EndgameTable, MAX_TABLE_CELLS};
pub use monitor::{Interrupted, Monitor, SolveError};
