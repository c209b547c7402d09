//! `konane thermograph`: thermographs of values and of positions.

use super::calc::failure_for;
use super::columns::RowFormat;
use super::failure::Failure;
use super::input::{read_stdin, text_of};
use super::interrupt::catch_signals;
use super::minus;
use super::output::Output;
use super::progress::Progress;
use super::resources::Resources;
use konane::board::{Position, PositionError, Rules};
use konane::calc::{Calculator, CalculatorError};
use konane::picture::thermograph::ThermographPicture;
use konane::reading::shown;
use konane::solve::{Monitor, ValueSolver};
use konane::tables::Field;
use konane::value::notation::Notation;
use konane::value::{Analysis, CanonicalForm, Piece, Side, StoreLimits, ValueError, ValueStore};
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;

/// Thermographs of values and positions
///
/// A thermograph shows how the stops of a game change as every move comes to cost t: the left wall and
/// the right wall meet at the mean, where t is the temperature, and go on as the mast. Values grow to
/// the left.
///
/// An argument that reads as a position is one, and its value is meant; any other is an expression, as
/// 'konane calc' evaluates it.
/// Of a sum, given by its summands or by the independent regions of a position, the canonical form is
/// not made where the thermograph can be had without it, as for switches and numbers.
///
/// What is written begins at t = 0, where the walls are the stops; but at t = -1 for numbers, whose walls
/// meet below 0.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// Values such as '{3||2|1}' and positions such as .ox./o..x; - reads one a line from standard input
    #[arg(value_name = "VALUE|POSITION", required = true)]
    games: Vec<String>,

    /// Draw one thermograph as SVG into a file; - is standard output
    #[arg(long, value_name = "FILE", group = "format", conflicts_with = "output")]
    svg: Option<PathBuf>,

    /// Draw in characters [default on a terminal]
    #[arg(long, group = "format")]
    text: bool,

    /// Write a table, one row for each straight piece of a wall [default elsewhere]
    #[arg(long, group = "format")]
    csv: bool,

    /// Write text or table to a file, which appears only when it is complete
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Begin at t = -1 in any case
    #[arg(long)]
    below_zero: bool,

    /// Characters in a line of text, at least 40
    #[arg(long, value_name = "CHARACTERS", default_value_t = 72)]
    #[arg(value_parser = clap::value_parser!(u16).range(40..=1000))]
    width: u16,

    /// The rules for positions: multi-jump, or single-jump where a move is one jump only
    #[arg(long, value_name = "RULES", default_value_t = Rules::MultiJump)]
    rules: Rules,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Columns of the table: expression, wall (left or right), temperature and value at which a straight piece
of the wall begins, and its slope: what the value grows by as the temperature grows by 1 (-1, 0 or 1).
A piece ends where the next one begins; the last one of a wall is the mast, which has no end.

Examples:
  konane thermograph '{3||2|1}'
  konane thermograph '+-{10|8||6|4}' --svg thermograph.svg
  konane thermograph .ox./o..x/.... '{4|2}' --csv --output thermographs.csv";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let texts = arguments.texts()?;
    if arguments.svg.is_some() && texts.len() != 1 {
        let count = texts.len();
        return Err(Failure::input(format!(
            "--svg draws one thermograph, but there are {count}: ask for each"
        )));
    }
    arguments.resources.start_threads()?;
    let (interrupt, memory) = (catch_signals(), Some(arguments.resources.memory_ceiling()));
    let monitor = &interrupt.monitor;
    let mut output = Output::open(arguments.svg.as_deref().or(arguments.output.as_deref()))?;
    let store = interrupt.new_store(StoreLimits { memory, ..StoreLimits::default() });
    let _progress = Progress::show(arguments.resources.progress, monitor, "evaluating");
    let mut reader = Reader {
        solver: ValueSolver::new(&store, arguments.rules, memory),
        calculator: Calculator::new(&store, monitor, memory),
        monitor,
    };
    let games = texts.iter().map(|text| reader.read(text)).collect::<Result<Vec<Game>, Failure>>()?;
    let mut analysis = Analysis::new(&store);
    let drawings = games.iter().map(|game| arguments.drawing(game, &mut analysis));
    let drawings = drawings.collect::<Result<Vec<String>, Failure>>()?;
    let (header, separator) = match arguments.is_csv() {
        true => (RowFormat::Csv.header(COLUMNS.map(str::to_owned)), ""),
        false => (String::new(), "\n"),
    };
    output.write((header + &drawings.join(separator)).as_bytes())?;
    output.finish()
}

impl Arguments {
    /// The texts of the games, those on standard input included.
    fn texts(&self) -> Result<Vec<Given>, Failure> {
        let mut texts = Vec::new();
        for text in self.games.iter().map(|text| minus::unprotected(text)) {
            if text != "-" {
                texts.push(Given { place: String::new(), text: text.to_owned() });
                continue;
            }
            let all = text_of("<stdin>", read_stdin())?;
            for (number, line) in (1..).zip(all.trim_start_matches('\u{feff}').lines()) {
                if !line.trim().is_empty() {
                    texts.push(Given { place: format!("<stdin>:{number}: "), text: line.to_owned() });
                }
            }
        }
        Ok(texts)
    }

    /// What is to be written of a game.
    fn drawing(&self, game: &Game, analysis: &mut Analysis<'_>) -> Result<String, Failure> {
        let thermograph = analysis.thermograph_of_sum(&game.summands);
        let picture =
            thermograph.and_then(|thermograph| ThermographPicture::new(&thermograph, self.below_zero));
        let picture = picture.map_err(|error| match error {
            ValueError::MemoryLimit(_) | ValueError::Interrupted => error.into(),
            error => Failure::input(format!("{}: {error}", shown(&game.text))),
        })?;
        let picture = picture.with_heading(game.heading(analysis.store())?);
        Ok(match self.is_csv() {
            true => table(&game.text, &picture),
            false if self.svg.is_some() => picture.svg(),
            false => picture.text(self.width.into()),
        })
    }

    /// Whether a table is asked for, or meant as nobody looks at the output.
    fn is_csv(&self) -> bool {
        let is_terminal = self.output.is_none() && stdout().is_terminal();
        self.csv || (self.svg.is_none() && !self.text && !is_terminal)
    }
}

/// What was written for a game, and before it in messages, where.
struct Given {
    place: String,
    text: String,
}

/// A game that was asked for, as the summands that are known of it.
struct Game {
    /// As it was written; of a position, in one line.
    text: String,
    summands: Vec<CanonicalForm>,
}

impl Game {
    /// What the drawing is of: the value, and then the text if it is another one.
    fn heading(&self, store: &ValueStore) -> Result<Vec<String>, Failure> {
        let texts = self.summands.iter().map(|&form| store.text(form, Notation::Cgsuite));
        let value = match texts.collect::<Result<Vec<_>, _>>() {
            Ok(texts) if texts.is_empty() => "0".to_owned(),
            Ok(texts) => texts.join(" + "),
            Err(ValueError::TextTooLong) => return Ok(vec![self.text.clone()]),
            Err(error) => return Err(error.into()),
        };
        Ok(if value == self.text { vec![value] } else { vec![value, self.text.clone()] })
    }
}

/// Reads games and evaluates positions.
struct Reader<'s> {
    solver: ValueSolver<'s>,
    calculator: Calculator<'s>,
    monitor: &'s Monitor,
}

impl Reader<'_> {
    fn read(&mut self, Given { place, text }: &Given) -> Result<Game, Failure> {
        let (text, summands) = match text.parse::<Position>() {
            Ok(position) => {
                let regions = self.solver.regions(&position, self.monitor)?;
                (position.to_string(), regions.into_iter().map(|region| region.value).collect())
            }
            Err(error) => {
                let summands = self.calculator.summands(text);
                let summands = summands.map_err(|problem| complaint(place, text, &problem, &error))?;
                (text.trim().to_owned(), summands)
            }
        };
        Ok(Game { text, summands })
    }
}

/// What is wrong with a text that is neither a value nor a position.
fn complaint(place: &str, text: &str, as_value: &CalculatorError, as_position: &PositionError) -> Failure {
    // A value does not begin with a stone, nor is any of it a hole.
    let stones = ['x', 'X', 'o', 'O', 'b', 'B', 'w', 'W', '●', '○'];
    match text.trim_start().starts_with(stones) || text.contains('#') {
        true => Failure::input(format!("{place}position {}: {as_position}", shown(text.trim()))),
        false => failure_for(format!("{place}value {}: {as_value}", shown(text.trim())), as_value.problem()),
    }
}

const COLUMNS: [&str; 5] = ["expression", "wall", "temperature", "value", "slope"];

/// A row for each straight piece of each wall.
fn table(expression: &str, picture: &ThermographPicture) -> String {
    let row = |(side, piece): (Side, Piece)| {
        let wall = if side == Side::Left { "left" } else { "right" };
        let (temperature, value) = (piece.temperature.to_string(), piece.value.to_string());
        let fields = [expression.to_owned(), wall.to_owned(), temperature, value, piece.slope.to_string()];
        let fields: Vec<(&str, Field)> = COLUMNS.into_iter().zip(fields.map(Field::Text)).collect();
        RowFormat::Csv.row(&fields)
    };
    picture.pieces().map(row).collect()
}
