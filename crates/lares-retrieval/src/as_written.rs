//! Free text as it was written: what was said in traditional characters is called so in the home as well (民視).

use lares_language::normalise::{is_han, simplified};
use serde_json::Value as Json;

/// Puts the characters of the utterance back into a text of an argument, where they were simplified.
pub(crate) fn restored(argument: Json, said: &str) -> Json {
    match argument {
        Json::String(text) if text.chars().any(is_han) => Json::String(written(&text, said).unwrap_or(text)),
        other => other,
    }
}

/// The text with the Han characters of the place where it was said; `None` where it was said nowhere or is the same.
fn written(text: &str, said: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let said: Vec<char> = said.chars().filter(|letter| !letter.is_whitespace()).collect();
    let same = |own: char, other: char| own == other || own == simplified(other).to_ascii_lowercase();
    let place = said
        .windows(letters.len().max(1))
        .find(|window| letters.iter().zip(window.iter()).all(|(own, other)| same(*own, *other)))?;
    if !place.iter().any(|letter| simplified(*letter) != *letter) {
        return None;
    }
    let mut place = place.iter();
    let restored = text.chars().map(|letter| {
        if letter.is_whitespace() {
            return letter;
        }
        place.next().copied().filter(|written| is_han(*written)).unwrap_or(letter)
    });
    Some(restored.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn characters_are_those_that_were_written() {
        let check =
            |text: &str, said: &str, expect: &str| assert_eq!(restored(json!(text), said), json!(expect));
        check("民视", "電視轉到民視", "民視");
        check("tvbs新闻", "我要看TVBS新聞", "tvbs新聞");
        check("民视", "电视换到民视", "民视");
        check("民视", "換到第一台", "民视");
        check("bbc one", "put on BBC One", "bbc one");
    }
}
