//! The class `Thermograph`.

use crate::arguments::{Games, RationalNumber, fraction};
use crate::failure::Failure;
use crate::store::{STORE, compute_values};
use crate::value::Value;
use konane::picture::thermograph::ThermographPicture;
use konane::value::notation::Notation;
use konane::value::{self, CanonicalForm, Rational, Wall};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The thermograph of a game: its walls, by temperature, up to the mast.
///
/// >>> from konane import Value
/// >>> thermograph = Value("{5|3||0}").thermograph
/// >>> thermograph.mean, thermograph.temperature
/// (Fraction(2, 1), Fraction(2, 1))
/// >>> thermograph.left_value(1)
/// Fraction(3, 1)
#[pyclass(frozen, eq, module = "konane")]
pub struct Thermograph {
    pub thermograph: value::Thermograph,
    /// Of whose sum it is.
    pub summands: Vec<CanonicalForm>,
}

/// Nothing wider is read.
const WIDEST: usize = 1000;

/// Longer headings would not fit above a picture.
const LONGEST_HEADING: usize = 60;

/// Thermographs are equal if their walls are, whatever they are of.
impl PartialEq for Thermograph {
    fn eq(&self, other: &Thermograph) -> bool {
        self.thermograph == other.thermograph
    }
}

impl Thermograph {
    fn picture(&self, heading: Option<&str>, below_zero: bool) -> Result<ThermographPicture, Failure> {
        let own = self.value_text().filter(|own| own.chars().count() <= LONGEST_HEADING);
        let heading = heading.map(str::to_owned).or(own);
        Ok(ThermographPicture::new(&self.thermograph, below_zero)?.with_heading(heading))
    }

    /// The value that it is of, unless that is a sum.
    fn value_text(&self) -> Option<String> {
        let &[form] = self.summands.as_slice() else { return None };
        STORE.text(form, Notation::Cgsuite).ok()
    }
}

fn corners<'py>(py: Python<'py>, wall: &Wall) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    wall.corners().map(|(t, value)| Ok((fraction(py, t)?, fraction(py, value)?))).collect()
}

fn value_at<'py>(py: Python<'py>, wall: &Wall, t: Rational) -> PyResult<Bound<'py, PyAny>> {
    fraction(py, wall.value_at(t).map_err(Failure::from)?)
}

#[pymethods]
impl Thermograph {
    /// The thermograph of a sum, of which no canonical form is made where that can be avoided.
    ///
    /// >>> from konane import Thermograph
    /// >>> Thermograph.of_sum(["+-1", "+-2", "{3||2|1}"]).mean
    /// Fraction(9, 4)
    #[staticmethod]
    fn of_sum(py: Python<'_>, values: Games) -> Result<Thermograph, Failure> {
        let thermograph =
            compute_values(py, &values.0, |analysis, summands| analysis.thermograph_of_sum(summands))?;
        Ok(Thermograph { thermograph, summands: values.0 })
    }

    /// The mean: where the mast stands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.thermograph.mean())
    }

    /// The temperature: where the mast begins.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.thermograph.temperature())
    }

    /// The left wall at temperature 0.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.thermograph.left_stop().map_err(Failure::from)?)
    }

    /// The right wall at temperature 0.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.thermograph.right_stop().map_err(Failure::from)?)
    }

    /// The corners of the left wall as pairs of temperature and value, from the lowest temperature up; above
    /// the last one the wall is the mast.
    #[getter]
    fn left_wall<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        corners(py, self.thermograph.left_wall())
    }

    /// The corners of the right wall.
    #[getter]
    fn right_wall<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        corners(py, self.thermograph.right_wall())
    }

    /// The left wall at temperature t.
    #[pyo3(signature = (t, /))]
    fn left_value<'py>(&self, py: Python<'py>, t: RationalNumber) -> PyResult<Bound<'py, PyAny>> {
        value_at(py, self.thermograph.left_wall(), t.0)
    }

    /// The right wall at temperature t.
    #[pyo3(signature = (t, /))]
    fn right_value<'py>(&self, py: Python<'py>, t: RationalNumber) -> PyResult<Bound<'py, PyAny>> {
        value_at(py, self.thermograph.right_wall(), t.0)
    }

    /// A picture as SVG, with temperatures upwards and values growing to the left.
    #[pyo3(signature = (heading = None, *, below_zero = false))]
    fn svg(&self, heading: Option<&str>, below_zero: bool) -> Result<String, Failure> {
        Ok(self.picture(heading, below_zero)?.svg())
    }

    /// A drawing in characters, at most so many of them wide.
    #[pyo3(signature = (width = 72, *, below_zero = false))]
    fn draw(&self, width: usize, below_zero: bool) -> Result<String, Failure> {
        if width > WIDEST {
            return Err(Failure::input(format!("a drawing is at most {WIDEST} characters wide")));
        }
        Ok(self.picture(None, below_zero)?.text(width))
    }

    fn _repr_svg_(&self) -> Result<String, Failure> {
        self.svg(None, false)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<Value>,))> {
        let of_sum = py.get_type::<Thermograph>().getattr("of_sum")?;
        Ok((of_sum, (self.summands.iter().copied().map(Value::from).collect(),)))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for wall in [self.thermograph.left_wall(), self.thermograph.right_wall()] {
            wall.corners().for_each(|corner| corner.hash(&mut hasher));
        }
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let (mean, temperature) = (self.thermograph.mean(), self.thermograph.temperature());
        match self.value_text() {
            Some(value) => format!("<Thermograph of {value}: mean {mean}, temperature {temperature}>"),
            None => format!("<Thermograph: mean {mean}, temperature {temperature}>"),
        }
    }
}
