//! Fits the weights of `src/solve/outcome/weights.bin`, which order the search for who wins.
//!
//! From checkpoints of that search, whose format is described in `src/solve/outcome/checkpoint.rs`, it takes the
//! positions that are decided, and fits the logarithm of the odds that the player to move wins by logistic
//! regression (AdaGrad): a sum over the windows of the board, as `src/solve/outcome/evaluation.rs` has it. The
//! weights in use come from the boards 5x6, 5x7, 5x8, 6x6 and 6x7:
//!
//! ```text
//! konane outcome --board 6x7 --checkpoint 6x7.checkpoint      (and so on)
//! cargo run --release --example fit_ordering -- weights.bin 5x6.checkpoint 5x7.checkpoint ...
//! ```

use std::error::Error;
use std::process::ExitCode;

/// Rows and columns of the cells of a window, as distances from its middle, in the order of its bits.
const OFFSETS: [(i32, i32); 13] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 0),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
    (-2, 0),
    (2, 0),
    (0, -2),
    (0, 2),
];
const WINDOWS: usize = 1 << OFFSETS.len();
/// At most so many positions of a file are used.
const MOST_SAMPLES: usize = 1_000_000;
const ROUNDS: usize = 6;

/// A decided position.
struct Sample {
    rows: usize,
    columns: usize,
    /// Whether a stone is on each cell, row by row.
    stones: Vec<bool>,
    white_to_move: bool,
    mover_wins: bool,
}

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [output, checkpoints @ ..] = arguments else {
        return Err("say where to write the weights, and name checkpoints to fit them to".into());
    };
    let mut samples = Vec::new();
    for path in checkpoints {
        let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        let decided = decided(&bytes).ok_or_else(|| format!("{path}: not a checkpoint"))?;
        let step = decided.len().div_ceil(MOST_SAMPLES).max(1);
        samples.extend(decided.into_iter().step_by(step));
    }
    if samples.is_empty() {
        return Err("there is no decided position to fit to".into());
    }
    shuffle(&mut samples);
    let (kinds, count) = window_kinds();
    println!("{} positions, {count} weights", samples.len());
    let weights = fit(&samples, &kinds, count);
    let rounded = weights.iter().map(|weight| (weight * 256.0).round() as i16);
    std::fs::write(output, rounded.flat_map(i16::to_le_bytes).collect::<Vec<u8>>())
        .map_err(|error| format!("{output}: {error}"))?;
    Ok(())
}

/// The decided positions of a checkpoint without a value beside them; `None` if it is none.
fn decided(bytes: &[u8]) -> Option<Vec<Sample>> {
    let mut rest = bytes.strip_prefix(b"KNOUTCM1")?.get(1..)?;
    let mut take = |length: usize| {
        let (first, others) = rest.split_at_checked(length)?;
        rest = others;
        Some(first)
    };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
    let mut boards = Vec::new();
    for _ in 0..number(take(4)?) {
        boards.push((number(take(2)?) as usize, number(take(2)?) as usize));
        take(8)?;
    }
    let mut zero = None;
    for value in 0..number(take(4)?) {
        let length = number(take(4)?) as usize;
        if take(length)? == b"0" {
            zero = Some(value);
        }
    }
    let mut samples = Vec::new();
    for _ in 0..number(take(8)?) {
        let (occupied, value, board) = (number(take(8)?), number(take(4)?), number(take(2)?));
        let (proof, disproof) = (number(take(2)?), number(take(2)?));
        take(8)?;
        if Some(value) == zero && (proof == 0 || disproof == 0) {
            let (rows, columns) = *boards.get(board as usize & 0x7fff)?;
            let stride = if rows.min(columns) > 1 && rows.max(columns) <= 8 { 8 } else { columns };
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| row * stride + column));
            let stones = cells.map(|cell| occupied >> cell & 1 == 1).collect();
            let (white_to_move, mover_wins) = (board >> 15 == 1, proof == 0);
            samples.push(Sample { rows, columns, stones, white_to_move, mover_wins });
        }
    }
    Some(samples)
}

/// Brings the samples into an order that has nothing to do with the table's, always the same.
fn shuffle(samples: &mut [Sample]) {
    let mut state = 88_172_645_463_325_252u64;
    for last in (1..samples.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        samples.swap(last, (state % (last as u64 + 1)) as usize);
    }
}

/// The kind of each window at each place, and the number of kinds, as `evaluation.rs` numbers them.
fn window_kinds() -> (Vec<Option<usize>>, usize) {
    let mut kinds = vec![None; 81 * WINDOWS];
    let mut count = 0;
    for place in 0..81 {
        let near = [place / 27, place / 9 % 3, place / 3 % 3, place % 3];
        for window in (0..WINDOWS).filter(|&window| is_on_board(near, window)) {
            if kinds[place * WINDOWS + window].is_none() {
                for symmetry in 0..8 {
                    let (near, window) = image(symmetry, near, window);
                    kinds[place_of(near) * WINDOWS + window] = Some(count);
                }
                count += 1;
            }
        }
    }
    (kinds, count)
}

fn place_of(near: [usize; 4]) -> usize {
    near.iter().fold(0, |place, distance| place * 3 + distance)
}

fn is_on_board([above, below, left, right]: [usize; 4], window: usize) -> bool {
    let stones = OFFSETS.iter().enumerate().filter(|(bit, _)| window >> bit & 1 == 1);
    stones.map(|(_, offset)| offset).all(|&(row, column)| {
        -row <= above as i32 && row <= below as i32 && -column <= left as i32 && column <= right as i32
    })
}

fn image(symmetry: usize, mut near: [usize; 4], window: usize) -> ([usize; 4], usize) {
    if symmetry & 4 != 0 {
        near = [near[2], near[3], near[0], near[1]];
    }
    if symmetry & 2 != 0 {
        near.swap(0, 1);
    }
    if symmetry & 1 != 0 {
        near.swap(2, 3);
    }
    let mut turned = 0;
    for (bit, &(row, column)) in OFFSETS.iter().enumerate() {
        let (row, column) = if symmetry & 4 != 0 { (column, row) } else { (row, column) };
        let row = if symmetry & 2 != 0 { -row } else { row };
        let column = if symmetry & 1 != 0 { -column } else { column };
        let to = OFFSETS.iter().position(|&offset| offset == (row, column));
        turned |= (window >> bit & 1) << to.expect("the window is symmetric");
    }
    (near, turned)
}

/// The kinds of a position's windows, each with the sign with which it counts for the player to move.
fn windows(sample: &Sample, kinds: &[Option<usize>], found: &mut Vec<(usize, f32)>) {
    let Sample { rows, columns, stones, white_to_move, .. } = sample;
    found.clear();
    for (row, column) in (0..*rows).flat_map(|row| (0..*columns).map(move |column| (row, column))) {
        let mut window = 0;
        for (bit, &(down, right)) in OFFSETS.iter().enumerate() {
            let to = (row.checked_add_signed(down as isize), column.checked_add_signed(right as isize));
            if let (Some(row), Some(column)) = to
                && row < *rows
                && column < *columns
            {
                window |= usize::from(stones[row * columns + column]) << bit;
            }
        }
        let near = [row, rows - 1 - row, column, columns - 1 - column].map(|cells| cells.min(2));
        let sign = if ((row + column) % 2 == 1) == *white_to_move { 1.0 } else { -1.0 };
        found.extend(kinds[place_of(near) * WINDOWS + window].map(|kind| (kind, sign)));
    }
}

fn odds_to_chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// Logistic regression; one in twenty samples is kept back to say how good the fit is.
fn fit(samples: &[Sample], kinds: &[Option<usize>], count: usize) -> Vec<f32> {
    let (kept_back, used) = samples.split_at(samples.len() / 20);
    let mut weights = vec![0f32; count];
    let mut squares = vec![1e-3f32; count];
    let mut found = Vec::new();
    for round in 0..ROUNDS {
        let rate = 0.15 / (1.0 + 0.7 * round as f32);
        for sample in used {
            windows(sample, kinds, &mut found);
            let odds = found.iter().map(|&(kind, sign)| weights[kind] * sign).sum();
            let error = odds_to_chance(odds) - f32::from(u8::from(sample.mover_wins));
            for &(kind, sign) in &found {
                squares[kind] += error * error;
                weights[kind] -= rate * error * sign / squares[kind].sqrt();
            }
        }
        println!(
            "round {}: log loss {:.4} on positions kept back",
            round + 1,
            loss(kept_back, kinds, &weights)
        );
    }
    weights
}

fn loss(samples: &[Sample], kinds: &[Option<usize>], weights: &[f32]) -> f64 {
    let mut found = Vec::new();
    let losses = samples.iter().map(|sample| {
        windows(sample, kinds, &mut found);
        let chance = odds_to_chance(found.iter().map(|&(kind, sign)| weights[kind] * sign).sum());
        let of_truth = if sample.mover_wins { chance } else { 1.0 - chance };
        -f64::from(of_truth.max(1e-6).ln())
    });
    losses.sum::<f64>() / samples.len().max(1) as f64
}
