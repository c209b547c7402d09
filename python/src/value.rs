//! The class `Value`.

use crate::arguments::{
    DyadicNumber, Game, Games, Multiple, Names, Natural, NotationName, Operand, fraction,
};
use crate::attend::Watch;
use crate::failure::Failure;
use crate::store::{STORE, Terms, compute, compute_at_once, compute_values};
use crate::thermograph::Thermograph;
use konane::value::notation::Notation;
use konane::value::{
    Analysis, CanonicalForm, Condition, Dyadic, NumberUpStar, Property, PropertyType, PropertyValue,
    UnknownProperty, UptimalExpansion, ValueError,
};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyFloat, PyTuple};
use std::cmp::Ordering;

/// The value of a short game, in canonical form.
///
/// A value is made from a text in the notation of CGSuite, or from a number. Values are exact, and equal
/// games are equal values, whatever they are made from.
///
/// >>> from konane import Value
/// >>> game = Value("{3||2|1}")
/// >>> game + Value("^*")
/// Value('{3^*||2^*|1^*}')
/// >>> game.mean, game.temperature
/// (Fraction(9, 4), Fraction(3, 4))
/// >>> Value("{0|0}") == Value.nimber(1), Value("{0|1}") == Value("1/2")
/// (True, True)
/// >>> Value("^") > 0, Value("*") > 0, Value("*").is_fuzzy_with(0)
/// (True, False, True)
///
/// Every property of values is an attribute; `konane.PROPERTIES` tells what they mean. One that the value does
/// not have raises `konane.UndefinedError`:
///
/// >>> Value("{^3|vv}").atomic_weight
/// Value('{1|0}')
/// >>> game.atomic_weight
/// Traceback (most recent call last):
///     ...
/// konane.errors.UndefinedError: the value is not an infinitesimal, so not atomic
#[pyclass(frozen, module = "konane")]
#[derive(Clone, Copy)]
pub struct Value {
    /// The handle in the module's store.
    pub form: CanonicalForm,
}

impl From<CanonicalForm> for Value {
    fn from(form: CanonicalForm) -> Value {
        Value { form }
    }
}

impl Value {
    fn of_parts(number: Dyadic, up: i32, star: u32) -> Result<Value, Failure> {
        Ok(STORE.make_number_up_star(NumberUpStar { number, up, star })?.into())
    }

    /// A number is equal to a float that is exactly as large, as numbers of Python are; nothing else is compared
    /// with floats.
    fn compare_with_float(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        match (self.number(py)?, operator) {
            (Some(number), CompareOp::Eq | CompareOp::Ne) if other.is_instance_of::<PyFloat>() => {
                Ok(number.rich_compare(other, operator)?.unbind())
            }
            _ => Ok(py.NotImplemented()),
        }
    }

    /// A new value from this one and perhaps another, by what can take long.
    fn make(
        py: Python<'_>,
        operands: &[CanonicalForm],
        make: impl FnOnce(&mut Analysis<'_>, &[CanonicalForm]) -> Result<CanonicalForm, ValueError> + Send,
    ) -> Result<Value, Failure> {
        compute_values(py, operands, make).map(Value::from)
    }

    /// The value for messages.
    pub fn text_or_reason(&self) -> String {
        STORE.display(self.form, Notation::Cgsuite).to_string()
    }

    fn sum(py: Python<'_>, g: CanonicalForm, h: CanonicalForm) -> Result<Value, Failure> {
        let sum = compute_at_once(py, &[g, h], |analysis, forms| analysis.store().add(forms[0], forms[1]));
        sum.map(Value::from)
    }

    fn order(&self, py: Python<'_>, other: CanonicalForm) -> Result<Option<Ordering>, Failure> {
        compute_at_once(py, &[self.form, other], |analysis, forms| {
            analysis.store().compare(forms[0], forms[1])
        })
    }

    fn property(&self, py: Python<'_>, property: Property) -> Result<PropertyValue, Failure> {
        let compute =
            move |analysis: &mut Analysis<'_>, forms: &[CanonicalForm]| analysis.property(property, forms[0]);
        if is_quick(property) {
            compute_at_once(py, &[self.form], compute)
        } else {
            compute_values(py, &[self.form], compute)
        }
    }
}

/// Whether a property takes a few steps for each follower, as those of the thermograph do.
fn is_quick(property: Property) -> bool {
    use Property::*;
    property.answers() == PropertyType::Truth && property != IsAtomic
        || matches!(property, Value | Outcome | Kind | LeftStop | RightStop | Mean | Temperature | Birthday)
        || matches!(property, LeftWall | RightWall | LeftOptions | RightOptions | FollowerCount)
}

#[pymethods]
impl Value {
    #[new]
    #[pyo3(signature = (value = Game(CanonicalForm::ZERO), /))]
    fn new(value: Game) -> Value {
        value.0.into()
    }

    /// The value of the game in which the players can move to these options.
    ///
    /// >>> from konane import Value
    /// >>> Value.from_options([0], ["*"])
    /// Value('^')
    #[staticmethod]
    fn from_options(py: Python<'_>, left: Games, right: Games) -> Result<Value, Failure> {
        let count = left.0.len();
        let options = [left.0, right.0].concat();
        Value::make(py, &options, |analysis, options| {
            analysis.store().from_options(&options[..count], &options[count..])
        })
    }

    /// The nimber *n, the value of a heap of n in Nim.
    #[staticmethod]
    fn nimber(n: Natural) -> Result<Value, Failure> {
        Value::of_parts(Dyadic::ZERO, 0, n.0)
    }

    /// n times ↑ = {0 | *}.
    #[staticmethod]
    #[pyo3(signature = (n = 1, /))]
    fn up(n: i32) -> Result<Value, Failure> {
        Value::of_parts(Dyadic::ZERO, n, 0)
    }

    /// The switch ±G = {G | -G}.
    #[staticmethod]
    #[pyo3(signature = (value, /))]
    fn switch(py: Python<'_>, value: Game) -> Result<Value, Failure> {
        Value::make(py, &[value.0], |analysis, forms| {
            analysis.store().from_options(&[forms[0]], &[-forms[0]])
        })
    }

    /// Tiny-G, {0 || 0 | -G}.
    #[staticmethod]
    #[pyo3(signature = (value, /))]
    fn tiny(py: Python<'_>, value: Game) -> Result<Value, Failure> {
        Value::make(py, &[value.0], |analysis, forms| analysis.store().tiny(forms[0]))
    }

    /// Miny-G, the negative of tiny-G.
    #[staticmethod]
    #[pyo3(signature = (value, /))]
    fn miny(py: Python<'_>, value: Game) -> Result<Value, Failure> {
        Value::make(py, &[value.0], |analysis, forms| analysis.store().miny(forms[0]))
    }

    /// The number that the value is, or `None` if it is none.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        STORE.as_number(self.form).map(|number| fraction(py, number.to_rational())).transpose()
    }

    /// The thermograph, which draws itself in a notebook.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> Result<Thermograph, Failure> {
        let thermograph =
            compute_at_once(py, &[self.form], |analysis, forms| analysis.thermograph(forms[0]))?;
        Ok(Thermograph { thermograph, summands: vec![self.form] })
    }

    /// Properties by name, `None` for those that the value does not have or that are out of reach; all of
    /// `konane.PROPERTIES` if no names are given.
    ///
    /// >>> from konane import Value
    /// >>> Value("{1|0}").properties(["mean", "kind", "atomic_weight"])
    /// {'mean': Fraction(1, 2), 'kind': 'switch', 'atomic_weight': None}
    #[pyo3(signature = (names = None))]
    fn properties<'py>(&self, py: Python<'py>, names: Option<Names>) -> PyResult<Bound<'py, PyDict>> {
        let properties: Vec<Property> = match names {
            None => Property::ALL.to_vec(),
            Some(Names(names)) => {
                let named = names.iter().map(|name| name.parse());
                named.collect::<Result<_, _>>().map_err(|error: UnknownProperty| Failure::from(error))?
            }
        };
        let found = PyDict::new(py);
        for property in properties {
            let answer = match self.property(py, property) {
                Ok(answer) => Some(to_python(py, answer)?),
                Err(Failure::Undefined(_) | Failure::Limit(_)) => None,
                Err(failure) => return Err(failure.into()),
            };
            found.set_item(property.name(), answer)?;
        }
        Ok(found)
    }

    /// Whether a condition holds: the name of a property, a comparison, and what it is compared with.
    ///
    /// >>> from konane import Value
    /// >>> Value("{4|0}").satisfies("temperature > 1")
    /// True
    fn satisfies(&self, py: Python<'_>, condition: String) -> Result<bool, Failure> {
        compute(py, &Terms::OF_VALUES, Watch::QUIET, &[self.form], |tools, forms, _| {
            let condition = Condition::parse(tools.analysis.store(), &condition)?;
            Ok(tools.analysis.satisfies(&condition, forms[0])?)
        })
    }

    /// The value cooled by t.
    #[pyo3(signature = (t, /))]
    fn cool(&self, py: Python<'_>, t: DyadicNumber) -> Result<Value, Failure> {
        Value::make(py, &[self.form], move |analysis, forms| analysis.cool(forms[0], t.0))
    }

    /// The value heated by t.
    #[pyo3(signature = (t, /))]
    fn heat(&self, py: Python<'_>, t: Game) -> Result<Value, Failure> {
        Value::make(py, &[self.form, t.0], |analysis, forms| analysis.store().heat(forms[0], forms[1]))
    }

    /// The value overheated from s to t.
    #[pyo3(signature = (s, t, /))]
    fn overheat(&self, py: Python<'_>, s: Game, t: Game) -> Result<Value, Failure> {
        Value::make(py, &[self.form, s.0, t.0], |analysis, forms| {
            analysis.store().overheat(forms[0], forms[1], forms[2])
        })
    }

    /// The Norton product with a unit.
    #[pyo3(signature = (unit, /))]
    fn norton_product(&self, py: Python<'_>, unit: Game) -> Result<Value, Failure> {
        Value::make(py, &[self.form, unit.0], |analysis, forms| {
            analysis.store().norton_product(forms[0], forms[1])
        })
    }

    /// The Conway product with another value.
    #[pyo3(signature = (other, /))]
    fn conway_product(&self, py: Python<'_>, other: Game) -> Result<Value, Failure> {
        Value::make(py, &[self.form, other.0], |analysis, forms| {
            analysis.store().conway_product(forms[0], forms[1])
        })
    }

    /// The ordinal sum self : other.
    ///
    /// >>> from konane import Value
    /// >>> Value("*").ordinal_sum(1)
    /// Value('^*')
    #[pyo3(signature = (other, /))]
    fn ordinal_sum(&self, py: Python<'_>, other: Game) -> Result<Value, Failure> {
        Value::make(py, &[self.form, other.0], |analysis, forms| {
            analysis.store().ordinal_sum(forms[0], forms[1])
        })
    }

    /// The n-th power of ↑, a tiny or another game {0 | H}.
    #[pyo3(signature = (n, /))]
    fn pow(&self, py: Python<'_>, n: Natural) -> Result<Value, Failure> {
        Value::make(py, &[self.form], move |analysis, forms| analysis.store().pow(forms[0], n.0))
    }

    /// The sum of the first n powers.
    #[pyo3(signature = (n, /))]
    fn pow_to(&self, py: Python<'_>, n: Natural) -> Result<Value, Failure> {
        Value::make(py, &[self.form], move |analysis, forms| analysis.store().pow_to(forms[0], n.0))
    }

    /// Whether the value is confused with another: neither ≤ nor ≥.
    #[pyo3(signature = (other, /))]
    fn is_fuzzy_with(&self, py: Python<'_>, other: Game) -> Result<bool, Failure> {
        Ok(self.order(py, other.0)?.is_none())
    }

    /// The value as text: `cgsuite`, `unicode`, `latex` (for math mode) or `braces`.
    ///
    /// >>> from konane import Value
    /// >>> Value("{2||2|0}").text("braces"), f"{Value('{2||2|0}'):unicode}"
    /// ('{2|{2|0}}', '2⧾(2)')
    #[pyo3(signature = (notation = NotationName::default()))]
    fn text(&self, notation: NotationName) -> Result<String, Failure> {
        Ok(STORE.text(self.form, notation.0)?)
    }

    fn __format__(&self, notation: &str) -> Result<String, Failure> {
        let notation = if notation.is_empty() { Notation::Cgsuite } else { notation.parse()? };
        Ok(STORE.text(self.form, notation)?)
    }

    fn __str__(&self) -> String {
        self.text_or_reason()
    }

    fn __repr__(&self) -> String {
        format!("Value('{}')", self.text_or_reason())
    }

    fn _repr_latex_(&self) -> Result<String, Failure> {
        Ok(format!("$\\displaystyle {}$", STORE.text(self.form, Notation::Latex)?))
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with_operand(other, |other| Value::sum(py, self.form, other))
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with_operand(other, |other| Value::sum(py, other, self.form))
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with_operand(other, |other| Value::sum(py, self.form, -other))
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        with_operand(other, |other| Value::sum(py, other, -self.form))
    }

    fn __mul__(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match unless_unfit(n.extract::<Multiple>(), py)? {
            Some(Multiple(n)) => {
                Value::make(py, &[self.form], move |analysis, forms| analysis.store().multiple(n, forms[0]))?
                    .into_py_any(py)
            }
            None => Ok(py.NotImplemented()),
        }
    }

    fn __rmul__(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(py, n)
    }

    fn __neg__(&self) -> Value {
        (-self.form).into()
    }

    fn __pos__(&self) -> Value {
        *self
    }

    fn __bool__(&self) -> bool {
        !self.form.is_zero()
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let other = match (unless_unfit(other.extract::<Operand>(), py), operator) {
            (Ok(Some(Operand(other))), _) => other,
            (Ok(None), _) => return self.compare_with_float(py, other, operator),
            // A number that no value is equal to.
            (Err(_), CompareOp::Eq) => return false.into_py_any(py),
            (Err(_), CompareOp::Ne) => return true.into_py_any(py),
            (Err(error), _) => return Err(error),
        };
        let holds = match operator {
            CompareOp::Eq => self.form == other,
            CompareOp::Ne => self.form != other,
            operator => self.order(py, other)?.is_some_and(|order| operator.matches(order)),
        };
        holds.into_py_any(py)
    }

    /// Equal to the hash of an equal number, as Python wants it.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        match self.number(py)? {
            Some(number) => number.hash(),
            // Mixed, as handles of values made together are neighbours.
            None => Ok(u64::from(self.form.to_raw()).wrapping_mul(0x9E37_79B9_7F4A_7C15) as isize >> 1),
        }
    }

    fn __getnewargs__(&self) -> Result<(String,), Failure> {
        Ok((STORE.text(self.form, Notation::Cgsuite)?,))
    }
}

/// What was extracted, or nothing if it is of a type that is none of ours to handle.
fn unless_unfit<T>(extracted: PyResult<T>, py: Python<'_>) -> PyResult<Option<T>> {
    match extracted {
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(None),
        extracted => extracted.map(Some),
    }
}

/// The result of an operation with another operand; if that is none, Python asks the other operand's class.
fn with_operand(
    other: &Bound<'_, PyAny>,
    operate: impl FnOnce(CanonicalForm) -> Result<Value, Failure>,
) -> PyResult<Py<PyAny>> {
    let py = other.py();
    match unless_unfit(other.extract::<Operand>(), py)? {
        Some(Operand(other)) => operate(other)?.into_py_any(py),
        None => Ok(py.NotImplemented()),
    }
}

/// A property as Python has it.
fn to_python(py: Python<'_>, answer: PropertyValue) -> PyResult<Py<PyAny>> {
    match answer {
        PropertyValue::Truth(truth) => truth.into_py_any(py),
        PropertyValue::Count(count) => count.into_py_any(py),
        PropertyValue::Number(number) => Ok(fraction(py, number)?.unbind()),
        PropertyValue::Form(form) => Value::from(form).into_py_any(py),
        PropertyValue::Forms(forms) => forms.into_iter().map(Value::from).collect::<Vec<_>>().into_py_any(py),
        PropertyValue::Corners(corners) => {
            let corners: PyResult<Vec<_>> =
                corners.into_iter().map(|(t, value)| Ok((fraction(py, t)?, fraction(py, value)?))).collect();
            corners?.into_py_any(py)
        }
        PropertyValue::Expansion(expansion) => Expansion(expansion).into_py_any(py),
        PropertyValue::Outcome(outcome) => outcome.to_string().into_py_any(py),
        PropertyValue::Kind(kind) => kind.to_string().into_py_any(py),
    }
}

/// An uptimal as the sum of a number, a nimber and multiples of ↑, ↑², …
#[pyclass(frozen, eq, hash, module = "konane", name = "UptimalExpansion")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Expansion(UptimalExpansion);

#[pymethods]
impl Expansion {
    #[new]
    fn new(number: DyadicNumber, digits: Vec<i32>, star: u32) -> Expansion {
        Expansion(UptimalExpansion::new(number.0, digits, star))
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Vec<i32>, u32)> {
        Ok((self.number(py)?, self.digits(), self.star()))
    }

    /// The number.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.0.number().to_rational())
    }

    /// The multiples of ↑, ↑², and so on.
    #[getter]
    fn digits(&self) -> Vec<i32> {
        self.0.digits().to_vec()
    }

    /// n of the nimber *n.
    #[getter]
    fn star(&self) -> u32 {
        self.0.star()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("UptimalExpansion({})", self.0)
    }
}

/// Makes every property of values an attribute of the class.
pub fn add_properties(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let (class, all) = (module.getattr("Value")?, PyDict::new(py));
    let make_attribute = py.import("builtins")?.getattr("property")?;
    for &property in Property::ALL {
        all.set_item(property.name(), property.meaning())?;
        let get =
            move |arguments: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<Py<PyAny>> {
                let value = *arguments.get_item(0)?.cast::<Value>()?.get();
                let py = arguments.py();
                to_python(py, value.property(py, property)?)
            };
        let get = PyCFunction::new_closure(py, None, None, get)?;
        let attribute = make_attribute.call1((get, py.None(), py.None(), property.meaning()))?;
        // The value of a value is the value itself.
        if property != Property::Value {
            class.setattr(property.name(), attribute)?;
        }
    }
    all.del_item(Property::Value.name())?;
    module.add("PROPERTIES", all)
}
