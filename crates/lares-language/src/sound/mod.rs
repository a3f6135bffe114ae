//! How words sound: what speech recognition confuses, in Chinese and in English.

pub mod english;
pub(crate) mod phones;
pub mod pinyin;
pub(crate) mod syllable;
