// The board under the pointer: what the list of orders says is drawn over it; a board larger than its frame is moved by
// dragging. On a measured floor, figures are chosen (one by pressing it, many with Shift or by a box) and what is pressed then
// says what they do. How such an order is written stands with the ruleset, in `data-gestures`; the server judges it.

import { draw, drawing, floor, frame, idOf, layer, middle, planned, runs, things, told, unit, vector, ways } from "./plan.js";
let desk; // { write(order), announce(words), list() }
let chosen = new Set();
let tool; // the name of the gesture that a press on the floor stands for
let corners = []; // of the way that is being pointed out, in units of the picture
let several = false;
let held; // where the pointer went down
let dragged = false; // the click that ends a drag is none
let asked; // the question to the server that still matters

const gestures = () => JSON.parse(frame()?.dataset.gestures ?? "[]");
const isMine = (part) => part.dataset.side === frame().dataset.side;
const thing = (node) => node.closest("[data-figure], [data-gun]") ?? node.closest("a")?.querySelector("[data-figure], [data-gun]");

function parts() {
  return things().filter((part) => chosen.has(idOf(part)));
}

/** The gestures that what is chosen can be followed by. */
function fitting() {
  const all = parts();
  const guns = all.filter((part) => part.dataset.gun).length;
  const men = all.length - guns;
  const fits = { figure: !guns && men === 1, figures: !guns && 1 < men, any_figures: !guns && 0 < men, gun: guns === 1 && !men };
  return gestures().filter((gesture) => fits[gesture.chosen]);
}

/** The gesture that a press on an enemy, or else on the floor, makes: the one whose button is pressed, or the first. */
function made(onEnemy) {
  const all = fitting().filter(({ target }) => target !== "nothing" && onEnemy === (target === "enemy"));
  return all.find((gesture) => gesture.name === tool) ?? all[0];
}

function centre() {
  const all = parts().map(middle);
  const sum = all.reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }), { x: 0, y: 0 });
  return { x: sum.x / all.length, y: sum.y / all.length };
}

/** The order that a gesture stands for; nothing as long as more must be pressed. */
function order(gesture, { enemy, unit, place } = {}) {
  const way = place ? [...corners, place] : [];
  if (gesture.target === "ends" && way.length < 2) return undefined;
  const target = { enemy, place: place && told(place), path: way.map(told).join(" > "), ends: way.slice(-2).map(told).join(" to "), nothing: "" };
  const by = place && { x: place.x - centre().x, y: place.y - centre().y };
  return gesture.order
    .replace("{figures}", runs([...chosen]))
    .replace("{set}", runs([...chosen], true))
    .replace("{target}", target[gesture.target])
    .replace("{unit}", unit ?? "")
    .replace("{by}", by ? vector(by) : "");
}

function give(gesture, at) {
  const words = order(gesture, at);
  if (words) desk.write(words);
  corners = words ? [] : [at.place];
  ghost([]);
}

/** What a press on the board does; true when it was meant for what is chosen. */
export function pressed(event) {
  if (dragged) {
    dragged = false;
    event.preventDefault();
    return true;
  }
  if (!frame()?.dataset.gestures || !drawing().contains(event.target)) return false;
  const part = thing(event.target);
  if (part && isMine(part)) {
    const id = idOf(part);
    if (!several && !event.shiftKey) {
      chosen = new Set([id]);
      return false; // its link shows what it can do
    }
    if (!chosen.delete(id)) chosen.add(id);
    event.preventDefault();
    shown();
    return true;
  }
  const at = aimed(event, part);
  if (!at) return false;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) corners.push(at.place);
  else give(at.gesture, at);
  return true;
}

/** What a press here would stand for. */
function aimed(event, part) {
  if (!chosen.size) return undefined;
  const enemy = part && !isMine(part) && made(true);
  if (enemy) return { gesture: enemy, enemy: idOf(part), unit: part.dataset.unit, to: middle(part) };
  const gesture = made(false);
  const around = floor()?.getBoundingClientRect();
  const isOn = around && around.left <= event.clientX && event.clientX <= around.right && around.top <= event.clientY && event.clientY <= around.bottom;
  if (!gesture || !isOn) return undefined;
  const place = unit(event.clientX, event.clientY);
  return { gesture, place, to: place };
}

const ghost = (all) => drawing() && ways("ghost", all);

// While it is pointed: the way, and what the server says of it.
function pointed(event) {
  const at = aimed(event, thing(event.target));
  clearTimeout(asked);
  if (!at) return ghost([]);
  const by = { x: at.to.x - centre().x, y: at.to.y - centre().y };
  const goes = at.gesture.order.includes("{by}");
  ghost(parts().map((part) => {
    const from = middle(part);
    return [from, ...corners, goes ? { x: from.x + by.x, y: from.y + by.y } : at.to];
  }));
  const words = order(at.gesture, at);
  if (words) asked = setTimeout(() => foretell(words), 200);
  return undefined;
}

/** Says what an order would come to after those of the list. */
async function foretell(words) {
  const question = asked;
  const list = desk.list();
  const n = list.length;
  let said = await rehearse([...list, words]);
  // Behind an earlier die nothing can be foretold: then by itself.
  if (said.order_index < n) said = await rehearse([words]);
  if (question !== asked || !said) return;
  const fault = said.errors?.find((error) => error.order_index === n || n === 0 || !("order_index" in error)) ?? said.errors?.[0];
  desk.announce(`${words} — ${fault ? fault.detail : chances(said.odds) || "can be done"}`);
}

function chances(odds) {
  const likely = odds?.outcomes.filter((outcome) => outcome.n).sort((a, b) => b.n - a.n) ?? [];
  return likely.slice(0, 6).map(({ name, n }) => `${name.replaceAll("_", " ")} ${((100 * n) / odds.of).toFixed(1)} %`).join(", ");
}

/** What the server makes of these orders, up to the first die; a refusal with its errors. */
async function rehearse(list) {
  const { game, seat } = { game: document.querySelector(".game").dataset, seat: frame().dataset.seat };
  try {
    const url = `${game.rehearse}?dry_run=true&seat=${encodeURIComponent(seat)}`;
    const response = await fetch(url, { method: "POST", headers: { "Content-Type": "text/plain" }, body: list.join("\n") });
    return await response.json();
  } catch {
    return {};
  }
}

/** Says whether the list is right as far as it can be known. */
let checking;
export function listed() {
  const list = desk.list();
  planned(list);
  if (!frame()?.dataset.seat) return;
  clearTimeout(checking);
  checking = undefined; // nor is an answer under way still about this list
  if (!list.length) return;
  checking = setTimeout(async () => {
    const mine = checking;
    const said = await rehearse(list);
    if (mine !== checking) return;
    const [fault] = said.errors ?? [];
    if (fault) desk.announce(fault.line ? `Line ${fault.line}: ${fault.detail}` : fault.detail);
    else if (said.events) desk.announce(`${list.length} ${list.length === 1 ? "order" : "orders"}: nothing wrong as far as the first die.`);
  }, 500);
}

/** The bar with what is chosen, and what it can do. */
function shown() {
  if (!frame()?.dataset.gestures) return;
  const group = layer("chosen");
  for (const part of parts()) {
    const { x, y } = middle(part);
    draw(group, "circle", { cx: x, cy: y, r: 80 });
  }
  let bar = document.querySelector(".pointing");
  if (!bar) {
    bar = Object.assign(document.createElement("div"), { className: "pointing" });
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Pointing");
    frame().before(bar);
  }
  const button = (words, press, pressed) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    if (pressed !== undefined) made.setAttribute("aria-pressed", pressed);
    made.addEventListener("click", press);
    return made;
  };
  const tools = fitting().filter(({ target }) => target !== "nothing");
  const now = [made(false), made(true)];
  bar.replaceChildren(
    button("Several", () => { several = !several; shown(); }, several),
    Object.assign(document.createElement("span"), { textContent: chosen.size ? runs([...chosen]) : "Press figures of yours, or draw a box with Shift." }),
    ...tools.map((gesture) => button(gesture.name, () => { tool = gesture.name; corners = []; shown(); }, now.some((one) => one?.order === gesture.order))),
    ...fitting().filter((gesture) => gesture.target === "nothing").map((gesture) => button(gesture.name, () => give(gesture, {}))),
    ...(chosen.size ? [button("None", () => { chosen.clear(); corners = []; shown(); ghost([]); })] : []),
  );
  frame().classList.toggle("several", several);
}

// Dragging: the board, or with Shift a box.
function down(event) {
  dragged = false;
  if (event.button || !drawing()?.contains(event.target)) return;
  const box = frame().dataset.gestures && (several || event.shiftKey);
  if (event.pointerType === "touch" && !box) return; // the browser moves it
  held = { x: event.clientX, y: event.clientY, left: frame().scrollLeft, top: frame().scrollTop, box };
}

function moved(event) {
  if (!held) {
    if (drawing()?.contains(event.target) && frame().dataset.gestures && event.pointerType === "mouse") pointed(event);
    return;
  }
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (!dragged && Math.hypot(dx, dy) < 6) return;
  dragged = true;
  if (held.box) {
    const [from, to] = [unit(held.x, held.y), unit(event.clientX, event.clientY)];
    draw(layer("ghost"), "rect", { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) });
  } else {
    frame().scrollTo(held.left - dx, held.top - dy);
  }
}

function up(event) {
  if (held?.box && dragged) {
    const inside = ({ left, top, width, height }) => {
      const [x, y] = [left + width / 2, top + height / 2];
      return Math.min(held.x, event.clientX) <= x && x <= Math.max(held.x, event.clientX) && Math.min(held.y, event.clientY) <= y && y <= Math.max(held.y, event.clientY);
    };
    for (const part of things()) if (part.dataset.figure && isMine(part) && inside(part.getBoundingClientRect())) chosen.add(idOf(part));
    ghost([]);
    shown();
  }
  held = undefined;
  if (dragged) setTimeout(() => { dragged = false; }, 0);
}

/** After the page was made anew. */
export function woken() {
  if (!drawing()) return;
  const there = new Set(things().filter((part) => part.dataset.side === frame().dataset.side).map(idOf));
  chosen = new Set([...chosen].filter((id) => there.has(id)));
  shown();
  planned(desk.list());
}

export function start(helpers) {
  desk = helpers;
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", moved);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", () => { held = undefined; });
  document.addEventListener("dragstart", (event) => { if (frame()?.contains(event.target)) event.preventDefault(); });
  document.addEventListener("keydown", (event) => {
    const part = event.key === " " && frame()?.dataset.gestures && event.target.closest(".picture a")?.querySelector("[data-figure]");
    if (!part || !isMine(part)) return;
    event.preventDefault();
    if (!chosen.delete(idOf(part))) chosen.add(idOf(part));
    shown();
  });
}
