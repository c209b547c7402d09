//! An answer as text, for people.

use super::answer::{Answer, Line, Start};
use super::question::Question;
use crate::cli::explain::{outcome_words, player_name};
use indicatif::HumanCount;
use konane::board::Player;
use konane::picture::position::draw_position;
use konane::solve::{MoveOutcome, RemovalOutcome};

/// All that was found out about a position.
pub fn text(question: &Question, answer: &Answer) -> String {
    let mut lines = Vec::new();
    if let Some(opening) = &question.opening {
        lines.push(("board".to_owned(), question.board()));
        lines.push(("opening".to_owned(), opening.clone()));
    }
    if let Some(class) = answer.class() {
        lines.push(("outcome".to_owned(), format!("{class}: {}", outcome_words(class))));
    }
    for start in &answer.starts {
        lines.push((format!("{} first", start.beginner), winner(start)));
    }
    lines.push(("nodes".to_owned(), HumanCount(answer.nodes).to_string()));
    lines.push(("seconds".to_owned(), format!("{:.3}", answer.seconds)));
    let mut text = draw_position(&question.position) + "\n\n";
    for (name, content) in lines {
        text += &format!("{name:12} {content}\n");
    }
    for start in &answer.starts {
        if let Some(removals) = &start.removals {
            text += &list_of_removals(removals);
        }
        if let Some(moves) = &start.moves {
            text += &list(start.beginner, moves);
        }
        if let Some(line) = &start.line {
            text += &line_text(start, line);
        }
    }
    text
}

/// Who wins, and by which move.
fn winner(start: &Start) -> String {
    let name = player_name(start.winner);
    match &start.winning_move {
        Some(played) => format!("{name} wins by {played}"),
        None => format!("{name} wins"),
    }
}

/// The moves of a player, those that win first.
fn list(player: Player, moves: &[MoveOutcome]) -> String {
    let name = player_name(player);
    if moves.is_empty() {
        return format!("\n{name} has no move\n");
    }
    let of = |wins: bool| -> Vec<String> {
        let those = moves.iter().filter(|outcome| outcome.wins == wins);
        those.map(|outcome| outcome.played.to_string()).collect()
    };
    let none = if moves.iter().any(|outcome| outcome.wins) { "" } else { ", none of which wins" };
    let mut text = format!("\n{name} moves{none}\n");
    for (result, moves) in [("wins", of(true)), ("loses", of(false))] {
        if !moves.is_empty() {
            text += &format!("  {result:5}  {}\n", moves.join(" "));
        }
    }
    text
}

/// The removals of Black's, and the answers to those that lose.
fn list_of_removals(removals: &[RemovalOutcome]) -> String {
    let none = if removals.iter().any(|removal| removal.wins) { "" } else { ", none of which wins" };
    let mut text = format!("\n{} removes{none}\n", player_name(Player::Black));
    for removal in removals {
        let winning = removal.answers.iter().filter(|answer| answer.wins);
        let winning: Vec<String> = winning.map(|answer| answer.opening.white().to_string()).collect();
        text += &match removal.wins {
            true => format!("  wins   {}\n", removal.square),
            false => format!("  loses  {}  answered by {}\n", removal.square, winning.join(" ")),
        };
    }
    text
}

fn line_text(start: &Start, line: &Line) -> String {
    let result = if start.winner == start.beginner { "wins" } else { "loses" };
    let mut text = format!("\n{} begins and {result}\n", player_name(start.beginner));
    let plies: Vec<(Player, String)> = line.plies().collect();
    let width = plies.len().to_string().len() + 1;
    for (index, (player, played)) in plies.into_iter().enumerate() {
        let (number, player) = (format!("{}.", index + 1), player.to_string());
        text += &format!("  {number:>width$} {player:5}  {played}\n");
    }
    text + &format!("  {} has no move and loses\n", player_name(start.winner.opponent()))
}
