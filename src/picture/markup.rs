//! What XML and HTML ask of the texts and numbers in them.

/// The text with the characters that have a meaning in XML written as entities.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A coordinate, with two decimals at most.
pub(super) fn coordinate(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_harmless() {
        assert_eq!(escape("{1|^<2>} & \"x\""), "{1|^&lt;2&gt;} &amp; &quot;x&quot;");
    }

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, -0.001, 2.5, -3.12345, 100.0].map(coordinate), ["1", "0", "2.5", "-3.12", "100"]);
    }
}
