// A game again, from this one file: the board after each event, what happened, and the verification of the bundle inside.

import { verifyBundle } from "./verify.js";
import { checkTable, make, rollButton, shownText, verdictOf } from "./parts.js";

const played = JSON.parse(document.getElementById("played").textContent);
const { frames, parts } = played;

/** What is changing while one looks. */
const scene = { at: 0, timer: null, rolls: new Map() };

// ---------------------------------------------------------------- boards

/** The lists of parts after each frame, made once: a frame without a change shares the list of the one before. */
function listsOf(member) {
  let list = [];
  return frames.map((frame) => {
    const change = frame[member];
    if (change) list = [...list.slice(0, change[0]), ...change[1], ...(change[2] ? list.slice(-change[2]) : [])];
    return list;
  });
}

const boards = listsOf("board");
const letters = listsOf("letters");
const textOf = (list) => list.map((part) => parts[part]).join("\n");

/** A picture as an image: what is drawn there is never part of this page. */
const imageOf = (list) => `data:image/svg+xml,${encodeURIComponent(textOf(list))}`;

// ---------------------------------------------------------------- the stage

const SPEEDS = [["slow", 3000], ["usual", 1200], ["fast", 400], ["very fast", 100]];

const control = (label, keys, act) =>
  make("button", { type: "button", click: act, "aria-keyshortcuts": keys, title: `${label} (${keys})` }, label);

const view = {
  image: make("img", { class: "board" }),
  letters: make("pre", {}),
  place: make("p", { class: "place" }),
  event: make("div", { class: "event", "aria-live": "polite" }),
  scrubber: make("input", { type: "range", min: "0", max: `${frames.length - 1}`, "aria-label": "Event" }),
  play: control("Play", "Space", () => (scene.timer === null ? play() : pause())),
  speed: make("select", { "aria-label": "Speed" }, ...SPEEDS.map(([name, pause]) => make("option", { value: `${pause}`, selected: name === "usual" }, name))),
  list: make("ol", { class: "events" }),
  proof: make("section", { id: "proof" }, make("h2", {}, "Proof"), make("p", { id: "state", role: "status" }, "Verifying …")),
};

function show(at) {
  scene.at = Math.min(Math.max(at, 0), frames.length - 1);
  const frame = frames[scene.at];
  view.image.src = imageOf(boards[scene.at]);
  view.image.alt = `The board after line ${frame.seq}; in letters below`;
  view.letters.textContent = textOf(letters[scene.at]);
  view.scrubber.value = `${scene.at}`;
  view.scrubber.setAttribute("aria-valuetext", `line ${frame.seq}: ${frame.text}`);
  const turn = frame.turn === null ? "" : `, turn ${frame.turn}`;
  view.place.textContent = `Line ${frame.seq} of ${frames.length}${turn}, round ${frame.round}, ${frame.phase}, ${frame.at}`;
  view.event.replaceChildren(...told(frame));
  view.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  view.list.children[scene.at]?.setAttribute("aria-current", "step");
}

function told(frame) {
  const who = frame.seat === null ? "" : `${frame.seat}: `;
  const isVoid = frame.void ? [make("span", { class: "void" }, " (taken back later)")] : [];
  const rules = frame.rules.length ? [make("p", { class: "rules" }, `Rules: ${frame.rules.join(", ")}`)] : [];
  const dice = frame.dice.length ? [make("ul", { class: "dice" }, ...frame.dice.map(die))] : [];
  return [make("p", { class: "said" }, shownText(`${who}${frame.text}`), ...isVoid), ...rules, ...dice];
}

function die(roll) {
  const against = roll.against === null ? "" : ` against ${roll.against}`;
  const roller = roll.roller === null ? "" : `: ${roll.roller}${against}`;
  const added = roll.modifiers.map(({ name, value }) => ` ${value < 0 ? "−" : "+"} ${Math.abs(value)} (${name})`).join("");
  const sum = roll.modifiers.length ? ` = ${roll.total}` : "";
  const result = roll.result === null ? "" : `, ${roll.result}`;
  const words = `${roll.purpose}${roller}, d${roll.sides}: ${roll.values.join(", ")}${added}${sum}${result} (${roll.rule})`;
  const proven = scene.rolls.get(`${roll.epoch} ${roll.index}`);
  const steps = make("div", { hidden: true });
  const isSame = proven !== undefined && proven.values.join() === roll.values.join() && proven.rule === roll.rule;
  const proof = isSame ? [" ", rollButton(proven, "verify this roll", steps), steps] : [];
  return make("li", {}, shownText(words), ...proof);
}

// ---------------------------------------------------------------- going on

/** The end of the next turn, or of the one before. */
function turnFrom(at, by) {
  const next = (n) => frames[n + 1];
  const isEnd = (n) => frames[n].turn !== null && next(n)?.turn !== frames[n].turn;
  for (let n = at + by; n >= 0 && n < frames.length; n += by) {
    if (isEnd(n)) return n;
  }
  return by < 0 ? 0 : frames.length - 1;
}

function play() {
  if (scene.at === frames.length - 1) show(0);
  view.play.textContent = "Pause";
  const go = () => {
    show(scene.at + 1);
    if (scene.at === frames.length - 1) pause();
    else scene.timer = setTimeout(go, Number(view.speed.value));
  };
  scene.timer = setTimeout(go, Number(view.speed.value));
}

function pause() {
  clearTimeout(scene.timer);
  scene.timer = null;
  view.play.textContent = "Play";
}

/** Going by hand stops what goes by itself. */
const goTo = (find) => () => {
  pause();
  show(find(scene.at));
};

const MOVES = [
  ["First", "Home", goTo(() => 0)],
  ["Turn back", "PageUp", goTo((at) => turnFrom(at, -1))],
  ["Back", "ArrowLeft", goTo((at) => at - 1)],
  ["Next", "ArrowRight", goTo((at) => at + 1)],
  ["Next turn", "PageDown", goTo((at) => turnFrom(at, 1))],
  ["Last", "End", goTo(() => frames.length - 1)],
];

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  // What has keys of its own keeps them.
  const kind = event.target.tagName;
  if (["INPUT", "SELECT", "TEXTAREA"].includes(kind)) return;
  const move = MOVES.find(([, key]) => key === event.key);
  const isSpace = event.key === " " && !["BUTTON", "SUMMARY"].includes(kind);
  if (!move && !isSpace) return;
  event.preventDefault();
  if (move) move[2]();
  else view.play.click();
});
view.scrubber.addEventListener("input", () => goTo(() => Number(view.scrubber.value))());

// ---------------------------------------------------------------- putting it up

const buttons = MOVES.map(([label, key, act]) => control(label, key, act));
const eyes = played.seat === null ? "as a spectator" : `with the eyes of ${played.seat}`;
frames.forEach((frame, n) => {
  const words = shownText(`${frame.seat === null ? "" : `${frame.seat}: `}${frame.text}`);
  view.list.append(make("li", {}, make("button", { type: "button", class: "line", click: goTo(() => n) }, words)));
});
document.getElementById("replay").append(
  make("p", { class: "hint" }, shownText(`${played.ruleset}, ${played.scenario}, game ${played.game}, ${eyes}.`)),
  make("div", { class: "controls", role: "group", "aria-label": "Playing" }, ...buttons.slice(0, 3), view.play, ...buttons.slice(3), view.speed),
  view.scrubber,
  view.place,
  view.event,
  view.image,
  make("details", {}, make("summary", {}, "The board in letters"), view.letters),
  make("details", {}, make("summary", {}, "All events"), view.list),
  view.proof,
);
show(0);

const result = await verifyBundle(document.getElementById("bundle").textContent);
const isOwn = result.lines === frames.length && result.game === played.game;
const strange = isOwn ? [] : [make("p", { class: "verdict failed" }, "What is played here is not the game of this bundle.")];
if (result.ok && isOwn) result.list.forEach((roll) => scene.rolls.set(`${roll.epoch} ${roll.index}`, roll));
view.proof.replaceChildren(make("h2", {}, "Proof"), verdictOf(result), ...strange, checkTable(result));
show(scene.at);
