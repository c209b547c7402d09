//! Rows of fields, written as CSV or JSON lines.

use konane::tables::Field;

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum RowFormat {
    /// Comma-separated values with a header
    Csv,
    /// JSON lines: one object a row
    Json,
}

impl RowFormat {
    /// Some fields of a row, with what separates them from each other.
    pub(super) fn fields(self, fields: &[(&str, Field)]) -> String {
        match self {
            // Alone in its record it would be quoted, see [`RowFormat::EMPTY_ROW`].
            RowFormat::Csv if matches!(fields, [(_, Field::Missing)]) => String::new(),
            RowFormat::Csv => csv_record(fields.iter().map(|(_, field)| field.text())),
            RowFormat::Json => {
                let members = fields.iter().map(|(name, field)| {
                    let value = match field {
                        Field::Json(json) => return format!("{}:{json}", serde_json::Value::from(*name)),
                        Field::Text(text) => serde_json::Value::from(text.as_str()),
                        // JSON readers hold larger numbers inexactly, if at all.
                        Field::Count(count) if *count < 1 << 53 => serde_json::Value::from(*count as u64),
                        Field::Count(count) => serde_json::Value::from(count.to_string()),
                        Field::Number(number) => serde_json::Value::from(number.to_string()),
                        Field::Double(double) => serde_json::Value::from(*double),
                        Field::Truth(truth) => serde_json::Value::from(*truth),
                        Field::List(texts) => serde_json::Value::from(texts.as_slice()),
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
        let content = self.fields(fields);
        format!("{begin}{}{end}", if content.is_empty() { RowFormat::EMPTY_ROW } else { &content })
    }

    /// What stands for a row of one empty field: readers of CSV pass over empty lines.
    pub(super) const EMPTY_ROW: &str = "\"\"";

    /// What stands before and after the fields of a row.
    pub(super) const fn row_ends(self) -> (&'static str, &'static str) {
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
