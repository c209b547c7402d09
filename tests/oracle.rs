//! Values of positions as an independent program printed them (`data/oracle.csv`, described in
//! `data/README.md`), against those of the solver.

use konane::board::{Position, Rules};
use konane::solve::{Monitor, ValueSolver};
use konane::value::ValueStore;
use konane::value::notation::Notation;

#[test]
fn values_are_those_of_another_program() {
    let mut data = csv::Reader::from_path("tests/data/oracle.csv").unwrap();
    let rows: Vec<(String, String)> = data.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 11_096);
    let positions: Vec<Position> = rows.iter().map(|(position, _)| position.parse().unwrap()).collect();

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
