//! Warmer and colder, said of what was last spoken of: of a lamp it is the tone of its light, of what heats or cools its
//! temperature, whatever else the words may be said of (再凉一点, "a bit warmer").

use lares_home::{Act, catalogue};
use lares_language::command_array::ANY;
use lares_language::{Language, ParsedCommand};

use crate::again::moved_last;
use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::sized::steps_of;

/// Cold, in Chinese: 凉 sounds like a word for bright.
const COLD: [char; 2] = ['凉', '冷'];

/// The command on what was last spoken of, where it is warmed and cooled in another way than the words were taken for.
pub(crate) fn of_last(
    home: &CompiledHome,
    talk: &Conversation,
    parsed: &ParsedCommand,
    language: Language,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let untold = parsed.spoken.n == ANY && (parsed.target_left_out || parsed.implied);
    let up = match parsed.action.acts.first()? {
        Act::Up => true,
        Act::Down => false,
        _ => return None,
    };
    if !untold || parsed.spoken.s != ANY || parsed.action.value.is_some() {
        return None;
    }
    let temperature = catalogue().property("temperature")?;
    let tone = catalogue().property("color_temperature")?;
    let said = *parsed.action.properties.first()?;
    let cold = parsed.words.contains(COLD);
    let misheard = Some(said) == catalogue().property("brightness") && up && cold;
    if said != temperature && said != tone && !misheard {
        return None;
    }
    // A lower temperature of the light is the warmer one.
    let warmer = if said == temperature { up } else { !up };
    let newest = talk.fresh(now_ms, &home.config).next()?;
    let [only] = newest.devices.as_slice() else { return None };
    let steps = steps_of(home, home.device_by_id(only)?);
    if steps.contains(&said) {
        return None;
    }
    let (property, up) = [(temperature, warmer && !misheard), (tone, !warmer || misheard)]
        .into_iter()
        .find(|(property, _)| steps.contains(property))?;
    Some(moved_last(parsed, property, up, language))
}
