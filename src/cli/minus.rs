//! Arguments that are values and begin with a minus, which would be taken for options.

use std::ffi::OsString;

/// The commands whose arguments are values.
const COMMANDS: [&str; 2] = ["calc", "thermograph"];

/// What stands before a protected argument; no argument that a system passes can have it.
const PROTECTION: char = '\0';

/// The arguments of the program, where values such as `-1/2` and `-^` are protected from being taken for
/// options. A letter behind the minus is that of an option, except for those with which values begin: the
/// arrow `v`, `Tiny` and `Miny`.
pub fn protected(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|command| COMMANDS.iter().any(|name| command == name)) {
        arguments[2..].iter_mut().for_each(protect);
    }
    arguments
}

fn protect(argument: &mut OsString) {
    let Some(text) = argument.to_str() else { return };
    let behind = text.trim_start_matches('-').chars().next();
    let begins_value = |first: char| !first.is_ascii_alphabetic() || "vTM".contains(first);
    if text.starts_with('-') && behind.is_some_and(begins_value) {
        *argument = format!("{PROTECTION}{text}").into();
    }
}

/// An argument as it was written.
pub fn unprotected(argument: &str) -> &str {
    argument.trim_start_matches(PROTECTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_from_options() {
        let written = |line: &str| -> Vec<OsString> { line.split(' ').map(OsString::from).collect() };
        let line = "konane calc -1/2 -x --table --1 - -- -^ -{1|0} 1 -v3 -Tiny(2)";
        let protected = protected(written(line).into_iter());
        let kept: Vec<&str> = protected.iter().map(|argument| argument.to_str().unwrap()).collect();
        assert_eq!(
            kept.join(" "),
            "konane calc \0-1/2 -x --table \0--1 - -- \0-^ \0-{1|0} 1 \0-v3 \0-Tiny(2)"
        );
        let read: Vec<&str> = kept.iter().map(|argument| unprotected(argument)).collect();
        assert_eq!(read.join(" "), line);
        let line = "konane value -1 .xo.";
        assert_eq!(super::protected(written(line).into_iter()), written(line));
    }
}
