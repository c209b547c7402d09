//! Joins boards and values: what a position is worth.

mod explain;
mod find;
mod interrupt;
mod known;
mod line_of_play;
mod masks;
mod memory;
mod monitor;
mod options;
mod outcome;
mod per_thread;
mod placement;
mod reachable;
mod stone_layers;
mod sum_moves;
pub mod table;
mod value;

pub use explain::{CanonicalOption, ExplainedMove, ExplainedMoves, MoveStatus};
pub use find::{FoundPosition, PositionSearch, SearchBoards, SearchEnd, Wanted};
pub use interrupt::Interrupt;
pub use known::KnownValues;
pub use line_of_play::{LineEnd, LineOfPlay, PlayRule, Ply};
pub use memory::{MEMORY_IS_FULL, MemorySize, available_memory, human_bytes};
use monitor::MemoryCeiling;
pub use monitor::{Interrupted, Monitor, SolveError};
pub(crate) use outcome::Evaluation;
pub use outcome::{
    CheckpointError, MoveOutcome, OutcomeSolver, RemovalAnswer, RemovalOutcome, Techniques, WinningLine,
};
pub use per_thread::PerThread;
pub use placement::region_count;
pub use stone_layers::MAX_SEARCH_CELLS;
pub use sum_moves::{SumMove, SumOption};
pub use table::{EndgameTable, MAX_ROW_CELLS, MAX_TABLE_CELLS};
pub use value::{RegionValue, ValueSolver};
