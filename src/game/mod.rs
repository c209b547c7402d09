//! Games of Kōnane as they are played, from a full board on; knows nothing of values.
//!
//! - [`opening`]: which two stones a game starts by removing
//! - [`removal`]: how the players choose them
//! - [`course`]: a game from its start to the last ply, with every rule checked
//! - [`record`]: records of games as text
//!
//! The top left stone of a full board is Black's, everywhere in this module.

pub mod course;
pub mod opening;
pub mod record;
pub mod removal;

pub use course::{Game, Ply, PlyError, Start, StartKind};
pub use opening::{OpenedBoard, Opening, OpeningError, Openings};
pub use record::{GameRecord, RecordError, RecordProblem};
pub use removal::{RemovalRule, UnknownRemovalRule};
