//! The values of a database under the solver and the search.

use super::{DatabaseError, DatabaseValues, TableAddressing, TableKind};
use crate::board::Rules;
use crate::solve::table::{Address, Row, RowAddressing};
use crate::solve::{KnownValues, SolveError};
use crate::value::CanonicalForm;

impl KnownValues for DatabaseValues<'_> {
    fn boards(&self, rules: Rules) -> Vec<(usize, usize)> {
        let tables = self.database().tables().iter().map(|table| table.description());
        let boards = tables.filter(|table| table.kind == TableKind::Board && table.rules == rules);
        boards.map(|board| (board.rows as usize, board.columns as usize)).collect()
    }

    fn longest_row(&self, rules: Rules) -> usize {
        self.longest_rows(rules).map_or(0, |(_, rows)| rows.longest())
    }

    fn value(
        &self,
        rows: usize,
        columns: usize,
        rules: Rules,
        mask: u64,
    ) -> Result<CanonicalForm, SolveError> {
        if let Some(form) = self.value_of(rows, columns, rules, mask)? {
            return Ok(form);
        }
        let row = (rows == 1).then_some(Row { stones: mask, cells: columns });
        if let Some(row) = row
            && let Some((table, rows)) = self.longest_rows(rules)
            && let Some(parts) = rows.parts(row)
        {
            return self.sum(table, &parts);
        }
        let path = self.database().path().display();
        Err(SolveError::KnownValues(format!("{path}: there is no position {mask:#b} of {rows}x{columns}")))
    }
}

impl DatabaseValues<'_> {
    /// The number of the table with the longest connected rows under these rules, and its numbering.
    fn longest_rows(&self, rules: Rules) -> Option<(usize, &RowAddressing)> {
        let tables = self.database().tables().iter().enumerate();
        let rows = tables.filter_map(|(number, table)| match table.addressing() {
            TableAddressing::Rows(rows) if table.description().rules == rules => Some((number, &**rows)),
            _ => None,
        });
        rows.max_by_key(|(_, rows)| rows.longest())
    }

    /// The sum of the values at some addresses of a table.
    fn sum(&self, table: usize, parts: &[Address]) -> Result<CanonicalForm, SolveError> {
        parts.iter().try_fold(CanonicalForm::ZERO, |sum, &part| {
            Ok(self.store().add(sum, DatabaseValues::value(self, table, part)?)?)
        })
    }
}

/// What is wrong with the file is told as it stands; evaluation that ended keeps its reason.
impl From<DatabaseError> for SolveError {
    fn from(error: DatabaseError) -> SolveError {
        match error {
            DatabaseError::Solve(error) => error,
            error => SolveError::KnownValues(error.to_string()),
        }
    }
}
