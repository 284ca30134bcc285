//! Orders on paper: what a seat may order, grouped by what each line begins with (in most notations the figure), and
//! a whole turn to be copied.

use std::collections::BTreeMap;

use super::text::group;

/// The longest list of legal orders, in lines of the mail.
const N_LINES: usize = 64;

/// A whole turn is this many lines at most; a player reads it before he sends it.
pub(super) const N_SUGGESTED: usize = 200;

/// Legal orders by their first word, each with what may follow; and how many orders had no room.
pub(super) fn legal(orders: &[String]) -> (Vec<(String, Vec<String>)>, usize) {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for order in orders {
        let (first, rest) = order.split_once(' ').unwrap_or((order, ""));
        let place = *places.entry(first).or_insert(groups.len());
        if place == groups.len() {
            groups.push((first.to_owned(), Vec::new()));
        }
        groups[place].1.push(rest.to_owned());
    }
    let (mut n_lines, mut n_left) = (0, 0);
    groups.retain(|(first, rests)| {
        n_lines += group(first, rests).len();
        // Once one group is left out, so are all that follow: a list with holes would mislead.
        let has_room = n_left == 0 && n_lines <= N_LINES;
        n_left += if has_room { 0 } else { rests.len() };
        has_room
    });
    (groups, n_left)
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
        let (groups, n_left) = legal(&orders);
        let lines: Vec<String> = groups.iter().flat_map(|(first, rests)| group(first, rests)).collect();
        assert_eq!(lines, ["sol3: k9 | k9 flag", "off1: e3", "pass", "end: movement"]);
        assert_eq!(n_left, 0);
    }

    #[test]
    fn a_long_list_says_how_much_is_missing() {
        let orders: Vec<String> = (0..76).map(|n| format!("sol{n} a1")).collect();
        let (groups, n_left) = legal(&orders);
        assert_eq!((groups.len(), n_left), (64, 12));
    }
}
