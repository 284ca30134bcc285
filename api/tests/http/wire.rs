//! What only shows on the wire: chunked bodies, broken requests, the end of the service.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::Arc,
    time::Duration,
};

use actix_web::{HttpServer, dev::ServerHandle, rt, web};
use api::server;

use crate::world::World;

/// A server on a port of its own.
fn spawn(world: &World) -> (SocketAddr, ServerHandle) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let app = Arc::clone(&world.app);
    let server = HttpServer::new(move || server::http(Arc::clone(&app))).workers(1).disable_signals();
    let server = server.listen(listener).expect("a server").run();
    let handle = server.handle();
    rt::spawn(server);
    (address, handle)
}

/// Sends bytes as they are and reads until the other side is done.
async fn talk(address: SocketAddr, bytes: Vec<u8>) -> String {
    let talk = move || {
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(5))).expect("a timeout");
        // The server may stop reading before we are done.
        let _ = stream.write_all(&bytes);
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard);
        String::from_utf8_lossy(&heard).into_owned()
    };
    web::block(talk).await.expect("a talk")
}

#[actix_web::test]
async fn a_chunked_body_has_the_same_limit() {
    let world = World::new();
    let (address, handle) = spawn(&world);
    let head = "POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    let heard = talk(address, format!("{head}{}0\r\n\r\n", chunk.repeat(40)).into_bytes()).await;
    assert!(heard.starts_with("HTTP/1.1 413 ") && heard.contains("body-too-large"), "{heard}");
    let good = format!("{head}1\r\n{{\r\n1\r\n}}\r\n0\r\n\r\n");
    assert!(talk(address, good.into_bytes()).await.contains("missing-field"));
    handle.stop(true).await;
}

#[actix_web::test]
async fn head_tells_the_length_and_sends_nothing() {
    let world = World::new();
    let (address, handle) = spawn(&world);
    let heard =
        talk(address, b"HEAD /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_vec()).await;
    let (head, body) = heard.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200 ") && head.contains("content-length: 15"), "{head}");
    assert_eq!(body, "");
    handle.stop(true).await;
}

#[actix_web::test]
async fn an_answer_is_packed_when_asked_for() {
    let world = World::new();
    let (address, handle) = spawn(&world);
    for coding in ["gzip", "br"] {
        let ask = format!(
            "GET /openapi.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: {coding}\r\nConnection: close\r\n\r\n"
        );
        let heard = talk(address, ask.into_bytes()).await;
        assert!(heard.contains(&format!("content-encoding: {coding}")), "{coding}");
    }
    handle.stop(true).await;
}
