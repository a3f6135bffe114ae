//! Requests that are put as questions, and questions that are put as requests: "I wonder if the hall light might be turned
//! down" and "can the blinds go up?" ask for it to be done, "give me the lamp at full" asks for no state.

use std::borrow::Cow;

use lares_home::Act;
use smallvec::smallvec;

use super::lattice::{Path, Token};
use super::tokens::text_of;
use crate::lexicon::{Asks, Cue, Sense, Verb, lexicon};

/// The tokens of an utterance in which what only asks politely is no question any more.
pub(crate) fn as_requests<'t>(text: &[char], path: &Path, tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let mut changed: Vec<(usize, Change)> = Vec::new();
    let mut start = 0;
    for index in 0..=tokens.len() {
        if tokens.get(index).is_none_or(|token| token.separator().is_some()) {
            let clause = Part { text, path, tokens: tokens.get(start..index).unwrap_or_default() };
            changed.extend(clause.change().map(|(place, change)| (start + place, change)));
            start = index + 1;
        }
    }
    if changed.is_empty() {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    for (place, change) in changed {
        if let Some(token) = tokens.get_mut(place) {
            token.senses = match change {
                Change::Polite => smallvec![Sense::Particle(true)],
                Change::Asks => smallvec![Sense::Question(Asks::Polar)],
                Change::Sets(verb) => smallvec![Sense::Verb(verb)],
            };
        }
    }
    Cow::Owned(tokens)
}

/// Whether words are just a phrase of a cue.
fn is_cue(cue: Cue, said: &str) -> bool {
    lexicon().cue(cue).any(|words| words == said)
}

/// What becomes of the first word.
enum Change {
    /// It only asks for what follows.
    Polite,
    /// It asks whether something is so.
    Asks,
    /// It is a verb of setting.
    Sets(&'static Verb),
}

/// What stands between two marks.
struct Part<'a> {
    text: &'a [char],
    path: &'a Path,
    tokens: &'a [Token],
}

impl Part<'_> {
    fn said(&self, token: &Token) -> smol_str::SmolStr {
        text_of(self.text, token.start, token.end)
    }

    fn change(&self) -> Option<(usize, Change)> {
        const MAY: [&str; 10] = [
            "can",
            "could",
            "may",
            "might",
            "couldn't",
            "can't",
            "shouldn't",
            "oughtn't",
            "mightn't",
            "won't",
        ];
        let place = self.tokens.iter().position(|token| {
            token.particle() != Some(false)
                || token.question().is_some()
                || token.verb().is_some()
                || MAY.contains(&self.said(token).as_str())
        })?;
        let (first, behind) = self.tokens.get(place..)?.split_first()?;
        let said = self.said(first);
        // "Have the lights been turned off": was it done, and no "have the lights turned off".
        if matches!(said.split(' ').next(), Some("have" | "has" | "had"))
            && first.question().is_none()
            && behind.iter().any(|token| self.said(token) == "been")
        {
            return Some((place, Change::Asks));
        }
        if said == "any" && self.asks_for_any(behind) {
            return Some((place, Change::Asks));
        }
        if is_cue(Cue::Wonders, &said) {
            let may = behind.iter().position(|token| self.is_modal(token))?;
            return self.becomes_something(behind.get(may..)?).then_some((place, Change::Polite));
        }
        if MAY.contains(&said.as_str()) && behind.first().is_some_and(|next| !self.is_person(next)) {
            let target = behind.iter().position(Token::is_target)?;
            let behind = behind.get(target + 1..)?;
            // "Might the garage door be open?"
            let ought = matches!(said.as_str(), "shouldn't" | "oughtn't");
            if self.is_told_open(behind) && !ought {
                return Some((place, Change::Asks));
            }
            let told =
                ought && (self.is_told_open(behind) || behind.iter().any(|token| token.state().is_some()));
            return (told || self.becomes_something(behind)).then_some((place, Change::Polite));
        }
        if is_cue(Cue::BeGiven, &said)
            && first.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Query))
        {
            let target = behind.iter().position(Token::is_target)?;
            return self
                .is_set(behind, target)
                .then_some(())
                .and_then(|()| Some((place, Change::Sets(lexicon().verb("give me")?))));
        }
        None
    }

    /// "Any fans running": a question, where nothing says that some are to be chosen.
    fn asks_for_any(&self, behind: &[Token]) -> bool {
        let Some((noun, behind)) = behind.split_first() else { return false };
        noun.noun().is_some()
            && self.said(noun).ends_with('s')
            && behind.iter().any(|token| token.state().is_some())
            && behind.iter().all(|token| {
                token.particle() != Some(true)
                    && token.numeral(self.path).is_none()
                    && token.level().is_none()
                    && token.negation().is_none()
            })
    }

    fn is_modal(&self, token: &Token) -> bool {
        let said = self.said(token);
        matches!(said.split(' ').next(), Some("can" | "could" | "may" | "might" | "would" | "should"))
    }

    fn is_person(&self, token: &Token) -> bool {
        token.person().is_some() || matches!(self.said(token).as_str(), "you" | "i" | "we" | "u" | "ya")
    }

    /// "be open", "still be running": a state that something may be in, which nobody asks for in these words.
    fn is_told_open(&self, words: &[Token]) -> bool {
        let said: Vec<_> = words.iter().map(|token| self.said(token)).collect();
        let told = |word: &str| {
            matches!(
                word,
                "open" | "unlocked" | "running" | "charging" | "finished" | "done" | "leaking" | "ajar"
            )
        };
        match &said[..] {
            [.., be, state] => (be == "be" || be.ends_with(" be")) && told(state),
            [state] => state.strip_prefix("be ").is_some_and(told),
            [] => false,
        }
    }

    /// Whether what follows tells what is to become of something, and no state that it may be in: "go up", "be turned
    /// down", "be a little brighter", and no "be open".
    fn becomes_something(&self, words: &[Token]) -> bool {
        let becomes = words.iter().any(|token| {
            let said = self.said(token);
            said.split(' ').any(|word| matches!(word, "go" | "come" | "be" | "get" | "have"))
        });
        let changes = words.iter().any(|token| {
            token.degree().is_some()
                || token.adjective().is_some()
                || token.level().is_some()
                || token.numeral(self.path).is_some()
                || token.color().is_some()
                || token.verb().is_some_and(|verb| {
                    !verb.weak && verb.acts.first() != Some(&Act::Query) && token.state().is_none()
                })
        });
        let asks = words.iter().any(|token| matches!(token.question(), Some(Asks::Value | Asks::Time)));
        becomes && changes && !asks
    }

    /// "… the desk lamp at full": the target, and then what it is to be at.
    fn is_set(&self, words: &[Token], target: usize) -> bool {
        let asks = words.iter().any(|token| token.property().is_some() || token.question().is_some());
        let value = words.iter().skip(target + 1).any(|token| {
            token.level().is_some()
                || token.numeral(self.path).is_some()
                || token.color().is_some()
                || token.adjective().is_some()
                || token.verb().is_some_and(|verb| matches!(verb.id.as_str(), "on" | "off" | "up" | "down"))
        });
        value && !asks
    }
}
