//! The compiled half of the Python package `konane`: a thin layer over the library.
//!
//! - [`value`], [`thermograph`]: values and what can be asked of them
//! - [`position`], [`play`]: positions, moves, regions, lines of play
//! - [`outcome`]: who wins, by search
//! - [`table`]: tables for pandas, polars and others
//! - [`calculator`], [`database`]: the calculator and databases of values
//! - [`store`]: where values are kept, and where they are computed
//! - [`copies`]: copies of objects
//! - [`attend`]: long computations beside Python
//! - [`arguments`], [`failure`]: from and to Python's objects and exceptions

mod arguments;
mod attend;
mod calculator;
mod copies;
mod database;
mod failure;
mod outcome;
mod play;
mod position;
mod store;
mod table;
mod thermograph;
mod value;

use pyo3::prelude::*;

/// The compiled half of the package.
#[pymodule]
mod _konane {
    use super::*;

    #[pymodule_export]
    use super::attend::set_threads;
    #[pymodule_export]
    use super::calculator::calc;
    #[pymodule_export]
    use super::database::Database;
    #[pymodule_export]
    use super::play::{ExplainedMove, LineOfPlay, Move, Ply, Region, SumOption};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::table::{Table, read_positions, statistics, table, value_table, values, verify};
    #[pymodule_export]
    use super::thermograph::Thermograph;
    #[pymodule_export]
    use super::value::{Expansion, Value};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        attend::remember_process();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        value::add_properties(module)
    }
}
