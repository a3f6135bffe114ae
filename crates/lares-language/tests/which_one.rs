//! Which of several like things is meant, told in Chinese by who made it, by its size, by the beginning of its name, by whose
//! it is, before the noun or behind the order.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;
use lares_language::ParseContext;

const HOME: &str = "
    客厅 | 格力大柜机 | AirConditioner | switch thermostatCoolingSetpoint
    主卧 | 美的空调 | AirConditioner | switch thermostatCoolingSetpoint
    坤哥房间 | 空调 | AirConditioner | switch thermostatCoolingSetpoint
    客厅 | Q60 65 | Television | switch audioVolume | 大电视
    主卧 | 海信电视 | Television | switch audioVolume
    阳台 | Samsung Washer | Washer | switch washerOperatingState
    阳台 | 内衣洗衣机 | Washer | switch washerOperatingState
    客厅 | 长腿欧巴 | Light | switch switchLevel colorTemperature
    主卧 | 床头蘑菇灯 | Light | switch switchLevel
    书房 | 护眼台灯 | Light | switch switchLevel
    主卧 | 左床头灯 | Light | switch switchLevel colorControl
    主卧 | 右床头灯 | Light | switch switchLevel colorControl
    客厅 | 电视后面那条 | Light | switch
    客厅 | 纱帘 | Blind | windowShade
    客厅 | 窗帘 | Blind | windowShade
";

#[test]
fn one_of_them_is_told() {
    let vocabulary = support::vocabulary(HomeLanguage::Chinese, HOME);
    support::check(
        &vocabulary,
        &[
            // Who made it, whatever is written on it.
            ("三星洗衣机打开", "打开 | * | 三星洗衣机 | one"),
            ("三星那台停了", "停 | * | samsung | one"),
            ("美的那台关掉", "关闭 | * | 美的 | one"),
            // Behind the order.
            ("声音小点电视，海信那个", "调低音量 | * | 海信电视 | one"),
            ("洗衣机停了，三星的", "停 | * | 三星洗衣机 | one"),
            ("电视打开声音调到十五，大的那个", "打开 | * | 大电视 | one ; 设置音量=15 | * | 大电视 | one"),
            ("帘子拉上，纱的那层", "拉上 | * | 纱帘 | one"),
            // A part of its name.
            ("欧巴亮起来", "点亮 | * | 欧巴 | one"),
            ("蘑菇关了", "关闭 | * | 蘑菇 | one"),
            ("护眼的打开", "打开 | * | 护眼 | one"),
            // Whose room it is in.
            ("坤哥的空调关了", "关闭 | 坤哥房间 | 空调 | all"),
            // One thing is done to one, and another to the next.
            ("右床头灯变紫，左边关掉", "设置=紫 | * | 右床头灯 | one ; 关闭 | * | 左床头灯 | one"),
            ("蘑菇开着欧巴关掉", "设置=开着 | * | 蘑菇 | one ; 关闭 | * | 欧巴 | one"),
            ("欧巴调到三十色温三千", "设置=30 | * | 欧巴 | one ; 设置色温=3000 | * | 欧巴 | one"),
        ],
    );
}

#[test]
fn what_is_said_besides_tells_nothing() {
    let vocabulary = support::vocabulary(HomeLanguage::Chinese, HOME);
    support::check(
        &vocabulary,
        &[
            ("空调关了", "关闭 | * | 空调 | all"),
            ("电视声音大点", "调高音量 | * | 电视 | all"),
            // What stands behind a television is none.
            ("客厅的电视关掉", "关闭 | 客厅 | 电视 | all"),
        ],
    );
    for utterance in ["坤哥的降压药还有几颗", "格力今天股价多少"] {
        let parse = vocabulary.parse(utterance, ParseContext::default());
        let sure = parse.commands.iter().any(|command| command.confidence >= support::ACTED_ON);
        assert!(!sure, "{utterance}: {}", support::compact(&parse));
    }
}
