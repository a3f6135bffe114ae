//! Homes that change while they are spoken to.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::sync::atomic::{AtomicBool, Ordering};

use lares::home::HomeSource;
use lares::home::read::{ComponentRecord, DeviceRecord, RoomRecord};
use lares::{Decision, Lares, LiveHome, Request};

fn home(names: &[&str]) -> Lares {
    let devices = names.iter().enumerate().map(|(index, name)| DeviceRecord {
        id: format!("d{index}"),
        name: (*name).to_owned(),
        room_id: Some("r".to_owned()),
        components: vec![ComponentRecord {
            id: "main".to_owned(),
            capabilities: vec!["switch".to_owned()],
            categories: Vec::new(),
        }],
        ..DeviceRecord::default()
    });
    let room = RoomRecord { id: "r".to_owned(), name: "书房".to_owned(), ..RoomRecord::default() };
    let source = HomeSource { devices: devices.collect(), rooms: vec![room], ..HomeSource::default() };
    Lares::builder().home_source(source).build().unwrap()
}

#[test]
fn the_next_request_finds_the_new_home_and_the_conversation_goes_on() {
    let live = LiveHome::new(home(&["落地灯", "风扇"]));
    let ask = |text: &str| live.retrieve(&Request::new(text).in_session("s"));
    assert_eq!(ask("打开落地灯").decision, Decision::Act);
    assert_ne!(ask("打开小白鲸").decision, Decision::Act);
    assert_eq!(ask("打开落地灯").invocations[0].device_id, "d0");
    let before = live.current();
    live.replace(home(&["落地灯", "风扇", "小白鲸"]));
    let again = ask("把它关掉");
    assert_eq!((again.decision, &*again.invocations[0].device_id), (Decision::Act, "d0"));
    assert_eq!(ask("打开小白鲸").invocations[0].device_id, "d2");
    assert_eq!(before.home().devices.len(), 2, "whoever holds the old home keeps it");
}

#[test]
fn requests_under_way_are_not_disturbed() {
    let live = LiveHome::new(home(&["落地灯", "风扇"]));
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    let answer = live.retrieve(&Request::new("打开落地灯"));
                    assert_eq!(answer.invocations[0].device_id, "d0");
                    assert!(answer.context.contains("落地灯"));
                }
            });
        }
        for turn in 0..20 {
            live.replace(if turn % 2 == 0 {
                home(&["落地灯"])
            } else {
                home(&["落地灯", "小白鲸", "风扇"])
            });
        }
        ended.store(true, Ordering::Relaxed);
    });
}
