//! How good is it?
//!
//! Cases say what was said in a home and what was meant; the runner answers them, the judge compares, the metrics count,
//! the reports tell. Judging and counting are pure; only [`case::load`], [`suite`] and
//! [`tune::check_files`] read files. Homes of any size for measuring speed are generated here too.

pub mod ablation;
pub mod adopt;
pub mod baselines;
pub mod calibrate;
pub mod case;
pub mod check;
pub mod compare;
pub mod consulted;
pub mod draft;
pub mod generate;
pub mod judge;
pub mod metrics;
pub mod random;
pub mod report;
pub mod report_html;
pub mod report_json;
pub mod report_text;
pub mod results;
pub mod run;
mod same_condition;
pub mod settings;
pub mod suite;
pub mod tag_words;
pub mod text_search;
pub mod tune;

pub use case::{Case, CaseError, CaseFile, load, read_cases};
pub use judge::{Fault, Verdict, judge};
pub use metrics::{Figures, Metrics};
pub use report::Report;
pub use run::{Outcome, run};
