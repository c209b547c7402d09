//! A calculator on values: expressions with variables and functions, each result exact.
//!
//! ```
//! use konane::calc::Calculator;
//! use konane::solve::Monitor;
//! use konane::value::{ValueStore, notation::Notation};
//!
//! let (store, monitor) = (ValueStore::new(), Monitor::new());
//! let mut calculator = Calculator::new(&store, &monitor, None);
//! let results = calculator.run("G := {3||2|1}; Mean(G); G - 2 <| 1; Konane(\".xo.\") + *2")?;
//! let texts = results.iter().map(|value| calculator.text(value, Notation::Cgsuite));
//! assert_eq!(texts.collect::<Result<Vec<_>, _>>()?, ["9/4", "true", "*3"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The language
//!
//! Everything in the [notation of values](crate::value::notation#grammar) is read as it is there. A
//! *statement* is an expression, which has a result, or an assignment `name := expression`, which has
//! none. Statements end at the end of a line, unless a bracket is open, or at `;`. What stands between
//! `//` and the end of the line, or between `/*` and `*/`, is a comment.
//!
//! Operators, from those that bind least tightly:
//!
//! | operators | meaning |
//! |---|---|
//! | `==` `!=` `<=` `>=` `<` `>` | equal, and so on, in the order of games (*On Numbers and Games*, ch. 0) |
//! | `<>` | confused with (fuzzy): neither ≤ nor ≥ |
//! | `<\|` `\|>` | less or fuzzy, that is, not ≥; greater or fuzzy (*Winning Ways*, ch. 2) |
//! | `+` `-` `+-` | sum, difference, and sum with ± of what follows |
//! | `-` `+-` before an operand | negative; {G\|-G} |
//! | `:` | ordinal sum (*Winning Ways*, ch. 7) |
//! | `*` `·` `×` | multiple, where one of the factors is an integer |
//! | `.F` `.F(…)` | the function `F` of what stands before it |
//!
//! Comparisons answer `true` or `false`, and each stands alone: `a < b < c` is an error. Equal operators
//! are applied from left to right; so `-G:H` is -(G:H) and `3*G:H` is (3·G):H. A sign right before a
//! numeral belongs to the number: before `:`, where `-1:G` could mean two things, parentheses are asked
//! for. Right behind a number or an arrow `*` is a star as in the notation (`3*2` is 3 + *2), but before a
//! name, a bracket or an arrow it multiplies. `^<2>` is a power of ↑, any other `<` a comparison.
//!
//! A *name* is a letter and letters, digits and `_` behind it, in which capitals count; `v`, `vv`, `v3` are
//! arrows. Functions are called `F(G, …)` or `G.F(…)`, or `G.F` where G is the only argument, in
//! any capitals and with or without `_`: `LeftStop`, `left_stop`. Their names cannot be given to variables.
//! A text, as the position in `Konane("xo./..x")`, stands in quotation marks.
//!
//! # Functions
//!
//! Every [`Property`] of a value is a function of it: `Mean(G)`, `AtomicWeight(G)`, `IsNimber(G)`.
//! [`Function::all`] lists them and the others with what they mean; `help` does so in `konane calc`.
//!
//! # Sums
//!
//! A game is kept as a [`Sum`] of canonical forms. The canonical form of the sum itself is made only
//! where it is needed: to write it, as an option, for most functions, to compare; not for `Mean`,
//! `Temperature` and the stops of a sum of switches. So the mean of ±1 + ±2 + ±4 + … + ±2²³ is immediate,
//! where its canonical form has millions of followers.

mod error;
mod expression;
mod functions;
mod statement;
mod value;

pub use error::{CalculatorError, CalculatorProblem};
pub use functions::Function;
pub use statement::{Script, Statement};
pub use value::{Sum, Value};

use crate::board::{Position, Rules};
use crate::solve::{Monitor, SolveError, ValueSolver};
use crate::value::notation::{Located, Notation, is_word, read};
use crate::value::{
    Analysis, CanonicalForm, Dyadic, Property, PropertyValue, Rational, ValueError, ValueStore,
};
use std::collections::BTreeMap;

/// Whether a variable can have the name, as an error to return.
fn check_name(name: &str) -> Result<(), CalculatorProblem> {
    match Function::named(name) {
        Some(_) => Err(CalculatorProblem::NameOfFunction(name.to_owned())),
        None if is_word(name) => Ok(()),
        None => Err(CalculatorProblem::NotAName),
    }
}

/// Evaluates statements, and remembers the variables between them.
pub struct Calculator<'s> {
    store: &'s ValueStore,
    monitor: &'s Monitor,
    memory: Option<u64>,
    analysis: Analysis<'s>,
    /// One for each set of rules that was asked for.
    solvers: Vec<(Rules, ValueSolver<'s>)>,
    variables: BTreeMap<String, Value>,
}

impl<'s> Calculator<'s> {
    /// A calculator without variables, whose values are in `store`.
    ///
    /// `memory` is a ceiling in bytes for what is remembered of positions together with the store.
    /// [`Monitor::stop`] and [`ValueStore::interrupt`] end a computation with an error, after which the
    /// calculator can be used on.
    pub fn new(store: &'s ValueStore, monitor: &'s Monitor, memory: Option<u64>) -> Calculator<'s> {
        Calculator {
            store,
            monitor,
            memory,
            analysis: Analysis::new(store),
            solvers: Vec::new(),
            variables: BTreeMap::new(),
        }
    }

    /// The store of the values.
    pub fn store(&self) -> &'s ValueStore {
        self.store
    }

    /// What is known of values.
    pub fn analysis(&mut self) -> &mut Analysis<'s> {
        &mut self.analysis
    }

    /// The variables with what they stand for, in the order of their names.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.variables.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The results of all statements of a text that have one; the first error ends it.
    pub fn run(&mut self, text: &str) -> Result<Vec<Value>, CalculatorError> {
        let script = Script::new(text);
        let mut results = Vec::new();
        for statement in script.statements() {
            results.extend(self.evaluate(&statement)?);
        }
        Ok(results)
    }

    /// The result of a statement, or nothing for an assignment.
    pub fn evaluate(&mut self, statement: &Statement<'_>) -> Result<Option<Value>, CalculatorError> {
        statement.check_comments()?;
        let Some(name) = statement.variable() else {
            return self.value_of(statement).map(Some);
        };
        check_name(name).map_err(|problem| statement.error(problem))?;
        let value = self.value_of(statement)?;
        self.variables.insert(name.to_owned(), value);
        Ok(None)
    }

    /// Lets a variable stand for something, as an assignment does.
    ///
    /// # Errors
    /// A name that is that of a function, or no name.
    pub fn set_variable(&mut self, name: &str, value: Value) -> Result<(), CalculatorProblem> {
        check_name(name)?;
        self.variables.insert(name.to_owned(), value);
        Ok(())
    }

    fn value_of(&mut self, statement: &Statement<'_>) -> Result<Value, CalculatorError> {
        let (expression, offset) = statement.expression();
        read(self, expression)
            .map_err(|Located { start, it: problem }| statement.error_at(offset + start, problem))
    }

    /// The summands of the game that the last statement of a text stands for.
    ///
    /// ```
    /// use konane::calc::Calculator;
    /// use konane::solve::Monitor;
    /// use konane::value::ValueStore;
    ///
    /// let (store, monitor) = (ValueStore::new(), Monitor::new());
    /// let mut calculator = Calculator::new(&store, &monitor, None);
    /// let summands = calculator.summands("G := {3||2|1}; 2*G + ^ - 1 + *")?;
    /// assert_eq!(summands, [store.parse("-1^*")?, store.parse("{3||2|1}")?, store.parse("{3||2|1}")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn summands(&mut self, text: &str) -> Result<Vec<CanonicalForm>, CalculatorError> {
        self.last_game(text, Sum::summands)
    }

    /// The canonical form of the game that the last statement of a text stands for.
    pub fn canonical_form(&mut self, text: &str) -> Result<CanonicalForm, CalculatorError> {
        self.last_game(text, Sum::canonical_form)
    }

    /// Something of the game that the last statement of a text stands for.
    fn last_game<T>(
        &mut self,
        text: &str,
        part: impl FnOnce(&Sum, &ValueStore) -> Result<T, ValueError>,
    ) -> Result<T, CalculatorError> {
        let script = Script::new(text);
        let mut last = None;
        for statement in script.statements() {
            last = self.evaluate(&statement)?.map(|value| (statement, value));
        }
        let expected =
            |found: &str| CalculatorProblem::Expected { expected: "a game", found: found.to_owned() };
        match last {
            Some((statement, Value::Game(sum))) => {
                part(&sum, self.store).map_err(|error| statement.error(error))
            }
            Some((statement, other)) => Err(statement.error(expected(other.kind()))),
            None => Err(script.error(text.len(), expected("nothing"))),
        }
    }

    /// A property of a sum: mean, temperature and stops from the summands, where that can be, and the
    /// others from the canonical form of the sum.
    pub fn property(&mut self, property: Property, sum: &Sum) -> Result<PropertyValue, ValueError> {
        if property == Property::Mean {
            return self.mean(sum).map(PropertyValue::Number);
        }
        let summands = sum.summands(self.store)?;
        let analysis = &mut self.analysis;
        let number = match (property, &summands[..]) {
            (_, [] | [_]) => None,
            (Property::Temperature, _) => Some(analysis.temperature_of_sum(&summands)?),
            (Property::LeftStop, _) => Some(analysis.thermograph_of_sum(&summands)?.left_stop()?),
            (Property::RightStop, _) => Some(analysis.thermograph_of_sum(&summands)?.right_stop()?),
            _ => None,
        };
        match number {
            Some(number) => Ok(PropertyValue::Number(number)),
            None => analysis.property(property, sum.canonical_form(self.store)?),
        }
    }

    /// The sum of the means, each as often as its summand is added.
    fn mean(&mut self, sum: &Sum) -> Result<Rational, ValueError> {
        let mut total = Dyadic::ZERO;
        for (form, count) in sum.terms() {
            let mean = Dyadic::from_rational(self.analysis.mean(form)?).ok_or(ValueError::NumberOverflow)?;
            total = total.checked_add(mean.checked_mul(Dyadic::new(count, 0)?)?)?;
        }
        Ok(total.to_rational())
    }

    /// What a value looks like; lists are in brackets.
    pub fn text(&self, value: &Value, notation: Notation) -> Result<String, ValueError> {
        Ok(match value {
            Value::Game(sum) => self.store.text(sum.canonical_form(self.store)?, notation)?,
            Value::List(forms) => PropertyValue::Forms(forms.clone()).text(self.store, notation)?,
            Value::Truth(truth) => truth.to_string(),
            Value::Text(text) => text.clone(),
        })
    }

    /// A position as the sum of its regions.
    fn position(&mut self, position: &Position, rules: Rules) -> Result<Sum, SolveError> {
        let known = self.solvers.iter().position(|(known, _)| *known == rules);
        let index = known.unwrap_or_else(|| {
            self.solvers.push((rules, ValueSolver::new(self.store, rules, self.memory)));
            self.solvers.len() - 1
        });
        let mut sum = Sum::new(self.store, CanonicalForm::ZERO);
        for region in self.solvers[index].1.regions(position, self.monitor)? {
            sum = sum.add(Sum::new(self.store, region.value), self.store)?;
        }
        Ok(sum)
    }

    fn check_interruption(&self) -> Result<(), CalculatorProblem> {
        self.monitor.check().map_err(|stopped| CalculatorProblem::Solve(stopped.into()))
    }
}

#[cfg(test)]
mod tests;
