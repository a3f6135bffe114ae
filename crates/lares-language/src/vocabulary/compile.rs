//! Compiling the words of a home: names in all their forms, rooms with their kinds, the nouns of every device.

use hashbrown::{HashMap, HashSet};
use lares_home::{Act, Device, DeviceIndex, Home, RoomIndex};

use super::variants::{distinctive_words, spoken, variants};
use super::{HomePattern, HomeVocabulary, Name, Noun};
use crate::automaton::Automaton;
use crate::lexicon::{Lexicon, Person, Sense, lexicon};
use crate::normalise::fold_name;
use crate::slips::SlipIndex;

/// Words with their senses while a home's vocabulary is built.
#[derive(Default)]
struct Words {
    index: HashMap<Box<str>, usize>,
    entries: Vec<(Box<str>, Vec<Sense>)>,
}

impl Words {
    fn add(&mut self, word: &str, sense: Sense) {
        if word.is_empty() {
            return;
        }
        let position = match self.index.get(word) {
            Some(&position) => position,
            None => {
                self.index.insert(word.into(), self.entries.len());
                self.entries.push((word.into(), Vec::new()));
                self.entries.len() - 1
            }
        };
        let senses = &mut self.entries[position].1;
        if !senses.contains(&sense) {
            senses.push(sense);
        }
    }
}

impl HomeVocabulary {
    /// Compiles the words of a home.
    pub fn compile(home: &Home) -> HomeVocabulary {
        let lexicon = lexicon();
        let mut words = Words::default();
        let rooms = rooms(home, lexicon, &mut words);
        let (names, name_index) = names(home, &rooms, &mut words);
        let persons = persons(&names, lexicon);
        for (index, scene) in (0..).zip(&home.scenes) {
            for form in scene_forms(&spoken(&scene.name)) {
                words.add(&form, Sense::Scene(index));
            }
        }
        values(home, lexicon, &mut words);
        let (device_nouns, device_noun_starts) = nouns(home, lexicon);
        let mut present_nouns = vec![false; lexicon.nouns.len()];
        let mut last_of_noun: Vec<Option<usize>> = vec![None; lexicon.nouns.len()];
        let mut single_nouns = vec![false; lexicon.nouns.len()];
        let mut room_nouns = HashSet::new();
        for (number, (device, range)) in home.devices.iter().zip(device_noun_starts.windows(2)).enumerate() {
            for &noun in &device_nouns[range[0] as usize..range[1] as usize] {
                let mut current = Some(noun);
                while let Some(noun) = current {
                    let place = usize::from(noun.0);
                    if last_of_noun[place] != Some(number) {
                        single_nouns[place] = !present_nouns[place];
                        last_of_noun[place] = Some(number);
                    }
                    present_nouns[place] = true;
                    if let Some(room) = device.room {
                        room_nouns.insert((room.0, noun.0));
                    }
                    current = lexicon.nouns[usize::from(noun.0)].parent;
                }
            }
        }
        // A home with lights has lamps to speak of.
        for (place, entry) in lexicon.nouns.iter().enumerate() {
            let Some(other) = entry.or_else else { continue };
            present_nouns[place] |= present_nouns[usize::from(other.0)];
            let rooms: Vec<u32> =
                room_nouns.iter().filter(|(_, noun)| *noun == other.0).map(|(room, _)| *room).collect();
            room_nouns.extend(rooms.into_iter().map(|room| (room, place as u16)));
        }
        let present_values = present_values(home, lexicon);
        let switched = home
            .commands
            .iter()
            .flat_map(|command| &command.intents)
            .filter(|intent| intent.act == Act::On)
            .filter_map(|intent| intent.property)
            .collect();
        let automaton = Automaton::of_words(words.entries.iter().map(|(word, _)| &**word));
        let slips =
            SlipIndex::of_words(words.entries.iter().map(|(word, senses)| (&**word, senses.as_slice())));
        let patterns = words
            .entries
            .into_iter()
            .map(|(word, senses)| HomePattern {
                length: word.chars().count() as u16,
                senses: senses.into_boxed_slice(),
            })
            .collect();
        let features = super::match_name::features(&names);
        HomeVocabulary {
            automaton,
            patterns,
            names,
            name_index,
            persons,
            features,
            room_words: rooms.words,
            room_names: rooms.names,
            scene_names: home.scenes.iter().map(|scene| spoken(&scene.name).into_boxed_str()).collect(),
            room_index: rooms.index,
            room_concepts: rooms.concepts,
            device_nouns,
            device_noun_starts,
            present_nouns,
            single_nouns,
            room_nouns,
            device_rooms: home.devices.iter().map(|device| device.room).collect(),
            present_values,
            switched,
            slips,
        }
    }
}

/// A scene's name with and without the word for a scene: 回家 and 回家模式 are one.
fn scene_forms(name: &str) -> Vec<String> {
    const ENDINGS: [&str; 4] = ["模式", "场景", " mode", " scene"];
    let base = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    let han = base.chars().any(super::is_han);
    let mut forms = vec![name.to_owned()];
    if base.chars().count() >= 2 {
        forms.push(base.to_owned());
        forms.extend(
            ENDINGS.iter().filter(|ending| ending.is_ascii() != han).map(|ending| format!("{base}{ending}")),
        );
    }
    forms
}

#[derive(Default)]
struct Rooms {
    words: Vec<Vec<RoomIndex>>,
    names: Vec<Box<str>>,
    index: HashMap<Box<str>, u32>,
    concepts: Vec<Vec<u16>>,
    /// Normalised words of each room.
    spoken: Vec<Vec<String>>,
}

fn rooms(home: &Home, lexicon: &Lexicon, words: &mut Words) -> Rooms {
    let mut rooms = Rooms::default();
    for (index, room) in (0..).zip(&home.rooms) {
        let named = if room.name.trim().is_empty() { &room.id } else { &room.name };
        rooms.names.push(named.as_str().into());
        let mut spoken_forms = Vec::new();
        for form in std::iter::once(&room.name).chain(&room.aliases) {
            let form = spoken(form);
            let owner = owner_of(&form);
            let short = short_form(&form, lexicon);
            let others = other_forms(&form);
            for form in [form.replace('\'', ""), form].into_iter().chain(owner).chain(short).chain(others) {
                if form.is_empty() || spoken_forms.contains(&form) {
                    continue;
                }
                let word = *rooms.index.entry(form.as_str().into()).or_insert_with(|| {
                    rooms.words.push(Vec::new());
                    rooms.words.len() as u32 - 1
                });
                rooms.words[word as usize].push(RoomIndex(index));
                words.add(&form, Sense::HomeRoom(word));
                spoken_forms.push(form);
            }
        }
        let mut concepts = room_concepts(&spoken_forms, lexicon);
        // 次卧 that is also called 小房间 is a second bedroom, not the bedroom.
        let all = concepts.clone();
        concepts.retain(|&one| !all.iter().any(|&other| other != one && lexicon.room_is_a(other, one)));
        rooms.concepts.push(concepts);
        rooms.spoken.push(spoken_forms);
    }
    rooms
}

/// "emma's" of "emma's room": what is hers stands there.
fn owner_of(room: &str) -> Option<String> {
    let owner = [" room", " bedroom"].iter().find_map(|kind| room.strip_suffix(kind))?;
    owner.ends_with("'s").then(|| owner.to_owned())
}

/// 姥姥房间, 姥姥那屋 for 姥姥屋: whose room it is, said in another way.
fn other_forms(room: &str) -> Vec<String> {
    const KINDS: [&str; 7] = ["的房间", "房间", "的屋", "屋子", "屋里", "屋", "房"];
    const SAID: [&str; 7] = ["房间", "的房间", "屋", "的屋", "那屋", "屋里", "那间"];
    let stem = KINDS.iter().find_map(|kind| room.strip_suffix(kind));
    let Some(stem) = stem.filter(|stem| stem.chars().count() >= 2 && stem.chars().all(super::is_han)) else {
        return Vec::new();
    };
    SAID.iter().map(|kind| format!("{stem}{kind}")).filter(|form| form != room).collect()
}

/// "guest" of "guest room", as in "the guest shade". Only where it is no other word.
fn short_form(room: &str, lexicon: &Lexicon) -> Option<String> {
    let rest = [" room", " bedroom", " suite"].iter().find_map(|kind| room.strip_suffix(kind))?;
    let letters: Vec<char> = rest.chars().collect();
    let is_word = letters.len() > 2 && letters.iter().all(|letter| letter.is_ascii_alphabetic());
    (is_word && lexicon.lookup(&letters).is_none()).then(|| rest.to_owned())
}

/// The kinds of room that a room's names say: the longest room words in them, the last one first.
fn room_concepts(forms: &[String], lexicon: &Lexicon) -> Vec<u16> {
    let mut concepts = Vec::new();
    for form in forms {
        let letters: Vec<char> = form.chars().collect();
        let mut hits: Vec<(usize, usize, u16)> = Vec::new();
        lexicon.scan(&letters, |start, pattern| {
            let end = start + lexicon.length(pattern);
            for sense in lexicon.senses(pattern) {
                if let Sense::Room(concept) = sense {
                    hits.push((start, end, *concept));
                }
            }
        });
        // 卧室 within 主卧室 is not a second kind.
        let outer: Vec<(usize, usize, u16)> = hits
            .iter()
            .filter(|hit| {
                !hits.iter().any(|other| {
                    other.0 <= hit.0 && hit.1 <= other.1 && (other.1 - other.0) > (hit.1 - hit.0)
                })
            })
            .copied()
            .collect();
        // 主卧卫生间 is a bathroom, not a bedroom: the head is the last; floors count wherever they stand.
        let last_end =
            outer.iter().filter(|hit| !lexicon.rooms[usize::from(hit.2)].floor).map(|hit| hit.1).max();
        for hit in outer.iter().rev() {
            let head = Some(hit.1) == last_end || lexicon.rooms[usize::from(hit.2)].floor;
            if head && !concepts.contains(&hit.2) {
                concepts.push(hit.2);
            }
        }
    }
    concepts
}

/// A name with its devices, and for each whether it is a whole name of it.
type CollectedName = (Box<str>, Vec<(DeviceIndex, bool)>);

fn names(home: &Home, rooms: &Rooms, words: &mut Words) -> (Vec<Name>, HashMap<Box<str>, u32>) {
    let mut index: HashMap<Box<str>, u32> = HashMap::new();
    let mut collected: Vec<CollectedName> = Vec::new();
    let mut distinctive: HashMap<String, Option<DeviceIndex>> = HashMap::new();
    for (number, device) in (0..).zip(&home.devices) {
        let device_index = DeviceIndex(number);
        let own_rooms: Vec<&str> = device
            .room
            .and_then(|room| rooms.spoken.get(room.0 as usize))
            .map(|forms| forms.iter().map(String::as_str).collect())
            .unwrap_or_default();
        for (name, is_alias) in
            std::iter::once((&device.name, false)).chain(device.aliases.iter().map(|alias| (alias, true)))
        {
            for variant in variants(name, if is_alias { &[] } else { &own_rooms }, is_alias) {
                // 铺子 of 铺子大灯 is where it stands before it is the lamp.
                let is_room = !variant.whole && rooms.index.contains_key(variant.text.as_str());
                if is_alias && !variant.whole || is_room {
                    continue;
                }
                let position = match index.get(variant.text.as_str()) {
                    Some(&position) => position,
                    None => {
                        let position = collected.len() as u32;
                        index.insert(variant.text.as_str().into(), position);
                        words.add(&variant.text, Sense::Name(position));
                        collected.push((variant.text.into_boxed_str(), Vec::new()));
                        position
                    }
                };
                let devices = &mut collected[position as usize].1;
                match devices.iter_mut().find(|(other, _)| *other == device_index) {
                    Some(known) => known.1 |= variant.whole,
                    None => devices.push((device_index, variant.whole)),
                }
            }
            for word in distinctive_words(name) {
                let owner = distinctive.entry(word).or_insert(Some(device_index));
                if *owner != Some(device_index) {
                    *owner = None;
                }
            }
            // "Electric Blanket" is a kind of device, yet its words are found in it.
            let whole = spoken(name);
            if !is_alias && whole.contains(' ') && !index.contains_key(whole.as_str()) {
                index.insert(whole.as_str().into(), collected.len() as u32);
                collected.push((whole.into_boxed_str(), vec![(device_index, true)]));
            }
        }
    }
    let mut distinctive: Vec<(String, Option<DeviceIndex>)> = distinctive.into_iter().collect();
    distinctive.sort();
    for (word, owner) in distinctive {
        if let Some(device) = owner
            && !index.contains_key(word.as_str())
            && !rooms.index.contains_key(word.as_str())
            // Priya has a room: she is no lamp.
            && !rooms.index.contains_key(format!("{word}'s").as_str())
        {
            index.insert(word.as_str().into(), collected.len() as u32);
            words.add(&word, Sense::Name(collected.len() as u32));
            collected.push((word.into_boxed_str(), vec![(device, false)]));
        }
    }
    // A noun that is the name of several devices is only their kind.
    for (text, devices) in &mut collected {
        let letters: Vec<char> = text.chars().collect();
        let is_noun = lexicon()
            .lookup(&letters)
            .is_some_and(|senses| senses.iter().any(|sense| matches!(sense, Sense::Noun(_))));
        let is_owner = text.ends_with("'s");
        if is_noun && devices.iter().filter(|(_, whole)| *whole).count() != 1 || is_owner && devices.len() > 1
        {
            devices.clear();
        }
    }
    let names = collected
        .into_iter()
        .map(|(text, devices)| Name { text, devices: devices.into_boxed_slice() })
        .collect();
    (names, index)
}

/// The members of the family whom names speak of: 妈妈的手机 is found by 我妈 as well.
fn persons(names: &[Name], lexicon: &Lexicon) -> Vec<(Person, DeviceIndex)> {
    let mut persons = Vec::new();
    for name in names {
        let letters: Vec<char> = name.text.chars().collect();
        let who = lexicon.lookup(&letters).into_iter().flatten().find_map(|sense| match sense {
            Sense::Person(person) if !person.members().is_empty() => Some(*person),
            _ => None,
        });
        let Some(who) = who else { continue };
        persons.extend(name.devices.iter().map(|(device, _)| (who, *device)));
    }
    persons
}

/// Values that only a vendor's value list names: those of the catalogue are in the lexicon.
fn values(home: &Home, lexicon: &Lexicon, words: &mut Words) {
    let arguments = home.commands.iter().filter_map(|command| command.argument.as_ref());
    for value in arguments.flat_map(|argument| &argument.values) {
        let text = fold_name(&value.description);
        let letters: Vec<char> = text.chars().collect();
        let told = |sense: &Sense| matches!(sense, Sense::State(_) | Sense::Person(_));
        let is_known = lexicon.lookup(&letters).is_some_and(|senses| !senses.iter().all(told));
        if letters.len() >= 2 && !is_known && !crate::lexicon::says_number(&text) {
            words.add(&text, Sense::HomeValue);
        }
    }
}

/// Which named values some command or attribute of the home has.
fn present_values(home: &Home, lexicon: &Lexicon) -> Vec<bool> {
    let mut present = vec![false; usize::from(lexicon.values.count)];
    let commands = home.commands.iter().map(|command| (&command.intents, &command.argument));
    let attributes = home.attributes.iter().map(|attribute| (&attribute.intents, &attribute.value));
    for (intents, argument) in commands.chain(attributes) {
        for property in intents.iter().filter_map(|intent| intent.property) {
            for &value in lexicon.values.listed(property) {
                present[usize::from(value)] = true;
            }
        }
        let property = intents.iter().find_map(|intent| intent.property);
        for value in argument.iter().flat_map(|argument| &argument.values) {
            if let Some(value) = lexicon.values.by_key(property, &value.key) {
                present[usize::from(value)] = true;
            }
        }
    }
    present
}

fn nouns(home: &Home, lexicon: &Lexicon) -> (Vec<Noun>, Vec<u32>) {
    let mut nouns = Vec::with_capacity(home.devices.len() * 2);
    let mut starts = Vec::with_capacity(home.devices.len() + 1);
    starts.push(0);
    for device in &home.devices {
        let first = nouns.len();
        for name in std::iter::once(&device.name).chain(&device.aliases) {
            for noun in head_nouns(name, lexicon) {
                if !nouns[first..].contains(&noun) {
                    nouns.push(noun);
                }
            }
        }
        add_category_nouns(device, lexicon, &mut nouns, first);
        starts.push(nouns.len() as u32);
    }
    (nouns, starts)
}

fn add_category_nouns(device: &Device, lexicon: &Lexicon, nouns: &mut Vec<Noun>, first: usize) {
    for category in &device.categories {
        if let Some(Some(noun)) = lexicon.category_nouns.get(usize::from(category.0))
            && !nouns[first..].iter().any(|known| lexicon.is_a(*known, *noun))
        {
            nouns.push(*noun);
        }
    }
}

/// The last noun of a name (落地灯 of 客厅落地灯), and the one before it where the last only switches it (灯 of 灯开关).
pub(super) fn head_nouns(name: &str, lexicon: &Lexicon) -> Vec<Noun> {
    let letters: Vec<char> = fold_name(name).chars().collect();
    let mut hits: Vec<(usize, usize, Noun)> = Vec::new();
    let mut rooms: Vec<(usize, usize)> = Vec::new();
    lexicon.scan(&letters, |start, pattern| {
        for sense in lexicon.senses(pattern) {
            match sense {
                Sense::Noun(noun) => hits.push((start, start + lexicon.length(pattern), *noun)),
                Sense::Room(_) => rooms.push((start, start + lexicon.length(pattern))),
                _ => {}
            }
        }
    });
    // 阳台灯 is the lamp of the 阳台, no 台灯.
    let cuts = |room: &(usize, usize), hit: &(usize, usize, Noun)| {
        room.0 < hit.0 && hit.0 < room.1 && room.1 < hit.1
    };
    let whole: Vec<(usize, usize, Noun)> =
        hits.iter().filter(|hit| !rooms.iter().any(|room| cuts(room, hit))).copied().collect();
    if !whole.is_empty() {
        hits = whole;
    }
    let mut found = Vec::new();
    let mut border = letters.len() + 1;
    loop {
        // Of the nouns before the border, the one that ends last; of those, the longest.
        let Some(head) = hits
            .iter()
            .filter(|hit| hit.1 <= border && hit.0 < border)
            .max_by_key(|hit| (hit.1, hit.1 - hit.0))
            .copied()
        else {
            return found;
        };
        // A word may be several nouns (窗帘 is any covering of a window, and of cloth more than of slats).
        found.extend(hits.iter().filter(|hit| (hit.0, hit.1) == (head.0, head.1)).map(|hit| hit.2));
        if !lexicon.nouns[usize::from(head.2.0)].controller {
            return found;
        }
        border = head.0;
    }
}
