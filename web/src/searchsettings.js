// searchsettings.js: the settings of a search, as fields to change and as part of the address.
import { el, field, select } from "./dom.js";
import { t } from "./words.js";

const NONE = "", WEIGHTED = "wastar";
export const FIRST = { a: "bfs", b: "astar" };
const OWN = "="; // the choice of a heuristic for an expression that the user writes
const USUAL_WEIGHT = 2; // the default of the core

// The settings of one search: algorithm, heuristic, weight. onchange is called when one of them changes. help tells what
// is chosen.
export function settings(name, about, value, onchange) {
  const optional = name === "B";
  const algorithms = [...(optional ? [[NONE, t("none")]] : []), ...about.algorithms.map((a) => a.name)];
  const help = el("p", { class: "small soft about" }), over = el("p", { class: "small soft" }), heuristics = el("div", {});
  const weight = el("input", { type: "number", min: "1", step: "0.5", value: String(value.weight ?? USUAL_WEIGHT),
    onchange: (e) => change({ weight: e.target.value }) });
  const weightField = field(t("Weight {name}", { name }), weight);
  weightField.classList.add("weight");
  const expression = el("input", { type: "text", value: value.expression ?? "", placeholder: "dx + dy", spellcheck: "false",
    autocapitalize: "off", maxlength: "200", onchange: (e) => change({ expression: e.target.value.trim() }) });
  const expressionField = field(t("Expression {name}", { name }), expression);
  expressionField.classList.add("wide");
  const features = () => about.kinds.find((k) => k.name === maze?.kind)?.features ?? [];
  const change = (part) => {
    Object.assign(value, part);
    refresh();
    onchange();
  };
  let maze = null;
  const chosen = () => about.algorithms.find((a) => a.name === value.algorithm);
  const weighs = () => value.algorithm === WEIGHTED;
  const refresh = () => {
    const informed = Boolean(chosen()?.informed) && hasHeuristics(maze), own = informed && value.heuristic === OWN;
    if (informed && !own && !maze.heuristics.some((h) => h.name === value.heuristic))
      value.heuristic = maze.heuristics.at(-1)?.name ?? OWN;
    const names = informed ? [...maze.heuristics.map((h) => [h.name, h.admissible ? h.name : t("{name} (not admissible)", h)]),
      [OWN, t("an expression…")]] : [];
    const choice = informed && field(t("Heuristic {name}", { name }), select(names, value.heuristic, (v) => change({ heuristic: v })));
    heuristics.replaceChildren(...(choice ? [choice] : []));
    weightField.hidden = !weighs();
    expressionField.hidden = !informed || value.heuristic !== OWN;
    const heuristic = informed && maze.heuristics.find((h) => h.name === value.heuristic);
    help.textContent = [chosen()?.about, heuristic?.about].filter(Boolean).join("; ");
    over.hidden = expressionField.hidden;
    over.textContent = t("an expression over {names}", { names: features().map((f) => f.name).join(", ") });
  };
  const heuristic = () => value.heuristic === OWN ? expression.value.trim() || expression.placeholder : value.heuristic;
  const hasHeuristics = (m) => m?.heuristics.length > 0 || features().length > 0;
  const question = () => ({ algorithm: value.algorithm, ...(chosen().informed ? { heuristic: heuristic() } : {}),
    ...(weighs() && Number(weight.value) !== USUAL_WEIGHT ? { weight: Number(weight.value) || USUAL_WEIGHT } : {}) });
  const list = select(algorithms, value.algorithm, (v) => change({ algorithm: v }));
  // Without heuristics, informed searches are not offered. Tells what an address asked for and this maze does not have.
  const take = (m) => {
    maze = m;
    const asked = value.given ? value.algorithm : null;
    const informed = about.algorithms.filter((a) => a.informed).map((a) => a.name);
    for (const o of list.options) o.disabled = !hasHeuristics(m) && informed.includes(o.value);
    // What an address names and this maze does not have is taken for an expression; the core says what is wrong with it.
    if (value.heuristic && value.heuristic !== OWN && value.given && !m.heuristics.some((h) => h.name === value.heuristic))
      Object.assign(value, { expression: value.heuristic, heuristic: OWN });
    delete value.given;
    expression.value = value.expression ?? "";
    if (list.selectedOptions[0].disabled) list.value = value.algorithm = optional ? NONE : FIRST.a;
    refresh();
    return asked && asked !== value.algorithm ? [`${optional ? "b" : "a"}=${asked}`] : [];
  };
  const node = el("div", { class: "stack tight" },
    el("div", { class: "fields" }, field(t("Search {name}", { name }), list), heuristics, weightField, expressionField), over);
  return { node, help, question, on: () => value.algorithm !== NONE, take };
}

// ---- the address: #search/ID?a=bfs&b=astar&bh=h3&by=f&unit=events&at=120&as=17
// a, b: algorithm of a search ("none"); ah: heuristic or expression; aw: weight; as: the state that is looked at

// choices: what settings().question() gives for each search, or null
export function written([a, b], { unit, value, at, states }) {
  const out = { a: a.algorithm, ah: a.heuristic, aw: a.weight, b: b ? b.algorithm : "none", bh: b?.heuristic, bw: b?.weight,
    by: value, unit, at, as: states[0], bs: states[1] };
  return Object.fromEntries(Object.entries(out).filter(([, v]) => v !== undefined && v !== null));
}

// {state: the settings that the address names, at, states, wrong: values that cannot be}.
export function readAddress(given, about) {
  const wrong = [], known = ["a", "ah", "aw", "b", "bh", "bw", "by", "unit", "at", "as", "bs"];
  const take = (name, right, otherwise) => {
    if (given[name] === undefined) return otherwise;
    if (right(given[name])) return given[name];
    wrong.push(`${name}=${given[name].slice(0, 40)}`);
    return otherwise;
  };
  const whole = (v) => /^\d{1,9}$/.test(v), number = (name) => { const v = take(name, whole, null); return v === null ? null : Number(v); };
  const search = (name) => {
    const algorithm = take(name, (v) => about.algorithms.some((x) => x.name === v) || name === "b" && v === "none", FIRST[name]);
    const heuristic = take(`${name}h`, (v) => v.length <= 200, undefined);
    const weight = take(`${name}w`, (v) => Number(v) > 0 && Number(v) <= 1000, undefined);
    const chosen = about.algorithms.find((x) => x.name === algorithm);
    if (heuristic !== undefined && !chosen?.informed) wrong.push(`${name}h=${heuristic.slice(0, 40)}`);
    if (weight !== undefined && algorithm !== WEIGHTED) wrong.push(`${name}w=${weight}`);
    return { algorithm: algorithm === "none" ? NONE : algorithm, given: true, ...(heuristic && { heuristic }), ...(weight && { weight }) };
  };
  for (const name of Object.keys(given)) if (!known.includes(name)) wrong.push(`${name}=${given[name].slice(0, 40)}`);
  const value = take("by", (v) => ["g", "h", "f"].includes(v)), unit = take("unit", (v) => ["events", "expansions"].includes(v));
  const searches = ["a", "ah", "aw", "b", "bh", "bw"].some((name) => given[name] !== undefined) ? { a: search("a"), b: search("b") } : {};
  const at = given.at === "end" ? Infinity : number("at");
  return { state: { ...searches, ...(value && { value }), ...(unit && { unit }) }, at, states: [number("as"), number("bs")], wrong };
}
