//! Games through the front door: making, joining, playing, watching, proving. A real store for each test.

mod bids;
mod export;
mod hidden;
mod metrics;
mod page_permissions;
mod paging;
mod permissions;
mod press;
mod refusals;
mod secrets;
mod sink;
mod skirmish;
mod streams;
mod substitution;
mod table;
mod webhook_deliveries;
mod webhooks;
#[path = "../http/world.rs"]
#[allow(dead_code, reason = "shared with the other tests of the doors")]
mod world;
