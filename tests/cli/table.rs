//! `konane table`.

use crate::{complaint, files_in, konane, output_of, records};
use konane::board::{Player, Position, Rules, Symmetry};
use konane::solve::{Monitor, ValueSolver, region_count};
use konane::value::ValueStore;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};

/// All checkered positions of a board with Black at the upper left, in the order of the table.
fn all_positions(rows: usize, columns: usize) -> Vec<Position> {
    let symbol = |mask: u32, cell: usize| match (mask >> cell & 1, (cell / columns + cell % columns) % 2) {
        (0, _) => '.',
        (_, 0) => 'x',
        _ => 'o',
    };
    let text = |mask| {
        let row = |row| (0..columns).map(|column| symbol(mask, row * columns + column)).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("/")
    };
    (0..1u32 << (rows * columns)).map(|mask| text(mask).parse().unwrap()).collect()
}

/// Compares long lists without printing all of them.
fn assert_same(found: &[String], expected: &[String], what: &str) {
    let first = found.iter().zip(expected).find(|(found, expected)| found != expected);
    assert_eq!(first, None, "{what}");
    assert_eq!(found.len(), expected.len(), "{what}");
}

/// The positions that the table lists.
fn listed(arguments: &str) -> Vec<String> {
    let rows = records(&output_of(konane(&format!("table --columns position {arguments}"), &[])));
    assert_eq!(rows[0], ["position"]);
    rows.into_iter().skip(1).map(|mut row| row.remove(0)).collect()
}

#[test]
fn a_small_table_in_full() {
    let expected = "position,black,white,value,outcome,left_stop,right_stop,mean,temperature,birthday\n\
                    ...,0,0,0,P,0,0,0,-1,0\n\
                    x..,1,0,0,P,0,0,0,-1,0\n\
                    .o.,0,1,0,P,0,0,0,-1,0\n\
                    xo.,1,1,1,L,1,1,1,-1,1\n\
                    ..x,1,0,0,P,0,0,0,-1,0\n\
                    x.x,2,0,0,P,0,0,0,-1,0\n\
                    .ox,1,1,1,L,1,1,1,-1,1\n\
                    xox,2,1,0,P,0,0,0,-1,0\n";
    assert_eq!(output_of(konane("table --board 1x3", &[])), expected);
    let expected = "{\"value\":\"0\",\"count\":6,\"first_position\":\"...\",\"kind\":\"integer\"}\n\
                    {\"value\":\"1\",\"count\":2,\"first_position\":\"xo.\",\"kind\":\"integer\"}\n";
    let command =
        konane("table --board 1x3 --summary --format json --columns value,count,first_position,kind", &[]);
    assert_eq!(output_of(command), expected);
    assert_eq!(output_of(konane("table --board 1x1 --columns value", &[])), "value\n0\n0\n");
}

#[test]
fn every_row_holds_the_position_s_value() {
    for (board, rows, columns, rules) in
        [("3x4", 3, 4, Rules::MultiJump), ("1x10", 1, 10, Rules::SingleJump), ("5x2", 5, 2, Rules::MultiJump)]
    {
        let arguments = format!("table --board {board} --rules {rules} --columns position,value,regions");
        let table = records(&output_of(konane(&arguments, &[])));
        let positions = all_positions(rows, columns);
        assert_eq!(table.len(), positions.len() + 1);
        let store = ValueStore::new();
        let values = ValueSolver::new(&store, rules, None).values(&positions, &Monitor::new()).unwrap();
        for ((record, position), value) in table[1..].iter().zip(&positions).zip(values) {
            assert_eq!(record[0], position.to_string());
            assert_eq!(store.parse(&record[1]), Ok(value), "{position}");
            assert_eq!(record[2], region_count(position).to_string(), "{position}");
        }
    }
}

#[test]
fn numbers_of_distinct_values() {
    for (board, expected) in [("1x16", 500), ("3x4", 103), ("4x4", 812)] {
        let summary = records(&output_of(konane("table --summary --board", &[board])));
        assert_eq!(summary.len(), expected + 1, "{board}");
    }
}

#[test]
fn a_summary_agrees_with_the_table() {
    let table = records(&output_of(konane("table --board 3x4 --columns value,position,outcome,mean", &[])));
    let mut expected: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    let stones = |position: &str| position.matches(['x', 'o']).count();
    for row in &table[1..] {
        let known = expected.entry(&row[0]).or_insert((0, &row[1]));
        known.0 += 1;
        if stones(&row[1]) < stones(known.1) {
            known.1 = &row[1];
        }
    }
    let summary = records(&output_of(konane("table --board 3x4 --summary", &[])));
    let header = "value,count,first_position,outcome,left_stop,right_stop,mean,temperature,birthday,kind";
    assert_eq!(summary[0].join(","), header);
    let found: BTreeMap<&str, (usize, &str)> =
        summary[1..].iter().map(|row| (&*row[0], (row[1].parse().unwrap(), &*row[2]))).collect();
    assert_eq!(found, expected);
    let store = ValueStore::new();
    let values: Vec<_> = summary[1..].iter().map(|row| store.parse(&row[0]).unwrap()).collect();
    let in_order = |pair: &[_]| store.structural_order(pair[0], pair[1]) == Ok(Ordering::Less);
    assert!(values.windows(2).all(in_order));
}

#[test]
fn one_of_each_symmetry_class_is_kept() {
    for (board, rows, columns) in [("3x3", 3, 3), ("3x4", 3, 4), ("1x7", 1, 7), ("1x8", 1, 8)] {
        let mut classes = HashSet::new();
        let mut firsts = Vec::new();
        for position in all_positions(rows, columns) {
            // An image whose upper left colour changed has its colours exchanged.
            let images = Symmetry::of_board(rows, columns).iter().map(|symmetry| {
                let image = symmetry.apply(&position);
                let mut on_table = [image.colours_swapped(), image].into_iter().filter(|image| {
                    image.cells().all(|(row, column, cell)| {
                        cell.owner().is_none_or(|player| {
                            (player == Player::Black) == (row + column).is_multiple_of(2)
                        })
                    })
                });
                on_table.next().unwrap().to_string()
            });
            let images: Vec<String> = images.collect();
            if images.iter().all(|image| !classes.contains(image)) {
                firsts.push(position.to_string());
            }
            classes.insert(position.to_string());
        }
        assert_same(&listed(&format!("--board {board} --up-to-symmetry")), &firsts, board);
    }
}

#[test]
fn positions_of_several_regions_are_left_out() {
    for (board, rows, columns) in [("3x4", 3, 4), ("1x12", 1, 12)] {
        let connected = |position: &Position| region_count(position) <= 1;
        let expected: Vec<String> =
            all_positions(rows, columns).iter().filter(|p| connected(p)).map(Position::to_string).collect();
        assert!(expected.len() < 1 << 12);
        assert_same(&listed(&format!("--board {board} --connected")), &expected, board);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for arguments in ["--board 4x4", "--board 1x14 --summary", "--board 3x4 --connected --format json"] {
        let [one, two] = ["1", "2"]
            .map(|threads| output_of(konane(&format!("table {arguments} --threads {threads}"), &[])));
        assert!(one == two, "{arguments}");
    }
}

#[test]
fn impossible_boards_are_refused() {
    let hint = "write rows, an x and columns, such as 4x5";
    let cells = "a board needs at least one row and one column";
    for (board, problem) in [
        ("0x5", cells),
        ("5x0", cells),
        ("5", hint),
        ("5x", hint),
        ("x5", hint),
        ("-1x4", hint),
        ("4x-1", hint),
        ("4x4x4", hint),
        ("4 x 4", hint),
        ("+4x4", hint),
        ("", hint),
        ("99999999999999999999x1", "too long"),
        ("9999x9999", "2^99980001 positions; boards may have up to 36 cells"),
        ("18446744073709551615x18446744073709551615", "boards may have up to 36 cells"),
        ("6x7", "2^42 positions; boards may have up to 36 cells"),
        ("1x37", "2^37 positions; boards may have up to 36 cells"),
    ] {
        let line = complaint(konane("table --board", &[board]), 2);
        assert!(line.starts_with("konane: ") && line.contains(problem), "{board}: {line}");
    }
}

#[test]
fn a_table_larger_than_memory_is_refused_before_it_is_begun() {
    let line = complaint(konane("table --board 5x6 --memory 1G", &[]), 1);
    let expected = "konane: --board 5x6: the table has 2^30 positions and takes 2.1 GiB besides the values, \
                    but the memory ceiling is 1.0 GiB (see --memory)";
    assert_eq!(line, expected);
}

#[test]
fn a_memory_ceiling_for_values_is_honoured() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("table.csv");
    let command = konane("table --board 4x5 --memory 4600K --output", &[output.to_str().unwrap()]);
    assert_eq!(complaint(command, 1), "konane: the memory ceiling is reached: raise it with --memory");
    assert_eq!(files_in(folder.path()), [""; 0]);
}

#[test]
fn output_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("table.csv");
    let name = output.to_str().unwrap();
    let expected = output_of(konane("table --board 3x3", &[]));
    for before in [None, Some("something older and longer\n".repeat(10_000))] {
        before.inspect(|text| std::fs::write(&output, text).unwrap());
        assert_eq!(output_of(konane("table --board 3x3 --output", &[name])), "");
        assert_eq!(std::fs::read_to_string(&output).unwrap(), expected);
        assert_eq!(files_in(folder.path()), ["table.csv"]);
    }
    assert_eq!(output_of(konane("table --board 3x3 --output -", &[])), expected);
    let mut beside = konane("table --board 3x3 --output other.csv", &[]);
    beside.current_dir(folder.path());
    output_of(beside);
    assert_eq!(std::fs::read_to_string(folder.path().join("other.csv")).unwrap(), expected);
}

#[cfg(unix)]
#[test]
fn links_and_devices_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    std::fs::write(&target, "old").unwrap();
    symlink("target", &link).unwrap();
    output_of(konane("table --board 1x3 --columns value --output", &[link.to_str().unwrap()]));
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&target).unwrap().lines().count(), 9);
    let mode = std::fs::metadata(&target).unwrap().permissions().mode();
    assert_ne!(mode & 0o044, 0, "readable for others like any new file, but {mode:o}");
    output_of(konane("table --board 1x3 --output /dev/null", &[]));
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let (new, dangling) = (folder.path().join("new"), folder.path().join("dangling"));
    symlink("new", &dangling).unwrap();
    output_of(konane("table --board 1x2 --output", &[dangling.to_str().unwrap()]));
    assert!(dangling.is_symlink() && new.is_file());
    let log = folder.path().join("log");
    std::fs::write(&log, "old\n").unwrap();
    let appended = std::fs::File::options().append(true).open(&log).unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_konane"));
    command.args("table --board 1x1 --columns value --output /dev/stdout".split(' ')).stdout(appended);
    assert!(command.status().unwrap().success());
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "old\nvalue\n0\n0\n");
    std::fs::set_permissions(&target, PermissionsExt::from_mode(0o640)).unwrap();
    output_of(konane("table --board 1x4 --output", &[target.to_str().unwrap()]));
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_table_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing/table.csv");
    for bad in [missing.as_path(), folder.path()] {
        // The table would take much longer than any test.
        let line = complaint(konane("table --board 5x5 --output", &[bad.to_str().unwrap()]), 2);
        assert!(line.starts_with(&format!("konane: {}: ", bad.display())), "{line}");
    }
    let line = complaint(konane("table --board 1x3 --output", &[missing.to_str().unwrap()]), 2);
    assert!(line.contains("there is no folder"), "{line}");
    assert_eq!(files_in(folder.path()), [""; 0]);
}
