//! Tables of positions and values, as typed columns.
//!
//! What the command writes as CSV, JSON or Parquet and what other programs take as columns in memory is made
//! here: which columns there are and what they hold ([`Column`], [`ColumnSet`]), the fields of a row
//! ([`Field`], [`Properties`], [`Placement`]), the rows of all positions of a board and their summaries
//! ([`BoardRows`]), and whole tables of typed columns ([`TypedTable`]). Formats of files are elsewhere.
//!
//! Of a table of all positions of a board most rows repeat a value met before. What is derived from the value
//! alone is the same wherever the value stands, because equal games have one canonical form (Siegel,
//! *Combinatorial Game Theory*, ch. II); so it is written once a value and copied ([`PerValue`]).
//!
//! ```
//! use konane::solve::Interrupt;
//! use konane::tables::{BoardTableRequest, Datum, board_table};
//!
//! let request = BoardTableRequest { summary: true, ..BoardTableRequest::new("3x4".parse()?) };
//! let table = board_table(&request, None, &Interrupt::new())?;
//! assert_eq!(table.len(), 103);
//! let count = table.columns().iter().find(|column| column.name() == "count").unwrap();
//! let positions: i64 = count.iter().map(|field| if let Datum::Count(count) = field { count } else { 0 }).sum();
//! assert_eq!(positions, 1 << 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod column;
mod error;
mod field;
mod in_order;
mod layout;
mod placement;
mod positions;
mod properties;
mod statistics;
mod typed;

pub use board::{
    BoardRows, BoardTableRequest, PositionOfTable, board_statistics, board_table, board_table_bytes,
    board_values,
};
pub use column::{
    CALC_COLUMNS, Column, ColumnSet, DATABASE_COLUMNS, MEAN, OUTCOME, SUMMARY_COLUMNS, TABLE_COLUMNS,
    TEMPERATURE, VALUE, VALUE_COLUMNS, named_columns,
};
pub use error::{ColumnError, TableFailure, TableFailureKind};
pub use field::{Field, FieldType, Schema, double_name, nearest_double};
pub use in_order::rows_in_order;
pub use layout::TypedLayout;
pub use placement::Placement;
pub use positions::{checked_table, position_table};
pub use properties::{PerValue, Properties, Undefined};
pub use statistics::{Counter, Statistics};
pub use typed::{Bits, ColumnData, Datum, Texts, TypedColumn, TypedTable};
