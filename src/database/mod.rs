//! A file of values: tables of positions that are evaluated once and looked up ever after.

mod build;
mod check;
mod error;
mod format;
mod given;
mod journal;
mod known;
mod layout;
mod node;
mod numbering;
mod packed;
mod pages;
mod parts;
mod reader;
mod segment;
mod table;
mod values;
mod verified;

pub use build::{BuildOptions, BuildSummary, build, unfinished_path};
pub use check::{CheckReport, Reevaluate, check};
pub use error::DatabaseError;
pub use format::VERSION;
pub use given::{GivenValues, build_from_values};
pub use layout::DatabaseTable;
pub use parts::{build_part, merge, part_path};
pub use reader::ValueDatabase;
pub use table::{TableAddressing, TableDescription, TableKind};
pub use values::DatabaseValues;
