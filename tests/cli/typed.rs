//! The typed tables of the library hold what the command writes.

use crate::{konane, records};
use konane::board::Rules;
use konane::database::{BuildOptions, TableDescription, ValueDatabase, build};
use konane::published::{check_table, embedded};
use konane::solve::{Interrupt, Monitor, SolveError, ValueSolver};
use konane::tables::{
    BoardTableRequest, Datum, TableFailure, TableFailureKind, TypedTable, VALUE_COLUMNS, board_statistics,
    board_table, checked_table, position_table,
};
use konane::value::ValueStore;
use konane::value::notation::Notation;

/// The records of the CSV that holds the same. Doubles must be those next to the numbers in the columns before
/// them.
fn records_of(table: &TypedTable) -> Vec<Vec<String>> {
    let columns = table.columns();
    let is_double = |name: &str| name.ends_with("_double");
    let names = columns.iter().map(|column| column.name().to_owned()).filter(|name| !is_double(name));
    let mut records: Vec<Vec<String>> = vec![names.collect()];
    for row in 0..table.len() {
        let mut record: Vec<String> = Vec::new();
        for column in columns {
            let text = match column.get(row) {
                Datum::Missing => String::new(),
                Datum::Count(count) => count.to_string(),
                Datum::Double(double) => double.to_string(),
                Datum::Truth(truth) => truth.to_string(),
                Datum::Text(text) => text.to_owned(),
            };
            match is_double(column.name()) {
                true => assert_double(&text, record.last().unwrap()),
                false => record.push(text),
            }
        }
        records.push(record);
    }
    records
}

fn assert_double(double: &str, number: &str) {
    let (numerator, denominator) = number.split_once('/').unwrap_or((number, "1"));
    match numerator.parse::<f64>() {
        Ok(numerator) => assert_eq!(double.parse(), Ok(numerator / denominator.parse::<f64>().unwrap())),
        Err(_) => assert_eq!((double, number), ("", "")),
    }
}

/// What the command writes as CSV, and the lines on standard error.
fn written(arguments: &str) -> (Vec<Vec<String>>, Vec<String>) {
    let assert = konane(arguments, &[]).assert().success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let output = assert.get_output();
    (records(&text(&output.stdout)), text(&output.stderr).lines().map(str::to_owned).collect())
}

/// Makes the table that is asked for.
fn made(request: &BoardTableRequest, database: Option<&ValueDatabase>) -> Result<TypedTable, TableFailure> {
    board_table(request, database, &Interrupt::new())
}

/// Compares large tables without printing all of them.
fn assert_same(table: &TypedTable, (expected, notes): (Vec<Vec<String>>, Vec<String>), what: &str) {
    let found = records_of(table);
    assert_eq!(found.iter().zip(&expected).find(|(found, expected)| found != expected), None, "{what}");
    assert_eq!(found.len(), expected.len(), "{what}");
    let told: Vec<String> = table.notes().iter().map(|note| format!("konane: {note}")).collect();
    assert_eq!(told, notes, "{what}");
}

/// A request, and the arguments of the command that ask for the same.
fn requests() -> Vec<(BoardTableRequest, &'static str)> {
    let new = |board: &str| BoardTableRequest::new(board.parse().unwrap());
    let columns = |names: &str| Some(names.split(',').map(str::to_owned).collect::<Vec<_>>());
    let all_kinds = "regions,position,cols,is_number,atomic_weight,mean,left_options,rows,follower_count";
    vec![
        (new("3x4"), "--board 3x4"),
        (BoardTableRequest { summary: true, ..new("3x4") }, "--board 3x4 --summary"),
        (BoardTableRequest { connected: true, ..new("3x4") }, "--board 3x4 --connected"),
        (BoardTableRequest { up_to_symmetry: true, ..new("3x4") }, "--board 3x4 --up-to-symmetry"),
        (
            BoardTableRequest { connected: true, up_to_symmetry: true, summary: true, ..new("1x14") },
            "--board 1x14 --connected --up-to-symmetry --summary",
        ),
        (
            BoardTableRequest {
                rules: Rules::SingleJump,
                notation: Notation::Braces,
                columns: columns(all_kinds),
                ..new("4x3")
            },
            "--board 4x3 --rules single-jump --notation braces --columns \
             regions,position,cols,is_number,atomic_weight,mean,left_options,rows,follower_count",
        ),
        // More than one task of positions and of values.
        (BoardTableRequest { columns: columns("value"), ..new("1x14") }, "--board 1x14 --columns value"),
    ]
}

#[test]
fn tables_of_boards_are_those_of_the_command() {
    for (request, arguments) in requests() {
        let table = made(&request, None).unwrap();
        assert_same(&table, written(&format!("table {arguments}")), arguments);
    }
}

#[test]
fn rows_do_not_depend_on_the_number_of_threads() {
    let request = BoardTableRequest::new("1x14".parse().unwrap());
    let with = |threads: usize| {
        let pool = rayon_pool(threads);
        pool.install(|| made(&request, None).unwrap())
    };
    assert_eq!(with(1), with(3));
}

fn rayon_pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

#[test]
fn a_database_gives_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.konane");
    let tables = vec![TableDescription::board(3, 4, Rules::MultiJump)];
    let options = BuildOptions { path: path.clone(), tables, memory: None };
    build(&options, &ValueStore::new(), &Monitor::new()).unwrap();
    let database = ValueDatabase::open(&path).unwrap();
    for board in ["3x4", "4x3"] {
        let request = BoardTableRequest { summary: true, ..BoardTableRequest::new(board.parse().unwrap()) };
        assert_eq!(made(&request, Some(&database)).unwrap(), made(&request, None).unwrap());
    }
    let other = BoardTableRequest::new("3x3".parse().unwrap());
    let failure = made(&other, Some(&database)).unwrap_err();
    assert_eq!(failure.kind(), TableFailureKind::Input);
    assert!(failure.to_string().contains("3x3"), "{failure}");
}

#[test]
fn statistics_are_those_of_the_command() {
    let request = BoardTableRequest { connected: true, ..BoardTableRequest::new("3x4".parse().unwrap()) };
    let table = board_statistics(&request, None, &Interrupt::new()).unwrap();
    assert_same(&table, written("table --board 3x4 --connected --statistics"), "statistics");
}

#[test]
fn tables_of_positions_are_those_of_the_command() {
    // More than one task, and a position whose value has no atomic weight.
    let positions: Vec<String> = (0..600).map(|number| format!("x{}ox.", ".".repeat(number % 7))).collect();
    for columns in [None, Some("position,value,is_switch,atomic_weight,temperature,stop_count")] {
        let names: Option<Vec<String>> = columns.map(|text| text.split(',').map(str::to_owned).collect());
        let (store, monitor) = (ValueStore::new(), Monitor::new());
        let read: Vec<_> = positions.iter().map(|text| text.parse().unwrap()).collect();
        let values = ValueSolver::new(&store, Rules::MultiJump, None).values(&read, &monitor).unwrap();
        let pairs: Vec<_> = read.into_iter().zip(values).collect();
        let chosen = VALUE_COLUMNS.choose(names.as_deref()).unwrap();
        let table = position_table(&store, &pairs, &chosen, Notation::Cgsuite, &monitor).unwrap();
        assert_eq!(monitor.progress(), (600, 600));
        let option = columns.map_or(String::new(), |names| format!("--columns {names}"));
        let arguments = format!("value --format csv {option} {}", positions.join(" "));
        assert_same(&table, written(&arguments), &option);
        assert_eq!(table.notes().is_empty(), columns.is_none());
    }
}

#[test]
fn what_is_checked_is_a_table() {
    let tables = embedded();
    let table = tables.iter().find(|table| table.source == "konjecture").unwrap();
    let checked = check_table(table, None, &Monitor::new()).unwrap();
    let (all, _) = written("verify");
    let of_source = all.into_iter().filter(|record| ["source", "konjecture"].contains(&&*record[0]));
    assert_same(&checked_table(&checked), (of_source.collect(), Vec::new()), "konjecture");
}

#[test]
fn failures_have_the_texts_of_the_command() {
    let request = |board: &str| BoardTableRequest::new(board.parse().unwrap());
    let names = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
    for (request, arguments, kind) in [
        (request("6x7"), "--board 6x7", TableFailureKind::Input),
        (
            BoardTableRequest { columns: names(&["value", "count"]), ..request("3x4") },
            "--board 3x4 --columns value,count",
            TableFailureKind::Input,
        ),
        (
            BoardTableRequest { columns: names(&["count", "count"]), summary: true, ..request("3x4") },
            "--board 3x4 --summary --columns count,count",
            TableFailureKind::Input,
        ),
        (
            BoardTableRequest { memory: 1 << 20, ..request("5x5") },
            "--board 5x5 --memory 1M",
            TableFailureKind::Limit,
        ),
        (
            BoardTableRequest { memory: 6 << 20, summary: true, ..request("4x5") },
            "--board 4x5 --memory 6M --summary",
            TableFailureKind::Limit,
        ),
    ] {
        let failure = made(&request, None).unwrap_err();
        assert_eq!(failure.kind(), kind, "{arguments}");
        let status = if kind == TableFailureKind::Input { 2 } else { 1 };
        // The header of a CSV may be written by then.
        let line = format!("konane: {failure}\n");
        konane(&format!("table {arguments}"), &[]).assert().code(status).stderr(line);
    }
}

#[test]
fn rows_count_against_the_memory_ceiling() {
    // The values fit, and so do the rows of a summary, but not the 2^18 rows of positions.
    let request = BoardTableRequest { memory: 16 << 20, ..BoardTableRequest::new("1x18".parse().unwrap()) };
    assert!(made(&BoardTableRequest { summary: true, ..request.clone() }, None).is_ok());
    let failure = made(&request, None).unwrap_err();
    assert!(matches!(failure, TableFailure::Solve(SolveError::MemoryLimit(_))), "{failure:?}");
    assert_eq!(failure.kind(), TableFailureKind::Limit);
}

#[test]
fn a_signal_ends_a_table() {
    // Positions to evaluate for minutes.
    let request = BoardTableRequest::new("5x5".parse().unwrap());
    let interrupt = Interrupt::new();
    let failure = std::thread::scope(|scope| {
        let making = scope.spawn(|| board_table(&request, None, &interrupt));
        while interrupt.monitor.progress().0 == 0 && !making.is_finished() {
            std::thread::yield_now();
        }
        interrupt.signal();
        making.join().unwrap().unwrap_err()
    });
    assert_eq!(failure.kind(), TableFailureKind::Interrupted);
    // One that came before.
    assert_eq!(board_table(&request, None, &interrupt).unwrap_err().kind(), TableFailureKind::Interrupted);
}
