// The audit page: fetches a game's bundle from this server, or takes a file, and verifies it here.

import { verifyBundle } from "./verify.js";
import { checkTable, make, rollButton, shownText, verdictOf } from "./parts.js";
import { figureOf, tally } from "./fairness.js";

/** Rolls that are shown at once; more on demand. */
const SHOWN = 200;

const place = document.getElementById("audit");
const { root, game } = place.dataset;

function field(label, input, hint) {
  const notes = hint ? [make("span", { class: "hint" }, hint)] : [];
  return make("label", {}, make("span", {}, label), input, ...notes);
}

const inputs = {
  game: make("input", { name: "game", value: game, autocomplete: "off", spellcheck: "false" }),
  file: make("input", { name: "file", type: "file", accept: ".json,application/json" }),
  heads: make("textarea", { name: "heads", rows: "3", spellcheck: "false" }),
  vkey: make("input", { name: "vkey", autocomplete: "off", spellcheck: "false" }),
};
const button = make("button", { type: "submit" }, "Verify");
const state = make("p", { id: "state", role: "status" });
const results = make("div", { id: "results" });
const form = make(
  "form",
  { id: "form", submit: verify },
  field("Game of this server", inputs.game),
  field("or a bundle from a file", inputs.file, "You may also drop a file anywhere on this page. It is not sent anywhere."),
  make(
    "details",
    {},
    make("summary", {}, "What you kept yourself"),
    field("Heads from your mailbox", inputs.heads, "Paste mails, or their attachments head.txt: they prove that the log was not rewritten since."),
    field("The game's key", inputs.vkey, "As the mail told it with which you joined."),
  ),
  button,
);
place.append(form, state, results);
place.hidden = false;

const dropped = { file: null };
inputs.file.addEventListener("change", () => (dropped.file = null));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  dropped.file = file;
  inputs.file.value = "";
  verify(event);
});

/** What was typed where whole mails are pasted may carry marks of quotation; the key is one word. */
const asked = () => ({
  heads: inputs.heads.value.replace(/^(?:> ?)+/gm, ""),
  vkey: inputs.vkey.value.trim() || null,
});

async function verify(event) {
  event.preventDefault();
  button.disabled = true;
  results.replaceChildren();
  try {
    state.textContent = "Fetching the bundle …";
    const file = dropped.file ?? inputs.file.files[0];
    const name = inputs.game.value.trim();
    if (!file && !name) throw new Error("Name a game, or choose a file.");
    const text = file ? await file.text() : await fetched(name, "audit").then((answer) => answer.text());
    const progress = (n, all) => (state.textContent = `Verifying: line ${n} of ${all} …`);
    const own = asked();
    const result = await verifyBundle(text, { ...own, progress });
    // A note that was pasted and not found would be taken for one that was checked.
    const isLost = own.heads.trim() !== "" && result.ok && result.mail === 0;
    const told = file ? [] : await toldDice(name);
    state.textContent = isLost ? "No signed head was found in what you pasted." : "";
    show(result, own, told);
  } catch (error) {
    state.textContent = `This did not work: ${error.message}`;
  } finally {
    button.disabled = false;
  }
}

async function fetched(name, what) {
  const answer = await fetch(`${root}/v1/games/${encodeURIComponent(name)}/${what}`);
  if (answer.status === 404) {
    throw new Error("there is no such game, or it is private. Download its bundle with your token and choose the file.");
  }
  if (!answer.ok) throw new Error(`the server answered ${answer.status}.`);
  return answer;
}

/** What the server tells of the dice beside the log: modifiers, and whose they are. Not needed, and not believed. */
async function toldDice(name) {
  const items = [];
  try {
    for (let cursor = ""; cursor !== null; ) {
      const page = await fetched(name, `dice?limit=1000${cursor}`).then((answer) => answer.json());
      items.push(...page.items);
      cursor = page.next === null ? null : `&cursor=${encodeURIComponent(page.next)}`;
    }
  } catch {
    return [];
  }
  return items;
}

// ---------------------------------------------------------------- whose dice, and what was added

/** The dice that the body of an event shows, in the order in which they stand there. */
function diceIn(value) {
  if (value === null || typeof value !== "object") return [];
  if (!Array.isArray(value) && typeof value.purpose === "string" && typeof value.rule === "string") return [value];
  return Object.values(value).flatMap(diceIn);
}

const NO_MODIFIERS = ["sides", "total", "value", "values"];

/** The rolls of a log with whose they are and what was added: as the server tells, or else as the events' bodies do. */
function described(list, told) {
  const known = new Map(told.map((item) => [`${item.epoch} ${item.index}`, item]));
  const seen = new Map();
  return list.map((roll) => {
    const item = known.get(`${roll.epoch} ${roll.index}`);
    if (item && item.seed === roll.seed) {
      const modifiers = item.modifiers.map(({ name, value }) => `${name} ${value < 0 ? "" : "+"}${value}`);
      return { ...roll, whose: item.seat ?? "nobody", modifiers: modifiers.join(", "), total: item.total };
    }
    const n = seen.get(roll.line) ?? 0;
    seen.set(roll.line, n + 1);
    const die = diceIn(roll.body)[n];
    const isThis = die !== undefined && die.rule === roll.rule && (die.value === undefined || roll.values.includes(die.value));
    if (!isThis) return { ...roll, whose: roll.seat, modifiers: "", total: null };
    const added = Object.entries(die).filter(([name, value]) => Number.isInteger(value) && value !== 0 && !NO_MODIFIERS.includes(name));
    const modifiers = added.map(([name, value]) => `${name} ${value}`).join(", ");
    return { ...roll, whose: typeof die.seat === "string" ? die.seat : roll.seat, modifiers, total: die.total ?? null };
  });
}

// ---------------------------------------------------------------- what is shown

function show(result, own, told) {
  const rolls = described(result.list, told);
  const about = result.game === null ? "" : `Game ${result.game} of ${result.origin}`;
  results.replaceChildren(
    make("section", { id: "verdict" }, make("h2", {}, "Verdict"), make("p", {}, shownText(about)), verdictOf(result)),
    make("section", { id: "checks" }, make("h2", {}, "Checks"), checkTable(result, { askedKey: own.vkey !== null })),
    make("section", { id: "dice" }, make("h2", {}, "Dice"), ...diceTable(rolls)),
    make("section", { id: "fairness" }, make("h2", {}, "How even they were"), ...fairness(rolls)),
  );
}

function diceTable(rolls) {
  if (rolls.length === 0) return [make("p", {}, "No dice were thrown.")];
  const titles = ["line", "whose", "what for", "rule", "dice", "modifiers", "total", "proof"];
  const head = make("tr", {}, ...titles.map((title) => make("th", { scope: "col" }, title)));
  const body = make("tbody");
  const more = make("button", { type: "button", click: () => append() }, "Show more");
  const append = () => {
    const from = body.rows.length / 2;
    rolls.slice(from, from + SHOWN).forEach((roll) => body.append(...diceRows(roll, titles.length)));
    more.hidden = body.rows.length / 2 >= rolls.length;
  };
  append();
  const hint =
    "Purpose, rule and dice are the log's, and verified. Modifiers and totals are what the event or this server says of them; that the rules ask for just these is what fieldpost verify checks.";
  return [
    make("p", { class: "hint" }, hint),
    make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "All dice" }, make("table", {}, make("thead", {}, head), body)),
    more,
  ];
}

function diceRows(roll, columns) {
  const steps = make("td", { colspan: `${columns}`, hidden: true });
  const dice = `${roll.values.length} × d${roll.sides}: ${roll.values.join(", ")}`;
  const texts = [`${roll.line}`, roll.whose, roll.why, roll.rule, dice, roll.modifiers, `${roll.total ?? ""}`];
  const button = rollButton(roll, "verify this roll", steps);
  button.setAttribute("aria-label", `verify roll ${roll.index} of epoch ${roll.epoch}`);
  return [
    make("tr", { class: "roll" }, ...texts.map((text) => make("td", {}, shownText(text))), make("td", {}, button)),
    make("tr", { class: "proof" }, steps),
  ];
}

function fairness(rolls) {
  if (rolls.length === 0) return [make("p", {}, "No dice were thrown.")];
  const hint =
    "χ² measures how far the counts are from those of fair dice. p is the chance that fair dice are as uneven or more: of twenty such numbers, one below 0.05 is to be expected.";
  const group = ({ seat, kinds }) => {
    const whose = seat === null ? "all seats" : shownText(seat);
    return make("section", { class: "seat" }, make("h3", {}, whose), ...kinds.map((kind) => figureOf(kind, whose)));
  };
  return [make("p", { class: "hint" }, hint), ...tally(rolls).map(group)];
}
