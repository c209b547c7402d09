//! Texts kept in files.

use std::path::Path;
use std::{env, fs};

/// Compares a text with the file of this name, or writes the file if the environment says so.
pub fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures").join(name);
    if env::var_os("KONANE_UPDATE_SNAPSHOTS").is_some() {
        return fs::write(&path, text).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(text == kept.replace("\r\n", "\n"), "{name} is now:\n{text}");
}
