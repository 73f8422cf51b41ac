// searchpanel.js: shows one search: its board with coloured floors, its counters, its current state.
import { Board } from "./board.js";
import { core } from "./core.js";
import { announce, download, el, number, stat } from "./dom.js";
import { isFull } from "./full.js";
import { Inspector } from "./inspect.js";
import { OpenPanel } from "./openpanel.js";
import { solved } from "./optimum.js";
import { SearchTree } from "./searchtree.js";
import { FRONTIER, OPEN, Trace } from "./trace.js";
import { fromCore, t } from "./words.js";

const STOPS = 4;        // --scale-0 … of style.css
const WIDE = 1.35;     // times as wide as high
const LEGIBLE = 26;     // pixels: in a cell of this size a number can be read
const NARROW = 900, PHONE = 0.38, LEAST = 0.34, MOST = 0.62; // a narrow window; the height of a board, as a part of the window
const BELOW = 52, LIST = 175, SMALL = 280; // pixels: words below a board; the beginning of its list; of a phone on its side
const PATIENCE = 30000; // ms for a search; those that keep no visited states may never end

function mix(a, b, t) {
  const part = (c, i) => parseInt(c.slice(1 + 2 * i, 3 + 2 * i), 16);
  return `rgb(${[0, 1, 2].map((i) => Math.round(part(a, i) + (part(b, i) - part(a, i)) * t)).join(" ")})`;
}

// The colour of the theme's scale for a value from 0 to 1.
export function colourScale(node) {
  const style = getComputedStyle(node), stops = [];
  for (let i = 0; i < STOPS; i++) stops.push(style.getPropertyValue(`--scale-${i}`).trim());
  return (share) => {
    const at = Math.max(0, Math.min(1, share)) * (STOPS - 1), i = Math.min(STOPS - 2, Math.floor(at));
    return mix(stops[i], stops[i + 1], at - i);
  };
}

// The floor of each cell in a scene, with its centre.
function floorsOf(scene) {
  const floors = new Map();
  for (const s of scene.shapes) {
    if (s.cell === undefined || s.t !== "p") continue;
    const n = s.p.length / 2;
    const x = s.p.reduce((sum, v, i) => i % 2 ? sum : sum + v, 0) / n,
      y = s.p.reduce((sum, v, i) => i % 2 ? sum + v : sum, 0) / n;
    floors.set(s.cell, { p: s.p, x, y });
  }
  return floors;
}

const shrunk = (floor, share) => floor.p.map((v, i) => i % 2 ? floor.y + (v - floor.y) * share : floor.x + (v - floor.x) * share);

export class SearchPanel {
  // onjump(count): to the moment after so many events; onselect(): another state is looked at
  constructor(name, { theme, onjump, onselect }) {
    Object.assign(this, { name, theme, onselect, trace: null, job: null, scene: null, busy: false, wanted: null, position: 0,
      looked: { cell: null, state: null }, cursor: null });
    const canvas = el("canvas", { role: "img", "aria-label": t("Board of search {name}", { name }) });
    const box = el("div", { class: "board", tabindex: "0", role: "application", "aria-label": t("Cells of search {name}: arrows choose one, Enter shows its states", { name }),
      onkeydown: (e) => this.#key(e), onblur: () => this.#point(null), onclick: (e) => this.look({ cell: this.board.cellAt(e)?.cell ?? null, state: null }) }, canvas);
    this.board = new Board(canvas, { height: 0.45 });
    const look = (state) => this.look(state === null ? { cell: null, state } : { ...this.looked, state });
    this.open = new OpenPanel(name, look);
    this.words = el("p", { class: "small soft wrap now", role: "group", "aria-label": t("Current state of search {name}", { name }) });
    this.inspector = new Inspector(name, { onstate: look, onjump });
    this.body = el("div", { class: "search-body" }, box, this.inspector.node, this.open.node, this.words);
    const told = (state) => {
      look(state);
      announce(fromCore(this.trace.states[state][0]));
    };
    this.tree = new SearchTree(name, { onstate: told, changed: () => this.#again() });
    this.title = el("h2", {}, t("Search {name}", { name }));
    this.outcome = el("span", { class: "chip" });
    this.stats = { expanded: stat(t("Expanded")), generated: stat(t("Generated")), frontier: stat(t("Frontier")),
      met: stat(t("States met")), g: stat("g"), h: stat("h"), f: stat("f"), bound: stat(t("Bound")) };
    this.note = el("p", { class: "notice small", hidden: true });
    this.node = el("section", { class: "panel stack search-panel", "aria-label": t("Search {name}", { name }) },
      el("div", { class: "row spread" }, this.title, this.outcome),
      el("dl", { class: "stats" }, Object.values(this.stats).map((s) => s.node)),
      this.body, this.tree.node, this.note);
  }

  close() {
    this.stop();
    this.board.close();
  }

  // Forgets the search; if it is still running, it is stopped.
  stop() {
    this.job?.stop();
    this.job = this.trace = null;
  }

  // The search runs in a worker of its own, so that drawing does not wait for it.
  async #search(question) {
    const job = this.job = core.job(question), timer = setTimeout(() => job.stop(), PATIENCE);
    try {
      return await job.done;
    } catch (e) {
      if (this.job === job) this.outcome.textContent = t("no answer");
      const late = this.job === job && e.message === "stopped";
      throw late ? new Error(t("Search {name} was given up after {n} {n:second|seconds}.", { name: this.name, n: PATIENCE / 1000 })) : e;
    } finally {
      clearTimeout(timer);
    }
  }

  // question: the fields of `trace`; maze: as of `maze`; kind: that of the maze, from `about`
  async load(question, maze, kind) {
    this.stop();
    this.title.textContent = t("Search {name}", { name: this.name });
    this.outcome.textContent = t("searching");
    this.outcome.className = "chip";
    const [answer, { scene }] = await Promise.all([
      this.#search(question), core.ask({ ask: "play", maze: question.maze, theme: this.theme() })]);
    Object.assign(this, { question, maze, kind, answer, trace: new Trace(answer), at: null, looked: { cell: null, state: null } });
    this.open.take(this.trace);
    this.#take(scene);
    this.resize();
    this.#tellResult(answer.result, answer.cut);
  }

  // Says how good the solution is. least: as of Optimum.
  judge(least) {
    const { result } = this.trace ?? {};
    if (result?.outcome !== "solved") return;
    this.outcome.textContent = solved(result, least);
    this.outcome.classList.toggle("good", !least || result.cost === least.cost);
  }

  // Looks at the states of a cell, or at one state; null: at nothing.
  look(looked) {
    if (!this.trace) return;
    this.looked = looked;
    this.#again();
    this.onselect();
  }

  // The board is as high as fits on the first screen; below a wide one the list needs room, too.
  resize() {
    const wide = this.body.classList.contains("wide"), { top } = this.body.getBoundingClientRect();
    const room = (innerHeight - top - scrollY - BELOW - (wide ? LIST : 0)) / innerHeight;
    this.board.height = isFull() ? wide ? 0.3 : 0.56 : innerWidth > NARROW ? Math.max(LEAST, Math.min(MOST, room)) : Math.max(PHONE, SMALL / innerHeight);
    this.board.resize();
    this.#again();
  }

  #again() { if (this.trace && this.range !== undefined) this.show(this.position, this.value, this.range); }

  #take(scene) {
    this.scene = scene ?? { w: 1, h: 1, shapes: [] };
    this.scene.shapes = this.scene.shapes.filter((s) => s.r !== "start" || !s.w); // its frame looks like one of the frontier
    this.floors = floorsOf(this.scene);
    const wide = this.scene.w > WIDE * this.scene.h;
    this.body.classList.toggle("wide", wide); // the list is below a wide board
  }

  #tellResult(result, cut) {
    const { algorithm, heuristic, outcome } = result;
    this.title.textContent = heuristic ? `${this.name}: ${algorithm}, ${heuristic}` : `${this.name}: ${algorithm}`;
    this.outcome.textContent = result.limit === "stuck" ? t("stuck at a local minimum") : outcome !== "solved" ? fromCore(outcome)
      : solved(result, null);
    this.outcome.className = `chip ${outcome === "solved" ? "good" : "bad"}`;
    this.note.hidden = !cut;
    this.note.textContent = t("Only the first {n} events are shown; the search went on.", { n: this.trace.length });
  }

  // Shows the search after `count` events. value: g, h or f; range: the values of the colour scale, or null.
  show(count, value, range) {
    if (!this.trace) return;
    const moment = this.trace.at(count);
    Object.assign(this, { position: count, value, range });
    this.#count(moment);
    const path = moment.current === null ? null : this.trace.path(moment, moment.current);
    this.#paint(moment, path);
    this.open.show(moment, count, this.looked.state);
    this.inspector.show(this.trace, moment, this.maze, this.looked);
    const [low, high] = range ?? [0, 0], scale = colourScale(this.board.canvas);
    this.tree.show(this.trace, moment, { value, selected: this.looked.state, colour: (v) => v === null ? getComputedStyle(this.board.canvas).getPropertyValue("--scale-none")
      : scale(high > low ? (v - low) / (high - low) : 0) });
    if (path) this.#fetch(this.trace.actions(moment, path));
  }

  #count(moment) {
    const { trace, stats } = this, event = moment.current === null ? null : trace.events[moment.last[moment.current]];
    stats.expanded.set(number(moment.expanded));
    stats.generated.set(number(moment.generated));
    stats.frontier.set(number(moment.frontier));
    stats.met.set(number(moment.met));
    ["g", "h", "f"].forEach((name, i) => stats[name].set(number(event?.[5 + i])));
    stats.bound.node.hidden = !trace.deepens;
    stats.bound.set(number(moment.bound));
    this.words.textContent = this.#place(moment);
  }

  #place({ current, goal }) {
    if (current === null) return t("Not begun.");
    const state = fromCore(this.trace.states[current][0]);
    return goal === null ? t("Now: {state}.", { state }) : t("Solved: {state}.", { state });
  }

  #paint(moment, path) {
    const scale = colourScale(this.board.canvas), style = getComputedStyle(this.board.canvas), heat = {}, marks = [];
    const colour = (name) => style.getPropertyValue(name);
    const [low, high] = this.range ?? [0, 0], here = moment.current === null ? null : this.trace.states[moment.current][1];
    for (const [cell, { mode, value, count }] of this.trace.cells(moment, this.value)) {
      const floor = this.floors.get(cell);
      heat[cell] = value === null ? colour("--scale-none") : scale(high > low ? (value - low) / (high - low) : 0);
      if (!floor) continue;
      if (cell !== here && (mode === FRONTIER || mode === OPEN))
        marks.push({ t: "p", p: shrunk(floor, 0.86), w: 0.045, c: colour(mode === FRONTIER ? "--ink" : "--accent") });
      if (count > 1 && this.board.scale >= LEGIBLE)
        marks.push({ t: "x", x: floor.x + 0.22, y: floor.y + 0.26, s: 0.2, text: `×${count}`, c: colour("--ink") });
    }
    if (this.floors.has(here)) marks.push({ t: "p", p: shrunk(this.floors.get(here), 0.88), w: 0.11, c: colour("--accent") });
    const { cell, state } = this.looked, seen = state === null ? cell : this.trace.states[state][1], ring = (at, share, w, c) =>
      this.floors.has(at) && marks.push({ t: "p", p: shrunk(this.floors.get(at), share), w, c });
    const way = state === null ? null : this.#line(moment.last[state] < 0 ? null : this.trace.path(moment, state));
    if (way) marks.push({ t: "l", p: way, w: 0.16, c: colour("--paper") }, { t: "l", p: way, w: 0.08, c: colour("--ink") });
    ring(seen, 0.7, 0.07, colour("--ink"));
    ring(this.cursor, 1, 0.09, colour("--accent"));
    const line = moment.goal === null ? null : this.#line(path);
    this.board.show({ ...this.scene, shapes: [...this.scene.shapes, ...marks] }, { heat, path: line });
  }

  #line(path) {
    const points = (path ?? []).map((id) => this.floors.get(this.trace.states[id][1])).filter(Boolean);
    return points.length > 1 ? points.flatMap((f) => [f.x, f.y]) : null;
  }

  // Arrows move a mark from cell to cell, Enter looks at the states there.
  #key(e) {
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key], here = this.floors?.get(this.cursor);
    if (!this.trace || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Enter" && here) this.look({ cell: this.cursor, state: null });
    else if (way) this.#point(here ? this.#beside(here, way) : this.trace.states[this.trace.at(this.position).current ?? 0][1] ?? this.floors.keys().next().value);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  // The nearest cell in this direction.
  #beside(from, [dx, dy]) {
    let best = this.cursor, least = Infinity;
    for (const [cell, { x, y }] of this.floors) {
      const along = (x - from.x) * dx + (y - from.y) * dy, across = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
      if (along > 0.3 && along + 3 * across < least) [best, least] = [cell, along + 3 * across];
    }
    return best;
  }

  #point(cell) {
    if (this.cursor === cell) return;
    this.cursor = cell;
    if (cell === null || !this.trace) return this.#again();
    const moment = this.trace.at(this.position);
    let n = 0;
    for (let id = 0; id < moment.met; id++) n += this.trace.states[id][1] === cell && moment.last[id] >= 0;
    announce(t("{place}: {n} {n:state|states} met", { place: Inspector.placeOf(cell, this.maze), n }));
    this.#again();
  }

  // Draws the player where the search is. This is slower than scrubbing, so only the latest picture is
  // asked for.
  async #fetch(actions) {
    const moves = actions.map((a) => this.kind.actions[a]).join(" ");
    if (this.busy || moves === this.at) {
      this.wanted = this.busy ? actions : null;
      return;
    }
    this.busy = true;
    const trace = this.trace;
    const answer = await core.ask({ ask: "play", maze: this.question.maze, moves, theme: this.theme() }).catch(() => null);
    this.busy = false;
    const next = this.wanted;
    this.wanted = null;
    if (trace !== this.trace || !trace) return;
    this.at = moves;
    if (answer?.scene) this.#take(answer.scene);
    const moment = trace.at(this.position);
    this.#paint(moment, moment.current === null ? null : trace.path(moment, moment.current));
    if (next) this.#fetch(next);
  }

  // Draws again after a change of theme.
  async recolour() {
    if (!this.trace) return;
    const { scene } = await core.ask({ ask: "play", maze: this.question.maze, moves: this.at ?? "", theme: this.theme() });
    this.#take(scene);
    this.show(this.position, this.value, this.range);
  }

  saveTrace() { download(`trace-${this.name}.json`, "application/json", JSON.stringify(this.answer)); }
  savePicture() { this.board.canvas.toBlob((blob) => download(`search-${this.name}.png`, "image/png", blob)); }
}
