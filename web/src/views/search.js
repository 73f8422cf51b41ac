// search.js: shows one or two searches on one maze in step, forwards and backwards, and a table of the
// results of all searches on it.
import { core } from "../core.js";
import { announce, button, el, number, select, share } from "../dom.js";
import { exampleLinks, tellingMaze } from "../examples.js";
import { fullScreenButton } from "../full.js";
import { Optimum } from "../optimum.js";
import { FIRST, readAddress, settings, written } from "../searchsettings.js";
import { Stepper } from "../stepper.js";
import { storage } from "../storage.js";
import { SearchPanel } from "../searchpanel.js";
import { mazePick } from "../mazepick.js";
import { Results } from "../results.js";
import { t } from "../words.js";

const EVENTS = 200000; // the most events of a trace
const QUIET = 300;     // ms without a change before the address is written: browsers allow only so many in a while
const units = () => [["expansions", t("expansions")], ["events", t("events")]];

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

// Arrows, Home, End and the space bar move through the searches, except where they mean something else.
function keysOf(stepper, onstep) {
  const acts = { ArrowLeft: () => stepper.by(-1), ArrowRight: () => stepper.by(1), Home: () => stepper.by(-Infinity),
    End: () => stepper.by(Infinity), " ": () => stepper.turn() };
  return (e) => {
    const own = e.key === " " ? "input:not([type=range]),select,textarea,button,summary,a,dialog" : "input,select,textarea,[tabindex]:not(main),dialog";
    if (!acts[e.key] || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || e.target.closest?.(own) || document.querySelector("dialog[open]")) return;
    e.preventDefault();
    acts[e.key]();
    if (e.key !== " ") onstep();
  };
}

export function mount(root, context) {
  const { about } = context, asked = readAddress(context.settings ?? {}, about);
  const state = { a: { algorithm: FIRST.a }, b: { algorithm: FIRST.b }, unit: "expansions", value: "f", ...storage.get("search", {}), ...asked.state };
  const panels = ["A", "B"].map((n) => new SearchPanel(n, { theme: context.theme, onjump: jump, onselect: () => noted() }));
  const optimum = new Optimum(), told = el("p", { class: "notice", role: "alert", hidden: true });
  const results = new Results(about.algorithms, optimum), key = legend();
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  let maze = null, range = null, turn = 0, ended = false;
  const shown = () => panels.filter((l) => l.trace);
  const steps = ({ trace }) => state.unit === "events" ? trace.length : trace.expansions.length - 1;
  const events = (panel, position) => state.unit === "events" ? position : panel.trace.expansions[Math.min(position, steps(panel))];
  const stepper = new Stepper((position) => {
    shown().forEach((l) => l.show(events(l, position), state.value, range));
    noted();
  }, (at, all) => state.unit === "events" ? t("{at} of {all} events", { at, all }) : t("{at} of {all} expansions", { at, all }));
  const pick = mazePick(context, take);
  const choices = [settings("A", about, state.a, run), settings("B", about, state.b, run)];

  // The address of this moment. It is written when nothing has changed for a while.
  let late = null;
  const moment = () => written(choices.map((c) => c.on() ? c.question() : null),
    { unit: state.unit, value: state.value, at: stepper.position, states: panels.map((l) => l.trace && l.looked.state) });
  function noted() {
    clearTimeout(late);
    if (maze && shown().length) late = setTimeout(() => context.address(maze.id, moment()), QUIET);
  }

  function tell(wrong) {
    told.hidden = !wrong.length;
    told.textContent = t("The address asks for what there is not here: {list}. The rest of it is shown.", { list: wrong.join(", ") });
  }

  // To the moment after so many events.
  function jump(count) {
    if (state.unit !== "events") {
      unitField.value = "events";
      changeUnit("events");
    }
    stepper.pause();
    stepper.go(count);
  }

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
    if (ended) return;
    maze = answer;
    view.classList.add("ready");
    pick.set(maze);
    results.clear(maze);
    asked.wrong.push(...choices.flatMap((c) => c.take(maze)));
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
      panel.load({ ask: "trace", maze: maze.id, events: EVENTS, ...choices[i].question() }, maze, kind)));
    if (mine !== turn || ended) return;
    ends.filter((e) => e.reason).forEach((e) => fail(e.reason));
    for (const panel of shown()) results.addWatched(panel.trace.result);
    rescale();
    const most = Math.max(0, ...shown().map(steps));
    stepper.reach(most, asked.at ?? 0);
    answerAddress(most);
    context.address(maze.id, moment());
    judge(mine);
    announce(shown().map((l) => `${l.title.textContent}: ${l.outcome.textContent}`).join(". "));
  }

  // What the address asks for counts once; afterwards the user does.
  function answerAddress(most) {
    panels.forEach((panel, i) => {
      const id = asked.states[i];
      if (id !== null && panel.trace && id < panel.trace.states.length) panel.look({ cell: null, state: id });
      else if (id !== null) asked.wrong.push(`${"ab"[i]}s=${id}`);
    });
    if (asked.at !== Infinity && asked.at > most) asked.wrong.push(`at=${asked.at}`);
    tell(asked.wrong);
    Object.assign(asked, { at: null, states: [null, null], wrong: [] });
  }

  async function judge(mine) {
    const open = shown().filter((l) => l.trace.result.outcome === "solved");
    if (!open.length) return;
    const least = await optimum.of(maze);
    if (mine === turn && !ended) open.forEach((l) => l.judge(least));
  }

  const unitField = select(units(), state.unit, changeUnit, { "aria-label": t("Step"), title: t("Step") });
  const colours = el("div", { class: "segments", role: "group", "aria-label": t("Colour by") }, ["g", "h", "f"].map((v) =>
    el("button", { type: "button", "aria-pressed": String(v === state.value), onclick: (e) => {
      state.value = v;
      for (const b of colours.children) b.setAttribute("aria-pressed", String(b === e.target));
      save();
      rescale();
      stepper.go(stepper.position);
    } }, v)));
  const boards = el("div", { class: "split even search-panels" }, panels.map((l) => l.node));
  panels.forEach((l, i) => l.tree.node.before(choices[i].help));
  for (const b of pick.node.querySelectorAll("button")) b.title = b.textContent; // they are shown as icons
  pick.node.append(...[exampleLinks(context)].filter(Boolean));
  const keys = keysOf(stepper, () => announce([stepper.label.textContent, ...shown().map((l) => `${l.name}: ${l.open.why.textContent}`)].join(". ")));
  const saves = el("div", { class: "row" }, panels.flatMap((l) => [
    button("download", t("Trace {name}", l), () => l.trace && l.saveTrace()),
    button("download", t("Picture {name}", l), () => l.trace && l.savePicture())]));
  // On a phone the settings can be unfolded, so that the boards come early.
  const unfold = button("list", t("Maze and searches"), () => unfold.setAttribute("aria-expanded", String(view.classList.toggle("unfolded"))));
  unfold.classList.add("search-unfold");
  unfold.setAttribute("aria-expanded", "false");
  const view = el("div", { class: "stack searches" }, el("h1", { class: "unseen" }, t("Watch searches")), unfold,
    el("section", { class: "panel search-setup", "aria-label": t("What to search") }, pick.node,
      choices.map((c) => c.node)), problem, told,
    el("section", { class: "panel stepper", "aria-label": t("Position") }, stepper.buttons, stepper.slider, stepper.label,
      el("div", { class: "row tight stepper-tools" }, unitField, stepper.pace,
        button("share", t("Copy link to this moment"), () => share("search", maze.id, moment()), { bare: true }),
        fullScreenButton(t("For a projector"), null, true))),
    el("div", { class: "row stepper-options" }, el("span", { class: "small soft" }, t("Colour by")), colours, key.node), boards,
    el("details", { class: "small" }, el("summary", {}, t("Save what is shown")), saves), results.node);
  root.append(view);

  const recoloured = () => panels.forEach((l) => l.recolour()), resized = () => panels.forEach((l) => l.resize());
  document.addEventListener("themechange", recoloured);
  document.addEventListener("keydown", keys);
  document.addEventListener("fullchange", resized);
  addEventListener("resize", resized);
  (async () => take(await core.ask({ ask: "maze", maze: context.maze ?? await tellingMaze(context) })))().catch((e) => ended || fail(e));
  return () => {
    ended = true;
    turn++;
    clearTimeout(late);
    document.removeEventListener("themechange", recoloured);
    document.removeEventListener("keydown", keys);
    document.removeEventListener("fullchange", resized);
    removeEventListener("resize", resized);
    optimum.stop();
    stepper.close();
    results.stop();
    panels.forEach((l) => l.close());
  };
}
