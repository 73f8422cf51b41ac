// labplot.js: the estimates of a heuristic beside the exact distances, as a picture and as a table. A dot stands for
// each pair of them, as large as there are states; what is estimated too high lies above the dashed line.
import { el, number } from "./dom.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const PAD = { left: 74, right: 14, top: 12, bottom: 42 };
const FILE = { paper: "#fff", ink: "#1c1e21", soft: "#5c636b", line: "#d5d9de", fine: "#0072b2", over: "#d55e00" };

const svg = (tag, props, ...children) => {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
};

// About four round numbers from 0 to `most`, and the end of the axis.
function axis(most) {
  const raw = Math.max(most, 1) / 4, power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, power * [1, 2, 5, 10].find((k) => k * power >= raw)), end = step * Math.ceil(Math.max(most, 1) / step);
  return { end, ticks: Array.from({ length: end / step + 1 }, (_, i) => i * step) };
}

// Estimates far above all exact distances would leave no room for the others: they share a row.
function rowsOf(pairs, steps) {
  const exact = Math.max(0, ...pairs.map((p) => p.exact)) + steps.exact - 1, finite = pairs.map((p) => p.estimate).filter((h) => h !== null);
  const most = Math.max(0, ...finite) + steps.estimate - 1, higher = most > 4 * exact + 4 ? 2 * exact + 2 : null;
  const rows = [...(higher === null ? [] : ["higher"]), ...(pairs.some((p) => p.estimate === null) ? ["hopeless"] : [])];
  return { exact, top: higher ?? Math.max(most, exact), higher, rows };
}

export const rowName = (row) => row === "higher" ? t("higher") : t("hopeless");
const range = (least, step) => step > 1 ? t("{from} to {to}", { from: least, to: least + step - 1 }) : number(least);

export function pairsOf({ pairs, exact_step, estimate_step }) {
  return { steps: { exact: exact_step, estimate: estimate_step },
    pairs: pairs.map(([exact, estimate, states, over]) => ({ exact, estimate, states, over })) };
}

// The picture, `width` wide. `ink`: colours written into it, for a file; else the style of the page has them.
function picture(plot, width, ink) {
  const { pairs, steps } = pairsOf(plot), { exact, top, higher, rows } = rowsOf(pairs, steps), height = Math.round(Math.max(260, width * 0.62));
  const across = axis(exact), up = axis(top), row = 26, floor = height - PAD.bottom, ceiling = PAD.top + rows.length * row;
  const x = (v) => PAD.left + v / across.end * (width - PAD.left - PAD.right), y = (v) => floor - v / up.end * (floor - ceiling);
  const rowAt = (name) => ceiling - row * (rows.indexOf(name) + 0.6);
  const colour = (name, line) => ink ? { [line ? "stroke" : "fill"]: ink[name], ...(line && { fill: "none" }) } : {};
  const parts = [], text = (props, words) => parts.push(svg("text", { "font-size": 12, ...colour("soft"), ...props }, words));
  for (const v of up.ticks) {
    parts.push(svg("path", { class: "grid", ...colour("line", true), d: `M${PAD.left} ${y(v).toFixed(1)}H${width - PAD.right}` }));
    text({ x: PAD.left - 7, y: (y(v) + 4).toFixed(1), "text-anchor": "end" }, number(v));
  }
  for (const name of rows) {
    parts.push(svg("path", { class: "grid", ...colour("line", true), d: `M${PAD.left} ${rowAt(name).toFixed(1)}H${width - PAD.right}` }));
    text({ x: PAD.left - 7, y: (rowAt(name) + 4).toFixed(1), "text-anchor": "end" }, rowName(name));
  }
  for (const v of across.ticks) text({ x: x(v).toFixed(1), y: floor + 17, "text-anchor": "middle" }, number(v));
  text({ x: (PAD.left + width - PAD.right) / 2, y: height - 6, "text-anchor": "middle" }, named(t("exact distance"), steps.exact));
  text({ transform: `translate(14 ${(floor + PAD.top) / 2})rotate(-90)`, "text-anchor": "middle" }, named(t("estimate"), steps.estimate));
  const both = Math.min(across.end, up.end);
  parts.push(svg("path", { class: "equal", ...colour("soft", true), "stroke-dasharray": "4 3",
    d: `M${x(0).toFixed(1)} ${y(0).toFixed(1)}L${x(both).toFixed(1)} ${y(both).toFixed(1)}` }));
  parts.push(...dots(pairs, steps, { x, y, rowAt, higher, gap: x(steps.exact) - x(0), colour }));
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, ...(ink && { xmlns: SVG, "font-family": "sans-serif" }) },
    ...(ink ? [svg("rect", { width: "100%", height: "100%", fill: ink.paper })] : []), ...parts);
}

const named = (name, step) => step > 1 ? t("{name}, counted in steps of {n}", { name, n: step }) : name;

// Round where the estimate is not too high, else square. Those in the row of higher estimates that have the same
// exact distance are one dot.
function dots(pairs, steps, { x, y, rowAt, higher, gap, colour }) {
  const found = new Map();
  for (const { exact, estimate, states, over } of pairs) {
    const row = estimate === null ? "hopeless" : higher !== null && estimate > higher ? "higher" : null;
    for (const [kind, n] of [["fine", states - over], ["over", over]]) {
      const key = `${kind} ${exact} ${row ?? estimate}`, dot = found.get(key) ?? { kind, exact, estimate, row, n: 0 };
      dot.n += n;
      if (n) found.set(key, dot);
    }
  }
  const most = Math.max(1, ...[...found.values()].map((d) => d.n)), largest = Math.min(12, Math.max(3, 0.55 * gap));
  return [...found.values()].map(({ kind, exact, estimate, row, n }) => {
    const r = Math.max(1.2, largest * Math.sqrt(n / most)), cx = x(exact + (steps.exact - 1) / 2);
    const cy = row ? rowAt(row) : y(estimate + (steps.estimate - 1) / 2), side = 1.772 * r;
    const about = svg("title", {}, dotWords(exact, estimate, row, n, steps, higher)), props = { class: kind, ...colour(kind), "fill-opacity": 0.65 };
    return kind === "fine" ? svg("circle", { ...props, cx: cx.toFixed(1), cy: cy.toFixed(1), r: r.toFixed(1) }, about)
      : svg("rect", { ...props, x: (cx - side / 2).toFixed(1), y: (cy - side / 2).toFixed(1), width: side.toFixed(1), height: side.toFixed(1) }, about);
  });
}

function dotWords(exact, estimate, row, n, steps, higher) {
  const values = { exact: range(exact, steps.exact), n, estimate: row === "higher" ? higher : range(estimate ?? 0, steps.estimate) };
  return row === "hopeless" ? t("exact distance {exact}, called hopeless: {n} {n:state|states}", values)
    : row === "higher" ? t("exact distance {exact}, estimate above {estimate}: {n} {n:state|states}", values)
      : t("exact distance {exact}, estimate {estimate}: {n} {n:state|states}", values);
}

// In words, for those who cannot see it.
export function plotWords(audit) {
  return t("Estimates of {name} beside exact distances: {states} {states:state|states}, {over} of them too high, {exact} exact.",
    { name: audit.heuristic, states: audit.states, over: audit.overestimated, exact: audit.exact_states });
}

// For each exact distance the least and the largest estimate, and how many states are too high.
function table(plot) {
  const { pairs, steps } = pairsOf(plot), rows = new Map();
  for (const p of pairs) {
    const row = rows.get(p.exact) ?? { estimates: [], states: 0, over: 0 };
    row.estimates.push(p.estimate);
    row.states += p.states;
    row.over += p.over;
    rows.set(p.exact, row);
  }
  const span = (estimates) => {
    const finite = estimates.filter((h) => h !== null), ends = finite.length ? [Math.min(...finite), Math.max(...finite) + steps.estimate - 1] : [];
    const words = ends.length === 0 ? [] : [ends[0] === ends[1] ? number(ends[0]) : t("{from} to {to}", { from: ends[0], to: ends[1] })];
    return [...words, ...(finite.length < estimates.length ? [t("hopeless")] : [])].join(", ");
  };
  return el("table", {}, el("thead", {}, el("tr", {}, [t("Exact distance"), t("Estimates"), t("States"), t("Too high")].map((name) =>
    el("th", { scope: "col" }, name)))), el("tbody", {}, [...rows].map(([exact, row]) => el("tr", {},
    el("td", {}, range(exact, steps.exact)), el("td", {}, span(row.estimates)), el("td", {}, number(row.states)), el("td", {}, number(row.over))))));
}

// The picture as a file. Whoever draws it need not know the page.
export const plotFile = (audit) => {
  const drawing = picture(audit.plot, 640, FILE);
  drawing.prepend(svg("title", {}, plotWords(audit)));
  return new XMLSerializer().serializeToString(drawing);
};

// A box that shows the plot of an audit, as wide as there is room.
export class Plot {
  constructor() {
    this.drawing = el("div", { class: "lab-plot", role: "img" });
    this.table = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Table of estimates") });
    const key = (kind, text) => el("span", { class: "key" }, el("span", { class: `key-box ${kind}`, "aria-hidden": "true" }), text);
    this.node = el("div", { class: "stack tight" }, el("div", { class: "legend small" }, key("fine", t("not too high")), key("over", t("too high")),
      el("span", { class: "soft" }, t("on the dashed line: exact; area: number of states"))), this.drawing,
    el("details", { class: "small" }, el("summary", {}, t("The same as a table")), this.table));
    this.observer = new ResizeObserver(() => this.#draw());
    this.observer.observe(this.drawing);
  }

  close() { this.observer.disconnect(); }

  // audit: with `plot`, or null
  show(audit) {
    this.audit = audit;
    this.width = 0;
    this.node.hidden = !audit;
    if (!audit) return;
    this.drawing.setAttribute("aria-label", plotWords(audit));
    this.table.replaceChildren(table(audit.plot));
    this.#draw();
  }

  #draw() {
    const width = Math.min(760, Math.floor(this.drawing.clientWidth));
    if (!this.audit || width < 100 || width === this.width) return;
    this.width = width;
    this.drawing.replaceChildren(picture(this.audit.plot, width));
  }
}
