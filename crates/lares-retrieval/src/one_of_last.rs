//! One of the things that were just spoken of, told by its size or place alone: 打开洗衣机, 小的那个; "close the blinds", "the
//! left one".

use lares_language::ParsedCommand;
use lares_language::lexicon::lexicon;

use crate::again::same_of;
use crate::conversation::Conversation;
use crate::follow_up::bare;
use crate::index::CompiledHome;

/// Among more devices nobody tells one so.
const MOST: usize = 6;
/// What stands around the word that tells which.
const ENDS: [&str; 12] =
    ["吧", "呢", "那个", "那台", "那盏", "那间", "那边", "的那一个", "的", " ones", " one", " please"];

/// The same for the one that is meant, where exactly one of the last devices is called so.
pub(crate) fn told(
    home: &CompiledHome,
    talk: &Conversation,
    text: &str,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let last = talk.last_action(now_ms, &home.config)?;
    let newest = talk.fresh(now_ms, &home.config).next()?;
    if !(2..=MOST).contains(&newest.devices.len()) || last.action.is_query() {
        return None;
    }
    let said = bare(text);
    let mut word = said.trim().strip_prefix("the ").unwrap_or(said.trim());
    if word.len() == said.trim().len() && said.is_ascii() {
        return None;
    }
    let mut pointed = said.is_ascii();
    while let Some(rest) = ENDS.iter().find_map(|end| word.strip_suffix(end)) {
        word = rest.trim_end();
        pointed = true;
    }
    let forms =
        lexicon().marks.iter().find(|forms| forms.iter().any(|form| form == word)).filter(|_| pointed)?;
    let holds = |name: &str| {
        forms.iter().any(|form| {
            if form.is_ascii() {
                name.split(' ').any(|part| part.eq_ignore_ascii_case(form))
            } else {
                name.contains(form.as_str())
            }
        })
    };
    let mut called = newest.devices.iter().filter_map(|id| home.device_by_id(id)).filter(|device| {
        home.device(*device).is_some_and(|device| {
            std::iter::once(&device.name).chain(&device.aliases).any(|name| holds(name))
        })
    });
    let (Some(one), None) = (called.next(), called.next()) else { return None };
    same_of(home, last, one, said)
}
