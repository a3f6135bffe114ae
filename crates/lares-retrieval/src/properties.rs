//! The properties that retrieval itself knows by name, and which of them answer for one another.

use std::sync::OnceLock;

use lares_home::{Property, catalogue};

/// Properties by name, looked up once.
#[derive(Debug)]
pub(crate) struct Known {
    /// Properties of which a device with a value but no property said is meant, by the kind of value.
    pub(crate) percent: Vec<Property>,
    pub(crate) degree: Vec<Property>,
    pub(crate) gear: Vec<Property>,
    pub(crate) duration: Vec<Property>,
    pub(crate) rpm: Vec<Property>,
    pub(crate) channel: Option<Property>,
    pub(crate) count: Vec<Property>,
    pub(crate) color: Option<Property>,
    pub(crate) color_temperature: Option<Property>,
    pub(crate) state: Option<Property>,
    pub(crate) presence: Option<Property>,
    pub(crate) lamp: Option<Property>,
    pub(crate) onoff: Option<Property>,
    pub(crate) open_state: Option<Property>,
    pub(crate) run_state: Option<Property>,
    pub(crate) position: Option<Property>,
    pub(crate) mode: Option<Property>,
    /// What goes up and down where nothing is said of it.
    pub(crate) steps: Vec<Property>,
    /// Modes and programs of some kind: a value by name says which of them is meant.
    pub(crate) choices: Vec<Property>,
    /// What is told in free words.
    pub(crate) free_text: Vec<Property>,
    /// What a sensor tells about itself and not about what it is there for.
    pub(crate) housekeeping: Vec<Property>,
    /// What answers for one another in an order.
    akin_orders: Kin,
    /// What answers for one another in a question.
    akin_states: Kin,
}

/// Which properties answer for one another, and how well: each with each of its kin, sorted.
#[derive(Debug)]
struct Kin(Vec<(Property, Property, f32)>);

impl Kin {
    /// Any two of a row answer for one another at the row's fit, and at the best one of several rows.
    fn of<'r>(rows: impl Iterator<Item = &'r (f32, &'r [&'r str])>) -> Kin {
        let mut pairs = Vec::new();
        for (fit, ids) in rows {
            let row: Vec<Property> = ids.iter().filter_map(|id| catalogue().property(id)).collect();
            pairs.extend(row.iter().flat_map(|a| row.iter().map(|b| (*a, *b, *fit))));
        }
        pairs.sort_by(|one, other| (one.0, one.1).cmp(&(other.0, other.1)).then(other.2.total_cmp(&one.2)));
        pairs.dedup_by_key(|(a, b, _)| (*a, *b));
        Kin(pairs)
    }

    fn fit(&self, a: Property, b: Property) -> f32 {
        let place = self.0.binary_search_by(|(one, other, _)| (*one, *other).cmp(&(a, b)));
        place.ok().and_then(|place| self.0.get(place)).map_or(0.0, |(_, _, fit)| *fit)
    }
}

/// Rows of properties, each with how well any two of it answer for one another.
type Rows = &'static [(f32, &'static [&'static str])];

/// What answers for one another, whatever is said of it.
const AKIN: Rows = &[
    (0.95, &["target_temperature", "heating_temperature"]),
    (0.95, &["target_temperature", "cooling_temperature"]),
    (0.9, &["temperature", "water_temperature"]),
    (0.95, &["fan_speed", "speed"]),
    (0.95, &["lamp", "display_light"]),
    (0.85, &["fan_speed", "suction", "turbo"]),
    // What turns at some speed has no mode that is one.
    (0.87, &["fan_speed", "spin_speed"]),
    (0.9, &["mode", "cycle"]),
    (0.9, &["mode", "cleaning_mode"]),
    (0.9, &["mode", "cooking_mode"]),
    (0.85, &["mode", "fan_speed"]),
    (0.85, &["mode", "sound_mode"]),
    (0.85, &["mode", "picture_mode"]),
    (0.85, &["mode", "light_effect"]),
    (0.85, &["color", "color_temperature"]),
    (0.85, &["mode", "playback_mode"]),
    (0.85, &["mode", "security"]),
    (0.85, &["mode", "preset"]),
    (0.85, &["mode", "sleep_mode"]),
    (0.8, &["mode", "energy_saving"]),
    (0.9, &["input_source", "app"]),
    (0.9, &["content", "track"]),
    (0.9, &["position", "angle"]),
    (0.9, &["tilt", "angle"]),
    (0.9, &["timer", "delay"]),
    (0.9, &["timer", "cooking_time"]),
    (0.9, &["swing", "wind_direction"]),
    (0.9, &["water_level", "water_spray"]),
    (0.9, &["sound", "volume"]),
];

/// What does so in an order.
const AKIN_ORDERS: Rows = &[
    (0.96, &["temperature", "target_temperature"]),
    (0.94, &["temperature", "heating_temperature"]),
    (0.94, &["temperature", "cooling_temperature"]),
];

/// What does so in a question.
const AKIN_STATES: Rows = &[
    (0.99, &["target_temperature", "heating_temperature"]),
    (0.99, &["target_temperature", "cooling_temperature"]),
    // What is measured is not what is set.
    (0.8, &["temperature", "target_temperature"]),
    // How warm the water is, and not how warm it is to be.
    (0.995, &["temperature", "water_temperature"]),
    // What a dehumidifier is set to.
    (0.9, &["target_temperature", "target_humidity"]),
    // At which level something warms is asked as it is of a fan.
    (0.8, &["fan_speed", "heat_level"]),
    (0.79, &["temperature", "heating_temperature"]),
    (0.79, &["temperature", "cooling_temperature"]),
    (0.95, &["state", "onoff"]),
    (0.95, &["state", "open_state"]),
    (0.95, &["state", "lock_state"]),
    (0.95, &["state", "run_state"]),
    (0.95, &["onoff", "run_state"]),
    (0.93, &["open_state", "run_state"]),
    (0.92, &["onoff", "open_state"]),
    // Whether a door is open its lock tells less well than a sensor on it.
    (0.85, &["onoff", "lock_state"]),
    (0.85, &["open_state", "lock_state"]),
    (0.88, &["alarm", "smoke"]),
    (0.88, &["alarm", "gas_leak"]),
    (0.88, &["alarm", "water_leak"]),
    (0.88, &["alarm", "security"]),
    (0.9, &["onoff", "charging"]),
    (0.9, &["open_state", "contact"]),
    (0.9, &["open_state", "position"]),
    (0.9, &["run_state", "job_state"]),
    (0.9, &["motion", "occupancy", "presence"]),
    (0.9, &["remaining_time", "completion_time"]),
    (0.85, &["detection", "motion"]),
    (0.85, &["charging", "battery"]),
    (0.9, &["dust", "fine_dust", "air_quality"]),
    (0.8, &["state", "motion"]),
    (0.8, &["state", "presence"]),
    (0.8, &["state", "contact"]),
    (0.8, &["state", "mode"]),
    (0.85, &["power", "energy"]),
    (0.85, &["brightness", "illuminance"]),
    (0.85, &["location", "presence"]),
];

pub(crate) fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let one = |id: &str| catalogue().property(id);
        let many = |ids: &[&str]| ids.iter().filter_map(|id| one(id)).collect::<Vec<_>>();
        Known {
            percent: many(&[
                "brightness",
                "position",
                "volume",
                "heat_level",
                "fan_speed",
                "humidity",
                "tilt",
                "water_level",
                "speed",
            ]),
            degree: many(&[
                "temperature",
                "target_temperature",
                "cooling_temperature",
                "heating_temperature",
                "water_temperature",
            ]),
            gear: many(&[
                "fan_speed",
                "speed",
                "suction",
                "heat_level",
                "massage_intensity",
                "temperature",
                "mode",
            ]),
            duration: many(&["timer", "delay", "cooking_time", "remaining_time"]),
            rpm: many(&["spin_speed", "speed"]),
            channel: one("channel"),
            count: many(&["portion", "count", "rinse"]),
            color: one("color"),
            color_temperature: one("color_temperature"),
            state: one("state"),
            presence: one("presence"),
            lamp: one("lamp"),
            onoff: one("onoff"),
            open_state: one("open_state"),
            run_state: one("run_state"),
            position: one("position"),
            mode: one("mode"),
            steps: many(&["brightness", "position", "volume", "temperature", "fan_speed"]),
            choices: many(&[
                "mode",
                "picture_mode",
                "sound_mode",
                "playback_mode",
                "fan_speed",
                "turbo",
                "suction",
                "cleaning_mode",
                "cycle",
                "cooking_mode",
                "light_effect",
                "preset",
                "quiet",
                "sleep_mode",
                "energy_saving",
                "swing",
                "wind_direction",
                "ambient_mode",
                "boost",
                "repeat",
                "movement",
                "steam",
                "ventilation",
                "camera_image",
                "speed",
                "temperature",
                "run_state",
                "state",
            ]),
            free_text: many(&[
                "channel",
                "app",
                "content",
                "track",
                "message",
                "input_source",
                "preset",
                "scene",
                "location",
                "language",
                "picture_mode",
                "sound_mode",
                "ambient_mode",
            ]),
            housekeeping: many(&[
                "battery",
                "signal",
                "tamper",
                "firmware",
                "online",
                "refresh",
                "power_source",
                "error",
                "button",
            ]),
            akin_orders: Kin::of(AKIN.iter().chain(AKIN_ORDERS)),
            akin_states: Kin::of(AKIN.iter().chain(AKIN_STATES)),
        }
    })
}

impl Known {
    /// How well one property answers for another, 0..1.
    pub(crate) fn akin(&self, a: Property, b: Property, question: bool) -> f32 {
        if a == b {
            return 1.0;
        }
        if question { &self.akin_states } else { &self.akin_orders }.fit(a, b)
    }

    /// Whether the property only says on, off, open or running, which the act says as well.
    pub(crate) fn is_state(&self, property: Property) -> bool {
        Some(property) == self.state || Some(property) == self.onoff || Some(property) == self.open_state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_answer_for_their_kin_only() {
        let property = |id: &str| catalogue().property(id).unwrap();
        let known = known();
        assert_eq!(known.akin(property("volume"), property("volume"), false), 1.0);
        assert!(known.akin(property("temperature"), property("target_temperature"), false) > 0.9);
        assert_eq!(known.akin(property("temperature"), property("color_temperature"), false), 0.0);
        assert_eq!(known.akin(property("onoff"), property("lock_state"), false), 0.0);
        assert!(known.akin(property("onoff"), property("lock_state"), true) > 0.8);
    }

    #[test]
    fn every_property_named_here_exists() {
        assert_eq!(known().percent.len(), 9);
        assert_eq!(known().gear.len(), 7);
        let rows = AKIN.iter().chain(AKIN_ORDERS).chain(AKIN_STATES);
        assert!(rows.flat_map(|(_, row)| *row).all(|id| catalogue().property(id).is_some()));
        assert!(known().channel.is_some() && known().color.is_some() && known().state.is_some());
    }
}
