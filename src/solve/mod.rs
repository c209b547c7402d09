//! Joins boards and values: what a position is worth.

mod dense;
mod masks;
mod monitor;
mod options;
mod placement;
mod reachable;
mod value;

pub use dense::{BoardSymmetries, EndgameTable};
pub use masks::MAX_TABLE_CELLS;
use monitor::MemoryCeiling;
pub use monitor::{Interrupted, Monitor, SolveError};
pub use placement::region_count;
pub use value::{RegionValue, ValueSolver};
