//! Why a text is not a value.

use crate::value::ValueError;
use crate::value::uptimal::MAX_UP_EXPONENT;
use std::fmt;

/// A text that is not a value, with the place where it goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseValueError {
    pub(super) column: usize,
    pub(super) problem: ParseValueProblem,
}

impl ParseValueError {
    /// Where the text goes wrong: the number of the character, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong there.
    pub fn problem(&self) -> &ParseValueProblem {
        &self.problem
    }
}

/// What is wrong with a text that is not a value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseValueProblem {
    /// Something else should stand here.
    Expected {
        /// What could stand here.
        expected: &'static str,
        /// What does; nothing if the text ends.
        found: Option<String>,
    },
    /// A bar that is not directly inside braces.
    StrayBar,
    /// A second row of bars as long as another, with neither inside the other.
    AmbiguousBars,
    /// A fraction whose denominator is not a power of two.
    NotDyadic {
        /// The fraction as it was written.
        fraction: String,
    },
    /// A denominator 0.
    ZeroDenominator,
    /// A point between digits.
    Decimal,
    /// A multiple that is not a whole number of times.
    MultipleNotWhole,
    /// A minus between two values where it is unclear how far it reaches.
    AmbiguousMinus,
    /// A minus before a number that begins an ordinal sum.
    AmbiguousSign,
    /// A `*` that could be a star or a multiplication.
    AmbiguousStar,
    /// A `*` behind a number that is a factor itself, as in `x*2*3`.
    AmbiguousFactor,
    /// A `*` followed by something that is not a whole number.
    NotANimber,
    /// An exponent of ↑ that is not between 1 and 4095.
    UpExponent,
    /// The text is well formed, but its value cannot be computed.
    Value(ValueError),
}

impl fmt::Display for ParseValueProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseValueProblem::Expected { expected, found: Some(found) } => {
                write!(f, "expected {expected} but found {found:?}")
            }
            ParseValueProblem::Expected { expected, found: None } => {
                write!(f, "expected {expected} but the text ends")
            }
            ParseValueProblem::StrayBar => {
                write!(f, "a bar that is not directly inside braces (write {{1|0}})")
            }
            ParseValueProblem::AmbiguousBars => {
                write!(
                    f,
                    "ambiguous: two rows of bars of the same length (write as in {{1||0|-1}} or {{1|{{0|-1}}}})"
                )
            }
            ParseValueProblem::NotDyadic { fraction } => {
                write!(f, "{fraction} is not a dyadic rational, so not the value of a short game")
            }
            ParseValueProblem::ZeroDenominator => write!(f, "a denominator 0"),
            ParseValueProblem::Decimal => {
                write!(
                    f,
                    "decimal points are not read (fractions are written as in 5/2, multiples as in 2×5)"
                )
            }
            ParseValueProblem::MultipleNotWhole => write!(f, "a multiple must be a whole number of times"),
            ParseValueProblem::AmbiguousMinus => {
                write!(f, "ambiguous: does the minus reach behind the number? (write 2-(1^) or 2-1+^)")
            }
            ParseValueProblem::AmbiguousSign => {
                write!(f, "ambiguous: does the minus reach behind the number? (write (-1):G or -(1:G))")
            }
            ParseValueProblem::AmbiguousStar => {
                write!(f, "ambiguous: star or multiplication? (write one of them as in (3*)+-1 and 3×(+-1))")
            }
            ParseValueProblem::AmbiguousFactor => {
                write!(f, "ambiguous: star or multiplication? (write x*(2*) or (x*2)*3)")
            }
            ParseValueProblem::NotANimber => {
                write!(f, "a nimber is * followed by nothing or by a whole number")
            }
            ParseValueProblem::UpExponent => {
                write!(f, "an exponent of ^ must be between 1 and {MAX_UP_EXPONENT}")
            }
            ParseValueProblem::Value(error) => write!(f, "{error}"),
        }
    }
}

impl From<ValueError> for ParseValueProblem {
    fn from(error: ValueError) -> ParseValueProblem {
        ParseValueProblem::Value(error)
    }
}

impl fmt::Display for ParseValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.problem)
    }
}

impl std::error::Error for ParseValueError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            ParseValueProblem::Value(error) => Some(error),
            _ => None,
        }
    }
}
