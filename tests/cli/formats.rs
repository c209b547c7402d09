//! Tables as Parquet and compressed files.

use crate::{complaint, files_in, konane, output_of, records};
use parquet::basic::Type;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Runs a command with `--output` to a new file, and looks at that.
fn written<T>(arguments: &str, name: &str, look: impl FnOnce(&Path) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    assert_eq!(output_of(konane(arguments, &["--output", path.to_str().unwrap()])), "");
    assert_eq!(files_in(folder.path()), [name]);
    look(&path)
}

fn parquet_file(path: &Path) -> SerializedFileReader<File> {
    SerializedFileReader::new(File::open(path).unwrap()).unwrap()
}

/// The names and types of the columns of a Parquet file.
fn types(path: &Path) -> Vec<(String, Type)> {
    let file = parquet_file(path);
    let columns = file.metadata().file_metadata().schema_descr().columns();
    columns.iter().map(|column| (column.name().to_owned(), column.physical_type())).collect()
}

/// The records of the CSV that holds the same as a Parquet file. Doubles must be those next to the numbers
/// in the columns before them.
fn records_of_parquet(path: &Path) -> Vec<Vec<String>> {
    let names = types(path).into_iter().map(|(name, _)| name).filter(|name| !name.ends_with("_double"));
    let mut records = vec![names.collect::<Vec<_>>()];
    for row in parquet_file(path).get_row_iter(None).unwrap() {
        let mut record: Vec<String> = Vec::new();
        for (name, field) in row.unwrap().get_column_iter() {
            if let Some(number) = name.strip_suffix("_double") {
                assert_double(field, record.last().unwrap(), number);
                continue;
            }
            record.push(match field {
                Field::Null => String::new(),
                Field::Bool(truth) => truth.to_string(),
                Field::Long(count) => count.to_string(),
                Field::Double(double) => double.to_string(),
                Field::Str(text) => text.clone(),
                other => panic!("{name}: {other:?}"),
            });
        }
        records.push(record);
    }
    records
}

fn assert_double(field: &Field, number: &str, name: &str) {
    if number.is_empty() {
        return assert_eq!(*field, Field::Null, "{name}");
    }
    let (numerator, denominator) = number.split_once('/').unwrap_or((number, "1"));
    let expected = numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap();
    assert_eq!(*field, Field::Double(expected), "{name} {number}");
}

fn assert_parquet_agrees_with_csv(arguments: &str) {
    let expected = records(&output_of(konane(arguments, &[])));
    let found = written(arguments, "table.parquet", records_of_parquet);
    let first = found.iter().zip(&expected).find(|(found, expected)| found != expected);
    assert_eq!(first, None, "{arguments}");
    assert_eq!(found.len(), expected.len(), "{arguments}");
}

#[test]
fn parquet_files_hold_what_csv_does() {
    for arguments in [
        "table --board 3x4",
        "table --board 1x1",
        "table --board 4x4 --summary",
        "table --board 1x12 --connected --up-to-symmetry --columns cols,regions,value,rows,position,mean",
        "table --board 3x3 --columns black,right_options,kind,is_number,stop_count,left_incentives,freeze",
        "table --board 1x8 --notation unicode --columns value",
        "table --board 1x1..2x5 --statistics",
        "value .xo..ox. xoxo/o..x/xoxo --columns position,value,is_tiny,temperature,black",
        "calc --table 1/2 {3||2|1} Tiny(2)<^ --columns expression,value,mean,is_number,stop_count",
    ] {
        assert_parquet_agrees_with_csv(arguments);
    }
}

#[test]
fn properties_that_a_value_does_not_have_are_null() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.parquet");
    let arguments = "value xo. .xo..ox. xo.ox. --columns value,atomic_weight,uptimal_expansion";
    konane(arguments, &["--output", path.to_str().unwrap()]).assert().success();
    let csv = konane(arguments, &[]).output().unwrap().stdout;
    let found = records_of_parquet(&path);
    assert_eq!(found, records(&String::from_utf8(csv).unwrap()));
    assert!(found[1..].iter().any(|record| record[1].is_empty()), "{found:?}");
}

#[test]
fn columns_of_parquet_files_have_types() {
    let arguments = "table --board 2x3 --columns position,white,value,left_stop,birthday,is_even,followers";
    let found = written(arguments, "table.parquet", types);
    let expected = [
        ("position", Type::BYTE_ARRAY),
        ("white", Type::INT64),
        ("value", Type::BYTE_ARRAY),
        ("left_stop", Type::BYTE_ARRAY),
        ("left_stop_double", Type::DOUBLE),
        ("birthday", Type::INT64),
        ("is_even", Type::BOOLEAN),
        ("followers", Type::BYTE_ARRAY),
    ];
    assert_eq!(found, expected.map(|(name, kind)| (name.to_owned(), kind)));
}

#[test]
fn columns_brought_along_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let [input, output] = ["given.csv", "values.parquet"].map(|name| folder.path().join(name));
    let csv = "mean_double,position,note\n7,xo.,\"a, b\"\n,.xo.,\n";
    fs::write(&input, csv).unwrap();
    let command = konane(
        "value --columns position,mean xox.o --file",
        &[input.to_str().unwrap(), "--output", output.to_str().unwrap()],
    );
    assert_eq!(output_of(command), "");
    let names: Vec<String> = types(&output).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["given_mean_double", "note", "position", "mean", "mean_double"]);
    let rows: Vec<String> =
        parquet_file(&output).get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    let expected = [
        "{given_mean_double: null, note: null, position: \"xox.o\", mean: \"-1\", mean_double: -1E0}",
        "{given_mean_double: \"7\", note: \"a, b\", position: \"xo.\", mean: \"1\", mean_double: 1.0}",
        "{given_mean_double: \"\", note: \"\", position: \".xo.\", mean: \"0\", mean_double: 0E0}",
    ];
    assert_eq!(rows, expected);
}

#[test]
fn groups_of_rows_are_bounded_and_do_not_depend_on_threads() {
    let [one, two] = ["1", "2"].map(|threads| {
        let arguments = format!("table --board 1x18 --threads {threads} --columns position,value,mean");
        written(&arguments, "table.parquet", |path| {
            let file = parquet_file(path);
            let groups: Vec<i64> =
                file.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
            assert_eq!(groups, [1 << 17, 1 << 17]);
            // Repeated values are written once.
            let mean = file.metadata().row_group(0).column(2);
            assert!(mean.dictionary_page_offset().is_some() && mean.uncompressed_size() < 1 << 17);
            fs::read(path).unwrap()
        })
    });
    assert!(one == two);
}

#[test]
fn a_parquet_file_goes_through_a_pipe() {
    let piped =
        konane("table --board 3x3 --format parquet", &[]).assert().success().get_output().stdout.clone();
    let written = written("table --board 3x3", "table.parquet", |path| fs::read(path).unwrap());
    assert!(piped == written);
}

#[test]
fn compressed_files_decode_to_the_plain_ones() {
    for (arguments, ending, format) in [
        ("table --board 1x13", "csv", "csv"),
        ("table --board 3x3", "jsonl", "json"),
        ("table --board 3x3", "json", "json"),
        ("table --board 3x3", "NDJSON", "json"),
        ("table --board 4x4 --summary", "csv", "csv"),
        ("table --board 1x9 --board 2x2 --statistics", "csv", "csv"),
        ("value xo./.ox .xo.", "jsonl", "json"),
        ("value --explain xo./.ox", "txt", "text"),
        ("calc --table 1/2 ^", "csv", "csv"),
    ] {
        let plain = output_of(konane(arguments, &["--format", format])).into_bytes();
        let read = |path: &Path| fs::read(path).unwrap();
        let found = written(arguments, &format!("table.{ending}"), read);
        assert!(found == plain, "{arguments}");
        let gzip = written(arguments, &format!("table.{ending}.gz"), read);
        let mut decoded = Vec::new();
        flate2::read::GzDecoder::new(&gzip[..]).read_to_end(&mut decoded).unwrap();
        assert!(decoded == plain, "{arguments}");
        let zstd = written(arguments, &format!("table.{ending}.zst"), read);
        assert!(zstd::decode_all(&zstd[..]).unwrap() == plain, "{arguments}");
    }
}

#[test]
fn a_format_asked_for_counts_more_than_the_name() {
    let expected = output_of(konane("table --board 2x2", &[]));
    for name in ["table.parquet", "table.json", "table.dat", "table"] {
        let found = written("table --board 2x2 --format csv", name, |path| fs::read_to_string(path).unwrap());
        assert_eq!(found, expected);
    }
    written("table --board 2x2 --format parquet", "table.dat", |path| {
        assert_eq!(records_of_parquet(path), records(&expected));
    });
}

#[test]
fn names_that_promise_something_else_are_refused() {
    let known = "tables are written to .csv, .jsonl and .parquet, the first two also with .gz or .zst";
    let inside = "a Parquet file is compressed inside: leave out .gz or .zst";
    for (name, format, problem) in [
        ("t.xlsx", None, format!("{known}; for another name say --format")),
        ("t.tsv.gz", None, format!("{known}; for another name say --format")),
        ("t.csv.bz2", None, known.to_owned()),
        ("t.csv.xz", Some("csv"), known.to_owned()),
        ("t.parquet.gz", None, inside.to_owned()),
        ("t.Parquet.ZST", None, inside.to_owned()),
        ("t.gz", Some("parquet"), inside.to_owned()),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        for command in ["table --board 5x5", "value xo."] {
            let format = format.map_or(String::new(), |format| format!(" --format {format}"));
            let line = complaint(konane(&format!("{command}{format} --output"), &[path]), 2);
            assert_eq!(line, format!("konane: {path}: {problem}"));
        }
        assert_eq!(files_in(folder.path()), [""; 0]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_one_line() {
    for name in ["t.csv", "t.csv.gz", "t.csv.zst", "t.parquet"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::os::unix::fs::symlink("/dev/full", &path).unwrap();
        let path = path.to_str().unwrap();
        for command in
            ["table --board 2x2", "table --board 1x17", "table --board 3x3 --statistics", "value xo."]
        {
            let line = complaint(konane(command, &["--output", path]), 1);
            assert_eq!(line, format!("konane: {path}: No space left on device (os error 28)"), "{command}");
        }
    }
}

/// The file that a command writes beside its final place, once there is something in it.
#[cfg(unix)]
fn begun_file(folder: &Path) -> Option<PathBuf> {
    let mut entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.find(|path| fs::metadata(path).is_ok_and(|found| found.len() > 0))
}

#[cfg(unix)]
#[test]
fn a_table_interrupted_while_it_is_written_leaves_nothing_behind() {
    for name in ["t.csv", "t.csv.gz", "t.csv.zst", "t.parquet"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_konane"))
            // So many columns that writing takes long.
            .args(["table", "--board", "1x20", "--columns", "position,regions,value,followers,incentives"])
            .args(["--output", folder.path().join(name).to_str().unwrap()])
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        while begun_file(folder.path()).is_none() {
            assert!(child.try_wait().unwrap().is_none(), "{name} ended before it was interrupted");
            std::thread::yield_now();
        }
        crate::usage::assert_interruptible(child);
        assert_eq!(files_in(folder.path()), [""; 0], "{name}");
    }
}
