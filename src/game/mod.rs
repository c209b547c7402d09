//! Games of Kōnane as they are played, from a full board on; knows nothing of values.
//!
//! - [`opening`]: which two stones a game starts by removing
//!
//! The top left stone of a full board is Black's, everywhere in this module.

pub mod opening;

pub use opening::{OpenedBoard, Opening, OpeningError, Openings};
