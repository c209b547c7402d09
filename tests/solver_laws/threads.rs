//! The answers do not depend on the number of threads.

use konane::board::{Position, Rules};
use konane::solve::{EndgameTable, Monitor, ValueSolver};
use konane::value::{ValueStore, notation::Notation};

/// Positions with many regions and values of all sorts.
const POSITIONS: [&str; 6] = [
    "xoxo/ox.x/xoxo/oxox",
    "x.xox/oxoxo/x.xo./.xo.o/xoxox",
    ".xo.ox..xoxo.o.ox.xo.x..ox.oxo.xo.x.o.ox",
    "oxoxoxoxoxoxoxox",
    "xxo.o.x/o.oxo.x/.xo.oxx/o.o.x.o",
    "..xo.....ox.../.oxo....#xox../.......#..x.../...ox.....o...",
];

/// The printed values of the positions one by one, all together, and those of their regions.
fn answers(threads: usize, rules: Rules) -> Vec<String> {
    let positions: Vec<Position> = POSITIONS.iter().map(|text| text.parse().unwrap()).collect();
    in_pool(threads, || {
        let store = ValueStore::new();
        let text = |form| store.text(form, Notation::Cgsuite).unwrap();
        let together = ValueSolver::new(&store, rules, None).values(&positions, &Monitor::new()).unwrap();
        let mut texts: Vec<String> = together.iter().map(|&form| text(form)).collect();
        let mut solver = ValueSolver::new(&store, rules, None);
        for position in &positions {
            texts.push(text(solver.value(position, &Monitor::new()).unwrap()));
            let regions = solver.regions(position, &Monitor::new()).unwrap();
            texts.extend(regions.iter().map(|region| format!("{:?} {}", region.squares, text(region.value))));
        }
        texts
    })
}

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

#[test]
fn values_and_their_text_are_the_same() {
    for rules in Rules::ALL {
        let alone = answers(1, rules);
        assert!(alone.len() > 2 * POSITIONS.len());
        assert_eq!(answers(2, rules), alone, "{rules}");
        assert_eq!(answers(5, rules), alone, "{rules}");
    }
}

#[test]
fn tables_and_their_text_are_the_same() {
    let texts = |threads| {
        in_pool(threads, || {
            let store = ValueStore::new();
            let table = EndgameTable::compute(&store, 3, 5, Rules::MultiJump, &Monitor::new()).unwrap();
            let text = |mask| store.text(table.value(mask), Notation::Cgsuite).unwrap();
            (0..table.len()).map(text).collect::<Vec<String>>()
        })
    };
    let alone = texts(1);
    assert_eq!(texts(2), alone);
    assert_eq!(texts(5), alone);
}
