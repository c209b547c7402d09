//! How long the endgame table of a board takes: the values of all its checkered positions.
//!
//! Every run begins with an empty store. The count is of positions, 2 to the number of cells. The work
//! is spread over all cores; `RAYON_NUM_THREADS=1` in the environment keeps it to one. The large
//! boards run once, and take up to a few hundred MiB.
//!
//! ```text
//! cargo bench --bench tables
//! cargo bench --bench tables -- small     without the large boards
//! ```

use divan::{Bencher, counter::ItemsCount};
use konane::board::Rules;
use konane::solve::{EndgameTable, Monitor};
use konane::value::ValueStore;

fn main() {
    divan::main();
}

/// Measures the table of a board whose size is written as rows × columns.
fn bench(bencher: Bencher, size: &str) {
    let (rows, columns) = size.split_once('x').expect("sizes are written 4x5");
    let [rows, columns] = [rows, columns].map(|length| length.parse().expect("lengths are numbers"));
    bencher.counter(ItemsCount::new(1usize << (rows * columns))).with_inputs(ValueStore::new).bench_values(
        |store| {
            let table = EndgameTable::compute(&store, rows, columns, Rules::default(), &Monitor::new());
            (table.expect("the benchmarks' boards are small"), store)
        },
    );
}

/// Boards of up to 20 cells.
#[divan::bench(args = ["4x4", "1x20", "4x5"], sample_count = 10, sample_size = 1, max_time = 5)]
fn small(bencher: Bencher, size: &str) {
    bench(bencher, size);
}

/// Boards of 24 and 25 cells, once each.
#[divan::bench(args = ["1x24", "4x6", "5x5"], sample_count = 1, sample_size = 1)]
fn large(bencher: Bencher, size: &str) {
    bench(bencher, size);
}
