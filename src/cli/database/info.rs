//! `konane database info`: what is in a database.

use crate::cli::columns::{FieldTable, TableFormat};
use crate::cli::failure::{Failure, note};
use crate::cli::output::Output;
use indicatif::HumanCount;
use konane::database::{DatabaseSurvey, TableSurvey, VERSION, unfinished_path};
use konane::solve::human_bytes;
use konane::tables::{Field, FieldType, Schema};
use std::fmt::Write;
use std::path::PathBuf;

/// What is in a database, finished or not
///
/// It is told at once, from the directory of the file, without reading all of it: to verify the checksums use
/// konane database check.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The database, or one that is not finished (FILE.unfinished)
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// How to write it: text, json (one object) or csv (one row a table)
    #[arg(long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    format: InfoFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum InfoFormat {
    /// For people
    Text,
    /// One object
    Json,
    /// One row a table
    Csv,
}

const NOTES: &str = "\
Columns of the CSV: table (board or connected_rows), rows, cols, rules, positions (that are stored when the
table is complete), stored, new_values (that no table before it has, a value and its negative counted
once), position_bytes and value_bytes.";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut file = arguments.file.clone();
    let unfinished = unfinished_path(&file);
    if unfinished.exists() && !file.exists() {
        file = unfinished;
    } else if unfinished.exists() {
        note(&format!("{}: tables are being added, or that was stopped", unfinished.display()));
    }
    let survey = DatabaseSurvey::of_file(&file)?;
    let mut output = Output::stdout();
    match arguments.format {
        InfoFormat::Text => output.write(text(&survey).as_bytes())?,
        InfoFormat::Json => output.write(format!("{}\n", json(&survey)).as_bytes())?,
        InfoFormat::Csv => return write_tables(&survey, output),
    }
    output.finish()
}

/// How far the file is.
fn state(survey: &DatabaseSurvey) -> String {
    let whole = match (survey.part.index, survey.part.of) {
        (_, 1) => String::new(),
        (index, of) => format!("part {} of {of}, ", u64::from(index) + 1),
    };
    let state = if survey.is_finished { "finished" } else { "not finished, or cut off" };
    format!("{whole}{state}")
}

fn text(survey: &DatabaseSurvey) -> String {
    let stored: u64 = survey.tables.iter().map(|table| table.stored).sum();
    let mut text = String::new();
    let mut line = |name: &str, content: String| {
        let _ = writeln!(text, "{name:<10} {content}");
    };
    line("file", survey.path.display().to_string());
    line("format", format!("version {VERSION}, {}, checksums not verified", state(survey)));
    line("length", format!("{} ({} bytes)", human_bytes(survey.length), HumanCount(survey.length)));
    let bytes = |bytes: u64| human_bytes(bytes);
    line("positions", format!("{} stored, {}", HumanCount(stored), bytes(survey.position_bytes())));
    let values = format!("{} up to sign, {}", HumanCount(survey.values), bytes(survey.value_bytes()));
    line("values", values);
    line("other", bytes(survey.other_bytes()));
    for table in &survey.tables {
        let TableSurvey { description, positions, stored, new_values, .. } = table;
        // Of a part it is never all.
        let is_all = stored == positions || (survey.is_finished && survey.part.of > 1);
        let of = if is_all { String::new() } else { format!(" of {}", HumanCount(*positions)) };
        let counts =
            format!("{}{of} positions, new values: {}", HumanCount(*stored), HumanCount(*new_values));
        line("table", format!("{description}: {counts}"));
    }
    text
}

fn json(survey: &DatabaseSurvey) -> serde_json::Value {
    let tables: Vec<_> = survey.tables.iter().map(json_of_table).collect();
    serde_json::json!({
        "file": survey.path.display().to_string(),
        "version": VERSION,
        "finished": survey.is_finished,
        "part": survey.part.index + 1,
        "parts": survey.part.of,
        "checksums_verified": false,
        "bytes": survey.length,
        "position_bytes": survey.position_bytes(),
        "value_bytes": survey.value_bytes(),
        "other_bytes": survey.other_bytes(),
        "values": survey.values,
        "tables": tables,
    })
}

fn json_of_table(table: &TableSurvey) -> serde_json::Value {
    let description = table.description;
    serde_json::json!({
        "table": description.kind.name(),
        "rows": description.rows,
        "cols": description.columns,
        "rules": description.rules.to_string(),
        "positions": table.positions,
        "stored": table.stored,
        "new_values": table.new_values,
        "position_bytes": table.position_bytes,
        "value_bytes": table.value_bytes,
    })
}

/// One row a table.
fn write_tables(survey: &DatabaseSurvey, output: Output) -> Result<(), Failure> {
    let texts = ["table", "rules"];
    let names = [
        "table",
        "rows",
        "cols",
        "rules",
        "positions",
        "stored",
        "new_values",
        "position_bytes",
        "value_bytes",
    ];
    let kind = |name| if texts.contains(&name) { FieldType::Text } else { FieldType::Count };
    let schema = Schema(names.map(|name| (name.to_owned(), kind(name))).to_vec());
    let mut table = FieldTable::begin(TableFormat::Csv, schema, output)?;
    for survey in &survey.tables {
        let description = survey.description;
        let count = |count: u64| Field::Count(count.into());
        table.write(vec![
            Field::Text(description.kind.name().to_owned()),
            count(description.rows.into()),
            count(description.columns.into()),
            Field::Text(description.rules.to_string()),
            count(survey.positions),
            count(survey.stored),
            count(survey.new_values),
            count(survey.position_bytes),
            count(survey.value_bytes),
        ])?;
    }
    table.finish()
}
