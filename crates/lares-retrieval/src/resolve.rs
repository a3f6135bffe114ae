//! Stage 2: what a reference or a left-out target means, from the conversation.

use lares_home::{DeviceIndex, catalogue};
use lares_language::{Noun, Quantifier};

use crate::asked::Asked;
use crate::conversation::Mention;
use crate::device_set::DeviceSet;
use crate::follow_up::{names_side, words_of_side};
use crate::index::CompiledHome;
use crate::postings::add;

/// The devices that `@last` means: those of the newest command whose devices can be meant (`fits`), for all of them
/// those of its whole request, for as many as are `wanted` also those that the same was done to before. `mentions` are
/// newest first.
pub(crate) fn last<'m>(
    home: &CompiledHome,
    mentions: impl Iterator<Item = &'m Mention>,
    quantifier: Quantifier,
    wanted: usize,
    fits: impl Fn(DeviceIndex) -> bool,
) -> Vec<DeviceIndex> {
    let mut newest: Option<&Mention> = None;
    let mut found: Vec<DeviceIndex> = Vec::new();
    for mention in mentions {
        // 打开吊灯, 打开落地灯, 都关了.
        let further = found.len() < wanted;
        if newest.is_some_and(|first| {
            first.turn != mention.turn && !(further && mention.act == first.act && mention.devices.len() == 1)
        }) {
            break;
        }
        let devices: Vec<DeviceIndex> = mention
            .devices
            .iter()
            .filter_map(|id| home.device_by_id(id))
            .filter(|device| fits(*device) && !found.contains(device))
            .collect();
        if devices.is_empty() {
            continue;
        }
        found.extend(devices);
        if !matches!(quantifier, Quantifier::All | Quantifier::Except) {
            break;
        }
        newest = newest.or(Some(mention));
    }
    found.sort_unstable();
    found
}

/// The devices that `@other` may mean: of the same kind as the one last spoken of, without it. First those beside it in
/// its room that are called the same thing, then those of its category there, then the same elsewhere. Where the kind was
/// `said` (另一个台灯), one of that kind, wherever it stands; what is called by more than its kind shares its name first.
pub(crate) fn other(
    home: &CompiledHome,
    last: &[DeviceIndex],
    said: Option<Noun>,
    among: &DeviceSet,
    words: &str,
) -> Vec<DeviceIndex> {
    let Some(first) = last.first().copied() else { return Vec::new() };
    let noun = home.vocabulary.device_nouns(first).first().copied();
    let category = home.device(first).and_then(|device| device.categories.first().copied());
    let total = home.home.devices.len();
    let mut kin = DeviceSet::empty(total);
    if let Some(category) = category {
        add(&mut kin, &home.in_category(category));
    }
    let general = category.and_then(|category| home.vocabulary.category_noun(category));
    if let Some(kind) = general.or(noun) {
        kin.unite(&home.of_noun(kind));
    }
    kin.intersect(among);
    for device in last {
        kin.remove(*device);
    }
    if let Some(said) = said {
        let mut of_kind = home.of_noun(said);
        of_kind.intersect(&kin);
        if !of_kind.is_empty() {
            kin = of_kind;
        } else {
            // "The other pump" behind one that is switched by a plug: what is called so is of another category.
            let mut called = home.of_noun(said);
            called.intersect(among);
            last.iter().for_each(|device| called.remove(*device));
            if !called.is_empty() {
                kin = called;
            }
        }
    }
    let room = home.rooms.room_of(first);
    let near = |device: &DeviceIndex| room.is_some() && home.rooms.room_of(*device) == room;
    let called = |device: &DeviceIndex| {
        noun.is_some() && home.vocabulary.device_nouns(*device).first().copied() == noun
    };
    let select = |wanted: &dyn Fn(&DeviceIndex) -> bool| kin.iter().filter(wanted).collect::<Vec<_>>();
    let alike = |device: &DeviceIndex| match (home.device(first), home.device(*device)) {
        (Some(last), Some(other)) => end_alike(&last.name, &other.name),
        _ => false,
    };
    let same_name = |device: &DeviceIndex| match (home.device(first), home.device(*device)) {
        (Some(last), Some(other)) => last.name == other.name,
        _ => false,
    };
    // 另外那个 behind 床头灯: the one other bedside lamp, although the ceiling lamp is nearer.
    let mut namesake = select(&|device| noun != general && same_name(device));
    // 另外一盏大的: no other one of the same name.
    if namesake.len() > 1 || words.contains(['大', '小']) {
        namesake.clear();
    }
    let same_category = |device: &DeviceIndex| {
        home.device(*device).is_some_and(|device| device.categories.first().copied() == category)
    };
    [
        select(&|device| said.is_some() && same_name(device)),
        select(&|device| near(device) && called(device) && alike(device)),
        select(&|device| near(device) && called(device)),
        namesake,
        select(&near),
        select(&|device| same_name(device)),
        select(&called),
        select(&same_category),
        kin.iter().collect(),
    ]
    .into_iter()
    .find(|found| !found.is_empty())
    .unwrap_or_default()
}

/// The devices in `among` that are called as the last one is: by the same name, else by one that ends alike.
pub(crate) fn namesakes(home: &CompiledHome, last: DeviceIndex, among: &DeviceSet) -> Vec<DeviceIndex> {
    let Some(name) = home.device(last).map(|device| device.name.as_str()) else { return Vec::new() };
    let select = |alike: &dyn Fn(&str) -> bool| -> Vec<DeviceIndex> {
        among
            .iter()
            .filter(|device| {
                *device != last && home.device(*device).is_some_and(|device| alike(&device.name))
            })
            .collect()
    };
    let same = select(&|other| other == name || name.ends_with(other) || other.ends_with(name));
    if same.is_empty() { select(&|other| end_alike(name, other)) } else { same }
}

/// The device on the side that the words say, of the last ones and of those that are called like them (右边的 after 左窗帘).
pub(crate) fn on_side(
    home: &CompiledHome,
    last: &[DeviceIndex],
    among: &DeviceSet,
    words: &str,
) -> Option<DeviceIndex> {
    let side = words_of_side(words)?;
    let mut kin: Vec<DeviceIndex> = last.to_vec();
    kin.extend(other(home, last, None, among, words));
    let mut found = kin.into_iter().filter(|device| {
        home.device(*device)
            .is_some_and(|device| side.names.iter().any(|word| names_side(&device.name, word)))
            || home
                .room_of(*device)
                .is_some_and(|room| side.names.iter().any(|word| names_side(&room.name, word)))
    });
    match (found.next(), found.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The noun of a device's category (灯 for a bedside lamp), else the one of its name.
pub(crate) fn kind_of(asked: &Asked<'_>, device: DeviceIndex) -> Option<Noun> {
    let vocabulary = &asked.home.vocabulary;
    let own = vocabulary.device_nouns(device).first().copied();
    let category = asked.home.device(device)?.categories.first();
    let general = category.and_then(|category| vocabulary.category_noun(*category));
    // A shade hangs where another window has curtains.
    let covers = catalogue().category("Blind").and_then(|category| vocabulary.category_noun(category));
    let general =
        general.map(|general| covers.filter(|&covers| vocabulary.is_a(general, covers)).unwrap_or(general));
    match (general, own) {
        // A plug is whatever hangs on it.
        (Some(general), Some(own)) if !vocabulary.is_a(own, general) => Some(own),
        (general, own) => general.or(own),
    }
}

/// Whether two names end in the same thing (左床头灯 and 右床头灯, "Salim's Lamp" and "Anna's Lamp"): a whole word, or two
/// characters of a Chinese one.
fn end_alike(a: &str, b: &str) -> bool {
    if a.is_ascii() && b.is_ascii() {
        let last = |name: &str| name.split_whitespace().next_back().map(str::to_ascii_lowercase);
        return last(a).is_some() && last(a) == last(b);
    }
    a.chars().rev().zip(b.chars().rev()).take_while(|(a, b)| a == b).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::end_alike;

    #[test]
    fn names_that_end_in_the_same_thing() {
        assert!(end_alike("左床头灯", "右床头灯") && end_alike("Salim's Lamp", "Anna's lamp"));
        assert!(
            !end_alike("主灯", "台灯") && !end_alike("Bedroom Light", "Anna's Lamp") && !end_alike("", "")
        );
    }
}
