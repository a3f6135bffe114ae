//! What machines are told and asked in words that other things share: whether a washer is done (好了没), what a
//! dehumidifier dries (开个干衣), a rinse of a dishwasher (先冲一下); and what is asked beside a photo that is to be taken.

use lares_home::Act;
use lares_home::catalogue::catalogue;

use super::how_it_runs;
use super::pets::of_pets;
use crate::action::{Unit, Value};
use crate::lexicon::{Asks, lexicon};
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::render::is_of;
use crate::parser::tokens::holds;
use crate::vocabulary::HomeVocabulary;

/// Settles what frames say of machines before anything left out is filled in.
pub(crate) fn settle(text: &[char], frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    of_pets(text, frames, vocabulary);
    for frame in frames.iter_mut() {
        if frame.has_target() && !frame.negated {
            done_yet(text, frame, vocabulary);
            work_as_value(frame, vocabulary);
            if all_of(frame, vocabulary, &["Blind", "Shade"]) {
                further_open(text, frame);
            }
        }
    }
    if let [frame] = &mut frames[..]
        && !frame.negated
    {
        moistens(frame, vocabulary);
    }
    how_it_runs::settle(text, frames, vocabulary);
    looked_at(text, frames);
    complained_of(text, frames);
    ended_twice(frames, vocabulary);
    watched_then_on(frames, vocabulary);
    comes_of_sun(frames, vocabulary);
}

fn all_of(frame: &Frame, vocabulary: &HomeVocabulary, categories: &[&str]) -> bool {
    frame.targets.iter().all(|target: &Target| is_of(target, vocabulary, categories))
}

/// 洗衣机好了没, 烘干机结束了吗: of what works for a while it is asked whether it still does.
fn done_yet(text: &[char], frame: &mut Frame, vocabulary: &HomeVocabulary) {
    const WORKS: [&str; 7] =
        ["Washer", "Dryer", "Dishwasher", "RobotCleaner", "Oven", "RiceCooker", "ClothingCareMachine"];
    const DONE: [&str; 5] = ["好了", "完了", "结束了", "完事", "搞定"];
    let asked = frame.question == Some(Asks::Polar)
        && frame.property.is_none()
        && frame.verb.is_none()
        && frame.value.is_none();
    let said = text.get(frame.span.0..).unwrap_or_default();
    if asked && DONE.iter().any(|words| holds(said, words)) && all_of(frame, vocabulary, &WORKS) {
        frame.property = catalogue().property("run_state");
    }
}

/// 除湿机开个干衣, 洗碗机先冲一下: work of other machines is a way of this one to run.
fn work_as_value(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let Some(verb) = frame.verb.filter(|verb| verb.chinese && frame.question.is_none()) else { return };
    let work = frame.work.filter(|_| verb.acts.first() != Some(&Act::Off)).unwrap_or(verb);
    let key = match work.id.as_str() {
        "dry_clothes" if all_of(frame, vocabulary, &["Dehumidifier"]) => "laundry_drying",
        "flush" if all_of(frame, vocabulary, &["Dishwasher", "Washer"]) => "rinse",
        _ => return,
    };
    if frame.value.is_none() {
        let said = if key == "rinse" { "冲洗" } else { "干衣" };
        frame.value = Some(Value::Word { text: said.into(), key: Some(key.into()) });
        frame.value_text = said.into();
        (frame.verb, frame.work, frame.property) = (None, None, None);
    }
}

/// 加个湿吧, 给卧室喷点雾: to moisten the air is to be on, where nothing is said of how much.
fn moistens(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let moistens = frame.verb.is_some_and(|verb| verb.id == "humidify")
        && frame.direction.is_none()
        && frame.value.is_none()
        && frame.question.is_none();
    let noun = lexicon().noun("humidifier").filter(|&noun| moistens && vocabulary.has_noun(noun));
    let Some(noun) = noun else { return };
    if frame.targets.is_empty() {
        frame.targets.push(Target::default());
    }
    for target in frame.targets.iter_mut().filter(|target| target.head == Head::None) {
        (target.head, target.text) = (Head::Noun(noun), vocabulary.noun_names(noun).0.into());
    }
    if all_of(frame, vocabulary, &["Humidifier"]) {
        (frame.verb, frame.property) = (vocabulary.switch_verb(), None);
    }
}

/// 窗帘再拉开百分之二十: by how much further, and not how far.
fn further_open(text: &[char], frame: &mut Frame) {
    let share = matches!(frame.value, Some(Value::Number { unit: Unit::Percent, .. }));
    let open = match frame.verb.filter(|verb| verb.chinese && share).map(|verb| &verb.acts[..]) {
        Some([Act::Open, ..] | [Act::On, Act::Open, ..]) => true,
        Some([Act::Close, ..] | [Act::Off, Act::Close, ..]) => false,
        _ => return,
    };
    let said = text.get(frame.span.0..frame.span.1).unwrap_or_default();
    let again = said.windows(2).any(|pair| {
        matches!(pair, ['再' | '多', '开' | '拉' | '打' | '升' | '放' | '关' | '合' | '降' | '卷' | '收'])
    });
    if again && !frame.goal && !said.contains(&'到') && frame.direction.is_none() {
        frame.direction = Some(open);
        frame.property = catalogue().property("position");
        frame.verb = None;
    }
}

/// 门铃拍张照，门口是谁; 拍张照，想看看蛋蛋: what the photo is to show is not asked of anything else.
fn looked_at(text: &[char], frames: &mut Vec<Frame>) {
    let takes = |frame: &Frame| {
        frame.verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::Capture))
            && frame.question.is_none()
            && !frame.negated
    };
    if frames.len() < 2 || !frames.iter().any(takes) {
        return;
    }
    let looks = |frame: &Frame| {
        let said = text.get(frame.span.0..frame.span.1).unwrap_or_default();
        let asks =
            frame.question.is_some() || frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
        asks && frame.value.is_none() && ["看", "瞧", "瞅", "谁", "瞄"].iter().any(|words| holds(said, words))
    };
    // 帮我看哈门口，拍张照片: the place is that of the photo.
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        if let (Some(look), Some(photo)) = (before.last_mut(), rest.first_mut())
            && looks(look)
            && takes(photo)
            && !photo.has_target()
        {
            photo.targets = std::mem::take(&mut look.targets);
        }
    }
    frames.retain(|frame| !looks(frame));
}

/// 风太大了，小点嘛: what is complained of is what is to be less, and not the first thing that can be.
fn complained_of(text: &[char], frames: &mut Vec<Frame>) {
    const PLAIN: &str = "再稍微给我帮请把它调弄开关搞整小大低高弱强一点些下儿哈嘛吧啊了来呗行不嘞噻啦";
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at(index);
        let (Some(first), Some(next)) = (before.last(), rest.first()) else { continue };
        let complains = first.complaint
            && !first.negated
            && first.verb.is_none()
            && first.wish.is_some_and(|wish| wish.property.is_some());
        let said = text.get(next.span.0..next.span.1).unwrap_or_default();
        let plain = next.direction.is_some()
            && !next.has_target()
            && next.value.is_none()
            && next.question.is_none()
            && !next.negated
            && !said.is_empty()
            && said.iter().all(|&letter| PLAIN.contains(letter));
        if complains && plain {
            frames.remove(index);
        }
    }
}

/// 别放了，天猫精灵停掉; 饭不煮了，停掉: what ends is said twice, and once by its name or its work.
fn ended_twice(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    let plain = |frame: &Frame| {
        frame.question.is_none()
            && !frame.negated
            && frame.value.is_none()
            && frame.property.is_none()
            && frame.excluded.is_empty()
    };
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at(index);
        let (Some(first), Some(next)) = (before.last(), rest.first()) else { continue };
        let ends = first.verb.is_some_and(|verb| {
            verb.chinese && !verb.nouns.is_empty() && verb.acts.first() == Some(&Act::Stop)
        });
        let stops = next.verb.is_some_and(|verb| {
            verb.chinese
                && verb.nouns.is_empty()
                && matches!(verb.acts.first(), Some(Act::Stop | Act::Pause | Act::Off))
        });
        if !ends || !stops || first.has_target() || !plain(first) || !plain(next) {
            continue;
        }
        if !next.has_target() && first.unknown == 0 {
            frames.remove(index);
        } else if suits(first, &next.targets, vocabulary) {
            frames.remove(index - 1);
        }
    }
}

/// Whether the verb can be meant for these targets.
pub(super) fn suits(frame: &Frame, targets: &[Target], vocabulary: &HomeVocabulary) -> bool {
    let Some(verb) = frame.verb.filter(|verb| !verb.nouns.is_empty()) else { return true };
    let lexicon = lexicon();
    let fits =
        |noun| verb.nouns.iter().any(|&wanted| lexicon.is_a(noun, wanted) || lexicon.is_a(wanted, noun));
    targets.iter().all(|target| match target.head {
        Head::Noun(noun) => fits(noun),
        Head::Name => {
            let mut devices = vocabulary.devices_named(&target.text).peekable();
            devices.peek().is_none()
                || devices.any(|device| vocabulary.device_nouns(device).iter().any(|&noun| fits(noun)))
        }
        _ => true,
    })
}

/// 我想看会儿电视，开一下电视机: what it is switched on for.
fn watched_then_on(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at(index);
        let (Some(first), Some(next)) = (before.last(), rest.first()) else { continue };
        let plays = first.verb.is_some_and(|verb| verb.chinese && verb.id == "play")
            && first.value.is_none()
            && first.question.is_none()
            && !first.negated
            && first.targets.iter().all(|target| matches!(target.head, Head::None | Head::Noun(_)));
        let on = next
            .verb
            .is_some_and(|verb| verb.chinese && verb.nouns.is_empty() && verb.acts.first() == Some(&Act::On));
        let plain = next.value.is_none() && next.question.is_none() && !next.negated && next.has_target();
        let rooms = first.targets.iter().all(|target| target.rooms.is_empty());
        if plays && on && plain && rooms && suits(first, &next.targets, vocabulary) {
            frames.remove(index - 1);
        }
    }
}

/// 太阳晃眼，电视都看不清: what comes of the sun is no complaint of its own.
fn comes_of_sun(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    let Some(covering) = lexicon().noun("window_covering") else { return };
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at(index);
        let (Some(first), Some(next)) = (before.last(), rest.first()) else { continue };
        let sun = first.complaint
            && !first.negated
            && first.wish.is_some_and(|wish| {
                wish.acts.first() == Some(&Act::Close)
                    && wish.nouns.first().is_some_and(|&noun| lexicon().is_a(noun, covering))
            });
        let shown = next.targets.iter().all(|target| is_of(target, vocabulary, &["Television", "Projector"]));
        if sun && next.complaint && next.wish.is_some() && !next.negated && next.verb.is_none() && shown {
            frames.remove(index);
        }
    }
}
