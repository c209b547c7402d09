//! `konane calc`.

use crate::usage::assert_quiet_when_closed;
use crate::{complaint, konane, output_of, records};
use std::path::PathBuf;
use tempfile::TempDir;

/// A file of statements, in a folder that lasts as long as the first of the two.
fn file(content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("statements.txt");
    std::fs::write(&path, content).unwrap();
    (folder, path)
}

fn calc(expression: &str) -> String {
    output_of(konane("calc", &[expression]))
}

#[test]
fn each_result_is_a_line() {
    assert_eq!(calc("{3||2|1} + ^ - 1"), "{2^||1^|^}\n");
    assert_eq!(calc("G := {3||2|1}; Mean(G); G == 9/4; G.LeftOptions"), "9/4\nfalse\n[3]\n");
    assert_eq!(calc("Konane(\".xo.\") + *2"), "*3\n");
    assert_eq!(calc("x := 3"), "");
    assert_eq!(output_of(konane("calc", &["x := ^", "x + x", "x:1"])), "^^\n^[2]\n");
}

#[test]
fn expressions_may_begin_with_a_minus() {
    for (expression, result) in
        [("-1", "-1"), ("-1/2", "-1/2"), ("-^", "v"), ("--1", "1"), ("-{1|0}", "{0|-1}")]
    {
        assert_eq!(calc(expression), format!("{result}\n"), "{expression}");
    }
    assert_eq!(output_of(konane("calc -^ --notation unicode", &[])), "↓\n");
}

#[test]
fn notations() {
    for (notation, text) in
        [("cgsuite", "^*"), ("unicode", "↑⋆"), ("latex", "{\\uparrow}{\\ast}"), ("braces", "{0,{0|0}|0}")]
    {
        assert_eq!(output_of(konane("calc ^* --notation", &[notation])), format!("{text}\n"));
    }
}

#[test]
fn statements_come_from_arguments_files_and_standard_input() {
    let (_folder, path) = file("// a comment\ny := x + 1 /* and\nanother */\ny\n{y|\n 0}\r\n\r\n");
    let mut command = konane("calc", &["x := 2", "-", "--file", path.to_str().unwrap()]);
    command.write_stdin("x; x := 3\n");
    assert_eq!(output_of(command), "2\n4\n{4|0}\n");
    let mut command = konane("calc", &[]);
    command.write_stdin("\u{feff}1 + 1\n\n*");
    assert_eq!(output_of(command), "2\n*\n");
    let mut command = konane("calc", &[]);
    command.write_stdin("");
    assert_eq!(output_of(command), "");
}

#[test]
fn a_table_has_the_properties_of_each_result() {
    let columns = "expression,value,outcome,left_stop,right_stop,mean,temperature,birthday";
    let statements = ["G := {3||2|1}; G; G.Mean", "G == 2; Options(*2)"];
    let table = output_of(konane("calc --table --columns", &[columns, statements[0], statements[1]]));
    let expected = "expression,value,outcome,left_stop,right_stop,mean,temperature,birthday\n\
                    G,{3||2|1},L,3,2,9/4,3/4,4\n\
                    G.Mean,9/4,L,9/4,9/4,9/4,-1/4,5\n\
                    G == 2,false,,,,,,\n\
                    Options(*2),\"[0,*]\",,,,,,\n";
    assert_eq!(table, expected);
    let table =
        output_of(konane("calc --table --columns kind,expression,mean", &["+-1 +-2 // {1,2}", "{1,\n1*|0}"]));
    assert_eq!(records(&table)[1..], [["other", "+-1 +-2", "0"], ["other", "{1,\n1*|0}", "1/2"]]);
    let json =
        output_of(konane("calc --table --format json --columns expression,value,birthday", &["*", "1<2"]));
    let expected = "{\"expression\":\"*\",\"value\":\"*\",\"birthday\":1}\n\
                    {\"expression\":\"1<2\",\"value\":true,\"birthday\":null}\n";
    assert_eq!(json, expected);
}

#[test]
fn a_property_that_is_undefined_is_an_empty_field() {
    let arguments = ["{1|^^||^}", "{1|^3||^}"];
    let assert =
        konane("calc --table --columns value,atomic_weight,is_atomic", &arguments).assert().success();
    let output = assert.get_output();
    let table = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(records(&table)[1..], [["{1|^^||^}", "2", "true"], ["{1|^3||^}", "", "false"]]);
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(
        told.starts_with("konane: atomic_weight is undefined for some values, such as {1|^3||^}: "),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1);
}

#[test]
fn bad_input_is_told_in_one_line() {
    for (expression, message) in [
        (
            "{1|0|-1}",
            "column 5: ambiguous: two rows of bars of the same length (write as in {1||0|-1} or {1|{0|-1}})",
        ),
        ("0|", "column 2: a bar that is not directly inside braces (write {1|0})"),
        ("*(-8)", "column 1: a nimber is * followed by nothing or by a whole number"),
        ("1/3", "column 1: 1/3 is not a dyadic rational, so not the value of a short game"),
        ("1 + ", "column 4: expected a value but the text ends"),
        ("G", "column 1: unknown name \"G\" (write G := ... to give it a value)"),
        (
            "Konane(\"xo\nq.\")",
            "column 8: row 2, column 1: unknown character 'q' (x is black, o white, . empty, # a hole)",
        ),
    ] {
        assert_eq!(complaint(konane("calc", &[expression]), 2), format!("konane: {message}"), "{expression}");
    }
    for (expression, result) in [("*0", "0"), ("{6/8|7/8}", "13/16"), ("3/3", "1")] {
        assert_eq!(calc(expression), format!("{result}\n"), "{expression}");
    }
    let line = complaint(konane("calc", &["--file", "/nowhere"]), 2);
    assert!(line.starts_with("konane: /nowhere: "), "{line}");
}

#[test]
fn what_is_too_large_is_told() {
    for (expression, message) in [
        ("^99999999999", "column 1: multiple of ^ too large (at most 2147483646)"),
        (
            "9223372036854775807 + 1",
            "column 23: number too large (numerators and denominators have at most 63 bits)",
        ),
        (
            "99999999999999999999999999999999999999999999",
            "column 1: number too large (numerators and denominators have at most 63 bits)",
        ),
        ("*5000", "column 1: nimber too large (at most *4095)"),
        ("9223372036854775807*9223372036854775807*^", "column 20: nimber too large (at most *4095)"),
    ] {
        assert_eq!(complaint(konane("calc", &[expression]), 2), format!("konane: {message}"), "{expression}");
    }
    let switches: Vec<String> = (0..24).map(|power| format!("+-{}", 1u32 << power)).collect();
    let switches = switches.join("");
    assert_eq!(calc(&format!("Mean({switches})")), "0\n");
    let line = complaint(konane("calc --memory 16M", &[&switches]), 1);
    assert_eq!(line, "konane: column 1: memory ceiling of 16 MiB reached: raise it with --memory");
}

#[test]
fn errors_name_the_expression_or_the_place_in_the_file() {
    let line = complaint(konane("calc", &["x := 1", "x := {"]), 2);
    assert_eq!(line, "konane: expression 2, column 7: expected a value but the text ends");
    let (_folder, path) = file("1\n// two\nx := 2; x +\n3\n");
    let name = path.to_str().unwrap();
    let assert = konane("calc --file", &[name]).assert().code(2).stdout("1\n");
    let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(text, format!("konane: {name}:3:12: expected a value but the text ends\n"));
    let mut command = konane("calc -", &[]);
    command.write_stdin("\n  y");
    assert!(complaint(command, 2).starts_with("konane: <stdin>:2:3: unknown name \"y\""));
    let (_folder, path) = file(b"1\n\xc3\xa9\xff\n");
    let name = path.to_str().unwrap();
    assert_eq!(
        complaint(konane("calc --file", &[name]), 2),
        format!("konane: {name}:2:2: the text is not UTF-8")
    );
}

#[test]
fn sizes_that_nobody_types_are_read_all_the_same() {
    let from_file = |content: &str, status: i32| {
        let (_folder, path) = file(content);
        let name = path.to_str().unwrap().to_owned();
        let assert = konane("calc --file", &[&name]).assert().code(status);
        let output = assert.get_output();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap().replace(&name, "FILE");
        (text(&output.stdout), text(&output.stderr))
    };
    let depth = 100_000;
    for open in ["{", "("] {
        let (stdout, stderr) = from_file(&open.repeat(depth), 2);
        assert_eq!(stdout, "");
        assert_eq!(stderr, format!("konane: FILE:1:{}: expected a value but the text ends\n", depth + 1));
    }
    let nested = format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(from_file(&nested, 0).0, "1\n");
    let nested = format!("{}0{}", "{0|".repeat(depth), "}".repeat(depth));
    assert_eq!(from_file(&nested, 0).0, "^99999\n");
    assert_eq!(from_file(&("*+".repeat(5 << 20) + "0"), 0).0, "0\n");
    let (_, stderr) = from_file(&"x".repeat(10 << 20), 2);
    assert!(stderr.starts_with("konane: FILE:1:1: unknown name \"xxx") && stderr.len() < 200);
    let (_, stderr) = from_file(&"9".repeat(10 << 20), 2);
    assert!(stderr.starts_with("konane: FILE:1:1: number too large"));
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let (_folder, path) = file("{3||2|1}\n".repeat(20_000));
    assert_quiet_when_closed(&["calc", "--file", path.to_str().unwrap()]);
    assert_quiet_when_closed(&["calc", "--table", "--file", path.to_str().unwrap()]);
}

#[test]
fn what_is_out_of_reach_is_an_empty_field() {
    let assert = konane("calc --table --columns value,stop_count", &["1", "*100", "2"]).assert().success();
    let output = assert.get_output();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "value,stop_count\n1,1\n*100,\n2,1\n");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "konane: stop_count is out of reach for some values, such as *100: stop count too large (at most 128 \
         bits)\n"
    );
}
