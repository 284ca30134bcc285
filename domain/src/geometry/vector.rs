//! Displacements.

use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, RefOr, Schema},
};

/// A displacement in hundredths of an inch. JSON has it as `[x,y]`, like a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "[i32; 2]", into = "[i32; 2]")]
pub struct Vector {
    /// East; negative is west.
    pub x: i32,
    /// South; negative is north.
    pub y: i32,
}

impl From<[i32; 2]> for Vector {
    fn from([x, y]: [i32; 2]) -> Self {
        Vector { x, y }
    }
}

impl From<Vector> for [i32; 2] {
    fn from(vector: Vector) -> Self {
        [vector.x, vector.y]
    }
}

impl PartialSchema for Vector {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new()
            .items(i32::schema())
            .min_items(Some(2))
            .max_items(Some(2))
            .description(Some("A displacement `[x,y]` in hundredths of an inch, east and south."))
            .build()
            .into()
    }
}

impl ToSchema for Vector {
    fn name() -> std::borrow::Cow<'static, str> {
        "geometry.Vector".into()
    }
}
