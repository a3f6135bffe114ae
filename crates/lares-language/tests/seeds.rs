//! The parsing scenarios of the specifications that this project began with, by document and scenario.
//!
//! `query_ir` are those of the parser's specification (its fields are today's: `action` is `a`, `name_hint` is `n`,
//! `scope_include` and `scope_exclude` are `s`, `type_hint` is `t`, `quantifier` is `q`, a reference is `@last`),
//! `command_array` those of the protocol, `recall` those of the design for recall, `architecture` those of the
//! conversation.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;
use lares_language::command_array::{LAST, decode};
use lares_language::{HomeVocabulary, Parse, ParseContext, ParsedCommand, Quantifier, Value};

/// A home of some devices, a line each.
fn home(lines: &str) -> HomeVocabulary {
    support::vocabulary(HomeLanguage::Chinese, lines)
}

fn small() -> HomeVocabulary {
    home(
        "客厅 | 灯 | Light | switch switchLevel
         卧室 | 灯 | Light | switch switchLevel
         客厅 | 老伙计 | Light | switch
         客厅 | 窗帘 | Blind | windowShade windowShadeLevel
         卧室 | 空调 | AirConditioner | switch airConditionerMode thermostatCoolingSetpoint
         客厅 | 电视 | Television | switch audioMute",
    )
}

fn parse(home: &HomeVocabulary, text: &str) -> Parse {
    home.parse(text, ParseContext::default())
}

/// The commands of an utterance in which every command is sure enough to be acted on.
#[track_caller]
fn commands(home: &HomeVocabulary, text: &str) -> Vec<ParsedCommand> {
    let parse = parse(home, text);
    assert_eq!(parse.rejection, None, "{text}");
    assert!(
        parse.commands.iter().all(|command| command.confidence >= support::ACTED_ON),
        "{text}: {parse:#?}"
    );
    parse.commands
}

#[track_caller]
fn only(home: &HomeVocabulary, text: &str) -> ParsedCommand {
    let mut commands = commands(home, text);
    assert_eq!(commands.len(), 1, "{text}: {commands:#?}");
    commands.remove(0)
}

mod query_ir {
    //! 语义解析.

    use super::*;

    #[test]
    fn 解析动作与名称() {
        let command = only(&small(), "打开老伙计").spoken;
        assert_eq!((command.a.as_str(), command.n.as_str()), ("打开", "老伙计"));
        assert_eq!(command.q, Quantifier::One);
    }

    #[test]
    fn 解析量词与范围() {
        let command = only(&small(), "关闭所有卧室的灯").spoken;
        assert_eq!(command.a, "关闭");
        assert_eq!(command.q, Quantifier::All);
        assert_eq!(command.scope().include[..], ["卧室"]);
        assert_eq!(command.t, "Light");
    }

    #[test]
    fn 解析排除语义() {
        let command = only(&small(), "打开除卧室以外的灯").spoken;
        assert_eq!(command.q, Quantifier::Except);
        assert_eq!(command.scope().exclude[..], ["卧室"]);
        assert!(command.scope().include.is_empty());
        assert_eq!(command.t, "Light");
    }

    #[test]
    fn 解析指代() {
        assert_eq!(only(&small(), "打开那个").spoken.n, LAST);
    }

    #[test]
    fn 房间与类型组合() {
        let command = only(&small(), "打开卧室的灯").spoken;
        assert_eq!((command.s.as_str(), command.t.as_str()), ("卧室", "Light"));
    }

    #[test]
    fn 置信度() {
        for text in ["打开老伙计", "关闭所有卧室的灯", "把窗帘拉上", "哼哼哈哈打开灯"]
        {
            for command in parse(&small(), text).commands {
                assert!((0.0..=1.0).contains(&command.confidence), "{text}");
            }
        }
    }
}

mod command_array {
    //! 命令数组驱动的检索管线.

    use super::*;

    #[test]
    fn 多命令顺序() {
        let spoken: Vec<_> = commands(&small(), "把客厅的灯调暗一点，再把窗帘拉上")
            .into_iter()
            .map(|command| (command.spoken.a, command.spoken.s, command.spoken.n))
            .collect();
        let expected = [("调低亮度", "客厅", "灯"), ("拉上", "客厅", "窗帘")];
        assert_eq!(spoken.len(), expected.len());
        for ((a, s, n), expected) in spoken.iter().zip(expected) {
            assert_eq!((a.as_str(), s.as_str(), n.as_str()), expected);
        }
    }

    #[test]
    fn 每个元素一个动作一个目标() {
        let spoken = commands(&small(), "关掉电视和空调");
        let names: Vec<&str> = spoken.iter().map(|command| command.spoken.n.as_str()).collect();
        assert_eq!(names, ["电视", "空调"]);
        assert!(spoken.iter().all(|command| command.spoken.a == "关闭"));
    }

    #[test]
    fn 省略由前文补全() {
        let spoken = commands(&small(), "打开卧室空调，调到26度");
        assert_eq!(spoken.len(), 2);
        assert_eq!((spoken[1].spoken.s.as_str(), spoken[1].spoken.n.as_str()), ("卧室", "空调"));
        assert!(matches!(spoken[1].action.value, Some(Value::Number { number, .. }) if number == 26.0));
    }

    #[test]
    fn 范围的通配与排除() {
        assert_eq!(only(&small(), "打开灯").spoken.s, "*");
        assert_eq!(only(&small(), "打开客厅和卧室的灯").spoken.scope().include[..], ["客厅", "卧室"]);
        assert_eq!(only(&small(), "除了客厅，所有灯都关了").spoken.scope().exclude[..], ["客厅"]);
    }

    #[test]
    fn 最长的房间词() {
        let home = home(
            "卧室 | 灯 | Light | switch
             主卧室 | 灯 | Light | switch",
        );
        assert_eq!(only(&home, "打开主卧室的灯").spoken.s, "主卧室");
        assert_eq!(only(&home, "打开卧室的灯").spoken.s, "卧室");
    }

    #[test]
    fn 未知房间() {
        let command = only(&small(), "打开地下室的灯");
        assert_eq!(command.spoken.s, "地下室");
        assert_eq!(command.unknown_rooms[..], ["地下室"]);
    }

    #[test]
    fn 全角空格括号() {
        let home = home(
            "客 厅 | 主灯（大） | Light | switch
             卧室 | 灯 | Light | switch",
        );
        for text in ["打开主灯(大)", "打开主灯（大）", "打开 主灯（大）"] {
            assert_eq!(only(&home, text).spoken.q, Quantifier::One, "{text}");
        }
    }

    #[test]
    fn 解析失败降级() {
        for answer in ["", "好的，已为您打开", "{}", "[]", "[1]", "[{\"a\":\"打开\"}]"] {
            let decoded = decode(answer);
            assert_eq!(decoded.commands.len(), 1, "{answer}");
            assert!(decoded.commands[0].is_unknown(), "{answer}");
            assert!(!decoded.errors.is_empty(), "{answer}");
        }
    }

    #[test]
    fn 动作不含连字符() {
        for text in ["打开灯", "空调调到26度", "空调调到零下5度", "电视静音", "把灯调到50%"]
        {
            for command in parse(&small(), text).commands {
                assert!(!command.spoken.a.contains('-') || command.spoken.a.contains("=-"), "{text}");
            }
        }
    }
}

mod recall {
    //! 改进召回率.

    use super::*;

    #[test]
    fn 动作是中文() {
        for text in ["打开客厅的灯", "把灯光调到50%", "空调制冷", "电视静音", "窗帘开一半", "卧室多少度"]
        {
            for command in commands(&small(), text) {
                assert!(
                    !command.spoken.a.chars().any(|letter| letter.is_ascii_alphabetic()),
                    "{text}: {command:?}"
                );
            }
        }
    }

    #[test]
    fn 开灯不是开窗帘() {
        let command = only(&small(), "打开客厅的灯");
        assert_eq!(command.spoken.t, "Light");
        assert_eq!(command.action.acts.first(), Some(&lares_home::Act::On));
    }

    #[test]
    fn 把灯光调到一个亮度() {
        let command = only(&small(), "把灯光调到50%");
        assert!(matches!(command.action.value, Some(Value::Number { number, .. }) if number == 50.0));
        assert_eq!(only(&small(), "客厅的灯亮度调到50%").spoken.a, "设置亮度=50%");
        assert_eq!(command.spoken.t, "Light");
    }

    #[test]
    fn 空调制冷() {
        let command = only(&small(), "空调制冷");
        assert_eq!(command.spoken.t, "AirConditioner");
        let cool = |value: &Value| matches!(value, Value::Word { key: Some(key), .. } if key == "cool");
        assert!(command.action.value.as_ref().is_some_and(cool), "{:?}", command.action);
    }

    #[test]
    fn 自定义名称的类别未知() {
        assert_eq!(only(&small(), "打开老伙计").spoken.t, "Unknown");
    }

    #[test]
    fn 名称里的房间词() {
        let home = home(
            "书房 | 客厅老伙计 | Light | switch
             卧室 | 灯 | Light | switch",
        );
        assert_eq!(only(&home, "打开客厅老伙计").spoken.n, "客厅老伙计");
        assert!(only(&home, "打开老伙计").spoken.n.contains("老伙计"));
    }

    #[test]
    fn 所有与除外的灯() {
        let all = only(&small(), "打开所有的灯");
        assert_eq!(all.spoken.q, Quantifier::All);
        assert!(all.quantifier_said);
        let except = only(&small(), "除了客厅，打开所有的灯").spoken;
        assert_eq!((except.q, except.scope().exclude.to_vec()), (Quantifier::Except, vec!["客厅"]));
    }
}

mod architecture {
    //! 会话.

    use super::*;

    #[test]
    fn 调亮它() {
        let context = ParseContext { has_recent: true, asked: false, room: None };
        let parse = small().parse("调亮它", context);
        assert_eq!(parse.commands.len(), 1);
        assert_eq!(parse.commands[0].spoken.n, LAST);
        assert_eq!(parse.commands[0].spoken.a, "调高亮度");
    }

    #[test]
    fn 关掉() {
        let context = ParseContext { has_recent: true, asked: false, room: None };
        let parse = small().parse("关掉", context);
        assert_eq!(parse.commands.len(), 1);
        assert!(parse.commands[0].target_left_out);
        assert_eq!(parse.commands[0].spoken.a, "关闭");
    }

    #[test]
    fn 除卧室以外() {
        assert_eq!(only(&small(), "除卧室以外的灯都打开").spoken.scope().exclude[..], ["卧室"]);
    }
}
