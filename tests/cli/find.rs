//! `konane find`.

use crate::{complaint, files_in, konane, output_of, records};
use konane::board::{Position, Rules};
use konane::solve::{Monitor, ValueSolver};
use konane::value::ValueStore;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// What is found, as CSV, by a search that comes to its end.
fn all_found(arguments: &str, more: &[&str]) -> String {
    let assert = konane(arguments, more).assert().success().stderr("konane: all positions are searched\n");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_smallest_positions_of_a_value() {
    let found = output_of(konane("find --row 14 --limit 2 --value", &["*2"]));
    let expected = "position,rows,cols,black,white,value,outcome,left_stop,right_stop,mean,temperature,\
                    birthday,regions\n\
                    .o.ox.x.,1,8,2,2,*2,N,0,0,0,0,2,1\n\
                    x..o.ox.x.,1,10,3,2,*2,N,0,0,0,0,2,1\n";
    assert_eq!(found, expected);
    let found = all_found("find --row 14 --max-stones 6 --minimal --columns position --value", &["*2"]);
    assert_eq!(found, "position\n.o.ox.x.\n");
    let found = all_found("find --row 4 --columns position,value --value -1", &[]);
    assert_eq!(found, "position,value\nox.,-1\nxox.,-1\n", "{found}");
}

#[test]
fn one_position_of_each_value() {
    let arguments = "find --row 9 --distinct --columns value,position --value 1/4 --value -1/2 --value ^*";
    assert_eq!(output_of(konane(arguments, &[])), "value,position\n-1/2,o.ox.\n^*,.xo.o.\n1/4,x.x.xo.\n");
    // Up to sign there are as many as a summary of all tables has.
    let found = records(&all_found("find --row 8 --distinct --limit 1000 --columns value", &[]));
    let mut values = std::collections::HashSet::new();
    let store = ValueStore::new();
    for cells in 1..=8 {
        let table = output_of(konane(&format!("table --summary --columns value --board 1x{cells}"), &[]));
        let forms = records(&table).into_iter().skip(1).map(|row| store.parse(&row[0]).unwrap());
        values.extend(forms.map(|form| form.min(-form)));
    }
    assert_eq!(found.len() - 1, values.len());
}

#[test]
fn conditions_and_limits() {
    let columns = "--columns position,value,kind,temperature,black,white";
    let found =
        output_of(konane(&format!("find --max-cells 16 --limit 1 {columns} --where"), &["kind = tiny"]));
    let expected = "position,value,kind,temperature,black,white\n..x./.x.x/.o../....,Tiny(1),tiny,0,3,1\n";
    assert_eq!(found, expected);
    let both = ["--where", "temperature >= 1", "--where", "is_switch"];
    let found =
        output_of(konane(&format!("find --up-to-board 4x3 --limit 3 --format json {columns}"), &both));
    for line in found.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&row["kind"], &row["temperature"]), (&"switch".into(), &"1".into()), "{line}");
    }
    assert_eq!(found.lines().count(), 3);
    let found = records(&all_found("find --board 3x3 --min-stones 3 --max-stones 4 --limit 100", &[]));
    let stones = |row: &Vec<String>| row[3].parse::<usize>().unwrap() + row[4].parse::<usize>().unwrap();
    let stones: Vec<usize> = found[1..].iter().map(stones).collect();
    assert!(stones.is_sorted() && stones.first() == Some(&3) && stones.last() == Some(&4), "{stones:?}");
    assert!(found[1..].iter().all(|row| row[1..3] == ["3", "3"]));
}

#[test]
fn what_is_found_on_a_large_board_has_the_value() {
    for rules in Rules::ALL {
        let arguments = format!("find --board 6x7 --rules {rules} --columns position,value --where");
        let found = records(&output_of(konane(&arguments, &["temperature > 0"])));
        assert_eq!(found.len(), 11);
        let store = ValueStore::new();
        let mut solver = ValueSolver::new(&store, rules, None);
        for row in &found[1..] {
            let position: Position = row[0].parse().unwrap();
            assert_eq!(store.parse(&row[1]), Ok(solver.value(&position, &Monitor::new()).unwrap()));
        }
    }
}

#[test]
fn nothing_is_found_where_there_is_nothing() {
    let found = all_found("find --up-to-board 3x3 --columns position,value --value", &["*9"]);
    assert_eq!(found, "position,value\n");
    assert_eq!(all_found("find --up-to-board 3x3 --format json --value", &["*9"]), "");
}

#[test]
fn undefined_properties_are_told() {
    let arguments = "find --up-to-board 3x4 --limit 1 --columns position,atomic_weight --value";
    let assert = konane(arguments, &["{1|0}"]).assert().success();
    let output = assert.get_output();
    let told = String::from_utf8_lossy(&output.stderr);
    let expected = "konane: atomic_weight is undefined for some values, such as {1|0}: the value is not an \
                    infinitesimal, so not atomic\n";
    assert_eq!(told, expected);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for arguments in ["--max-cells 14 --distinct", "--row 16 --where is_nimber --connected"] {
        let [one, two] = ["1", "2"].map(|threads| {
            konane(&format!("find --limit 500 --threads {threads} {arguments}"), &[]).output()
        });
        assert!(one.unwrap() == two.unwrap(), "{arguments}");
    }
}

#[test]
fn output_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("found.csv");
    let arguments = "find --row 9 --limit 3 --value 1/2";
    let expected = output_of(konane(arguments, &[]));
    assert_eq!(output_of(konane(arguments, &["--output", output.to_str().unwrap()])), "");
    assert_eq!(std::fs::read_to_string(&output).unwrap(), expected);
    let line = complaint(konane(arguments, &["--output", folder.path().join("a/b").to_str().unwrap()]), 2);
    assert!(line.contains("there is no folder"), "{line}");
    assert_eq!(files_in(folder.path()), ["found.csv"]);
    for (name, magic) in [("found.parquet", &b"PAR1"[..]), ("found.csv.gz", &[0x1f, 0x8b])] {
        let output = folder.path().join(name);
        output_of(konane(arguments, &["--output", output.to_str().unwrap()]));
        assert!(std::fs::read(&output).unwrap().starts_with(magic), "{name}");
        std::fs::remove_file(output).unwrap();
    }
    assert_eq!(files_in(folder.path()), ["found.csv"]);
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let cells = "boards of 1 to 64 cells are searched";
    for (arguments, more, problem) in [
        ("find", vec![], "the following required arguments were not provided"),
        ("find --row 9 --board 3x3", vec![], "cannot be used with"),
        ("find --board 0x3", vec![], "a board needs at least one row and one column"),
        ("find --board 9", vec![], "write rows, an x and columns, such as 4x5"),
        ("find --board 9x9", vec![], "--board 9x9: boards of 1 to 64 cells are searched"),
        ("find --up-to-board 1x65", vec![], cells),
        ("find --up-to-board 4294967296x4294967296", vec![], cells),
        ("find --row 0", vec![], cells),
        ("find --row 65", vec![], cells),
        ("find --row -1", vec![], "--row"),
        ("find --row 99999999999999999999", vec![], "--row"),
        ("find --max-cells 0", vec![], cells),
        ("find --max-cells 1000000", vec![], cells),
        ("find --row 9 --min-stones 5 --max-stones 4", vec![], "--max-stones 4 is less than --min-stones 5"),
        ("find --row 9 --min-stones 10", vec![], "--min-stones 10: there are 9 cells at most"),
        ("find --row 9 --limit 0", vec![], "--limit 0: nothing would be searched for"),
        ("find --row 9 --limit -1", vec![], "--limit"),
        ("find --row 9 --value", vec!["{1|"], "--value \"{1|\": column 4"),
        ("find --row 9 --value", vec![""], "--value"),
        ("find --row 9 --where", vec!["temprature > 3"], "no property of values is called \"temprature\""),
        ("find --row 9 --where", vec!["temperature > "], "temperature is compared with a number"),
        ("find --row 9 --where", vec!["kind = huge"], "kind is compared with integer, number"),
        ("find --row 9 --where", vec![""], "no property of values is called \"\""),
        ("find --row 9 --columns count", vec![], "unknown column \"count\""),
    ] {
        let line = complaint(konane(arguments, &more), 2);
        assert!(line.starts_with("konane: ") && line.contains(problem), "{arguments} {more:?}: {line}");
    }
}

#[test]
fn a_memory_ceiling_ends_a_search_with_what_was_found() {
    let arguments =
        "find --board 8x8 --memory 16M --columns position,value --distinct --max-stones 5 --limit 99";
    let assert = konane(arguments, &[]).assert().code(1);
    let output = assert.get_output();
    let complaints = String::from_utf8_lossy(&output.stderr);
    let expected = "konane: all positions of up to 4 stones are searched\n\
                    konane: the memory ceiling is reached: raise it with --memory\n";
    assert_eq!(complaints, expected);
    let found = records(&String::from_utf8_lossy(&output.stdout));
    assert!(found.iter().any(|row| row[1] == "*2"), "{found:?}");
}

/// A search that takes longer than any test.
fn long_search() -> Child {
    Command::new(env!("CARGO_BIN_EXE_konane"))
        .args([
            "find",
            "--max-cells",
            "64",
            "--columns",
            "position",
            "--distinct",
            "--value",
            "1000",
            "--value",
            "*2",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn positions_are_written_while_the_search_goes_on_and_it_can_be_interrupted() {
    let mut child = long_search();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Vec<String> = lines.by_ref().take(2).map(Result::unwrap).collect();
    assert_eq!(first, ["position", ".o.ox.x."]);
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut complaints = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    let lines: Vec<&str> = complaints.lines().collect();
    assert_eq!(lines.len(), 2, "{complaints}");
    assert!(lines[0].ends_with("stones are searched"), "{complaints}");
    assert_eq!(lines[1], "konane: interrupted");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
