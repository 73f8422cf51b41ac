// search.js: shows one or two searches on one maze in step, forwards and backwards, and a table of the
// results of all searches on it.
import { core } from "../core.js";
import { announce, button, el, field, number, select } from "../dom.js";
import { Stepper } from "../stepper.js";
import { storage } from "../storage.js";
import { SearchPanel } from "../searchpanel.js";
import { firstMaze, mazePick } from "../mazepick.js";
import { Results } from "../results.js";
import { fromCore, t } from "../words.js";

const NONE = "", WEIGHTED = "wastar", FIRST = { a: "bfs", b: "astar" };
const OWN = "="; // the choice of a heuristic for an expression that the user writes
const USUAL_WEIGHT = 2; // the default of the core
const EVENTS = 200000; // the most events of a trace
const units = () => [["expansions", t("expansions")], ["events", t("events")]];

// The settings of one search: algorithm, heuristic, weight. onchange is called when one of them changes.
function settings(name, about, value, onchange) {
  const optional = name === "B";
  const algorithms = [...(optional ? [[NONE, t("none")]] : []), ...about.algorithms.map((a) => a.name)];
  const help = el("p", { class: "small soft" }), heuristics = el("div", {});
  const weight = el("input", { type: "number", min: "1", step: "0.5", value: String(value.weight ?? USUAL_WEIGHT),
    onchange: (e) => change({ weight: e.target.value }) });
  const weightField = field(t("Weight {name}", { name }), weight);
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
    const words = expressionField.hidden ? heuristic?.about
      : t("an expression over {names}", { names: features().map((f) => f.name).join(", ") });
    help.textContent = [chosen()?.about, words].filter(Boolean).join("; ");
  };
  const heuristic = () => value.heuristic === OWN ? expression.value.trim() || expression.placeholder : value.heuristic;
  const hasHeuristics = (m) => m?.heuristics.length > 0 || features().length > 0;
  const question = () => ({ algorithm: value.algorithm, ...(chosen().informed ? { heuristic: heuristic() } : {}),
    ...(weighs() && Number(weight.value) !== USUAL_WEIGHT ? { weight: Number(weight.value) || USUAL_WEIGHT } : {}) });
  const list = select(algorithms, value.algorithm, (v) => change({ algorithm: v }));
  // Without heuristics, informed searches are not offered.
  const take = (m) => {
    maze = m;
    const informed = about.algorithms.filter((a) => a.informed).map((a) => a.name);
    for (const o of list.options) o.disabled = !hasHeuristics(m) && informed.includes(o.value);
    if (list.selectedOptions[0].disabled) list.value = value.algorithm = optional ? NONE : FIRST.a;
    refresh();
  };
  const node = el("div", { class: "stack tight" },
    el("div", { class: "fields" }, field(t("Search {name}", { name }), list), heuristics, expressionField, weightField), help);
  return { node, question, on: () => value.algorithm !== NONE, take };
}

// What the colours and marks mean.
function legend() {
  const low = el("span", {}, "0"), high = el("span", {}, "0"), bar = el("span", { class: "scale-bar", "aria-hidden": "true" });
  const key = (kind, text) => el("span", { class: "key" }, el("span", { class: `key-box ${kind}`, "aria-hidden": "true" }), text);
  const way = key("way", t("on the way"));
  const node = el("div", { class: "legend small" }, el("span", { class: "scale" }, low, bar, high),
    key("current", t("now")), way, key("frontier", t("frontier")), key("closed", t("expanded")),
    el("span", { class: "soft" }, t("×3: states in this cell")));
  const set = (value, range, deepens) => {
    way.hidden = !deepens;
    low.textContent = range ? `${value} ${number(range[0])}` : t("no {value}", { value });
    high.textContent = range ? number(range[1]) : "";
    bar.hidden = !range;
  };
  return { node, set };
}

// The colour scale covers both searches, so that they can be compared.
function commonRange(panels, value) {
  const ranges = panels.map((l) => l.trace?.range(value)).filter(Boolean);
  return ranges.length ? [Math.min(...ranges.map((r) => r[0])), Math.max(...ranges.map((r) => r[1]))] : null;
}

export function mount(root, context) {
  const kept = storage.get("search", {}), { about } = context;
  const state = { a: { algorithm: FIRST.a }, b: { algorithm: FIRST.b }, unit: "expansions", value: "f", ...kept };
  const panels = ["A", "B"].map((n) => new SearchPanel(n, context));
  const results = new Results(about.algorithms), key = legend();
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  let maze = null, range = null, turn = 0, ended = false;
  const shown = () => panels.filter((l) => l.trace);
  const steps = ({ trace }) => state.unit === "events" ? trace.length : trace.expansions.length - 1;
  const events = (panel, position) => state.unit === "events" ? position : panel.trace.expansions[Math.min(position, steps(panel))];
  const stepper = new Stepper((position) => shown().forEach((l) => l.show(events(l, position), state.value, range)), (at, all) => state.unit === "events" ? t("{at} of {all} events", { at, all }) : t("{at} of {all} expansions", { at, all }));
  const pick = mazePick(context, take);
  const choices = [settings("A", about, state.a, run), settings("B", about, state.b, run)];

  const save = () => storage.set("search", state);
  const fail = (e) => {
    problem.hidden = false;
    problem.textContent = e.message;
  };

  function rescale() {
    range = commonRange(panels, state.value);
    key.set(state.value, range, shown().some((l) => l.trace.deepens));
  }

  // Changes the unit, but stays at the same moment of the first search.
  function changeUnit(unit) {
    const panel = shown()[0], at = panel ? events(panel, stepper.position) : 0;
    state.unit = unit;
    save();
    const next = !panel || unit === "events" ? at : panel.trace.expansions.findIndex((e) => e >= at);
    stepper.reach(Math.max(0, ...shown().map(steps)), next);
  }

  async function take(answer) {
    maze = answer;
    pick.set(maze);
    context.address(maze.id);
    results.clear(maze);
    choices.forEach((c) => c.take(maze));
    await run();
  }

  async function run() {
    const mine = ++turn, kind = about.kinds.find((k) => k.name === maze.kind);
    save();
    stepper.pause();
    problem.hidden = true;
    panels[1].node.hidden = !choices[1].on();
    panels.forEach((l) => l.stop());
    boards.classList.toggle("single", !choices[1].on());
    const ends = await Promise.allSettled(panels.map((panel, i) => choices[i].on() &&
      panel.load({ ask: "trace", maze: maze.id, events: EVENTS, ...choices[i].question() }, kind)));
    if (mine !== turn || ended) return;
    ends.filter((e) => e.reason).forEach((e) => fail(e.reason));
    for (const panel of shown()) results.addWatched(panel.trace.result);
    rescale();
    stepper.reach(Math.max(0, ...shown().map(steps)), 0);
    announce(shown().map((l) => `${l.title.textContent}: ${l.outcome.textContent}`).join(". "));
  }

  const colours = el("div", { class: "segments", role: "group", "aria-label": t("Colour by") }, ["g", "h", "f"].map((v) =>
    el("button", { type: "button", "aria-pressed": String(v === state.value), onclick: (e) => {
      state.value = v;
      for (const b of colours.children) b.setAttribute("aria-pressed", String(b === e.target));
      save();
      rescale();
      stepper.go(stepper.position);
    } }, v)));
  const boards = el("div", { class: "split even search-panels" }, panels.map((l) => l.node));
  const saves = el("div", { class: "row" }, panels.flatMap((l) => [
    button("download", t("Trace {name}", l), () => l.trace && l.saveTrace()),
    button("download", t("Picture {name}", l), () => l.trace && l.savePicture())]));
  root.append(el("div", { class: "stack" }, el("h1", { class: "unseen" }, t("Watch searches")),
    el("section", { class: "panel search-setup", "aria-label": t("What to search") }, pick.node,
      choices.map((c) => c.node)), problem,
    el("section", { class: "panel stepper", "aria-label": t("Position") }, stepper.buttons, stepper.slider, stepper.label),
    el("div", { class: "stepper-options" }, field(t("Step"), select(units(), state.unit, changeUnit)), stepper.speedField,
      el("div", { class: "field-like" }, el("span", {}, t("Colour by")), colours), key.node), boards,
    el("details", { class: "small" }, el("summary", {}, t("Save what is shown")), saves), results.node));

  const recoloured = () => panels.forEach((l) => l.recolour());
  document.addEventListener("themechange", recoloured);
  core.ask({ ask: "maze", maze: firstMaze(context, 15) }).then((m) => ended || take(m)).catch(fail);
  return () => {
    ended = true;
    turn++;
    document.removeEventListener("themechange", recoloured);
    stepper.close();
    results.stop();
    panels.forEach((l) => l.close());
  };
}
