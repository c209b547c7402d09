//! The prompt of `konane calc`.

use super::calc::{Workspace, functions, is_interruption, is_memory};
use super::failure::{Failure, note};
use super::output::Output;
use konane::calc::{Calculator, CalculatorError, Function, Script};
use konane::value::notation::Notation;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor};
use std::path::PathBuf;
use std::{env, fs};

const PROMPT: &str = "> ";

const INTRODUCTION: &str = "\
Expressions such as {3||2|1} + ^ or Mean(G), assignments such as G := +-1. Type help for what there is,
quit or Ctrl-D to end; Ctrl-C stops a computation.
";

const HELP: &str = "\
Operators   + - +-  :  *  == != <= >= < > <> <| |>    and G.F or G.F(...) for F(G) and F(G, ...)
Values      3/4  *2  ^  vv*  ^<2>  ^[3]  +-1  {3||2|1}  Tiny(2)  Konane(\"xo./..x\")
Commands    help, help FUNCTION, variables, reset (forgets everything), quit

Functions
";

/// Reads statements and writes their results until the user ends it.
pub fn run(workspace: &Workspace, notation: Notation) -> Result<(), Failure> {
    let failed = |error: ReadlineError| Failure::Failed(format!("the terminal: {error}"));
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
    let mut editor: Editor<Assistant, FileHistory> = Editor::with_config(config).map_err(failed)?;
    editor.set_helper(Some(Assistant { names: Vec::new() }));
    // A history that cannot be read or kept is no reason to fail.
    let history = history_file();
    if let Some(history) = &history {
        let _ = editor.load_history(history);
    }
    let mut output = Output::stdout();
    output.write(INTRODUCTION.as_bytes())?;
    let mut end = Ok(End::Reset);
    while matches!(end, Ok(End::Reset)) {
        end = session(workspace, &mut editor, &mut output, notation);
    }
    if let Some(history) = &history {
        let _ = history.parent().map(fs::create_dir_all);
        let _ = editor.save_history(history);
    }
    end.map(|_| ())
}

/// How a session ends.
enum End {
    Quit,
    /// Another one is to begin.
    Reset,
}

/// What is typed between two resets.
fn session(
    workspace: &Workspace,
    editor: &mut Editor<Assistant, FileHistory>,
    output: &mut Output,
    notation: Notation,
) -> Result<End, Failure> {
    let store = workspace.new_store();
    let mut calculator = workspace.calculator(&store);
    loop {
        output.flush()?;
        if let Some(assistant) = editor.helper_mut() {
            assistant.names = names(&calculator);
        }
        let line = match editor.readline(PROMPT) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => return Ok(End::Quit),
            Err(error) => return Err(Failure::Failed(format!("the terminal: {error}"))),
        };
        workspace.interrupt.resume(&store);
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        match words[..] {
            ["quit" | "exit"] => return Ok(End::Quit),
            ["reset"] => return Ok(End::Reset),
            ["help"] => output.write(help().as_bytes())?,
            ["help", name] => output.write(help_on(name).as_bytes())?,
            ["variables"] => {
                for (name, _) in calculator.variables() {
                    output.write(format!("{name}\n").as_bytes())?;
                }
            }
            _ => answer(&mut calculator, &line, output, notation)?,
        }
    }
}

/// Writes the results of the statements of a line, up to the first that fails.
fn answer(
    calculator: &mut Calculator<'_>,
    line: &str,
    output: &mut Output,
    notation: Notation,
) -> Result<(), Failure> {
    let script = Script::new(line);
    for statement in script.statements() {
        let text = calculator.evaluate(&statement).and_then(|value| {
            let text = value.map(|value| calculator.text(&value, notation)).transpose();
            text.map_err(|error| statement.error(error))
        });
        match text {
            Ok(Some(text)) => output.write((text + "\n").as_bytes())?,
            Ok(None) => {}
            Err(error) => {
                output.flush()?;
                complain(&error);
                break;
            }
        }
    }
    Ok(())
}

fn complain(error: &CalculatorError) {
    if is_interruption(error.problem()) {
        return note("interrupted");
    }
    let hint = if is_memory(error.problem()) { ": reset makes room" } else { "" };
    note(&format!("{error}{hint}"));
}

fn help() -> String {
    HELP.to_owned() + &functions()
}

fn help_on(name: &str) -> String {
    match Function::named(name) {
        Some(function) => format!("{}: {}\n", function.signature(), function.meaning()),
        None => format!("no function is called {name}\n"),
    }
}

/// Where the lines typed before are kept: the folder of the user's data.
fn history_file() -> Option<PathBuf> {
    let folder =
        |variable: &str| env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let data = folder("XDG_DATA_HOME")
        .or_else(|| folder("APPDATA"))
        .or_else(|| Some(folder("HOME")?.join(".local/share")))?;
    Some(data.join("konane").join("calc_history"))
}

/// All that can be completed: variables, functions and commands.
fn names(calculator: &Calculator<'_>) -> Vec<String> {
    let variables = calculator.variables().map(|(name, _)| name.to_owned());
    let functions = Function::all().iter().map(|function| function.name().to_owned());
    let commands = ["help", "quit", "reset", "variables"].map(str::to_owned);
    let mut names: Vec<String> = variables.chain(functions).chain(commands).collect();
    names.sort();
    names
}

/// Completes names, and asks for more lines while a bracket is open.
struct Assistant {
    names: Vec<String>,
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(complete(&line[..cursor], &self.names))
    }
}

/// Where the name at the end of a line begins, and which names it can become.
fn complete(line: &str, names: &[String]) -> (usize, Vec<String>) {
    let behind = line.rfind(|c: char| !c.is_alphanumeric() && c != '_');
    let start = behind.map_or(0, |index| index + line[index..].chars().next().map_or(0, char::len_utf8));
    let begun = line[start..].to_lowercase();
    let candidates = names.iter().filter(|name| !begun.is_empty() && name.to_lowercase().starts_with(&begun));
    (start, candidates.cloned().collect())
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let unfinished = Script::new(context.input()).is_unfinished();
        Ok(if unfinished { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {}

impl rustyline::Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed_in_any_capitals() {
        let names = ["Mean", "mu", "Temperature"].map(str::to_owned);
        assert_eq!(complete("2*G.m", &names), (4, vec!["Mean".to_owned(), "mu".to_owned()]));
        assert_eq!(complete("↑+TEMP", &names), (4, vec!["Temperature".to_owned()]));
        assert_eq!(complete("1 + ", &names), (4, Vec::new()));
    }

    #[test]
    fn every_function_is_explained() {
        let help = help();
        for function in Function::all() {
            assert!(help.contains(function.meaning()), "{}", function.name());
            assert!(help_on(function.name()).starts_with(&function.signature()));
        }
        assert_eq!(help_on("Frobnicate"), "no function is called Frobnicate\n");
    }
}
