//! Tests of reading and checking tables.

use super::*;
use crate::board::{Cell, Rules};
use crate::solve::{Monitor, SolveError};

fn table(text: &str) -> Table {
    Table::parse("table.csv", text.as_bytes()).unwrap()
}

fn check(text: &str) -> Vec<Checked> {
    check_table(&table(text), None, &Monitor::new()).unwrap()
}

/// The message about the only row that cannot be checked.
fn row_error(text: &str) -> String {
    let errors: Vec<RowError> = check(text).iter().filter_map(Checked::error).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].to_string()
}

fn table_error(bytes: &[u8]) -> String {
    Table::parse("table.csv", bytes).unwrap_err().to_string()
}

/// Whether the claim can be checked in little time without optimisation: all but full boards of 24 or
/// more cells, which only an optimised test run checks (`cargo test --release`).
fn is_light(row: &Row) -> bool {
    row.claim.as_ref().is_ok_and(|Claim { position, .. }| {
        let cells = position.rows() * position.columns();
        position.rows() < 3 || cells < 24 || position.count(Cell::Empty) > 2
    })
}

#[test]
fn all_embedded_tables_are_confirmed() {
    for mut table in embedded() {
        if cfg!(debug_assertions) {
            table.rows.retain(is_light);
        }
        let rows = check_table(&table, None, &Monitor::new()).unwrap();
        assert!(!rows.is_empty(), "{}", table.source);
        for row in &rows {
            assert!(matches!(row.verdict, Verdict::Ok | Verdict::Disputed), "{row:?}");
        }
        assert!(Summary::of(&rows).is_success());
    }
}

#[test]
fn embedded_rows_have_locators_and_marks() {
    let marks = ["[read]", "[OPENING]", "[QUOTED]", "[COMPUTED]"];
    for table in embedded() {
        for row in &table.rows {
            assert!(!row.locator.is_empty(), "{}, line {}", table.source, row.line);
            let marked = marks.iter().any(|mark| row.note.starts_with(mark));
            assert!(marked, "{}, line {}: {}", table.source, row.line, row.note);
        }
    }
}

#[test]
fn all_files_of_the_folder_are_embedded() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/published");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".csv").map(str::to_owned))
        .collect();
    let mut sources: Vec<String> = embedded().into_iter().map(|table| table.source).collect();
    files.sort();
    sources.sort();
    assert_eq!(files, sources);
}

#[test]
fn agreement_and_difference_are_told_apart() {
    let rows = check(
        "locator,position,expected,status,note\n\
         a,.xo.,*,,\n\
         b,.xo.,0,,a wrong one\n\
         c,.xo.,{0|0},confirmed,\n\
         d,.xo.,0,disputed,a doubtful one\n\
         e,.xo.,*,disputed,\n\
         f,.xox.,R,,\n\
         g,.xox.,P,,\n\
         h,.xox.,L,disputed,\n",
    );
    let verdicts: Vec<String> = rows.iter().map(|row| row.verdict.to_string()).collect();
    let expected = ["ok", "differs", "ok", "disputed", "disputed-agrees", "ok", "differs", "disputed"];
    assert_eq!(verdicts, expected);
    assert_eq!(rows[1].fields(), ["table.csv", "b", ".xo.", "0", "*", "differs"]);
    assert_eq!(rows[1].note, "a wrong one");
    assert_eq!(rows[3].note, "a doubtful one");
    assert_eq!(rows[6].computed, "R");
    let summary = Summary::of(&rows);
    let counts = Summary { ok: 3, differs: 2, disputed: 2, disputed_agrees: 1, errors: 0 };
    assert_eq!(summary, counts);
    assert!(!summary.is_success());
    assert_eq!(
        summary.to_string(),
        "8 checked: 3 ok, 2 differ, 0 could not be checked; 2 disputed and differ, 1 disputed but agree"
    );
    assert!(Summary { differs: 0, ..summary }.is_success());
    assert!(!Summary { differs: 0, errors: 1, ..summary }.is_success());
}

#[test]
fn outcome_classes_are_those_of_values() {
    let rows = check("locator,position,expected\n,..ox,L\n,.xox.,R\n,.xo.,N\n,.xoxo.,P\n");
    assert_eq!(Summary::of(&rows).ok, 4);
}

#[test]
fn rules_and_margins_are_honoured() {
    let rows = check(
        "locator,pattern,margin,rules,expected\n\
         a,blocks 1 2 1,,,*2\n\
         b,blocks 1 2 1,,single-jump,0\n\
         c,blocks 1 2 1,,multi-jump,*2\n\
         d,tail 4,1,,{*|-1/2}\n\
         e,tail 4,2,,{*|v}\n\
         f,start 3 5 mid-h,,,-1\n",
    );
    assert_eq!(Summary::of(&rows).ok, 6, "{rows:?}");
    assert_eq!(rows[0].position, ".o.ox.x.");
    assert_eq!(rows[3].position, "...../.xox./.o.../.....");
}

#[test]
fn columns_may_stand_in_any_order_and_lines_end_in_any_way() {
    let text = "\u{feff}\r\n expected , note,locator,position \r\n\r\n* , kept ,\"p. 3, left\", .xo| \r\n\r\n\
                0,,\"two\nlines\",xo\r\n0,,after,ox";
    let table = table(text);
    let lines: Vec<usize> = table.rows.iter().map(|row| row.line).collect();
    assert_eq!(lines, [4, 6, 8]);
    assert_eq!(table.rows[0].locator, "p. 3, left");
    assert_eq!(table.rows[0].note, "kept");
    assert_eq!(table.rows[0].position, ".xo|");
    let claim = table.rows[0].claim.as_ref().unwrap();
    assert_eq!(
        (claim.position.to_string(), claim.rules, claim.disputed),
        (".xo".into(), Rules::MultiJump, false)
    );
    assert_eq!(claim.expected, Expected::Value("*".to_owned()));
}

#[test]
fn a_header_without_rows_is_a_table() {
    assert_eq!(table("locator,position,expected\n").rows, []);
    assert_eq!(check("locator,position,expected"), []);
}

#[test]
fn malformed_files_are_told_of_with_their_line() {
    let columns = "locator, position, pattern, margin, rules, expected, status, note";
    for (text, expected) in [
        ("", " the file is empty: there is no header".to_owned()),
        ("\u{feff}\n\n", " the file is empty: there is no header".to_owned()),
        ("\nlocator,position,value\n", format!("2: unknown column \"value\" (columns are {columns})")),
        (".xo.,*\n", format!("1: unknown column \".xo.\" (columns are {columns})")),
        ("locator,note,expected,note\n", "1: more than one column is called note".to_owned()),
        ("position,expected\n", "1: no column is called locator".to_owned()),
        ("locator,position\n", "1: no column is called expected".to_owned()),
        ("locator,expected\n", "1: no column is called position or pattern".to_owned()),
        (
            "locator,position,expected\na,.xo.,*\n\nb,\"xo,*\nc,x,0\n",
            "4: a quoted field does not end".to_owned(),
        ),
    ] {
        assert_eq!(table_error(text.as_bytes()), format!("table.csv:{expected}"), "{text:?}");
    }
    let bytes = b"locator,position,expected\na,.xo.,*\nb,.x\xff.,*\n";
    assert_eq!(table_error(bytes), "table.csv:3: the text is not UTF-8");
}

#[test]
fn a_bad_row_is_told_of_with_its_line_and_field() {
    let header = "locator,position,pattern,margin,rules,expected,status,note";
    for (row, expected) in [
        ("a,.xo.,,,,*", "number of fields is 6, but 8 in the header"),
        ("a,.xo.,,,,*,,,", "number of fields is 9, but 8 in the header"),
        ("a,,,,,*,,", "neither a position nor a pattern is given"),
        ("a,.xo.,tail 3,,,*,,", "both a position and a pattern are given"),
        (
            "a,.xq.,,,,*,,",
            "field position: row 1, column 3: unknown character 'q' \
             (x is black, o white, . empty, # a hole)",
        ),
        ("a,,tail x,,,*,,", "field pattern: tail: \"x\" is not a number"),
        ("a,,tail 3,one,,*,,", "field margin: \"one\" is not a number of empty cells"),
        ("a,.xo.,,1,,*,,", "field margin: only patterns have a margin, a position shows its own"),
        ("a,.xo.,,,jumps,*,,", "field rules: unknown rules \"jumps\": use multi-jump or single-jump"),
        ("a,.xo.,,,,*,true,", "field status: \"true\" is neither confirmed nor disputed"),
        ("a,.xo.,,,,,,", "field expected: a value or one of L R N P is needed"),
        ("a,.xo.,,,,{0|,,", "field expected: column 4: expected a value but the text ends"),
        (
            "a,.xo.,,,,1/3,,",
            "field expected: column 1: 1/3 is not a dyadic rational, so not the value of a short game",
        ),
    ] {
        let text = format!("{header}\nfirst,.xo.,,,,*,,\n{row}\nlast,.xo.,,,,*,,\n");
        assert_eq!(row_error(&text), format!("table.csv:3: {expected}"));
        let rows = check(&text);
        assert_eq!((&rows[0].verdict, &rows[2].verdict), (&Verdict::Ok, &Verdict::Ok));
        let summary = Summary::of(&rows);
        assert_eq!((summary.errors, summary.total()), (1, 3));
        assert_eq!(rows[1].locator, "a");
    }
}

#[test]
fn a_bad_row_is_shown_as_it_was_given() {
    let rows = check("locator,position,expected\na,.xq.,*\nb,.xo.,{0|\n");
    assert_eq!(rows[0].fields(), ["table.csv", "a", ".xq.", "*", "", "error"]);
    assert_eq!(rows[1].fields(), ["table.csv", "b", ".xo.", "{0|", "*", "error"]);
}

#[test]
fn a_row_that_takes_too_much_memory_spares_the_others() {
    let text = "locator,position,pattern,rules,expected\n\
                a,.xo.,,,*\n\
                b,,start 5 5 mid-h,,1\n\
                c,.oxo.ox.,,,1/2\n\
                d,.xo.,,single-jump,*\n";
    let limit = 8 << 20;
    let rows = check_table(&table(text), Some(limit), &Monitor::new()).unwrap();
    let verdicts: Vec<String> = rows.iter().map(|row| row.verdict.to_string()).collect();
    assert_eq!(verdicts, ["ok", "error", "ok", "ok"]);
    assert_eq!(
        rows[1].error().unwrap().to_string(),
        "table.csv:3: the value was not computed: memory ceiling of 8 MiB reached"
    );
}

#[test]
fn a_stopped_check_is_not_a_result() {
    let monitor = Monitor::new();
    monitor.stop();
    let result = check_table(&table("locator,position,expected\na,.xo.,*\n"), None, &monitor);
    assert_eq!(result, Err(SolveError::Interrupted));
}
