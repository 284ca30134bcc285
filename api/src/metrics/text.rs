//! The text format of Prometheus, version 0.0.4: each family once, with what it is, then its values.

use std::fmt::{Display, Write};

use storage::Distribution;

/// The text as it grows.
#[derive(Default)]
pub struct Text(String);

/// The values of one family.
pub struct Family<'a> {
    text: &'a mut String,
    name: &'static str,
}

impl Text {
    /// A number that only grows.
    pub fn counter(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "counter", help)
    }

    /// A number that goes up and down.
    pub fn gauge(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "gauge", help)
    }

    /// Values in classes.
    pub fn histogram(&mut self, name: &'static str, help: &str) -> Family<'_> {
        self.family(name, "histogram", help)
    }

    /// All of it.
    pub fn finish(self) -> String {
        self.0
    }

    fn family(&mut self, name: &'static str, kind: &str, help: &str) -> Family<'_> {
        // To write into a text does not fail, here and below.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
        Family { text: &mut self.0, name }
    }
}

impl Family<'_> {
    /// A value with these labels.
    pub fn value(&mut self, labels: &[(&str, &str)], value: impl Display) -> &mut Self {
        self.line("", labels, value);
        self
    }

    /// What was counted in classes: its unit is so many of those the family is told in.
    pub fn distribution(&mut self, labels: &[(&str, &str)], told: &Distribution, unit: u64) {
        let whole = |value: u64| decimal(value, unit);
        let mut n = 0;
        for (count, bound) in
            told.counts.iter().zip(told.bounds.iter().map(|b| whole(*b)).chain(["+Inf".into()]))
        {
            n += count;
            self.line("_bucket", &[labels, &[("le", bound.as_str())]].concat(), n);
        }
        self.line("_sum", labels, whole(told.sum));
        self.line("_count", labels, n);
    }

    fn line(&mut self, suffix: &str, labels: &[(&str, &str)], value: impl Display) {
        let _ = write!(self.text, "{}{suffix}", self.name);
        for (idx, (name, value)) in labels.iter().enumerate() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let _ = write!(self.text, "{}{name}=\"{value}\"", if idx == 0 { '{' } else { ',' });
        }
        let _ = writeln!(self.text, "{} {value}", if labels.is_empty() { "" } else { "}" });
    }
}

/// A number of parts, of which `unit` (a power of ten) make a whole, without what a float would add to it.
fn decimal(value: u64, unit: u64) -> String {
    let digits = usize::try_from(unit.ilog10()).unwrap_or(0);
    let (whole, rest) = (value / unit, value % unit);
    match rest {
        0 => whole.to_string(),
        rest => format!("{whole}.{rest:0digits$}").trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use storage::Histogram;

    use super::*;

    #[test]
    fn values_have_their_labels_and_classes_add_up() {
        let times = Histogram::new(&[250, 1_000_000]);
        [100, 300, 2_000_000].iter().for_each(|time| times.note(*time));
        let mut text = Text::default();
        text.gauge("a", "Something.").value(&[], 3).value(&[("of", "\"x\"\\\n")], 4);
        text.histogram("b_seconds", "Times.").distribution(&[("of", "x")], &times.read(), 1_000_000);
        let told = "# HELP a Something.\n# TYPE a gauge\na 3\na{of=\"\\\"x\\\"\\\\\\n\"} 4\n\
            # HELP b_seconds Times.\n# TYPE b_seconds histogram\n\
            b_seconds_bucket{of=\"x\",le=\"0.00025\"} 1\nb_seconds_bucket{of=\"x\",le=\"1\"} 2\n\
            b_seconds_bucket{of=\"x\",le=\"+Inf\"} 3\nb_seconds_sum{of=\"x\"} 2.0004\nb_seconds_count{of=\"x\"} 3\n";
        assert_eq!(text.finish(), told);
    }
}
