//! `konane outcome`: who wins.

mod answer;
mod checkpoint;
mod columns;
mod question;
mod report;
mod text;

use self::answer::{Answer, Investigation, Wanted};
use self::columns::Column;
use self::question::{Question, Questions};
use self::report::{Format, Style};
use super::board_range::BoardRange;
use super::columns::TableFormat;
use super::ending::Content;
use super::failure::Failure;
use super::interrupt::catch_signals;
use super::output::Output;
use super::resources::Resources;
use konane::board::{Player, Rules};
use konane::game::{Openings, RemovalRule};
use konane::solve::{MEMORY_IS_FULL, SolveError};
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;

/// Who wins a position, or a whole game
///
/// Says who wins with Black to begin and who wins with White to begin, if both play as well as can be and
/// whoever cannot move loses. Together that is the outcome class: L if Black (Left) wins both, R if White
/// (Right) does, N if whoever begins wins, P if whoever begins loses. Nothing is looked up: every answer is
/// computed.
///
/// Positions come from arguments, from files and, with -, from standard input, in the same forms as for
/// konane value; or they are full boards without the two stones of an opening.
///
/// A board of up to 64 cells is searched as a whole. Of a larger one the largest independent region of that
/// size is searched, and the other regions are evaluated as by konane value; what hangs together on more
/// than 64 cells, such as the openings of larger boards, is nearly always out of reach.
///
/// Rows are written as soon as they are known. Ctrl-C ends the search with what has been proved: the rows so
/// far, the last one perhaps of one beginner only; if they were to go to a file, it is not written, and they
/// go to standard output. With --checkpoint the same command then goes on from there.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
#[command(group = clap::ArgGroup::new("asked").required(true).multiple(true))]
pub struct Arguments {
    /// Positions such as xo./.ox; - reads standard input
    #[arg(value_name = "POSITION", group = "asked")]
    positions: Vec<String>,

    /// A file of positions, text or CSV; may be given several times
    #[arg(short, long, value_name = "FILE", group = "asked")]
    file: Vec<PathBuf>,

    /// A full board, such as 6x7: rows, an x, columns; may be given several times, or be a range
    ///
    /// The range 3x2..3x8 holds all boards of three rows and two to eight columns. The stone at the upper
    /// left is Black's.
    #[arg(long, value_name = "ROWSxCOLUMNS", allow_hyphen_values = true, group = "asked")]
    #[arg(conflicts_with_all = ["positions", "file"])]
    board: Vec<BoardRange>,

    /// The two stones that are removed from the board first [default: all]
    ///
    /// corner-h is the stone at the upper left and its right neighbour, corner-v that stone and the one
    /// below; mid-h is the stone in row (m-1)/2 and column (n-1)/2 of m rows and n columns, counted from 0
    /// and rounded down, and its right neighbour, mid-v that stone and the one below. A1-B1 is any pair,
    /// Black's stone first. Several are corner, center (the two in the middle), all (these four) and every
    /// (all pairs of neighbours, of those that are alike by symmetry only one). Names may be separated by
    /// commas.
    #[arg(long, value_name = "OPENING", requires = "board", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["positions", "file"])]
    opening: Vec<Openings>,

    /// Let the players remove the two stones themselves, Black first
    ///
    /// Black removes a black stone at a corner or in the center (of the one, two or four cells where the two
    /// middle lines of the board meet), then White a white one next to the hole, up, down, left or right of
    /// it; then Black jumps first. Told are the removals of Black's that win, or White's answer to each; with
    /// --all-moves all answers. In rows the opening is the rule, corner-or-center or any-stone,
    /// black_winning_move a removal, and what is asked of White to begin is empty.
    #[arg(long, requires = "board", conflicts_with_all = ["positions", "file", "opening", "first"])]
    from_full: bool,

    /// With --from-full, let Black remove any black stone
    #[arg(long, requires = "from_full")]
    any_stone: bool,

    /// Ask only who wins with this player to begin: black or white
    #[arg(long, value_name = "PLAYER")]
    first: Option<Player>,

    /// Say who wins after each move, in text or JSON
    ///
    /// This can take many times as long as finding out who wins.
    #[arg(long)]
    all_moves: bool,

    /// Show a line of play to the end, in text or JSON
    ///
    /// The winner makes winning moves only. The loser, all of whose moves lose, makes the one that is hardest
    /// to refute: the one for which the search for a winning answer expands the most positions, then the one
    /// with the fewest answers.
    #[arg(long)]
    line: bool,

    /// The rules: multi-jump, or single-jump where a move is one jump only
    #[arg(long, value_name = "RULES", default_value_t = Rules::MultiJump)]
    rules: Rules,

    /// Columns to write, separated by commas, in this order
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Option<Vec<String>>,

    /// How to write answers: csv, json (one object a line), parquet or text
    ///
    /// By default as the name of the file says: .csv, .jsonl (or .json, .ndjson) or .parquet; else text for
    /// one position on a terminal without --columns and where only text or JSON will do, and csv for the
    /// rest.
    #[arg(long, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Format>,

    /// Write to a file, which appears only when it is complete; .gz or .zst compress it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Keep what the search has found out in a file, and go on from there if it exists
    ///
    /// It is written every ten minutes, at Ctrl-C and at the end, and serves all questions of the same rules.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    #[command(flatten)]
    resources: Resources,
}

const NOTES: &str = "\
Columns: board, opening, class (L, R, N or P), black_first and white_first (who wins with Black and
with White to begin: black or white), nodes (positions expanded to find that out) and seconds; for
positions that are given, position instead of board and opening. With --columns also position, rows,
cols, black, white (stones), black_winning_move and white_winning_move (a move by which the player
to begin wins, empty if there is none). Of the beginner that --first leaves out, fields are empty,
and so is the class. With --format json --all-moves adds a list called moves, --line one called lines.

What is proved for one row is used for those that follow: nodes and seconds depend on what came before.

Examples:
  konane outcome 'xo../.ox./..xo'
  konane outcome --board 6x6
  konane outcome --board 4x2..4x7 --opening corner,mid-v --output narrow.csv
  konane outcome --board 5x5 --opening A1-B1 --first black --line
  konane outcome --board 4x4 --opening mid-h --all-moves
  konane outcome --board 5x6 --from-full --any-stone
  konane outcome --board 7x7 --opening mid-h --checkpoint 7x7.checkpoint
  konane outcome --file positions.csv --columns position,class,black_winning_move";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let columns = Column::choose(arguments.columns.as_deref(), !arguments.board.is_empty())?;
    let Content { format: of_name, compression } =
        Content::of(arguments.output.as_deref(), arguments.format)?;
    arguments.resources.start_threads()?;
    let Questions { questions, carried } = Questions::read(arguments, &columns)?;
    let format = arguments.checked_format(of_name, questions.len())?;
    let style = Style { format, carried, columns: arguments.with_lists(columns) };
    let interrupt = catch_signals();
    let wanted = arguments.wanted(&style);
    let checkpoint = arguments.checkpoint.as_deref();
    let (rules, resources) = (arguments.rules, &arguments.resources);
    let mut investigation = Investigation::new(rules, resources, wanted, checkpoint, &interrupt)?;
    let output = Output::open_compressed(arguments.output.as_deref(), compression)?;
    let end = answer_all(&questions, &mut investigation, &style, output);
    match (end, investigation.keep()) {
        (Err(failure), Some(kept)) => Err(failure.with_remark_on(kept)),
        (end, _) => end,
    }
}

/// Answers and writes one question after the other.
fn answer_all(
    questions: &[Question],
    investigation: &mut Investigation<'_>,
    style: &Style,
    output: Output,
) -> Result<(), Failure> {
    let waits_for_the_end = output.appears_when_finished();
    let mut report = style.begin(output)?;
    let mut answers = Vec::new();
    for (index, question) in questions.iter().enumerate() {
        let (answer, asked) = investigation.answer(question);
        let left = what_is_left(&questions[index..], &answer, &investigation.wanted);
        if !answer.starts.is_empty() {
            report.write(question, &answer)?;
            answers.push(answer);
        }
        match asked {
            Ok(()) => {}
            Err(SolveError::Interrupted) => {
                if waits_for_the_end {
                    write_to_stdout(questions, &answers, style)?;
                } else {
                    report.finish()?;
                }
                return Err(Failure::InterruptedWith(left));
            }
            Err(error) if error.is_memory_limit() => {
                return Err(Failure::Failed(format!("{}: {MEMORY_IS_FULL}", question.name())));
            }
            Err(error) => return Err(error.into()),
        }
    }
    report.finish()
}

/// Writes what would else be lost with the file.
fn write_to_stdout(questions: &[Question], answers: &[Answer], style: &Style) -> Result<(), Failure> {
    let style = style.readable();
    let mut report = style.begin(Output::stdout())?;
    for (question, answer) in questions.iter().zip(answers) {
        report.write(question, answer)?;
    }
    report.finish()
}

/// What is not answered, given the questions from the last that was asked on, and the answer to that one.
fn what_is_left(questions: &[Question], answer: &Answer, wanted: &Wanted) -> String {
    let undecided = wanted.beginners.iter().filter(|&&beginner| answer.start(beginner).is_none());
    let undecided: Vec<String> = undecided.map(Player::to_string).collect();
    let name = questions[0].name();
    let asked = match undecided.len() {
        0 => format!("the moves of {name} are not all known"),
        _ => format!("{name} is not decided with {} first", undecided.join(" or ")),
    };
    match questions.len() - 1 {
        0 => asked,
        more => format!("{asked}, and {more} more not begun"),
    }
}

impl Arguments {
    /// The format to write, if it goes together with the other options.
    fn checked_format(&self, of_name: Option<TableFormat>, questions: usize) -> Result<Format, Failure> {
        let lists = self.all_moves || self.line;
        let on_terminal = self.output.is_none() && stdout().is_terminal();
        let format = match self.format.or(of_name.map(Format::Table)) {
            Some(format) => format,
            None if self.columns.is_some() => Format::Table(TableFormat::Csv),
            None if lists || (questions == 1 && on_terminal) => Format::Text,
            None => Format::Table(TableFormat::Csv),
        };
        match format {
            Format::Text if self.columns.is_some() => Err(Failure::input("--format text has no --columns")),
            Format::Table(TableFormat::Csv | TableFormat::Parquet) if lists => Err(Failure::input(
                "--all-moves and --line are for --format text or json: a table has no room for them",
            )),
            format => Ok(format),
        }
    }

    /// The rule of removal, if the players are to remove the first two stones.
    fn removal_rule(&self) -> Option<RemovalRule> {
        let rule = if self.any_stone { RemovalRule::AnyStone } else { RemovalRule::CornerOrCenter };
        self.from_full.then_some(rule)
    }

    /// The columns, and those that options add.
    fn with_lists(&self, mut columns: Vec<Column>) -> Vec<Column> {
        columns.extend(self.all_moves.then_some(Column::Moves));
        columns.extend(self.line.then_some(Column::Lines));
        columns
    }

    /// What is to be found out to write all that.
    fn wanted(&self, style: &Style) -> Wanted {
        let winning_move = |player| style.columns.contains(&Column::WinningMove(player));
        Wanted {
            beginners: match self.first {
                Some(player) => vec![player],
                None if self.from_full => vec![Player::Black],
                None => Player::BOTH.to_vec(),
            },
            winning_move: style.format == Format::Text || Player::BOTH.into_iter().any(winning_move),
            moves: self.all_moves,
            line: self.line,
        }
    }
}
