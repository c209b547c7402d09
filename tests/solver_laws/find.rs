//! Searches against filtering all positions of endgame tables, with naive classes and sizes.

use crate::known::{Counted, Rows, tables};
use konane::board::{Cell, Player, Position, Rules, Symmetry};
use konane::solve::{
    EndgameTable, FoundPosition, KnownValues, Monitor, PositionSearch, SearchBoards, SearchEnd, SolveError,
    ValueSolver, Wanted, region_count,
};
use konane::value::{Analysis, CanonicalForm, Condition, ValueStore};
use std::collections::{HashMap, HashSet};

/// Positions with their values.
type Values = HashMap<Position, CanonicalForm>;

/// All checkered positions of a board, whichever colour Black is on.
fn all_positions(store: &ValueStore, rows: usize, columns: usize, rules: Rules) -> Values {
    let table = EndgameTable::compute(store, rows, columns, rules, &Monitor::new()).unwrap();
    let mut values = Values::new();
    for mask in 0..table.len() {
        values.insert(table.position(mask), table.value(mask));
        values.insert(table.position(mask).colours_swapped(), -table.value(mask));
    }
    values
}

/// The same of several boards.
fn all_positions_of(store: &ValueStore, sizes: &[(usize, usize)], rules: Rules) -> Values {
    sizes.iter().flat_map(|&(rows, columns)| all_positions(store, rows, columns, rules)).collect()
}

/// Whether Black is on the colour of the first cell, or there are no stones.
fn black_is_first(position: &Position) -> bool {
    position.cells().all(|(row, column, cell)| {
        cell.owner().is_none_or(|player| (player == Player::Black) == (row + column).is_multiple_of(2))
    })
}

fn stones(position: &Position) -> Vec<(usize, usize, Cell)> {
    position.cells().filter(|(.., cell)| cell.owner().is_some()).collect()
}

fn size(position: &Position) -> impl Ord + use<> {
    let (rows, columns) = (position.rows(), position.columns());
    let stones = stones(position);
    let extent =
        |lines: Vec<usize>| lines.iter().max().map_or(0, |last| last + 1 - lines.iter().min().unwrap());
    let box_rows = extent(stones.iter().map(|&(row, ..)| row).collect());
    let box_columns = extent(stones.iter().map(|&(_, column, _)| column).collect());
    let mask: u64 = stones.iter().map(|&(row, column, _)| 1 << (row * columns + column)).sum();
    (
        (stones.len(), rows * columns, rows.min(columns)),
        (box_rows * box_columns, box_rows.min(box_columns), mask),
        !black_is_first(position),
    )
}

/// The position without its first row.
fn without_first_row(position: &Position) -> Option<Position> {
    let empty = (0..position.columns()).all(|column| position.cell(0, column) == Cell::Empty);
    let cells = position.cells().filter(|&(row, ..)| row > 0).map(|(.., cell)| cell).collect();
    if empty { Position::from_cells(position.rows() - 1, position.columns(), cells).ok() } else { None }
}

/// Whether some row or column at the edge is empty and does not matter.
fn has_idle_edge(position: &Position, values: &Values) -> bool {
    Symmetry::ALL.iter().any(|symmetry| {
        without_first_row(&symmetry.apply(position)).is_some_and(|trimmed| {
            let value = values.get(&trimmed).or_else(|| values.get(&Symmetry::TRANSPOSE.apply(&trimmed)));
            *value.unwrap() == values[position]
        })
    })
}

fn has_idle_stone(position: &Position, values: &Values) -> bool {
    stones(position)
        .into_iter()
        .any(|(row, column, _)| values[&position.clone().with(row, column, Cell::Empty)] == values[position])
}

/// What a search must find.
fn filtered(store: &ValueStore, values: &Values, trims: bool, wanted: &Wanted) -> Vec<FoundPosition> {
    let mut analysis = Analysis::new(store);
    let mut accepted: Vec<&Position> = values
        .iter()
        .filter(|(position, value)| {
            let number = stones(position).len();
            (wanted.values.is_empty() || wanted.values.contains(value))
                && wanted.conditions.iter().all(|condition| analysis.satisfies(condition, **value).unwrap())
                && (wanted.min_stones..=wanted.max_stones.unwrap_or(usize::MAX)).contains(&number)
                && !(wanted.connected && region_count(position) > 1)
                && !(wanted.minimal && has_idle_stone(position, values))
                && !(trims && has_idle_edge(position, values))
        })
        .map(|(position, _)| position)
        .collect();
    accepted.sort_by_key(|position| size(position));
    let (mut met, mut seen, mut found) = (HashSet::new(), HashSet::new(), Vec::new());
    for position in accepted {
        let value = values[position];
        if !met.contains(position) && (!wanted.distinct || seen.insert(value.min(-value))) {
            found.push(FoundPosition { position: position.clone(), value });
        }
        for image in Symmetry::ALL.iter().map(|symmetry| symmetry.apply(position)) {
            met.extend([image.colours_swapped(), image]);
        }
    }
    found.truncate(wanted.limit);
    found
}

fn search(search: &mut PositionSearch<'_>, wanted: &Wanted) -> (Vec<FoundPosition>, SearchEnd) {
    let mut all = Vec::new();
    let end = search.run(wanted, &Monitor::new(), |found| {
        all.extend_from_slice(found);
        Ok::<(), SolveError>(())
    });
    (all, end.unwrap())
}

/// Different things to search for.
fn questions(store: &ValueStore) -> Vec<Wanted> {
    let values = |texts: &[&str]| texts.iter().map(|text| store.parse(text).unwrap()).collect();
    let conditions =
        |texts: &[&str]| texts.iter().map(|text| Condition::parse(store, text).unwrap()).collect();
    vec![
        Wanted::default(),
        Wanted { limit: 7, min_stones: 3, ..Wanted::default() },
        Wanted { values: values(&["1"]), max_stones: Some(4), ..Wanted::default() },
        Wanted { values: values(&["*", "-1/2", "{1|0}"]), minimal: true, ..Wanted::default() },
        Wanted { values: values(&["0", "-1", "1", "2"]), distinct: true, ..Wanted::default() },
        Wanted { conditions: conditions(&["mean > 0", "outcome = N"]), ..Wanted::default() },
        Wanted { conditions: conditions(&["temperature >= 0"]), connected: true, ..Wanted::default() },
        Wanted { distinct: true, ..Wanted::default() },
        Wanted { distinct: true, min_stones: 2, limit: 5, ..Wanted::default() },
        Wanted { connected: true, minimal: true, max_stones: Some(5), limit: 12, ..Wanted::default() },
    ]
}

fn check(boards: SearchBoards, sizes: &[(usize, usize)]) {
    for rules in Rules::ALL {
        let store = ValueStore::new();
        let values = all_positions_of(&store, sizes, rules);
        let trims = !matches!(boards, SearchBoards::One { .. });
        let new_search = || PositionSearch::new(&store, boards, rules, None).unwrap();
        let mut kept = new_search();
        // Some boards are known, of them some turned; and short rows.
        let turned = |&(rows, columns): &(usize, usize)| [(rows, columns), (columns, rows)][rows % 2];
        let known = tables(&store, &sizes.iter().map(turned).step_by(2).collect::<Vec<_>>(), rules);
        let rows = Rows::new(&store, 7, rules);
        let (known, rows) = (Counted::new(&known), Counted::new(&rows));
        for (number, wanted) in questions(&store).into_iter().enumerate() {
            let expected = filtered(&store, &values, trims, &wanted);
            let known: &dyn KnownValues = if number % 2 == 0 { &known } else { &rows };
            for search_again in [&mut new_search(), &mut kept, &mut new_search().with_known_values(known)] {
                let (found, end) = search(search_again, &wanted);
                let first = found.iter().zip(&expected).find(|(found, expected)| found != expected);
                assert_eq!(first, None, "{boards:?} {rules} {wanted:?}");
                assert_eq!(found.len(), expected.len(), "{boards:?} {rules} {wanted:?}");
                let all_values = wanted.distinct && wanted.values.len() == 4 && found.len() == 3;
                let enough = found.len() == wanted.limit || all_values;
                assert_eq!(end == SearchEnd::Enough, enough, "{boards:?} {wanted:?}");
            }
        }
        assert!(known.answers() > 0);
        assert_eq!(rows.answers() > 0, sizes.iter().any(|&(rows, columns)| rows == 1 && columns <= 7));
    }
}

#[test]
fn searches_of_one_board() {
    for (rows, columns) in [(1, 1), (1, 9), (9, 1), (2, 4), (3, 3), (4, 3), (3, 4)] {
        check(SearchBoards::One { rows, columns }, &[(rows, columns)]);
    }
}

#[test]
fn searches_of_growing_boards() {
    let up_to = |rows, columns| SearchBoards::UpTo { rows, columns };
    check(up_to(1, 11), &(1..=11).map(|columns| (1, columns)).collect::<Vec<_>>());
    let small = [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3), (1, 4), (2, 4), (3, 4)];
    check(up_to(3, 4), &small);
    check(up_to(4, 3), &small);
    check(up_to(3, 3), &[(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)]);
    let of_nine = (1..=3).flat_map(|rows| (rows..=9 / rows).map(move |columns| (rows, columns)));
    check(SearchBoards::MostCells(9), &of_nine.collect::<Vec<_>>());
}

#[test]
fn boards_of_no_size_are_refused() {
    let store = ValueStore::new();
    for (boards, rows, columns) in [
        (SearchBoards::One { rows: 0, columns: 3 }, 0, 3),
        (SearchBoards::One { rows: 5, columns: 13 }, 5, 13),
        (SearchBoards::UpTo { rows: usize::MAX, columns: 2 }, usize::MAX, 2),
        (SearchBoards::MostCells(0), 1, 0),
        (SearchBoards::MostCells(65), 1, 65),
    ] {
        let answer = PositionSearch::new(&store, boards, Rules::MultiJump, None);
        assert_eq!(answer.err(), Some(SolveError::SearchTooLarge { rows, columns }));
    }
}

/// On the largest boards all values of few stones are as the solver has them.
#[test]
fn large_boards() {
    for (rows, columns) in [(8, 8), (1, 64), (64, 1), (2, 32), (7, 9)] {
        let store = ValueStore::new();
        let boards = SearchBoards::One { rows, columns };
        let mut large = PositionSearch::new(&store, boards, Rules::MultiJump, None).unwrap();
        let wanted = Wanted { max_stones: Some(3), distinct: true, ..Wanted::default() };
        let (found, end) = search(&mut large, &wanted);
        assert!(found.len() > 3 && end == SearchEnd::Exhausted);
        let positions: Vec<Position> = found.iter().map(|found| found.position.clone()).collect();
        let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
        let values = solver.values(&positions, &Monitor::new()).unwrap();
        assert_eq!(found.iter().map(|found| found.value).collect::<Vec<_>>(), values);
    }
}

#[test]
fn a_search_stops_and_goes_on() {
    let store = ValueStore::new();
    let boards = SearchBoards::One { rows: 4, columns: 4 };
    let mut stopped = PositionSearch::new(&store, boards, Rules::MultiJump, None).unwrap();
    let monitor = Monitor::new();
    let wanted = Wanted { limit: 40, ..Wanted::default() };
    let mut before = Vec::new();
    let answer = stopped.run(&wanted, &monitor, |found| {
        before.extend_from_slice(found);
        if found.iter().any(|found| stones(&found.position).len() == 2) {
            monitor.stop();
        }
        Ok::<(), SolveError>(())
    });
    assert_eq!((answer, stopped.stones_searched()), (Err(SolveError::Interrupted), Some(2)));
    let (all, _) = search(&mut stopped, &wanted);
    assert!(all.starts_with(&before) && all.len() == 40);
    let answer = stopped.run(&wanted, &Monitor::new(), |_| Err(SolveError::MemoryLimit(7)));
    assert_eq!(answer, Err(SolveError::MemoryLimit(7)));
    assert_eq!(search(&mut stopped, &wanted).0, all);
}

/// A board that is known takes no memory and no time for the positions that are not asked for.
#[test]
fn a_known_board_is_not_evaluated() {
    let store = ValueStore::new();
    let known = tables(&store, &[(4, 4)], Rules::MultiJump);
    let known = Counted::new(&known);
    let boards = SearchBoards::One { rows: 4, columns: 4 };
    let unlimited = PositionSearch::new(&store, boards, Rules::MultiJump, None).unwrap();
    let wanted = Wanted { min_stones: 14, limit: 1000, ..Wanted::default() };
    let expected = search(&mut { unlimited }, &wanted);
    let limited = PositionSearch::new(&store, boards, Rules::MultiJump, None).unwrap();
    let found = search(&mut limited.with_known_values(&known), &wanted);
    assert_eq!(found, expected);
    // One of each class of symmetric positions with 14 to 16 stones, of which there are 137.
    assert!((found.0.len() as u64..137).contains(&known.answers()), "{}", known.answers());
}

#[test]
fn a_memory_ceiling_ends_a_search() {
    let store = ValueStore::new();
    let boards = SearchBoards::One { rows: 8, columns: 8 };
    let mut limited = PositionSearch::new(&store, boards, Rules::MultiJump, Some(16 << 20)).unwrap();
    let wanted = Wanted { values: vec![store.integer(1000).unwrap()], ..Wanted::default() };
    let answer = limited.run(&wanted, &Monitor::new(), |_| Ok::<(), SolveError>(()));
    // 4 bytes for each of C(64, 5) positions are too many.
    assert_eq!((answer, limited.stones_searched()), (Err(SolveError::MemoryLimit(16)), Some(4)));
}

/// The rows of `data/positions/smallest.csv`: where, value, position, searched, proved.
fn smallest() -> Vec<[String; 5]> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/positions/smallest.csv");
    let mut reader = csv::Reader::from_path(file).unwrap();
    let headers = reader.headers().unwrap().clone();
    let column = |name| headers.iter().position(|header| header == name).unwrap();
    let columns = ["where", "value", "position", "searched", "proved"].map(column);
    reader
        .records()
        .map(|record| record.map(|record| columns.map(|at| record[at].to_owned())).unwrap())
        .collect()
}

#[test]
fn the_smallest_known_positions_have_their_values() {
    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::MultiJump, None);
    let rows = smallest();
    assert!(rows.len() > 60);
    for [place, value, position, ..] in &rows {
        let position: Position = position.parse().unwrap();
        assert_eq!(store.parse(value), Ok(solver.value(&position, &Monitor::new()).unwrap()), "{position}");
        assert!(position.is_checkered());
        assert!(if place == "row" { position.rows() == 1 } else { place == "plane" }, "{place}");
    }
}

/// The smallest known positions that have up to 16 cells are those that a search finds.
#[test]
fn the_smallest_known_positions_are_found() {
    let rows = smallest();
    for (place, boards) in
        [("row", SearchBoards::UpTo { rows: 1, columns: 16 }), ("plane", SearchBoards::MostCells(16))]
    {
        let store = ValueStore::new();
        let listed: Vec<(CanonicalForm, &String)> = rows
            .iter()
            .filter(|row| row[0] == place)
            .map(|[_, value, position, ..]| (store.parse(value).unwrap(), position))
            .collect();
        let values = listed.iter().map(|&(value, _)| value).collect();
        let mut all = PositionSearch::new(&store, boards, Rules::MultiJump, None).unwrap();
        let (found, _) = search(&mut all, &Wanted { values, distinct: true, ..Wanted::default() });
        let found: HashMap<CanonicalForm, String> =
            found.into_iter().map(|found| (found.value, found.position.to_string())).collect();
        let mut small = 0;
        for (value, position) in listed {
            if position.matches(['.', 'x', 'o']).count() <= 16 {
                assert_eq!(found.get(&value), Some(position), "{place}");
                small += 1;
            }
        }
        assert!(small > 15, "{place}");
    }
}
