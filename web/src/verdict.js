// verdict.js: shows what the whole state graph says of a maze while it is edited.
import { core } from "./core.js";
import { el, number, stat } from "./dom.js";

const PATIENCE = 150; // ms without a change before the work begins

export class Verdict {
  constructor(onknown) {
    Object.assign(this, { onknown, job: null, timer: null, turn: 0 });
    this.says = el("p", { class: "notice verdict", role: "status" });
    this.stats = Object.fromEntries(["Moves", "Difficulty", "States", "Dead ones"].map((n) => [n, stat(n)]));
    this.node = el("section", { class: "panel stack", "aria-label": "Verdict" }, el("h2", {}, "Verdict"), this.says,
      el("dl", { class: "stats" }, Object.values(this.stats).map((s) => s.node)));
  }

  // Asks for the verdict on another maze, and drops the one on the last maze.
  of(id) {
    this.close();
    const turn = ++this.turn;
    this.timer = setTimeout(() => this.#work(id, turn), PATIENCE);
  }

  async #work(id, turn) {
    const slow = setTimeout(() => this.#say("", "Working it out…"), 400);
    this.job = core.job({ ask: "analyse", maze: id }, () => {});
    const answer = await this.job.done.catch((e) => ({ problem: e.message }));
    clearTimeout(slow);
    if (turn !== this.turn) return;
    this.job = null;
    this.#tell(answer);
    this.onknown(answer);
  }

  #say(kind, text) {
    this.says.className = `notice verdict ${kind}`;
    this.says.textContent = text;
  }

  #tell({ problem, known, limit, verdict }) {
    const v = verdict ?? {}, { stats } = this;
    if (problem) this.#say("bad", problem);
    else if (!known) this.#say("", `Too large to say (limit: ${limit}).`);
    else if (!v.solvable) this.#say("bad", "Unsolvable: no way leads to the goal.");
    else this.#say("good", v.unique ? "Solvable, by one shortest solution." : "Solvable; several solutions are shortest.");
    stats.Moves.set(v.solvable ? number(v.length) : "–");
    stats.Difficulty.set(v.solvable ? number(v.difficulty) : "–");
    stats.States.set(number(v.states));
    stats["Dead ones"].set(number(v.dead));
  }

  close() {
    this.turn++;
    clearTimeout(this.timer);
    this.job?.stop();
    this.job = null;
  }
}
