//! Stages 7 and 9 for the commands of a profile: structure where both sides are understood, vectors where not.

use std::rc::Rc;

use lares_home::{Act, ProfileIndex, catalogue};
use lares_language::{Action, Language, ParsedCommand, Value};

use crate::argument::in_words;
use crate::asked::Query;
use crate::documents::Capability;
use crate::fit::{Fit, FitArgument, attribute_fit, command_fit};
use crate::index::CompiledHome;
use crate::properties::known;
use crate::sensitive::is_meant;
use crate::workspace::{Fits, Fitted, Lent, Memory, ProfileFits};

/// What a cleaning robot has, which plays music as well: to pause it is to stop it on its way.
const ROAMS: &str = "robotCleaner";
const PLAYS: &str = "-mediaPlayback-";
const BESIDE: f32 = 0.03;
/// Two setpoints of one device are told apart by no more than this where neither was said.
const NEARLY: f32 = 0.02;

/// A command or attribute of a device, measured against an action.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CapabilityFit {
    pub(crate) capability: Capability,
    /// Stage 9's measure, 0..1.
    pub(crate) similarity: f32,
    /// Whether the similarity is structural.
    pub(crate) structural: bool,
    /// The calibrated cosine, 0..1; 0 without a vector.
    pub(crate) vector: f32,
    pub(crate) argument: FitArgument,
}

/// Measures profiles against one action, each once.
pub(crate) struct Fitting<'a> {
    home: &'a CompiledHome,
    action: &'a Action,
    language: Language,
    query: Query<'a>,
    /// Only this command counts (the answer to a question).
    only: Option<&'a str>,
    /// The words of which only the meaning is known: they may hold a value as well.
    said: Option<&'a str>,
    /// It was called an air conditioner.
    of_air_conditioner: bool,
    memory: &'a Memory,
    known: Lent<'a, Fits>,
}

impl<'a> Fitting<'a> {
    pub(crate) fn new(
        home: &'a CompiledHome,
        action: &'a Action,
        language: Language,
        query: Query<'a>,
        memory: &'a Memory,
        only: Option<&'a str>,
    ) -> Fitting<'a> {
        Fitting {
            home,
            action,
            language,
            query,
            only,
            said: None,
            of_air_conditioner: false,
            memory,
            known: memory.fits(),
        }
    }

    /// For a command: reads arguments out of its words where nothing but their meaning is known.
    pub(crate) fn of_command(self, parsed: &'a ParsedCommand) -> Fitting<'a> {
        let said = parsed.unread.then_some(parsed.words.as_str());
        // "The house AC" may be what a thermostat is called.
        let kind = parsed.spoken.n.rsplit(' ').next().and_then(|kind| self.home.vocabulary.noun(kind));
        let cools = kind.is_some_and(|kind| self.home.vocabulary.noun("air conditioner") == Some(kind));
        let of_air_conditioner = cools || parsed.spoken.t == "AirConditioner";
        Fitting { said, of_air_conditioner, ..self }
    }

    /// The capabilities of a profile that have anything to do with the action, best first.
    pub(crate) fn of_profile(&mut self, profile: ProfileIndex) -> ProfileFits {
        if let Some(found) = self.known.profiles.get(&profile).filter(|_| !self.home.linear) {
            return Rc::clone(found);
        }
        let (home, only) = (self.home, self.only);
        let mut fits: Fitted = home
            .capabilities(profile)
            .filter_map(|capability| self.of_capability(capability))
            .filter(|fit| only.is_none_or(|only| home.capability_id(fit.capability) == only))
            .collect();
        if fits.is_empty() && only.is_none() {
            let own = self.own_measure(profile);
            fits.extend(own.map(|fit| self.known.shared(fit)));
        }
        // Of most profiles one fits or none, and nothing else need be known of them.
        if fits.len() > 1 {
            self.put_in_order(&mut fits, profile);
        }
        let fits = self.known.shared_profile(fits);
        self.known.profiles.insert(profile, Rc::clone(&fits));
        fits
    }

    /// Sorts what fits of a profile, best first.
    fn put_in_order(&self, fits: &mut [Rc<CapabilityFit>], profile: ProfileIndex) {
        let home = self.home;
        let cools = |it| home.capability_id(it).contains("-airConditionerMode-");
        if !self.of_air_conditioner && !home.capabilities(profile).any(cools) {
            self.heat_before_cool(fits);
        }
        let covers = self.is_cover(profile);
        let roams = home.capabilities(profile).any(|it| home.capability_id(it).contains(ROAMS));
        // Equal ones stay in the profile's order, so that the choice does not depend on chance.
        let rank = |fit: &CapabilityFit| {
            let aside = roams && home.capability_id(fit.capability).contains(PLAYS);
            rank(home, fit, covers) - if aside { BESIDE } else { 0.0 }
        };
        fits.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    }

    /// "Set the thermostat to 21" where it heats and cools: what is set is the heating, unless so much warmth is only
    /// asked of a cooling. An air conditioner cools.
    fn heat_before_cool(&self, fits: &mut [Rc<CapabilityFit>]) {
        const SUMMER: [std::ops::RangeInclusive<f64>; 2] = [25.0..=40.0, 77.0..=100.0];
        let id = |fit: &CapabilityFit| self.home.capability_id(fit.capability);
        let heats = fits.iter().find(|fit| id(fit).contains("-thermostatHeatingSetpoint-"));
        let Some(heating) = heats.map(|fit| fit.similarity) else { return };
        let summer = match &self.action.value {
            Some(Value::Number { number, .. }) => SUMMER.iter().any(|range| range.contains(number)),
            _ => false,
        };
        let own = catalogue().property("cooling_temperature");
        let said = self.action.properties.iter().any(|property| Some(*property) == own);
        for fit in fits.iter_mut() {
            let cools = id(fit).contains("-thermostatCoolingSetpoint-");
            if cools && !said && !summer && (heating - fit.similarity).abs() < NEARLY {
                let similarity = heating - BESIDE / 2.0;
                *fit = Rc::new(CapabilityFit { similarity, ..fit.as_ref().clone() });
            }
        }
    }

    /// What a sensor that is asked how it is tells: what it measures first (the thermometer says 21 degrees).
    fn own_measure(&self, profile: ProfileIndex) -> Option<CapabilityFit> {
        let known = known();
        let general = self.action.is_query()
            && self.home.config.stages.fit
            && self.action.properties.iter().all(|said| known.is_state(*said));
        let sensor = self.home.home.profiles.get(profile.0 as usize).is_some_and(|it| it.commands.is_empty());
        if !general || !sensor {
            return None;
        }
        let capability = self.home.capabilities(profile).find(|capability| match capability {
            Capability::Attribute(index) => self.home.attribute(*index).is_some_and(|spec| {
                let mut told = spec.intents.iter().filter_map(|intent| intent.property);
                told.next().is_some_and(|property| !known.housekeeping.contains(&property))
            }),
            Capability::Command(_) => false,
        })?;
        Some(CapabilityFit {
            capability,
            similarity: 0.8,
            structural: true,
            vector: self.vector(capability),
            argument: FitArgument::None,
        })
    }

    /// Something that opens and closes, and has a switch beside: opening it is opening, not switching.
    fn is_cover(&self, profile: ProfileIndex) -> bool {
        let position = known().position;
        self.home.capabilities(profile).any(|capability| match capability {
            Capability::Command(index) => self
                .home
                .intents(index)
                .0
                .iter()
                .any(|intent| intent.act == Act::Set && intent.property == position),
            Capability::Attribute(_) => false,
        })
    }

    fn of_capability(&mut self, capability: Capability) -> Option<Rc<CapabilityFit>> {
        if let Some(found) = self.known.capabilities.get(&capability).filter(|_| !self.home.linear) {
            return found.clone();
        }
        let fit = self.measure(capability).map(|fit| self.known.shared(fit));
        self.known.capabilities.insert(capability, fit.clone());
        fit
    }

    fn measure(&self, capability: Capability) -> Option<CapabilityFit> {
        let stages = &self.home.config.stages;
        let question = self.action.is_query();
        let acts = !self.action.acts.is_empty() && stages.fit;
        let (fit, understood) = match capability {
            Capability::Command(index) => {
                // A question never chooses a command.
                if question {
                    return None;
                }
                let (intents, derived) = self.home.intents(index);
                if self.home.may_always_harm(index) && !is_meant(self.action, intents) {
                    return None;
                }
                let argument = self.home.command(index)?.argument.as_ref();
                (command_fit(self.action, intents, derived, argument), acts && !intents.is_empty())
            }
            Capability::Attribute(index) => {
                // And a command never an attribute.
                if !question {
                    return None;
                }
                let spec = self.home.attribute(index)?;
                let score = attribute_fit(self.action, spec);
                (Fit { score, argument: FitArgument::None }, acts && !spec.intents.is_empty())
            }
        };
        if understood && fit.score == 0.0 {
            return None;
        }
        let vector = self.vector(capability);
        let similarity = if understood { fit.score } else { vector };
        let argument = match (self.said, capability) {
            (Some(said), Capability::Command(index)) if !understood => self
                .home
                .command(index)
                .and_then(|command| command.argument.as_ref())
                .map_or(FitArgument::None, |argument| {
                    in_words(said, argument, self.memory).map_or(FitArgument::Missing, FitArgument::Value)
                }),
            _ => fit.argument,
        };
        (similarity > 0.05).then_some(CapabilityFit {
            capability,
            similarity,
            structural: understood,
            vector,
            argument,
        })
    }

    fn vector(&self, capability: Capability) -> f32 {
        if !self.home.config.stages.vector {
            return 0.0;
        }
        let Some(query) = self.query.vector() else { return 0.0 };
        let Some(row) = self.home.documents.row_of(capability, self.language) else { return 0.0 };
        let cosine = self.home.documents.cosine(&self.home.home, &*self.home.embedder, row, query);
        // A zero vector is near nothing, whatever the scale says about a cosine of 0.
        if cosine == 0.0 { 0.0 } else { self.home.embedder.calibrate(cosine).clamp(0.0, 1.0) }
    }
}

fn rank(home: &CompiledHome, fit: &CapabilityFit, covers: bool) -> f32 {
    let opens = match fit.capability {
        Capability::Command(index) if covers => {
            home.intents(index).0.first().is_some_and(|first| matches!(first.act, Act::Open | Act::Close))
        }
        _ => false,
    };
    // More than what a later reading of the words costs, less than any real difference.
    fit.similarity + if opens { 0.03 } else { 0.0 } + fit.vector * 0.001
}
