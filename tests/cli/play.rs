//! `konane play`, line by line.

use crate::{complaint, files_in, konane, output_of};
use konane::board::Player;
use konane::game::GameRecord;
use std::fs;
use std::io::Write;
use std::path::Path;

/// What is written when these lines are typed.
fn played(arguments: &str, more: &[&str], lines: &str) -> String {
    let mut command = konane(&format!("play {arguments}"), more);
    command.write_stdin(lines);
    output_of(command)
}

/// The lines that are not of the board.
fn said(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with(' ')).collect()
}

fn record(file: &Path) -> GameRecord {
    fs::read_to_string(file).unwrap().parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_game_of_two_people_from_the_full_board() {
    let expected = "\x20   A B C D
  1 x o x o
  2 o x o x
  3 x o x o
  4 o x o x
black, move 1> moves
A1 B2 C3 D4
black, move 1> a1
black plays A1
    A B C D
  1 . o x o
  2 o x o x
  3 x o x o
  4 o x o x
white, move 2> moves
B1 A2
white, move 2> B1
white plays B1
    A B C D
  1 . . x o
  2 o x o x
  3 x o x o
  4 o x o x
black, move 3> A3 A1
black plays A3-A1
    A B C D
  1 x . x o
  2 . x o x
  3 . o x o
  4 o x o x
white, move 4> resign
white resigns: black has won
game over> undo
resignation taken back
white, move 4> undo
1 move taken back
    A B C D
  1 . . x o
  2 o x o x
  3 x o x o
  4 o x o x
black, move 3> quit
";
    let lines = "moves\na1\nmoves\nB1\nA3 A1\nresign\nundo\nundo\nquit\n";
    assert_eq!(played("--board 4x4 --side both", &[], lines), expected);
}

#[test]
fn what_makes_no_sense_is_told_in_one_line_and_the_game_goes_on() {
    let text = played(
        "--board 4x4 --opening corner-h --side both",
        &[],
        "jump\nA1\nA1-B2\nC1-A1\nB3-B1\nD4\nload\nload no/such/file\nload -\nsave\nsave no/such/folder/file\nundo\nundo 2\n\nA3-A1\n",
    );
    assert_eq!(
        said(&text),
        [
            "black, move 1> jump",
            "\"jump\" is neither a move nor a command: type help",
            "black, move 1> A1",
            "A1 alone is no move: write where the stone starts and lands, such as A1-C1",
            "black, move 1> A1-B2",
            "A1 to B2 is no move: a stone jumps by two cells along a row or a column",
            "black, move 1> C1-A1",
            "there is no stone of the opponent on B1 to jump over",
            "black, move 1> B3-B1",
            "the stone on B3 is white's, and black is to play",
            "black, move 1> D4",
            "D4 alone is no move: write where the stone starts and lands, such as A1-C1",
            "black, move 1> load",
            "load needs the name of a file",
            "black, move 1> load no/such/file",
            "no/such/file: No such file or directory (os error 2)",
            "black, move 1> load -",
            "a game is loaded from a file, not from standard input",
            "black, move 1> save",
            "save needs the name of a file",
            "black, move 1> save no/such/folder/file",
            "no/such/folder/file: there is no folder no/such/folder",
            "black, move 1> undo",
            "there is nothing to take back",
            "black, move 1> undo 2",
            "undo takes nothing after it, but there is \"2\"",
            "black, move 1> ",
            "black, move 1> A3-A1",
            "black plays A3-A1",
            "white, move 2> ",
        ]
    );
    let mut command = konane("play --board 2x2 --side both", &[]);
    command.write_stdin(b"\xff\xfe\nA1\n".as_slice());
    assert!(output_of(command).contains("is neither a move nor a command: type help\nblack, move 1> A1\n"));
}

#[test]
fn the_engine_answers_and_the_game_is_kept_after_each_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let name = file.to_str().unwrap();
    // The end of the input ends the game.
    let text = played("--board 4x4 --side white --nodes 500 --save", &[name], "moves\n");
    let kept = record(&file);
    assert_eq!(kept.game().plies().len(), 1);
    assert_eq!(kept.header("black"), Some("konane, expert"));
    assert!(text.contains(&format!("black plays {} (", kept.game().plies()[0])), "{text}");
    // It goes on where it was, and is played to its end with the first move there is.
    let mut lines = String::new();
    for _ in 0..12 {
        let mut so_far = record(&file);
        if so_far.winner().is_some() {
            break;
        }
        let ply = so_far.game().legal_plies()[0];
        lines = format!("{ply}\n");
        so_far.play(ply).unwrap();
        let text = played("--side white --nodes 500", &["--load", name, "--save", name], &lines);
        assert!(text.contains(&format!("white plays {ply}\n")), "{text}");
        let after = record(&file);
        assert_eq!(&after.game().plies()[..so_far.game().plies().len()], so_far.game().plies());
        assert!(after.winner().is_some() || after.game().to_move() == Player::White);
    }
    assert!(!lines.is_empty() && record(&file).game().is_over());
    assert_eq!(files_in(folder.path()), ["game.txt"]);
    output_of(konane("replay", &[name]));
}

#[test]
fn undo_takes_back_the_answer_too() {
    let text = played(
        "--board 4x4 --opening mid-h --nodes 100 --side black",
        &[],
        "moves\nundo\nB4-B2\nundo\nmoves\n",
    );
    let said = said(&text);
    assert_eq!(said[2..4], ["black, move 1> undo", "there is nothing to take back"], "{said:?}");
    let at = said.iter().position(|line| *line == "2 moves taken back").unwrap_or_else(|| panic!("{said:?}"));
    assert_eq!(said[at + 1], "black, move 1> moves");
    assert_eq!(said[at + 2], said[1]);
}

#[test]
fn the_engine_plays_itself_to_the_end_on_boards_of_all_sizes() {
    let folder = tempfile::tempdir().unwrap();
    for (board, strength) in [("4x5", "expert"), ("6x6", "casual"), ("9x10", "beginner")] {
        let file = folder.path().join(board);
        let arguments = format!("--side none --nodes 50 --board {board} --strength {strength} --save");
        let text = played(&arguments, &[file.to_str().unwrap()], "");
        assert!(text.contains(" cannot move: "), "{text}");
        assert!(record(&file).game().is_over());
        // It plays the same game again.
        let again = folder.path().join("again");
        played(&arguments, &[again.to_str().unwrap()], "");
        assert_eq!(record(&again), record(&file));
        fs::remove_file(again).unwrap();
    }
}

#[test]
fn a_hint_has_the_value_and_who_wins() {
    let text =
        played("--side both --seconds 1000 --position", &["xo../...."], "hint\nA1-C1\nhint\nmoves\nboard\n");
    assert_eq!(
        said(&text),
        [
            "black, move 1> hint",
            "A1-C1 (wins); black wins if both play well; value 1, mean 1, temperature -1",
            "black, move 1> A1-C1",
            "black plays A1-C1",
            "white cannot move: black has won",
            "game over> hint",
            "the game is over",
            "game over> moves",
            "no moves",
            "game over> board",
            "game over> ",
        ]
    );
}

#[test]
fn games_are_loaded_and_saved_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("the other"));
    let text = "board: 5x4\nopening: corner-v\nrules: single-jump\nevent: test\nC1-A1 ; bold\n";
    fs::write(&one, text).unwrap();
    let lines = format!("load {}\nsave {}\nsave\nhint\n", one.display(), other.display());
    let text = played("--board 6x6 --side both --nodes 100", &[], &lines);
    assert!(text.contains(&format!("saved in {}\n", other.display())), "{text}");
    assert_eq!(record(&one), record(&other));
    assert_eq!(
        (record(&other).header("event"), record(&other).comments(1)),
        (Some("test"), &["bold".to_owned()][..])
    );
    fs::write(&one, "board: 4x4\n1. B1\n").unwrap();
    let text = played("--side both", &[], &format!("load {}\n", one.display()));
    let problem = "2:4: move 1: the stone on B1 is white's, and black is to play";
    assert!(text.contains(&format!("{}:{problem}\n", one.display())), "{text}");
    let loaded = konane("play --load", &[one.to_str().unwrap()]);
    assert_eq!(complaint(loaded, 2), format!("konane: {}:{problem}", one.display()));
}

#[test]
fn files_of_other_games_are_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other, third] = ["one", "other", "third"].map(|name| folder.path().join(name));
    for file in [&one, &other] {
        fs::write(file, "board: 4x4\n").unwrap();
    }
    let refusal =
        |file: &Path| format!("{} exists and is not of this game: save in another file\n", file.display());
    // A game that is begun has no file; one that is saved has.
    let lines = format!("A1\nsave {}\nsave {}\nB1\nsave {1}\n", one.display(), third.display());
    let text = played("--board 4x4 --side both", &[], &lines);
    assert!(text.contains(&refusal(&one)), "{text}");
    assert_eq!(fs::read_to_string(&one).unwrap(), "board: 4x4\n");
    assert_eq!(record(&third).game().plies().len(), 2);
    // One that is loaded has the file that it was loaded from, by whatever name.
    let alias = folder.path().join(".").join("..").join(folder.path().file_name().unwrap()).join("one");
    let lines = format!("A1\nsave {}\nsave {}\n", other.display(), alias.display());
    let text = played("--side both", &["--load", one.to_str().unwrap()], &lines);
    assert!(text.contains(&refusal(&other)), "{text}");
    assert_eq!([&one, &other].map(|file| record(file).game().plies().len()), [1, 0]);
    // The file of the game before is not that of the game that is loaded.
    let lines = format!("load {}\nsave {}\n", other.display(), one.display());
    let text = played("--side both", &["--load", one.to_str().unwrap()], &lines);
    assert!(text.contains(&refusal(&one)), "{text}");
}

#[test]
fn a_game_that_is_loaded_is_kept_in_its_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let [kept, loaded] = ["kept", "loaded"].map(|name| folder.path().join(name));
    fs::write(&loaded, "board: 6x6\nopening: mid-h\n").unwrap();
    let lines = format!("A1\nload {}\nmoves\n", loaded.display());
    let text = played("--board 4x4 --side both --save", &[kept.to_str().unwrap()], &lines);
    let told = format!("loaded {0}\nfrom now on each move is saved in {0}\n", loaded.display());
    assert!(text.contains(&told), "{text}");
    let ply = record(&loaded).game().legal_plies()[0];
    let lines = format!("A1\nload {}\n{ply}\n", loaded.display());
    fs::remove_file(&kept).unwrap();
    played("--board 4x4 --side both --save", &[kept.to_str().unwrap()], &lines);
    assert_eq!(record(&kept).game().plies(), ["A1".parse().unwrap()]);
    assert_eq!(record(&loaded).game().plies(), [ply]);
}

#[test]
fn a_game_that_is_not_saved_is_dropped_when_asked_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    fs::write(&file, "board: 2x2\n").unwrap();
    let load = format!("load {}", file.display());
    let text = played("--board 4x4 --side both", &[], &format!("A1\n{load}\nmoves\n{load}\n{load}\n"));
    let warning = format!("the game is not saved: {load} again drops it");
    assert_eq!(
        said(&text)[2..],
        [
            &format!("white, move 2> {load}"),
            &warning,
            "white, move 2> moves",
            "B1 A2",
            &format!("white, move 2> {load}"),
            &warning,
            &format!("white, move 2> {load}"),
            &format!("loaded {}", file.display()),
            "black, move 1> ",
        ]
    );
}

#[test]
fn a_game_that_is_over_at_the_start_is_told_to_be() {
    let text = played("--side both --position", &["x.x"], "");
    assert_eq!(text, "    A B C\n  1 x . x\nblack cannot move: white has won\ngame over> \n");
    let text = played("--side none --position", &["x.x"], "");
    assert_eq!(text, "    A B C\n  1 x . x\nblack cannot move: white has won\n");
}

#[test]
fn the_help_says_what_the_estimates_mean() {
    let text = output_of(konane("play --help", &[]));
    assert!(text.contains("positive if Black is ahead"), "{text}");
}

#[test]
fn games_that_cannot_be_begun_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    fs::write(&file, "board: 4x4\n").unwrap();
    let name = file.to_str().unwrap();
    for (arguments, more, expected) in [
        (
            "--board 4x4 --opening E1-D1",
            None,
            "--opening E1-D1: E1 is not on the board of 4 rows and 4 columns",
        ),
        (
            "--opening B1-A1",
            None,
            "B1-A1 is not an opening: B1 has a white stone, and Black removes the first one; write A1-B1",
        ),
        (
            "--opening all",
            None,
            "--opening all: a game has one opening, such as corner-h or corner-v or mid-h or mid-v",
        ),
        (
            "--board 1x5 --opening mid-v",
            None,
            "--opening mid-v: board 1×5 has no two stones for the opening mid-v",
        ),
        ("--board 99x99", None, "--board: board 99×99 is larger than supported (up to 20×20, 1×447)"),
        ("--first white", None, "--first white: from the full board Black is first"),
        ("--position xo?", None, "row 1, column 3: unknown character '?'"),
        ("--position xo --board 4x4", None, "cannot be used with"),
        ("--strength grandmaster", None, "use beginner, casual, advanced or expert"),
        ("--seconds -1", None, "write a number of seconds from 0 to 1000000"),
        ("--save", Some(name), "exists: go on with it by --load"),
        ("--save no/such/folder/game.txt", None, "no/such/folder/game.txt: "),
        ("--load", Some("no/such/game.txt"), "no/such/game.txt: "),
    ] {
        let complaint = complaint(konane(&format!("play {arguments}"), more.as_slice()), 2);
        assert!(complaint.contains(expected), "{complaint}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "board: 4x4\n");
}

/// The folder of the file vanishes during the game.
#[cfg(unix)]
#[test]
fn a_game_that_could_not_be_saved_ends_with_a_failure() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_konane"))
        .args(["play", "--board", "4x4", "--side", "both", "--save"])
        .arg(inner.join("game.txt"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(output.by_ref().any(|line| line.unwrap().starts_with("  4 ")));
    fs::remove_dir_all(&inner).unwrap();
    child.stdin.take().unwrap().write_all(b"A1\nquit\n").unwrap();
    assert_eq!(output.by_ref().filter(|line| line.as_ref().unwrap().contains("no folder")).count(), 1);
    let mut problem = String::new();
    child.stderr.take().unwrap().read_to_string(&mut problem).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(problem.lines().count(), 1, "{problem}");
    assert!(problem.starts_with("konane: the game is not saved: "), "{problem}");
}

/// Ctrl-C while a move is waited for: nothing that was played is lost.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_game_that_is_kept() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let mut child = Command::new(env!("CARGO_BIN_EXE_konane"))
        .args(["play", "--board", "4x4", "--side", "both", "--save"])
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"A1\nmoves\n").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(output.by_ref().any(|line| line.unwrap() == "B1 A2"));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(record(&file).game().plies().len(), 1);
    assert_eq!(files_in(folder.path()), ["game.txt"]);
}
