//! Statements: what a condition tells of something (客厅高于26度, Mia leaves, 门没关), as data.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};
use smol_str::SmolStr;

use super::clause::{Clause, frames};
use super::condition::Stretch;
use super::condition::sensed_value;
use super::frame::{Head, Target};
use super::lattice::Token;
use super::render::{category_of, head_text, scope_text, state_properties};
use super::tokens::text_of;
use crate::action::Unit;
use crate::command_array::{ANY, SpokenCondition, UNKNOWN_CATEGORY};
use crate::lexicon::{Comparison, Cue, Person, Sense, Verb, lexicon};
use crate::parse::Language;

/// What a word tells by itself.
struct Told {
    property: Property,
    key: String,
    /// What says more outweighs what says less: a state before an action before a name of what is sensed.
    weight: u8,
}

/// The conditions of a stretch. What is not understood is kept in its own words, which no device answers to: without
/// it the command would run unconditionally.
pub(crate) fn statements(clause: &Clause<'_>, stretch: &Stretch, language: Language) -> Vec<SpokenCondition> {
    let mut found: Vec<SpokenCondition> = Vec::new();
    for (start, end) in parts(clause) {
        let part = Clause { tokens: &clause.tokens[start..end], ..*clause };
        match Statement::of(&part, stretch, language).conditions() {
            // 如果股票涨停: what is told of nothing at home.
            _ if tells_of_elsewhere(part.tokens) => found.push(not_understood(&part)),
            conditions if conditions.is_empty() => found.push(not_understood(&part)),
            conditions => found.extend(conditions),
        }
    }
    // "when the humidity there is over 60 and the temperature over 20": the room holds for what follows.
    for index in 1..found.len() {
        let (before, rest) = found.split_at_mut(index);
        let (Some(first), Some(next)) = (before.last(), rest.first_mut()) else { continue };
        if next.n == ANY && next.s == ANY && next.v.parse::<f64>().is_ok() {
            next.s.clone_from(&first.s);
        }
    }
    found
}

fn not_understood(clause: &Clause<'_>) -> SpokenCondition {
    let said: String = match (clause.tokens.first(), clause.tokens.last()) {
        (Some(first), Some(last)) => text_of(clause.text, first.start, last.end).into(),
        _ => String::new(),
    };
    SpokenCondition {
        n: ANY.into(),
        s: ANY.into(),
        t: UNKNOWN_CATEGORY.into(),
        p: if said.trim().is_empty() { ANY.to_owned() } else { said.trim().to_owned() },
        op: "==".into(),
        v: ANY.into(),
    }
}

/// Whether a word from elsewhere is all that a condition is about.
fn tells_of_elsewhere(tokens: &[Token]) -> bool {
    let at_home = |token: &Token| {
        token.is_target() || token.property().is_some() || token.state().is_some() || token.person().is_some()
    };
    // "It's over" is said of much, and compares with a number behind it.
    tokens.iter().any(|token| token.chat().is_some() && token.comparison().is_none())
        && !tokens.iter().any(at_home)
}

/// Whether words tell a state or a measure: whether they can be a condition at all.
pub(crate) fn tells(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| told(token).is_some() || person_is_state(token)) || measures(tokens)
}

/// 没人, 有人: someone is somewhere, or nobody is.
fn person_is_state(token: &Token) -> bool {
    matches!(token.person(), Some(Person::Nobody | Person::Somebody))
}

/// A number that something is compared with.
fn measures(tokens: &[Token]) -> bool {
    tokens.iter().any(is_number)
        && tokens.iter().any(|token| {
            matches!(
                token.comparison(),
                Some(Comparison::Greater | Comparison::Less | Comparison::AtLeast | Comparison::AtMost)
            ) || token.goal().is_some()
                || token.unit().is_some()
        })
}

pub(crate) fn is_number(token: &Token) -> bool {
    token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
}

/// The statements that are joined by and (次卧空调开了而且主卧空调也开着). Words that join no two statements join subjects.
fn parts(clause: &Clause<'_>) -> Vec<(usize, usize)> {
    let tokens = clause.tokens;
    let mut parts = Vec::new();
    let mut start = 0;
    for (index, token) in tokens.iter().enumerate() {
        let joins = token.conjunction().is_some() || token.clause().is_some() || token.separator().is_some();
        let said = text_of(clause.text, token.start, token.end);
        // Of alternatives only one need hold, which the command array cannot say.
        let alternative = matches!(said.as_str(), "or" | "或" | "或者" | "或是" | "要么");
        if joins && !alternative && tells(&tokens[start..index]) && tells(&tokens[index + 1..]) {
            parts.push((start, index));
            start = index + 1;
        }
    }
    parts.push((start, tokens.len()));
    parts
}

pub(super) struct Statement<'a> {
    pub(super) clause: &'a Clause<'a>,
    language: Language,
    pub(super) targets: Vec<Target>,
    persons: Vec<(Person, String)>,
    /// The first words that no lexicon knows.
    unknown: Option<String>,
    pub(super) negated: bool,
    /// It says when not: unless, 除非.
    unless: bool,
    nobody: bool,
}

impl<'a> Statement<'a> {
    fn of(clause: &'a Clause<'a>, stretch: &Stretch, language: Language) -> Statement<'a> {
        let unless = stretch.unless;
        let mut targets: Vec<Target> = Vec::new();
        for frame in frames(clause) {
            for target in frame.targets {
                if target.head != Head::Scene && !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        let said = |token: &Token| text_of(clause.text, token.start, token.end);
        let persons: Vec<(Person, String)> =
            clause.tokens.iter().filter_map(|token| Some((token.person()?, said(token).into()))).collect();
        let negations = clause
            .tokens
            .iter()
            .filter(|token| {
                (token.negation().is_some() || said(token) == "no")
                    && told(token).is_none()
                    && token.person().is_none()
            })
            .count();
        let nobody = persons.iter().any(|(person, _)| *person == Person::Nobody);
        // What was taken for a slip of something that tells nothing here was heard well: "the sink leaks".
        let is_unknown = |token: &Token| {
            token.is_unknown()
                || token.likeness < 1.0
                    && !token.is_target()
                    && token.property().is_none()
                    && token.comparison().is_none()
                    && told(token).is_none()
        };
        let first = clause.tokens.iter().position(is_unknown);
        let unknown = first.map(|first| {
            let end = clause.tokens[first..].iter().position(|token| !is_unknown(token));
            let last = end.map_or(clause.tokens.len(), |end| first + end) - 1;
            text_of(clause.text, clause.tokens[first].start, clause.tokens[last].end).into()
        });
        let negated = (negations % 2 == 1) != (unless || stretch.denied);
        Statement { clause, language, targets, persons, unknown, negated, unless, nobody }
    }

    fn conditions(&self) -> Vec<SpokenCondition> {
        let tokens = self.clause.tokens;
        let alternatives = tokens.iter().any(|token| {
            let said = text_of(self.clause.text, token.start, token.end);
            matches!(said.as_str(), "or" | "或" | "或者" | "或是" | "要么") && token.comparison().is_none()
        });
        // Of alternatives only one need hold, and how long something must last cannot be said either.
        if alternatives || self.lasts() || self.is_mostly_unknown() {
            return Vec::new();
        }
        self.measure().unwrap_or_else(|| self.state())
    }

    /// 没人十分钟后: how long it must have been so.
    fn lasts(&self) -> bool {
        self.clause.tokens.iter().enumerate().any(|(index, token)| {
            let own = token.numeral(self.clause.path).and_then(|numeral| numeral.unit);
            let unit = own.or_else(|| self.clause.tokens.get(index + 1).and_then(Token::unit));
            is_number(token) && matches!(unit, Some(Unit::Second | Unit::Minute | Unit::Hour))
        })
    }

    fn is_mostly_unknown(&self) -> bool {
        let of = |unknown: bool| -> usize {
            let tokens = self.clause.tokens.iter();
            tokens.filter(|token| token.is_unknown() == unknown).map(|token| token.end - token.start).sum()
        };
        of(true) > 2 * of(false) || of(true) > 14
    }

    pub(super) fn said(&self, token: &Token) -> SmolStr {
        text_of(self.clause.text, token.start, token.end)
    }

    fn state(&self) -> Vec<SpokenCondition> {
        let by_id = |id: &str| catalogue().property(id);
        let states = self.clause.tokens.iter().filter_map(|token| {
            let told = told(token)?;
            Some(if self.is_switched_off(token, &told) { switched_off().unwrap_or(told) } else { told })
        });
        let told = states.reduce(|best, other| if other.weight >= best.weight { other } else { best });
        let someone =
            self.persons.iter().any(|(person, _)| matches!(person, Person::Nobody | Person::Somebody));
        let (mut property, mut key) = match told {
            Some(told) if !(is_occupancy(told.property) && someone) => (told.property, told.key),
            _ if someone => match by_id("occupancy") {
                Some(occupancy) => (occupancy, "occupied".to_owned()),
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        // 煤气要是漏了: of gas it is no water.
        if is_one_of(property, &["water_leak"])
            && self.is_of_gas()
            && let Some(gas) = by_id("gas_leak")
        {
            property = gas;
        }
        // 等我回来再开: no home knows which of them speaks.
        let speaker = self.persons.iter().any(|(person, _)| *person == Person::Speaker);
        if speaker && is_one_of(property, &["presence", "occupancy"]) && self.persons.len() == 1 {
            return Vec::new();
        }
        let somewhere = self.targets.iter().any(|target| !target.rooms.is_empty() || has_head(target));
        let at_home = self.targets.iter().any(|target| target.whole_home);
        let gone = key == "unoccupied" || self.nobody != self.negated;
        // 有人就开灯: someone is there, whoever it is.
        if is_occupancy(property) && !somewhere && (at_home || gone) {
            // 没人的时候: nobody is at home.
            let Some(presence) = by_id("presence") else { return Vec::new() };
            property = presence;
            key = if key == "unoccupied" { "away".to_owned() } else { "home".to_owned() };
        }
        let negated = self.negated != self.nobody;
        let (op, key) = match (negated, opposite(&key)) {
            // What is not locked may be ajar or half locked.
            (true, Some("unlocked")) if self.language == Language::English => (Comparison::Differs, key),
            // "Unless the gate is shut": whatever else it is. Who is not at home is away.
            (true, Some(_)) if self.unless && by_id("presence") != Some(property) => {
                (Comparison::Differs, key)
            }
            (true, Some(opposite)) => (Comparison::Equal, opposite.to_owned()),
            (true, None) => (Comparison::Differs, key),
            (false, _) => (Comparison::Equal, key),
        };
        match by_id("presence") {
            Some(presence) if presence == property => self.presence(property, op, &key),
            _ => self.spoken(property, op, &key),
        }
    }

    /// "When the lamp goes off": a thing that has no alarm is dark then.
    fn is_switched_off(&self, token: &Token, told: &Told) -> bool {
        let ends_off = self
            .clause
            .text
            .get(token.start..token.end)
            .is_some_and(|text| text.ends_with(&[' ', 'o', 'f', 'f']));
        ends_off
            && is_one_of(told.property, &["alarm"])
            && self.targets.iter().any(has_head)
            && !lexicon().phrases(Cue::Alarming).stand_in(self.clause.text_said())
    }

    /// Whether gas is spoken of, by what finds it, shuts it or counts it.
    fn is_of_gas(&self) -> bool {
        let nouns = ["gas_valve", "gas_detector", "gas_meter"].map(|id| lexicon().noun(id));
        self.clause.tokens.iter().any(|token| token.noun().is_some_and(|noun| nouns.contains(&Some(noun))))
    }

    /// Whose presence: people by name, members of the family, or all who live there.
    fn presence(&self, property: Property, op: Comparison, key: &str) -> Vec<SpokenCondition> {
        let everyone =
            |person: &Person| matches!(person, Person::Nobody | Person::Somebody | Person::Everybody);
        let mut who: Vec<String> = self
            .targets
            .iter()
            .filter(|target| has_head(target))
            .map(|target| head_text(target).to_owned())
            .collect();
        // "if Emma's not home": what is Emma's room elsewhere is she.
        let owners = self.targets.iter().filter(|target| target.head == Head::None);
        who.extend(
            owners
                .flat_map(|target| &target.rooms)
                .filter_map(|room| room.said.strip_suffix("'s").map(str::to_owned)),
        );
        for (_, said) in self.persons.iter().filter(|(person, _)| !everyone(person)) {
            if !who.contains(said) {
                who.push(said.clone());
            }
        }
        if who.is_empty() && !self.persons.iter().any(|(person, _)| everyone(person)) {
            // Someone whom nobody here knows, else all of them.
            who.extend(self.unknown.clone());
        }
        if who.is_empty() {
            who.push(ANY.to_owned());
        }
        let of = |n: String| SpokenCondition {
            n,
            s: ANY.into(),
            t: UNKNOWN_CATEGORY.into(),
            p: self.name(property),
            op: op.symbol().to_owned(),
            v: key.to_owned(),
        };
        who.into_iter().map(of).collect()
    }

    /// One condition for each that it is told of.
    pub(super) fn spoken(&self, property: Property, op: Comparison, value: &str) -> Vec<SpokenCondition> {
        let of = |n: String, s: String, t: String| SpokenCondition {
            n,
            s,
            t,
            p: self.name(property),
            op: op.symbol().to_owned(),
            v: value.to_owned(),
        };
        let ambient = is_ambient(property);
        let targets: Vec<&Target> = self
            .targets
            .iter()
            // "if it rains": nobody and nothing.
            .filter(|target| !(ambient && target.head == Head::Last && target.rooms.is_empty()))
            .collect();
        let weather = is_one_of(property, &["rain"]);
        if targets.is_empty() || weather && targets.iter().all(|target| target.head == Head::None) {
            let n = match &self.unknown {
                Some(unknown) => unknown.clone(),
                None => ANY.to_owned(),
            };
            return vec![of(n, ANY.into(), UNKNOWN_CATEGORY.into())];
        }
        targets
            .iter()
            .map(|target| {
                of(
                    head_text(target).to_owned(),
                    scope_text(&target.rooms, &[], self.clause.vocabulary, String::with_capacity),
                    category_of(target).to_owned(),
                )
            })
            .collect()
    }

    fn name(&self, property: Property) -> String {
        let name = catalogue().property_entry(property).map_or("", |entry| match self.language {
            Language::Chinese => entry.zh,
            Language::English => entry.en,
        });
        if name.is_empty() { ANY.to_owned() } else { name.to_owned() }
    }
}

fn has_head(target: &Target) -> bool {
    !matches!(target.head, Head::None | Head::Last | Head::Other)
}

/// What a word tells of something, if it does.
fn told(token: &Token) -> Option<Told> {
    let told = state_of(token)?;
    // "If it's on still": what is told by another word still is.
    let is_filler = token.particle().is_some() && token.verb().is_none();
    Some(if is_filler { Told { weight: told.weight.min(1), ..told } } else { told })
}

/// Off, as what is switched on and off is.
fn switched_off() -> Option<Told> {
    let property = catalogue().property("onoff")?;
    Some(Told { property, key: "off".to_owned(), weight: 4 })
}

/// The state that the word itself tells.
fn state_of(token: &Token) -> Option<Told> {
    if matches!(token.person(), Some(Person::Nobody | Person::Somebody)) {
        return None;
    }
    if let Some(state) = token.state() {
        let weight = if is_occupancy(state.property) { 0 } else { 4 };
        return Some(Told { property: state.property, key: state.key.clone(), weight });
    }
    if token.name().is_some() || token.noun().is_some() {
        return None;
    }
    if let Some(value) = sensed_value(token)
        && let Some(property) = value.property
    {
        let weight = if is_occupancy(property) { 0 } else { 4 };
        return Some(Told { property, key: value.key.clone(), weight });
    }
    // 孙女考上大学了: a slip of what only other things do (烤) tells nothing.
    let heard = |verb: &Verb| token.likeness >= 1.0 || verb.nouns.is_empty();
    if let Some(verb) = token.verb().filter(|verb| !verb.weak && heard(verb)) {
        if let (Some(property), Some(key)) = (verb.property, &verb.key) {
            return Some(Told { property, key: key.clone(), weight: 3 });
        }
        let property = state_properties(&verb.acts).first().copied();
        if let (Some(property), Some(key)) = (property, state_value(&verb.acts)) {
            return Some(Told { property, key: key.to_owned(), weight: 2 });
        }
    }
    if let Some(value) = token.value().filter(|value| value.property.is_some()) {
        return Some(Told { property: value.property?, key: value.key.clone(), weight: 3 });
    }
    let property = token.property().filter(|property| is_sensed(*property))?;
    let id = catalogue().property_entry(property).map_or("", |entry| entry.id);
    let key = if matches!(id, "motion" | "vibration") { "active" } else { "detected" };
    Some(Told { property, key: key.to_owned(), weight: 1 })
}

/// The state that a verb leaves something in, as the catalogue's keys name it.
fn state_value(acts: &[Act]) -> Option<&'static str> {
    Some(match acts.first()? {
        Act::On | Act::Start | Act::Resume => "on",
        Act::Off => "off",
        Act::Open => "open",
        Act::Close => "closed",
        Act::Lock => "locked",
        Act::Unlock => "unlocked",
        Act::Stop | Act::Pause => "stopped",
        _ => return None,
    })
}

/// The other one of two states.
fn opposite(state: &str) -> Option<&'static str> {
    const PAIRS: [(&str, &str); 9] = [
        ("home", "away"),
        ("present", "not present"),
        ("open", "closed"),
        ("on", "off"),
        ("locked", "unlocked"),
        ("detected", "cleared"),
        ("active", "inactive"),
        ("occupied", "unoccupied"),
        ("playing", "stopped"),
    ];
    PAIRS.iter().find_map(
        |&(one, other)| {
            if one == state { Some(other) } else { (other == state).then_some(one) }
        },
    )
}

fn is_one_of(property: Property, ids: &[&str]) -> bool {
    catalogue().property_entry(property).is_some_and(|entry| ids.contains(&entry.id))
}

/// What a sensor finds or does not find.
pub(super) fn is_sensed(property: Property) -> bool {
    is_one_of(property, &["motion", "water_leak", "smoke", "gas_leak", "rain", "sound", "vibration"])
}

fn is_occupancy(property: Property) -> bool {
    is_one_of(property, &["occupancy"])
}

/// What is so in a place and not with a thing.
fn is_ambient(property: Property) -> bool {
    is_one_of(
        property,
        &[
            "temperature",
            "humidity",
            "illuminance",
            "rain",
            "air_quality",
            "dust",
            "fine_dust",
            "smoke",
            "gas_leak",
        ],
    )
}
