//! What only tells something, is told to someone else, or asks nothing of a home.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail like tests")]

use crate::support;

use lares_home::HomeLanguage;
use lares_language::{HomeVocabulary, ParseContext, Workspace};

const CHINESE: &str = "
    客厅 | 大金空调 | AirConditioner | switch
    客厅 | 电视 | Television | switch audioVolume
    客厅 | 纱帘 | Blind | windowShade
    萌萌屋 | 萌萌台灯 | Light | switch
    阳台 | 洗衣机 | Washer | switch
    阳台 | 阳台灯 | Light | switch
";

const ENGLISH: &str = "
    Owen's Room | Owen's Lamp | Light | switch
    Lounge | Telly | Television | switch audioVolume
    Lounge | Sonos | Speaker | switch audioVolume
    Garage | Garage Door | GarageDoor | garageDoorControl
    Kitchen | Bucky's Bowl | Feeder | feederOperatingState
";

fn only_tell(vocabulary: &HomeVocabulary, sentences: &[&str], tells: bool) {
    let mut workspace = Workspace::default();
    for sentence in sentences {
        assert_eq!(vocabulary.only_tells(sentence, &mut workspace), tells, "{sentence}");
    }
}

fn acts(vocabulary: &HomeVocabulary, sentences: &[&str], some: bool) {
    for sentence in sentences {
        let parse = vocabulary.parse(sentence, ParseContext::default());
        let now = parse
            .commands
            .iter()
            .any(|command| command.confidence >= support::ACTED_ON && !command.scheduled);
        assert_eq!(now, some, "{sentence}: {}", support::compact(&parse));
    }
}

#[test]
fn nothing_in_it_asks() {
    let chinese = support::vocabulary(HomeLanguage::Chinese, CHINESE);
    only_tell(&chinese, &["今天空调吹了一整天电费一定很恐怖", "隔壁老王家也安了个电视，说老好使了"], true);
    only_tell(
        &chinese,
        &["空调用了多少电", "阳台灯关没关", "客厅现在几度", "洗衣机还要好久", "空调", "阳台灯开着吧"],
        false,
    );
    let english = support::vocabulary(HomeLanguage::English, ENGLISH);
    only_tell(&english, &["so i showed em the house on abercorn and the garage door was wide open"], true);
    only_tell(
        &english,
        &[
            "is the garage door wide open",
            "what's on the telly tonight",
            "anybody touched the garage door",
            "and the telly",
        ],
        false,
    );
}

#[test]
fn someone_else_is_told_or_says_it() {
    let chinese = support::vocabulary(HomeLanguage::Chinese, CHINESE);
    acts(
        &chinese,
        &["你去把电视关了过来吃饭", "老师今天说要节约用电随手关灯", "抖音上有人拿电视当镜子"],
        false,
    );
    acts(&chinese, &["把电视关了，过来吃饭", "今天把电视关了"], true);
    let english = support::vocabulary(HomeLanguage::English, ENGLISH);
    acts(&english, &["get down here and turn off the telly", "owen, you turn that telly off"], false);
    acts(&english, &["turn off the telly, i'll be down in a minute", "turn off owen's lamp"], true);
}

#[test]
fn rooms_of_whom_the_home_does_not_know_are_none_of_its() {
    let chinese = support::vocabulary(HomeLanguage::Chinese, CHINESE);
    let parse = chinese.parse("把孙子那屋的窗帘拉上", ParseContext::default());
    assert!(support::compact(&parse).contains("孙子那屋"), "{}", support::compact(&parse));
    support::check(&chinese, &[("把萌萌屋的灯关了", "关闭 | 萌萌屋 | 灯 | all")]);
}

#[test]
fn complaints_are_no_questions() {
    let chinese = support::vocabulary(HomeLanguage::Chinese, CHINESE);
    for sentence in ["这里乌漆嘛黑的怎么晒衣服", "电视在讲什么我都听无啦", "电视里头在说啥子哦，听不到"]
    {
        let parse = chinese.parse(sentence, ParseContext::default());
        let asks = parse.commands.iter().any(|command| command.action.is_query());
        assert!(!asks && !parse.commands.is_empty(), "{sentence}: {}", support::compact(&parse));
    }
    let parse = chinese.parse("空调怎么开不了", ParseContext::default());
    assert!(parse.commands.iter().all(|command| !command.wish), "{}", support::compact(&parse));
}
