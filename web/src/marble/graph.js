// graph.js: the graph of states that an agent has met, growing move by move. Nodes are states, arrows are moves. The core
// says where they lie; the same run ends with the same picture.
import { core } from "../core.js";
import { el } from "../dom.js";
import { StateGraph } from "../stategraph.js";
import { t } from "../words.js";

const COLOURS = ["--accent", "--good", "--warm", "--bad", "--soft"];
const LABELLED = 28; // with more nodes there is no room for labels
const STYLES = [{ colour: "--ink", fill: "--card" }, { colour: "--good", fill: "--card", line: 3 }, { colour: "--accent" }, { shape: "cross", colour: "--bad", line: 2.4 }];
const [MET, TARGET, CURRENT, FROZEN] = STYLES.keys();

export class MarbleStates {
  constructor() {
    this.picture = new StateGraph(t("State graph"), { className: "marble-graph", most: 72 });
    this.canvas = this.picture.canvas;
    this.legend = el("div", { class: "row small soft marble-legend" });
    this.count = el("p", { class: "small soft" });
    this.empty = el("p", { class: "soft small marble-empty" },
      t("Every state that the agent meets becomes a node here, every move an arrow."));
    this.node = el("div", { class: "stack marble-states" },
      el("div", { class: "marble-net" }, this.picture.node, this.empty), this.count, this.legend);
    this.themed = () => this.picture.recolour();
    document.addEventListener("themechange", this.themed);
    this.reset({ orientations: 1, target: -1, total: 0 });
  }

  close() {
    this.closed = true;
    this.picture.close();
    document.removeEventListener("themechange", this.themed);
  }

  // target: its cell; total: the number of possible states.
  reset(about) {
    Object.assign(this, { about, nodes: new Map(), list: [], edges: new Map(), moves: [], actions: [], now: 0, places: [], run: {} });
    this.#legend();
    this.draw();
  }

  #node(state, time) {
    if (this.nodes.has(state)) return;
    this.nodes.set(state, this.list.length);
    this.list.push({ state, time });
  }

  // A move as in docs/api.md. A move that froze the marble leads to a place of its own, which is not a state.
  add(move) {
    const to = move.to ?? `${move.from} ${move.action}`, key = `${move.from} ${move.action} ${to}`;
    this.#node(move.from, this.list.length ? move.time : 0); // the first move begins in the first node
    this.#node(to, move.time);
    if (!this.actions.includes(move.action)) {
      this.actions.push(move.action);
      this.actions.sort();
      this.#legend();
    }
    const edge = this.edges.get(key) ?? { from: this.nodes.get(move.from), to: this.nodes.get(to), action: move.action, time: move.time,
      again: Infinity, unsure: Infinity };
    if (move.repeated) edge.again = Math.min(edge.again, move.time);
    if (move.unrepeatable) edge.unsure = Math.min(edge.unsure, move.time);
    this.edges.set(key, edge);
    this.moves.push({ time: move.time, to, known: move.known });
    this.settle();
  }

  // Asks where the nodes are to lie: those that have a place stay about there; at the end all get their last ones.
  async settle(ended = false) {
    const { run } = this;
    if (run.asking || !this.list.length || run.placed === this.list.length && !ended) return;
    run.asking = true;
    const nodes = this.list.length, edges = [...this.edges.values()].filter((e) => e.from !== e.to).map((e) => `${e.from} ${e.to}`).join(" ");
    const answer = await core.ask({ ask: "place", nodes, edges, ...(!ended && { places: this.places.join(" ") }) }).catch(() => null);
    run.asking = false;
    if (run !== this.run || this.closed || !answer) return;
    this.places = answer.places;
    run.placed = nodes;
    run.whole ||= ended;
    this.draw();
    if (this.list.length > nodes || run.last && !run.whole) this.settle(run.last);
  }

  // There will be no more moves.
  end() {
    this.run.last = true;
    this.settle(true);
  }

  // ---- drawing
  show(now) {
    const place = (t) => this.moves.findLastIndex((m) => m.time <= t);
    const changed = place(now) !== place(this.now) || now < this.now;
    this.now = now;
    if (changed) this.draw();
  }

  #legend() {
    this.legend.replaceChildren(...this.actions.map((a) => el("span", { class: "chip" }, this.#swatch(a), a)),
      ...(this.actions.length ? [el("span", {}, t("thick: repeated, dashed: unrepeatable, ✕ frozen"))] : []));
  }

  #swatch(action) {
    const s = el("span", { class: "marble-swatch" });
    s.style.background = `var(${this.#colourName(action)})`;
    return s;
  }

  #colourName(action) {
    return COLOURS[this.actions.indexOf(action) % COLOURS.length];
  }

  // Nodes that have no place yet come with the next answer.
  draw() {
    const met = (e) => e.time <= this.now, placed = this.places.length / 2, list = this.list.slice(0, placed), edges = [...this.edges.values()];
    const last = this.moves.findLast(met), current = last?.to ?? this.list[0]?.state;
    this.#describe(this.list.filter(met), edges.filter(met), last);
    const drawn = edges.filter((e) => e.from < placed && e.to < placed), labels = list.length <= LABELLED;
    const cell = (n) => Math.floor(n.state / this.about.orientations), of = list.map((n) => !met(n) ? -1 : typeof n.state !== "number" ? FROZEN
      : n.state === current ? CURRENT : cell(n) === this.about.target ? TARGET : MET);
    const look = { styles: STYLES, of, now: this.nodes.get(current) < placed ? this.nodes.get(current) : null,
      text: (i) => labels && of[i] >= 0 && of[i] !== FROZEN ? { text: cell(list[i]) + 1, colour: of[i] === CURRENT ? "--on-accent" : "--ink" } : null,
      edge: (i) => met(drawn[i]) ? { colour: this.#colourName(drawn[i].action), width: drawn[i].again <= this.now ? 3.2 : 1.6, bend: 0.14,
        dash: drawn[i].unsure <= this.now, label: labels ? drawn[i].action : null } : null };
    const even = (_, i) => i % 2 === 0, odd = (_, i) => i % 2 === 1;
    this.picture.set({ x: this.places.filter(even), y: this.places.filter(odd), edges: drawn.flatMap((e) => [e.from, e.to, 0]) }, look);
  }

  #describe(nodes, edges, last) {
    const states = nodes.filter((n) => typeof n.state === "number").length, known = Math.max(last?.known ?? 1, states);
    this.empty.hidden = nodes.length > 0;
    const most = this.about.total, different = edges.length;
    this.count.textContent = !nodes.length ? t("{n} {n:state|states} at most", { n: most })
      : t("{known} of at most {most} {most:state|states} known, {different} different {different:move|moves}", { known, most, different });
    this.canvas.setAttribute("aria-label", t("State graph: {states} {states:state|states} met, {different} different {different:move|moves}",
      { states, different }));
  }
}
