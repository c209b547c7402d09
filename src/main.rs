//! The `konane` command.

fn main() {}
