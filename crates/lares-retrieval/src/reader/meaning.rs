//! What the network takes for meant.

use std::sync::OnceLock;

use lares_reader::Network;
use smallvec::SmallVec;

use super::example::{Meant, Seen, command_feature, seen};
use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::result::SCENE_EXECUTE;
use crate::workspace::Workspace;

/// Less than this is nothing.
const LEAST: f32 = 0.02;
/// From here on something is more likely meant than not.
const HALF: f32 = 0.5;

/// The commands that were most likely meant, of the whole request.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Meaning {
    /// What is to be done; empty: nothing.
    pub commands: Vec<MeantCommand>,
    /// How likely the least likely of them is; 1 where there is none.
    pub least: f32,
    /// How likely the likeliest command of another device is.
    pub other: f32,
    /// How likely single commands are, also those that are not meant; none that is less likely than 0.02.
    likelihoods: Vec<(Meant, String, f32)>,
    /// The devices and scenes that the network has looked at.
    looked_at: Vec<Meant>,
}

/// A command of several devices, or of one.
#[derive(Debug, Clone, PartialEq)]
pub struct MeantCommand {
    /// The command's or attribute's id.
    pub capability: String,
    /// Whose.
    pub entities: SmallVec<[Meant; 4]>,
}

impl Meaning {
    /// How likely just this is meant: its least likely command is, and nothing else.
    pub fn sure(&self) -> f32 {
        self.least.min(1.0 - self.other)
    }

    /// How likely a command of a device or scene is meant; `None` where the network cannot tell: it has not looked at the device, or
    /// has never learned the command.
    pub fn likelihood(&self, meant: Meant, capability: &str) -> Option<f32> {
        let of = |(other, id, _): &&(Meant, String, f32)| *other == meant && id == capability;
        match self.likelihoods.iter().find(of) {
            Some((_, _, likelihood)) => Some(*likelihood),
            None => (self.looked_at.contains(&meant) && knows(capability)).then_some(0.0),
        }
    }
}

/// Whether the network has learned a command.
fn knows(capability: &str) -> bool {
    network().is_some_and(|network| network.knows(command_feature(capability)))
}

/// The bundled network.
fn network() -> Option<&'static Network> {
    static NETWORK: OnceLock<Option<Network>> = OnceLock::new();
    // The file is part of the program: where it is broken the tests say so, and there is no second reading.
    NETWORK.get_or_init(|| Network::of_bytes(include_bytes!("../../data/reader.bin"))).as_ref()
}

/// What the network takes a request for; `None` without a network.
pub fn meaning(
    home: &CompiledHome,
    conversation: &Conversation,
    request: &Request<'_>,
    workspace: &mut Workspace,
) -> Option<Meaning> {
    let network = network()?;
    let Seen { example, entities } = seen(home, conversation, request, workspace);
    let mut meaning = Meaning { least: 1.0, ..Meaning::default() };
    let mut taken: SmallVec<[Meant; 8]> = SmallVec::new();
    for reading in network.read(&example, LEAST, &mut workspace.reader) {
        let Some(&meant) = entities.get(reading.candidate as usize) else { continue };
        let Some(id) = command_id(home, meant, reading.command as usize) else { continue };
        meaning.likelihoods.push((meant, id.to_owned(), reading.likelihood));
        if taken.contains(&meant) {
            continue;
        }
        if reading.likelihood < HALF {
            meaning.other = meaning.other.max(reading.likelihood);
            continue;
        }
        taken.push(meant);
        meaning.least = meaning.least.min(reading.likelihood);
        match meaning.commands.iter_mut().find(|command| command.capability == id) {
            Some(command) => command.entities.push(meant),
            None => meaning
                .commands
                .push(MeantCommand { capability: id.to_owned(), entities: SmallVec::from_slice(&[meant]) }),
        }
    }
    meaning.looked_at = entities;
    Some(meaning)
}

/// The id of a command by its place among those of [`super::example::entity`].
fn command_id(home: &CompiledHome, meant: Meant, place: usize) -> Option<&str> {
    match meant {
        Meant::Scene(_) => (place == 0).then_some(SCENE_EXECUTE),
        Meant::Device(index) => {
            let profile = home.device(index)?.profile;
            home.capabilities(profile).nth(place).map(|capability| home.capability_id(capability))
        }
    }
}
