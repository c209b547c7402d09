//! The columns of tables.

use super::error::ColumnError;
use super::field::{FieldType, Schema};
use crate::value::Property;

/// What a column of a table holds.
///
/// Columns of stops, means and temperatures are texts, which are exact, and in typed tables each has a column
/// of doubles beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The position, rows separated by `/`.
    Position,
    /// The kind of the table that has the position.
    Table,
    /// The rules.
    Rules,
    /// Number of rows of the board.
    Rows,
    /// Number of columns of the board.
    Cols,
    /// Number of black stones.
    Black,
    /// Number of white stones.
    White,
    /// Number of independent regions.
    Regions,
    /// Number of positions that have the value.
    Count,
    /// The first position that has the value.
    FirstPosition,
    /// The expression of which the value is the result.
    Expression,
    /// A property of the value, or the value itself.
    OfValue(Property),
}

use Column::*;

/// The columns that a table offers, besides the properties of values.
pub struct ColumnSet {
    /// Those it writes unless others are asked for.
    pub default: &'static [Column],
    /// What it tells apart from the value.
    pub others: &'static [Column],
}

/// The value.
pub const VALUE: Column = OfValue(Property::Value);
/// The outcome.
pub const OUTCOME: Column = OfValue(Property::Outcome);
const LEFT_STOP: Column = OfValue(Property::LeftStop);
const RIGHT_STOP: Column = OfValue(Property::RightStop);
/// The mean.
pub const MEAN: Column = OfValue(Property::Mean);
/// The temperature.
pub const TEMPERATURE: Column = OfValue(Property::Temperature);
const BIRTHDAY: Column = OfValue(Property::Birthday);
const KIND: Column = OfValue(Property::Kind);

const OF_POSITIONS: &[Column] = &[Position, Rows, Cols, Black, White, Regions];

/// Of positions that the user gives.
pub const VALUE_COLUMNS: ColumnSet = ColumnSet {
    default: &[
        Position,
        Rows,
        Cols,
        Black,
        White,
        VALUE,
        OUTCOME,
        LEFT_STOP,
        RIGHT_STOP,
        MEAN,
        TEMPERATURE,
        BIRTHDAY,
        Regions,
    ],
    others: OF_POSITIONS,
};

/// Of all positions of one board.
pub const TABLE_COLUMNS: ColumnSet = ColumnSet {
    default: &[Position, Black, White, VALUE, OUTCOME, LEFT_STOP, RIGHT_STOP, MEAN, TEMPERATURE, BIRTHDAY],
    others: OF_POSITIONS,
};

/// Of the positions of a database.
pub const DATABASE_COLUMNS: ColumnSet = ColumnSet {
    default: &[Table, Rows, Cols, Rules, Position, VALUE],
    others: &[Table, Rows, Cols, Rules, Position, Black, White, Regions],
};

/// Of the values that occur on one board.
pub const SUMMARY_COLUMNS: ColumnSet = ColumnSet {
    default: &[
        VALUE,
        Count,
        FirstPosition,
        OUTCOME,
        LEFT_STOP,
        RIGHT_STOP,
        MEAN,
        TEMPERATURE,
        BIRTHDAY,
        KIND,
    ],
    others: &[Count, FirstPosition],
};

/// Of the results of expressions.
pub const CALC_COLUMNS: ColumnSet = ColumnSet {
    default: &[
        Expression,
        VALUE,
        OUTCOME,
        BIRTHDAY,
        LEFT_STOP,
        RIGHT_STOP,
        MEAN,
        TEMPERATURE,
        OfValue(Property::AtomicWeight),
        OfValue(Property::ReducedCanonicalForm),
        OfValue(Property::Companion),
        OfValue(Property::Freeze),
        OfValue(Property::UptimalExpansion),
        OfValue(Property::StopCount),
        OfValue(Property::FollowerCount),
        OfValue(Property::LeftIncentives),
        OfValue(Property::RightIncentives),
        KIND,
        OfValue(Property::IsNumber),
        OfValue(Property::IsInfinitesimal),
        OfValue(Property::IsAllSmall),
        OfValue(Property::IsUptimal),
    ],
    others: &[Expression],
};

impl ColumnSet {
    fn all(&self) -> impl Iterator<Item = Column> {
        let properties = Property::ALL.iter().copied().map(OfValue);
        self.others.iter().copied().chain(properties)
    }

    /// The columns with the names asked for, or the default.
    ///
    /// # Errors
    /// A name that is no column's, or that occurs twice.
    pub fn choose(&self, names: Option<&[String]>) -> Result<Vec<Column>, ColumnError> {
        match names {
            Some(names) => named_columns(names, &self.all().collect::<Vec<_>>(), Column::name),
            None => Ok(self.default.to_vec()),
        }
    }
}

/// Those of some columns that are asked for, in the order of the names.
///
/// # Errors
/// A name that is no column's, or that occurs twice.
pub fn named_columns<C: Copy + PartialEq>(
    names: &[String],
    columns: &[C],
    name_of: impl Fn(C) -> &'static str,
) -> Result<Vec<C>, ColumnError> {
    if names.is_empty() {
        return Err(ColumnError::None);
    }
    let mut chosen = Vec::new();
    for name in names {
        let name = name.trim();
        let Some(&column) = columns.iter().find(|&&column| name_of(column) == name) else {
            let known = columns.iter().map(|&column| name_of(column)).collect();
            return Err(ColumnError::Unknown { name: name.to_owned(), known });
        };
        if chosen.contains(&column) {
            return Err(ColumnError::Twice(name_of(column)));
        }
        chosen.push(column);
    }
    Ok(chosen)
}

impl Column {
    /// Some columns, after others with the names `carried`, which are texts.
    pub fn schema(carried: Vec<String>, columns: &[Column]) -> Schema {
        let of_carried = carried.into_iter().map(|name| (name, FieldType::Text));
        let own = columns.iter().map(|column| (column.name().to_owned(), column.field_type()));
        Schema(of_carried.chain(own).collect())
    }

    /// The name, as in headers.
    pub const fn name(self) -> &'static str {
        match self {
            Position => "position",
            Table => "table",
            Rules => "rules",
            Rows => "rows",
            Cols => "cols",
            Black => "black",
            White => "white",
            Regions => "regions",
            Count => "count",
            FirstPosition => "first_position",
            Expression => "expression",
            OfValue(property) => property.name(),
        }
    }

    /// The property that it holds, if it holds one.
    pub const fn property(self) -> Option<Property> {
        match self {
            OfValue(property) => Some(property),
            _ => None,
        }
    }

    /// What its fields are.
    pub const fn field_type(self) -> FieldType {
        match self {
            Position | FirstPosition => FieldType::Unique,
            Expression | Table | Rules => FieldType::Text,
            Rows | Cols | Black | White | Regions | Count => FieldType::Count,
            OfValue(property) => FieldType::of_property(property),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_chosen_by_name() {
        let choose = |set: &ColumnSet, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            set.choose(Some(&names))
        };
        assert_eq!(choose(&VALUE_COLUMNS, &["value", " rows"]).unwrap(), [VALUE, Rows]);
        assert_eq!(VALUE_COLUMNS.choose(None).unwrap(), VALUE_COLUMNS.default);
        for (set, names) in [
            (&VALUE_COLUMNS, ["value", "value"]),
            (&TABLE_COLUMNS, ["value", "count"]),
            (&SUMMARY_COLUMNS, ["", ""]),
        ] {
            assert!(choose(set, &names).is_err(), "{names:?}");
        }
    }
}
