//! The class `Database`.

use crate::failure::Failure;
use konane::database::ValueDatabase;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// A database of values, as `konane table --database` makes it; positions look their values up in it.
#[pyclass(frozen, module = "konane")]
pub struct Database(Arc<ValueDatabase>);

impl Database {
    /// The database, which computations share.
    pub fn shared(&self) -> Arc<ValueDatabase> {
        Arc::clone(&self.0)
    }
}

#[pymethods]
impl Database {
    #[new]
    #[pyo3(signature = (path, /))]
    fn new(path: PathBuf) -> Result<Database, Failure> {
        Ok(Database(Arc::new(ValueDatabase::open(&path)?)))
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.0.path().to_owned()
    }

    /// What tables it has.
    #[getter]
    fn tables(&self) -> Vec<String> {
        self.0.tables().iter().map(|table| table.description().to_string()).collect()
    }

    fn __repr__(&self) -> String {
        format!("Database('{}')", self.0.path().display())
    }
}
