//! One request: what was said, in which conversation, where.

use serde::{Deserialize, Serialize};

/// What a person said. Fields that nobody knows are ignored when it is read from JSON.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Request {
    /// What was said.
    pub text: String,
    /// The conversation it belongs to: any name of the caller's. Without one it stands for itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The id or name of the room in which the speaker stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The number of candidates, where it is not the configured one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_k: Option<usize>,
    /// Whether the answer says what each stage did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trace: bool,
}

impl Request {
    /// A request that stands for itself.
    pub fn new(text: impl Into<String>) -> Request {
        Request { text: text.into(), ..Request::default() }
    }

    /// The same in a conversation.
    #[must_use]
    pub fn in_session(mut self, session: impl Into<String>) -> Request {
        self.session = Some(session.into());
        self
    }

    /// The same, said in a room.
    #[must_use]
    pub fn in_room(mut self, room: impl Into<String>) -> Request {
        self.room = Some(room.into());
        self
    }
}
