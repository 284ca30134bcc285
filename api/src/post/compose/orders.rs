//! Orders on paper: what a seat may order, grouped by what each line begins with (in most notations the figure), and
//! a whole turn to be copied.

use std::collections::BTreeMap;

use super::text::choices;

/// The longest list of legal orders, in lines of the mail.
const N_LINES: usize = 64;

/// A whole turn is this many lines at most; a player reads it before he sends it.
pub(super) const N_SUGGESTED: usize = 200;

/// Legal orders by their first word, each with what may follow; and how many orders had no room.
pub(super) fn legal(orders: &[String]) -> (Vec<String>, usize) {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for order in orders {
        let (first, rest) = order.split_once(' ').unwrap_or((order, ""));
        let place = *places.entry(first).or_insert(groups.len());
        if place == groups.len() {
            groups.push((first, Vec::new()));
        }
        groups[place].1.push(rest);
    }
    let (mut lines, mut n_left): (Vec<String>, usize) = (Vec::new(), 0);
    for (first, rests) in groups {
        let group = match rests.as_slice() {
            [""] => vec![first.to_owned()],
            rests => choices(&format!("{first}:"), rests),
        };
        // Once one group is left out, so are all that follow: a list with holes would mislead.
        if 0 < n_left || N_LINES < lines.len() + group.len() {
            n_left += rests.len();
        } else {
            lines.extend(group);
        }
    }
    (lines, n_left)
}

/// A command that sends exactly these orders.
pub(super) fn command(query: &str, orders: &[String]) -> Vec<String> {
    let mut lines = vec![
        format!("curl -sS \"$URL/turns?{query}\" \\"),
        "  -H \"Authorization: Bearer $TOKEN\" \\".to_owned(),
        "  -H 'Content-Type: text/plain' --data-binary @- <<'ORDERS'".to_owned(),
    ];
    lines.extend(orders.iter().cloned());
    lines.push("ORDERS".to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(orders: &[&str]) -> Vec<String> {
        orders.iter().map(|order| (*order).to_owned()).collect()
    }

    #[test]
    fn orders_are_grouped_by_their_first_word() {
        let orders = texts(&["sol3 k9", "off1 e3", "sol3 k9 flag", "pass", "end movement"]);
        let (lines, n_left) = legal(&orders);
        assert_eq!(lines, ["sol3: k9 | k9 flag", "off1: e3", "pass", "end: movement"]);
        assert_eq!(n_left, 0);
    }

    #[test]
    fn a_long_list_says_how_much_is_missing() {
        let orders: Vec<String> = (0..76).map(|n| format!("sol{n} a1")).collect();
        let (lines, n_left) = legal(&orders);
        assert_eq!((lines.len(), n_left), (64, 12));
    }
}
