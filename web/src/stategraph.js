// stategraph.js: a graph that the core has laid out, on a canvas: to be moved, zoomed and walked through. Where there are
// many edges they are kept as an image, so that it stays smooth with 20,000 nodes.
import { button, el } from "./dom.js";
import { t } from "./words.js";

const DETAILED = 700; // with more edges they are plain lines
const QUICK = 6000; // with more edges their image is made anew only when the view rests
const REST = 90; // milliseconds after which it rests
const NEAR = 16; // pixels from a node within which a pointer means it
const MARGIN = 30, STEP = 1.5;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class StateGraph {
  // name: for screen readers. onfocus(node or null): a pointer or the keyboard has come to it; onpick(node): it was chosen.
  // Without them, nothing can be done with the picture. most: pixels between two nodes.
  constructor(name, { onfocus, onpick, most = 46, className } = {}) {
    Object.assign(this, { onfocus, onpick, most, focus: null, fingers: new Map(), view: { scale: 1, x: 0, y: 0 } });
    this.canvas = el("canvas", { class: className, role: onfocus ? "application" : "img", "aria-label": name, tabindex: onfocus ? "0" : undefined });
    this.image = document.createElement("canvas");
    this.node = el("div", { class: "graph-box" }, this.canvas);
    this.observer = new ResizeObserver(() => this.#resized());
    this.observer.observe(this.canvas);
    if (onfocus) this.#listen();
    this.set({ x: [], y: [], edges: [] }, { styles: [], of: [] });
  }

  close() {
    this.observer.disconnect();
    clearTimeout(this.resting);
  }

  // graph: x and y of each node, and edges, three numbers each: from, to, and 1 if they go both ways; large: how much
  // larger each node is (null: 1). `keep`: what is seen stays where it is.
  set(graph, look, { keep = false } = {}) {
    Object.assign(this, { graph, near: null, stale: true });
    if (!keep) this.#focusOn(null);
    this.paint(look);
    if (!keep) this.fit();
  }

  // look: styles, each {shape, colour, fill}; of: the style of each node, a place in styles; -1: not shown. Later styles lie
  // over earlier ones. OPTIONAL: way (nodes that a line connects), now (a node with a ring), text(node), edge(i): {colour,
  // width, dash, label}, null where it is not shown.
  paint(look) {
    const by = look.styles.map(() => []);
    for (let i = 0; i < look.of.length; i++) if (look.of[i] >= 0) by[look.of[i]].push(i);
    this.look = { ...look, by };
    if (look.edge) this.stale = true;
    this.draw();
  }

  // The colours of the theme have changed.
  recolour() {
    this.stale = true;
    this.draw();
  }

  // ---- what is seen
  #resized() {
    const { clientWidth: wide, clientHeight: high } = this.canvas;
    if (wide === this.wide && high === this.high) return;
    const whole = this.whole ?? true;
    Object.assign(this, { wide, high, stale: true });
    if (whole) this.fit();
    this.draw();
  }

  fit() {
    const { x, y } = this.graph, { clientWidth: wide, clientHeight: high } = this.canvas;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < x.length; i++) {
      left = Math.min(left, x[i]), right = Math.max(right, x[i]);
      top = Math.min(top, y[i]), bottom = Math.max(bottom, y[i]);
    }
    if (left > right || !wide || !high) return;
    const scale = Math.min(this.most, (wide - 2 * MARGIN) / Math.max(1, right - left), (high - 2 * MARGIN) / Math.max(1, bottom - top));
    this.view = { scale, x: wide / 2 - (left + right) / 2 * scale, y: high / 2 - (top + bottom) / 2 * scale };
    this.least = scale / 2;
    this.whole = true;
    this.draw();
  }

  zoomBy(times, at = { x: this.canvas.clientWidth / 2, y: this.canvas.clientHeight / 2 }) {
    const { view } = this, scale = Math.max(this.least ?? 0.01, Math.min(120, view.scale * times)), now = scale / view.scale;
    this.view = { scale, x: at.x - (at.x - view.x) * now, y: at.y - (at.y - view.y) * now };
    this.whole = false;
    this.draw();
  }

  panBy(dx, dy) {
    this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
    this.whole = false;
    this.draw();
  }

  // Where a node is on the canvas.
  place(i) {
    return { x: this.graph.x[i] * this.view.scale + this.view.x, y: this.graph.y[i] * this.view.scale + this.view.y };
  }

  radius(i) {
    const r = Math.max(1.3, Math.min(11, this.view.scale * 0.25));
    return i === undefined ? r : r * (this.graph.large?.[i] ?? 1);
  }

  // Brings a node into view.
  show(i) {
    const { x, y } = this.place(i), { clientWidth: wide, clientHeight: high } = this.canvas, inside = (at, length) =>
      Math.max(MARGIN, Math.min(length - MARGIN, at));
    if (inside(x, wide) !== x || inside(y, high) !== y) this.panBy(inside(x, wide) - x, inside(y, high) - y);
  }

  // ---- pointers and keys
  #listen() {
    const { canvas } = this, by = (times) => () => this.zoomBy(times);
    this.node.append(el("div", { class: "zoom" }, button("minus", t("Smaller"), by(1 / STEP), { bare: true }),
      button("plus", t("Larger"), by(STEP), { bare: true }), button("full", t("Show all"), () => this.fit(), { bare: true })));
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.zoomBy(2 ** (-e.deltaY / 300), this.#at(e));
    }, { passive: false });
    canvas.addEventListener("pointerdown", (e) => this.#down(e));
    canvas.addEventListener("pointermove", (e) => this.#move(e));
    canvas.addEventListener("pointerup", (e) => this.#up(e));
    canvas.addEventListener("pointercancel", (e) => this.fingers.delete(e.pointerId));
    canvas.addEventListener("keydown", (e) => !e.ctrlKey && !e.metaKey && !e.altKey && this.#key(e) && e.preventDefault());
  }

  #at(e) {
    const box = this.canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  #down(e) {
    this.canvas.setPointerCapture(e.pointerId);
    this.fingers.set(e.pointerId, { ...this.#at(e), moved: 0 });
  }

  #move(e) {
    const before = this.fingers.get(e.pointerId), at = this.#at(e);
    if (!before) return e.pointerType === "touch" || this.#focusOn(this.#nearest(at));
    const others = [...this.fingers].filter(([id]) => id !== e.pointerId).map(([, f]) => f);
    const dx = at.x - before.x, dy = at.y - before.y, moved = before.moved + Math.hypot(dx, dy);
    this.fingers.set(e.pointerId, { ...at, moved });
    if (others.length === 1) {
      const [other] = others, apart = (p) => Math.hypot(p.x - other.x, p.y - other.y);
      if (apart(before) > 0) this.zoomBy(apart(at) / apart(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
      this.panBy(dx / 2, dy / 2);
    } else if (!others.length && moved > 4) this.panBy(dx, dy);
  }

  #up(e) {
    const finger = this.fingers.get(e.pointerId);
    this.fingers.delete(e.pointerId);
    if (!finger || finger.moved > 4 || this.fingers.size) return;
    const node = this.#nearest(this.#at(e)), before = this.focus;
    this.#focusOn(node);
    if (node !== null && (e.pointerType !== "touch" || node === before)) this.onpick(node); // the first touch only shows it
  }

  #key(e) {
    const arrow = ARROWS[e.key];
    if (arrow && e.shiftKey) this.panBy(-60 * arrow[0], -60 * arrow[1]);
    else if (arrow) this.#walk(arrow);
    else if (e.key === "+" || e.key === "=") this.zoomBy(STEP);
    else if (e.key === "-") this.zoomBy(1 / STEP);
    else if (e.key === "0") this.fit();
    else if (e.key === "Home") this.#walkTo(0);
    else if (e.key === "Enter" && this.focus !== null) this.onpick(this.focus);
    else return false;
    return true;
  }

  // The node at a place of the canvas, or null.
  #nearest({ x, y }) {
    const { graph, view } = this, wx = (x - view.x) / view.scale, wy = (y - view.y) / view.scale;
    let best = null, least = (NEAR / view.scale) ** 2;
    for (let i = 0; i < graph.x.length; i++) {
      const far = (graph.x[i] - wx) ** 2 + (graph.y[i] - wy) ** 2;
      if (far < least && this.look.of[i] >= 0) [best, least] = [i, far];
    }
    return best;
  }

  // From the node at hand to a neighbour in this direction, or else to the nearest node there.
  #walk([dx, dy]) {
    const { graph, focus } = this;
    if (focus === null) return this.#walkTo(0);
    const [x, y] = [graph.x[focus], graph.y[focus]];
    const choose = (nodes, straight) => {
      let best = null, least = Infinity;
      for (const i of nodes) {
        const along = (graph.x[i] - x) * dx + (graph.y[i] - y) * dy, far = Math.hypot(graph.x[i] - x, graph.y[i] - y);
        if (i !== focus && along > far * straight && far * (2 - along / far) < least && this.look.of[i] >= 0) [best, least] = [i, far * (2 - along / far)];
      }
      return best;
    };
    const next = choose(this.#neighbours(focus), 0.4) ?? choose(graph.x.keys(), 0.7);
    if (next !== null) this.#walkTo(next);
  }

  #neighbours(i) {
    if (!this.near) {
      this.near = Array.from(this.graph.x, () => []);
      for (let e = 0; e < this.graph.edges.length; e += 3) {
        this.near[this.graph.edges[e]].push(this.graph.edges[e + 1]);
        this.near[this.graph.edges[e + 1]].push(this.graph.edges[e]);
      }
    }
    return this.near[i];
  }

  #walkTo(i) {
    if (!this.graph.x.length) return;
    this.#focusOn(i);
    this.show(i);
  }

  #focusOn(node) {
    if (node === this.focus) return;
    this.focus = node;
    this.canvas.style.cursor = node === null ? "" : "pointer";
    this.onfocus?.(node);
    this.draw();
  }

  // ---- drawing
  draw() {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      this.#paintNow();
    });
  }

  #paintNow() {
    const { canvas, graph, look } = this, { clientWidth: wide, clientHeight: high } = canvas;
    canvas.style.touchAction = this.onfocus && !this.whole ? "none" : "pan-y"; // else one finger scrolls the page
    if (!wide || !high) return;
    const dots = Math.min(2, window.devicePixelRatio || 1), pen = canvas.getContext("2d"), style = getComputedStyle(canvas);
    const css = (name) => name.startsWith("--") ? style.getPropertyValue(name).trim() : name;
    if (canvas.width !== Math.round(wide * dots)) canvas.width = Math.round(wide * dots);
    if (canvas.height !== Math.round(high * dots)) canvas.height = Math.round(high * dots);
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    pen.clearRect(0, 0, wide, high);
    if (!graph.x.length) return;
    pen.lineCap = pen.lineJoin = "round";
    if (look.edge || graph.edges.length / 3 <= DETAILED) this.#arrows(pen, css);
    else this.#manyEdges(pen, css, dots);
    if (this.focus !== null) this.#edgesOf(pen, css, this.focus);
    if (look.way?.length > 1) this.#way(pen, css);
    look.styles.forEach((s, k) => this.#shapes(pen, css, s, look.by[k]));
    if (look.text) this.#texts(pen, css);
    for (const [node, colour] of [[look.now ?? null, "--accent"], [this.focus, "--ink"]])
      if (node !== null && node < graph.x.length) this.#ring(pen, css(colour), node);
  }

  #ring(pen, colour, node) {
    const p = this.place(node);
    pen.strokeStyle = colour;
    pen.lineWidth = 2.4;
    pen.beginPath();
    pen.arc(p.x, p.y, this.radius(node) + 4, 0, 7);
    pen.stroke();
  }

  // Lines as an image, which is moved and stretched until the view rests.
  #manyEdges(pen, css, dots) {
    const { view, image, canvas, graph } = this, of = this.imaged, same = of && of.scale === view.scale && of.x === view.x && of.y === view.y;
    if (this.stale || !same && graph.edges.length / 3 <= QUICK) this.#imageEdges(css, dots);
    else if (!same) {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => {
        this.stale = true;
        this.draw();
      }, REST);
    }
    const from = this.imaged, k = view.scale / from.scale;
    pen.drawImage(image, view.x - from.x * k, view.y - from.y * k, canvas.clientWidth * k, canvas.clientHeight * k);
  }

  #imageEdges(css, dots) {
    const { view, image, canvas, graph: { x, y, edges } } = this, { clientWidth: wide, clientHeight: high } = canvas;
    Object.assign(image, { width: canvas.width, height: canvas.height });
    const pen = image.getContext("2d");
    pen.scale(dots, dots);
    pen.strokeStyle = css("--soft");
    pen.globalAlpha = edges.length / 3 < 5000 ? 0.5 : view.scale > 8 ? 0.32 : 0.22;
    pen.lineWidth = view.scale > 8 ? 1 : 0.6;
    pen.beginPath();
    for (let e = 0, lines = 0; e < edges.length; e += 3) {
      const ax = x[edges[e]] * view.scale + view.x, ay = y[edges[e]] * view.scale + view.y;
      const bx = x[edges[e + 1]] * view.scale + view.x, by = y[edges[e + 1]] * view.scale + view.y;
      if (ax < 0 && bx < 0 || ay < 0 && by < 0 || ax > wide && bx > wide || ay > high && by > high) continue;
      pen.moveTo(ax, ay);
      pen.lineTo(bx, by);
      if (++lines % 1000) continue; // long paths are slow
      pen.stroke();
      pen.beginPath();
    }
    pen.stroke();
    this.imaged = view;
    this.stale = false;
  }

  #edgesOf(pen, css, node) {
    const from = this.place(node);
    pen.strokeStyle = css("--ink");
    pen.lineWidth = 1.4;
    pen.beginPath();
    for (const i of this.#neighbours(node)) {
      const to = this.place(i);
      pen.moveTo(from.x, from.y);
      pen.lineTo(to.x, to.y);
    }
    pen.stroke();
  }

  #way(pen, css) {
    pen.strokeStyle = css("--bad");
    pen.lineWidth = Math.max(2.5, Math.min(6, this.radius()));
    pen.beginPath();
    for (const i of this.look.way) {
      const p = this.place(i);
      pen.lineTo(p.x, p.y);
    }
    pen.stroke();
  }

  // Edges of a small graph: curved where there are others beside them, with heads where they go one way.
  #arrows(pen, css) {
    const { edges } = this.graph, { edge } = this.look, radius = this.radius();
    for (let e = 0; e < edges.length; e += 3) {
      const own = edge ? edge(e / 3) : {}, a = this.place(edges[e]), b = this.place(edges[e + 1]);
      if (!own) continue;
      pen.strokeStyle = pen.fillStyle = css(own.colour ?? "--soft");
      pen.lineWidth = own.width ?? 1.2;
      pen.setLineDash(own.dash ? [5, 4] : []);
      pen.beginPath();
      const bend = own.bend ?? 0; // so that two opposite moves are seen as two
      let [mx, my] = [(a.x + b.x) / 2 + (b.y - a.y) * bend, (a.y + b.y) / 2 - (b.x - a.x) * bend];
      if (edges[e] === edges[e + 1]) {
        [mx, my] = [a.x, a.y - radius * 3];
        pen.arc(a.x, a.y - radius * 1.5, radius * 1.3, 0, 7);
      } else {
        pen.moveTo(a.x, a.y);
        pen.quadraticCurveTo(mx, my, b.x, b.y);
      }
      pen.stroke();
      pen.setLineDash([]);
      if (edges[e] !== edges[e + 1] && !edges[e + 2]) head(pen, mx, my, b, radius);
      if (own.label) label(pen, own.label, (a.x + b.x) / 4 + mx / 2, (a.y + b.y) / 4 + my / 2, css);
    }
  }

  #shapes(pen, css, { shape = "dot", colour, fill, line = 1.6 }, nodes) {
    const wide = this.canvas.clientWidth, high = this.canvas.clientHeight, { x, y } = this.graph, { view } = this;
    pen.fillStyle = css(fill ?? colour);
    pen.strokeStyle = css(colour);
    pen.lineWidth = this.radius() > 5 ? line : Math.min(line, 1.2);
    pen.beginPath();
    for (const i of nodes) {
      const px = x[i] * view.scale + view.x, py = y[i] * view.scale + view.y, r = Math.max(SHAPES[shape].least, this.radius(i));
      if (px < -r || py < -r || px > wide + r || py > high + r) continue;
      if (r < 2 && shape === "dot") pen.rect(px - r, py - r, 2 * r, 2 * r);
      else SHAPES[shape].trace(pen, px, py, r);
    }
    if (SHAPES[shape].filled) pen.fill();
    if (fill || !SHAPES[shape].filled) pen.stroke();
    if (shape === "target") this.#shapes(pen, css, { colour }, nodes);
  }

  #texts(pen, css) {
    const r = this.radius();
    if (r < 8) return;
    pen.font = `600 ${Math.round(r)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let i = 0; i < this.graph.x.length; i++) {
      const text = this.look.text(i);
      if (!text) continue;
      const p = this.place(i);
      pen.fillStyle = css(text.colour);
      pen.fillText(text.text, p.x, p.y + 0.5);
    }
  }
}

// least: the smallest radius in pixels; marks are seen in large graphs, too.
const SHAPES = {
  dot: { least: 0, filled: true, trace: (pen, x, y, r) => {
    pen.moveTo(x + r, y);
    pen.arc(x, y, r, 0, 7);
  } },
  square: { least: 3.2, filled: true, trace: (pen, x, y, r) => pen.rect(x - 1.05 * r, y - 1.05 * r, 2.1 * r, 2.1 * r) },
  triangle: { least: 5, filled: true, trace: (pen, x, y, r) => {
    pen.moveTo(x, y - 1.4 * r);
    pen.lineTo(x + 1.3 * r, y + r);
    pen.lineTo(x - 1.3 * r, y + r);
    pen.closePath();
  } },
  target: { least: 4.5, filled: false, trace: (pen, x, y, r) => {
    pen.moveTo(x + 1.5 * r, y);
    pen.arc(x, y, 1.5 * r, 0, 7);
  } },
  cross: { least: 4, filled: false, trace: (pen, x, y, r) => {
    for (const s of [-0.7, 0.7]) {
      pen.moveTo(x - 0.7 * r, y - s * r);
      pen.lineTo(x + 0.7 * r, y + s * r);
    }
  } },
};

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
