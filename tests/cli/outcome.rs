//! `konane outcome`.

use crate::{complaint, complaints, files_in, konane, output_of, records};
use konane::board::{Move, Player, Position, Rules, moves};
use konane::game::{RemovalRule, removal};
use konane::value::OutcomeClass;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// Who wins by the definition: plain recursion over the rules, remembering equal positions.
#[derive(Default)]
struct PlainSearch(HashMap<(Position, Player), bool>);

impl PlainSearch {
    fn mover_wins(&mut self, position: &Position, to_move: Player) -> bool {
        if let Some(&known) = self.0.get(&(position.clone(), to_move)) {
            return known;
        }
        let options = moves(position, to_move, Rules::MultiJump);
        let wins = options
            .iter()
            .any(|played| !self.mover_wins(&position.play(played).unwrap(), to_move.opponent()));
        self.0.insert((position.clone(), to_move), wins);
        wins
    }

    fn class(&mut self, position: &Position) -> String {
        let [left, right] = Player::BOTH.map(|player| self.mover_wins(position, player));
        OutcomeClass::from_beginners(left, right).to_string()
    }
}

/// The rows of a CSV without the columns of numbers that depend on the machine.
fn rows(arguments: &str, more: &[&str]) -> Vec<Vec<String>> {
    let mut rows = records(&output_of(konane(arguments, more)));
    let measured: Vec<usize> =
        (0..rows[0].len()).filter(|&i| ["nodes", "seconds"].contains(&&*rows[0][i])).collect();
    for row in &mut rows {
        measured.iter().rev().for_each(|&index| drop(row.remove(index)));
    }
    rows
}

fn json_lines(arguments: &str, more: &[&str]) -> Vec<serde_json::Value> {
    let output = output_of(konane(arguments, more));
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_four_classes_of_given_positions() {
    let expected = [
        ["position", "class", "black_first", "white_first"],
        ["..ox", "L", "black", "black"],
        [".xox.", "R", "white", "white"],
        [".xo.", "N", "black", "white"],
        [".xoxo.", "P", "white", "black"],
    ];
    assert_eq!(rows("outcome ..ox .xox. .xo. .xoxo.", &[]), expected);
    let header = output_of(konane("outcome ..ox", &[]));
    assert!(header.starts_with("position,class,black_first,white_first,nodes,seconds\n..ox,L,"), "{header}");
}

#[test]
fn openings_of_boards_have_the_documented_columns() {
    let header = output_of(konane("outcome --board 2x2", &[]));
    assert!(
        header.starts_with("board,opening,class,black_first,white_first,nodes,seconds\n2x2,corner-h,P,"),
        "{header}"
    );
    let expected = [
        ["board", "opening", "class", "black_first", "white_first"],
        ["1x4", "corner-h", "R", "white", "white"],
        ["1x4", "mid-h", "P", "white", "black"],
        ["1x5", "corner-h", "R", "white", "white"],
        ["1x5", "mid-h", "L", "black", "black"],
    ];
    assert_eq!(rows("outcome --board 1x4..1x5", &[]), expected);
    assert_eq!(rows("outcome --board 1x4 --board 1x5 --opening corner,center", &[]), expected);
}

#[test]
fn known_results_of_narrow_boards() {
    for (board, expected) in [
        ("2x5", "RPLP"),
        ("3x4", "PPPP"),
        ("3x5", "PPRP"),
        ("4x4", "PPPP"),
        // The middle row begins with a white stone.
        ("4x2", "PRPP"),
    ] {
        let rows = rows(&format!("outcome --columns class --board {board}"), &[]);
        let classes: String = rows.into_iter().skip(1).flatten().collect();
        assert_eq!(classes, expected, "{board}");
    }
}

#[test]
fn every_opening_agrees_with_a_plain_search() {
    let mut search = PlainSearch::default();
    for board in ["1x7", "2x4", "3x4", "4x3"] {
        let arguments = format!("outcome --opening every --board {board} --columns position,class,opening");
        let rows = rows(&arguments, &[]);
        assert!(rows.len() > 2, "{rows:?}");
        for row in &rows[1..] {
            assert_eq!(row[1], search.class(&row[0].parse().unwrap()), "{board} {}", row[2]);
        }
    }
}

#[test]
fn columns_are_chosen_by_name() {
    let columns = "position,board,opening,rows,cols,black,white,class,black_winning_move,white_winning_move";
    let rows = rows(&format!("outcome xo. .xo. --columns {columns}"), &[]);
    assert_eq!(rows[0].join(","), columns);
    assert_eq!(rows[1], ["xo.", "1x3", "", "1", "3", "1", "1", "L", "A1-C1", ""]);
    assert_eq!(rows[2], [".xo.", "1x4", "", "1", "4", "1", "1", "N", "B1-D1", "C1-A1"]);
    let line = complaint(konane("outcome xo. --columns value", &[]), 2);
    assert!(line.contains("unknown column \"value\": the columns are position, board, opening"), "{line}");
}

#[test]
fn one_beginner_only() {
    let expected = [["position", "class", "black_first", "white_first"], [".xo.", "", "", "white"]];
    assert_eq!(rows("outcome .xo. --first white", &[]), expected);
    let rows = json_lines("outcome .xo. --first black --format json", &[]);
    assert_eq!((&rows[0]["black_first"], &rows[0]["class"]), (&"black".into(), &serde_json::Value::Null));
}

#[test]
fn files_and_standard_input_carry_their_columns_through() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.csv");
    std::fs::write(&file, "class,position,name\nold,.xo.,star\n,..ox,one\n").unwrap();
    let expected = [
        ["given_class", "given_position", "name", "position", "class"],
        ["old", "", "star", ".xo.", "N"],
        ["", "", "one", "..ox", "L"],
    ];
    let arguments = "outcome --columns position,class --file";
    let found = rows(arguments, &[file.to_str().unwrap()]);
    // The column of positions is read, not carried.
    let carried: Vec<Vec<&str>> = expected.iter().map(|row| [&row[..1], &row[2..]].concat()).collect();
    assert_eq!(found, carried);
    let mut piped = konane("outcome - --columns class", &[]);
    piped.write_stdin(".xo./\n.xox./\n");
    assert_eq!(output_of(piped), "class\nN\nR\n");
}

#[test]
fn single_jumps_have_their_own_outcomes() {
    assert_eq!(rows("outcome .o.ox.x. --columns class", &[])[1], ["N"]);
    assert_eq!(rows("outcome .o.ox.x. --columns class --rules single-jump", &[])[1], ["P"]);
}

#[test]
fn text_says_who_wins_and_how() {
    let output =
        output_of(konane("outcome --format text --board 1x5 --opening mid-h --all-moves --line", &[]));
    let told: Vec<&str> =
        output.lines().filter(|line| !line.starts_with("nodes") && !line.starts_with("seconds")).collect();
    let expected = "    A B C D E
  1 x o . . x

board        1x5
opening      mid-h
outcome      L: Left (Black) wins, whoever begins
black first  Left (Black) wins by A1-C1
white first  Left (Black) wins

Left (Black) moves
  wins   A1-C1

Left (Black) begins and wins
  1. black  A1-C1
  Right (White) has no move and loses

Right (White) has no move

Right (White) begins and loses
  Right (White) has no move and loses";
    assert_eq!(told.join("\n"), expected);
    assert!(output.contains("\nnodes        ") && output.contains("\nseconds      0."), "{output}");
    let two = output_of(konane("outcome --format text .xo. ..ox", &[]));
    assert_eq!(two.matches("outcome  ").count(), 2, "{two}");
    assert!(two.contains("\n\n    A B C D\n  1 . . o x\n"), "{two}");
}

/// Replays a line, in which the winner must never give the win away and the loser must be stuck at the end.
fn check_line(search: &mut PlainSearch, start: &Position, line: &serde_json::Value, removals: usize) {
    let player = |name: &str| line[name].as_str().unwrap().parse::<Player>().unwrap();
    let (winner, mut to_move, mut position) = (player("wins"), player("begins"), start.clone());
    for (index, played) in line["moves"].as_array().unwrap().iter().enumerate() {
        let played = played.as_str().unwrap();
        if index < removals {
            let square: konane::board::Square = played.parse().unwrap();
            assert_eq!(position.get(square), Some(to_move.stone()), "{played}");
            position.set(square.row, square.column, konane::board::Cell::Empty);
        } else {
            let played: Move = played.parse().unwrap();
            assert!(moves(&position, to_move, Rules::MultiJump).contains(&played), "{position} {played}");
            position = position.play(&played).unwrap();
        }
        to_move = to_move.opponent();
        if index + 1 >= removals {
            assert_eq!(search.mover_wins(&position, to_move), to_move == winner, "{position}");
        }
    }
    assert_ne!(to_move, winner);
    assert!(moves(&position, to_move, Rules::MultiJump).is_empty(), "{position}");
}

#[test]
fn json_has_moves_and_lines() {
    let mut search = PlainSearch::default();
    let answers =
        json_lines("outcome --format json --columns position,class --all-moves --line --board 3x4..4x4", &[]);
    assert_eq!(answers.len(), 8);
    for answer in answers {
        let position: Position = answer["position"].as_str().unwrap().parse().unwrap();
        assert_eq!(answer["class"], search.class(&position));
        let listed = answer["moves"].as_array().unwrap();
        let both = Player::BOTH.map(|player| moves(&position, player, Rules::MultiJump));
        assert_eq!(listed.len(), both[0].len() + both[1].len());
        for (item, (player, played)) in listed.iter().zip(
            Player::BOTH
                .into_iter()
                .zip(&both)
                .flat_map(|(player, moves)| moves.iter().map(move |m| (player, m))),
        ) {
            assert_eq!(
                (&item["player"], &item["move"]),
                (&player.to_string().into(), &played.to_string().into())
            );
            let wins = !search.mover_wins(&position.play(played).unwrap(), player.opponent());
            assert_eq!(item["wins"], wins, "{position} {played}");
        }
        let lines = answer["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2);
        lines.iter().for_each(|line| check_line(&mut search, &position, line, 0));
    }
}

#[test]
fn the_players_may_choose_the_opening() {
    let mut search = PlainSearch::default();
    for (board, rows, columns, option, rule) in [
        ("3x4", 3, 4, "", RemovalRule::CornerOrCenter),
        ("4x4", 4, 4, "", RemovalRule::CornerOrCenter),
        ("1x9", 1, 9, "--any-stone", RemovalRule::AnyStone),
        ("3x4", 3, 4, "--any-stone", RemovalRule::AnyStone),
        ("1x1", 1, 1, "", RemovalRule::CornerOrCenter),
    ] {
        let arguments = format!(
            "outcome --board {board} --from-full {option} --all-moves --line --format json \
             --columns opening,class,black_first,white_first,black_winning_move"
        );
        let [answer] = &json_lines(&arguments, &[])[..] else { panic!("one board, one row") };
        let mut winning = Vec::new();
        for square in removal::first_removals(rows, columns, rule) {
            let openings = removal::openings(rows, columns, rule).into_iter();
            let positions = openings.filter(|opening| opening.black() == square);
            let mut positions = positions.map(|opening| opening.position(rows, columns).unwrap());
            if positions.all(|position| search.mover_wins(&position, Player::Black)) {
                winning.push(square.to_string());
            }
        }
        let listed = answer["moves"].as_array().unwrap();
        let told = listed.iter().filter(|item| item["wins"] == true);
        let told: Vec<&str> = told.map(|item| item["move"].as_str().unwrap()).collect();
        assert_eq!(told, winning, "{board} {rule}");
        assert_eq!(listed.len(), removal::first_removals(rows, columns, rule).len());
        let answers: usize = listed.iter().map(|item| item["answers"].as_array().unwrap().len()).sum();
        assert_eq!(answers, removal::openings(rows, columns, rule).len());
        assert_eq!(answer["opening"], rule.to_string());
        assert_eq!(answer["black_first"], if winning.is_empty() { "white" } else { "black" });
        assert_eq!(answer["black_winning_move"].as_str(), winning.first().map(String::as_str));
        assert!(answer["class"].is_null() && answer["white_first"].is_null());
        let full = Position::full_board(rows, columns, Player::Black).unwrap();
        let lines = answer["lines"].as_array().unwrap();
        assert_eq!(lines.len(), usize::from(rows * columns > 1));
        lines.iter().for_each(|line| check_line(&mut search, &full, line, 2));
    }
}

#[test]
fn removals_in_text() {
    let output = output_of(konane("outcome --format text --from-full --board 1x5", &[]));
    let end = "\nLeft (Black) removes\n  loses  A1  answered by B1\n  wins   C1\n";
    assert!(output.contains("\nblack first  Left (Black) wins by C1\n") && output.ends_with(end), "{output}");
    let output = output_of(konane("outcome --format text --from-full --all-moves --board 1x4", &[]));
    let end = "\nLeft (Black) removes, none of which wins\n  loses  A1  answered by B1\n  \
               loses  C1  answered by B1\n";
    assert!(output.ends_with(end), "{output}");
}

#[test]
fn output_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("outcomes.csv");
    let arguments = "outcome --board 3x3 --columns board,opening,class";
    assert_eq!(output_of(konane(arguments, &["--output", output.to_str().unwrap()])), "");
    assert_eq!(std::fs::read_to_string(&output).unwrap(), output_of(konane(arguments, &[])));
    for (name, magic) in [("outcomes.parquet", &b"PAR1"[..]), ("outcomes.csv.zst", &[0x28, 0xb5, 0x2f, 0xfd])]
    {
        let output = folder.path().join(name);
        output_of(konane("outcome --board 3x3 --output", &[output.to_str().unwrap()]));
        assert!(std::fs::read(&output).unwrap().starts_with(magic), "{name}");
    }
    let named = folder.path().join("outcomes.txt");
    output_of(konane("outcome .xo. --line --output", &[named.to_str().unwrap()]));
    assert!(std::fs::read_to_string(named).unwrap().contains("Left (Black) begins and wins\n"));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    for (arguments, problem) in [
        ("outcome", "the following required arguments were not provided"),
        ("outcome x?o", "unknown character '?'"),
        ("outcome xo/x", "row 2"),
        ("outcome .xo. --board 4x4", "cannot be used with"),
        ("outcome .xo. --opening corner", "cannot be used with"),
        ("outcome --file - --from-full", "cannot be used with"),
        ("outcome --opening corner", "--board"),
        ("outcome --board 4x4 --any-stone", "--from-full"),
        ("outcome --board 4x4 --from-full --opening corner", "cannot be used with"),
        ("outcome --board 4x4 --from-full --first white", "cannot be used with"),
        ("outcome --board 4x4 --first left", "unknown player \"left\": use black or white"),
        ("outcome --board 4", "write rows, an x and columns, such as 4x5"),
        ("outcome --board 0x4", "a board needs at least one row and one column"),
        ("outcome --board 99x99", "--board 99x99: "),
        ("outcome --board 1x1..9999x9999", "--board 9999x9999: "),
        ("outcome --board 5x5..4x4", "5x5 is not within 4x4"),
        ("outcome --board 4x4 --opening middle", "unknown opening \"middle\": use corner-h, corner-v, mid-h"),
        ("outcome --board 4x4 --opening A1", "write two adjacent squares, Black's first, such as A1-B1"),
        ("outcome --board 4x4 --opening A1-C1", "A1 and C1 are not neighbours"),
        ("outcome --board 4x4 --opening B1-A1", "B1 has a white stone, and Black removes the first one"),
        ("outcome --board 4x4 --opening E1-D1", "--board 4x4 --opening E1-D1: E1 is not on the board"),
        ("outcome --board 1x5 --opening mid-v", "--board 1x5 --opening mid-v: "),
        ("outcome --board 1x1", "--board 1x1 --opening all: "),
        ("outcome .xo. --columns moves", "unknown column \"moves\""),
        ("outcome .xo. --columns class,class", "column class is asked for twice"),
        ("outcome .xo. --format tikz", "--format"),
        ("outcome .xo. --format text --columns class", "--format text has no --columns"),
        ("outcome .xo. --format csv --line", "--all-moves and --line are for --format text or json"),
        ("outcome .xo. --columns class --all-moves", "--all-moves and --line are for --format text or json"),
        ("outcome .xo. --output a.parquet --line", "--all-moves and --line are for --format text or json"),
        ("outcome .xo. --output a.xlsx", "tables are written to .csv"),
        ("outcome .xo. --memory 64K", "--memory: too little memory for a search: it takes at least 1 MiB"),
        ("outcome .xo. --memory 0", "the ceiling must be more than nothing"),
        ("outcome --file no/such/file", "no/such/file"),
    ] {
        let line = complaint(konane(arguments, &[]), 2);
        assert!(line.starts_with("konane: ") && line.contains(problem), "{arguments}: {line}");
    }
    let lines = complaints(konane("outcome .xo. x?o", &["y"]), 2);
    assert_eq!(lines.len(), 2, "{lines:?}");
}

#[test]
fn a_memory_ceiling_ends_the_search_with_what_was_found() {
    // A board that is too large to be searched.
    let arguments = "outcome --board 2x2 --board 9x9 --opening corner-h --columns board,class --memory 4M";
    let assert = konane(arguments, &[]).assert().code(1).stdout("board,class\n2x2,P\n");
    let complaints = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    let expected = "konane: 9x9 corner-h: the memory ceiling is reached: raise it with --memory\n";
    assert_eq!(complaints, expected);
}

/// Searches of which the first are done at once and the last takes longer than any test.
fn long_search(more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_konane"))
        .args(["outcome", "--board", "2x2", "--board", "8x8", "--opening", "corner-h,corner-v"])
        .args(["--columns", "board,opening,class", "--memory", "64M"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends Ctrl-C's signal, and returns what is then left of both outputs.
#[cfg(unix)]
fn interrupted(mut child: Child) -> (String, String) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let (mut output, mut complaints) = (String::new(), String::new());
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut output).unwrap();
    }
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    (output, complaints)
}

const LEFT: &str =
    "konane: interrupted: 8x8 corner-h is not decided with black or white first, and 1 more not begun\n";

#[cfg(unix)]
#[test]
fn an_interrupted_search_has_written_what_is_proved() {
    let mut child = long_search(&[]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Vec<String> = lines.by_ref().take(3).map(Result::unwrap).collect();
    assert_eq!(first, ["board,opening,class", "2x2,corner-h,P", "2x2,corner-v,P"]);
    let (_, complaints) = interrupted(child);
    assert_eq!(complaints, LEFT);
    assert_eq!(lines.count(), 0);
}

#[cfg(unix)]
#[test]
fn what_is_proved_is_not_lost_with_an_unfinished_file() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("outcomes.csv");
    std::fs::write(&output, "old").unwrap();
    let mut child = long_search(&["--output", output.to_str().unwrap()]);
    // Rows go to a file beside it, of which only its unfinished name is unknown.
    let begun = || {
        let names = files_in(folder.path()).into_iter();
        let texts = names.map(|name| std::fs::read_to_string(folder.path().join(name)).unwrap_or_default());
        texts.into_iter().any(|text| text.ends_with("corner-v,P\n"))
    };
    while !begun() {
        assert!(child.try_wait().unwrap().is_none(), "the search ended before it was interrupted");
        std::thread::yield_now();
    }
    let (rows, complaints) = interrupted(child);
    assert_eq!(rows, "board,opening,class\n2x2,corner-h,P\n2x2,corner-v,P\n");
    assert_eq!(complaints, LEFT);
    assert_eq!(files_in(folder.path()), ["outcomes.csv"]);
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "old");
}

/// The nodes of the only row.
fn nodes(output: &str) -> u64 {
    output.lines().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_checkpoint_saves_the_work_of_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("outcomes.checkpoint");
    let path = file.to_str().unwrap();
    let arguments = "outcome --threads 1 --board 5x5 --opening corner-h --columns nodes --checkpoint";
    let first = output_of(konane(arguments, &[path]));
    assert_eq!(files_in(folder.path()), ["outcomes.checkpoint"]);
    let assert = konane(arguments, &[path]).assert().success();
    let output = assert.get_output();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.starts_with(&format!("konane: {path}: ")) && told.ends_with(" positions are known\n"),
        "{told}"
    );
    assert!(nodes(&String::from_utf8_lossy(&output.stdout)) < nodes(&first));

    let line = complaint(konane("outcome .xo. --rules single-jump --checkpoint", &[path]), 2);
    assert!(line.contains("the checkpoint is one of rules multi-jump"), "{line}");
    std::fs::write(&file, "position,value\n").unwrap();
    let line = complaint(konane("outcome .xo. --checkpoint", &[path]), 2);
    assert!(line.ends_with("not a checkpoint of konane outcome"), "{line}");
    let nowhere = folder.path().join("no/such.checkpoint");
    let line = complaint(konane("outcome .xo. --checkpoint", &[nowhere.to_str().unwrap()]), 2);
    assert!(line.starts_with(&format!("konane: {}: ", nowhere.display())), "{line}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_leaves_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("8x8.checkpoint");
    let path = file.to_str().unwrap();
    let mut child = long_search(&["--checkpoint", path]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(lines.by_ref().take(3).count(), 3);
    let before = std::fs::metadata(&file).unwrap().len();
    let (_, complaints) = interrupted(child);
    let kept = format!("; the work so far is kept in {path}, and the same command goes on from there\n");
    assert_eq!(complaints, LEFT.replace('\n', &kept));
    assert!(std::fs::metadata(&file).unwrap().len() > before);
    assert_eq!(files_in(folder.path()), ["8x8.checkpoint"]);
}
