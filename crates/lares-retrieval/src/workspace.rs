//! Memory that requests use one after another, so that they ask the allocator for little more than their answers.
//!
//! It holds nothing that an answer depends on: whatever is taken from it is emptied before.

use std::cell::RefCell;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use hashbrown::HashMap;
use lares_embedding::features::FeatureReader;
use lares_embedding::{EmbedError, Embedder};
use lares_home::{DeviceIndex, ProfileIndex};
use lares_language::vocabulary::NameMatches;
use lares_reader::Scratch;
use smallvec::SmallVec;

use crate::capability::CapabilityFit;
use crate::command::Scored;
use crate::documents::Capability;
use crate::embedded::EmbeddedTexts;
use crate::index::CompiledHome;
use crate::known_names::KnownNames;
use crate::meant_part::Part;
use crate::reader::meaning::Meaning;
use crate::sweep::Kind;

/// The memory of one thread. [`crate::retrieve_in`] works in it; whoever answers many requests keeps one for each thread.
#[derive(Default)]
pub struct Workspace {
    pub(crate) language: lares_language::Workspace,
    pub(crate) memory: Memory,
    /// What parts of an utterance are written in.
    pub(crate) parts: Vec<Part>,
    /// What the network reads in.
    pub(crate) reader: Scratch,
    /// What the network took the last request for.
    pub(crate) meaning: Meaning,
    /// What is done on its word works in memory of its own, so that what first readings left for the next ones stays there.
    pub(crate) second_language: lares_language::Workspace,
    pub(crate) second_memory: Memory,
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
    embedded: RefCell<EmbeddedTexts>,
    vectors: Pool<Vec<f32>>,
    texts: Pool<String>,
    fits: Pool<Fits>,
    devices: Pool<Vec<DeviceIndex>>,
    places: Pool<Vec<usize>>,
    scored: Pool<Vec<Scored>>,
    kinds: Pool<Vec<Kind>>,
    names: RefCell<KnownNames>,
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
}

impl Emptied for Fits {
    fn empty(&mut self) {
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
    /// Writes the vector that an embedder has for a text: as it is known from earlier ones, or read in their memory.
    pub(crate) fn embed(
        &self,
        embedder: &dyn Embedder,
        text: &str,
        out: &mut [f32],
    ) -> Result<(), EmbedError> {
        let (Ok(mut reader), Ok(mut embedded)) =
            (self.reader.try_borrow_mut(), self.embedded.try_borrow_mut())
        else {
            return embedder.embed_query(text, out);
        };
        embedded.write(embedder.name(), text, out, |out| embedder.embed_query_in(text, out, &mut reader))
    }

    /// From now on one request is answered, for one home, in however many readings.
    pub(crate) fn begin_request(&mut self) {
        self.names.get_mut().begin_request();
    }

    /// The devices that a name answers to, at most so many: each name of a request is looked for once.
    pub(crate) fn match_name(&self, home: &CompiledHome, name: &str, most: usize) -> NameMatches {
        match self.names.try_borrow_mut() {
            Ok(mut names) => names.find(home, name, most),
            Err(_) => home.vocabulary.match_name(name, most),
        }
    }

    /// A vector of zeros.
    pub(crate) fn vector(&self, dimensions: usize) -> Vector<'_> {
        let mut vector = self.vectors.lend();
        vector.resize(dimensions, 0.0);
        vector
    }

    /// A text without a letter.
    pub(crate) fn text(&self) -> Text<'_> {
        self.texts.lend()
    }

    /// A text in lower case.
    pub(crate) fn lower_case(&self, text: &str) -> Text<'_> {
        let mut lower = self.text();
        lower.extend(text.chars().flat_map(char::to_lowercase));
        lower
    }

    /// Tables without an entry.
    pub(crate) fn fits(&self) -> Lent<'_, Fits> {
        self.fits.lend()
    }

    /// A list without a device.
    pub(crate) fn devices(&self) -> Lent<'_, Vec<DeviceIndex>> {
        self.devices.lend()
    }

    /// So many numbers, all the same.
    pub(crate) fn numbers(&self, count: usize, number: usize) -> Lent<'_, Vec<usize>> {
        let mut numbers = self.places.lend();
        numbers.resize(count, number);
        numbers
    }

    /// A list without a scored device.
    pub(crate) fn scored(&self) -> Lent<'_, Vec<Scored>> {
        self.scored.lend()
    }

    /// A list without a kind of device.
    pub(crate) fn kinds(&self) -> Lent<'_, Vec<Kind>> {
        self.kinds.lend()
    }
}

/// What is emptied before it is used again, and keeps its memory.
pub(crate) trait Emptied: Default {
    fn empty(&mut self);
}

impl<T> Emptied for Vec<T> {
    fn empty(&mut self) {
        self.clear();
    }
}

impl Emptied for String {
    fn empty(&mut self) {
        self.clear();
    }
}

/// What nobody uses at the moment.
struct Pool<T>(RefCell<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool(RefCell::default())
    }
}

impl<T: Emptied> Pool<T> {
    fn lend(&self) -> Lent<'_, T> {
        let spare = self.0.try_borrow_mut().ok().and_then(|mut spare| spare.pop());
        Lent { own: spare.unwrap_or_default(), pool: self }
    }
}

/// Something that goes back where it came from, emptied.
pub(crate) struct Lent<'m, T: Emptied> {
    own: T,
    pool: &'m Pool<T>,
}

/// A vector that goes back where it came from.
pub(crate) type Vector<'m> = Lent<'m, Vec<f32>>;

/// A text that goes back where it came from.
pub(crate) type Text<'m> = Lent<'m, String>;

impl<T: Emptied> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.own
    }
}

impl<T: Emptied> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.own
    }
}

impl<T: Emptied> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        let mut own = std::mem::take(&mut self.own);
        own.empty();
        if let Ok(mut spare) = self.pool.0.try_borrow_mut() {
            spare.push(own);
        }
    }
}
