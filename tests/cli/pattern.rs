//! `konane pattern`.

use crate::{complaint, konane, output_of};

#[test]
fn positions_of_patterns() {
    for (arguments, expected) in [
        ("solid-linear 5", ".xoxox."),
        ("solid-linear 5 --margin 0", "xoxox"),
        ("solid-linear 2 --margin-rows 1", "..../.xo./...."),
        ("solid-linear 2 --margin-columns 2", "..xo.."),
        ("rectangle 1 2 --margin-columns 0", "../xo/.."),
        ("blocks 2 3 2", ".ox.xox.xo."),
        ("start 3 4 mid-h", "xoxo/o..x/xoxo"),
        ("start 3 4 mid-h --draw", "xoxo\no..x\nxoxo"),
    ] {
        assert_eq!(
            output_of(konane("pattern", &arguments.split(' ').collect::<Vec<_>>())),
            format!("{expected}\n")
        );
    }
}

#[test]
fn all_patterns_are_listed_with_their_sources() {
    let list = output_of(konane("pattern --list", &[]));
    for pattern in konane::board::Pattern::all() {
        assert!(list.contains(&format!("{} {}\n", pattern.name, pattern.parameters)), "{}", pattern.name);
        assert!(list.contains(pattern.source));
    }
}

#[test]
fn impossible_patterns_are_refused() {
    for (arguments, problem) in [
        ("", "required arguments were not provided: <NAME>"),
        ("spiral 3", "unknown pattern \"spiral\""),
        ("solid-linear", "wrong number of parameters: write solid-linear STONES"),
        ("solid-linear 0", "solid-linear: 0 is too small"),
        ("solid-linear three", "solid-linear: \"three\" is not a number"),
        ("solid-linear 99999999999999999999999", "is larger than supported"),
        ("solid-linear 3 --margin 18446744073709551615", "is larger than supported"),
        ("start 3 3 centre", "unknown opening \"centre\""),
        ("start 1 1 mid-h", "has no two stones for the opening mid-h"),
    ] {
        let line = complaint(konane(&format!("pattern {arguments}"), &[]), 2);
        assert!(line.starts_with("konane: ") && line.contains(problem), "{arguments}: {line}");
    }
}
