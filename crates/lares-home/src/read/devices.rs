//! `devices.json`: the body of `GET /v1/devices`, one page or many, or JSON Lines of items.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::document::{Entry, Fault, Kind, read_entries};
use super::{Read, ReadError, field};

/// A device as its document has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeviceRecord {
    /// The platform's id.
    pub id: String,
    /// `label`, else `name`, else the id.
    pub name: String,
    /// The room's id, where it stands in one.
    pub room_id: Option<String>,
    /// The profile's id, where it has one.
    pub profile_id: Option<String>,
    /// Its components.
    pub components: Vec<ComponentRecord>,
    /// Where it begins in its file, from 1.
    pub line: usize,
}

/// A component of a device.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ComponentRecord {
    /// `main`, `freezer`, …
    pub id: String,
    /// Capability ids.
    pub capabilities: Vec<String>,
    /// Its categories.
    pub categories: Vec<CategoryRecord>,
}

/// A category of a component.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CategoryRecord {
    /// The platform's name of it.
    pub name: String,
    /// The user gave it, not the maker.
    pub by_user: bool,
}

const KIND: Kind = Kind {
    entry: "device",
    code: "bad_device",
    hint: "the file should hold the body of GET /v1/devices ({\"items\":[{\"deviceId\":...}]}), or one device a line",
    may_be_empty: false,
};

#[derive(Deserialize)]
struct Fields<'t> {
    #[serde(borrow, rename = "deviceId")]
    id: Option<&'t RawValue>,
    #[serde(borrow)]
    name: Option<&'t RawValue>,
    #[serde(borrow)]
    label: Option<&'t RawValue>,
    #[serde(borrow, rename = "roomId")]
    room_id: Option<&'t RawValue>,
    #[serde(borrow)]
    profile: Option<&'t RawValue>,
    #[serde(borrow)]
    components: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct ProfileFields<'t> {
    #[serde(borrow)]
    id: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct ComponentFields<'t> {
    #[serde(borrow)]
    id: Option<&'t RawValue>,
    #[serde(borrow)]
    capabilities: Option<&'t RawValue>,
    #[serde(borrow)]
    categories: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct CapabilityFields<'t> {
    #[serde(borrow)]
    id: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct CategoryFields<'t> {
    #[serde(borrow)]
    name: Option<&'t RawValue>,
    #[serde(borrow, rename = "categoryType")]
    kind: Option<&'t RawValue>,
}

/// Reads the devices of a home.
///
/// # Errors
/// A document that is no JSON, or that holds no device although it holds something.
pub fn read_devices(bytes: impl AsRef<[u8]>, file: &str) -> Result<Read<Vec<DeviceRecord>>, ReadError> {
    read_entries(bytes.as_ref(), file, &KIND, |entry, _| device(entry))
}

fn device(entry: Entry<'_>) -> Result<DeviceRecord, Fault> {
    let fields: Fields<'_> = field::object(entry, "")?;
    let id = field::needed_text(entry, "deviceId", fields.id)?;
    let label = field::optional_text(entry, "label", fields.label)?;
    let name = match label {
        Some(label) => label,
        None => field::optional_text(entry, "name", fields.name)?.unwrap_or_else(|| id.clone()),
    };
    let room_id = field::optional_text(entry, "roomId", fields.room_id)?;
    let profile_id = match fields.profile {
        Some(raw) => {
            let profile: ProfileFields<'_> =
                field::object(Entry { raw, line: entry.line_of(raw) }, "profile")?;
            field::optional_text(entry, "profile.id", profile.id)?
        }
        None => None,
    };
    let components = field::list(entry, "components", fields.components)?;
    let components = components.into_iter().map(component).collect::<Result<_, _>>()?;
    Ok(DeviceRecord { id, name, room_id, profile_id, components, line: entry.line })
}

fn component(entry: Entry<'_>) -> Result<ComponentRecord, Fault> {
    let fields: ComponentFields<'_> = field::object(entry, "components")?;
    let id = field::needed_text(entry, "components.id", fields.id)?;
    let capabilities = field::list(entry, "components.capabilities", fields.capabilities)?;
    let categories = field::list(entry, "components.categories", fields.categories)?;
    Ok(ComponentRecord {
        id,
        capabilities: capabilities.into_iter().map(capability).collect::<Result<_, _>>()?,
        categories: categories.into_iter().map(category).collect::<Result<_, _>>()?,
    })
}

/// A capability is an object with an id; its bare id says as much.
fn capability(entry: Entry<'_>) -> Result<String, Fault> {
    let field = "components.capabilities.id";
    if entry.raw.get().starts_with('"') {
        return field::needed_text(entry, field, Some(entry.raw));
    }
    let fields: CapabilityFields<'_> = field::object(entry, "components.capabilities")?;
    field::needed_text(entry, field, fields.id)
}

fn category(entry: Entry<'_>) -> Result<CategoryRecord, Fault> {
    let field = "components.categories.name";
    if entry.raw.get().starts_with('"') {
        let name = field::needed_text(entry, field, Some(entry.raw))?;
        return Ok(CategoryRecord { name, by_user: false });
    }
    let fields: CategoryFields<'_> = field::object(entry, "components.categories")?;
    let kind = field::optional_text(entry, "components.categories.categoryType", fields.kind)?;
    Ok(CategoryRecord {
        name: field::needed_text(entry, field, fields.name)?,
        by_user: kind.is_some_and(|kind| kind.eq_ignore_ascii_case("user")),
    })
}
