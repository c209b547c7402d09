//! The work that both programs do.

use crate::common::{
    START_5X5, block_in_6x7, block_in_8x8, four_copies, position, random_positions, start_4x6, twelve_pairs,
};
use konane::board::Position;

/// A named piece of work.
pub struct Work {
    /// The name in the output and for `--only`.
    pub name: &'static str,
    /// Whether it takes cgt more than about a minute, so that it is done on demand only.
    pub slow: bool,
    task: fn() -> Task,
}

/// What is to be evaluated.
pub enum Task {
    /// All checkered positions of a board of so many rows and columns, with Black on the first cell.
    Table { rows: usize, columns: usize },
    /// These positions, one after another with one memo.
    Positions(Vec<Position>),
}

impl Work {
    /// What is to be evaluated.
    pub fn task(&self) -> Task {
        (self.task)()
    }
}

/// All work, in the order in which it is done.
pub const WORKS: &[Work] = &[
    quick("4x4", || Task::Table { rows: 4, columns: 4 }),
    quick("1x20", || Task::Table { rows: 1, columns: 20 }),
    quick("4x5", || Task::Table { rows: 4, columns: 5 }),
    quick("start-5x5", || Task::Positions(vec![position(START_5X5)])),
    quick("start-4x6", || Task::Positions(vec![start_4x6()])),
    quick("block-in-8x8", || Task::Positions(vec![block_in_8x8()])),
    quick("four-copies", || Task::Positions(vec![four_copies()])),
    quick("twelve-pairs", || Task::Positions(vec![twelve_pairs()])),
    slow("rows-1x40", || Task::Positions(random_positions(200, 1, 40, 50))),
    slow("block-in-6x7", || Task::Positions(vec![block_in_6x7()])),
];

const fn quick(name: &'static str, task: fn() -> Task) -> Work {
    Work { name, slow: false, task }
}

const fn slow(name: &'static str, task: fn() -> Task) -> Work {
    Work { name, slow: true, task }
}
