//! `konane pattern`: positions that the literature names.

use super::failure::Failure;
use super::output::Output;
use konane::board::Pattern;

/// Positions of the families that the literature names
///
/// Prints one position: in one line with / between the rows, ready for konane value, or drawn.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Name of the pattern; see --list
    #[arg(required_unless_present = "list")]
    name: Option<String>,

    /// Parameters of the pattern, such as its number of stones
    #[arg(value_name = "PARAMETER")]
    parameters: Vec<String>,

    /// List all patterns with their parameters and sources
    #[arg(long, conflicts_with = "name")]
    list: bool,

    /// Empty cells on every side; for patterns of one row at both ends only [default: 1, full boards 0]
    #[arg(long, value_name = "CELLS")]
    margin: Option<usize>,

    /// Empty rows above and below, instead of --margin
    #[arg(long, value_name = "ROWS")]
    margin_rows: Option<usize>,

    /// Empty columns on the left and right, instead of --margin
    #[arg(long, value_name = "COLUMNS")]
    margin_columns: Option<usize>,

    /// One row a line instead of / between rows
    #[arg(long)]
    draw: bool,
}

const EXAMPLES: &str = "\
Examples:
  konane pattern --list
  konane pattern solid-linear 7
  konane pattern start 4 6 mid-h --draw
  konane pattern blocks 2 3 2 --margin 3 | konane value -";

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let text = match &arguments.name {
        Some(name) => arguments.position(name)?,
        None => list(),
    };
    let mut output = Output::stdout();
    output.write(text.as_bytes())?;
    output.finish()
}

impl Arguments {
    fn position(&self, name: &str) -> Result<String, Failure> {
        let pattern = Pattern::parse(name, &self.parameters).map_err(Failure::input)?;
        let (above, beside) = pattern.margins(self.margin.unwrap_or(pattern.default_margin()));
        let (above, beside) = (self.margin_rows.unwrap_or(above), self.margin_columns.unwrap_or(beside));
        let position = pattern.position_with_margins(above, beside);
        let position = position.map_err(Failure::input)?;
        Ok(if self.draw { format!("{position:#}\n") } else { format!("{position}\n") })
    }
}

/// A paragraph for each pattern.
fn list() -> String {
    let paragraphs = Pattern::all().iter().map(|pattern| {
        format!("{} {}\n    {}\n    {}\n", pattern.name, pattern.parameters, pattern.summary, pattern.source)
    });
    paragraphs.collect::<Vec<_>>().join("\n")
}
