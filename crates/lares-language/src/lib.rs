//! lares-language
