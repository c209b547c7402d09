//! Whole games by keys, on screens of all sizes.

use super::super::session::{People, Session};
use super::state::{State, Wish};
use super::view;
use konane::board::{Player, Position, Rules, Square};
use konane::game::{Game, GameRecord, RemovalRule, Start};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Color, Modifier};

fn session(start: Start) -> Session {
    let record = GameRecord::new(Game::new(start, Rules::MultiJump));
    Session::new(record, People::Both, None, None).unwrap()
}

fn full_board(rows: usize, columns: usize) -> Session {
    session(Start::full_board(rows, columns, RemovalRule::CornerOrCenter).unwrap())
}

fn set_up(position: &str) -> Session {
    session(Start::set_up(position.parse().unwrap(), Player::Black))
}

fn state_of(session: &Session) -> State {
    State::new(session.record().game().position())
}

/// Presses a key, and does what it asks for. Returns whether to leave.
fn press(state: &mut State, session: &mut Session, code: KeyCode) -> bool {
    match state.press(KeyEvent::new(code, KeyModifiers::NONE), session) {
        Some(Wish::Quit) => true,
        Some(Wish::Do(command)) => {
            let events = session.perform(command);
            state.take_note(&events, session);
            false
        }
        None => false,
    }
}

/// Moves the cursor to a square and presses Enter.
fn enter(state: &mut State, session: &mut Session, square: &str) {
    let square: Square = square.parse().unwrap();
    for _ in 0..32 {
        let code = match (square.row.cmp(&state.cursor.row), square.column.cmp(&state.cursor.column)) {
            (std::cmp::Ordering::Less, _) => KeyCode::Up,
            (std::cmp::Ordering::Greater, _) => KeyCode::Down,
            (_, std::cmp::Ordering::Less) => KeyCode::Left,
            (_, std::cmp::Ordering::Greater) => KeyCode::Right,
            _ => KeyCode::Enter,
        };
        press(state, session, code);
        if code == KeyCode::Enter {
            return;
        }
    }
    panic!("the cursor does not reach {square}");
}

fn drawn(session: &Session, state: &State, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(frame.area(), frame.buffer_mut(), session, state, false)).unwrap();
    terminal
}

/// The lines of a screen, without the spaces at their ends.
fn lines(terminal: &Terminal<TestBackend>) -> Vec<String> {
    let buffer = terminal.backend().buffer();
    let width = usize::from(buffer.area.width);
    let line = |cells: &[ratatui::buffer::Cell]| cells.iter().map(|cell| cell.symbol()).collect::<String>();
    buffer.content.chunks(width).map(|cells| line(cells).trim_end().to_owned()).collect()
}

#[test]
fn the_screen_shows_the_board_the_moves_and_the_keys() {
    let mut session = full_board(4, 4);
    let mut state = state_of(&session);
    for square in ["A1", "B1", "A3", "A1"] {
        enter(&mut state, &mut session, square);
    }
    assert_eq!(
        lines(&drawn(&session, &state, 70, 9)),
        [
            "  A B C D     1.  A1        B1",
            "1 x . x o     3.  A3-A1",
            "2 . x o x",
            "3 . o x o",
            "4 o x o x",
            "",
            "move 4, white: jump",
            "black plays A3-A1",
            "arrows, Enter: move  u: undo  h: hint  s: save  R: resign  q: quit",
        ]
    );
}

#[test]
fn legal_landings_are_seen_when_a_stone_is_picked_up() {
    let mut session = set_up(".....x/.xo.o./......");
    let mut state = state_of(&session);
    let backgrounds = |session: &Session, state: &State, color: Color| -> Vec<(u16, u16)> {
        let terminal = drawn(session, state, 40, 10);
        let buffer = terminal.backend().buffer();
        let places = (0..10).flat_map(|y| (0..40).map(move |x| (x, y)));
        places.filter(|&place| buffer[place].bg == color).collect()
    };
    // Only the stone on B2 can jump.
    assert_eq!(backgrounds(&session, &state, Color::DarkGray), [(4, 2)]);
    enter(&mut state, &mut session, "F1");
    assert_eq!(state.told, "nothing to jump with on F1");
    enter(&mut state, &mut session, "B2");
    assert_eq!(state.picked, "B2".parse().ok());
    assert_eq!(backgrounds(&session, &state, Color::Green), [(8, 2), (12, 2)]);
    press(&mut state, &mut session, KeyCode::Esc);
    assert_eq!(backgrounds(&session, &state, Color::Green), []);
    enter(&mut state, &mut session, "B2");
    enter(&mut state, &mut session, "B2");
    assert_eq!(state.picked, None);
    enter(&mut state, &mut session, "B2");
    enter(&mut state, &mut session, "F2");
    assert_eq!(session.record().game().position().to_string(), ".....x/.....x/......");
    assert_eq!(state.told, "black plays B2-D2-F2; white cannot move: black has won");
    // Nothing can be done but to take it back.
    enter(&mut state, &mut session, "F2");
    assert_eq!(backgrounds(&session, &state, Color::DarkGray), []);
    press(&mut state, &mut session, KeyCode::Char('u'));
    assert!(session.record().game().plies().is_empty());
}

#[test]
fn windows_of_all_sizes_show_the_cursor_and_nothing_panics() {
    for (session, far) in [
        (full_board(1, 1), "A1"),
        (full_board(20, 20), "T20"),
        (full_board(1, 447), "QE1"),
        (full_board(447, 1), "A447"),
    ] {
        let mut state = state_of(&session);
        for cursor in ["A1", far] {
            state.cursor = cursor.parse().unwrap();
            state.picked = Some(state.cursor);
            state.name = Some("näme".to_owned());
            for (width, height) in [(0, 0), (1, 1), (3, 2), (1, 30), (80, 1), (7, 5), (80, 24), (300, 100)] {
                let terminal = drawn(&session, &state, width, height);
                let cells = terminal.backend().buffer().content.iter();
                let cursors = cells.filter(|cell| cell.modifier.contains(Modifier::REVERSED)).count();
                let has_room = width >= 7 && height >= 5;
                assert_eq!(cursors, usize::from(has_room), "{cursor} in {width}×{height}");
            }
        }
    }
}

#[test]
fn what_is_told_goes_on_in_the_next_lines() {
    let session = full_board(2, 2);
    let mut state = state_of(&session);
    state.told = "a hint that is longer than the line".to_owned();
    let expected =
        ["  A B", "1 x o", "move 1, black", "a hint that i", "s longer than", " the line", "arrows, Enter"];
    assert_eq!(lines(&drawn(&session, &state, 13, 7)), expected);
}

#[test]
fn the_name_of_a_file_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    let mut session = full_board(4, 4);
    let mut state = state_of(&session);
    enter(&mut state, &mut session, "A1");
    assert!(!press(&mut state, &mut session, KeyCode::Char('q')));
    assert_eq!(state.told, "the game is not saved: s saves it, q again leaves it");
    press(&mut state, &mut session, KeyCode::Char('s'));
    press(&mut state, &mut session, KeyCode::Char('q'));
    assert_eq!(lines(&drawn(&session, &state, 70, 9))[6], "save as: q_");
    press(&mut state, &mut session, KeyCode::Backspace);
    file.to_str().unwrap().chars().for_each(|character| {
        press(&mut state, &mut session, KeyCode::Char(character));
    });
    press(&mut state, &mut session, KeyCode::Enter);
    assert_eq!(state.told, format!("saved in {}", file.display()));
    let saved: GameRecord = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    assert_eq!(&saved, session.record());
    assert!(press(&mut state, &mut session, KeyCode::Char('q')));
    // From now on it has a name.
    press(&mut state, &mut session, KeyCode::Char('u'));
    press(&mut state, &mut session, KeyCode::Char('s'));
    assert_eq!(state.name, None);
    let saved: GameRecord = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    assert!(saved.game().plies().is_empty());
    assert!(press(&mut state, &mut session, KeyCode::Char('q')));
}

#[test]
fn ctrl_c_leaves_at_once_and_typing_a_name_can_be_given_up() {
    let mut session = full_board(4, 4);
    let mut state = state_of(&session);
    press(&mut state, &mut session, KeyCode::Char('s'));
    press(&mut state, &mut session, KeyCode::Char('x'));
    press(&mut state, &mut session, KeyCode::Esc);
    assert_eq!(state.name, None);
    let interrupt = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(state.press(interrupt, &session), Some(Wish::Quit));
}

#[test]
fn resigning_ends_the_game() {
    let mut session = full_board(4, 4);
    let mut state = state_of(&session);
    press(&mut state, &mut session, KeyCode::Char('R'));
    assert_eq!(state.told, "black resigns: white has won");
    assert_eq!(lines(&drawn(&session, &state, 70, 9))[6], "white has won");
    let before: Position = session.record().game().position().clone();
    enter(&mut state, &mut session, "A1");
    assert_eq!(session.record().game().position(), &before);
}
