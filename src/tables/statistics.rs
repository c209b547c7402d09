//! Statistics of tables: how many positions and values there are of each outcome, kind, birthday,
//! temperature and number of options.

use super::field::{Field, FieldType, Schema, nearest_double};
use crate::board::BoardSize;
use crate::value::{Analysis, CanonicalForm, Kind, OutcomeClass, Rational, Side, ValueError, ValueStore};
use std::collections::BTreeMap;

/// What positions are counted by. The order is that of the rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Group {
    All,
    Outcome(OutcomeClass),
    Kind(Kind),
    Birthday(u64),
    LargestBirthday(u64),
    Temperature(Rational),
    LargestTemperature(Rational),
    Options(u64),
    LargestOptions(u64),
}

impl Group {
    /// The statistic that the group belongs to, and which of its groups it is.
    fn names(self) -> (&'static str, String) {
        match self {
            Group::All => ("all", String::new()),
            Group::Outcome(outcome) => ("outcome", outcome.to_string()),
            Group::Kind(kind) => ("kind", kind.to_string()),
            Group::Birthday(birthday) => ("birthday", birthday.to_string()),
            Group::LargestBirthday(birthday) => ("largest_birthday", birthday.to_string()),
            Group::Temperature(temperature) => ("temperature", temperature.to_string()),
            Group::LargestTemperature(temperature) => ("largest_temperature", temperature.to_string()),
            Group::Options(options) => ("options", options.to_string()),
            Group::LargestOptions(options) => ("largest_options", options.to_string()),
        }
    }

    /// The number by which the group is told from the others of its statistic.
    fn number(self) -> Option<Rational> {
        match self {
            Group::All | Group::Outcome(_) | Group::Kind(_) => None,
            Group::Birthday(count)
            | Group::LargestBirthday(count)
            | Group::Options(count)
            | Group::LargestOptions(count) => i64::try_from(count).ok().map(Rational::from),
            Group::Temperature(number) | Group::LargestTemperature(number) => Some(number),
        }
    }

    /// The group of the largest, of a statistic whose groups are numbers.
    const fn largest(self) -> Option<Group> {
        match self {
            Group::Birthday(birthday) => Some(Group::LargestBirthday(birthday)),
            Group::Temperature(temperature) => Some(Group::LargestTemperature(temperature)),
            Group::Options(options) => Some(Group::LargestOptions(options)),
            _ => None,
        }
    }
}

/// How much belongs to a group.
#[derive(Clone, Copy, Default)]
struct Tally {
    positions: u64,
    values: u64,
}

/// Counts of positions and of their distinct values, group by group.
#[derive(Default)]
pub struct Statistics(BTreeMap<Group, Tally>);

impl Statistics {
    /// The columns of the table that they are written as.
    pub fn schema() -> Schema {
        let columns = [
            ("rows", FieldType::Count),
            ("cols", FieldType::Count),
            ("statistic", FieldType::Text),
            ("key", FieldType::Text),
            ("number", FieldType::Double),
            ("positions", FieldType::Count),
            ("values", FieldType::Count),
        ];
        Schema(columns.map(|(name, kind)| (name.to_owned(), kind)).into())
    }

    fn add(&mut self, group: Group, more: Tally) {
        let tally = self.0.entry(group).or_default();
        tally.positions += more.positions;
        tally.values += more.values;
    }

    /// Adds what was counted elsewhere, of other values.
    pub fn merge(&mut self, other: Statistics) {
        other.0.into_iter().for_each(|(group, tally)| self.add(group, tally));
    }

    /// The rows for a board.
    pub fn rows(mut self, board: BoardSize) -> impl Iterator<Item = Vec<Field>> {
        // In the order of groups the last of a statistic is the largest, and takes the place of others.
        let largest = self.0.iter().filter_map(|(group, tally)| Some((group.largest()?, *tally)));
        let largest: BTreeMap<&str, (Group, Tally)> =
            largest.map(|(group, tally)| (group.names().0, (group, tally))).collect();
        self.0.extend(largest.into_values());
        self.0.into_iter().map(move |(group, tally)| {
            let (statistic, key) = group.names();
            vec![
                Field::Count(board.rows as u128),
                Field::Count(board.columns as u128),
                Field::Text(statistic.to_owned()),
                Field::Text(key),
                group.number().map_or(Field::Missing, |number| Field::Double(nearest_double(number))),
                Field::Count(tally.positions.into()),
                Field::Count(tally.values.into()),
            ]
        })
    }
}

/// Counts values.
pub struct Counter<'s> {
    analysis: Analysis<'s>,
    /// Values counted since the analysis is new.
    counted: usize,
    statistics: Statistics,
}

/// Values after which what is remembered of them is forgotten, as memory is not for all of a large board.
const MOST_REMEMBERED: usize = 1 << 18;

impl<'s> Counter<'s> {
    /// Of values of `store`.
    pub fn new(store: &'s ValueStore) -> Counter<'s> {
        Counter { analysis: Analysis::new(store), counted: 0, statistics: Statistics::default() }
    }

    /// Counts a value that has not been counted, and the positions that have it.
    pub fn add(&mut self, value: CanonicalForm, positions: u64) -> Result<(), ValueError> {
        if self.counted == MOST_REMEMBERED {
            self.analysis = Analysis::new(self.analysis.store());
            self.counted = 0;
        }
        self.counted += 1;
        for group in self.groups(value)? {
            self.statistics.add(group, Tally { positions, values: 1 });
        }
        Ok(())
    }

    /// The groups that a value belongs to.
    fn groups(&mut self, value: CanonicalForm) -> Result<[Group; 6], ValueError> {
        let store = self.analysis.store();
        let options = store.options(value, Side::Left)?.len() + store.options(value, Side::Right)?.len();
        Ok([
            Group::All,
            Group::Outcome(store.outcome_class(value)?),
            Group::Kind(store.kind(value)?),
            Group::Birthday(self.analysis.birthday(value)?),
            Group::Temperature(self.analysis.temperature(value)?),
            Group::Options(options as u64),
        ])
    }

    /// What was counted.
    pub fn into_statistics(self) -> Statistics {
        self.statistics
    }
}
