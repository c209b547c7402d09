//! What tables say of values.

use super::format::Field;
use super::parquet::{Datum, FieldType, push_data};
use super::rows::{Part, RowWriter};
use crate::cli::failure::{Failure, note};
use konane::value::notation::{Notation, ValueWriter};
use konane::value::{Analysis, CanonicalForm, Property, PropertyValue, ValueError, ValueStore};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// What rows say of one value: a text for each run of columns that depend on the value only.
pub type Pieces = Box<[Box<str>]>;

/// The same for rows of typed columns: the fields of those that depend on the value only.
pub(super) type Data = Box<[Datum]>;

/// The properties of values, each value's texts written once.
pub struct Properties<'s> {
    analysis: Analysis<'s>,
    writer: ValueWriter<'s>,
    pieces: FxHashMap<CanonicalForm, Pieces>,
    data: FxHashMap<CanonicalForm, Data>,
    undefined: Undefined,
}

/// Properties asked for that some values do not have: the shortest such value, and the reason.
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

    /// Says on standard error why fields are empty, one line a property.
    pub fn tell(&self) {
        for (property, (value, reason)) in &self.0 {
            note(&format!("{property} is undefined for some values, such as {value}: {reason}"));
        }
    }
}

/// Values remembered at most; a table of a large board has more than memory should hold the texts of.
const MOST_REMEMBERED: usize = 1 << 18;

impl<'s> Properties<'s> {
    /// Of values of `store`, in the given notation.
    pub fn new(store: &'s ValueStore, notation: Notation) -> Properties<'s> {
        Properties {
            analysis: Analysis::new(store),
            writer: ValueWriter::new(store, notation),
            pieces: FxHashMap::default(),
            data: FxHashMap::default(),
            undefined: Undefined::default(),
        }
    }

    /// The pieces of which the rows of `writer` with this value are made. Always to be asked with the
    /// same writer.
    pub fn pieces(&mut self, writer: &RowWriter, form: CanonicalForm) -> Result<&Pieces, ValueError> {
        if !self.pieces.contains_key(&form) {
            self.forget_if_full();
            let pieces = self.write_pieces(writer, form)?;
            self.pieces.insert(form, pieces);
        }
        Ok(&self.pieces[&form])
    }

    /// What rows with this value have in the columns of the given properties. Always to be asked with
    /// the same ones.
    pub(super) fn data(&mut self, properties: &[Property], form: CanonicalForm) -> Result<&Data, Failure> {
        if !self.data.contains_key(&form) {
            self.forget_if_full();
            let mut data = Vec::new();
            for &property in properties {
                let field = self.field(property, form)?;
                push_data(&mut data, property.name(), FieldType::of_property(property), &field)?;
            }
            self.data.insert(form, data.into_boxed_slice());
        }
        Ok(&self.data[&form])
    }

    fn forget_if_full(&mut self) {
        if self.pieces.len().max(self.data.len()) >= MOST_REMEMBERED {
            self.analysis = Analysis::new(self.analysis.store());
            self.pieces.clear();
            self.data.clear();
        }
    }

    fn write_pieces(&mut self, writer: &RowWriter, form: CanonicalForm) -> Result<Pieces, ValueError> {
        let runs = writer.parts.iter().filter_map(|part| match part {
            Part::OfValue(run) => Some(run),
            Part::OfPosition(_) => None,
        });
        runs.map(|run| {
            let fields = run.iter().map(|&property| Ok((property.name(), self.field(property, form)?)));
            let fields = fields.collect::<Result<Vec<_>, ValueError>>()?;
            Ok(writer.format.fields(&fields).into_boxed_str())
        })
        .collect()
    }

    /// A property, or `None` where it is undefined, which is remembered.
    fn property(
        &mut self,
        property: Property,
        form: CanonicalForm,
    ) -> Result<Option<PropertyValue>, ValueError> {
        let answer = self.analysis.property(property, form);
        self.defined(property, answer, |writer| writer.text(form))
    }

    /// The answer for a property of some value, or `None` where it is undefined, which is remembered
    /// with the value's text.
    fn defined(
        &mut self,
        property: Property,
        answer: Result<PropertyValue, ValueError>,
        value: impl FnOnce(&mut ValueWriter<'s>) -> Result<String, ValueError>,
    ) -> Result<Option<PropertyValue>, ValueError> {
        match answer {
            Err(reason) if reason.is_undefined() => {
                self.undefined.add(property, value(&mut self.writer)?, reason);
                Ok(None)
            }
            answer => answer.map(Some),
        }
    }

    /// What the column of a property holds for a value.
    fn field(&mut self, property: Property, form: CanonicalForm) -> Result<Field, ValueError> {
        let answer = self.property(property, form)?;
        self.written(answer)
    }

    /// What the column of a property holds, given the answer for some value and the text of that.
    pub fn field_of(
        &mut self,
        property: Property,
        answer: Result<PropertyValue, ValueError>,
        value: impl FnOnce() -> Result<String, ValueError>,
    ) -> Result<Field, ValueError> {
        let answer = self.defined(property, answer, |_| value())?;
        self.written(answer)
    }

    fn written(&mut self, answer: Option<PropertyValue>) -> Result<Field, ValueError> {
        let Some(answer) = answer else { return Ok(Field::Missing) };
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

    /// A property as a text, or `None` where it is undefined.
    pub fn text(&mut self, property: Property, form: CanonicalForm) -> Result<Option<String>, ValueError> {
        let answer = self.property(property, form)?;
        answer.map(|answer| answer.write(&mut self.writer)).transpose()
    }

    /// The properties met that some values do not have.
    pub fn into_undefined(self) -> Undefined {
        self.undefined
    }
}
