//! What every request passes through, from the outside in: the frame (request id, span, panics, headers of safety), the
//! compression, the gate (who asks, and not too often), and, where no route is found, the fallback.

pub mod fallback;
pub mod frame;
pub mod gate;
pub mod request_id;
