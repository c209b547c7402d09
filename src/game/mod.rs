//! Games of Kōnane as they are played, from a full board on; knows nothing of values.
//!
//! - [`opening`]: which two stones a game starts by removing
//! - [`removal`]: how the players choose them
//! - [`game`](mod@game): a game from its start to the last ply, with every rule checked
//!
//! The top left stone of a full board is Black's, everywhere in this module.

pub mod game;
pub mod opening;
pub mod removal;

pub use game::{Game, Ply, PlyError, Start, StartKind};
pub use opening::{OpenedBoard, Opening, OpeningError, Openings};
pub use removal::{RemovalRule, UnknownRemovalRule};
