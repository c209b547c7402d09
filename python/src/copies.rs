//! Copies of objects that never change: themselves.

use crate::database::Database;
use crate::play::{ExplainedMove, LineOfPlay, Move, Ply, Region, SumOption};
use crate::position::Position;
use crate::table::Table;
use crate::thermograph::Thermograph;
use crate::value::{Expansion, Value};
use pyo3::prelude::*;

/// Gives classes the methods that the module `copy` asks for.
macro_rules! copied_as_they_are {
    ($($class:ty),* $(,)?) => {$(
        #[pymethods]
        impl $class {
            fn __copy__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
                slf
            }
        }
    )*};
}

copied_as_they_are!(
    Database,
    Expansion,
    ExplainedMove,
    LineOfPlay,
    Move,
    Ply,
    Position,
    Region,
    SumOption,
    Table,
    Thermograph,
    Value,
);
