//! What the commands and attributes of a home add to its words: values by name, and what can be switched.

use hashbrown::HashSet;
use lares_home::{Act, Home, Property};

use crate::lexicon::{Lexicon, Sense, lexicon, says_number};
use crate::normalise::fold_name;

/// What commands and attributes tell of values.
#[derive(Debug)]
pub(super) struct Values {
    /// Which named values of the lexicon some device of the home has, by their ids.
    present: Vec<bool>,
    /// The features that some command switches on.
    switched: HashSet<Property>,
}

impl Values {
    pub(super) fn compile(home: &Home) -> Values {
        let switched = home
            .commands
            .iter()
            .flat_map(|command| &command.intents)
            .filter(|intent| intent.act == Act::On)
            .filter_map(|intent| intent.property)
            .collect();
        Values { present: present_values(home, lexicon()), switched }
    }

    /// Whether some device has the lexicon's value of that id.
    pub(super) fn has(&self, value: u16) -> bool {
        self.present.get(usize::from(value)).copied().unwrap_or(false)
    }

    /// Whether some command switches this feature on.
    pub(super) fn can_switch(&self, property: Property) -> bool {
        self.switched.contains(&property)
    }
}

/// The words for values that only a vendor's value list names: those of the catalogue are in the lexicon. A word may come
/// more than once.
pub(super) fn own_words(home: &Home) -> Vec<String> {
    let lexicon = lexicon();
    let mut words = Vec::new();
    let arguments = home.commands.iter().filter_map(|command| command.argument.as_ref());
    for value in arguments.flat_map(|argument| &argument.values) {
        let text = fold_name(&value.description);
        let letters: Vec<char> = text.chars().collect();
        let told = |sense: &Sense| matches!(sense, Sense::State(_) | Sense::Person(_));
        let is_known = lexicon.lookup(&letters).is_some_and(|senses| !senses.iter().all(told));
        if letters.len() >= 2 && !is_known && !says_number(&text) {
            words.push(text);
        }
    }
    words
}

/// Which named values some command or attribute of the home has.
fn present_values(home: &Home, lexicon: &Lexicon) -> Vec<bool> {
    let mut present = vec![false; usize::from(lexicon.values.count)];
    let commands = home.commands.iter().map(|command| (&command.intents, &command.argument));
    let attributes = home.attributes.iter().map(|attribute| (&attribute.intents, &attribute.value));
    for (intents, argument) in commands.chain(attributes) {
        for property in intents.iter().filter_map(|intent| intent.property) {
            for &value in lexicon.values.listed(property) {
                present[usize::from(value)] = true;
            }
        }
        let property = intents.iter().find_map(|intent| intent.property);
        for value in argument.iter().flat_map(|argument| &argument.values) {
            if let Some(value) = lexicon.values.by_key(property, &value.key) {
                present[usize::from(value)] = true;
            }
        }
    }
    present
}
