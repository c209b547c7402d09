//! The tokens of a value's text. Spaces between them mean nothing.

/// A piece of the text that cannot be split further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    /// A row of digits, unless it is too long.
    Numeral(Option<u128>),
    Plus,
    Minus,
    PlusMinus,
    Slash,
    /// A decimal point or a dot of multiplication.
    Dot,
    /// `·` or `×`.
    Times,
    Star,
    /// One or two arrows up, or down for negative numbers.
    Arrows(i32),
    Tiny,
    Miny,
    Bars(usize),
    Comma,
    /// `( ) { } [ ] < >`.
    Bracket(char),
    Unknown,
    End,
}

/// A symbol and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) symbol: Symbol,
    /// Index of its first character.
    pub(super) start: usize,
    /// Index behind its last character.
    pub(super) end: usize,
}

/// All tokens of a text, the last of which is [`Symbol::End`].
pub(super) fn scan(text: &[char]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while start < text.len() {
        if text[start].is_whitespace() {
            start += 1;
            continue;
        }
        let (symbol, length) = symbol(&text[start..]);
        tokens.push(Token { symbol, start, end: start + length });
        start += length;
    }
    tokens.push(Token { symbol: Symbol::End, start, end: start });
    tokens
}

/// The symbol at the start of a text that is not empty, and its length.
fn symbol(text: &[char]) -> (Symbol, usize) {
    let run = |belongs: fn(&char) -> bool| text.iter().take_while(|c| belongs(c)).count();
    match text[0] {
        '0'..='9' => {
            let length = run(char::is_ascii_digit);
            let digits: String = text[..length].iter().collect();
            (Symbol::Numeral(digits.parse().ok()), length)
        }
        '|' | '∣' => {
            let length = run(|c| matches!(c, '|' | '∣'));
            (Symbol::Bars(length), length)
        }
        '+' if matches!(text.get(1), Some('-' | '−')) => (Symbol::PlusMinus, 2),
        // Before letters, as the arrow down is one.
        'v' => (Symbol::Arrows(-1), 1),
        letter if letter.is_alphabetic() => {
            let length = run(|c| c.is_alphabetic());
            let word: String = text[..length].iter().collect();
            let symbol = match word.to_ascii_lowercase().as_str() {
                "tiny" => Symbol::Tiny,
                "miny" => Symbol::Miny,
                _ => Symbol::Unknown,
            };
            (symbol, length)
        }
        other => (single(other), 1),
    }
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
        '(' | ')' | '{' | '}' | '[' | ']' | '<' | '>' => Symbol::Bracket(character),
        _ => Symbol::Unknown,
    }
}
