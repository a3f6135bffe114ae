//! How good is it?
//!
//! Cases say what was said in a home and what was meant; the runner answers them, the judge compares, the metrics count,
//! the reports tell. Judging and counting are pure; only [`case::load`] and [`suite`] read files. Homes of any size for
//! measuring speed are generated here too.

pub mod ablation;
pub mod case;
pub mod check;
pub mod generate;
pub mod judge;
pub mod metrics;
pub mod random;
pub mod report_json;
pub mod report_text;
pub mod results;
pub mod run;
pub mod suite;

pub use case::{Case, CaseError, CaseFile, load, read_cases};
pub use judge::{Fault, Verdict, judge};
pub use metrics::{Figures, Metrics};
pub use run::{Outcome, run};
