// compare.js: two mazes side by side: which is harder, and what makes it so.
import { core } from "../core.js";
import { announce, button, el, number } from "../dom.js";
import { firstMaze, mazePick } from "../mazepick.js";
import { thumb } from "../thumb.js";
import { fromCore, t } from "../words.js";

const NAMES = ["A", "B"];

// The maze beside which one is put at first: the next of its kind that ships, or else the one before.
function neighbour(mazes, id) {
  const alike = mazes.filter((m) => m.kind === id.split(":")[0]), at = alike.findIndex((m) => m.id === id);
  return (alike[at + 1] ?? alike[at - 1] ?? mazes.find((m) => m.id !== id))?.id ?? id;
}

// One of the two: its picker and its picture.
class Side {
  constructor(context, name, onpick) {
    Object.assign(this, { context, name, maze: null, drawn: null });
    this.pick = mazePick(context, onpick, t("Maze {name}", { name }));
    this.picture = el("div", {});
    this.facts = el("p", { class: "small soft" });
    this.node = el("section", { class: "panel stack tight", "aria-label": t("Maze {name}", { name }) }, this.pick.node, this.picture, this.facts);
  }

  take(maze) {
    this.close();
    this.maze = maze;
    this.pick.set(maze);
    this.facts.textContent = "";
    this.drawn = thumb(maze.id, this.context.theme, 0.34);
    this.picture.replaceChildren(this.drawn.node);
  }

  close() { this.drawn?.close(); }
}

export function mount(root, context) {
  const sides = NAMES.map((name, i) => new Side(context, name, (maze) => put(i, maze)));
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const says = el("div", { class: "stack tight", role: "status" }), parts = el("ul", { class: "parts" });
  const table = el("tbody", {}), measures = el("details", {}, el("summary", {}, t("All measures side by side")),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("All measures side by side") },
      el("table", { class: "measures" }, el("thead", {}, el("tr", {}, el("th", { class: "text", scope: "col" }, t("Measure")),
        NAMES.map((name) => el("th", { scope: "col" }, name)))), table)));
  const result = el("section", { class: "panel stack", "aria-label": t("Which is harder"), hidden: true }, el("h2", {}, t("Which is harder")), says, parts, measures);
  root.append(el("div", { class: "stack explain compare" }, el("h1", { class: "unseen" }, t("Compare")), problem,
    el("div", { class: "split even" }, sides.map((s) => s.node)), result));
  let job = null, turn = 0;
  const fail = (e) => {
    problem.hidden = false;
    problem.textContent = e.message;
  };

  function put(i, maze) {
    sides[i].take(maze);
    if (sides.every((s) => s.maze)) compare();
  }

  async function compare() {
    const mine = ++turn, [a, b] = sides.map((s) => s.maze);
    context.address(a.id, { with: b.id });
    job?.stop();
    problem.hidden = measures.hidden = parts.hidden = true;
    result.hidden = false;
    says.replaceChildren(el("p", {}, t("Working out both mazes…")), el("div", { class: "row beside" },
      el("progress", { "aria-label": t("Progress") }), button("stop", t("Stop"), () => job?.stop())));
    job = core.job({ ask: "compare", maze: a.id, with: b.id });
    const answer = await job.done.catch((e) => ({ problem: e.message === "stopped" ? t("Stopped.") : e.message }));
    if (mine === turn) tell(answer);
  }

  function tell(answer) {
    if (!answer.known) {
      says.replaceChildren(el("p", { class: "notice" }, answer.problem
        ?? t("One of the mazes is too large to say (limit: {limit}).", { limit: fromCore(answer.limit) })),
      answer.problem ? el("div", { class: "row" }, button("restart", t("Try again"), compare)) : "");
      return announce(says.textContent);
    }
    const [first, ...others] = answer.sentences;
    says.replaceChildren(el("p", { class: "notice info verdict" }, first), ...others.map((text) => el("p", {}, text)));
    announce(first);
    showParts(answer.parts ?? []);
    table.replaceChildren(...answer.measures.map(({ about, values }) => el("tr", {}, el("td", { class: "text" }, about),
      values.map((v) => el("td", {}, number(v))))));
    measures.hidden = false;
  }

  // What makes up the difference of the difficulties, as bars to the right, or to the left where it makes the harder one easier.
  function showParts(all) {
    const list = all.filter((p) => Math.abs(p.grades) >= 0.05); // less is shown as nothing
    const most = Math.max(...list.map((p) => Math.abs(p.grades)), 0.01);
    parts.hidden = !list.length;
    parts.replaceChildren(...list.map(({ about, grades, values }) => el("li", {}, el("span", {}, about),
      el("meter", { min: 0, max: most, value: Math.abs(grades), class: grades < 0 ? "less" : undefined, "aria-label": about }),
      el("span", { class: "small soft" }, grades < 0 ? t("{grades} grades easier", { grades: number(-grades) }) : t("{grades} grades harder", { grades: number(grades) }),
        ` (A: ${number(values[0])}, B: ${number(values[1])})`))));
  }

  async function open() {
    const first = firstMaze(context, 15), second = context.settings.with ?? neighbour(context.mazes, first);
    for (const [i, maze] of [first, second].entries()) {
      const answer = await core.ask({ ask: "maze", maze }), gone = turn < 0;
      if (gone) return;
      put(i, answer);
    }
  }

  const recolour = () => sides.forEach((s) => s.drawn?.recolour());
  document.addEventListener("themechange", recolour);
  open().catch((e) => turn < 0 || fail(e));
  return () => {
    turn = -1;
    document.removeEventListener("themechange", recolour);
    job?.stop();
    sides.forEach((s) => s.close());
  };
}
