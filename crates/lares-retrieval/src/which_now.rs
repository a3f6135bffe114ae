//! The same for another one, told by where it is, whose it is or a word of its name, and by nothing else: "and the one in
//! the master", "the one by the couch", "hers too", 阿泽那边也是, 同样给妈妈那台.

use lares_home::{Device, DeviceIndex, Room, RoomIndex};
use lares_language::ParsedCommand;
use smallvec::SmallVec;

use crate::again::same_of;
use crate::conversation::{Conversation, LastAction};
use crate::device_set::DeviceSet;
use crate::follow_up::bare;
use crate::index::CompiledHome;
use crate::resolve;

/// Before and behind what tells which; those of the second list say that it goes on from the last.
const BEFORE: [&str; 12] =
    ["no", "nope", "sorry", "ok", "okay", "oh", "oops", "wait", "actually", "just", "i mean", "i meant"];
const GOES_ON: [&str; 12] = [
    "and",
    "also",
    "now",
    "then",
    "same for",
    "same with",
    "same in",
    "same",
    "what about",
    "how about",
    "do the same for",
    "do the same with",
];
const BEHIND: [&str; 5] = ["please", "thanks", "i mean", "i meant", "instead"];
const TOO: [&str; 3] = ["too", "as well", "also"];
/// What leads to a place.
const PLACED: [&str; 18] = [
    "in", "by", "at", "on", "near", "next to", "beside", "under", "over", "above", "off", "with", "behind",
    "down in", "up in", "over in", "over by", "out in",
];
/// Someone of whom it is known only who is not meant.
const SOMEONE: [&str; 7] = ["hers", "his", "mine", "theirs", "her one", "his one", "my one"];
const BEFORE_ZH: [&str; 18] = [
    "same给",
    "一样给",
    "同样给",
    "也给",
    "还有",
    "那",
    "嗯",
    "哦",
    "错了",
    "搞错了",
    "弄错了",
    "不对",
    "不是",
    "我说的是",
    "我是说",
    "我说",
    "是",
    "给",
];
const TOO_ZH: [&str; 9] = ["也是一样", "也是", "也一样", "也同样", "一样", "同样", "也来", "也", "呢"];
const POINTS_ZH: [&str; 17] = [
    "那边", "那儿", "那屋", "那间", "那台", "那个", "那盏", "那扇", "屋头", "屋里", "房间", "这边", "家的",
    "屋", "房", "的", "吧",
];
/// A word for someone or some place has no more letters in Chinese.
const LONGEST: usize = 6;

/// The last command for the one that is told so. Where the words were `read` as a command that names a room or a kind, it
/// is that one's, if it is English.
pub(crate) fn told(
    home: &CompiledHome,
    talk: &Conversation,
    last: &LastAction,
    text: &str,
    read: bool,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let newest = talk.fresh(now_ms, &home.config).next()?;
    let devices: SmallVec<[DeviceIndex; 8]> =
        newest.devices.iter().filter_map(|id| home.device_by_id(id)).collect();
    let first = *devices.first()?;
    let said = bare(text);
    let told = if said.is_ascii() { in_english(&said) } else { in_chinese(&said) }?;
    let meant = match &told {
        Told::Someone => someones(home, &devices, &said),
        Told::By(_) | Told::Alone(_) if read && said.is_ascii() => None,
        Told::By(words) => by_words(home, &devices, first, words),
        Told::Alone(words) => {
            let named = home.vocabulary.noun(words).is_some() || !home.called(words).is_empty();
            if named { None } else { by_words(home, &devices, first, words) }
        }
    }?;
    let command = same_of(home, last, meant, said)?;
    Some(ParsedCommand { also: true, doubtful: !last.action.is_query(), ..command })
}

/// What tells which.
enum Told {
    /// Whoever the last one is not of.
    Someone,
    /// A place, an owner or a word of a name.
    By(String),
    /// The same, where it may be the name of a kind or of a thing.
    Alone(String),
}

fn in_english(said: &str) -> Option<Told> {
    let mut rest = said.trim();
    let mut goes_on = false;
    loop {
        let lead = |words: &[&str]| words.iter().find_map(|word| rest.strip_prefix(word)?.strip_prefix(' '));
        let tail = |words: &[&str]| words.iter().find_map(|word| rest.strip_suffix(word)?.strip_suffix(' '));
        if let Some(shorter) = lead(&GOES_ON).or_else(|| tail(&TOO)) {
            goes_on = true;
            rest = shorter;
        } else if let Some(shorter) = lead(&BEFORE).or_else(|| tail(&BEHIND)) {
            rest = shorter;
        } else {
            break;
        }
    }
    if SOMEONE.contains(&rest) {
        return goes_on.then_some(Told::Someone);
    }
    let one = ["the one ", "the ones ", "that one ", "one "].iter().find_map(|one| rest.strip_prefix(one));
    if let Some(place) = one {
        let place = PLACED.iter().find_map(|lead| place.strip_prefix(lead)?.strip_prefix(' '))?;
        return by(place);
    }
    if let Some(which) = rest.strip_suffix(" one") {
        return by(which);
    }
    // "And dad's", "Nana's": of whom, and of nothing else.
    let owner = rest.split(' ').count() <= 2 && rest.ends_with("'s");
    if owner || goes_on && rest.split(' ').count() == 1 {
        return by(rest).map(|told| match told {
            Told::By(words) => Told::Alone(words),
            other => other,
        });
    }
    None
}

fn by(words: &str) -> Option<Told> {
    let words = words.strip_prefix("the ").or(words.strip_prefix("our ")).unwrap_or(words);
    let few = words.split(' ').count() <= 4 && words.len() > 2;
    few.then(|| Told::By(words.to_owned()))
}

fn in_chinese(said: &str) -> Option<Told> {
    let mut rest = said.trim();
    let mut goes_on = false;
    while let Some(shorter) = BEFORE_ZH.iter().find_map(|lead| {
        goes_on |= rest.starts_with(lead) && lead.ends_with('给');
        rest.strip_prefix(lead)
    }) {
        rest = shorter.trim_start();
    }
    while let Some(shorter) = TOO_ZH.iter().find_map(|tail| rest.strip_suffix(tail)) {
        goes_on = true;
        rest = shorter.trim_end();
    }
    let mut pointed = false;
    while let Some(shorter) = POINTS_ZH.iter().find_map(|tail| rest.strip_suffix(tail)) {
        pointed = true;
        rest = shorter.trim_end();
    }
    let letters = rest.chars().count();
    let named = (2..=LONGEST).contains(&letters);
    // 朵朵的 alone may be no more than an answer, and is read as one.
    (goes_on && pointed && named).then(|| Told::Alone(rest.to_owned()))
}

/// "And hers": the only other one beside the last, where that was somebody's.
fn someones(home: &CompiledHome, last: &[DeviceIndex], said: &str) -> Option<DeviceIndex> {
    let everywhere = DeviceSet::all(home.home.devices.len());
    match resolve::other(home, last, None, &everywhere, said)[..] {
        [only] => Some(only),
        _ => None,
    }
}

fn by_words(
    home: &CompiledHome,
    last: &[DeviceIndex],
    first: DeviceIndex,
    words: &str,
) -> Option<DeviceIndex> {
    let only = |found: &[DeviceIndex]| if let [only] = found { Some(*only) } else { None };
    let says = |device: &DeviceIndex| {
        home.device(*device).is_some_and(|own| names_of(own).any(|name| tells(name, words)))
    };
    // "The lamp", "the one by the couch": of those that it was done to.
    if last.len() > 1 {
        let among: Vec<DeviceIndex> = last.iter().copied().filter(says).collect();
        if !among.is_empty() {
            return only(&among);
        }
    }
    let kin = |meant: &dyn Fn(DeviceIndex) -> bool| -> Vec<DeviceIndex> {
        let category = home.device(first).and_then(|device| device.categories.first());
        let noun = home.vocabulary.device_nouns(first).first();
        let found: Vec<DeviceIndex> = (0..home.home.devices.len() as u32)
            .map(DeviceIndex)
            .filter(|device| {
                let alike = home.device(*device).and_then(|device| device.categories.first()) == category
                    || noun.is_some() && home.vocabulary.device_nouns(*device).first() == noun;
                !last.contains(device) && alike && meant(*device)
            })
            .collect();
        let name = home.device(first).map(|device| device.name.as_str());
        let same_name = |device: &DeviceIndex| home.device(*device).map(|own| own.name.as_str()) == name;
        let same_noun =
            |device: &DeviceIndex| noun.is_some() && home.vocabulary.device_nouns(*device).first() == noun;
        let narrow = |keep: &dyn Fn(&DeviceIndex) -> bool| -> Vec<DeviceIndex> {
            found.iter().copied().filter(keep).collect()
        };
        let ends_alike = |device: &DeviceIndex| {
            let end = |name: &str| name.split(' ').next_back().map(bare);
            let own = home.device(*device).map(|own| own.name.as_str());
            name.and_then(end) == own.and_then(end)
        };
        [narrow(&same_name), narrow(&same_noun), narrow(&ends_alike)]
            .into_iter()
            .find(|narrower| !narrower.is_empty())
            .unwrap_or(found)
    };
    let rooms = rooms_of(home, words);
    only(&kin(&|device| {
        says(&device) || home.rooms.room_of(device).is_some_and(|room| rooms.contains(&room))
    }))
}

/// The rooms that are called so, or of which the name says so.
fn rooms_of(home: &CompiledHome, words: &str) -> SmallVec<[RoomIndex; 4]> {
    let matched = home.vocabulary.match_room(words);
    if !matched.is_empty() {
        return matched.iter().copied().collect();
    }
    let says = |room: &Room| std::iter::once(&room.name).chain(&room.aliases).any(|name| tells(name, words));
    let rooms = home.home.rooms.iter().enumerate().filter(|(_, room)| says(room));
    rooms.map(|(place, _)| RoomIndex(place as _)).collect()
}

fn names_of(device: &Device) -> impl Iterator<Item = &str> {
    std::iter::once(device.name.as_str()).chain(device.aliases.iter().map(AsRef::as_ref))
}

/// Whether a name says all the words, whatever their endings.
fn tells(name: &str, words: &str) -> bool {
    let name = bare(name);
    if !words.is_ascii() || !words.contains(|letter: char| letter.is_ascii_alphabetic()) {
        return name.contains(words);
    }
    let stem = |word: &str| -> String {
        let word = word.replace('\'', "");
        if word.len() > 3 { word.strip_suffix('s').unwrap_or(&word).to_owned() } else { word }
    };
    words.split(' ').map(stem).all(|word| {
        name.split(' ').any(|part| stem(part) == word)
            || !name.is_ascii() && word.len() > 1 && name.contains(&word)
    })
}
