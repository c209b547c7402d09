//! How rows of tables are written: as CSV, as JSON or in a Parquet file.

mod format;
mod parquet;
mod properties;
mod rows;
mod table;

pub use format::RowFormat;
pub use properties::RowProperties;
pub use table::{FieldTable, Layout, RowBlock, TableFormat, TableSink};

use super::failure::note;
use konane::tables::Undefined;
use konane::value::Property;
use konane::value::notation::Notation;

/// Options on what is written of each position.
#[derive(clap::Args)]
pub struct ColumnOptions {
    /// Columns to write, separated by commas, in this order; any property of values among them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', long_help = columns_help())]
    pub columns: Option<Vec<String>>,

    /// How values are written: cgsuite, unicode, latex or braces
    #[arg(long, value_name = "NOTATION", default_value_t = Notation::Cgsuite)]
    pub notation: Notation,
}

/// What can be asked for with `--columns`.
fn columns_help() -> String {
    let properties = Property::ALL.iter().map(|property| format!("\n- {property}: {}", property.meaning()));
    "Columns to write, separated by commas, in this order. Besides those of the command, any property of \
     values can be asked for. A property that a value does not have is an empty field, and the reason is \
     told on standard error.\n\nProperties:"
        .to_owned()
        + &properties.collect::<String>()
}

/// Says on standard error why fields are empty, one line a property.
pub fn tell_of(undefined: &Undefined) {
    undefined.lines().for_each(|line| note(&line));
}
