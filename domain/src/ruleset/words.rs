//! The small words of a ruleset's scenarios, options, orders and events: an enum each, with its word in JSON and notation.

/// Enums that JSON and notation write as one word each, named in schemas under their ruleset. The words are token trees, for a
/// `literal` would come to the derives in a group that they cannot look into, and the schema would have the names of the
/// variants.
macro_rules! words {
    (
        in $ruleset:ident;
        $(
            $(#[$about:meta])*
            $name:ident {
                $($(#[$doc:meta])* $variant:ident $word:tt),* $(,)?
            }
        )*
    ) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
            #[schema(as = $ruleset::$name)]
            pub enum $name {
                $($(#[$doc])* #[serde(rename = $word)] $variant,)*
            }

            impl $name {
                /// All of them, in this order.
                pub const ALL: &'static [$name] = &[$($name::$variant),*];

                /// As JSON and notation write it.
                pub fn as_str(self) -> &'static str {
                    match self {
                        $($name::$variant => $word,)*
                    }
                }

                /// Reads what [`Self::as_str`] writes.
                pub fn parse(word: &str) -> Option<$name> {
                    $name::ALL.iter().copied().find(|one| one.as_str() == word)
                }
            }
        )*
    };
}

pub(crate) use words;
