//! Assembling the lexicon: from the files' data and the catalogue's value names to words and senses, and these written
//! as the library reads them.
//!
//! The build script does this; in the library only a test does it again, to compare.

use std::collections::{BTreeMap, HashMap};

use lares_home::catalogue::catalogue;
use lares_home::{Act, Category, HomeLanguage, Property, ValueSpec};

use super::data::{Class, Cue, EntryData, LexiconData, MarkData, MisheardData, Position, Trait};
use super::prepared::{Prepared, Trees, automaton};
use super::{
    Adjective, Answer, Asks, Color, Comparison, Degree, Many, NamedState, NamedValue, Negation, Noun,
    NounEntry, Person, Place, Reference, RoomEntry, Sense, Speech, Time, ValueIndex, Verb, Wish,
};
use crate::action::{Level, Unit};
use crate::normalise::fold_name;
use crate::packed::Packed;
use crate::slips::SlipIndex;

/// Words with their senses while the lexicon is built.
#[derive(Default)]
struct Words {
    index: HashMap<String, usize>,
    entries: Vec<(String, Vec<Sense>)>,
}

impl Words {
    fn add(&mut self, word: &str, sense: Sense) {
        let word = fold_name(word);
        if word.is_empty() {
            return;
        }
        let position = *self.index.entry(word.clone()).or_insert_with(|| {
            self.entries.push((word, Vec::new()));
            self.entries.len() - 1
        });
        let senses = &mut self.entries[position].1;
        if !senses.contains(&sense) {
            senses.push(sense);
        }
    }
}

impl Words {
    fn is_verb(&self, word: &str) -> bool {
        let known = self.index.get(&fold_name(word)).and_then(|&position| self.entries.get(position));
        known.is_some_and(|(_, senses)| senses.iter().any(|sense| matches!(sense, Sense::Verb(_))))
    }
}

/// Whether a value is a state that an act of its own leads to.
fn is_state(key: &str) -> bool {
    const STATES: [&str; 14] = [
        "open", "closed", "opening", "closing", "locked", "unlocked", "playing", "paused", "stopped",
        "running", "muted", "unmuted", "start", "stop",
    ];
    STATES.contains(&key)
}

/// A Chinese verb and its object with what people put between them: 断电 as 断个电, 断一下电, 断了电.
fn opened(word: &str) -> Vec<String> {
    const COMPLEMENTS: &str = "掉上开了下起来好住着到成为去回过出进满完咗吧紧严死";
    let letters: Vec<char> = word.chars().collect();
    match letters.as_slice() {
        [verb, object]
            if !COMPLEMENTS.contains(*object) && verb != object && crate::vocabulary::is_han(*verb) =>
        {
            ["个", "一下", "了", "下"].iter().map(|infix| format!("{verb}{infix}{object}")).collect()
        }
        _ => Vec::new(),
    }
}

/// 拉开一下: words of a class with 一下 behind them that end as another word does with it, of which 拉 and 开一下 would be made.
fn softened(data: &LexiconData, class: Class, words: &Words) -> Vec<(String, Sense)> {
    let with = |word: &str| fold_name(&format!("{word}一下"));
    let entries = data.entries.iter().filter(|entry| entry.chinese && entry.class == class);
    let forms = entries.flat_map(|entry| &entry.fields.words).filter(|word| {
        let mut ends = word.char_indices().skip(1).filter_map(|(start, _)| word.get(start..));
        !words.index.contains_key(&with(word)) && ends.any(|end| words.index.contains_key(&with(end)))
    });
    forms
        .filter_map(|word| Some((with(word), &words.entries.get(*words.index.get(&fold_name(word))?)?.1)))
        .flat_map(|(word, senses)| senses.iter().map(move |sense| (word.clone(), *sense)))
        .collect()
}

/// Senses live as long as the process: the lexicon is assembled once.
fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// The words with their senses, the trees and the named values of the lexicon files and the catalogue.
pub(crate) fn assemble(data: &LexiconData) -> (Vec<(String, Vec<Sense>)>, Trees, ValueIndex) {
    let mut words = Words::default();
    let (nouns, category_nouns) = nouns(data);
    let noun_ids: HashMap<&str, Noun> =
        data.nouns.iter().enumerate().map(|(index, noun)| (noun.id.as_str(), Noun(index as u16))).collect();
    let mut values = ValueIndex::default();
    for entry in &data.entries {
        let Some(sense) = sense(entry, &noun_ids, &mut values) else { continue };
        for word in &entry.fields.words {
            words.add(word, sense);
        }
        if entry.chinese && entry.class == Class::Verb {
            for word in entry.fields.words.iter().flat_map(|word| opened(word)) {
                words.add(&word, sense);
            }
        }
    }
    for (index, noun) in data.nouns.iter().enumerate() {
        for word in noun.zh.iter().chain(&noun.en) {
            words.add(word, Sense::Noun(Noun(index as u16)));
        }
    }
    let room_ids: HashMap<&str, u16> =
        data.rooms.iter().enumerate().map(|(index, room)| (room.id.as_str(), index as u16)).collect();
    let rooms = data
        .rooms
        .iter()
        .map(|room| RoomEntry {
            zh: room.zh.first().cloned().unwrap_or_default(),
            en: room.en.first().cloned().unwrap_or_default(),
            id: room.id.clone(),
            parent: room.parent.as_deref().and_then(|parent| room_ids.get(parent).copied()),
            floor: room.floor,
        })
        .collect();
    for (index, room) in data.rooms.iter().enumerate() {
        for word in room.zh.iter().chain(&room.en) {
            words.add(word, Sense::Room(index as u16));
        }
    }
    for color in &data.colors {
        let sense = Sense::Color(leak(Color {
            hue_saturation: color.hue.zip(color.saturation),
            kelvin: color.kelvin,
        }));
        for word in color.zh.iter().chain(&color.en) {
            words.add(word, sense);
        }
    }
    catalogue_values(&mut words, &mut values);
    // What is to be done first: 上下摆动一下 ends in 摆动一下.
    for class in [Class::Verb, Class::Value] {
        for (word, sense) in softened(data, class, &words) {
            words.add(&word, sense);
        }
    }
    let any_device = noun_ids.get("device").copied();
    let marks = data.marks.iter().map(mark_forms).collect();
    let makers = data.marks.iter().filter(|mark| mark.maker).flat_map(|mark| mark.zh.iter().cloned());
    let mut makers: Vec<String> = makers.collect();
    makers.sort();
    for maker in &makers {
        words.add(maker, Sense::Particle(false));
    }
    let mut plain: Vec<String> =
        data.plain.iter().flat_map(|plain| plain.zh.iter().chain(&plain.en).cloned()).collect();
    plain.sort();
    plain.dedup();
    let cues =
        data.cues.iter().map(|cue| (cue.id, cue.zh.iter().chain(&cue.en).cloned().collect())).collect();
    let pairs = |entry: &MisheardData| -> Vec<(String, String)> {
        entry.heard.iter().map(|heard| (heard.clone(), entry.meant.clone())).collect()
    };
    let mut misheard: Vec<(String, String)> = data.misheard.iter().flat_map(pairs).collect();
    misheard.sort();
    (
        words.entries,
        Trees { nouns, rooms, category_nouns, marks, makers, plain, misheard, cues, any_device },
        values,
    )
}

fn mark_forms(mark: &MarkData) -> Vec<String> {
    let mut forms: Vec<String> = mark.zh.iter().chain(&mark.en).cloned().collect();
    forms.sort_by_key(|form| std::cmp::Reverse(form.chars().count()));
    forms
}

/// Writes a lexicon: its words with their senses, the trees, the named values.
pub(crate) fn encode(
    words: &[(String, Vec<Sense>)],
    trees: Trees,
    values: ValueIndex,
) -> Result<Vec<u8>, postcard::Error> {
    // Senses hold numbers of floating point, so their written form stands for them where they are looked up.
    let mut known: HashMap<Vec<u8>, u16> = HashMap::new();
    let mut known_lists: HashMap<Vec<u16>, u32> = HashMap::new();
    let mut senses = Vec::new();
    let mut lists: Vec<u16> = Vec::new();
    let mut table: Vec<u32> = Vec::with_capacity(words.len() * 2);
    for (word, of_word) in words {
        let mut list = Vec::with_capacity(of_word.len());
        for sense in of_word {
            let written = postcard::to_allocvec(sense)?;
            list.push(*known.entry(written).or_insert_with(|| {
                senses.push(*sense);
                senses.len() as u16 - 1
            }));
        }
        let length = word.chars().count() as u32;
        let count = list.len() as u32;
        let first = *known_lists.entry(list).or_insert_with_key(|list| {
            lists.extend(list);
            (lists.len() - list.len()) as u32
        });
        table.extend([first, length | count << 16]);
    }
    let switch_on = senses.iter().position(is_plain_switch_on).map(|place| place as u16);
    let slips = SlipIndex::of_words(words.iter().map(|(word, senses)| (word.as_str(), senses.as_slice())));
    let is_word = |part: &&str| part.len() >= 4 && part.chars().all(|letter| letter.is_ascii_alphabetic());
    let numerals = trees.cues.iter().filter(|(cue, _)| *cue == Cue::Numeral).flat_map(|(_, words)| words);
    let numerals = numerals.map(String::as_str);
    let mut parts: BTreeMap<&str, u32> = numerals.map(|word| (word, NUMERAL_ENTRIES)).collect();
    let english = words.iter().map(|(word, _)| word.as_str()).filter(|word| word.is_ascii());
    for part in english.flat_map(|word| word.split(' ')).filter(is_word) {
        *parts.entry(part).or_default() += 1;
    }
    let spellings = SlipIndex::of_spellings(parts.into_iter());
    let automaton = automaton(words.iter().map(|(word, _)| word.as_str()));
    let automaton = automaton.map(|automaton| automaton.serialize()).unwrap_or_default();
    let table: Packed = table.into_iter().collect();
    postcard::to_allocvec(&Prepared {
        trees,
        values,
        senses,
        switch_on,
        lists,
        words: table.bytes(),
        automaton: &automaton,
        slips: slips.parts(),
        spellings: spellings.parts(),
    })
}

/// A numeral is as common as a word of so many phrases.
const NUMERAL_ENTRIES: u32 = 100;

fn is_plain_switch_on(sense: &Sense) -> bool {
    matches!(sense, Sense::Verb(verb) if verb.chinese && verb.id == "turn_on")
}

fn nouns(data: &LexiconData) -> (Vec<NounEntry>, Vec<Option<Noun>>) {
    let position =
        |id: &str| data.nouns.iter().position(|noun| noun.id == id).map(|index| Noun(index as u16));
    let room = |id: &str| data.rooms.iter().position(|room| room.id == id).map(|index| index as u16);
    let category = |index: usize| -> Option<Category> {
        let mut current = Some(index);
        // A tree is shallow; the bound only guards against a cycle in the data.
        for _ in 0..16 {
            let noun = &data.nouns[current?];
            if let Some(name) = &noun.category {
                return catalogue().category(name);
            }
            current = noun.parent.as_deref().and_then(position).map(|noun| usize::from(noun.0));
        }
        None
    };
    let traits = |index: usize| -> Vec<Trait> {
        let mut traits: Vec<Trait> = Vec::new();
        let mut current = Some(index);
        for _ in 0..16 {
            let Some(noun) = current.and_then(|index| data.nouns.get(index)) else { break };
            for &own in &noun.traits {
                if !traits.contains(&own) {
                    traits.push(own);
                }
            }
            current = noun.parent.as_deref().and_then(position).map(|noun| usize::from(noun.0));
        }
        traits
    };
    let entries: Vec<NounEntry> = data
        .nouns
        .iter()
        .enumerate()
        .map(|(index, noun)| NounEntry {
            id: noun.id.clone(),
            parent: noun.parent.as_deref().and_then(position),
            category: category(index),
            controller: noun.controller,
            or_else: noun.or_else.as_deref().and_then(position),
            in_room: noun.in_room.as_deref().and_then(room),
            part: noun.part.iter().filter_map(|id| catalogue().property(id)).collect(),
            traits: traits(index),
            zh: noun.zh.first().cloned().unwrap_or_default(),
            en: noun.en.first().cloned().unwrap_or_default(),
        })
        .collect();
    let mut category_nouns = vec![None; catalogue().categories().len()];
    for (index, noun) in data.nouns.iter().enumerate() {
        // The first noun of the file that names the category itself is the plain one.
        if let Some(category) = noun.category.as_deref().and_then(|name| catalogue().category(name)) {
            category_nouns[usize::from(category.0)].get_or_insert(Noun(index as u16));
        }
    }
    (entries, category_nouns)
}

/// The names of enumerated values, as people say them, from the catalogue.
fn catalogue_values(words: &mut Words, index: &mut ValueIndex) {
    let mut known: HashMap<(Option<Property>, String), &'static NamedValue> = HashMap::new();
    for (property, value) in enumerated_values() {
        // On and off are verbs; a value name of one letter is noise.
        if matches!(value.key.as_str(), "on" | "off" | "true" | "false" | "none" | "enabled" | "disabled") {
            continue;
        }
        let named = *known.entry((property, value.key.clone())).or_insert_with(|| {
            let id = index.add(property, &value.key);
            leak(NamedValue { id, property, key: value.key.clone() })
        });
        for word in &value.words {
            // 打开 is what to do before it is the state that this leaves a curtain in; 三十度 is a number before it is a
            // value of that name.
            let state = is_state(&value.key) && words.is_verb(word);
            if word.chars().count() > 1 && !state && !super::says_number(word) {
                words.add(word, Sense::Value(named));
            }
        }
    }
}

fn sense(entry: &EntryData, nouns: &HashMap<&str, Noun>, values: &mut ValueIndex) -> Option<Sense> {
    let fields = &entry.fields;
    let property = fields.property.as_deref().and_then(|id| catalogue().property(id));
    let acts = || fields.acts.iter().filter_map(|name| Act::from_name(name)).collect::<Vec<Act>>();
    let of_nouns =
        || fields.nouns.iter().filter_map(|id| nouns.get(id.as_str()).copied()).collect::<Vec<Noun>>();
    let place = match &fields.position {
        Some(Position::Word(word)) => match word.as_str() {
            "before" | "open" | "before_owner" => Place::Before,
            "clause" => Place::Clause,
            _ => Place::After,
        },
        _ => Place::After,
    };
    Some(match entry.class {
        Class::Verb => Sense::Verb(leak(Verb {
            id: fields.id.clone(),
            canonical: fields.words.first().cloned().unwrap_or_default(),
            chinese: entry.chinese,
            acts: acts(),
            property,
            key: fields.key.clone(),
            nouns: of_nouns(),
            weak: fields.weak,
        })),
        Class::Property => Sense::Property(property?),
        Class::Adjective => Sense::Adjective(leak(Adjective {
            property: property?,
            up: fields.direction.as_deref() != Some("down"),
            nouns: of_nouns(),
        })),
        Class::Degree => Sense::Degree(match fields.degree.as_deref()? {
            "bit" => Degree::Bit,
            "much" => Degree::Much,
            "most" => Degree::Most,
            "too" => Degree::Too,
            _ => Degree::More,
        }),
        Class::Level => Sense::Level(match fields.level.as_deref()? {
            "max" => Level::Max,
            "min" => Level::Min,
            "third" => Level::Third,
            "quarter" => Level::Quarter,
            "three_quarters" => Level::ThreeQuarters,
            "low" => Level::Low,
            "medium" => Level::Medium,
            "high" => Level::High,
            _ => Level::Middle,
        }),
        Class::Value => {
            let id = values.count;
            values.count += 1;
            values.list(property?, id);
            Sense::Value(leak(NamedValue { id, property, key: fields.key.clone()? }))
        }
        Class::Unit => Sense::Unit(
            match fields.unit.as_deref()? {
                "percent" => Unit::Percent,
                "degree" => Unit::Degree,
                "celsius" => Unit::Celsius,
                "fahrenheit" => Unit::Fahrenheit,
                "kelvin" => Unit::Kelvin,
                "gear" => Unit::Gear,
                "second" => Unit::Second,
                "minute" => Unit::Minute,
                "hour" => Unit::Hour,
                "channel" => Unit::Channel,
                "time" => Unit::Time,
                "rpm" => Unit::Rpm,
                _ => Unit::None,
            },
            property,
        ),
        Class::Quantifier => Sense::Quantifier(
            match fields.quantifier.as_deref()? {
                "both" => Many::Both,
                "any" => Many::Any,
                "every" => Many::Every,
                _ => Many::All,
            },
            fields.scope.as_deref() == Some("home"),
        ),
        Class::Classifier => Sense::Classifier,
        Class::Except => Sense::Except(place),
        Class::Reference => Sense::Reference(match fields.reference.as_deref()? {
            "other" => Reference::Other,
            "both" => Reference::Both,
            "same_place" => Reference::SamePlace,
            "same_action" => Reference::SameAction,
            "again" => Reference::Again,
            "back" => Reference::Back,
            _ if fields.quantifier.is_some() => Reference::LastMany,
            _ => Reference::Last,
        }),
        Class::Condition => Sense::Condition(place),
        Class::Comparison => Sense::Comparison(match fields.op.as_deref()? {
            ">" => Comparison::Greater,
            "<" => Comparison::Less,
            ">=" => Comparison::AtLeast,
            "<=" => Comparison::AtMost,
            "!=" => Comparison::Differs,
            _ => Comparison::Equal,
        }),
        Class::Question => Sense::Question(match fields.asks.as_deref()? {
            "polar" => Asks::Polar,
            "where" => Asks::Where,
            "list" => Asks::List,
            "time" => Asks::Time,
            _ => Asks::Value,
        }),
        Class::Negation => Sense::Negation(match fields.kind.as_deref()? {
            "not" => Negation::Not,
            "stop" => Negation::Stop,
            _ => Negation::DoNot,
        }),
        Class::Conjunction => Sense::Conjunction,
        Class::Clause => Sense::Clause,
        Class::Correction => Sense::Correction,
        Class::Particle => Sense::Particle(fields.polite),
        Class::Possessive => Sense::Possessive(place),
        Class::ObjectMarker => Sense::ObjectMarker,
        Class::Goal => Sense::Goal,
        Class::Speech => Sense::Speech(match fields.kind.as_deref()? {
            "addressed" => Speech::Addressed,
            "story" => Speech::Story,
            "remark" => Speech::Remark,
            _ => Speech::Reported,
        }),
        Class::Time => Sense::Time(match fields.kind.as_deref()? {
            "after" => Time::After,
            "for" => Time::For,
            "every" => Time::Every,
            _ => Time::At,
        }),
        Class::Wish => {
            let acts = match (fields.direction.as_deref(), fields.acts.is_empty()) {
                (Some("up"), true) => vec![Act::Up],
                (Some("down"), true) => vec![Act::Down],
                _ => acts(),
            };
            Sense::Wish(leak(Wish { acts, property, nouns: of_nouns() }))
        }
        Class::Chat => Sense::Chat,
        Class::Ordinal => match fields.position {
            Some(Position::Number(number)) => Sense::Ordinal(number),
            _ => return None,
        },
        Class::Answer => Sense::Answer(match fields.answer.as_deref()? {
            "yes" => Answer::Yes,
            "all" => Answer::All,
            "cancel" => Answer::Cancel,
            _ => Answer::No,
        }),
        Class::State => Sense::State(leak(NamedState { property: property?, key: fields.key.clone()? })),
        Class::Person => Sense::Person(match fields.kind.as_deref()? {
            "nobody" => Person::Nobody,
            "somebody" => Person::Somebody,
            "everybody" => Person::Everybody,
            "speaker" => Person::Speaker,
            "father" => Person::Father,
            "mother" => Person::Mother,
            "parents" => Person::Parents,
            "son" => Person::Son,
            "daughter" => Person::Daughter,
            "children" => Person::Children,
            "husband" => Person::Husband,
            "wife" => Person::Wife,
            "grandfather" => Person::Grandfather,
            "grandmother" => Person::Grandmother,
            "grandparents" => Person::Grandparents,
            _ => Person::Other,
        }),
    })
}

/// Every enumerated value of the catalogue, with the property that its command or attribute is about.
fn enumerated_values() -> impl Iterator<Item = (Option<Property>, &'static ValueSpec)> {
    let of_commands = catalogue().capabilities().iter().flat_map(|capability| {
        capability.command_specs(HomeLanguage::Chinese).iter().flat_map(|command| {
            let property = command.intents.iter().find_map(|intent| intent.property);
            let values = command.argument.iter().flat_map(|argument| &argument.values);
            values.map(move |value| (property, value))
        })
    });
    let of_attributes = catalogue().capabilities().iter().flat_map(|capability| {
        capability.attribute_specs(HomeLanguage::Chinese).iter().flat_map(|attribute| {
            let property = attribute.intents.iter().find_map(|intent| intent.property);
            let values = attribute.value.iter().flat_map(|value| &value.values);
            values.map(move |value| (property, value))
        })
    });
    of_commands.chain(of_attributes)
}
