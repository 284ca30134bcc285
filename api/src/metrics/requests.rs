//! Requests by route, method and class of their answer. A route is the pattern under which it is registered, never a path: there
//! are as many as the program has, whoever asks for what.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use actix_web::http::{Method, StatusCode};
use storage::{DURATIONS, Distribution, Histogram};

use super::Count;

/// What has no route of its own: addresses that there are not.
const NO_ROUTE: &str = "none";

const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "other"];

const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// All requests that were answered.
#[derive(Default)]
pub struct Requests(RwLock<BTreeMap<String, Arc<Route>>>);

/// Those of one route.
#[derive(Default)]
struct Route([Answers; METHODS.len()]);

/// Those of one route and method.
struct Answers {
    by_class: [Count; CLASSES.len()],
    took: Histogram,
}

impl Default for Answers {
    fn default() -> Self {
        Answers { by_class: Default::default(), took: Histogram::new(DURATIONS) }
    }
}

/// What was counted of one route and method.
pub struct Told {
    /// The route's pattern.
    pub route: String,
    /// The method.
    pub method: &'static str,
    /// How many answers of each class there were, where there were any.
    pub by_class: Vec<(&'static str, u64)>,
    /// How long it took until the head of an answer was ready, in microseconds.
    pub took: Distribution,
}

impl Requests {
    /// Counts an answer.
    pub fn answered(&self, route: Option<&str>, method: &Method, status: StatusCode, took: Duration) {
        let route = self.route(route.unwrap_or(NO_ROUTE));
        let known = METHODS.iter().position(|name| *name == method.as_str());
        let Some(answers) = route.0.get(known.unwrap_or(METHODS.len() - 1)) else { return };
        if let Some(class) = answers.by_class.get(usize::from(status.as_u16() / 100).saturating_sub(1)) {
            class.add();
        }
        answers.took.took(took);
    }

    /// All that was counted, in the order of the routes.
    pub fn read(&self) -> Vec<Told> {
        let routes = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut all = Vec::new();
        for (name, route) in &*routes {
            for (method, answers) in METHODS.iter().zip(&route.0) {
                let counts =
                    CLASSES.iter().zip(&answers.by_class).map(|(class, count)| (*class, count.get()));
                let by_class: Vec<_> = counts.filter(|(_, n)| 0 < *n).collect();
                if !by_class.is_empty() {
                    all.push(Told { route: name.clone(), method, by_class, took: answers.took.read() });
                }
            }
        }
        all
    }

    fn route(&self, name: &str) -> Arc<Route> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        known.unwrap_or_else(|| {
            let mut routes = self.0.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(routes.entry(name.to_owned()).or_default())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_knows_is_counted_together() {
        let (requests, ms) = (Requests::default(), Duration::from_millis(3));
        for method in ["BREW", "SHAKE"] {
            let method = Method::from_bytes(method.as_bytes()).expect("a method");
            requests.answered(None, &method, StatusCode::METHOD_NOT_ALLOWED, ms);
        }
        requests.answered(Some("/v1/games/{game}"), &Method::GET, StatusCode::OK, ms);
        let told = requests.read();
        assert_eq!((told[0].route.as_str(), told[0].method), ("/v1/games/{game}", "GET"));
        assert_eq!((told[1].route.as_str(), told[1].method), (NO_ROUTE, "other"));
        assert_eq!((&told[1].by_class, told[1].took.n()), (&vec![("4xx", 2)], 2));
    }
}
