//! What can harm is chosen only where it is what was said: unlocking for a lock, opening for a door, `on` for a valve.
//!
//! Never as a graceful equivalent (`turn on the garage door`), never by a cosine, never from setting without a value.
//! The targets of such a command must have been said as well: by name, by a noun that means nothing else, or as what
//! was just spoken of; [`crate::command`] and [`crate::sweep`] see to that.

use lares_home::{Act, Intent};
use lares_language::{Action, Value};

use crate::fit::as_switching;
use crate::properties::known;

/// Whether a command means exactly what the action says: one of its readings, the property and the value.
pub(crate) fn is_meant(action: &Action, intents: &[Intent]) -> bool {
    let switched = as_switching(action);
    let action = switched.as_ref().unwrap_or(action);
    intents.iter().any(|intent| action.acts.contains(&intent.act) && agrees(action, intent))
}

fn agrees(action: &Action, intent: &Intent) -> bool {
    let known = known();
    let property = match intent.property {
        None => action.properties.iter().all(|said| known.is_state(*said)),
        Some(own) => action.properties.iter().any(|said| known.akin(*said, own, false) > 0.8),
    };
    let value = match (&intent.key, &action.value) {
        (Some(key), Some(Value::Word { text, key: said })) => {
            return said.as_deref() == Some(key) || text.eq_ignore_ascii_case(key);
        }
        (Some(_), _) => false,
        (None, value) => intent.act != Act::Set || value.is_some(),
    };
    property && value
}

/// Whether the act says by itself what kind of thing it is done to, so that a nameless target is no guess.
pub(crate) fn names_its_kind(action: &Action) -> bool {
    matches!(action.acts.first(), Some(Act::Unlock | Act::Disarm))
}

/// Setting, without a word about what to or to what.
pub(crate) fn says_nothing(action: &Action) -> bool {
    action.acts.first() == Some(&Act::Set) && action.value.is_none() && action.properties.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares_home::catalogue;

    fn action(acts: &[Act]) -> Action {
        Action { acts: acts.into(), ..Action::default() }
    }

    fn intents(texts: &[&str]) -> Vec<Intent> {
        texts.iter().map(|text| Intent::parse(text, |id| catalogue().property(id)).unwrap()).collect()
    }

    #[test]
    fn exactly_what_was_said() {
        let unlock = intents(&["unlock", "open"]);
        assert!(is_meant(&action(&[Act::Unlock]), &unlock));
        assert!(is_meant(&action(&[Act::On, Act::Open, Act::Start]), &unlock), "打开");
        assert!(is_meant(&action(&[Act::On]), &intents(&["open", "on"])), "a valve");
        let disarmed = Value::Word { text: "撤防".into(), key: Some("disarmed".into()) };
        let set =
            Action { acts: vec![Act::Set].into(), properties: Default::default(), value: Some(disarmed) };
        assert!(is_meant(&set, &intents(&["disarm", "set:security=disarmed"])));
    }

    #[test]
    fn nothing_that_is_only_like_it() {
        let unlock = intents(&["unlock", "open"]);
        for acts in [
            &[Act::Set][..],
            &[Act::Lock],
            &[Act::Lock, Act::Close],
            &[Act::On],
            &[Act::Off],
            &[Act::Up],
            &[Act::Toggle],
            &[Act::Press],
            &[Act::Cancel],
            &[],
        ] {
            assert!(!is_meant(&action(acts), &unlock), "{acts:?}");
        }
        assert!(!is_meant(&action(&[Act::On]), &intents(&["open"])), "turn on the garage door");
        assert!(!is_meant(&action(&[Act::Unlock]), &[]), "by a cosine");
        let schedule = intents(&["set:schedule"]);
        assert!(!is_meant(&action(&[Act::Set]), &schedule));
        let volume = catalogue().property("volume").into_iter().collect();
        let louder = Action { acts: vec![Act::Open].into(), properties: volume, value: None };
        assert!(!is_meant(&louder, &unlock));
    }

    #[test]
    fn an_empty_set_says_nothing() {
        assert!(says_nothing(&action(&[Act::Set])));
        assert!(!says_nothing(&action(&[Act::On])));
        assert!(names_its_kind(&action(&[Act::Unlock])) && !names_its_kind(&action(&[Act::Open])));
    }
}
