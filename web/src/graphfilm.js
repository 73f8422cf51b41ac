// graphfilm.js: a search on the state graph, forwards and backwards: which algorithm, and what it has done at a moment.
import { core } from "./core.js";
import { el, field, select } from "./dom.js";
import { Stepper } from "./stepper.js";
import { FRONTIER, Trace } from "./trace.js";
import { t } from "./words.js";

const EVENTS = 200000; // the most events of a trace

export class Film {
  // settings: of the address: algorithm, heuristic, at. onshow(): another moment; onchange(): other settings.
  constructor({ about }, settings, { onshow, onchange, onfail }) {
    Object.assign(this, { about, onshow, onchange, onfail, shown: false, trace: null, at: Number(settings.at) || null,
      algorithm: about.algorithms.some((a) => a.name === settings.algorithm) ? settings.algorithm : "astar", heuristic: settings.heuristic ?? null });
    this.stepper = new Stepper(() => this.onshow(), (at, all) => t("{at} of {all} expansions", { at, all }));
    this.list = select(about.algorithms.map((a) => a.name), this.algorithm, (v) => this.#choose({ algorithm: v }));
    this.heuristics = el("div", {});
    this.says = el("p", { class: "small soft" });
    this.node = el("section", { class: "panel stack tight graph-film", "aria-label": t("A search"), hidden: true },
      el("div", { class: "fields" }, field(t("Algorithm"), this.list), this.heuristics, field(t("Speed"), this.stepper.pace)),
      el("div", { class: "graph-steps" }, this.stepper.buttons, this.stepper.slider, this.stepper.label), this.says);
  }

  close() {
    this.job?.stop();
    this.stepper.close();
  }

  take(maze) {
    Object.assign(this, { maze, trace: null });
    this.#fill();
    if (this.shown) this.#run();
  }

  show(on) {
    if (on === this.shown) return;
    this.shown = on;
    this.node.hidden = !on;
    this.stepper.pause();
    if (on && !this.trace) this.#run();
  }

  // Without heuristics, informed searches are not offered.
  #fill() {
    const informed = (name) => this.about.algorithms.find((a) => a.name === name).informed, own = this.maze.heuristics.map((h) => h.name);
    for (const o of this.list.options) o.disabled = !own.length && informed(o.value);
    if (this.list.selectedOptions[0].disabled) this.list.value = this.algorithm = "bfs";
    if (!own.includes(this.heuristic)) this.heuristic = own.at(-1) ?? null;
    this.heuristics.replaceChildren(...(informed(this.algorithm) ? [field(t("Heuristic"), select(own, this.heuristic, (v) => this.#choose({ heuristic: v })))] : []));
    this.informed = informed(this.algorithm);
  }

  #choose(part) {
    Object.assign(this, part);
    this.#fill();
    this.onchange();
    this.#run();
  }

  question() { return { algorithm: this.algorithm, ...(this.informed && { heuristic: this.heuristic }) }; }
  settings() { return { ...this.question(), ...(this.stepper.position < this.stepper.length && { at: this.stepper.position }) }; }

  async #run() {
    this.job?.stop();
    this.stepper.pause();
    this.trace = null;
    this.says.textContent = t("searching");
    const job = this.job = core.job({ ask: "trace", maze: this.maze.id, events: EVENTS, graph: true, ...this.question() });
    try {
      const answer = await job.done;
      if (job !== this.job) return;
      this.trace = new Trace(answer);
      const { outcome, moves, expanded, optimal } = answer.result;
      this.says.textContent = outcome !== "solved" ? t("Not solved; {n} positions expanded.", { n: expanded })
        : optimal ? t("Solved in {moves} {moves:move|moves}, which is shortest; {n} positions expanded.", { moves, n: expanded })
          : t("Solved in {moves} {moves:move|moves}; {n} positions expanded.", { moves, n: expanded });
      if (answer.cut) this.says.textContent += ` ${t("Only the first {n} events are shown; the search went on.", { n: this.trace.length })}`;
      const all = this.trace.expansions.length - 1;
      this.stepper.reach(all, this.at ?? all);
      this.at = null;
    } catch (e) {
      if (job === this.job && e.message !== "stopped") this.onfail(e);
    }
  }

  // Of each node: when it was expanded (-1: not yet), and whether it is in the frontier; `now`: the one at hand.
  nodes(nodeOf, count) {
    const order = new Int32Array(count).fill(-1), frontier = new Uint8Array(count), { trace } = this;
    if (!trace) return { order, frontier, most: 0, now: null };
    const { position } = this.stepper, moment = trace.at(trace.expansions[position]), node = (id) => {
      const state = trace.states[id][2];
      return state === null ? null : nodeOf(state) ?? null;
    };
    for (let k = 0; k < position; k++) {
      const at = node(trace.events[trace.expansions[k]][1]);
      if (at !== null && order[at] < 0) order[at] = k;
    }
    for (let id = 0; id < moment.met; id++)
      if (moment.mode[id] === FRONTIER) {
        const at = node(id);
        if (at !== null && order[at] < 0) frontier[at] = 1;
      }
    return { order, frontier, most: Math.max(1, trace.expansions.length - 2), now: moment.current === null ? null : node(moment.current) };
  }
}
