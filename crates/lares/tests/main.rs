//! What the library promises, in one program: each file below is a subject of its own.
//!
//! One program instead of one for each file: every program holds the models and the data once more.

mod anew;
mod architecture;
mod by_ear;
mod changes;
mod consult;
mod divided;
#[cfg(feature = "local-models")]
mod folder_models;
mod helped_here;
mod library;
mod live;
mod meant_part;
#[cfg(feature = "models")]
mod models;
mod odd_rooms;
mod one_of_several;
mod parts_of_names;
mod small_home;
mod unwritten;
mod wishes;
