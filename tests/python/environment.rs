//! The virtual environment with the package in it. It is made once, and the package is installed again only
//! when a file that it is built from has changed.

use crate::command::{cargo, checkout, command, run};
use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use xxhash_rust::xxh3::Xxh3;

/// The first Python that the package supports, as its `requires-python` says.
const FIRST_PYTHON: (u32, u32) = (3, 10);

/// What the README has its readers install, with what only tests need.
const PACKAGE: &str = "./python[notebook,test]";

/// The versions of others with which the outputs of the notebooks are compared.
const CONSTRAINTS: &str = "python/constraints.txt";

/// What the package is built from; what lies in [`NOT_BUILT_FROM`] takes no part, nor do compiled modules.
const BUILT_FROM: [&str; 7] =
    ["Cargo.lock", "Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "data", "python", "src"];
const NOT_BUILT_FROM: [&str; 3] = ["__pycache__", "python/dist", "python/tests"];

/// The release build, less what takes long and is noticed only by a stopwatch.
const PROFILE: [(&str, &str); 4] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "false"),
    ("CARGO_PROFILE_RELEASE_INCREMENTAL", "true"),
];

/// A virtual environment in which the package is installed as it is now.
pub struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// The environment, made by the first test that asks and held by one test at a time: notebooks have a time
    /// limit and shall not wait for processors.
    ///
    /// # Panics
    /// With what is missing, if it cannot be made.
    pub fn shared() -> MutexGuard<'static, Self> {
        static SHARED: OnceLock<Result<Mutex<Environment>, String>> = OnceLock::new();
        match SHARED.get_or_init(|| Self::set_up().map(Mutex::new)) {
            // A test that failed leaves the environment as it was.
            Ok(environment) => environment.lock().unwrap_or_else(PoisonError::into_inner),
            Err(reason) => {
                panic!(
                    "{reason}\n\nTo leave the tests of the Python package out: cargo test -- --skip python"
                )
            }
        }
    }

    fn set_up() -> Result<Self, String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
        let in_folder = |error: io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(in_folder)?;
        // Of two test runs at a time, the other waits.
        let lock = File::create(folder.join("lock")).map_err(in_folder)?;
        lock.lock().map_err(in_folder)?;

        let environment = Self { folder };
        let interpreter = Interpreter::find().map_err(with_advice)?;
        environment.once("made-with", &interpreter.path, || {
            let make = ["-m", "venv", "--clear"];
            let folder = environment.virtual_environment();
            run(command(Path::new(&interpreter.path)).args(make).arg(folder)).map_err(with_advice)
        })?;
        let sources = fingerprint().map_err(|error| format!("the sources of the package: {error}"))?;
        environment.once("installed", &sources, || environment.install())?;
        Ok(environment)
    }

    /// Does a step, unless it was done with this same input. What it did is noted within the virtual
    /// environment, so that a new one knows nothing of an old one's.
    fn once(
        &self,
        step: &str,
        input: &str,
        action: impl FnOnce() -> Result<String, String>,
    ) -> Result<(), String> {
        let note = self.virtual_environment().join(step);
        if fs::read_to_string(&note).is_ok_and(|noted| noted == input) {
            return Ok(());
        }
        // A step that is stopped halfway is not done.
        let _ = fs::remove_file(&note);
        action()?;
        fs::write(&note, input).map_err(|error| format!("{}: {error}", note.display()))
    }

    /// `pip install` of the package, which builds in a folder of its own: with other settings than the build of
    /// this test, and without a lock in common.
    fn install(&self) -> Result<String, String> {
        let mut install = self.python();
        install
            .args(["-m", "pip", "install", "-c", CONSTRAINTS, PACKAGE])
            .env("CARGO_TARGET_DIR", self.folder.join("target"));
        install.envs(PROFILE).env("PIP_USER", "0").env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
        run(&mut install)
    }

    /// Runs Python with these arguments in the root of the checkout.
    ///
    /// # Panics
    /// With all that it printed, if it fails.
    pub fn run(&self, arguments: &[&str]) {
        let mut python = self.python();
        python.args(arguments).env("KONANE_COMMAND", env!("CARGO_BIN_EXE_konane"));
        // Neither the user's settings of these programs nor caches in the checkout.
        for variable in ["IPYTHONDIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR", "MYPY_CACHE_DIR"] {
            python.env(variable, self.folder.join(variable));
        }
        match run(&mut python) {
            Ok(output) => println!("{output}"),
            Err(output) => panic!("{output}"),
        }
    }

    fn python(&self) -> Command {
        let python = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        command(&self.virtual_environment().join(python))
    }

    fn virtual_environment(&self) -> PathBuf {
        self.folder.join("environment")
    }
}

/// What is missing, and how to get it.
fn with_advice(reason: String) -> String {
    format!(
        "{reason}\n\nThe tests of the Python package need Python {}.{} or later with the module venv (on Debian: \
         apt install python3 python3-venv), as python3 or named by the variable PYTHON.",
        FIRST_PYTHON.0, FIRST_PYTHON.1
    )
}

/// The Python that makes the virtual environment.
#[derive(Debug, PartialEq)]
struct Interpreter {
    path: String,
}

impl Interpreter {
    fn find() -> Result<Self, String> {
        let usual = if cfg!(windows) { "python" } else { "python3" };
        let program = env::var_os("PYTHON").filter(|name| !name.is_empty()).unwrap_or_else(|| usual.into());
        // Old ones, too, shall understand this.
        let describe =
            "import sys; sys.stdout.write('%d %d %s' % (sys.version_info[:2] + (sys.executable,)))";
        let described = run(command(Path::new(&program)).args(["-c", describe]))?;
        Self::described(&described).map_err(|reason| format!("{}: {reason}", program.display()))
    }

    /// The interpreter that tells its version and path so.
    fn described(text: &str) -> Result<Self, String> {
        let mut words = text.splitn(3, ' ');
        let mut number = || words.next()?.parse().ok();
        let version: Option<(u32, u32)> = number().zip(number());
        match (version, words.next()) {
            (Some(version), Some(path)) if version >= FIRST_PYTHON => Ok(Self { path: path.to_owned() }),
            (Some((major, minor)), Some(_)) => Err(format!(
                "Python {}.{} or later is needed, found {major}.{minor}",
                FIRST_PYTHON.0, FIRST_PYTHON.1
            )),
            _ => Err(format!("this is no Python, it printed {text:?}")),
        }
    }
}

#[test]
fn python_versions() {
    let path = || "/opt/my python/bin/python3".to_owned();
    for version in ["3 10", "3 13", "4 0"] {
        let described = Interpreter::described(&format!("{version} {}", path()));
        assert_eq!(described, Ok(Interpreter { path: path() }));
    }
    let old = Interpreter::described("3 8 /usr/bin/python3").unwrap_err();
    assert_eq!(old, "Python 3.10 or later is needed, found 3.8");
    assert!(Interpreter::described("2 7 /usr/bin/python").is_err());
    let other = Interpreter::described("hello").unwrap_err();
    assert_eq!(other, "this is no Python, it printed \"hello\"");
}

/// A text that changes when the package would be built or installed otherwise.
fn fingerprint() -> io::Result<String> {
    let mut hash = Xxh3::new();
    for text in [PACKAGE, &format!("{PROFILE:?}"), &cargo().to_string_lossy()] {
        hash.update(text.as_bytes());
    }
    for name in BUILT_FROM {
        add_to_fingerprint(&checkout().join(name), &mut hash)?;
    }
    Ok(format!("{:032x}", hash.digest128()))
}

fn add_to_fingerprint(path: &Path, hash: &mut Xxh3) -> io::Result<()> {
    let is_built = path.extension().is_some_and(|ending| ending == "so" || ending == "pyd");
    if is_built || NOT_BUILT_FROM.iter().any(|name| path.ends_with(name)) {
        return Ok(());
    }
    if path.is_dir() {
        let mut entries =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| add_to_fingerprint(entry, hash));
    }
    let contents = fs::read(path)?;
    hash.update(path.to_string_lossy().as_bytes());
    hash.update(&(contents.len() as u64).to_le_bytes());
    hash.update(&contents);
    Ok(())
}
