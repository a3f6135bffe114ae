//! Chinese orders that are put as questions: 是不是该关了, 咋个还没把灯关了, 哪个去关一下. What asks in them only urges.

use std::borrow::Cow;

use lares_home::Act;
use smallvec::smallvec;

use super::lattice::Token;
use super::tokens::{ends_with, holds, starts_with};
use crate::lexicon::{Asks, Cue, Degree, Sense, Verb, lexicon};

/// The tokens of an utterance in which what only urges asks nothing and denies nothing.
pub(crate) fn as_orders<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let mut urges: smallvec::SmallVec<[(usize, Option<&'static Verb>); 4]> = smallvec::SmallVec::new();
    let mut start = 0;
    for index in 0..=tokens.len() {
        if tokens.get(index).is_none_or(|token| token.separator().is_some()) {
            let clause = tokens.get(start..index).unwrap_or_default();
            if let Some(sent) = (0..clause.len()).find(|&place| is_sent(text, clause, place)) {
                urges.push((start + sent, None));
            }
            urging(text, clause, |place| urges.push((start + place, None)));
            if let Some((asked, undone, verb)) = left_undone(text, clause) {
                urges.push((start + asked, None));
                urges.push((start + undone, Some(verb)));
            }
            start = index + 1;
        }
    }
    let tokens = without_how(text, tokens);
    if urges.is_empty() {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    for (place, verb) in urges {
        if let Some(token) = tokens.get_mut(place) {
            // 没把, 还不把 hold what the order begins with.
            let marks = text[token.start..token.end].last() == Some(&'把');
            token.senses = smallvec![match verb {
                Some(verb) => Sense::Verb(verb),
                None if marks => Sense::ObjectMarker,
                None => Sense::Particle(false),
            }];
        }
    }
    Cow::Owned(tokens)
}

/// 乌漆嘛黑的怎么晒衣服, 水冰得很，咋个洗嘛: what cannot be done like this is not asked behind a complaint.
fn without_how<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    const HOW: [&str; 8] = ["怎么", "咋", "咋个", "怎样", "叫我怎么", "让人怎么", "点", "哪能"];
    let asks = |token: &Token| {
        token.question() == Some(Asks::Value)
            && HOW.iter().any(|how| {
                text.get(token.start..token.end).is_some_and(|said| said.iter().copied().eq(how.chars()))
            })
    };
    let Some(place) = tokens.iter().position(asks) else { return tokens };
    let (before, behind) = tokens.split_at(place);
    let complains = before.iter().any(|token| token.wish().is_some() || token.degree() == Some(Degree::Too));
    let end = behind.iter().position(|token| token.separator().is_some()).unwrap_or(behind.len());
    let done = behind.get(1..end).unwrap_or_default();
    let named = done.iter().any(|token| token.noun().is_some() || token.name().is_some());
    // 太黑了怎么回事, 太冷了怎么办, 怎么还不开
    let said = done.first().and_then(|first| text.get(first.start..)).unwrap_or_default();
    let asked = ["回事", "办", "还", "样", "个", "没", "不", "调", "设", "弄"]
        .iter()
        .any(|words| starts_with(said, words));
    if !complains || named || asked || done.is_empty() {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    tokens.drain(place..place + end);
    Cow::Owned(tokens)
}

/// 谁把灯关一下, 哪个把门打开好不好: whether a word sends somebody to do what stands behind it; 谁把灯关了 only asks.
pub(crate) fn is_sent(text: &[char], tokens: &[Token], index: usize) -> bool {
    const ASKED: [&str; 12] = [
        "好伐",
        "好吗",
        "好不",
        "好不好",
        "行吗",
        "行不",
        "行不行",
        "可以吗",
        "好嘛",
        "要得不",
        "得行不",
        "中不",
    ];
    let Some(token) = tokens.get(index) else { return false };
    let said = text.get(token.start..token.end).unwrap_or_default();
    if !matches!(said, ['谁' | '哪' | '边', .., '把']) {
        return false;
    }
    let behind = tokens[index + 1..].iter().take_while(|token| token.separator().is_none());
    let verb =
        behind.clone().filter(|token| token.verb().is_some_and(|verb| verb.chinese && !verb.weak)).last();
    let last = behind.last();
    let (Some(verb), Some(last)) = (verb, last) else { return false };
    let briefly = matches!(text.get(verb.end - 1), Some('下' | '哈'));
    briefly
        || text.get(token.end..last.end).is_some_and(|rest| ASKED.iter().any(|words| ends_with(rest, words)))
}

/// Calls `found` with the places of the words of a clause that only urge.
fn urging(text: &[char], clause: &[Token], mut found: impl FnMut(usize)) {
    let said = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let orders = |tokens: &[Token]| {
        tokens.iter().any(|token| {
            token.verb().is_some_and(|verb| {
                !verb.weak
                    && verb.chinese
                    && token.likeness >= 1.0
                    && !matches!(verb.acts.first(), None | Some(Act::Query))
            })
        })
    };
    let Some(place) = clause.iter().position(|token| token.question().is_some()) else { return };
    let Some(behind) = clause.get(place + 1..) else { return };
    let named = clause.iter().any(|token| token.noun().is_some() || token.name().is_some());
    let asked = said(&clause[place]);
    let rest = clause.last().and_then(|last| text.get(clause[place].start..last.end)).unwrap_or_default();
    // 是不是该关了, and no 是不是该换了 of what wears out.
    let should = should(rest);
    if should && named && orders(behind) && !clause.iter().any(|token| token.property().is_some()) {
        found(place);
        return;
    }
    // 哪个去把灯关了, 谁来关一下
    let sent = (starts_with(asked, "哪个")
        || starts_with(asked, "谁")
        || starts_with(asked, "哪位")
        || starts_with(asked, "边个"))
        // 谁要去开一下
        && behind.iter().take(2).find(|next| said(next) != ['要']).is_some_and(|next| {
            matches!(said(next).first(), Some('去' | '来' | '帮' | '顺'))
        });
    if sent && named && orders(behind) {
        found(place);
        return;
    }
    // 咋个还没把机麻关了, 干嘛不让它回去
    let why = lexicon().cue(Cue::WhyNot).any(|words| starts_with(asked, words));
    let undone = behind.iter().position(|token| {
        token.negation().is_some() && matches!(said(token).first(), Some('没' | '不' | '还' | '唔' | '未'))
    });
    let Some(undone) = undone.filter(|_| why) else { return };
    let caused =
        holds(rest, "把") || holds(rest, "让") || holds(rest, "给") || holds(rest, "叫") || holds(rest, "将");
    if caused && named && orders(&behind[undone + 1..]) && clause[place].question() == Some(Asks::Value) {
        found(place);
        for (offset, token) in behind[..=undone].iter().enumerate() {
            if token.negation().is_some() || token.degree().is_some() || token.classifier().is_some() {
                found(place + 1 + offset);
            }
        }
        // 关了嘛: nor does what ends it ask.
        if let Some(last) = clause.len().checked_sub(1).filter(|&last| clause[last].question().is_some()) {
            found(last);
        }
    }
}

/// 咋个灯还没开: the word that asks why, what has not been done, and the verb for doing it.
fn left_undone(text: &[char], clause: &[Token]) -> Option<(usize, usize, &'static Verb)> {
    let said = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let asked = clause.iter().position(|token| token.question() == Some(Asks::Value))?;
    lexicon().cue(Cue::WhyNot).any(|words| starts_with(said(&clause[asked]), words)).then_some(())?;
    let undone = clause.iter().position(|token| {
        token.state().is_some()
            && ["还没", "还不", "还冇"].iter().any(|words| starts_with(said(token), words))
    })?;
    let named =
        clause.get(asked..undone)?.iter().any(|token| token.noun().is_some() || token.name().is_some());
    let ends = clause.get(undone + 1..)?.iter().all(|token| token.particle().is_some());
    let verb = lexicon().lookup(said(&clause[undone]).get(2..)?)?.iter().find_map(|sense| match sense {
        Sense::Verb(verb) if !verb.weak && verb.acts.first() != Some(&Act::Query) => Some(*verb),
        _ => None,
    })?;
    (named && ends).then_some((asked, undone, verb))
}

/// 是不是该关了: whether words begin to say that something should be done.
fn should(words: &[char]) -> bool {
    lexicon().cue(Cue::Should).any(|opening| starts_with(words, opening))
}

/// Whether a clause says somewhere that something should be done.
pub(crate) fn urges(words: &[char]) -> bool {
    (0..words.len()).any(|start| should(&words[start..]))
}
