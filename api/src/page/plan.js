// What is drawn over the board, and how places on it are told: a measured floor is drawn a hundredth of an inch to the unit.

const UNITS = 100; // to the inch
const SVG = "http://www.w3.org/2000/svg";

export const frame = () => document.querySelector(".game .picture");
export const drawing = () => frame()?.querySelector("svg");
export const idOf = (part) => part.dataset.figure ?? part.dataset.gun;
export const things = () => [...drawing().querySelectorAll("[data-figure], [data-gun]")];

/** A place on the screen, in units of the picture. */
export const unit = (x, y) => new DOMPoint(x, y).matrixTransform(drawing().getScreenCTM().inverse());

/** The middle of what stands there; its first shape is its body. */
export function middle(part) {
  const box = (part.querySelector("circle, rect") ?? part).getBoundingClientRect();
  return unit(box.x + box.width / 2, box.y + box.height / 2);
}

// Lengths as orders tell them.
const inches = (units) => String(Math.round(units) / UNITS);
export const floor = () => drawing().querySelector("rect.floor, rect.table");
const corner = () => {
  return { x: Number(floor().getAttribute("x")), y: Number(floor().getAttribute("y")) };
};
const signed = (units) => (Math.round(units) < 0 ? "" : "+") + inches(units);
export const vector = ({ x, y }) => `${signed(x)},${signed(y)}`;
export const told = (place) => `${inches(place.x - corner().x)},${inches(place.y - corner().y)}`;

/** Ids in runs: `ri1-ri5 rc2`, or briefly `C1-5,E2`. */
export function runs(ids, brief) {
  const parts = ids.map((id) => /^(\D+)(\d+)$/.exec(id)).filter(Boolean).map(([, kind, n]) => ({ kind, from: Number(n), to: Number(n) }));
  parts.sort((a, b) => a.kind.localeCompare(b.kind) || a.from - b.from);
  const joined = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind && last.to === part.from - 1) last.to = part.to;
    else joined.push(part);
  }
  const run = ({ kind, from, to }) => (from === to ? kind + from : `${kind}${from}-${brief ? "" : kind}${to}`);
  return joined.map(run).join(brief ? "," : " ");
}

// What is drawn over the board.
export function layer(name) {
  let group = drawing().querySelector(`.${name}`);
  if (!group) {
    group = document.createElementNS(SVG, "g");
    group.setAttribute("class", name);
    drawing().append(group);
  }
  group.replaceChildren();
  return group;
}

export function draw(group, tag, attributes) {
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  group.append(shape);
}

/** Ways, from where they begin to where they end. */
export function ways(name, all) {
  const group = layer(name);
  const size = Number(drawing().getAttribute("viewBox").split(" ")[2]) / 250;
  for (const way of all) {
    draw(group, "polyline", { points: way.map(({ x, y }) => `${x},${y}`).join(" "), "stroke-width": size / 2 });
    draw(group, "circle", { cx: way.at(-1).x, cy: way.at(-1).y, r: size });
  }
}

/** The ways in the list of orders: who its first words name, and where the places or the figure after them are. */
export function planned(list) {
  if (!drawing() || !document.querySelector("#orders-text")) return;
  const places = new Map();
  for (const part of drawing().querySelectorAll("[data-cell], [data-exit]")) places.set((part.dataset.cell ?? part.dataset.exit).toLowerCase(), middle(part));
  const now = new Map(things().map((part) => [idOf(part).toLowerCase(), middle(part)]));
  const all = [];
  for (const line of list) {
    const { who, to } = meant(line, now, places);
    if (!to.length) continue;
    for (const id of who) {
      const from = now.get(id);
      const way = [from, ...to.map((step) => (step.by ? { x: from.x + step.by.x, y: from.y + step.by.y } : step))];
      all.push(way);
      if (!to[0].enemy) now.set(id, way.at(-1));
    }
  }
  ways("planned", all);
}

function meant(line, now, places) {
  const who = [];
  const to = [];
  let said = "";
  for (const word of line.toLowerCase().replaceAll(">", " ").split(/\s+/).filter(Boolean)) {
    const point = /^([-+]?[\d.]+),([-+]?[\d.]+)$/.exec(word)?.slice(1).map((number) => number * UNITS);
    const named = expanded(word, now);
    if (point && floor()) {
      const [x, y] = point;
      to.push(said === "by" ? { by: { x, y } } : { x: corner().x + x, y: corner().y + y });
    } else if (places.has(word) && who.length) {
      to.push(places.get(word));
    } else if (named.length && !said && !to.length) {
      who.push(...named);
    } else if (named.length && !to.length) {
      to.push({ x: now.get(named[0]).x, y: now.get(named[0]).y, enemy: true });
    } else if (who.length) {
      said = word;
    }
  }
  return { who, to };
}

/** The figures on the board that a word names: one, a run, all of a kind, or a list of these. */
function expanded(word, now) {
  if (word.includes(",")) return word.split(",").flatMap((part) => expanded(part, now));
  if (now.has(word)) return [word];
  const run = /^(\D+)(\d+)-(?:\1)?(\d+)$/.exec(word);
  const number = (id) => Number(id.slice(run[1].length));
  if (run) return [...now.keys()].filter((id) => id.startsWith(run[1]) && Number(run[2]) <= number(id) && number(id) <= Number(run[3]));
  return word.length > 1 && word.endsWith("*") ? [...now.keys()].filter((id) => id.startsWith(word.slice(0, -1))) : [];
}
