//! Published results on Kōnane, and checking them.
//!
//! A [`Table`] holds what one source states: a position or a pattern of the literature, the value or
//! outcome class that is expected, and where the source says so. [`embedded`] gives the tables of
//! `data/published/`, whose README explains the columns; [`Table::parse`] reads any other.
//! [`check_table`] evaluates the positions and compares. Values are compared as games: every game has one
//! canonical form (Siegel, *Combinatorial Game Theory*, ch. II), so equal handles of one store are equal
//! games, however the expected one was written.
//!
//! ```
//! use konane::published::{Summary, Table, check_table};
//! use konane::solve::Monitor;
//!
//! let text = "locator,position,expected\np. 3,.xo.,*\np. 4,.xox.,{|0}\np. 5,.xoxox.,R\n";
//! let table = Table::parse("my notes", text.as_bytes())?;
//! let rows = check_table(&table, None, &Monitor::new())?;
//! assert_eq!(rows[1].computed, "-1");
//! assert!(Summary::of(&rows).is_success());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod error;
mod table;
#[cfg(test)]
mod tests;

pub use check::{Checked, Summary, Verdict, check_table};
pub use error::{RowError, RowProblem, TableError, TableProblem};
pub use table::{Claim, Expected, Row, Table};

/// Includes the tables of these sources.
macro_rules! tables {
    ($($source:literal),* $(,)?) => {
        [$(($source, include_str!(concat!("../../data/published/", $source, ".csv")))),*]
    };
}

/// Source and text of every table of `data/published/`.
const EMBEDDED: [(&str, &str); 9] = tables![
    "ernst-1995",
    "konjecture",
    "cgtjs",
    "chan-tsai-2002",
    "santos-silva-2008",
    "uiterwijk-2021",
    "norvig-2021",
    "everything2",
    "regression",
];

/// The tables of `data/published/`, which are part of the program.
pub fn embedded() -> Vec<Table> {
    let parse = |(source, text): (&str, &str)| Table::parse(source, text.as_bytes());
    EMBEDDED.into_iter().map(parse).collect::<Result<_, _>>().expect("embedded tables are well formed")
}
