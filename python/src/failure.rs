//! From the library's errors to Python's exceptions, with the same texts.

use konane::board::cell::UnknownPlayer;
use konane::board::moves::UnknownRules;
use konane::board::{BoardSizeError, MoveError, PatternError, PositionError, SquareError};
use konane::calc::{CalculatorError, CalculatorProblem};
use konane::database::DatabaseError;
use konane::game::OpeningError;
use konane::published::TableError;
use konane::solve::SolveError;
use konane::tables::{TableFailure, TableFailureKind};
use konane::value::notation::{ParseValueError, ParseValueProblem, UnknownNotation};
use konane::value::{ConditionError, UnknownProperty, ValueError};
use pyo3::PyErr;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::import_exception;

import_exception!(konane.errors, InputError);
import_exception!(konane.errors, UndefinedError);
import_exception!(konane.errors, LimitError);
import_exception!(konane.errors, TimeLimitError);

/// Why there is no result.
#[derive(Debug)]
pub enum Failure {
    /// What was given is not what it should be.
    Input(String),
    /// There is no answer.
    Undefined(String),
    /// The answer is out of reach.
    Limit(String),
    /// The time allowed is over.
    Time(String),
    /// The computation was stopped.
    Interrupted,
    /// Python says so.
    Python(PyErr),
}

impl Failure {
    /// What was given is not what it should be.
    pub fn input(problem: impl ToString) -> Failure {
        Failure::Input(problem.to_string())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Input(problem) => InputError::new_err(problem),
            Failure::Undefined(problem) => UndefinedError::new_err(problem),
            Failure::Limit(problem) => LimitError::new_err(problem),
            Failure::Time(problem) => TimeLimitError::new_err(problem),
            Failure::Interrupted => PyKeyboardInterrupt::new_err(()),
            Failure::Python(error) => error,
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Python(error)
    }
}

impl From<ValueError> for Failure {
    fn from(error: ValueError) -> Failure {
        match error {
            ValueError::Interrupted => Failure::Interrupted,
            error if error.is_undefined() => Failure::Undefined(error.to_string()),
            error => Failure::Limit(error.to_string()),
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Failure {
        match error {
            SolveError::Interrupted => Failure::Interrupted,
            SolveError::Value(error) => error.into(),
            SolveError::KnownValues(problem) => Failure::Input(problem),
            error if error.is_memory_limit() => Failure::Limit(error.to_string()),
            error => Failure::input(error),
        }
    }
}

/// What `text`, which tells where an error is, means if the error itself is of this kind.
fn located(text: String, kind: Failure) -> Failure {
    match kind {
        Failure::Input(_) => Failure::Input(text),
        Failure::Undefined(_) => Failure::Undefined(text),
        Failure::Limit(_) => Failure::Limit(text),
        kind => kind,
    }
}

impl From<ParseValueError> for Failure {
    fn from(error: ParseValueError) -> Failure {
        match error.problem() {
            ParseValueProblem::Value(problem) => located(error.to_string(), (*problem).into()),
            _ => Failure::input(error),
        }
    }
}

impl From<CalculatorError> for Failure {
    fn from(error: CalculatorError) -> Failure {
        match error.problem() {
            CalculatorProblem::Value(problem) => located(error.to_string(), (*problem).into()),
            CalculatorProblem::Solve(problem) => located(error.to_string(), problem.clone().into()),
            _ => Failure::input(error),
        }
    }
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Failure {
        match error {
            DatabaseError::Solve(error) => error.into(),
            error => Failure::input(error),
        }
    }
}

impl From<TableFailure> for Failure {
    fn from(failure: TableFailure) -> Failure {
        match failure.kind() {
            TableFailureKind::Interrupted => Failure::Interrupted,
            TableFailureKind::Input => Failure::input(failure),
            TableFailureKind::Limit => Failure::Limit(failure.to_string()),
        }
    }
}

/// Errors that always mean bad input.
macro_rules! bad_input {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::input(error)
            }
        }
    )*};
}

bad_input!(
    BoardSizeError,
    CalculatorProblem,
    ConditionError,
    MoveError,
    OpeningError,
    PatternError,
    PositionError,
    SquareError,
    TableError,
    UnknownNotation,
    UnknownPlayer,
    UnknownProperty,
    UnknownRules,
);
