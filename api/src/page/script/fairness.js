// How even dice are: counts per seat, Pearson's chi-square against fair dice, and its p-value.

import { make } from "./parts.js";

const SVG = "http://www.w3.org/2000/svg";

/** Dice with more faces are counted in this many classes of equal or nearly equal size. */
const CLASSES = 20;

/** ln Γ(x) for x > 0 (Lanczos). */
function logGamma(x) {
  const terms = [
    676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const sum = terms.reduce((total, term, n) => total + term / (x + n), 0.99999999999980993);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The chance that fair dice give this chi-square or more: the upper incomplete gamma function Q(d/2, x/2). */
export function pValue(chiSquare, degrees) {
  const [a, x] = [degrees / 2, chiSquare / 2];
  if (x <= 0 || degrees <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    // The series of the lower function.
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 10000 && term > sum * 1e-15; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - front * sum);
  }
  // The continued fraction of the upper one (Lentz).
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < 10000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return Math.min(1, front * value);
}

/** Counts of one kind of die against what is expected of a fair one. */
export function fairnessOf(sides, values) {
  const classes = Math.min(sides, CLASSES);
  const classOf = (face) => Math.floor(((face - 1) * classes) / sides);
  const bins = Array.from({ length: classes }, () => ({ first: 0, last: 0, seen: 0, expected: 0 }));
  for (let face = 1; face <= sides; face++) {
    const bin = bins[classOf(face)];
    bin.first ||= face;
    bin.last = face;
  }
  for (const face of values) bins[classOf(face)].seen += 1;
  for (const bin of bins) bin.expected = (values.length * (bin.last - bin.first + 1)) / sides;
  const parts = bins.map(({ seen, expected }) => (expected ? (seen - expected) ** 2 / expected : 0));
  const chiSquare = parts.reduce((sum, part) => sum + part, 0);
  const mean = values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
  const common = { sides, dice: values.length, mean, expectedMean: (sides + 1) / 2, bins };
  const isTelling = bins.every(({ expected }) => expected >= 5);
  return { ...common, chiSquare, degrees: classes - 1, p: pValue(chiSquare, classes - 1), isTelling };
}

/** Rolls by whose they are and by number of faces: `[{seat, kinds: [fairness]}]`, all together first. */
export function tally(list) {
  const all = new Map([[null, new Map()]]);
  for (const { whose, sides, values } of list) {
    if (!all.has(whose)) all.set(whose, new Map());
    for (const seat of [null, whose]) {
      const kinds = all.get(seat);
      if (!kinds.has(sides)) kinds.set(sides, []);
      for (const value of values) kinds.get(sides).push(value);
    }
  }
  return [...all].map(([seat, kinds]) => ({
    seat,
    kinds: [...kinds].sort(([a], [b]) => a - b).map(([sides, values]) => fairnessOf(sides, values)),
  }));
}

const nameOf = ({ first, last }) => (first === last ? `${first}` : `${first}–${last}`);

/** A p-value as people read it. */
export const shownP = (p) => (p < 0.001 ? "< 0.001" : p.toFixed(3));

function shape(name, attributes, text = "") {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.textContent = text;
  return node;
}

/** A small plot: a bar for each face, a broken line where fair dice would be. */
export function plotOf(kind, title) {
  const [width, height, floor] = [260, 96, 78];
  const most = Math.max(1, ...kind.bins.map(({ seen, expected }) => Math.max(seen, expected)));
  const step = width / kind.bins.length;
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img" });
  const words = kind.bins.map((bin) => `${nameOf(bin)}: ${bin.seen} of ${bin.expected.toFixed(1)} expected`);
  svg.append(shape("title", {}, title), shape("desc", {}, words.join("; ")));
  kind.bins.forEach((bin, n) => {
    const tall = (64 * bin.seen) / most;
    const level = floor - (64 * bin.expected) / most;
    const bar = { x: n * step + step * 0.15, y: floor - tall, width: step * 0.7, height: tall, class: "seen" };
    const line = { x1: n * step, x2: (n + 1) * step, y1: level, y2: level, class: "expected" };
    svg.append(shape("rect", bar), shape("line", line));
    if (kind.bins.length <= 12) {
      const label = { x: (n + 0.5) * step, y: floor + 13, "text-anchor": "middle", class: "face" };
      svg.append(shape("text", label, nameOf(bin)));
    }
  });
  svg.append(shape("line", { x1: 0, x2: width, y1: floor, y2: floor, class: "axis" }));
  return svg;
}

/** What a seat's dice of one kind tell, as a plot with its numbers in words and as a table. */
export function figureOf(kind, whose) {
  const heading = `${kind.dice} × d${kind.sides}, ${whose}`;
  const judged = kind.isTelling
    ? `Fair dice give this or more with a chance of ${shownP(kind.p)}.`
    : "Too few dice to tell anything: each face should be expected five times.";
  const cells = (bin) => [nameOf(bin), bin.seen, bin.expected.toFixed(1)].map((text) => make("td", {}, `${text}`));
  const head = make("tr", {}, ...["face", "seen", "expected"].map((text) => make("th", { scope: "col" }, text)));
  const rows = kind.bins.map((bin) => make("tr", {}, ...cells(bin)));
  const numbers = `χ² = ${kind.chiSquare.toFixed(2)}, ${kind.degrees} degrees of freedom, p = ${shownP(kind.p)}; `;
  const mean = `mean ${kind.mean.toFixed(2)}, of fair dice ${kind.expectedMean.toFixed(1)}. `;
  return make(
    "figure",
    {},
    plotOf(kind, heading),
    make("figcaption", {}, make("strong", {}, heading), make("br"), `${numbers}${mean}${judged}`),
    make("details", {}, make("summary", {}, "As a table"), make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows))),
  );
}
