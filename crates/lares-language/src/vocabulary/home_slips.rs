//! Slips of the words of a home, in the order in which they would stand in one layer.

use super::layers::{Layers, Overlay};
use crate::slips::{Said, Slip, SlipIndex, heard_keys, sound_keys};

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
    pub(crate) fn by_letters(&self, said: &Said<'_>, mut found: impl FnMut(Slip)) {
        let Some(own) = &self.0.own else { return self.base().by_letters(said, found) };
        let mut seen = Vec::new();
        for &key in said.keys() {
            for slip in self.slips(own, key, |index, number| index.read(number, said)) {
                if !seen.contains(&slip.position) {
                    seen.push(slip.position);
                    found(slip);
                }
            }
        }
    }

    /// The words of the home that sound like an English stretch, however they are written: their positions and letters.
    pub(crate) fn heard(&self, stretch: &[char], mut found: impl FnMut(u32, &[char])) {
        let own = self.0.own.as_ref();
        let above = self.0.base.layer.words() as u32;
        heard_keys(&Said::new(stretch), |key| {
            for (position, letters) in self.base().numbers(key).map(|number| self.base().word(number)) {
                if own.is_none_or(|own| !own.hidden_words.contains(&position)) {
                    found(position, letters);
                }
            }
            let Some(index) = own.map(|own| &own.layer.slips) else { return };
            for (position, letters) in index.numbers(key).map(|number| index.word(number)) {
                found(position + above, letters);
            }
        });
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
