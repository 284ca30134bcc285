//! A picture as data: named shapes in whole units, which one renderer turns into SVG and another into plain text. A
//! ruleset says what is to be seen; it never writes a tag. Whoever rasterises (mail) or inlines (page) takes the SVG.
//!
//! What is absent: floats, style sheets, scripts, external references and every other thing that a strict content
//! security policy would have to allow. Colours are presentation attributes, so a page may still restyle by class.
//! Names of players and figures are untrusted text; they are cleaned and escaped where they are written, not here.

mod region;
mod svg;
#[cfg(test)]
mod tests;
mod text;

pub use region::Region;
pub use text::clean;

/// A point: x to the east, y to the south, in the picture's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// East.
    pub x: i32,
    /// South.
    pub y: i32,
}

/// A point, briefly.
pub const fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// A colour, `0xrrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u32);

/// What the inside of a shape looks like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Nothing: what lies below shows, and a pointer passes through.
    None,
    /// One colour.
    Plain(Colour),
    /// A pattern of [`Picture::patterns`], by name.
    Pattern(&'static str),
}

/// The line around a shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width in units.
    pub width: i32,
    /// Lengths of dash and gap, for a broken line.
    pub dash: Option<(i32, i32)>,
}

/// How a shape is painted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// Inside.
    pub fill: Fill,
    /// Around it.
    pub stroke: Option<Stroke>,
    /// 100 is solid.
    pub opacity_percent: u8,
}

/// Where a text stands with respect to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// How heavy a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// As running text.
    Normal,
    /// As a label that must be seen at a glance.
    Bold,
}

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Lift the pen and put it down here.
    Move(Point),
    /// A straight line to here.
    Line(Point),
    /// A curve bent towards the first point, ending at the second.
    Curve(Point, Point),
    /// The shorter arc of a circle, clockwise on the page, to the point.
    Clockwise(i32, Point),
    /// The shorter arc of a circle, against the clock, to the point.
    Anticlockwise(i32, Point),
    /// Back to where the pen was put down.
    Close,
}

/// What is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// An upright rectangle; `radius` rounds its corners.
    Rect {
        /// North-west corner.
        corner: Point,
        /// To the east.
        width: i32,
        /// To the south.
        height: i32,
        /// Of the corners.
        radius: i32,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: i32,
    },
    /// A closed figure with straight sides.
    Polygon(Vec<Point>),
    /// An open line from point to point, with round ends and corners.
    Line(Vec<Point>),
    /// Lines, curves and arcs.
    Path(Vec<Step>),
    /// Words.
    Text {
        /// Where, on the baseline.
        at: Point,
        /// Height of the letters' body.
        size: i32,
        /// Which part of the text is at the point.
        anchor: Anchor,
        /// How heavy.
        weight: Weight,
        /// The words, untrusted.
        words: String,
    },
    /// Several shapes that are one thing.
    Group(Vec<Item>),
    /// Several shapes that are one thing, drawn that much further east and south.
    Shifted(Point, Vec<Item>),
}

/// A shape, how it looks and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What is drawn.
    pub shape: Shape,
    /// How it is painted; of a group only the opacity counts.
    pub look: Look,
    /// The word a style sheet or script knows it by.
    pub class: Option<&'static str>,
    /// What a script may read: `("figure", "sol1")` becomes `data-figure="sol1"`.
    pub data: Vec<(&'static str, String)>,
    /// What it is, in words, shown when pointed at.
    pub title: Option<String>,
}

/// A tile that fills shapes, by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Letters, digits and hyphens.
    pub name: &'static str,
    /// The tile's place and size; it repeats from there.
    pub corner: Point,
    /// To the east.
    pub width: i32,
    /// To the south.
    pub height: i32,
    /// What is drawn on the tile, measured from its corner.
    pub items: Vec<Item>,
}

/// One line of the legend.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The letter that stands for it in the text, where there is one.
    pub letter: Option<char>,
    /// What it means.
    pub label: String,
    /// How it looks, drawn in a square of [`Legend::size`] from the origin.
    pub sample: Vec<Item>,
}

/// What the signs mean: drawn below the picture, in columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Legend {
    /// Side of the square that a sample fills.
    pub size: i32,
    /// How many entries stand beside each other.
    pub columns: i32,
    /// Colour of the words.
    pub ink: Colour,
    /// The signs.
    pub entries: Vec<Entry>,
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Begins every id inside it, so that two kinds of picture may stand on one page: letters, digits and hyphens.
    pub name: &'static str,
    /// What it shows, in a line.
    pub title: String,
    /// What a person who cannot see it should know, in a few sentences.
    pub description: String,
    /// Units to the east.
    pub width: i32,
    /// Units to the south, without the legend.
    pub height: i32,
    /// How many units one pixel shows at the natural size.
    pub units_per_pixel: i32,
    /// The part of it that is shown, as large as all of it would be and without the legend; left out: all.
    pub part: Option<Region>,
    /// Behind everything: the picture brings its own paper, so it reads the same on a light and on a dark page.
    pub paper: Colour,
    /// The tiles.
    pub patterns: Vec<Pattern>,
    /// What is drawn, from below upwards.
    pub items: Vec<Item>,
    /// What the signs mean.
    pub legend: Legend,
    /// The same in letters: the plan first, in fixed-width lines, then what stands on it.
    pub text: Vec<String>,
}

impl Picture {
    /// The picture as a standalone SVG document; the same picture gives the same bytes.
    pub fn to_svg(&self) -> String {
        svg::render(self, None)
    }

    /// The picture with its figures as links, to stand inside a page: `link` tells where a figure's id leads.
    pub fn to_svg_with_links(&self, link: &dyn Fn(&str) -> String) -> String {
        svg::render(self, Some(link))
    }

    /// The picture in letters, lines ended by `\n`.
    pub fn to_text(&self) -> String {
        text::render(self)
    }
}

impl Item {
    /// A shape without paint or meaning.
    pub fn new(shape: Shape) -> Self {
        let look = Look { fill: Fill::None, stroke: None, opacity_percent: 100 };
        Item { shape, look, class: None, data: Vec::new(), title: None }
    }

    /// An upright rectangle with square corners.
    pub fn rect(corner: Point, width: i32, height: i32) -> Self {
        Self::rounded(corner, width, height, 0)
    }

    /// An upright rectangle with round corners.
    pub fn rounded(corner: Point, width: i32, height: i32, radius: i32) -> Self {
        Self::new(Shape::Rect { corner, width, height, radius })
    }

    /// A circle.
    pub fn circle(centre: Point, radius: i32) -> Self {
        Self::new(Shape::Circle { centre, radius })
    }

    /// A closed figure with straight sides.
    pub fn polygon(points: impl Into<Vec<Point>>) -> Self {
        Self::new(Shape::Polygon(points.into()))
    }

    /// An open line.
    pub fn line(points: impl Into<Vec<Point>>) -> Self {
        Self::new(Shape::Line(points.into()))
    }

    /// Lines, curves and arcs.
    pub fn path(steps: impl Into<Vec<Step>>) -> Self {
        Self::new(Shape::Path(steps.into()))
    }

    /// A bold label whose middle, across and upwards, is at the point.
    pub fn label(middle: Point, size: i32, words: impl Into<String>) -> Self {
        // Capitals are about seven tenths of a size high, in every sans-serif; baselines are the one thing all
        // renderers agree on.
        let at = at(middle.x, middle.y + size * 36 / 100);
        Self::new(Shape::Text { at, size, anchor: Anchor::Middle, weight: Weight::Bold, words: words.into() })
    }

    /// Words that begin at the point.
    pub fn words(at: Point, size: i32, weight: Weight, words: impl Into<String>) -> Self {
        Self::new(Shape::Text { at, size, anchor: Anchor::Start, weight, words: words.into() })
    }

    /// Several shapes as one.
    pub fn group(items: impl Into<Vec<Item>>) -> Self {
        Self::new(Shape::Group(items.into()))
    }

    /// Several shapes as one, moved east and south.
    pub fn shifted(by: Point, items: impl Into<Vec<Item>>) -> Self {
        Self::new(Shape::Shifted(by, items.into()))
    }

    /// A filled arrow between two different points; `thickness` is that of its shaft.
    pub fn arrow(from: Point, to: Point, thickness: i32) -> Self {
        let (east, south) = (to.x - from.x, to.y - from.y);
        let length = (east * east + south * south).isqrt().max(1);
        let head = (thickness * 3).min(length);
        // A point so far along the arrow and so far to its right.
        let spot = |along: i32, right: i32| {
            at(
                from.x + (east * along - south * right) / length,
                from.y + (south * along + east * right) / length,
            )
        };
        let neck = length - head;
        let (half, wing) = (thickness / 2, thickness * 3 / 2);
        Self::polygon([
            spot(0, -half),
            spot(neck, -half),
            spot(neck, -wing),
            to,
            spot(neck, wing),
            spot(neck, half),
            spot(0, half),
        ])
    }

    /// Filled with a colour.
    pub fn fill(mut self, colour: Colour) -> Self {
        self.look.fill = Fill::Plain(colour);
        self
    }

    /// Filled with a pattern.
    pub fn patterned(mut self, name: &'static str) -> Self {
        self.look.fill = Fill::Pattern(name);
        self
    }

    /// With a line around it (or along it).
    pub fn stroke(mut self, colour: Colour, width: i32) -> Self {
        self.look.stroke = Some(Stroke { colour, width, dash: None });
        self
    }

    /// The line broken into dashes and gaps.
    pub fn dashed(mut self, dash: i32, gap: i32) -> Self {
        if let Some(stroke) = &mut self.look.stroke {
            stroke.dash = Some((dash, gap));
        }
        self
    }

    /// Only so much of it: 100 is solid.
    pub fn faded(mut self, percent: u8) -> Self {
        self.look.opacity_percent = percent;
        self
    }

    /// Known by this word.
    pub fn class(mut self, class: &'static str) -> Self {
        self.class = Some(class);
        self
    }

    /// With something for a script to read.
    pub fn data(mut self, key: &'static str, value: impl Into<String>) -> Self {
        self.data.push((key, value.into()));
        self
    }

    /// Explained in words.
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }
}
