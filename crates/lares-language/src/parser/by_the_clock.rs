//! English times of day without a word for one: "lock up at eight", "set the heater to twenty at half seven", "give it ten
//! minutes, then …". A number behind "at" may be a value as well ("the fan at three"): it is a time where the order has its
//! value already, or takes none.

use std::borrow::Cow;

use lares_home::Act;
use smallvec::SmallVec;

use super::lattice::{Path, Token};
use super::word_list::WordList;

/// What stands before a time of day.
const BEFORE: [&str; 9] = ["at", "by", "around", "about", "from", "in", "after", "before", "past"];
/// What may stand behind it.
const BEHIND: [&str; 16] = [
    "onwards", "onward", "please", "thanks", "tonight", "tomorrow", "today", "sharp", "ish", "then",
    "latest", "exactly", "cheers", "pls", "ok", "okay",
];
const HOURS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const MINUTES: [&str; 9] =
    ["fifteen", "thirty", "forty", "fifty", "twenty", "forty-five", "five", "ten", "twenty-five"];
/// How long.
const UNITS: [&str; 7] = ["minutes", "mins", "min", "hours", "seconds", "hour", "secs"];
/// Times that are nothing else.
const NAMED: [&str; 5] = ["noon", "midnight", "midday", "o'clock", "oclock"];

/// The words without the times of day among them, and whether there were any.
pub(super) fn without_times<'t>(text: &[char], path: &'t Path) -> (Cow<'t, [Token]>, bool) {
    let tokens = &path.tokens[..];
    let english = tokens.first().is_some_and(|first| text.get(first.start).is_some_and(char::is_ascii));
    if !english {
        return (Cow::Borrowed(tokens), false);
    }
    let mut times: SmallVec<[(usize, usize); 2]> = SmallVec::new();
    let mut start = 0;
    for index in 0..=tokens.len() {
        if tokens.get(index).is_none_or(|token| parts(text, token)) {
            let clause = Clause::of(text, path, tokens.get(start..index).unwrap_or_default());
            times.extend(clause.waiting());
            times.extend(clause.time());
            times.extend(clause.long_before());
            times.extend(clause.often());
            start = index + 1;
        }
    }
    if times.is_empty() {
        return (Cow::Borrowed(tokens), false);
    }
    let within = |token: &Token| times.iter().any(|&(from, to)| token.start >= from && token.start < to);
    let kept: Vec<Token> = tokens.iter().filter(|token| !within(token)).cloned().collect();
    (Cow::Owned(kept), true)
}

/// Whether a clause ends here. A colon between digits is part of a time.
fn parts(text: &[char], token: &Token) -> bool {
    let digit =
        |place: Option<usize>| place.and_then(|place| text.get(place)).is_some_and(char::is_ascii_digit);
    let clock =
        text.get(token.start) == Some(&':') && digit(token.start.checked_sub(1)) && digit(Some(token.end));
    token.separator().is_some() && !clock
}

/// How surely words are a time.
#[derive(Clone, Copy, PartialEq)]
enum Sure {
    /// They can be nothing else.
    Yes,
    /// They may be a value.
    Where(usize),
}

struct Clause<'a> {
    path: &'a Path,
    words: WordList<'a>,
}

impl<'a> Clause<'a> {
    fn of(text: &'a [char], path: &'a Path, tokens: &'a [Token]) -> Clause<'a> {
        Clause { path, words: WordList::of(text, tokens) }
    }

    fn is(&self, place: usize, said: &str) -> bool {
        self.words.is(place, said)
    }

    fn is_any(&self, place: usize, said: &[&str]) -> bool {
        self.words.is_any(place, said)
    }

    fn end(&self, place: usize) -> usize {
        self.words.end(place)
    }

    /// A whole number in digits.
    fn digits(&self, place: usize) -> Option<u32> {
        let word = self.words.letters(place)?;
        word.iter().try_fold(0_u32, |sum, letter| sum.checked_mul(10)?.checked_add(letter.to_digit(10)?))
    }

    fn is_hour(&self, place: usize) -> bool {
        self.is_any(place, &HOURS) || self.digits(place).is_some_and(|hour| (1..=12).contains(&hour))
    }

    /// "22:00", "6:30"
    fn is_clock(&self, place: usize) -> bool {
        self.words.letters(place).is_some_and(|word| {
            let mut parts = word.split(|&letter| letter == ':');
            let number = |part: Option<&[char]>, lengths: &[usize]| {
                part.is_some_and(|part| {
                    lengths.contains(&part.len()) && part.iter().all(char::is_ascii_digit)
                })
            };
            number(parts.next(), &[1, 2]) && number(parts.next(), &[2]) && parts.next().is_none()
        })
    }

    /// Where the time that begins at a word ends, and how sure that is.
    fn time_at(&self, place: usize) -> Option<(usize, Sure)> {
        let place =
            place + usize::from(self.is_any(place, &["about", "around", "exactly", "like", "roughly"]));
        if self.is_any(place, &NAMED) || self.is_clock(place) {
            return Some((place + 1, Sure::Yes));
        }
        if self.is(place, "half") {
            let past = usize::from(self.is(place + 1, "past"));
            return self.is_hour(place + 1 + past).then_some((place + 2 + past, Sure::Yes));
        }
        let parted = place + usize::from(self.is(place, "a"));
        if (self.is_any(parted, &["quarter", "twenty", "ten", "five"]))
            && self.is_any(parted + 1, &["past", "to", "after"])
            && self.is_hour(parted + 2)
        {
            return Some((parted + 3, Sure::Yes));
        }
        if !self.is_hour(place) {
            return None;
        }
        let mut end = place + 1;
        if self.is_any(end, &NAMED) {
            return Some((end + 1, Sure::Yes));
        }
        if self.is_any(end, &MINUTES) {
            end += 1 + usize::from(self.is(end, "forty") && self.is(end + 1, "five"));
        }
        Some((end, Sure::Where(place)))
    }

    /// The time of day at the end of the clause or at its beginning: from which character to which.
    fn time(&self) -> Option<(usize, usize)> {
        (0..self.words.len()).find_map(|place| {
            if !self.is_any(place, &BEFORE) {
                return None;
            }
            let (end, sure) = self.time_at(place + 1)?;
            let ends = (end..self.words.len()).all(|word| self.is_any(word, &BEHIND));
            // "Turn the lights on in ten": minutes are the only thing that can be meant.
            let begins = place == 0 && end < self.words.len();
            if !ends && !begins || place == 0 && ends || self.is(place, "in") && sure == Sure::Yes {
                return None;
            }
            let start = self.words.start(place)?;
            let order = |token: &&Token| token.end <= start || token.start >= self.end(end - 1);
            let others = || self.words.tokens().iter().filter(order);
            let told = match sure {
                Sure::Yes => true,
                Sure::Where(_) if begins => self.is(place, "from"),
                Sure::Where(_) => others().any(|token| self.is_value(token)) || others().any(takes_no_value),
            };
            (told && others().any(|token| token.verb().is_some() || token.scene().is_some()))
                .then(|| (start, self.end(end - 1)))
        })
    }

    fn is_value(&self, token: &Token) -> bool {
        let named = token.value().is_some() && token.verb().is_none();
        (token.numeral(self.path).is_some() || token.color().is_some() || token.level().is_some() || named)
            && !token.is_target()
    }

    /// "Every second day", "each weekend", "every 30 minutes", "between six and seven": from which character to which.
    fn often(&self) -> Option<(usize, usize)> {
        const OFTEN: [&str; 6] = ["single", "second", "third", "other", "few", "couple"];
        const SPANS: [&str; 25] = [
            "night",
            "day",
            "morning",
            "evening",
            "afternoon",
            "weekend",
            "week",
            "month",
            "hour",
            "hours",
            "minutes",
            "minute",
            "weekday",
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
            "days",
            "nights",
            "weeks",
            "mins",
            "half",
        ];
        let last = self.words.len().checked_sub(1)?;
        (0..=last).find_map(|place| {
            let between = self.is(place, "between")
                && self.is_hour(place + 1)
                && self.is(place + 2, "and")
                && self.is_hour(place + 3)
                && place + 3 == last;
            if between {
                return Some((self.words.start(place)?, self.end(last)));
            }
            if !self.is_any(place, &["every", "each"]) {
                return None;
            }
            let span = (place + 1..place + 4).find(|&span| self.is_any(span, &SPANS))?;
            let every = (place + 1..span).all(|place| {
                self.is_any(place, &OFTEN)
                    || self.is_any(place, &HOURS)
                    || self.is_any(place, &MINUTES)
                    || self.is(place, "of")
                    || self.digits(place).is_some()
            });
            // "Every morning light": what stands there may be named so.
            let of_home = (place..=span).any(|place| {
                self.words.token(place).is_some_and(|token| {
                    token.name().is_some() || token.noun().is_some() || token.scene().is_some()
                })
            });
            let aside =
                place == 0 || span == last || self.is_any(span + 1, &["at", "please", "from", "until"]);
            let start = self.words.start(place)?;
            (every && aside && !of_home).then(|| (start, self.end(span)))
        })
    }

    /// "… five minutes before we eat", "… half an hour after the film": from which character to which.
    fn long_before(&self) -> Option<(usize, usize)> {
        let joint = (3..self.words.len())
            .find(|&place| self.is_any(place, &["before", "after"]) && self.is_any(place - 1, &UNITS))?;
        let number = |place: usize| {
            self.is_any(place, &HOURS)
                || self.is_any(place, &MINUTES)
                || self.digits(place).is_some()
                || self.is_any(place, &["an", "few", "couple", "half"])
        };
        let begin = (2..joint - 1).find(|&place| number(place))?;
        let start = self.words.start(begin)?;
        let ordered = self.words.tokens().iter().filter(|token| token.end <= start);
        let verb = ordered.clone().any(|token| token.verb().is_some());
        let named = ordered.clone().any(Token::is_target);
        (joint + 1 < self.words.len() && joint - begin < 5 && verb && named)
            .then(|| (start, self.end(self.words.len() - 1)))
    }

    /// "Give it ten minutes and …", "wait five minutes then …": from which character to which.
    fn waiting(&self) -> Option<(usize, usize)> {
        // "Wait till dark then …"
        if self.is(0, "wait") && self.is_any(1, &["till", "until", "til", "for"]) {
            let then =
                (3..8).find(|&place| self.is_any(place, &["then", "before"]) || self.is(place, "and"))?;
            let last = then + usize::from(self.is(then + 1, "then"));
            return (last + 1 < self.words.len())
                .then(|| Some((self.words.start(0)?, self.end(last))))
                .flatten();
        }
        let leads = match () {
            () if self.is_any(0, &["give", "leave"]) && self.is_any(1, &["it", "me", "us"]) => 2,
            () if self.is(0, "wait") => 1 + usize::from(self.is_any(1, &["for", "about", "another"])),
            () => return None,
        };
        let number = self.is_any(leads, &HOURS)
            || self.is_any(leads, &MINUTES)
            || self.digits(leads).is_some()
            || self.is(leads, "an") && self.is(leads + 1, "hour")
            || self.is(leads, "half") && self.is(leads + 1, "an");
        let unit = (leads + 1..leads + 4).find(|&place| self.is_any(place, &UNITS))?;
        let joined = (unit + 1..unit + 3)
            .take_while(|&place| self.is_any(place, &["and", "then", "before"]))
            .last()?;
        let start = self.words.start(0)?;
        (number && joined + 1 < self.words.len()).then(|| (start, self.end(joined)))
    }
}

/// A verb behind which no number says how far.
fn takes_no_value(token: &Token) -> bool {
    token.noun().is_none()
        && token.name().is_none()
        && token.verb().is_some_and(|verb| {
            (!verb.weak || verb.acts.first() == Some(&Act::Off))
                && matches!(
                    verb.acts.first(),
                    Some(
                        Act::Off
                            | Act::Open
                            | Act::Close
                            | Act::Stop
                            | Act::Start
                            | Act::Pause
                            | Act::Resume
                            | Act::Lock
                            | Act::Unlock
                            | Act::Arm
                            | Act::Disarm
                            | Act::Mute
                            | Act::Unmute
                            | Act::Dock
                            | Act::Dispense
                            | Act::Next
                            | Act::Previous
                    )
                )
        })
}
