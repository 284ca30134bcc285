//! What a mail server found out about a sender, in `Authentication-Results` (RFC 8601), as far as DMARC goes.

/// Whether the topmost of these headers that is this server's says that DMARC passed for this domain.
pub(super) fn has_passed(results: &[String], server: &str, domain: &str) -> bool {
    let mut all = results.iter().map(|value| parts(value));
    let own = all.find(|parts| {
        let named = parts.first().and_then(|first| first.split_whitespace().next());
        named.is_some_and(|name| name.eq_ignore_ascii_case(server))
    });
    let found: Vec<Vec<String>> = own.iter().flatten().skip(1).filter_map(|part| dmarc(part)).collect();
    let is_pass = |words: &Vec<String>| {
        let said =
            |word: &String| word.strip_prefix("header.from=").map(|from| from == domain.to_ascii_lowercase());
        words.first().is_some_and(|result| result == "pass")
            && !words.iter().filter_map(said).any(|same| !same)
    };
    !found.is_empty() && found.iter().all(is_pass)
}

/// The result of DMARC and its properties, in lower case, if a part is about DMARC.
fn dmarc(part: &str) -> Option<Vec<String>> {
    let low = part.to_ascii_lowercase();
    let mut tight = String::with_capacity(low.len());
    for word in low.split_whitespace() {
        let joins = tight.is_empty() || tight.ends_with('=') || word.starts_with('=');
        if !joins {
            tight.push(' ');
        }
        tight.push_str(word);
    }
    let mut words = tight.split(' ');
    let (method, result) = words.next()?.split_once('=')?;
    let name = method.split('/').next().unwrap_or(method);
    (name == "dmarc").then(|| std::iter::once(result).chain(words).map(str::to_owned).collect())
}

/// The parts between semicolons, without comments and quotation marks.
fn parts(value: &str) -> Vec<String> {
    let (mut parts, mut part) = (Vec::new(), String::new());
    let (mut depth, mut is_quoted, mut is_escaped) = (0_usize, false, false);
    for letter in value.chars() {
        if is_escaped {
            is_escaped = false;
            if depth == 0 {
                part.push(letter);
            }
            continue;
        }
        match letter {
            '\\' if is_quoted || 0 < depth => is_escaped = true,
            '"' if depth == 0 => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted && 0 < depth => {
                depth -= 1;
                part.push(' ');
            }
            _ if 0 < depth => {}
            ';' if !is_quoted => parts.push(std::mem::take(&mut part)),
            letter => part.push(letter),
        }
    }
    parts.push(part);
    parts
}

#[cfg(test)]
mod tests {
    use super::has_passed;

    fn passed(results: &[&str]) -> bool {
        let results: Vec<String> = results.iter().map(|value| (*value).to_owned()).collect();
        has_passed(&results, "mx.example.org", "Example.com")
    }

    #[test]
    fn a_pass_of_our_own_server_for_this_domain_counts() {
        for value in [
            "mx.example.org; dmarc=pass header.from=example.com",
            " MX.example.org 1;\r\n spf=fail smtp.mailfrom=x.example;\r\n\tdmarc=pass (p=reject dis=none) header.from=Example.COM",
            "mx.example.org; dmarc = pass policy.dmarc=none",
            "(a; comment (in one)) \"mx.example.org\"; dmarc/1=pass",
        ] {
            assert!(passed(&[value]), "{value}");
        }
    }

    #[test]
    fn nothing_else_does() {
        for value in [
            "",
            ";",
            "mx.example.org",
            "mx.example.org; none",
            "mx.example.org; dmarc=fail header.from=example.com",
            "mx.example.org; dmarc=passed",
            "mx.example.org; dmarc=pass header.from=other.example",
            "mx.example.org; dmarc=pass; dmarc=fail",
            "mx.example.org; spf=pass; dkim=pass header.d=example.com",
            "mx.example.org; spf=pass reason=\"; dmarc=pass\"",
            "mx.example.org; (dmarc=pass)",
            "mx.example.org.evil.example; dmarc=pass",
            "evil.example; dmarc=pass; mx.example.org; dmarc=pass",
        ] {
            assert!(!passed(&[value]), "{value}");
        }
    }

    #[test]
    fn only_the_topmost_of_our_own_server_is_read() {
        let (right, wrong) = ("mx.example.org; dmarc=pass", "mx.example.org; dmarc=fail");
        assert!(!passed(&[wrong, right]));
        assert!(passed(&[right, wrong]));
        assert!(passed(&["other.example; dmarc=fail", right]));
    }
}
