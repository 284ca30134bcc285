//! Forms: what was typed stays, and what is wrong with a field stands beside it.

use maud::{Markup, html};

use crate::{body::Fields, problem::Problem};

/// A form as it was sent, or as it is shown first.
#[derive(Clone, Copy, Default)]
pub struct Form<'a> {
    /// What was typed; nothing when the form is shown first.
    pub typed: Option<&'a Fields>,
    /// Why it was refused.
    pub why: Option<&'a Problem>,
}

/// A field of a form.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    /// Its name in the form.
    pub name: &'a str,
    /// What it is called.
    pub label: &'a str,
    /// What stands in it at first.
    pub now: &'a str,
    /// Where a problem names it; empty: nowhere.
    pub pointer: &'a str,
}

impl<'a> Form<'a> {
    /// What stands in a field: as it was typed, or as it is.
    pub fn value<'b>(&self, name: &str, now: &'b str) -> &'b str
    where
        'a: 'b,
    {
        match self.typed.filter(|typed| typed.has(name)) {
            Some(typed) => typed.text(name),
            None => now,
        }
    }

    /// Whether a box is ticked: as it was sent, or as it is at first.
    pub fn ticked(&self, name: &str, at_first: bool) -> bool {
        self.typed.map_or(at_first, |typed| typed.has(name))
    }

    /// Whether a problem names a place, or one below it.
    pub fn is_wrong(&self, pointer: &str) -> bool {
        self.faults(pointer).next().is_some()
    }

    fn faults<'b>(&self, pointer: &'b str) -> impl Iterator<Item = &'a str> + use<'a, 'b> {
        let is_here = move |named: &str| {
            let below = named.strip_prefix(pointer).filter(|_| !pointer.is_empty());
            below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let faults = self.why.map_or(&[][..], |why| &why.body().errors);
        let here = faults.iter().filter(move |fault| fault.pointer.as_deref().is_some_and(is_here));
        here.map(|fault| fault.detail.as_str())
    }

    /// What is wrong at a place, to stand beside its field.
    pub fn wrong(&self, pointer: &str) -> Markup {
        html! { @for detail in self.faults(pointer) { strong class="fault" { (detail) } } }
    }

    /// An input of a type with its label, and what is wrong with it.
    pub fn field(&self, kind: &str, field: &Field<'_>) -> Markup {
        html! {
            label {
                span { (field.label) }
                input name=(field.name) type=(kind) value=(self.value(field.name, field.now))
                    aria-invalid=[self.is_wrong(field.pointer).then_some("true")];
                (self.wrong(field.pointer))
            }
        }
    }

    /// A choice of one of several words.
    pub fn choice(&self, field: &Field<'_>, choices: &[(&str, &str)]) -> Markup {
        let chosen = self.value(field.name, field.now);
        html! {
            label {
                span { (field.label) }
                select name=(field.name) aria-invalid=[self.is_wrong(field.pointer).then_some("true")] {
                    @for (value, words) in choices { option value=(value) selected[*value == chosen] { (words) } }
                }
                (self.wrong(field.pointer))
            }
        }
    }
}
