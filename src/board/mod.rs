//! Boards and positions of Kōnane; knows nothing of values.
//!
//! - [`bitboard`]: sets of cells as bits, for everything that must be fast
//! - [`cell`]: what a cell holds, and the two players
//! - [`size`]: sizes of boards such as `4x5`
//! - [`square`]: coordinates such as `A1`
//! - [`position`]: a placement of stones on a board with or without holes
//! - [`notation`]: reading positions from text
//! - [`position_file`]: reading many positions from a file
//! - [`moves`](mod@moves): the rules, and counting the lines of play
//! - [`symmetry`]: rotations and reflections
//! - [`pattern`]: the families of positions that the literature names
//!
//! ```
//! use konane::board::{Player, Position, Rules, moves};
//!
//! let position: Position = ".oxo.".parse().unwrap();
//! let options: Vec<String> = moves(&position, Player::Black, Rules::default())
//!     .iter()
//!     .map(|m| format!("{m} {}", position.play(m).unwrap()))
//!     .collect();
//! assert_eq!(options, ["C1-E1 .o..x", "C1-A1 x..o."]);
//! ```

pub mod bitboard;
pub mod cell;
pub mod moves;
pub mod notation;

pub mod pattern;
pub mod position;
pub mod position_file;
pub mod size;
pub mod square;
#[cfg(test)]
pub(crate) mod strategies;
pub mod symmetry;

pub use cell::{Cell, Player};
pub use moves::{Move, MoveError, Rules, moves, perft};

pub use pattern::{Pattern, PatternDescription, PatternError, Setup};
pub use position::{MAX_COLUMNS, MAX_ROWS, Position, PositionError};
pub use position_file::{PositionEntry, PositionFile, PositionFileError};
pub use size::{BoardSize, BoardSizeError};
pub use square::{Square, SquareError};
pub use symmetry::Symmetry;
