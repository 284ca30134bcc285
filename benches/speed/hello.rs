//! What any server on this machine can do: the web framework with a handler that answers two words.

use std::process::{Child, Command, Stdio};

use actix_web::{App, HttpResponse, HttpServer, web};

use super::server::{free_port, wait};

/// Begins the argument with which this program serves.
pub const WORD: &str = "hello:";

/// Serves until it is ended.
pub fn serve(port: &str) {
    let port = port.parse().expect("a port");
    let system = actix_web::rt::System::new();
    let serve = async move {
        let app =
            || App::new().route("/", web::get().to(|| async { HttpResponse::Ok().body("hello, world") }));
        HttpServer::new(app).bind(("127.0.0.1", port))?.run().await
    };
    system.block_on(serve).expect("it serves");
}

/// Such a server, in a process of its own.
pub struct Hello {
    child: Child,
    pub port: u16,
}

impl Hello {
    pub fn start() -> Self {
        let port = free_port();
        let own = std::env::current_exe().expect("this program");
        let child =
            Command::new(own).arg(format!("{WORD}{port}")).stdout(Stdio::null()).spawn().expect("it starts");
        wait(port);
        Hello { child, port }
    }
}

impl Drop for Hello {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
