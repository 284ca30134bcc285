//! The dice of a game: how even they are, seat by seat, with a plot; and every roll. The page that verifies them needs a script,
//! this one does not.

use domain::ids::Seat;
use maud::{Markup, html};
use openapi::{
    dice::{DicePage, FaceCount},
    games::GameView,
    turns::RollView,
};

use super::{
    game::{spoken, title},
    site::Reader,
};

/// Dice with more faces are drawn in this many classes.
const CLASSES: usize = 20;

/// The plot's measures, in tenths of a pixel.
const WIDTH: u64 = 2_600;
const TALL: u64 = 640;
const FLOOR: u64 = 780;

/// The page.
pub fn page(reader: &Reader, game: &GameView, dice: &DicePage) -> Markup {
    let path = reader.link(&format!("/games/{}", game.id));
    html! {
        h1 { "Dice of " bdi { (title(game)) } }
        p {
            a href=(path) { "The game" } " · "
            a href=(format!("{path}/audit")) { "Verify each of them in your browser" } " · "
            a href=(reader.link(&format!("/v1/games/{}/dice", game.id))) { "As JSON" }
        }
        h2 { "How even they are" }
        @if dice.statistics.all.is_empty() { p class="quiet" { "Nobody has rolled yet." } } @else {
            p class="quiet" {
                "Bars are what was seen, the broken line is what fair dice come to. χ² measures how far they are apart: with d "
                "degrees of freedom, fair dice seldom come above d + 3·√(2d)."
            }
            div class="plots" {
                @for count in &dice.statistics.all { (figure(count, "all")) }
                @for seat in &dice.statistics.seats { @for count in &seat.dice { (figure(count, &whose(game, seat.seat.as_ref()))) } }
            }
        }
        @if !dice.items.is_empty() {
            h2 { "Every roll" }
            div class="wide" { table {
                thead { tr { @for head in ["Line", "What for", "Whose", "Dice", "Result", "Rule"] { th scope="col" { (head) } } } }
                @for roll in &dice.items { (row(reader, game, roll)) }
            } }
        }
        @if let Some(next) = &dice.next { p { a rel="next" href=(format!("{path}/dice?cursor={next}")) { "More" } } }
    }
}

fn whose(game: &GameView, seat: Option<&Seat>) -> String {
    let Some(seat) = seat else { return "nobody's".to_owned() };
    let found = game.seats.iter().find(|row| row.seat == *seat);
    found.map_or_else(|| seat.to_string(), |row| row.name.clone())
}

/// Thousandths as people read them.
fn decimal(thousandths: u64) -> String {
    format!("{}.{:02}", thousandths / 1_000, thousandths % 1_000 / 10)
}

/// One bar: its faces, how often they were seen, and how often fair dice show them, in thousandths.
struct Bar {
    name: String,
    seen: u64,
    expected: u64,
}

/// The bars of dice whose faces were counted, one for each face or for several together.
fn bars(count: &FaceCount) -> Vec<Bar> {
    let of_a_bar = count.faces.len().div_ceil(CLASSES).max(1);
    let bar = |(n, faces): (usize, &[u64])| {
        let (first, last) = (n * of_a_bar + 1, n * of_a_bar + faces.len());
        let name = if first == last { first.to_string() } else { format!("{first}–{last}") };
        let expected = count.dice * 1_000 * faces.len() as u64 / u64::from(count.sides.max(1));
        Bar { name, seen: faces.iter().sum(), expected }
    };
    count.faces.chunks(of_a_bar).enumerate().map(bar).collect()
}

fn figure(count: &FaceCount, whose: &str) -> Markup {
    let bars = bars(count);
    let heading = format!("{} × d{}, {whose}", count.dice, count.sides);
    let degrees = u64::from(count.degrees_of_freedom);
    // d + 3·√(2d), in thousandths.
    let seldom = degrees * 1_000 + (18_000_000 * degrees).isqrt();
    html! {
        figure {
            @if !bars.is_empty() { (plot(&bars, &heading)) }
            figcaption {
                strong { (heading) } br;
                "χ² = " (decimal(count.chi_square_thousandths)) " with " (degrees) " degrees of freedom; mean "
                (decimal(count.mean_thousandths)) ", of fair dice " (decimal(count.expected_mean_thousandths)) ". "
                @if count.dice < 5 * u64::from(count.sides) { "Too few dice to tell anything." }
                @else if count.chi_square_thousandths <= seldom { "Nothing out of the ordinary." }
                @else { "Fair dice are seldom so uneven: more than " (decimal(seldom)) "." }
            }
            details {
                summary { "As a table" }
                table {
                    thead { tr { th scope="col" { "Face" } th scope="col" { "Seen" } th scope="col" { "Expected" } } }
                    @for bar in &bars { tr { td { (bar.name) } td { (bar.seen) } td { (decimal(bar.expected)) } } }
                }
            }
        }
    }
}

fn plot(bars: &[Bar], heading: &str) -> Markup {
    let most = bars.iter().map(|bar| (bar.seen * 1_000).max(bar.expected)).max().unwrap_or(0).max(1);
    let step = WIDTH / bars.len().max(1) as u64;
    html! {
        svg class="plot" viewBox=(format!("0 0 {WIDTH} 960")) role="img" aria-label=(heading) {
            @for (n, bar) in bars.iter().enumerate() {
                @let left = step * n as u64;
                @let tall = TALL * bar.seen * 1_000 / most;
                @let level = FLOOR - TALL * bar.expected / most;
                rect class="seen" x=(left + step / 7) y=(FLOOR - tall) width=(step * 5 / 7) height=(tall) {}
                line class="expected" x1=(left) x2=(left + step) y1=(level) y2=(level) {}
                @if bars.len() <= 12 {
                    text class="face" x=(left + step / 2) y=(FLOOR + 130) text-anchor="middle" { (bar.name) }
                }
            }
            line class="axis" x1="0" x2=(WIDTH) y1=(FLOOR) y2=(FLOOR) {}
        }
    }
}

fn row(reader: &Reader, game: &GameView, roll: &RollView) -> Markup {
    html! {
        tr {
            td { a href=(reader.link(&format!("/games/{}/replay?at={}", game.id, roll.seq))) { (roll.seq) } }
            td {
                (spoken(&roll.purpose))
                @if let Some(roller) = &roll.roller { ", " (roller) }
                @if let Some(against) = &roll.against { " against " (against) }
            }
            td { (whose(game, roll.seat.as_ref())) }
            td {
                @for value in &roll.values { span class="die" { (value) } }
                @for modifier in &roll.modifiers { span class="modifier" { (format!("{:+}", modifier.value)) " " (spoken(&modifier.name)) } }
            }
            td { (roll.total) @if let Some(result) = &roll.result { ", " (spoken(result)) } }
            td { a href=(reader.link(&format!("/rules/{}#{}", game.ruleset, roll.rule))) { (roll.rule) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(sides: u32, faces: Vec<u64>) -> FaceCount {
        let dice = faces.iter().sum();
        FaceCount {
            sides,
            dice,
            sum: 0,
            mean_thousandths: 3_500,
            expected_mean_thousandths: 3_500,
            faces,
            chi_square_thousandths: 0,
            degrees_of_freedom: sides - 1,
        }
    }

    #[test]
    fn a_bar_is_as_tall_as_its_face_was_seen() {
        let svg = figure(&count(6, vec![10, 5, 0, 5, 5, 5]), "all").into_string();
        for (tall, n) in [("height=\"640\"", 1), ("height=\"320\"", 4), ("height=\"0\"", 1)] {
            assert_eq!(svg.matches(tall).count(), n, "{tall}: {svg}");
        }
        // Five of each are expected: half as tall as the tallest.
        assert_eq!(svg.matches("y1=\"460\" y2=\"460\"").count(), 6, "{svg}");
        assert!(svg.contains("Nothing out of the ordinary."), "{svg}");
    }

    #[test]
    fn what_is_seldom_is_called_so_and_few_dice_are_not_judged() {
        let uneven = FaceCount { chi_square_thousandths: 14_487, ..count(6, vec![30, 0, 0, 0, 0, 0]) };
        assert!(figure(&uneven, "all").into_string().contains("seldom so uneven: more than 14.48"));
        let just = FaceCount { chi_square_thousandths: 14_486, ..count(6, vec![30, 0, 0, 0, 0, 0]) };
        assert!(figure(&just, "all").into_string().contains("Nothing out of the ordinary."));
        assert!(figure(&count(6, vec![29, 0, 0, 0, 0, 0]), "all").into_string().contains("Too few dice"));
    }

    #[test]
    fn many_faces_share_bars_and_uncounted_ones_have_none() {
        let bars_of_many = bars(&count(100, vec![1; 100]));
        assert_eq!(
            (bars_of_many.len(), &*bars_of_many[19].name, bars_of_many[0].expected),
            (20, "96–100", 5_000)
        );
        assert!(bars(&FaceCount { dice: 3, ..count(65_536, Vec::new()) }).is_empty());
    }
}
