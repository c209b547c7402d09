//! The Python package: its tests, examples and types, and its notebooks. The package is installed as its
//! users install it, into a virtual environment of its own under the target folder.
//!
//! All it takes is Python 3.10 or later: the one that the environment variable PYTHON names, else `python3`.
//! Where there is none, `cargo test -- --skip python` leaves these tests out.

mod command;
mod environment;

use environment::Environment;

/// The configuration of pytest.
const PROJECT: &str = "python/pyproject.toml";

/// pytest of one folder, which leaves no files in the checkout.
fn pytest(folder: &str) {
    Environment::shared().run(&["-m", "pytest", "-p", "no:cacheprovider", "-c", PROJECT, folder]);
}

/// Tests of the package, with the examples of its docstrings and of both README, and its types.
#[test]
fn python_tests() {
    pytest("python");
}

#[test]
fn python_notebooks() {
    pytest("notebooks");
}
