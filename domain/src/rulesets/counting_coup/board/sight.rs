//! Lines of sight on a view: hills alone hide, and not those who stand on them.

use super::super::{scenario::Hill, view::View};
use crate::geometry::{Disc, Point, Segment};

/// Whether one point is seen from another.
pub(super) fn is_clear(view: &View, from: Point, to: Point) -> bool {
    let line = Segment { from, to };
    !view.hills.iter().any(|hill| hides(hill, line)) // CCC-6.4 CCC-6.5
}

fn hides(hill: &Hill, line: Segment) -> bool {
    let lobes = || hill.lobes.iter().map(|lobe| Disc { centre: Point::new(lobe.x, lobe.y), radius: lobe.r });
    let is_on_it = |point| lobes().any(|lobe| lobe.holds(point)); // CCC-2.6
    !is_on_it(line.from) && !is_on_it(line.to) && lobes().any(|lobe| lobe.cuts(line)) // CCC-2.7 CCC-2.8
}
