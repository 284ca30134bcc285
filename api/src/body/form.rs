//! What a form of our pages sends (`application/x-www-form-urlencoded`).

use actix_web::{FromRequest, HttpRequest, dev::Payload, web::Bytes};
use futures_util::future::LocalBoxFuture;

use super::{LIMIT_BYTES, media_type, read};
use crate::problem::Problem;

/// The fields of a form, in the order in which they stand there.
pub struct Fields {
    list: Vec<(String, String)>,
    /// As they were sent.
    pub raw: Bytes,
}

impl Fields {
    /// Reads a form's body; what is no UTF-8 is replaced, as browsers never send it.
    pub fn parse(raw: Bytes) -> Self {
        let list = url::form_urlencoded::parse(&raw).into_owned().collect();
        Fields { list, raw }
    }

    /// A field's text without white space around it; `None` when it is not there or empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        Some(self.text(name).trim()).filter(|text| !text.is_empty())
    }

    /// A field's text as it was typed; empty when it is not there. A browser ends lines with CR LF.
    pub fn text(&self, name: &str) -> &str {
        self.list.iter().find(|(own, _)| own == name).map_or("", |(_, text)| text)
    }

    /// Whether a box is ticked, or a button pressed.
    pub fn has(&self, name: &str) -> bool {
        self.list.iter().any(|(own, _)| own == name)
    }

    /// The fields whose names begin like this, without that beginning.
    pub fn under<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.list.iter().filter_map(move |(name, text)| Some((name.strip_prefix(prefix)?, text.as_str())))
    }
}

impl FromRequest for Fields {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            media_type(&request, &["application/x-www-form-urlencoded"])?;
            Ok(Fields::parse(read(&request, &mut payload, LIMIT_BYTES).await?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_by_name_and_by_prefix() {
        let fields = Fields::parse(Bytes::from_static(b"seat.a=me&seat.b=open&t=%C3%A4+b%0D%0Ac&send="));
        assert_eq!(fields.under("seat.").collect::<Vec<_>>(), [("a", "me"), ("b", "open")]);
        assert_eq!(fields.text("t"), "\u{e4} b\r\nc");
        assert_eq!((fields.get("send"), fields.has("send"), fields.has("try")), (None, true, false));
    }
}
