//! A picture as SVG: whole numbers, presentation attributes, nothing from outside. This is the only place that writes
//! tags, so it is the only place that must escape.

use super::{
    Anchor, Colour, Fill, Item, Legend, Look, Pattern, Picture, Point, Region, Shape, Step, Weight, at,
    text::clean,
};

/// Where a figure's link leads.
type Link<'a> = Option<&'a dyn Fn(&str) -> String>;

/// The whole document.
pub(super) fn render(picture: &Picture, link: Link<'_>) -> String {
    let mut svg = Svg { name: picture.name, link, out: String::new() };
    svg.document(picture);
    svg.out
}

/// Text or attribute value: untrusted, so cleaned and escaped.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in clean(text).chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
    }
    safe
}

/// What a thing is called: the words that are seen on it first, so that whoever speaks to his browser can say them.
fn spoken(item: &Item, id: &str) -> String {
    let name = item.title.as_deref().unwrap_or(id);
    let seen = seen_on(item).join(" ");
    if seen.is_empty() || seen == name { name.to_owned() } else { format!("{seen}: {name}") }
}

fn seen_on(item: &Item) -> Vec<&str> {
    match &item.shape {
        Shape::Text { words, .. } => vec![words],
        Shape::Group(items) | Shape::Shifted(_, items) => items.iter().flat_map(seen_on).collect(),
        Shape::Rect { .. } | Shape::Circle { .. } | Shape::Polygon(_) | Shape::Line(_) | Shape::Path(_) => {
            Vec::new()
        }
    }
}

struct Svg<'a> {
    name: &'static str,
    link: Link<'a>,
    out: String,
}

impl Svg<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.put(" ");
        self.put(name);
        self.put("=\"");
        self.put(&escaped(value));
        self.put("\"");
    }

    fn number(&mut self, name: &str, value: i32) {
        self.attribute(name, &value.to_string());
    }

    fn document(&mut self, picture: &Picture) {
        let legend_height = legend_height(&picture.legend);
        let height = picture.height + legend_height;
        let scale = picture.units_per_pixel.max(1);
        let all = Region { corner: at(0, 0), width: picture.width, height };
        let shown = picture.part.unwrap_or(all);
        let pixels = match picture.part {
            None => (all.width / scale, all.height / scale),
            Some(part) => enlarged(part, picture.width.max(picture.height) / scale),
        };
        self.put("<svg xmlns=\"http://www.w3.org/2000/svg\"");
        let Region { corner, width, height: shown_height } = shown;
        self.attribute("viewBox", &format!("{} {} {width} {shown_height}", corner.x, corner.y));
        self.number("width", pixels.0);
        self.number("height", pixels.1);
        // Links inside a picture are seen only where it is not one image.
        self.put(if self.link.is_some() { " role=\"group\"" } else { " role=\"img\"" });
        let (title_id, description_id) = (format!("{}-title", self.name), format!("{}-desc", self.name));
        self.attribute("aria-labelledby", &format!("{title_id} {description_id}"));
        self.put(" font-family=\"sans-serif\">\n");
        self.element_with_id("title", &title_id, &picture.title);
        self.element_with_id("desc", &description_id, &picture.description);
        self.put("<defs>\n");
        for pattern in &picture.patterns {
            self.pattern(pattern);
        }
        self.put("</defs>\n");
        self.item(&Item::rounded(at(0, 0), picture.width, height, 12).fill(picture.paper).class("paper"));
        for item in &picture.items {
            self.item(item);
        }
        self.legend(picture);
        self.put("</svg>\n");
    }

    fn element_with_id(&mut self, element: &str, id: &str, words: &str) {
        self.put(&format!("<{element}"));
        self.attribute("id", id);
        self.put(&format!(">{}</{element}>\n", escaped(words)));
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.put("<pattern");
        self.attribute("id", &format!("{}-{}", self.name, pattern.name));
        self.put(" patternUnits=\"userSpaceOnUse\"");
        self.number("x", pattern.corner.x);
        self.number("y", pattern.corner.y);
        self.number("width", pattern.width);
        self.number("height", pattern.height);
        self.put(">\n");
        for item in &pattern.items {
            self.item(item);
        }
        self.put("</pattern>\n");
    }

    fn item(&mut self, item: &Item) {
        let named = item.data.iter().find(|(key, _)| matches!(*key, "figure" | "gun")).map(|(_, id)| id);
        match (self.link, named) {
            (Some(link), Some(id)) => {
                self.put("<a");
                self.attribute("href", &link(id));
                self.attribute("aria-label", &spoken(item, id));
                self.put(">\n");
                self.shape(item);
                self.put("</a>\n");
            }
            (_, _) => self.shape(item),
        }
    }

    fn shape(&mut self, item: &Item) {
        let element = self.open(&item.shape);
        if let Some(class) = item.class {
            self.attribute("class", class);
        }
        for (key, value) in &item.data {
            self.attribute(&format!("data-{key}"), value);
        }
        self.look(&item.shape, &item.look);
        let (words, inside): (String, &[Item]) = match &item.shape {
            Shape::Text { words, .. } => (escaped(words), &[]),
            Shape::Group(items) | Shape::Shifted(_, items) => (String::new(), items),
            Shape::Rect { .. }
            | Shape::Circle { .. }
            | Shape::Polygon(_)
            | Shape::Line(_)
            | Shape::Path(_) => (String::new(), &[]),
        };
        if item.title.is_none() && words.is_empty() && inside.is_empty() {
            self.put("/>\n");
            return;
        }
        self.put(">");
        if let Some(title) = &item.title {
            self.put(&format!("<title>{}</title>", escaped(title)));
        }
        self.put(&words);
        if !inside.is_empty() {
            self.put("\n");
        }
        for child in inside {
            self.item(child);
        }
        self.put(&format!("</{element}>\n"));
    }

    /// Begins the tag, with what is the shape's own, and tells its name.
    fn open(&mut self, shape: &Shape) -> &'static str {
        let element = element(shape);
        self.put("<");
        self.put(element);
        match shape {
            Shape::Rect { corner, width, height, radius } => {
                self.number("x", corner.x);
                self.number("y", corner.y);
                self.number("width", *width);
                self.number("height", *height);
                if *radius != 0 {
                    self.number("rx", *radius);
                }
            }
            Shape::Circle { centre, radius } => {
                self.number("cx", centre.x);
                self.number("cy", centre.y);
                self.number("r", *radius);
            }
            Shape::Polygon(points) => self.attribute("points", &listed(points)),
            Shape::Line(points) => {
                self.attribute("points", &listed(points));
                self.put(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
            }
            Shape::Path(steps) => {
                let steps: Vec<String> = steps.iter().map(step).collect();
                self.attribute("d", &steps.join(" "));
            }
            Shape::Text { at, size, anchor, weight, words: _ } => {
                self.text_place(*at, *size, *anchor, *weight)
            }
            Shape::Group(_) => {}
            Shape::Shifted(by, _) => self.attribute("transform", &format!("translate({} {})", by.x, by.y)),
        }
        element
    }

    fn text_place(&mut self, at: Point, size: i32, anchor: Anchor, weight: Weight) {
        self.number("x", at.x);
        self.number("y", at.y);
        self.number("font-size", size);
        match anchor {
            Anchor::Start => {}
            Anchor::Middle => self.attribute("text-anchor", "middle"),
            Anchor::End => self.attribute("text-anchor", "end"),
        }
        match weight {
            Weight::Normal => {}
            Weight::Bold => self.attribute("font-weight", "bold"),
        }
    }

    fn look(&mut self, shape: &Shape, look: &Look) {
        let is_group = matches!(shape, Shape::Group(_) | Shape::Shifted(..));
        match &look.fill {
            Fill::None if is_group => {}
            Fill::None => self.attribute("fill", "none"),
            Fill::Plain(colour) => self.attribute("fill", &hex(*colour)),
            Fill::Pattern(name) => self.attribute("fill", &format!("url(#{}-{name})", self.name)),
        }
        if let Some(stroke) = &look.stroke {
            self.attribute("stroke", &hex(stroke.colour));
            self.number("stroke-width", stroke.width);
            if let Some((dash, gap)) = stroke.dash {
                self.attribute("stroke-dasharray", &format!("{dash} {gap}"));
            }
        }
        if look.opacity_percent < 100 {
            self.attribute("opacity", &format!("0.{:02}", look.opacity_percent));
        }
    }

    fn legend(&mut self, picture: &Picture) {
        let legend = &picture.legend;
        let columns = legend.columns.max(1);
        let column_width = (picture.width - 2 * legend.size) / columns;
        let (mut column, mut top) = (0, picture.height);
        for entry in &legend.entries {
            let corner = at(legend.size + column * column_width, top);
            self.item(&Item::shifted(corner, entry.sample.clone()));
            let words = at(corner.x + legend.size * 5 / 4, corner.y + legend.size * 68 / 100);
            self.item(&Item::words(words, legend.size / 2, Weight::Normal, &*entry.label).fill(legend.ink));
            column += 1;
            if column == columns {
                column = 0;
                top += legend_pitch(legend);
            }
        }
    }
}

/// Width and height in pixels of a part whose longer side is to be so long.
fn enlarged(part: Region, longest: i32) -> (i32, i32) {
    let side = |length: i32| {
        let pixels = i64::from(length) * i64::from(longest) / i64::from(part.width.max(part.height).max(1));
        i32::try_from(pixels).unwrap_or(longest).max(1)
    };
    (side(part.width), side(part.height))
}

/// From one row of the legend to the next.
fn legend_pitch(legend: &Legend) -> i32 {
    legend.size * 4 / 3
}

fn legend_height(legend: &Legend) -> i32 {
    let n_entries = i32::try_from(legend.entries.len()).unwrap_or(i32::MAX);
    let rows = n_entries / legend.columns.max(1) + i32::from(n_entries % legend.columns.max(1) != 0);
    if rows == 0 { 0 } else { rows * legend_pitch(legend) + legend.size / 2 }
}

fn element(shape: &Shape) -> &'static str {
    match shape {
        Shape::Rect { .. } => "rect",
        Shape::Circle { .. } => "circle",
        Shape::Polygon(_) => "polygon",
        Shape::Line(_) => "polyline",
        Shape::Path(_) => "path",
        Shape::Text { .. } => "text",
        Shape::Group(_) | Shape::Shifted(..) => "g",
    }
}

fn hex(colour: Colour) -> String {
    format!("#{:06x}", colour.0 & 0xff_ffff)
}

fn listed(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|point| format!("{},{}", point.x, point.y)).collect();
    points.join(" ")
}

fn step(step: &Step) -> String {
    match step {
        Step::Move(to) => format!("M{} {}", to.x, to.y),
        Step::Line(to) => format!("L{} {}", to.x, to.y),
        Step::Curve(bend, to) => format!("Q{} {} {} {}", bend.x, bend.y, to.x, to.y),
        Step::Clockwise(radius, to) => format!("A{radius} {radius} 0 0 1 {} {}", to.x, to.y),
        Step::Anticlockwise(radius, to) => format!("A{radius} {radius} 0 0 0 {} {}", to.x, to.y),
        Step::Close => "Z".to_owned(),
    }
}
