//! Conditions on the properties of values, as text: `temperature > 3`, `kind = tiny`, `is_nimber`.
//!
//! A condition is the name of a [`Property`], a comparison and what the property is compared with:
//!
//! | property | compared with | comparisons |
//! |---|---|---|
//! | a number or a count, as `mean` and `birthday` | a number, such as `3` or `-1/2` | `=` `!=` `<` `<=` `>` `>=` |
//! | a value, as `value` and `freeze` | a value | these, in the order of games, and `<>` `<\|` `\|>` |
//! | `kind`, `outcome` | one of their names | `=` `!=` |
//! | whether something holds, as `is_tiny` | `true` or `false`; the name alone means true | `=` `!=` |
//!
//! The comparisons are those of the [calculator](crate::calc#the-language); `=` may be written `==`. A
//! condition on a property that is undefined for a value does not hold of it. Lists, and the digits of
//! uptimals, are not compared.

use super::notation::{Comparison, ParseValueError};
use super::{Analysis, CanonicalForm, Kind, OutcomeClass, Property, PropertyValue, ValueError, ValueStore};
use crate::reading::shown;
use std::fmt;

/// A condition on one property of a value.
///
/// ```
/// use konane::value::{Analysis, Condition, ValueStore};
/// let store = ValueStore::new();
/// let hot = Condition::parse(&store, "temperature >= 1/2")?;
/// let mut analysis = Analysis::new(&store);
/// assert!(analysis.satisfies(&hot, store.parse("+-1")?)?);
/// assert!(!analysis.satisfies(&hot, store.parse("^")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    property: Property,
    comparison: Comparison,
    operand: PropertyValue,
}

/// Why a text is no condition.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConditionError {
    /// It does not begin with the name of a property.
    UnknownProperty(String),
    /// No comparison stands behind the property.
    NoComparison(Property),
    /// The property is a list or an expansion, which are not compared.
    NotComparable(Property),
    /// The property has no such order, only `=` and `!=`.
    OnlyEquality(Property),
    /// What the property is compared with is not one of the things it can be.
    Operand {
        /// The property.
        property: Property,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// What the property is compared with is not a value.
    Value(Property, ParseValueError),
}

impl Condition {
    /// The condition that a text says; values in it are made in `store`.
    pub fn parse(store: &ValueStore, text: &str) -> Result<Condition, ConditionError> {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let property: Property =
            name.parse().map_err(|_| ConditionError::UnknownProperty(String::from(name)))?;
        // Zero has all properties, and so tells what each can be.
        let example = Analysis::new(store).property(property, CanonicalForm::ZERO);
        let Ok(example) = example else { return Err(ConditionError::NotComparable(property)) };
        let rest = rest.trim_start();
        if rest.is_empty() && matches!(example, PropertyValue::Truth(_)) {
            let operand = PropertyValue::Truth(true);
            return Ok(Condition { property, comparison: Comparison::Equal, operand });
        }
        let (comparison, length) = Comparison::at_start(rest)
            .or_else(|| rest.starts_with('=').then_some((Comparison::Equal, 1)))
            .ok_or(ConditionError::NoComparison(property))?;
        check_comparison(property, comparison, &example)?;
        let operand = read_operand(store, property, &example, rest[length..].trim())?;
        Ok(Condition { property, comparison, operand })
    }
}

/// Whether things like the example have such an order, as an error to return.
fn check_comparison(
    property: Property,
    comparison: Comparison,
    example: &PropertyValue,
) -> Result<(), ConditionError> {
    let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
    let needs_confusion =
        matches!(comparison, Comparison::Fuzzy | Comparison::LessOrFuzzy | Comparison::GreaterOrFuzzy);
    match example {
        PropertyValue::Forms(_) | PropertyValue::Corners(_) | PropertyValue::Expansion(_) => {
            Err(ConditionError::NotComparable(property))
        }
        PropertyValue::Form(_) => Ok(()),
        PropertyValue::Count(_) | PropertyValue::Number(_) if needs_confusion => {
            Err(ConditionError::NoComparison(property))
        }
        PropertyValue::Count(_) | PropertyValue::Number(_) => Ok(()),
        PropertyValue::Truth(_) | PropertyValue::Outcome(_) | PropertyValue::Kind(_) if is_equality => Ok(()),
        PropertyValue::Truth(_) | PropertyValue::Outcome(_) | PropertyValue::Kind(_) => {
            Err(ConditionError::OnlyEquality(property))
        }
    }
}

/// Reads something that the property is to be compared with, of the type of the example.
fn read_operand(
    store: &ValueStore,
    property: Property,
    example: &PropertyValue,
    text: &str,
) -> Result<PropertyValue, ConditionError> {
    let expected =
        |expected: String| ConditionError::Operand { property, expected, found: String::from(text) };
    match example {
        PropertyValue::Truth(_) => {
            let truth = text.parse().map_err(|_| expected("true or false".to_owned()))?;
            Ok(PropertyValue::Truth(truth))
        }
        PropertyValue::Count(_) => {
            let count = text.parse().map_err(|_| expected("a whole number".to_owned()))?;
            Ok(PropertyValue::Count(count))
        }
        PropertyValue::Number(_) => {
            let number = text.parse().map_err(|_| expected("a number such as 3 or -1/2".to_owned()))?;
            Ok(PropertyValue::Number(number))
        }
        PropertyValue::Kind(_) => named(&Kind::ALL, text).map(PropertyValue::Kind).map_err(expected),
        PropertyValue::Outcome(_) => {
            named(&OutcomeClass::ALL, text).map(PropertyValue::Outcome).map_err(expected)
        }
        PropertyValue::Form(_)
        | PropertyValue::Forms(_)
        | PropertyValue::Corners(_)
        | PropertyValue::Expansion(_) => {
            let form = store.parse(text).map_err(|error| ConditionError::Value(property, error))?;
            Ok(PropertyValue::Form(form))
        }
    }
}

/// The one of some things that is written so, or all names as an error.
fn named<T: Copy + fmt::Display>(all: &[T], name: &str) -> Result<T, String> {
    let found = all.iter().copied().find(|thing| thing.to_string() == name);
    found.ok_or_else(|| all.iter().map(T::to_string).collect::<Vec<_>>().join(", "))
}

impl Analysis<'_> {
    /// Whether a condition holds of a value; the cost is that of the property.
    pub fn satisfies(&mut self, condition: &Condition, form: CanonicalForm) -> Result<bool, ValueError> {
        let property = match self.property(condition.property, form) {
            Err(error) if error.is_undefined() => return Ok(false),
            property => property?,
        };
        let order = match (&property, &condition.operand) {
            (PropertyValue::Count(found), PropertyValue::Count(operand)) => Some(found.cmp(operand)),
            (PropertyValue::Number(found), PropertyValue::Number(operand)) => Some(found.cmp(operand)),
            (PropertyValue::Form(found), PropertyValue::Form(operand)) => {
                self.store().compare(*found, *operand)?
            }
            (found, operand) => (found == operand).then_some(std::cmp::Ordering::Equal),
        };
        Ok(condition.comparison.holds(order))
    }
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConditionError::UnknownProperty(name) => {
                let names: Vec<&str> = Property::ALL.iter().map(|property| property.name()).collect();
                write!(f, "no property of values is called {}: there are {}", shown(name), names.join(", "))
            }
            ConditionError::NoComparison(property) => {
                write!(f, "behind {property} one of = != < <= > >= must stand, and what to compare it with")
            }
            ConditionError::NotComparable(property) => {
                write!(f, "{property} is more than one value and cannot be compared")
            }
            ConditionError::OnlyEquality(property) => write!(f, "{property} is compared by = and != only"),
            ConditionError::Operand { property, expected, found } => {
                write!(f, "{property} is compared with {expected}, not with {}", shown(found))
            }
            ConditionError::Value(property, error) => {
                write!(f, "what {property} is compared with: {error}")
            }
        }
    }
}

impl std::error::Error for ConditionError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(condition: &str, value: &str) -> bool {
        let store = ValueStore::new();
        let condition = Condition::parse(&store, condition).unwrap();
        let form = store.parse(value).unwrap();
        Analysis::new(&store).satisfies(&condition, form).unwrap()
    }

    #[test]
    fn conditions_hold_where_they_say() {
        for (condition, holding, failing) in [
            ("temperature > 3", "+-4", "+-3"),
            ("temperature>=3", "+-3", "+-2"),
            ("mean = -1/2", "{0|-1}", "+-1"),
            ("left_stop < 1/3", "1/4", "1/2"),
            ("birthday <= 2", "*2", "*3"),
            ("follower_count == 3", "*2", "*3"),
            ("kind = tiny", "Tiny(1)", "^"),
            ("kind != number-up-star", "*", "^*"),
            ("outcome = N", "*", "0"),
            ("is_tiny", "Tiny(2)", "Miny(2)"),
            ("is_nimber = false", "^", "*3"),
            ("is_nimber != false", "*3", "^"),
            ("value = {0|*}", "^", "v"),
            ("value <> 0", "*", "^"),
            ("value |> 0", "*", "v"),
            ("value <| ^", "*", "^^"),
            ("value > *", "^^", "^"),
            ("atomic_weight >= 1", "^", "*"),
            ("  atomic_weight  !=  1  ", "^^", "+-1"),
        ] {
            assert!(holds(condition, holding), "{condition} of {holding}");
            assert!(!holds(condition, failing), "{condition} of {failing}");
        }
    }

    #[test]
    fn every_property_that_is_not_several_values_can_be_compared() {
        let store = ValueStore::new();
        for &property in Property::ALL {
            let text = Analysis::new(&store).property(property, CanonicalForm::ZERO).unwrap();
            let text = text.text(&store, super::super::notation::Notation::Cgsuite).unwrap();
            match Condition::parse(&store, &format!("{property} = {text}")) {
                Ok(condition) => {
                    assert_eq!(Analysis::new(&store).satisfies(&condition, CanonicalForm::ZERO), Ok(true));
                }
                Err(error) => assert_eq!(error, ConditionError::NotComparable(property)),
            }
        }
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        let store = ValueStore::new();
        for (text, problem) in [
            ("", "no property of values is called \"\""),
            ("temprature > 3", "no property of values is called \"temprature\": there are value, outcome"),
            ("temperature", "behind temperature one of"),
            ("temperature 3", "behind temperature one of"),
            ("temperature <> 3", "behind temperature one of"),
            ("temperature >", "compared with a number such as 3 or -1/2, not with \"\""),
            ("temperature > hot", "not with \"hot\""),
            ("temperature > 1/0", "not with \"1/0\""),
            ("temperature > 99999999999999999999", "not with"),
            ("birthday > -1", "birthday is compared with a whole number"),
            ("kind = huge", "kind is compared with integer, number, nimber"),
            ("kind < tiny", "kind is compared by = and != only"),
            ("outcome = Left", "outcome is compared with L, R, N, P"),
            ("is_tiny = yes", "is_tiny is compared with true or false"),
            ("value = {1|", "what value is compared with: column 4"),
            ("followers = 1", "followers is more than one value"),
            ("uptimal_expansion = 0.1", "uptimal_expansion is more than one value"),
        ] {
            let error = Condition::parse(&store, text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
