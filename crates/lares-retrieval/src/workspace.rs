//! Memory that requests use one after another, so that they ask the allocator for little more than their answers.
//!
//! It holds nothing that an answer depends on: whatever is taken from it is emptied before.

use std::cell::RefCell;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

use hashbrown::HashMap;
use lares_embedding::features::FeatureReader;
use lares_home::ProfileIndex;
use smallvec::SmallVec;

use crate::capability::CapabilityFit;
use crate::documents::Capability;

/// The memory of one thread. [`crate::retrieve_in`] works in it; whoever answers many requests keeps one for each thread.
#[derive(Default)]
pub struct Workspace {
    pub(crate) language: lares_language::Workspace,
    pub(crate) memory: Memory,
}

impl fmt::Debug for Workspace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Workspace").finish_non_exhaustive()
    }
}

/// What the stages of a request take their memory from. Several commands of one request are looked at within each other,
/// so that there may be several of everything.
#[derive(Default)]
pub(crate) struct Memory {
    reader: RefCell<FeatureReader>,
    vectors: RefCell<Vec<Vec<f32>>>,
    texts: RefCell<Vec<String>>,
    fits: RefCell<Vec<Fits>>,
}

/// How commands and profiles fit an action.
#[derive(Default)]
pub(crate) struct Fits {
    pub(crate) capabilities: HashMap<Capability, Option<Rc<CapabilityFit>>>,
    pub(crate) profiles: HashMap<ProfileIndex, ProfileFits>,
    /// What earlier ones were written in, of which nobody has a share any more.
    spare: Vec<Rc<CapabilityFit>>,
    spare_profiles: Vec<ProfileFits>,
}

impl Fits {
    /// Shares how a command fits.
    pub(crate) fn shared(&mut self, fit: CapabilityFit) -> Rc<CapabilityFit> {
        shared_in(self.spare.pop(), fit)
    }

    /// Shares how the commands of a profile fit.
    pub(crate) fn shared_profile(&mut self, fits: Fitted) -> ProfileFits {
        shared_in(self.spare_profiles.pop(), fits)
    }

    fn clear(&mut self) {
        for (_, mut fits) in self.profiles.drain() {
            if let Some(fits) = Rc::get_mut(&mut fits) {
                fits.clear();
            } else {
                continue;
            }
            self.spare_profiles.push(fits);
        }
        let unshared = self.capabilities.drain().filter_map(|(_, fit)| fit);
        self.spare.extend(unshared.filter(|fit| Rc::strong_count(fit) == 1));
    }
}

/// Shares a value in memory of an earlier one, where there is some.
fn shared_in<T>(spare: Option<Rc<T>>, value: T) -> Rc<T> {
    let Some(mut spare) = spare else { return Rc::new(value) };
    match Rc::get_mut(&mut spare) {
        Some(place) => {
            *place = value;
            spare
        }
        None => Rc::new(value),
    }
}

/// The commands of a profile that fit, best first.
pub(crate) type ProfileFits = Rc<Fitted>;

/// Commands that fit, best first.
pub(crate) type Fitted = SmallVec<[Rc<CapabilityFit>; 4]>;

impl Memory {
    /// Has an embedder read a text in the memory of earlier ones.
    pub(crate) fn reading<T>(&self, read: impl FnOnce(&mut FeatureReader) -> T) -> T {
        match self.reader.try_borrow_mut() {
            Ok(mut reader) => read(&mut reader),
            Err(_) => read(&mut FeatureReader::default()),
        }
    }

    /// A vector of zeros.
    pub(crate) fn vector(&self, dimensions: usize) -> Vector<'_> {
        let known = self.vectors.try_borrow_mut().ok().and_then(|mut vectors| vectors.pop());
        let mut numbers = known.unwrap_or_default();
        numbers.clear();
        numbers.resize(dimensions, 0.0);
        Vector { numbers, memory: self }
    }

    /// A text without a letter.
    pub(crate) fn text(&self) -> Text<'_> {
        let known = self.texts.try_borrow_mut().ok().and_then(|mut texts| texts.pop());
        let mut letters = known.unwrap_or_default();
        letters.clear();
        Text { letters, memory: self }
    }

    /// Tables without an entry.
    pub(crate) fn fits(&self) -> EmptiedFits<'_> {
        let known = self.fits.try_borrow_mut().ok().and_then(|mut fits| fits.pop());
        EmptiedFits { fits: known.unwrap_or_default(), memory: self }
    }
}

/// A vector that goes back where it came from.
pub(crate) struct Vector<'m> {
    numbers: Vec<f32>,
    memory: &'m Memory,
}

impl Vector<'_> {
    pub(crate) fn numbers(&mut self) -> &mut [f32] {
        &mut self.numbers
    }
}

impl Deref for Vector<'_> {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.numbers
    }
}

impl Drop for Vector<'_> {
    fn drop(&mut self) {
        if let Ok(mut vectors) = self.memory.vectors.try_borrow_mut() {
            vectors.push(std::mem::take(&mut self.numbers));
        }
    }
}

/// A text that goes back where it came from.
pub(crate) struct Text<'m> {
    letters: String,
    memory: &'m Memory,
}

impl Text<'_> {
    pub(crate) fn letters(&mut self) -> &mut String {
        &mut self.letters
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.letters
    }
}

impl Drop for Text<'_> {
    fn drop(&mut self) {
        if let Ok(mut texts) = self.memory.texts.try_borrow_mut() {
            texts.push(std::mem::take(&mut self.letters));
        }
    }
}

/// Tables that go back where they came from.
pub(crate) struct EmptiedFits<'m> {
    pub(crate) fits: Fits,
    memory: &'m Memory,
}

impl Drop for EmptiedFits<'_> {
    fn drop(&mut self) {
        self.fits.clear();
        if let Ok(mut fits) = self.memory.fits.try_borrow_mut() {
            fits.push(std::mem::take(&mut self.fits));
        }
    }
}
