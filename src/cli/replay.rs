//! `konane replay`: a record of a game, checked and judged.

use super::columns::{RowFormat, TableFormat};
use super::ending::Content;
use super::failure::{Failure, note};
use super::input::{read_file, text_of};
use super::interrupt::catch_signals;
use super::output::Output;
use super::progress::Progress;
use super::resources::{Resources, outcome_solver};
use super::time_limit::{Seconds, limited};
use konane::board::{Player, Position};
use konane::game::{GameRecord, StartKind};
use konane::picture::position::draw_position;
use konane::play::Review;
use konane::solve::{Interrupt, OutcomeSolver, SolveError};
use konane::tables::Field;
use std::path::{Path, PathBuf};

/// Check the record of a game, and find its blunders
///
/// The record is played through, and if a move in it is illegal, that is told with its line, column and
/// number. Then every position, from the last to the first, is searched for who wins if both play well from
/// there; the search ends when the time is over. A move is a blunder if whoever made it was winning before
/// and is losing afterwards.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The file of the record; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Search for so long in all; 0 searches for nothing
    #[arg(long, value_name = "SECONDS", default_value = "5", allow_hyphen_values = true)]
    seconds: Seconds,

    /// Draw the position after each move, in text
    #[arg(long)]
    positions: bool,

    /// How to write the moves: text, csv or json (one object a line) [default: as the file's name says, or text]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Format>,

    /// Write to a file, which appears only when it is complete; .gz or .zst compress it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Columns: move (its number, 0 for the start), player, played (a square for a removed stone, squares for jumps,
resigns), position (after the move), winner (if both play well from there; empty if not known) and blunder
(true or false; empty if not known).

Records are what konane play saves, with lines such as
  board: 6x6
  white: Berta
  1. A1
  2. B1
  3. A3-A1

Examples:
  konane replay game.txt
  konane replay game.txt --positions --seconds 60
  konane replay game.txt --format csv";

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Csv,
    Json,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Content { format: of_name, compression } =
        Content::of(arguments.output.as_deref(), arguments.format)?;
    let format = match (arguments.format, of_name) {
        (Some(format), _) => format,
        (None, Some(TableFormat::Csv)) => Format::Csv,
        (None, Some(TableFormat::Json)) => Format::Json,
        (None, Some(TableFormat::Parquet)) => {
            return Err(Failure::input("moves are not written as Parquet: text, csv or json"));
        }
        (None, None) => Format::Text,
    };
    if arguments.positions && format != Format::Text {
        return Err(Failure::input(
            "--positions is for --format text: the others have a column of positions",
        ));
    }
    let record = read_record(&arguments.file)?;
    arguments.resources.start_threads()?;
    let interrupt = catch_signals();
    let mut solver = outcome_solver(record.game().rules(), arguments.resources.memory_ceiling())
        .map_err(|error| Failure::input(format!("--memory: {error}")))?;
    let mut output = Output::open_compressed(arguments.output.as_deref(), compression)?;
    let mut review = Review::of(record.game());
    let reviewed = find_winners(&mut review, &mut solver, arguments, &interrupt);
    if reviewed.is_err() && output.appears_when_finished() {
        return reviewed;
    }
    output.write(written(&record, &review, format, arguments.positions).as_bytes())?;
    output.finish()?;
    reviewed
}

/// Finds out who wins as far as there is time.
fn find_winners(
    review: &mut Review<'_>,
    solver: &mut OutcomeSolver,
    arguments: &Arguments,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let (time, monitor) = (arguments.seconds.0, &interrupt.monitor);
    if time.is_zero() {
        return Ok(());
    }
    let progress = Progress::show_nodes(arguments.resources.progress, monitor, "who wins:");
    let (reviewed, is_over) = limited(time, monitor, || review.go_on(solver, monitor));
    drop(progress);
    match reviewed {
        Err(SolveError::Interrupted) if is_over => Ok(()),
        reviewed => Ok(reviewed?),
    }
}

/// The record in a file.
pub fn read_record(file: &Path) -> Result<GameRecord, Failure> {
    let name = if file == Path::new("-") { "<stdin>".to_owned() } else { file.display().to_string() };
    let text = text_of(&name, read_file(file))?;
    let record: GameRecord = text.parse().map_err(|error: konane::game::RecordError| {
        let problem = shortened(error.problem().to_string());
        Failure::input(format!("{name}:{}:{}: {problem}", error.line, error.column))
    })?;
    for header in record.header_names().filter(|header| !USUAL_HEADERS.contains(header)) {
        note(&format!("{name}: the line {header}: means nothing to this program"));
    }
    Ok(record)
}

/// Headers that say nothing of the game itself, and are often in records.
const USUAL_HEADERS: [&str; 9] =
    ["black", "white", "event", "site", "date", "round", "time", "annotator", "engine"];

/// A message that does not repeat endless input.
fn shortened(message: String) -> String {
    const MOST: usize = 300;
    match message.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

/// What happened, once.
struct Event<'a> {
    /// The number of plies by then.
    number: usize,
    /// Who did what; nothing at the start.
    played: Option<(Player, String)>,
    position: &'a Position,
    winner: Option<Player>,
    blunder: Option<bool>,
}

/// The start, the plies, and the resignation if there was one.
fn events<'a>(record: &'a GameRecord, review: &Review<'_>) -> Vec<Event<'a>> {
    let game = record.game();
    let after = |number| game.position_after(number).unwrap_or(game.position());
    let mut events = vec![Event {
        number: 0,
        played: None,
        position: after(0),
        winner: review.winner_after(0),
        blunder: None,
    }];
    events.extend(game.plies().iter().zip(1..).map(|(ply, number)| Event {
        number,
        played: Some((game.to_move_after(number - 1), ply.to_string())),
        position: after(number),
        winner: review.winner_after(number),
        blunder: review.is_blunder(number),
    }));
    let plies = game.plies().len();
    events.extend(record.resigned().map(|player| Event {
        number: plies + 1,
        played: Some((player, "resigns".to_owned())),
        position: game.position(),
        winner: Some(player.opponent()),
        blunder: review.winner_after(plies).map(|winner| winner == player),
    }));
    events
}

/// The output of the command.
fn written(record: &GameRecord, review: &Review<'_>, format: Format, positions: bool) -> String {
    let events = events(record, review);
    match format {
        Format::Text => {
            let lines = events.iter().map(|event| line(event, positions));
            heading(record) + &lines.collect::<String>() + &ending(record, review, &events)
        }
        Format::Csv => rows(RowFormat::Csv, &events),
        Format::Json => rows(RowFormat::Json, &events),
    }
}

fn rows(format: RowFormat, events: &[Event<'_>]) -> String {
    let columns = ["move", "player", "played", "position", "winner", "blunder"];
    let text = |text: Option<String>| text.map_or(Field::Missing, Field::Text);
    let rows = events.iter().map(|event| {
        let (player, played) = event.played.clone().unzip();
        let fields = [
            Field::Count(event.number as u128),
            text(player.map(|player| player.to_string())),
            text(played),
            Field::Text(event.position.to_string()),
            text(event.winner.map(|winner| winner.to_string())),
            event.blunder.map_or(Field::Missing, Field::Truth),
        ];
        format.row(&columns.into_iter().zip(fields).collect::<Vec<_>>())
    });
    let rows: String = rows.collect();
    format.header(columns.map(str::to_owned)) + &rows
}

/// What the game starts from, and who plays.
fn heading(record: &GameRecord) -> String {
    let start = record.game().start();
    let (rows, columns) = (start.position().rows(), start.position().columns());
    let board = match start.kind() {
        StartKind::FullBoard(rule) => format!("full board {rows}x{columns}, {rule}"),
        StartKind::Opened(opening) => format!("board {rows}x{columns} without {opening}"),
        StartKind::SetUp => format!("position {}", start.position()),
    };
    let name = |player: Player| record.header(&player.to_string()).map(|name| format!("; {player}: {name}"));
    let players: String = Player::BOTH.into_iter().filter_map(name).collect();
    format!("{board}; {}{players}\n", record.game().rules())
}

fn line(event: &Event<'_>, with_position: bool) -> String {
    let done = match &event.played {
        None => format!("{:>4}  start", ""),
        Some((player, played)) => format!("{:>3}. {player} {played}", event.number),
    };
    let winner = match (&event.played, event.winner) {
        (Some((_, played)), _) if played == "resigns" => String::new(),
        (_, Some(winner)) => format!("{winner} wins"),
        (_, None) => String::new(),
    };
    let blunder = if event.blunder == Some(true) { "  blunder" } else { "" };
    let line = format!("{done:<26}  {winner}{blunder}");
    let position =
        if with_position { format!("\n{}\n\n", draw_position(event.position)) } else { "\n".to_owned() };
    line.trim_end().to_owned() + &position
}

/// How the game ended, and how much is known of it.
fn ending(record: &GameRecord, review: &Review<'_>, events: &[Event<'_>]) -> String {
    let result = match (record.winner(), record.resigned()) {
        (Some(winner), Some(_)) => format!("{winner} won by resignation"),
        (Some(winner), None) => format!("{winner} won"),
        (None, _) => format!("{} is to play", record.game().to_move()),
    };
    let blunders = events.iter().filter(|event| event.blunder == Some(true)).count();
    let plies = record.game().plies().len();
    let known = match (0..=plies).find(|&number| review.winner_after(number).is_some()) {
        Some(0) => String::new(),
        Some(number) => format!(" from move {number} on; before, who wins is not known"),
        None => ": who wins is not known".to_owned(),
    };
    format!("{result}; {blunders} {}{known}\n", if blunders == 1 { "blunder" } else { "blunders" })
}
