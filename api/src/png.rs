//! A board as a PNG, for mails and for whatever cannot show SVG: the same drawing, rasterised with fonts that we bring, so
//! that it looks the same on every machine.

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use domain::picture::Picture;
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};

use crate::problem::Problem;

/// Pixels to a side, at most: what a scenario of the greatest size may ask for.
const MOST_PIXELS: f32 = 4096.0;

/// DejaVu Sans, plain and bold (see `api/fonts/LICENSE`).
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../fonts/DejaVuSans.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../fonts/DejaVuSans-Bold.ttf").to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// The picture's bytes as PNG, at its natural size. Takes a while: call it where one may block.
///
/// # Errors
/// 500 when a picture cannot be drawn, which is the ruleset's error.
pub fn render(picture: &Picture) -> Result<Vec<u8>, Problem> {
    let tree = tree(picture)?;
    let scale = (MOST_PIXELS / tree.size().width().max(tree.size().height())).min(1.0);
    let canvas = draw(&tree, scale, Color::TRANSPARENT)?;
    canvas.encode_png().map_err(|why| Problem::internal(&why))
}

#[cfg(test)]
thread_local! {
    /// Whether letters go without on this thread: a test that makes thousands of them is not about pictures.
    pub(crate) static LEFT_OUT: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// The picture as a PNG of few colours for a mail: at most so many pixels wide, smaller than so many bytes, and on its own
/// paper up to the corners, so that it is the same on a dark page. `None` where it would have to be smaller than half of
/// that to fit.
///
/// # Errors
/// 500 when a picture cannot be drawn, which is the ruleset's error.
pub fn for_mail(picture: &Picture, most_pixels: u32, most_bytes: usize) -> Result<Option<Vec<u8>>, Problem> {
    #[cfg(test)]
    if LEFT_OUT.get() {
        return Ok(None);
    }
    let tree = tree(picture)?;
    let [_, red, green, blue] = picture.paper.0.to_be_bytes();
    let paper = Color::from_rgba8(red, green, blue, u8::MAX);
    let widest = most_pixels as f32 / tree.size().width();
    for share in [1.0, 0.75, 0.5] {
        let scale = (widest * share).min(MOST_PIXELS / tree.size().height());
        let drawn = with_palette(&draw(&tree, scale, paper)?).map_err(|why| Problem::internal(&why))?;
        if drawn.len() <= most_bytes {
            return Ok(Some(drawn));
        }
    }
    Ok(None)
}

fn tree(picture: &Picture) -> Result<Tree, Problem> {
    let options =
        Options { fontdb: FONTS.clone(), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    Tree::from_str(&picture.to_svg(), &options).map_err(|why| Problem::internal(&why))
}

fn draw(tree: &Tree, scale: f32, paper: Color) -> Result<Pixmap, Problem> {
    let (width, height) = (pixels(tree.size().width() * scale), pixels(tree.size().height() * scale));
    let failed = || Problem::internal(&std::io::Error::other("a picture without a size"));
    let mut canvas = Pixmap::new(width, height).ok_or_else(failed)?;
    canvas.fill(paper);
    resvg::render(tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    Ok(canvas)
}

/// A PNG with at most 256 colours: the most frequent ones, and for every other the nearest of them.
fn with_palette(canvas: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    // Neighbours are mostly of one colour: runs are far fewer than pixels.
    let runs: Vec<([u8; 3], usize)> = canvas
        .pixels()
        .chunk_by(|a, b| a == b)
        .map(|run| ([run[0].red(), run[0].green(), run[0].blue()], run.len()))
        .collect();
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for (colour, length) in &runs {
        *counts.entry(*colour).or_default() += length;
    }
    let mut by_count: Vec<([u8; 3], usize)> = counts.into_iter().collect();
    // Of equally frequent ones the darker first: the same picture gives the same bytes.
    by_count.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
    let palette: Vec<[u8; 3]> = by_count.iter().take(256).map(|(colour, _)| *colour).collect();
    let places: BTreeMap<[u8; 3], u8> =
        by_count.iter().map(|(colour, _)| (*colour, nearest(&palette, colour))).collect();
    let mut data = Vec::with_capacity(canvas.pixels().len());
    for (colour, length) in &runs {
        data.resize(data.len() + length, places[colour]);
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}

/// The place of the colour of a palette that differs least.
fn nearest(palette: &[[u8; 3]], colour: &[u8; 3]) -> u8 {
    let distance = |other: &[u8; 3]| -> u32 {
        other.iter().zip(colour).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    let places = palette.iter().zip(0_u8..=u8::MAX);
    places.min_by_key(|(other, _)| distance(other)).map_or(0, |(_, place)| place)
}

/// Whole pixels, at least one.
fn pixels(length: f32) -> u32 {
    // Between 1 and MOST_PIXELS, so nothing is cut off.
    length.ceil().clamp(1.0, MOST_PIXELS) as u32
}

#[cfg(test)]
mod tests {
    use domain::rulesets;

    use super::*;
    use crate::service::read::board::starting_position;

    #[test]
    fn for_mails_every_board_is_small_opaque_and_as_wide_as_wanted() {
        for ruleset in rulesets::ALL {
            for (scenario, _) in ruleset.scenarios() {
                let picture = starting_position(ruleset.id(), scenario).expect("a scenario of the house");
                let bytes = for_mail(&picture, 894, 96 * 1024).expect("a picture").expect("one that fits");
                let decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
                let info = decoder.read_info().expect("a PNG").info().clone();
                assert_eq!(info.color_type, png::ColorType::Indexed);
                assert!(
                    info.trns.is_none() && (893..=895).contains(&info.width),
                    "{scenario}: {}",
                    info.width
                );
                assert_eq!(for_mail(&picture, 894, 96 * 1024).expect("a picture"), Some(bytes));
                assert_eq!(for_mail(&picture, 894, 1000).expect("a picture"), None);
            }
        }
    }

    #[test]
    fn every_starting_position_has_a_png_with_words_in_it() {
        for ruleset in rulesets::ALL {
            for (scenario, _) in ruleset.scenarios() {
                let picture = starting_position(ruleset.id(), scenario).expect("a scenario of the house");
                let png = render(&picture).expect("a picture");
                assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{scenario}");
                let mute = Picture {
                    legend: domain::picture::Legend { entries: Vec::new(), ..picture.legend.clone() },
                    ..picture
                };
                assert_ne!(png, render(&mute).expect("a picture"), "{scenario}: the legend is drawn");
            }
        }
    }
}
