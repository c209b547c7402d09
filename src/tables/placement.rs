//! What tables tell of positions, apart from their values.

use super::column::Column;
use crate::board::{Cell, Position};
use crate::database::TableDescription;
use crate::solve::region_count;

/// What columns tell of a position, apart from its value.
pub trait Placement {
    /// Appends the position in one line.
    fn write_position(&self, row: &mut String);
    /// Rows and columns of the board.
    fn size(&self) -> (usize, usize);
    /// Numbers of black and of white stones.
    fn stones(&self) -> (usize, usize);
    /// Number of independent regions.
    fn regions(&self) -> usize;
    /// The table of a database that has the position.
    fn table(&self) -> Option<TableDescription> {
        None
    }
    /// How many positions it stands for.
    fn count(&self) -> u64 {
        1
    }
}

impl Placement for Position {
    fn write_position(&self, row: &mut String) {
        row.push_str(&self.to_string());
    }

    fn size(&self) -> (usize, usize) {
        (self.rows(), self.columns())
    }

    fn stones(&self) -> (usize, usize) {
        (self.count(Cell::Black), self.count(Cell::White))
    }

    fn regions(&self) -> usize {
        region_count(self)
    }
}

impl Column {
    /// Appends what the column holds that is a text told by the position.
    pub fn write_text_of_position(self, row: &mut String, placement: &impl Placement) {
        match (self, placement.table()) {
            (Column::Table, Some(table)) => row.push_str(table.kind.name()),
            (Column::Rules, Some(table)) => row.push_str(&table.rules.to_string()),
            _ => placement.write_position(row),
        }
    }

    /// What the column holds that is a count told by the position.
    pub fn count_of_position(self, placement: &impl Placement) -> Option<u64> {
        Some(match self {
            Column::Rows => placement.size().0 as u64,
            Column::Cols => placement.size().1 as u64,
            Column::Black => placement.stones().0 as u64,
            Column::White => placement.stones().1 as u64,
            Column::Regions => placement.regions() as u64,
            Column::Count => placement.count(),
            Column::Position
            | Column::FirstPosition
            | Column::Table
            | Column::Rules
            | Column::Expression
            | Column::OfValue(_) => return None,
        })
    }
}
