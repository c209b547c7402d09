//! How long the endgame table of a board takes: the values of all its checkered positions, in memory and
//! as a database with its checkpoints forced to the disk; and connected rows.
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
use konane::database::{BuildOptions, TableDescription, build};
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

/// Builds a database of one table.
fn bench_database(bencher: Bencher, table: TableDescription) {
    bencher.with_inputs(|| tempfile::tempdir().expect("there is room for a folder")).bench_values(|folder| {
        let path = folder.path().join("values.konane");
        let options = BuildOptions { path, tables: vec![table], memory: None };
        let limits = EndgameTable::store_limits(table.rows as usize, table.columns as usize);
        let summary = build(&options, &ValueStore::with_limits(limits), &Monitor::new());
        (summary.expect("there is room for the file"), folder)
    });
}

/// Databases of boards.
#[divan::bench(args = [(4, 5), (4, 6), (5, 5)], sample_count = 3, sample_size = 1, max_time = 10)]
fn board_database(bencher: Bencher, (rows, columns): (u32, u32)) {
    bench_database(bencher, TableDescription::board(rows, columns, Rules::default()));
}

/// Databases of connected rows up to a length.
#[divan::bench(args = [20, 24, 26], sample_count = 3, sample_size = 1, max_time = 10)]
fn row_database(bencher: Bencher, longest: u32) {
    bench_database(bencher, TableDescription::connected_rows(longest, Rules::default()));
}
