//! The files of outcomes in `data/outcomes`: their form, what theorems say of them, and the cheap ones
//! solved again.

use crate::baseline::Baseline;
use crate::known_results::of_narrow_board;
use crate::plain::{class, outcome_class, solver};
use konane::board::{Player, Position, Rules, Symmetry};
use konane::game::{OpenedBoard, Openings};
use konane::value::OutcomeClass;
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// Nodes of all rows of a board that is solved again by the solver, and most cells of such a board if it is
/// not narrow. One row may have needed no nodes because another was solved before.
const CHEAP: u64 = 5_000;
const MOST_CELLS: usize = 36;

/// Nodes that the plain search may take for a question, and most cells of its boards.
const MOST_PLAIN_NODES: u64 = 30_000;
const MOST_PLAIN_CELLS: usize = 30;

#[derive(Deserialize)]
struct Record {
    board: String,
    opening: String,
    class: Option<String>,
    black_first: Option<String>,
    white_first: Option<String>,
    nodes: u64,
    seconds: f64,
}

/// A row of a file, read.
struct Row {
    /// The file, the board and the opening.
    name: String,
    rows: usize,
    columns: usize,
    opening: String,
    position: Position,
    class: Option<OutcomeClass>,
    nodes: u64,
}

fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("data/outcomes").unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "csv"));
    files.sort();
    files
}

fn all_rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for file in files() {
        let mut reader = csv::Reader::from_path(&file).unwrap();
        let header: Vec<&str> = reader.headers().unwrap().iter().collect();
        let expected = ["board", "opening", "class", "black_first", "white_first", "nodes", "seconds"];
        assert_eq!(header, expected, "{}", file.display());
        let file = file.file_stem().unwrap().to_string_lossy().into_owned();
        rows.extend(reader.deserialize().map(|record| read(&file, record.unwrap())));
    }
    rows
}

fn read(file: &str, record: Record) -> Row {
    let name = format!("{file}: {} {}", record.board, record.opening);
    let (rows, columns) = record.board.split_once('x').expect(&name);
    let (rows, columns): (usize, usize) = (rows.parse().expect(&name), columns.parse().expect(&name));
    let openings: Openings = record.opening.parse().expect(&name);
    let opened = openings.on_board(rows, columns).expect(&name);
    let [OpenedBoard { position, .. }] = &opened[..] else { panic!("{name} is not one opening") };

    let winner = |winner: &Option<String>| winner.as_ref().map(|winner| winner.parse().expect(&name));
    let [black_first, white_first]: [Option<Player>; 2] =
        [&record.black_first, &record.white_first].map(winner);
    let found = black_first.zip(white_first).map(|(black_first, white_first)| {
        class(|beginner| beginner == if beginner == Player::Black { black_first } else { white_first })
    });
    assert_eq!(record.class, found.map(|class| class.to_string()), "{name}");
    assert!(record.seconds >= 0.0, "{name}");
    let (position, opening) = (position.clone(), record.opening);
    Row { name, rows, columns, opening, position, class: found, nodes: record.nodes }
}

#[test]
fn each_opening_is_there_once() {
    let mut seen = HashSet::new();
    for row in all_rows() {
        assert!(seen.insert((row.rows, row.columns, row.opening)), "{} is there twice", row.name);
    }
    assert!(!seen.is_empty());
}

#[test]
fn narrow_boards_are_as_proved() {
    for row in all_rows() {
        if let (Some(expected), Some(class)) =
            (of_narrow_board(row.rows, row.columns, &row.opening), row.class)
        {
            assert_eq!(class, expected, "{}", row.name);
        }
    }
}

/// If an image of a position is the position with exchanged colours, its value is its own negative.
#[test]
fn positions_that_are_their_own_negatives() {
    for row in all_rows() {
        let negative = row.position.colours_swapped();
        let symmetries = Symmetry::of_board(row.rows, row.columns);
        if symmetries.iter().any(|symmetry| symmetry.apply(&row.position) == negative) {
            let possible = [Some(OutcomeClass::Next), Some(OutcomeClass::Previous), None];
            assert!(possible.contains(&row.class), "{}", row.name);
        }
    }
}

#[test]
fn cheap_boards_are_solved_again() {
    // By size: a board that lies on its side is the same.
    let mut boards: BTreeMap<[usize; 2], Vec<Row>> = BTreeMap::new();
    for row in all_rows() {
        let mut size = [row.rows, row.columns];
        size.sort();
        boards.entry(size).or_default().push(row);
    }
    boards.retain(|[side, longer], rows| {
        let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
        nodes <= CHEAP && (*side <= 2 || side * longer <= MOST_CELLS)
    });
    assert!(boards.len() > 20, "{}", boards.len());
    for rows in boards.into_values() {
        let mut solver = solver(Rules::MultiJump);
        for row in rows {
            if let Some(class) = row.class {
                assert_eq!(outcome_class(&mut solver, &row.position), class, "{}", row.name);
            }
        }
    }
}

#[test]
fn small_boards_are_solved_by_plain_alpha_beta() {
    let mut solved = 0;
    for row in all_rows().into_iter().filter(|row| row.rows * row.columns <= MOST_PLAIN_CELLS) {
        let text = row.position.to_string();
        let mut search = Baseline::new(&text, true, 1 << 20).unwrap();
        let [black, white] =
            [true, false].map(|black| search.mover_wins(&text, black, MOST_PLAIN_NODES).unwrap());
        if let (Some(black), Some(white), Some(expected)) = (black, white, row.class) {
            let found = class(|beginner| if beginner == Player::Black { black } else { white });
            assert_eq!(found, expected, "{}", row.name);
            solved += 1;
        }
    }
    assert!(solved > 100, "{solved}");
}
