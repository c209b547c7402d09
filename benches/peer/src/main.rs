//! Measures konane and the crate `cgt` on the same work in the same run; see README.md.

#[path = "../../common/mod.rs"]
mod common;
mod measure;
mod programs;
mod work;

use clap::Parser;
use konane::value::ValueStore;
use measure::{Measurement, Resources, measure, run_here};
use programs::Program;
use std::error::Error;
use std::process::ExitCode;
use work::{Task, WORKS, Work};

/// Measures konane and cgt on the same work, taking turns. Writes a CSV with a row for each measurement
/// to standard output and a summary to standard error.
#[derive(Parser)]
struct Arguments {
    /// Do only this work; can be given several times.
    #[arg(long, value_name = "NAME", value_parser = WORKS.iter().map(|work| work.name).collect::<Vec<_>>())]
    only: Vec<String>,
    /// Also do the work that takes cgt more than a minute.
    #[arg(long)]
    all: bool,
    /// Measurements of each work by each program.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Threads for either program.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = threads)]
    threads: usize,
    /// Seconds after which a measurement is given up.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    limit: u64,
    /// Do one measurement in this process; how the program calls itself.
    #[arg(long, hide = true, value_name = "PROGRAM", requires = "only")]
    measure: Option<Program>,
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number from 1 to 1024".to_owned()),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Does what the arguments say; false if the programs disagree.
fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let resources = Resources { threads: arguments.threads, limit: arguments.limit };
    let chosen = WORKS.iter().filter(|work| match arguments.only.as_slice() {
        [] => arguments.all || !work.slow,
        names => names.iter().any(|name| name == work.name),
    });
    if let Some(program) = arguments.measure {
        for work in chosen {
            run_here(work, program, resources)?;
        }
        return Ok(true);
    }
    let mut table = csv::Writer::from_writer(std::io::stdout());
    table.write_record(["work", "program", "run", "seconds", "peak_mib", "answer"])?;
    let mut agree = true;
    for work in chosen {
        let comparison = compare(work, arguments.runs, resources, &mut table)?;
        agree &= comparison.answers_agree(work)?;
        eprintln!("{}", comparison.summary(work));
    }
    Ok(agree)
}

/// All measurements of a work, those of each program apart.
#[derive(Default)]
struct Comparison {
    konane: Vec<Measurement>,
    cgt: Vec<Measurement>,
}

/// Measures a work, the programs taking turns and either going first as often as the other.
fn compare(
    work: &Work,
    runs: u32,
    resources: Resources,
    table: &mut csv::Writer<impl std::io::Write>,
) -> Result<Comparison, Box<dyn Error>> {
    let mut comparison = Comparison::default();
    for run in 1..=runs {
        let mut programs = Program::ALL;
        programs.rotate_left(run as usize % 2);
        for program in programs {
            let measured = measure(work, program, resources)?;
            write_row(table, work, program, run, measured.as_ref(), resources)?;
            match program {
                Program::Konane => comparison.konane.extend(measured),
                Program::Cgt => comparison.cgt.extend(measured),
            }
        }
    }
    Ok(comparison)
}

fn write_row(
    table: &mut csv::Writer<impl std::io::Write>,
    work: &Work,
    program: Program,
    run: u32,
    measured: Option<&Measurement>,
    resources: Resources,
) -> Result<(), Box<dyn Error>> {
    let (seconds, peak_mib, answer) = match measured {
        None => (String::new(), String::new(), format!("not finished in {} s", resources.limit)),
        Some(Measurement { seconds, peak_mib, answers }) => {
            let answer = match answers.as_slice() {
                [answer] => answer.clone(),
                answers => format!("{} values", answers.len()),
            };
            (format!("{seconds:.4}"), format!("{peak_mib:.1}"), answer)
        }
    };
    table.write_record([work.name, program.name(), &run.to_string(), &seconds, &peak_mib, &answer])?;
    Ok(table.flush()?)
}

impl Comparison {
    /// Whether all measurements gave the same answers: numbers, or values that are equal as games. Says
    /// on standard error where they did not.
    fn answers_agree(&self, work: &Work) -> Result<bool, Box<dyn Error>> {
        let store = ValueStore::new();
        let are_values = matches!(work.task(), Task::Positions(_));
        let equal = |a: &str, b: &str| -> Result<bool, Box<dyn Error>> {
            Ok(a == b || are_values && store.parse(a)? == store.parse(b)?)
        };
        let mut all = self.konane.iter().chain(&self.cgt);
        let Some(first) = all.next() else { return Ok(true) };
        for other in all {
            if first.answers.len() != other.answers.len() {
                eprintln!("{}: {} and {} answers", work.name, first.answers.len(), other.answers.len());
                return Ok(false);
            }
            for (a, b) in first.answers.iter().zip(&other.answers) {
                if !equal(a, b)? {
                    eprintln!("{}: the programs disagree: {a} and {b}", work.name);
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The medians, and how many times those of cgt are those of konane.
    fn summary(&self, work: &Work) -> String {
        let medians = |programs: &[Measurement]| {
            let seconds = median(programs.iter().map(|measured| measured.seconds).collect())?;
            Some((seconds, median(programs.iter().map(|measured| measured.peak_mib).collect())?))
        };
        match (medians(&self.konane), medians(&self.cgt)) {
            (Some((seconds, mib)), Some((cgt_seconds, cgt_mib))) => format!(
                "{}: konane {seconds:.3} s, {mib:.0} MiB; cgt {cgt_seconds:.3} s, {cgt_mib:.0} MiB; \
                 time 1/{:.1}, memory 1/{:.1} of cgt's",
                work.name,
                cgt_seconds / seconds,
                cgt_mib / mib,
            ),
            (Some((seconds, mib)), None) => {
                format!("{}: konane {seconds:.3} s, {mib:.0} MiB; cgt not finished", work.name)
            }
            (None, _) => format!("{}: konane not finished", work.name),
        }
    }
}

/// The middle number, or the mean of the two in the middle; `None` of none.
fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(numbers[middle]),
        _ => Some((numbers[middle - 1] + numbers[middle]) / 2.0),
    }
}
