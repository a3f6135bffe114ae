//! What takes everything back that was said before it: "lamp on and blinds down, never mind", 打开空调，开玩笑的.

use lares_home::Act;

use super::lattice::Token;
use super::tokens::{ends_with, starts_with};
use crate::lexicon::{Cue, lexicon};
use crate::vocabulary::is_han;

/// So many letters of Chinese say it without a pause before them; fewer may end an order (打开算了).
const PLAIN: usize = 4;

/// Whether an utterance ends by taking back all of it.
pub(super) fn is_called_off(text: &[char], tokens: &[Token]) -> bool {
    let end = text.iter().rposition(|letter| letter.is_alphanumeric()).map_or(0, |last| last + 1);
    let said = text.get(..end).unwrap_or_default();
    let ending = |words: &&str| ends_with(said, words);
    let Some(words) = lexicon().cue(Cue::CallsOff).filter(ending).max_by_key(|words| words.len()) else {
        return false;
    };
    let begin = said.len() - words.chars().count();
    let before = said.get(..begin).unwrap_or_default();
    if !before.iter().any(|letter| letter.is_alphanumeric()) {
        return false;
    }
    let parted = before.last().is_some_and(|letter| !letter.is_alphanumeric() && *letter != '\'');
    let parted = parted || words.starts_with(is_han) && words.chars().count() >= PLAIN;
    // "I would never mind", 开着不用了: a pause, or the words of an order before it.
    let orders = |token: &Token| {
        token.end <= begin
            && (token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
                || token.value().is_some()
                || token.adjective().is_some())
    };
    // 关了吧，不用了: why it is switched off.
    let ends_it = |token: &Token| {
        let ending = |act: &Act| matches!(act, Act::Off | Act::Close | Act::Stop | Act::Pause);
        token.end <= begin && token.verb().is_some_and(|verb| verb.acts.first().is_some_and(ending))
    };
    let needless = ["不用", "不需要"].iter().any(|needless| {
        let words: Vec<char> = words.chars().collect();
        starts_with(&words, needless)
    });
    parted && tokens.iter().any(orders) && !(needless && tokens.iter().any(ends_it))
}
