//! Tables in a database.

use super::Arguments;
use crate::cli::board_range::Board;
use crate::cli::failure::{Failure, note};
use crate::cli::interrupt::Interrupt;
use crate::cli::progress::Progress;
use crate::cli::resources::human_bytes;
use indicatif::HumanCount;
use konane::database::{
    BuildOptions, DatabaseTable, TableAddressing, TableDescription, ValueDatabase, build, unfinished_path,
};
use konane::solve::{EndgameTable, MAX_ROW_CELLS};
use konane::value::StoreLimits;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Options on where tables are kept.
#[derive(clap::Args)]
pub struct DatabaseOptions {
    /// Keep the values in a database, a new one or one that has other tables already
    #[arg(long = "database", id = "database", value_name = "FILE")]
    pub path: Option<PathBuf>,

    /// A table of the rows of up to so many cells that do not split, to go into the database
    ///
    /// With it the values of all rows are known that do not hang together for more cells than that, also on
    /// longer boards. It has about 1.31 * 1.80^CELLS positions.
    #[arg(long, value_name = "CELLS", requires = "database", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_ROW_CELLS as i64))]
    pub connected_rows: Option<u32>,
}

/// The tables that a database shall have.
pub struct Building<'a> {
    arguments: &'a Arguments,
    path: &'a Path,
    tables: Vec<TableDescription>,
}

impl DatabaseOptions {
    /// What is to be built, if anything is.
    pub fn building<'a>(
        &'a self,
        boards: &[Board],
        arguments: &'a Arguments,
    ) -> Result<Option<Building<'a>>, Failure> {
        let Some(path) = self.path.as_deref() else { return Ok(None) };
        let rules = arguments.rules;
        let mut tables = Vec::new();
        // A board and the same one turned by a quarter have the same values.
        let sides = boards.iter().map(|board| (board.rows.min(board.columns), board.rows.max(board.columns)));
        for (rows, columns) in sides {
            let table = TableDescription::board(rows as u32, columns as u32, rules);
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        tables.extend(self.connected_rows.map(|cells| TableDescription::connected_rows(cells, rules)));
        Ok(Some(Building { arguments, path, tables }))
    }
}

impl Building<'_> {
    /// Builds what is not there yet.
    pub fn run(&self, interrupt: &Interrupt) -> Result<Option<ValueDatabase>, Failure> {
        let start = Instant::now();
        let before = if self.path.exists() { Some(ValueDatabase::open(self.path)?) } else { None };
        let known = |table: &TableDescription| {
            before.as_ref().is_some_and(|before| before.find_table(*table).is_some())
        };
        let (known, new): (Vec<_>, Vec<_>) = self.tables.iter().partition(|table| known(table));
        for table in known {
            note(&format!("{}: the table {table} is there already", self.path.display()));
        }
        drop(before);
        self.build(&new, interrupt).map_err(|failure| self.with_remark(failure))?;
        let database = ValueDatabase::open(self.path)?;
        self.tell(&database, new.len(), start);
        Ok(Some(database))
    }

    fn build(&self, tables: &[TableDescription], interrupt: &Interrupt) -> Result<(), Failure> {
        let memory = self.memory_for_values(tables)?;
        let largest = tables.iter().map(|table| (table.rows as usize, table.columns as usize));
        let (rows, columns) = largest.max_by_key(|(rows, columns)| rows * columns).unwrap_or_default();
        let limits = EndgameTable::store_limits(rows, columns);
        let store = interrupt.new_store(StoreLimits { memory: Some(memory), ..limits });
        let options = BuildOptions {
            path: self.path.to_path_buf(),
            tables: tables.to_vec(),
            memory: Some(self.arguments.resources.memory_ceiling()),
        };
        let _progress = Progress::show(self.arguments.resources.progress, &interrupt.monitor, "evaluating");
        build(&options, &store, &interrupt.monitor)?;
        Ok(())
    }

    /// What the memory ceiling leaves for distinct values beside the positions.
    fn memory_for_values(&self, tables: &[TableDescription]) -> Result<u64, Failure> {
        let ceiling = self.arguments.resources.memory_ceiling();
        let mut most = 0;
        for &table in tables {
            let needed = TableAddressing::new(table).map_err(|error| Failure::input(error))?.working_bytes();
            if needed >= ceiling {
                return Err(Failure::Failed(format!(
                    "the table {table} takes {} besides the values, but the memory ceiling is {} (see \
                     --memory)",
                    human_bytes(needed),
                    human_bytes(ceiling)
                )));
            }
            most = most.max(needed);
        }
        Ok(ceiling - most)
    }

    /// The failure, and how to go on after it.
    fn with_remark(&self, failure: Failure) -> Failure {
        let unfinished = unfinished_path(self.path);
        if !unfinished.exists() {
            return failure;
        }
        let kept = format!("the work so far is kept in {}", unfinished.display());
        failure.with_remark(&format!("{kept}, and the same command goes on from there"))
    }

    /// Says what there is now.
    fn tell(&self, database: &ValueDatabase, new: usize, start: Instant) {
        let tables = database.tables().len();
        let positions = database.tables().iter().map(DatabaseTable::addressing);
        let positions: u64 = positions.map(TableAddressing::positions).sum();
        note(&format!(
            "{}: {tables} table{}, {new} of them new; {} positions stored, {} distinct values up to sign, {}; \
             {:.1} s",
            self.path.display(),
            if tables == 1 { "" } else { "s" },
            HumanCount(positions),
            HumanCount(database.value_count()),
            human_bytes(database.length()),
            start.elapsed().as_secs_f64()
        ));
    }
}
