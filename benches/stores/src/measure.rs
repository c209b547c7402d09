//! Writing the values of a board, and looking them up.

use crate::Arguments;
use crate::contents::{Contents, Key, Record, address, with_sign};
use crate::stores::{Codes, Store};
use cpu_time::ThreadTime;
use konane::board::Rules;
use konane::database::{
    BuildOptions, DatabaseValues, GivenValues, TableDescription, ValueDatabase, build, build_from_values,
};
use konane::solve::Monitor;
use konane::value::{CanonicalForm, ValueStore};
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Instant;

type Failure = Box<dyn Error>;

/// The board, its values, and what is to be looked up.
pub struct Subject<'a> {
    folder: &'a Path,
    table: TableDescription,
    database: PathBuf,
    contents: Contents,
    /// What is looked up.
    keys: Vec<Key>,
    /// How many of these from cold.
    cold: usize,
    runs: u32,
    store: ValueStore,
    /// The values of all ids, in `store`.
    forms: Vec<CanonicalForm>,
    /// The values of the keys.
    answers: Vec<CanonicalForm>,
}

/// A row of the table.
pub struct Figures {
    name: String,
    seconds_to_write: f64,
    bytes: u64,
    positions: usize,
    lookups_per_second: f64,
    /// Processor seconds until the values are there from cold, and for reading the records alone.
    seconds_from_cold: (f64, Option<f64>),
}

impl<'a> Subject<'a> {
    /// Evaluates the board.
    pub fn new(folder: &'a Path, arguments: &Arguments) -> Result<Subject<'a>, Failure> {
        let table = TableDescription::board(arguments.board.0, arguments.board.1, Rules::MultiJump);
        let database = folder.join("evaluated.konane");
        let options = BuildOptions { path: database.clone(), tables: vec![table], memory: None };
        build(&options, &ValueStore::new(), &Monitor::new())?;
        let opened = ValueDatabase::open(&database)?;
        let contents =
            Contents::of_file(&std::fs::read(&database)?, opened.tables()[0].addressing().blocks());
        let store = ValueStore::new();
        let values = DatabaseValues::new(&opened, &store);
        let mut forms = vec![store.integer(0)?; contents.records().len()];
        for (&key, &code) in contents.keys.iter().zip(&contents.codes) {
            forms[code as usize >> 1] = with_sign(values.value(0, address(key))?, code);
        }
        let keys = random_keys(&contents.keys, arguments.lookups);
        let answers = keys.iter().map(|&key| values.value(0, address(key))).collect::<Result<_, _>>()?;
        let (cold, runs) = (arguments.values.min(keys.len()), arguments.runs);
        Ok(Subject { folder, table, database, contents, keys, cold, runs, store, forms, answers })
    }

    /// What the table is about.
    pub fn description(&self) -> String {
        format!(
            "{}: {} positions stored, {} values up to sign, {} random look-ups, {} from cold",
            self.table,
            self.contents.keys.len(),
            self.forms.len(),
            self.keys.len(),
            self.cold,
        )
    }

    /// Measures konane's own file.
    pub fn konane(&self) -> Result<Figures, Failure> {
        let seconds_to_write = self.write_konane()?;
        let database = ValueDatabase::open(&self.database)?;
        let values = DatabaseValues::new(&database, &self.store);
        for &key in &self.contents.keys {
            values.value(0, address(key))?;
        }
        let look_up = |&key: &Key| -> Result<CanonicalForm, Failure> { Ok(values.value(0, address(key))?) };
        self.compare(self.keys.iter().map(look_up).collect::<Result<Vec<_>, _>>()?)?;
        let lookups = self.median_seconds(|| self.keys.iter().map(look_up).collect::<Result<Vec<_>, _>>())?;
        let from_cold = self.median_seconds(|| {
            let database = ValueDatabase::open(&self.database)?;
            let store = ValueStore::new();
            let values = DatabaseValues::new(&database, &store);
            let keys = &self.keys[..self.cold];
            Ok(keys.iter().map(|&key| values.value(0, address(key))).collect::<Result<Vec<_>, _>>()?)
        })?;
        Ok(Figures {
            name: "konane".to_owned(),
            seconds_to_write,
            bytes: database.length(),
            positions: self.contents.keys.len(),
            lookups_per_second: self.keys.len() as f64 / lookups,
            seconds_from_cold: (from_cold, None),
        })
    }

    /// The time to write the same values, given as canonical forms, into a file of the same bytes.
    fn write_konane(&self) -> Result<f64, Failure> {
        let database = ValueDatabase::open(&self.database)?;
        let store = ValueStore::new();
        let mut given = GivenValues::new(self.table)?;
        let values = DatabaseValues::new(&database, &store);
        values.for_each_position(0, |position, value| given.set(&position, value).map(drop))?;
        let path = self.folder.join("written.konane");
        let options = BuildOptions { path: path.clone(), tables: vec![], memory: None };
        let start = Instant::now();
        build_from_values(&options, &[given], &store, &Monitor::new())?;
        let seconds = start.elapsed().as_secs_f64();
        if std::fs::read(path)? != std::fs::read(&self.database)? {
            return Err("the database was not written as it had been".into());
        }
        Ok(seconds)
    }

    /// Measures an embedded store.
    pub fn store<S: Store>(&self, codes: Codes) -> Result<Figures, Failure> {
        let layout = match codes {
            Codes::Single => "a key a position",
            Codes::Runs => "a key for 2¹⁴",
        };
        let path = self.folder.join(format!("{}-{}", S::NAME, codes as u8));
        let start = Instant::now();
        S::write(&path, &self.contents, codes)?;
        let seconds_to_write = start.elapsed().as_secs_f64();
        S::compact(&path)?;
        let lookups = self.warm_lookups::<S>(&path, codes)?;
        let reading = self.median_seconds(|| {
            let store = S::open(&path, codes)?;
            self.read_values(&store, |_, _| Ok(()))
        })?;
        let from_cold = self.median_seconds(|| {
            let (store, values) = (S::open(&path, codes)?, ValueStore::new());
            self.read_values(&store, |record, made| record.make(&values, made))
        })?;
        let made =
            self.read_values(&S::open(&path, codes)?, |record, made| record.make(&self.store, made))?;
        self.compare(made.into_iter().map(|(code, form)| with_sign(form, code)))?;
        Ok(Figures {
            name: format!("{}, {layout}", S::NAME),
            seconds_to_write,
            bytes: S::length(&path)?,
            positions: self.contents.keys.len(),
            lookups_per_second: self.keys.len() as f64 / lookups,
            seconds_from_cold: (from_cold, Some(reading)),
        })
    }

    /// Seconds for the random look-ups where everything has been read before and all values are made.
    fn warm_lookups<S: Store>(&self, path: &Path, codes: Codes) -> Result<f64, Failure> {
        let store = S::open(path, codes)?;
        for (&key, &code) in self.contents.keys.iter().zip(&self.contents.codes) {
            if store.code(key)? != code {
                return Err(format!("{} gives another code", S::NAME).into());
            }
        }
        let look_up = |&key: &Key| -> Result<CanonicalForm, Failure> {
            let code = store.code(key)?;
            Ok(with_sign(self.forms[code as usize >> 1], code))
        };
        self.compare(self.keys.iter().map(look_up).collect::<Result<Vec<_>, _>>()?)?;
        self.median_seconds(|| self.keys.iter().map(look_up).collect::<Result<Vec<_>, _>>())
    }

    fn compare(&self, answers: impl IntoIterator<Item = CanonicalForm>) -> Result<(), Failure> {
        match answers.into_iter().zip(&self.answers).all(|(answer, right)| answer == *right) {
            true => Ok(()),
            false => Err("the answers differ".into()),
        }
    }

    /// Looks the first keys up in a store that was just opened: reads the record of each value, and of each
    /// follower of it, once, and has something made of it by `make` after its options. Gives the codes with it.
    fn read_values<S: Store, T: Copy>(
        &self,
        store: &S,
        mut make: impl FnMut(&Record, &[Option<T>]) -> Result<T, Failure>,
    ) -> Result<Vec<(u32, T)>, Failure> {
        let mut made = vec![None; self.forms.len()];
        let mut waiting: Vec<(u32, Option<Record>)> = Vec::new();
        let mut answers = Vec::with_capacity(self.cold);
        for &key in &self.keys[..self.cold] {
            let code = store.code(key)?;
            waiting.push((code >> 1, None));
            while let Some((id, record)) = waiting.pop() {
                match record {
                    _ if made[id as usize].is_some() => {}
                    Some(record) => made[id as usize] = Some(make(&record, &made)?),
                    None => {
                        let record = store.record(id)?;
                        let place = waiting.len();
                        waiting.extend(record.options().map(|code| (code >> 1, None)));
                        waiting.insert(place, (id, Some(record)));
                    }
                }
            }
            answers.extend(made[code as usize >> 1].map(|made| (code, made)));
        }
        Ok(answers)
    }

    /// The median of the seconds of processor time that something takes on this thread; these depend less on
    /// what else the machine does.
    fn median_seconds<T>(&self, mut work: impl FnMut() -> Result<T, Failure>) -> Result<f64, Failure> {
        let mut seconds = Vec::new();
        for _ in 0..self.runs {
            let start = ThreadTime::now();
            let result = work()?;
            seconds.push(start.elapsed().as_secs_f64());
            drop(result);
        }
        seconds.sort_by(f64::total_cmp);
        Ok(seconds[seconds.len() / 2])
    }
}

/// Always the same keys, chosen by a linear congruence (Knuth's MMIX, of which the upper half is used).
fn random_keys(keys: &[Key], count: usize) -> Vec<Key> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 32
    };
    (0..count).map(|_| keys[((next() * keys.len() as u64) >> 32) as usize]).collect()
}

impl Figures {
    /// The head of the table.
    pub const HEADER: &'static str = "\
        | | s to write | bytes | bytes a position | look-ups a second | ms from cold | of these reading |\n\
        |---|---|---|---|---|---|---|";
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { name, seconds_to_write, bytes, positions, lookups_per_second, seconds_from_cold } =
            self;
        let per_position = *bytes as f64 / *positions as f64;
        let (from_cold, reading) = seconds_from_cold;
        write!(f, "| {name} | {seconds_to_write:.2} | {bytes} | {per_position:.2} ")?;
        write!(f, "| {:.2} million | {:.1} | ", lookups_per_second / 1e6, from_cold * 1e3)?;
        match reading {
            Some(reading) => write!(f, "{:.1} |", reading * 1e3),
            None => write!(f, "|"),
        }
    }
}
