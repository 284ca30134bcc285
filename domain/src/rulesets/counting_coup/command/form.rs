//! What serde and the API's document are told of orders beyond their types: lengths of lists, lists that may be a word,
//! and that `null` is no value of an optional field.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema, Type},
};

use super::{Chosen, LONGEST_LOSS, Loss, MOST_FIGURES, MOST_POINTS, MOST_UNITS};
pub(super) use crate::form::given;
use crate::{
    geometry::Point,
    rulesets::counting_coup::ids::{FigureId, UnitId},
};

fn within<E: Error, T>(list: Vec<T>, least: usize, most: usize) -> Result<Vec<T>, E> {
    if list.len() < least || most < list.len() {
        return Err(E::invalid_length(list.len(), &"a list of another length"));
    }
    Ok(list)
}

pub(super) fn points<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Point>, D::Error> {
    within(Vec::deserialize(from)?, 0, MOST_POINTS)
}

pub(super) fn losses<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Loss>, D::Error> {
    within(Vec::deserialize(from)?, 0, MOST_FIGURES)
}

pub(super) fn some_units<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<UnitId>>, D::Error> {
    within(Vec::deserialize(from)?, 1, MOST_UNITS).map(Some)
}

const ALL: &str = "all";

impl Serialize for Chosen {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Chosen::All => to.serialize_str(ALL),
            Chosen::Named(figures) => figures.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Chosen {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "\"all\" or a list of figures")]
        enum Either {
            Word(String),
            Named(Vec<FigureId>),
        }
        match Either::deserialize(from)? {
            Either::Word(word) if word == ALL => Ok(Chosen::All),
            Either::Word(word) => Err(D::Error::unknown_variant(&word, &[ALL])),
            Either::Named(figures) => within(figures, 0, MOST_FIGURES).map(Chosen::Named),
        }
    }
}

impl PartialSchema for Chosen {
    fn schema() -> RefOr<Schema> {
        let all = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([ALL]));
        let figure = Ref::from_schema_name(FigureId::name());
        let named = ArrayBuilder::new().items(RefOr::<Schema>::Ref(figure)).max_items(Some(MOST_FIGURES));
        let about = "Which figures of a unit: `all` that can, or these.";
        RefOr::T(Schema::OneOf(OneOfBuilder::new().item(all).item(named).description(Some(about)).build()))
    }
}

impl ToSchema for Chosen {
    fn name() -> Cow<'static, str> {
        "counting_coup.Chosen".into()
    }
}

impl Serialize for Loss {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Loss::Token(token) => token.serialize(to),
            Loss::Figure(figure) => figure.serialize(to),
            Loss::Other(text) => to.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Loss {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(from)?;
        Loss::read(&text).ok_or_else(|| D::Error::custom("a casualty of more than 20 characters"))
    }
}

impl PartialSchema for Loss {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Who falls: a kind of figure (`trooper`) or a figure's id (`C7`)."))
            .max_length(Some(LONGEST_LOSS))
            .build()
            .into()
    }
}

impl ToSchema for Loss {
    fn name() -> Cow<'static, str> {
        "counting_coup.Loss".into()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::rulesets::counting_coup::command::Command;

    fn read(order: Value) -> Result<Command, serde_json::Error> {
        serde_json::from_value(order)
    }

    #[test]
    fn defaults_are_read_and_left_out() {
        let fight = json!({"type": "melee", "figure": "HUN1", "target": "C4", "coup": false});
        let lose = json!({"type": "set_casualty_order", "unit": "C", "order": [], "tie": "farthest"});
        for (mut order, default) in [(fight, "coup"), (lose, "tie")] {
            let command = read(order.clone()).expect("an order");
            order.as_object_mut().expect("an object").remove(default);
            assert_eq!(serde_json::to_value(&command).expect("JSON"), order);
        }
    }

    #[test]
    fn what_is_wrong_in_play_only_is_read() {
        for order in [
            json!({"type": "move", "figure": "C1", "path": []}),
            json!({"type": "move", "figure": "C1", "path": vec![[-1, i32::MAX]; 500]}),
            json!({"type": "move_group", "unit": "C", "figures": [], "by": [0, 0]}),
            json!({"type": "move_group", "unit": "C", "figures": ["E1", "E1"], "by": [i32::MIN, 0]}),
            json!({"type": "shoot", "unit": "C", "shooters": vec!["C1"; 100], "target": "C"}),
            json!({"type": "set_casualty_order", "unit": "C", "order": ["", "c1", "C01", "a word of 20 letters"]}),
            json!({"type": "set_casualty_order", "unit": "C", "order": vec!["bow"; 100]}),
            json!({"type": "set_coup_order", "unit": "C", "when_attacked": "always"}),
            json!({"type": "resume", "units": vec!["C"; 64]}),
        ] {
            let command = read(order.clone()).unwrap_or_else(|why| panic!("{order}: {why}"));
            assert_eq!(serde_json::to_value(&command).expect("JSON"), order);
        }
    }

    #[test]
    fn other_forms_are_refused() {
        let group =
            |figures: Value| json!({"type": "move_group", "unit": "C", "figures": figures, "by": [0, 0]});
        let by = |by: Value| json!({"type": "move_group", "unit": "C", "figures": "all", "by": by});
        let path = |path: Value| json!({"type": "move", "figure": "C1", "path": path});
        let lose = |order: Value| json!({"type": "set_casualty_order", "unit": "C", "order": order});
        let done = |units: Value| json!({"type": "done", "through": "move", "units": units});
        let shoot = |within: Value| json!({"type": "shoot", "unit": "C", "shooters": "all", "target": "HUN", "within": within});
        for order in [
            json!({"type": "march", "figure": "C1"}),
            json!({"type": "charge", "figure": "C1"}),
            json!({"type": "charge", "figure": "C1", "target": "HUN1", "coup": true}),
            json!({"type": "charge", "figure": "C0", "target": "HUN1"}),
            json!({"type": "melee", "figure": "C1", "target": "HUN1", "coup": null}),
            json!({"type": "done", "through": "shoot"}),
            json!({"type": "set_coup_order", "unit": "HUN", "when_attacked": "sometimes"}),
            json!({"type": "set_casualty_order", "unit": "C", "order": [], "tie": null}),
            path(Value::Null),
            path(json!([[1]])),
            path(json!([[1, 2, 3]])),
            path(json!(vec![[1, 2]; 501])),
            group(json!("some")),
            group(json!("C1")),
            group(json!(["c1"])),
            group(json!(vec!["C1"; 101])),
            by(json!([1])),
            by(json!([1, 2, 3])),
            by(json!([1.5, 2])),
            by(json!([1, 2_147_483_648_u32])),
            by(json!({"x": 1, "y": 2})),
            lose(json!("trooper")),
            lose(json!([7])),
            lose(json!(["a word of 21 letters!"])),
            lose(json!(vec!["bow"; 101])),
            done(Value::Null),
            done(json!([])),
            done(json!(["c"])),
            done(json!(vec!["C"; 65])),
            shoot(Value::Null),
            shoot(json!(-1)),
            shoot(json!(4_294_967_296_u64)),
        ] {
            assert!(read(order.clone()).is_err(), "{order}");
        }
    }
}
