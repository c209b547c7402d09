//! The moves of a position: where each leads, which are best and which win.

use super::failure::Failure;
use konane::board::{Player, Position, Rules, moves};
use konane::solve::{Monitor, ValueSolver};
use konane::value::notation::Notation;
use konane::value::{CanonicalForm, Side, ValueError, ValueStore};
use std::fmt::Write;

/// Moves of one player that lead to the same value.
struct MoveGroup {
    value: CanonicalForm,
    moves: Vec<String>,
    is_best: bool,
    wins: bool,
}

/// A text that lists the moves of both players by the value they lead to.
pub fn explain(
    solver: &mut ValueSolver<'_>,
    position: &Position,
    rules: Rules,
    notation: Notation,
    monitor: &Monitor,
) -> Result<String, Failure> {
    let mut text = String::new();
    for (player, side, name) in
        [(Player::Black, Side::Left, "Left (Black)"), (Player::White, Side::Right, "Right (White)")]
    {
        let groups = move_groups(solver, position, player, side, rules, monitor)?;
        text.push_str(&write_groups(solver.store(), name, &groups, notation)?);
    }
    Ok(text)
}

fn move_groups(
    solver: &mut ValueSolver<'_>,
    position: &Position,
    player: Player,
    side: Side,
    rules: Rules,
    monitor: &Monitor,
) -> Result<Vec<MoveGroup>, Failure> {
    let moves = moves(position, player, rules);
    let options = moves.iter().map(|played| position.play(played)).collect::<Result<Vec<_>, _>>();
    let options = options.map_err(|error| Failure::Failed(error.to_string()))?;
    let values = solver.values(&options, monitor)?;
    let store = solver.store();
    let mut groups: Vec<MoveGroup> = Vec::new();
    for (played, &value) in moves.iter().zip(&values) {
        match groups.iter_mut().find(|group| group.value == value) {
            Some(group) => group.moves.push(played.to_string()),
            None => groups.push(MoveGroup {
                value,
                moves: vec![played.to_string()],
                is_best: is_undominated(store, value, &values, side)?,
                wins: is_at_least(store, value, CanonicalForm::ZERO, side)?,
            }),
        }
    }
    groups.sort_by_key(|group| !group.is_best);
    Ok(groups)
}

/// Whether `a` is at least as good as `b` for the player of `side`.
fn is_at_least(
    store: &ValueStore,
    a: CanonicalForm,
    b: CanonicalForm,
    side: Side,
) -> Result<bool, ValueError> {
    match side {
        Side::Left => store.le(b, a),
        Side::Right => store.le(a, b),
    }
}

fn is_undominated(
    store: &ValueStore,
    value: CanonicalForm,
    values: &[CanonicalForm],
    side: Side,
) -> Result<bool, ValueError> {
    for &other in values {
        if other != value && is_at_least(store, other, value, side)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn write_groups(
    store: &ValueStore,
    name: &str,
    groups: &[MoveGroup],
    notation: Notation,
) -> Result<String, ValueError> {
    if groups.is_empty() {
        return Ok(format!("\n{name} has no move\n"));
    }
    let values = groups.iter().map(|group| store.text(group.value, notation));
    let values = values.collect::<Result<Vec<_>, _>>()?;
    let width = values.iter().map(|value| value.chars().count()).max().unwrap_or(0).min(40);
    let mut text = match groups.iter().any(|group| group.wins) {
        true => format!("\n{name} moves\n"),
        false => format!("\n{name} moves, none of which wins\n"),
    };
    for (group, value) in groups.iter().zip(values) {
        let quality = if group.is_best { "best" } else { "dominated" };
        let wins = if group.wins { "wins" } else { "" };
        let line = format!("  {quality:9}  {wins:4}  {value:width$}  {}", group.moves.join(" "));
        let _ = writeln!(text, "{line}");
    }
    Ok(text)
}
