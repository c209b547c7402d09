//! What rows say of values, once a value.

use super::rows::RowWriter;
use konane::tables::{Datum, PerValue, Properties, Undefined};
use konane::value::notation::Notation;
use konane::value::{CanonicalForm, ValueError, ValueStore};

/// What rows say of one value: a text for each run of columns that depend on the value only.
pub type Pieces = Box<[Box<str>]>;

/// The properties of values for the rows of one layout, those of each value written once.
pub struct RowProperties<'s> {
    /// The properties.
    pub properties: Properties<'s>,
    pieces: PerValue<Pieces>,
    /// What rows of typed columns hold.
    pub(super) data: PerValue<Box<[Datum]>>,
}

impl<'s> RowProperties<'s> {
    /// Of values of `store`, in the given notation.
    pub fn new(store: &'s ValueStore, notation: Notation) -> RowProperties<'s> {
        RowProperties {
            properties: Properties::new(store, notation),
            pieces: PerValue::default(),
            data: PerValue::default(),
        }
    }

    /// The pieces of which the rows of `writer` with this value are made. Always to be asked with the
    /// same writer.
    pub(super) fn pieces(&mut self, writer: &RowWriter, form: CanonicalForm) -> Result<&Pieces, ValueError> {
        self.pieces.get(&mut self.properties, form, |properties| writer.pieces(properties, form))
    }

    /// The properties met that some values do not have.
    pub fn into_undefined(self) -> Undefined {
        self.properties.into_undefined()
    }
}
