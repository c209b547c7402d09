//! `konane calc`: a calculator on values.

use super::columns::{ColumnOptions, FieldTable, tell_of};
use super::destination::Destination;
use super::failure::Failure;
use super::input::{read_file, read_stdin, text_of};
use super::interrupt::catch_signals;
use super::minus;
use super::output::Output;
use super::progress::Progress;
use super::prompt;
use super::resources::Resources;
use konane::calc::{Calculator, CalculatorError, CalculatorProblem, Function, Script, Statement, Value};
use konane::solve::{Interrupt, SolveError};
use konane::tables::{CALC_COLUMNS, Column, Field, Properties};
use konane::value::notation::Notation;
use konane::value::{Property, StoreLimits, ValueError, ValueStore};
use std::io::{self, IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::sync::Arc;

/// A calculator on values of games
///
/// Statements come from arguments, from files and, with -, from standard input, and share their
/// variables. A statement is an expression, whose result is written on a line, or an assignment
/// name := expression, of which nothing is written. Statements are separated by ; and by the ends of
/// lines outside brackets; // begins a comment. The first statement that fails is the last one: what
/// was written before it stands, and one line on standard error points at the character.
///
/// Without arguments and files there is a prompt with history and completion if standard input and
/// output are a terminal; else statements are read from standard input.
#[derive(clap::Args)]
#[command(after_help = NOTES, after_long_help = format!("{NOTES}\n\nFunctions:\n{}", functions()))]
pub struct Arguments {
    /// Statements such as 'G := {3||2|1}; Mean(G)'; - reads standard input
    ///
    /// Before an expression that begins with - and a letter, such as -x, write -- to end the options.
    #[arg(value_name = "EXPRESSION")]
    expressions: Vec<String>,

    /// A file of statements; may be given several times
    #[arg(short, long, value_name = "FILE")]
    file: Vec<PathBuf>,

    /// Write a table: a row for each result, with the properties of the value
    #[arg(long)]
    table: bool,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    columns: ColumnOptions,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Operators, those that bind least tightly first:
  == != <= >= < >     comparisons in the order of games; <> is fuzzy, <| less or fuzzy, |> greater or fuzzy
  + - +-              sum, difference, sum with + or - what follows
  :                   ordinal sum
  *                   multiple, where one factor is an integer
  G.F, G.F(...)       the function F of G, the same as F(G) and F(G, ...)

'konane calc --help' lists the functions, and so does 'help' at the prompt, which keeps its history in
konane/calc_history in the folder of the user's data.

Examples:
  konane calc '{3||2|1} + ^ - 1'
  konane calc 'G := Konane(\"xo./..x\"); G == 0; G.Temperature'
  konane calc 'Cool({4|1}, 1)' '^:*' 'Tiny(2) < ^'
  konane calc --table '{3||2|1}' '+-1 + *' --columns expression,mean,temperature
  konane calc --file statements.txt
  konane calc";

/// A line for each function.
pub fn functions() -> String {
    let lines = Function::all()
        .iter()
        .map(|function| format!("  {:28} {}\n", function.signature(), function.meaning()));
    lines.collect()
}

/// A text of statements, and where it comes from.
struct Source {
    name: Name,
    text: String,
}

enum Name {
    /// The only argument.
    Argument,
    /// One of several, counted from 1.
    ArgumentOf(usize),
    File(String),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let columns = CALC_COLUMNS.choose(arguments.columns.columns.as_deref())?;
    if !arguments.table && arguments.columns.columns.is_some() {
        return Err(Failure::input("--columns are those of --table"));
    }
    if arguments.destination.is_given() && !arguments.table {
        return Err(Failure::input("--format and --output are those of --table"));
    }
    let is_prompt = arguments.expressions.is_empty()
        && arguments.file.is_empty()
        && !arguments.table
        && stdin().is_terminal()
        && stdout().is_terminal();
    let (format, compression) = arguments.destination.format()?;
    let sources = if is_prompt { Vec::new() } else { arguments.sources()? };
    arguments.resources.start_threads()?;
    let workspace = Workspace { interrupt: catch_signals(), memory: arguments.resources.memory_ceiling() };
    if is_prompt {
        return prompt::run(&workspace, arguments.columns.notation);
    }
    let _progress = Progress::show(arguments.resources.progress, &workspace.interrupt.monitor, "evaluating");
    let store = workspace.new_store();
    let mut calculator = workspace.calculator(&store);
    let output = arguments.destination.open(compression)?;
    let sink = match arguments.table {
        true => Sink::Table(FieldTable::begin(format, Column::schema(Vec::new(), &columns), output)?),
        false => Sink::Lines(output),
    };
    let properties = Properties::new(&store, arguments.columns.notation);
    let mut report = Report { arguments, columns, properties, sink };
    let result = report.write_all(&mut calculator, &sources);
    let undefined = report.properties.into_undefined();
    match arguments.columns.columns {
        Some(_) => tell_of(&undefined),
        // Nobody asked for what most values do not have.
        None => tell_of(&undefined.out_of_reach()),
    }
    result?;
    match report.sink {
        Sink::Table(table) => table.finish(),
        Sink::Lines(output) => output.finish(),
    }
}

impl Arguments {
    fn sources(&self) -> Result<Vec<Source>, Failure> {
        let mut sources = Vec::new();
        for (index, text) in self.expressions.iter().enumerate() {
            sources.push(match minus::unprotected(text) {
                "-" => source("<stdin>", read_stdin())?,
                text => {
                    let one = self.expressions.len() == 1;
                    let name = if one { Name::Argument } else { Name::ArgumentOf(index + 1) };
                    Source { name, text: text.to_owned() }
                }
            });
        }
        for file in &self.file {
            sources.push(source(&file.display().to_string(), read_file(file))?);
        }
        if sources.is_empty() {
            sources.push(source("<stdin>", read_stdin())?);
        }
        Ok(sources)
    }
}

fn source(name: &str, bytes: io::Result<Vec<u8>>) -> Result<Source, Failure> {
    Ok(Source { name: Name::File(name.to_owned()), text: text_of(name, bytes)? })
}

/// What lasts as long as the command.
pub struct Workspace {
    /// What Ctrl-C stops.
    pub interrupt: Interrupt,
    memory: u64,
}

impl Workspace {
    /// An empty store, which takes the place of the one before.
    pub fn new_store(&self) -> Arc<ValueStore> {
        self.interrupt.new_store(StoreLimits { memory: Some(self.memory), ..StoreLimits::default() })
    }

    /// A calculator without variables.
    pub fn calculator<'s>(&'s self, store: &'s ValueStore) -> Calculator<'s> {
        Calculator::new(store, &self.interrupt.monitor, Some(self.memory))
    }
}

/// The results on their way to the output.
struct Report<'a> {
    arguments: &'a Arguments,
    columns: Vec<Column>,
    properties: Properties<'a>,
    sink: Sink,
}

/// Where results go.
enum Sink {
    /// A row each.
    Table(FieldTable),
    /// A line each.
    Lines(Output),
}

impl Report<'_> {
    fn write_all(&mut self, calculator: &mut Calculator<'_>, sources: &[Source]) -> Result<(), Failure> {
        for source in sources {
            let script = Script::new(&source.text);
            for statement in script.statements() {
                let fail = |error: CalculatorError| failure(&source.name, &error);
                let Some(value) = calculator.evaluate(&statement).map_err(fail)? else { continue };
                let fail = |error| fail(statement.error(error));
                match &mut self.sink {
                    Sink::Table(table) => {
                        let notation = self.arguments.columns.notation;
                        let mut row = Vec::new();
                        for &column in &self.columns {
                            let properties = &mut self.properties;
                            let field = field(column, calculator, &statement, &value, properties, notation);
                            row.push(field.map_err(fail)?);
                        }
                        table.write(row)?;
                        table.flush()?;
                    }
                    Sink::Lines(output) => {
                        let text = calculator.text(&value, self.arguments.columns.notation);
                        output.write((text.map_err(fail)? + "\n").as_bytes())?;
                        output.flush()?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// What a column holds in the row of a result. What is no game has no properties but itself, a text.
fn field(
    column: Column,
    calculator: &mut Calculator<'_>,
    statement: &Statement<'_>,
    value: &Value,
    properties: &mut Properties<'_>,
    notation: Notation,
) -> Result<Field, ValueError> {
    match (column, value) {
        (Column::OfValue(property), Value::Game(sum)) => {
            let answer = calculator.property(property, sum);
            properties.field_of(property, answer, || calculator.text(value, notation))
        }
        (Column::OfValue(Property::Value), Value::Truth(truth)) => Ok(Field::Truth(*truth)),
        (Column::OfValue(Property::Value), other) => Ok(Field::Text(calculator.text(other, notation)?)),
        (Column::OfValue(_), _) => Ok(Field::Missing),
        _ => Ok(Field::Text(statement.text().to_owned())),
    }
}

/// What an error in a text means for the command.
fn failure(name: &Name, error: &CalculatorError) -> Failure {
    let problem = error.problem();
    let message = match name {
        Name::Argument => error.to_string(),
        Name::ArgumentOf(index) => format!("expression {index}, {error}"),
        Name::File(name) => format!("{name}:{}:{}: {problem}", error.line(), error.column()),
    };
    failure_for(message, problem)
}

/// What a problem of a statement means for a command, with the message that says so.
pub fn failure_for(message: String, problem: &CalculatorProblem) -> Failure {
    match problem {
        _ if is_interruption(problem) => Failure::Interrupted,
        _ if is_memory(problem) => Failure::Failed(message + ": raise it with --memory"),
        CalculatorProblem::Value(ValueError::TextTooLong | ValueError::StoreFull) => Failure::Failed(message),
        _ => Failure::input(message),
    }
}

/// Whether Ctrl-C is the problem.
pub fn is_interruption(problem: &CalculatorProblem) -> bool {
    matches!(
        problem,
        CalculatorProblem::Solve(SolveError::Interrupted) | CalculatorProblem::Value(ValueError::Interrupted)
    )
}

/// Whether the memory ceiling is the problem.
pub fn is_memory(problem: &CalculatorProblem) -> bool {
    matches!(
        problem,
        CalculatorProblem::Solve(SolveError::MemoryLimit(_))
            | CalculatorProblem::Value(ValueError::MemoryLimit(_))
    )
}
