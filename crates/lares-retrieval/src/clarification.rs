//! Questions back: what to ask and what can be answered.

use lares_home::DeviceIndex;

use crate::answer::label;
use crate::asked::Asked;
use crate::messages;
use crate::result::{Clarification, ClarificationOption};

/// The options for devices: their ids with names and rooms, at most as many as are configured.
pub(crate) fn device_options(asked: &Asked<'_>, devices: &[DeviceIndex]) -> Vec<ClarificationOption> {
    let most = asked.config.max_clarification_options.min(devices.len());
    let mut options = Vec::with_capacity(most);
    let offered = devices
        .iter()
        .take(most)
        .filter_map(|index| asked.home.device(*index).map(|device| (index, device)))
        .map(|(index, device)| ClarificationOption {
            id: device.id.clone(),
            label: label(asked, *index),
            device_ids: None,
        });
    options.extend(offered);
    options
}

/// Which of these devices? By room where that tells them apart.
pub(crate) fn which(asked: &Asked<'_>, devices: &[DeviceIndex], something_said: bool) -> Clarification {
    let name = |index: &DeviceIndex| asked.home.device(*index).map(|device| device.name.as_str());
    let same_name = devices.windows(2).all(|pair| match pair {
        [a, b] => name(a) == name(b),
        _ => true,
    });
    let question = match (something_said, same_name && devices.len() > 1) {
        (true, true) => messages::which_room(asked.language),
        (true, false) => messages::which_device(asked.language),
        (false, _) => messages::which_device_at_all(asked.language),
    };
    Clarification { question, options: device_options(asked, devices) }
}
