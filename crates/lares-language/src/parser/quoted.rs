//! What others said: words in quotes, and sentences in which someone says something.

use std::borrow::Cow;

use super::lattice::Token;
use crate::lexicon::Speech;

/// Words in quotes are someone else's, unless they are all that is said or only a name.
pub(super) fn without_quotes<'t>(text: &[char], tokens: &'t [Token]) -> (Cow<'t, [Token]>, bool) {
    let is_quote =
        |token: &Token| token.end - token.start == 1 && matches!(text[token.start], '"' | '“' | '”');
    let quotes: Vec<usize> = (0..tokens.len()).filter(|&index| is_quote(&tokens[index])).collect();
    if quotes.is_empty() {
        return (Cow::Borrowed(tokens), false);
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut quoted = false;
    let mut next = 0;
    for pair in quotes.chunks_exact(2) {
        let (open, close) = (pair[0], pair[1]);
        let inside = &tokens[open + 1..close];
        let orders = |token: &Token| token.verb().is_some_and(|verb| !verb.weak) && !token.is_target();
        let is_name = inside.len() <= 2 && inside.iter().any(Token::is_target) && !inside.iter().any(orders);
        let is_all = open == 0 && close + 1 == tokens.len();
        kept.extend_from_slice(&tokens[next..open]);
        if is_name || is_all {
            kept.extend_from_slice(inside);
        } else {
            quoted = true;
        }
        next = close + 1;
    }
    kept.extend(tokens[next..].iter().filter(|token| !is_quote(token)).cloned());
    (Cow::Owned(kept), quoted)
}

/// Sentences in which someone says something, is told something, or something is told: not for the home.
pub(super) fn without_reported_speech(tokens: Cow<'_, [Token]>) -> (Cow<'_, [Token]>, bool) {
    let tells =
        |token: &Token| matches!(token.speech(), Some(Speech::Reported | Speech::Addressed | Speech::Story));
    if !tokens.iter().any(tells) {
        return (tokens, false);
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut reported = false;
    for sentence in tokens.split_inclusive(|token| token.separator() == Some(true)) {
        let speech = sentence.iter().position(tells);
        match speech {
            Some(position) => {
                reported = true;
                // 把灯打开，妈妈说饭好了: what was said before, in a clause of its own, still counts.
                let clause = sentence[..position].iter().rposition(|token| token.separator().is_some());
                if let Some(clause) = clause {
                    kept.extend_from_slice(&sentence[..=clause]);
                }
            }
            None => kept.extend_from_slice(sentence),
        }
    }
    (Cow::Owned(kept), reported)
}
