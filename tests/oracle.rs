//! Values of positions as an independent program printed them (`data/oracle.csv`, described in
//! `data/README.md`), against those of the solver.

use konane::board::{Cell, Position, Rules};
use konane::solve::{Monitor, ValueSolver};
use konane::value::ValueStore;
use konane::value::notation::Notation;

/// Whether the position can be evaluated in little time without optimisation: all but the fullest of
/// 5×5, for which an optimised test run is needed (`cargo test --release`).
fn is_light(position: &Position) -> bool {
    let cells = position.rows() * position.columns();
    cells < 25 || cells - position.count(Cell::Empty) <= 14
}

#[test]
fn values_are_those_of_another_program() {
    let mut data = csv::Reader::from_path("tests/data/oracle.csv").unwrap();
    let mut rows: Vec<(Position, String)> = data
        .deserialize::<(String, String)>()
        .map(Result::unwrap)
        .map(|(position, value)| (position.parse().unwrap(), value))
        .collect();
    assert_eq!(rows.len(), 11_096);
    if cfg!(debug_assertions) {
        rows.retain(|(position, _)| is_light(position));
        assert_eq!(rows.len(), 10_239);
    }
    let positions: Vec<Position> = rows.iter().map(|(position, _)| position.clone()).collect();

    let store = ValueStore::new();
    let mut solver = ValueSolver::new(&store, Rules::default(), None);
    let values = solver.values(&positions, &Monitor::new()).unwrap();
    let mut differing = Vec::new();
    for ((position, text), value) in rows.iter().zip(values) {
        // Handles are equal exactly when the games are, however the texts were written.
        if store.parse(text).unwrap() != value {
            let computed = store.display(value, Notation::Cgsuite);
            differing.push(format!("{position}: {computed}, not {text}"));
        }
    }
    assert!(differing.is_empty(), "{} values differ:\n{}", differing.len(), differing.join("\n"));
}
