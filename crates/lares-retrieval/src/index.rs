//! A home compiled for retrieval: immutable, shared between threads and conversations.

mod changed;

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::{Arc, OnceLock};

use hashbrown::{DefaultHashBuilder, HashTable};

use lares_embedding::Embedder;
use lares_home::{
    Act, AttributeSpec, Category, CommandIndex, CommandSpec, Device, DeviceIndex, Home, Intent, ProfileIndex,
    Room, RoomIndex, catalogue,
};
use lares_language::normalise::fold_name;
use lares_language::vocabulary::Rooms;
use lares_language::{HomeVocabulary, Noun, Parse, ParseContext, Value};
use smallvec::smallvec;
use smol_str::SmolStr;

use crate::config::{ConfigError, RetrievalConfig};
use crate::device_set::DeviceSet;
use crate::documents::{Capability, Documents, Ingredients, bare_text};
use crate::exact_names::ExactNames;
use crate::postings::{PostingLists, add};
use crate::reach::{Reach, is_guarded};
use crate::reader::entities::Known;
use crate::room_names::{RoomLookup, clean};

/// Why a home cannot be compiled.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompileError {
    /// The configuration is out of range.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The embedder's vectors are fetched by the caller, and these were not handed in
    /// ([`CompiledHome::compile_with_vectors`]).
    #[error("{} document vectors have not been handed in", .0.len())]
    MissingVectors(Vec<String>),
}

/// A home with everything that requests look things up in.
#[derive(Debug)]
pub struct CompiledHome {
    /// The home.
    pub home: Arc<Home>,
    /// Its words.
    pub vocabulary: HomeVocabulary,
    /// The settings it was compiled with.
    pub config: RetrievalConfig,
    /// Where its vectors come from.
    pub embedder: Arc<dyn Embedder>,
    pub(crate) rooms: RoomLookup,
    pub(crate) documents: Arc<Documents>,
    pub(crate) exact_names: ExactNames,
    /// The profile of each device, packed: requests walk over thousands of them.
    profiles: Box<[ProfileIndex]>,
    by_category: PostingLists<Category>,
    /// By the numbers of nouns.
    by_noun: PostingLists<u16>,
    by_id: HashTable<DeviceIndex>,
    id_hasher: DefaultHashBuilder,
    /// Look everything up by visiting every device: the reference that the indexes are compared with.
    pub(crate) linear: bool,
    scenes: Arc<HashMap<String, usize>>,
    /// The rooms by their names in lower case.
    rooms_by_name: Arc<[RoomIndex]>,
    /// Intents read from the descriptions of commands that the catalogue does not know.
    derived: hashbrown::HashMap<CommandIndex, Box<[Intent]>>,
    reach: Reach,
    /// The devices of each noun, once they were wanted; of small homes they are collected whenever they are wanted.
    noun_sets: Box<[OnceLock<DeviceSet>]>,
    /// The same of each category.
    category_sets: Box<[OnceLock<DeviceSet>]>,
    /// What the network is shown of it, once it was asked.
    known_to_reader: OnceLock<Known>,
}

/// From so many devices on, those of a noun or a category are kept as a set.
const LARGE: usize = 4096;
/// The id of what the home does not have.
static UNKNOWN: SmolStr = SmolStr::new_static("");

/// Where such sets of a home are kept, `count` of them.
fn kept_sets(home: &Home, count: usize) -> Box<[OnceLock<DeviceSet>]> {
    let count = if home.devices.len() < LARGE { 0 } else { count };
    (0..count).map(|_| OnceLock::new()).collect()
}

impl CompiledHome {
    /// Compiles a home with an embedder that computes its vectors here.
    ///
    /// # Errors
    /// A configuration that is out of range.
    pub fn compile(
        home: Home,
        config: &RetrievalConfig,
        embedder: Arc<dyn Embedder>,
    ) -> Result<CompiledHome, CompileError> {
        CompiledHome::compile_with_vectors(home, config, embedder, &HashMap::new())
    }

    /// Compiles a home with document vectors that the caller has fetched. [`CompileError::MissingVectors`] says which
    /// texts are still wanted; call again with them.
    ///
    /// # Errors
    /// A configuration that is out of range, or missing vectors.
    pub fn compile_with_vectors(
        home: Home,
        config: &RetrievalConfig,
        embedder: Arc<dyn Embedder>,
        vectors: &HashMap<String, Vec<f32>>,
    ) -> Result<CompiledHome, CompileError> {
        config.check()?;
        let ingredients = Ingredients { synonyms: config.document_synonyms, values: config.document_values };
        let documents = Documents::build(&home, ingredients);
        if !embedder.is_local() {
            let missing = documents.supply(&home, embedder.dimensions(), vectors);
            if !missing.is_empty() {
                return Err(CompileError::MissingVectors(missing));
            }
        }
        let vocabulary = HomeVocabulary::compile(&home);
        let rooms = RoomLookup::build(
            home.devices.iter().map(|device| (device.name.as_str(), device.room)),
            (0..).zip(home.rooms.iter()).flat_map(|(index, room)| {
                std::iter::once(&room.name)
                    .chain(&room.aliases)
                    .map(move |word| (RoomIndex(index), word.as_str()))
            }),
            config.short_room_word_conflicts,
        );
        let mut by_category: HashMap<Category, Vec<DeviceIndex>> = HashMap::new();
        let mut by_noun: HashMap<u16, Vec<DeviceIndex>> = HashMap::new();
        let id_hasher = DefaultHashBuilder::default();
        let mut by_id: HashTable<DeviceIndex> = HashTable::with_capacity(home.devices.len());
        let id_of = |index: &DeviceIndex| home.devices.get(index.0 as usize).map_or("", |device| &*device.id);
        for (index, device) in (0..).zip(&home.devices).map(|(index, device)| (DeviceIndex(index), device)) {
            for category in &device.categories {
                by_category.entry(*category).or_default().push(index);
            }
            for noun in vocabulary.device_nouns(index) {
                let list = by_noun.entry(noun.0).or_default();
                if list.last() != Some(&index) {
                    list.push(index);
                }
            }
            by_id
                .entry(
                    id_hasher.hash_one(device.id.as_str()),
                    |known| id_of(known) == device.id,
                    |known| id_hasher.hash_one(id_of(known)),
                )
                .or_insert(index);
        }
        let derived = derived(&home, &vocabulary);
        let mut scenes = HashMap::new();
        for (index, scene) in home.scenes.iter().enumerate() {
            scenes.entry(scene_key(&scene.name)).or_insert(index);
        }
        home.devices.iter().for_each(|device| warn_if_bare(&home, device));
        let exact_names = ExactNames::build(&home);
        let profiles = home.devices.iter().map(|device| device.profile).collect();
        let mut rooms_by_name: Vec<RoomIndex> = (0..home.rooms.len() as u32).map(RoomIndex).collect();
        rooms_by_name.sort_by_cached_key(|room| lower_case_name(&home, *room).collect::<String>());
        Ok(CompiledHome {
            noun_sets: kept_sets(&home, vocabulary.noun_count()),
            category_sets: kept_sets(&home, catalogue().categories().len()),
            home: Arc::new(home),
            vocabulary,
            config: config.clone(),
            embedder,
            rooms,
            documents: Arc::new(documents),
            exact_names,
            profiles,
            by_category: by_category.into(),
            by_noun: by_noun.into(),
            by_id,
            id_hasher,
            linear: false,
            scenes: Arc::new(scenes),
            rooms_by_name: rooms_by_name.into(),
            derived,
            reach: Reach::default(),
            known_to_reader: OnceLock::new(),
        })
    }

    /// Parses an utterance with the local parser. [`crate::retrieve`] does so by itself where no parse is handed in.
    /// `has_recent` says whether devices were spoken of before, `room` where the speaker stands (an id or a name).
    pub fn parse(&self, text: &str, has_recent: bool, room: Option<&str>) -> Parse {
        let context = ParseContext { has_recent, ..ParseContext::default() };
        self.parse_in(text, context, room, &mut lares_language::Workspace::default())
    }

    /// Parses an utterance of a conversation.
    pub(crate) fn parse_in(
        &self,
        text: &str,
        context: ParseContext,
        room: Option<&str>,
        workspace: &mut lares_language::Workspace,
    ) -> Parse {
        let room = room.and_then(|room| self.rooms_of_speaker(room).first().copied());
        self.vocabulary.parse_in(text, ParseContext { room, ..context }, workspace)
    }

    /// The number of distinct command documents: it grows with the kinds of devices, not with their number.
    pub fn document_count(&self) -> usize {
        self.documents.len()
    }

    /// The device of an id.
    pub fn device_by_id(&self, id: &str) -> Option<DeviceIndex> {
        if self.linear {
            return self.find_by_id(id);
        }
        let is_it = |index: &DeviceIndex| self.device(*index).is_some_and(|device| device.id == id);
        self.by_id.find(self.id_hasher.hash_one(id), is_it).copied()
    }

    /// A device.
    pub fn device(&self, index: DeviceIndex) -> Option<&Device> {
        self.home.devices.get(index.0 as usize)
    }

    /// The profile of a device.
    pub(crate) fn profile_of(&self, index: DeviceIndex) -> Option<ProfileIndex> {
        self.profiles.get(index.0 as usize).copied()
    }

    /// The room of a device.
    pub fn room_of(&self, index: DeviceIndex) -> Option<&Room> {
        self.home.rooms.get(self.device(index)?.room?.0 as usize)
    }

    /// The names of a device's categories, as the platform calls them.
    pub(crate) fn category_names(&self, index: DeviceIndex) -> smallvec::SmallVec<[&'static str; 2]> {
        let categories = self.device(index).into_iter().flat_map(|device| &device.categories);
        categories
            .filter_map(|category| catalogue().category_entry(*category))
            .map(|entry| entry.id)
            .collect()
    }

    /// What the network is shown of the home, whoever speaks.
    pub(crate) fn known_to_reader(&self) -> &Known {
        self.known_to_reader.get_or_init(|| Known::of(self))
    }

    /// A command's specification.
    pub fn command(&self, index: CommandIndex) -> Option<&CommandSpec> {
        self.home.commands.get(index.0 as usize).map(AsRef::as_ref)
    }

    /// The id of a command or attribute.
    pub fn capability_id(&self, capability: Capability) -> &SmolStr {
        match capability {
            Capability::Command(index) => self.command(index).map(|spec| &spec.capability_id),
            Capability::Attribute(index) => self.attribute(index).map(|spec| &spec.capability_id),
        }
        .unwrap_or(&UNKNOWN)
    }

    pub(crate) fn attribute(&self, index: lares_home::AttributeIndex) -> Option<&AttributeSpec> {
        self.home.attributes.get(index.0 as usize).map(AsRef::as_ref)
    }

    /// The commands and attributes of a profile.
    pub(crate) fn capabilities(&self, profile: ProfileIndex) -> impl Iterator<Item = Capability> + '_ {
        let profile = self.home.profiles.get(profile.0 as usize);
        let commands = profile.into_iter().flat_map(|profile| &profile.commands);
        let attributes = profile.into_iter().flat_map(|profile| &profile.attributes);
        commands
            .map(|index| Capability::Command(*index))
            .chain(attributes.map(|index| Capability::Attribute(*index)))
    }

    /// What a command means, and whether that was read from its description.
    pub(crate) fn intents(&self, index: CommandIndex) -> (&[Intent], bool) {
        match self.derived.get(&index) {
            Some(intents) => (intents, true),
            None => (self.command(index).map_or(&[], |spec| spec.intents.as_slice()), false),
        }
    }

    /// Whether running the command on that device can harm.
    pub(crate) fn is_sensitive(&self, device: DeviceIndex, capability: Capability) -> bool {
        let Capability::Command(index) = capability else { return false };
        let Some(spec) = self.command(index) else { return false };
        let opens = || self.derived_opens(index);
        self.may_always_harm(index)
            || self.device(device).is_some_and(|device| {
                device.categories.iter().any(|category| {
                    spec.sensitive_categories.contains(category) || is_guarded(*category) && opens()
                })
            })
    }

    /// Whether running the command can harm on whatever device: the catalogue says so, or a vendor's description that
    /// it unlocks or disarms.
    pub(crate) fn may_always_harm(&self, index: CommandIndex) -> bool {
        self.command(index).is_some_and(|spec| spec.sensitive)
            || self.derived.get(&index).is_some_and(|intents| {
                intents.iter().any(|intent| matches!(intent.act, Act::Unlock | Act::Disarm))
            })
    }

    /// Whether a vendor's description says that the command opens or starts something.
    fn derived_opens(&self, index: CommandIndex) -> bool {
        self.derived.get(&index).is_some_and(|intents| {
            intents.iter().any(|intent| matches!(intent.act, Act::Open | Act::On | Act::Start))
        })
    }

    /// Whether there is any device on which the command can harm.
    pub(crate) fn may_harm(&self, capability: Capability) -> bool {
        let Capability::Command(index) = capability else { return false };
        self.may_always_harm(index)
            || self.derived_opens(index)
            || self.command(index).is_some_and(|spec| !spec.sensitive_categories.is_empty())
    }

    /// The devices that an unspecific `act` may touch.
    pub(crate) fn reach_of(&self, act: Option<Act>) -> &DeviceSet {
        self.reach.of(act, self)
    }

    /// The devices of a category.
    pub(crate) fn in_category(&self, category: Category) -> Cow<'_, [DeviceIndex]> {
        if self.linear {
            return Cow::Owned(self.find_in_category(category));
        }
        Cow::Borrowed(self.by_category.of(category))
    }

    /// The devices that are called so, letter for letter.
    pub(crate) fn called(&self, name: &str) -> Cow<'_, [DeviceIndex]> {
        if self.linear {
            return Cow::Owned(self.find_called(name));
        }
        Cow::Borrowed(self.exact_names.of(name))
    }

    /// The devices that are the noun or a kind of it.
    pub(crate) fn of_noun(&self, noun: Noun) -> DeviceSet {
        if self.linear {
            return self.find_of_noun(noun);
        }
        match self.noun_sets.get(usize::from(noun.0)) {
            Some(known) => known.get_or_init(|| self.collect_noun(noun).shared()).clone(),
            None => self.collect_noun(noun),
        }
    }

    /// The devices of a category, and those of its noun.
    pub(crate) fn of_category(&self, category: Category) -> DeviceSet {
        match self.category_sets.get(usize::from(category.0)).filter(|_| !self.linear) {
            Some(known) => known.get_or_init(|| self.collect_category(category).shared()).clone(),
            None => self.collect_category(category),
        }
    }

    fn collect_category(&self, category: Category) -> DeviceSet {
        let mut set = match self.vocabulary.category_noun(category) {
            Some(noun) => self.of_noun(noun),
            None => DeviceSet::empty(self.home.devices.len()),
        };
        add(&mut set, &self.in_category(category));
        set
    }

    fn collect_noun(&self, noun: Noun) -> DeviceSet {
        let mut set = DeviceSet::empty(self.home.devices.len());
        for (own, list) in self.by_noun.lists() {
            if own == noun.0 || self.vocabulary.is_a(Noun(own), noun) {
                add(&mut set, list);
            }
        }
        set
    }

    /// Whether there are devices that are the noun or a kind of it.
    pub(crate) fn has_noun(&self, noun: Noun) -> bool {
        if self.linear {
            return !self.find_of_noun(noun).is_empty();
        }
        let is_of = |own: u16| own == noun.0 || self.vocabulary.is_a(Noun(own), noun);
        self.by_noun.lists().any(|(own, list)| !list.is_empty() && is_of(own))
    }

    /// The rooms of a home that a request's `room` means: by id, else by name.
    pub(crate) fn rooms_of_speaker(&self, room: &str) -> Rooms {
        match self.home.rooms.iter().position(|known| known.id == room) {
            Some(index) => smallvec![RoomIndex(index as u32)],
            None => self.vocabulary.match_room(room),
        }
    }

    /// The rooms whose names begin so in lower case, with what of the name stands behind it.
    pub(crate) fn rooms_beginning_with<'s>(
        &'s self,
        start: &'s str,
    ) -> impl Iterator<Item = (RoomIndex, LowerCase<'s>)> + 's {
        let name_of = |room: &RoomIndex| lower_case_name(&self.home, *room);
        let mut rooms = &self.rooms_by_name[..];
        if !self.linear {
            rooms = rooms.split_at(rooms.partition_point(|room| name_of(room).lt(start.chars()))).1;
            rooms = rooms.split_at(rooms.partition_point(|room| behind(name_of(room), start).is_some())).0;
        }
        rooms.iter().filter_map(move |room| Some((*room, behind(lower_case_name(&self.home, *room), start)?)))
    }

    /// The scene of that name, with or without the word for a scene behind it.
    pub(crate) fn scene(&self, said: &str) -> Option<usize> {
        if self.scenes.is_empty() {
            return None;
        }
        let key = scene_key(said);
        if key.is_empty() { None } else { self.scenes.get(&key).copied() }
    }
}

/// The letters of a name in lower case.
pub(crate) type LowerCase<'n> =
    std::iter::FlatMap<std::str::Chars<'n>, std::char::ToLowercase, fn(char) -> std::char::ToLowercase>;

fn lower_case_name(home: &Home, room: RoomIndex) -> LowerCase<'_> {
    let name = home.rooms.get(room.0 as usize).map_or("", |room| room.name.as_str());
    name.chars().flat_map(char::to_lowercase)
}

/// What stands behind the letters that a name begins with; `None` where it begins otherwise.
fn behind<'n>(mut name: LowerCase<'n>, start: &str) -> Option<LowerCase<'n>> {
    start.chars().all(|letter| name.next() == Some(letter)).then_some(name)
}

/// A scene's name without what people leave out or add (回家, 回家模式, the good night scene).
fn scene_key(name: &str) -> String {
    // Words are folded where they are read, so that 有人客來 is found by 有人客来.
    let name: String = clean(&fold_name(name)).into_iter().collect();
    let mut key = name.as_str();
    key = key.strip_prefix("the ").unwrap_or(key);
    for word in ["模式", "场景", "情景", " mode", " scene", " routine"] {
        key = key.strip_suffix(word).filter(|rest| !rest.is_empty()).unwrap_or(key);
    }
    key.trim().to_owned()
}

/// What the commands mean that the catalogue does not know.
fn derived(home: &Home, vocabulary: &HomeVocabulary) -> hashbrown::HashMap<CommandIndex, Box<[Intent]>> {
    (0..)
        .zip(&home.commands)
        .filter(|(_, spec)| spec.intents.is_empty())
        .map(|(index, spec)| (CommandIndex(index), derive_intents(vocabulary, spec)))
        .filter(|(_, intents)| !intents.is_empty())
        .collect()
}

/// What a vendor's command means, by its description.
fn derive_intents(vocabulary: &HomeVocabulary, spec: &CommandSpec) -> Box<[Intent]> {
    let action = vocabulary.decode_action(&spec.description);
    let key = match &action.value {
        Some(Value::Word { key, .. }) => key.clone(),
        // Another value fixed in a description is nothing that a request can be compared with.
        Some(_) => return Box::default(),
        None => None,
    };
    let properties: Vec<_> = if action.properties.is_empty() {
        vec![None]
    } else {
        action.properties.iter().map(|property| Some(*property)).collect()
    };
    action
        .acts
        .iter()
        .flat_map(|act| {
            properties.iter().map(|property| Intent { act: *act, property: *property, key: key.clone() })
        })
        .collect()
}

fn warn_if_bare(home: &Home, device: &Device) {
    let bare = home
        .profiles
        .get(device.profile.0 as usize)
        .is_none_or(|profile| profile.commands.is_empty() && profile.attributes.is_empty());
    if bare {
        let room =
            device.room.and_then(|room| home.rooms.get(room.0 as usize)).map(|room| room.name.as_str());
        tracing::warn!(
            device = %device.id,
            document = %bare_text(&device.name, room),
            "no known capability: found by name and room only"
        );
    }
}
