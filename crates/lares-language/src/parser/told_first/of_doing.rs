//! What English tells of doing something, or of its not being done, in the words of an order: "I just turned it off", "leaving
//! the tv on wastes power", "quit turning it off", "hands off the thermostat", "show me how to turn it on".

use super::{Beginning, LONGEST_WHO, MOST_WORDS};
use crate::lexicon::{Cue, lexicon};
use crate::parser::lattice::Token;

impl Beginning<'_> {
    /// "I just turned the lights off", "I thought you locked it": who speaks or is spoken to, and what they did.
    pub(super) fn did_themselves(&self) -> bool {
        const DID: [&str; 10] = [
            "turned", "switched", "locked", "unlocked", "opened", "closed", "started", "stopped", "dimmed",
            "muted",
        ];
        const ADVERBS: [&str; 10] = [
            "just",
            "already",
            "almost",
            "nearly",
            "accidentally",
            "only",
            "finally",
            "also",
            "even",
            "literally",
        ];
        const THINK: [&str; 8] = ["think", "thought", "guess", "know", "swear", "believe", "sure", "figured"];
        let who = |place: usize| self.is_any(place, &["i", "we", "you", "they", "he", "she"]);
        let did = |place: usize| {
            let adverb = usize::from(self.is_any(place + 1, &ADVERBS));
            who(place) && self.is_any(place + 1 + adverb, &DID)
        };
        did(0) || (1..LONGEST_WHO).any(|place| self.is_any(place, &THINK) && did(place + 1)) && who(0)
    }

    /// "Turning the lights off saves money", "leaving the tv on is a waste": what comes of doing something.
    pub(super) fn is_of_doing(&self, text: &[char]) -> bool {
        let doing =
            self.words.letters(0).is_some_and(|word| word.len() > 5 && word.ends_with(&['i', 'n', 'g']));
        // "Lighting is …" is of a thing.
        let verb = self.token(0).is_none_or(|token| token.noun().is_none() && token.name().is_none());
        // How long it is done may have been taken for a time, and stand in no clause.
        let begin = self.words.start(0).unwrap_or_default();
        let said = text.get(begin..).unwrap_or_default();
        let said = said
            .split(|letter| !letter.is_alphanumeric() && !matches!(letter, ' ' | '\''))
            .next()
            .unwrap_or_default();
        let comes = |word: &[char]| lexicon().phrases(Cue::ComesOf).have(word);
        doing && verb && said.split(|letter| *letter == ' ').skip(2).take(MOST_WORDS).any(comes)
    }

    /// "There's a film called turn off the lights": what something is called.
    pub(super) fn is_title(&self) -> bool {
        const CALLED: [&str; 4] = ["called", "named", "titled", "entitled"];
        const WORKS: [&str; 9] =
            ["song", "film", "movie", "book", "show", "album", "track", "episode", "podcast"];
        const PLAYS: [&str; 7] = ["play", "put", "start", "queue", "watch", "listen", "stick"];
        let called = (2..MOST_WORDS).find(|&place| self.is_any(place, &CALLED) && self.acts(place + 1));
        let is = (1..MOST_WORDS).find(|&place| {
            self.is_any(place, &WORKS) && self.is_any(place + 1, &["is", "was"]) && self.acts(place + 2)
        });
        let played = (0..3).any(|place| self.is_any(place, &PLAYS));
        !played && (called.is_some() || is.is_some())
    }

    /// "Hands off the thermostat": nobody is to touch it.
    pub(super) fn is_not_touched(&self) -> bool {
        let hands = (0..4).find(|&place| self.is(place, "hands") && self.is(place + 1, "off"));
        hands.is_some_and(|hands| {
            (hands == 0 || self.is_any(0, &["keep", "get", "take", "please"]))
                && (hands + 2..self.words.len()).any(|place| self.token(place).is_some_and(Token::is_target))
        })
    }

    /// "Quit turning the lights off", "please stop opening the blinds": it is not to be done again.
    pub(super) fn is_to_end(&self) -> bool {
        const DOING: [&str; 14] = [
            "turning",
            "switching",
            "opening",
            "closing",
            "shutting",
            "locking",
            "unlocking",
            "changing",
            "messing",
            "touching",
            "dimming",
            "putting",
            "setting",
            "fiddling",
        ];
        let stop = (0..4).find(|&place| self.is_any(place, &["stop", "quit"]));
        stop.is_some_and(|stop| {
            let before = (0..stop).all(|place| !self.token(place).is_some_and(Token::is_target));
            before
                && self.is_any(stop + 1, &DOING)
                && (stop + 2..self.words.len()).any(|place| self.token(place).is_some_and(Token::is_target))
        })
    }

    /// "Show me how to turn on the oven": it is to be told, and not done.
    pub(super) fn is_shown_how(&self) -> bool {
        const TOLD: [&str; 9] =
            ["show", "tell", "teach", "explain", "remind", "i", "you", "wondering", "google"];
        let how = (1..LONGEST_WHO + 2).find(|&place| self.is(place, "how") && self.is(place + 1, "to"));
        how.is_some_and(|how| {
            let told = (0..how).any(|place| self.is_any(place, &TOLD));
            told && self.may_act(how + 2) && how + 3 < self.words.len()
        })
    }
}
