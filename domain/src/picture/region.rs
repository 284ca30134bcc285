//! A part of a picture, to look at from nearer.

use super::{Point, at};
use crate::notation::read_inches;

/// An upright part of a measured floor, in hundredths of an inch, or of a picture, in its units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its north-west corner.
    pub corner: Point,
    /// To the east.
    pub width: i32,
    /// To the south.
    pub height: i32,
}

impl Region {
    /// Nothing smaller is looked at, in hundredths of an inch.
    const LEAST: i32 = 100;

    /// Reads `X,Y,W,H` as orders tell lengths: inches with at most two decimals. At least an inch to each side.
    pub fn parse(text: &str) -> Option<Region> {
        let read = |word: &str| i32::try_from(read_inches(word)?).ok();
        let numbers: Vec<i32> = text.split(',').map(read).collect::<Option<_>>()?;
        let [x, y, width, height] = numbers[..] else { return None };
        let is_large_enough = Self::LEAST <= width.min(height);
        is_large_enough.then_some(Region { corner: at(x, y), width, height })
    }

    /// Where this part of a floor is on a picture that draws a hundredth of an inch as one unit: as much of it as there is of
    /// the floor, whose corner is drawn at `origin`. `None` where that is less than an inch.
    pub fn on_floor(self, origin: Point, (width, height): (i32, i32)) -> Option<Region> {
        let part = self.of_floor((width, height))?;
        Some(Region { corner: at(origin.x + part.corner.x, origin.y + part.corner.y), ..part })
    }

    /// As much of it as there is of a floor.
    pub fn of_floor(self, (width, height): (i32, i32)) -> Option<Region> {
        let end = |from: i32, length: i32, size: i32| from.saturating_add(length).min(size) - from;
        let Point { x, y } = self.corner;
        let (width, height) = (end(x, self.width, width), end(y, self.height, height));
        (Self::LEAST <= width.min(height)).then_some(Region { width, height, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_told_in_inches_and_ends_with_the_floor() {
        let region = Region { corner: at(1200, 3050), width: 2400, height: 1875 };
        assert_eq!(Region::parse("12,30.5,24,18.75"), Some(region));
        assert_eq!(
            region.on_floor(at(90, 10), (3000, 9000)),
            Some(Region { corner: at(1290, 3060), width: 1800, ..region })
        );
        assert_eq!(region.of_floor((1250, 9000)), None, "not an inch of it");
        assert_eq!(region.of_floor((1000, 9000)), None, "beside it");
        for bad in [
            "",
            "1,2,3",
            "1,2,3,4,5",
            "-1,2,3,4",
            "1,2,0,4",
            "1,2,3,0.99",
            "a,2,3,4",
            "1,2,3.123,4",
            "1,2,99999999999,4",
        ] {
            assert_eq!(Region::parse(bad), None, "{bad}");
        }
    }
}
