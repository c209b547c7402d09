//! Programs that run as if the user had started them outside `cargo test`, which sets variables of its own:
//! these, and what would lead Python astray, are kept from them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Variables of the build of this test and of the user's Python: these names, and all that begin with those.
const KEPT_FROM_PROGRAMS: [&str; 9] = [
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_INCREMENTAL",
    "CARGO_MANIFEST_DIR",
    "CARGO_MANIFEST_PATH",
    "MYPYPATH",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "VIRTUAL_ENV",
];
const BEGINNINGS_KEPT_FROM_PROGRAMS: [&str; 10] = [
    "CARGO_BIN_",
    "CARGO_BUILD_",
    "CARGO_PKG_",
    "CARGO_PROFILE_",
    "JUPYTER",
    "IPYTHON",
    "MATURIN_",
    "PYO3_",
    "PYTEST_",
    "PYTHON",
];

/// The root of the checkout, where all programs start.
pub fn checkout() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(checkout()).env("PATH", path_with_cargo());
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(is_kept_from_programs) {
            command.env_remove(name);
        }
    }
    // No files beside the sources, and the same characters on every machine.
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("PYTHONUTF8", "1");
    command
}

fn is_kept_from_programs(name: &str) -> bool {
    KEPT_FROM_PROGRAMS.contains(&name)
        || BEGINNINGS_KEPT_FROM_PROGRAMS.iter().any(|beginning| name.starts_with(beginning))
}

/// The search path that finds the `cargo` and `rustc` of this test first: these may be on no path at all.
fn path_with_cargo() -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let Some(folder) = cargo().parent().map(Path::to_path_buf) else { return path };
    let folders = std::iter::once(folder).chain(env::split_paths(&path));
    env::join_paths(folders).unwrap_or(path)
}

/// The `cargo` that built this test and runs it.
pub fn cargo() -> PathBuf {
    env::var_os("CARGO").unwrap_or_else(|| env!("CARGO").into()).into()
}

/// Runs a program to its end.
///
/// # Errors
/// The command line and all that it printed, if it cannot start or fails.
pub fn run(command: &mut Command) -> Result<String, String> {
    let line = command_line(command);
    let output = command.output().map_err(|error| format!("{line}: {error}"))?;
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    if output.status.success() {
        Ok(out.into_owned())
    } else {
        Err(format!("{line} failed ({}):\n{out}{err}", output.status))
    }
}

fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
