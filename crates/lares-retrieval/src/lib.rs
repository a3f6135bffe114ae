//! lares-retrieval
