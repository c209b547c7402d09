//! All properties of a value under one roof: their names, meanings and how each is computed.
//!
//! Tables, the calculator and other programs offer the properties of this list by name, so that a
//! property is added in one place. What each means, and where the theory stands, is on the pages of the
//! methods that compute it.

use super::notation::{Notation, ValueWriter};
use super::{
    Analysis, CanonicalForm, Kind, Options, OutcomeClass, Rational, Side, UptimalExpansion, ValueError,
    ValueStore,
};
use crate::reading::shown;
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
    /// The corners of a wall of a thermograph, as pairs of temperature and value.
    Corners(Vec<(Rational, Rational)>),
    /// The parts of an uptimal.
    Expansion(UptimalExpansion),
    /// The class of the outcome.
    Outcome(OutcomeClass),
    /// The kind of the value.
    Kind(Kind),
}

impl PropertyValue {
    /// The property as text, values in the given notation, lists in brackets.
    pub fn text(&self, store: &ValueStore, notation: Notation) -> Result<String, ValueError> {
        self.write(&mut ValueWriter::new(store, notation))
    }

    /// The same by a writer, which remembers what several values have in common.
    pub fn write(&self, writer: &mut ValueWriter<'_>) -> Result<String, ValueError> {
        Ok(match self {
            PropertyValue::Truth(truth) => truth.to_string(),
            PropertyValue::Count(count) => count.to_string(),
            PropertyValue::Number(number) => number.to_string(),
            PropertyValue::Form(form) => writer.text(*form)?,
            PropertyValue::Forms(forms) => {
                let texts = forms.iter().map(|&form| writer.text(form));
                format!("[{}]", texts.collect::<Result<Vec<_>, _>>()?.join(","))
            }
            PropertyValue::Corners(corners) => {
                let texts = corners.iter().map(|(temperature, value)| format!("{temperature}:{value}"));
                format!("[{}]", texts.collect::<Vec<_>>().join(","))
            }
            PropertyValue::Expansion(expansion) => expansion.to_string(),
            PropertyValue::Outcome(outcome) => outcome.to_string(),
            PropertyValue::Kind(kind) => kind.to_string(),
        })
    }
}

/// What the answers for a property are: the variant of [`PropertyValue`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyType {
    /// Whether something holds.
    Truth,
    /// A count.
    Count,
    /// A number.
    Number,
    /// A value.
    Form,
    /// Several values.
    Forms,
    /// The corners of a wall of a thermograph.
    Corners,
    /// The parts of an uptimal.
    Expansion,
    /// The class of the outcome.
    Outcome,
    /// The kind of the value.
    Kind,
}

/// Declares the properties: the variant and its name, the type of the answers, what it means, and how an
/// analysis computes it.
macro_rules! properties {
    ($($variant:ident $name:literal $type:ident: $meaning:literal
        => |$analysis:ident, $form:ident| $compute:expr;)+) => {
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

            /// What the answers are.
            pub const fn answers(self) -> PropertyType {
                match self { $(Property::$variant => PropertyType::$type,)+ }
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
                        PropertyValue::$type($compute)
                    })+
                })
            }
        }
    };
}

properties! {
    Value "value" Form: "the canonical form itself"
        => |_analysis, form| form;
    Outcome "outcome" Outcome: "the outcome class: L, R, N or P"
        => |analysis, form| analysis.store().outcome_class(form)?;
    Kind "kind" Kind: "the most special kind that the value belongs to"
        => |analysis, form| analysis.store().kind(form)?;
    LeftStop "left_stop" Number: "the number reached if Left begins and play stops at numbers"
        => |analysis, form| analysis.store().left_stop(form).to_rational();
    RightStop "right_stop" Number: "the number reached if Right begins and play stops at numbers"
        => |analysis, form| analysis.store().right_stop(form).to_rational();
    Mean "mean" Number: "the number that the stops of n copies, divided by n, tend to"
        => |analysis, form| analysis.mean(form)?;
    Temperature "temperature" Number: "the tax on moves above which nobody wants to begin"
        => |analysis, form| analysis.temperature(form)?;
    LeftWall "left_wall" Corners: "the corners of the left wall of the thermograph, each as temperature:value"
        => |analysis, form| analysis.thermograph(form)?.left_wall().corners().collect::<Vec<_>>();
    RightWall "right_wall" Corners: "the corners of the right wall of the thermograph, each as temperature:value"
        => |analysis, form| analysis.thermograph(form)?.right_wall().corners().collect::<Vec<_>>();
    Birthday "birthday" Count: "the depth of the canonical form"
        => |analysis, form| u128::from(analysis.birthday(form)?);
    AtomicWeight "atomic_weight" Form: "how many ups the value is worth, if it is atomic"
        => |analysis, form| analysis.atomic_weight(form)?;
    ReducedCanonicalForm "reduced_canonical_form" Form: "the simplest value within an infinitesimal"
        => |analysis, form| analysis.reduced_canonical_form(form)?;
    Freeze "freeze" Form: "the value cooled by its temperature: its mean and an infinitesimal"
        => |analysis, form| analysis.freeze(form)?;
    Companion "companion" Form: "the image under the lattice automorphism that exchanges 0 and *"
        => |analysis, form| analysis.store().companion(form)?;
    UptimalExpansion "uptimal_expansion" Expansion: "number, nimber, point and multiples of the powers of ^, if it is a sum of these"
        => |analysis, form| analysis.store().uptimal_expansion(form)?;
    LeftOptions "left_options" Forms: "the canonical left options"
        => |analysis, form| analysis.store().sorted_options(form, Side::Left)?.into_vec();
    RightOptions "right_options" Forms: "the canonical right options"
        => |analysis, form| analysis.store().sorted_options(form, Side::Right)?.into_vec();
    LeftIncentives "left_incentives" Forms: "what Left gains by a move: the undominated G^L - G"
        => |analysis, form| sorted(analysis, analysis.store().incentives(form, Side::Left)?)?;
    RightIncentives "right_incentives" Forms: "what Right gains by a move: the undominated G - G^R"
        => |analysis, form| sorted(analysis, analysis.store().incentives(form, Side::Right)?)?;
    Incentives "incentives" Forms: "the undominated ones among the incentives of both players"
        => |analysis, form| sorted(analysis, analysis.store().incentives_of_both(form)?)?;
    StopCount "stop_count" Count: "the number of stopping positions in the tree of the canonical form"
        => |analysis, form| analysis.store().stop_count(form)?;
    FollowerCount "follower_count" Count: "the number of distinct followers, the value itself included"
        => |analysis, form| u128::from(analysis.store().follower_count(form)?);
    Followers "followers" Forms: "all distinct followers, the value itself included"
        => |analysis, form| analysis.store().followers(form)?;
    IsZero "is_zero" Truth: "whether it is 0" => |_analysis, form| form.is_zero();
    IsInteger "is_integer" Truth: "whether it is an integer" => |analysis, form| analysis.store().is_integer(form);
    IsNumber "is_number" Truth: "whether it is a number" => |analysis, form| analysis.store().is_number(form);
    IsNumberish "is_numberish" Truth: "whether it differs from a number by an infinitesimal"
        => |analysis, form| analysis.store().is_numberish(form);
    IsNimber "is_nimber" Truth: "whether it is a nimber" => |analysis, form| analysis.store().is_nimber(form);
    IsNumberUpStar "is_number_up_star" Truth: "whether it is a number plus a multiple of ^ plus a nimber"
        => |analysis, form| analysis.store().is_number_up_star(form);
    IsUptimal "is_uptimal" Truth: "whether it is a number plus a nimber plus multiples of the powers of ^"
        => |analysis, form| analysis.store().is_uptimal(form)?;
    IsInfinitesimal "is_infinitesimal" Truth: "whether it lies between -x and x for all numbers x > 0"
        => |analysis, form| analysis.store().is_infinitesimal(form);
    IsAllSmall "is_all_small" Truth: "whether in each follower both players can move or none"
        => |analysis, form| analysis.store().is_all_small(form)?;
    IsAtomic "is_atomic" Truth: "whether it has an atomic weight"
        => |analysis, form| analysis.is_atomic(form)?;
    IsSwitch "is_switch" Truth: "whether it is {x|y} with numbers x > y"
        => |analysis, form| analysis.store().is_switch(form)?;
    IsTiny "is_tiny" Truth: "whether it is Tiny(G) for some G whose right stop is positive"
        => |analysis, form| analysis.store().is_tiny(form)?;
    IsMiny "is_miny" Truth: "whether it is Miny(G) for some G whose right stop is positive"
        => |analysis, form| analysis.store().is_miny(form)?;
    IsEven "is_even" Truth: "whether it is 0 or all its options are odd"
        => |analysis, form| analysis.store().is_even(form)?;
    IsOdd "is_odd" Truth: "whether it is not 0 and all its options are even"
        => |analysis, form| analysis.store().is_odd(form)?;
    IsEvenTempered "is_even_tempered" Truth: "whether it is a number or all its options are odd-tempered"
        => |analysis, form| analysis.store().is_even_tempered(form)?;
    IsOddTempered "is_odd_tempered" Truth: "whether it is no number and all its options are even-tempered"
        => |analysis, form| analysis.store().is_odd_tempered(form)?;
}

/// Forms in the order in which they are written.
fn sorted(analysis: &Analysis<'_>, forms: Options) -> Result<Vec<CanonicalForm>, ValueError> {
    let mut forms = forms.into_vec();
    analysis.store().sort_structurally(&mut forms)?;
    Ok(forms)
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
        write!(f, "no property of values is called {}", shown(&self.0))
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
