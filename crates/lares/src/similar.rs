//! The commands of a home that are nearest to a text, by vectors alone: to look at an embedder by itself.

use std::collections::HashSet;

use lares_embedding::dot;
use lares_home::Home;
use lares_language::Language;
use lares_retrieval::CompiledHome;
use lares_retrieval::documents::{attribute_text, command_text, written_in};

/// A command or attribute near a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Similar {
    /// Its id.
    pub capability_id: String,
    /// What it does or tells, in the home's language.
    pub description: String,
    /// The cosine, -1..1; 0 where either text has no vector.
    pub cosine: f32,
    /// The cosine on the embedder's calibrated scale, 0..1: 0.5 is as likely as not the same intent.
    pub score: f32,
    /// The devices that have it.
    pub devices: usize,
}

/// The nearest `count` distinct documents of a home in the language of the text, nearest first; equal ones in the
/// home's order.
pub(crate) fn similar(home: &CompiledHome, text: &str, count: usize) -> Vec<Similar> {
    let embedder = &*home.embedder;
    let language = written_in(text);
    let Some(query) = embedded(|out| embedder.embed_query(text, out), embedder.dimensions()) else {
        return Vec::new();
    };
    let mut seen: HashSet<(String, String)> = HashSet::new();
    let mut found = Vec::new();
    for (id, description, document, devices) in documents(&home.home, language) {
        if document.is_empty() || !seen.insert((id.to_owned(), document.clone())) {
            continue;
        }
        let row = embedded(|out| embedder.embed_document(&document, out), embedder.dimensions());
        let cosine = row.map_or(0.0, |row| dot(&row, &query));
        let score = if cosine == 0.0 { 0.0 } else { embedder.calibrate(cosine).clamp(0.0, 1.0) };
        found.push(Similar {
            capability_id: id.to_owned(),
            description: description.to_owned(),
            cosine,
            score,
            devices,
        });
    }
    found.sort_by(|a, b| b.cosine.total_cmp(&a.cosine));
    found.truncate(count);
    found
}

fn embedded(
    embed: impl FnOnce(&mut [f32]) -> Result<(), lares_embedding::EmbedError>,
    dimensions: usize,
) -> Option<Vec<f32>> {
    let mut vector = vec![0.0; dimensions];
    embed(&mut vector).ok().map(|()| vector)
}

/// Id, description, document and number of devices of every command and attribute.
fn documents(home: &Home, language: Language) -> impl Iterator<Item = (&str, &str, String, usize)> {
    let mut of_commands = vec![0; home.commands.len()];
    let mut of_attributes = vec![0; home.attributes.len()];
    for device in &home.devices {
        let Some(profile) = home.profiles.get(device.profile.0 as usize) else { continue };
        for index in &profile.commands {
            of_commands.get_mut(index.0 as usize).into_iter().for_each(|count| *count += 1);
        }
        for index in &profile.attributes {
            of_attributes.get_mut(index.0 as usize).into_iter().for_each(|count| *count += 1);
        }
    }
    let commands = home.commands.iter().zip(of_commands).map(move |(spec, devices)| {
        (spec.capability_id.as_str(), spec.description.as_str(), command_text(spec, language), devices)
    });
    let attributes = home.attributes.iter().zip(of_attributes).map(move |(spec, devices)| {
        (spec.capability_id.as_str(), spec.description.as_str(), attribute_text(spec, language), devices)
    });
    commands.chain(attributes)
}
