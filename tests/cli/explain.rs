//! `konane value` where it explains moves.

use crate::{complaint, konane, output_of};

/// What is told after the properties of the value.
fn explanation(arguments: &str, more: &[&str]) -> String {
    let output = output_of(konane(arguments, more));
    let (_, after) = output.split_once("\nkind ").unwrap();
    after.split_once("\n\n").unwrap().1.to_owned()
}

#[test]
fn a_canonical_option_is_reached_by_reversing_moves() {
    let expected = "Left (Black) moves
  best       wins  1*  I1-K1 (reversible through D1-B1 to 1)
  reversal         0   I1-K1, D1-B1, G1-I1, F1-D1, A1-C1-E1

Right (White) moves, none of which wins
  best             1*  D1-B1 (reversible through I1-K1 to 1)
";
    assert_eq!(explanation("value --explain x.xoxoxoxo....", &[]), expected);
}

#[test]
fn a_canonical_move_may_be_worse_than_a_reversible_one() {
    let text = explanation("value --explain x.xo.oxo......", &[]);
    let line = text.lines().find(|line| line.contains("C1-E1")).unwrap();
    assert!(line.starts_with("  canonical "), "{text}");
}

#[test]
fn moves_in_a_sum() {
    let expected = "Together with +-2
  value    +-(2*)
  outcome  N: the player who begins wins

Left (Black) moves in the sum
  best       wins  2*   (+-2 to 2)
  dominated        +-2  B1-D1

Right (White) moves in the sum
  best       wins  -2*  (+-2 to -2)
  dominated        +-2  C1-A1
";
    let text = explanation("value .xo. --with +-2", &[]);
    assert!(text.ends_with(expected), "{text}");
    assert_eq!(explanation("value .xo. --with", &["x := Konane(\".ox./o..x/....\"); 2*x + +-2"]), text);
    let none = explanation("value x --with", &["-1"]);
    assert!(none.contains("\nLeft (Black) has no move in the sum\n"), "{none}");
    assert!(none.contains("  best       wins  0  (-1 to 0)\n"), "{none}");
}

#[test]
fn lines_of_play() {
    let expected = "Left (Black) begins and wins
  1. Left   B1-D1  0  P
  Right (White) has no move and loses

Right (White) begins and wins
  1. Right  C1-A1  0  P
  Left (Black) has no move and loses
";
    let text = explanation("value .xo. --line both --play-out", &[]);
    assert!(text.ends_with(expected), "{text}");
    let text = explanation("value .xo. --line left", &[]);
    let expected = "Left (Black) begins and wins
  1. Left   B1-D1  0  P
  The value is 0: Right (White) is to move and loses
";
    assert!(text.ends_with(expected), "{text}");
    let text = explanation("value .xo. --line right --with", &["{3|2}"]);
    let expected = "Right (White) begins: orthodox play
  1. Right  ({3|2} to 2)  2*  L
  2. Left   B1-D1         2   L
  The value is a number: Left (Black) is ahead by 2
";
    assert!(text.ends_with(expected), "{text}");
    let text = explanation("value .xox. --line black", &[]);
    assert!(text.ends_with("  The value is a number: Right (White) is ahead by 1\n"), "{text}");
}

#[test]
fn json_holds_the_explanation() {
    let output = output_of(konane("value .xo. xo../.ox. --format json --with +-2 --line both", &[]));
    let objects: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 2);
    let object = &objects[1];
    assert_eq!((&object["position"], &object["value"]), (&"xo../.ox.".into(), &"1*".into()));
    let first = serde_json::json!({
        "player": "left", "move": "A1-C1", "value": "*", "best": false, "wins": false, "sensible": false,
        "status": "dominated", "by": "C2-A2",
    });
    assert_eq!(object["moves"][0], first);
    assert_eq!(object["canonical_options"][0]["moves"], serde_json::json!(["C2-A2"]));
    assert_eq!(object["sum"]["outcome"], "N");
    assert_eq!(object["sum"]["moves"][2]["to"], "2");
    assert_eq!(object["lines"][0]["play"], "winning");
    assert_eq!(object["lines"][0]["moves"][0]["to"], "2");
    assert_eq!(object["lines"][1]["begins"], "right");
    let chosen = output_of(konane("value .xo. --format json --explain --columns value", &[]));
    assert!(chosen.starts_with("{\"value\":\"*\",\"moves\":[{"), "{chosen}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (arguments, problem) in [
        ("--explain --format csv", "--format csv has no room for explanations: use --format text or json"),
        ("--line left --format svg", "--format svg has no room for explanations: use --format text or json"),
        (
            "--explain --columns value",
            "--explain writes text, without --columns, unless --format json is given",
        ),
        ("--with 1/3", "--with \"1/3\": "),
        ("--with {1|0|-1}", "--with \"{1|0|-1}\": "),
    ] {
        let line = complaint(konane(&format!("value .xo. {arguments}"), &[]), 2);
        assert!(line.starts_with(&format!("konane: {problem}")), "{line}");
    }
    let line = complaint(konane("value .xo. --play-out", &[]), 2);
    assert!(line.contains("--line"), "{line}");
    let line = complaint(konane("value .xo. --line up", &[]), 2);
    assert!(line.contains("left, right, both"), "{line}");
}
