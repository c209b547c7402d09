//! The game in lines of text: for pipes, and for terminals that show nothing else.

use super::command::Command;
use super::session::{Event, Session};
use super::thinker::Thinker;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use konane::board::Position;
use konane::solve::Monitor;
use std::io::{BufRead, IsTerminal, stdin};

/// Plays until the input ends, or somebody ends it; a game that the engine plays alone until it is over.
pub fn run(session: &mut Session, thinker: &mut Thinker) -> Result<(), Failure> {
    let mut conversation = Conversation { output: Output::stdout(), shown: None };
    if let Some(over) = session.over() {
        conversation.show_board(session)?;
        conversation.tell(&[over])?;
    }
    loop {
        if session.is_engine_next() {
            let choice = thinker.choose(session.record().game(), &Monitor::new())?;
            let events = choice.map(|choice| session.play_chosen(choice));
            conversation.tell(&events.unwrap_or_default())?;
            continue;
        }
        conversation.show_board(session)?;
        if !session.has_people() {
            return conversation.output.finish();
        }
        let Some(line) = conversation.ask(session)? else { return conversation.output.finish() };
        match Command::parse(&line) {
            Ok(None) => {}
            Ok(Some(command)) => {
                let mut events = session.perform(command);
                if events.contains(&Event::HintWanted) {
                    events = vec![Event::Hint(thinker.hint(session.record().game(), &Monitor::new())?)];
                }
                conversation.tell(&events)?;
                if events.contains(&Event::Quit) {
                    return conversation.output.finish();
                }
            }
            Err(problem) => conversation.tell(&[Event::Refused(problem)])?,
        }
    }
}

/// What is said, and what has been shown.
struct Conversation {
    output: Output,
    /// The board that was drawn last.
    shown: Option<Position>,
}

impl Conversation {
    fn tell(&mut self, events: &[Event]) -> Result<(), Failure> {
        for event in events.iter().filter(|&event| *event != Event::Quit) {
            self.output.write(format!("{event}\n").as_bytes())?;
        }
        self.output.flush()
    }

    /// Draws the board unless it is as it was.
    fn show_board(&mut self, session: &Session) -> Result<(), Failure> {
        let position = session.record().game().position();
        if self.shown.as_ref() != Some(position) {
            self.tell(&[Event::Board(position.clone())])?;
            self.shown = Some(position.clone());
        }
        Ok(())
    }

    /// The next line of the input, if it has not ended. What does not come from a terminal is repeated, so
    /// that what is written reads like what would be seen on one.
    fn ask(&mut self, session: &Session) -> Result<Option<String>, Failure> {
        let prompt = match session.record().winner() {
            Some(_) => "game over> ".to_owned(),
            None => format!(
                "{}, move {}> ",
                session.record().game().to_move(),
                session.record().game().plies().len() + 1
            ),
        };
        self.output.write(prompt.as_bytes())?;
        self.output.flush()?;
        let mut line = Vec::new();
        let read = stdin().lock().read_until(b'\n', &mut line);
        let read = read.map_err(|error| Failure::Failed(format!("standard input: {error}")))?;
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        if read == 0 {
            self.output.write(b"\n")?;
        } else if !stdin().is_terminal() {
            self.output.write(format!("{line}\n").as_bytes())?;
        }
        Ok((read > 0).then_some(line))
    }
}
