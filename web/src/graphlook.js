// graphlook.js: how the nodes of a state graph look: what colours and shapes tell, and a legend of them. Nothing is told by
// colour alone.
import { el, number } from "./dom.js";
import { t } from "./words.js";

const STOPS = 5;   // --node-0 … of style.css
const SHADES = 24;

// The colours of the theme's scale for nodes, from the least value on.
export function nodeScale(node) {
  const style = getComputedStyle(node), stops = [];
  for (let i = 0; i < STOPS; i++) stops.push(style.getPropertyValue(`--node-${i}`).trim());
  const part = (c, i) => parseInt(c.slice(1 + 2 * i, 3 + 2 * i), 16);
  return Array.from({ length: SHADES }, (_, k) => {
    const at = k / (SHADES - 1) * (STOPS - 1), i = Math.min(STOPS - 2, Math.floor(at)), mixed = (c) =>
      Math.round(part(stops[i], c) + (part(stops[i + 1], c) - part(stops[i], c)) * (at - i));
    return `rgb(${mixed(0)} ${mixed(1)} ${mixed(2)})`;
  });
}

// The styles of StateGraph, and the style of each node: dots in the colour of their value, with a ring if they are dead; over
// them lie those that a search has in its frontier, the positions that every solution passes, goals, and the start.
// seen: of a search, `order` of each node (-1: not expanded) and whether it is in the `frontier`.
export function lookOf(layout, colour, seen, shades) {
  const { nodes } = layout, count = nodes.x.length, values = { distance: nodes.distance, depth: nodes.depth }[colour];
  const most = seen ? seen.most : values ? values.reduce((a, v) => Math.max(a, v ?? 0), 0) : 0;
  const DEAD = 0, PLAIN = 1, FIRST = 2, RINGS = FIRST + SHADES, FRONTIER = RINGS + SHADES, MUST = FRONTIER + 1, GOAL = MUST + SHADES + 1, START = GOAL + 1;
  const styles = [{ colour: "--bad", fill: "--card" }, { colour: "--soft" }, ...shades.map((c) => ({ colour: c })), ...shades.map((c) => ({ colour: "--bad", fill: c, line: 2.2 })),
    { colour: "--accent", fill: "--card", line: 2.4 }, { shape: "square", colour: "--ink", fill: "--soft", line: 2.6 },
    ...shades.map((c) => ({ shape: "square", colour: "--ink", fill: c, line: 2.6 })),
    { shape: "target", colour: "--good", line: 3 }, { shape: "triangle", colour: "--ink" }];
  const shade = (v) => most ? Math.min(SHADES - 1, Math.floor(v * (SHADES - 1) / most)) : 0;
  const of = new Int16Array(count);
  for (let i = 0; i < count; i++) {
    const value = seen ? (seen.order[i] < 0 ? null : seen.order[i]) : values?.[i] ?? null;
    const dead = nodes.distance[i] === null;
    of[i] = seen?.frontier[i] ? FRONTIER : value !== null ? (dead ? RINGS : FIRST) + shade(value) : dead ? DEAD : PLAIN;
  }
  for (const i of layout.must) if (of[i] !== FRONTIER) of[i] = of[i] >= FIRST ? MUST + 1 + of[i] - FIRST : MUST;
  for (const i of layout.goals) of[i] = GOAL;
  of[0] = START;
  return { styles, of, most };
}

const key = (mark, colour, text) => el("span", { class: "key" }, el("span", { class: `graph-mark ${colour}`, "aria-hidden": "true" }, mark), text);

// What is in the picture, in words and marks.
export function legend(layout, colour, most, seen, way) {
  const ends = { distance: [t("to the goal"), "0", number(most)], depth: [t("from the start"), "0", number(most)], order: [t("expanded"), "1", number(most + 1)] }[colour];
  return [key("▲", "", t("start")), layout.goals.length > 0 && key("◉", "good", t("goal")),
    layout.dead > 0 && key("○", "bad", t("no way to win")), layout.goals.length > 0 && layout.must_states > 2 && key("■", "", t("every solution passes it")),
    seen && key("○", "accent", t("frontier")), way && key("━", "bad", t("your moves")),
    ends && (seen || most > 0) && el("span", { class: "scale" }, ends[0], el("span", {}, ends[1]), el("span", { class: "scale-bar nodes", "aria-hidden": "true" }), el("span", {}, ends[2]))].filter(Boolean);
}
