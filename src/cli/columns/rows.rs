//! Rows of text, put together from what is told of the position and of its value.
//!
//! Of a table of all positions of a board most rows repeat a value met before. What is derived from the
//! value alone is therefore written once a value, for each run of neighbouring columns, and rows are put
//! together from such pieces ([`RowProperties::pieces`](super::RowProperties::pieces)).

use super::format::RowFormat;
use super::properties::Pieces;
use konane::tables::Column::{self, OfValue};
use konane::tables::{Field, Placement, Properties};
use konane::value::{CanonicalForm, Property, ValueError};
use std::fmt::Write;

/// Writes rows of chosen columns.
pub struct RowWriter {
    format: RowFormat,
    carried: Vec<String>,
    parts: Vec<Part>,
}

/// Neighbouring columns that are written together.
enum Part {
    OfPosition(Column),
    OfValue(Vec<Property>),
}

impl RowWriter {
    /// Rows of `columns`, after columns with the names `carried`.
    pub fn new(format: RowFormat, carried: Vec<String>, columns: &[Column]) -> RowWriter {
        let mut parts: Vec<Part> = Vec::new();
        for &column in columns {
            match (column, parts.last_mut()) {
                (OfValue(property), Some(Part::OfValue(run))) => run.push(property),
                (OfValue(property), _) => parts.push(Part::OfValue(vec![property])),
                _ => parts.push(Part::OfPosition(column)),
            }
        }
        RowWriter { format, carried, parts }
    }

    /// What rows say of one value: a text for each run of columns that depend on the value only.
    pub(super) fn pieces(
        &self,
        properties: &mut Properties<'_>,
        form: CanonicalForm,
    ) -> Result<Pieces, ValueError> {
        let runs = self.parts.iter().filter_map(|part| match part {
            Part::OfValue(run) => Some(run),
            Part::OfPosition(_) => None,
        });
        runs.map(|run| {
            let fields = run.iter().map(|&property| Ok((property.name(), properties.field(property, form)?)));
            let fields = fields.collect::<Result<Vec<_>, ValueError>>()?;
            Ok(self.format.fields(&fields).into_boxed_str())
        })
        .collect()
    }

    /// Appends the row of a position whose value's pieces are given.
    pub fn write(
        &self,
        row: &mut String,
        carried: &[Option<String>],
        placement: &impl Placement,
        pieces: &Pieces,
    ) {
        let (begin, end) = self.format.row_ends();
        row.push_str(begin);
        let start = row.len();
        let mut separator = "";
        if !self.carried.is_empty() {
            row.push_str(&self.carried_fields(carried));
            separator = ",";
        }
        let mut pieces = pieces.iter();
        for part in &self.parts {
            row.push_str(separator);
            separator = ",";
            match part {
                Part::OfPosition(column) => self.write_of_position(row, *column, placement),
                Part::OfValue(_) => row.push_str(pieces.next().map_or("", |text| text)),
            }
        }
        if row.len() == start {
            row.push_str(RowFormat::EMPTY_ROW);
        }
        row.push_str(end);
    }

    /// The fields that a position brought along; it may have fewer than there are columns.
    fn carried_fields(&self, carried: &[Option<String>]) -> String {
        let texts = carried.iter().cloned().chain(std::iter::repeat(None));
        let fields: Vec<(&str, Field)> = (self.carried.iter().zip(texts))
            .map(|(name, text)| (name.as_str(), text.map_or(Field::Missing, Field::Text)))
            .collect();
        self.format.fields(&fields)
    }

    /// Appends a field that is a text, which needs no quotes in a CSV, or a number.
    fn write_of_position(&self, row: &mut String, column: Column, placement: &impl Placement) {
        let json = self.format == RowFormat::Json;
        if json {
            write!(row, "\"{}\":", column.name()).expect("writing to memory");
        }
        let Some(number) = column.count_of_position(placement) else {
            let quote = if json { "\"" } else { "" };
            row.push_str(quote);
            column.write_text_of_position(row, placement);
            return row.push_str(quote);
        };
        write!(row, "{number}").expect("writing to memory");
    }
}

#[cfg(test)]
mod tests {
    use super::super::RowProperties;
    use super::*;
    use konane::tables::Column::{Position, Rows, White};
    use konane::tables::{MEAN, VALUE};
    use konane::value::ValueStore;
    use konane::value::notation::Notation;

    const BIRTHDAY: Column = OfValue(Property::Birthday);
    const KIND: Column = OfValue(Property::Kind);

    fn row(format: RowFormat, columns: &[Column], value: &str) -> String {
        let store = ValueStore::new();
        let mut properties = RowProperties::new(&store, Notation::Cgsuite);
        let carried = vec!["a \"name\"".to_owned(), "b".to_owned()];
        let names = carried.iter().cloned().chain(columns.iter().map(|column| column.name().to_owned()));
        let header = format.header(names);
        let writer = RowWriter::new(format, carried, columns);
        let form = store.parse(value).unwrap();
        let pieces = properties.pieces(&writer, form).unwrap();
        let position: konane::board::Position = "xo./.#.".parse().unwrap();
        let mut row = header;
        writer.write(&mut row, &[Some("1,\n2".to_owned())], &position, pieces);
        row
    }

    #[test]
    fn csv_fields_are_quoted_where_they_must_be() {
        assert_eq!(
            row(RowFormat::Csv, &[VALUE, KIND, Position, White, BIRTHDAY], "{1,1*|-1}"),
            "\"a \"\"name\"\"\",b,value,kind,position,white,birthday\n\
             \"1,\n2\",,\"{1,1*|-1}\",other,xo./.#.,1,3\n"
        );
    }

    #[test]
    fn an_empty_field_is_quoted_only_if_it_is_alone() {
        let weight = OfValue(Property::AtomicWeight);
        assert!(row(RowFormat::Csv, &[Position, weight], "1").ends_with(",xo./.#.,\n"));
        assert_eq!(RowFormat::Csv.row(&[("weight", Field::Missing)]), "\"\"\n");
        assert_eq!(RowFormat::Csv.row(&[("a", Field::Missing), ("b", Field::Missing)]), ",\n");
    }

    #[test]
    fn json_has_one_object_a_line() {
        assert_eq!(
            row(RowFormat::Json, &[Rows, BIRTHDAY, MEAN, Position], "*"),
            "{\"a \\\"name\\\"\":\"1,\\n2\",\"b\":null,\"rows\":2,\"birthday\":1,\"mean\":\"0\",\
             \"position\":\"xo./.#.\"}\n"
        );
    }
}
