//! The game on the whole screen of a terminal.

mod state;
#[cfg(test)]
mod tests;
mod view;

use self::state::{State, Wish};
use super::session::{Event, Session};
use super::thinker::Thinker;
use crate::cli::failure::Failure;
use konane::solve::Monitor;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use std::io;
use std::thread;
use std::time::Duration;

/// How often keys are looked for while the engine thinks.
const POLL: Duration = Duration::from_millis(40);

/// Plays until somebody ends it.
pub fn run(session: &mut Session, thinker: &mut Thinker) -> Result<(), Failure> {
    let mut terminal = ratatui::try_init().map_err(|error| failed(&error))?;
    let played = play(&mut terminal, session, thinker);
    ratatui::restore();
    played
}

fn failed(error: &io::Error) -> Failure {
    Failure::Failed(format!("the terminal: {error}"))
}

fn play(terminal: &mut DefaultTerminal, session: &mut Session, thinker: &mut Thinker) -> Result<(), Failure> {
    let mut state = State::new(session.record().game().position());
    loop {
        if session.is_engine_next() {
            let thought = while_shown(terminal, session, &mut state, |monitor| {
                thinker.choose(session.record().game(), monitor)
            })?;
            let Some(choice) = thought else { return Ok(()) };
            let events = choice?.map(|choice| session.play_chosen(choice));
            state.take_note(&events.unwrap_or_default(), session);
            continue;
        }
        draw(terminal, session, &state, false)?;
        let Some(key) = next_key()? else { continue };
        match state.press(key, session) {
            None => {}
            Some(Wish::Quit) => return Ok(()),
            Some(Wish::Do(command)) => {
                let mut events = session.perform(command);
                if events.contains(&Event::HintWanted) {
                    let thought = while_shown(terminal, session, &mut state, |monitor| {
                        thinker.hint(session.record().game(), monitor)
                    })?;
                    let Some(hint) = thought else { return Ok(()) };
                    events = vec![Event::Hint(hint?)];
                }
                state.take_note(&events, session);
            }
        }
    }
}

fn draw(
    terminal: &mut DefaultTerminal,
    session: &Session,
    state: &State,
    is_thinking: bool,
) -> Result<(), Failure> {
    let drawn =
        terminal.draw(|frame| view::draw(frame.area(), frame.buffer_mut(), session, state, is_thinking));
    drawn.map(drop).map_err(|error| failed(&error))
}

/// The next key that is pressed; none if something else has happened, such as a change of the window's size.
fn next_key() -> Result<Option<KeyEvent>, Failure> {
    match event::read().map_err(|error| failed(&error))? {
        TerminalEvent::Key(key) if key.kind != KeyEventKind::Release => Ok(Some(key)),
        _ => Ok(None),
    }
}

/// Does some work beside the screen, which still answers: Space has the work stopped and what it has found
/// taken, q has it stopped and nothing returned.
fn while_shown<T: Send>(
    terminal: &mut DefaultTerminal,
    session: &Session,
    state: &mut State,
    work: impl FnOnce(&Monitor) -> T + Send,
) -> Result<Option<T>, Failure> {
    let monitor = Monitor::new();
    thread::scope(|scope| {
        let worker = scope.spawn(|| work(&monitor));
        let mut is_wanted = Ok(true);
        while !worker.is_finished() && matches!(is_wanted, Ok(true)) {
            is_wanted = look(terminal, session, state, &monitor);
        }
        // Whatever the reason to go, nobody waits for a worker that goes on.
        if !matches!(is_wanted, Ok(true)) {
            monitor.stop();
        }
        let found = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok(is_wanted?.then_some(found))
    })
}

/// Draws the screen and looks for keys while the engine thinks. Returns whether its answer is wanted.
fn look(
    terminal: &mut DefaultTerminal,
    session: &Session,
    state: &mut State,
    monitor: &Monitor,
) -> Result<bool, Failure> {
    draw(terminal, session, state, true)?;
    if !event::poll(POLL).map_err(|error| failed(&error))? {
        return Ok(true);
    }
    match next_key()? {
        Some(key) if key.code == KeyCode::Char(' ') => monitor.stop(),
        Some(key) if key.code == KeyCode::Char('q') || is_interrupt(key) => {
            return Ok(state.press(key, session) != Some(Wish::Quit));
        }
        _ => {}
    }
    Ok(true)
}

/// Whether the key is Ctrl-C, which is no signal here.
fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}
