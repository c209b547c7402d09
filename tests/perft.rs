//! Numbers of move sequences, the usual test of a move generator.
//!
//! Every row of `data/perft.csv` (`position,rules,to_move,depth,sequences`) is
//! counted twice: by the library, and by the rewriting of text below, which
//! shares no code with it: it knows jumps to the right only, and sees the other
//! directions by turning the board.

use konane::board::{Player, Position, Rules, perft};

/// A position as the text of its rows, in `x o . #`.
type Board = Vec<String>;

/// The board after each possible move: to the right, and on the board turned
/// by one, two and three quarters.
fn rewritten(board: &Board, own: char, other: char, rules: Rules) -> Vec<Board> {
    let mut results = Vec::new();
    let mut turned = board.clone();
    for turns in 0..4 {
        for mut result in rewritten_to_the_right(&turned, own, other, rules) {
            // Four quarter turns make a whole one.
            for _ in turns..4 {
                result = quarter_turn(&result);
            }
            results.push(result);
        }
        turned = quarter_turn(&turned);
    }
    results
}

/// The board after each possible move to the right, in which `xo.` becomes
/// `..x` once or several times (for black).
fn rewritten_to_the_right(board: &Board, own: char, other: char, rules: Rules) -> Vec<Board> {
    let before = format!("{own}{other}.");
    let after = format!("..{own}");
    let mut results = Vec::new();
    for (number, row) in board.iter().enumerate() {
        for start in 0..row.len() {
            let mut row = row.clone();
            let mut at = start;
            while row[at..].starts_with(&before) {
                row.replace_range(at..at + 3, &after);
                at += 2;
                let mut result = board.clone();
                result[number] = row.clone();
                results.push(result);
                if rules == Rules::SingleJump {
                    break;
                }
            }
        }
    }
    results
}

/// The board turned clockwise: its columns, read upwards, become the rows.
fn quarter_turn(board: &Board) -> Board {
    (0..board[0].len())
        .map(|column| {
            let upwards = board.iter().rev();
            upwards.map(|row| char::from(row.as_bytes()[column])).collect()
        })
        .collect()
}

fn count_by_rewriting(board: &Board, own: char, other: char, rules: Rules, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    rewritten(board, own, other, rules)
        .iter()
        .map(|result| count_by_rewriting(result, other, own, rules, depth - 1))
        .sum()
}

#[test]
fn both_counts_are_those_of_the_data() {
    let mut data = csv::Reader::from_path("tests/data/perft.csv").unwrap();
    let mut rows = 0;
    for record in data.deserialize() {
        type Row = (String, String, String, usize, u64);
        let (text, rules, to_move, depth, sequences): Row = record.unwrap();
        let position: Position = text.parse().unwrap();
        let rules: Rules = rules.parse().unwrap();
        let to_move: Player = to_move.parse().unwrap();
        let row = format!("{text} {rules} {to_move} {depth}");
        assert_eq!(perft(&position, to_move, rules, depth), sequences, "{row}");

        let board: Board = text.split('/').map(str::to_owned).collect();
        let (own, other) = match to_move {
            Player::Black => ('x', 'o'),
            Player::White => ('o', 'x'),
        };
        let rewritten = count_by_rewriting(&board, own, other, rules, depth);
        assert_eq!(rewritten, sequences, "{row}, by rewriting");
        rows += 1;
    }
    assert!(rows > 200, "only {rows} rows were read");
}
