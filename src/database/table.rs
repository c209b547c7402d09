//! Which tables a database can hold.

use crate::board::Rules;
use crate::solve::SolveError;
use crate::solve::table::{Addressing, Block, BoardAddressing, batches};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// What the positions of a table are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableKind {
    /// All checkered positions of a board with Black on the colour of the first cell.
    Board,
    /// The connected rows, which do not split, up to a length.
    Rows,
}

impl TableKind {
    /// All kinds.
    pub const ALL: [TableKind; 2] = [TableKind::Board, TableKind::Rows];

    /// Its name in tables of text.
    pub const fn name(self) -> &'static str {
        match self {
            TableKind::Board => "board",
            TableKind::Rows => "connected_rows",
        }
    }
}

/// A table by its name: which positions, and by which rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TableDescription {
    /// What its positions are.
    pub kind: TableKind,
    /// Rows of the board; 1 for connected rows.
    pub rows: u32,
    /// Columns of the board; for connected rows the most cells.
    pub columns: u32,
    /// The rules.
    pub rules: Rules,
}

impl TableDescription {
    /// All checkered positions of a board.
    pub const fn board(rows: u32, columns: u32, rules: Rules) -> TableDescription {
        TableDescription { kind: TableKind::Board, rows, columns, rules }
    }

    /// The connected rows of up to so many cells.
    pub const fn connected_rows(longest: u32, rules: Rules) -> TableDescription {
        TableDescription { kind: TableKind::Rows, rows: 1, columns: longest, rules }
    }
}

/// As in `4x6 multi-jump`, or `connected rows up to 1x34 multi-jump`.
impl fmt::Display for TableDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableDescription { kind, rows, columns, rules } = self;
        if *kind == TableKind::Rows {
            write!(f, "connected rows up to ")?;
        }
        write!(f, "{rows}x{columns} {rules}")
    }
}

/// How the positions of a table are numbered.
#[derive(Clone)]
pub enum TableAddressing {
    /// For a board.
    Board(Arc<BoardAddressing>),
}

impl TableAddressing {
    /// The numbering of a table; an error if there is no such table.
    pub fn new(table: TableDescription) -> Result<TableAddressing, SolveError> {
        let (rows, columns) = (table.rows as usize, table.columns as usize);
        match table.kind {
            TableKind::Board => {
                BoardAddressing::new(rows, columns, table.rules).map(|a| TableAddressing::Board(Arc::new(a)))
            }
            TableKind::Rows => Err(SolveError::TableTooLarge { rows, columns }),
        }
    }

    /// The blocks of its positions.
    pub fn blocks(&self) -> &[Block] {
        match self {
            TableAddressing::Board(board) => board.blocks(),
        }
    }

    /// The blocks in batches, which are the segments of a file.
    pub(super) fn batches(&self) -> Vec<Range<usize>> {
        batches(self.blocks())
    }

    /// The number of positions that are stored.
    pub fn positions(&self) -> u64 {
        self.blocks().iter().map(|block| block.positions).sum()
    }
}

/// Runs the same code for whatever type a table's numbering has.
macro_rules! with_addressing {
    ($table:expr, $addressing:ident => $body:expr) => {
        match $table {
            $crate::database::table::TableAddressing::Board($addressing) => {
                let $addressing = &**$addressing;
                $body
            }
        }
    };
}
pub(super) use with_addressing;
