//! Joins boards and values: what a position is worth.

mod dense;
mod monitor;
mod options;
mod value;

pub use dense::{BoardSymmetries, EndgameTable, MAX_TABLE_CELLS};
pub use monitor::{Interrupted, Monitor, SolveError};
pub use value::{RegionValue, ValueSolver, region_count};
