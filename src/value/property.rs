//! All properties of a value under one roof: their names, meanings and how each is computed.
//!
//! Tables, the calculator and other programs offer the properties of this list by name, so that a
//! property is added in one place. What each means, and where the theory stands, is on the pages of the
//! methods that compute it.

use super::notation::Notation;
use super::{Analysis, CanonicalForm, Kind, OutcomeClass, Rational, ValueError, ValueStore};
use std::fmt;
use std::str::FromStr;

/// What a property of a value can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PropertyValue {
    /// Whether something holds.
    Truth(bool),
    /// A count.
    Count(u128),
    /// A number.
    Number(Rational),
    /// A value.
    Form(CanonicalForm),
    /// Several values, in the order of [`ValueStore::structural_order`].
    Forms(Vec<CanonicalForm>),
    /// The class of the outcome.
    Outcome(OutcomeClass),
    /// The kind of the value.
    Kind(Kind),
}

impl PropertyValue {
    /// The property as text, values in the given notation, lists in brackets.
    pub fn text(&self, store: &ValueStore, notation: Notation) -> Result<String, ValueError> {
        Ok(match self {
            PropertyValue::Truth(truth) => truth.to_string(),
            PropertyValue::Count(count) => count.to_string(),
            PropertyValue::Number(number) => number.to_string(),
            PropertyValue::Form(form) => store.text(*form, notation)?,
            PropertyValue::Forms(forms) => {
                let texts = forms.iter().map(|&form| store.text(form, notation));
                format!("[{}]", texts.collect::<Result<Vec<_>, _>>()?.join(","))
            }
            PropertyValue::Outcome(outcome) => outcome.to_string(),
            PropertyValue::Kind(kind) => kind.to_string(),
        })
    }
}

/// Declares the properties: the variant and its name, what it means, and how an analysis computes it.
macro_rules! properties {
    ($($variant:ident $name:literal: $meaning:literal => |$analysis:ident, $form:ident| $compute:expr;)+) => {
        /// A property that every value has, unless it is undefined for it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Property {
            $(#[doc = $meaning] $variant,)+
        }

        impl Property {
            /// All properties, in the order of the documentation.
            pub const ALL: &'static [Property] = &[$(Property::$variant),+];

            /// The name, as in the headers of tables.
            pub const fn name(self) -> &'static str {
                match self { $(Property::$variant => $name,)+ }
            }

            /// What it means, in a line.
            pub const fn meaning(self) -> &'static str {
                match self { $(Property::$variant => $meaning,)+ }
            }
        }

        impl Analysis<'_> {
            /// The property of a value; the cost is that of the method behind it.
            ///
            /// An error with [`ValueError::is_undefined`] says why the value has no such property.
            ///
            /// ```
            /// use konane::value::{Analysis, Property, PropertyValue, ValueStore};
            /// let store = ValueStore::new();
            /// let hot = store.parse("{3||2|1}")?;
            /// let stop = Analysis::new(&store).property(Property::RightStop, hot)?;
            /// assert_eq!(stop, PropertyValue::Number(2.into()));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            pub fn property(
                &mut self,
                property: Property,
                form: CanonicalForm,
            ) -> Result<PropertyValue, ValueError> {
                Ok(match property {
                    $(Property::$variant => {
                        let ($analysis, $form) = (&mut *self, form);
                        PropertyValue::from($compute)
                    })+
                })
            }
        }
    };
}

properties! {
    Value "value": "the canonical form itself"
        => |_analysis, form| form;
    Outcome "outcome": "the outcome class: L, R, N or P"
        => |analysis, form| analysis.store().outcome_class(form)?;
    Kind "kind": "the most special kind that the value belongs to"
        => |analysis, form| analysis.store().kind(form)?;
    LeftStop "left_stop": "the number reached if Left begins and play stops at numbers"
        => |analysis, form| analysis.store().left_stop(form).to_rational();
    RightStop "right_stop": "the number reached if Right begins and play stops at numbers"
        => |analysis, form| analysis.store().right_stop(form).to_rational();
    Mean "mean": "the number that the stops of n copies, divided by n, tend to"
        => |analysis, form| analysis.mean(form)?;
    Temperature "temperature": "the tax on moves above which nobody wants to begin"
        => |analysis, form| analysis.temperature(form)?;
    Birthday "birthday": "the depth of the canonical form"
        => |analysis, form| u128::from(analysis.birthday(form)?);
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is not that of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownProperty(String);

impl fmt::Display for UnknownProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no property of values is called {:?}", self.0)
    }
}

impl std::error::Error for UnknownProperty {}

impl FromStr for Property {
    type Err = UnknownProperty;

    fn from_str(name: &str) -> Result<Property, UnknownProperty> {
        let found = Property::ALL.iter().find(|property| property.name() == name);
        found.copied().ok_or_else(|| UnknownProperty(name.to_owned()))
    }
}

/// Conversions from what the methods answer.
macro_rules! property_value_from {
    ($($variant:ident($answer:ty)),+ $(,)?) => {
        $(impl From<$answer> for PropertyValue {
            fn from(answer: $answer) -> PropertyValue {
                PropertyValue::$variant(answer)
            }
        })+
    };
}

property_value_from!(
    Truth(bool),
    Count(u128),
    Number(Rational),
    Form(CanonicalForm),
    Forms(Vec<CanonicalForm>),
    Outcome(OutcomeClass),
    Kind(Kind),
);
