// verdict.js: shows what the whole state graph says of a maze while it is edited.
import { core } from "./core.js";
import { el, number, stat } from "./dom.js";
import { fromCore, t } from "./words.js";

const PATIENCE = 150; // ms without a change before the work begins

export class Verdict {
  constructor(onknown) {
    Object.assign(this, { onknown, job: null, timer: null, turn: 0 });
    this.says = el("p", { class: "notice verdict", role: "status" });
    this.stats = { moves: stat(t("Moves")), difficulty: stat(t("Difficulty")), states: stat(t("States")), dead: stat(t("Dead ones")) };
    this.node = el("section", { class: "panel stack", "aria-label": t("Verdict") }, el("h2", {}, t("Verdict")), this.says,
      el("dl", { class: "stats" }, Object.values(this.stats).map((s) => s.node)));
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

  #tell({ problem, known, limit, verdict }) {
    const v = verdict ?? {}, { stats } = this;
    if (problem) this.#say(problem, "bad");
    else if (!known) this.#say(t("Too large to say (limit: {limit}).", { limit: fromCore(limit) }), "");
    else if (!v.solvable) this.#say(t("Unsolvable: no way leads to the goal."), "bad");
    else this.#say(v.unique ? t("Solvable, by one shortest solution.") : t("Solvable; several solutions are shortest."), "good");
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
