// mazepick.js: choosing a maze in one row: one that ships or is kept, a random one, or one pasted as id or text.
import { core } from "./core.js";
import { button, dialog, el, field } from "./dom.js";
import { keepButton, pointAt } from "./mazeactions.js";
import { anotherButton, askRandom } from "./randommaze.js";
import { shelf } from "./shelf.js";
import { groups } from "./progress.js";
import { fromCore, t } from "./words.js";

// The maze that a view begins with if the address names none: the first shipped maze whose shortest
// solution has `moves` moves or more.
export function firstMaze(context, moves = 0) {
  const able = context.kinds.find((k) => k.random && k.draws);
  return context.maze ?? (context.mazes.find((m) => m.length >= moves) ?? context.mazes[0])?.id ?? `${able.name}:5x5#1`;
}

// A form in a dialog. It calls `make`, and shows the error if that throws; with its place if it is in the maze's text,
// which is in the field `written`.
export function askFor(title, verb, make, onpick, children, written) {
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const go = async (e) => {
    e.preventDefault();
    try {
      const maze = await make();
      box.close();
      onpick(maze);
    } catch (error) {
      problem.hidden = false;
      problem.replaceChildren(...(written ? pointAt(written.value, error) : [error.message]));
    }
  };
  const box = dialog(title, children, problem, el("div", { class: "row" },
    el("button", { class: "primary", onclick: go }, verb)));
}

export function askPasted(onpick, kind) {
  const text = el("textarea", { rows: "9", spellcheck: "false", autocapitalize: "off" });
  askFor(t("Paste a maze"), t("Take it"), () => core.ask({ ask: "read", text: text.value, kind }), onpick,
    field(t("Its id, its text, or a link to it"), text), text);
}

const options = (label, mazes) => mazes.length > 0 && el("optgroup", { label }, mazes.map((m) => el("option", { value: m.id }, m.name)));

// What is kept, and the ladders.
const choices = (context) => [options(t("My mazes"), shelf.list()),
  ...[...groups(context.mazes)].map(([name, mazes]) => options(name, mazes))].filter(Boolean);

// onpick gets the answer to `maze`. set(maze) shows which maze is chosen.
export function mazePick(context, onpick, label = t("Maze")) {
  const own = el("option", { value: "" }, "–"), list = el("select", {}, own);
  let maze = null;
  list.addEventListener("change", () => core.ask({ ask: "maze", maze: list.value }).then(onpick));
  const another = anotherButton(onpick), keep = keepButton(context, () => maze);
  const fill = () => {
    list.replaceChildren(own, ...choices(context));
    own.hidden = Boolean(maze) && [...list.options].some((o) => o.value === maze.id);
    own.textContent = maze && !own.hidden
      ? t("{kind} {size}, own", { kind: fromCore(maze.kind), size: `${maze.w}x${maze.h}${maze.d > 1 ? `x${maze.d}` : ""}` }) : "–";
    own.value = own.hidden || !maze ? "" : maze.id;
    list.value = maze?.id ?? "";
  };
  const set = (m) => {
    maze = m;
    fill();
    another.set(m.id);
    keep.update();
  };
  const node = el("div", { class: "beside pick" }, el("label", { class: "field grow" }, label, list), another.node,
    button("dice", t("Random"), () => askRandom(context, maze?.kind, onpick)), button("paste", t("Paste"), () => askPasted(onpick, maze?.kind)),
    keep.node);
  shelf.watch(node, fill);
  fill();
  return { node, set };
}
