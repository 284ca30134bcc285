//! What a picture looks like as a document; small on purpose, since any change of the renderer shows here.

use expect_test::expect;

use super::*;

fn small() -> Picture {
    let red = Colour(0xc01f1f);
    let hostile = "\"/><script>alert('Ti & Co')</script>\u{202e}\n";
    Picture {
        name: "test",
        title: "A <test>".to_owned(),
        description: "Nothing & more.".to_owned(),
        width: 300,
        height: 100,
        units_per_pixel: 3,
        part: None,
        paper: Colour(0xffffff),
        patterns: vec![Pattern {
            name: "dots",
            corner: at(5, 5),
            width: 20,
            height: 20,
            items: vec![Item::circle(at(10, 10), 3).fill(red)],
        }],
        items: vec![
            Item::rect(at(5, 5), 40, 40).patterned("dots").class("cell").data("cell", "a1").titled(hostile),
            Item::group([Item::label(at(60, 50), 50, hostile).fill(red)]).data("figure", hostile),
            Item::path([Step::Move(at(0, 0)), Step::Clockwise(9, at(9, 9)), Step::Close]).faded(5),
        ],
        legend: Legend {
            size: 40,
            columns: 2,
            ink: red,
            entries: vec![Entry { letter: Some('.'), label: "open".to_owned(), sample: Vec::new() }],
        },
        text: vec![". .  ".to_owned(), hostile.to_owned()],
    }
}

#[test]
fn a_picture_as_svg_is_whole_numbers_and_escaped_words() {
    expect![[r##"
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 173" width="100" height="57" role="img" aria-labelledby="test-title test-desc" font-family="sans-serif">
        <title id="test-title">A &lt;test&gt;</title>
        <desc id="test-desc">Nothing &amp; more.</desc>
        <defs>
        <pattern id="test-dots" patternUnits="userSpaceOnUse" x="5" y="5" width="20" height="20">
        <circle cx="10" cy="10" r="3" fill="#c01f1f"/>
        </pattern>
        </defs>
        <rect x="0" y="0" width="300" height="173" rx="12" class="paper" fill="#ffffff"/>
        <rect x="5" y="5" width="40" height="40" class="cell" data-cell="a1" fill="url(#test-dots)"><title>&quot;/&gt;&lt;script&gt;alert(&#39;Ti &amp; Co&#39;)&lt;/script&gt; </title></rect>
        <g data-figure="&quot;/&gt;&lt;script&gt;alert(&#39;Ti &amp; Co&#39;)&lt;/script&gt; ">
        <text x="60" y="68" font-size="50" text-anchor="middle" font-weight="bold" fill="#c01f1f">&quot;/&gt;&lt;script&gt;alert(&#39;Ti &amp; Co&#39;)&lt;/script&gt; </text>
        </g>
        <path d="M0 0 A9 9 0 0 1 9 9 Z" fill="none" opacity="0.05"/>
        <g transform="translate(40 100)"/>
        <text x="90" y="127" font-size="20" fill="#c01f1f">open</text>
        </svg>
    "##]].assert_eq(&small().to_svg());
}

#[test]
fn in_a_page_figures_are_links_with_escaped_names_and_nothing_else_differs() {
    let page = small().to_svg_with_links(&|figure| format!("?figure={figure}"));
    let name = "&quot;/&gt;&lt;script&gt;alert(&#39;Ti &amp; Co&#39;)&lt;/script&gt; ";
    let link = format!("<a href=\"?figure={name}\" aria-label=\"{name}\">\n");
    assert_eq!(page.matches(&link).count(), 1, "{page}");
    let alone = page.replace(&link, "").replace("</a>\n", "").replace("role=\"group\"", "role=\"img\"");
    assert_eq!(alone, small().to_svg());
}

#[test]
fn a_link_is_called_by_what_is_seen_on_it_and_then_by_its_name() {
    let mut picture = small();
    let seen = Item::group([Item::label(at(60, 50), 50, "S1")]).data("figure", "sol1");
    picture.items = vec![seen.titled("Soldier 1, on f5")];
    let page = picture.to_svg_with_links(&|figure| figure.to_owned());
    assert!(page.contains("<a href=\"sol1\" aria-label=\"S1: Soldier 1, on f5\">"), "{page}");
}

#[test]
fn a_picture_in_letters_begins_with_its_title_and_ends_with_the_key() {
    expect![[r#"
        A <test>

        . .
        "/><script>alert('Ti & Co')</script>

        . open
    "#]]
    .assert_eq(&small().to_text());
}

#[test]
fn an_arrow_is_symmetrical_about_its_shaft() {
    let arrow = Item::arrow(at(0, 0), at(100, 0), 10);
    let points = [at(0, -5), at(70, -5), at(70, -15), at(100, 0), at(70, 15), at(70, 5), at(0, 5)];
    assert_eq!(arrow.shape, Shape::Polygon(points.to_vec()));
    Item::arrow(at(3, 3), at(3, 3), 10); // no way to point is no reason to fail
}
