//! How long single positions, and lists of positions, take to evaluate.
//!
//! Every run begins with an empty store and a solver that knows nothing, so that it measures all the
//! work: finding the regions, their options, and the canonical forms. The work is spread over all
//! cores; `RAYON_NUM_THREADS=1` in the environment keeps it to one.
//!
//! ```text
//! cargo bench --bench positions
//! cargo bench --bench positions -- random_rows     only those whose name contains this
//! ```

mod common;

use common::*;
use divan::{Bencher, counter::ItemsCount};
use konane::board::Position;
use konane::value::ValueStore;

fn main() {
    divan::main();
}

/// Measures the evaluation of positions, starting from an empty store each time.
fn bench(bencher: Bencher, positions: Vec<Position>) {
    bencher.counter(ItemsCount::new(positions.len())).with_inputs(ValueStore::new).bench_values(|store| {
        evaluate(&store, &positions);
        store
    });
}

/// A start of play: one region until late, so no splitting helps.
#[divan::bench(sample_count = 10, sample_size = 1, max_time = 5)]
fn start_5x5(bencher: Bencher) {
    bench(bencher, vec![position(START_5X5)]);
}

/// Another start, on a board that is not a square and so has fewer symmetries.
#[divan::bench(name = "start_4x6_mid_h", sample_count = 10, sample_size = 1, max_time = 5)]
fn start_4x6_in_the_middle(bencher: Bencher) {
    bench(bencher, vec![start_4x6()]);
}

/// A block with room around it, where bounds on how far stones get come into play.
#[divan::bench(sample_count = 10, sample_size = 1, max_time = 5)]
fn block_4x4_in_8x8(bencher: Bencher) {
    bench(bencher, vec![block_in_8x8()]);
}

/// Four independent regions, equal up to translation.
#[divan::bench(name = "four_copies", max_time = 2)]
fn four_copies_side_by_side(bencher: Bencher) {
    bench(bencher, vec![four_copies()]);
}

/// Twelve independent regions of a row, equal up to translation.
#[divan::bench(name = "twelve_pairs", max_time = 2)]
fn twelve_pairs_in_a_row(bencher: Bencher) {
    bench(bencher, vec![twelve_pairs()]);
}

/// A pattern of the literature, longer than a machine word.
#[divan::bench(sample_size = 1, max_time = 5)]
fn solid_linear_100_in_250(bencher: Bencher) {
    bench(bencher, vec![solid_linear_100()]);
}

/// Two hundred rows of 40 cells, half of them occupied.
#[divan::bench(sample_count = 10, sample_size = 1, max_time = 5)]
fn random_rows_1x40_half_full(bencher: Bencher) {
    bench(bencher, random_positions(200, 1, 40, 50));
}

/// Two hundred rows of 60 cells, 60 % of them occupied.
#[divan::bench(sample_count = 3, sample_size = 1, max_time = 20)]
fn random_rows_1x60_60_percent(bencher: Bencher) {
    bench(bencher, random_positions(200, 1, 60, 60));
}
