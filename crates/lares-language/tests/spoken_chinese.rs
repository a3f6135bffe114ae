//! Chinese as it is spoken: what holds somebody up before an order, what is thought better of in one breath, what is said in gasps,
//! and what those next door do about the noise.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;

const HOME: &str = "
    客厅 | 大灯 | Light | switch switchLevel
    客厅 | 灯带 | Light | switch switchLevel
    客厅 | 电视 | Television | switch audioVolume
    客厅 | 纱帘 | Blind | windowShade windowShadeLevel
    厨房 | 厨房灯 | Light | switch
    卫生间 | 浴霸 | Others | switch
    卫生间 | 热水器 | WaterHeater | switch
    阳台 | 洗衣机 | Washer | switch washerOperatingState
    阳台 | 干衣机 | Dryer | switch dryerOperatingState
    主卧 | 桂兰床头灯 | Light | switch
";

fn check(cases: &[(&str, &str)]) {
    support::check(&support::vocabulary(HomeLanguage::Chinese, HOME), cases);
}

#[test]
fn what_only_holds_up_sets_no_time() {
    check(&[
        ("呃等下等下洗衣机先停一停，我袜子还没放进去", "暂停 | * | 洗衣机 | all"),
        ("等一下等一下，洗衣机停一下", "暂停 | * | 洗衣机 | all"),
        ("等下，洗衣机先停下", "暂停 | * | 洗衣机 | all"),
    ]);
}

#[test]
fn what_is_told_to_somebody_first_is_no_order() {
    check(&[
        ("桂兰你先等会儿再唠，我让它把厨房灯打开", "打开 | * | 厨房灯 | one"),
        ("妈你先别说话，把厨房灯打开", "打开 | * | 厨房灯 | one"),
        ("桂兰你先等会儿再唠", "Reported"),
        ("我让桂兰把厨房灯打开了", "Reported"),
    ]);
}

#[test]
fn what_is_thought_better_of_ends_with_its_particle() {
    check(&[
        ("热水器开开哎算了别开热水器了开浴霸", "打开 | * | 浴霸 | one"),
        ("别开热水器了开浴霸", "打开 | * | 浴霸 | one"),
        ("别开热水器了", "Negated"),
    ]);
}

#[test]
fn gasps_are_one_order() {
    check(&[
        ("电视声音，低点，低点", "调低音量 | * | 电视 | all"),
        ("电视声音，低点，邻居要骂了", "调低音量 | * | 电视 | all"),
        ("楼下该上来敲门了，电视小点声", "调低音量 | * | 电视 | all"),
        ("楼下该上来敲门了", "Reported"),
    ]);
}

#[test]
fn what_stays_may_be_told_how() {
    check(&[
        ("大灯关了，灯带留着调到两成亮", "关闭 | * | 大灯 | one ; 设置亮度=20% | * | 灯带 | one"),
        ("大灯关了，灯带留着", "关闭 | * | 大灯 | one"),
        ("衣服搁干衣机里了，开始烘吧", "烘干 | * | 干衣机 | all"),
    ]);
}

#[test]
fn a_letter_said_twice_is_no_target_of_its_own() {
    check(&[
        ("把客厅的大灯灯关了", "关闭 | 客厅 | 大灯 | one"),
        ("把客厅的纱帘帘拉上", "拉上 | 客厅 | 纱帘 | one"),
        ("把客厅的电电视关了", "关闭 | 客厅 | 电视 | all"),
        ("关掉洗衣衣机", "关闭 | * | 洗衣机 | all"),
        // What is a word beside another stays one.
        ("客厅灯灯带都关了", "关闭 | 客厅 | 灯 | all ; 关闭 | * | 灯带 | one"),
        ("热水器调到五十度", "设置=50度 | * | 热水器 | all"),
    ]);
}
