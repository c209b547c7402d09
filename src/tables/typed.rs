//! Typed columns in memory, laid out as Arrow does: values one after the other, texts in one buffer, and a
//! bit for each field that says whether it is there.

use super::error::TableFailure;
use super::field::{Field, FieldType, Schema, double_name};
use super::properties::Undefined;

/// Bits one after the other, those of a byte from the lowest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bits {
    /// Bits past the end are 0.
    bytes: Vec<u8>,
    length: usize,
}

impl Bits {
    /// Number of bits.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bits as bytes; those past the end are 0.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A bit.
    ///
    /// # Panics
    /// Past the end.
    pub fn get(&self, index: usize) -> bool {
        assert!(index < self.length, "no bit {index} of {}", self.length);
        self.bytes[index / 8] >> (index % 8) & 1 == 1
    }

    /// All bits in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = bool> + '_ {
        (0..self.length).map(|index| self.get(index))
    }

    /// How many bits are 1.
    pub fn count_ones(&self) -> usize {
        self.bytes.iter().map(|byte| byte.count_ones() as usize).sum()
    }

    fn push(&mut self, bit: bool) {
        if self.length.is_multiple_of(8) {
            self.bytes.push(0);
        }
        self.bytes[self.length / 8] |= u8::from(bit) << (self.length % 8);
        self.length += 1;
    }

    fn append(&mut self, other: &Bits) {
        match self.length % 8 {
            0 => self.bytes.extend_from_slice(&other.bytes),
            shift => {
                for byte in &other.bytes {
                    let last = self.bytes.len() - 1;
                    self.bytes[last] |= byte << shift;
                    self.bytes.push(byte >> (8 - shift));
                }
            }
        }
        self.length += other.length;
        self.bytes.truncate(self.length.div_ceil(8));
    }
}

/// Texts in one buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    text: String,
    /// Where each begins, and where the last ends.
    offsets: Vec<i64>,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { text: String::new(), offsets: vec![0] }
    }
}

impl Texts {
    /// Number of texts.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All texts without anything between.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where in [`Texts::text`] each begins, in bytes, and where the last ends.
    pub fn offsets(&self) -> &[i64] {
        &self.offsets
    }

    /// All of it: the buffer of the texts, and its offsets.
    pub fn into_parts(self) -> (String, Vec<i64>) {
        (self.text, self.offsets)
    }

    /// A text.
    ///
    /// # Panics
    /// Past the end.
    pub fn get(&self, index: usize) -> &str {
        &self.text[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// All texts in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Appends the text that `write` appends.
    fn push_with(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.offsets.push(self.text.len() as i64);
    }

    fn append(&mut self, other: &Texts) {
        let start = self.text.len() as i64;
        self.text.push_str(&other.text);
        self.offsets.extend(other.offsets[1..].iter().map(|offset| start + offset));
    }
}

/// A field of a typed column.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum<T = Box<str>> {
    /// Nothing.
    Missing,
    /// A count.
    Count(i64),
    /// A number as a double.
    Double(f64),
    /// Whether something holds.
    Truth(bool),
    /// A text.
    Text(T),
}

impl Datum {
    /// A text.
    pub fn text(text: impl Into<Box<str>>) -> Datum {
        Datum::Text(text.into())
    }
}

/// What the fields of a column hold. At those that are missing stands 0, false or no text.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnData {
    /// Counts.
    Counts(Vec<i64>),
    /// Doubles.
    Doubles(Vec<f64>),
    /// Truths.
    Truths(Bits),
    /// Texts.
    Texts(Texts),
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedColumn {
    name: String,
    data: ColumnData,
    present: Bits,
}

impl TypedColumn {
    fn new(name: String, data: ColumnData) -> TypedColumn {
        TypedColumn { name, data, present: Bits::default() }
    }

    /// The name, as in headers.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the fields hold.
    pub fn data(&self) -> &ColumnData {
        &self.data
    }

    /// Which fields are there.
    pub fn present(&self) -> &Bits {
        &self.present
    }

    /// All of it: the name, what the fields hold, and which are there.
    pub fn into_parts(self) -> (String, ColumnData, Bits) {
        (self.name, self.data, self.present)
    }

    /// Number of fields.
    pub fn len(&self) -> usize {
        self.present.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.present.is_empty()
    }

    /// A field.
    ///
    /// # Panics
    /// Past the end.
    pub fn get(&self, row: usize) -> Datum<&str> {
        match &self.data {
            _ if !self.present.get(row) => Datum::Missing,
            ColumnData::Counts(counts) => Datum::Count(counts[row]),
            ColumnData::Doubles(doubles) => Datum::Double(doubles[row]),
            ColumnData::Truths(truths) => Datum::Truth(truths.get(row)),
            ColumnData::Texts(texts) => Datum::Text(texts.get(row)),
        }
    }

    /// All fields in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Datum<&str>> {
        (0..self.len()).map(|row| self.get(row))
    }

    fn push(&mut self, datum: &Datum) {
        self.present.push(!matches!(datum, Datum::Missing));
        match (&mut self.data, datum) {
            (ColumnData::Counts(counts), Datum::Count(count)) => counts.push(*count),
            (ColumnData::Counts(counts), Datum::Missing) => counts.push(0),
            (ColumnData::Doubles(doubles), Datum::Double(double)) => doubles.push(*double),
            (ColumnData::Doubles(doubles), Datum::Missing) => doubles.push(0.0),
            (ColumnData::Truths(truths), Datum::Truth(truth)) => truths.push(*truth),
            (ColumnData::Truths(truths), Datum::Missing) => truths.push(false),
            (ColumnData::Texts(texts), Datum::Text(text)) => texts.push_with(|all| all.push_str(text)),
            (ColumnData::Texts(texts), Datum::Missing) => texts.push_with(|_| {}),
            _ => unreachable!("fields have the type of their column"),
        }
    }

    fn append(&mut self, other: &TypedColumn) {
        self.present.append(&other.present);
        match (&mut self.data, &other.data) {
            (ColumnData::Counts(counts), ColumnData::Counts(more)) => counts.extend_from_slice(more),
            (ColumnData::Doubles(doubles), ColumnData::Doubles(more)) => doubles.extend_from_slice(more),
            (ColumnData::Truths(truths), ColumnData::Truths(more)) => truths.append(more),
            (ColumnData::Texts(texts), ColumnData::Texts(more)) => texts.append(more),
            _ => unreachable!("tables with the same schema have the same columns"),
        }
    }

    /// Bytes of the fields.
    fn bytes(&self) -> usize {
        let data = match &self.data {
            ColumnData::Counts(counts) => size_of_val(&counts[..]),
            ColumnData::Doubles(doubles) => size_of_val(&doubles[..]),
            ColumnData::Truths(truths) => truths.bytes.len(),
            ColumnData::Texts(texts) => texts.text.len() + size_of_val(&texts.offsets[..]),
        };
        data + self.present.bytes.len()
    }
}

/// A table of typed columns, or some rows of one.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedTable {
    columns: Vec<TypedColumn>,
    /// The column of the next field.
    next: usize,
    notes: Vec<String>,
}

impl TypedTable {
    /// A table without rows.
    pub fn new(schema: &Schema) -> TypedTable {
        let columns = schema.0.iter().flat_map(|(name, kind)| {
            let (first, second) = match kind {
                FieldType::Text | FieldType::Unique => (ColumnData::Texts(Texts::default()), None),
                FieldType::Count => (ColumnData::Counts(Vec::new()), None),
                FieldType::Double => (ColumnData::Doubles(Vec::new()), None),
                FieldType::Truth => (ColumnData::Truths(Bits::default()), None),
                FieldType::Number => {
                    (ColumnData::Texts(Texts::default()), Some(ColumnData::Doubles(Vec::new())))
                }
            };
            let second = second.map(|data| TypedColumn::new(double_name(name), data));
            std::iter::once(TypedColumn::new(name.clone(), first)).chain(second)
        });
        TypedTable { columns: columns.collect(), next: 0, notes: Vec::new() }
    }

    /// The columns, all of the same length.
    pub fn columns(&self) -> &[TypedColumn] {
        &self.columns
    }

    /// The columns, to be taken apart.
    pub fn into_columns(self) -> Vec<TypedColumn> {
        self.columns
    }

    /// What is to be told of it, line by line: why some fields are empty, or what of it differs.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.columns.last().map_or(0, TypedColumn::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of text.
    pub fn text_bytes(&self) -> usize {
        let texts = self.columns.iter().map(|column| match column.data() {
            ColumnData::Texts(texts) => texts.text.len(),
            _ => 0,
        });
        texts.sum()
    }

    /// Bytes of all fields.
    pub fn bytes(&self) -> usize {
        self.columns.iter().map(TypedColumn::bytes).sum()
    }

    /// Appends the next field, row by row.
    ///
    /// # Panics
    /// A field of another type than its column.
    pub fn push(&mut self, datum: &Datum) {
        self.columns[self.next].push(datum);
        self.end_field();
    }

    /// Appends the next field, which is the text that `write` appends.
    ///
    /// # Panics
    /// If the next column is not of texts.
    pub fn push_text(&mut self, write: impl FnOnce(&mut String)) {
        let column = &mut self.columns[self.next];
        let ColumnData::Texts(texts) = &mut column.data else { panic!("{} is no text", column.name) };
        texts.push_with(write);
        column.present.push(true);
        self.end_field();
    }

    fn end_field(&mut self) {
        self.next = (self.next + 1) % self.columns.len();
    }

    /// Appends a row of fields of the types of a schema, that of the table.
    ///
    /// # Errors
    /// A count beyond 64 bits.
    pub fn push_row(&mut self, schema: &Schema, fields: &[Field]) -> Result<(), TableFailure> {
        let mut data = Vec::new();
        for ((name, kind), field) in schema.0.iter().zip(fields) {
            field.push_data(&mut data, name, *kind)?;
        }
        data.iter().for_each(|datum| self.push(datum));
        Ok(())
    }

    /// Appends the rows of a table with the same columns.
    pub fn append(&mut self, rows: &TypedTable) {
        for (column, more) in self.columns.iter_mut().zip(&rows.columns) {
            column.append(more);
        }
    }

    /// The table, with the reasons why some fields are empty.
    pub(super) fn with_notes_on(self, undefined: &Undefined) -> TypedTable {
        self.with_notes(undefined.lines().collect())
    }

    /// The table, with something to be told of it.
    pub(super) fn with_notes(mut self, notes: Vec<String>) -> TypedTable {
        self.notes = notes;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_rows_are_those_pushed() {
        let kinds = [FieldType::Count, FieldType::Number, FieldType::Truth, FieldType::Text];
        let schema = Schema(kinds.map(|kind| (format!("{kind:?}"), kind)).to_vec());
        let row = |number: u32| match number % 5 {
            0 => vec![Field::Missing, Field::Missing, Field::Missing, Field::Missing],
            rest => vec![
                Field::Count(number.into()),
                Field::Number(crate::value::Rational::new(number.into(), 2)),
                Field::Truth(rest == 1),
                Field::Text("é".repeat(rest as usize)),
            ],
        };
        let table = |rows: std::ops::Range<u32>| {
            let mut table = TypedTable::new(&schema);
            rows.for_each(|number| table.push_row(&schema, &row(number)).unwrap());
            table
        };
        // Lengths that are and are not multiples of 8, and none.
        for (middle, end) in [(0, 23), (8, 16), (8, 21), (13, 40), (21, 21)] {
            let mut appended = table(0..middle);
            appended.append(&table(middle..end));
            assert_eq!(appended, table(0..end), "{middle} of {end}");
            assert_eq!(appended.len(), end as usize);
            for column in appended.columns() {
                assert_eq!(
                    column.iter().filter(|field| *field != Datum::Missing).count(),
                    column.present().count_ones()
                );
            }
        }
        let table = table(0..7);
        let names: Vec<&str> = table.columns().iter().map(TypedColumn::name).collect();
        assert_eq!(names, ["Count", "Number", "Number_double", "Truth", "Text"]);
        assert_eq!(table.columns()[1].get(3), Datum::Text("3/2"));
        assert_eq!(table.columns()[2].get(3), Datum::Double(1.5));
        assert_eq!(table.columns()[3].iter().next(), Some(Datum::Missing));
        assert_eq!(table.columns()[4].get(2), Datum::Text("éé"));
    }
}
