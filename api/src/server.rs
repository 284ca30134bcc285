//! The HTTP server: its layers, its start and its end.

use std::{io, sync::Arc, time::Duration};

use actix_web::{
    App as ActixApp, HttpServer,
    body::MessageBody,
    dev::{ServiceFactory, ServiceRequest, ServiceResponse},
    middleware::{Compress, from_fn},
    rt::task::JoinHandle,
    web,
};
use tokio::signal::unix::{Signal, SignalKind, signal};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    app::App,
    layers::{fallback::fallback, frame::frame, gate::gate},
    post::{deliver, lmtp, webhook},
    problem::{Problem, codes},
    routes,
    service::{clockwork, housekeeping},
    tasks,
};

/// How long requests in flight may take when the service ends; with the rest of the end, less than 10 s.
const GRACE_SECONDS: u64 = 7;

/// As many requests are decided, or wait for the disk, at the same moment; the others wait their turn. A thread for each costs
/// memory, and one commit takes all of their turns.
const N_BLOCKING: usize = 32;

/// How long the head of a request may take.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The routes in their layers.
pub fn http(
    app: Arc<App>,
) -> ActixApp<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let path = web::PathConfig::default().error_handler(|_, _| Problem::plain(codes::NOT_FOUND).into());
    let query = web::QueryConfig::default()
        .error_handler(|error, _| Problem::new(codes::BAD_QUERY, format!("The query: {error}.")).into());
    ActixApp::new()
        .app_data(web::Data::from(app))
        .app_data(path)
        .app_data(query)
        .configure(|config| routes::configure(&mut ServiceConfig::new(config)))
        .default_service(web::to(fallback))
        // From the inside out.
        .wrap(from_fn(gate))
        .wrap(Compress::default())
        .wrap(from_fn(frame))
}

/// Serves until SIGTERM or SIGINT. `started` is called when requests are taken.
///
/// # Errors
/// An address that cannot be bound, named; a mail server whose URL is none.
pub async fn run(app: Arc<App>, started: impl FnOnce(&App)) -> io::Result<()> {
    let bind = app.config.bind;
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{bind}: {error}"));
    let transport = deliver::transport(&app.config).map_err(io::Error::other)?;
    let door = match app.config.inbound.as_ref().and_then(|inbound| inbound.lmtp) {
        Some(address) => Some(lmtp::Door::open(address).await?),
        None => None,
    };
    let shared = Arc::clone(&app);
    let n_workers = std::thread::available_parallelism().map_or(1, usize::from);
    let server = HttpServer::new(move || http(Arc::clone(&shared)))
        .workers(n_workers)
        .worker_max_blocking_threads((N_BLOCKING / n_workers).max(8))
        .client_request_timeout(HEAD_TIME)
        .shutdown_timeout(GRACE_SECONDS)
        .disable_signals()
        .bind(bind)
        .map_err(named)?
        .run();
    let handle = server.handle();
    let ends = [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?];
    let mut tasks = vec![
        kept(&app, "housekeeping", housekeeping::run),
        kept(&app, "outbox", move |app| deliver::run(app, Arc::clone(&transport))),
        kept(&app, "webhooks", webhook::run),
        kept(&app, "clockwork", clockwork::run),
    ];
    if let Some(door) = door.map(Arc::new) {
        tasks.push(kept(&app, "lmtp", move |app| Arc::clone(&door).run(app)));
    }
    started(&app);
    let ending = Arc::clone(&app);
    actix_web::rt::spawn(async move {
        wait(ends).await;
        tracing::info!("ending: no new requests");
        ending.stop.set();
        handle.stop(true).await;
    });
    server.await?;
    app.stop.set();
    for task in tasks {
        // A panic was logged with its place by the hook.
        let _ = task.await;
    }
    let closed = Arc::clone(&app);
    let closing = web::block(move || closed.store.close()).await;
    tracing::info!(closed = closing.is_ok(), "ended");
    Ok(())
}

/// Starts a background task, and again whenever it breaks off.
fn kept<F: Future<Output = ()> + 'static>(
    app: &Arc<App>,
    name: &'static str,
    task: impl Fn(Arc<App>) -> F + 'static,
) -> JoinHandle<()> {
    let app = Arc::clone(app);
    actix_web::rt::spawn(async move {
        tasks::keep(&app, name, tasks::PAUSE, || task(Arc::clone(&app))).await;
    })
}

async fn wait(mut signals: [Signal; 2]) {
    let [terminate, interrupt] = &mut signals;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
