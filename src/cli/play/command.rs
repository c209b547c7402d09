//! What a player can ask for, and how it is typed.

use konane::board::Square;
use konane::game::Ply;
use konane::reading::shown;
use std::path::PathBuf;

/// What a player asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play this.
    Play(Ply),
    /// Take back what was played since the player's last turn, and that.
    Undo,
    /// Tell a good move, who wins, and the value, as far as they are known.
    Hint,
    /// List what can be played.
    Moves,
    /// Draw the board.
    Board,
    /// Save the game, in this file or in the one that it has.
    Save(Option<PathBuf>),
    /// Go on with the game in a file.
    Load(PathBuf),
    /// Give the game up.
    Resign,
    /// Tell which commands there are.
    Help,
    /// End it.
    Quit,
}

/// What there is to type.
pub const HELP: &str = "\
C1-C5, C1 C5   jump with the stone on C1 to C5
A1             remove the stone on A1, at the start from a full board
undo           take back your last move and the answer to it
hint           a good move, who wins, and the value of the position, where they are known
moves          what you can play
board          the board again
save [FILE]    save the game
load FILE      go on with a saved game
resign         give up
quit           end; so does the end of the input";

impl Command {
    /// Reads a line; nothing was asked for in an empty one.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    pub fn parse(line: &str) -> Result<Option<Command>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = (!rest.is_empty()).then(|| PathBuf::from(rest));
        let command = match word.to_ascii_lowercase().as_str() {
            "" => return Ok(None),
            "save" => return Ok(Some(Command::Save(file))),
            "load" => {
                return file.map(Command::Load).map(Some).ok_or("load needs the name of a file".to_owned());
            }
            "undo" => Command::Undo,
            "hint" => Command::Hint,
            "moves" => Command::Moves,
            "board" => Command::Board,
            "resign" => Command::Resign,
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            _ => return ply(line).map(|ply| Some(Command::Play(ply))),
        };
        if rest.is_empty() {
            Ok(Some(command))
        } else {
            Err(format!("{word} takes nothing after it, but there is {}", shown(rest)))
        }
    }
}

/// A ply whose squares are separated by hyphens or spaces.
fn ply(line: &str) -> Result<Ply, String> {
    let squares: Vec<&str> = line
        .split(|character: char| character == '-' || character.is_whitespace())
        .filter(|square| !square.is_empty())
        .collect();
    match squares.first() {
        Some(first) if first.parse::<Square>().is_ok() => {
            squares.join("-").parse().map_err(|error: konane::board::MoveError| error.to_string())
        }
        _ => Err(format!("{} is neither a move nor a command: type help", shown(line))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_usual_form() {
        for text in ["C1-C5", "c1 c5", " C1  -  C5 ", "C1-C3-C5", "C1\tC3 C5"] {
            assert_eq!(Command::parse(text), Ok(Some(Command::Play("C1-C5".parse().unwrap()))), "{text}");
        }
        assert_eq!(Command::parse("a1"), Ok(Some(Command::Play("A1".parse().unwrap()))));
    }

    #[test]
    fn commands_are_words() {
        for (text, command) in [
            ("undo", Command::Undo),
            ("HINT", Command::Hint),
            (" moves ", Command::Moves),
            ("board", Command::Board),
            ("resign", Command::Resign),
            ("help", Command::Help),
            ("?", Command::Help),
            ("quit", Command::Quit),
            ("save", Command::Save(None)),
            ("save my game.txt", Command::Save(Some("my game.txt".into()))),
            ("load  x", Command::Load("x".into())),
        ] {
            assert_eq!(Command::parse(text), Ok(Some(command)), "{text}");
        }
        assert_eq!(Command::parse("  "), Ok(None));
    }

    #[test]
    fn what_cannot_be_read_is_told_in_one_line() {
        for (text, expected) in [
            ("jump", "\"jump\" is neither a move nor a command: type help"),
            ("-", "\"-\" is neither a move nor a command: type help"),
            ("load", "load needs the name of a file"),
            ("undo 3", "undo takes nothing after it, but there is \"3\""),
            ("A1-B2", "A1 to B2 is no move: a stone jumps by two cells along a row or a column"),
            (
                "A1 quick",
                "\"quick\" is not a cell: write the column in letters and the row as a number from 1, such as A1",
            ),
        ] {
            assert_eq!(Command::parse(text), Err(expected.to_owned()));
        }
    }
}
