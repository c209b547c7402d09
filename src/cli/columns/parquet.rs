//! Tables as Parquet files, in which every column has a type.
//!
//! The rows of a file come in groups, in which each column stands by itself, so a file is written group by
//! group and no more than one of them is in memory. Repeated values of a column are written once a group
//! and then by number (dictionary encoding), and all is compressed by Zstandard.

use super::format::Field;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use bytes::Bytes;
use konane::value::{Property, PropertyType, Rational};
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

/// What the fields of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// Texts, and whatever else as text: a string.
    Text,
    /// Texts that hardly ever repeat: a string, of which there is no dictionary.
    Unique,
    /// Counts: a 64-bit integer.
    Count,
    /// Numbers: a string, which is exact, and beside it a column of doubles.
    Number,
    /// Numbers for plots: a double.
    Double,
    /// Truths: a boolean.
    Truth,
}

impl FieldType {
    /// What the column of a property holds.
    pub fn of_property(property: Property) -> FieldType {
        match property.answers() {
            PropertyType::Truth => FieldType::Truth,
            PropertyType::Count => FieldType::Count,
            PropertyType::Number => FieldType::Number,
            PropertyType::Form
            | PropertyType::Forms
            | PropertyType::Corners
            | PropertyType::Expansion
            | PropertyType::Outcome
            | PropertyType::Kind => FieldType::Text,
        }
    }

    /// How many columns of the file it takes.
    pub(super) fn columns(self) -> usize {
        if self == FieldType::Number { 2 } else { 1 }
    }
}

/// The columns of a table, by name.
#[derive(Clone)]
pub struct Schema(pub Vec<(String, FieldType)>);

/// The name of the column of doubles beside a column of numbers.
pub fn double_name(name: &str) -> String {
    format!("{name}_double")
}

/// Rows that go into a group, which is closed after the block that reaches it.
const ROWS_OF_GROUP: usize = 1 << 17;

/// Bytes of text, each counted as often as it occurs, after which a group is closed with fewer rows.
const BYTES_OF_GROUP: usize = 1 << 26;

/// A field of one column.
#[derive(Clone)]
pub(super) enum Datum {
    Missing,
    Count(i64),
    Double(f64),
    Truth(bool),
    Text(ByteArray),
}

impl Datum {
    pub(super) fn text(text: impl Into<Vec<u8>>) -> Datum {
        Datum::Text(ByteArray::from(text.into()))
    }

    /// A count, unless it is larger than the integers of the format.
    pub(super) fn count(name: &str, count: u128) -> Result<Datum, Failure> {
        i64::try_from(count).map(Datum::Count).map_err(|_| {
            Failure::Failed(format!(
                "{name}: {count} is more than the 64-bit integers of Parquet hold: write CSV or JSON"
            ))
        })
    }
}

/// Appends what a field is in the column, or the two columns, of its type.
pub(super) fn push_data(
    data: &mut Vec<Datum>,
    name: &str,
    kind: FieldType,
    field: &Field,
) -> Result<(), Failure> {
    match (kind, field) {
        (FieldType::Number, Field::Number(number)) => {
            data.extend([Datum::text(number.to_string()), Datum::Double(nearest_double(*number))]);
        }
        (FieldType::Number, Field::Missing) => data.extend([Datum::Missing, Datum::Missing]),
        (_, Field::Missing) => data.push(Datum::Missing),
        (FieldType::Count, Field::Count(count)) => data.push(Datum::count(name, *count)?),
        (FieldType::Double, Field::Double(double)) => data.push(Datum::Double(*double)),
        (FieldType::Truth, Field::Truth(truth)) => data.push(Datum::Truth(*truth)),
        (FieldType::Text | FieldType::Unique, field) => data.push(Datum::text(field.text())),
        (FieldType::Count | FieldType::Number | FieldType::Double | FieldType::Truth, _) => {
            unreachable!("fields have the type of their column")
        }
    }
    Ok(())
}

/// The double next to a number: the number itself if it is dyadic and its numerator has at most 53 bits.
pub fn nearest_double(number: Rational) -> f64 {
    // Of dyadic numbers only the numerator is rounded, as division by a power of two is exact.
    *number.numer() as f64 / *number.denom() as f64
}

/// The content of one column in some rows: a level for each, 1 where there is a value, and the values.
struct ColumnBlock {
    levels: Vec<i16>,
    values: Values,
}

enum Values {
    Counts(Vec<i64>),
    Doubles(Vec<f64>),
    Truths(Vec<bool>),
    Texts(Vec<ByteArray>),
}

impl ColumnBlock {
    fn push(&mut self, datum: &Datum) {
        match (&mut self.values, datum) {
            (Values::Counts(counts), Datum::Count(count)) => counts.push(*count),
            (Values::Doubles(doubles), Datum::Double(double)) => doubles.push(*double),
            (Values::Truths(truths), Datum::Truth(truth)) => truths.push(*truth),
            (Values::Texts(texts), Datum::Text(text)) => texts.push(text.clone()),
            (_, Datum::Missing) => {}
            _ => unreachable!("fields have the type of their column"),
        }
        self.levels.push(i16::from(!matches!(datum, Datum::Missing)));
    }
}

/// Some rows, column by column.
pub struct TypedBlock {
    columns: Vec<ColumnBlock>,
    /// The column of the next field.
    next: usize,
    /// Rows that are complete.
    rows: usize,
    /// Bytes of text.
    bytes: usize,
}

impl TypedBlock {
    /// No rows yet.
    pub(super) fn new(schema: &Schema) -> TypedBlock {
        let columns = schema.physical().map(|(_, physical)| ColumnBlock {
            levels: Vec::new(),
            values: match physical {
                PhysicalType::INT64 => Values::Counts(Vec::new()),
                PhysicalType::DOUBLE => Values::Doubles(Vec::new()),
                PhysicalType::BOOLEAN => Values::Truths(Vec::new()),
                _ => Values::Texts(Vec::new()),
            },
        });
        TypedBlock { columns: columns.collect(), next: 0, rows: 0, bytes: 0 }
    }

    /// Appends the next field, row by row.
    pub(super) fn push(&mut self, datum: &Datum) {
        self.columns[self.next].push(datum);
        self.bytes += if let Datum::Text(text) = datum { text.len() } else { 0 };
        self.next += 1;
        if self.next == self.columns.len() {
            self.next = 0;
            self.rows += 1;
        }
    }
}

impl Schema {
    /// The names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The columns of the file and their types.
    fn physical(&self) -> impl Iterator<Item = (String, PhysicalType)> {
        self.0.iter().flat_map(|(name, kind)| {
            let (first, second) = match kind {
                FieldType::Text | FieldType::Unique => (PhysicalType::BYTE_ARRAY, None),
                FieldType::Count => (PhysicalType::INT64, None),
                FieldType::Double => (PhysicalType::DOUBLE, None),
                FieldType::Truth => (PhysicalType::BOOLEAN, None),
                FieldType::Number => (PhysicalType::BYTE_ARRAY, Some(PhysicalType::DOUBLE)),
            };
            let second = second.map(|second| (double_name(name), second));
            std::iter::once((name.clone(), first)).chain(second)
        })
    }

    fn properties(&self) -> WriterProperties {
        let level = ZstdLevel::try_new(zstd::DEFAULT_COMPRESSION_LEVEL).unwrap_or_default();
        let properties = WriterProperties::builder()
            .set_created_by(concat!("konane ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(level));
        let unique = self.0.iter().filter(|(_, kind)| *kind == FieldType::Unique);
        let without_dictionary = |properties: WriterPropertiesBuilder, (name, _): &(String, FieldType)| {
            properties.set_column_dictionary_enabled(ColumnPath::from(name.as_str()), false)
        };
        unique.fold(properties, without_dictionary).build()
    }

    fn message(&self) -> Result<Type, ParquetError> {
        let fields = self.physical().map(|(name, physical)| {
            let text = (physical == PhysicalType::BYTE_ARRAY).then_some(LogicalType::String);
            let field = Type::primitive_type_builder(&name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(text);
            field.build().map(Arc::new)
        });
        Type::group_type_builder("konane").with_fields(fields.collect::<Result<_, _>>()?).build()
    }
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
    pending: Vec<TypedBlock>,
}

impl ParquetFile {
    /// Begins a file.
    pub fn new(schema: &Schema, output: Output) -> Result<ParquetFile, Failure> {
        let name = output.name().to_owned();
        let writer = schema.message().and_then(|message| {
            SerializedFileWriter::new(Target(Some(output)), Arc::new(message), Arc::new(schema.properties()))
        });
        match writer {
            Ok(writer) => Ok(ParquetFile { name, writer, pending: Vec::new() }),
            Err(error) => Err(failure(&name, error)),
        }
    }

    /// Adds some rows.
    pub fn push(&mut self, block: TypedBlock) -> Result<(), Failure> {
        self.pending.push(block);
        let sum = |size: fn(&TypedBlock) -> usize| self.pending.iter().map(size).sum::<usize>();
        if sum(|block| block.rows) < ROWS_OF_GROUP && sum(|block| block.bytes) < BYTES_OF_GROUP {
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
        if blocks.iter().all(|block| block.rows == 0) {
            return Ok(());
        }
        let mut write = || {
            let properties = self.writer.properties();
            let columns = self.writer.schema_descr().columns().par_iter().enumerate();
            let encoded = columns.map(|(index, column)| {
                let content = blocks.iter().map(|block| &block.columns[index]);
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
    content: impl Iterator<Item = &'a ColumnBlock>,
) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
    let mut sink = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut sink));
    let mut writer = get_column_writer(column, properties, pages);
    for ColumnBlock { levels, values } in content {
        let levels = Some(&levels[..]);
        match (&mut writer, values) {
            (ColumnWriter::Int64ColumnWriter(writer), Values::Counts(counts)) => {
                writer.write_batch(counts, levels, None)?
            }
            (ColumnWriter::DoubleColumnWriter(writer), Values::Doubles(doubles)) => {
                writer.write_batch(doubles, levels, None)?
            }
            (ColumnWriter::BoolColumnWriter(writer), Values::Truths(truths)) => {
                writer.write_batch(truths, levels, None)?
            }
            (ColumnWriter::ByteArrayColumnWriter(writer), Values::Texts(texts)) => {
                writer.write_batch(texts, levels, None)?
            }
            _ => unreachable!("blocks have the columns of the schema"),
        };
    }
    let close = writer.close()?;
    Ok((sink.into_inner()?.into(), close))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_exact_where_they_can_be() {
        for (number, expected) in [
            (Rational::new(-7, 4), -1.75),
            (Rational::new(1, 1 << 62), 2f64.powi(-62)),
            (Rational::from((1 << 53) - 1), 9_007_199_254_740_991.0),
            // Half way between two doubles the even one counts as next.
            (Rational::from((1 << 53) + 1), 9_007_199_254_740_992.0),
            (Rational::from(i64::MIN), -(2f64.powi(63))),
        ] {
            assert_eq!(nearest_double(number), expected, "{number}");
        }
    }

    #[test]
    fn counts_beyond_64_bits_are_refused() {
        assert!(matches!(Datum::count("stop_count", (1 << 63) - 1), Ok(Datum::Count(i64::MAX))));
        let Err(Failure::Failed(line)) = Datum::count("stop_count", 1 << 63) else { panic!() };
        assert!(line.starts_with("stop_count: 9223372036854775808 is more than"), "{line}");
    }
}
