//! The columns of tables, and rows written as CSV or JSON lines.
//!
//! Of a table of all positions of a board most rows repeat a value met before. What is derived from the
//! value alone is therefore written once a value, for each run of neighbouring columns, and rows are put
//! together from such pieces ([`Properties::pieces`]).

use super::failure::Failure;
use konane::board::Cell;
use konane::solve::region_count;
use konane::value::notation::Notation;
use konane::value::{Analysis, CanonicalForm, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::io::Write;

/// Options on what is written of each position.
#[derive(clap::Args)]
pub struct ColumnOptions {
    /// Columns to write, separated by commas, in this order
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub columns: Option<Vec<String>>,

    /// How values are written: cgsuite, unicode, latex or braces
    #[arg(long, value_name = "NOTATION", default_value_t = Notation::Cgsuite)]
    pub notation: Notation,
}

/// What a column of a table holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The position, rows separated by `/`.
    Position,
    /// Number of rows of the board.
    Rows,
    /// Number of columns of the board.
    Cols,
    /// Number of black stones.
    Black,
    /// Number of white stones.
    White,
    /// Number of independent regions.
    Regions,
    /// Number of positions that have the value.
    Count,
    /// The first position that has the value.
    FirstPosition,
    /// The value.
    Value,
    /// The outcome class: L, R, N or P.
    Outcome,
    /// The left stop.
    LeftStop,
    /// The right stop.
    RightStop,
    /// The mean.
    Mean,
    /// The temperature.
    Temperature,
    /// The birthday.
    Birthday,
    /// The most special kind of values that the value belongs to.
    Kind,
}

use Column::*;

/// The columns that a command offers.
pub struct ColumnSet {
    /// Those it writes unless others are asked for.
    pub default: &'static [Column],
    /// All of them.
    pub all: &'static [Column],
}

const OF_POSITIONS: &[Column] = &[
    Position,
    Rows,
    Cols,
    Black,
    White,
    Value,
    Outcome,
    LeftStop,
    RightStop,
    Mean,
    Temperature,
    Birthday,
    Regions,
    Kind,
];

/// Of positions that the user gives.
pub const VALUE_COLUMNS: ColumnSet = ColumnSet {
    default: &[
        Position,
        Rows,
        Cols,
        Black,
        White,
        Value,
        Outcome,
        LeftStop,
        RightStop,
        Mean,
        Temperature,
        Birthday,
        Regions,
    ],
    all: OF_POSITIONS,
};

/// Of all positions of one board.
pub const TABLE_COLUMNS: ColumnSet = ColumnSet {
    default: &[Position, Black, White, Value, Outcome, LeftStop, RightStop, Mean, Temperature, Birthday],
    all: OF_POSITIONS,
};

/// Of the values that occur on one board.
pub const SUMMARY_COLUMNS: ColumnSet = ColumnSet { default: SUMMARY, all: SUMMARY };

const SUMMARY: &[Column] =
    &[Value, Count, FirstPosition, Outcome, LeftStop, RightStop, Mean, Temperature, Birthday, Kind];

impl ColumnSet {
    /// The columns with the names asked for, or the default.
    pub fn choose(&self, names: Option<&[String]>) -> Result<Vec<Column>, Failure> {
        let Some(names) = names else { return Ok(self.default.to_vec()) };
        let mut chosen = Vec::new();
        for name in names {
            let name = name.trim();
            let Some(&column) = self.all.iter().find(|column| column.name() == name) else {
                let known: Vec<&str> = self.all.iter().map(|column| column.name()).collect();
                let known = known.join(", ");
                return Err(Failure::input(format!("unknown column {name:?}: the columns are {known}")));
            };
            if chosen.contains(&column) {
                return Err(Failure::input(format!("column {name} is asked for twice")));
            }
            chosen.push(column);
        }
        Ok(chosen)
    }
}

impl Column {
    /// The name, as in headers.
    pub const fn name(self) -> &'static str {
        match self {
            Position => "position",
            Rows => "rows",
            Cols => "cols",
            Black => "black",
            White => "white",
            Regions => "regions",
            Count => "count",
            FirstPosition => "first_position",
            Value => "value",
            Outcome => "outcome",
            LeftStop => "left_stop",
            RightStop => "right_stop",
            Mean => "mean",
            Temperature => "temperature",
            Birthday => "birthday",
            Kind => "kind",
        }
    }

    const fn depends_on_value_only(self) -> bool {
        !matches!(self, Position | Rows | Cols | Black | White | Regions | Count | FirstPosition)
    }
}

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

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum RowFormat {
    /// Comma-separated values with a header
    Csv,
    /// JSON lines: one object a row
    Json,
}

/// The content of a field. Numbers that need not be integers are texts, such as `-1/2`.
pub enum Field {
    /// Any text.
    Text(String),
    /// A count.
    Number(u64),
    /// Nothing.
    Missing,
}

impl RowFormat {
    /// Some fields of a row, with what separates them from each other.
    fn fields(self, fields: &[(&str, Field)]) -> String {
        match self {
            RowFormat::Csv => csv_record(fields.iter().map(|(_, field)| match field {
                Field::Text(text) => text.clone(),
                Field::Number(number) => number.to_string(),
                Field::Missing => String::new(),
            })),
            RowFormat::Json => {
                let members = fields.iter().map(|(name, field)| {
                    let value = match field {
                        Field::Text(text) => serde_json::Value::from(text.as_str()),
                        Field::Number(number) => serde_json::Value::from(*number),
                        Field::Missing => serde_json::Value::Null,
                    };
                    format!("{}:{value}", serde_json::Value::from(*name))
                });
                members.collect::<Vec<_>>().join(",")
            }
        }
    }

    /// What stands before the first row: the names of the columns of a CSV.
    pub fn header(self, names: impl IntoIterator<Item = String>) -> String {
        match self {
            RowFormat::Csv => csv_record(names) + "\n",
            RowFormat::Json => String::new(),
        }
    }

    /// A row.
    pub fn row(self, fields: &[(&str, Field)]) -> String {
        let (begin, end) = self.row_ends();
        format!("{begin}{}{end}", self.fields(fields))
    }

    /// What stands before and after the fields of a row.
    const fn row_ends(self) -> (&'static str, &'static str) {
        match self {
            RowFormat::Csv => ("", "\n"),
            RowFormat::Json => ("{", "}\n"),
        }
    }
}

/// A record of a CSV without the end of its line.
fn csv_record(fields: impl IntoIterator<Item = String>) -> String {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(fields.into_iter().collect::<Vec<_>>()).expect("writing to memory");
    let record = writer.into_inner().expect("writing to memory");
    let record = String::from_utf8(record).expect("made of strings");
    record.strip_suffix('\n').map(str::to_owned).unwrap_or(record)
}

/// Writes rows of chosen columns.
pub struct RowWriter {
    format: RowFormat,
    carried: Vec<String>,
    parts: Vec<Part>,
}

/// Neighbouring columns that are written together.
enum Part {
    OfPosition(Column),
    OfValue(Vec<Column>),
}

impl RowWriter {
    /// Rows of `columns`, after columns with the names `carried`.
    pub fn new(format: RowFormat, carried: Vec<String>, columns: &[Column]) -> RowWriter {
        let mut parts: Vec<Part> = Vec::new();
        for &column in columns {
            match parts.last_mut() {
                Some(Part::OfValue(run)) if column.depends_on_value_only() => run.push(column),
                _ if column.depends_on_value_only() => parts.push(Part::OfValue(vec![column])),
                _ => parts.push(Part::OfPosition(column)),
            }
        }
        RowWriter { format, carried, parts }
    }

    /// What stands before the first row.
    pub fn header(&self) -> String {
        let own = self.parts.iter().flat_map(|part| match part {
            Part::OfPosition(column) => std::slice::from_ref(column),
            Part::OfValue(run) => run,
        });
        self.format.header(self.carried.iter().cloned().chain(own.map(|column| column.name().to_owned())))
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

    /// Appends a field that is a position, which needs no quotes in a CSV, or a number.
    fn write_of_position(&self, row: &mut Vec<u8>, column: Column, placement: &impl Placement) {
        let json = self.format == RowFormat::Json;
        if json {
            row.extend_from_slice(format!("\"{}\":", column.name()).as_bytes());
        }
        let number = match column {
            Rows => placement.size().0 as u64,
            Cols => placement.size().1 as u64,
            Black => placement.stones().0 as u64,
            White => placement.stones().1 as u64,
            Regions => placement.regions() as u64,
            Count => placement.count(),
            _ => {
                let quote: &[u8] = if json { b"\"" } else { b"" };
                row.extend_from_slice(quote);
                placement.write_position(row);
                return row.extend_from_slice(quote);
            }
        };
        write!(row, "{number}").expect("writing to memory");
    }
}

/// What rows say of one value: a text for each run of columns that depend on the value only.
pub type Pieces = Box<[Box<str>]>;

/// The properties of values, each value's texts written once.
pub struct Properties<'s> {
    analysis: Analysis<'s>,
    notation: Notation,
    pieces: FxHashMap<CanonicalForm, Pieces>,
}

/// Values remembered at most; a table of a large board has more than memory should hold the texts of.
const MOST_REMEMBERED: usize = 1 << 18;

impl<'s> Properties<'s> {
    /// Of values of `store`, in the given notation.
    pub fn new(store: &'s ValueStore, notation: Notation) -> Properties<'s> {
        Properties { analysis: Analysis::new(store), notation, pieces: FxHashMap::default() }
    }

    /// The pieces of which the rows of `writer` with this value are made. Always to be asked with the
    /// same writer.
    pub fn pieces(&mut self, writer: &RowWriter, form: CanonicalForm) -> Result<&Pieces, ValueError> {
        if !self.pieces.contains_key(&form) {
            if self.pieces.len() >= MOST_REMEMBERED {
                *self = Properties::new(self.analysis.store(), self.notation);
            }
            let pieces = self.write_pieces(writer, form)?;
            self.pieces.insert(form, pieces);
        }
        Ok(&self.pieces[&form])
    }

    fn write_pieces(&mut self, writer: &RowWriter, form: CanonicalForm) -> Result<Pieces, ValueError> {
        let runs = writer.parts.iter().filter_map(|part| match part {
            Part::OfValue(run) => Some(run),
            Part::OfPosition(_) => None,
        });
        runs.map(|run| {
            let fields = run.iter().map(|&column| Ok((column.name(), self.field(column, form)?)));
            let fields = fields.collect::<Result<Vec<_>, ValueError>>()?;
            Ok(writer.format.fields(&fields).into_boxed_str())
        })
        .collect()
    }

    /// What a column that depends on the value only holds.
    fn field(&mut self, column: Column, form: CanonicalForm) -> Result<Field, ValueError> {
        if column == Birthday {
            return Ok(Field::Number(self.analysis.birthday(form)?));
        }
        self.text(column, form).map(Field::Text)
    }

    /// The same as a text.
    pub fn text(&mut self, column: Column, form: CanonicalForm) -> Result<String, ValueError> {
        let store = self.analysis.store();
        Ok(match column {
            Value => store.text(form, self.notation)?,
            Outcome => store.outcome_class(form)?.to_string(),
            LeftStop => store.left_stop(form).to_string(),
            RightStop => store.right_stop(form).to_string(),
            Mean => self.analysis.mean(form)?.to_string(),
            Temperature => self.analysis.temperature(form)?.to_string(),
            Birthday => self.analysis.birthday(form)?.to_string(),
            Kind => store.kind(form)?.to_string(),
            Position | Rows | Cols | Black | White | Regions | Count | FirstPosition => {
                unreachable!("{} is not a property of values", column.name())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(format: RowFormat, columns: &[Column], value: &str) -> String {
        let store = ValueStore::new();
        let mut properties = Properties::new(&store, Notation::Cgsuite);
        let writer = RowWriter::new(format, vec!["a \"name\"".to_owned(), "b".to_owned()], columns);
        let form = store.parse(value).unwrap();
        let pieces = properties.pieces(&writer, form).unwrap();
        let position: konane::board::Position = "xo./.#.".parse().unwrap();
        let mut row = writer.header().into_bytes();
        writer.write(&mut row, &[Some("1,\n2".to_owned())], &position, pieces);
        String::from_utf8(row).unwrap()
    }

    #[test]
    fn csv_fields_are_quoted_where_they_must_be() {
        assert_eq!(
            row(RowFormat::Csv, &[Value, Kind, Position, White, Birthday], "{1,1*|-1}"),
            "\"a \"\"name\"\"\",b,value,kind,position,white,birthday\n\
             \"1,\n2\",,\"{1,1*|-1}\",other,xo./.#.,1,3\n"
        );
    }

    #[test]
    fn json_has_one_object_a_line() {
        assert_eq!(
            row(RowFormat::Json, &[Rows, Birthday, Mean, Position], "*"),
            "{\"a \\\"name\\\"\":\"1,\\n2\",\"b\":null,\"rows\":2,\"birthday\":1,\"mean\":\"0\",\
             \"position\":\"xo./.#.\"}\n"
        );
    }

    #[test]
    fn columns_are_chosen_by_name() {
        let choose = |set: &ColumnSet, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            set.choose(Some(&names))
        };
        assert_eq!(choose(&VALUE_COLUMNS, &["value", " rows"]).unwrap(), [Value, Rows]);
        assert_eq!(VALUE_COLUMNS.choose(None).unwrap(), VALUE_COLUMNS.default);
        for (set, names) in [
            (&VALUE_COLUMNS, ["value", "value"]),
            (&TABLE_COLUMNS, ["value", "count"]),
            (&SUMMARY_COLUMNS, ["", ""]),
        ] {
            assert!(matches!(choose(set, &names), Err(Failure::Input(_))), "{names:?}");
        }
    }
}
