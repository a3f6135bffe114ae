//! Whether it came to what was ordered last: "is it done?", "did it go off?", 关好了吗, where no device is named.

use lares_home::{Act, Property, catalogue};
use lares_language::command_array::{ANY, LAST, UNKNOWN_CATEGORY};
use lares_language::{Action, ParsedCommand, Quantifier, SpokenCommand};
use smallvec::smallvec;

use crate::conversation::LastAction;
use crate::follow_up::{bare, words};

/// The question about the devices of the last command. `said` is in lower case and simplified.
pub(crate) fn told(last: &LastAction, said: &str) -> Option<ParsedCommand> {
    let bare = bare(said);
    let asked = words().just_done.iter().find(|asked| asked.said.contains(&bare))?;
    let act = *last.action.acts.first()?;
    // What a machine has come to is told by more than one state, and in other words.
    let property = state_of(act)?;
    let fits = asked.acts.is_empty() || asked.acts.contains(&act);
    if !fits {
        return None;
    }
    let entry = catalogue().property_entry(property)?;
    let spoken = SpokenCommand {
        a: if bare.is_ascii() { format!("query {}", entry.en) } else { format!("查询{}", entry.zh) },
        s: ANY.into(),
        n: LAST.into(),
        t: UNKNOWN_CATEGORY.into(),
        q: Quantifier::All,
        ..SpokenCommand::default()
    };
    let action = Action { acts: smallvec![Act::Query], properties: smallvec![property], value: None };
    Some(ParsedCommand { spoken, action, confidence: 0.85, words: bare, ..ParsedCommand::default() })
}

/// The state that an act changes.
fn state_of(act: Act) -> Option<Property> {
    let id = match act {
        Act::On | Act::Off => "onoff",
        Act::Lock | Act::Unlock => "lock_state",
        Act::Open | Act::Close => "open_state",
        Act::Start | Act::Stop | Act::Pause | Act::Resume | Act::Dock => "run_state",
        Act::Mute | Act::Unmute => "muted",
        _ => return None,
    };
    catalogue().property(id)
}
