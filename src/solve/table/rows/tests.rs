//! Connected rows against brute force, definitions and an independent count.

use super::*;
use crate::solve::masks::MaskBoard;
use crate::solve::table::{Shard, TableEvaluator, TableValues, batches};
use crate::solve::{EndgameTable, Monitor, ValueSolver};
use crate::value::{CanonicalForm, ValueStore};
use proptest::prelude::*;

/// All rows of a length.
fn rows_of(cells: usize) -> impl Iterator<Item = Row> {
    (0..1 << cells).map(move |stones| Row { stones, cells })
}

/// The slow twin: whether stones pass each cell or its neighbour towards it, by looking for the pair.
fn is_connected_by_definition(row: Row) -> bool {
    let stone = |cell: isize| (0..row.cells as isize).contains(&cell) && row.stones >> cell & 1 == 1;
    let passes = |mut cell: isize, inwards: isize| {
        while stone(cell) && !stone(cell + inwards) {
            cell += 2 * inwards;
        }
        stone(cell)
    };
    (0..row.cells as isize)
        .all(|cell| passes(cell, -1) || passes(cell, 1) || passes(cell - 1, -1) || passes(cell + 1, 1))
}

#[test]
fn each_connected_row_has_an_address_and_its_mirror_image_the_same() {
    let addressing = RowAddressing::new(15, Rules::MultiJump).unwrap();
    for cells in 1..=15 {
        for row in rows_of(cells) {
            let address = addressing.locate(row);
            assert_eq!(address.is_some(), is_connected_by_definition(row), "{row:?}");
            let Some(address) = address else { continue };
            let block = addressing.blocks()[address.block as usize];
            assert_eq!(block.stones, row.stones.count_ones());
            assert_eq!(addressing.cells_of_block(address.block as usize), cells);
            let mirrored = addressing.locate(row.mirrored()).unwrap();
            let exchanged = cells % 2 == 0 && row != row.mirrored();
            assert_eq!(mirrored, address.negated_if(exchanged), "{row:?}");
        }
    }
    assert_eq!(addressing.locate(Row { stones: (1 << 16) - 1, cells: 16 }), None);
    assert_eq!(addressing.locate(Row { stones: 0, cells: 0 }), None);
    assert_eq!(addressing.locate(Row { stones: 0b1110, cells: 3 }), None);
}

#[test]
fn each_index_is_that_of_its_representative() {
    let addressing = RowAddressing::new(16, Rules::MultiJump).unwrap();
    for (number, block) in addressing.blocks().iter().enumerate() {
        let mut expected = 0;
        let mut rows = Vec::new();
        addressing.for_each_representative(number, 0..block.positions, |index, row| {
            assert_eq!(index, expected);
            let address = Address { block: number as u32, index, negated: false };
            assert_eq!(addressing.locate(row), Some(address), "{row:?}");
            addressing.for_each_image(number, row, |_, _| panic!("mirror images have no index"));
            rows.push(row);
            expected += 1;
        });
        assert_eq!(expected, block.positions);
        for step in [1, 7, 64] {
            let mut by_parts = Vec::new();
            for begin in (0..block.positions).step_by(step) {
                let indices = begin..(begin + step as u64).min(block.positions);
                addressing.for_each_representative(number, indices, |_, row| by_parts.push(row));
            }
            assert_eq!(by_parts, rows);
        }
    }
}

#[test]
fn blocks_are_by_stones_then_cells() {
    let addressing = RowAddressing::new(20, Rules::MultiJump).unwrap();
    let order = |block: usize| (addressing.blocks()[block].stones, addressing.cells_of_block(block));
    assert!((1..addressing.blocks().len()).all(|block| order(block - 1) < order(block)));
}

/// Compared by value: a part that is its own mirror image may come with either sign.
#[test]
fn options_are_those_of_the_board() {
    for rules in Rules::ALL {
        let store = ValueStore::new();
        let values = Values::new(&store, 13, rules);
        for cells in 1..=13 {
            let board = MaskBoard::full(1, cells, rules);
            for row in rows_of(cells).filter(|&row| values.addressing.locate(row).is_some()) {
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                board.for_each_option(row.stones, |side, stones| {
                    let parts = values.addressing.parts(Row { stones, cells }).unwrap();
                    expected.push((side == Side::Left, values.sum(&parts)));
                });
                values.addressing.for_each_option(row, |side, parts| {
                    found.push((side == Side::Left, values.sum(parts)));
                });
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{row:?} {rules}");
            }
        }
    }
}

/// The number of connected rows by length from their generating function e² f / (1 − f m).
///
/// A row has runs of at least two stones, f = x² / (1 − x). Between neighbouring ones there are k
/// single stones and k + 1 gaps, all of one cell or one of them of two: m = x / (1 − x²) + x² / (1 − x²)².
/// At an end there are single stones one cell apart and maybe an empty cell, e = (1 + x) / (1 − x²).
fn numbers_by_generating_function(longest: usize) -> Vec<u64> {
    let multiply = |a: &[i64], b: &[i64]| -> Vec<i64> {
        (0..=longest).map(|n| (0..=n).map(|i| a[i] * b[n - i]).sum()).collect()
    };
    let series = |term: &dyn Fn(usize) -> i64| -> Vec<i64> { (0..=longest).map(term).collect() };
    let runs = series(&|n| i64::from(n >= 2));
    let between = series(&|n| if n % 2 == 1 { 1 } else { n as i64 / 2 });
    let ends = series(&|_| 1);
    let step = multiply(&runs, &between);
    let mut chains = series(&|n| i64::from(n == 0));
    for n in 1..=longest {
        chains[n] = (1..=n).map(|i| step[i] * chains[n - i]).sum();
    }
    let rows = multiply(&multiply(&multiply(&ends, &ends), &runs), &chains);
    rows.into_iter().map(|count| count as u64).collect()
}

/// The number of connected rows of a length that are their own mirror images.
fn palindromes(cells: usize) -> u64 {
    let half = cells.div_ceil(2);
    let whole = |stones: u64| stones | mirror(stones & ((1 << (cells / 2)) - 1), cells);
    (0..1 << half).filter(|&stones| Row { stones: whole(stones), cells }.is_connected()).count() as u64
}

#[test]
fn numbers_of_rows_are_those_of_the_generating_function() {
    let addressing = RowAddressing::new(34, Rules::MultiJump).unwrap();
    let expected = numbers_by_generating_function(34);
    let mut found = vec![0; 35];
    for (number, block) in addressing.blocks().iter().enumerate() {
        found[addressing.cells_of_block(number)] += block.positions;
    }
    for cells in 1..=34 {
        assert_eq!(2 * found[cells], expected[cells] + palindromes(cells), "{cells} cells");
    }
    assert_eq!((expected[3], expected[20], expected[34]), (3, 76_128, 289_666_172));
}

/// The values of all rows in the set.
struct Values<'s> {
    store: &'s ValueStore,
    addressing: RowAddressing,
    values: TableValues,
}

impl<'s> Values<'s> {
    fn new(store: &'s ValueStore, longest: usize, rules: Rules) -> Values<'s> {
        let addressing = RowAddressing::new(longest, rules).unwrap();
        let (monitor, mut values) = (Monitor::new(), TableValues::new());
        let evaluator = TableEvaluator::new(store, &addressing, &monitor);
        for batch in batches(addressing.blocks()) {
            let evaluated = evaluator.evaluate(&values, batch.clone(), Shard::WHOLE).unwrap();
            batch.zip(evaluated).for_each(|(block, evaluated)| values.insert(block, evaluated));
        }
        Values { store, addressing, values }
    }

    fn sum(&self, parts: &[Address]) -> CanonicalForm {
        let add = |sum, &address: &Address| self.store.add(sum, self.values.value(address)).unwrap();
        parts.iter().fold(CanonicalForm::ZERO, add)
    }

    fn value(&self, position: &Position) -> Option<CanonicalForm> {
        Some(self.sum(&self.addressing.parts_of_position(position)?))
    }
}

#[test]
fn values_are_those_of_tables_that_do_not_split() {
    for rules in Rules::ALL {
        let store = ValueStore::new();
        let values = Values::new(&store, 14, rules);
        for cells in 1..=14 {
            let table = EndgameTable::compute(&store, 1, cells, rules, &Monitor::new()).unwrap();
            for row in rows_of(cells) {
                let expected = table.value(row.stones);
                let parts = values.addressing.parts(row).unwrap();
                assert_eq!(values.sum(&parts), expected, "{} {rules}", row.position());
            }
        }
    }
}

/// Cells of a row that is mostly stones.
fn cells(longest: usize) -> impl Strategy<Value = Vec<Cell>> {
    let cell = |number: usize, kind: u8| match (kind, number % 2) {
        (0..4, _) => Cell::Empty,
        (4, _) => Cell::Hole,
        (_, 0) => Cell::Black,
        _ => Cell::White,
    };
    let kinds = prop::collection::vec(0..12u8, 1..=longest);
    kinds.prop_map(move |kinds| kinds.into_iter().enumerate().map(|(n, kind)| cell(n, kind)).collect())
}

fn row_of_cells(cells: Vec<Cell>) -> Position {
    Position::from_cells(1, cells.len(), cells).unwrap()
}

proptest! {
    #[test]
    fn values_of_positions_are_those_of_the_solver(cells in cells(24), many in any::<bool>()) {
        let rules = if many { Rules::MultiJump } else { Rules::SingleJump };
        let store = ValueStore::new();
        let values = Values::new(&store, 13, rules);
        let position = row_of_cells(cells);
        let value = values.value(&position);
        if let Some(value) = value {
            let expected = ValueSolver::new(&store, rules, None).value(&position, &Monitor::new()).unwrap();
            prop_assert_eq!(value, expected);
        }
        prop_assert_eq!(values.value(&position.colours_swapped()), value.map(|value| -value));
        let mut mirrored: Vec<Cell> = position.cells().map(|(_, _, cell)| cell).collect();
        let column = Position::from_cells(mirrored.len(), 1, mirrored.clone()).unwrap();
        prop_assert_eq!(values.value(&column), value);
        mirrored.reverse();
        prop_assert_eq!(values.value(&row_of_cells(mirrored)), value);
    }
}

#[test]
fn the_longest_positions_are_answered() {
    let store = ValueStore::new();
    let values = Values::new(&store, 10, Rules::MultiJump);
    // Of five cells each, so that the colours are exchanged in every other one.
    let cells = |number: usize| match number % 5 {
        4 | 3 => Cell::Empty,
        _ if number % 15 >= 5 => Cell::Empty,
        _ if number.is_multiple_of(2) => Cell::Black,
        _ => Cell::White,
    };
    let position = row_of_cells((0..447).map(cells).collect());
    let expected =
        ValueSolver::new(&store, Rules::MultiJump, None).value(&position, &Monitor::new()).unwrap();
    assert_eq!(values.value(&position), Some(expected));
    assert_eq!(values.addressing.parts_of_position(&position).unwrap().len(), 30);
}

#[test]
fn what_is_not_in_the_set_has_no_parts() {
    let addressing = RowAddressing::new(5, Rules::MultiJump).unwrap();
    let parts = |text: &str| addressing.parts_of_position(&text.parse().unwrap()).map(|parts| parts.len());
    assert_eq!(parts("xoxox"), Some(1));
    assert_eq!(parts("xoxoxo"), None);
    assert_eq!(parts("xoxo.."), Some(1));
    assert_eq!(parts("..xoxo.."), None);
    assert_eq!(parts("xo...ox#ox.x..o"), Some(3));
    assert_eq!(parts("xx."), None);
    assert_eq!(parts("xo/ox"), None);
    assert_eq!(parts("x..o..x"), Some(0));
    assert_eq!(parts("xo....xo"), Some(2));
    assert_eq!(parts("xo....ox"), Some(2));
    assert!(RowAddressing::new(0, Rules::MultiJump).is_err());
    assert!(RowAddressing::new(MAX_ROW_CELLS + 1, Rules::MultiJump).is_err());
}

#[test]
fn the_longest_rows_have_addresses() {
    let addressing = RowAddressing::new(MAX_ROW_CELLS, Rules::MultiJump).unwrap();
    for (number, block) in addressing.blocks().iter().enumerate() {
        for index in [0, block.positions / 3, block.positions - 1] {
            addressing.for_each_representative(number, index..index + 1, |found, row| {
                let address = Address { block: number as u32, index, negated: false };
                assert_eq!((found, addressing.locate(row)), (index, Some(address)));
            });
        }
    }
}
