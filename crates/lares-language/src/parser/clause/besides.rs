//! What a further word says besides the order: what it is for, what comes of it, with what it is done, which feature.

use lares_home::Act;

use super::Reader;
use super::kinds_of_verbs::{only_tells, property_is};
use crate::action::Value;
use crate::lexicon::{Many, Place, Trait, Verb, lexicon};
use crate::parser::frame::Head;
use crate::parser::lattice::Token;
use crate::vocabulary::{Noun, is_han};

impl Reader<'_, '_> {
    /// "any water down in the basement", "the heater on up in the loft", "a fortune on those blinds": where something is,
    /// or what it was done to, where what is to be done was said before or is not known.
    pub(super) fn tells_where(&self, index: usize, token: &Token) -> bool {
        let Some(next) = self.token(index + 1) else { return false };
        let firm = self.frame.verb.is_some_and(|verb| {
            !verb.weak && !matches!(verb.acts.first(), Some(Act::Up | Act::Down | Act::Start))
        });
        match self.said(token).as_str() {
            "up" | "down" | "out" => {
                // "volume down on the telly": of what, and not where.
                let on_it = self.said(next).starts_with("on") && self.frame.question.is_none();
                let in_place = next.possessive() == Some(Place::Before) && next.verb().is_none() && !on_it
                    || self.said(next) == "here"
                    || self.said(next) == "there";
                let said = firm
                    || self.frame.property.is_some()
                    || self.frame.wish.is_some()
                    || self.frame.value.is_some();
                in_place && said && !self.joined && self.frame.direction.is_none()
            }
            "on" => {
                next.reference().is_some()
                    && self.frame.verb.is_none()
                    && self.frame.targets.is_empty()
                    && !self.pending_text.is_empty()
            }
            _ => false,
        }
    }

    /// "Coffee maker on and start the dishwasher": another verb, and what it is for.
    pub(super) fn begins_another(&self, token: &Token, verb: &Verb) -> bool {
        self.joined
            && !verb.chinese
            && self.clause.tokens.iter().any(|other| other.start >= token.end && other.is_target())
    }

    /// 空调关了锁门: a verb that is said of other kinds than those named, of which the home has some.
    pub(super) fn is_of_others(&self, verb: &Verb) -> bool {
        let nouns = self.nouns_said();
        let fits = |noun| {
            verb.nouns.iter().any(|&wanted| lexicon().is_a(noun, wanted) || lexicon().is_a(wanted, noun))
        };
        verb.chinese
            && !verb.weak
            && !nouns.is_empty()
            && verb.nouns.iter().any(|&noun| self.clause.vocabulary.has_noun(noun))
            && !nouns.into_iter().any(fits)
    }

    /// Whether a second verb is the work of a machine that none of the targets is: why something is to be done to them.
    pub(super) fn is_purpose(&self, known: &Verb, verb: &Verb, token: &Token) -> bool {
        // 晾衣架放下来我晾衣服: up or down, which was said before.
        if [Act::Up, Act::Down].iter().all(|act| verb.acts.contains(act))
            && verb.property.is_none()
            && verb.chinese
            && !known.weak
        {
            return true;
        }
        let nouns = self.nouns_said();
        let fits = |noun| {
            verb.nouns.iter().any(|&wanted| lexicon().is_a(noun, wanted) || lexicon().is_a(wanted, noun))
        };
        !known.weak
            && matches!(known.acts.first(), Some(Act::On | Act::Off | Act::Open | Act::Close))
            && matches!(verb.acts.first(), Some(Act::Start | Act::Record | Act::Up))
            && !verb.nouns.is_empty()
            && verb.key.is_none()
            && verb.property.is_none()
            && is_han(self.clause.text[token.start])
            && !nouns.is_empty()
            && !nouns.into_iter().any(fits)
            && !self.clause.tokens.iter().any(|other| other.start > token.start && other.is_target())
    }

    /// Whether a second verb is only what comes of the first: to warm or to cool, and by how much was not said.
    pub(super) fn is_effect(&self, known: &Verb, verb: &Verb, token: &Token) -> bool {
        verb.chinese
            && !known.weak
            && known.acts.first() == Some(&Act::On)
            && self.frame.has_target()
            && matches!(verb.id.as_str(), "warm_up" | "cool_down")
            && !self.clause.tokens.iter().any(|other| {
                other.start >= token.end
                    && (other.numeral(self.clause.path).is_some()
                        || other.degree().is_some()
                        || other.is_target())
            })
    }

    /// Whether a word that switches a feature on by its name (扫风) only names it, since another verb says what to do.
    pub(super) fn is_switched(&self, token: &Token) -> bool {
        let named = token.verb().is_some_and(|verb| {
            verb.chinese
                && verb.key.is_none()
                && verb.acts == [Act::On]
                && verb.property.is_some()
                && verb.property == token.property()
        });
        named
            && self.clause.tokens.iter().any(|other| {
                other.start != token.start
                    && other.verb().is_some_and(|verb| {
                        !verb.weak
                            && verb.property.is_none()
                            && matches!(
                                verb.acts.first(),
                                Some(Act::On | Act::Off | Act::Start | Act::Stop | Act::Cancel)
                            )
                    })
            })
    }

    /// "Dobby home please": where a cleaner goes to, and no state of it.
    pub(super) fn sent_home(&mut self, token: &Token) -> Option<usize> {
        let home = matches!(self.said(token).as_str(), "home" | "back home" | "to bed" | "off home");
        let waits = self.frame.verb.is_none_or(|verb| verb.weak) && self.frame.question.is_none();
        let cleans = |noun: &Noun| is_kind(*noun, "robot_cleaner");
        if !home || !waits || self.asks.is_some() || !self.nouns_said().iter().any(cleans) {
            return None;
        }
        self.verb(token, lexicon().verb("go home")?);
        Some(1)
    }

    /// "Leave the good room alone and turn off the telly": what stays as it is, and an order of its own behind it.
    pub(super) fn leaves_then_orders(&self, token: &Token, verb: &Verb) -> bool {
        let before = self.clause.tokens.iter().rfind(|other| other.end <= token.start);
        self.frame.leaves_out
            && !self.frame.has_action()
            && !verb.chinese
            && !verb.weak
            && before.is_some_and(|before| before.conjunction().is_some())
            && self.clause.tokens.iter().any(|other| other.start >= token.end && other.is_target())
    }

    /// "Put on the immersion for the bath": what it is for, and not where it stands.
    pub(super) fn is_for_use_of_room(&self, index: usize, token: &Token) -> bool {
        let vocabulary = self.clause.vocabulary;
        let purpose = token.possessive() == Some(Place::Before)
            && matches!(self.said(token).as_str(), "for the" | "for my" | "for our");
        let acts = self.frame.verb.is_some_and(|verb| !verb.weak) && self.frame.question.is_none();
        let Some([room]) = self.clause.tokens.get(index + 1..).filter(|_| purpose && acts) else {
            return false;
        };
        let Some(mention) = self.room_mention(room).filter(|_| room.noun().is_none()) else { return false };
        let [target] = &self.frame.targets[..] else { return false };
        let there = |device| vocabulary.room_of(device).is_some_and(|room| mention.rooms.contains(&room));
        match target.head {
            Head::Name => !vocabulary.devices_named(&target.text).any(there),
            Head::Noun(noun) => {
                vocabulary.is_only(noun)
                    && !mention.rooms.iter().any(|&room| vocabulary.room_has_noun(room, noun))
            }
            _ => false,
        }
    }

    /// "On the AC please", "on the hall fan", "of the fairy lights": the order begins with it, and nothing else says what to
    /// do.
    pub(super) fn opens_with_particle(&self, index: usize, said: &str) -> Option<&'static Verb> {
        let off = match said.split(' ').next()? {
            "on" => false,
            "of" => true,
            _ => return None,
        };
        let begins = |first: &Token| {
            let before = &self.clause.text[..first.start];
            let conditional = ["if ", "when ", "once ", "whenever "]
                .iter()
                .any(|words| crate::parser::tokens::starts_with(self.clause.text, words));
            first.start == 0
                || conditional && before.iter().rfind(|letter| !letter.is_whitespace()) == Some(&',')
        };
        let opens = self.clause.tokens.first().is_some_and(begins)
            && self.clause.tokens[..index].iter().all(|before| before.particle().is_some());
        let rooms = self.clause.tokens[index + 1..]
            .iter()
            .take_while(|next| self.is_room(next) && next.noun().is_none() && next.name().is_none())
            .count();
        let named = self.head_follows(index + rooms);
        // "On the bedroom tv, what's playing?": the order is elsewhere.
        let ends = self.clause.tokens.last()?.end;
        let whole = !self.clause.text[ends..].iter().any(|letter| letter.is_alphanumeric());
        if !opens || self.has_firm_verb || !named || (off || rooms > 0) && !whole {
            return None;
        }
        if off { lexicon().verb("off") } else { self.clause.vocabulary.switch_verb() }
    }

    /// "Lights of", "turn the telly of please": heard for off, where nothing follows that could own what was named.
    pub(super) fn is_off(&mut self, index: usize) -> bool {
        let waits = self.frame.verb.is_none_or(|verb| verb.weak && !verb.chinese)
            && self.frame.has_target()
            && self.frame.value.is_none()
            && self.frame.question.is_none()
            && self.asks.is_none()
            && !self.excluding;
        let ends = self.token(index + 1).is_none_or(|next| {
            next.particle().is_some() && !next.is_target() || next.possessive() == Some(Place::Before)
        });
        if !waits || !ends {
            return false;
        }
        let off = lexicon().verb("off");
        self.frame.verb = off.or(self.frame.verb);
        self.frame.likeness *= 0.9;
        off.is_some()
    }

    /// "not Renee's lamp": a clause behind an order that says nothing but what is not meant.
    pub(super) fn is_only_denied(&self, index: usize) -> bool {
        let clause = self.clause;
        let before = clause.tokens.get(..index).unwrap_or_default();
        let behind = clause.tokens.get(index + 1..).unwrap_or_default();
        clause.after_order
            && clause.tokens.get(index).is_some_and(|token| self.said(token) == "not")
            && before.iter().all(|token| token.particle().is_some() && !token.is_target())
            && behind.iter().any(|token| token.is_target())
            && behind.iter().all(|token| {
                (token.is_target() || token.particle().is_some() || token.possessive().is_some())
                    && token.verb().is_none()
                    && token.value().is_none()
            })
    }

    /// "resume the music in the den": what plays, and no kind of sound.
    pub(super) fn is_played(&self, token: &Token) -> bool {
        let plays = self.frame.verb.is_some_and(|verb| {
            !verb.chinese
                && matches!(
                    verb.acts.first(),
                    Some(
                        Act::Resume
                            | Act::Pause
                            | Act::Stop
                            | Act::Next
                            | Act::Previous
                            | Act::Forward
                            | Act::Rewind
                    )
                )
        });
        plays && matches!(self.said(token).as_str(), "music" | "the music" | "some music" | "my music")
    }

    /// "The vacuum go home and turn off the light": behind what is complete and joined to it, with something to be done to.
    pub(super) fn begins_order(&self, index: usize, token: &Token) -> bool {
        // "Set it to 70 and kill the heater": the pronoun may be part of the verb.
        let complete = self.frame.has_target()
            && (self.frame.value.is_some() || self.frame.verb.is_some_and(|known| !known.weak))
            || self.frame.value.is_some() && (self.frame.goal || self.frame.verb.is_some());
        let names = |token: &Token| token.is_target() || token.reference().is_some();
        self.joined
            && complete
            && self.asks.is_none()
            && !self.excluding
            && self.phrase.is_empty()
            && token.verb().is_some_and(|verb| !verb.weak && !verb.chinese && !verb.acts.is_empty())
            && token.noun().is_none()
            && (self.clause.tokens.get(index + 1..).is_some_and(|rest| rest.iter().any(names))
                || token.verb().is_some_and(|verb| !verb.nouns.is_empty()))
    }

    /// "get Barry to do the lounge": where a cleaner is sent it cleans.
    pub(super) fn sets_to_work(&mut self) {
        let frame = &self.frame;
        let sent = frame.verb.is_some_and(|verb| verb.weak && !verb.chinese)
            && frame.value.is_none()
            && frame.direction.is_none()
            && frame.question.is_none()
            && frame.property.is_none()
            && frame.wish.is_none()
            && self.asks.is_none();
        // "just give me one lamp": what is wanted is to be on.
        let gives = frame.verb.is_some_and(|verb| verb.id == "set")
            && gives_something(&self.clause.text[frame.span.0.min(frame.span.1)..frame.span.1]);
        let counted = frame.targets.iter().all(|target| {
            matches!(target.head, Head::Noun(_)) && (target.count.is_some() || target.many == Some(Many::Any))
        });
        if sent && gives && counted && frame.has_target() && frame.unknown == 0 {
            self.frame.verb = self.clause.vocabulary.switch_verb();
            return;
        }
        let placed = frame.targets.iter().any(|target| !target.rooms.is_empty());
        let cleans = |noun: &Noun| is_kind(*noun, "robot_cleaner");
        if !sent || !placed || !self.nouns_said().iter().any(cleans) {
            return;
        }
        self.frame.verb = vacuum_verb().or(self.frame.verb);
    }

    /// "put netflix on the telly": which app is opened. Whether one was named.
    pub(super) fn launched(&mut self, token: &Token) -> bool {
        let said = self.said(token);
        let generic = matches!(said.as_str(), "app" | "apps" | "application" | "applications");
        if generic || !said.is_ascii() || self.frame.value.is_some() || self.frame.question.is_some() {
            return false;
        }
        let app = self.named_value(token).filter(|value| matches!(value, Value::Word { .. }));
        let app = app.unwrap_or(Value::Word { text: said.to_string(), key: None });
        self.set_value(app, token.start, token.end, None);
        self.frame.property = token.property();
        if self.frame.verb.is_none() {
            self.frame.verb = self.clause.vocabulary.switch_verb();
        }
        true
    }

    pub(super) fn says_with(&self, token: &Token) -> bool {
        matches!(self.clause.text[token.start..token.end], ['用' | '选' | '挑'])
    }

    /// What a word is where it names a feature as well as a value: 除菌 is what a wardrobe can be told to do before it is
    /// a stage of its work, 自清洁 a function of an air conditioner and a programme only of a washing machine.
    pub(super) fn feature_not_value(&self, token: &Token) -> bool {
        let (Some(property), Some(value)) =
            (token.property(), token.value().and_then(|value| value.property))
        else {
            return false;
        };
        let vocabulary = self.clause.vocabulary;
        let stage = only_tells(value) && self.frame.property.is_none_or(|said| !only_tells(said));
        let programme = property_is(value, "cycle");
        let nouns = self.nouns_said();
        let no_machine =
            !nouns.is_empty() && !nouns.iter().any(|&noun| lexicon().has_trait(noun, Trait::Programmes));
        vocabulary.can_switch(property) && property != value && (stage || programme && no_machine)
    }
}

/// Whether a kind of device washes clothes.
pub(super) fn washes_clothes(noun: Noun) -> bool {
    is_kind(noun, "washer")
}

fn is_kind(noun: Noun, id: &str) -> bool {
    let lexicon = lexicon();
    let known = lexicon.nouns.iter().position(|entry| entry.id == id);
    known.is_some_and(|known| lexicon.is_a(noun, Noun(known as u16)))
}

/// The verb of what a cleaner does.
pub(crate) fn vacuum_verb() -> Option<&'static Verb> {
    lexicon().verb("vacuum")
}

/// Whether a clause asks to be given something.
fn gives_something(said: &[char]) -> bool {
    said.split(|letter| *letter == ' ')
        .any(|word| matches!(word, ['g', 'i', 'v', 'e'] | ['g', 'i', 'm', 'm', 'e']))
}
