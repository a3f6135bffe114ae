//! The program's own words, Chinese and English.

use lares::{Decision, Language, clean_text};

/// The words of one language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words(pub(super) Language);

impl Words {
    fn choose<'t>(self, zh: &'t str, en: &'t str) -> &'t str {
        match self.0 {
            Language::Chinese => zh,
            Language::English => en,
        }
    }

    pub(super) fn heard(self) -> &'static str {
        self.choose("听到  ", "heard     ")
    }

    pub(super) fn outcome(self) -> &'static str {
        self.choose("结论  ", "decision  ")
    }

    pub(super) fn decision(self, decision: Decision) -> &'static str {
        match decision {
            Decision::Act => self.choose("执行", "act"),
            Decision::Ask => self.choose("反问", "ask"),
            Decision::Pass => self.choose("交给智能体", "pass to the agent"),
            Decision::None => self.choose("不执行", "nothing to do"),
        }
    }

    pub(super) fn confidence(self) -> &'static str {
        self.choose("置信度", "confidence")
    }

    pub(super) fn only_if(self) -> &'static str {
        self.choose("条件：", "only if ")
    }

    pub(super) fn run_scene(self) -> &'static str {
        self.choose("执行场景", "run the scene")
    }

    pub(super) fn sensitive(self) -> &'static str {
        self.choose("请先确认", "confirm it first")
    }

    pub(super) fn candidates(self) -> &'static str {
        self.choose("候选：", "candidates:")
    }

    pub(super) fn candidate_heading(self) -> [&'static str; 3] {
        match self.0 {
            Language::Chinese => ["     设备", "命令", "为什么"],
            Language::English => ["     device", "command", "why"],
        }
    }

    pub(super) fn context(self) -> &'static str {
        self.choose("给智能体的上下文：", "context for the agent:")
    }

    pub(super) fn stages(self) -> &'static str {
        self.choose("各阶段：", "stages:")
    }

    pub(super) fn stage_heading(self) -> [&'static str; 4] {
        match self.0 {
            Language::Chinese => ["阶段", "输入", "输出", "说明"],
            Language::English => ["stage", "in", "out", "notes"],
        }
    }

    pub(super) fn comma(self) -> &'static str {
        self.choose("、", ", ")
    }

    pub(super) fn in_room(self, name: &str, room: Option<&str>) -> String {
        match room.map(clean_text).filter(|room| !room.is_empty()) {
            Some(room) => match self.0 {
                Language::Chinese => format!("{name}（{room}）"),
                Language::English => format!("{name} ({room})"),
            },
            None => name.to_owned(),
        }
    }

    pub(super) fn more(self, count: usize) -> String {
        match self.0 {
            Language::Chinese => format!("……还有 {count} 个"),
            Language::English => format!("… and {count} more"),
        }
    }

    pub(super) fn scores(self, keyword: f32, vector: f32, total: f32) -> String {
        match self.0 {
            Language::Chinese => format!("关键词 {keyword:.2}，向量 {vector:.2}，总分 {total:.2}"),
            Language::English => format!("keywords {keyword:.2}, vectors {vector:.2}, total {total:.2}"),
        }
    }

    pub(super) fn reason(self, reason: &str) -> String {
        let (zh, en) = match reason {
            "name_hit" => ("名称相符", "the name"),
            "name_fuzzy" => ("名称相近", "a similar name"),
            "name_sound" => ("读音相近", "a name that sounds alike"),
            "room_hit" => ("房间相符", "the room"),
            "type_hit" => ("类别相符", "the kind"),
            "action_fit" => ("动作相符", "the action"),
            "vector_hit" => ("语义相近", "a similar meaning"),
            "reference" | "recent" | "last" => ("刚才提到", "just spoken of"),
            "speaker_room" => ("说话人所在房间", "the speaker's room"),
            other => return clean_text(other),
        };
        self.choose(zh, en).to_owned()
    }

    pub(super) fn hint(self, hint: &str) -> String {
        let (zh, en) = match hint {
            "need_clarification" => ("需要澄清", "it needs a question"),
            "too_many_targets" => ("目标太多，列表已截断", "too many targets; the list is trimmed"),
            "partial_coverage" => ("只有一部分目标支持这个命令", "only a part of the targets can do it"),
            other => return clean_text(other),
        };
        self.choose(zh, en).to_owned()
    }

    /// What a note of the result's meta is called; `None` for one that says nothing to a person.
    pub(super) fn note(self, name: &str) -> Option<&'static str> {
        let (zh, en) = match name {
            "reason" | "rejection" => ("原因：", "because: "),
            "not_found" => ("没有找到：", "not found: "),
            "argument_error" => ("参数：", "argument: "),
            "room_unknown_terms" => ("这个家里没有的房间：", "no such room: "),
            "scheduled" => ("说的是以后，现在不执行", "it is for later, not for now"),
            "parser_errors" => ("解析：", "parser: "),
            "scope_include_fallback" => {
                ("指定的房间里没有，已扩大到全屋", "not in that room; looked everywhere")
            }
            "gate_lifted" => ("没有这一类的设备，已放宽类别", "none of that kind; looked at all kinds"),
            "model" => ("语言模型：", "language model: "),
            "embedder_fallback" => ("没有取到向量，用了默认模型：", "no vectors, the default model served: "),
            "vectors_missing" => ("没有取到向量：", "no vectors: "),
            "context_dropped" => ("上下文中省略的项：", "left out of the context: "),
            _ => return None,
        };
        Some(self.choose(zh, en))
    }

    /// A code in a note, in words.
    pub(super) fn code(self, code: &str) -> Option<&'static str> {
        let (zh, en) = match code {
            "used" => ("读懂了这句话", "it read this"),
            "nothing" => ("没有读懂", "it understood nothing"),
            "not_borne_out" => {
                ("它的理解和原话不符，没有采用", "what it read is not what was said; left aside")
            }
            "no_endpoint" => ("没有配置", "none is configured"),
            "timeout" => ("没有及时回答", "it did not answer in time"),
            "unreachable" => ("连接不上", "it cannot be reached"),
            "refused" => ("拒绝了请求", "it refused the request"),
            "overloaded" => ("太忙或额度用完", "it is overloaded or out of quota"),
            "unusable" => ("回答无法使用", "its answer cannot be used"),
            "resting" => ("多次失败，暂不询问", "it failed repeatedly and is left alone for a while"),
            "only_a_model_says_so" => ("只有语言模型这样理解", "only a language model reads it so"),
            "empty" => ("没有听到可以理解的内容", "there is nothing to understand"),
            "too_long" => ("说得太长了", "it is too long"),
            "not_for_the_home" => ("不是对家里设备说的", "it is not meant for the home"),
            "negated" => ("说的是不要做", "it says not to"),
            "reported" => ("是转述或对别人说的话", "it is reported speech, or meant for someone else"),
            _ => return None,
        };
        Some(self.choose(zh, en))
    }

    pub(super) fn except(self) -> &'static str {
        self.choose("除了", "except ")
    }

    pub(super) fn all(self) -> &'static str {
        self.choose("全部", "all")
    }

    pub(super) fn any(self, count: Option<u32>) -> String {
        match (self.0, count) {
            (Language::Chinese, Some(count)) => format!("任意 {count} 个"),
            (Language::Chinese, None) => "任意一个".to_owned(),
            (Language::English, Some(count)) => format!("any {count}"),
            (Language::English, None) => "any".to_owned(),
        }
    }

    pub(super) fn just_spoken_of(self) -> &'static str {
        self.choose("刚才那个", "the one just spoken of")
    }

    pub(super) fn other_one(self) -> &'static str {
        self.choose("另一个", "the other one")
    }

    pub(super) fn if_(self) -> &'static str {
        self.choose("如果", "if ")
    }

    pub(super) fn not_understood(self) -> &'static str {
        self.choose("没有理解出命令", "no command was understood")
    }

    pub(super) fn increase(self) -> &'static str {
        self.choose("增加", "more")
    }

    pub(super) fn decrease(self) -> &'static str {
        self.choose("减少", "less")
    }
}
