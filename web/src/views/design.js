// design.js: the user says what a good maze is, and watches the search for one.
import { Board } from "../board.js";
import { Chart } from "../chart.js";
import { core } from "../core.js";
import { announce, button, el, field, number, select, stat } from "../dom.js";
import { Found } from "../found.js";
import { storage } from "../storage.js";
import { keepButton, mazeActions, pointAt } from "../mazeactions.js";
import { optionHelp, seedField, usualSize } from "../randommaze.js";
import { kindName, t } from "../words.js";

const OWN = ""; // no preset, but an expression of the user's own
const FIRST = ["length", "difficulty", "solutions", "states", "dead"]; // measures to show before all others
const tryings = () => [...[20000, 200000, 2000000].map((n) => [String(n), number(n)]), [OWN, t("own number")]];

const named = (list) => el("dl", { class: "names" },
  list.flatMap((n) => [el("dt", {}, el("code", {}, n.name)), el("dd", {}, n.about)]));

// How the value of an objective is shown: {name, rises, of(energy)}. What is made as large as possible is shown so.
function aimOf({ measure, largest, alone }) {
  const words = measure?.replaceAll("_", " ");
  return { name: alone ? words : measure ? t("{measure} and other terms", { measure: words }) : t("objective, smaller is better"),
    rises: largest, of: (energy) => largest ? 0 - energy : energy };
}

// The form that says what to design. value(): the fields of the question; aim(): how its objective is shown;
// oncheck(ok): called after each change.
function form(context, oncheck) {
  const kinds = context.kinds.filter((k) => k.design), kept = storage.get("design", {});
  const given = { kind: kinds[0].name, evaluations: "20000", own: "", require: "", tries: "50000", ...kept };
  let kind = null, timer = null, turn = 0;
  const size = el("input", { spellcheck: "false", autocapitalize: "off", oninput: check });
  const own = el("input", { value: given.own, spellcheck: "false", autocapitalize: "off", class: "mono", oninput: check,
    "aria-describedby": "objective-says" });
  const require = el("textarea", { rows: "2", value: given.require, spellcheck: "false", oninput: check,
    placeholder: "solutions == 1" });
  const tries = el("input", { value: given.tries, inputmode: "numeric", oninput: check });
  const seed = seedField(given.seed, check);
  const [preset, method, help, names] = [0, 1, 2, 3].map(() => el("div", {}));
  const about = el("p", { class: "small soft" });
  const says = el("div", { class: "small says", id: "objective-says", role: "status" });
  const ownField = field(t("Own expression, made as small as possible"), own), triesField = field(t("How many"), tries);
  const free = () => context.about.methods.find((m) => m.name === given.method)?.objective; // other methods take no objective
  const count = () => given.evaluations === OWN ? tries.value.replace(/[\s,]/g, "") : given.evaluations;

  function chooseKind(name) {
    kind = kinds.find((k) => k.name === name) ?? kinds[0];
    const again = kind.name === kept.kind;
    given.kind = kind.name;
    if (!again || given.preset === undefined) given.preset = kind.presets[0]?.name ?? OWN;
    size.value = again && kept.size ? kept.size : usualSize(context, kind.name);
    if (!kind.methods.includes(given.method)) given.method = kind.methods[0];
    const presets = [...kind.presets.map((p) => p.name), [OWN, t("own expression")]];
    preset.replaceChildren(field(t("Objective"), select(presets, given.preset, choosePreset)));
    method.replaceChildren(field(t("Method"), select(kind.methods, given.method, (v) => { given.method = v; check(); })));
    about.textContent = kind.about;
    help.replaceChildren(optionHelp(kind));
    names.replaceChildren(named(kind.measures));
    check();
  }

  // An expression of the user's own begins with that of the preset chosen before.
  function choosePreset(name) {
    const before = kind.presets.find((p) => p.name === given.preset);
    if (name === OWN && before && !own.value) own.value = before.objective;
    given.preset = name;
    check();
  }

  const goal = () => free() ? { objective: given.preset === OWN ? own.value : given.preset,
    ...(require.value.trim() ? { require: require.value.trim() } : {}) } : {};
  const value = () => ({ kind: kind.name, size: size.value.trim(), ...goal(), method: given.method,
    evaluations: Number(count()), seed: seed.input.value.trim() });

  const objective = () => core.ask({ ask: "objective", kind: kind.name, size: size.value.trim(), ...goal(), method: given.method });

  function check() {
    goals.forEach((g) => { g.hidden = !free(); });
    ownField.hidden = given.preset !== OWN;
    methodSays.textContent = context.about.methods.find((m) => m.name === given.method)?.about ?? "";
    triesField.hidden = given.evaluations !== OWN;
    storage.set("design", { ...given, size: size.value, own: own.value, require: require.value, tries: tries.value,
      seed: seed.input.value });
    clearTimeout(timer);
    timer = setTimeout(understand, 150);
  }

  async function understand() {
    const mine = ++turn;
    const answer = await objective().catch((e) => e);
    if (mine !== turn) return;
    const wrong = answer instanceof Error, chosen = free() && kind.presets.find((p) => p.name === given.preset);
    own.setAttribute("aria-invalid", String(wrong && answer.message.includes(quote(own.value))));
    says.className = `small says ${wrong ? "bad" : "soft"}`;
    if (wrong) says.replaceChildren(...complaint(answer));
    else if (free()) says.replaceChildren(chosen ? `${chosen.about}. ` : "", t("Smallest:"), " ",
      el("code", { class: "wrap" }, answer.objective));
    else says.replaceChildren();
    oncheck(!wrong && Number(count()) >= 1);
  }

  // The core's error quotes the expression that it does not understand.
  const quote = (text) => `'${text.slice(0, 60)}'`;
  function complaint(error) {
    const text = [own.value, ...require.value.split("\n")].find((t) => t && error.message.includes(quote(t)));
    return pointAt(text ?? "", { line: 1, column: text ? error.column : 0, message: error.message });
  }

  const methodSays = el("p", { class: "small soft" });
  const goals = [el("div", { class: "stack" }, preset, ownField), el("div", { class: "stack" },
    field(t("Must hold, one per line (optional)"), require),
    el("details", { class: "small" }, el("summary", {}, t("Names for expressions")), names))];
  const node = el("div", { class: "stack" },
    el("div", { class: "fields" }, field(t("Kind"), select(kinds.map((k) => [k.name, kindName(k.name)]), given.kind, chooseKind)),
      field(t("Size"), size)), about, help,
    goals[0], says, goals[1], el("div", { class: "fields" }, method,
      field(t("Mazes to try"), select(tryings(), given.evaluations, (v) => { given.evaluations = v; check(); })), triesField),
        methodSays, seed.node);
  chooseKind(given.kind);
  return { node, value, aim: () => objective().then(aimOf), end: () => clearTimeout(timer) };
}

// The current run: its curve, its best maze so far, its numbers.
function stage(context) {
  const canvas = el("canvas", { role: "img", "aria-label": t("Best maze so far") });
  const curve = el("canvas", { class: "chart", role: "img", "aria-label": t("The best maze so far, over mazes tried") });
  const box = el("div", { class: "board" }, canvas), chart = new Chart(curve, { x: t("mazes tried"), y: "" });
  const board = new Board(canvas, { height: 0.46 }), bar = el("progress", { max: 1, value: 0, "aria-label": t("Progress") });
  const numbers = { value: stat(t("Objective")), tried: stat(t("Tried")), speed: stat(t("A second")) };
  const state = el("p", { class: "small soft", role: "status" }, t("Nothing designed yet."));
  const measures = el("tbody", {}), first = el("dl", { class: "stats" });
  const table = el("div", { class: "stack", hidden: true }, first,
    el("details", { class: "small" }, el("summary", {}, t("All measures")),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Measures") }, el("table", { class: "measures" },
      el("thead", {}, el("tr", {}, [t("Measure"), t("Value"), t("Meaning")]
        .map((t, i) => el("th", { scope: "col", class: i === 2 && "text" }, t)))),
      measures))));
  let id = null, asked = null, busy = false, aim = null;

  async function draw() {
    if (busy || !id) return;
    busy = true;
    asked = id + context.theme();
    const answer = await core.ask({ ask: "play", maze: id, theme: context.theme() }).catch(() => null);
    busy = false;
    if (answer?.scene) board.show(answer.scene);
    if (asked !== id + context.theme()) draw();
  }

  const actions = mazeActions(context, () => id, ["play", "search", "edit"]), done = el("div", { class: "stack", hidden: true });
  const picture = el("section", { class: "panel stack", "aria-label": t("Best maze"), hidden: true },
    el("h2", {}, t("Best so far")), box, table, done);
  const node = el("div", { class: "stack" }, el("section", { class: "panel stack", "aria-label": t("Run") }, bar,
    el("div", { class: "row spread" }, el("dl", { class: "stats" }, Object.values(numbers).map((n) => n.node)), state),
      curve), picture);
  done.append(actions);

  function show(best) {
    id = best;
    done.hidden = picture.hidden = false;
    draw();
  }

  return {
    node, state, bar, done, show,
    best: () => id,
    begin(total, wanted) {
      aim = wanted;
      numbers.value.node.firstChild.textContent = aim.name;
      curve.setAttribute("aria-label", t("{name} of the best maze so far, over mazes tried", aim));
      chart.clear(total, { y: aim.name, rises: aim.rises });
      bar.value = 0;
      id = null;
      done.hidden = table.hidden = true;
      Object.values(numbers).forEach((n) => n.set("–"));
    },
    news(event, total, began) {
      const seconds = (performance.now() - began) / 1000, value = event.best === null ? null : aim.of(event.best);
      bar.value = Math.min(1, event.evaluations / total);
      numbers.tried.set(number(event.evaluations));
      numbers.value.set(value === null ? "–" : number(value, { maximumSignificantDigits: 6, maximumFractionDigits: undefined }));
      numbers.speed.set(number(Math.round(event.evaluations / Math.max(0.001, seconds))));
      chart.add(event.evaluations, value);
      if (event.id) show(event.id);
    },
    measure(features, abouts) {
      const about = new Map(abouts.map((m) => [m.name, m.about]));
      first.replaceChildren(...FIRST.map((name) => {
        const one = stat(name);
        one.set(number(features[name]));
        return one.node;
      }));
      measures.replaceChildren(...Object.entries(features).map(([name, v]) => el("tr", {},
        el("td", {}, name.replaceAll("_", " ")), el("td", {}, number(v)),
        el("td", { class: "text soft" }, about.get(name) ?? ""))));
      table.hidden = false;
    },
    recolour() {
      draw();
      chart.draw();
    },
    close() {
      board.close();
      chart.close();
    },
  };
}

export function mount(root, context) {
  let job = null, ended = false, ready = false, last = null;
  const scene = stage(context), found = new Found(context),
    problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const fail = ({ message }) => {
    problem.hidden = false;
    problem.textContent = message;
  };
  const go = button("play", t("Run"), run, { primary: true }), halt = button("stop", t("Stop"), () => job?.stop());
  const keep = keepButton(context, () => last);
  const plan = form(context, (ok) => {
    ready = ok;
    buttons();
  });
  scene.done.firstChild.prepend(keep.node);

  function buttons() {
    go.disabled = !ready || Boolean(job);
    halt.disabled = !job;
    keep.update();
  }

  // The numbers of the best maze. A run that was stopped may have none.
  async function featuresOf(id, result) {
    if (result?.id === id && result.features) return result.features;
    const answer = await core.ask({ ask: "analyse", maze: id });
    return Object.fromEntries((answer.measures ?? []).map((m) => [m.name, m.value]));
  }

  async function offer(id, kind, note, result) {
    context.address(id);
    if (id !== scene.best()) scene.show(id);
    const features = await featuresOf(id, result).catch(() => ({}));
    if (ended) return;
    scene.measure(features, context.about.kinds.find((k) => k.name === kind).measures);
    last = { id, name: note, length: features.length, difficulty: features.difficulty };
    found.add(last);
    buttons();
  }

  async function finish(question, result, stopped) {
    const id = result?.id ?? scene.best();
    scene.state.textContent = !id ? t("Nothing solvable found that satisfies the conditions.") :
      result?.proven ? t("Done: proven the longest.") : stopped ? t("Stopped: this is the best so far.") : t("Done.");
    announce(scene.state.textContent);
    if (id) await offer(id, question.kind, `${question.kind} ${question.size}, ${question.objective ?? question.method}`, result);
  }

  async function run() {
    const question = plan.value(), aim = plan.aim(), began = performance.now();
    let stopped = false, result = null, failed = null, mine = null;
    problem.hidden = true;
    last = null;
    scene.state.textContent = t("Designing…");
    job = { stop: () => { stopped = true; mine?.stop(); } };
    buttons();
    try {
      scene.begin(question.evaluations, await aim);
      mine = core.job({ ask: "design", ...question }, (e) => ended || scene.news(e, question.evaluations, began));
      if (stopped || ended) mine.stop();
      result = await mine.done;
    } catch (e) { failed = e; }
    job = null;
    if (ended) return;
    if (failed && !stopped) {
      fail(failed);
      scene.state.textContent = "";
    } else {
      if (result) scene.news({ evaluations: result.evaluations, best: result.energy, id: result.id },
        question.evaluations, began);
      if (!stopped) scene.bar.value = 1;
      await finish(question, result, stopped);
    }
    if (!ended) buttons();
  }

  root.append(el("h1", { class: "unseen" }, t("Design a maze")), el("div", { class: "split design" },
    el("section", { class: "panel stack", "aria-label": t("What to design") }, plan.node,
      el("div", { class: "row" }, go, halt), problem),
    el("div", { class: "stack" }, scene.node, found.node)));
  buttons();
  const recoloured = () => {
    scene.recolour();
    found.recolour();
  };
  document.addEventListener("themechange", recoloured);
  const given = context.maze && core.ask({ ask: "maze", maze: context.maze });
  given?.then((m) => ended || job || offer(m.id, m.kind, `${m.kind} ${m.w}x${m.h}`)).catch(fail);
  return () => {
    ended = true;
    document.removeEventListener("themechange", recoloured);
    plan.end();
    job?.stop();
    scene.close();
    found.close();
  };
}
