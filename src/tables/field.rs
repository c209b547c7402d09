//! Fields of rows, and what the fields of a column are.

use super::error::TableFailure;
use super::typed::Datum;
use crate::value::{Property, PropertyType, Rational};

/// The content of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// Any text.
    Text(String),
    /// A count.
    Count(u128),
    /// A number that need not be an integer, in texts such as `-1/2`.
    Number(Rational),
    /// The double next to a number, for plots.
    Double(f64),
    /// Whether something holds.
    Truth(bool),
    /// Several texts, in brackets.
    List(Vec<String>),
    /// Anything that JSON can say, as JSON; elsewhere it is a text.
    Json(String),
    /// Nothing.
    Missing,
}

impl Field {
    /// The field as text, lists in brackets; nothing is the empty text.
    pub fn text(&self) -> String {
        match self {
            Field::Text(text) | Field::Json(text) => text.clone(),
            Field::Count(count) => count.to_string(),
            Field::Number(number) => number.to_string(),
            Field::Double(double) => double.to_string(),
            Field::Truth(truth) => truth.to_string(),
            Field::List(texts) => format!("[{}]", texts.join(",")),
            Field::Missing => String::new(),
        }
    }

    /// Appends what the field is in the column, or the two columns, of its type.
    ///
    /// # Errors
    /// A count beyond the integers of the column, which has the name `name`.
    pub(super) fn push_data(
        &self,
        data: &mut Vec<Datum>,
        name: &str,
        kind: FieldType,
    ) -> Result<(), TableFailure> {
        match (kind, self) {
            (FieldType::Number, Field::Number(number)) => {
                data.extend([Datum::text(number.to_string()), Datum::Double(nearest_double(*number))]);
            }
            (FieldType::Number, Field::Missing) => data.extend([Datum::Missing, Datum::Missing]),
            (_, Field::Missing) => data.push(Datum::Missing),
            (FieldType::Count, Field::Count(count)) => data.push(count_datum(name, *count)?),
            (FieldType::Double, Field::Double(double)) => data.push(Datum::Double(*double)),
            (FieldType::Truth, Field::Truth(truth)) => data.push(Datum::Truth(*truth)),
            (FieldType::Text | FieldType::Unique, field) => data.push(Datum::text(field.text())),
            (FieldType::Count | FieldType::Number | FieldType::Double | FieldType::Truth, _) => {
                unreachable!("fields have the type of their column")
            }
        }
        Ok(())
    }
}

/// A count, unless it is larger than the integers of typed columns.
fn count_datum(name: &str, count: u128) -> Result<Datum, TableFailure> {
    let too_large = |_| TableFailure::CountTooLarge { name: name.to_owned(), count };
    i64::try_from(count).map(Datum::Count).map_err(too_large)
}

/// What the fields of a column are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// Texts, and whatever else as text: a string.
    Text,
    /// Texts that hardly ever repeat: a string, of which a dictionary is not worth while.
    Unique,
    /// Counts: a 64-bit integer.
    Count,
    /// Numbers: a string, which is exact, and beside it a column of doubles.
    Number,
    /// Numbers for plots: a double.
    Double,
    /// Truths: a boolean.
    Truth,
}

impl FieldType {
    /// What the column of a property holds.
    pub const fn of_property(property: Property) -> FieldType {
        match property.answers() {
            PropertyType::Truth => FieldType::Truth,
            PropertyType::Count => FieldType::Count,
            PropertyType::Number => FieldType::Number,
            PropertyType::Form
            | PropertyType::Forms
            | PropertyType::Corners
            | PropertyType::Expansion
            | PropertyType::Outcome
            | PropertyType::Kind => FieldType::Text,
        }
    }

    /// How many typed columns it takes.
    pub(super) const fn columns(self) -> usize {
        if matches!(self, FieldType::Number) { 2 } else { 1 }
    }
}

/// The columns of a table, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema(pub Vec<(String, FieldType)>);

impl Schema {
    /// The names of the columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

/// The name of the column of doubles beside a column of numbers.
pub fn double_name(name: &str) -> String {
    format!("{name}_double")
}

/// The double next to a number: the number itself if it is dyadic and its numerator has at most 53 bits.
pub fn nearest_double(number: Rational) -> f64 {
    // Of dyadic numbers only the numerator is rounded, as division by a power of two is exact.
    *number.numer() as f64 / *number.denom() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_exact_where_they_can_be() {
        for (number, expected) in [
            (Rational::new(-7, 4), -1.75),
            (Rational::new(1, 1 << 62), 2f64.powi(-62)),
            (Rational::from((1 << 53) - 1), 9_007_199_254_740_991.0),
            // Half way between two doubles the even one counts as next.
            (Rational::from((1 << 53) + 1), 9_007_199_254_740_992.0),
            (Rational::from(i64::MIN), -(2f64.powi(63))),
        ] {
            assert_eq!(nearest_double(number), expected, "{number}");
        }
    }

    #[test]
    fn counts_beyond_64_bits_are_refused() {
        let data = |count: u128| {
            let mut data = Vec::new();
            Field::Count(count).push_data(&mut data, "stop_count", FieldType::Count).map(|()| data)
        };
        assert_eq!(data((1 << 63) - 1).unwrap(), [Datum::Count(i64::MAX)]);
        let problem = data(1 << 63).unwrap_err().to_string();
        assert_eq!(problem, "stop_count: 9223372036854775808 is more than 64-bit integers hold");
    }
}
