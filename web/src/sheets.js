// sheets.js: the pages of a puzzle book, as they are printed: rules, mazes, solutions. Lengths are in
// parts of the sheet's width (style.css), so that the preview looks like the print.
import { el } from "./dom.js";
import { kindName, t } from "./words.js";

const SOLUTIONS_PER_SHEET = 6;
const LETTERS_PER_SHEET = 1800; // of rules, with a heading as long as 150 letters
const LONG = 150; // a solution with more letters is set smaller

const parts = (list, n) => Array.from({ length: Math.ceil(list.length / n) }, (_, i) => list.slice(i * n, i * n + n));

// The kinds whose rules fit on one sheet together; rules longer than that have a sheet of their own.
function rulesParts(kinds) {
  const sheets = [];
  let room = 0;
  for (const kind of kinds) {
    const letters = 150 + kind.about.length + (kind.rules ?? "").length;
    if (letters > room) {
      sheets.push([]);
      room = LETTERS_PER_SHEET;
    }
    sheets.at(-1).push(kind);
    room -= letters;
  }
  return sheets;
}

// The core's SVG, as large as its place allows.
export function picture(svg, label) {
  const node = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  node.removeAttribute("width");
  node.removeAttribute("height");
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", label);
  return node;
}

// Letters are set in groups of five, which are easier to follow; longer words stand alone.
function inGroups(moves) {
  const groups = [];
  let room = 0;
  for (const word of moves.includes(" ") ? moves.split(" ") : moves) {
    if (word.length === 1 && room > 0) groups.push(groups.pop() + word);
    else groups.push(word);
    room = word.length > 1 ? 0 : room > 0 ? room - 1 : 4;
  }
  return groups.join(" ");
}

function mazeBlock(entry, { showLength }) {
  const facts = [entry.size, entry.difficulty !== null && t("difficulty {difficulty}", entry),
    showLength && entry.length && t("shortest: {length}", entry)];
  return el("section", { class: "print-maze" }, el("h3", {}, `${entry.number}. ${entry.name}`),
    el("p", { class: "print-facts" }, facts.filter(Boolean).join(" · ")),
    el("div", { class: "print-picture" }, picture(entry.svg, t("{name}, the maze", entry))),
    entry.remark && el("p", { class: "print-remark" }, entry.remark));
}

function solutionBlock(entry) {
  const moves = entry.solution.moves === null ? t("No solution is known.") : inGroups(entry.solution.moves);
  return el("section", { class: "print-maze" }, el("h3", {}, `${entry.number}. ${entry.name}`),
    el("div", { class: "print-picture" }, picture(entry.solution.svg, t("{name}, its solution", entry))),
    el("p", { class: moves.length > LONG ? "print-moves long" : "print-moves" }, moves));
}

function rulesBlock(kind) {
  return el("section", { class: "print-rules" }, el("h3", {}, kindName(kind.name)), el("p", { class: "print-facts" }, kind.about),
    (kind.rules ?? "").trim().split("\n").filter(Boolean).map((p) => el("p", {}, p)));
}

// entries: {number, name, kind, size, length, difficulty, remark, svg, solution: {svg, moves} or null}
export function sheets(entries, kinds, { title, perPage, showLength, solutions, rules }) {
  const used = rules ? kinds.filter((k) => entries.some((e) => e.kind === k.name)) : [];
  const solved = solutions ? entries.filter((e) => e.solution) : [];
  const block = (e) => mazeBlock(e, { showLength });
  const bodies = [
    ...rulesParts(used).map((some) => [t("Rules"), el("div", { class: "print-text" }, some.map(rulesBlock)), "flow"]),
    ...parts(entries, perPage).map((some) => ["", el("div", { class: `print-grid of-${perPage}` }, some.map(block))]),
    ...parts(solved, SOLUTIONS_PER_SHEET).map((some) =>
      [t("Solutions"), el("div", { class: "print-grid of-6" }, some.map(solutionBlock))]),
  ];
  return bodies.map(([name, body, more], i) => el("article", { class: `sheet ${more ?? ""}`, "aria-label": t("Page {n}", { n: i + 1 }) },
    el("header", {}, i ? el("span", {}, title) : el("h2", {}, title), el("span", {}, name)), body, el("footer", {}, `${i + 1}`)));
}
