//! Conditions: what must hold (如果客厅温度高于26度), told apart from what is then to be done.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};

use super::clause::{Clause, format_number, frames};
use super::frame::{Frame, Head};
use super::lattice::Token;
use super::render::{category_of, head_text, scope_text, state_properties};
use crate::action::{Unit, Value};
use crate::command_array::{ANY, SpokenCondition, UNKNOWN_CATEGORY};
use crate::lexicon::{Comparison, NamedValue, Place, Sense, lexicon};
use crate::parse::Language;
use crate::vocabulary::Noun;

/// A stretch of tokens that is a condition, or one that is not.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stretch {
    /// The first token.
    pub(crate) start: usize,
    /// One after the last token.
    pub(crate) end: usize,
    /// It says when, not what.
    pub(crate) condition: bool,
}

/// Tells conditions from commands. Without a condition word there is a single stretch.
pub(crate) fn split(tokens: &[Token], text: &[char]) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    let mut start = 0;
    let mut index = 0;
    while index < tokens.len() {
        match tokens[index].condition() {
            Some(Place::Before) if tokens[index].question().is_none() || index == start => {
                let (condition_end, next) = condition_end(tokens, index + 1);
                if condition_end > index + 1 {
                    let subject = subject_before(tokens, start, index);
                    push(&mut stretches, start, subject, false);
                    push_condition(&mut stretches, subject, index, condition_end);
                    start = next;
                    index = next;
                    continue;
                }
            }
            // 温度高于26度的话: no opening word; the condition reaches back to the clause's beginning. 就 and "then" alone
            // open nothing.
            Some(Place::After) if index > start && closes_alone(tokens, start, index, text) => {
                let begin = tokens[start..index]
                    .iter()
                    .rposition(|token| token.separator() == Some(true))
                    .map_or(start, |position| start + position + 1);
                push(&mut stretches, start, begin, false);
                push(&mut stretches, begin, index, true);
                start = index + 1;
            }
            // "front door opens, porch light on": what something does of itself is when, not what.
            _ if tells_event(&tokens[index], text) => {
                if let Some((begin, end)) = clause_around(tokens, start, index) {
                    push(&mut stretches, start, begin, false);
                    push(&mut stretches, begin, end, true);
                    start = end + 1;
                    index = end;
                }
            }
            // "garage door open? then …", "smoke in the kitchen, then …": a state, and what then is to be done.
            _ if tokens[index].condition() == Some(Place::After)
                && index > start + 1
                && states_before(tokens, start, index, text) =>
            {
                let begin = clause_begin(tokens, start, index - 1);
                push(&mut stretches, start, begin, false);
                push(&mut stretches, begin, index - 1, true);
                start = index + 1;
            }
            // 温度超过三十度，开空调: a comparison in a clause without a verb is a condition without its word.
            _ if tokens[index].comparison().is_some() => {
                if let Some((begin, end)) = bare_comparison(tokens, start, index) {
                    push(&mut stretches, start, begin, false);
                    push(&mut stretches, begin, end, true);
                    start = end + usize::from(tokens[end].separator().is_some());
                    index = end;
                }
            }
            _ => {}
        }
        index += 1;
    }
    push(&mut stretches, start, tokens.len(), false);
    stretches
}

fn clause_begin(tokens: &[Token], start: usize, index: usize) -> usize {
    tokens[start..index]
        .iter()
        .rposition(|token| token.separator().is_some())
        .map_or(start, |position| start + position + 1)
}

/// The clause around a token, where another clause follows it.
fn clause_around(tokens: &[Token], start: usize, index: usize) -> Option<(usize, usize)> {
    let begin = clause_begin(tokens, start, index);
    let end = index + tokens[index..].iter().position(|token| token.separator().is_some())?;
    let has_subject = tokens[begin..index].iter().any(Token::is_target);
    (has_subject && end + 1 < tokens.len()).then_some((begin, end))
}

/// 大门一开, 门开了: what a thing does of itself, told before 就.
fn happens(tokens: &[Token], text: &[char]) -> bool {
    let verb = tokens.iter().enumerate().rposition(|(index, token)| {
        let once = index > 0 && text[tokens[index - 1].start..tokens[index - 1].end] == ['一'];
        let done = text.get(token.end - 1) == Some(&'了')
            || tokens.get(index + 1).is_some_and(|next| text[next.start] == '了');
        token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
            && token.noun().is_none()
            && (once || done)
    });
    verb.is_some_and(|verb| tokens[..verb].iter().any(Token::is_target))
}

/// A verb in the third person: "opens", "closes".
fn tells_event(token: &Token, text: &[char]) -> bool {
    let said = &text[token.start..token.end];
    token.noun().is_none()
        && token.verb().is_some_and(|verb| !verb.chinese && !verb.acts.is_empty())
        && said.len() > 3
        && said.last() == Some(&'s')
        && !said.contains(&' ')
}

/// Whether the clause before "then" tells a state: it ends in a question mark, or it names a state and no verb.
fn states_before(tokens: &[Token], start: usize, index: usize, text: &[char]) -> bool {
    let border = &tokens[index - 1];
    if border.separator().is_none() {
        return false;
    }
    let begin = clause_begin(tokens, start, index - 1);
    let clause = &tokens[begin..index - 1];
    let asked = text.get(border.start) == Some(&'?');
    let senses = clause.iter().any(|token| token.property().is_some() || token.value().is_some());
    let acts =
        clause.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none());
    !clause.is_empty() && (asked || senses && !acts)
}

/// 大门要是开着: what the condition is about may stand before its word, in a clause that has said no verb yet.
fn subject_before(tokens: &[Token], start: usize, index: usize) -> usize {
    let begin = tokens[start..index]
        .iter()
        .rposition(|token| token.separator().is_some())
        .map_or(start, |position| start + position + 1);
    let before = &tokens[begin..index];
    let is_subject = before.iter().any(Token::is_target)
        && !before.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none());
    if is_subject { begin } else { index }
}

/// The clause of a comparison, where it has a number, no verb, and another clause behind it.
fn bare_comparison(tokens: &[Token], start: usize, index: usize) -> Option<(usize, usize)> {
    let begin = tokens[start..index]
        .iter()
        .rposition(|token| token.separator().is_some())
        .map_or(start, |position| start + position + 1);
    let is_number =
        |token: &Token| token.senses.iter().any(|sense| matches!(sense, crate::lexicon::Sense::Number(_)));
    // 湿度低于35%开加湿器: the order may follow the number without a mark.
    let number = index + tokens[index..].iter().position(is_number)?;
    let behind = number + 1 + usize::from(tokens.get(number + 1).is_some_and(|token| token.unit().is_some()));
    let end = match tokens.get(behind)? {
        token if token.verb().is_some() || token.object_marker().is_some() => behind,
        _ => index + tokens[index..].iter().position(|token| token.separator().is_some())?,
    };
    let clause = &tokens[begin..end];
    let states = clause.iter().any(is_number)
        && !clause.iter().any(|token| token.object_marker().is_some() || token.goal().is_some())
        && !clause.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none());
    (states && end + 1 < tokens.len()).then_some((begin, end))
}

fn push_condition(stretches: &mut Vec<Stretch>, subject: usize, index: usize, end: usize) {
    // The subject and the rest are one condition; its word between them says nothing more.
    push(stretches, if subject < index { subject } else { index + 1 }, end, true);
}

fn push(stretches: &mut Vec<Stretch>, start: usize, end: usize, condition: bool) {
    if start < end {
        stretches.push(Stretch { start, end, condition });
    }
}

/// Where a condition that begins at `start` ends, and where what follows it begins.
fn condition_end(tokens: &[Token], start: usize) -> (usize, usize) {
    let mut states = false;
    for (index, token) in tokens.iter().enumerate().skip(start) {
        // "if it is above 26 turn on the fan": the order follows what was stated without a mark.
        let orders = token.verb().is_some_and(|verb| !verb.acts.is_empty() || verb.weak)
            || token.object_marker().is_some();
        let plain = token.noun().is_none() && token.name().is_none() && token.value().is_none();
        if states && orders && plain && !ends_clause(tokens, index) {
            return (index, index);
        }
        states |= token.senses.iter().any(|sense| matches!(sense, crate::lexicon::Sense::Number(_)))
            || token.value().is_some()
            || (token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
                && tokens[start..index].iter().any(Token::is_target));
        if token.condition() == Some(Place::After) {
            let mut next = index + 1;
            while tokens
                .get(next)
                .is_some_and(|token| token.separator().is_some() || token.condition() == Some(Place::After))
            {
                next += 1;
            }
            return (index, next);
        }
        if token.separator().is_some() && index > start {
            let mut next = index + 1;
            while tokens.get(next).is_some_and(|token| token.condition() == Some(Place::After)) {
                next += 1;
            }
            return (index, next);
        }
    }
    (tokens.len(), tokens.len())
}

/// Whether nothing but particles follows in the clause.
fn ends_clause(tokens: &[Token], index: usize) -> bool {
    tokens[index + 1..]
        .iter()
        .take_while(|token| token.separator().is_none() && token.condition() != Some(Place::After))
        .all(|token| token.particle().is_some())
}

/// Whether a closing word without an opening one still makes what is before it a condition: only where something there
/// compares or tells a state, since 就 is also a filler.
fn closes_alone(tokens: &[Token], start: usize, index: usize, text: &[char]) -> bool {
    let before = &tokens[start..index];
    let states = before.iter().any(|token| token.comparison().is_some())
        // 有人就开灯: a state that something senses, told without a verb.
        || before.iter().any(|token| sensed_value(token).is_some())
            && !before.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.value().is_none());
    let states = states || happens(&tokens[start..=index], text);
    let orders_behind =
        tokens[index + 1..].iter().any(|token| token.verb().is_some() || token.value().is_some());
    states && !before.iter().any(|token| token.object_marker().is_some()) && orders_behind
}

/// The conditions of a stretch.
pub(crate) fn conditions(clause: &Clause<'_>, language: Language) -> Vec<SpokenCondition> {
    let comparison = clause.tokens.iter().find_map(Token::comparison);
    let frames = frames(clause);
    let mut found: Vec<SpokenCondition> = Vec::new();
    for frame in &frames {
        if let Some(condition) = condition(frame, comparison, clause, language) {
            found.push(condition);
        }
    }
    if found.is_empty() {
        // Something was required that is not understood: it must not be lost, or the command would run without it.
        let said: String = match (clause.tokens.first(), clause.tokens.last()) {
            (Some(first), Some(last)) => clause.text[first.start..last.end].iter().collect(),
            _ => return found,
        };
        found.push(SpokenCondition {
            n: ANY.into(),
            s: ANY.into(),
            t: UNKNOWN_CATEGORY.into(),
            p: said,
            op: "==".into(),
            v: ANY.into(),
        });
    }
    found
}

fn condition(
    frame: &Frame,
    comparison: Option<Comparison>,
    clause: &Clause<'_>,
    language: Language,
) -> Option<SpokenCondition> {
    let mut property = frame.property;
    let (mut op, value) = match (&frame.value, comparison) {
        // 大门一开: once, not the number.
        (Some(Value::Number { number, .. }), None)
            if *number == 1.0 && frame.verb.is_some_and(|verb| !verb.weak) =>
        {
            let acts = &frame.verb?.acts;
            property = property.or_else(|| state_properties(acts).first().copied());
            (Comparison::Equal, state_value(acts)?.to_owned())
        }
        (Some(Value::Number { number, .. }), comparison) => {
            let by_direction =
                frame.direction.map(|up| if up { Comparison::Greater } else { Comparison::Less });
            (comparison.or(by_direction).unwrap_or(Comparison::Equal), format_number(*number))
        }
        (Some(Value::Word { text, key }), _) => {
            let sensed = sensed(clause, text);
            property = sensed.and_then(|value| value.property).or(property);
            let key = sensed.map(|value| value.key.clone()).or_else(|| key.clone());
            (Comparison::Equal, key.unwrap_or_else(|| text.clone()))
        }
        (Some(_), _) => (Comparison::Equal, frame.value_text.clone()),
        (None, _) => {
            let acts = &frame.verb?.acts;
            property = property.or_else(|| state_properties(acts).first().copied());
            (Comparison::Equal, state_value(acts)?.to_owned())
        }
    };
    if property.is_none() {
        property = property_of_value(clause);
    }
    if let (None, Some(Value::Number { unit: Unit::Degree | Unit::Celsius | Unit::Fahrenheit, .. })) =
        (property, &frame.value)
    {
        property = catalogue().property("temperature");
    }
    if property.is_none() && matches!(frame.value, Some(Value::Number { .. })) && comparison.is_some() {
        // "if the office drops below 18": of a room, a bare number is its temperature.
        property = catalogue().property("temperature");
    }
    let (property, value) = opened(frame, property, value);
    let negated = frame.negated
        || clause.tokens.iter().any(|token| token.negation().is_some() && token.question().is_none());
    let value = match (negated && op == Comparison::Equal, opposite(&value)) {
        (true, Some(opposite)) => opposite.to_owned(),
        (true, None) => {
            op = Comparison::Differs;
            value
        }
        (false, _) => value,
    };
    let name = |property: Property| {
        catalogue().property_entry(property).map_or("", |entry| match language {
            Language::Chinese => entry.zh,
            Language::English => entry.en,
        })
    };
    let target = frame.targets.first();
    Some(SpokenCondition {
        n: target.filter(|target| target.head != Head::None).map_or(ANY.into(), head_text),
        s: target.map_or(ANY.into(), |target| scope_text(&target.rooms, &[], clause.vocabulary)),
        t: target.map_or(UNKNOWN_CATEGORY.into(), |target| category_of(target).to_owned()),
        p: property.map(name).filter(|name| !name.is_empty()).unwrap_or(ANY).to_owned(),
        op: op.symbol().to_owned(),
        v: value,
    })
}

/// Of the values that a word can be, the one that a sensor tells: home is where someone is before it is a mode.
fn sensed(clause: &Clause<'_>, text: &str) -> Option<&'static NamedValue> {
    let token = clause
        .tokens
        .iter()
        .find(|token| super::tokens::text_of(clause.text, token.start, token.end) == text)?;
    sensed_value(token)
}

/// The state of a sensor that a word names, if it names one.
pub(crate) fn sensed_value(token: &Token) -> Option<&'static NamedValue> {
    const SENSED: [&str; 11] = [
        "presence",
        "occupancy",
        "motion",
        "contact",
        "open_state",
        "water_leak",
        "rain",
        "smoke",
        "gas_leak",
        "lock_state",
        "onoff",
    ];
    SENSED.iter().find_map(|id| {
        let property = catalogue().property(id);
        token.senses.iter().find_map(|sense| match sense {
            Sense::Value(value) if property.is_some() && value.property == property => Some(*value),
            _ => None,
        })
    })
}

/// The other one of two states.
fn opposite(state: &str) -> Option<&'static str> {
    const PAIRS: [(&str, &str); 8] = [
        ("present", "not present"),
        ("open", "closed"),
        ("on", "off"),
        ("locked", "unlocked"),
        ("detected", "clear"),
        ("wet", "dry"),
        ("active", "inactive"),
        ("occupied", "unoccupied"),
    ];
    PAIRS.iter().find_map(
        |&(one, other)| {
            if one == state { Some(other) } else { (other == state).then_some(one) }
        },
    )
}

/// 大门开着: what opens and closes is open where a lamp is on.
fn opened(frame: &Frame, property: Option<Property>, value: String) -> (Option<Property>, String) {
    const OPENS: [&str; 6] = ["door", "window", "window_covering", "gate", "valve", "garage_door"];
    let lexicon = lexicon();
    let opens = frame.targets.iter().any(|target| match target.head {
        Head::Noun(noun) => OPENS.iter().any(|id| {
            let known = lexicon.nouns.iter().position(|entry| entry.id == *id);
            known.is_some_and(|index| lexicon.is_a(noun, Noun(index as u16)))
        }),
        _ => false,
    });
    let open_state = || catalogue().property("open_state");
    match value.as_str() {
        "on" if opens => (open_state(), "open".to_owned()),
        "off" if opens => (open_state(), "closed".to_owned()),
        _ => (property, value),
    }
}

fn property_of_value(clause: &Clause<'_>) -> Option<Property> {
    clause.tokens.iter().find_map(|token| token.value().and_then(|value| value.property))
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
