//! Small homes written down in a test, and what is done in them.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use lares::home::HomeSource;
use lares::home::read::{CategoryRecord, ComponentRecord, DeviceRecord};
use lares::{Decision, Lares, Request, Retrieval, RetrievalConfig};

/// A device with its category and its capabilities; its id is its name in lower case, with `-` for a blank.
pub(crate) fn device(name: &str, category: &str, capabilities: &[&str]) -> DeviceRecord {
    DeviceRecord {
        id: name.to_lowercase().replace(' ', "-").replace('\'', ""),
        name: name.to_owned(),
        components: vec![ComponentRecord {
            id: "main".into(),
            capabilities: capabilities.iter().map(|id| (*id).to_owned()).collect(),
            categories: vec![CategoryRecord { name: category.to_owned(), by_user: false }],
        }],
        ..DeviceRecord::default()
    }
}

/// A home without rooms.
pub(crate) fn home(devices: impl IntoIterator<Item = DeviceRecord>) -> HomeSource {
    HomeSource { devices: devices.into_iter().collect(), ..HomeSource::default() }
}

/// What this home answers to `text`.
pub(crate) fn answer(home: HomeSource, config: RetrievalConfig, text: &str) -> Retrieval {
    let lares = Lares::builder().home_source(home).retrieval_config(config).build().unwrap();
    lares.retrieve(&Request::new(text))
}

/// What is done, each as `device invocation`.
pub(crate) fn done(answer: &Retrieval) -> Vec<String> {
    let done = answer.invocations.iter().filter(|_| answer.decision == Decision::Act);
    done.map(|invocation| format!("{} {}", invocation.device_id, invocation.capability_id)).collect()
}
