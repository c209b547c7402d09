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

/// The commands that make a file and read it, one after another in a folder of their own.
#[test]
fn readme_database() {
    let readme = std::fs::read_to_string(README).unwrap();
    let section = readme.split("### A database of values").nth(1).expect("the section is there");
    let block = section.split("```").nth(1).and_then(|block| block.strip_prefix("text\n")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let examples: Vec<&str> = block.split("$ konane ").skip(1).collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let (command, expected) = example.split_once('\n').unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_konane"))
            .args(command.split_whitespace())
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
    }
}
