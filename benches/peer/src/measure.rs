//! One measurement: a process of its own, so that the memory and the warm caches of one program do not
//! count for another, nor one run for the next.

use crate::programs::Program;
use crate::work::Work;
use std::error::Error;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Exit status of a process that ran out of time.
const OUT_OF_TIME: i32 = 124;

/// What was measured.
pub struct Measurement {
    /// Wall-clock time of the evaluation, without starting the process or printing the values.
    pub seconds: f64,
    /// Most memory resident at any time up to the end of the evaluation, in MiB.
    pub peak_mib: f64,
    /// The answers, see [`Program::run`].
    pub answers: Vec<String>,
}

/// Size of a measurement.
#[derive(Clone, Copy)]
pub struct Resources {
    /// Threads of the pool.
    pub threads: usize,
    /// Seconds after which it is given up.
    pub limit: u64,
}

/// Runs this executable again to do one piece of work; `None` if it was not finished in time.
pub fn measure(
    work: &Work,
    program: Program,
    resources: Resources,
) -> Result<Option<Measurement>, Box<dyn Error>> {
    let output = Command::new(std::env::current_exe()?)
        .args(["--measure", program.name(), "--only", work.name])
        .args(["--threads", &resources.threads.to_string(), "--limit", &resources.limit.to_string()])
        .stderr(Stdio::inherit())
        .output()?;
    if output.status.code() == Some(OUT_OF_TIME) {
        return Ok(None);
    }
    if !output.status.success() {
        return Err(format!("{} on {}: {}", program.name(), work.name, output.status).into());
    }
    parse(&String::from_utf8(output.stdout)?).map(Some)
}

/// Reads what [`run_here`] printed.
fn parse(text: &str) -> Result<Measurement, Box<dyn Error>> {
    let mut lines = text.lines();
    let mut number = || lines.next().unwrap_or_default().parse::<f64>();
    let (seconds, peak_mib) = (number()?, number()?);
    Ok(Measurement { seconds, peak_mib, answers: lines.map(str::to_owned).collect() })
}

/// Does the work in this process and prints seconds, MiB and the answers, a line each.
pub fn run_here(work: &Work, program: Program, resources: Resources) -> Result<(), Box<dyn Error>> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(resources.threads)
        // cgt recurses once a move, and rayon may stack other tasks upon that.
        .stack_size(256 << 20)
        .build_global()?;
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(resources.limit));
        std::process::exit(OUT_OF_TIME);
    });
    let task = work.task();
    let mut measured = None;
    let start = Instant::now();
    let answers = program.run(&task, || measured = Some((start.elapsed(), peak_mib())))?;
    let (elapsed, peak_mib) = measured.ok_or("the evaluation did not end")?;
    println!("{}\n{}", elapsed.as_secs_f64(), peak_mib?);
    for answer in answers {
        println!("{answer}");
    }
    Ok(())
}

/// The most memory that this process has had resident, as Linux counts it.
fn peak_mib() -> Result<f64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM in the status")?;
    let kib = line.trim().strip_suffix("kB").ok_or("VmHWM is not in kB")?;
    Ok(kib.trim().parse::<f64>()? / 1024.0)
}
