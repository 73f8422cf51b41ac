// results.js: a table of searches on one maze. It gets a row whenever a search ends, can run all searches,
// and can be saved as CSV.
import { core } from "./core.js";
import { button, download, el, number } from "./dom.js";
import { against } from "./optimum.js";
import { fromCore, t } from "./words.js";

const columns = () => [
  ["algorithm", t("Algorithm")], ["heuristic", t("Heuristic")], ["outcome", t("Outcome")], ["moves", t("Moves")],
  ["cost", t("Cost")], ["optimal", t("Optimal")], ["expanded", t("Expanded")], ["generated", t("Generated")],
  ["reopened", t("Reopened")], ["states_stored", t("Stored")], ["bytes", t("Bytes")],
];
const TEXT = 3;         // the number of columns that are words
const PATIENCE = 20000; // ms for one search; those that keep no visited states may never end

const keyOf = (r) => `${r.algorithm} ${r.heuristic ?? ""} ${r.weight ?? ""}`;

// least: the optimum, as of Optimum, if it is known
function cellText(result, name, least) {
  const value = result[name];
  if (name === "optimal") return against(result, least) ?? "–";
  if (name === "algorithm" && result.weight) return t("{algorithm}, weight {weight}", result);
  if (name === "outcome" && result.limit === "stuck") return t("stuck at a local minimum");
  if (name === "outcome" && value === "limit") return t("limit ({what})", { what: fromCore(result.limit) });
  if (name === "outcome") return fromCore(value);
  return typeof value === "number" ? number(value) : value ?? "–";
}

const quoted = (v) => v === null || v === undefined ? ""
  : /[",\n]/.test(String(v)) ? `"${String(v).replaceAll('"', '""')}"` : String(v);

export class Results {
  // optimum: the least cost of the maze, an Optimum
  constructor(algorithms, optimum) {
    Object.assign(this, { algorithms, optimum, rows: new Map(), job: null, maze: null, running: false, turn: 0 });
    this.body = el("tbody", {});
    this.all = button("list", t("Compare all algorithms"), () => this.running ? this.stop() : this.compareAll());
    this.note = el("span", { class: "small soft", role: "status" });
    this.node = el("section", { class: "panel stack", "aria-label": t("Results") },
      el("div", { class: "row spread" }, el("h2", {}, t("Results on this maze")),
        el("div", { class: "row" }, this.note, this.all, button("download", "CSV", () => this.save()))),
      el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Table of results") }, el("table", {},
        el("thead", {}, el("tr", {}, columns().map(([, title], i) =>
          el("th", { scope: "col", class: i < TEXT && "text" }, title)))), this.body)));
  }

  clear(maze) {
    this.stop();
    this.maze = maze;
    this.rows.clear();
    this.body.replaceChildren();
  }

  // A trace takes memory of its own, so a traced search does not say how much the search needs.
  addWatched(watched) {
    const result = { ...watched, bytes: null };
    if (!this.rows.has(keyOf(result))) this.add(result);
  }

  add(result) {
    const row = el("tr", {}, columns().map(([name], i) => el("td", { class: i < TEXT && "text" }, cellText(result, name))));
    this.rows.get(keyOf(result))?.row.remove();
    this.rows.set(keyOf(result), { result, row });
    if (result.outcome === "solved" && !result.optimal) this.#judge(result, row);
    const order = (r) => this.algorithms.findIndex((a) => a.name === r.algorithm);
    const next = [...this.rows.values()].find((other) => order(other.result) > order(result));
    this.body.insertBefore(row, next?.row.isConnected ? next.row : null);
  }

  async #judge(result, row) {
    const { maze } = this, least = await this.optimum.of(maze), at = columns().findIndex(([name]) => name === "optimal");
    if (maze === this.maze) row.cells[at].textContent = cellText(result, "optimal", least);
  }

  async compareAll() {
    const { maze } = this, plan = this.algorithms.flatMap((a) => a.informed ?
      maze.heuristics.map((h) => ({ algorithm: a.name, heuristic: h.name })) : [{ algorithm: a.name }]);
    const turn = ++this.turn;
    this.#tell(t("Stop"));
    for (const [i, search] of plan.entries()) {
      this.note.textContent = t("{at} of {all}: {algorithm}", { at: i + 1, all: plan.length, ...search });
      await this.#run(turn, search);
      if (turn !== this.turn) return;
    }
    this.stop();
  }

  async #run(turn, search) {
    const job = this.job = core.job({ ask: "solve", maze: this.maze.id, ...search });
    const late = setTimeout(() => job.stop(), PATIENCE);
    const result = await job.done.catch((e) => ({ heuristic: null, ...search,
      outcome: e.message === "stopped" ? t("stopped ({n} s)", { n: PATIENCE / 1000 }) : e.message }));
    clearTimeout(late);
    if (turn === this.turn) this.add(result);
  }

  stop() {
    this.turn++;
    this.job?.stop();
    this.job = null;
    this.#tell(null);
  }

  #tell(doing) {
    this.running = Boolean(doing);
    this.all.lastChild.textContent = doing ?? t("Compare all algorithms");
    this.note.textContent = "";
  }

  save() {
    const names = ["maze", ...columns().map(([name]) => name), "weight"];
    const lines = [...this.rows.values()].map(({ result }) =>
      names.map((n) => quoted(n === "maze" ? this.maze.id : result[n])).join(","));
    download("searches.csv", "text/csv", [names.join(","), ...lines, ""].join("\n"));
  }
}
