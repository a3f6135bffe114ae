//! Which devices do the words of a command name? Stages 2 to 4 and 6 together, before any command is looked at.

use lares_home::{Act, DeviceIndex, catalogue};
use lares_language::command_array::{ANY, LAST, OTHER, UNKNOWN_CATEGORY};
use lares_language::vocabulary::NameMatches;
use lares_language::{NameMatch, NameMatchKind, Noun, Quantifier};
use smallvec::smallvec;
use smol_str::SmolStr;

use crate::apart::without_apart;
use crate::asked::{Asked, Settled};
use crate::command::recent_devices;
use crate::device_set::DeviceSet;
use crate::follow_up::says_all;
use crate::gate::{self, Gate};
use crate::index::CompiledHome;
use crate::keyword::Recall;
use crate::left_out::excluded_by_name;
use crate::noun_or_name::noun_or_name;
use crate::one_of_kind::{self, rooms_said};
use crate::reach::{is_of_many, is_of_one_room};
use crate::resolve::{self, kind_of};
use crate::rooms_within;
use crate::scope::{self, RoomTerm, ScopeQuery, Scoped};
use crate::stand_ins::{door_here, instead, only_sensed, stand_ins};
use crate::told_which::pointed;
use crate::trace::Tracer;
use crate::unsaid;

/// The score of a device whose kind is written just as it was said, had it been a slip.
const SLIP_OF_NOUN: f32 = 0.85;

/// How a command's target was said.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Target {
    /// By name.
    Names(NameMatches),
    /// By a noun.
    Noun(Noun),
    /// Spoken of before, or settled by an answer.
    Given(Vec<DeviceIndex>),
    /// Not at all, or by its category only.
    Anything,
    /// A scene.
    Scene(usize),
    /// By a name that nothing has.
    NotFound(SmolStr),
    /// A reference to nothing.
    NothingBefore,
}

/// The devices that are meant, before any command is looked at.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Meant {
    pub(crate) target: Target,
    pub(crate) set: DeviceSet,
    pub(crate) scoped: Scoped,
    pub(crate) gate: Gate,
    /// The rooms that were said hold none of them: the set is from elsewhere.
    pub(crate) fallback: bool,
    /// The noun means every kind of device.
    pub(crate) everything: bool,
    /// Something else stands in for the door or window that was said.
    pub(crate) stands_in: bool,
    /// Names of `x` that nothing answers to.
    pub(crate) excluded_unknown: Vec<String>,
    /// The devices that are left out by name; `None` where none are named.
    pub(crate) left_out: Option<DeviceSet>,
    /// How many are meant: what was said, except that only words that say so mean several by a name of their own or by
    /// no name at all.
    pub(crate) quantifier: Quantifier,
}

/// Whether a kind was said in the plural that several names hold equally.
fn all_of_kind(asked: &Asked<'_>, names: &NameMatches) -> bool {
    let spoken = &asked.parsed.spoken;
    let [first, rest @ ..] = &names[..] else { return false };
    // Those of other names may be what is always asked for where the speaker stands.
    let numbered = |name: &NameMatch| {
        let own = asked.home.device(name.device).map_or("", |device| device.name.as_str());
        own.ends_with(|letter: char| letter.is_ascii_digit())
    };
    one_of_kind::is_plural(&spoken.n)
        && names.iter().all(numbered)
        && spoken.t != UNKNOWN_CATEGORY
        && !rest.is_empty()
        && rest.iter().all(|name| name.kind == first.kind && (name.score - first.score).abs() < f32::EPSILON)
}

impl Meant {
    /// Nothing in this home is meant, or nothing that was spoken of before.
    pub(crate) fn comes_to_nothing(&self) -> bool {
        match &self.target {
            Target::NotFound(_) | Target::NothingBefore => true,
            Target::Noun(_) | Target::Anything | Target::Names(_) | Target::Given(_) => self.set.is_empty(),
            Target::Scene(_) => false,
        }
    }

    /// How a device came to be meant.
    pub(crate) fn recall(&self, device: DeviceIndex) -> Recall {
        match &self.target {
            Target::Names(names) => names
                .iter()
                .find(|name| name.device == device)
                .map_or(Recall::Anything, |name| Recall::Name(name.kind, name.score)),
            Target::Noun(_) => Recall::Noun,
            Target::Given(_) => Recall::Reference,
            _ if self.gate == Gate::InForce => Recall::Category,
            _ => Recall::Anything,
        }
    }

    /// Whether the device stands in a room that was said.
    pub(crate) fn room_hit(&self, device: DeviceIndex) -> bool {
        self.scoped.includes && self.scoped.inside.contains(device)
    }

    /// Whether the devices were named, by their own names or as the ones spoken of.
    pub(crate) fn is_named(&self) -> bool {
        matches!(self.target, Target::Names(_) | Target::Given(_))
    }

    /// Whether no kind of device was said: everything, or nothing at all.
    pub(crate) fn is_unspecific(&self) -> bool {
        self.everything
            || matches!(self.target, Target::Anything) && self.gate != Gate::InForce && !self.stands_in
    }
}

/// Finds the devices that are meant. `can` says whether a device could do what was asked: a reference means the newest
/// device that can.
pub(crate) fn find(
    asked: &Asked<'_>,
    can: &mut dyn FnMut(DeviceIndex) -> bool,
    tracer: &mut Tracer,
) -> Meant {
    let home = asked.home;
    let spoken = &asked.parsed.spoken;
    let total = home.home.devices.len();

    let words = spoken.scope();
    let term = |said| RoomTerm { said, rooms: home.vocabulary.match_room(said) };
    let query = ScopeQuery {
        include: words.include.iter().map(|said| term(*said)).collect(),
        exclude: words.exclude.iter().map(|said| rooms_within::with_them(asked, term(*said))).collect(),
    };
    let query = if asked.config.stages.scope { query } else { ScopeQuery::default() };
    let mut scoped = scope::apply(&query, &home.rooms);
    let mut excluded_unknown = Vec::new();
    let left_out = excluded_by_name(asked, &mut excluded_unknown);
    if let Some(left_out) = &left_out {
        scoped.outside.subtract(left_out);
        scoped.inside.subtract(left_out);
    }
    tracer.stage("scope", total, tracer.count(&scoped.inside), |notes| {
        notes.insert("include".into(), words.include.to_vec().into());
        notes.insert("exclude".into(), words.exclude.to_vec().into());
        notes.insert("unknown".into(), scoped.unknown.iter().map(SmolStr::as_str).collect());
    });

    let category = if asked.config.stages.gate { category_set(asked) } else { None };
    let mut target = pointed(asked, &scoped.inside, target(asked, &scoped, category.as_ref(), can));
    tracer.stage("resolve", total, 0, |notes| {
        notes.insert("target".into(), format!("{target:?}").into());
    });
    let mut heated = None;
    if let Target::Noun(noun) = &target
        && let Some(other) = home.vocabulary.or_else(*noun)
    {
        let answers = |noun: Noun| {
            let mut set = home.of_noun(noun).and(&scoped.inside);
            if let Some(category) = &category {
                set.intersect(category);
            }
            !set.is_empty()
        };
        // "The heat" is the thermostat's before it is that of the heated floor.
        let own = |device| home.vocabulary.device_nouns(device).first() == Some(noun);
        let narrower = home.vocabulary.is_a(*noun, other) || home.of_noun(*noun).iter().any(own);
        if !(answers(*noun) && narrower) && answers(other) {
            heated = Some(*noun);
            target = one_of_kind::as_many_as_said(asked, *noun, other, &scoped);
        }
    }
    let mut everything = false;
    let mut stands_in = false;
    if let Target::Noun(noun) = &target
        && let Some(door) = door_here(asked, *noun)
    {
        stands_in = true;
        target = Target::Given(vec![door]);
    } else if let Target::Noun(noun) = &target
        && (!home.has_noun(*noun) || only_sensed(asked, *noun))
    {
        let standing = stand_ins(asked, *noun);
        if !standing.is_empty() {
            stands_in = true;
            target = Target::Given(standing.iter().collect());
        }
    }
    let devices = match &target {
        Target::Names(names) => DeviceSet::of(total, names.iter().map(|name| name.device)),
        Target::Noun(noun) => {
            everything = is_everything(asked, *noun);
            if everything { DeviceSet::all(total) } else { one_of_kind::devices(asked, *noun, heated) }
        }
        Target::Given(devices) => DeviceSet::of(total, devices.iter().copied()),
        Target::Anything if is_rest_of_room(asked, &scoped, left_out.as_ref()) => {
            everything = true;
            DeviceSet::all(total)
        }
        Target::Anything => unsaid::of_kinds(asked).unwrap_or_else(|| DeviceSet::all(total)),
        Target::Scene(_) | Target::NotFound(_) | Target::NothingBefore => DeviceSet::empty(total),
    };
    let settled = matches!(asked.settled, Some(Settled::Devices(_) | Settled::Reading { .. }));
    // What was spoken of before is meant wherever it stands.
    let given = settled || matches!(target, Target::Given(_)) && !scoped.includes && !stands_in;
    let mut set = if given { devices.clone() } else { devices.and(&scoped.inside) };
    let mut fallback = false;
    if set.is_empty() && scoped.includes && !given {
        // "The washer in the basement", where that stands in the "Basement Laundry".
        set = devices.and(&scoped.outside).and(&rooms_within::devices_within(asked, &query));
    }
    if set.is_empty() && scoped.includes && !given {
        // Seed 002, section 6: nothing is left by the rooms that were said.
        set = devices.and(&scoped.outside);
        fallback = !set.is_empty();
    }
    let before = tracer.count(&set);
    let gate = if settled || stands_in { Gate::Open } else { gate::apply(&mut set, category.as_ref()) };
    tracer.stage("gate", before, tracer.count(&set), |notes| {
        notes.insert("category".into(), spoken.t.clone().into());
        notes.insert("gate".into(), format!("{gate:?}").into());
    });
    let implied = spoken.q == Quantifier::All && !asked.parsed.quantifier_said;
    unsaid::helps_here(asked, &target, &scoped, &mut set);
    if let (false, Target::Noun(_)) = (everything, &target) {
        let akin = category.as_ref().map(|category| category.and(&scoped.inside));
        one_of_kind::narrow(asked, heated, akin.as_ref(), &mut set);
    }
    if let (false, Target::Noun(noun)) = (everything, &target) {
        without_apart(asked, *noun, &mut set);
        one_of_kind::as_many_there(asked, *noun, &scoped, &mut set);
    }
    if everything || matches!(target, Target::Anything) {
        unsaid::without_water(asked, &mut set);
    }
    unsaid::without_locks(asked, &mut set);
    let nowhere = implied && !settled && !scoped.includes && unsaid::nowhere(asked);
    let quantifier = match target {
        // "The big light in the sitting room and in the bedroom": the one of that name in each.
        Target::Names(_) if implied && rooms_said(asked, words.include.iter()) > 1 => spoken.q,
        // "LED strips on" for an "LED strip 1" and an "LED strip 2": a kind in the plural, told more closely by all their names.
        Target::Names(ref names) if implied && all_of_kind(asked, names) => spoken.q,
        Target::Names(_) | Target::Anything if implied => Quantifier::One,
        Target::Given(_) if implied && stands_in => Quantifier::One,
        Target::Noun(_) if nowhere => Quantifier::One,
        _ => spoken.q,
    };
    if stands_in {
        target = Target::Anything;
    }
    Meant {
        target,
        set,
        scoped,
        gate,
        fallback,
        everything,
        stands_in,
        excluded_unknown,
        left_out,
        quantifier,
    }
}

fn target(
    asked: &Asked<'_>,
    scoped: &Scoped,
    category: Option<&DeviceSet>,
    can: &mut dyn FnMut(DeviceIndex) -> bool,
) -> Target {
    let home = asked.home;
    let parsed = asked.parsed;
    if let Some(Settled::Devices(ids) | Settled::Reading { devices: ids, .. }) = asked.settled {
        return Target::Given(ids.iter().filter_map(|id| home.device_by_id(id)).collect());
    }
    let said = parsed.spoken.n.trim();
    let q = parsed.spoken.q;
    // 左车库门开着的话就关上它: what the condition is about. "If the garage is still open, close it": the only thing there
    // that can be closed.
    let of_condition = match said {
        LAST => of_condition(asked, scoped)
            .or_else(|| only_in_condition_room(asked, can).map(|device| Target::Given(vec![device]))),
        _ => None,
    };
    let mut recent = |in_scope: bool| {
        let can = std::cell::RefCell::new(&mut *can);
        let mentions = asked.conversation.fresh(asked.now_ms, asked.config);
        let of_kind = |device: DeviceIndex| category.is_none_or(|category| category.contains(device));
        let near = |device: DeviceIndex| !in_scope || !scoped.includes || scoped.inside.contains(device);
        // 都, 两个, both: several that the same was done to one after another.
        let wanted = match (q, parsed.quantifier_said) {
            (Quantifier::All, true) if says_two(&parsed.words) => 2,
            (Quantifier::All, true) if says_all(&parsed.words) => usize::MAX,
            _ => 0,
        };
        resolve::last(home, mentions, q, wanted, |device| {
            of_kind(device) && near(device) && (can.borrow_mut())(device)
        })
    };
    if !asked.config.stages.resolve && (said == LAST || said == OTHER || parsed.target_left_out) {
        return Target::Anything;
    }
    if let Some(target) = of_condition {
        return target;
    }
    match said {
        LAST => match recent(true) {
            found if !found.is_empty() && !parsed.also => Target::Given(found),
            found if !found.is_empty() && !scoped.includes => Target::Given(found),
            // 卧室的也关掉: the same kind of thing as last, in the rooms that are said now.
            _ if scoped.includes => match recent(false) {
                last if last.is_empty() && parsed.target_left_out => Target::Anything,
                last if namesake(asked, &last, scoped).is_some() => {
                    namesake(asked, &last, scoped).unwrap_or(Target::NothingBefore)
                }
                last => match last.first().and_then(|device| kind_of(asked, *device)) {
                    Some(noun) => Target::Noun(noun),
                    None => Target::NothingBefore,
                },
            },
            _ if parsed.target_left_out => Target::Anything,
            _ => crate::only_here::only_here(asked, can),
        },
        OTHER => {
            let last = recent(false);
            if let Some(device) = resolve::on_side(home, &last, &scoped.inside, &parsed.words) {
                return Target::Given(vec![device]);
            }
            match resolve::other(home, &last, parsed.kinds.first().copied(), &scoped.inside, &parsed.words) {
                found if !found.is_empty() => Target::Given(found),
                _ => Target::NothingBefore,
            }
        }
        ANY | "" => {
            if !parsed.target_left_out {
                return Target::Anything;
            }
            let last = recent(false);
            if let Some(device) = resolve::on_side(home, &last, &scoped.inside, &parsed.words) {
                return Target::Given(vec![device]);
            }
            match recent(true) {
                found if !found.is_empty() => Target::Given(found),
                // 卧室的也关了: another of the kind last spoken of, in the room that is said now.
                _ if scoped.includes && category.is_none() => {
                    let last = recent(false);
                    let noun = last.first().and_then(|device| kind_of(asked, *device));
                    noun.map_or(Target::Anything, Target::Noun)
                }
                _ => Target::Anything,
            }
        }
        // 太暗了 after the lamp was dimmed: that lamp, not every lamp.
        name if parsed.implied => {
            let mentions = asked.conversation.fresh(asked.now_ms, asked.config);
            let noun = home.vocabulary.noun(name);
            let can = std::cell::RefCell::new(&mut *can);
            let found = resolve::last(home, mentions, q, 0, |device| {
                let kind = parsed.wish
                    || noun.is_some_and(|noun| is_of(asked, device, noun))
                    || parsed.kinds.iter().any(|noun| is_of(asked, device, *noun));
                kind && (!scoped.includes || scoped.inside.contains(device)) && (can.borrow_mut())(device)
            });
            let other = || noun.and_then(|noun| unsaid::kind_that_can(asked, noun, &scoped.inside, &can));
            match found.is_empty() {
                true => match other().map_or_else(|| named(asked, name, q, scoped), Target::Noun) {
                    // What is called just like its kind is no nearer than the others.
                    Target::Names(names)
                        if parsed.wish && names.iter().all(|name| helps_near(home, name)) =>
                    {
                        noun.map_or(Target::Names(names), Target::Noun)
                    }
                    found => found,
                },
                false => Target::Given(found),
            }
        }
        name => match named(asked, name, q, scoped) {
            Target::Names(names) => match kind_in_room(asked, name, &names, scoped) {
                Some(noun) => Target::Noun(noun),
                None => Target::Names(instead(asked, name, &names).unwrap_or(names)),
            },
            other => other,
        },
    }
}

/// "The heating in room 2", where another thing is called so: what is of that kind in the room that was said.
fn kind_in_room(asked: &Asked<'_>, name: &str, named: &[NameMatch], scoped: &Scoped) -> Option<Noun> {
    if !scoped.includes || named.iter().any(|name| scoped.inside.contains(name.device)) {
        return None;
    }
    let vocabulary = &asked.home.vocabulary;
    let noun = vocabulary.noun(name.strip_prefix("the ").unwrap_or(name))?;
    let is_there = |noun: &Noun| !asked.home.of_noun(*noun).and(&scoped.inside).is_empty();
    [Some(noun), vocabulary.or_else(noun)].into_iter().flatten().find(is_there)
}

/// Whether what a name tells helps only where it stands.
fn helps_near(home: &CompiledHome, name: &NameMatch) -> bool {
    let device = home.device(name.device);
    device.is_some_and(|device| device.categories.iter().any(|category| is_of_one_room(*category)))
}

/// Whether a device is of a noun, or of a kind of it.
pub(crate) fn is_of(asked: &Asked<'_>, device: DeviceIndex, noun: Noun) -> bool {
    let vocabulary = &asked.home.vocabulary;
    vocabulary.device_nouns(device).iter().any(|own| *own == noun || vocabulary.is_a(*own, noun))
}

/// 客厅的呢 after the bedroom's 主灯: what is called like the one device that was spoken of by its own name.
fn namesake(asked: &Asked<'_>, last: &[DeviceIndex], scoped: &Scoped) -> Option<Target> {
    let [only] = last else { return None };
    let name = &asked.home.device(*only)?.name;
    let plain = asked.home.vocabulary.noun(name).is_none();
    if plain && says_its_room(asked, *only, name) {
        return None;
    }
    match resolve::namesakes(asked.home, *only, &scoped.inside) {
        found if found.is_empty() => None,
        found => {
            let whole = |device| NameMatch { device, kind: NameMatchKind::Exact, score: 1.0 };
            Some(Target::Names(found.into_iter().map(whole).collect()))
        }
    }
}

/// 书房灯, "Bedroom Light": a name that says nothing but the room and the kind.
pub(crate) fn says_its_room(asked: &Asked<'_>, device: DeviceIndex, name: &str) -> bool {
    let vocabulary = &asked.home.vocabulary;
    let ends = name.char_indices().map(|(at, _)| at).filter(|at| *at > 0);
    ends.filter_map(|at| Some((name.get(..at)?.trim(), name.get(at..)?.trim()))).any(|(room, kind)| {
        vocabulary.noun(kind).is_some_and(|noun| Some(noun) == kind_of(asked, device))
            && !vocabulary.match_room(room).is_empty()
    })
}

/// Whether the words say that two are meant.
pub(crate) fn says_two(words: &str) -> bool {
    ["两", "俩", "both", "two"].iter().any(|word| words.contains(word))
}

/// What the conditions of the command are about, where they name it and it could be the target as well.
fn of_condition(asked: &Asked<'_>, scoped: &Scoped) -> Option<Target> {
    let spoken = &asked.parsed.spoken;
    let name = &spoken.conditions.iter().find(|one| !matches!(one.n.as_str(), ANY | LAST | OTHER))?.n;
    match named(asked, name, spoken.q, scoped) {
        Target::Names(names) if names.iter().any(|name| does_something(asked, name.device)) => {
            Some(Target::Names(names))
        }
        Target::Noun(noun) if asked.home.of_noun(noun).iter().any(|device| does_something(asked, device)) => {
            Some(Target::Noun(noun))
        }
        _ => None,
    }
}

/// The only device that can do what is to be done, in the room that a condition names instead of a device.
fn only_in_condition_room(
    asked: &Asked<'_>,
    can: &mut dyn FnMut(DeviceIndex) -> bool,
) -> Option<DeviceIndex> {
    let condition = asked.parsed.spoken.conditions.iter().find(|one| one.n == ANY && one.s != ANY)?;
    let rooms = asked.home.vocabulary.match_room(&condition.s);
    let there = rooms.iter().map(|room| asked.home.rooms.in_room(*room));
    let mut able: Vec<DeviceIndex> =
        there.flat_map(|devices| devices.to_vec()).filter(|device| can(*device)).collect();
    // A garage is its door before it is what else can be closed there.
    if let Some(noun) = asked.home.vocabulary.noun(&condition.s.to_lowercase()) {
        able.retain(|device| is_of(asked, *device, noun));
    }
    if let [only] = able[..] { Some(only) } else { None }
}

fn does_something(asked: &Asked<'_>, device: DeviceIndex) -> bool {
    let profile =
        asked.home.device(device).and_then(|device| asked.home.home.profiles.get(device.profile.0 as usize));
    profile.is_some_and(|profile| !profile.commands.is_empty())
}

fn named(asked: &Asked<'_>, name: &str, q: Quantifier, scoped: &Scoped) -> Target {
    let home = asked.home;
    let scene = home.scene(name);
    if let Some(noun) = home.vocabulary.noun(name) {
        return noun_or_name(asked, name, noun, q, scoped);
    }
    let mut names = asked.memory.match_name(home, name, asked.config.name_matches);
    if !asked.config.stages.keyword {
        names.clear();
    }
    let exact = names.iter().any(|name| name.kind == NameMatchKind::Exact);
    match scene {
        Some(scene) if !exact => Target::Scene(scene),
        _ if names.is_empty() => match meant_noun(asked, name, scoped) {
            Some(found) => Target::Names(smallvec![found]),
            None => Target::NotFound(name.into()),
        },
        _ => Target::Names(one_of_kind::with_namesakes(asked, name, names)),
    }
}

/// "Start the dishwater": the only device there of the kind that the word is nearly written like.
fn meant_noun(asked: &Asked<'_>, name: &str, scoped: &Scoped) -> Option<NameMatch> {
    let (noun, likeness) = asked.home.vocabulary.noun_like(name).filter(|_| asked.config.stages.keyword)?;
    let there = asked.home.of_noun(noun).and(&scoped.inside);
    let mut there = there.iter();
    let device = there.next()?;
    let only = there.next().is_none();
    only.then_some(NameMatch { device, kind: NameMatchKind::Fuzzy, score: SLIP_OF_NOUN * likeness })
}

/// The devices of a noun in a room.
pub(crate) fn of_noun_within(asked: &Asked<'_>, noun: Noun, room: &DeviceSet) -> DeviceSet {
    let mut set = asked.home.of_noun(noun);
    set.intersect(room);
    set
}

/// The devices of the category that was said, by category or by noun; `None` where no valid one was said.
fn category_set(asked: &Asked<'_>) -> Option<DeviceSet> {
    let home = asked.home;
    let spoken = &asked.parsed.spoken;
    let mut set = home.of_category(catalogue().category(&spoken.t)?);
    // What the platform calls "other" is of no kind: a plug-in heater is one, and a heater that it has a word for as well.
    if matches!(spoken.t.as_str(), "Other" | "Others")
        && let Some(noun) = home.vocabulary.noun(&spoken.n)
    {
        set.unite(&home.of_noun(noun));
    }
    Some(set)
}

/// 除了投影，其他都关掉: all else in its room. What is said besides a lamp or an air conditioner is of the others of its kind.
fn is_rest_of_room(asked: &Asked<'_>, scoped: &Scoped, left_out: Option<&DeviceSet>) -> bool {
    let spoken = &asked.parsed.spoken;
    let is_of_many = |device: DeviceIndex| {
        asked.home.device(device).is_some_and(|device| device.categories.iter().copied().any(is_of_many))
    };
    let here =
        |device: DeviceIndex| scoped.includes || asked.speaker.is_some_and(|near| near.contains(device));
    spoken.q == Quantifier::Except
        && asked.parsed.action.acts.first() == Some(&Act::Off)
        && asked.settled.is_none()
        && recent_devices(asked).is_empty()
        && left_out.is_some_and(|left_out| {
            !left_out.is_empty() && left_out.iter().all(|device| here(device) && !is_of_many(device))
        })
}

/// A noun of which lamps and locks are kinds means every device.
fn is_everything(asked: &Asked<'_>, noun: Noun) -> bool {
    let vocabulary = &asked.home.vocabulary;
    ["Light", "SmartLock", "Refrigerator"].iter().all(|name| {
        catalogue()
            .category(name)
            .and_then(|category| vocabulary.category_noun(category))
            .is_some_and(|kind| vocabulary.is_a(kind, noun))
    })
}
