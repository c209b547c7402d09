//! Tables as Parquet files, in which every column has a type.
//!
//! The rows of a file come in groups, in which each column stands by itself, so a file is written group by
//! group and no more than one of them is in memory. Repeated values of a column are written once a group
//! and then by number (dictionary encoding), and all is compressed by Zstandard.

use crate::cli::failure::Failure;
use crate::cli::output::Output;
use bytes::Bytes;
use konane::tables::{Bits, ColumnData, FieldType, Schema, TypedColumn, TypedTable};
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterPropertiesPtr};
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, ColumnPath, Type};
use rayon::prelude::*;
use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

/// Rows that go into a group, which is closed after the block that reaches it.
const ROWS_OF_GROUP: usize = 1 << 17;

/// Bytes of text, each counted as often as it occurs, after which a group is closed with fewer rows.
const BYTES_OF_GROUP: usize = 1 << 26;

/// The columns of the file and their types.
fn message(schema: &Schema) -> Result<Type, ParquetError> {
    let columns = TypedTable::new(schema).into_columns();
    let fields = columns.iter().map(|column| {
        let (physical, logical) = match column.data() {
            ColumnData::Counts(_) => (PhysicalType::INT64, None),
            ColumnData::Doubles(_) => (PhysicalType::DOUBLE, None),
            ColumnData::Truths(_) => (PhysicalType::BOOLEAN, None),
            ColumnData::Texts(_) => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(column.name(), physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical);
        field.build().map(Arc::new)
    });
    Type::group_type_builder("konane").with_fields(fields.collect::<Result<_, _>>()?).build()
}

/// How the columns are written.
fn properties(schema: &Schema) -> WriterProperties {
    let level = ZstdLevel::try_new(zstd::DEFAULT_COMPRESSION_LEVEL).unwrap_or_default();
    let properties = WriterProperties::builder()
        .set_created_by(concat!("konane ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(level));
    let unique = schema.0.iter().filter(|(_, kind)| *kind == FieldType::Unique);
    let without_dictionary = |properties: WriterPropertiesBuilder, (name, _): &(String, FieldType)| {
        properties.set_column_dictionary_enabled(ColumnPath::from(name.as_str()), false)
    };
    unique.fold(properties, without_dictionary).build()
}

/// Where the file goes, until it is taken out. (The writer's own way to give it back loses what kind of
/// error its last write met.)
struct Target(Option<Output>);

impl Write for Target {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0.as_mut().map_or(Ok(0), |output| Write::write(output, data))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// A Parquet file that is being written.
pub struct ParquetFile {
    /// Of the file, to tell of errors.
    name: String,
    writer: SerializedFileWriter<Target>,
    /// The rows of the next group.
    pending: Vec<TypedTable>,
}

impl ParquetFile {
    /// Begins a file.
    pub fn new(schema: &Schema, output: Output) -> Result<ParquetFile, Failure> {
        let name = output.name().to_owned();
        let writer = message(schema).and_then(|message| {
            SerializedFileWriter::new(Target(Some(output)), Arc::new(message), Arc::new(properties(schema)))
        });
        match writer {
            Ok(writer) => Ok(ParquetFile { name, writer, pending: Vec::new() }),
            Err(error) => Err(failure(&name, error)),
        }
    }

    /// Adds some rows.
    pub fn push(&mut self, block: TypedTable) -> Result<(), Failure> {
        self.pending.push(block);
        let sum = |size: fn(&TypedTable) -> usize| self.pending.iter().map(size).sum::<usize>();
        if sum(TypedTable::len) < ROWS_OF_GROUP && sum(TypedTable::text_bytes) < BYTES_OF_GROUP {
            return Ok(());
        }
        self.write_group()
    }

    /// Writes the rows that are left and the end of the file, and puts it in its place.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.write_group()?;
        self.writer.finish().map_err(|error| failure(&self.name, error))?;
        self.writer.inner_mut().0.take().map_or(Ok(()), Output::finish)
    }

    /// Writes the pending rows as a group.
    fn write_group(&mut self) -> Result<(), Failure> {
        let blocks = mem::take(&mut self.pending);
        if blocks.iter().all(TypedTable::is_empty) {
            return Ok(());
        }
        let mut write = || {
            let properties = self.writer.properties();
            let columns = self.writer.schema_descr().columns().par_iter().enumerate();
            let encoded = columns.map(|(index, column)| {
                let content = blocks.iter().map(|block| &block.columns()[index]);
                encode(column.clone(), properties.clone(), content)
            });
            let encoded = encoded.collect::<Result<Vec<_>, ParquetError>>()?;
            let mut group = self.writer.next_row_group()?;
            for (bytes, close) in encoded {
                group.append_column(&bytes, close)?;
            }
            group.close().map(|_| ())
        };
        write().map_err(|error| failure(&self.name, error))
    }
}

/// A column of a group as it is in the file, and what the file's index says of it.
fn encode<'a>(
    column: ColumnDescPtr,
    properties: WriterPropertiesPtr,
    content: impl Iterator<Item = &'a TypedColumn>,
) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
    let mut sink = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut sink));
    let mut writer = get_column_writer(column, properties, pages);
    for column in content {
        let present = column.present();
        let levels: Vec<i16> = present.iter().map(i16::from).collect();
        let levels = Some(&levels[..]);
        match (&mut writer, column.data()) {
            (ColumnWriter::Int64ColumnWriter(writer), ColumnData::Counts(counts)) => {
                writer.write_batch(&those_of(present, counts.iter().copied()), levels, None)?
            }
            (ColumnWriter::DoubleColumnWriter(writer), ColumnData::Doubles(doubles)) => {
                writer.write_batch(&those_of(present, doubles.iter().copied()), levels, None)?
            }
            (ColumnWriter::BoolColumnWriter(writer), ColumnData::Truths(truths)) => {
                writer.write_batch(&those_of(present, truths.iter()), levels, None)?
            }
            (ColumnWriter::ByteArrayColumnWriter(writer), ColumnData::Texts(texts)) => {
                let buffer = Bytes::copy_from_slice(texts.text().as_bytes());
                let slices = texts
                    .offsets()
                    .windows(2)
                    .map(|ends| ByteArray::from(buffer.slice(ends[0] as usize..ends[1] as usize)));
                writer.write_batch(&those_of(present, slices), levels, None)?
            }
            _ => unreachable!("blocks have the columns of the schema"),
        };
    }
    let close = writer.close()?;
    Ok((sink.into_inner()?.into(), close))
}

/// The values of those fields that are there.
fn those_of<T>(present: &Bits, values: impl Iterator<Item = T>) -> Vec<T> {
    values.zip(present.iter()).filter_map(|(value, is_there)| is_there.then_some(value)).collect()
}

/// What an error met while writing to `name` means for the command.
fn failure(name: &str, error: ParquetError) -> Failure {
    if let ParquetError::External(cause) = &error
        && let Some(cause) = cause.downcast_ref::<io::Error>()
    {
        return Failure::writing(name, cause);
    }
    Failure::Failed(format!("{name}: {error}"))
}
