//! What the screen shows: the board, what was played and told, and the keys. In a window that is too small
//! for all of it the board is shown around the cursor.

use super::super::session::Session;
use super::state::State;
use konane::board::{Cell, Position, Square};
use konane::game::Ply;
use konane::picture::position::column_name;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// The most lines for what was told last.
const MOST_LINES_TOLD: usize = 4;

/// The space between the board and the list of moves.
const GAP: u16 = 3;

const KEYS: &str = "arrows, Enter: move  u: undo  h: hint  s: save  R: resign  q: quit";

const THINKING_KEYS: &str = "Space: play now  q: quit";

/// Draws everything.
pub fn draw(area: Rect, buffer: &mut Buffer, session: &Session, state: &State, is_thinking: bool) {
    let lines = lines_below(session, state, is_thinking, usize::from(area.width));
    let below = area.height.min(lines.len() as u16);
    let above = Rect { height: area.height - below, ..area };
    let board = board_width(session.record().game().position()).min(usize::from(area.width)) as u16;
    draw_board(Rect { width: board, ..above }, buffer, session, state);
    let left = (board + GAP).min(area.width);
    draw_list(Rect { x: area.x + left, width: area.width - left, ..above }, buffer, session);
    let area = Rect { y: area.y + above.height, height: below, ..area };
    for (line, y) in lines.iter().zip(0..) {
        let style = if y == 0 { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        write(area, buffer, (0, y), line, style);
    }
}

/// Writes in one line of an area as much of the text as there is room for.
fn write(area: Rect, buffer: &mut Buffer, (x, y): (usize, usize), text: &str, style: Style) {
    if x < usize::from(area.width) && y < usize::from(area.height) {
        let room = usize::from(area.width) - x;
        buffer.set_stringn(area.x + x as u16, area.y + y as u16, text, room, style);
    }
}

fn board_width(position: &Position) -> usize {
    row_margin(position) + position.columns() * (column_width(position) + 1)
}

/// The width of the numbers of rows.
fn row_margin(position: &Position) -> usize {
    position.rows().to_string().len()
}

/// The width of a column without the space before it.
fn column_width(position: &Position) -> usize {
    column_name(position.columns() - 1).len()
}

/// The first of so many lines to show, so that the cursor is seen, as far in the middle as possible.
fn first_shown(cursor: usize, lines: usize, room: usize) -> usize {
    cursor.saturating_sub(room / 2).min(lines.saturating_sub(room))
}

fn draw_board(area: Rect, buffer: &mut Buffer, session: &Session, state: &State) {
    let position = session.record().game().position();
    let (margin, width) = (row_margin(position), column_width(position) + 1);
    let rows = usize::from(area.height).saturating_sub(1).min(position.rows());
    let columns = (usize::from(area.width).saturating_sub(margin) / width).min(position.columns());
    let first_row = first_shown(state.cursor.row, position.rows(), rows);
    let first_column = first_shown(state.cursor.column, position.columns(), columns);
    let (targets, last) = (state.targets(session), last_squares(session));
    let faint = Style::new().add_modifier(Modifier::DIM);
    for across in 0..columns {
        let name = format!("{:>width$}", column_name(first_column + across));
        write(area, buffer, (margin + across * width, 0), &name, faint);
    }
    for down in 0..rows {
        let row = first_row + down;
        write(area, buffer, (0, down + 1), &format!("{:>margin$}", row + 1), faint);
        for across in 0..columns {
            let square = Square { row, column: first_column + across };
            let place = (margin + (across + 1) * width - 1, down + 1);
            let cell = position.cell(square.row, square.column);
            let style = style(square, cell, state, &targets, &last);
            write(area, buffer, place, &cell.symbol().to_string(), style);
        }
    }
}

/// The squares that the last ply has to do with.
fn last_squares(session: &Session) -> Vec<Square> {
    match session.record().game().plies().last() {
        None => Vec::new(),
        Some(Ply::Removal(square)) => vec![*square],
        Some(Ply::Move(played)) => vec![played.from(), played.to()],
    }
}

fn style(square: Square, cell: Cell, state: &State, targets: &[Square], last: &[Square]) -> Style {
    let mut style = match cell {
        Cell::Black => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
        Cell::White => Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD),
        Cell::Empty | Cell::Hole => Style::new(),
    };
    if last.contains(&square) {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if targets.contains(&square) {
        let landing = style.bg(Color::Green).fg(Color::Black);
        style = if state.picked.is_some() { landing } else { style.bg(Color::DarkGray) };
    }
    if state.picked == Some(square) {
        style = style.bg(Color::Magenta).fg(Color::White);
    }
    if state.cursor == square { style.add_modifier(Modifier::REVERSED) } else { style }
}

/// The plies, two a line, as many of the last as there is room for.
fn draw_list(area: Rect, buffer: &mut Buffer, session: &Session) {
    let pairs = session.record().game().plies().chunks(2).zip(0..);
    let lines: Vec<String> = pairs
        .map(|(pair, line)| {
            let pair: String = pair.iter().map(|ply| format!("  {:<8}", ply.to_string())).collect();
            format!("{:>3}.{pair}", 2 * line + 1)
        })
        .collect();
    let first = lines.len().saturating_sub(usize::from(area.height));
    for (line, y) in lines[first..].iter().zip(0..) {
        write(area, buffer, (0, y), line, Style::new());
    }
}

/// Below the board: whose turn it is, what was told last, and the keys.
fn lines_below(session: &Session, state: &State, is_thinking: bool, width: usize) -> Vec<String> {
    let told: Vec<char> = state.told.chars().collect();
    let told = told.chunks(width.max(1)).take(MOST_LINES_TOLD).map(|line| line.iter().collect());
    let keys = if is_thinking { THINKING_KEYS } else { KEYS };
    let mut lines = vec![turn(session, state, is_thinking)];
    lines.extend(told);
    lines.push(keys.to_owned());
    lines
}

fn turn(session: &Session, state: &State, is_thinking: bool) -> String {
    let game = session.record().game();
    let wanted = match (is_thinking, game.is_removal_next()) {
        (true, _) => "the engine thinks",
        (false, true) => "remove a stone",
        (false, false) => "jump",
    };
    match (&state.name, session.record().winner()) {
        (Some(name), _) => format!("save as: {name}_"),
        (None, Some(winner)) => format!("{winner} has won"),
        (None, None) => format!("move {}, {}: {wanted}", game.plies().len() + 1, game.to_move()),
    }
}
