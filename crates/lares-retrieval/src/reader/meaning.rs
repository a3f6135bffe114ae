//! What the network takes for meant.

use std::mem;
use std::ops::Range;

use lares_reader::{Network, Reading, Touch, TouchKind};
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::actions::capability;
use super::entities::{Meant, command_feature, command_id};
use super::example::Seen;
use super::so_many;
use super::words::Word;
use crate::conversation::Conversation;
use crate::documents::Capability;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::result::{Invocation, InvocationKind, Retrieval};
use crate::workspace::Workspace;

/// Less than this is nothing.
const LEAST: f32 = 0.02;
/// From here on it is possible, where any of several will do.
const POSSIBLE: f32 = 0.15;
/// From here on any of several will do.
const LIKELY_ANY: f32 = 0.35;
/// From here on something is more likely meant than not.
const HALF: f32 = 0.5;
/// So likely what is meant hangs on a condition, whether the parser has heard one or not.
pub(super) const LIKELY_TO_HANG: f32 = 0.4;
/// What is less likely to hang on a condition, and by no attribute more likely told what on, hangs on none.
const HARDLY_HANGS: f32 = 0.1;
/// Where it is less likely, it may hang on what the parser has heard all the same.
const SURE_TO_BE_FREE: f32 = 0.8;
/// The place of [`super::entities::IF`] among what is told of the request as a whole.
const IF_OF_REQUEST: usize = 2;

/// The commands that were most likely meant, of the whole request, with the memory in which they were found.
#[derive(Debug, Default)]
pub struct Meaning {
    /// What is to be done, likeliest first; empty: nothing.
    pub taken: Vec<Taken>,
    /// Other commands of the same devices and scenes that are more likely meant than not, and how likely: others that will do as
    /// well, or further ones.
    pub(super) further: Vec<(Taken, f32)>,
    /// Attributes that tell what it hangs on, and how likely each does, likeliest first; empty where it hangs on nothing.
    pub(super) told_by: Vec<(Taken, f32)>,
    /// How likely the least likely of what is taken is; 1 where nothing is.
    pub least: f32,
    /// How likely the likeliest command of another device is.
    pub other: f32,
    /// How likely any of what is taken for meant will do, or so many of it.
    pub any: f32,
    /// How likely only a question back can settle what is meant.
    pub ask: f32,
    /// How likely what is meant hangs on a condition.
    pub hangs: f32,
    /// How likely the likeliest attribute is that is not taken for meant.
    pub told: f32,
    /// How likely something is to become more than it is.
    pub up: f32,
    /// And less.
    pub down: f32,
    /// How likely one device is to do several things.
    pub(super) both: f32,
    /// How likely what it hangs on is more than so much, and less.
    pub(super) compared: [f32; 2],
    /// How likely what it hangs on goes on, and how likely it does not ([`super::states::goes_on`]).
    pub(super) so: [f32; 2],
    /// How likely single commands are, also those that are not meant; none that is less likely than 0.02. The command is told by
    /// its feature.
    likelihoods: Vec<(Meant, u32, f32)>,
    /// What the network has looked at.
    seen: Seen,
}

/// A command of a device or scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Whose.
    pub meant: Meant,
    /// The command's place among those of the device.
    pub command: usize,
}

impl Taken {
    /// The command or attribute; `None` for a scene.
    pub(super) fn capability(&self, home: &CompiledHome) -> Option<Capability> {
        let Meant::Device(device) = self.meant else { return None };
        home.capabilities(home.profile_of(device)?).nth(self.command)
    }

    /// It is asked, or tells something, and is nothing to be done.
    pub(super) fn is_attribute(self, home: &CompiledHome) -> bool {
        matches!(self.capability(home), Some(Capability::Attribute(_)))
    }

    /// It is the command or attribute of that id.
    pub(super) fn is_called(self, home: &CompiledHome, id: &str) -> bool {
        self.capability(home).is_some_and(|capability| home.capability_id(capability).as_str() == id)
    }

    /// It can harm.
    pub(super) fn is_sensitive(&self, home: &CompiledHome) -> bool {
        let Meant::Device(device) = self.meant else { return false };
        self.capability(home).is_some_and(|capability| home.is_sensitive(device, capability))
    }
}

/// A command of several devices, or of one.
#[derive(Debug, Clone, PartialEq)]
pub struct MeantCommand {
    /// The command's or attribute's id.
    pub capability: SmolStr,
    /// Whose.
    pub entities: SmallVec<[Meant; 4]>,
}

impl Meaning {
    /// Reads a request, in place of what was read before; `false` without a network.
    pub fn read(
        &mut self,
        home: &CompiledHome,
        conversation: &Conversation,
        request: &Request<'_>,
        first_reading: &Retrieval,
        workspace: &mut Workspace,
    ) -> bool {
        let Some(network) = Network::bundled() else { return false };
        let Meaning {
            taken,
            further,
            told_by,
            least,
            other,
            any,
            ask,
            hangs,
            told,
            up,
            down,
            both,
            compared,
            so,
            likelihoods,
            seen,
        } = self;
        taken.clear();
        further.clear();
        told_by.clear();
        likelihoods.clear();
        (*least, *other) = (1.0, 0.0);
        (*any, *ask, *hangs, *told, *up, *down) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        (*both, *compared, *so) = (0.0, [0.0; 2], [0.0; 2]);
        seen.see(home, conversation, request, Some(first_reading), workspace);
        let readings = network.read(&seen.example, LEAST, &mut workspace.reader);
        let is_if = |reading: &&Reading| {
            reading.candidate as usize == seen.entities.len() && reading.command as usize == IF_OF_REQUEST
        };
        // "When does it finish": where nothing is to be done nothing hangs on anything.
        let orders = |reading: &Reading| {
            let meant = seen.entities.get(reading.candidate as usize);
            let of = |meant: &Meant| Taken { meant: *meant, command: reading.command as usize };
            reading.likelihood >= POSSIBLE && meant.is_some_and(|meant| !of(meant).is_attribute(home))
        };
        let may_hang =
            readings.iter().find(is_if).is_some_and(|reading| reading.likelihood >= LIKELY_TO_HANG)
                && readings.iter().any(orders);
        for reading in readings {
            let (place, command) = (reading.candidate as usize, reading.command as usize);
            // The last candidate is the request as a whole, whose commands stand in the order of `entities::request`.
            let Some(&meant) = seen.entities.get(place) else {
                let ([above, below], [is_so, is_not]) = (&mut *compared, &mut *so);
                let of_request = [
                    &mut *any,
                    &mut *ask,
                    &mut *hangs,
                    &mut *up,
                    &mut *down,
                    &mut *both,
                    above,
                    below,
                    is_so,
                    is_not,
                ];
                if let Some(of) = of_request.into_iter().nth(command) {
                    *of = reading.likelihood;
                }
                continue;
            };
            let commands = seen.example.candidates.get(place).map(|candidate| &candidate.entity.commands);
            let Some(&feature) = commands.and_then(|commands| commands.get(command)) else { continue };
            let this = Taken { meant, command };
            // What it hangs on is told like a question, and is none where the first reading asks nothing of it.
            if may_hang && this.is_attribute(home) && !asks_for(home, first_reading, this) {
                told_by.push((this, reading.likelihood));
                continue;
            }
            likelihoods.push((meant, feature, reading.likelihood));
            let is_taken = taken.iter().any(|taken| taken.meant == meant);
            if (reading.likelihood < HALF || is_taken) && this.is_attribute(home) {
                *told = told.max(reading.likelihood);
            }
            if reading.likelihood < HALF && !is_taken {
                *other = other.max(reading.likelihood);
            } else if is_taken {
                further.extend((reading.likelihood >= HALF).then_some((this, reading.likelihood)));
            } else {
                taken.push(this);
                *least = least.min(reading.likelihood);
            }
        }
        true
    }

    /// What is to be done, each command with all that are to do it.
    pub fn commands(&self, home: &CompiledHome) -> SmallVec<[MeantCommand; 2]> {
        let mut commands = together(home, &self.taken);
        if self.is_any() {
            // "Any lights left on" asks about all of them.
            let is_order =
                |command: &MeantCommand| !matches!(capability(home, command), Some(Capability::Attribute(_)));
            for command in commands.iter_mut().filter(|command| is_order(command)) {
                let wanted = self.wanted(self.possible(&command.capability).max(command.entities.len()));
                command.entities.truncate(wanted);
            }
            // Of what helps in other ways one is enough as well: a fan that is turned up, or the air conditioner switched on.
            if self.wanted(self.taken.len()) == 1 && commands.iter().all(is_order) {
                commands.truncate(1);
            }
        }
        commands
    }

    /// Any of what is taken for meant will do, or so many of it.
    pub(super) fn is_any(&self) -> bool {
        self.any >= LIKELY_ANY
    }

    /// The network takes it that it hangs on no condition, whatever the parser has heard: "driveway camera off while they're pouring
    /// concrete".
    pub(super) fn hangs_on_nothing(&self) -> bool {
        self.hangs < HARDLY_HANGS
            && self.told_by.is_empty()
            && self.told < HARDLY_HANGS
            && self.sure() >= SURE_TO_BE_FREE
    }

    /// What would do as well as a command, likeliest first: other commands of the same devices that are more likely meant than not.
    pub(super) fn alternatives(
        &self,
        home: &CompiledHome,
        command: &MeantCommand,
    ) -> SmallVec<[MeantCommand; 2]> {
        let is_of_it = |further: &&(Taken, f32)| {
            let (taken, _) = further;
            command.entities.contains(&taken.meant) && !taken.is_attribute(home) && !taken.is_sensitive(home)
        };
        let others: SmallVec<[Taken; 4]> =
            self.further.iter().filter(is_of_it).map(|further| further.0).collect();
        let mut together = together(home, &others);
        together.retain(|other| other.entities.len() == command.entities.len());
        together
    }

    /// How many may be meant to do it.
    pub(super) fn possible(&self, capability: &str) -> usize {
        let feature = command_feature(capability);
        self.likelihoods.iter().filter(|known| known.1 == feature && known.2 >= POSSIBLE).count()
    }

    /// How many of so many are wanted where any will do.
    pub(super) fn wanted(&self, all: usize) -> usize {
        let words: SmallVec<[Word<'_>; 16]> = self.said().collect();
        so_many::wanted(&words, all)
    }

    /// How likely it is that the likeliest device for this command is meant.
    pub(super) fn likeliest(&self, capability: &str) -> f32 {
        let feature = command_feature(capability);
        self.likelihoods.iter().find(|known| known.1 == feature).map_or(0.0, |known| known.2)
    }

    /// What may be meant, with the feature of the command and how likely that is, likeliest first.
    pub(super) fn likely(&self) -> impl Iterator<Item = (Meant, u32, f32)> + '_ {
        self.likelihoods.iter().copied()
    }

    /// How far a word of the request, by its place, stands from the nearest that touches one of these devices or scenes.
    pub(super) fn distance(&self, entities: &[Meant], place: usize) -> Option<usize> {
        let Seen { example, entities: seen, .. } = &self.seen;
        let first = example.words.len().checked_sub(self.said().count())?;
        let is_theirs =
            |touch: &&Touch| seen.get(touch.candidate as usize).is_some_and(|meant| entities.contains(meant));
        let theirs = example.touches.iter().filter(is_theirs);
        theirs.filter_map(|touch| (touch.word as usize).checked_sub(first)).map(|at| at.abs_diff(place)).min()
    }

    /// How some words of the request, by their places, touch devices and scenes: which, by what word, how, and how much.
    pub(super) fn touches(
        &self,
        places: Range<usize>,
    ) -> impl Iterator<Item = (Meant, usize, TouchKind, f32)> + '_ {
        let Seen { example, entities: seen, .. } = &self.seen;
        let first = example.words.len().saturating_sub(self.said().count());
        example.touches.iter().filter_map(move |touch| {
            let place = (touch.word as usize).checked_sub(first).filter(|place| places.contains(place))?;
            Some((*seen.get(touch.candidate as usize)?, place, touch.kind, touch.strength))
        })
    }

    /// Whether something that is called by a whole name of it is not among what is to be done.
    pub(super) fn leaves_out_named(&self) -> bool {
        let Seen { example, entities: seen, .. } = &self.seen;
        let Some(first) = example.words.len().checked_sub(self.said().count()) else { return false };
        let names = || {
            example
                .touches
                .iter()
                .filter(|touch| touch.kind == TouchKind::WholeName && touch.word as usize >= first)
        };
        let is_taken = |touch: &Touch| {
            let meant = seen.get(touch.candidate as usize);
            meant.is_some_and(|meant| self.taken.iter().any(|taken| taken.meant == *meant))
        };
        names().any(|touch| !names().any(|other| other.word == touch.word && is_taken(other)))
    }

    /// The words of the request.
    pub(super) fn said(&self) -> impl Iterator<Item = Word<'_>> {
        self.seen.said()
    }

    /// How likely just this is meant: its least likely command is, and nothing else.
    pub fn sure(&self) -> f32 {
        match self.likelihoods.first() {
            Some((_, feature, _)) if self.is_any() => self.sure_of_any(*feature),
            _ => self.least.min(1.0 - self.other),
        }
    }

    /// How likely so many as are wanted do this: of others that would do as well nobody has to be sure.
    fn sure_of_any(&self, feature: u32) -> f32 {
        let does = |known: &&(Meant, u32, f32)| known.1 == feature;
        let likelihoods = || self.likelihoods.iter().filter(does);
        let all = likelihoods().filter(|known| known.2 >= POSSIBLE).count();
        let least = likelihoods().nth(self.wanted(all).max(1) - 1).map_or(0.0, |known| known.2);
        let of_it = |meant: Meant| likelihoods().any(|known| known.0 == meant);
        least.min(1.0 - self.beside(of_it))
    }

    /// How likely the likeliest command is of what is not done.
    pub fn beside(&self, is_done: impl Fn(Meant) -> bool) -> f32 {
        let others = self.likelihoods.iter().filter(|(meant, _, _)| !is_done(*meant));
        others.map(|(_, _, likelihood)| *likelihood).fold(0.0, f32::max)
    }

    /// The feature of a command that the network has looked at.
    fn feature(&self, taken: Taken) -> Option<u32> {
        let place = self.seen.entities.iter().position(|known| *known == taken.meant)?;
        self.seen.example.candidates.get(place)?.entity.commands.get(taken.command).copied()
    }

    /// How likely a command of a device or scene is meant; `None` where the network cannot tell: it has not looked at the device, or
    /// has never learned the command.
    pub fn likelihood(&self, meant: Meant, capability: &str) -> Option<f32> {
        let feature = command_feature(capability);
        let of = |(other, command, _): &&(Meant, u32, f32)| *other == meant && *command == feature;
        let tells = |(told, _): &&(Taken, f32)| told.meant == meant && self.feature(*told) == Some(feature);
        if let Some((_, likelihood)) = self.told_by.iter().find(tells) {
            return Some(*likelihood);
        }
        match self.likelihoods.iter().find(of) {
            Some((_, _, likelihood)) => Some(*likelihood),
            None => {
                let knows = || Network::bundled().is_some_and(|network| network.knows(feature));
                (self.seen.entities.contains(&meant) && knows()).then_some(0.0)
            }
        }
    }
}

/// An answer asks a device for this.
fn asks_for(home: &CompiledHome, answer: &Retrieval, taken: Taken) -> bool {
    let Meant::Device(device) = taken.meant else { return false };
    let is_its = |it: &Invocation| home.device(device).is_some_and(|device| device.id == it.device_id);
    let mut asked = answer.invocations.iter().filter(|it| it.kind == InvocationKind::Attribute);
    asked.any(|it| is_its(it) && taken.is_called(home, &it.capability_id))
}

/// Commands, each with all that are to do it.
pub(super) fn together(home: &CompiledHome, taken: &[Taken]) -> SmallVec<[MeantCommand; 2]> {
    let mut commands: SmallVec<[MeantCommand; 2]> = SmallVec::new();
    for taken in taken {
        let Some(id) = command_id(home, taken.meant, taken.command) else { continue };
        match commands.iter_mut().find(|command| command.capability == *id) {
            Some(command) => command.entities.push(taken.meant),
            None => commands.push(MeantCommand {
                capability: id.clone(),
                entities: SmallVec::from_slice(&[taken.meant]),
            }),
        }
    }
    commands
}

impl Workspace {
    /// The memory of the last reading, for the next one.
    pub(super) fn take_meaning(&mut self) -> Meaning {
        mem::take(&mut self.meaning)
    }
}
