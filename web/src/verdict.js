// verdict.js: shows what the whole state graph says of a maze while it is edited.
import { core } from "./core.js";
import { el, number, stat } from "./dom.js";
import { whyHard } from "./why.js";
import { fromCore, t } from "./words.js";

const PATIENCE = 150; // ms without a change before the work begins

export class Verdict {
  constructor(onknown) {
    Object.assign(this, { onknown, job: null, timer: null, turn: 0 });
    this.says = el("p", { class: "notice verdict", role: "status" });
    this.stats = { moves: stat(t("Moves")), difficulty: stat(t("Difficulty")), states: stat(t("States")), dead: stat(t("Dead ones")) };
    this.line = el("p", { class: "small verdict-line", "aria-hidden": "true" }); // for narrow screens, beside the board
    this.reasons = el("ul", { class: "small reasons" });
    this.why = el("details", { hidden: true }, el("summary", {}, t("Why is it this hard?")), this.reasons);
    this.node = el("section", { class: "panel stack", "aria-label": t("Verdict") }, el("h2", {}, t("Verdict")), this.says,
      el("dl", { class: "stats" }, Object.values(this.stats).map((s) => s.node)), this.why);
  }

  // Asks for the verdict on another maze, and drops the one on the last maze.
  of(id) {
    this.close();
    const turn = ++this.turn;
    this.timer = setTimeout(() => this.#work(id, turn), PATIENCE);
  }

  async #work(id, turn) {
    const slow = setTimeout(() => this.#say(t("Working it out…"), ""), 400);
    this.job = core.job({ ask: "analyse", maze: id }, () => {});
    const answer = await this.job.done.catch((e) => ({ problem: e.message }));
    clearTimeout(slow);
    if (turn !== this.turn) return;
    this.job = null;
    this.#tell(answer);
    this.onknown(answer);
  }

  #say(text, kind) {
    this.says.className = `notice verdict ${kind}`;
    this.says.textContent = text;
  }

  #tell(answer) {
    const { problem, known, limit, verdict } = answer, v = verdict ?? {}, { stats } = this;
    this.why.hidden = !v.solvable;
    if (v.solvable) this.reasons.replaceChildren(...whyHard(answer).map((text) => el("li", {}, text)));
    if (problem) this.#say(problem, "bad");
    else if (!known) this.#say(t("Too large to say (limit: {limit}).", { limit: fromCore(limit) }), "");
    else if (!v.solvable) this.#say(t("Unsolvable: no way leads to the goal."), "bad");
    else this.#say(v.unique ? t("Solvable, by one shortest solution.") : t("Solvable; several solutions are shortest."), "good");
    this.line.textContent = v.solvable ? t("{n} {n:move|moves}, difficulty {difficulty}", { n: v.length, difficulty: number(v.difficulty) })
      : this.says.textContent;
    stats.moves.set(v.solvable ? number(v.length) : "–");
    stats.difficulty.set(v.solvable ? number(v.difficulty) : "–");
    stats.states.set(number(v.states));
    stats.dead.set(number(v.dead));
  }

  close() {
    this.turn++;
    clearTimeout(this.timer);
    this.job?.stop();
    this.job = null;
  }
}
