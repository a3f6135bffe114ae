//! lares
