//! Lines of sight on a view: hills alone hide, and not those who stand on them.

use super::super::view::View;
use crate::geometry::{Point, Segment};

/// Whether one point is seen from another.
pub(super) fn is_clear(view: &View, from: Point, to: Point) -> bool {
    let line = Segment { from, to };
    !view.hills.iter().any(|hill| hill.hides(line)) // CCC-6.4 CCC-6.5
}
