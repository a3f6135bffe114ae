//! What only holds up whoever hears it before an order: 等下等下洗衣机先停一停 sets no time for it, and 桂兰你先等会儿再唠，我让它把灯打开
//! is told to somebody in the room first.

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::{holds, starts_with};
use crate::lexicon::{Cue, Person, Speech, lexicon};
use crate::vocabulary::{HomeVocabulary, is_han};

/// Marks and sounds between such words.
const BETWEEN: [char; 18] =
    [',', '.', '!', ';', '~', ' ', '啊', '呀', '嘛', '哦', '喔', '呃', '哎', '诶', '欸', '额', '嗯', '那'];
/// Behind these words a time is meant after all.
const BINDS: [&str; 5] = ["再", "就", "才", "还", "要"];
/// And behind these, where no pause was heard: 等我回来开灯.
const WHO: [&str; 3] = ["我", "他", "她"];
/// Who answers to the one that is called is told so in a few letters.
const LONGEST_CALL: usize = 12;
const LONGEST_NAME: usize = 4;
/// Children are called so.
const DEARS: [&str; 12] =
    ["宝贝", "宝宝", "乖乖", "幺儿", "幺妹", "崽崽", "仔仔", "小祖宗", "娃儿", "大宝", "二宝", "孩子们"];
/// Whoever speaks has the home do it.
const SENDS: [&str; 6] = ["让", "叫", "喊", "跟", "要", "使"];
const HOME: [&str; 8] = ["它", "牠", "祂", "佢", "这个", "音箱", "管家", "机器"];

/// The words without those that hold up, where an order is behind them.
pub(super) fn without_hold_on<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let sounds = |token: &&Token| {
        token.separator().is_some()
            || token.particle() == Some(false) && text.get(token.start).is_some_and(|it| BETWEEN.contains(it))
    };
    let begin = tokens.iter().take_while(sounds).count();
    let Some(first) = tokens.get(begin) else { return tokens };
    let waits = lexicon().phrases(Cue::HoldOn);
    let mut end = first.start;
    let mut times = 0;
    let mut paused = false;
    while let Some(words) = waits.leading(text.get(end..).unwrap_or_default()).max_by_key(|words| words.len())
    {
        times += 1;
        end += words.chars().count();
        let sounds = text.iter().skip(end).take_while(|letter| BETWEEN.contains(letter));
        let between = sounds.clone().count();
        paused = sounds.into_iter().any(|letter| !letter.is_alphabetic());
        end += between;
    }
    let rest = tokens.iter().position(|token| token.start >= end).unwrap_or(tokens.len());
    let cut = tokens.get(rest).is_some_and(|token| token.start == end);
    let behind = tokens.get(rest..).unwrap_or_default();
    let rest_of = text.get(end..).unwrap_or_default();
    let binds = |words: &[&str]| words.iter().any(|word| starts_with(rest_of, word));
    let bound = binds(&BINDS) || !paused && binds(&WHO);
    if times == 0 || !cut || bound || !acts(behind) || !(times > 1 || paused) {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    tokens.drain(begin..rest);
    Cow::Owned(tokens)
}

/// The words without what is told first to somebody who is called: 妈你先等会儿, 宝贝莫闹, and without 我让它 behind that. Where nothing is
/// ordered behind it, the second is true: somebody was told something.
pub(super) fn without_called<'t>(
    text: &[char],
    tokens: Cow<'t, [Token]>,
    vocabulary: &HomeVocabulary,
) -> (Cow<'t, [Token]>, bool) {
    let end = tokens.iter().position(|token| token.separator().is_some()).unwrap_or(tokens.len());
    if !is_called(text, tokens.get(..end).unwrap_or_default(), vocabulary) {
        return (tokens, false);
    }
    let Some(order) = tokens.get(end + 1) else { return (Cow::Owned(Vec::new()), true) };
    let said = text.get(order.start..).unwrap_or_default();
    let sent = 'sent: {
        let Some(said) = said.strip_prefix(&['我']) else { break 'sent 0 };
        let Some(sends) = SENDS.iter().find(|sends| starts_with(said, sends)) else { break 'sent 0 };
        let whom = said.get(sends.chars().count()..).unwrap_or_default();
        HOME.iter().find(|home| starts_with(whom, home)).map_or(0, |home| 2 + home.chars().count())
    };
    let from = tokens.iter().position(|token| token.start >= order.start + sent).unwrap_or(tokens.len());
    let mut tokens = tokens.into_owned();
    tokens.drain(..from);
    (Cow::Owned(tokens), false)
}

/// 桂兰你先等会儿再唠: a person is called and told to wait or to be quiet, and no thing of the home.
fn is_called(text: &[char], clause: &[Token], vocabulary: &HomeVocabulary) -> bool {
    let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return false };
    let said = text.get(first.start..last.end).unwrap_or_default();
    if said.len() > LONGEST_CALL || !said.first().copied().is_some_and(is_han) {
        return false;
    }
    let you = said.iter().position(|letter| matches!(letter, '你' | '您'));
    let person = first.person().is_some_and(|person| {
        !matches!(person, Person::Speaker | Person::Somebody | Person::Nobody | Person::Everybody)
    }) || first.speech() == Some(Speech::Addressed);
    let named = first.name().is_some_and(|name| !vocabulary.names.is_whole(name)) && first.noun().is_none();
    let who = match you {
        Some(0) => return false,
        Some(place) => place <= LONGEST_NAME && (person || named || first.is_unknown()),
        None => person && first.name().is_none() || DEARS.iter().any(|dear| starts_with(said, dear)),
    };
    let rest = said.get(first.end - first.start..).unwrap_or_default();
    let hushed = lexicon().cue(Cue::Hush).any(|words| holds(rest, words))
        || you.is_some() && lexicon().cue(Cue::HoldOn).any(|words| holds(rest, words));
    who && hushed && !clause.iter().skip(1).any(Token::is_target)
}

/// Something is to be done.
fn acts(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
            || token.value().is_some()
            || token.adjective().is_some()
    })
}
