// Pieces that the audit page and the replay share. Everything that anybody wrote becomes a text node, nothing else.

import { verifyRoll } from "./verify.js";
import { MEANING, checksOf, notesOf } from "./codes.js";

/** An element. Texts among its children are text, whatever they look like. */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** Text that somebody wrote: characters that turn the direction of writing, or show nothing, are made visible. */
export const shownText = (text) =>
  text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (letter) => `\u27e8U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}\u27e9`,
  );

const MARKS = { passed: "✓", failed: "✗", skipped: "–", unreached: "·" };

/** The verdict on a bundle: one sentence, and the first failure. */
export function verdictOf(result) {
  if (!result.ok) {
    const words = `${MEANING[result.code] ?? ""} What stands before it is in order: ${result.lines} lines.`;
    return make(
      "div",
      { class: "verdict failed", role: "status" },
      make("strong", {}, "Not verified: "),
      make("code", { class: "code" }, result.code),
      " at ",
      make("code", { class: "at" }, result.at),
      ". ",
      words,
    );
  }
  const counts = `${result.lines} lines, ${result.rolls} rolls, ${result.dice} dice; head `;
  return make(
    "div",
    { class: "verdict passed", role: "status" },
    make("strong", {}, "Verified: "),
    counts,
    make("code", {}, result.head),
    ".",
  );
}

/** Every check, one a row. */
export function checkTable(result, options) {
  const row = ({ name, state, found }) =>
    make(
      "tr",
      { class: state },
      make("td", { class: "mark" }, make("span", { "aria-hidden": "true" }, MARKS[state]), " ", state),
      make("th", { scope: "row" }, name),
      make("td", {}, shownText(found)),
    );
  const notes = result.ok ? notesOf(result) : [];
  return make(
    "div",
    { class: "checks" },
    make("table", {}, make("caption", {}, "What was checked"), make("tbody", {}, ...checksOf(result, options).map(row))),
    make("ul", { class: "notes" }, ...notes.map((note) => make("li", {}, shownText(note)))),
  );
}

const hashed = (text, hash) => [
  make("pre", {}, make("code", {}, text)),
  make("p", {}, "SHA-256: ", make("code", {}, hash)),
];

/** One roll again, step by step, for a person to follow. */
export async function rollSteps(roll) {
  const again = await verifyRoll(roll);
  const word = ({ offset, bytes, word: number, face }) =>
    make(
      "tr",
      { class: face === null ? "refused" : "accepted" },
      make("td", {}, `${offset}`),
      make("td", {}, make("code", {}, bytes.replace(/../g, "$& ").trim())),
      make("td", {}, `${number}`),
      make("td", {}, face === null ? `refused: not below ${again.limit}` : `${number} mod ${roll.sides} + 1 = ${face}`),
    );
  const titles = ["byte", "bytes", "little-endian number", "face"];
  const head = make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, title)));
  const before = roll.index === 1 ? "the anchor of the epoch" : `the seed of roll ${roll.index - 1}`;
  const dice = roll.values.join(", ");
  return make(
    "div",
    { class: `steps ${again.ok ? "passed" : "failed"}` },
    make("p", { role: "status" }, make("strong", {}, again.ok ? `Right: ${dice}` : `Wrong: the seed gives ${again.values.join(", ")}`)),
    make(
      "ol",
      {},
      make("li", {}, `The seed of this roll, hashed, is ${before}:`, ...hashed(roll.seed, again.before)),
      make("li", {}, "The anchor and the players' numbers, hashed, are the mix of the epoch:", ...hashed(again.mixText, again.mix)),
      make("li", {}, "Seed, game, epoch, index, mix and beacon, hashed, are the key of this roll:", ...hashed(again.keyText, again.key)),
      make(
        "li",
        {},
        `ChaCha20 under this key gives bytes. Each four are a number; one of ${again.limit} or more would favour low faces and is refused, the next is taken.`,
        make("table", {}, make("thead", {}, head), make("tbody", {}, ...again.words.map(word))),
      ),
      make("li", {}, `The line shows ${dice}.`),
    ),
  );
}

/** A button that verifies a roll and shows how below itself, or hides it again. */
export function rollButton(roll, label, place) {
  const button = make("button", { type: "button", "aria-expanded": "false" }, label);
  button.addEventListener("click", async () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", `${!isOpen}`);
    place.hidden = isOpen;
    place.replaceChildren(...(isOpen ? [] : [await rollSteps(roll)]));
  });
  return button;
}
