//! `konane table --statistics`.

use crate::{complaint, konane, output_of, records};
use std::collections::{BTreeMap, HashSet};

/// The positions and values of each group, by statistic and key.
type Groups = BTreeMap<(String, String), (u64, u64)>;

/// The groups of a board as the command tells them.
fn told(board: &str, filters: &str) -> Groups {
    let rows = records(&output_of(konane(&format!("table --statistics --board {board} {filters}"), &[])));
    assert_eq!(rows[0].join(","), "rows,cols,statistic,key,number,positions,values");
    let groups = rows[1..].iter().map(|row| {
        assert_eq!(format!("{}x{}", row[0], row[1]), board);
        assert_number(&row[2], &row[3], &row[4]);
        ((row[2].clone(), row[3].clone()), (row[5].parse().unwrap(), row[6].parse().unwrap()))
    });
    let groups: Groups = groups.collect();
    assert_eq!(groups.len(), rows.len() - 1);
    groups
}

/// The key of numeric statistics is there as a decimal number, too.
fn assert_number(statistic: &str, key: &str, number: &str) {
    match ["all", "outcome", "kind"].contains(&statistic) {
        true => assert_eq!(number, ""),
        false => assert_eq!(number.parse::<f64>().unwrap(), value_of(key)),
    }
}

fn value_of(key: &str) -> f64 {
    let (numerator, denominator) = key.split_once('/').unwrap_or((key, "1"));
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}

/// How many texts a list in brackets holds.
fn list_length(list: &str) -> usize {
    let mut depth = 0;
    let commas = list.chars().filter(|&character| {
        depth += i32::from("[{(".contains(character)) - i32::from("]})".contains(character));
        character == ',' && depth == 1
    });
    if list == "[]" { 0 } else { commas.count() + 1 }
}

/// The groups, from the rows of the table.
fn counted(board: &str, filters: &str) -> Groups {
    let columns = "value,outcome,kind,birthday,temperature,left_options,right_options";
    let table =
        records(&output_of(konane(&format!("table --board {board} {filters} --columns {columns}"), &[])));
    let mut groups: BTreeMap<(String, String), (u64, HashSet<String>)> = BTreeMap::new();
    let mut add = |statistic: &str, key: String, value: &str| {
        let group = groups.entry((statistic.to_owned(), key)).or_default();
        group.0 += 1;
        group.1.insert(value.to_owned());
    };
    for row in &table[1..] {
        add("all", String::new(), &row[0]);
        for (statistic, key) in ["outcome", "kind", "birthday", "temperature"].into_iter().zip(&row[1..]) {
            add(statistic, key.clone(), &row[0]);
        }
        add("options", (list_length(&row[5]) + list_length(&row[6])).to_string(), &row[0]);
    }
    let mut groups: Groups =
        groups.into_iter().map(|(group, (count, values))| (group, (count, values.len() as u64))).collect();
    for statistic in ["birthday", "temperature", "options"] {
        let of_statistic = groups.iter().filter(|((name, _), _)| name == statistic);
        let ((_, key), count) =
            of_statistic.max_by(|((_, a), _), ((_, b), _)| value_of(a).total_cmp(&value_of(b))).unwrap();
        let largest = (format!("largest_{statistic}"), key.clone());
        let count = *count;
        groups.insert(largest, count);
    }
    groups
}

#[test]
fn statistics_agree_with_the_rows_of_the_table() {
    for (board, filters) in [
        ("4x4", ""),
        ("1x13", "--connected"),
        ("3x4", "--up-to-symmetry --rules single-jump"),
        ("5x3", "--connected --up-to-symmetry"),
        ("1x1", ""),
    ] {
        assert_eq!(told(board, filters), counted(board, filters), "{board} {filters}");
    }
}

#[test]
fn statistics_of_a_small_board_in_full() {
    let expected = "rows,cols,statistic,key,number,positions,values\n\
                    1,4,all,,,16,4\n\
                    1,4,outcome,L,,2,1\n\
                    1,4,outcome,R,,2,1\n\
                    1,4,outcome,N,,1,1\n\
                    1,4,outcome,P,,11,1\n\
                    1,4,kind,integer,,15,3\n\
                    1,4,kind,nimber,,1,1\n\
                    1,4,birthday,0,0,11,1\n\
                    1,4,birthday,1,1,5,3\n\
                    1,4,largest_birthday,1,1,5,3\n\
                    1,4,temperature,-1,-1,15,3\n\
                    1,4,temperature,0,0,1,1\n\
                    1,4,largest_temperature,0,0,1,1\n\
                    1,4,options,0,0,11,1\n\
                    1,4,options,1,1,4,2\n\
                    1,4,options,2,2,1,1\n\
                    1,4,largest_options,2,2,1,1\n";
    assert_eq!(output_of(konane("table --statistics --board 1x4", &[])), expected);
}

#[test]
fn groups_of_numbers_are_sorted_by_size() {
    let found = output_of(konane("table --statistics --board 4x4", &[]));
    let numbers = records(&found).into_iter().skip(1).filter(|row| !row[4].is_empty());
    let numbers: Vec<(String, f64)> = numbers.map(|row| (row[2].clone(), row[4].parse().unwrap())).collect();
    assert!(numbers.windows(2).all(|pair| pair[0].0 != pair[1].0 || pair[0].1 < pair[1].1), "{numbers:?}");
    assert!(numbers.len() > 20);
}

#[test]
fn several_boards_follow_each_other() {
    let statistics = |boards: &str| output_of(konane(&format!("table --statistics {boards}"), &[]));
    let rows = |boards: &str| statistics(boards).split_once('\n').unwrap().1.to_owned();
    let boards = ["1x3", "1x4", "2x3", "2x4", "4x2"];
    let expected: String = boards.map(|board| rows(&format!("--board {board}"))).concat();
    assert_eq!(rows("--board 1x3..2x4 --board 4x2"), expected);
    assert_eq!(
        output_of(konane("table --statistics --board 1x3..2x4 --board 4x2 --threads 1", &[])),
        statistics("--board 1x3..2x4 --board 4x2 --threads 2")
    );
}

#[test]
fn what_does_not_go_with_statistics_is_refused() {
    for (arguments, problem) in [
        ("--board 1x3 --board 1x4", "several boards go with --statistics only"),
        ("--board 1x3..1x4 --summary", "several boards go with --statistics only"),
        ("--board 1x3 --statistics --summary", "'--statistics' cannot be used with '--summary'"),
        ("--board 1x3 --statistics --columns value", "'--statistics' cannot be used with '--columns"),
        ("--board 1x4..1x3 --statistics", "1x4 is not within 1x3"),
        ("--board 1x1..6x7 --statistics", "--board 6x7: the table would have 2^42 positions"),
        ("--board 1x1..9999999x9999999 --statistics", "boards may have up to 36 cells"),
    ] {
        let line = complaint(konane(&format!("table {arguments}"), &[]), 2);
        assert!(line.starts_with("konane: ") && line.contains(problem), "{arguments}: {line}");
    }
}
