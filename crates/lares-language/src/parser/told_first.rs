//! English that begins like something told or asked and ends in the words of an order: "I told Tom to turn the light on",
//! "it's too early to open the blinds", "how do I lock the door", "nobody should open the gate". What stands before the
//! verb says that nothing is ordered, whatever the verb is.

mod of_doing;

use std::borrow::Cow;

use lares_home::Act;
use smallvec::SmallVec;

use super::lattice::Token;
use super::reported::without_clauses;
use super::word_list::WordList;
use crate::lexicon::{Cue, Person, Sense};

/// So many words at most stand before the verb.
const MOST_WORDS: usize = 10;
/// So many words at most name whoever is told of.
const LONGEST_WHO: usize = 4;

/// The tokens without the clauses that only tell or ask, and whether there were any.
pub(super) fn without_told<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> (Cow<'t, [Token]>, bool) {
    without_clauses(tokens, |token| parts(text, token), |clause| is_told(text, clause))
}

/// Whether a clause ends here: what follows "but" and "so" may be ordered.
fn parts(text: &[char], token: &Token) -> bool {
    token.separator().is_some()
        || matches!(text.get(token.start..token.end), Some(['b', 'u', 't'] | ['s', 'o']))
}

/// Whether a clause tells or asks by what stands before its verb.
pub(super) fn is_told(text: &[char], clause: &[Token]) -> bool {
    let Some(first) = clause.first() else { return false };
    if !text.get(first.start).is_some_and(char::is_ascii_alphabetic) {
        return false;
    }
    let words = Beginning { words: WordList::of(text, clause) }.without_interjections();
    words.is_passed_on()
        || words.is_judged()
        || words.is_for_nobody()
        || words.is_done_by_others()
        || words.is_seen()
        || words.is_habit()
        || words.is_done_oneself()
        || words.is_about_to()
        || ends(text, clause) && words.is_left_so()
        || words.keeps_doing()
        || words.was_done()
        || words.did_themselves()
        || words.is_of_doing(text)
        || words.is_shown_how()
        || words.is_title()
        || words.is_not_touched()
        || words.is_to_end()
        || words.asks_how()
}

/// Whether nothing is said behind a clause.
fn ends(text: &[char], clause: &[Token]) -> bool {
    let behind = clause.last().and_then(|last| text.get(last.end..));
    behind.is_some_and(|behind| !behind.iter().any(|letter| letter.is_alphanumeric()))
}

/// What a clause begins with.
struct Beginning<'a> {
    words: WordList<'a>,
}

impl<'a> Beginning<'a> {
    /// "Well, actually …": what is said before anything is told.
    fn without_interjections(mut self) -> Beginning<'a> {
        const SAID: [&str; 12] =
            ["well", "oh", "hey", "and", "actually", "honestly", "yeah", "yes", "no", "um", "look", "anyway"];
        let kept = (0..self.words.len()).find(|&place| !self.is_any(place, &SAID)).unwrap_or_default();
        self.words.skip(kept);
        self
    }

    fn is(&self, place: usize, said: &str) -> bool {
        self.words.is(place, said)
    }

    fn is_any(&self, place: usize, said: &[&str]) -> bool {
        self.words.is_any(place, said)
    }

    fn is_cue(&self, place: usize, cue: Cue) -> bool {
        self.words.is_cue(place, cue)
    }

    fn token(&self, place: usize) -> Option<&'a Token> {
        self.words.token(place)
    }

    /// Whether something is done here: a verb of the home, and nothing that only asks.
    fn acts(&self, place: usize) -> bool {
        let begins = |token: &Token| {
            token.verb().is_some_and(|verb| verb.acts.first() != Some(&Act::Query)) || token.scene().is_some()
        };
        // "to turn on" may be one word of the lexicon.
        self.token(place).is_some_and(begins)
    }

    /// The same, where a word that nobody knows may be such a verb as well.
    fn may_act(&self, place: usize) -> bool {
        self.acts(place) || self.token(place).is_some_and(Token::is_unknown)
    }

    /// Whether someone is named from here on to another place, and nothing of the home.
    fn is_someone(&self, from: usize, to: usize) -> bool {
        from < to
            && (from..to).all(|place| {
                self.token(place).is_some_and(|token| {
                    token.person().is_some()
                        || token.likeness < 1.0
                        || !token.is_target()
                            && token.question().is_none()
                            && token.verb().is_none_or(|verb| verb.weak)
                            && token.property().is_none()
                            && !token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
                })
            })
    }

    /// A verb of the home that is no word of a phrase like "make sense".
    fn orders(&self, place: usize) -> bool {
        self.token(place).is_some_and(|token| {
            token.likeness >= 1.0
                && token.particle().is_none()
                && token.person().is_none()
                && token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
        })
    }

    /// "I told Tom to …", "the kids love to …", "it's too early to …": what is said of doing something, unless it asks for it.
    fn is_passed_on(&self) -> bool {
        let Some(to) = (1..MOST_WORDS).find(|&place| self.is(place, "to") && self.may_act(place + 1)) else {
            return false;
        };
        let named = |place: usize| {
            self.token(place).is_some_and(|token| {
                // "Tell Poncho to get to work" is for Pancho.
                let heard = token.likeness >= 1.0 || token.name().is_some() && token.noun().is_none();
                token.is_target() && token.person().is_none() && heard
            })
        };
        let begun = (1..to).any(|place| self.orders(place)) || self.acts(0) && !self.is_speaker();
        // "The film's about to begin": nothing is done to anything.
        if begun || (0..to).any(named) || to + 2 >= self.words.len() {
            return false;
        }
        if self.is(to - 1, "how") {
            return true;
        }
        let certain = self.acts(to + 1);
        let told = (1..to).any(|place| self.is_cue(place, Cue::ToldTo));
        to > 1 && (certain || told) && !self.asks_for_it(to)
    }

    fn is_speaker(&self) -> bool {
        const SPEAKER: [&str; 15] = [
            "i", "we", "i'd", "we'd", "i've", "we've", "i'm", "im", "we're", "id", "ive", "i'll", "we'll",
            "all", "what",
        ];
        self.is_any(0, &SPEAKER)
    }

    /// Whether what stands before "to" asks for what stands behind it.
    fn asks_for_it(&self, to: usize) -> bool {
        const ASKING: [&str; 19] = [
            "can", "could", "would", "will", "please", "do", "is", "are", "may", "might", "shall", "let's",
            "lets", "if", "don't", "dont", "never", "any", "how",
        ];
        const NEEDED: [&str; 26] = [
            "need", "needs", "want", "wants", "like", "love", "have", "has", "got", "ought", "wish", "going",
            "gonna", "trying", "ready", "hoping", "prefer", "able", "required", "about", "time", "better",
            "gotta", "seems", "keen", "dying",
        ];
        const FINE: [&str; 25] = [
            "time",
            "nice",
            "great",
            "help",
            "lovely",
            "good",
            "grand",
            "kind",
            "helpful",
            "wonderful",
            "sweet",
            "brilliant",
            "perfect",
            "ok",
            "okay",
            "alright",
            "fine",
            "possible",
            "best",
            "better",
            "awesome",
            "handy",
            "useful",
            "cool",
            "wise",
        ];
        let any = |words: &[&str]| (0..to).any(|place| self.is_any(place, words));
        let denied = any(&["not", "too", "never", "hate", "no", "nobody"])
            || (0..to)
                .any(|place| self.words.letters(place).is_some_and(|word| word.ends_with(&['n', '\'', 't'])));
        let addressed = any(&["you", "u", "ya", "ye", "yous"]);
        if self.is_any(0, &ASKING) || any(&["harm", "bother", "trouble"]) {
            return true;
        }
        if self.is_any(0, &["it's", "its", "that's", "it'd", "it", "that"]) {
            return !denied && (any(&FINE) || any(&NEEDED) || addressed) || any(&["much"]);
        }
        // "You need to …", "somebody has to …"
        if self.is_any(0, &["you", "you'd", "you'll"]) {
            return !denied;
        }
        if self.is_any(0, &["someone", "somebody", "anyone", "anybody"]) {
            return any(&NEEDED) && !denied;
        }
        if self.is_speaker() {
            // "I need the cleaner to …": somebody else.
            let directly = self.is_any(to - 1, &NEEDED);
            let past = any(&["spent", "had", "used"])
                || any(&["was", "were"]) && any(&["trying", "going", "about", "supposed"]);
            return !denied && !past && (directly || addressed);
        }
        // A phrase of the lexicon that asks for it, where nobody else is told of.
        let polite = self.token(to).is_some_and(|token| token.particle() == Some(true));
        let first = self.words.start(0);
        polite && self.token(to).is_some_and(|token| Some(token.start) == first)
    }

    /// "Is it safe to …", "would it be dangerous to …".
    fn is_judged(&self) -> bool {
        const FINE: [&str; 19] = [
            "ok", "okay", "alright", "fine", "possible", "time", "too", "nice", "cool", "all", "best",
            "better", "bother", "nuisance", "trouble", "harm", "problem", "hassle", "kill",
        ];
        let asked =
            self.is_any(0, &["is", "was", "isn't", "would", "does", "did", "will"]) && self.is(1, "it");
        let Some(to) = (2..MOST_WORDS).find(|&place| self.is(place, "to") && self.may_act(place + 1)) else {
            return false;
        };
        let fine = (1..to).any(|place| self.is_any(place, &FINE) || self.is_any(place, &["you", "much"]));
        let named = (1..to).any(|place| self.token(place).is_some_and(Token::is_target));
        asked && !fine && !named && !(1..to).any(|place| self.orders(place))
    }

    /// "Nobody should …", "no one is to …".
    fn is_for_nobody(&self) -> bool {
        const MAY: [&str; 12] =
            ["should", "can", "may", "must", "could", "would", "needs", "has", "is", "wants", "dare", "ever"];
        let behind = match (self.is_any(0, &["nobody", "noone"]), self.is(0, "no") && self.is(1, "one")) {
            (true, _) => 1,
            (_, true) => 2,
            _ => return false,
        };
        let to = behind + 1 + usize::from(self.is(behind + 1, "to"));
        self.is_any(behind, &MAY) && self.may_act(to)
    }

    /// "Our old butler would …", "he can …": somebody else.
    fn is_done_by_others(&self) -> bool {
        const WOULD: [&str; 9] =
            ["would", "will", "can", "could", "should", "might", "must", "may", "wouldn't"];
        const ANYONE: [&str; 12] = [
            "you", "i", "we", "it", "someone", "somebody", "anyone", "anybody", "that", "this", "there",
            "what",
        ];
        const OTHERS: [&str; 3] = ["he", "she", "they"];
        // "Granny would like the light on": she has it asked for.
        const WISHED: [&str; 9] =
            ["like", "love", "want", "prefer", "appreciate", "be", "have", "need", "enjoy"];
        // "I was hoping she would …", "the advert said you could …", "I'm not saying you should …"
        let passed_on = (1..MOST_WORDS).find(|&place| self.is_any(place, &WOULD)).is_some_and(|would| {
            let said = (0..would).any(|place| {
                self.is_any(
                    place,
                    &[
                        "not", "said", "says", "saying", "say", "told", "read", "dreamt", "dreamed", "mean",
                        "means",
                    ],
                )
            });
            let other = self.is_any(would - 1, &OTHERS) && would > 1;
            let you = self.is_any(would - 1, &["you", "i", "we"]) && would > 1 && said;
            (other || you) && self.acts(would + 1) && !self.is_any(would + 1, &WISHED)
        });
        if passed_on {
            return true;
        }
        // "We agreed that she'd …"
        let later = ["she'd", "he'd", "they'd", "she'll", "he'll", "they'll"];
        if (0..LONGEST_WHO).any(|place| {
            self.is_any(place, &later) && self.orders(place + 1) && !self.is_any(place + 1, &WISHED)
        }) {
            return true;
        }
        // "Can Dad turn it off from his phone", "will it start by itself"
        if self.is_any(0, &["can", "could", "will", "would", "does", "did", "might"]) {
            let person = self.is_any(1, &OTHERS)
                || self.token(1).is_some_and(|token| {
                    token.start == self.words.start(1).unwrap_or_default()
                        && token.person().is_some_and(|person| {
                            !matches!(
                                person,
                                Person::Speaker | Person::Somebody | Person::Everybody | Person::Nobody
                            )
                        })
                });
            let itself = self.is(1, "it") && self.is_any(0, &["will", "does", "did"]);
            let verb = 2 + usize::from(self.is_any(2, &["ever", "even", "already", "just"]));
            return (person || itself) && self.acts(verb) && !self.is_any(verb, &WISHED);
        }
        let Some(would) = (1..=LONGEST_WHO).find(|&place| self.is_any(place, &WOULD)) else { return false };
        if (0..would).any(|place| self.is_any(place, &ANYONE)) || !self.is_someone(0, would) || self.acts(0) {
            return false;
        }
        // "The tunes can carry on": a thing may, and is asked to.
        let known = self.is_any(0, &OTHERS)
            || (0..would).any(|place| self.token(place).is_some_and(|token| token.person().is_some()));
        let asked = self.is_any(would, &["can", "could", "should", "may", "might", "will"]);
        if asked && !known {
            return false;
        }
        // "Tom, could you …"
        let often = (would + 1..would + 3).find(|&place| {
            !self.is_any(place, &["always", "never", "often", "just", "usually", "sometimes", "not"])
        });
        often.is_some_and(|verb| self.may_act(verb) && !self.is_any(verb, &WISHED))
    }

    /// "I saw him turn …", "we watched Tom open …", "she made me close …".
    fn is_seen(&self) -> bool {
        const SAW: [&str; 10] =
            ["saw", "watched", "noticed", "caught", "heard", "spotted", "remember", "see", "recall", "felt"];
        const MADE: [&str; 8] = ["made", "makes", "let", "lets", "helped", "helps", "had", "has"];
        let Some(saw) = (1..LONGEST_WHO).find(|&place| self.is_any(place, &SAW) || self.is_any(place, &MADE))
        else {
            return false;
        };
        let seer = saw == 1 && self.is_any(0, &["i", "we", "he", "she", "they", "who", "what"])
            || self.is_someone(0, saw) && !self.acts(0);
        let whom = saw + 1;
        let last = if self.is_any(whom, &["the", "my", "our", "his", "her"]) && !self.acts(whom + 1) {
            2
        } else {
            1
        };
        let asked = self.is_any(whom, &["you", "that", "it", "better"]) && !self.is_any(0, &["who", "what"]);
        seer && !asked && self.is_someone(whom, whom + last) && self.acts(whom + last)
    }

    /// "People often open …", "we normally close …": what is done again and again, and not now.
    fn is_habit(&self) -> bool {
        const OFTEN: [&str; 9] = [
            "often",
            "always",
            "usually",
            "normally",
            "sometimes",
            "never",
            "rarely",
            "generally",
            "typically",
        ];
        const PLAIN: [&str; 6] = ["i", "we", "you", "they", "people", "folks"];
        let often = (1..LONGEST_WHO).find(|&place| self.is_any(place, &OFTEN));
        often.is_some_and(|place| {
            (place == 1 && self.is_any(0, &PLAIN) || self.is_someone(0, place))
                && !self.acts(0)
                && self.acts(place + 1)
        })
    }

    /// "I'll turn it off myself".
    fn is_done_oneself(&self) -> bool {
        const WILL: [&str; 10] = ["i'll", "i", "we'll", "we", "let", "i'm", "we're", "im", "lemme", "i'd"];
        let last = self.words.len().saturating_sub(1);
        let by_hand = self.is_any(last, &["myself", "ourselves", "manually"])
            || last > 1 && self.is(last, "hand") && self.is(last - 1, "by");
        self.is_any(0, &WILL) && by_hand && !self.is_any(1, &["want", "need"])
    }

    /// "I'll put the kettle on", "I'm locking the door", "Priya's going to turn the lights off": who speaks or is spoken of is
    /// about to do it.
    fn is_about_to(&self) -> bool {
        const WILL: [&str; 4] = ["i'll", "we'll", "she'll", "he'll"];
        const AM: [&str; 6] = ["i'm", "im", "we're", "she's", "he's", "they're"];
        const GOING: [&str; 3] = ["going", "gonna", "gunna"];
        const THINGS: [&str; 9] =
            ["it's", "that's", "there's", "what's", "here's", "let's", "who's", "this's", "how's"];
        const DOES: [&str; 10] =
            ["put", "turn", "switch", "lock", "unlock", "open", "close", "shut", "pop", "stick"];
        let own = |place: usize| self.is_any(place, &["just", "go", "and", "now", "probably", "only"]);
        let verb = |from: usize| (from..from + 3).find(|&place| !own(place));
        let does = |from: usize| verb(from).is_some_and(|place| self.is_any(place, &DOES));
        let doing = |from: usize| {
            verb(from).and_then(|place| self.words.letters(place)).is_some_and(|word| {
                let stem = word.strip_suffix(&['i', 'n', 'g']).unwrap_or_default();
                // "putting", "closing": the stem with its last letter doubled, or without its e.
                DOES.iter().any(|does| {
                    let does: SmallVec<[char; 8]> = does.chars().collect();
                    let whole =
                        stem == &does[..] || does.strip_suffix(&['e']).is_some_and(|short| stem == short);
                    whole || stem.split_last().is_some_and(|(_, doubled)| doubled == &does[..])
                })
            })
        };
        let owner = |place: usize| {
            self.words.letters(place).is_some_and(|word| word.ends_with(&['\'', 's']))
                && !self.is_any(place, &THINGS)
        };
        let going = |place: usize| {
            self.is_any(place, &GOING)
                && (self.is(place + 1, "to") && self.acts(place + 2) || self.acts(place + 1))
        };
        // "We're turning in" is a good night.
        let turns_in = (1..4).any(|place| self.is(place, "turning") && self.is(place + 1, "in"));
        self.is_any(0, &WILL) && does(1)
            || self.is_any(0, &["i", "we", "she", "he"]) && self.is(1, "will") && does(2)
            || self.is_any(0, &AM) && doing(1) && !turns_in
            || (0..LONGEST_WHO)
                .any(|place| owner(place) && going(place + 1) && (place == 0 || self.is_someone(0, place)))
    }

    /// "Tom left his light on again": how it was left, and nothing more is said.
    fn is_left_so(&self) -> bool {
        const STATES: [&str; 6] = ["on", "open", "running", "unlocked", "going", "playing"];
        let Some(left) = (0..LONGEST_WHO).find(|&place| self.is_any(place, &["left", "leaves"])) else {
            return false;
        };
        // "The left one on", "I think I left it on", "I left it on, didn't I".
        let side = left > 0 && self.is(left - 1, "the");
        let wonders = left > 1 && self.is_any(0, &["i", "we", "i've", "we've"]);
        let tagged =
            (left + 1..self.words.len()).any(|place| self.is_any(place, &["didn't", "haven't", "right"]));
        let asked = side
            || wonders
            || tagged
            || self.is_any(0, &["did", "has", "have", "had", "who", "if", "is", "are", "was"])
            || left == 0 && !self.is_any(1, &["the", "my", "our", "that", "her", "his"]);
        let state = (left + 1..self.words.len()).rev().find(|&place| self.is_any(place, &STATES));
        let named = |place: usize| self.is(place, "it") || self.token(place).is_some_and(Token::is_target);
        let alone = |state: usize| {
            let behind = |place: usize| self.is(place, "again") || !named(place) && !self.orders(place);
            (left + 1..state).any(named) && (state + 1..self.words.len()).all(behind)
        };
        !asked && !self.acts(0) && state.is_some_and(alone)
    }

    /// "My husband turned the lights off": what somebody did.
    fn was_done(&self) -> bool {
        const DID: [&str; 9] =
            ["turned", "switched", "locked", "unlocked", "opened", "closed", "started", "stopped", "dimmed"];
        let Some(did) = (1..LONGEST_WHO).find(|&place| self.is_any(place, &DID)) else { return false };
        const PEOPLE: [&str; 16] = [
            "neighbour",
            "neighbours",
            "neighbor",
            "neighbors",
            "boss",
            "landlord",
            "friend",
            "friends",
            "coworker",
            "colleague",
            "teacher",
            "roommate",
            "flatmate",
            "plumber",
            "electrician",
            "cleaner",
        ];
        let person = (0..did).any(|place| {
            self.token(place).is_some_and(|token| token.person().is_some()) || self.is_any(place, &PEOPLE)
        });
        let asked = self
            .is_any(0, &["has", "have", "had", "did", "who", "if", "when", "is", "was", "get", "i", "we"]);
        person && !asked && self.is_someone(0, did) && !self.acts(0)
    }

    /// "The Alexa next door keeps turning our lights on": what happens again and again.
    fn keeps_doing(&self) -> bool {
        let keeps = (1..MOST_WORDS).find(|&place| self.is_any(place, &["keeps", "kept"]));
        keeps.is_some_and(|place| {
            let doing = self.words.letters(place + 1).is_some_and(|word| word.ends_with(&['i', 'n', 'g']));
            let before = |place: usize| {
                self.token(place).is_some_and(|token| token.noun().is_some() || token.name().is_some())
            };
            doing
                && self.token(place + 1).is_some_and(|token| token.verb().is_some())
                && !(0..place).any(before)
        })
    }

    /// "How do I turn …", "how often do you run …", "why would anyone open …", "do I need to …", "did Tom start …".
    fn asks_how(&self) -> bool {
        const DO: [&str; 10] =
            ["do", "can", "could", "would", "should", "did", "might", "will", "does", "must"];
        const WHO: [&str; 13] = [
            "i", "we", "you", "one", "they", "he", "she", "somebody", "someone", "people", "anyone",
            "anybody", "it",
        ];
        const LITTLE: [&str; 8] = ["even", "actually", "ever", "then", "usually", "normally", "just", "go"];
        let verb = |place: usize| (place..place + 2).find(|&place| !self.is_any(place, &LITTLE));
        let acts = |place: usize| verb(place).is_some_and(|place| self.may_act(place));
        if self.is(0, "how") {
            let many =
                usize::from(self.is_any(1, &["often", "long", "much", "soon", "quickly", "fast", "many"]));
            if self.is_any(1 + many, &DO) && self.is_any(2 + many, &WHO) && acts(3 + many) {
                return true;
            }
            if self.is(1, "come") && self.is_any(2, &WHO) && acts(3) {
                return true;
            }
            return self.is(1, "to") && acts(2)
                || many == 1
                    && self.is_any(2, &["does", "did", "will", "would"])
                    && (3..MOST_WORDS).any(|place| self.is(place, "to") && self.acts(place + 1));
        }
        if self.is(0, "why") {
            // "Why on earth would you …"
            let asked = (2..6).find(|&place| self.is_any(place, &["would", "should", "do", "did"]));
            if asked.is_some_and(|place| self.is_any(place + 1, &WHO) && acts(place + 2)) {
                return true;
            }
            return self.is_any(1, &["do", "did", "would", "should", "does"])
                && self.is_any(2, &WHO)
                && !self.is(3, "not")
                && acts(3);
        }
        if self.is_any(0, &["should", "shall"]) && self.is(1, "i") || self.is(0, "must") && self.is(1, "i") {
            return acts(2);
        }
        if self.is_any(0, &["do", "did", "does", "have"]) && self.is_any(1, &["i", "we"]) {
            return self.is_any(2, &["need", "have", "needed"]) && self.is(3, "to") && acts(4);
        }
        // "Do we need the heating on"
        let advised = self.is_any(0, &["do", "does"]) && (1..4).any(|place| self.is(place, "need"));
        let state = self.words.len().checked_sub(1).is_some_and(|last| {
            self.is_any(last, &["on", "off", "open", "closed", "shut", "locked", "running", "now"])
        });
        if advised && state && self.words.len() > 4 {
            return true;
        }
        if self.is_any(0, &["was", "were", "am", "are"]) && self.is_any(1, &["i", "we", "you", "they"]) {
            return self.is_any(2, &["supposed", "meant", "told", "asked"]) && self.is(3, "to") && acts(4);
        }
        if self.is(0, "have") && self.is_any(1, &["you", "we", "they"]) && self.is(2, "ever") {
            return true;
        }
        // "did someone run dinner time": what a scene is asked about comes to no answer.
        let scene = self.words.tokens().iter().any(|token| token.scene().is_some());
        let asks = self.is_any(0, &["did", "does", "has", "had", "when"]);
        let who = usize::from(self.is(0, "when"));
        scene
            && asks
            && (who == 0 || self.is_any(1, &DO))
            && (2 + who..4 + who).any(|place| {
                (self.is_any(1 + who, &WHO) || self.is_someone(1 + who, place)) && self.acts(place)
            })
    }
}
