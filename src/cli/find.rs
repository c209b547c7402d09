//! `konane find`: the smallest positions with a given value or given properties.

use super::columns::{ColumnOptions, Layout, RowProperties, tell_of};
use super::destination::Destination;
use super::failure::{Failure, note};
use super::interrupt::catch_signals;
use super::known::KnownOptions;
use super::progress::Progress;
use super::resources::Resources;
use konane::board::{BoardSize, Rules};
use konane::database::DatabaseValues;
use konane::reading::shown;
use konane::solve::{FoundPosition, MAX_SEARCH_CELLS, PositionSearch, SearchBoards, SearchEnd, Wanted};
use konane::tables::VALUE_COLUMNS;
use konane::value::notation::{ParseValueError, ParseValueProblem};
use konane::value::{Condition, ConditionError, StoreLimits, ValueStore};
use std::fmt;

/// The smallest positions with a value or with properties
///
/// All checkered positions of one board, or of boards of growing size, are evaluated by number of stones:
/// what is found comes smallest first, and is written as soon as it is found. If the search comes to its
/// end, there is no other.
///
/// Smaller is, in this order: fewer stones; fewer cells of the board, and then the shorter side; fewer
/// cells of the box around the stones, and then its shorter side; and at last the order of konane table,
/// the occupied cells read as a binary number whose lowest bit is the upper left cell.
///
/// Positions that are images of each other under rotations and reflections of the board, and under an
/// exchange of the colours of all stones, which negates the value, are found once: with the colours that
/// satisfy what is asked, and if both do, with Black on the colour of the upper left cell.
///
/// On boards of growing size each position is found on the smallest board where it has its value: none has
/// an empty row or column at the edge that could be left out without changing it.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
#[command(group = clap::ArgGroup::new("boards").required(true))]
pub struct Arguments {
    /// Search on this board, such as 4x5: rows, an x, columns
    #[arg(long, value_name = "ROWSxCOLUMNS", allow_hyphen_values = true, group = "boards")]
    board: Option<BoardSize>,

    /// Search on all boards up to this one, turned or not
    #[arg(long, value_name = "ROWSxCOLUMNS", allow_hyphen_values = true, group = "boards")]
    up_to_board: Option<BoardSize>,

    /// Search on rows of up to so many cells
    #[arg(long, value_name = "CELLS", allow_negative_numbers = true, group = "boards")]
    row: Option<usize>,

    /// Search on all boards of up to so many cells
    #[arg(long, value_name = "CELLS", allow_negative_numbers = true, group = "boards")]
    max_cells: Option<usize>,

    /// The value wanted; if given several times, any of these
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    value: Vec<String>,

    /// What the value must satisfy, such as 'temperature > 3'; if given several times, all of these
    ///
    /// A condition is the name of a property, a comparison, and what the property is compared with: a
    /// number, a value, a kind (tiny also stands for miny, and for either with a number), an outcome, true
    /// or false. Properties are those of --columns, comparisons
    /// = != < <= > >= and, of values, <> (confused with), <| and |>. The name of a property that is true or
    /// false stands for itself: 'is_nimber'. Where a property is undefined, the condition does not hold.
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    conditions: Vec<String>,

    /// The fewest stones
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    min_stones: usize,

    /// The most stones
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_stones: Option<usize>,

    /// Leave out positions that split into several independent regions
    #[arg(long)]
    connected: bool,

    /// Leave out positions that keep their value when some stone is taken off the board
    #[arg(long)]
    minimal: bool,

    /// The first position of each value only, a value and its negative taken for the same
    #[arg(long)]
    distinct: bool,

    /// Stop when so many positions are found
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    limit: usize,

    /// The rules: multi-jump, or single-jump where a move is one jump only
    #[arg(long, value_name = "RULES", default_value_t = Rules::MultiJump)]
    rules: Rules,

    #[command(flatten)]
    known: KnownOptions,

    #[command(flatten)]
    columns: ColumnOptions,

    #[command(flatten)]
    destination: Destination,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Columns: those of konane value.

Boards may have up to 64 cells. Memory: 4 bytes for each position of a board with as many stones as have
been reached, besides the distinct values; none for a board whose values are in the --database.

Examples:
  konane find --row 14 --value '*2' --minimal
  konane find --board 6x7 --value '*2' --limit 1
  konane find --up-to-board 4x4 --where 'temperature >= 1' --columns position,value,temperature
  konane find --max-cells 16 --where 'kind = tiny' --distinct
  konane find --row 16 --value 1/2 --value 1/4 --value 1/8 --distinct --connected";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let columns = VALUE_COLUMNS.choose(arguments.columns.columns.as_deref())?;
    let boards = arguments.boards()?;
    arguments.check_stones(boards)?;
    let (format, compression) = arguments.destination.format()?;
    arguments.resources.start_threads()?;
    let database = arguments.known.open()?;
    let interrupt = catch_signals();
    let memory = Some(arguments.resources.memory_ceiling());
    let store =
        interrupt.new_store(StoreLimits { memory, comparison_memo_bits: 20, ..StoreLimits::default() });
    let wanted = arguments.wanted(&store)?;
    let layout = Layout::new(format, Vec::new(), &columns);
    let mut sink = layout.begin(arguments.destination.open(compression)?)?;
    sink.flush()?;
    let known = database.as_ref().map(|database| DatabaseValues::new(database, &store));
    let mut search = PositionSearch::new(&store, boards, arguments.rules, memory)?;
    if let Some(known) = &known {
        search = search.with_known_values(known);
    }
    let progress = Progress::show(arguments.resources.progress, &interrupt.monitor, "searching");
    let mut properties = RowProperties::new(&store, arguments.columns.notation);
    let end = search.run(&wanted, &interrupt.monitor, |found: &[FoundPosition]| {
        let mut rows = layout.no_rows();
        for FoundPosition { position, value } in found {
            layout.push(&mut rows, &[], position, &mut properties, *value)?;
        }
        sink.write(rows)?;
        sink.flush()
    });
    drop(progress);
    tell_of(&properties.into_undefined());
    match end {
        Ok(SearchEnd::Enough) => {}
        Ok(SearchEnd::Exhausted) => note("all positions are searched"),
        Err(failure) => {
            if !matches!(failure, Failure::ClosedPipe)
                && let Some(stones) = search.stones_searched()
            {
                note(&format!("all positions of up to {stones} stones are searched"));
            }
            return Err(failure);
        }
    }
    sink.finish()
}

impl Arguments {
    /// The boards to search on.
    fn boards(&self) -> Result<SearchBoards, Failure> {
        let (option, boards) = match (self.board, self.up_to_board, self.row, self.max_cells) {
            (Some(board @ BoardSize { rows, columns }), ..) => {
                (format!("board {board}"), SearchBoards::One { rows, columns })
            }
            (_, Some(board @ BoardSize { rows, columns }), ..) => {
                (format!("up-to-board {board}"), SearchBoards::UpTo { rows, columns })
            }
            (.., Some(columns), _) => (format!("row {columns}"), SearchBoards::UpTo { rows: 1, columns }),
            (.., cells) => {
                let cells = cells.unwrap_or(0);
                (format!("max-cells {cells}"), SearchBoards::MostCells(cells))
            }
        };
        match boards.most_cells() {
            Some(1..=MAX_SEARCH_CELLS) => Ok(boards),
            _ => Err(Failure::input(format!(
                "--{option}: boards of 1 to {MAX_SEARCH_CELLS} cells are searched"
            ))),
        }
    }

    /// Whether there can be positions with as many stones as asked for.
    fn check_stones(&self, boards: SearchBoards) -> Result<(), Failure> {
        let (most, cells) = (self.max_stones, boards.most_cells().unwrap_or(usize::MAX));
        if let Some(most) = most.filter(|&most| most < self.min_stones) {
            let fewest = self.min_stones;
            return Err(Failure::input(format!("--max-stones {most} is less than --min-stones {fewest}")));
        }
        if self.min_stones > cells {
            let fewest = self.min_stones;
            return Err(Failure::input(format!("--min-stones {fewest}: there are {cells} cells at most")));
        }
        if self.limit == 0 {
            return Err(Failure::input("--limit 0: nothing would be searched for"));
        }
        Ok(())
    }

    fn wanted(&self, store: &ValueStore) -> Result<Wanted, Failure> {
        let values = self.value.iter().map(|text| {
            let value = store.parse(text);
            value.map_err(|error| refused("--value", text, &error, Some(&error)))
        });
        let conditions = self.conditions.iter().map(|text| {
            Condition::parse(store, text).map_err(|error| match &error {
                ConditionError::Value(_, cause) => refused("--where", text, &error, Some(cause)),
                _ => refused("--where", text, &error, None),
            })
        });
        Ok(Wanted {
            values: values.collect::<Result<_, _>>()?,
            conditions: conditions.collect::<Result<_, _>>()?,
            min_stones: self.min_stones,
            max_stones: self.max_stones,
            connected: self.connected,
            minimal: self.minimal,
            distinct: self.distinct,
            limit: self.limit,
        })
    }
}

/// What it means that the text of an option is refused, if need be because of a value in it.
fn refused(option: &str, text: &str, error: &dyn fmt::Display, value: Option<&ParseValueError>) -> Failure {
    match value.map(ParseValueError::problem) {
        Some(ParseValueProblem::Value(error)) if error.is_external() => Failure::from(*error),
        _ => Failure::input(format!("{option} {}: {error}", shown(text))),
    }
}
