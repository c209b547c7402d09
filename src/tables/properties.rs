//! What tables say of values.

use super::field::Field;
use crate::value::notation::{Notation, ValueWriter};
use crate::value::{Analysis, CanonicalForm, Property, PropertyValue, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The properties of values as fields.
pub struct Properties<'s> {
    analysis: Analysis<'s>,
    writer: ValueWriter<'s>,
    undefined: Undefined,
}

/// Properties that some values do not have, or that are out of reach: the shortest such value, and why.
#[derive(Default)]
pub struct Undefined(BTreeMap<Property, (String, ValueError)>);

impl Undefined {
    fn add(&mut self, property: Property, value: String, reason: ValueError) {
        let shortest = self.0.entry(property).or_insert_with(|| (value.clone(), reason));
        if (value.len(), &value) < (shortest.0.len(), &shortest.0) {
            *shortest = (value, reason);
        }
    }

    /// Adds what others met.
    pub fn merge(&mut self, other: Undefined) {
        for (property, (value, reason)) in other.0 {
            self.add(property, value, reason);
        }
    }

    /// All that several met.
    pub fn of_all<'s>(all: impl IntoIterator<Item = Properties<'s>>) -> Undefined {
        let mut undefined = Undefined::default();
        all.into_iter().for_each(|properties| undefined.merge(properties.into_undefined()));
        undefined
    }

    /// Why fields are empty, a line for each property.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.0.iter().map(|(property, (value, reason))| {
            let fault = if reason.is_undefined() { "undefined" } else { "out of reach" };
            format!("{property} is {fault} for some values, such as {value}: {reason}")
        })
    }

    /// Those that the values have, but that could not be computed.
    pub fn out_of_reach(mut self) -> Undefined {
        self.0.retain(|_, (_, reason)| !reason.is_undefined());
        self
    }
}

/// Values remembered at most; a table of a large board has more than memory should hold the texts of.
const MOST_REMEMBERED: usize = 1 << 18;

/// Something that is made once a value: what its rows have in common.
pub struct PerValue<T>(FxHashMap<CanonicalForm, T>);

impl<T> Default for PerValue<T> {
    fn default() -> PerValue<T> {
        PerValue(FxHashMap::default())
    }
}

impl<T> PerValue<T> {
    /// What there is of a value, made of its properties if it is not there yet. Always to be asked with the
    /// same `make`.
    pub fn get<'s, E>(
        &mut self,
        properties: &mut Properties<'s>,
        form: CanonicalForm,
        make: impl FnOnce(&mut Properties<'s>) -> Result<T, E>,
    ) -> Result<&T, E> {
        if !self.0.contains_key(&form) {
            if self.0.len() >= MOST_REMEMBERED {
                self.0.clear();
                properties.analysis = Analysis::new(properties.analysis.store());
            }
            let made = make(properties)?;
            self.0.insert(form, made);
        }
        Ok(&self.0[&form])
    }
}

impl<'s> Properties<'s> {
    /// Of values of `store`, in the given notation.
    pub fn new(store: &'s ValueStore, notation: Notation) -> Properties<'s> {
        Properties {
            analysis: Analysis::new(store),
            writer: ValueWriter::new(store, notation),
            undefined: Undefined::default(),
        }
    }

    /// Something told of a value in the column of a property, or `None` where the value does not have it
    /// or it is out of reach, which is remembered with the value's text.
    fn answered<T>(
        &mut self,
        property: Property,
        answer: Result<T, ValueError>,
        value: impl FnOnce(&mut ValueWriter<'s>) -> Result<String, ValueError>,
    ) -> Result<Option<T>, ValueError> {
        match answer {
            // A row without the value itself would tell nothing.
            Err(reason) if property != Property::Value && !reason.is_external() => {
                let value = value(&mut self.writer).unwrap_or_else(|error| format!("({error})"));
                self.undefined.add(property, value, reason);
                Ok(None)
            }
            answer => answer.map(Some),
        }
    }

    /// What the column of a property holds for a value.
    ///
    /// # Errors
    /// As of [`Properties::text`].
    pub fn field(&mut self, property: Property, form: CanonicalForm) -> Result<Field, ValueError> {
        let answer = self.analysis.property(property, form).and_then(|answer| self.written(answer));
        Ok(self.answered(property, answer, |writer| writer.text(form))?.unwrap_or(Field::Missing))
    }

    /// The same, given the answer for some value and the text of that.
    pub fn field_of(
        &mut self,
        property: Property,
        answer: Result<PropertyValue, ValueError>,
        value: impl FnOnce() -> Result<String, ValueError>,
    ) -> Result<Field, ValueError> {
        let answer = answer.and_then(|answer| self.written(answer));
        Ok(self.answered(property, answer, |_| value())?.unwrap_or(Field::Missing))
    }

    fn written(&mut self, answer: PropertyValue) -> Result<Field, ValueError> {
        Ok(match answer {
            PropertyValue::Truth(truth) => Field::Truth(truth),
            PropertyValue::Count(count) => Field::Count(count),
            PropertyValue::Number(number) => Field::Number(number),
            PropertyValue::Forms(forms) => {
                let texts = forms.iter().map(|&form| self.writer.text(form));
                Field::List(texts.collect::<Result<_, _>>()?)
            }
            answer => Field::Text(answer.write(&mut self.writer)?),
        })
    }

    /// A property as a text, or `None` where its field would be empty.
    ///
    /// # Errors
    /// Only where the computation was stopped or met a limit of the store, or the value itself has no text;
    /// that a value does not have a property is remembered, see [`Properties::into_undefined`].
    pub fn text(&mut self, property: Property, form: CanonicalForm) -> Result<Option<String>, ValueError> {
        let answer = self.analysis.property(property, form);
        let text = answer.and_then(|answer| answer.write(&mut self.writer));
        self.answered(property, text, |writer| writer.text(form))
    }

    /// The properties met that some values do not have.
    pub fn into_undefined(self) -> Undefined {
        self.undefined
    }
}
