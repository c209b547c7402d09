//! What operators and names mean to the calculator.

use super::functions::{Call, Function};
use super::{Calculator, CalculatorProblem, Sum, Value};
use crate::value::notation::{Comparison, Expressions, Extension, Language, Located};
use crate::value::{CanonicalForm, Dyadic, ValueStore};
use std::cmp::Ordering;

type Result<T> = std::result::Result<T, CalculatorProblem>;

impl Language for Calculator<'_> {
    type Operand = Value;
    type Problem = CalculatorProblem;

    fn store(&self) -> &ValueStore {
        self.store
    }

    fn form(&mut self, form: CanonicalForm) -> Value {
        self.game_of(form)
    }

    fn negate(&mut self, operand: Value) -> Result<Value> {
        Ok(Value::Game(game(operand)?.multiple(-1, self.store)?))
    }

    fn add(&mut self, left: Value, right: Value) -> Result<Value> {
        self.check_interruption()?;
        Ok(Value::Game(game(left)?.add(game(right)?, self.store)?))
    }

    fn multiply(&mut self, left: Value, right: Value) -> Result<Value> {
        let (left, right) = (game(left)?, game(right)?);
        // What is known to be an integer first: the canonical form of the other factor can be large.
        for (factor, other) in [(&left, &right), (&right, &left)] {
            if let Some(count) = factor.as_number_up_star().and_then(|form| self.integer(form)) {
                return Ok(Value::Game(other.clone().multiple(count, self.store)?));
            }
        }
        for (factor, other) in [(&left, &right), (&right, &left)] {
            if let Some(count) = self.integer(factor.canonical_form(self.store)?) {
                return Ok(Value::Game(other.clone().multiple(count, self.store)?));
            }
        }
        Err(CalculatorProblem::ProductOfGames)
    }

    fn game(&mut self, left: Vec<Value>, right: Vec<Value>) -> Result<Value> {
        let (left, right) = (self.forms(left)?, self.forms(right)?);
        let form = self.store.from_options(&left, &right)?;
        Ok(self.game_of(form))
    }

    fn symmetric_game(&mut self, left: Vec<Value>) -> Result<Value> {
        let left = self.forms(left)?;
        let right: Vec<CanonicalForm> = left.iter().map(|&form| -form).collect();
        let form = self.store.from_options(&left, &right)?;
        Ok(self.game_of(form))
    }

    fn expressions(&mut self) -> Option<&mut Extension<'_, Self>> {
        Some(self)
    }
}

impl Expressions<Value, CalculatorProblem> for Calculator<'_> {
    fn ordinal_sum(&mut self, base: Value, exponent: Value) -> Result<Value> {
        self.check_interruption()?;
        let (base, exponent) = (self.form_of(base)?, self.form_of(exponent)?);
        let sum = self.store.ordinal_sum(base, exponent)?;
        Ok(self.game_of(sum))
    }

    fn compare(&mut self, left: Value, comparison: Comparison, right: Value) -> Result<Value> {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let order = match (left, right) {
            (Value::Game(left), Value::Game(right)) => {
                let difference = left.add(right.multiple(-1, self.store)?, self.store)?;
                let difference = difference.canonical_form(self.store)?;
                self.store.compare(difference, CanonicalForm::ZERO)?
            }
            (left, right) if is_equality && left.kind() == right.kind() => {
                (left == right).then_some(Ordering::Equal)
            }
            (left, right) => {
                return Err(CalculatorProblem::NotComparable { left: left.kind(), right: right.kind() });
            }
        };
        Ok(Value::Truth(comparison.holds(order)))
    }

    fn variable(&mut self, name: &str) -> Result<Value> {
        if let Some(value) = self.variables.get(name) {
            return Ok(value.clone());
        }
        Err(match Function::named(name) {
            Some(function) => CalculatorProblem::FunctionAlone(function.signature()),
            None => CalculatorProblem::UnknownName(name.to_owned()),
        })
    }

    fn text(&mut self, text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    fn check_function(&self, name: &str) -> Result<()> {
        let known = Function::named(name).is_some();
        if known { Ok(()) } else { Err(CalculatorProblem::UnknownFunction(name.to_owned())) }
    }

    fn call(
        &mut self,
        name: Located<&str>,
        arguments: Vec<Located<Value>>,
    ) -> std::result::Result<Value, Located<CalculatorProblem>> {
        let located = |it| Located { start: name.start, it };
        self.check_interruption().map_err(located)?;
        match Function::named(name.it) {
            Some(function) => Call::make(self, function, name.start, arguments),
            None => Err(located(CalculatorProblem::UnknownFunction(name.it.to_owned()))),
        }
    }
}

/// The game that a value is.
fn game(value: Value) -> Result<Sum> {
    match value {
        Value::Game(sum) => Ok(sum),
        other => Err(CalculatorProblem::Expected { expected: "a game", found: other.kind().to_owned() }),
    }
}

impl Calculator<'_> {
    pub(super) fn game_of(&self, form: CanonicalForm) -> Value {
        Value::Game(Sum::new(self.store, form))
    }

    pub(super) fn form_of(&self, value: Value) -> Result<CanonicalForm> {
        Ok(game(value)?.canonical_form(self.store)?)
    }

    fn forms(&self, values: Vec<Value>) -> Result<Vec<CanonicalForm>> {
        self.check_interruption()?;
        values.into_iter().map(|value| self.form_of(value)).collect()
    }

    fn integer(&self, form: CanonicalForm) -> Option<i64> {
        let number = self.store.as_number(form).filter(|number| number.is_integer());
        number.map(Dyadic::numerator)
    }
}
