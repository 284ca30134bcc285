//! Whose words are whose: what a mail program quotes, adds and signs is left out, and the writer's own lines remain.
//!
//! Where a line cannot be told from a quotation that was wrapped, the judge says so instead of guessing.

use super::plain;

/// Stands at the top of every mail that may be answered. What follows it outside a marked quotation is ours, however
/// the writer's program quotes.
pub const DIVIDER: &str = "=== Fieldpost: answer above this line ===";

/// A quoted line of at least so many characters may have been wrapped by the writer's program.
const WRAPPED: usize = 64;

/// The lines an attribution may be spread over.
const ATTRIBUTION_LINES: usize = 4;

/// The writer's own lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// In their order, plain, without blank ones.
    pub lines: Vec<String>,
    /// A line that may be the rest of a quoted one: then nobody knows what was meant.
    pub doubt: Option<String>,
}

/// Verbs of attributions: "On Monday A wrote:".
const VERBS: &[&str] = &[
    "wrote",
    "writes",
    "schrieb",
    "a écrit",
    "escribió",
    "ha scritto",
    "schreef",
    "napisał",
    "pisze",
    "escreveu",
    "skrev",
];

/// How a wrapped attribution begins.
const STARTS: &[&str] = &["on ", "am ", "le ", "el ", "il ", "op ", "w dniu ", "dnia ", "em ", "den "];

/// Names of the headers that programs of the Outlook kind put above a quotation.
const HEADERS: &[&str] = &[
    "from",
    "sent",
    "date",
    "to",
    "cc",
    "subject",
    "reply-to",
    "von",
    "gesendet",
    "datum",
    "an",
    "betreff",
    "de",
    "envoyé",
    "envoyé le",
    "à",
    "objet",
    "enviado",
    "enviado el",
    "fecha",
    "para",
    "asunto",
    "da",
    "inviato",
    "data",
    "a",
    "oggetto",
    "van",
    "verzonden",
    "aan",
    "onderwerp",
    "od",
    "wysłano",
    "do",
    "temat",
    "enviada em",
    "enviado em",
    "assunto",
    "expéditeur",
    "destinataire",
];

/// How the lines begin that telephones and web mailers sign with.
const SIGNED: &[&str] = &[
    "sent from ",
    "sent via ",
    "sent with ",
    "get outlook for ",
    "gesendet mit ",
    "gesendet von ",
    "von meinem iphone",
    "von meinem ipad",
    "diese nachricht wurde von meinem",
    "envoyé de mon ",
    "envoyé depuis ",
    "envoyé à partir ",
    "enviado desde ",
    "enviado do ",
    "enviado a partir ",
    "inviato da ",
    "verstuurd vanaf ",
    "verzonden vanaf ",
    "verzonden via ",
    "wysłane z ",
    "wysłano z ",
    "holen sie sich outlook",
    "télécharger outlook",
];

/// The writer's own lines of a text.
pub(super) fn own(text: &str) -> Own {
    let lines: Vec<String> = text.lines().map(plain::line).collect();
    let mut own = Own::default();
    // The length of the quoted line just before, if it was one.
    let mut quoted: Option<usize> = None;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim();
        if line.starts_with('>') {
            quoted = Some(line.chars().count());
            at += 1;
            continue;
        }
        if line.is_empty() {
            quoted = None;
            at += 1;
            continue;
        }
        if ends_here(line) || is_header_block(&lines[at..]) {
            break;
        }
        if let Some(n_lines) = attribution(&lines[at..]) {
            let next = lines[at + n_lines..].iter().map(|line| line.trim()).find(|line| !line.is_empty());
            // What follows is marked line by line, and own words may stand below it; or it is not marked at all.
            if next.is_none_or(|next| !next.starts_with('>')) {
                break;
            }
            at += n_lines;
            continue;
        }
        if quoted.is_some_and(|length| WRAPPED <= length) && own.doubt.is_none() {
            own.doubt = Some(line.to_owned());
        }
        quoted = None;
        own.lines.push(line.to_owned());
        at += 1;
    }
    own
}

/// Whether nothing of the writer's can follow.
fn ends_here(line: &str) -> bool {
    let low = line.to_lowercase();
    let bare = low.trim_matches(['*', '_', ' ']);
    let is_rule = 20 <= line.len() && line.bytes().all(|b| b == b'_');
    let is_titled = low.starts_with("----") && low.ends_with("----") && low.chars().any(char::is_alphabetic);
    line == "--"
        || bare == "end"
        || is_rule
        || is_titled
        || low.contains(&DIVIDER.trim_matches(['=', ' ']).to_lowercase())
        || SIGNED.iter().any(|start| bare.starts_with(start))
}

/// How many lines an attribution has that begins here, if one does.
fn attribution(lines: &[String]) -> Option<usize> {
    let first = lines.first()?.trim().to_lowercase();
    if is_attribution(&first) {
        return Some(1);
    }
    if !STARTS.iter().any(|start| first.starts_with(start)) && !has_time(&first) {
        return None;
    }
    let mut joined = first;
    for n_more in 1..ATTRIBUTION_LINES {
        let line = lines.get(n_more)?.trim().to_lowercase();
        if line.is_empty() || line.starts_with('>') {
            return None;
        }
        joined = format!("{joined} {line}");
        if is_attribution(&joined) {
            return Some(n_more + 1);
        }
    }
    None
}

/// Somebody, some time, a verb, a colon at the end.
fn is_attribution(low: &str) -> bool {
    let Some(before) = low.strip_suffix(':') else { return false };
    let says = VERBS.iter().any(|verb| {
        before.match_indices(verb).any(|(at, _)| {
            let starts = before[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
            let after = before[at + verb.len()..].chars().next();
            starts && after.is_none_or(|c| !c.is_alphanumeric() || *verb == "napisał")
        })
    });
    says && (low.contains('@') || low.bytes().any(|b| b.is_ascii_digit()) || low.contains("fieldpost"))
}

/// Whether a time of day stands here, such as `12:11`.
fn has_time(low: &str) -> bool {
    low.as_bytes().windows(4).any(|four| {
        four[0].is_ascii_digit() && four[1] == b':' && four[2].is_ascii_digit() && four[3].is_ascii_digit()
    })
}

/// Whether the headers of a quoted mail begin here: three of the next lines are some.
fn is_header_block(lines: &[String]) -> bool {
    let is_header = |line: &String| {
        let low = line.to_lowercase();
        let Some((name, _)) = low.split_once(':') else { return false };
        HEADERS.contains(&name.trim_matches(['*', ' ']))
    };
    let shown: Vec<&String> = lines.iter().filter(|line| !line.trim().is_empty()).take(6).collect();
    shown.first().is_some_and(|line| is_header(line))
        && 3 <= shown.iter().filter(|line| is_header(line)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        let own = own(text);
        assert_eq!(own.doubt, None, "{text}");
        own.lines
    }

    #[test]
    fn attributions_in_eight_languages_end_the_own_lines() {
        for attribution in [
            "On Mon, Jan 18, 2027 at 12:11 PM Fieldpost <post@x.example> wrote:",
            "On 18/01/2027 12:11, Fieldpost wrote:",
            "Am Mo., 18. Jan. 2027 um 12:11 Uhr schrieb Fieldpost <post@x.example>:",
            "Am 18.01.27 um 12:11 schrieb Fieldpost:",
            "Le lun. 18 janv. 2027 à 12:11, Fieldpost <post@x.example> a écrit :",
            "El lun, 18 ene 2027 a las 12:11, Fieldpost (<post@x.example>) escribió:",
            "Il giorno lun 18 gen 2027 alle ore 12:11 Fieldpost <post@x.example>\nha scritto:",
            "Op ma 18 jan 2027 om 12:11 schreef Fieldpost <post@x.example>:",
            "pon., 18 sty 2027 o 12:11 Fieldpost <post@x.example> napisał(a):",
            "W dniu 18.01.2027 o 12:11, Fieldpost pisze:",
            "Em seg., 18 de jan. de 2027 às 12:11, Fieldpost <post@x.example>\nescreveu:",
            "On Mon, Jan 18, 2027 at 12:11 PM Fieldpost <\nreply@x.example>\nwrote:",
        ] {
            for quotation in ["> sol1 k9", "sol1 k9"] {
                let text = format!("sol3 k9\n{attribution}\n\n{quotation}\n");
                assert_eq!(lines(&text), ["sol3 k9"], "{attribution}");
            }
        }
    }

    #[test]
    fn own_lines_below_a_marked_quotation_count() {
        assert_eq!(lines("On 1/1/2027 12:11, X wrote:\n> sol1 k9\n\nsol3 k9\n-- \nAl"), ["sol3 k9"]);
        let wrapped = format!("> {}\nsol1 k9", "x".repeat(70));
        assert_eq!(own(&wrapped).doubt.as_deref(), Some("sol1 k9"));
    }

    #[test]
    fn headers_of_a_quoted_mail_end_the_own_lines() {
        for block in [
            "From: Fieldpost\nSent: Monday\nTo: Al\nSubject: Your move",
            "Von: Fieldpost\nGesendet: Montag\nAn: Al\nBetreff: x",
            "*De :* Fieldpost\n*Envoyé :* lundi\n*À :* Al\n*Objet :* x",
            "-----Ursprüngliche Nachricht-----\nvon",
            "________________________________\nFrom: x",
        ] {
            assert_eq!(lines(&format!("sol3 k9\n\n{block}\n\nsol1 k9")), ["sol3 k9"], "{block}");
        }
        assert_eq!(lines("from: a\nsol3 k9"), ["from: a", "sol3 k9"]);
    }

    #[test]
    fn what_stands_below_our_line_is_ours() {
        assert_eq!(lines(&format!("sol3 k9\n{DIVIDER}\nresign")), ["sol3 k9"]);
        assert_eq!(lines(&format!("> {DIVIDER}\n> resign\nsol3 k9")), ["sol3 k9"]);
        assert_eq!(lines("sol3 k9\nEND\nresign"), ["sol3 k9"]);
        assert_eq!(lines("end movement\nend combat"), ["end movement", "end combat"]);
        assert_eq!(lines("sol3 k9\n\nSent from my iPhone\n"), ["sol3 k9"]);
    }
}
