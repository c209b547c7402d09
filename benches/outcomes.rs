//! Who wins openings, by plain alpha-beta and by the solver of the library, in one run.
//!
//! Both get the same memory, keep what they find out between the questions of one board, and are asked for
//! both players to begin. Nodes of the plain search are the positions that it comes to, before it looks
//! into its table; those `expanded` were not in it, and are what the solver counts too.
//!
//! ```text
//! cargo bench --bench outcomes                               5x5, 5x6 and 6x6, four openings each
//! cargo bench --bench outcomes -- 5x8 --memory 4096          other boards, memory in MiB
//! cargo bench --bench outcomes -- 6x6 --opening every        other openings, as konane outcome names them
//! cargo bench --bench outcomes -- 6x6 --threads 2            the solver with two threads
//! cargo bench --bench outcomes -- 5x6 6x6 --without          the solver without each of its techniques
//! cargo bench --bench outcomes -- --check data/outcomes/*.csv --max-nodes 100000000
//! ```
//!
//! The last one solves rows of files by the plain search alone, giving up on a question after so many nodes,
//! and says which of them agree; it ends with 1 if any differs.

mod baseline;

use baseline::Baseline;
use clap::Parser;
use konane::board::{Player, Position, Rules};
use konane::game::{OpenedBoard, Openings};
use konane::solve::{Monitor, OutcomeSolver, Techniques};
use konane::value::OutcomeClass;
use serde::Deserialize;
use std::error::Error;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

type Answer<T> = Result<T, Box<dyn Error>>;

/// Who wins openings, by plain alpha-beta and by the solver, in one run.
#[derive(Parser)]
struct Arguments {
    /// Boards to compare them on, such as 5x8 [default: 5x5 5x6 6x6]
    boards: Vec<String>,
    /// Which openings: those of the four setups, or any that `konane outcome` knows
    #[arg(long, default_value = "all")]
    opening: Openings,
    /// Memory of each, in MiB
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Threads of the solver; the plain search has one
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Measure the solver without each of its techniques instead
    #[arg(long, conflicts_with = "check")]
    without: bool,
    /// Solve the rows of these files of outcomes by the plain search instead
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with = "boards")]
    check: Vec<PathBuf>,
    /// Most nodes for each question of a check
    #[arg(long, default_value_t = 20_000_000)]
    max_nodes: u64,
    /// Given by cargo bench
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let agreed = match &arguments {
        Arguments { without: true, .. } => leave_out(&arguments),
        Arguments { check: files, .. } if files.is_empty() => compare(&arguments),
        _ => check(&arguments),
    };
    match agreed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

impl Arguments {
    fn boards(&self) -> Vec<&str> {
        match &self.boards[..] {
            // Where cargo merely tests that benchmarks run, they should not take long.
            [] if !self.bench => vec!["4x4"],
            [] => vec!["5x5", "5x6", "6x6"],
            boards => boards.iter().map(String::as_str).collect(),
        }
    }

    fn solver(&self, techniques: Techniques) -> Answer<OutcomeSolver> {
        let mut solver = OutcomeSolver::with_techniques(Rules::MultiJump, self.bytes(), techniques)?;
        solver.set_threads(self.threads.into());
        Ok(solver)
    }

    fn bytes(&self) -> u64 {
        u64::from(self.memory) << 20
    }
}

/// The openings of a board that is written as rows and columns.
fn opened(board: &str, openings: Openings) -> Answer<Vec<OpenedBoard>> {
    let size =
        board.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    let (rows, columns) = size.ok_or_else(|| format!("{board:?} is not a board such as 5x8"))?;
    openings.on_board(rows, columns).map_err(|error| format!("{board}: {error}").into())
}

/// What answers cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    nodes: u64,
    expanded: u64,
    seconds: f64,
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.nodes += other.nodes;
        self.expanded += other.expanded;
        self.seconds += other.seconds;
    }
}

/// The plain search of a board.
fn plain_search(position: &Position, memory: u64) -> Answer<Baseline> {
    Ok(Baseline::new(&position.to_string(), true, usize::try_from(memory)?)?)
}

/// Who wins with either player to begin; `None` if more than `most_nodes` are needed.
fn search(search: &mut Baseline, position: &Position, most_nodes: u64) -> Answer<([Option<bool>; 2], Cost)> {
    let (nodes, expanded, clock) = (search.nodes(), search.expanded(), Instant::now());
    let text = position.to_string();
    let [black, white] =
        [true, false].map(|black_to_move| search.mover_wins(&text, black_to_move, most_nodes));
    let seconds = clock.elapsed().as_secs_f64();
    let cost = Cost { nodes: search.nodes() - nodes, expanded: search.expanded() - expanded, seconds };
    Ok(([black?, white?], cost))
}

/// The same by the solver, which answers all.
fn solve(solver: &mut OutcomeSolver, position: &Position) -> Answer<([Option<bool>; 2], Cost)> {
    let (before, clock) = (solver.nodes(), Instant::now());
    let [black, white] = Player::BOTH.map(|to_move| solver.mover_wins(position, to_move, &Monitor::new()));
    let (nodes, seconds) = (solver.nodes() - before, clock.elapsed().as_secs_f64());
    Ok(([Some(black?), Some(white?)], Cost { nodes, expanded: nodes, seconds }))
}

/// Whether both give the same answers on all boards.
fn compare(arguments: &Arguments) -> Answer<bool> {
    println!(
        "{:8} {:9} {:5} | {:>13} {:>13} {:>9} | {:>12} {:>9} | {:>7} {:>7}",
        "board",
        "opening",
        "class",
        "plain: nodes",
        "expanded",
        "seconds",
        "solver: nodes",
        "seconds",
        "nodes",
        "time"
    );
    let (mut all, mut agree) = ([Cost::default(); 2], true);
    for board in arguments.boards() {
        let opened = opened(board, arguments.opening)?;
        let plain = plain_search(&opened[0].position, arguments.bytes());
        let mut plain = plain.map_err(|error| format!("{board}: {error}"))?;
        let mut solver = arguments.solver(Techniques::ALL)?;
        let mut of_board = [Cost::default(); 2];
        for OpenedBoard { name, position, .. } in &opened {
            let (expected, by_plain) = search(&mut plain, position, u64::MAX)?;
            let (found, by_solver) = solve(&mut solver, position)?;
            let class = if found == expected { class(found) } else { "DIFFERS".to_owned() };
            agree &= found == expected;
            print_row([board, name, &class], by_plain, by_solver);
            of_board[0] += by_plain;
            of_board[1] += by_solver;
        }
        print_row([board, "sum", ""], of_board[0], of_board[1]);
        all.iter_mut().zip(of_board).for_each(|(all, cost)| *all += cost);
    }
    print_row(["sum", "", ""], all[0], all[1]);
    Ok(agree)
}

/// What the solver takes with all of its techniques, and without each.
fn leave_out(arguments: &Arguments) -> Answer<bool> {
    println!("{:8} {:16} {:>12} {:>9}", "board", "without", "nodes", "seconds");
    let all = [("-", Techniques::ALL)];
    let mut agree = true;
    for board in arguments.boards() {
        let opened = opened(board, arguments.opening)?;
        let mut expected = Vec::new();
        for (name, techniques) in all.into_iter().chain(Techniques::each_left_out()) {
            let mut solver = arguments.solver(techniques)?;
            let mut cost = Cost::default();
            let mut answers = Vec::new();
            for OpenedBoard { position, .. } in &opened {
                let (found, of_opening) = solve(&mut solver, position)?;
                answers.push(found);
                cost += of_opening;
            }
            println!("{board:8} {name:16} {:12} {:9.3}", cost.nodes, cost.seconds);
            agree &= expected.is_empty() || answers == expected;
            expected = answers;
        }
    }
    Ok(agree)
}

/// The class of who wins with Black to begin and with White to begin.
fn class(mover_wins: [Option<bool>; 2]) -> String {
    match mover_wins {
        [Some(black), Some(white)] => OutcomeClass::from_beginners(black, white).to_string(),
        _ => "?".to_owned(),
    }
}

fn print_row([board, opening, class]: [&str; 3], plain: Cost, solver: Cost) {
    let nodes = plain.nodes as f64 / solver.nodes.max(1) as f64;
    let seconds = plain.seconds / solver.seconds.max(1e-9);
    println!(
        "{board:8} {opening:9} {class:5} | {:13} {:13} {:9.3} | {:13} {:9.3} | {nodes:7.1} {seconds:7.1}",
        plain.nodes, plain.expanded, plain.seconds, solver.nodes, solver.seconds
    );
}

/// A row of a file of outcomes: the winner with either player to begin, where it is known.
#[derive(Deserialize)]
struct Row {
    board: String,
    opening: String,
    black_first: Option<String>,
    white_first: Option<String>,
}

/// How many answers of files the plain search has, too.
#[derive(Default)]
struct Tally {
    agree: usize,
    differ: usize,
    out_of_reach: usize,
}

/// Whether no answer of the files differs from that of the plain search.
fn check(arguments: &Arguments) -> Answer<bool> {
    let mut tally = Tally::default();
    // Rows of one board stand together and share what is found.
    let mut plain: Option<(String, Baseline)> = None;
    for file in &arguments.check {
        for (number, row) in rows(file)?.into_iter().enumerate() {
            let known = plain.take().filter(|(board, _)| *board == row.board).map(|(_, search)| search);
            let search = check_row(&row, known, arguments, &mut tally);
            // Row 1 is the header.
            plain = search
                .map_err(|error| format!("{}, row {}: {error}", file.display(), number + 2))?
                .map(|search| (row.board, search));
        }
    }
    let Tally { agree, differ, out_of_reach } = tally;
    println!("{agree} answers agree, {differ} differ, {out_of_reach} out of reach");
    Ok(differ == 0)
}

fn rows(file: &Path) -> Answer<Vec<Row>> {
    let named = |error: csv::Error| format!("{}: {error}", file.display());
    let mut reader = csv::Reader::from_path(file).map_err(named)?;
    Ok(reader.deserialize().collect::<Result<_, _>>().map_err(named)?)
}

/// Solves a row, and gives back the search for the next one, if it knows the board.
fn check_row(
    row: &Row,
    known: Option<Baseline>,
    arguments: &Arguments,
    tally: &mut Tally,
) -> Answer<Option<Baseline>> {
    let opened = opened(&row.board, row.opening.parse()?)?;
    let [OpenedBoard { position, .. }] = &opened[..] else {
        return Err(format!("{} is not one opening", row.opening).into());
    };
    let name = format!("{:8} {:9}", row.board, row.opening);
    let mut plain = match known.map_or_else(|| plain_search(position, arguments.bytes()), Ok) {
        Ok(plain) => plain,
        Err(error) => {
            println!("{name} out of reach: {error}");
            tally.out_of_reach += 2;
            return Ok(None);
        }
    };
    let (found, cost) = search(&mut plain, position, arguments.max_nodes)?;
    let winners = [&row.black_first, &row.white_first];
    let mut words = Vec::new();
    for ((player, mover_wins), winner) in Player::BOTH.into_iter().zip(found).zip(winners) {
        let Some(winner) = winner else { continue };
        words.push(format!("{player} first {}", compare_answer(player, mover_wins, winner.parse()?, tally)));
    }
    println!("{name} {} ({} nodes, {:.3} s)", words.join(", "), cost.nodes, cost.seconds);
    Ok(Some(plain))
}

/// Compares who is said to win after `beginner` began with whether the beginner wins, if that is known.
fn compare_answer(beginner: Player, wins: Option<bool>, winner: Player, tally: &mut Tally) -> &'static str {
    match wins {
        None => {
            tally.out_of_reach += 1;
            "out of reach"
        }
        Some(wins) if wins == (winner == beginner) => {
            tally.agree += 1;
            "agrees"
        }
        Some(_) => {
            tally.differ += 1;
            "DIFFERS"
        }
    }
}
