//! The class `Table`, and the functions that make tables.

use crate::arguments::{Board, Bytes, Names, NotationName, Paths, Positions, RulesName};
use crate::attend::{TimeLimit, Watch, attend};
use crate::database::Database;
use crate::failure::Failure;
use crate::position::{Position, Question};
use crate::value::Value;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, LargeStringArray, RecordBatch,
    RecordBatchIterator,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType};
use konane::board::{PositionEntry, PositionFile};
use konane::database::ValueDatabase;
use konane::picture::markup::escape;
use konane::published;
use konane::reading;
use konane::solve::{Interrupt, available_memory};
use konane::tables::{
    Bits, BoardTableRequest, ColumnData, TableFailure, TypedColumn, TypedTable, VALUE_COLUMNS,
    board_statistics, board_table, checked_table, position_table,
};
use pyo3::exceptions::{PyAttributeError, PyImportError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

/// A table of typed columns.
///
/// pandas, polars, pyarrow and DuckDB take it as it is, without copies of texts row by row, since it speaks the
/// Arrow PyCapsule interface; besides it maps the names of its columns to lists.
///
/// >>> import konane
/// >>> table = konane.table("1x3", columns=["position", "value"], connected=True)
/// >>> len(table), table.columns
/// (8, ['position', 'value'])
/// >>> table["value"]
/// ['0', '0', '0', '1', '0', '0', '1', '0']
#[pyclass(frozen, mapping, module = "konane")]
pub struct Table {
    batch: RecordBatch,
    notes: Vec<String>,
}

impl Table {
    fn new(table: TypedTable) -> Result<Table, Failure> {
        let notes = table.notes().to_vec();
        let columns = table.into_columns().into_iter().map(into_arrow);
        let batch =
            RecordBatch::try_from_iter_with_nullable(columns.map(|(name, array)| (name, array, true)));
        Ok(Table { batch: batch.map_err(failed)?, notes })
    }

    fn column(&self, name: &str) -> PyResult<&ArrayRef> {
        self.batch.column_by_name(name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }
}

fn failed(error: ArrowError) -> Failure {
    Failure::Limit(error.to_string())
}

/// The bits as Arrow has them: in the same order, so that bytes are taken over.
fn buffer(bits: &Bits) -> BooleanBuffer {
    BooleanBuffer::new(Buffer::from(bits.bytes()), 0, bits.len())
}

/// A column as Arrow has it; texts move without being copied.
fn into_arrow(column: TypedColumn) -> (String, ArrayRef) {
    let (name, data, present) = column.into_parts();
    let nulls = (present.count_ones() < present.len()).then(|| NullBuffer::new(buffer(&present)));
    let array: ArrayRef = match data {
        ColumnData::Counts(counts) => Arc::new(Int64Array::new(counts.into(), nulls)),
        ColumnData::Doubles(doubles) => Arc::new(Float64Array::new(doubles.into(), nulls)),
        ColumnData::Truths(truths) => Arc::new(BooleanArray::new(buffer(&truths), nulls)),
        ColumnData::Texts(texts) => {
            let (text, offsets) = texts.into_parts();
            let offsets = OffsetBuffer::new(offsets.into());
            Arc::new(LargeStringArray::new(offsets, Buffer::from_vec(text.into_bytes()), nulls))
        }
    };
    (name, array)
}

/// The fields of a column as a list.
fn to_list<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    match array.data_type() {
        DataType::Int64 => PyList::new(py, array.as_primitive::<Int64Type>().iter().collect::<Vec<_>>()),
        DataType::Float64 => PyList::new(py, array.as_primitive::<Float64Type>().iter().collect::<Vec<_>>()),
        DataType::Boolean => PyList::new(py, array.as_boolean().iter().collect::<Vec<_>>()),
        _ => PyList::new(py, array.as_string::<i64>().iter().collect::<Vec<_>>()),
    }
}

/// What a table is pickled as: its columns with their names and kinds, and its notes.
type Parts<'py> = (Vec<(String, &'static str, Bound<'py, PyList>)>, Vec<String>);

/// The kind of a column, by which [`from_list`] makes it again.
fn kind(array: &ArrayRef) -> &'static str {
    match array.data_type() {
        DataType::Int64 => "count",
        DataType::Float64 => "double",
        DataType::Boolean => "truth",
        _ => "text",
    }
}

/// The column of a kind with these fields.
fn from_list(kind: &str, fields: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    Ok(match kind {
        "count" => Arc::new(Int64Array::from(fields.extract::<Vec<Option<i64>>>()?)),
        "double" => Arc::new(Float64Array::from(fields.extract::<Vec<Option<f64>>>()?)),
        "truth" => Arc::new(BooleanArray::from(fields.extract::<Vec<Option<bool>>>()?)),
        _ => Arc::new(LargeStringArray::from(fields.extract::<Vec<Option<String>>>()?)),
    })
}

/// Rows that a notebook shows of a longer table.
const ROWS_SHOWN: usize = 10;

/// A field as text; nothing where there is none.
fn text(array: &ArrayRef, row: usize) -> String {
    if array.is_null(row) {
        return String::new();
    }
    match array.data_type() {
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        _ => array.as_string::<i64>().value(row).to_owned(),
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Why fields are empty, or what differs, line by line, as the command says it.
    #[getter]
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// Number of rows.
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns; with these and `table[name]` a table is a mapping.
    fn keys(&self) -> Vec<String> {
        self.columns()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.columns())?.try_iter()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.batch.column_by_name(name).is_some()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        to_list(py, self.column(name)?)
    }

    /// The columns as a dict of lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for name in self.columns() {
            let list = self.__getitem__(py, &name)?;
            columns.set_item(name, list)?;
        }
        Ok(columns)
    }

    /// The table as a `pandas.DataFrame`.
    fn to_pandas<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let class = py.import("pandas")?.getattr("DataFrame")?;
        // Without pyarrow, or in older versions, texts are copied one by one.
        match class.call_method1("from_arrow", (slf,)) {
            Ok(frame) => Ok(frame),
            Err(error)
                if error.is_instance_of::<PyImportError>(py)
                    || error.is_instance_of::<PyAttributeError>(py) =>
            {
                class.call1((slf.get().to_dict(py)?,))
            }
            Err(error) => Err(error),
        }
    }

    /// The table as a `polars.DataFrame`.
    fn to_polars<'py>(slf: &Bound<'py, Table>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.getattr("DataFrame")?.call1((slf,))
    }

    /// The first and the last rows, for notebooks.
    fn _repr_html_(&self) -> String {
        let (rows, shown) = (self.batch.num_rows(), ROWS_SHOWN / 2);
        let cut = if rows > ROWS_SHOWN { shown..rows - shown } else { 0..0 };
        let cells = |row: usize| -> String {
            let texts =
                self.batch.columns().iter().map(|column| format!("<td>{}</td>", escape(&text(column, row))));
            format!("<tr><th>{row}</th>{}</tr>", texts.collect::<String>())
        };
        let names: String = self.columns().iter().map(|name| format!("<th>{}</th>", escape(name))).collect();
        let gap = format!("<tr><th>…</th>{}</tr>", "<td>…</td>".repeat(self.batch.num_columns()));
        let body: String = (0..rows)
            .filter(|row| !cut.contains(row) || *row == cut.start)
            .map(|row| if cut.contains(&row) { gap.clone() } else { cells(row) })
            .collect();
        format!(
            "<table><thead><tr><th></th>{names}</tr></thead><tbody>{body}</tbody></table>\
             <p>{rows} rows × {} columns</p>",
            self.batch.num_columns()
        )
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let columns = self.batch.columns().iter().zip(self.columns());
        let columns = columns.map(|(array, name)| Ok((name, kind(array), to_list(py, array)?)));
        let again = py.get_type::<Table>().getattr("_from_columns")?;
        Ok((again, (columns.collect::<PyResult<_>>()?, self.notes.clone())))
    }

    /// The table with these columns, each with its name and its kind.
    #[staticmethod]
    fn _from_columns(
        columns: Vec<(String, String, Bound<'_, PyAny>)>,
        notes: Vec<String>,
    ) -> PyResult<Table> {
        let arrays =
            columns.into_iter().map(|(name, kind, fields)| Ok((name, from_list(&kind, &fields)?, true)));
        let arrays = arrays.collect::<PyResult<Vec<_>>>()?;
        Ok(Table { batch: RecordBatch::try_from_iter_with_nullable(arrays).map_err(failed)?, notes })
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema().as_ref()).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol allows to hand out other types than were asked for.
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!("<Table of {} rows: {}>", self.batch.num_rows(), self.columns().join(", "))
    }
}

/// The values of several positions, evaluated together and in parallel.
///
/// >>> import konane
/// >>> konane.values([".xo.", ".o.ox.x.", ".oxo.ox."])
/// [Value('*'), Value('*2'), Value('1/2')]
#[pyfunction]
#[pyo3(signature = (
    positions, rules = RulesName::default(), *, database = None, memory = None, seconds = None, progress = None
))]
pub fn values(
    py: Python<'_>,
    positions: Positions,
    rules: RulesName,
    database: Option<&Bound<'_, Database>>,
    memory: Option<Bytes>,
    seconds: Option<TimeLimit>,
    progress: Option<bool>,
) -> Result<Vec<Value>, Failure> {
    let question = Question::new(rules, database, memory, seconds, progress);
    let forms = question.ask(py, &[], |solver, _, monitor| solver.values(&positions.0, monitor))?;
    Ok(forms.into_iter().map(Value::from).collect())
}

/// A row for each position, as `konane value` writes it; columns are those of the command.
///
/// >>> import konane
/// >>> table = konane.value_table([".xo.", ".ox./o..x/...."], columns=["value", "temperature"])
/// >>> table["value"], table["temperature_double"]
/// (['*', '+-1'], [0.0, 1.0])
#[pyfunction]
#[pyo3(signature = (
    positions, columns = None, rules = RulesName::default(), notation = NotationName::default(), *, database = None,
    memory = None, seconds = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn value_table(
    py: Python<'_>,
    positions: Positions,
    columns: Option<Names>,
    rules: RulesName,
    notation: NotationName,
    database: Option<&Bound<'_, Database>>,
    memory: Option<Bytes>,
    seconds: Option<TimeLimit>,
    progress: Option<bool>,
) -> Result<Table, Failure> {
    let columns = VALUE_COLUMNS.choose(columns.map(|names| names.0).as_deref());
    let columns = columns.map_err(TableFailure::from)?;
    let question = Question::new(rules, database, memory, seconds, progress);
    Table::new(question.compute(py, |solver, monitor| {
        let values = solver.values(&positions.0, monitor)?;
        let rows: Vec<_> = positions.0.into_iter().zip(values).collect();
        Ok(position_table(solver.store(), &rows, &columns, notation.0, monitor)?)
    })?)
}

/// The values of the positions of a board, as `konane table` writes them: all checkered ones with Black on the
/// colour of the upper left cell; exchanging the colours of stones gives the others, with negated values. There is
/// one row a position, or with `summary` one a value. Columns and filters are those of the command.
///
/// >>> import konane
/// >>> table = konane.table("1x5", columns=["value", "count"], summary=True)
/// >>> dict(zip(table["value"], table["count"]))
/// {'-1': 2, '0': 17, '1/2': 2, '1': 7, '2': 2, '*': 2}
#[pyfunction]
#[pyo3(signature = (
    board, columns = None, rules = RulesName::default(), notation = NotationName::default(), *, summary = false,
    connected = false, up_to_symmetry = false, database = None, memory = None, seconds = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn table(
    py: Python<'_>,
    board: Board,
    columns: Option<Names>,
    rules: RulesName,
    notation: NotationName,
    summary: bool,
    connected: bool,
    up_to_symmetry: bool,
    database: Option<&Bound<'_, Database>>,
    memory: Option<Bytes>,
    seconds: Option<TimeLimit>,
    progress: Option<bool>,
) -> Result<Table, Failure> {
    let request = BoardTableRequest {
        columns: columns.map(|names| names.0),
        summary,
        connected,
        up_to_symmetry,
        notation: notation.0,
        ..request(board, rules, memory)
    };
    make_table(py, seconds, progress, database, |database, interrupt| {
        board_table(&request, database, interrupt)
    })
}

/// Counts of the positions of a board and of their distinct values by outcome class, kind, birthday, temperature and
/// number of options, as `konane table --statistics` writes them.
///
/// >>> import konane
/// >>> table = konane.statistics("3x4")
/// >>> rows = zip(table["statistic"], table["key"], table["positions"], table["values"])
/// >>> [row for row in rows if row[0] == "outcome"]
/// [('outcome', 'L', 1255, 34), ('outcome', 'R', 1255, 34), ('outcome', 'N', 525, 34), ('outcome', 'P', 1061, 1)]
#[pyfunction]
#[pyo3(signature = (
    board, rules = RulesName::default(), *, connected = false, up_to_symmetry = false, database = None, memory = None,
    seconds = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub fn statistics(
    py: Python<'_>,
    board: Board,
    rules: RulesName,
    connected: bool,
    up_to_symmetry: bool,
    database: Option<&Bound<'_, Database>>,
    memory: Option<Bytes>,
    seconds: Option<TimeLimit>,
    progress: Option<bool>,
) -> Result<Table, Failure> {
    let request = BoardTableRequest { connected, up_to_symmetry, ..request(board, rules, memory) };
    make_table(py, seconds, progress, database, |database, interrupt| {
        board_statistics(&request, database, interrupt)
    })
}

/// A request for the usual table of a board.
fn request(board: Board, rules: RulesName, memory: Option<Bytes>) -> BoardTableRequest {
    let memory = memory.map_or_else(available_memory, |bytes| bytes.0);
    BoardTableRequest { rules: rules.0, memory, ..BoardTableRequest::new(board.0) }
}

/// Makes a table of a board while attending to Python.
fn make_table(
    py: Python<'_>,
    seconds: Option<TimeLimit>,
    progress: Option<bool>,
    database: Option<&Bound<'_, Database>>,
    make: impl FnOnce(Option<&ValueDatabase>, &Interrupt) -> Result<TypedTable, TableFailure> + Send,
) -> Result<Table, Failure> {
    let database = database.map(|database| database.get().shared());
    let watch = Watch::new("evaluating", "positions", seconds, progress);
    let table = attend(py, watch, || (), |interrupt| Ok(make(database.as_deref(), interrupt)?));
    Table::new(table?)
}

/// All bytes of a regular file: nobody could stop the reading of another that has no end.
fn read_file(file: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(file)?;
    if kind.is_file() || kind.is_dir() {
        reading::read_file(file)
    } else {
        Err(io::Error::other("not a regular file"))
    }
}

/// Checks published results: those that come with the package, or those in CSV files, as `konane verify` does.
///
/// The table has a row for each statement, with `ok`, `differs`, `disputed`, `disputed-agrees` or `error` as its
/// status; what differs is told in its notes.
#[pyfunction]
#[pyo3(signature = (files = None, *, memory = None, seconds = None, progress = None))]
pub fn verify(
    py: Python<'_>,
    files: Option<Paths>,
    memory: Option<Bytes>,
    seconds: Option<TimeLimit>,
    progress: Option<bool>,
) -> Result<Table, Failure> {
    let tables = match files {
        None => published::embedded(),
        Some(Paths(files)) => {
            let read =
                |file: &PathBuf| published::Table::from_file(&file.display().to_string(), read_file(file));
            files.iter().map(read).collect::<Result<_, _>>()?
        }
    };
    let memory = Some(memory.map_or_else(available_memory, |bytes| bytes.0));
    let watch = Watch::new("checking", "positions", seconds, progress);
    let checked = attend(
        py,
        watch,
        || (),
        |interrupt| {
            let mut checked = Vec::new();
            for table in &tables {
                checked.extend(published::check_table(table, memory, &interrupt.monitor)?);
            }
            Ok(checked)
        },
    )?;
    Table::new(checked_table(&checked))
}

/// The positions of a file, text or CSV, as `konane value --file` reads it.
#[pyfunction]
#[pyo3(signature = (path, /))]
pub fn read_positions(path: PathBuf) -> Result<Vec<Position>, Failure> {
    let name = path.display().to_string();
    let bytes = read_file(&path).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let file = PositionFile::from_bytes(&bytes).map_err(|error| Failure::input(error.in_file(&name)))?;
    let read = |entry: PositionEntry| match entry.position {
        Ok(position) => Ok(Position(position)),
        Err(error) => Err(Failure::input(error.in_file(&name))),
    };
    file.positions.into_iter().map(read).collect()
}
