// What scripting adds: nothing here is needed to play. Links and forms of a game are followed without leaving the page, the
// list of orders is written by pressing, others' turns are shown when they come, and the dice get a number of one's own.

import * as board from "./board.js";

const game = () => document.querySelector(".game");

/** The fields people type into, by form and name. */
const fields = () => [...document.querySelectorAll("form :is(textarea, input:not([type=hidden], [type=radio], [type=checkbox]))")]
  .map((field) => [`${field.form.getAttribute("action")} ${field.name}`, field]);

/** What was typed there and not yet sent; of the orders also what was suggested. */
function typed() {
  const own = ([, field]) => field.value !== field.defaultValue || field.id === "orders-text";
  return new Map(fields().filter(own).map(([key, field]) => [key, field.value]));
}

// A press is a press only on what is still there when it ends: while a button of the mouse is down, the page stays.
let released = Promise.resolve();
document.addEventListener("pointerdown", (event) => {
  if (event.button) return;
  released = new Promise((resolve) => {
    const soon = () => setTimeout(resolve, 0); // the click comes behind the release
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, soon, { once: true });
    setTimeout(resolve, 3000); // a release outside of the window may never be told
  });
});

/** Puts what another page has under the same ids in the place of what is here. */
async function swap(response, { keepText = false } = {}) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  await released;
  const [fresh, now] = [page.querySelector("#main"), document.querySelector("#main")];
  if (!fresh) { location.reload(); return; }
  const kept = keepText ? typed() : new Map();
  const focus = reached(document.activeElement);
  const scrolls = [...document.querySelectorAll(".picture, .possible ul")].map((part) => [part.scrollLeft, part.scrollTop]);
  now.replaceWith(document.adoptNode(fresh));
  document.title = page.title;
  for (const [key, field] of fields()) if (kept.has(key)) field.value = kept.get(key);
  zoomed();
  document.querySelectorAll(".picture, .possible ul").forEach((part, n) => {
    if (scrolls[n]) [part.scrollLeft, part.scrollTop] = scrolls[n];
  });
  if (focus) document.querySelector(focus)?.focus({ preventScroll: true });
  wake();
}

/** How an element is found again on a page that was made anew, so that the keyboard stays where it is. */
function reached(element) {
  if (!element?.closest("#main")) return undefined;
  if (element.id) return `#${CSS.escape(element.id)}`;
  const names = ["name", "value", "href", "data-key", "aria-label"].filter((name) => element.hasAttribute(name));
  const said = names.map((name) => `[${name}="${CSS.escape(element.getAttribute(name))}"]`).join("");
  return said && element.localName + said;
}

async function follow(url, options) {
  const response = await fetch(url, { headers: { Accept: "text/html" }, ...options });
  if (response.redirected || !options) history.pushState(null, "", response.url);
  return response;
}

const list = () => document.querySelector("#orders-text");

// What the list was before each change that was not typed.
const before = [];

function put(text) {
  before.push(list().value);
  list().value = text;
  list().scrollTop = list().scrollHeight;
  board.listed();
}

function write(order) {
  const text = list().value;
  put(`${text}${text && !text.endsWith("\n") ? "\n" : ""}${order}\n`);
  announce(`In the list: ${order}`);
}

function undo() {
  const lines = list().value.trimEnd().split("\n");
  list().value = before.pop() ?? lines.slice(0, -1).map((line) => `${line}\n`).join("");
  announce("Taken back.");
  board.listed();
}

// Where the figure that is pointed at can go, and whom it can reach, is marked on the board: pressing there writes the order.
function mark() {
  const pointed = document.querySelector(".possible[data-pointed]");
  if (!pointed) return;
  const places = new Map();
  for (const part of document.querySelectorAll(".picture :is([data-cell], [data-figure], [data-exit])")) {
    for (const name of ["cell", "figure", "exit"]) {
      const word = part.dataset[name]?.toLowerCase();
      if (word && !places.has(word)) places.set(word, part);
    }
  }
  for (const button of pointed.querySelectorAll("button[name=add]")) {
    const words = button.value.toLowerCase().split(/\s+/).slice(1);
    const place = places.get(words.findLast((word) => places.has(word)));
    if (!place || place.dataset.order) continue;
    place.dataset.order = button.value;
    place.classList.add("can");
  }
  places.get(pointed.dataset.pointed.toLowerCase())?.classList.add("pointed");
}

document.addEventListener("click", async (event) => {
  if (board.pressed(event)) return;
  const order = event.target.closest("button[name=add]")?.value ?? event.target.closest("[data-order]")?.dataset.order;
  if (order) {
    event.preventDefault();
    write(order);
    return;
  }
  const link = event.target.closest("a[href]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const figure = link.closest(".picture, .possible, .eyes") && game();
  const moment = link.closest(".moments");
  if (!figure && !moment) return;
  event.preventDefault();
  const url = new URL(link.getAttribute("href"), location.href);
  await swap(await follow(url), { keepText: true });
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const pressed = event.submitter;
  if (pressed?.value === "undo") {
    event.preventDefault();
    undo();
  } else if (form.dataset.claim && pressed?.value === "claim") {
    event.preventDefault();
    form.elements.commit.value = await commitment(form.dataset);
    await sent(form, pressed);
  } else if (form.closest(".game") && form.method === "post") {
    event.preventDefault();
    await sent(form, pressed);
  }
});

async function sent(form, pressed) {
  const body = new URLSearchParams(new FormData(form, pressed));
  if (pressed?.value === "suggest") before.push(list().value);
  pressed?.setAttribute("disabled", "");
  try {
    const response = await follow(form.action, { method: "POST", body });
    await swap(response);
    const alert = document.querySelector(".trouble, .foreseen");
    (alert ?? document.querySelector("#happened"))?.scrollIntoView({ block: "nearest" });
  } catch {
    announce("The server cannot be reached: nothing was sent. Your text is still here.");
    pressed?.removeAttribute("disabled");
  }
}

/** Says something beside the list of orders, aloud too. */
function announce(words) {
  const place = document.querySelector("#said") ?? document.querySelector("#status");
  if (place) place.textContent = words;
}

// The dice: a number of one's own, drawn here, committed to when a seat is taken, and shown when all have committed.
const kept = (data) => `entropy:${data.game}:${data.epoch}:${data.claim ?? data.reveal}`;
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Of a game that the page does not know; one that is not shown to who is only invited is most likely in its first. */
async function presentEpoch(url) {
  const answer = await fetch(url, { headers: { Accept: "application/json" } });
  return answer.ok ? (await answer.json()).dice.epoch : 0;
}

async function commitment(data) {
  if (!crypto.subtle) return ""; // only where the connection is safe; else the others' numbers count
  data.epoch ??= await presentEpoch(data.ask);
  const entropy = hex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(kept(data), entropy);
  const text = `fair-dice/v1/entropy\n${data.game}\n${data.epoch}\n${data.claim}\n${entropy}\n`;
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

function reveal() {
  const form = document.querySelector("form[data-reveal]");
  const entropy = form && localStorage.getItem(kept(form.dataset));
  if (!entropy || form.elements.entropy.value) return;
  form.elements.entropy.value = entropy;
  form.requestSubmit(form.querySelector("button[value=ready]"));
}

// Others' turns: the stream tells that something happened; the page is then asked for again. A broken connection is taken
// up where it broke off.
let stream;
let told;

function live() {
  const table = game();
  if (stream?.game === table?.dataset.game) return;
  stream?.stop.abort();
  stream = table && { game: table.dataset.game, after: table.dataset.version, stop: new AbortController() };
  if (stream) listen(table.dataset.stream, stream);
}

async function listen(url, mine) {
  while (stream === mine) {
    try {
      const headers = { Accept: "text/event-stream", "Last-Event-ID": mine.after };
      const response = await fetch(url, { headers, signal: mine.stop.signal });
      if (response.status === 204 || response.status === 404) return; // over, or no longer for us
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const blocks = (rest + value).split("\n\n");
        rest = blocks.pop();
        const ids = blocks.map((block) => /^id: (\d+)/m.exec(block)?.[1]).filter(Boolean);
        if (!ids.length) continue;
        mine.after = ids.at(-1);
        clearTimeout(told);
        if (game()?.dataset.version !== mine.after) told = setTimeout(again, 150);
      }
    } catch {
      // Asked again below.
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function again() {
  const before = game()?.dataset.version;
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  await swap(response, { keepText: true });
  if (game()?.dataset.version !== before) document.querySelector("#happened")?.classList.add("fresh");
}

// A bigger board: the width is kept while the page changes.
let width = 100;

function zoomed() {
  document.querySelectorAll("[data-zoom]").forEach((place) => {
    const svg = place.querySelector("svg");
    if (!place.previousElementSibling?.matches(".zoom")) {
      const bar = document.createElement("div");
      bar.className = "zoom";
      for (const [word, factor, name] of [["−", 0.8, "Smaller"], ["+", 1.25, "Bigger"], ["⤢", 0, "Whole"]]) {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: word, title: name, ariaLabel: name });
        button.addEventListener("click", () => {
          width = factor ? Math.min(800, Math.max(100, width * factor)) : 100;
          zoomed();
        });
        bar.append(button);
      }
      place.before(bar);
    }
    svg.style.width = `${width}%`;
  });
}

// A replay: keys, a slider, and playing by itself.
let playing;
let pace = 900; // milliseconds an event

function replay() {
  const line = document.querySelector("[data-scrub]");
  if (!line) { clearTimeout(playing); playing = undefined; return; }
  if (!line.form.querySelector("[type=range]")) {
    const slider = Object.assign(document.createElement("input"), {
      type: "range", min: line.min, max: line.max, value: line.value, ariaLabel: "Line of the log",
    });
    slider.addEventListener("change", () => go(slider.value));
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: playing ? "Pause" : "Play" });
    button.dataset.key = " ";
    button.addEventListener("click", () => {
      playing = playing ? void clearTimeout(playing) : setTimeout(next, 0);
      button.textContent = playing ? "Pause" : "Play";
    });
    const speed = Object.assign(document.createElement("select"), { ariaLabel: "Speed" });
    for (const [words, time] of [["half speed", 1800], ["speed 1", 900], ["speed 2", 450], ["speed 5", 180]]) {
      speed.append(new Option(words, time, false, time === pace));
    }
    speed.addEventListener("change", () => { pace = Number(speed.value); });
    line.form.prepend(button, speed);
    line.form.append(slider);
  }
}

function go(line) {
  const url = new URL(location.href);
  url.searchParams.set("at", line);
  return follow(url).then((response) => swap(response));
}

async function next() {
  const line = document.querySelector("[data-scrub]");
  if (!playing || !line || Number(line.value) >= Number(line.max)) { playing = undefined; replay(); return; }
  await go(Number(line.value) + 1);
  if (playing) playing = setTimeout(next, pace);
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, button, a") && event.key === " ") return;
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const way = document.querySelector(`[data-replay] [data-key="${CSS.escape(event.key)}"]`);
  if (way) { event.preventDefault(); way.click(); }
});

/** The secret of a link stands behind its `#`, which no server is told. */
function fragment() {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (!secret || secret.length < 6) return;
  document.querySelectorAll("input[data-next]").forEach((field) => { field.value = location.pathname + location.hash; });
  document.querySelectorAll("input[data-fragment]").forEach((field) => { if (!field.value) field.value = secret; });
}

document.addEventListener("input", (event) => {
  if (event.target === list()) board.listed();
});

function wake() {
  zoomed();
  board.woken();
  mark();
  replay();
  live();
  fragment();
  reveal();
  const zone = document.querySelector("input[data-zone]");
  if (zone?.value === "UTC") zone.placeholder = Intl.DateTimeFormat().resolvedOptions().timeZone;
}

// Press and seats that are taken leave no line in the log: they are looked for now and then.
setInterval(() => {
  const writes = document.activeElement?.closest("#press, #seats, #offers");
  if (game() && !writes && document.visibilityState === "visible") again();
}, 20_000);

window.addEventListener("popstate", () => location.reload());
board.start({ write, announce, list: () => (list()?.value ?? "").split("\n").filter((line) => line.replace(/#.*/, "").trim()) });
wake();

// A newcomer's zone is that of his browser.
for (const field of document.querySelectorAll("input[data-own-zone]")) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
