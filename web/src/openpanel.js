// openpanel.js: beside the board of a search: the states that it takes next, and why the first of them is the first.
import { el, number } from "./dom.js";
import { KEY, OpenList } from "./openlist.js";
import { isFull } from "./full.js";
import { fromCore, t } from "./words.js";

const MOST = 8;
const most = () => isFull() ? innerHeight < 900 ? 3 : 5 : MOST; // on a projector in large type

const titles = () => ({ queue: t("Queue"), stack: t("Stack"), heap: t("Open list"), path: t("Untried moves"),
  neighbours: t("Neighbours") });

// A heap: the smallest key; of equal ones the smaller h; of these in the order of the heap, which takes newcomers first.
function whyOfHeap({ entries: [first], equal, tied, latest }, algorithm) {
  const key = KEY[algorithm], value = number(first[key]), n = number(equal);
  if (equal === 1) return t("Next: the smallest {key}, {value}.", { key, value });
  const byH = tied < equal, values = { key, value, n, h: number(first.h), tied: number(tied) };
  if (byH && tied === 1) return t("Next: the smallest {key}, {value}; of {n} equal ones the smallest h, {h}.", values);
  if (byH) return latest ? t("Next: the smallest {key}, {value}; of {n} equal ones the smallest h, {h}; of {tied} with this h the last found.", values)
    : t("Next: the smallest {key}, {value}; of {n} equal ones the smallest h, {h}; of {tied} with this h the one on top of the heap.", values);
  return latest ? t("Next: the smallest {key}, {value}; of {n} equal ones the last found.", values)
    : t("Next: the smallest {key}, {value}; of {n} equal ones the one on top of the heap.", values);
}

function whyOfPath({ entries, back, bound, next }) {
  if (entries.length && back) return t("Next: {n} {n:state|states} back on the path, then the first untried move within the bound {bound}.", { n: back, bound: number(bound) });
  if (entries.length) return t("Next: the first untried move of the deepest state that stays within the bound {bound}.", { bound: number(bound) });
  return next === null ? t("Nothing within the bound {bound} is left, and the search ends.", { bound: number(bound) })
    : t("Nothing within the bound {bound} is left. The next round has the bound {next}, the smallest value beyond it.", { bound: number(bound), next: number(next) });
}

function whyOfNeighbours({ entries: [first], here, equal, solved, size }) {
  if (solved) return t("Next: a neighbour that is solved.");
  if (!size) return t("Stuck: no neighbour has a smaller h than {here}.", { here: number(here) });
  return equal > 1 ? t("Next: the smallest h, {h}, which is below {here} here; of {n} equal ones the first move.", { h: number(first.h), here: number(here), n: number(equal) })
    : t("Next: the smallest h, {h}, which is below {here} here.", { h: number(first.h), here: number(here) });
}

// Why the first entry is the next, in one sentence.
function why(next, { order, algorithm }, ended) {
  if (ended) return t("The search has ended.");
  if (next.begins || next.entries[0]?.id === 0 && next.size === 1 && order !== "path") return t("Next: the start.");
  if (order === "path") return whyOfPath(next);
  if (order === "neighbours") return whyOfNeighbours(next);
  if (!next.size) return t("Nothing is left: the search has seen every state that it can reach.");
  if (order === "queue") return t("Next: the state that was found first; the queue keeps their order.");
  if (order === "stack") return t("Next: the state that was found last; it lies on top of the stack.");
  return whyOfHeap(next, algorithm);
}

export class OpenPanel {
  // onstate(id): a state was chosen
  constructor(name, onstate) {
    this.onstate = onstate;
    this.title = el("h3", {});
    this.count = el("span", { class: "small soft" });
    this.why = el("p", { class: "why" });
    this.rows = Array.from({ length: MOST }, () => this.#row());
    this.table = el("table", { class: "next-states" }, el("thead", {}, el("tr", {}, [t("State"), "g", "h", "f", t("Found")].map((c, i) =>
      el("th", { scope: "col", class: i === 0 && "text" }, c)))), el("tbody", {}, this.rows.map((r) => r.node)));
    this.node = el("div", { class: "open-panel stack tight", role: "group", "aria-label": t("What search {name} takes next", { name }) },
      el("div", { class: "row spread" }, this.title, this.count), this.why, this.table);
  }

  #row() {
    const row = { id: null }, cells = ["g", "h", "f", "found"].map(() => el("td", {}));
    row.button = el("button", { type: "button", class: "link", onclick: () => this.onstate(row.id) });
    row.node = el("tr", {}, el("td", { class: "text" }, row.button), cells);
    row.cells = cells;
    return row;
  }

  take(trace) {
    this.trace = trace;
    this.list = new OpenList(trace);
    this.node.hidden = !this.list.order; // a search of which the page does not know how it chooses
    this.title.textContent = titles()[this.list.order] ?? "";
  }

  show(moment, count, selected) {
    if (!this.list.order) return;
    const { trace } = this, next = this.list.next(moment, count, most()), ended = moment.goal !== null;
    this.why.textContent = why(next, this.list, ended);
    this.count.textContent = t("{n} of {all}", { n: number(next.entries.length), all: number(next.size) });
    this.table.hidden = !next.entries.length;
    this.rows.forEach((row, i) => {
      const e = next.entries[i];
      row.node.hidden = !e;
      if (!e) return;
      row.id = e.id;
      row.button.textContent = fromCore(trace.states[e.id][0]);
      row.button.setAttribute("aria-pressed", String(e.id === selected));
      [e.g, e.h, e.f, e.found + 1].forEach((v, k) => { row.cells[k].textContent = v === null ? "–" : number(v); });
    });
  }
}
