//! Reading a value; the grammar is on the page of [`super`].

use super::error::{ParseValueError, ParseValueProblem as Problem};
use super::language::{Language, Located};
use super::machine::read;
use crate::value::{CanonicalForm, ValueStore};

impl ValueStore {
    /// The value that the text denotes; the [`notation`](super) module has the grammar.
    ///
    /// Costs a canonical form for each pair of braces, and a sum for each operator.
    ///
    /// ```
    /// use konane::value::ValueStore;
    /// let store = ValueStore::new();
    /// assert_eq!(store.parse("{3||2|1}")?, store.parse("{ 3 | {2|1} }")?);
    /// let error = store.parse("{1|0").unwrap_err();
    /// assert_eq!(error.to_string(), "column 5: expected \"}\" but the text ends");
    /// # Ok::<(), konane::value::notation::ParseValueError>(())
    /// ```
    pub fn parse(&self, text: &str) -> Result<CanonicalForm, ParseValueError> {
        read(&mut Values(self), text).map_err(|Located { start, it: problem }| {
            let column = text[..start].chars().count() + 1;
            ParseValueError { column, problem }
        })
    }
}

/// The language of values alone: every operand is a canonical form.
struct Values<'s>(&'s ValueStore);

impl Language for Values<'_> {
    type Operand = CanonicalForm;
    type Problem = Problem;

    fn store(&self) -> &ValueStore {
        self.0
    }

    fn form(&mut self, form: CanonicalForm) -> CanonicalForm {
        form
    }

    fn negate(&mut self, operand: CanonicalForm) -> Result<CanonicalForm, Problem> {
        Ok(-operand)
    }

    fn add(&mut self, left: CanonicalForm, right: CanonicalForm) -> Result<CanonicalForm, Problem> {
        Ok(self.0.add(left, right)?)
    }

    fn multiply(&mut self, left: CanonicalForm, right: CanonicalForm) -> Result<CanonicalForm, Problem> {
        let count = self.0.as_number(left).filter(|number| number.is_integer());
        let count = count.ok_or(Problem::MultipleNotWhole)?;
        Ok(self.0.multiple(count.numerator(), right)?)
    }

    fn game(
        &mut self,
        left: Vec<CanonicalForm>,
        right: Vec<CanonicalForm>,
    ) -> Result<CanonicalForm, Problem> {
        Ok(self.0.from_options(&left, &right)?)
    }

    fn symmetric_game(&mut self, left: Vec<CanonicalForm>) -> Result<CanonicalForm, Problem> {
        let right: Vec<CanonicalForm> = left.iter().map(|&form| -form).collect();
        self.game(left, right)
    }
}
