//! The function `calc`.

use crate::arguments::Game;
use crate::attend::Watch;
use crate::store::{Carried, Terms, compute};
use crate::value::Value;
use konane::calc::{Calculator, Sum, Value as Calculated};
use konane::value::{CanonicalForm, ValueCopier, ValueError};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a statement results in.
enum Answer {
    Game(CanonicalForm),
    Truth(bool),
    Games(Vec<CanonicalForm>),
    Text(String),
}

impl Carried for Answer {
    fn carried(self, copier: &mut ValueCopier<'_, '_>) -> Result<Answer, ValueError> {
        Ok(match self {
            Answer::Game(form) => Answer::Game(form.carried(copier)?),
            Answer::Games(forms) => Answer::Games(forms.carried(copier)?),
            answer => answer,
        })
    }
}

/// The result of the last statement of a text for the calculator (`konane calc`): a value, a list of values, a
/// truth or a text; `None` if it has none. Keywords are variables.
///
/// >>> import konane
/// >>> konane.calc("G := {3||2|1}; G + H", H="^*")
/// Value('{3^*||2^*|1^*}')
/// >>> konane.calc('Konane(".ox./o..x/....") > 0')
/// False
#[pyfunction]
#[pyo3(signature = (text, /, **variables))]
pub fn calc(py: Python<'_>, text: &str, variables: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
    let (mut names, mut operands) = (Vec::new(), Vec::new());
    for (name, game) in variables.into_iter().flatten() {
        names.push(name.extract::<String>()?);
        operands.push(game.extract::<Game>()?.0);
    }
    let answer = compute(py, &Terms::OF_VALUES, Watch::QUIET, &operands, |tools, operands, monitor| {
        let store = tools.analysis.store();
        let mut calculator = Calculator::new(store, monitor, None);
        for (name, &form) in names.iter().zip(operands) {
            calculator.set_variable(name, Calculated::Game(Sum::new(store, form)))?;
        }
        calculator
            .run(text)?
            .pop()
            .map(|last| {
                Ok(match last {
                    Calculated::Game(sum) => Answer::Game(sum.canonical_form(store)?),
                    Calculated::Truth(truth) => Answer::Truth(truth),
                    Calculated::List(forms) => Answer::Games(forms),
                    Calculated::Text(text) => Answer::Text(text),
                })
            })
            .transpose()
    })?;
    match answer {
        None => Ok(py.None()),
        Some(Answer::Game(form)) => Value::from(form).into_py_any(py),
        Some(Answer::Truth(truth)) => truth.into_py_any(py),
        Some(Answer::Games(forms)) => forms.into_iter().map(Value::from).collect::<Vec<_>>().into_py_any(py),
        Some(Answer::Text(text)) => text.into_py_any(py),
    }
}
