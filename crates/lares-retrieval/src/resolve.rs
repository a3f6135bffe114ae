//! Stage 2: what a reference or a left-out target means, from the conversation.

use lares_home::DeviceIndex;
use lares_language::Quantifier;

use crate::conversation::Mention;
use crate::index::CompiledHome;
use crate::postings::DeviceSet;

/// The devices that `@last` means: those of the newest command whose devices can be meant (`fits`), for all of them
/// those of its whole request. `mentions` are newest first.
pub(crate) fn last<'m>(
    home: &CompiledHome,
    mentions: impl Iterator<Item = &'m Mention>,
    quantifier: Quantifier,
    fits: impl Fn(DeviceIndex) -> bool,
) -> Vec<DeviceIndex> {
    let mut turn = None;
    let mut found: Vec<DeviceIndex> = Vec::new();
    for mention in mentions {
        if turn.is_some_and(|turn| turn != mention.turn) {
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
        turn = Some(mention.turn);
    }
    found.sort_unstable();
    found
}

/// The devices that `@other` may mean: of the same kind as the one last spoken of, without it. First those beside it in
/// its room that are called the same thing, then those of its category there, then the same elsewhere.
pub(crate) fn other(home: &CompiledHome, last: &[DeviceIndex], among: &DeviceSet) -> Vec<DeviceIndex> {
    let Some(first) = last.first().copied() else { return Vec::new() };
    let noun = home.vocabulary.device_nouns(first).first().copied();
    let category = home.device(first).and_then(|device| device.categories.first().copied());
    let total = home.home.devices.len();
    let mut kin =
        DeviceSet::of(total, category.map_or(&[][..], |category| home.in_category(category)).iter().copied());
    if let Some(kind) = category.and_then(|category| home.vocabulary.category_noun(category)).or(noun) {
        kin.unite(&home.of_noun(kind));
    }
    kin.intersect(among);
    for device in last {
        kin.remove(*device);
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
    [
        select(&|device| near(device) && called(device) && alike(device)),
        select(&|device| near(device) && called(device)),
        select(&near),
        select(&called),
        kin.iter().collect(),
    ]
    .into_iter()
    .find(|found| !found.is_empty())
    .unwrap_or_default()
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
