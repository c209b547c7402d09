//! `konane replay`.

use crate::{complaint, konane, output_of, records};
use konane::board::{Player, Position};
use konane::game::GameRecord;
use konane::solve::{Monitor, OutcomeSolver};
use std::fs;
use std::path::Path;

/// A game in which White resigns what is won.
const GAME: &str = "\
board: 4x4
removal: any-stone
black: Anna
result: black by resignation

1. A3
2. A2
; the corner
3. C3-A3
";

/// A file with a text, in a folder that is gone afterwards.
fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    fs::write(&path, text).unwrap();
    (folder, path.display().to_string())
}

#[test]
fn a_record_is_told_move_by_move_with_its_blunders() {
    let (_folder, path) = file(GAME);
    let expected = "\
full board 4x4, any-stone; multi-jump; black: Anna
      start                 white wins
  1. black A3               white wins
  2. white A2               white wins
  3. black C3-A3            white wins
  4. white resigns            blunder
black won by resignation; 1 blunder
";
    assert_eq!(output_of(konane("replay --seconds 1000", &[&path])), expected);
    let mut command = konane("replay - --positions --seconds 1000", &[]);
    command.write_stdin("position: .ox./ox..\nC1-A1");
    let expected = "\
position .ox./ox..; multi-jump
      start                 white wins
    A B C D
  1 . o x .
  2 o x . .

  1. black C1-A1            white wins
    A B C D
  1 x . . .
  2 o x . .

white is to play; 0 blunders
";
    assert_eq!(output_of(command), expected);
}

#[test]
fn rows_say_who_wins_as_the_solver_does() {
    let mut record: GameRecord = "board: 4x4\nopening: mid-h".parse().unwrap();
    while let Some(&ply) = record.game().legal_plies().last() {
        record.play(ply).unwrap();
    }
    let mut command = konane("replay - --format csv --seconds 1000", &[]);
    command.write_stdin(record.to_string());
    let rows = records(&output_of(command));
    assert_eq!(rows[0], ["move", "player", "played", "position", "winner", "blunder"]);
    assert_eq!(rows.len(), record.game().plies().len() + 2);
    let mut solver = OutcomeSolver::new(record.game().rules(), 1 << 26).unwrap();
    let mut before: Option<Player> = None;
    for (number, row) in rows[1..].iter().enumerate() {
        let position: Position = row[3].parse().unwrap();
        assert_eq!(Some(&position), record.game().position_after(number));
        let to_move = record.game().to_move_after(number);
        let wins = solver.mover_wins(&position, to_move, &Monitor::new()).unwrap();
        let winner = if wins { to_move } else { to_move.opponent() };
        assert_eq!(row[4], winner.to_string());
        let blunder = before.map(|before| (before != winner).to_string());
        assert_eq!(row[5], blunder.unwrap_or_default());
        before = Some(winner);
    }
}

#[test]
fn without_time_nothing_is_known() {
    let (_folder, path) = file(GAME);
    let rows = records(&output_of(konane("replay --format csv --seconds 0", &[&path])));
    assert!(rows[1..5].iter().all(|row| row[4].is_empty() && row[5].is_empty()), "{rows:?}");
    let told = output_of(konane("replay --seconds 0", &[&path]));
    assert!(told.ends_with("black won by resignation; 0 blunders: who wins is not known\n"), "{told}");
}

#[test]
fn rows_can_be_json_and_go_to_a_file() {
    let (folder, path) = file(GAME);
    let out = folder.path().join("moves.json");
    let out_text = out.display().to_string();
    let told = output_of(konane("replay --format json --seconds 0", &[&path, "--output", &out_text]));
    assert_eq!(told, "");
    let json = fs::read_to_string(out).unwrap();
    let first: serde_json::Value = serde_json::from_str(json.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&first["move"], &first["played"]), (&1.into(), &"A3".into()));
    assert!(first["winner"].is_null() && first["blunder"].is_null());
}

#[test]
fn what_is_wrong_with_a_record_is_told_with_its_place() {
    for (text, expected) in [
        ("board: 4x4\n1. A1 2. B1\n; x\n3. A3-A1 4. A3-A1", "4:13: move 4: there is no stone on A3"),
        ("board: 4x4\nA1\nA3", "3:1: move 2: the stone on A3 is black's, and white is to play"),
        (
            "board: 4x4\nA1\nB1\nA1-B2",
            "4:1: move 3: A1 to B2 is no move: a stone jumps by two cells along a row or a column",
        ),
        (
            "board: 4x4\nopening: B1-A1",
            "2:10: opening: B1-A1 is not an opening: B1 has a white stone, and Black removes the first one; write A1-B1",
        ),
        (
            "position: xo./x?.",
            "1:11: position: row 2, column 2: unknown character '?' (x is black, o white, . empty, # a hole)",
        ),
    ] {
        let (_folder, path) = file(text);
        assert_eq!(complaint(konane("replay", &[&path]), 2), format!("konane: {path}:{expected}"));
        let mut command = konane("replay -", &[]);
        command.write_stdin(text);
        assert_eq!(complaint(command, 2), format!("konane: <stdin>:{expected}"));
    }
    let missing = Path::new("no/such/game.txt").display().to_string();
    assert!(complaint(konane("replay", &[&missing]), 2).starts_with("konane: no/such/game.txt: "));
    let mut command = konane("replay -", &[]);
    command.write_stdin(b"board: 4x4\nA1\n\xff".as_slice());
    assert_eq!(complaint(command, 2), "konane: <stdin>:3:1: the text is not UTF-8");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for (arguments, expected) in [
        ("replay - --seconds -1", "write a number of seconds from 0 to 1000000"),
        ("replay - --positions --format csv", "--positions is for --format text"),
        ("replay", "<FILE>"),
    ] {
        let complaint = complaint(konane(arguments, &[]), 2);
        assert!(complaint.contains(expected), "{complaint}");
    }
}

#[test]
fn the_name_of_the_file_says_how_moves_are_written() {
    let (folder, path) = file(GAME);
    let to = |name: &str| folder.path().join(name);
    for (name, start) in
        [("moves.csv", "move,player,"), ("moves.jsonl", "{\"move\":0,"), ("moves.txt", "full board")]
    {
        let output = to(name).display().to_string();
        output_of(konane("replay --seconds 0", &[&path, "--output", &output]));
        let written = fs::read_to_string(to(name)).unwrap();
        assert!(written.starts_with(start), "{name}: {written}");
    }
    let parquet = to("moves.parquet").display().to_string();
    complaint(konane("replay", &[&path, "--output", &parquet]), 2);
    let format = ["--format", "csv", "--output"];
    let text = to("other.txt").display().to_string();
    output_of(konane("replay --seconds 0", &[&[path.as_str()], &format[..], &[text.as_str()]].concat()));
    assert!(fs::read_to_string(to("other.txt")).unwrap().starts_with("move,"));
}

#[test]
fn a_file_is_not_written_when_the_command_fails() {
    let (folder, path) = file(GAME);
    let output = folder.path().join("moves.csv");
    fs::write(&output, "old").unwrap();
    let output_name = output.display().to_string();
    let refused = complaint(konane("replay --memory 1", &[&path, "--output", &output_name]), 2);
    assert!(refused.contains("too little memory"), "{refused}");
    assert_eq!(fs::read_to_string(output).unwrap(), "old");
}

#[test]
fn headers_that_mean_nothing_are_pointed_out() {
    let (_folder, path) = file("position: xo.o.\nrule: single-jump\nwhite: Berta\n1. A1-E1\n");
    let assert = konane("replay --seconds 0", &[&path]).assert().success();
    let told = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(told, format!("konane: {path}: the line rule: means nothing to this program\n"));
}

#[test]
fn endless_words_are_not_repeated() {
    let (_folder, path) = file(&format!("board: 8x8\n1. {}\n", "A".repeat(100_000)));
    assert!(complaint(konane("replay", &[&path]), 2).len() < 1000);
}
