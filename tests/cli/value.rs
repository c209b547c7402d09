//! `konane value`.

use crate::{complaint, complaints, konane, output_of, records};
use std::path::PathBuf;
use tempfile::TempDir;

/// A file with this content, in a folder that lasts as long as the first of the two.
fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    (folder, path)
}

#[test]
fn known_values() {
    for (position, rules, value) in [
        (".xo.", "multi-jump", "*"),
        (".xox.", "multi-jump", "-1"),
        (".oxo.ox.", "multi-jump", "1/2"),
        (".o.ox.x.", "multi-jump", "*2"),
        (".o.ox.x.", "single-jump", "0"),
        ("oxox|x.xo|o.ox|xoxo", "multi-jump", "0"),
        ("xo.ox|oxo..|x.xox|oxoxo", "multi-jump", "1/4"),
    ] {
        let command = konane("value --columns value --rules", &[rules, position]);
        assert_eq!(output_of(command), format!("value\n{value}\n"), "{position} {rules}");
    }
}

#[test]
fn csv_has_the_documented_columns() {
    let expected = "position,rows,cols,black,white,value,outcome,left_stop,right_stop,mean,temperature,\
                    birthday,regions\n\
                    .xo.,1,4,1,1,*,N,0,0,0,0,1,1\n\
                    xo.ox/oxo../x.xox/oxoxo,4,5,8,8,1/4,L,1/4,1/4,1/4,-1/4,3,1\n";
    assert_eq!(output_of(konane("value .xo. xo.ox|oxo..|x.xox|oxoxo", &[])), expected);
}

#[test]
fn json_has_one_object_a_position() {
    let output = output_of(konane("value .xo. .oxo.ox. --format json", &[]));
    let lines: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["value"], "*");
    assert_eq!(lines[1]["mean"], "1/2");
    assert_eq!(lines[1]["birthday"], 2);
    let expected = "{\"position\":\".xo.\",\"value\":\"*\",\"kind\":\"nimber\"}\n";
    let command = konane("value .xo. --format json --columns position,value,kind", &[]);
    assert_eq!(output_of(command), expected);
}

#[test]
fn notations() {
    for (notation, value) in [("cgsuite", "*"), ("unicode", "⋆"), ("latex", "{\\ast}"), ("braces", "{0|0}")]
    {
        let output = output_of(konane("value .xo. --columns value --notation", &[notation]));
        let written = output.lines().nth(1).unwrap();
        match notation {
            "latex" => assert_ne!(written, "*"),
            _ => assert_eq!(written, value),
        }
    }
}

#[test]
fn text_tells_everything_about_a_position() {
    let expected = "    A B C D E F G H I
  1 . x o . . . o x .

2 independent regions
    A B C D E F G H I
  1 a a a a - b b b b

  a  *  on A1-D1
  b  *  on F1-I1

value        0
outcome      P: the player who begins loses
left stop    0
right stop   0
mean         0
temperature  -1
birthday     0
kind         integer
";
    assert_eq!(output_of(konane("value .xo...ox. --format text", &[])), expected);
}

#[test]
fn several_texts_are_separated_by_a_blank_line() {
    let output = output_of(konane("value x o --format text", &[]));
    let kind = "kind         integer\n";
    assert_eq!(output.matches(kind).count(), 2);
    assert_eq!(output.matches(&format!("{kind}\n    A\n  1 o\n")).count(), 1);
    let x = output_of(konane("value x --format text", &[]));
    assert!(output.starts_with(&x));
}

#[test]
fn explain_lists_moves_by_value() {
    let output = output_of(konane("value --explain xo.ox|oxo..|x.xox|oxoxo", &[]));
    let (_, moves) = output.split_once("kind         number\n\n").unwrap();
    let expected = "Left (Black) moves
  best       wins  0        C3-C1 D4-D2
  dominated        -1       A1-C1 B2-D2 (by C3-C1)
  dominated        {-1|-2}  E1-C1 (by C3-C1)

Right (White) moves, none of which wins
  best             1/2         D3-B3
  best             {2||1/8|0}  E4-E2 (reversible through D4-D2 to 2)
  dominated        2           B1-B3 (by D3-B3)
";
    assert_eq!(moves, expected);
    let output = output_of(konane("value --explain x", &[]));
    assert!(output.ends_with("\nLeft (Black) has no move\n\nRight (White) has no move\n"), "{output}");
}

#[test]
fn positions_come_from_arguments_standard_input_and_files() {
    let (_folder, path) = file("positions.txt", "; a comment\nxo.\n...\n\n.xox./\n");
    let mut command = konane("value .xo. - .ox. --columns position --file", &[path.to_str().unwrap()]);
    command.write_stdin("o\n\nx/o\n");
    assert_eq!(output_of(command), "position\n.xo.\no\nx/o\n.ox.\nxo./...\n.xox.\n");
}

#[test]
fn columns_of_a_csv_are_carried_through() {
    let (_folder, first) = file("first.csv", "name,position,value\n\"a, b\",.xo.,unknown\n,x,\n");
    let (_other, second) = file("second.csv", "position,note,name\no,third,c\n");
    let files = [first.to_str().unwrap(), "--file", second.to_str().unwrap()];
    let csv = output_of(konane("value x --columns position,value --file", &files));
    let expected = "name,given_value,note,position,value\n,,,x,0\n\
                    \"a, b\",unknown,,.xo.,*\n,,,x,0\nc,,third,o,0\n";
    assert_eq!(csv, expected);
    let json = output_of(konane("value x --format json --columns value --file", &files));
    let expected = "{\"name\":\"a, b\",\"given_value\":\"unknown\",\"note\":null,\"value\":\"*\"}";
    assert_eq!(json.lines().nth(1), Some(expected));
}

#[test]
fn a_csv_without_records_gives_a_header() {
    let mut command = konane("value - --columns value", &[]);
    command.write_stdin("position,name\n");
    assert_eq!(output_of(command), "name,value\n");
}

#[test]
fn many_positions_keep_their_order() {
    let rows: Vec<String> = (0..10_000u32)
        .map(|mask| {
            (0..14).map(|cell| [".", "x", ".", "o"][(mask >> cell & 1) as usize + cell % 2 * 2]).collect()
        })
        .collect();
    let text = rows.join("/\n");
    for threads in ["1", "2"] {
        let mut command = konane("value - --columns position,value,regions --threads", &[threads]);
        command.write_stdin(text.clone());
        let records = records(&output_of(command));
        assert_eq!(records.len(), rows.len() + 1);
        assert!(records[1..].iter().map(|record| &record[0]).eq(&rows));
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let outputs = ["1", "2", "5"].map(|threads| {
        let positions = ["xoxo|o..x|xoxo|oxox", "xoxox/oxoxo/x..ox/oxox.", ".xo.x.oxox.ox.o.xo"];
        output_of(konane(&format!("value --threads {threads}"), &positions))
    });
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[0], outputs[2]);
}

#[test]
fn bad_positions_are_located() {
    let hint = "(x is black, o white, . empty, # a hole)";
    for (position, problem) in [
        ("", "position \"\": the position is empty".to_owned()),
        ("xo/o", "position \"xo/o\": row 2 has length 1, but row 1 has length 2".to_owned()),
        ("xo\nq.", format!("position \"xo\\nq.\": row 2, column 1: unknown character 'q' {hint}")),
    ] {
        assert_eq!(complaint(konane("value", &[position]), 2), format!("konane: {problem}"));
    }
    let line = complaint(konane("value", &[&"x".repeat(100_000)]), 2);
    assert!(line.ends_with("board 1×100000 is larger than supported (up to 20×20, 1×447)"), "{line}");
    assert!(line.len() < 200);
}

#[test]
fn all_bad_lines_of_a_file_are_listed_up_to_ten() {
    let (_folder, path) = file("bad.txt", "xo\n.z\n\nxo\n\nxo/o\n");
    let name = path.to_str().unwrap();
    let expected = [
        format!(
            "konane: {name}:2:2: row 2, column 2: unknown character 'z' (x is black, o white, . empty, # a hole)"
        ),
        format!("konane: {name}:6:4: row 2 has length 1, but row 1 has length 2"),
    ];
    assert_eq!(complaints(konane("value --file", &[name]), 2), expected);
    let (_folder, path) = file("worse.csv", "position\n".to_owned() + &"q\n".repeat(25));
    let lines = complaints(konane("value --file", &[path.to_str().unwrap()]), 2);
    assert_eq!(lines.len(), 11);
    assert!(lines[9].contains("worse.csv:11: field position: row 1, column 1: unknown"), "{}", lines[9]);
    assert_eq!(lines[10], "konane: and 15 more problems");
}

#[test]
fn bad_files_are_named() {
    for (content, problem) in [
        (&b""[..], ": no position found"),
        (b"\n; nothing\n", ": no position found"),
        (b"xo\n.\xff\n", ":2:2: the text is not UTF-8"),
        (b"position,position\nx,o\n", ":1: more than one column is called position"),
        (b"position,note\nx\n", ":2: number of fields is 1, but 2 in the header"),
        (b"position,note\nx,\"open\n", ":2: a quoted field does not end"),
    ] {
        let (_folder, path) = file("bad", content);
        let name = path.to_str().unwrap();
        assert_eq!(complaint(konane("value --file", &[name]), 2), format!("konane: {name}{problem}"));
    }
    let mut empty = konane("value -", &[]);
    empty.write_stdin("");
    assert_eq!(complaint(empty, 2), "konane: <stdin>: no position found");
    let (folder, path) = file("a", "x");
    let missing = path.with_file_name("missing");
    for bad in [&missing, &folder.path().to_path_buf()] {
        let line = complaint(konane("value --file", &[bad.to_str().unwrap()]), 2);
        assert!(line.starts_with(&format!("konane: {}: ", bad.display())), "{line}");
    }
    let line = complaint(konane("value", &[path.to_str().unwrap()]), 2);
    assert!(line.ends_with("; to read a file, use --file"), "{line}");
}

#[test]
fn a_memory_ceiling_is_honoured() {
    let line = complaint(konane("value xoxox/oxoxo/x..ox/oxoxo/xoxox --format json --memory 4M", &[]), 1);
    assert!(line.contains("memory ceiling of 4.0 MiB is reached: raise it with --memory"), "{line}");
}
