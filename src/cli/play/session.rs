//! A game between players and the engine: commands in, events out. How they are typed and shown is for
//! those who use it.

use super::command::{Command, HELP};
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::replay::read_record;
use konane::board::{Player, Position};
use konane::game::{GameRecord, Ply};
use konane::picture::position::draw_position;
use konane::play::{Basis, Choice, Hint};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Which players are people; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum People {
    /// You play Black
    Black,
    /// You play White
    White,
    /// People play both
    Both,
    /// The engine plays both
    None,
}

impl People {
    /// Whether the player is one of them.
    pub fn include(self, player: Player) -> bool {
        match self {
            People::Black => player == Player::Black,
            People::White => player == Player::White,
            People::Both => true,
            People::None => false,
        }
    }
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A ply was played.
    Played {
        /// By whom.
        player: Player,
        /// The ply.
        ply: Ply,
        /// What the engine says of it, if it was the engine.
        basis: Option<Basis>,
    },
    /// So many plies, or a resignation, were taken back.
    TakenBack(usize),
    /// The game is over.
    Over {
        /// Who has won.
        winner: Player,
        /// Whether by resignation.
        resigned: bool,
    },
    /// What can be played.
    Legal(Vec<Ply>),
    /// The board.
    Board(Position),
    /// What the engine says to help.
    Hint(Hint),
    /// The engine is to say something to help.
    HintWanted,
    /// The game was saved.
    Saved(PathBuf),
    /// A game was loaded.
    Loaded(PathBuf),
    /// From now on the game is saved in another file after each ply.
    KeptIn(PathBuf),
    /// What can be typed.
    Help,
    /// Something was not possible, and why.
    Refused(String),
    /// It is to end.
    Quit,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Played { player, ply, basis: Some(basis) } => write!(f, "{player} plays {ply} ({basis})"),
            Event::Played { player, ply, basis: None } => write!(f, "{player} plays {ply}"),
            Event::TakenBack(0) => f.write_str("resignation taken back"),
            Event::TakenBack(1) => f.write_str("1 move taken back"),
            Event::TakenBack(plies) => write!(f, "{plies} moves taken back"),
            Event::Over { winner, resigned: true } => {
                write!(f, "{} resigns: {winner} has won", winner.opponent())
            }
            Event::Over { winner, resigned: false } => {
                write!(f, "{} cannot move: {winner} has won", winner.opponent())
            }
            Event::Legal(plies) if plies.is_empty() => f.write_str("no moves"),
            Event::Legal(plies) => {
                f.write_str(&plies.iter().map(Ply::to_string).collect::<Vec<_>>().join(" "))
            }
            Event::Board(position) => f.write_str(&draw_position(position)),
            Event::Hint(hint) => f.write_str(&told(hint)),
            Event::HintWanted | Event::Quit => Ok(()),
            Event::Saved(file) => write!(f, "saved in {}", file.display()),
            Event::Loaded(file) => write!(f, "loaded {}", file.display()),
            Event::KeptIn(file) => write!(f, "from now on each move is saved in {}", file.display()),
            Event::Help => f.write_str(HELP),
            Event::Refused(problem) => f.write_str(problem),
        }
    }
}

/// A hint in one line.
fn told(Hint { choice, winner, value }: &Hint) -> String {
    let choice = choice.as_ref().map(|Choice { played, basis, .. }| format!("{played} ({basis})"));
    let winner = winner.map(|winner| format!("{winner} wins if both play well"));
    let value = value.as_ref().map(|value| {
        let (mean, temperature) = (value.mean, value.temperature);
        format!("value {}, mean {mean}, temperature {temperature}", value.text)
    });
    let told: Vec<String> = choice.into_iter().chain(winner).chain(value).collect();
    told.join("; ")
}

/// A game, who plays it, and where it is kept.
pub struct Session {
    record: GameRecord,
    people: People,
    /// Where it is saved after each ply.
    kept_in: Option<PathBuf>,
    /// Where this game was loaded from and saved, the latest last: no other file is written over.
    files: Vec<PathBuf>,
    /// The game as it was begun, loaded or saved last.
    saved: GameRecord,
    /// Why it could not be saved after the last ply, if it is not saved yet.
    failed: Option<String>,
    /// What was to be loaded by the last command, which has only told that the game is not saved.
    warned_of: Option<PathBuf>,
    /// Held while a file is written.
    saving: Arc<Mutex<()>>,
}

impl Session {
    /// A session that begins with a game, of the file `loaded` if there is one; it is saved in `kept_in` now,
    /// and whenever it has changed.
    pub fn new(
        record: GameRecord,
        people: People,
        loaded: Option<PathBuf>,
        kept_in: Option<PathBuf>,
    ) -> Result<Session, Failure> {
        let session = Session {
            files: loaded.into_iter().chain(kept_in.clone()).collect(),
            saved: record.clone(),
            record,
            people,
            kept_in,
            failed: None,
            warned_of: None,
            saving: Arc::default(),
        };
        session.kept_in.as_deref().map_or(Ok(()), |file| session.write(file))?;
        Ok(session)
    }

    /// The game.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// What is held while a file is written, so that nobody ends the program meanwhile.
    pub fn saving(&self) -> Arc<Mutex<()>> {
        Arc::clone(&self.saving)
    }

    /// Whether nothing would be lost if it ended now.
    pub fn is_kept(&self) -> bool {
        self.record == self.saved || self.record.game().plies().is_empty() && self.failed.is_none()
    }

    /// Ends it.
    ///
    /// # Errors
    /// If the game was to be saved after each ply, and the last time it could not be.
    pub fn end(&self) -> Result<(), Failure> {
        let failed = self.failed.as_ref();
        failed.map_or(Ok(()), |problem| Err(Failure::Failed(format!("the game is not saved: {problem}"))))
    }

    /// Who has won, if the game is over.
    pub fn over(&self) -> Option<Event> {
        let resigned = self.record.resigned().is_some();
        self.record.winner().map(|winner| Event::Over { winner, resigned })
    }

    /// Whether it is known where to save the game.
    pub fn has_file(&self) -> bool {
        !self.files.is_empty()
    }

    /// Whether the engine is to play.
    pub fn is_engine_next(&self) -> bool {
        self.record.winner().is_none() && !self.people.include(self.record.game().to_move())
    }

    /// Whether anybody is there to play.
    pub fn has_people(&self) -> bool {
        self.people != People::None
    }

    /// Does what a player asks for.
    pub fn perform(&mut self, command: Command) -> Vec<Event> {
        let warned_of = self.warned_of.take();
        match command {
            Command::Play(ply) => self.play(ply, None),
            Command::Undo => self.undo(),
            Command::Hint if self.record.winner().is_some() => {
                vec![Event::Refused("the game is over".to_owned())]
            }
            Command::Hint => vec![Event::HintWanted],
            Command::Moves if self.record.resigned().is_some() => vec![Event::Legal(Vec::new())],
            Command::Moves => vec![Event::Legal(self.record.game().legal_plies())],
            Command::Board => vec![Event::Board(self.record.game().position().clone())],
            Command::Save(file) => self.save(file),
            Command::Load(file) => self.load(file, warned_of),
            Command::Resign => {
                let resigned = self.record.resign(self.record.game().to_move());
                self.after(resigned.map(|()| Vec::new()))
            }
            Command::Help => vec![Event::Help],
            Command::Quit => vec![Event::Quit],
        }
    }

    /// Plays what the engine has chosen.
    pub fn play_chosen(&mut self, choice: Choice<Ply>) -> Vec<Event> {
        self.play(choice.played, Some(choice.basis))
    }

    fn play(&mut self, ply: Ply, basis: Option<Basis>) -> Vec<Event> {
        let player = self.record.game().to_move();
        let played = self.record.play(ply);
        self.after(played.map(|()| vec![Event::Played { player, ply, basis }]))
    }

    /// What has happened when the game was changed, or could not be: it may be over, and is to be kept.
    fn after(&mut self, changed: Result<Vec<Event>, impl fmt::Display>) -> Vec<Event> {
        match changed {
            Ok(mut events) => {
                events.extend(self.over());
                let kept = self.kept_in.clone().map_or(Ok(()), |file| self.keep(&file));
                self.failed = kept.err();
                events.extend(self.failed.clone().map(Event::Refused));
                events
            }
            Err(error) => vec![Event::Refused(error.to_string())],
        }
    }

    /// Takes back a resignation, or plies until it is the turn of one of the people again.
    fn undo(&mut self) -> Vec<Event> {
        if !self.has_people() {
            return vec![Event::Refused("the engine takes nothing back".to_owned())];
        }
        if self.record.resigned().is_some() {
            self.record.undo();
            return self.after(Ok::<_, String>(vec![Event::TakenBack(0)]));
        }
        // What the engine played before anybody's turn stays.
        let before = self.record.game().plies().len();
        let is_turn = |&plies: &usize| self.people.include(self.record.game().to_move_after(plies));
        let Some(plies) = (0..before).rev().find(is_turn) else {
            return vec![Event::Refused("there is nothing to take back".to_owned())];
        };
        while self.record.game().plies().len() > plies {
            self.record.undo();
        }
        self.after(Ok::<_, String>(vec![Event::TakenBack(before - plies)]))
    }

    fn save(&mut self, file: Option<PathBuf>) -> Vec<Event> {
        let Some(file) = file.or_else(|| self.files.last().cloned()) else {
            return vec![Event::Refused("save needs the name of a file".to_owned())];
        };
        if file.is_file() && !self.has_been_in(&file) {
            let name = file.display();
            return vec![Event::Refused(format!(
                "{name} exists and is not of this game: save in another file"
            ))];
        }
        match self.keep(&file) {
            Ok(()) => {
                self.files.push(file.clone());
                vec![Event::Saved(file)]
            }
            Err(problem) => vec![Event::Refused(problem)],
        }
    }

    /// Whether the game was loaded from this file or saved in it, by whatever name.
    fn has_been_in(&self, file: &Path) -> bool {
        let found = fs::canonicalize(file).ok();
        found.is_some_and(|found| {
            self.files.iter().any(|own| fs::canonicalize(own).is_ok_and(|own| own == found))
        })
    }

    /// Goes on with the game in a file, where it is then saved. One that is not saved is dropped only if this
    /// was told, and the same file is asked for again.
    fn load(&mut self, file: PathBuf, warned_of: Option<PathBuf>) -> Vec<Event> {
        let record = match load(&file) {
            Ok(record) => record,
            Err(failure) => return vec![Event::Refused(failure.lines().join("; "))],
        };
        if !self.is_kept() && warned_of.as_ref() != Some(&file) {
            let name = file.display();
            let warning = format!("the game is not saved: load {name} again drops it");
            self.warned_of = Some(file);
            return vec![Event::Refused(warning)];
        }
        self.saved = record.clone();
        self.record = record;
        self.failed = None;
        self.files = vec![file.clone()];
        let moved = self.kept_in.as_mut().filter(|kept_in| **kept_in != file);
        let moved = moved.map(|kept_in| kept_in.clone_from(&file)).map(|()| Event::KeptIn(file.clone()));
        [Event::Loaded(file)].into_iter().chain(moved).chain(self.over()).collect()
    }

    /// Saves the game, or tells in one line why it cannot be.
    fn keep(&mut self, file: &Path) -> Result<(), String> {
        self.write(file).map_err(|failure| failure.lines().join("; "))?;
        self.saved = self.record.clone();
        self.failed = None;
        Ok(())
    }

    /// Writes the record beside the file and then puts it in its place.
    fn write(&self, file: &Path) -> Result<(), Failure> {
        if file == Path::new("-") {
            return Err(Failure::input("a game is saved in a file, not on standard output"));
        }
        let _saving = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let mut output = Output::open(Some(file))?;
        output.write(self.record.to_string().as_bytes())?;
        output.finish()
    }
}

/// The game in a file. Standard input is for the players.
pub fn load(file: &Path) -> Result<GameRecord, Failure> {
    match file == Path::new("-") {
        true => Err(Failure::input("a game is loaded from a file, not from standard input")),
        false => read_record(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use konane::board::Rules;
    use konane::game::{Game, RemovalRule, Start};

    fn session(people: People) -> Session {
        let start = Start::full_board(4, 4, RemovalRule::CornerOrCenter).unwrap();
        Session::new(GameRecord::new(Game::new(start, Rules::MultiJump)), people, None, None).unwrap()
    }

    fn chosen(ply: &str) -> Choice<Ply> {
        Choice { played: ply.parse().unwrap(), basis: Basis::OnlyMove, nodes: 0 }
    }

    fn told(events: &[Event]) -> Vec<String> {
        events.iter().map(Event::to_string).collect()
    }

    #[test]
    fn the_engine_plays_when_nobody_else_does() {
        for (people, turns) in [
            (People::Black, [false, true]),
            (People::White, [true, false]),
            (People::Both, [false, false]),
            (People::None, [true, true]),
        ] {
            let mut session = session(people);
            for (ply, turn) in ["A1", "B1"].into_iter().zip(turns) {
                assert_eq!(session.is_engine_next(), turn, "{people:?} {ply}");
                assert_eq!(told(&session.play_chosen(chosen(ply))).len(), 1);
            }
        }
    }

    #[test]
    fn undo_goes_back_to_the_turn_before_of_whoever_asks() {
        for (people, back) in [(People::Black, [2, 0]), (People::White, [3, 1]), (People::Both, [3, 2])] {
            let mut session = session(people);
            for ply in ["A1", "B1", "A3-A1", "C2-A2"] {
                session.play_chosen(chosen(ply));
            }
            for plies in back {
                session.perform(Command::Undo);
                assert_eq!(session.record().game().plies().len(), plies, "{people:?}");
            }
        }
        // What the engine played before anybody's turn stays.
        let mut white = session(People::White);
        white.play_chosen(chosen("A1"));
        assert_eq!(told(&white.perform(Command::Undo)), ["there is nothing to take back"]);
        let mut nobody = session(People::None);
        nobody.play_chosen(chosen("A1"));
        assert_eq!(told(&nobody.perform(Command::Undo)), ["the engine takes nothing back"]);
    }

    #[test]
    fn a_game_that_could_not_be_saved_is_told_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let (inner, other) = (folder.path().join("inner"), folder.path().join("other"));
        fs::create_dir(&inner).unwrap();
        let record = session(People::Both).record().clone();
        let mut session = Session::new(record, People::Both, None, Some(inner.join("game"))).unwrap();
        session.play_chosen(chosen("A1"));
        assert!(session.is_kept() && session.end().is_ok());
        fs::remove_dir_all(&inner).unwrap();
        assert_eq!(told(&session.play_chosen(chosen("B1"))).len(), 2);
        assert!(!session.is_kept());
        let Err(Failure::Failed(problem)) = session.end() else { panic!("it ends well") };
        assert!(problem.starts_with("the game is not saved: "), "{problem}");
        // It may be saved elsewhere; and the next time it may be saved where it belongs.
        session.perform(Command::Save(Some(other)));
        assert!(session.is_kept() && session.end().is_ok());
        session.perform(Command::Undo);
        assert!(session.end().is_err());
        fs::create_dir(&inner).unwrap();
        session.perform(Command::Undo);
        assert!(session.is_kept() && session.end().is_ok());
    }

    #[test]
    fn hints_are_told_as_far_as_they_are_known() {
        let hint = Hint { choice: Some(chosen("A1-C1")), winner: None, value: None };
        assert_eq!(Event::Hint(hint).to_string(), "A1-C1 (the only move)");
        let hint = Hint { choice: Some(chosen("A1-C1")), winner: Some(Player::White), value: None };
        assert_eq!(Event::Hint(hint).to_string(), "A1-C1 (the only move); white wins if both play well");
    }
}
