//! The examples of the README do what it says.

use std::process::Command;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

#[test]
fn readme_examples() {
    trycmd::TestCases::new().case("README.md");
}

/// Backslashes, which the examples above would take for those of paths.
#[test]
fn readme_thermograph() {
    let value = "{5|3||0}";
    let output = Command::new(env!("CARGO_BIN_EXE_konane")).args(["thermograph", "--text", value]).output();
    let drawing = String::from_utf8(output.unwrap().stdout).unwrap();
    let example = format!("$ konane thermograph --text '{value}'\n{drawing}```\n");
    assert!(std::fs::read_to_string(README).unwrap().contains(&example), "{example}");
}
