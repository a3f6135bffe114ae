//! Wishes that are told by all their words together, on the sample home: what is done about them, and what never is.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use lares::{Decision, Lares, Request, Retrieval};

fn answer(text: &str) -> Retrieval {
    Lares::builder().build().unwrap().retrieve(&Request::new(text))
}

#[test]
fn what_helps_where_it_was_said_is_used() {
    for (text, device, capability) in [
        ("卫生间里头黑咕隆咚摸不着门", "浴室灯", "main-switch-on"),
        ("客厅地上踩一脚渣子", "小黑", "main-robotCleanerMovement-setRobotCleanerMovement"),
        ("电视吵得我脑瓜子嗡嗡的", "电视", "main-audioVolume-volumeDown"),
    ] {
        let answer = answer(text);
        assert_eq!(answer.decision, Decision::Act, "{text}");
        let chosen = answer.results.iter().flat_map(|result| &result.selected);
        let chosen: Vec<_> = chosen.map(|one| (one.name.as_str(), one.capability_id.as_str())).collect();
        assert_eq!(chosen, [(device, capability)], "{text}");
        assert!(answer.results.iter().all(|result| result.confidence < 0.8), "{text}: too sure");
    }
}

#[test]
fn what_can_harm_or_is_not_there_is_left_alone() {
    for text in ["车库门该敞亮敞亮了", "大门给我敞开怀", "酒窖里头黑咕隆咚摸不着门", "昨天晚上主卧冷死我了"]
    {
        let answer = answer(text);
        assert_ne!(answer.decision, Decision::Act, "{text}");
        assert!(answer.invocations.is_empty(), "{text}");
    }
}
