//! Slips of the words of a home, in the order in which they would stand in one layer.

use super::layers::{Layers, Overlay};
use crate::slips::{Slip, SlipIndex, letter_keys, rough_key, sound_keys};

/// The words of a home by sound and by nearly their letters.
#[derive(Clone)]
pub(crate) struct HomeSlips(Layers);

impl From<Layers> for HomeSlips {
    fn from(layers: Layers) -> HomeSlips {
        HomeSlips(layers)
    }
}

impl HomeSlips {
    /// The words of the home that sound like this stretch of Han characters, other than itself.
    pub(crate) fn by_sound(&self, stretch: &[char], mut found: impl FnMut(Slip)) {
        let Some(own) = &self.0.own else { return self.base().by_sound(stretch, found) };
        sound_keys(stretch, |key| {
            self.slips(own, key, |index, number| index.heard(number, stretch))
                .into_iter()
                .for_each(&mut found);
        });
    }

    /// The words of the home that an English word is a slip of.
    pub(crate) fn by_letters(&self, stretch: &[char], mut found: impl FnMut(Slip)) {
        let Some(own) = &self.0.own else { return self.base().by_letters(stretch, found) };
        let mut seen = Vec::new();
        letter_keys(stretch, |key| {
            for slip in self.slips(own, key, |index, number| index.read(number, stretch)) {
                if !seen.contains(&slip.position) {
                    seen.push(slip.position);
                    found(slip);
                }
            }
        });
    }

    /// The names, rooms and scenes of the home that an English stretch sounds roughly like, as they are written.
    pub(crate) fn sounding(&self, stretch: &[char], is_wanted: impl Fn(u32) -> bool) -> Vec<Vec<char>> {
        let Some(key) = rough_key(stretch) else { return Vec::new() };
        let of_layer = |index: &SlipIndex, above: u32, hidden: &dyn Fn(u32) -> bool| -> Vec<Vec<char>> {
            let words = index.numbers(key).filter_map(|number| index.sounding(number, stretch));
            words
                .filter(|(position, _)| !hidden(*position) && is_wanted(position + above))
                .map(|(_, letters)| letters.to_vec())
                .collect()
        };
        let Some(own) = &self.0.own else { return of_layer(self.base(), 0, &|_| false) };
        let mut words = of_layer(self.base(), 0, &|position| own.hidden_words.contains(&position));
        words.extend(of_layer(&own.layer.slips, self.0.base.layer.words() as u32, &|_| false));
        words
    }

    fn base(&self) -> &SlipIndex {
        &self.0.base.layer.slips
    }

    /// The slips of both layers that have a key.
    fn slips(&self, own: &Overlay, key: u64, slip: impl Fn(&SlipIndex, u32) -> Option<Slip>) -> Vec<Slip> {
        let of_base = self.base().numbers(key).filter_map(|number| slip(self.base(), number));
        let of_base = of_base.filter(|slip| !own.hidden_words.contains(&slip.position));
        let above = self.0.base.layer.words() as u32;
        let index = &own.layer.slips;
        let of_own = index.numbers(key).filter_map(|number| slip(index, number));
        let of_own = of_own.map(|slip| Slip { position: slip.position + above, ..slip });
        let mut slips: Vec<Slip> = of_base.chain(of_own).collect();
        if slips.len() > 1 {
            slips.sort_by_key(|slip| self.0.rank(slip.position));
        }
        slips
    }
}
