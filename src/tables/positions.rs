//! Tables of positions that somebody has, and of what is checked.

use super::column::Column;
use super::error::TableFailure;
use super::field::{Field, FieldType, Schema};
use super::in_order::rows_in_order;
use super::layout::TypedLayout;
use super::properties::{PerValue, Properties, Undefined};
use super::typed::TypedTable;
use crate::board::Position;
use crate::published::Checked;
use crate::solve::Monitor;
use crate::value::notation::Notation;
use crate::value::{CanonicalForm, ValueStore};

/// Positions that one task handles.
const TASK: usize = 1 << 8;

/// A row for each position, given with its value in `store`: the table of `konane value`, whose columns
/// [`VALUE_COLUMNS`](super::VALUE_COLUMNS) chooses.
///
/// Made on the threads of the current rayon pool; `monitor` counts positions.
///
/// # Errors
/// A count beyond 64 bits, or a computation with values that was stopped or met a limit of the store.
pub fn position_table(
    store: &ValueStore,
    positions: &[(Position, CanonicalForm)],
    columns: &[Column],
    notation: Notation,
    monitor: &Monitor,
) -> Result<TypedTable, TableFailure> {
    let layout = TypedLayout::new(Vec::new(), columns);
    let tasks: Vec<_> = positions.chunks(TASK).collect();
    let mut table = layout.no_rows();
    monitor.start(positions.len() as u64);
    let states = rows_in_order(
        || (Properties::new(store, notation), PerValue::default()),
        monitor,
        &tasks,
        |(properties, known), positions| {
            let mut rows = layout.no_rows();
            for (position, value) in *positions {
                layout.push(&mut rows, &[], position, properties, known, *value)?;
            }
            Ok::<_, TableFailure>((rows, positions.len() as u64))
        },
        |rows| {
            table.append(&rows);
            Ok(())
        },
    )?;
    let undefined = Undefined::of_all(states.into_iter().map(|(properties, _)| properties));
    Ok(table.with_notes_on(&undefined))
}

/// A row for each checked statement, with the columns [`Checked::COLUMNS`]: the table of `konane verify`. Its
/// notes are the lines of [`Checked::trouble`].
pub fn checked_table(checked: &[Checked]) -> TypedTable {
    let schema = Schema(Checked::COLUMNS.map(|name| (name.to_owned(), FieldType::Text)).to_vec());
    let mut table = TypedTable::new(&schema);
    for row in checked {
        table.push_row(&schema, &row.fields().map(Field::Text)).expect("texts have no limit");
    }
    table.with_notes(checked.iter().filter_map(Checked::trouble).collect())
}
