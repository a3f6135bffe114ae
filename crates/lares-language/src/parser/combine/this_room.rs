//! The room that no name tells: 房间 is a bedroom, and as often the one where the speaker stands.

use lares_home::RoomIndex;
use smallvec::smallvec;

use crate::lexicon::{Cue, Sense, lexicon};
use crate::parser::frame::{Frame, Head, RoomMention};
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// What it costs an order that nobody can tell which of several rooms is meant.
const UNTOLD: usize = 4;

/// 房间的灯关了 is said of the bedroom that the speaker stands in. Said elsewhere it is the home's only one; of several, one,
/// and which is for the person to say.
pub(super) fn this_room(frames: &mut [Frame], vocabulary: &HomeVocabulary, context: ParseContext) {
    for frame in frames {
        let mut untold = false;
        for target in frame.targets.iter_mut() {
            let [mention] = &mut target.rooms[..] else { continue };
            let Some(several) = chosen(mention, vocabulary, context.room) else { continue };
            untold |= several;
            target.single |= several && target.many.is_none() && matches!(target.head, Head::Noun(_));
        }
        let asks = frame.question.is_some();
        let named = frame.targets.iter().any(|target| target.head != Head::None);
        if untold && !asks && !named {
            frame.lost += UNTOLD;
        }
    }
}

/// Settles which rooms a mention means, and says whether they are several; `None` where it names its room.
fn chosen(mention: &mut RoomMention, vocabulary: &HomeVocabulary, here: Option<RoomIndex>) -> Option<bool> {
    if !lexicon().cue(Cue::ThisRoom).any(|word| word == mention.said) {
        return None;
    }
    let letters: Vec<char> = mention.said.chars().collect();
    let is_room = |sense: &&Sense| matches!(sense, Sense::Room(_));
    let kind = lexicon().lookup(&letters)?.iter().find(is_room)?;
    let all = vocabulary.rooms_within_sense(kind)?;
    match here.filter(|room| all.contains(room)) {
        Some(room) => mention.rooms = smallvec![room],
        None => mention.rooms = all,
    }
    Some(mention.rooms.len() > 1)
}
