//! `konane play`: a game against the engine.

mod command;
mod line;
mod screen;
mod session;
mod thinker;

use self::session::{People, Session};
use self::thinker::Thinker;
use super::failure::Failure;
use super::interrupt::report_large_files;
use super::time_limit::Seconds;
use konane::board::{BoardSize, Player, Position, Rules};
use konane::game::{Game, GameRecord, Openings, RemovalRule, Start};
use konane::play::{Engine, Level, Limit, Strength};
use konane::solve::MemorySize;
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::sync::PoisonError;

/// Play against the engine, or let it play
///
/// On a terminal the board fills the screen: arrows move the cursor, Enter picks a stone up and puts it
/// down, and the last line says which other keys there are. If standard input or output is no terminal, or
/// with --plain, moves such as C1-C5 and commands are read line by line: type help.
///
/// By default the game starts from the full board, with Black's stone at the upper left: Black removes a
/// stone at a corner or in the center, White one next to the hole, and then they jump. Whoever cannot move
/// loses.
///
/// What the engine says of its moves, such as +1.50 at depth 7, is how far Black is ahead, roughly in moves:
/// it is positive if Black is ahead, negative if White is, whoever plays.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The size of the board: rows, an x, columns [default: 8x8]
    #[arg(long, value_name = "ROWSxCOLUMNS", allow_hyphen_values = true)]
    board: Option<BoardSize>,

    /// Start without these two stones: corner-h, corner-v, mid-h, mid-v or two neighbours such as A1-B1
    #[arg(long, value_name = "OPENING")]
    opening: Option<Openings>,

    /// From the full board Black may remove any black stone
    #[arg(long, conflicts_with_all = ["opening", "position"])]
    any_stone: bool,

    /// Start from this position
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["board", "opening"], allow_hyphen_values = true)]
    position: Option<Position>,

    /// Who plays first, after the opening or from the position: black or white [default: black]
    #[arg(long, value_name = "PLAYER")]
    first: Option<Player>,

    /// Your side: black, white, both, or none to see the engine play itself
    #[arg(long, value_name = "SIDE", default_value = "black", hide_possible_values = true)]
    side: People,

    /// How the engine plays: beginner, casual, advanced or expert, who plays perfectly where it can
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Expert)]
    strength: Level,

    /// How long the engine thinks about a move
    #[arg(long, value_name = "SECONDS", default_value = "3", allow_hyphen_values = true)]
    seconds: Seconds,

    /// How many positions the engine looks at for a move, instead of a time: it then repeats itself
    #[arg(long, value_name = "N", conflicts_with = "seconds", allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// The rules: multi-jump, or single-jump where a move is one jump only [default: multi-jump]
    #[arg(long, value_name = "RULES")]
    rules: Option<Rules>,

    /// Go on with the game in this file
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["board", "opening", "any_stone", "position", "first", "rules"])]
    load: Option<PathBuf>,

    /// Save the game in this file, after each move; one that exists must be the one of --load
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Lines of text also on a terminal
    #[arg(long)]
    plain: bool,

    /// Memory of the engine, such as 512M [default: 256M]
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,
}

const NOTES: &str = "\
Games are saved as text, which konane replay checks and judges.

Examples:
  konane play                                         you have Black, on 8x8
  konane play --board 6x6 --opening mid-h --side white
  konane play --board 10x10 --strength casual --save game.txt
  konane play --load game.txt --save game.txt
  echo 'hint' | konane play --position 'xo../.ox./..xo'";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let record = arguments.record()?;
    let memory = arguments.memory.map_or(Engine::DEFAULT_MEMORY, |size| size.bytes);
    let mut thinker = Thinker::new(record.game().rules(), arguments.strength(), memory)?;
    if let Some(save) = arguments.save.as_ref().filter(|save| arguments.load.as_ref() != Some(save))
        && save.is_file()
    {
        let name = save.display();
        return Err(Failure::input(format!(
            "--save {name} exists: go on with it by --load {name}, or remove it"
        )));
    }
    report_large_files();
    let mut session = Session::new(record, arguments.side, arguments.load.clone(), arguments.save.clone())?;
    let on_terminal = stdin().is_terminal() && stdout().is_terminal() && !arguments.plain;
    end_on_signals(&session, on_terminal);
    let run = if on_terminal { screen::run } else { line::run };
    match run(&mut session, &mut thinker) {
        played @ (Ok(()) | Err(Failure::ClosedPipe)) => session.end().and(played),
        failed => failed,
    }
}

/// Has a signal end the program, but not while a file is written.
fn end_on_signals(session: &Session, on_terminal: bool) {
    let saving = session.saving();
    // Where no handler can be installed the signal ends the program as it always did.
    let _ = ctrlc::set_handler(move || {
        let _saving = saving.lock().unwrap_or_else(PoisonError::into_inner);
        if on_terminal {
            ratatui::restore();
        }
        std::process::exit(i32::from(Failure::INTERRUPTED));
    });
}

impl Arguments {
    fn strength(&self) -> Strength {
        let limit = self.nodes.map_or(Limit::Time(self.seconds.0), Limit::Nodes);
        Strength { level: self.strength, limit }
    }

    /// The game to begin with.
    fn record(&self) -> Result<GameRecord, Failure> {
        if let Some(file) = &self.load {
            return session::load(file);
        }
        let mut record = GameRecord::new(Game::new(self.start()?, self.rules.unwrap_or_default()));
        for player in Player::BOTH.into_iter().filter(|&player| !self.side.include(player)) {
            let name = format!("konane, {}", self.strength);
            record.set_header(&player.to_string(), &name).map_err(Failure::input)?;
        }
        Ok(record)
    }

    fn start(&self) -> Result<Start, Failure> {
        let first = self.first.unwrap_or(Player::Black);
        if let Some(position) = &self.position {
            return Ok(Start::set_up(position.clone(), first));
        }
        let BoardSize { rows, columns } = self.board.unwrap_or(BoardSize { rows: 8, columns: 8 });
        let Some(openings) = self.opening else {
            if first == Player::White {
                return Err(Failure::input("--first white: from the full board Black is first"));
            }
            let rule = if self.any_stone { RemovalRule::AnyStone } else { RemovalRule::CornerOrCenter };
            return Start::full_board(rows, columns, rule)
                .map_err(|error| Failure::input(format!("--board: {error}")));
        };
        let wrong =
            |problem: &dyn std::fmt::Display| Failure::input(format!("--opening {openings}: {problem}"));
        let opened = openings.on_board(rows, columns).map_err(|error| wrong(&error))?;
        let [opened] = opened.as_slice() else {
            let names: Vec<&str> = opened.iter().map(|opened| opened.name.as_str()).collect();
            return Err(wrong(&format!("a game has one opening, such as {}", names.join(" or "))));
        };
        Start::opened(rows, columns, opened.opening, first).map_err(|error| wrong(&error))
    }
}
