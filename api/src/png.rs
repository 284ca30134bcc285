//! A board as a PNG, for mails and for whatever cannot show SVG: the same drawing, rasterised with fonts that we bring, so
//! that it looks the same on every machine.

use std::sync::{Arc, LazyLock};

use domain::picture::Picture;
use resvg::{
    tiny_skia::{Pixmap, Transform},
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
    let options =
        Options { fontdb: FONTS.clone(), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(&picture.to_svg(), &options).map_err(|why| Problem::internal(&why))?;
    let size = tree.size();
    let scale = (MOST_PIXELS / size.width().max(size.height())).min(1.0);
    let (width, height) = (pixels(size.width() * scale), pixels(size.height() * scale));
    let failed = || Problem::internal(&std::io::Error::other("a picture without a size"));
    let mut canvas = Pixmap::new(width, height).ok_or_else(failed)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    canvas.encode_png().map_err(|why| Problem::internal(&why))
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
