//! `konane table`: the values of all positions of a board.

pub mod building;

use self::building::DatabaseOptions;
use super::board_range::BoardRange;
use super::columns::{ColumnOptions, FieldTable, Layout, RowProperties, TableFormat, TableSink, tell_of};
use super::compression::Compression;
use super::destination::Destination;
use super::failure::Failure;
use super::interrupt::catch_signals;
use super::output::Output;
use super::progress::Progress;
use super::resources::Resources;
use konane::board::{BoardSize, Rules};
use konane::database::ValueDatabase;
use konane::solve::Interrupt;
use konane::tables::{
    BoardRows, BoardTableRequest, SUMMARY_COLUMNS, Statistics, TABLE_COLUMNS, Undefined, board_values,
};

/// Values of all positions of a board, as rows or in a database
///
/// The positions are all checkered ones with Black on the colour of the upper left cell; exchanging
/// the colours of the stones gives the others, with negated values. Real play never leaves them.
///
/// One row a position, in the order of the occupied cells read as a binary number whose lowest bit is
/// the upper left cell; or with --summary one row for each value that occurs, or with --statistics counts
/// of positions and values.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The board, such as 4x5: rows, an x, columns; several or ranges with --statistics or --database
    ///
    /// The range 1x1..2x8 holds all boards of one or two rows and up to eight columns.
    #[arg(long, value_name = "ROWSxCOLUMNS", allow_hyphen_values = true)]
    #[arg(required_unless_present = "connected_rows")]
    board: Vec<BoardRange>,

    #[command(flatten)]
    database: DatabaseOptions,

    /// The rules: multi-jump, or single-jump where a move is one jump only
    #[arg(long, value_name = "RULES", default_value_t = Rules::MultiJump)]
    rules: Rules,

    /// One row for each distinct value: how many positions have it, and the first of them
    ///
    /// First is the one with the fewest stones, and among these the first in the order of the table.
    /// Rows are sorted by the structure of values: numbers by size, nimbers, other values with a name,
    /// and the rest by their options.
    #[arg(long)]
    summary: bool,

    /// One row for each outcome class, kind, birthday, temperature and number of options
    ///
    /// It tells of how many positions and of how many distinct values. Of birthday, temperature and
    /// options the largest is told in a row of its own. Columns: rows, cols, statistic, key,
    /// number (the key as a decimal number, to plot), positions and values. Options are those of
    /// canonical forms, Left's and Right's together.
    #[arg(long, conflicts_with_all = ["summary", "columns", "notation"])]
    statistics: bool,

    /// Leave out positions that split into several independent regions
    #[arg(long)]
    connected: bool,

    /// Keep the first of the positions that are alike under rotations and reflections of the board
    ///
    /// A reflection that exchanges the colours of cells is taken together with an exchange of the
    /// colours of stones, which negates the value.
    #[arg(long)]
    up_to_symmetry: bool,

    #[command(flatten)]
    columns: ColumnOptions,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Columns: position, black, white (stones), value, outcome (L, R, N or P), left_stop, right_stop, mean,
temperature and birthday; with --columns also rows, cols, regions and all other properties of values.
With --summary: value, count, first_position, outcome, left_stop, right_stop, mean, temperature,
birthday and kind; with --columns also all other properties.
With --statistics: rows, cols, statistic (all, outcome, kind, birthday, largest_birthday, temperature,
largest_temperature, options, largest_options), key, number, positions and values.

With --database FILE the values go into a file that konane value, konane find and konane database read,
which keeps what it has; rows are written only if --output, --format, --columns, --summary, --statistics,
--connected or --up-to-symmetry asks for them. The work is kept beside it, in FILE.unfinished: whatever
stops it, the same command goes on from there. Of a board and the same one turned by a quarter the file
holds the one with no more rows than columns.

Memory: 4 bytes for each position that is not alike to another under the symmetries of the board, besides
the distinct values.

Examples:
  konane table --board 3x4
  konane table --board 1x20 --summary --output row20.csv
  konane table --board 4x5 --output table.parquet
  konane table --board 1x1..1x16 --statistics
  konane table --board 4x5 --connected --up-to-symmetry --columns position,value
  konane table --board 1x1..4x6 --connected-rows 30 --database values.konane
  konane table --board 5x5 --database values.konane --shard 1/4     and the other parts at the same time";

impl Arguments {
    /// The boards that are asked for; an error if a table of one is out of the question.
    fn boards(&self) -> Result<Vec<BoardSize>, Failure> {
        let mut boards = Vec::new();
        for range in &self.board {
            boards.extend(range.boards()?);
        }
        Ok(boards)
    }

    /// The table of a board, as it is asked for.
    fn request(&self, board: BoardSize) -> BoardTableRequest {
        BoardTableRequest {
            board,
            rules: self.rules,
            columns: self.columns.columns.clone(),
            // Statistics are made of what a summary is made of.
            summary: self.summary || self.statistics,
            connected: self.connected,
            up_to_symmetry: self.up_to_symmetry,
            notation: self.columns.notation,
            memory: self.resources.memory_ceiling(),
        }
    }

    /// Whether rows are to be written: always without a database, and with one only on request.
    fn writes_rows(&self) -> bool {
        let of_rows = self.summary || self.statistics || self.connected || self.up_to_symmetry;
        let of_output = self.destination.is_given() || self.columns.columns.is_some();
        self.database.path.is_none() || of_rows || of_output
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let boards = arguments.boards()?;
    let writing = arguments.writes_rows().then(|| Writing::new(arguments, &boards)).transpose()?;
    let building = arguments.database.building(&boards, arguments)?;
    arguments.resources.start_threads()?;
    // Before there is a file that an early signal would leave behind.
    let interrupt = catch_signals();
    let output = writing.as_ref().map(|writing| writing.open()).transpose()?;
    let database = building.map(|building| building.run(&interrupt)).transpose()?.flatten();
    match (writing, output) {
        (Some(writing), Some(output)) => writing.write(boards, database.as_ref(), &interrupt, output),
        _ => Ok(()),
    }
}

/// What rows are to be written, and how.
struct Writing<'a> {
    arguments: &'a Arguments,
    layout: Layout,
    format: TableFormat,
    compression: Compression,
}

impl<'a> Writing<'a> {
    fn new(arguments: &'a Arguments, boards: &[BoardSize]) -> Result<Writing<'a>, Failure> {
        if boards.len() > 1 && !arguments.statistics {
            return Err(Failure::input("rows of several boards go with --statistics only"));
        }
        if arguments.database.connected_rows.is_some() {
            let problem = "--connected-rows only goes into a database: for rows use konane database export";
            return Err(Failure::input(problem));
        }
        let set = if arguments.summary { SUMMARY_COLUMNS } else { TABLE_COLUMNS };
        let columns = set.choose(arguments.columns.columns.as_deref())?;
        let (format, compression) = arguments.destination.format()?;
        for &board in boards {
            arguments.request(board).memory_shares()?;
        }
        let layout = Layout::new(format, Vec::new(), &columns);
        Ok(Writing { arguments, layout, format, compression })
    }

    fn open(&self) -> Result<Output, Failure> {
        self.arguments.destination.open(self.compression)
    }

    /// Writes the rows of some boards, of which the database has the values if there is one.
    fn write(
        &self,
        boards: Vec<BoardSize>,
        database: Option<&ValueDatabase>,
        interrupt: &Interrupt,
        output: Output,
    ) -> Result<(), Failure> {
        if self.arguments.statistics {
            let mut table = FieldTable::begin(self.format, Statistics::schema(), output)?;
            for board in boards {
                self.report(board, database, interrupt, |rows| {
                    rows.statistics()?.rows(board).try_for_each(|row| table.write(row))
                })?;
                table.flush()?;
            }
            return table.finish();
        }
        let mut sink: TableSink = self.layout.begin(output)?;
        for board in boards {
            self.report(board, database, interrupt, |rows| self.write_rows(rows, &mut sink))?;
        }
        sink.finish()
    }

    /// Writes one row a position, or one a value.
    fn write_rows(&self, rows: &BoardRows<'_>, sink: &mut TableSink) -> Result<(), Failure> {
        let Arguments { summary, ref columns, .. } = *self.arguments;
        let properties = rows.make(
            summary,
            || RowProperties::new(rows.store, columns.notation),
            |properties, positions| {
                let mut rows = self.layout.no_rows();
                for (position, value) in positions {
                    self.layout.push(&mut rows, &[], &position, properties, value)?;
                }
                Ok::<_, Failure>(rows)
            },
            |rows| sink.write(rows),
        )?;
        tell_of(&Undefined::of_all(properties.into_iter().map(|rows| rows.properties)));
        Ok(())
    }

    /// Evaluates or loads the positions of a board, and reports on them.
    fn report(
        &self,
        board: BoardSize,
        database: Option<&ValueDatabase>,
        interrupt: &Interrupt,
        write: impl FnOnce(&BoardRows<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Arguments { rules, connected, up_to_symmetry, ref resources, .. } = *self.arguments;
        let monitor = &interrupt.monitor;
        let (limits, _) = self.arguments.request(board).memory_shares()?;
        let store = interrupt.new_store(limits);
        let action = if database.is_some() { "reading" } else { "evaluating" };
        let progress = Progress::show(resources.progress, monitor, action);
        let table = board_values(&store, board, rules, database, monitor)?;
        drop(progress);
        let _progress = Progress::show(resources.progress, monitor, "writing");
        write(&BoardRows { store: &store, table: &table, connected, up_to_symmetry, monitor })
    }
}
