//! Tables in any format: how their rows are made, and where these go.
//!
//! Rows are made by several threads ([`Layout`]), and written in order by one ([`TableSink`]).

use super::format::RowFormat;
use super::parquet::ParquetFile;
use super::properties::RowProperties;
use super::rows::RowWriter;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use konane::tables::{Column, Field, Placement, Schema, TypedLayout, TypedTable};
use konane::value::CanonicalForm;

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum TableFormat {
    /// Comma-separated values with a header
    Csv,
    /// JSON lines: one object a row
    Json,
    /// A Parquet file, with types of columns
    Parquet,
}

impl TableFormat {
    /// The format of rows of text, unless rows are none.
    const fn of_text(self) -> Option<RowFormat> {
        match self {
            TableFormat::Csv => Some(RowFormat::Csv),
            TableFormat::Json => Some(RowFormat::Json),
            TableFormat::Parquet => None,
        }
    }
}

/// Some rows of a table.
pub enum RowBlock {
    /// As text.
    Text(String),
    /// Of typed columns.
    Typed(TypedTable),
}

/// How the rows of a table of positions are made.
pub struct Layout {
    format: TableFormat,
    schema: Schema,
    rows: RowLayout,
}

enum RowLayout {
    Text(RowWriter),
    Typed(TypedLayout),
}

impl Layout {
    /// Rows of `columns`, after columns with the names `carried`.
    pub fn new(format: TableFormat, carried: Vec<String>, columns: &[Column]) -> Layout {
        let schema = Column::schema(carried.clone(), columns);
        let rows = match format.of_text() {
            Some(format) => RowLayout::Text(RowWriter::new(format, carried, columns)),
            None => RowLayout::Typed(TypedLayout::new(carried, columns)),
        };
        Layout { format, schema, rows }
    }

    /// No rows yet.
    pub fn no_rows(&self) -> RowBlock {
        match &self.rows {
            RowLayout::Text(_) => RowBlock::Text(String::new()),
            RowLayout::Typed(typed) => RowBlock::Typed(typed.no_rows()),
        }
    }

    /// Appends the row of a position, which brought along `carried`, and its value.
    pub fn push(
        &self,
        rows: &mut RowBlock,
        carried: &[Option<String>],
        placement: &impl Placement,
        properties: &mut RowProperties<'_>,
        value: CanonicalForm,
    ) -> Result<(), Failure> {
        match (&self.rows, rows) {
            (RowLayout::Text(writer), RowBlock::Text(text)) => {
                writer.write(text, carried, placement, properties.pieces(writer, value)?);
            }
            (RowLayout::Typed(typed), RowBlock::Typed(block)) => {
                let RowProperties { properties, data, .. } = properties;
                typed.push(block, carried, placement, properties, data, value)?;
            }
            _ => unreachable!("rows are those of the layout"),
        }
        Ok(())
    }

    /// Begins a table of such rows.
    pub fn begin(&self, output: Output) -> Result<TableSink, Failure> {
        TableSink::begin(self.format, &self.schema, output)
    }
}

/// A table on its way to the output.
pub enum TableSink {
    /// Rows of text.
    Text(Box<Output>),
    /// A Parquet file.
    Parquet(Box<ParquetFile>),
}

impl TableSink {
    /// A table of rows that are written as they are.
    pub fn text(output: Output) -> TableSink {
        TableSink::Text(Box::new(output))
    }

    /// Begins a table with the given columns.
    fn begin(format: TableFormat, schema: &Schema, mut output: Output) -> Result<TableSink, Failure> {
        let Some(format) = format.of_text() else {
            return Ok(TableSink::Parquet(Box::new(ParquetFile::new(schema, output)?)));
        };
        output.write(format.header(schema.names().map(str::to_owned)).as_bytes())?;
        Ok(TableSink::text(output))
    }

    /// Writes some rows.
    pub fn write(&mut self, rows: RowBlock) -> Result<(), Failure> {
        match (self, rows) {
            (TableSink::Text(output), RowBlock::Text(text)) => output.write(text.as_bytes()),
            (TableSink::Parquet(file), RowBlock::Typed(block)) => file.push(block),
            _ => unreachable!("rows are those of the table"),
        }
    }

    /// Hands the rows written so far to the system, as far as the format allows.
    pub fn flush(&mut self) -> Result<(), Failure> {
        match self {
            TableSink::Text(output) => output.flush(),
            TableSink::Parquet(_) => Ok(()),
        }
    }

    /// Writes what is left and puts a file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        match self {
            TableSink::Text(output) => output.finish(),
            TableSink::Parquet(file) => file.finish(),
        }
    }
}

/// A table whose rows are made of fields one by one, as suits small ones.
pub struct FieldTable {
    format: TableFormat,
    schema: Schema,
    sink: TableSink,
}

impl FieldTable {
    /// Begins a table with the given columns.
    pub fn begin(format: TableFormat, schema: Schema, output: Output) -> Result<FieldTable, Failure> {
        let sink = TableSink::begin(format, &schema, output)?;
        Ok(FieldTable { format, schema, sink })
    }

    /// Writes a row, which has a field for each column.
    pub fn write(&mut self, fields: Vec<Field>) -> Result<(), Failure> {
        let rows = match self.format.of_text() {
            Some(format) => {
                let fields: Vec<_> = self.schema.names().zip(fields).collect();
                RowBlock::Text(format.row(&fields))
            }
            None => {
                let mut row = TypedTable::new(&self.schema);
                row.push_row(&self.schema, &fields)?;
                RowBlock::Typed(row)
            }
        };
        self.sink.write(rows)
    }

    /// Hands the rows written so far to the system, as far as the format allows.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.sink.flush()
    }

    /// Writes what is left and puts a file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        self.sink.finish()
    }
}
