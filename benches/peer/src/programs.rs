//! The programs that are compared, each doing a task and giving its answers.

use crate::work::Task;
use cgt::grid::{FiniteGrid, Grid, vec_grid::VecGrid};
use cgt::short::partizan::games::konane::{Konane, Tile};
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use cgt::total::TotalWrapper;
use clap::ValueEnum;
use konane::board::{Cell, Position, Rules};
use konane::solve::{EndgameTable, Monitor, ValueSolver};
use konane::value::ValueStore;
use konane::value::notation::Notation;
use rayon::prelude::*;
use std::collections::HashSet;
use std::error::Error;
use std::fmt;

/// One of the two programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Program {
    /// This library.
    Konane,
    /// The crate `cgt`.
    Cgt,
}

impl Program {
    /// Both programs.
    pub const ALL: [Program; 2] = [Program::Konane, Program::Cgt];

    /// The name in the output.
    pub fn name(self) -> &'static str {
        match self {
            Program::Konane => "konane",
            Program::Cgt => "cgt",
        }
    }

    /// Does the task on the threads of the current pool. Calls `done` as soon as the values are there,
    /// then counts or prints them: the number of distinct values of a table, or the value of each
    /// position.
    pub fn run(self, task: &Task, done: impl FnOnce()) -> Result<Vec<String>, Box<dyn Error>> {
        match (self, task) {
            (Program::Konane, &Task::Table { rows, columns }) => konane_table(rows, columns, done),
            (Program::Konane, Task::Positions(positions)) => konane_positions(positions, done),
            (Program::Cgt, &Task::Table { rows, columns }) => cgt_table(rows, columns, done),
            (Program::Cgt, Task::Positions(positions)) => cgt_positions(positions, done),
        }
    }
}

fn konane_table(rows: usize, columns: usize, done: impl FnOnce()) -> Result<Vec<String>, Box<dyn Error>> {
    let store = ValueStore::new();
    let table = EndgameTable::compute(&store, rows, columns, Rules::MultiJump, &Monitor::new())?;
    done();
    let distinct: HashSet<_> = (0..table.len()).map(|mask| table.value(mask as u32)).collect();
    Ok(vec![distinct.len().to_string()])
}

fn konane_positions(positions: &[Position], done: impl FnOnce()) -> Result<Vec<String>, Box<dyn Error>> {
    let store = ValueStore::new();
    let values = ValueSolver::new(&store, Rules::MultiJump, None).values(positions, &Monitor::new())?;
    done();
    Ok(values.iter().map(|&value| store.text(value, Notation::Cgsuite)).collect::<Result<_, _>>()?)
}

fn cgt_table(rows: usize, columns: usize, done: impl FnOnce()) -> Result<Vec<String>, Box<dyn Error>> {
    let table = ParallelTranspositionTable::new();
    let masks = 1u32 << (rows * columns);
    let value = |mask| Ok(cgt_checkered(rows, columns, mask)?.canonical_form(&table));
    (0..masks).into_par_iter().try_for_each(|mask| value(mask).map(drop))?;
    done();
    let distinct: HashSet<_> =
        (0..masks).map(|mask| value(mask).map(TotalWrapper::new)).collect::<Result<_, TooLarge>>()?;
    Ok(vec![distinct.len().to_string()])
}

fn cgt_positions(positions: &[Position], done: impl FnOnce()) -> Result<Vec<String>, Box<dyn Error>> {
    let table = ParallelTranspositionTable::new();
    let games: Vec<Konane> = positions.iter().map(cgt_position).collect::<Result<_, _>>()?;
    let values: Vec<_> = games.par_iter().map(|game| game.canonical_form(&table)).collect();
    done();
    Ok(values.iter().map(|value| value.to_string()).collect())
}

/// The checkered position whose occupied cells are the bits of `mask`, row by row.
fn cgt_checkered(rows: usize, columns: usize, mask: u32) -> Result<Konane, TooLarge> {
    cgt_game(rows, columns, |row, column| match (mask >> (row * columns + column) & 1, (row + column) % 2) {
        (0, _) => Tile::Empty,
        (_, 0) => Tile::Left,
        _ => Tile::Right,
    })
}

fn cgt_position(position: &Position) -> Result<Konane, TooLarge> {
    cgt_game(position.rows(), position.columns(), |row, column| match position.cell(row, column) {
        Cell::Empty => Tile::Empty,
        Cell::Black => Tile::Left,
        Cell::White => Tile::Right,
        Cell::Hole => Tile::Blocked,
    })
}

fn cgt_game(rows: usize, columns: usize, tile: impl Fn(usize, usize) -> Tile) -> Result<Konane, TooLarge> {
    let length = |length: usize| u8::try_from(length).map_err(|_| TooLarge);
    let mut grid: VecGrid<Tile> =
        FiniteGrid::filled(length(columns)?, length(rows)?, Tile::Empty).ok_or(TooLarge)?;
    for row in 0..rows {
        for column in 0..columns {
            grid.set(column as u8, row as u8, tile(row, column));
        }
    }
    Ok(Konane::new(grid))
}

/// A board with more rows or columns than cgt's grids have.
#[derive(Debug)]
struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cgt has no board with more than 255 rows or columns")
    }
}

impl Error for TooLarge {}
