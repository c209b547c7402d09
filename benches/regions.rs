//! How long it takes to find the independent regions of positions, and what finding them is worth.
//!
//! `count_*` only splits positions into regions. `solve_*` evaluates as well: with many small regions
//! that differ only by where they are, the splitting and the look-up of normal forms are most of the
//! work. Counts are of positions.
//!
//! ```text
//! cargo bench --bench regions
//! cargo bench --bench regions -- count     only the splitting
//! ```

mod common;

use common::*;
use divan::{Bencher, counter::ItemsCount};
use konane::board::Position;
use konane::solve::region_count;
use konane::value::ValueStore;

fn main() {
    divan::main();
}

/// How full the random positions are, in percent: from scattered stones to one crowd.
const FULLNESS: [usize; 3] = [25, 50, 75];

fn bench_count(bencher: Bencher, positions: Vec<Position>) {
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().map(region_count).sum::<usize>());
}

fn bench_solve(bencher: Bencher, positions: Vec<Position>) {
    bencher.counter(ItemsCount::new(positions.len())).with_inputs(ValueStore::new).bench_values(|store| {
        evaluate(&store, &positions);
        store
    });
}

/// Rows that fit a machine word.
#[divan::bench(args = FULLNESS, sample_size = 1, max_time = 1)]
fn count_rows_1x60(bencher: Bencher, percent: usize) {
    bench_count(bencher, random_positions(200, 1, 60, percent));
}

/// Rows of several machine words.
#[divan::bench(args = FULLNESS, sample_size = 1, max_time = 1)]
fn count_rows_1x200(bencher: Bencher, percent: usize) {
    bench_count(bencher, random_positions(5, 1, 200, percent));
}

/// Boards that fit a machine word.
#[divan::bench(args = FULLNESS, sample_size = 1, max_time = 1)]
fn count_boards_8x8(bencher: Bencher, percent: usize) {
    bench_count(bencher, random_positions(20, 8, 8, percent));
}

/// Boards of several machine words.
#[divan::bench(args = FULLNESS, sample_size = 1, max_time = 1)]
fn count_boards_16x16(bencher: Bencher, percent: usize) {
    bench_count(bencher, random_positions(4, 16, 16, percent));
}

/// Many rows of few stones: thousands of regions, few of them different.
#[divan::bench(sample_size = 1, max_time = 2)]
fn solve_rows_1x60(bencher: Bencher) {
    bench_solve(bencher, random_positions(1000, 1, 60, 25));
}

/// Boards of few stones.
#[divan::bench(sample_size = 1, max_time = 2)]
fn solve_boards_8x8(bencher: Bencher) {
    bench_solve(bencher, random_positions(200, 8, 8, 15));
}

/// One position of more and more equal regions; each should cost no more than its splitting.
#[divan::bench(args = [1, 10, 40], max_time = 1)]
fn solve_copies_in_a_row(bencher: Bencher, copies: usize) {
    bench_solve(bencher, vec![side_by_side(".oxox.", copies)]);
}
