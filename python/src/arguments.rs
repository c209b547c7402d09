//! What functions take: names of players, rules and notations, numbers, games, boards, squares.

use crate::failure::{Failure, InputError};
use crate::play::MoveOrText;
use crate::position::Position;
use crate::store::STORE;
use crate::value::Value;
use konane::board::{self, BoardSize, Player, Rules};
use konane::reading::shown;
use konane::value::notation::Notation;
use konane::value::{CanonicalForm, Dyadic, Rational, ValueError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyString, PyType};
use std::path::PathBuf;
use std::str::FromStr;

/// Wraps a type of the library that is told by name.
macro_rules! told_by_name {
    ($($(#[$doc:meta])* $name:ident($inner:ty): |$text:ident| $read:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub $inner);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<$name> {
                let name = object.extract::<String>()?;
                let $text = name.as_str();
                let read = || -> Result<$inner, Failure> { $read };
                Ok($name(read()?))
            }
        }
    )*};
}

told_by_name! {
    /// A player: `black` or `left`, `white` or `right`.
    PlayerName(Player): |name| Ok(match name {
        "left" => Player::Black,
        "right" => Player::White,
        name => name.parse()?,
    });
    /// The rules of jumping.
    RulesName(Rules): |name| Ok(name.parse()?);
    /// A way of writing values.
    NotationName(Notation): |name| Ok(name.parse()?);
}

impl Default for RulesName {
    fn default() -> RulesName {
        RulesName(Rules::MultiJump)
    }
}

impl Default for NotationName {
    fn default() -> NotationName {
        NotationName(Notation::Cgsuite)
    }
}

/// The class `fractions.Fraction`.
fn fraction_class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")
}

/// Whether it is a number that is read as a fraction, an integer of any size among them.
fn is_rational(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.is_instance_of::<PyInt>() || object.is_instance(fraction_class(object.py())?)?)
}

/// A number as Python's exact fraction.
pub fn fraction<'py>(py: Python<'py>, number: Rational) -> PyResult<Bound<'py, PyAny>> {
    fraction_class(py)?.call1((*number.numer(), *number.denom()))
}

/// A value, or an integer or a fraction that stands for one, as operands are.
pub struct Operand(pub CanonicalForm);

impl<'py> FromPyObject<'_, 'py> for Operand {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Operand> {
        if let Ok(value) = object.cast::<Value>() {
            return Ok(Operand(value.get().form));
        }
        // Whatever has an index, as the integers of numpy do.
        if let Ok(n) = object.extract::<i64>() {
            return Ok(Operand(STORE.integer(n).map_err(Failure::from)?));
        }
        if !is_rational(&object)? {
            return Err(unfit(&object, "a value is a Value, its text, an int or a Fraction"));
        }
        // As it is read from text, so are numbers that are too large or no dyadic ones told of.
        parse_value(&object.str()?.extract::<String>()?).map(Operand)
    }
}

/// The value that a text says.
pub fn parse_value(text: &str) -> PyResult<CanonicalForm> {
    Ok(STORE.parse(text).map_err(Failure::from)?)
}

/// A value, or what stands for one, texts among it.
pub struct Game(pub CanonicalForm);

impl<'py> FromPyObject<'_, 'py> for Game {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Game> {
        match object.cast::<PyString>() {
            Ok(text) => parse_value(&text.extract::<String>()?).map(Game),
            Err(_) => object.extract::<Operand>().map(|operand| Game(operand.0)),
        }
    }
}

/// A number with a power of two as denominator: an integer or a fraction.
pub struct DyadicNumber(pub Dyadic);

impl<'py> FromPyObject<'_, 'py> for DyadicNumber {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<DyadicNumber> {
        let form = object.extract::<Game>()?.0;
        let number = STORE.as_number(form);
        number.map(DyadicNumber).ok_or_else(|| PyTypeError::new_err("the temperature must be a number"))
    }
}

/// Any rational number of 63 bits.
pub struct RationalNumber(pub Rational);

impl<'py> FromPyObject<'_, 'py> for RationalNumber {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<RationalNumber> {
        if let Ok(n) = object.extract::<i64>() {
            return if n == i64::MIN { Err(too_large()) } else { Ok(RationalNumber(n.into())) };
        }
        if !is_rational(&object)? {
            return Err(unfit(&object, "a temperature is an int or a Fraction"));
        }
        let part = |name| object.getattr(name)?.extract::<i64>().map_err(|_| too_large());
        match (part("numerator")?, part("denominator")?) {
            // The negative of the least number of 64 bits is none.
            (i64::MIN, _) => Err(too_large()),
            (numerator, denominator @ 1..) => Ok(RationalNumber(Rational::new(numerator, denominator))),
            _ => Err(PyValueError::new_err("the denominator of a fraction is at least 1")),
        }
    }
}

/// What a text says; anything but a text is an error of type, which says what is expected.
fn read<T: FromStr>(object: &Bound<'_, PyAny>, expected: &str) -> PyResult<T>
where
    Failure: From<T::Err>,
{
    let text = object.extract::<String>().map_err(|_| unfit(object, expected))?;
    Ok(text.parse().map_err(Failure::from)?)
}

/// An error of type, which says what should be there.
fn unfit(object: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    match object.get_type().name() {
        Ok(kind) => PyTypeError::new_err(format!("{expected}, not {kind}")),
        Err(error) => error,
    }
}

fn too_large() -> PyErr {
    Failure::from(ValueError::NumberOverflow).into()
}

/// How often a value is added to itself.
pub struct Multiple(pub i64);

impl<'py> FromPyObject<'_, 'py> for Multiple {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Multiple> {
        match object.extract::<i64>() {
            Ok(n) => Ok(Multiple(n)),
            Err(_) if object.is_instance_of::<PyInt>() => Err(too_large()),
            Err(error) => Err(error),
        }
    }
}

/// Wraps a whole number that is not negative.
macro_rules! natural_numbers {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub $inner);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<$name> {
                match object.extract::<$inner>() {
                    Ok(n) => Ok($name(n)),
                    Err(_) if object.is_instance_of::<PyInt>() => {
                        let text = object.str()?.extract::<String>()?;
                        let problem = format!("{} is not between 0 and {}", shown(&text).replace('"', ""), <$inner>::MAX);
                        Err(Failure::Input(problem).into())
                    }
                    Err(error) => Err(error),
                }
            }
        }
    )*};
}

natural_numbers! {
    /// A count.
    Natural(u32);
    /// A memory ceiling in bytes.
    Bytes(u64);
}

/// The size of a board: `"4x5"` or `(4, 5)`.
pub struct Board(pub BoardSize);

impl<'py> FromPyObject<'_, 'py> for Board {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Board> {
        if let Ok((rows, columns)) = object.extract::<(usize, usize)>() {
            return Ok(Board(BoardSize { rows, columns }));
        }
        read(&object, "a board is a text such as '4x5', or two whole numbers").map(Board)
    }
}

/// A square: `"C1"`, or row and column counted from 0.
pub struct Square(pub board::Square);

impl<'py> FromPyObject<'_, 'py> for Square {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Square> {
        if let Ok((row, column)) = object.extract::<(usize, usize)>() {
            return Ok(Square(board::Square { row, column }));
        }
        read(&object, "a square is a text such as 'C1', or row and column from 0").map(Square)
    }
}

/// A position or its text.
pub struct Placed(pub board::Position);

impl<'py> FromPyObject<'_, 'py> for Placed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Placed> {
        if let Ok(position) = object.cast::<Position>() {
            return Ok(Placed(position.get().0.clone()));
        }
        read(&object, "a position is a Position or its text").map(Placed)
    }
}

/// Takes what can be iterated over, item by item.
macro_rules! several {
    ($($(#[$doc:meta])* $name:ident($item:ty as $taken:ty): |$one:ident| $unwrapped:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name(pub Vec<$item>);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<$name> {
                // The characters of a text are never meant.
                if object.is_instance_of::<PyString>() {
                    let $one = object.extract::<$taken>()?;
                    return Ok($name(vec![$unwrapped]));
                }
                let items = object.try_iter()?.enumerate().map(|(index, item)| {
                    let item = item?;
                    let $one = item.extract::<$taken>().map_err(|error| numbered(item.py(), index, error))?;
                    Ok($unwrapped)
                });
                Ok($name(items.collect::<PyResult<_>>()?))
            }
        }
    )*};
}

/// Bad input, with the number of the item that is bad.
fn numbered(py: Python<'_>, index: usize, error: PyErr) -> PyErr {
    match error.is_instance_of::<InputError>(py) {
        true => Failure::Input(format!("number {}: {}", index + 1, error.value(py))).into(),
        false => error,
    }
}

several! {
    /// Moves or their texts, or one text.
    Moves(board::Move as MoveOrText): |one| one.0;
    /// Positions or their texts, or one text.
    Positions(board::Position as Placed): |one| one.0;
    /// Values, or what stands for them, or one text.
    Games(CanonicalForm as Game): |one| one.0;
    /// Names, or one name.
    Names(String as String): |one| one;
}

/// Files, or one file.
pub struct Paths(pub Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for Paths {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Paths> {
        // A path object is not iterable, and the characters of a text are never meant.
        if let Ok(path) = object.extract::<PathBuf>() {
            return Ok(Paths(vec![path]));
        }
        object.extract::<Vec<PathBuf>>().map(Paths)
    }
}
