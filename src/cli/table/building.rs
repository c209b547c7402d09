//! Tables in a database.

use super::Arguments;
use crate::cli::failure::{Failure, note};
use crate::cli::output::followed;
use crate::cli::progress::Progress;
use indicatif::HumanCount;
use konane::board::BoardSize;
use konane::database::{
    BuildOptions, BuildSummary, DatabaseError, TableAddressing, TableDescription, ValueDatabase, build,
    build_part, part_path, unfinished_path,
};
use konane::solve::table::Shard;
use konane::solve::{EndgameTable, Interrupt, MAX_ROW_CELLS, human_bytes};
use konane::value::StoreLimits;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::str::FromStr;
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

    /// Do the I-th of K parts of the work, to be merged with konane database merge
    ///
    /// All K parts must run at the same time, with the same other options, in a folder that they share: after
    /// each number of stones they wait for each other. Each writes a file of its own, FILE.shard-I-of-K,
    /// and goes on from there if it was stopped.
    #[arg(long, value_name = "I/K", requires = "database", allow_hyphen_values = true)]
    pub shard: Option<ShardChoice>,
}

/// A part of the work as an option gives it: `2/3` is the second of three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardChoice(Shard);

/// The most parts of a build.
const MAX_SHARDS: u32 = 1024;

impl FromStr for ShardChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardChoice, String> {
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse::<u32>().ok(),
            false => None,
        };
        let parts = text.split_once('/').and_then(|(index, of)| Some((number(index)?, number(of)?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) && of <= MAX_SHARDS => {
                Ok(ShardChoice(Shard { index: index - 1, of }))
            }
            _ => Err(format!("write 2/3 for the second of three parts; there may be up to {MAX_SHARDS}")),
        }
    }
}

/// The tables that a database shall have.
pub struct Building<'a> {
    arguments: &'a Arguments,
    path: PathBuf,
    tables: Vec<TableDescription>,
}

impl DatabaseOptions {
    /// What is to be built, if anything is.
    pub fn building<'a>(
        &'a self,
        boards: &[BoardSize],
        arguments: &'a Arguments,
    ) -> Result<Option<Building<'a>>, Failure> {
        let Some(path) = self.path.as_deref() else { return Ok(None) };
        let path = followed(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        if self.shard.is_some() && arguments.writes_rows() {
            return Err(Failure::input("a part of a database has no rows to write: leave out --shard"));
        }
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
    /// Builds what is not there yet; a part of the work makes no database.
    pub fn run(&self, interrupt: &Interrupt) -> Result<Option<ValueDatabase>, Failure> {
        let start = Instant::now();
        let before = if self.path.exists() { Some(ValueDatabase::open(&self.path)?) } else { None };
        let known = |table: &TableDescription| {
            before.as_ref().is_some_and(|before| before.find_table(*table).is_some())
        };
        let (known, new): (Vec<_>, Vec<_>) = self.tables.iter().partition(|table| known(table));
        if let (true, true, Some(database)) = (new.is_empty(), self.arguments.writes_rows(), before) {
            return Ok(Some(database));
        }
        if !known.is_empty() {
            note(&format!("{}: {} there already", self.path.display(), tables(known.len())));
        }
        let part = self.arguments.database.shard.map(|ShardChoice(part)| part).filter(|part| part.of > 1);
        let file = part.map_or_else(|| unfinished_path(&self.path), |part| part_path(&self.path, part));
        if part.is_some() && new.is_empty() {
            return Ok(None);
        }
        let summary = self.build(&new, part, interrupt, &file)?;
        if part.is_some() {
            tell_of_part(&file, new.len(), &summary, start);
            return Ok(None);
        }
        let database = ValueDatabase::open(&self.path)?;
        tell(&database, &summary, start);
        Ok(Some(database))
    }

    fn build(
        &self,
        tables: &[TableDescription],
        part: Option<Shard>,
        interrupt: &Interrupt,
        file: &Path,
    ) -> Result<BuildSummary, Failure> {
        let memory = self.memory_for_values(tables)?;
        let largest = tables.iter().map(|table| (table.rows as usize, table.columns as usize));
        let (rows, columns) = largest.max_by_key(|(rows, columns)| rows * columns).unwrap_or_default();
        let limits = EndgameTable::store_limits(rows, columns);
        let store = interrupt.new_store(StoreLimits { memory: Some(memory), ..limits });
        let options = BuildOptions {
            path: self.path.clone(),
            tables: tables.to_vec(),
            memory: Some(self.arguments.resources.memory_ceiling()),
        };
        let monitor = &interrupt.monitor;
        let _progress = Progress::show(self.arguments.resources.progress, monitor, "evaluating");
        let told = Cell::new(false);
        let waits_for = |other: &Path| {
            if !told.replace(true) {
                note(&format!("waiting for other parts of the work, such as {}", other.display()));
            }
        };
        let built = match part {
            Some(part) => build_part(&options, part, &store, monitor, &waits_for),
            None => build(&options, &store, monitor),
        };
        built.map_err(|error| match error {
            // The work is another's, and goes on.
            DatabaseError::InUse(_) => error.into(),
            error => Failure::from(error).with_remark_on(file),
        })
    }

    /// What the memory ceiling leaves for distinct values beside the positions.
    fn memory_for_values(&self, tables: &[TableDescription]) -> Result<u64, Failure> {
        let ceiling = self.arguments.resources.memory_ceiling();
        let mut most = 0;
        for &table in tables {
            let needed = TableAddressing::new(table).map_err(Failure::input)?.working_bytes();
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
}

/// Says what there is now.
pub fn tell(database: &ValueDatabase, summary: &BuildSummary, start: Instant) {
    let positions = database.tables().iter().map(|table| table.addressing().positions()).sum();
    note(&format!(
        "{}: {}, {} of them new; {} positions stored, {} distinct values up to sign, {}; {:.1} s",
        database.path().display(),
        tables(database.tables().len()),
        summary.tables_added,
        HumanCount(positions),
        HumanCount(database.value_count()),
        human_bytes(database.length()),
        start.elapsed().as_secs_f64()
    ));
}

/// Says what a part is.
fn tell_of_part(file: &Path, count: usize, summary: &BuildSummary, start: Instant) {
    note(&format!(
        "{}: this part of {} is finished, {}; {:.1} s; konane database merge makes a database of all parts",
        file.display(),
        tables(count),
        human_bytes(summary.length),
        start.elapsed().as_secs_f64()
    ));
}

fn tables(count: usize) -> String {
    format!("{count} table{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_counted_from_one() {
        let shard = |text: &str| text.parse::<ShardChoice>().ok().map(|ShardChoice(shard)| shard);
        assert_eq!(shard("1/1"), Some(Shard::WHOLE));
        assert_eq!(shard("2/3"), Some(Shard { index: 1, of: 3 }));
        for text in ["", "1", "0/2", "3/2", "1/0", "1/", "/2", "-1/2", "1/2/3", "1/9999", "+1/2", "a/b"] {
            assert_eq!(shard(text), None, "{text}");
        }
    }
}
