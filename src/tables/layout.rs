//! Rows of typed columns, put together from what is told of the position and of its value.

use super::column::Column;
use super::error::TableFailure;
use super::field::{FieldType, Schema};
use super::placement::Placement;
use super::properties::{PerValue, Properties};
use super::typed::{Datum, TypedTable};
use crate::value::{CanonicalForm, Property};

/// How the rows of a table of positions are made of typed fields.
pub struct TypedLayout {
    schema: Schema,
    /// How many fields a position brings along.
    carried: usize,
    columns: Vec<Column>,
    /// Those of the columns that depend on the value only.
    properties: Vec<Property>,
}

impl TypedLayout {
    /// Rows of `columns`, after columns with the names `carried`.
    pub fn new(carried: Vec<String>, columns: &[Column]) -> TypedLayout {
        TypedLayout {
            carried: carried.len(),
            schema: Column::schema(carried, columns),
            columns: columns.to_vec(),
            properties: columns.iter().filter_map(|column| column.property()).collect(),
        }
    }

    /// The columns by name.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// A table without rows.
    pub fn no_rows(&self) -> TypedTable {
        TypedTable::new(&self.schema)
    }

    /// Appends the row of a position, which brought along `carried`, and its value. What is known of values
    /// is that of other rows of this layout.
    ///
    /// # Errors
    /// A count beyond 64 bits, or a computation with values that was stopped or met a limit of the store.
    pub fn push<'s>(
        &self,
        rows: &mut TypedTable,
        carried: &[Option<String>],
        placement: &impl Placement,
        properties: &mut Properties<'s>,
        known: &mut PerValue<Box<[Datum]>>,
        value: CanonicalForm,
    ) -> Result<(), TableFailure> {
        let data = known.get(properties, value, |properties| self.data(properties, value))?;
        for index in 0..self.carried {
            match carried.get(index).and_then(Option::as_deref) {
                Some(text) => rows.push_text(|all| all.push_str(text)),
                None => rows.push(&Datum::Missing),
            }
        }
        let mut data = data.iter();
        for &column in &self.columns {
            if let Column::OfValue(property) = column {
                let count = FieldType::of_property(property).columns();
                data.by_ref().take(count).for_each(|datum| rows.push(datum));
            } else if let Some(count) = column.count_of_position(placement) {
                // Of cells, or of positions of a table of at most 2^36.
                rows.push(&Datum::Count(count as i64));
            } else {
                rows.push_text(|text| column.write_text_of_position(text, placement));
            }
        }
        Ok(())
    }

    /// What rows with a value have in the columns that depend on the value only.
    fn data(
        &self,
        properties: &mut Properties<'_>,
        value: CanonicalForm,
    ) -> Result<Box<[Datum]>, TableFailure> {
        let mut data = Vec::new();
        for &property in &self.properties {
            let field = properties.field(property, value)?;
            field.push_data(&mut data, property.name(), FieldType::of_property(property))?;
        }
        Ok(data.into_boxed_slice())
    }
}
