//! Records read back as they were printed, and what is wrong with a record is told with its place.

use super::*;
use crate::board::strategies::any_position;
use crate::board::{Position, Rules};
use crate::game::{Opening, RemovalRule};
use proptest::prelude::*;

fn record(text: &str) -> GameRecord {
    text.parse().unwrap_or_else(|error: RecordError| panic!("{text}\n{error}"))
}

fn problem(text: &str) -> String {
    text.parse::<GameRecord>().unwrap_err().to_string()
}

/// What has everything that records have, as it is printed.
const FULL: &str = "\
; The final.
;
; Second table.
board: 4x4
removal: any-stone
first: black
rules: single-jump
black: Anna
event: nobody watched
remark:
result: black by resignation

1. A3
2. A2
; the corner
; would have been better
3. C3-A3
";

#[test]
fn a_printed_record_reads_back_to_the_letter() {
    let record = record(FULL);
    assert_eq!(record.to_string(), FULL);
    assert_eq!(record.comments(0), ["The final.", "", "Second table."]);
    assert_eq!(record.comments(2).len(), 2);
    assert_eq!((record.header("black"), record.header("remark")), (Some("Anna"), Some("")));
    assert_eq!(record.header("board"), None);
    assert_eq!((record.resigned(), record.winner()), (Some(Player::White), Some(Player::Black)));
    assert_eq!(record.game().rules(), Rules::SingleJump);
}

#[test]
fn notation_is_lenient() {
    let strict = record("board: 4x4\nfirst: black\nrules: multi-jump\n\n1. A1\n2. A2\n; so\n3. C1-A1\n");
    for text in [
        "board: 4x4\nA1 A2 ;so\nC1-A1",
        "\u{feff}Board : 4×4\r\n\r\n1.a1 2.a2 ; so\r\n 3. c1-a1",
        "board: 4x4\n1.\tA1 A2\n;   so  \n\n3.C1-A1",
    ] {
        assert_eq!(record(text), strict, "{text}");
    }
    let opened = record("board: 4x4\nopening: corner-v\nfirst: white\n");
    assert_eq!(opened, record("board: 4x4\nopening: A1-A2\nfirst: white\n"));
    assert_eq!(opened.game().to_move(), Player::White);
    let set_up = record("position: xo.o. | .....\nresult: black\nA1-E1");
    assert_eq!(
        set_up.to_string(),
        "position: xo.o./.....\nfirst: black\nrules: multi-jump\nresult: black\n\n1. A1-C1-E1\n"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let nothing =
        "nothing says what the game starts from: write a line such as board: 6x6 or position: xo./.ox";
    for (text, expected) in [
        ("", format!("line 1, column 1: {nothing}")),
        ("; a\n\n  A1", format!("line 3, column 3: {nothing}")),
        ("board: 4x4\nboard: 4x4", "line 2, column 1: board is given more than once".into()),
        ("board: 4", "line 1, column 8: board: write rows, an x and columns, such as 4x5".into()),
        (
            "board: 99x99",
            "line 1, column 8: board: board 99×99 is larger than supported (up to 20×20, 1×447)".into(),
        ),
        ("position: xo/x", "line 1, column 11: position: row 2 has length 1, but row 1 has length 2".into()),
        ("board: 4x4\nposition: xo", "line 2, column 1: position cannot be given together with board".into()),
        ("opening: A1-B1", "line 1, column 1: opening needs a line board".into()),
        (
            "board: 4x4\nopening: A1-B1\nremoval: any-stone",
            "line 3, column 1: removal cannot be given together with opening".into(),
        ),
        (
            "board: 1x4\nopening: A1-A2",
            "line 2, column 10: opening: A2 is not on the board of 1 rows and 4 columns".into(),
        ),
        (
            "board: 1x4\nopening: mid-v",
            "line 2, column 10: opening: board 1×4 has no two stones for the opening mid-v".into(),
        ),
        ("board: 4x4\nfirst: white", "line 2, column 8: from the full board Black is first".into()),
        (
            "board: 4x4\nfirst: Left",
            "line 2, column 8: first: unknown player \"Left\": use black or white".into(),
        ),
        (
            "board: 4x4\nrules: any",
            "line 2, column 8: rules: unknown rules \"any\": use multi-jump or single-jump".into(),
        ),
        (
            "board: 4x4\nwhö: any",
            "line 2, column 1: \"whö\" is no name of a header: use letters, digits and hyphens".into(),
        ),
        ("board: 4x4\nA1\n event: x", "line 3, column 2: event must stand before the first move".into()),
    ] {
        assert_eq!(problem(text), expected, "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_move_is_told_with_its_number() {
    let with = |plies: &str| problem(&format!("board: 4x4\n{plies}"));
    for (plies, expected) in [
        ("1. A1\n2. B1\n3. A3-A1 4. A3-A1", "line 4, column 13: move 4: there is no stone on A3"),
        ("1. A1\n; è\n3. B1", "line 4, column 1: number 3 where move 2 should be"),
        ("A1 B1\nC1:A1", "line 3, column 1: C1 must stand before the first move"),
        (
            "A1\nB1 ;x\nC1-A1-",
            "line 4, column 1: move 3: \"\" is not a cell: write the column in letters and the row as a number from 1, such as A1",
        ),
        ("1. A1 2.", "line 2, column 7: a number without a move"),
        ("1. A1 2. C2-A2", "line 2, column 10: move 2: white removes a stone first, from one of B1, A2"),
        ("1. A3", "line 2, column 4: move 1: black cannot remove the stone on A3, only from A1, B2, C3, D4"),
    ] {
        assert_eq!(with(plies), expected, "{plies}");
    }
}

#[test]
fn results_must_be_those_of_the_game() {
    let with = |result: &str, plies: &str| problem(&format!("position: xo..\nresult: {result}\n{plies}"));
    assert_eq!(
        with("black", ""),
        "line 2, column 9: result: black is said to have won, but the game is not over; if it was given up, write \
         result: black by resignation"
    );
    let wrong = "line 2, column 9: result: white is said to have won, but black has";
    assert_eq!(with("white", "A1-C1"), wrong);
    let played = "line 2, column 9: result: nobody can have resigned, for the game is played to its end";
    assert_eq!(with("black by resignation", "A1-C1"), played);
    assert_eq!(with("draw", ""), "line 2, column 9: result: unknown player \"draw\": use black or white");
}

#[test]
fn undoing_takes_back_a_resignation_or_a_move_with_its_comments() {
    let mut record = record(FULL);
    let moved = "the game is over: white has resigned";
    assert_eq!(record.play("C1-A1".parse().unwrap()).unwrap_err().to_string(), moved);
    assert_eq!(record.resign(Player::White).unwrap_err().to_string(), moved);
    assert!(record.undo());
    assert_eq!((record.winner(), record.game().plies().len()), (None, 3));
    assert!(record.undo());
    assert_eq!(record.comments(2).len(), 2);
    assert!(record.undo());
    assert_eq!((record.comments(2).len(), record.comments(0).len()), (0, 3));
    assert!(record.undo() && !record.undo());
    assert_eq!(record.comments(0).len(), 3);
}

#[test]
fn headers_that_would_not_read_back_are_refused() {
    let mut record = record("board: 4x4");
    for (name, value, expected) in [
        ("board", "5x5", "board follows from the game"),
        ("White", "Anna", "\"White\" is no name of a header: use letters, digits and hyphens"),
        ("", "Anna", "\"\" is no name of a header: use letters, digits and hyphens"),
        ("white", "An\nna", "white has a value of more than one line"),
    ] {
        assert_eq!(record.set_header(name, value).unwrap_err().to_string(), expected);
    }
    record.set_header("white", " Anna ").unwrap();
    record.set_header("white", "Berta").unwrap();
    assert_eq!(record.header("white"), Some("Berta"));
}

fn any_start() -> impl Strategy<Value = Start> {
    let size = (1..=6_usize, 1..=6_usize);
    let rule = prop::sample::select(RemovalRule::ALL.as_slice());
    let player = || prop::sample::select(Player::BOTH.as_slice());
    prop_oneof![
        (size.clone(), rule)
            .prop_map(|((rows, columns), rule)| Start::full_board(rows, columns, rule).unwrap()),
        ((2..=6_usize, 1..=6_usize), any::<prop::sample::Index>(), player()).prop_map(
            |((rows, columns), index, first)| {
                let all: Vec<Opening> = Opening::all(rows, columns).collect();
                Start::opened(rows, columns, *index.get(&all), first).unwrap()
            }
        ),
        (any_position(), player())
            .prop_map(|(position, first): (Position, _)| Start::set_up(position, first)),
    ]
}

/// Games played at random with anything a record can have beside.
fn any_record() -> impl Strategy<Value = GameRecord> {
    let step = (0..100_usize, prop::option::weighted(0.2, "\\PC{0,12}|a\n\n b"));
    let header = ("[a-z][a-z0-9-]{0,4}", "\\PC{0,9}");
    (
        any_start(),
        prop::sample::select(Rules::ALL.as_slice()),
        prop::collection::vec(header, 0..3),
        prop::option::of("[ -~;\n]{0,20}"),
        prop::collection::vec(step, 0..14),
        prop::option::weighted(0.3, prop::sample::select(Player::BOTH.as_slice())),
    )
        .prop_map(|(start, rules, headers, remark, steps, resigned)| {
            let mut record = GameRecord::new(Game::new(start, rules));
            for (name, value) in headers.iter().filter(|(name, _)| !RESERVED.contains(&name.as_str())) {
                record.set_header(name, value).unwrap();
            }
            remark.iter().for_each(|remark| record.comment(remark));
            for (choice, comment) in steps {
                let legal = record.game().legal_plies();
                let Some(&ply) = legal.get(choice % legal.len().max(1)) else { break };
                record.play(ply).unwrap();
                comment.iter().for_each(|comment| record.comment(comment));
            }
            if let (Some(player), None) = (resigned, record.winner()) {
                record.resign(player).unwrap();
            }
            record
        })
}

proptest! {
    #[test]
    fn printing_and_reading_are_inverse(record in any_record()) {
        let text = record.to_string();
        let read: GameRecord = text.parse().map_err(|error| TestCaseError::fail(format!("{text}\n{error}")))?;
        prop_assert_eq!(&read, &record);
        prop_assert_eq!(read.to_string(), text);
    }

    /// A record with one character changed is read or refused with a place in it, but nothing worse.
    #[test]
    fn damage_is_told_with_a_place_in_the_text(
        record in any_record(),
        at: prop::sample::Index,
        instead in "\\PC|\n|[;:.0-9A-H-]",
    ) {
        let mut characters: Vec<String> = record.to_string().chars().map(String::from).collect();
        let at = at.index(characters.len());
        characters[at] = instead;
        let text = characters.concat();
        if let Err(error) = text.parse::<GameRecord>() {
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            prop_assert!(error.column <= line.chars().count() + 1, "{}\n{}", text, error);
        }
    }
}
