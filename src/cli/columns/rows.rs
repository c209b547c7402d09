//! Rows of tables, put together from what is told of the position and of its value.
//!
//! Of a table of all positions of a board most rows repeat a value met before. What is derived from the
//! value alone is therefore written once a value, for each run of neighbouring columns, and rows are put
//! together from such pieces ([`Properties::pieces`](super::Properties::pieces)).

use super::Column::{self, *};
use super::format::{Field, RowFormat};
use super::properties::Pieces;
use konane::board::Cell;
use konane::database::TableDescription;
use konane::solve::region_count;
use konane::value::Property;
use std::io::Write;

/// What columns tell of a position, apart from its value.
pub trait Placement {
    /// Appends the position in one line.
    fn write_position(&self, row: &mut Vec<u8>);
    /// Rows and columns of the board.
    fn size(&self) -> (usize, usize);
    /// Numbers of black and of white stones.
    fn stones(&self) -> (usize, usize);
    /// Number of independent regions.
    fn regions(&self) -> usize;
    /// The table of a database that has the position.
    fn table(&self) -> Option<TableDescription> {
        None
    }
    /// How many positions it stands for.
    fn count(&self) -> u64 {
        1
    }
}

impl Placement for konane::board::Position {
    fn write_position(&self, row: &mut Vec<u8>) {
        row.extend_from_slice(self.to_string().as_bytes());
    }

    fn size(&self) -> (usize, usize) {
        (self.rows(), self.columns())
    }

    fn stones(&self) -> (usize, usize) {
        (self.count(Cell::Black), self.count(Cell::White))
    }

    fn regions(&self) -> usize {
        region_count(self)
    }
}

/// Writes rows of chosen columns.
pub struct RowWriter {
    pub(super) format: RowFormat,
    carried: Vec<String>,
    pub(super) parts: Vec<Part>,
}

/// Neighbouring columns that are written together.
pub(super) enum Part {
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

    /// Appends the row of a position whose value's pieces are given.
    pub fn write(
        &self,
        row: &mut Vec<u8>,
        carried: &[Option<String>],
        placement: &impl Placement,
        pieces: &Pieces,
    ) {
        let (begin, end) = self.format.row_ends();
        row.extend_from_slice(begin.as_bytes());
        let start = row.len();
        let mut separator: &[u8] = b"";
        if !self.carried.is_empty() {
            row.extend_from_slice(self.carried_fields(carried).as_bytes());
            separator = b",";
        }
        let mut pieces = pieces.iter();
        for part in &self.parts {
            row.extend_from_slice(separator);
            separator = b",";
            match part {
                Part::OfPosition(column) => self.write_of_position(row, *column, placement),
                Part::OfValue(_) => row.extend_from_slice(pieces.next().map_or(b"", |text| text.as_bytes())),
            }
        }
        if row.len() == start {
            row.extend_from_slice(RowFormat::EMPTY_ROW.as_bytes());
        }
        row.extend_from_slice(end.as_bytes());
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
    fn write_of_position(&self, row: &mut Vec<u8>, column: Column, placement: &impl Placement) {
        let json = self.format == RowFormat::Json;
        if json {
            row.extend_from_slice(format!("\"{}\":", column.name()).as_bytes());
        }
        let Some(number) = count_of_position(column, placement) else {
            let quote: &[u8] = if json { b"\"" } else { b"" };
            row.extend_from_slice(quote);
            write_text_of_position(row, column, placement);
            return row.extend_from_slice(quote);
        };
        write!(row, "{number}").expect("writing to memory");
    }
}

/// Appends what a column holds that is a text told by the position.
pub(super) fn write_text_of_position(row: &mut Vec<u8>, column: Column, placement: &impl Placement) {
    match (column, placement.table()) {
        (Table, Some(table)) => row.extend_from_slice(table.kind.name().as_bytes()),
        (Rules, Some(table)) => row.extend_from_slice(table.rules.to_string().as_bytes()),
        _ => placement.write_position(row),
    }
}

/// What a column holds that is a count told by the position.
pub(super) fn count_of_position(column: Column, placement: &impl Placement) -> Option<u64> {
    Some(match column {
        Rows => placement.size().0 as u64,
        Cols => placement.size().1 as u64,
        Black => placement.stones().0 as u64,
        White => placement.stones().1 as u64,
        Regions => placement.regions() as u64,
        Count => placement.count(),
        Position | FirstPosition | Table | Rules | Expression | OfValue(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{BIRTHDAY, KIND, MEAN, Properties, VALUE};
    use super::*;
    use konane::value::ValueStore;
    use konane::value::notation::Notation;

    fn row(format: RowFormat, columns: &[Column], value: &str) -> String {
        let store = ValueStore::new();
        let mut properties = Properties::new(&store, Notation::Cgsuite);
        let carried = vec!["a \"name\"".to_owned(), "b".to_owned()];
        let names = carried.iter().cloned().chain(columns.iter().map(|column| column.name().to_owned()));
        let header = format.header(names);
        let writer = RowWriter::new(format, carried, columns);
        let form = store.parse(value).unwrap();
        let pieces = properties.pieces(&writer, form).unwrap();
        let position: konane::board::Position = "xo./.#.".parse().unwrap();
        let mut row = header.into_bytes();
        writer.write(&mut row, &[Some("1,\n2".to_owned())], &position, pieces);
        String::from_utf8(row).unwrap()
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
