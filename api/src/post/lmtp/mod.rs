//! The door for mail servers: LMTP (RFC 2033), which tells for each recipient what became of the mail. What is said there
//! is in [`session`]; here connections are taken and counted.

pub(super) mod session;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{net::TcpListener, sync::Semaphore};

use crate::app::App;

/// How many mail servers may talk at the same time; more wait until one is done.
const N_CONNECTIONS: usize = 20;

/// How often the door gives a sign of life.
const BEAT: Duration = Duration::from_secs(20);

/// It promises one within so many seconds.
const BEAT_WITHIN_SECONDS: u64 = 120;

/// How long mails in hand may take when the service ends.
const LAST_MAILS: Duration = Duration::from_secs(6);

/// The open door.
pub struct Door {
    listener: TcpListener,
}

impl Door {
    /// Opens it.
    ///
    /// # Errors
    /// An address that cannot be bound, named.
    pub async fn open(address: SocketAddr) -> io::Result<Self> {
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("FIELDPOST_LMTP: {address}: {error}"));
        Ok(Door { listener: TcpListener::bind(address).await.map_err(named)? })
    }

    /// Takes mails until the service ends.
    pub async fn run(self: Arc<Self>, app: Arc<App>) {
        let beat = app.beats.register("lmtp", BEAT_WITHIN_SECONDS, app.now());
        let places = Arc::new(Semaphore::new(N_CONNECTIONS));
        while !app.stop.is_set() {
            beat.beat(app.now());
            // Whoever comes while all places are taken waits outside, and is not forgotten.
            let place = tokio::select! {
                place = Arc::clone(&places).acquire_owned() => place,
                () = tokio::time::sleep(BEAT) => continue,
                () = app.stop.wait() => break,
            };
            let Ok(place) = place else { break };
            let taken = tokio::select! {
                taken = self.listener.accept() => taken,
                () = tokio::time::sleep(BEAT) => continue,
                () = app.stop.wait() => break,
            };
            match taken {
                Ok((stream, peer)) => {
                    let app = Arc::clone(&app);
                    actix_web::rt::spawn(async move {
                        if let Err(error) = session::hold(&app, stream).await {
                            tracing::debug!(%peer, %error, "an LMTP connection broke off");
                        }
                        drop(place);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "an LMTP connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        }
        let all = u32::try_from(N_CONNECTIONS).unwrap_or(u32::MAX);
        if tokio::time::timeout(LAST_MAILS, places.acquire_many(all)).await.is_err() {
            tracing::warn!("LMTP connections were cut off");
        }
    }
}
