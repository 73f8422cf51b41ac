// mazepick.js: choosing a maze in one row: one that ships, a random one, or one pasted as id or text.
import { core } from "./core.js";
import { button, dialog, el, field, select } from "./dom.js";
import { t } from "./words.js";

// The part of an id between the kind and the maze: its size and options.
const params = (id) => id.split(/[:#]/)[1] ?? "";

// A usual size for a kind: that of its first shipped maze.
export function usualSize(context, kind) {
  const shipped = context.mazes.find((m) => m.kind === kind);
  return (shipped && params(shipped.id).split(",")[0]) || "5x5";
}

// The maze that a view begins with if the address names none: the first shipped maze whose shortest
// solution has `moves` moves or more.
export function firstMaze(context, moves = 0) {
  const able = context.kinds.find((k) => k.random && k.draws);
  return context.maze ?? (context.mazes.find((m) => m.length >= moves) ?? context.mazes[0])?.id ?? `${able.name}:5x5#1`;
}

export const newSeed = () => String(1 + Math.floor(Math.random() * 999999));

// A field for a seed, with a button that chooses another one at random.
export function seedField(value, onchange) {
  const input = el("input", { value: value ?? newSeed(), inputmode: "numeric", oninput: () => onchange?.(input.value) });
  const roll = button("restart", t("New seed"), () => {
    input.value = newSeed();
    onchange?.(input.value);
  }, { bare: true });
  const label = el("label", { class: "field grow" }, t("Seed"), input);
  return { input, node: el("div", { class: "beside" }, label, roll) };
}

// "name=value: about" for the options that may follow the size after commas.
export function optionHelp(kind) {
  if (!kind.options.length) return el("p", { class: "small soft" }, t("Width x height, such as 5x5."));
  return el("details", { class: "small" }, el("summary", {}, t("Options after the size, with commas")),
    el("dl", { class: "names" }, kind.options.flatMap((o) =>
      [el("dt", {}, el("code", {}, o.value ? `${o.name}=${o.value}` : o.name)), el("dd", {}, o.about)])));
}

// A form in a dialog. It calls `make`, and shows the error if that throws.
function askFor(title, verb, make, onpick, ...children) {
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const go = async (e) => {
    e.preventDefault();
    try {
      const maze = await make();
      box.close();
      onpick(maze);
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error.line ? `${error.line}:${error.column}: ${error.message}` : error.message;
    }
  };
  const box = dialog(title, children, problem, el("div", { class: "row" },
    el("button", { class: "primary", onclick: go }, verb)));
}

// Any kind, size and seed.
export function askRandom(context, kindName, onpick) {
  const kinds = context.kinds.filter((k) => k.random && k.draws);
  let kind = kinds.find((k) => k.name === kindName) ?? kinds[0];
  const size = el("input", { value: usualSize(context, kind.name), spellcheck: "false", autocapitalize: "off" });
  const seed = seedField();
  const about = el("p", { class: "small soft" }), help = el("div", {});
  const choose = (name) => {
    kind = kinds.find((k) => k.name === name);
    size.value = usualSize(context, name);
    about.textContent = kind.about;
    help.replaceChildren(optionHelp(kind));
  };
  choose(kind.name);
  const make = () => core.ask({ ask: "random", kind: kind.name, size: size.value.trim(), seed: seed.input.value.trim() });
  askFor(t("A random maze"), t("Make it"), make, onpick, field(t("Kind"), select(kinds.map((k) => k.name), kind.name, choose)), about,
    el("div", { class: "fields" }, field(t("Size"), size), seed.node), help);
}

export function askPasted(onpick) {
  const text = el("textarea", { rows: "9", spellcheck: "false", autocapitalize: "off" });
  askFor(t("Paste a maze"), t("Take it"), () => core.ask({ ask: "maze", maze: text.value.trim() }), onpick,
    field(t("Its id, or its text with the header"), text));
}

function ladder(context) {
  const groups = new Map();
  for (const m of context.mazes) groups.set(m.group, [...(groups.get(m.group) ?? []), m]);
  return [...groups].map(([name, mazes]) => el("optgroup", { label: name },
    mazes.map((m) => el("option", { value: m.id }, m.name))));
}

// onpick gets the answer to `maze`. set(maze) shows which maze is chosen.
export function mazePick(context, onpick) {
  const own = el("option", { value: "" }, "–"), list = el("select", {}, own, ladder(context));
  let kind = null;
  list.addEventListener("change", () => core.ask({ ask: "maze", maze: list.value }).then(onpick));
  const set = (maze) => {
    kind = maze.kind;
    const shipped = context.mazes.some((m) => m.id === maze.id);
    own.hidden = shipped;
    own.value = shipped ? "" : maze.id;
    own.textContent = t("{kind} {size}, own", { kind: maze.kind, size: `${maze.w}x${maze.h}${maze.d > 1 ? `x${maze.d}` : ""}` });
    list.value = maze.id;
  };
  const node = el("div", { class: "beside pick" }, el("label", { class: "field grow" }, t("Maze"), list),
    button("restart", t("Random"), () => askRandom(context, kind, onpick)), button("edit", t("Paste"), () => askPasted(onpick)));
  return { node, set };
}
