// randommaze.js: random mazes, which can be solved and have a chosen difficulty. The core searches for them in a
// worker of its own, so that everything else goes on meanwhile. The same seed gives the same maze.
import { core } from "./core.js";
import { button, dialog, el, field, number, select, toast } from "./dom.js";
import { storage } from "./storage.js";
import { fromCore, kindName, t } from "./words.js";

// Difficulties of the core, 1 to 10 (docs/difficulty.md). Below `easy` are mazes without choices.
const GRADES = { easy: [1.5, 2.5], medium: [2.5, 3.5], hard: [3.5, 5], harder: [5, 10], any: null };
const WAIT = 600; // milliseconds, before the user is told that a search goes on

const nameOf = { easy: () => t("easy"), medium: () => t("medium"), hard: () => t("hard"), harder: () => t("very hard"), any: () => t("any") };
export const grades = () => Object.entries(GRADES).map(([grade, band]) =>
  [grade, band ? t("{name} ({from} to {to})", { name: nameOf[grade](), from: band[0], to: band[1] }) : nameOf[grade]()]);

export const newSeed = () => String(1 + Math.floor(Math.random() * 999999));

const middle = (grade) => GRADES[grade] ? (GRADES[grade][0] + GRADES[grade][1]) / 2 : 2.5;

// A usual size of a kind for a grade: that of the shipped maze whose difficulty is nearest to it.
export function usualSize(context, kind, grade = "any") {
  const off = (m) => Math.abs((m.difficulty ?? 10) - middle(grade));
  const [best] = context.mazes.filter((m) => m.kind === kind).sort((a, b) => off(a) - off(b));
  return best?.id.split(/[:#]/)[1].split(",")[0] ?? "5x5";
}

// ---- one search at a time

let job = null;

export const stopRandom = () => {
  job?.stop();
  job = null;
};

// wish: {kind, size, grade, seed, exact}; exact: the very maze of this seed, which may have no solution. Resolves to
// the answer of the core, or to null if another choice has ended the search. onnear(id) tells of nearer mazes.
export async function randomMaze({ kind, size, grade, seed, exact }, onnear) {
  stopRandom();
  const [easiest, hardest] = GRADES[grade] ?? [];
  const question = { ask: "random", kind, size, seed, ...(exact ? {} : easiest ? { easiest, hardest } : { solvable: true }) };
  const mine = job = core.job(question, ({ id }) => id && onnear?.(id));
  try {
    const maze = await mine.done;
    return job === mine ? maze : null;
  } catch (e) {
    if (job !== mine) return null;
    throw e;
  } finally {
    if (job === mine) job = null;
  }
}

// What to say where the difficulty was not met; "" where it was.
export function shortfall({ size, grade }, { kind, difficulty, reached }) {
  if (reached !== false) return "";
  const [from, to] = GRADES[grade], values = { kind: fromCore(kind), size, from, to, difficulty: number(difficulty) };
  const found = t("No {kind} maze of size {size} with a difficulty of {from} to {to} was found. The nearest one has {difficulty}.", values);
  return `${found} ${difficulty < from ? t("Larger sizes and more parts make mazes harder.") : t("Smaller sizes make mazes easier.")}`;
}

// ---- the dialog

// "name=value: about" for the options that may follow the size after commas.
export function optionHelp(kind) {
  if (!kind.options.length) return el("p", { class: "small soft" }, t("Width x height, such as 5x5."));
  return el("details", { class: "small" }, el("summary", {}, t("Options after the size, with commas")),
    el("dl", { class: "names" }, kind.options.flatMap((o) =>
      [el("dt", {}, el("code", {}, o.value ? `${o.name}=${o.value}` : o.name)), el("dd", {}, o.about)])));
}

// A field for a seed, with a button that chooses another one at random.
export function seedField(value, onchange) {
  const input = el("input", { value: value ?? newSeed(), inputmode: "numeric", oninput: () => onchange?.(input.value) });
  const roll = button("dice", t("New seed"), () => {
    input.value = newSeed();
    onchange?.(input.value);
  }, { bare: true });
  const label = el("label", { class: "field grow" }, t("Seed"), input);
  return { input, node: el("div", { class: "beside" }, label, roll) };
}

const remember = ({ kind, size, grade, exact }, { id, length, difficulty }) =>
  storage.set("random", { kind, size, grade, exact: Boolean(exact), id, length, difficulty });

// What is known of a maze that is the latest random one.
export function factsOf(id) {
  const { id: latest, length, difficulty } = storage.get("random", {});
  return latest === id ? { length, difficulty } : {};
}

// Any kind, size and difficulty; onpick gets the answer of the core. A search that goes on ends with any other choice.
export function askRandom(context, wanted, onpick) {
  const kinds = context.kinds.filter((k) => k.random && k.draws), last = storage.get("random", {});
  let kind = kinds.find((k) => k.name === wanted) ?? kinds.find((k) => k.name === last.kind) ?? kinds[0];
  let grade = last.grade in GRADES ? last.grade : "medium", own = false, nearest = null;
  const size = el("input", { spellcheck: "false", autocapitalize: "off", oninput: () => { own = true; changed(); } });
  const seed = seedField(undefined, changed), exact = el("input", { type: "checkbox", onchange: changed });
  const about = el("p", { class: "small soft" }), help = el("div", {});
  const says = el("p", { class: "notice", role: "status", hidden: true }), problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const make = el("button", { class: "primary", onclick: go }, t("Make it"));
  const difficulty = field(t("Difficulty"), select(grades(), grade, (v) => choose(kind.name, v)));
  difficulty.classList.add("wide");
  const take = button("step", t("Take the nearest"), () => pick(nearest), { primary: true });
  take.hidden = true;

  const tell = (node, text) => {
    node.textContent = text;
    node.hidden = !text;
  };

  function changed() {
    stopRandom();
    make.disabled = false;
    take.hidden = true;
    nearest = null;
    tell(says, "");
    tell(problem, "");
  }

  function choose(name, newGrade) {
    if (name !== kind.name) own = false;
    kind = kinds.find((k) => k.name === name);
    grade = newGrade;
    if (!own) size.value = usualSize(context, name, grade);
    about.textContent = kind.about;
    help.replaceChildren(optionHelp(kind));
    changed();
  }

  const wish = () => ({ kind: kind.name, size: size.value.trim(), grade, seed: seed.input.value.trim(), exact: exact.checked });

  async function pick(maze) {
    stopRandom();
    const full = typeof maze === "string" ? await core.ask({ ask: "maze", maze }) : maze;
    remember(wish(), full);
    box.close();
    onpick(full);
  }

  async function go(e) {
    e.preventDefault();
    changed();
    make.disabled = true;
    const asked = wish(), late = setTimeout(() => {
      tell(says, t("Searching for a maze of this difficulty…"));
      take.hidden = !nearest;
    }, WAIT);
    try {
      const maze = await randomMaze(asked, (id) => {
        nearest = id;
        take.hidden = says.hidden;
      });
      if (!maze) return;
      const why = asked.exact ? "" : shortfall(asked, maze);
      if (!why) return await pick(maze);
      nearest = maze;
      take.hidden = false;
      clearTimeout(late);
      tell(says, why);
      take.focus();
    } catch (error) {
      tell(says, "");
      tell(problem, error.line ? `${error.line}:${error.column}: ${error.message}` : error.message);
    } finally {
      clearTimeout(late);
      make.disabled = false;
    }
  }

  const box = dialog(t("A random maze"),
    el("div", { class: "fields" }, field(t("Kind"), select(kinds.map((k) => [k.name, kindName(k.name)]), kind.name, (v) => choose(v, grade))), field(t("Size"), size), difficulty), about, help,
    el("details", {}, el("summary", {}, t("Advanced")), el("div", { class: "stack tight" }, seed.node,
      el("label", { class: "check" }, exact, t("Exactly the maze of this seed, which may have no solution")))),
    says, problem, el("div", { class: "row" }, make, take));
  box.addEventListener("close", stopRandom);
  choose(kind.name, grade);
}

// ---- another one

let pressed = false; // the view may have been made anew since; then the new button gets the focus

// A button that is there while the maze shown is a random one. set(id) tells which one is shown; offer() is a second
// button, or null.
export function anotherButton(onpick) {
  const node = button("dice", t("Another"), go);
  node.hidden = true;
  let at = null;

  async function go() {
    const wish = { ...storage.get("random", {}), seed: newSeed() }, before = at;
    const late = setTimeout(() => toast(t("Searching for a maze of this difficulty…")), WAIT);
    node.setAttribute("aria-busy", "true");
    try {
      const maze = await randomMaze(wish);
      if (!maze || at !== before || !node.isConnected) return;
      remember(wish, maze);
      pressed = document.activeElement?.textContent === node.textContent;
      const why = wish.exact ? "" : shortfall(wish, maze);
      if (why) toast(why);
      onpick(maze);
    } catch (e) {
      toast(e.message);
    } finally {
      clearTimeout(late);
      node.removeAttribute("aria-busy");
    }
  }

  const set = (id) => {
    if (at !== null && at !== id) stopRandom();
    at = id;
    node.hidden = storage.get("random", {}).id !== id;
    if (pressed && !node.hidden) node.focus();
    pressed = false;
  };
  const offer = (how) => node.hidden ? null : button("dice", t("Another"), go, how);
  return { node, set, offer };
}
