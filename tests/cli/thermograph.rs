//! `konane thermograph`.

use crate::{complaint, files_in, konane, output_of, records};

const HEADER: [&str; 5] = ["expression", "wall", "temperature", "value", "slope"];

#[test]
fn a_table_has_a_row_for_each_piece() {
    let rows = records(&output_of(konane("thermograph", &["{3||2|1}", "-1/2"])));
    let expected = [
        HEADER,
        ["{3||2|1}", "left", "0", "3", "-1"],
        ["{3||2|1}", "left", "3/4", "9/4", "0"],
        ["{3||2|1}", "right", "0", "2", "0"],
        ["{3||2|1}", "right", "1/2", "2", "1"],
        ["{3||2|1}", "right", "3/4", "9/4", "0"],
        ["-1/2", "left", "-1", "0", "-1"],
        ["-1/2", "left", "-1/2", "-1/2", "0"],
        ["-1/2", "right", "-1", "-1", "1"],
        ["-1/2", "right", "-1/2", "-1/2", "0"],
    ];
    assert_eq!(rows, expected);
}

#[test]
fn a_table_from_minus_one_on() {
    let rows = records(&output_of(konane("thermograph --below-zero --csv +-1", &[])));
    assert_eq!(rows[1..3], [["+-1", "left", "-1", "2", "-1"], ["+-1", "left", "1", "0", "0"]]);
}

#[test]
fn a_position_is_known_by_its_cells() {
    let mut command = konane("thermograph", &[".ox./o..x/....\n", ".", "-"]);
    command.write_stdin("\n x \n");
    let rows = records(&output_of(command));
    assert_eq!(rows[1], [".ox./o..x/....", "left", "0", "1", "-1"]);
    assert_eq!(rows[5], [".", "left", "-1", "0", "0"]);
    assert_eq!(rows[7], ["x", "left", "-1", "0", "0"]);
}

#[test]
fn rules_change_positions() {
    let text = "xo.o./.....";
    let multi = output_of(konane("thermograph", &[text]));
    let single = output_of(konane("thermograph --rules single-jump", &[text]));
    assert_ne!(multi, single);
}

/// The regions of a position are the summands; that of two equal switches is 0.
#[test]
fn the_heading_names_the_summands() {
    let text = output_of(konane("thermograph --text", &[".ox...ox.", "{ 4 | -1 }", "+-2"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["* + *", ".ox...ox."]);
    assert!(lines.contains(&"{4|-1}") && lines.contains(&"{ 4 | -1 }"), "{text}");
    assert_eq!(lines.iter().filter(|line| **line == "+-2").count(), 1);
    assert_eq!(lines.iter().filter(|line| line.starts_with("temperature")).count(), 3);
    assert!(lines.iter().all(|line| line.len() <= 72));
}

/// The canonical form of the first sum has millions of followers, that of the second more than memory holds.
#[test]
fn sums_of_many_switches_and_something_smaller() {
    let sum = |sizes: &[u64]| -> String {
        sizes.iter().map(|size| format!("+-{size}")).collect::<Vec<_>>().join(" + ")
    };
    let text = output_of(konane("thermograph --text", &[&sum(&Vec::from_iter(1..=24))]));
    assert!(text.ends_with("left stop   12\nright stop  -12\nmean        0\ntemperature 24\n"), "{text}");
    let powers: Vec<u64> = (2..60).map(|exponent| 1 << exponent).collect();
    let text = output_of(konane("thermograph --text", &[&(sum(&powers) + " + {3||2|1}")]));
    assert!(text.ends_with("mean        9/4\ntemperature 576460752303423488\n"), "{text}");
}

#[test]
fn negative_values_are_not_taken_for_options() {
    for value in ["-1", "-1/2", "-^", "-v3", "-{3|1}", "-(1+*)", "-Tiny(1)", "-Miny(1)", "-*2", "−1"] {
        let rows = records(&output_of(konane("thermograph", &[value, "--csv"])));
        assert_eq!(rows[1][0], value);
    }
    let complaint = complaint(konane("thermograph --unknown *", &[]), 2);
    assert!(complaint.contains("--unknown"), "{complaint}");
}

#[test]
fn an_svg_is_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thermograph.svg");
    let file = file.to_str().unwrap();
    assert_eq!(output_of(konane("thermograph", &[".ox./o..x/....", "--svg", file])), "");
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>Thermograph of +-1</title>\n<desc>.ox./o..x/....; left stop 1;"), "{svg}");
    assert_eq!(output_of(konane("thermograph --svg -", &[".ox./o..x/...."])), svg);
    assert_eq!(files_in(folder.path()), ["thermograph.svg"]);
    // A failure leaves the file as it was.
    complaint(konane("thermograph", &["{1|0|-1}", "--svg", file]), 2);
    assert_eq!(std::fs::read_to_string(file).unwrap(), svg);
    assert_eq!(files_in(folder.path()), ["thermograph.svg"]);
}

#[test]
fn a_table_is_written_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thermograph.csv");
    let file = file.to_str().unwrap();
    assert_eq!(output_of(konane("thermograph --output", &[file, "*"])), "");
    assert_eq!(records(&std::fs::read_to_string(file).unwrap())[0], HEADER);
}

#[test]
fn bad_input_is_told_in_one_line() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("", &["{1|0|-1}"], "value \"{1|0|-1}\": column 5: ambiguous"),
        ("", &["1/3"], "value \"1/3\": column 1: 1/3 is not a dyadic rational"),
        ("", &[""], "value \"\": column 1: expected a game, not nothing"),
        ("", &["1 < 2"], "value \"1 < 2\": column 1: expected a game, not a truth value"),
        ("", &["+-1", "xox/xo"], "position \"xox/xo\": row 2 has length 2"),
        ("", &["..#/q.."], "position \"..#/q..\": row 2, column 1: unknown character 'q'"),
        ("", &["9223372036854775807+1"], "number too large"),
        ("", &["{9223372036854775807|-9223372036854775807}"], "\"...: number too large"),
        ("--svg -", &["1", "2"], "--svg draws one thermograph, but there are 2"),
        ("--svg - --csv", &["1"], "cannot be used with"),
        ("--svg - --output a", &["1"], "cannot be used with"),
        ("--width 39", &["1"], "39 is not in 40..=1000"),
        ("--text --output no/such/folder", &["1"], "no/such/folder"),
        ("", &[], "<VALUE|POSITION>..."),
    ];
    for (options, values, expected) in cases {
        let line = complaint(konane(&format!("thermograph {options}"), values), 2);
        assert!(line.starts_with("konane: ") && line.contains(expected), "{options} {values:?}: {line}");
    }
}

#[test]
fn a_hundred_thousand_open_braces() {
    let mut command = konane("thermograph -", &[]);
    command.write_stdin("{".repeat(100_000));
    let line = complaint(command, 2);
    assert!(line.ends_with("...: column 100001: expected a value but the text ends"), "{line}");
}
