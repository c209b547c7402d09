//! Tables in any format: how their rows are made, and where these go.
//!
//! Rows are made by several threads ([`Layout`]), and written in order by one ([`TableSink`]).

use super::Column;
use super::format::{Field, RowFormat};
use super::parquet::{Datum, FieldType, ParquetFile, Schema, TypedBlock, push_data};
use super::properties::Properties;
use super::rows::{Placement, RowWriter, count_of_position, write_text_of_position};
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use konane::value::{CanonicalForm, Property};

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
    Text(Vec<u8>),
    /// Of typed columns.
    Typed(TypedBlock),
}

/// How the rows of a table of positions are made.
pub struct Layout {
    format: TableFormat,
    schema: Schema,
    rows: RowLayout,
}

enum RowLayout {
    Text(RowWriter),
    Typed(TypedRows),
}

impl Layout {
    /// Rows of `columns`, after columns with the names `carried`.
    pub fn new(format: TableFormat, carried: Vec<String>, columns: &[Column]) -> Layout {
        let of_carried = carried.iter().map(|name| (name.clone(), FieldType::Text));
        let own = columns.iter().map(|column| (column.name().to_owned(), column.field_type()));
        let schema = Schema(of_carried.chain(own).collect());
        let rows = match format.of_text() {
            Some(format) => RowLayout::Text(RowWriter::new(format, carried, columns)),
            None => RowLayout::Typed(TypedRows {
                carried: carried.len(),
                columns: columns.to_vec(),
                properties: columns.iter().filter_map(|column| column.property()).collect(),
            }),
        };
        Layout { format, schema, rows }
    }

    /// No rows yet.
    pub fn no_rows(&self) -> RowBlock {
        match &self.rows {
            RowLayout::Text(_) => RowBlock::Text(Vec::new()),
            RowLayout::Typed(_) => RowBlock::Typed(TypedBlock::new(&self.schema)),
        }
    }

    /// Appends the row of a position, which brought along `carried`, and its value.
    pub fn push(
        &self,
        rows: &mut RowBlock,
        carried: &[Option<String>],
        placement: &impl Placement,
        properties: &mut Properties<'_>,
        value: CanonicalForm,
    ) -> Result<(), Failure> {
        match (&self.rows, rows) {
            (RowLayout::Text(writer), RowBlock::Text(text)) => {
                writer.write(text, carried, placement, properties.pieces(writer, value)?);
            }
            (RowLayout::Typed(typed), RowBlock::Typed(block)) => {
                let data = properties.data(&typed.properties, value)?;
                typed.push(block, carried, placement, data);
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

/// The columns of rows that are typed.
struct TypedRows {
    /// How many fields a position brings along.
    carried: usize,
    columns: Vec<Column>,
    /// Those of the columns that depend on the value only.
    properties: Vec<Property>,
}

impl TypedRows {
    /// Appends a row, given what the columns of properties hold.
    fn push(
        &self,
        block: &mut TypedBlock,
        carried: &[Option<String>],
        placement: &impl Placement,
        data: &[Datum],
    ) {
        for index in 0..self.carried {
            let text = carried.get(index).and_then(Option::as_deref);
            block.push(text.map_or(Datum::Missing, Datum::text));
        }
        let mut data = data.iter();
        for &column in &self.columns {
            if let Column::OfValue(property) = column {
                let count = FieldType::of_property(property).columns();
                data.by_ref().take(count).for_each(|datum| block.push(datum.clone()));
            } else if let Some(count) = count_of_position(column, placement) {
                // Of cells, or of positions of a table of at most 2^32.
                block.push(Datum::Count(count as i64));
            } else {
                let mut text = Vec::new();
                write_text_of_position(&mut text, column, placement);
                block.push(Datum::text(text));
            }
        }
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
            (TableSink::Text(output), RowBlock::Text(text)) => output.write(&text),
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
                RowBlock::Text(format.row(&fields).into_bytes())
            }
            None => {
                let mut data = Vec::new();
                for ((name, kind), field) in self.schema.0.iter().zip(&fields) {
                    push_data(&mut data, name, *kind, field)?;
                }
                let mut block = TypedBlock::new(&self.schema);
                data.into_iter().for_each(|datum| block.push(datum));
                RowBlock::Typed(block)
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
