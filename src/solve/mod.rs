//! Joins boards and values: what a position is worth.

mod dense;
mod explain;
mod line_of_play;
mod masks;
mod monitor;
mod options;
mod placement;
mod reachable;
mod sum_moves;
mod value;

pub use dense::{BoardSymmetries, EndgameTable};
pub use explain::{CanonicalOption, ExplainedMove, ExplainedMoves, MoveStatus};
pub use line_of_play::{LineEnd, LineOfPlay, PlayRule, Ply};
pub use masks::MAX_TABLE_CELLS;
use monitor::MemoryCeiling;
pub use monitor::{Interrupted, Monitor, SolveError};
pub use placement::region_count;
pub use sum_moves::{SumMove, SumOption};
pub use value::{RegionValue, ValueSolver};
