//! Conditions: which words say when something is to be done (如果客厅温度高于26度), and which say what.

use lares_home::catalogue::catalogue;
use smallvec::SmallVec;

use super::closed::closed_by;
use super::event::{at_once, event_clause, lists_orders, senses, tells_event};
use super::if_so::denies;
use super::lattice::Token;
use super::statement::{is_number, tells};
use super::tokens::{ends_with, starts_with, text_of};
use crate::lexicon::{Comparison, Cue, NamedValue, Place, Sense, lexicon};
use crate::vocabulary::HomeVocabulary;

/// A stretch of tokens that is a condition, or one that is not.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stretch {
    /// The first token.
    pub(crate) start: usize,
    /// One after the last token.
    pub(crate) end: usize,
    /// It says when, not what.
    pub(crate) condition: bool,
    /// It says when not: unless, 除非.
    pub(crate) unless: bool,
    /// It was asked, and is said not to be so: "is it closed? if not".
    pub(crate) denied: bool,
}

/// "When it's 7 am": a time of day, and no state of the home.
pub(crate) fn tells_time(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.time().is_some())
        && tokens.iter().all(|token| {
            token.time().is_some()
                || token.particle().is_some()
                || token.reference().is_some()
                // 等八点再: the word that the order begins with.
                || token.clause().is_some()
                || token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
        })
}

/// Tells conditions from commands. Where there is no condition there is a single stretch.
pub(crate) fn split(tokens: &[Token], text: &[char], vocabulary: &HomeVocabulary) -> SmallVec<[Stretch; 4]> {
    let mut stretches = Stretches::default();
    let mut start = 0;
    let mut index = 0;
    while index < tokens.len() {
        let opens = wants_state(tokens, text, start, index).then_some(Place::Before);
        match tokens[index].condition().or(opens) {
            Some(Place::Before)
                if !waits_for(tokens, text, start, index)
                    && !asks_whether(tokens, text, index)
                    && (tokens[index].question().is_none() || index == start)
                    && !is_wish(&tokens[index..], text)
                    && !is_only_wanted(&tokens[index..], text) =>
            {
                let leads = !orders(&tokens[start..index]);
                let (end, next) = condition_end(tokens, text, index + 1, leads);
                if (!leads || tokens[start..index].iter().any(sets)) && is_purpose(&tokens[index..end], text)
                {
                    stretches.command(start, index);
                    start = next;
                    index = next;
                    continue;
                }
                if end > index + 1 {
                    let subject = subject_before(tokens, text, start, index);
                    stretches.command(start, subject);
                    // The subject and the rest are one condition; its word between them says nothing more.
                    let begin = if subject < index { subject } else { index + 1 };
                    let said = text_of(text, tokens[index].start, tokens[index].end);
                    stretches.condition(begin, end, said.starts_with("unless") || said.starts_with("除非"));
                    start = next;
                    index = next;
                    continue;
                }
            }
            // 温度高于26度的话: no opening word; the condition reaches back to the clause's beginning. 就 and "then" alone
            // open nothing.
            // 设45度就好 不要那么烫: how it is not to be.
            Some(Place::After) if index > start && tokens[index - 1].negation().is_none() => {
                // "spin high, no wait medium, then start it": behind something else "then" only says what comes next.
                let next = text_of(text, tokens[index].start, tokens[index].end) == "then";
                // "Washer on cold, then start it": of what was named before something more is ordered.
                let paused = tokens[index - 1].separator().is_some();
                let of_it = tokens[index + 1..].iter().any(|token| token.reference().is_some())
                    && !tokens[index + 1..].iter().any(Token::is_target);
                let verb = tokens.get(index + 1).and_then(Token::verb).is_some_and(|verb| !verb.weak);
                if let Some((begin, end)) = closed_by(tokens, start, index, text, vocabulary)
                    && !(next && (begin > start || paused && of_it && verb))
                {
                    stretches.command(start, begin);
                    if denies(text, &tokens[index]) {
                        stretches.denied(begin, end);
                    } else {
                        stretches.condition(begin, end, false);
                    }
                    let pause = tokens[end].separator().is_some();
                    start = if end < index { end + usize::from(pause) } else { index + 1 };
                }
            }
            // "front door opens, porch light on": what something does of itself is when, not what.
            // 水槽下面一漏水，燃气阀关掉: so does what something does at once.
            _ if !is_told(&tokens[start..index], text)
                && (tells_event(&tokens[index], text)
                    || at_once(tokens, index, text)
                    || senses(&tokens[index], text, vocabulary) && !lists_orders(&tokens[..index], text)) =>
            {
                if let Some((begin, end)) = event_clause(tokens, start, index, text, vocabulary) {
                    stretches.command(start, begin);
                    stretches.condition(begin, end, false);
                    start = end + 1;
                    while tokens.get(start).is_some_and(|token| token.condition() == Some(Place::After)) {
                        start += 1;
                    }
                    index = start;
                    continue;
                }
            }
            // 温度超过三十度，开空调: a comparison in a clause without a verb is a condition without its word.
            _ if tokens[index].comparison().is_some() => {
                if let Some((begin, end)) = bare_comparison(tokens, start, index) {
                    stretches.command(start, begin);
                    stretches.condition(begin, end, false);
                    start = end + usize::from(tokens[end].separator().is_some());
                    index = end;
                }
            }
            _ => {}
        }
        index += 1;
    }
    stretches.command(start, tokens.len());
    stretches.0
}

/// "The window's", "it's": what follows in English is how it is now.
fn is_told(before: &[Token], text: &[char]) -> bool {
    let is = |token: &Token| {
        matches!(
            text.get(token.start..token.end),
            Some(['\'', 's'] | ['i', 's'] | ['a', 'r', 'e'] | ['i', 't', '\'', 's'] | ['i', 't', 's'])
        )
    };
    // "I smell gas"
    let first = before.iter().rev().take_while(|token| token.separator().is_none()).last();
    let speaks =
        first.is_some_and(|first| matches!(text.get(first.start..first.end), Some(['i'] | ['w', 'e'])));
    // "I said don't open the garage"
    let denies = before
        .iter()
        .rev()
        .take_while(|token| token.separator().is_none())
        .any(|token| token.negation().is_some() && text.get(token.start).is_some_and(char::is_ascii));
    speaks || denies || before.iter().rev().take_while(|token| token.separator().is_none()).any(is)
}

#[derive(Default)]
struct Stretches(SmallVec<[Stretch; 4]>);

impl Stretches {
    fn command(&mut self, start: usize, end: usize) {
        if start < end {
            self.0.push(Stretch { start, end, condition: false, unless: false, denied: false });
        }
    }

    fn condition(&mut self, start: usize, end: usize, unless: bool) {
        if start < end {
            self.0.push(Stretch { start, end, condition: true, unless, denied: false });
        }
    }

    /// What was asked before "if not".
    fn denied(&mut self, start: usize, end: usize) {
        if start < end {
            self.0.push(Stretch { start, end, condition: true, unless: false, denied: true });
        }
    }
}

/// 要是灯能亮着就好了: what begins like a condition and is all that is wanted.
fn is_wish(tokens: &[Token], text: &[char]) -> bool {
    let last = tokens.iter().take_while(|token| token.separator() != Some(true)).last();
    let (Some(first), Some(last)) = (tokens.first(), last) else { return false };
    let said = text.get(first.start..last.end).unwrap_or_default();
    let said = match said {
        [said @ .., '啊' | '呀' | '呢' | '哇'] => said,
        said => said,
    };
    lexicon().cue(Cue::IfOnly).any(|words| ends_with(said, words))
}

/// 星星灯调到百分之二十，当小夜灯用, "stair lights at twenty, in case he gets up": behind an order, what it is for.
fn is_purpose(tokens: &[Token], text: &[char]) -> bool {
    let Some((first, behind)) = tokens.split_first() else { return false };
    let opener = text.get(first.start..first.end).unwrap_or_default();
    (opener == ['当'] || starts_with(opener, "in case")) && !tells(behind)
}

/// 洗衣机只要脱水: all that is wanted, where nothing follows from it.
fn is_only_wanted(tokens: &[Token], text: &[char]) -> bool {
    let only = tokens.first().is_some_and(|first| text[first.start..first.end] == ['只', '要']);
    let behind = tokens.get(1..).unwrap_or_default();
    // 灯关了只要没人在: who is there is nothing that is wanted.
    let told = behind.iter().any(|token| token.person().is_some() || token.comparison().is_some());
    only && !told
        && !behind.iter().any(|token| {
            token.separator().is_some() || token.condition().is_some() || token.clause().is_some()
        })
}

pub(super) fn clause_begin(tokens: &[Token], start: usize, index: usize) -> usize {
    tokens[start..index]
        .iter()
        .rposition(|token| token.separator().is_some())
        .map_or(start, |position| start + position + 1)
}

/// Whether words give an order: a verb that is nothing else, or what is to be done to something.
pub(super) fn orders(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.object_marker().is_some()
            || token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
                && token.noun().is_none()
                && token.name().is_none()
    })
}

/// Whether there is a verb that tells no state.
pub(super) fn orders_anything(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.verb().is_some_and(|verb| !verb.weak)
            && token.noun().is_none()
            && token.name().is_none()
            && token.value().is_none()
            && token.state().is_none()
    })
}

/// "I can't remember if I did", "not sure if it's on": whether something is so, and not when.
fn asks_whether(tokens: &[Token], text: &[char], index: usize) -> bool {
    let Some(before) = index.checked_sub(1).and_then(|before| tokens.get(before)) else { return false };
    let said = text_of(text, before.start, before.end);
    let words = lexicon().phrases(Cue::Whether);
    let last: SmallVec<[char; 12]> = said.rsplit(' ').next().unwrap_or_default().chars().collect();
    text[tokens[index].start..].starts_with(&['i', 'f']) && words.have(&last)
}

/// 扫地机先停到，等娃儿把玩具捡了: what is waited for behind an order, with nothing to be done then.
fn waits_for(tokens: &[Token], text: &[char], start: usize, index: usize) -> bool {
    let token = &tokens[index];
    let waits =
        matches!(text.get(token.start..token.end), Some(['等'] | ['等', '我' | '他' | '她'] | ['等', '着']));
    let behind = &tokens[index + 1..];
    let leads_to = behind.iter().any(|token| {
        token.separator().is_some()
            || matches!(token.condition(), Some(Place::After))
            || matches!(text.get(token.start..token.end), Some(['再'] | ['就'] | ['才']))
    });
    waits && !leads_to && (orders(&tokens[start..index]) || tokens[start..index].iter().any(sets))
}

/// 大门要没关，把灯打开: 要 behind what it is about and before how that is, in a clause with another one behind it.
fn wants_state(tokens: &[Token], text: &[char], start: usize, index: usize) -> bool {
    let Some(token) = tokens.get(index).filter(|token| text[token.start..token.end] == ['要']) else {
        return false;
    };
    let Some(next) = tokens.get(index + 1).filter(|next| next.start == token.end) else { return false };
    let told = next.comparison().is_some()
        || (next.state().is_some() || sensed_value(next).is_some())
            && matches!(text[next.start], '没' | '有' | '还' | '开' | '关' | '漏' | '下');
    let ends = tokens[index + 1..].iter().position(|token| token.separator().is_some());
    told && subject_before(tokens, text, start, index) < index
        && ends.is_some_and(|end| index + 2 + end < tokens.len())
        && next.verb().is_none_or(|verb| verb.weak)
}

/// 大门要是开着: what the condition is about may stand before its word, in a clause that has said no verb yet.
fn subject_before(tokens: &[Token], text: &[char], start: usize, index: usize) -> usize {
    let begin = clause_begin(tokens, start, index);
    let before = &tokens[begin..index];
    let is_subject = before
        .iter()
        .any(|token| token.is_target() || token.person().is_some() || token.property().is_some())
        && !before.iter().any(|token| {
            token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none() || sets(token)
        })
        // "Make the lamp red if …"
        && !before.first().is_some_and(|first| first.verb().is_some() && !first.is_target())
        && (before.first().is_some_and(|first| first.person().is_some()) || before.iter().all(|token| {
            // "Next song on the echo when …": a thing and nothing more is what an English condition is about.
            !text[token.start].is_ascii()
                || token.is_target()
                || token.particle().is_some()
                || token.possessive().is_some()
                || token.person().is_some()
                || token.property().is_some() && token.verb().is_none() && token.value().is_none()
        }));
    if is_subject { begin } else { index }
}

/// Whether a token says how something is to be, and names nothing: "chandelier at half if …" is an order before its condition.
fn sets(token: &Token) -> bool {
    !token.is_target()
        && token.property().is_none()
        && (token.value().is_some()
            || token.level().is_some()
            || token.adjective().is_some()
            || token.color().is_some()
            || token.goal().is_some()
            || is_number(token))
}

/// The clause of a comparison, where it has a number, no verb, and another clause behind it.
fn bare_comparison(tokens: &[Token], start: usize, index: usize) -> Option<(usize, usize)> {
    let begin = clause_begin(tokens, start, index);
    // 湿度低于35%开加湿器: the order may follow the number without a mark.
    let number = index + tokens[index..].iter().position(is_number)?;
    let behind = number + 1 + usize::from(tokens.get(number + 1).is_some_and(|token| token.unit().is_some()));
    let end = match tokens.get(behind)? {
        token if token.verb().is_some() || token.object_marker().is_some() => behind,
        // 二氧化碳超过一千 净化器打开
        token
            if token.is_target()
                && tokens[behind..]
                    .iter()
                    .take_while(|token| token.separator().is_none())
                    .any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none()) =>
        {
            behind
        }
        _ => index + tokens[index..].iter().position(|token| token.separator().is_some())?,
    };
    let clause = &tokens[begin..end];
    let states = clause.iter().any(is_number)
        && !clause.iter().any(|token| token.object_marker().is_some() || token.goal().is_some())
        && !clause.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none());
    (states && end + 1 < tokens.len()).then_some((begin, end))
}

/// Where a condition that begins at `start` ends, and where what follows it begins. `leads`: no order went before.
fn condition_end(tokens: &[Token], text: &[char], start: usize, leads: bool) -> (usize, usize) {
    for (index, token) in tokens.iter().enumerate().skip(start) {
        // "if it is above 26 turn on the fan": the order follows what was stated without a mark.
        let marked = token.object_marker().is_some() && text[token.start] == '把';
        let begins = || begins_order(tokens, text, index) || asks_for_order(tokens, text, index);
        if index > start && (marked || begins() && tells(&tokens[start..index])) {
            return (index, index);
        }
        let closes = token.condition() == Some(Place::After);
        if closes || token.separator().is_some() && index > start {
            if !closes && goes_on(tokens, index) {
                continue;
            }
            if closes && let Some(subject) = subject_behind_number(tokens, start, index) {
                return (subject, subject);
            }
            let mut next = index + 1;
            while tokens.get(next).is_some_and(|token| {
                closes && token.separator().is_some() || token.condition() == Some(Place::After)
            }) {
                next += 1;
            }
            return (index, next);
        }
    }
    // "when motion is detected porch light on": the order has no verb to begin with.
    let subject = (start + 1..tokens.len()).find(|&index| {
        let token = &tokens[index];
        let before = &tokens[index - 1];
        (token.name().is_some() || token.noun().is_some())
            && before.possessive().is_none()
            && before.comparison().is_none()
            && tells(&tokens[start..index])
            && (orders(&tokens[index + 1..]) || tokens[index + 1..].iter().any(sets))
    });
    match subject.filter(|_| leads) {
        Some(subject) => {
            let subject = with_its_room(tokens, start, subject);
            (subject, subject)
        }
        None => (tokens.len(), tokens.len()),
    }
}

/// 二氧化碳要是超过一千二循环扇就打开: what stands between the number and 就 is what it is done to.
fn subject_behind_number(tokens: &[Token], start: usize, closes: usize) -> Option<usize> {
    let number = (start..closes).rev().find(|&index| !tokens[index].is_target())?;
    let measured = is_number(&tokens[number]) || tokens[number].unit().is_some();
    let heads =
        tokens[number + 1..closes].iter().any(|token| token.noun().is_some() || token.name().is_some());
    (measured && heads && tells(&tokens[start..=number])).then_some(number + 1)
}

/// "If the fan is on kitchen lamp to 40": the room before the subject of the order is said of it, and no place of the condition.
fn with_its_room(tokens: &[Token], start: usize, subject: usize) -> usize {
    let names_room = |token: &Token| token.room().is_some() || token.home_room().is_some();
    let mut begin = subject;
    while begin > start + 1
        && (names_room(&tokens[begin - 1]) || tokens[begin - 1].particle().is_some())
        && tokens[begin - 2].possessive().is_none()
        && tells(&tokens[start..begin - 1])
    {
        begin -= 1;
    }
    begin
}

/// 如果没人，而且灯还亮着，就关灯: the condition goes on behind the mark.
fn goes_on(tokens: &[Token], index: usize) -> bool {
    let joins = tokens.get(index + 1).is_some_and(|token| {
        (token.conjunction().is_some() || token.clause().is_some()) && token.condition().is_none()
    });
    let behind = &tokens[index + 1..];
    let end = behind
        .iter()
        .position(|token| token.separator().is_some() || token.condition() == Some(Place::After));
    joins && end.is_some_and(|end| tells(&behind[..end]) && !orders_anything(&behind[..end]))
}

/// Whether the order begins at a token. "open" of "is still open" tells a state.
fn begins_order(tokens: &[Token], text: &[char], index: usize) -> bool {
    let token = &tokens[index];
    if token.object_marker().is_some() {
        return true;
    }
    let plain = token.noun().is_none() && token.name().is_none() && token.value().is_none();
    let acts = token.verb().is_some_and(|verb| !verb.acts.is_empty() || verb.weak);
    // "lock it" is an order with its object in one word of the lexicon.
    let said_whole = text_of(text, token.start, token.end);
    let has_own_object = said_whole.split(' ').skip(1).any(|word| matches!(word, "it" | "them"));
    if acts && plain && has_own_object {
        return true;
    }
    // "If Owen's room is under 68 turn the heat up": the object stands within the verb.
    let whole_order = token.state().is_none()
        && token.verb().is_some_and(|verb| !verb.weak && !verb.chinese)
        && said_whole.contains(" the ");
    if !acts || !plain || !whole_order && ends_clause(tokens, index) {
        return false;
    }
    let says_state = token.state().is_some() && text[token.start].is_ascii();
    let said = |token: &Token| text_of(text, token.start, token.end);
    let before = said(&tokens[index - 1]);
    let copula = tokens[index - 1].comparison() == Some(Comparison::Equal)
        || tokens[index - 1].possessive() == Some(Place::After)
        || matches!(before.as_str(), "been" | "left" | "still" | "being" | "gets" | "get" | "not");
    let object = tokens[index + 1..].iter().find(|token| token.particle().is_none() || token.is_target());
    let has_object = object
        .is_some_and(|token| token.is_target() || token.reference().is_some() || token.many().is_some());
    !says_state || !copula && has_object
}

/// 要是没锁帮我锁一下: behind what was told, it is asked for an order.
fn asks_for_order(tokens: &[Token], text: &[char], index: usize) -> bool {
    const ASKS: [&str; 9] = ["帮我", "给我", "替我", "帮忙", "麻烦", "请", "帮", "给俺", "给咱"];
    let asks = |token: &Token| {
        token.particle().is_some() && ASKS.contains(&text_of(text, token.start, token.end).as_str())
    };
    tokens.get(index).is_some_and(asks)
        && tokens.get(index + 1).and_then(Token::verb).is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
}

/// Whether nothing but particles follows in the clause.
fn ends_clause(tokens: &[Token], index: usize) -> bool {
    tokens[index + 1..]
        .iter()
        .take_while(|token| token.separator().is_none() && token.condition() != Some(Place::After))
        .all(|token| token.particle().is_some())
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
    token.value()?;
    SENSED.iter().find_map(|id| {
        let property = catalogue().property(id);
        token.senses.iter().find_map(|sense| match sense {
            Sense::Value(value) if property.is_some() && value.property == property => Some(*value),
            _ => None,
        })
    })
}
