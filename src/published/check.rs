//! Evaluating the positions of a table and comparing with what is expected.

use super::error::{RowError, RowProblem};
use super::table::{Expected, Row, Table};
use crate::board::{Position, Rules};
use crate::solve::{Monitor, OutcomeSolver, SolveError, ValueSolver};
use crate::value::notation::Notation;
use crate::value::{CanonicalForm, OutcomeClass, StoreLimits, ValueStore};
use std::fmt;

/// The result of checking one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The table's source.
    pub source: String,
    /// The line, from 1, in which the row starts.
    pub line: usize,
    /// Where the source states it.
    pub locator: String,
    /// The position, rows separated by `/`; if it cannot be read, as it was given.
    pub position: String,
    /// The value or outcome class, as it was given.
    pub expected: String,
    /// The value in CGSuite's notation, or the outcome class if one is expected; empty if it was not
    /// computed.
    pub computed: String,
    /// What is known of the statement, as it was given.
    pub note: String,
    /// How the two compare.
    pub verdict: Verdict,
}

/// How the computed and the expected compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are equal.
    Ok,
    /// They are not.
    Differs,
    /// They are not, as the row's status `disputed` leads one to expect.
    Disputed,
    /// They are equal although the row's status is `disputed`.
    DisputedAgrees,
    /// There was nothing to compare.
    Error(RowProblem),
}

impl fmt::Display for Verdict {
    /// The word of the column `status`; what an error is, [`Checked::error`] tells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Ok => "ok",
            Verdict::Differs => "differs",
            Verdict::Disputed => "disputed",
            Verdict::DisputedAgrees => "disputed-agrees",
            Verdict::Error(_) => "error",
        })
    }
}

impl Checked {
    /// The columns of [`Checked::fields`].
    pub const COLUMNS: [&str; 6] = ["source", "locator", "position", "expected", "computed", "status"];

    /// The result as a row of a table with the columns [`Checked::COLUMNS`].
    pub fn fields(&self) -> [String; 6] {
        [
            self.source.clone(),
            self.locator.clone(),
            self.position.clone(),
            self.expected.clone(),
            self.computed.clone(),
            self.verdict.to_string(),
        ]
    }

    /// What is to be told of the row, if anything: that it differs although it is not disputed, or why it could
    /// not be checked.
    pub fn trouble(&self) -> Option<String> {
        let Checked { source, line, locator, expected, computed, .. } = self;
        match &self.verdict {
            Verdict::Error(problem) => Some(format!("{source}:{line}: {problem}")),
            Verdict::Differs => {
                Some(format!("{source}:{line}: {locator}: {expected} is expected, but it is {computed}"))
            }
            Verdict::Ok | Verdict::Disputed | Verdict::DisputedAgrees => None,
        }
    }

    /// Why the row could not be checked, if it could not, with its place in the table.
    pub fn error(&self) -> Option<RowError> {
        match &self.verdict {
            Verdict::Error(problem) => {
                Some(RowError { source: self.source.clone(), line: self.line, problem: problem.clone() })
            }
            _ => None,
        }
    }
}

/// How many rows had which result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows that agree.
    pub ok: usize,
    /// Rows that differ.
    pub differs: usize,
    /// Disputed rows, which differ.
    pub disputed: usize,
    /// Disputed rows that agree nevertheless.
    pub disputed_agrees: usize,
    /// Rows that could not be checked.
    pub errors: usize,
}

impl Summary {
    /// Counts results.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Checked>) -> Summary {
        let mut summary = Summary::default();
        for row in rows {
            *match row.verdict {
                Verdict::Ok => &mut summary.ok,
                Verdict::Differs => &mut summary.differs,
                Verdict::Disputed => &mut summary.disputed,
                Verdict::DisputedAgrees => &mut summary.disputed_agrees,
                Verdict::Error(_) => &mut summary.errors,
            } += 1;
        }
        summary
    }

    /// The number of rows.
    pub fn total(&self) -> usize {
        self.ok + self.differs + self.disputed + self.disputed_agrees + self.errors
    }

    /// Whether all rows could be checked and none but disputed ones differ.
    pub fn is_success(&self) -> bool {
        self.differs == 0 && self.errors == 0
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { ok, differs, disputed, disputed_agrees, errors } = self;
        write!(f, "{} checked: {ok} ok, {differs} differ, {errors} could not be checked", self.total())?;
        write!(f, "; {disputed} disputed")?;
        match disputed_agrees {
            0 => Ok(()),
            _ => write!(f, " and differ, {disputed_agrees} disputed but agree"),
        }
    }
}

/// Checks all rows of a table, in their order. `memory` is a ceiling in bytes.
///
/// The positions of which a value is expected are evaluated together, those of each set of rules with one
/// solver. If that fails, for want of memory or because a number is too large, they are evaluated in ever
/// smaller groups, so that only the rows that cannot be evaluated on their own end as [`Verdict::Error`]. Where
/// an outcome class is expected, no value is computed: the winner is known also of positions whose value is
/// out of reach.
///
/// # Errors
/// [`SolveError::Interrupted`] if the computation was stopped through its monitor, and no other.
pub fn check_table(
    table: &Table,
    memory: Option<u64>,
    monitor: &Monitor,
) -> Result<Vec<Checked>, SolveError> {
    let mut findings: Vec<Finding> = table.rows.iter().map(not_computed).collect();
    for rules in Rules::ALL {
        let (mut values, mut outcomes) = (Vec::new(), Vec::new());
        for (index, row) in table.rows.iter().enumerate() {
            let Ok(claim) = &row.claim else { continue };
            match &claim.expected {
                _ if claim.rules != rules => {}
                Expected::Value(text) => values.push((index, &claim.position, text.as_str())),
                Expected::Outcome(class) => outcomes.push((index, &claim.position, *class)),
            }
        }
        let run = Run { rules, memory, monitor };
        run.check_values(&values, &mut findings)?;
        run.check_outcomes(&outcomes, &mut findings)?;
    }
    let rows = table.rows.iter().zip(findings);
    Ok(rows.map(|(row, finding)| report(&table.source, row, finding)).collect())
}

/// What was found out about a row: the computed value or outcome, and whether it is the expected one.
type Finding = (String, Result<bool, RowProblem>);

/// What is known of a row before anything is computed.
fn not_computed(row: &Row) -> Finding {
    let problem = row.claim.as_ref().err().cloned();
    (String::new(), Err(problem.unwrap_or(RowProblem::Computation(SolveError::Interrupted))))
}

/// Bytes for what is proved of outcomes, at most.
const OUTCOME_MEMORY: u64 = 1 << 28;

/// What the rows that are evaluated together have in common.
struct Run<'a> {
    rules: Rules,
    memory: Option<u64>,
    monitor: &'a Monitor,
}

impl Run<'_> {
    /// Checks numbered positions with their values, and puts the findings at their numbers.
    fn check_values(
        &self,
        claims: &[(usize, &Position, &str)],
        findings: &mut [Finding],
    ) -> Result<(), SolveError> {
        if claims.is_empty() {
            return Ok(());
        }
        let limits = StoreLimits { memory: self.memory, ..StoreLimits::default() };
        let store = ValueStore::with_limits(limits);
        let error = match self.evaluate(&store, claims) {
            Ok(values) => {
                for (&(index, _, expected), value) in claims.iter().zip(values) {
                    findings[index] = compare(&store, expected, value);
                }
                return Ok(());
            }
            Err(SolveError::Interrupted) => return Err(SolveError::Interrupted),
            Err(error) => error,
        };
        // What the failed attempt holds would count against the memory of the next.
        drop(store);
        if let [(index, ..)] = claims {
            findings[*index].1 = Err(RowProblem::Computation(error));
            return Ok(());
        }
        let (first, second) = claims.split_at(claims.len() / 2);
        self.check_values(first, findings)?;
        self.check_values(second, findings)
    }

    fn evaluate(
        &self,
        store: &ValueStore,
        claims: &[(usize, &Position, &str)],
    ) -> Result<Vec<CanonicalForm>, SolveError> {
        let positions: Vec<_> = claims.iter().map(|&(_, position, _)| position.clone()).collect();
        ValueSolver::new(store, self.rules, self.memory).values(&positions, self.monitor)
    }

    /// Checks numbered positions with their outcome classes, and puts the findings at their numbers.
    fn check_outcomes(
        &self,
        claims: &[(usize, &Position, OutcomeClass)],
        findings: &mut [Finding],
    ) -> Result<(), SolveError> {
        if claims.is_empty() {
            return Ok(());
        }
        let memory = self.memory.map_or(OUTCOME_MEMORY, |memory| memory.min(OUTCOME_MEMORY));
        let mut solver = OutcomeSolver::new(self.rules, memory);
        for &(index, position, expected) in claims {
            let class = match &mut solver {
                Ok(solver) => solver.outcome_class(position, self.monitor),
                Err(error) => Err(error.clone()),
            };
            findings[index] = match class {
                Ok(class) => (class.to_string(), Ok(class == expected)),
                Err(SolveError::Interrupted) => return Err(SolveError::Interrupted),
                Err(error) => (String::new(), Err(RowProblem::Computation(error))),
            };
        }
        Ok(())
    }
}

fn compare(store: &ValueStore, expected: &str, value: CanonicalForm) -> Finding {
    let agrees = store.parse(expected).map(|expected| expected == value);
    (store.display(value, Notation::Cgsuite).to_string(), agrees.map_err(RowProblem::Expected))
}

fn report(source: &str, row: &Row, (computed, agrees): Finding) -> Checked {
    let disputed = row.claim.as_ref().is_ok_and(|claim| claim.disputed);
    let position = match &row.claim {
        Ok(claim) => claim.position.to_string(),
        Err(_) => row.position.clone(),
    };
    Checked {
        source: source.to_owned(),
        line: row.line,
        locator: row.locator.clone(),
        position,
        expected: row.expected.clone(),
        computed,
        note: row.note.clone(),
        verdict: match (agrees, disputed) {
            (Ok(true), false) => Verdict::Ok,
            (Ok(false), false) => Verdict::Differs,
            (Ok(false), true) => Verdict::Disputed,
            (Ok(true), true) => Verdict::DisputedAgrees,
            (Err(problem), _) => Verdict::Error(problem),
        },
    }
}
