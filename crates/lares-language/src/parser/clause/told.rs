//! States that a question tells: what is told to be confirmed (did Emma leave), what is to choose from (制冷还是制热), what
//! something is set to.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};

use super::{Clause, Reader};
use crate::lexicon::{Asks, Cue, Many, Person, Sense, lexicon};
use crate::parser::asked::is_tagged;
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::lattice::Token;
use crate::parser::render::state_properties;
use crate::parser::tokens::text_of;

/// Whether something in a clause asks.
pub(super) fn confirms(clause: &Clause<'_>) -> bool {
    // 我希望纱帘是关着的: how something is wanted, and no question whether it is so.
    if hopes(clause) {
        return false;
    }
    is_marked(clause)
        || clause.tokens.iter().any(|token| {
            let queries = token.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
            token.likeness >= 1.0 && (token.question().is_some() || queries)
        })
}

/// Whether a clause says how something is wanted to be.
pub(super) fn hopes(clause: &Clause<'_>) -> bool {
    let text = clause.text_said();
    lexicon().phrases(Cue::Hoped).stand_in(text)
}

fn is_marked(clause: &Clause<'_>) -> bool {
    clause.tokens.last().is_some_and(|last| {
        let behind = clause.text[last.end..].iter().find(|letter| !letter.is_whitespace());
        behind == Some(&'?') && !is_tagged(clause.text_said())
    })
}

/// What a clause leaves to choose: two states or modes of one property with "or" between them.
pub(super) fn choice(clause: &Clause<'_>) -> Option<(usize, usize, Property)> {
    let said = |token: &Token| text_of(clause.text, token.start, token.end);
    let is_or =
        |token: &Token| matches!(clause.text.get(token.start..token.end), Some(['o', 'r'] | ['还', '是']));
    let or = clause.tokens.iter().position(is_or)?;
    // 客厅或卧室 and "the lamp or the fan" are no states; "turn it on or off" is no question.
    let english = said(&clause.tokens[or]) == "or";
    if english && !clause.tokens[..or].iter().any(|token| token.question().is_some()) {
        return contraries(clause, or);
    }
    let skipped = |token: &Token| {
        token.possessive().is_some() || token.particle().is_some() || token.comparison().is_some()
    };
    let first =
        (0..or).rev().find(|&index| !skipped(&clause.tokens[index]) || states(&clause.tokens[index]))?;
    let second = (or + 1..clause.tokens.len())
        .find(|&index| !skipped(&clause.tokens[index]) || states(&clause.tokens[index]))?;
    let (one, other) = (properties(&clause.tokens[first]), properties(&clause.tokens[second]));
    let shared = one.iter().find(|property| other.contains(property)).or_else(|| one.first())?;
    if other.is_empty() {
        return None;
    }
    Some((first, second + 1, *shared))
}

/// "Main door shut or open?", "dishwasher done or not": what is named, and then two states of it of which only one can be.
/// Nobody orders both.
fn contraries(clause: &Clause<'_>, or: usize) -> Option<(usize, usize, Property)> {
    let skipped =
        |token: &Token| token.particle().is_some() && token.verb().is_none() || token.possessive().is_some();
    let first = (0..or).rev().find(|&index| !skipped(&clause.tokens[index]))?;
    let second = (or + 1..clause.tokens.len()).find(|&index| !skipped(&clause.tokens[index]))?;
    let named = clause.tokens.get(..first)?;
    let only_named = named.iter().any(Token::is_target)
        && named.iter().all(|token| token.verb().is_none() || token.is_target());
    let is_end = clause.tokens.get(second + 1..)?.iter().all(|token| {
        token.particle().is_some() && !token.is_target()
            || token.possessive().is_some()
            || token.home_room().is_some()
            || token.room().is_some()
    });
    let (one, other) = (clause.tokens.get(first)?, clause.tokens.get(second)?);
    if !only_named || !is_end || one.is_target() {
        return None;
    }
    let denied = other.negation().is_some();
    let property = told_of(clause, one)
        .into_iter()
        .find(|property| denied || told_of(clause, other).contains(property))?;
    Some((first, second + 1, property))
}

/// What a word of a choice can be a state of: up and down are open and closed there.
fn told_of(clause: &Clause<'_>, token: &Token) -> Vec<Property> {
    let lies = matches!(text_of(clause.text, token.start, token.end).as_str(), "up" | "down");
    match catalogue().property("open_state").filter(|_| lies) {
        Some(open) => vec![open],
        None => properties(token),
    }
}

fn states(token: &Token) -> bool {
    !properties(token).is_empty()
}

/// What a word can be a state of.
fn properties(token: &Token) -> Vec<Property> {
    let mut found: Vec<Property> = Vec::new();
    if token.name().is_some() {
        return found;
    }
    for sense in &token.senses {
        match sense {
            Sense::State(state) => found.push(state.property),
            Sense::Value(value) => found.extend(value.property),
            Sense::Verb(verb) if verb.key.is_some() => found.extend(verb.property),
            Sense::Verb(verb) if !verb.weak => found.extend(state_properties(&verb.acts)),
            _ => {}
        }
    }
    found
}

impl Reader<'_, '_> {
    /// Whether the clause ends with a question mark.
    pub(super) fn confirms_by_mark(&self) -> bool {
        is_marked(self.clause)
    }

    /// People and the states they are in, and choices, where the clause asks.
    pub(super) fn told(&mut self, index: usize, token: &Token) -> Option<usize> {
        if let Some((first, end, property)) = self.choice
            && (first..end).contains(&index)
        {
            self.frame.question.get_or_insert(Asks::Polar);
            if self.frame.property.is_none() {
                self.frame.property = Some(property);
            }
            return Some(end - index);
        }
        if self.clause.condition || !self.confirms {
            return None;
        }
        let named = token.color().is_some() || token.value().is_some();
        if token.likeness < 0.9 && named && !token.is_target() && token.verb().is_none() {
            // "is there water under the sink", "is Jack home": nobody asks whether it is pink, or back.
            return Some(self.unknown(index));
        }
        self.who(index, token).or_else(|| self.told_state(token))
    }

    fn who(&mut self, index: usize, token: &Token) -> Option<usize> {
        let person = token.person().filter(|_| token.verb().is_none())?;
        let owns =
            self.token(index + 1).is_some_and(|next| next.possessive().is_some() && next.state().is_none());
        if owns && self.head_follows(index + 1) || person == Person::Speaker {
            return None;
        }
        let presence = catalogue().property("presence");
        let about_presence = self.clause.tokens.iter().any(|token| {
            token.state().is_some_and(|state| Some(state.property) == presence)
                || token.property() == presence
                || token.value().is_some_and(|value| value.property == presence)
                || token.verb().is_some_and(|verb| verb.property.is_some() && verb.property == presence)
        });
        match person {
            Person::Nobody | Person::Somebody | Person::Everybody => {
                let occupancy = catalogue().property("occupancy");
                let other = self.clause.tokens.iter().any(|token| {
                    token.state().is_some_and(|state| Some(state.property) != presence)
                        || token
                            .verb()
                            .is_some_and(|verb| verb.acts.first() != Some(&Act::Query) && !verb.weak)
                });
                if other || person == Person::Everybody && !about_presence {
                    return Some(1);
                }
                self.frame.question.get_or_insert(Asks::Polar);
                let property = if about_presence { presence } else { occupancy };
                self.frame.property = self.frame.property.or(property);
                Some(1)
            }
            _ if about_presence => {
                let named = token.name().is_some();
                self.phrase.head = if named { Head::Name } else { Head::Unknown };
                self.phrase.text = self.said(token);
                self.close_phrase();
                Some(1)
            }
            _ => None,
        }
    }

    /// Whether words that nobody knows are the person that a question is about: "has Priya come back yet".
    pub(super) fn asks_about_person(&self) -> bool {
        let presence = catalogue().property("presence");
        let letters = self.clause.text_said();
        self.frame.property == presence
            && presence.is_some()
            && self.frame.question.is_some()
            && self.frame.targets.is_empty()
            && letters.iter().all(|letter| !crate::vocabulary::is_han(*letter))
    }

    /// A person is no device that is called after them: "where's Meg" asks for no lamp of Meg's, and "who's picking up
    /// Mei" for nothing of the home's. Whether such a question was asked.
    pub(super) fn asks_for_person(&self) -> bool {
        let vocabulary = self.clause.vocabulary;
        let asks_where = self.frame.question == Some(Asks::Where);
        let first = self.clause.tokens.first().map(|token| self.said(token)).unwrap_or_default();
        let asks_who = matches!(first.as_str(), "who" | "who's" | "who is" | "whos" | "who are");
        if self.asks_how_someone_is(&first) {
            return true;
        }
        if self.frame.property.is_some() || !asks_where && !asks_who {
            return false;
        }
        if asks_who {
            let doing = self.clause.tokens.iter().skip(1).any(|token| self.said(token).ends_with("ing"));
            return doing && self.frame.targets.iter().all(|target| !matches!(target.head, Head::Noun(_)));
        }
        let finder = |device| {
            vocabulary.device_nouns(device).iter().any(|noun| {
                lexicon().nouns.get(usize::from(noun.0)).is_some_and(|entry| {
                    matches!(entry.id.as_str(), "phone" | "tracker" | "tablet" | "watch")
                })
            })
        };
        !self.frame.targets.is_empty()
            && self.frame.targets.iter().all(|target| {
                let mut devices = vocabulary.devices_named(&target.text).peekable();
                let owner = format!("{}'", target.text);
                target.head == Head::Name
                    && !target.text.contains(' ')
                    && devices.peek().is_some()
                    && devices.all(|device| vocabulary.is_owned(device, &owner) && !finder(device))
            })
    }

    /// "Is Rohit stuck in traffic again": of someone after whom a lamp is called, and nothing that a lamp may be.
    fn asks_how_someone_is(&self, first: &str) -> bool {
        let vocabulary = self.clause.vocabulary;
        let asks = matches!(first, "is" | "are" | "has" | "have" | "did" | "does" | "was" | "were" | "isn't");
        let may_be = |token: &Token| {
            token.verb().is_some_and(|verb| !verb.weak)
                || token.level().is_some()
                || token.adjective().is_some()
        };
        let presence = catalogue().property("presence");
        let [target] = &self.frame.targets[..] else { return false };
        let untold = self.frame.unknown > 0 || self.frame.value.is_some() || self.frame.likeness < 1.0;
        asks && untold
            && target.head == Head::Name
            && !target.text.contains(' ')
            && !target.text.contains('\'')
            && target.text.is_ascii()
            && (self.frame.property.is_none() || self.frame.property != presence)
            && !self.clause.tokens.iter().any(may_be)
            && vocabulary.devices_named(&target.text).next().is_some()
            && vocabulary
                .devices_named(&target.text)
                .all(|device| vocabulary.is_owned(device, &format!("{}'", target.text)))
    }

    /// "is the basement flooding", "has the dryer finished": the state is what is asked about.
    fn told_state(&mut self, token: &Token) -> Option<usize> {
        let state = token.state()?;
        let presence = catalogue().property("presence") == Some(state.property);
        let person =
            !self.frame.targets.is_empty() || self.clause.tokens.iter().any(|token| token.person().is_some());
        let asked = matches!(self.frame.question, Some(Asks::Polar))
            || self.frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
        let queries = token.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
        let plain = token.noun().is_none()
            && token.name().is_none()
            && !queries
            && (token.verb().is_none() || asked && self.clause.text[token.start].is_ascii());
        if !plain || presence && !person || self.frame.value.is_some() {
            return None;
        }
        // "is every light in the house off": where the things are, and nobody's coming home.
        let what = matches!(self.frame.question, Some(Asks::Value));
        if presence && token.many().is_some() && (self.only_things() || what && self.names_kinds()) {
            return None;
        }
        // 燃气报警器响了吗: which of several states is told by the last of them.
        let of_verb = self.frame.verb.is_some_and(|verb| verb.property.is_some());
        // 开着几档, "how long till it's finished": another word says what is asked for.
        let named = self.clause.tokens.iter().any(|token| {
            token.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Query) && verb.property.is_some())
        });
        if matches!(self.frame.question, Some(Asks::Time)) || named && !of_verb {
            return Some(1);
        }
        if self.frame.property.is_none() || !of_verb && presence {
            self.frame.property = Some(state.property);
        }
        self.frame.question.get_or_insert(Asks::Polar);
        Some(1)
    }

    /// Whether kinds of things are named, and nothing by its name.
    fn names_kinds(&self) -> bool {
        let is_kind = |target: &Target| matches!(target.head, Head::Noun(_));
        !self.frame.targets.is_empty() && self.frame.targets.iter().all(is_kind)
    }

    /// Whether a clause names things and no person.
    fn only_things(&self) -> bool {
        self.names_kinds() && self.clause.tokens.iter().all(|token| token.person().is_none())
    }

    /// "is there water under the sink": whatever it is that leaks, a sensor may be called after it.
    pub(super) fn finds_somewhere(&self) -> bool {
        let found = ["water_leak", "smoke", "gas_leak", "presence"].iter().any(|id| {
            let property = catalogue().property(id);
            property.is_some() && self.frame.property == property
        });
        found && self.confirms && self.phrase.rooms.is_empty()
    }

    /// 设到几度, "what did I set the oven to": what was set is asked for, not what is measured.
    pub(super) fn asks_setting(&mut self) {
        let sets = std::mem::take(&mut self.sets) || self.keeps_at();
        let queries = self.frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
        let asked = queries || matches!(self.frame.question, Some(Asks::Value));
        if !sets || !asked || self.frame.value.is_some() || self.frame.direction.is_some() {
            return;
        }
        let temperature = catalogue().property("temperature");
        if self.frame.property.is_none() || self.frame.property == temperature {
            self.frame.property = catalogue().property("target_temperature");
        }
    }

    /// "What have you kept the AC at", "what have we got the heat at": at what it was left.
    fn keeps_at(&self) -> bool {
        let Some(first) = self.clause.tokens.first() else { return false };
        if self.clause.text.get(first.start) != Some(&'w') || self.frame.targets.is_empty() {
            return false;
        }
        let said = |token: &Token| text_of(self.clause.text, token.start, token.end);
        let mut tokens = self.clause.tokens.iter();
        let kept =
            tokens.any(|token| matches!(said(token).as_str(), "kept" | "keep" | "keeping" | "got" | "left"));
        kept && tokens.any(|token| token.goal().is_some() && said(token) == "at")
    }

    /// Which lights, any windows: the question names what it is about.
    pub(super) fn noun_of_question(&mut self, token: &Token) {
        let letters = &self.clause.text[token.start..token.end];
        let Some(space) = letters.iter().rposition(|letter| *letter == ' ') else { return };
        let word = &letters[space + 1..];
        let noun = lexicon().lookup(word).and_then(|senses| {
            senses.iter().find_map(|sense| match sense {
                Sense::Noun(noun) => Some(*noun),
                _ => None,
            })
        });
        if let Some(noun) = noun
            && self.phrase.head == Head::None
            && self.frame.targets.is_empty()
        {
            self.phrase.head = Head::Noun(noun);
            self.phrase.text = word.iter().copied().collect();
            self.phrase.many = Some(Many::All);
            self.close_phrase();
        }
    }
}

/// "Main door shut or open?", "got close or not", "warm enough or not": which of two states is asked, and neither is wanted.
pub(super) fn asks_which_state(clause: &Clause<'_>, frames: &mut Vec<Frame>) {
    let said = |token: &Token| text_of(clause.text, token.start, token.end);
    // "or not" may be one word.
    let parts = |token: &Token| {
        clause.text.get(token.start) == Some(&'o') && matches!(said(token).as_str(), "or" | "or not")
    };
    let Some(or) = clause.tokens.iter().position(parts) else { return };
    let whole = clause.tokens.get(or).is_some_and(|token| said(token) == "or not");
    let (before, behind) = clause.tokens.split_at(or);
    let acts = |token: &Token| {
        token.adjective().is_some()
            || token.verb().is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query))
    };
    let filler = |token: &&Token| token.particle().is_some() && !acts(token);
    let state = before.iter().rev().find(|token| !filler(token)).is_some_and(acts);
    let thing = before.iter().position(|token| token.is_target() && token.state().is_none());
    let acting = before.iter().position(acts);
    let first = matches!((thing, acting), (Some(thing), Some(acting)) if thing < acting);
    let other = whole || behind.get(1).is_some_and(|next| said(next) == "not" || acts(next));
    let more = behind
        .get(if whole { 1 } else { 2 }..)
        .unwrap_or_default()
        .iter()
        .any(|token| token.is_target() || token.object_marker().is_some());
    if !state || !first || !other || more {
        return;
    }
    if frames.iter().any(Frame::has_target) {
        frames.retain(Frame::has_target);
    }
    frames.truncate(1);
    for frame in frames {
        frame.question.get_or_insert(Asks::Polar);
        (frame.complaint, frame.wish, frame.direction, frame.negated) = (false, None, None, false);
    }
}
