//! Words directly beside what is named in English that would be orders or amounts elsewhere: the feed of a camera, the one
//! step by which a fan goes up, the warm of a warm orange.

use lares_home::Act;
use lares_home::catalogue::catalogue;
use smol_str::SmolStr;

use super::Reader;
use super::besides::washes_clothes;
use crate::action::{Level, Unit, Value};
use crate::lexicon::{Asks, Sense, lexicon};
use crate::parser::frame::{Head, RoomMention};
use crate::parser::lattice::Token;
use crate::parser::render::{is_of, moves_up_and_down};

impl Reader<'_, '_> {
    /// Reads such a word, and says how many tokens it was.
    pub(super) fn beside_names(&mut self, index: usize, token: &Token) -> Option<usize> {
        if !self.clause.text.get(token.start).is_some_and(char::is_ascii) {
            return None;
        }
        self.sets_it(index, token);
        self.seen_on_camera(index, token);
        self.camera_feed(index, token)
            .or_else(|| self.lights_of_room(token))
            .or_else(|| self.put_on(index, token))
            .or_else(|| self.stays_as_it_is(index, token))
            .or_else(|| self.more_open(index, token))
            .or_else(|| self.its_fan(index, token))
            .or_else(|| self.portion(token))
            .or_else(|| self.pulls_power(token))
            .or_else(|| self.tonight(token))
            .or_else(|| self.power_of_microwave(token))
            .or_else(|| self.water_of_washer(index, token))
            .or_else(|| self.does_programme(index, token))
            .or_else(|| self.all_the_way(index, token))
            .or_else(|| self.is_at_home(index, token))
            .or_else(|| self.one_step(index, token))
            .or_else(|| self.tint(index, token))
    }

    /// "Kill the yard cam feed": what a camera shows, and nobody is fed.
    fn camera_feed(&mut self, index: usize, token: &Token) -> Option<usize> {
        if !matches!(self.said(token).as_str(), "feed" | "feeds") {
            return None;
        }
        let before = index.checked_sub(1).and_then(|before| self.token(before))?;
        let last = self.frame.targets.last()?;
        let shows = is_of(last, self.clause.vocabulary, &["Camera", "DoorBell"]);
        if !before.is_target() || !shows {
            return None;
        }
        // "Get the yard cam feed up"
        let up = self.token(index + 1).is_some_and(|next| self.said(next) == "up");
        if up && self.frame.verb.is_none_or(|verb| verb.weak) {
            self.frame.verb = lexicon().verb("pull up the feed");
            return Some(2);
        }
        Some(1)
    }

    /// "The lamp by the swing, put it on", "shut it down": to switch it, where nothing follows that it is to be put on.
    fn put_on(&mut self, index: usize, token: &Token) -> Option<usize> {
        token.verb()?;
        let switch = match self.said(token).as_str() {
            "put it on" | "put them on" | "put that on" | "put those on" | "stick it on"
            | "stick them on" | "stick that on" | "pop it on" | "pop them on" | "pop that on" => "turn on",
            "shut it down" | "shut them down" | "shut that down" | "shut this down" | "power it down" => {
                "turn off"
            }
            _ => return None,
        };
        let ends = self.token(index + 1).is_none_or(|behind| {
            behind.separator().is_some()
                || behind.particle().is_some() && behind.value().is_none() && behind.level().is_none()
        });
        if !ends || self.frame.verb.is_some_and(|verb| !verb.weak) {
            return None;
        }
        if self.frame.targets.is_empty() && self.phrase.is_empty() && self.clause.last.is_none() {
            self.phrase.head = Head::Last;
            self.close_phrase();
        }
        self.frame.verb = lexicon().verb(switch);
        Some(1)
    }

    /// "… but leave the fan running": how it is left, and nothing of the others.
    fn stays_as_it_is(&mut self, index: usize, token: &Token) -> Option<usize> {
        let left = self.excluding
            && matches!(
                self.said(token).as_str(),
                "running" | "going" | "playing" | "lit" | "alone" | "be" | "as it is"
            );
        let ends = self.token(index + 1).is_none_or(|behind| {
            behind.separator().is_some() || behind.conjunction().is_some() || behind.particle().is_some()
        });
        (left && ends).then_some(1)
    }

    /// "Use hot water on the washer", "washer on heavy hot water": how warm it washes, and no boiler.
    fn water_of_washer(&mut self, _: usize, token: &Token) -> Option<usize> {
        let said = self.said(token);
        let warmth = said.strip_suffix(" water")?;
        if !self.is_water_of_washer(token) || self.asks.is_some() {
            return None;
        }
        let value = Value::Word { text: warmth.into(), key: Some(warmth.into()) };
        self.set_value(value, token.start, token.end, None);
        self.frame.property = catalogue().property("water_temperature");
        self.frame.value_text = warmth.into();
        Some(1)
    }

    /// Whether a word for hot water, said beside a washer or of the wash, is how warm it washes.
    pub(super) fn is_water_of_washer(&self, token: &Token) -> bool {
        let said = self.said(token);
        let warmth = said.strip_suffix(" water");
        let washes = |token: &Token| {
            let wash = token.verb().is_some_and(|verb| verb.nouns.iter().copied().any(washes_clothes));
            wash || token.noun().is_some_and(washes_clothes)
        };
        token.noun().is_some()
            && warmth.is_some_and(|warmth| matches!(warmth, "hot" | "cold" | "warm" | "cool"))
            && self.clause.tokens.iter().any(washes)
    }

    /// "20 grams for the cat feeder": how much it gives.
    fn portion(&mut self, token: &Token) -> Option<usize> {
        let weighs = matches!(self.said(token).as_str(), "grams" | "gram" | "grammes")
            && matches!(self.frame.value, Some(Value::Number { unit: Unit::None, .. }))
            && self.frame.property.is_none();
        if weighs {
            self.frame.property = catalogue().property("portion");
        }
        weighs.then_some(1)
    }

    /// "How much juice is the fire pulling": the power that it draws, and no battery.
    fn pulls_power(&mut self, token: &Token) -> Option<usize> {
        let draws =
            matches!(self.said(token).as_str(), "pulling" | "drawing" | "guzzling" | "using" | "sucking");
        let battery = self.frame.property.is_some() && self.frame.property == catalogue().property("battery");
        if !draws || !battery || self.asks.is_none() {
            return None;
        }
        self.frame.property = catalogue().property("power");
        Some(1)
    }

    /// "Moon lamp purple tonight": what is to be seen tonight is set now.
    fn tonight(&self, token: &Token) -> Option<usize> {
        let colored = matches!(self.frame.value, Some(Value::Color { .. }));
        (colored && matches!(self.said(token).as_str(), "tonight" | "for tonight")).then_some(1)
    }

    /// "Microwave at half power": a value of its own, and no level.
    fn power_of_microwave(&mut self, token: &Token) -> Option<usize> {
        let value = token.value().filter(|_| self.said(token).ends_with(" power"))?;
        let microwave = lexicon().noun("microwave");
        let cooks = self.nouns_said().iter().any(|&noun| Some(noun) == microwave);
        if !cooks || self.frame.value.is_some() || self.asks.is_some() {
            return None;
        }
        let text = self.said(token);
        let named = Value::Word { text: text.to_string(), key: Some(value.key.to_string()) };
        self.set_value(named, token.start, token.end, None);
        self.frame.property = catalogue().property("heat_level");
        self.frame.value_text = text;
        Some(1)
    }

    /// "… set it to cool": an order of its own, and what it is set to is no wish for less of anything.
    fn sets_it(&mut self, index: usize, token: &Token) {
        let said = self.said(token);
        let sets =
            matches!(said.as_str(), "set it to" | "put it to" | "put it on" | "set it on" | "switch it to");
        let ordered = self.frame.has_target()
            && self.frame.verb.is_some_and(|verb| {
                !verb.weak
                    && matches!(
                        verb.acts.first(),
                        Some(Act::On | Act::Off | Act::Start | Act::Open | Act::Close)
                    )
            })
            && self.frame.value.is_none()
            && self.asks.is_none()
            && !self.excluding;
        if sets && ordered && token.verb().is_some() {
            self.flush();
            self.extend_span(token);
            self.joined = false;
        }
        let before =
            index.checked_sub(1).and_then(|before| self.token(before)).map(|before| self.said(before));
        let is_mode = |sense: &Sense| matches!(sense, Sense::Value(value) if value.property.is_some() && value.property == catalogue().property("mode"));
        if token.adjective().is_some()
            && token.senses.iter().any(is_mode)
            && before.is_some_and(|before| {
                matches!(before.as_str(), "set it to" | "put it to" | "switch it to" | "set to")
            })
        {
            self.frame.goal = true;
        }
    }

    /// "Porch lights", "Bernard's lights": all the lamps of that room, where nothing is called just so.
    fn lights_of_room(&mut self, token: &Token) -> Option<usize> {
        let said = self.said(token);
        let place = said.strip_suffix(" lights").filter(|place| !place.is_empty())?;
        let vocabulary = self.clause.vocabulary;
        if !token.is_target()
            || !self.phrase.is_empty()
            || !self.pending_text.is_empty()
            || self.excluding
            || self.joined
        {
            return None;
        }
        let whole = token
            .name()
            .and_then(|name| vocabulary.names.get(name as usize))
            .is_some_and(|name| name.devices.iter().any(|(_, whole)| *whole));
        let light = lexicon().noun("light")?;
        let rooms = vocabulary.match_room(place);
        let several = rooms
            .iter()
            .any(|&room| vocabulary.is_pair_there(room, light) || vocabulary.room_has_noun(room, light));
        if whole || !several {
            return None;
        }
        let room = rooms.first().and_then(|room| vocabulary.room_names.get(room.0 as usize))?;
        let said = if vocabulary.match_room(room) == rooms { SmolStr::from(&**room) } else { place.into() };
        self.phrase.rooms.push(RoomMention { said, floor: false, rooms });
        self.phrase.head = Head::Noun(light);
        self.phrase.text = "lights".into();
        let phrase = std::mem::take(&mut self.phrase);
        if self.frame.has_target() && self.frame.has_action() && self.frame.targets_first {
            self.flush();
            self.extend_span(token);
        }
        self.phrase = phrase;
        if self.frame.verb.is_none() && self.frame.targets.is_empty() {
            self.frame.targets_first = true;
        }
        self.close_phrase();
        Some(1)
    }

    /// "Curtains a bit more open": by so much, and not all the way.
    fn more_open(&mut self, index: usize, token: &Token) -> Option<usize> {
        let up = match self.said(token).as_str() {
            "open" => true,
            "closed" | "shut" => false,
            _ => return None,
        };
        let more = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            matches!(
                self.said(before).as_str(),
                "a bit more"
                    | "a little more"
                    | "a tad more"
                    | "a touch more"
                    | "slightly more"
                    | "some more"
            )
        });
        let moves = self.frame.targets.iter().all(|target| moves_up_and_down(target, self.clause.vocabulary));
        let open = self.frame.value.is_none() && self.frame.verb.is_none_or(|verb| verb.weak);
        if !more
            || !moves
            || !open
            || !self.frame.has_target()
            || self.asks.is_some()
            || self.clause.condition
        {
            return None;
        }
        self.frame.property = catalogue().property("position");
        self.frame.direction = Some(up);
        self.degree = None;
        Some(1)
    }

    /// "The Dyson fan on": the fan that was named, and no mode of it.
    fn its_fan(&mut self, index: usize, token: &Token) -> Option<usize> {
        let before = index.checked_sub(1).and_then(|before| self.token(before))?;
        let last = self.frame.targets.last()?;
        let is_fan = is_of(last, self.clause.vocabulary, &["Fan"]);
        let on = match self.said(token).as_str() {
            "fan on" => "turn on",
            "fan off" => "turn off",
            "fan" => "",
            _ => return None,
        };
        let behind_name = before.name().is_some() && before.noun().is_none() && before.end + 1 == token.start;
        if !is_fan || !behind_name || self.joined || self.excluding {
            return None;
        }
        if !on.is_empty() && self.frame.verb.is_none_or(|verb| verb.weak) {
            self.frame.verb = lexicon().verb(on);
        }
        Some(1)
    }

    /// "Show me Kabir on the baby cam": whoever is to be seen there is no part of what the camera is called.
    fn seen_on_camera(&mut self, index: usize, token: &Token) {
        let before =
            index.checked_sub(1).and_then(|before| self.token(before)).map(|before| self.said(before));
        let on =
            before.is_some_and(|before| matches!(before.as_str(), "on the" | "on" | "through the" | "on my"));
        let Some(camera) = lexicon().noun("camera").filter(|_| on && !self.pending_text.is_empty()) else {
            return;
        };
        let vocabulary = self.clause.vocabulary;
        let named = token.name().and_then(|name| vocabulary.names.get(name as usize));
        let shows = token.noun().is_some_and(|noun| lexicon().is_a(noun, camera))
            || named.is_some_and(|name| {
                name.devices
                    .iter()
                    .flat_map(|(device, _)| vocabulary.device_nouns(*device))
                    .any(|&noun| lexicon().is_a(noun, camera))
            });
        let looks =
            self.frame.verb.is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::Query));
        if shows && looks {
            self.pending_text.clear();
        }
    }

    /// "Do the heavy cycle": what is to be done, and no question.
    fn does_programme(&self, index: usize, token: &Token) -> Option<usize> {
        let next = self.token(index + 1)?;
        (self.said(token) == "do the" && is_programme(next)).then_some(1)
    }

    /// "Tom's light right up": as far as it goes.
    fn all_the_way(&mut self, index: usize, token: &Token) -> Option<usize> {
        let level = match self.said(token).as_str() {
            "right up" | "full up" => Level::Max,
            "right down" => Level::Min,
            _ => return None,
        };
        let ends = self.token(index + 1).is_none_or(|behind| {
            behind.separator().is_some() || behind.conjunction().is_some() || behind.particle().is_some()
        });
        let open = self.frame.value.is_none() && self.frame.verb.is_none_or(|verb| verb.weak);
        let shines =
            self.frame.targets.iter().all(|target| is_of(target, self.clause.vocabulary, &["Light"]));
        if !ends || !open || !self.frame.has_target() || !shines {
            return None;
        }
        self.set_value(Value::Level(level), token.start, token.end, None);
        self.frame.value_text = if level == Level::Max { "max" } else { "min" }.into();
        Some(1)
    }

    /// "Is Bernard in": whoever is called so, and nothing that is his.
    fn is_at_home(&mut self, index: usize, token: &Token) -> Option<usize> {
        let someone = index.checked_sub(1).and_then(|before| self.token(before))?;
        let asked = self.asks == Some(Asks::Polar) && someone.name().is_some() && someone.noun().is_none();
        let ends = self.token(index + 1).is_none_or(|behind| behind.separator().is_some());
        if self.said(token) != "in" || !asked || !ends || self.frame.verb.is_some() {
            return None;
        }
        self.frame.property = catalogue().property("presence");
        Some(1)
    }

    /// "Ceiling fan up one": by one step, and not one of several.
    fn one_step(&mut self, index: usize, token: &Token) -> Option<usize> {
        if self.said(token) != "one" || self.joined || self.asks.is_some() || self.frame.value.is_some() {
            return None;
        }
        let before = index.checked_sub(1).and_then(|before| self.token(before))?;
        // "fan, speed one", "up by one"
        let said = self.said(before);
        let two_before = index.checked_sub(2).and_then(|before| self.token(before));
        let by = said == "by"
            && two_before.is_some_and(|before| matches!(self.said(before).as_str(), "up" | "down"));
        let directs = by || matches!(said.as_str(), "up" | "down" | "speed" | "fan speed");
        let next = self.token(index + 1);
        // "Back down one": where nothing else is named it goes on from what was done last.
        let alone = !said.ends_with("speed")
            && next.is_none_or(|next| next.separator().is_some() || next.conjunction().is_some());
        let counts = next.is_some_and(|next| {
            next.unit().is_some() || next.noun().is_some() || next.name().is_some() || next.is_unknown()
        });
        let of_speed = said.ends_with("speed") && self.frame.verb.is_none_or(|verb| verb.weak);
        if !directs || counts || !(self.frame.has_target() || of_speed || alone) {
            return None;
        }
        self.set_value(Value::Number { number: 1.0, unit: Unit::None }, token.start, token.end, None);
        self.frame.value_text = "1".into();
        Some(1)
    }

    /// "Govee battery?": of what is asked that only begins like several names of the home.
    pub(super) fn asks_of_unknown(&self, text: &str) -> bool {
        self.frame.property.is_some()
            && self.frame.verb.is_none()
            && self.frame.value.is_none()
            && self.frame.direction.is_none()
            && text.len() > 2
            && text.chars().all(|letter| letter.is_ascii_alphanumeric())
            && self.clause.vocabulary.is_held_by_name(text)
    }

    /// "A nice warm orange", "a soft pink": a shade of the colour behind it, and nothing that is to grow or to fall.
    fn tint(&mut self, index: usize, token: &Token) -> Option<usize> {
        let colored = self.token(index + 1).is_some_and(|next| {
            next.color().is_some() && !next.is_target() && !self.said(next).ends_with("white")
        });
        let shades = token.adjective().is_some() && !token.is_target() && !self.frame.goal;
        (colored && shades && self.frame.value.is_none() && self.degree.is_none()).then_some(1)
    }
}

/// A value by name that is nothing else.
pub(super) fn is_programme(token: &Token) -> bool {
    token.value().is_some()
        && token.verb().is_none()
        && token.noun().is_none()
        && token.name().is_none()
        && token.scene().is_none()
}
