//! Chinese clauses that hold the words of an order and only tell, or ask for advice: 我开了空调, 他关灯了, 刚关了灯, 怎么又开空调了, 需要关灯吗,
//! 关灯是什么意思.

use super::lattice::Token;
use super::tokens::{ends_with, starts_with};
use crate::lexicon::{Asks, Cue, lexicon};
use crate::vocabulary::is_han;

/// What asks why something is so.
const WHY: [&str; 12] = [
    "你怎么",
    "怎么",
    "为什么",
    "为啥",
    "咋",
    "咋个",
    "你咋",
    "干嘛",
    "干吗",
    "凭什么",
    "你为什么",
    "你干嘛",
];
/// How something came to be that nobody asked for.
const UNASKED: [&str; 8] = ["又", "突然", "自己", "自动", "忽然", "莫名其妙", "老是", "总是"];

/// Whether a clause only tells or asks, by what stands before its order and by how it ends. `before` is what stands before the
/// order, at which `order` begins.
pub(super) fn is_told(text: &[char], clause: &[Token], order: &[Token], before: &[char]) -> bool {
    let (Some(first), Some(last), Some(begin)) = (clause.first(), clause.last(), order.first()) else {
        return false;
    };
    let said = text.get(first.start..last.end).unwrap_or_default();
    let ends = |cue: Cue, words: &[char]| lexicon().cue(cue).any(|ending| ends_with(words, ending));
    ends(Cue::OnlyTells, before)
        || asks_advice(before, said)
        || tells_done(text, order, before)
        || tells_of_other(begin, before, said)
        || asks_why(text, clause)
}

/// 关灯是什么意思: whether it is asked what words mean.
pub(super) fn is_of_words(said: &[char]) -> bool {
    let chinese = said.first().copied().is_some_and(is_han);
    if starts_with(said, "what does ") {
        return ends_with(said, " mean");
    }
    lexicon().cue(Cue::OfWords).any(|words| {
        if words.starts_with(is_han) {
            chinese && said.len() > words.chars().count() && ends_with(said, words)
        } else {
            starts_with(said, words) && said.get(words.len()) == Some(&' ')
        }
    })
}

/// 需要关灯吗, 现在要开空调吗: whether it would be wise.
fn asks_advice(before: &[char], said: &[char]) -> bool {
    const SPEAKER: [&str; 6] = ["我们", "咱们", "我", "咱", "那", "今天"];
    let before = SPEAKER
        .iter()
        .find(|speaker| starts_with(before, speaker))
        .and_then(|speaker| before.get(speaker.chars().count()..))
        .unwrap_or(before);
    let asks = ["吗", "么", "吗现在"].iter().any(|end| ends_with(said, end));
    asks && lexicon().cue(Cue::Advised).any(|words| before.iter().copied().eq(words.chars()))
}

/// 我开了空调, 刚关了灯: who speaks, or nobody, and what was done a moment ago.
fn tells_done(text: &[char], order: &[Token], before: &[char]) -> bool {
    const DONE_BY: [&str; 16] = [
        "我",
        "我们",
        "我刚",
        "我刚刚",
        "我刚才",
        "我已经",
        "我都",
        "我早就",
        "刚",
        "刚刚",
        "我早",
        "咱刚",
        "才刚",
        "我才",
        "我也",
        "咱",
    ];
    let [verb, done, rest @ ..] = order else { return false };
    let follows = matches!(text.get(done.start..done.end), Some(['了' | '过']))
        || matches!(text.get(verb.end - 1), Some('了')) && done.is_target();
    let does = |token: &Token| token.verb().is_some_and(|verb| verb.chinese && !verb.weak);
    let of_thing = |token: &Token| matches!(text.get(token.start..token.end), Some(['的']));
    DONE_BY.iter().any(|by| before.iter().copied().eq(by.chars()))
        && does(verb)
        && follows
        && !rest.iter().take(1).any(of_thing)
}

/// 他关灯了, 邻居开空调了: somebody else, and what they did.
fn tells_of_other(begin: &Token, before: &[char], said: &[char]) -> bool {
    const WHEN: [&str; 9] = ["刚才", "刚刚", "昨天", "昨晚", "早上", "今天", "前天", "上午", "下午"];
    let mut who = before;
    while let Some(when) = WHEN.iter().find(|when| starts_with(who, when)) {
        who = who.get(when.chars().count()..).unwrap_or_default();
    }
    // 他刚才关灯了
    let ended = WHEN.iter().find(|when| ends_with(who, when)).map_or(0, |when| when.chars().count());
    let who = who.get(..who.len() - ended).unwrap_or_default();
    let does = begin.verb().is_some_and(|verb| verb.chinese && !verb.weak) && !begin.is_target();
    let done = ["了", "过", "了呢", "了耶", "了啊", "了呀"].iter().any(|end| ends_with(said, end));
    does && done && lexicon().cue(Cue::Others).any(|other| who.iter().copied().eq(other.chars()))
}

/// 怎么又开空调了, 怎么空调自己关了: why something is so that nobody asked for. 空调怎么又开了 hints at what is to become of it.
fn asks_why(text: &[char], clause: &[Token]) -> bool {
    let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return false };
    let said = text.get(first.start..last.end).unwrap_or_default();
    let Some(why) = WHY.iter().filter(|why| starts_with(said, why)).map(|why| why.chars().count()).max()
    else {
        return false;
    };
    let verb = clause.iter().find(|token| {
        token.verb().is_some_and(|verb| verb.chinese && !verb.weak && !verb.acts.is_empty())
            && token.question() != Some(Asks::Value)
    });
    let Some(verb) = verb else { return false };
    let between = text.get(first.start + why..verb.start).unwrap_or_default();
    UNASKED.iter().any(|unasked| ends_with(between, unasked))
}
