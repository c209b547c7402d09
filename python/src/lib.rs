//! The compiled half of the Python package `konane`.
use pyo3::prelude::*;

#[pymodule]
mod _konane {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
