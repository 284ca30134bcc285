//! What arrives at a webhook: the body and headers in the shape it was made for, and the signature (Standard Webhooks).

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use openapi::webhooks::WebhookShape;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::{post::compose::notice::Notice, random, service::fields::rfc3339};

/// How a secret begins.
const SECRET_PREFIX: &str = "whsec_";

/// The longest text Discord takes, in characters.
const DISCORD_CHARACTERS: usize = 2000;

/// A message as it leaves, but for what changes with each try (time and signature). Kept until the delivery ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The shape it was made in.
    pub shape: WebhookShape,
    /// Headers besides those that sign.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Message {
    /// What tells this, now.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    pub fn new(shape: WebhookShape, event: &str, now: u64, notice: &Notice) -> serde_json::Result<Self> {
        let text = &notice.text;
        let link = notice.game.as_ref().map_or("", |game| game.url.as_str());
        let and_link = if link.is_empty() { String::new() } else { format!("\n{link}") };
        let json = ("Content-Type".to_owned(), "application/json".to_owned());
        Ok(match shape {
            WebhookShape::Generic => {
                let body = json!({"type": event, "timestamp": rfc3339(now), "data": notice});
                Self { shape, headers: vec![json], body: serde_json::to_string(&body)? }
            }
            WebhookShape::Discord => {
                let room = DISCORD_CHARACTERS.saturating_sub(and_link.chars().count());
                let text: String = for_discord(text).chars().take(room).collect();
                // Nobody is called by a title that looks like a name.
                let body = json!({"content": text + &and_link, "allowed_mentions": {"parse": []}});
                Self { shape, headers: vec![json], body: serde_json::to_string(&body)? }
            }
            WebhookShape::Slack => {
                let body = json!({"text": for_slack(text) + &and_link});
                Self { shape, headers: vec![json], body: serde_json::to_string(&body)? }
            }
            WebhookShape::Ntfy => {
                let title = notice.game.as_ref().map_or("Fieldpost", |game| game.title.as_str());
                let mut headers = vec![
                    ("Content-Type".to_owned(), "text/plain; charset=utf-8".to_owned()),
                    ("Title".to_owned(), for_header(title)),
                ];
                if !link.is_empty() {
                    headers.push(("Click".to_owned(), link.to_owned()));
                }
                Self { shape, headers, body: text.clone() }
            }
        })
    }
}

/// A text in which nothing is markup: titles are written by players.
fn for_discord(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

fn for_slack(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A text as the value of a header: plain where it can be, else an encoded word (RFC 2047), which ntfy reads.
fn for_header(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) && !text.contains("=?");
    if is_plain { text.to_owned() } else { format!("=?UTF-8?B?{}?=", STANDARD.encode(text)) }
}

/// The name of a message, the same at each try. The letter's id and the webhook's make it, so that neither needs another.
pub fn id_of(webhook: &str, message_id: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(webhook);
    hash.update(b"\n");
    hash.update(message_id);
    let hex: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("msg_{hex}")
}

/// Draws a secret: 256 bits.
pub fn draw_secret() -> Zeroizing<String> {
    let secret = random::bytes::<32>();
    Zeroizing::new(format!("{SECRET_PREFIX}{}", STANDARD.encode(&secret[..])))
}

/// The signature of a message with this id at this time; `None` when the secret is none of ours.
pub fn sign(secret: &str, id: &str, timestamp: u64, body: &str) -> Option<String> {
    let key = Zeroizing::new(STANDARD.decode(secret.strip_prefix(SECRET_PREFIX)?).ok()?);
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::compose::notice::GameNotice;

    fn notice(title: &str) -> Notice {
        let game = GameNotice {
            id: "7k3m9q2x4c8n".into(),
            title: title.into(),
            url: "https://x.example/v1/games/7k3m9q2x4c8n".into(),
        };
        Notice { game: Some(game), ..Notice::plain(format!("{title}: your move")) }
    }

    fn made(shape: WebhookShape, title: &str) -> Message {
        Message::new(shape, "your_move", 1_799_193_600, &notice(title)).expect("JSON")
    }

    #[test]
    fn a_signature_is_that_of_the_standard() {
        // The example of the Standard Webhooks specification.
        let signature = sign(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(signature.as_deref(), Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
        assert_eq!(sign("fp_x", "m", 1, ""), None);
        assert_eq!(draw_secret().len(), 6 + 44);
        assert_ne!(*draw_secret(), *draw_secret());
        assert_eq!(id_of("w_1", "<a@x>"), id_of("w_1", "<a@x>"));
        assert_ne!(id_of("w_1", "<a@x>"), id_of("w_2", "<a@x>"));
    }

    #[test]
    fn nothing_a_player_writes_is_markup_or_calls_anybody() {
        let title = "@everyone <!channel> [here](https://evil.example) & *x*";
        let discord = made(WebhookShape::Discord, title).body;
        let discord: serde_json::Value = serde_json::from_str(&discord).expect("JSON");
        let content = discord["content"].as_str().expect("a text");
        assert!(
            content.starts_with(r"\@everyone \<\!channel\> \[here\]\(https\:\/\/evil\.example\)"),
            "{content}"
        );
        assert!(content.ends_with("\nhttps://x.example/v1/games/7k3m9q2x4c8n"), "{content}");
        assert_eq!(discord["allowed_mentions"], json!({"parse": []}));
        let slack = made(WebhookShape::Slack, title).body;
        assert!(slack.contains("&lt;!channel&gt;") && slack.contains("&amp; *x*"), "{slack}");
        assert!(!slack.contains('<'));
        let long = made(WebhookShape::Discord, &"*".repeat(3000)).body;
        let long: serde_json::Value = serde_json::from_str(&long).expect("JSON");
        let content = long["content"].as_str().expect("a text");
        assert_eq!(content.chars().count(), 2000);
        assert!(content.ends_with("7k3m9q2x4c8n"));
    }

    #[test]
    fn a_title_stands_safely_in_a_header() {
        let title = |text: &str| {
            let message = made(WebhookShape::Ntfy, text);
            message.headers.iter().find(|(name, _)| name == "Title").expect("a title").1.clone()
        };
        assert_eq!(title("The outpost"), "The outpost");
        assert_eq!(title("Käse"), "=?UTF-8?B?S8Okc2U=?=");
        assert!(title("a\r\nX-Evil: 1").starts_with("=?UTF-8?B?"));
        assert!(title("=?UTF-8?Q?x?=").starts_with("=?UTF-8?B?"));
        let message = made(WebhookShape::Ntfy, "The outpost");
        assert_eq!(message.body, "The outpost: your move");
        assert!(
            message.headers.iter().any(|(name, value)| name == "Click" && value.starts_with("https://x"))
        );
    }

    #[test]
    fn the_generic_shape_tells_type_time_and_data() {
        let body = made(WebhookShape::Generic, "The outpost").body;
        let body: serde_json::Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(
            (&body["type"], &body["timestamp"]),
            (&"your_move".into(), &"2027-01-06T00:00:00Z".into())
        );
        assert_eq!(body["data"]["game"]["title"], "The outpost");
        assert_eq!(body["data"]["text"], "The outpost: your move");
        assert!(body["data"].get("deadline").is_none());
    }
}
