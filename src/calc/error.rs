//! Why a statement has no result.

use super::value::TRUTH;
use crate::board::PositionError;
use crate::board::moves::UnknownRules;
use crate::reading::shown;
use crate::solve::SolveError;
use crate::value::ValueError;
use crate::value::notation::ParseValueProblem;
use std::fmt;

/// A statement without a result, with the place where it goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalculatorError {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) problem: CalculatorProblem,
}

impl CalculatorError {
    /// The line of the text, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The number of the character in the line, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong there.
    pub fn problem(&self) -> &CalculatorProblem {
        &self.problem
    }
}

/// What is wrong with a statement that has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CalculatorProblem {
    /// The text is not well formed.
    Syntax(ParseValueProblem),
    /// The result cannot be computed, or there is none.
    Value(ValueError),
    /// The value of a position cannot be computed.
    Solve(SolveError),
    /// A text that is not a position.
    Position(PositionError),
    /// A text that does not name rules.
    Rules(UnknownRules),
    /// A word that means nothing.
    UnknownName(String),
    /// A word that is no function where one is called.
    UnknownFunction(String),
    /// A function without its arguments.
    FunctionAlone(String),
    /// A function with too few or too many arguments.
    ArgumentCount {
        /// The function with its parameters.
        signature: String,
        /// How many arguments it was given.
        found: usize,
    },
    /// Something of the wrong kind.
    Expected {
        /// What should stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A product of two games neither of which is an integer.
    ProductOfGames,
    /// Two things that cannot be compared.
    NotComparable {
        /// The kind of the left one.
        left: &'static str,
        /// The kind of the right one.
        right: &'static str,
    },
    /// A comment that begins with `/*` and does not end.
    OpenComment,
    /// An assignment to something that is no name.
    NotAName,
    /// An assignment to the name of a function.
    NameOfFunction(String),
}

impl From<ParseValueProblem> for CalculatorProblem {
    fn from(problem: ParseValueProblem) -> CalculatorProblem {
        match problem {
            ParseValueProblem::Value(error) => CalculatorProblem::Value(error),
            ParseValueProblem::MultipleNotWhole => CalculatorProblem::ProductOfGames,
            problem => CalculatorProblem::Syntax(problem),
        }
    }
}

impl From<ValueError> for CalculatorProblem {
    fn from(error: ValueError) -> CalculatorProblem {
        CalculatorProblem::Value(error)
    }
}

impl From<SolveError> for CalculatorProblem {
    fn from(error: SolveError) -> CalculatorProblem {
        match error {
            SolveError::Value(error) => CalculatorProblem::Value(error),
            error => CalculatorProblem::Solve(error),
        }
    }
}

impl fmt::Display for CalculatorProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CalculatorProblem::Syntax(problem) => problem.fmt(f),
            CalculatorProblem::Value(error) => error.fmt(f),
            CalculatorProblem::Solve(error) => error.fmt(f),
            CalculatorProblem::Position(error) => error.fmt(f),
            CalculatorProblem::Rules(error) => error.fmt(f),
            CalculatorProblem::UnknownName(name) => {
                let name = shown(name);
                write!(f, "unknown name {name} (write {} := ... to give it a value)", name.replace('"', ""))
            }
            CalculatorProblem::UnknownFunction(name) => write!(f, "unknown function {}", shown(name)),
            CalculatorProblem::FunctionAlone(signature) => {
                write!(f, "a function needs its arguments: {signature}")
            }
            CalculatorProblem::ArgumentCount { signature, found } => {
                write!(f, "wrong number of arguments, {found}: {signature}")
            }
            CalculatorProblem::Expected { expected, found } => write!(f, "expected {expected}, not {found}"),
            CalculatorProblem::ProductOfGames => {
                write!(f, "one of two factors must be an integer (the Norton product is NortonProduct(G, U))")
            }
            CalculatorProblem::NotComparable { left, right } => {
                let hint = if *left == TRUTH { " (a < b < c is not read)" } else { "" };
                write!(f, "{left} cannot be compared with {right}{hint}")
            }
            CalculatorProblem::OpenComment => write!(f, "a comment that does not end"),
            CalculatorProblem::NotAName => {
                write!(f, "only a name can be given a value: letters, digits and _, and not v, vv or v3")
            }
            CalculatorProblem::NameOfFunction(name) => {
                write!(f, "{name} is the name of a function and cannot be given a value")
            }
        }
    }
}

impl fmt::Display for CalculatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 1 {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "column {}: {}", self.column, self.problem)
    }
}

impl std::error::Error for CalculatorError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            CalculatorProblem::Value(error) => Some(error),
            CalculatorProblem::Solve(error) => Some(error),
            CalculatorProblem::Position(error) => Some(error),
            CalculatorProblem::Rules(error) => Some(error),
            _ => None,
        }
    }
}
