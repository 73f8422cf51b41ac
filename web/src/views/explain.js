// explain.js: what a maze asks of its player, and why.
import { Board } from "../board.js";
import { core } from "../core.js";
import { el } from "../dom.js";
import { firstMaze, mazePick } from "../mazepick.js";
import { whyHard } from "../why.js";
import { fromCore, t } from "../words.js";

export function mount(root, context) {
  const pick = mazePick(context, take), canvas = el("canvas", { role: "img", "aria-label": t("The maze") });
  const problem = el("p", { class: "notice bad", role: "alert", hidden: true });
  const says = el("p", { class: "notice", role: "status", hidden: true }), reasons = el("ul", { class: "reasons" });
  root.append(el("div", { class: "stack" }, el("h1", { class: "unseen" }, t("Explain")),
    el("section", { class: "panel", "aria-label": t("Maze") }, pick.node), problem,
    el("div", { class: "split even" }, el("section", { class: "panel stage", "aria-label": t("Board") }, el("div", { class: "board" }, canvas)),
      el("section", { class: "panel stack", "aria-label": t("Why is it this hard?") }, el("h2", {}, t("Why is it this hard?")), says, reasons))));
  const board = new Board(canvas);
  let maze = null, job = null, ended = false;
  const fail = (e) => {
    problem.hidden = false;
    problem.textContent = e.message;
  };
  const draw = () => maze && core.ask({ ask: "play", maze: maze.id, theme: context.theme() })
    .then(({ scene }) => !ended && scene && board.show(scene), fail);

  async function take(answer) {
    maze = answer;
    problem.hidden = true;
    pick.set(maze);
    context.address(maze.id);
    draw();
    job?.stop();
    tell(t("Working it out…"));
    const mine = job = core.job({ ask: "analyse", maze: maze.id }, () => {});
    const found = await mine.done.catch((e) => ({ problem: e.message }));
    if (mine === job && !ended) show(found);
  }

  function tell(text) {
    says.hidden = !text;
    says.textContent = text;
    reasons.replaceChildren();
  }

  function show(found) {
    const { known, limit, verdict } = found;
    if (found.problem) return tell(found.problem);
    if (!known) return tell(t("Too large to say (limit: {limit}).", { limit: fromCore(limit) }));
    if (!verdict.solvable) return tell(t("Unsolvable: no way leads to the goal."));
    tell("");
    reasons.replaceChildren(...whyHard(found).map((text) => el("li", {}, text)));
  }

  document.addEventListener("themechange", draw);
  core.ask({ ask: "maze", maze: firstMaze(context, 15) }).then((m) => ended || take(m)).catch(fail);
  return () => {
    ended = true;
    document.removeEventListener("themechange", draw);
    job?.stop();
    board.close();
  };
}
