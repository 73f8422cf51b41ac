// searchtree.js: the states that a search has met as a tree, each under the state from which the search keeps it at
// this moment. Of a large tree it shows a part: the way to the current state, and what lies around that.
import { el, number } from "./dom.js";
import { FRONTIER, OPEN } from "./trace.js";
import { t } from "./words.js";

const MOST = 400, LEVELS = 40; // states, and levels above the current one, that are shown
const RADIUS = 7, DOWN = 26;   // pixels
const PARENT = 2, VALUE = { g: 5, h: 6, f: 7 };

// The part of the tree to draw: {root, nodes: id -> its children, all}.
export function partOf(trace, moment) {
  const children = new Map();
  let all = 0;
  for (let id = 0; id < moment.met; id++) {
    if (moment.last[id] < 0) continue;
    all++;
    const parent = trace.events[moment.last[id]][PARENT];
    if (parent === null) continue;
    if (children.has(parent)) children.get(parent).push(id);
    else children.set(parent, [id]);
  }
  const way = (moment.current === null ? null : trace.path(moment, moment.current)) ?? [0];
  const shown = all <= MOST ? way.slice(0, 1) : way.slice(-LEVELS), chosen = new Set(shown);
  for (const queue = [...shown].reverse(); queue.length && chosen.size < MOST;) // around the current state first
    for (const child of children.get(queue.shift()) ?? []) {
      if (chosen.size >= MOST) break;
      if (!chosen.has(child)) queue.push(child);
      chosen.add(child);
    }
  const nodes = new Map([...all ? chosen : []].map((id) => [id, (children.get(id) ?? []).filter((c) => chosen.has(c))]));
  return { root: shown[0], nodes, all, way: new Set(way) };
}

// Where each state stands: leaves side by side, every other state above the middle of its children.
export function places({ root, nodes }) {
  const at = new Map(), stack = nodes.size ? [[root, 0, 0]] : [];
  let wide = 0, deep = 0;
  while (stack.length) {
    const top = stack.at(-1), [id, depth, next] = top, below = nodes.get(id);
    if (next < below.length && depth < MOST) {
      top[2]++;
      stack.push([below[next], depth + 1, 0]);
      continue;
    }
    stack.pop();
    deep = Math.max(deep, depth);
    at.set(id, { x: below.length ? (at.get(below[0]).x + at.get(below.at(-1)).x) / 2 : wide++, y: depth });
  }
  return { at, wide: Math.max(1, wide), deep };
}

const pointed = (at, id) => at.has(id) ? id : null;

export class SearchTree {
  // onstate(id): a state was chosen; changed(): it has been opened
  constructor(name, { onstate, changed }) {
    this.canvas = el("canvas", { role: "img", "aria-label": t("Tree of search {name}", { name }), onclick: (e) => {
      const id = this.#near(e);
      if (id !== null) onstate(id);
    } });
    this.onstate = onstate;
    this.note = el("p", { class: "small soft" });
    this.node = el("details", { class: "search-tree small", ontoggle: changed }, el("summary", {}, t("Search tree")),
      el("div", { class: "tree-box", tabindex: "0", role: "application", onkeydown: (e) => this.#key(e),
        "aria-label": t("States of the tree of search {name}: arrows go from one to the next", { name }) }, this.canvas), this.note);
    this.points = [];
  }

  // colour(value): of the theme's scale
  show(trace, moment, { value, colour, selected }) {
    if (!this.node.open) return;
    const part = partOf(trace, moment), { at, wide, deep } = places(part), dots = devicePixelRatio || 1;
    const width = Math.max(100, this.canvas.parentElement.clientWidth), down = Math.min(DOWN, Math.max(9, 420 / (deep + 1)));
    const height = (deep + 1) * down + 4, across = width / wide, radius = Math.max(1.5, Math.min(RADIUS, across * 0.4, down * 0.35));
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    Object.assign(this.canvas, { width: width * dots, height: height * dots });
    const pen = this.canvas.getContext("2d"), style = getComputedStyle(this.canvas), ink = style.getPropertyValue("--ink"), accent = style.getPropertyValue("--accent");
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    Object.assign(this, { part, here: pointed(at, selected) ?? pointed(at, moment.current) ?? part.root });
    this.points = [...at].map(([id, { x, y }]) => ({ id, x: (x + 0.5) * across, y: (y + 0.5) * down }));
    const pointOf = new Map(this.points.map((p) => [p.id, p]));
    for (const [id, below] of part.nodes)
      for (const child of below) {
        const a = pointOf.get(id), b = pointOf.get(child), on = part.way.has(child);
        pen.strokeStyle = on ? accent : ink;
        pen.globalAlpha = on ? 1 : 0.35;
        pen.lineWidth = on ? 3 : 1;
        pen.beginPath();
        pen.moveTo(a.x, a.y);
        pen.lineTo(b.x, b.y);
        pen.stroke();
      }
    pen.globalAlpha = 1;
    for (const { id, x, y } of this.points) {
      const mode = moment.mode[id], now = id === moment.current;
      pen.beginPath();
      pen.arc(x, y, now || id === selected ? radius * 1.4 : radius, 0, 2 * Math.PI);
      pen.fillStyle = colour(trace.events[moment.last[id]][VALUE[value]]);
      pen.fill();
      pen.lineWidth = id === selected ? 3 : now || mode === OPEN ? 2.5 : mode === FRONTIER ? 1.5 : 0.4;
      pen.strokeStyle = now || mode === OPEN ? accent : ink;
      pen.stroke();
    }
    this.note.textContent = part.nodes.size < part.all
      ? t("{n} of {all} states: the way to the current one, and what lies around it.", { n: number(part.nodes.size), all: number(part.all) })
      : t("{n} {n:state|states}", { n: part.all });
  }

  // Up to the state above, down to the first one below, left and right to the next ones of the same level.
  #key(e) {
    const here = this.points.find((p) => p.id === this.here);
    if (!here || !/^Arrow/.test(e.key) || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    const level = this.points.filter((p) => p.y === here.y).sort((a, b) => a.x - b.x), i = level.indexOf(here);
    const next = { ArrowUp: [...this.part.nodes].find(([, below]) => below.includes(here.id))?.[0], ArrowDown: this.part.nodes.get(here.id)[0],
      ArrowLeft: level[i - 1]?.id, ArrowRight: level[i + 1]?.id }[e.key];
    if (next !== undefined) this.onstate(next);
  }

  #near({ offsetX: x, offsetY: y }) {
    let best = null, least = 14;
    for (const p of this.points) {
      const far = Math.hypot(p.x - x, p.y - y);
      if (far < least) [best, least] = [p.id, far];
    }
    return best;
  }
}
