//! lares-eval
