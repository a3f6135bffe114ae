//! A noun that devices may be called by as well: whether all of the kind are meant, or the one of that name.

use std::borrow::Cow;

use lares_home::DeviceIndex;
use lares_home::catalogue::catalogue;
use lares_language::vocabulary::NameMatches;
use lares_language::{NameMatch, NameMatchKind, Noun, Quantifier};
use smallvec::SmallVec;
use smol_str::StrExt;

use crate::asked::Asked;
use crate::device_names::names_of;
use crate::scope::Scoped;
use crate::stand_ins::{is_called, stand_ins};
use crate::target::{Target, is_of, of_noun_within};

/// A noun that devices may be called by as well. 水晶吊灯 is a kind of lamp and the name of one: without a word for all of
/// them the one is meant. Only devices in the rooms that were said count, and thousands that are called by a plain noun
/// are not looked at.
pub(crate) fn noun_or_name(
    asked: &Asked<'_>,
    name: &str,
    noun: Noun,
    q: Quantifier,
    scoped: &Scoped,
) -> Target {
    let home = asked.home;
    let keyword = asked.config.stages.keyword;
    let called = if keyword { asked.home.called(name) } else { Cow::default() };
    let mut called: SmallVec<[DeviceIndex; 4]> =
        called.iter().copied().filter(|device| scoped.inside.contains(*device)).collect();
    prefer_whole(asked, name, &mut called);
    let exact = !called.is_empty();
    if let (Some(scene), false) = (asked.home.scene(name), exact) {
        return Target::Scene(scene);
    }
    let one = q == Quantifier::One
        || q == Quantifier::All && !asked.parsed.quantifier_said && asked.parsed.spoken.x.is_empty();
    if !exact && one && keyword && !is_plain(asked, noun) {
        // 水晶灯 is a kind of lamp; where one is called 水晶吊灯, it is that one.
        let mut described = asked.home.vocabulary.match_description(name);
        described.retain(|found| scoped.inside.contains(found.device));
        if !described.is_empty() {
            return Target::Names(described);
        }
    }
    let absent = !asked.home.has_noun(noun) && stand_ins(asked, noun).is_empty();
    if !exact && absent {
        // "Is the sink leaking", "heat the pool": the home has neither, but something that is called after it.
        let mut names = asked.home.vocabulary.match_name(name, asked.config.name_matches);
        let said = name.to_lowercase();
        // "Under cabinet lights" for a lamp that is called "Under Cabinet".
        if let Some((own, kind)) = said.rsplit_once(' ')
            && let Some(kind) = home.vocabulary.noun(kind)
        {
            let whole = |device: &DeviceIndex| {
                is_of(asked, *device, kind).then_some(NameMatch {
                    device: *device,
                    kind: NameMatchKind::Exact,
                    score: 1.0,
                })
            };
            let called: NameMatches = home.called(own).iter().filter_map(whole).collect();
            if !called.is_empty() {
                return Target::Names(called);
            }
        }
        names.retain(|name| {
            name.kind == NameMatchKind::Exact
                || name.kind == NameMatchKind::Partial && is_called(home, name.device, &said)
        });
        // 浇花的水 for a 浇花水阀.
        if names.is_empty() && said.contains('的') {
            let plain = said.replace('的', "");
            names = asked.home.vocabulary.match_name(&plain, asked.config.name_matches);
            names.retain(|name| name.kind == NameMatchKind::Partial && is_called(home, name.device, &plain));
        }
        if !names.is_empty() {
            return Target::Names(names);
        }
    }
    // 洗衣机 where another one is 宝宝洗衣机: the one that is called just so. Lights and curtains are meant together.
    let sole = called.len() == 1 && !matches!(asked.parsed.spoken.t.as_str(), "Light" | "Blind" | "Shade");
    let plain =
        is_plain(asked, noun) && (is_usual(asked, name, noun) && !sole || !is_own_name(asked, name, &called));
    // "The lamp", said where another lamp stands than the one that is called so.
    let elsewhere = asked.speaker.is_some_and(|speaker| {
        !called.iter().any(|device| speaker.contains(*device))
            && !of_noun_within(asked, noun, speaker).is_empty()
    });
    if !exact || !one || elsewhere || q != Quantifier::One && plain {
        return Target::Noun(noun);
    }
    let whole = |device| NameMatch { device, kind: NameMatchKind::Exact, score: 1.0 };
    let names: NameMatches = called.into_iter().map(whole).collect();
    Target::Names(names)
}

/// The plain noun of its category (灯), as against one for a kind (主灯).
fn is_plain(asked: &Asked<'_>, noun: Noun) -> bool {
    let category = catalogue().category(&asked.parsed.spoken.t);
    category.and_then(|category| asked.home.vocabulary.category_noun(category)) == Some(noun)
}

/// Whether a noun was said by its usual word: 空调 means every one of them, "mini split" the one that is called so.
fn is_usual(asked: &Asked<'_>, said: &str, noun: Noun) -> bool {
    let (zh, en) = asked.home.vocabulary.noun_names(noun);
    let said = said.to_lowercase_smolstr();
    said == zh || said == en || said.strip_suffix('s') == Some(en) || said == "ac" || said == "tv"
}

/// Whether it is the whole name of one of these and nothing stands nearer: where the speaker's place is known, it is
/// there.
fn is_own_name(asked: &Asked<'_>, said: &str, called: &[DeviceIndex]) -> bool {
    let near = |device: &DeviceIndex| asked.speaker.is_none_or(|speaker| speaker.contains(*device));
    called.iter().all(|device| bears(asked, *device, said) && near(device))
}

/// Whether what was said is the whole name of a device.
fn bears(asked: &Asked<'_>, device: DeviceIndex, said: &str) -> bool {
    let device = asked.home.device(device);
    device.is_some_and(|device| names_of(device).any(|name| name.eq_ignore_ascii_case(said)))
}

/// Of several that are called so where their rooms are left out, those that are meant where one bears the very name. "The
/// extractor" is not the Bathroom Extractor; Chinese names say their rooms as a matter of course, and 主灯 may be 客厅主灯 as
/// well, but 落地窗帘 is no 落地窗纱.
fn prefer_whole(asked: &Asked<'_>, said: &str, called: &mut SmallVec<[DeviceIndex; 4]>) {
    if called.len() < 2 {
        return;
    }
    let mut whole = called.iter().copied().filter(|device| bears(asked, *device, said));
    match (whole.next(), whole.next()) {
        (Some(only), None) if said.is_ascii() => called.retain(|device| *device == only),
        (Some(_), _) => called.retain(|device| {
            asked.home.device(*device).is_some_and(|device| names_of(device).any(|name| name.ends_with(said)))
        }),
        (None, _) => {}
    }
}
