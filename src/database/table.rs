//! Which tables a database can hold.

use crate::board::{Cell, Position, Rules};
use crate::region::black_is_odd;
use crate::solve::SolveError;
use crate::solve::table::{
    Address, Addressing, Block, BlockMask, BoardAddressing, Row, RowAddressing, positions_of,
};
use std::fmt;
use std::sync::Arc;

/// Runs the same code for whatever type a table's numbering has.
macro_rules! with_addressing {
    ($table:expr, $addressing:ident => $body:expr) => {
        match $table {
            $crate::database::table::TableAddressing::Board($addressing) => {
                let $addressing = &**$addressing;
                $body
            }
            $crate::database::table::TableAddressing::Rows($addressing) => {
                let $addressing = &**$addressing;
                $body
            }
        }
    };
}
pub(super) use with_addressing;

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
    /// For connected rows.
    Rows(Arc<RowAddressing>),
}

impl TableAddressing {
    /// The numbering of a table; an error if there is no such table.
    pub fn new(table: TableDescription) -> Result<TableAddressing, SolveError> {
        let (rows, columns) = (table.rows as usize, table.columns as usize);
        Ok(match table.kind {
            TableKind::Board => {
                TableAddressing::Board(BoardAddressing::new(rows, columns, table.rules)?.into())
            }
            TableKind::Rows if rows != 1 => return Err(SolveError::TableTooLarge { rows, columns }),
            TableKind::Rows => TableAddressing::Rows(RowAddressing::new(columns, table.rules)?.into()),
        })
    }

    /// The blocks of its positions.
    pub fn blocks(&self) -> &[Block] {
        with_addressing!(self, addressing => addressing.blocks())
    }

    /// Where the value of a position stands, of whichever colour its first cell is; `None` if it is not in
    /// the table.
    pub fn locate(&self, position: &Position) -> Option<Address> {
        with_addressing!(self, addressing => addressing.locate_position(position))
    }

    /// The number of positions that are stored.
    pub fn positions(&self) -> u64 {
        positions_of(self.blocks())
    }
}

/// From the positions of a table to boards and back.
pub(super) trait BoardPositions: Addressing {
    /// The position on a board.
    fn on_board(&self, position: Self::Position) -> Position;

    /// Where the value of a position on a board stands.
    fn locate_position(&self, position: &Position) -> Option<Address>;

    /// Calls `found(index, negated)` for all other positions of its block that are alike to the one at an
    /// address.
    fn for_each_alike(&self, address: Address, found: impl FnMut(u64, bool));
}

impl BoardPositions for BoardAddressing {
    fn on_board(&self, position: BlockMask) -> Position {
        self.position(position.mask)
    }

    fn locate_position(&self, position: &Position) -> Option<Address> {
        if (position.rows(), position.columns()) != (self.rows(), self.columns()) {
            return None;
        }
        if position.count(Cell::Hole) > 0 {
            return None;
        }
        let stones = || position.cells().filter_map(|(row, column, cell)| Some((row, column, cell.owner()?)));
        let mask = stones().fold(0, |mask, (row, column, _)| mask | 1 << (row * self.columns() + column));
        Some(self.locate(mask).negated_if(black_is_odd(stones())?))
    }

    fn for_each_alike(&self, address: Address, found: impl FnMut(u64, bool)) {
        let block = address.block as usize;
        self.for_each_image(block, self.position_at(block, address.index), found);
    }
}

impl BoardPositions for RowAddressing {
    fn on_board(&self, row: Row) -> Position {
        row.position()
    }

    fn locate_position(&self, position: &Position) -> Option<Address> {
        match self.parts_of_position(position)?.as_slice() {
            [part] => Some(*part),
            _ => None,
        }
    }

    /// None: of mirror images only one has an address.
    fn for_each_alike(&self, _address: Address, _found: impl FnMut(u64, bool)) {}
}
