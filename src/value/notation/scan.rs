//! The tokens of a text. Spaces between them mean nothing.

/// A piece of the text that cannot be split further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    /// A row of digits, unless it is too long.
    Numeral(Option<u128>),
    Plus,
    Minus,
    PlusMinus,
    Slash,
    /// A decimal point, a dot of multiplication or one before the name of a function.
    Dot,
    /// `·` or `×`.
    Times,
    Star,
    /// Arrows up, or down for negative numbers.
    Arrows(i32),
    Tiny,
    Miny,
    Bars(usize),
    Comma,
    Colon,
    /// `( ) { } [ ] < >`.
    Bracket(char),
    /// A letter and the letters, digits and `_` behind it, if that is not `v` and digits.
    Word,
    /// What stands between two `"`, and whether the second is there.
    Text(bool),
    Unknown,
    End,
}

/// A symbol and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) symbol: Symbol,
    /// Index of its first byte.
    pub(super) start: usize,
    /// Index behind its last byte.
    pub(super) end: usize,
}

/// The first token at or behind the byte `from`; [`Symbol::End`] if there is none.
pub(super) fn token_from(text: &str, from: usize) -> Token {
    let rest = text[from..].trim_start();
    let start = text.len() - rest.len();
    let (symbol, length) = rest.chars().next().map_or((Symbol::End, 0), |first| symbol(rest, first));
    Token { symbol, start, end: start + length }
}

/// Whether all of a text is one name that is not a name of values.
pub(crate) fn is_word(text: &str) -> bool {
    let token = token_from(text, 0);
    token.symbol == Symbol::Word && (token.start, token.end) == (0, text.len())
}

/// The symbol at the start of a text that begins with `first`, and its length.
fn symbol(text: &str, first: char) -> (Symbol, usize) {
    let run = |belongs: fn(char) -> bool| text.find(|c| !belongs(c)).unwrap_or(text.len());
    match first {
        '0'..='9' => {
            let length = run(|c| c.is_ascii_digit());
            (Symbol::Numeral(text[..length].parse().ok()), length)
        }
        '|' | '∣' => {
            let length = run(|c| matches!(c, '|' | '∣'));
            (Symbol::Bars(text[..length].chars().count()), length)
        }
        '+' if text[1..].starts_with(['-', '−']) => {
            (Symbol::PlusMinus, 1 + text[1..].chars().next().map_or(0, char::len_utf8))
        }
        '"' => match text[1..].find('"') {
            Some(length) => (Symbol::Text(true), length + 2),
            None => (Symbol::Text(false), text.len()),
        },
        letter if letter.is_alphabetic() => {
            let word = &text[..run(|c| c.is_alphabetic() || c.is_ascii_digit() || c == '_')];
            word_symbol(word)
        }
        other => (single(other), other.len_utf8()),
    }
}

/// The symbol at the start of a word, which for arrows down is not all of it.
fn word_symbol(word: &str) -> (Symbol, usize) {
    let behind_arrows = word.trim_start_matches('v');
    let arrows = word.len() - behind_arrows.len();
    let symbol = match word.to_ascii_lowercase().as_str() {
        _ if arrows > 0 && behind_arrows.bytes().all(|byte| byte.is_ascii_digit()) => {
            let arrows = i32::try_from(arrows).unwrap_or(i32::MAX);
            return (Symbol::Arrows(-arrows), arrows as usize);
        }
        "tiny" => Symbol::Tiny,
        "miny" => Symbol::Miny,
        _ => Symbol::Word,
    };
    (symbol, word.len())
}

fn single(character: char) -> Symbol {
    match character {
        '+' => Symbol::Plus,
        '-' | '−' => Symbol::Minus,
        '±' => Symbol::PlusMinus,
        '/' | '⁄' => Symbol::Slash,
        '.' => Symbol::Dot,
        '·' | '⋅' | '×' => Symbol::Times,
        '*' | '⋆' | '∗' | '★' => Symbol::Star,
        '^' | '↑' => Symbol::Arrows(1),
        '⇑' => Symbol::Arrows(2),
        '↓' => Symbol::Arrows(-1),
        '⇓' => Symbol::Arrows(-2),
        '⧾' => Symbol::Tiny,
        '⧿' => Symbol::Miny,
        ',' => Symbol::Comma,
        ':' => Symbol::Colon,
        '(' | ')' | '{' | '}' | '[' | ']' | '<' | '>' => Symbol::Bracket(character),
        _ => Symbol::Unknown,
    }
}
