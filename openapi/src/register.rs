//! What the rulesets add to the document, without naming one: an order is one of the table's or of some ruleset's, and so
//! are events, views, scenarios and options. The components come from the register, so a new ruleset documents itself.

use std::{borrow::Cow, sync::LazyLock};

use domain::{
    rulesets,
    seam::Schemas,
    table::{TableEvent, TableOrder},
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr, Schema,
        schema::{AnyOfBuilder, ObjectBuilder, OneOfBuilder, Ref},
    },
};

type Component = RefOr<Schema>;

/// Every ruleset's components, made once: many operations refer to them.
static RULESETS: LazyLock<Vec<Schemas>> =
    LazyLock::new(|| rulesets::ALL.iter().map(|ruleset| ruleset.schemas()).collect());

/// Adds every ruleset's components, where they are not there already.
fn add_rulesets(schemas: &mut Vec<(String, Component)>) {
    for ruleset in &*RULESETS {
        if !schemas.iter().any(|(name, _)| *name == ruleset.order) {
            schemas.extend(ruleset.components.iter().cloned());
        }
    }
}

fn add<T: ToSchema>(schemas: &mut Vec<(String, Component)>) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

fn references(
    own: Option<Cow<'static, str>>,
    of: fn(&Schemas) -> &String,
) -> impl Iterator<Item = Component> {
    let own = own.map(|name| RefOr::Ref(Ref::from_schema_name(name)));
    own.into_iter().chain(RULESETS.iter().map(move |ruleset| RefOr::Ref(Ref::from_schema_name(of(ruleset)))))
}

macro_rules! one_of {
    ($(#[$doc:meta])* $type:ident, $words:literal, $table:expr, $of:expr, $add:expr) => {
        $(#[$doc])*
        pub struct $type;

        impl PartialSchema for $type {
            fn schema() -> Component {
                let mut schema = OneOfBuilder::new().description(Some($words));
                for item in references($table, $of) {
                    schema = schema.item(item);
                }
                RefOr::T(Schema::OneOf(schema.build()))
            }
        }

        impl ToSchema for $type {
            fn schemas(schemas: &mut Vec<(String, Component)>) {
                let add_table: fn(&mut Vec<(String, Component)>) = $add;
                add_table(schemas);
                add_rulesets(schemas);
            }
        }
    };
}

one_of!(
    /// An order.
    Order,
    "An order: one of the table's, or of the game's ruleset. Read from text it may also be one line of notation.",
    Some(TableOrder::name()),
    |schemas| &schemas.order,
    add::<TableOrder>
);
one_of!(
    /// The position as a viewer may see it.
    View,
    "The position as the viewer may see it: the shape is the ruleset's.",
    None,
    |schemas| &schemas.view,
    |_| {}
);
one_of!(
    /// A whole scenario.
    Scenario,
    "A whole scenario: the shape is the ruleset's.",
    None,
    |schemas| &schemas.scenario,
    |_| {}
);
one_of!(
    /// All options of a game.
    Options,
    "All options of a game: the shape is the ruleset's.",
    None,
    |schemas| &schemas.options,
    |_| {}
);

/// The body of an event.
pub struct EventBody;

impl PartialSchema for EventBody {
    fn schema() -> Component {
        let words = "The line's body, as it stands in the log: an event of the table or of the ruleset, which also has \
                     `rules`. Of a line of the protocol: its members beside those that every line has.";
        let protocol = ObjectBuilder::new().description(Some("A line of the protocol."));
        // Any, not one: a line of the protocol may have any members.
        let mut schema = AnyOfBuilder::new().description(Some(words));
        for item in references(Some(TableEvent::name()), |schemas| &schemas.event) {
            schema = schema.item(item);
        }
        RefOr::T(Schema::AnyOf(schema.item(protocol).build()))
    }
}

impl ToSchema for EventBody {
    fn schemas(schemas: &mut Vec<(String, Component)>) {
        add::<TableEvent>(schemas);
        add_rulesets(schemas);
    }
}

/// A scenario's id, or a whole scenario.
pub struct ScenarioChoice;

impl PartialSchema for ScenarioChoice {
    fn schema() -> Component {
        let id = ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .description(Some("The id of one of the ruleset's scenarios."));
        let scenario = RefOr::Ref(Ref::from_schema_name("Scenario"));
        RefOr::T(Schema::OneOf(OneOfBuilder::new().item(id).item(scenario).build()))
    }
}

impl ToSchema for ScenarioChoice {
    fn schemas(schemas: &mut Vec<(String, Component)>) {
        add::<Scenario>(schemas);
    }
}
