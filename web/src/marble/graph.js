// graph.js: the graph of states that an agent has met, growing move by move. Nodes are states, arrows are moves. Where a node
// lies depends only on the moves so far and their order, so the same run gives the same picture.
import { el } from "../dom.js";
import { t } from "../words.js";

const COLOURS = ["--accent", "--good", "--warm", "--bad", "--soft"];
const GOLDEN = 2.39996; // radians between the directions of successive new nodes, so that no two are the same
const REACH = 2.4; // how far nodes repel each other, in lengths of an edge
const LABELLED = 28; // with more nodes there is no room for labels

export class StateGraph {
  constructor() {
    this.canvas = el("canvas", { class: "marble-graph", role: "img", "aria-label": t("State graph") });
    this.legend = el("div", { class: "row small soft marble-legend" });
    this.count = el("p", { class: "small soft" });
    this.empty = el("p", { class: "soft small marble-empty" },
      t("Every state that the agent meets becomes a node here, every move an arrow."));
    this.node = el("div", { class: "stack marble-states" },
      el("div", { class: "marble-net" }, this.canvas, this.empty), this.count, this.legend);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.canvas);
    this.themed = () => { this.#legend(); this.draw(); };
    document.addEventListener("themechange", this.themed);
    this.reset({ orientations: 1, target: -1, total: 0 });
  }

  close() {
    this.observer.disconnect();
    document.removeEventListener("themechange", this.themed);
  }

  // target: its cell; total: the number of possible states.
  reset(about) {
    Object.assign(this, { about, nodes: new Map(), edges: new Map(), moves: [], actions: [], now: 0, pending: 0 });
    this.#legend();
    this.draw();
  }

  #node(state, time, parent) {
    if (this.nodes.has(state)) return;
    const i = this.nodes.size, x = (parent?.x ?? 0) + Math.cos(i * GOLDEN), y = (parent?.y ?? 0) + Math.sin(i * GOLDEN);
    this.nodes.set(state, { state, time, x, y, i });
    if (++this.pending >= 6) this.settle(24);
  }

  // A move as in docs/api.md. A move that froze the marble leads to a place of its own, which is not a state.
  add(move) {
    const to = move.to ?? `${move.from} ${move.action}`, key = `${move.from} ${move.action} ${to}`;
    this.#node(move.from, this.nodes.size ? move.time : 0, null); // the first move begins in the first node
    this.#node(to, move.time, this.nodes.get(move.from));
    if (!this.actions.includes(move.action)) {
      this.actions.push(move.action);
      this.actions.sort();
      this.#legend();
    }
    const edge = this.edges.get(key) ?? { from: move.from, to, action: move.action, time: move.time, again: Infinity,
      unsure: Infinity };
    if (move.repeated) edge.again = Math.min(edge.again, move.time);
    if (move.unrepeatable) edge.unsure = Math.min(edge.unsure, move.time);
    this.edges.set(key, edge);
    this.moves.push({ time: move.time, to, known: move.known });
  }

  // ---- layout: edges pull their nodes together, near nodes repel each other, and all tend to the centre
  settle(times) {
    this.pending = 0;
    const nodes = [...this.nodes.values()];
    for (let n = 0; n < times; n++) {
      for (const a of nodes) a.dx = -a.x * 0.006, a.dy = -a.y * 0.006;
      this.#push(nodes);
      for (const e of this.edges.values()) pull(this.nodes.get(e.from), this.nodes.get(e.to));
      for (const a of nodes) {
        const far = Math.hypot(a.dx, a.dy), k = far > 0.3 ? 0.3 / far : 1;
        a.x += a.dx * k;
        a.y += a.dy * k;
      }
    }
  }

  #push(nodes) {
    const squares = new Map(), square = (k) => Math.floor(k / REACH);
    for (const a of nodes) {
      const key = square(a.x) * 4096 + square(a.y);
      if (!squares.has(key)) squares.set(key, []);
      squares.get(key).push(a);
    }
    for (const a of nodes)
      for (let i = -1; i <= 1; i++)
        for (let j = -1; j <= 1; j++)
          for (const b of squares.get((square(a.x) + i) * 4096 + square(a.y) + j) ?? []) if (a.i < b.i) apart(a, b);
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

  draw() {
    const { canvas } = this, wide = canvas.clientWidth, high = canvas.clientHeight,
      dots = Math.min(2, window.devicePixelRatio || 1);
    const met = (e) => e.time <= this.now, nodes = [...this.nodes.values()].filter(met),
      edges = [...this.edges.values()].filter(met);
    const last = this.moves.findLast(met), first = nodes[0]?.state;
    this.#describe(nodes, edges, last);
    if (!wide || !high) return;
    canvas.width = wide * dots;
    canvas.height = high * dots;
    const pen = canvas.getContext("2d"), style = getComputedStyle(canvas), css = (name) => style.getPropertyValue(name);
    pen.scale(dots, dots);
    if (!nodes.length) return;
    const view = fit(nodes, wide, high);
    for (const e of edges) this.#arrow(pen, view, e, css, nodes.length);
    for (const n of nodes) this.#dot(pen, view, n, css, nodes.length, n.state === (last?.to ?? first));
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

  #arrow(pen, { place, radius }, e, css, many) {
    const a = place(this.nodes.get(e.from)), b = place(this.nodes.get(e.to)), repeated = e.again <= this.now;
    pen.strokeStyle = pen.fillStyle = css(this.#colourName(e.action));
    pen.lineWidth = repeated ? 3.2 : 1.6;
    pen.setLineDash(e.unsure <= this.now ? [5, 4] : []);
    pen.beginPath();
    let [mx, my] = [(a.x + b.x) / 2 + (b.y - a.y) * 0.14, (a.y + b.y) / 2 - (b.x - a.x) * 0.14]; // curved, so that two opposite moves are seen as two
    if (e.from === e.to) {
      [mx, my] = [a.x, a.y - radius * 3];
      pen.arc(a.x, a.y - radius * 1.5, radius * 1.3, 0, 7);
    } else {
      pen.moveTo(a.x, a.y);
      pen.quadraticCurveTo(mx, my, b.x, b.y);
    }
    pen.stroke();
    pen.setLineDash([]);
    if (e.from !== e.to) head(pen, mx, my, b, radius);
    if (many <= LABELLED) label(pen, e.action, (a.x + b.x) / 4 + mx / 2, (a.y + b.y) / 4 + my / 2, css);
  }

  #dot(pen, { place, radius }, n, css, many, current) {
    const p = place(n), frozen = typeof n.state !== "number", cell = frozen ? -1 : Math.floor(n.state / this.about.orientations);
    if (frozen) return cross(pen, p, radius, css);
    circle(pen, p, radius);
    pen.fillStyle = current ? css("--accent") : css("--card");
    pen.fill();
    pen.strokeStyle = cell === this.about.target ? css("--good") : css("--ink");
    pen.lineWidth = radius > 5 ? 1.6 : 1;
    pen.stroke();
    if (cell === this.about.target || current) {
      circle(pen, p, radius + 3.5);
      pen.strokeStyle = cell === this.about.target ? css("--good") : css("--accent");
      pen.stroke();
    }
    if (many > LABELLED || radius < 8) return;
    pen.fillStyle = current ? css("--on-accent") : css("--ink");
    pen.font = `600 ${Math.round(radius)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(cell + 1, p.x, p.y + 0.5);
  }
}

function apart(a, b) {
  const x = b.x - a.x, y = b.y - a.y, far = Math.hypot(x, y) || 0.01;
  if (far >= REACH) return;
  const k = 0.09 * (REACH / far - 1) / far;
  a.dx -= x * k;
  a.dy -= y * k;
  b.dx += x * k;
  b.dy += y * k;
}

function pull(a, b) {
  const x = b.x - a.x, y = b.y - a.y, far = Math.hypot(x, y) || 0.01, k = 0.08 * (far - 1) / far;
  a.dx += x * k;
  a.dy += y * k;
  b.dx -= x * k;
  b.dy -= y * k;
}

// Where a node is in the picture, and how large nodes are.
function fit(nodes, wide, high) {
  const xs = nodes.map((n) => n.x), ys = nodes.map((n) => n.y), margin = 30;
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(72, (wide - 2 * margin) / Math.max(1, right - left), (high - 2 * margin) / Math.max(1, bottom - top));
  const place = (n) => ({ x: wide / 2 + (n.x - (left + right) / 2) * scale, y: high / 2 + (n.y - (top + bottom) / 2) * scale });
  return { place, radius: Math.max(2.2, Math.min(11, scale * 0.24)) };
}

function circle(pen, p, radius) {
  pen.beginPath();
  pen.arc(p.x, p.y, radius, 0, 2 * Math.PI);
}

function cross(pen, p, radius, css) {
  const k = Math.max(3, radius * 0.7);
  pen.strokeStyle = css("--bad");
  pen.lineWidth = 2.4;
  pen.beginPath();
  for (const s of [-1, 1]) {
    pen.moveTo(p.x - k, p.y - k * s);
    pen.lineTo(p.x + k, p.y + k * s);
  }
  pen.stroke();
}

// An arrow's head, where it arrives at the node.
function head(pen, fromX, fromY, p, radius) {
  const angle = Math.atan2(p.y - fromY, p.x - fromX), size = Math.max(3.5, Math.min(7, radius * 0.8)), gap = radius + 1;
  const x = p.x - Math.cos(angle) * gap, y = p.y - Math.sin(angle) * gap;
  pen.beginPath();
  pen.moveTo(x, y);
  for (const side of [-0.45, 0.45]) pen.lineTo(x - Math.cos(angle + side) * size, y - Math.sin(angle + side) * size);
  pen.fill();
}

function label(pen, text, x, y, css) {
  pen.font = "600 12px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 4;
  pen.strokeStyle = css("--card");
  pen.strokeText(text, x, y);
  pen.fillText(text, x, y);
}
