//! Answers on their way to the output.

use super::answer::Answer;
use super::columns::{Column, row, schema};
use super::question::Question;
use super::text::text;
use crate::cli::columns::{FieldTable, TableFormat};
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Rows of a table.
    Table(TableFormat),
    /// A drawing and sentences.
    Text,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        use TableFormat::{Csv, Json, Parquet};
        &[Format::Table(Csv), Format::Table(Json), Format::Table(Parquet), Format::Text]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Format::Table(format) => format.to_possible_value(),
            Format::Text => Some(PossibleValue::new("text").help("A drawing and sentences")),
        }
    }
}

/// What is written of each answer, and how.
#[derive(Clone)]
pub struct Style {
    /// How.
    pub format: Format,
    /// The names of the columns that positions brought along.
    pub carried: Vec<String>,
    /// The columns after them.
    pub columns: Vec<Column>,
}

/// Writes answers one after the other.
pub struct Report<'a> {
    style: &'a Style,
    sink: Sink,
}

enum Sink {
    Table(FieldTable),
    Text {
        output: Output,
        /// Whether something is written.
        begun: bool,
    },
}

impl Style {
    /// The same, but in a format that can be read on a terminal.
    pub fn readable(&self) -> Style {
        let format = match self.format {
            Format::Table(TableFormat::Parquet) => Format::Table(TableFormat::Csv),
            format => format,
        };
        Style { format, ..self.clone() }
    }

    /// Begins to write.
    pub fn begin(&self, output: Output) -> Result<Report<'_>, Failure> {
        let sink = match self.format {
            Format::Table(format) => {
                let schema = schema(&self.carried, &self.columns);
                Sink::Table(FieldTable::begin(format, schema, output)?)
            }
            Format::Text => Sink::Text { output, begun: false },
        };
        Ok(Report { style: self, sink })
    }
}

impl Report<'_> {
    /// Writes an answer, at once as far as the format allows.
    pub fn write(&mut self, question: &Question, answer: &Answer) -> Result<(), Failure> {
        match &mut self.sink {
            Sink::Table(table) => {
                table.write(row(question, answer, self.style.carried.len(), &self.style.columns))?;
                table.flush()
            }
            Sink::Text { output, begun } => {
                let separator = if std::mem::replace(begun, true) { "\n" } else { "" };
                output.write(format!("{separator}{}", text(question, answer)).as_bytes())?;
                output.flush()
            }
        }
    }

    /// Writes what is left and puts a file in its place.
    pub fn finish(self) -> Result<(), Failure> {
        match self.sink {
            Sink::Table(table) => table.finish(),
            Sink::Text { output, .. } => output.finish(),
        }
    }
}
