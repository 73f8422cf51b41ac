// harder.js: a short design that begins in the maze that is being edited, and its result beside that maze.
import { core } from "./core.js";
import { announce, button, el, number } from "./dom.js";
import { newSeed } from "./randommaze.js";
import { thumb } from "./thumb.js";
import { t } from "./words.js";

const TRIES = 20000;
const HARD = "-player_steps"; // the grade of difficulty grows with it
const METHOD = "descent"; // changes stay small: each maze is harder than the one before

export class Harder {
  // take(answer): the user wants the new maze
  constructor(context, take) {
    Object.assign(this, { context, take, maze: null, job: null, best: null, turn: 0, pictures: [] });
    this.go = button("hint", t("Make it harder"), () => this.#run());
    this.bar = el("progress", { max: 1, value: 0, "aria-label": t("Progress") });
    this.halt = button("stop", t("Stop"), () => this.job?.stop());
    this.says = el("p", { class: "small", role: "status" });
    this.progress = el("div", { class: "row beside", hidden: true }, this.bar, this.halt);
    this.both = el("div", { class: "both", hidden: true });
    this.choice = el("div", { class: "row", hidden: true },
      button("play", t("Take it"), () => this.#takeIt(), { primary: true }), button("back", t("Keep mine"), () => this.close()),
      button("compare", t("Compare"), () => context.navigate("compare", this.maze.id, { with: this.best })));
    this.node = el("div", { class: "stack tight" }, el("div", { class: "row" }, this.go), this.says, this.progress, this.both, this.choice);
  }

  show(maze, kind) {
    if (maze.id !== this.maze?.id) this.close();
    this.maze = maze;
    this.kind = kind;
    this.go.hidden = !kind.methods.includes(METHOD);
  }

  close() {
    this.turn++;
    this.job?.stop();
    this.job = null;
    this.says.textContent = "";
    this.progress.hidden = this.both.hidden = this.choice.hidden = true;
    this.go.disabled = false;
    this.#clear();
  }

  #clear() {
    this.pictures.forEach((p) => p.close());
    this.pictures = [];
  }

  recolour() { this.pictures.forEach((p) => p.recolour()); }

  async #run() {
    this.close();
    const turn = this.turn, { maze } = this, size = maze.id.split(/[:#]/)[1];
    this.best = null;
    this.bar.value = 0;
    this.go.disabled = true;
    this.progress.hidden = false;
    this.says.textContent = t("Looking for a harder maze like this one…");
    this.job = core.job({ ask: "design", kind: maze.kind, size, objective: HARD, method: METHOD, from: maze.id,
      evaluations: TRIES, seed: newSeed() }, (e) => turn === this.turn && this.#news(e));
    const answer = await this.job.done.catch((e) => e);
    if (turn !== this.turn) return;
    this.job = null;
    this.best = answer.maze_id ?? answer.id ?? this.best;
    await this.#tell(turn, answer);
  }

  #news({ evaluations, id }) {
    this.bar.value = evaluations / TRIES;
    if (id) this.best = id;
  }

  // What came of it: also of a run that was stopped.
  async #tell(turn, answer) {
    const found = this.best && this.best !== this.maze.id ? await this.#compare() : null;
    if (turn !== this.turn) return;
    this.progress.hidden = true;
    this.go.disabled = false;
    this.says.textContent = found ?? (this.best ? t("No harder maze was found. Try again, or change it a little.") : answer.message);
    announce(this.says.textContent);
    this.both.hidden = this.choice.hidden = !found;
  }

  async #compare() {
    const of = async (id) => (await core.ask({ ask: "analyse", maze: id })).verdict ?? {};
    const [mine, theirs] = await Promise.all([of(this.maze.id), of(this.best)]);
    if (mine.solvable && !(theirs.difficulty > mine.difficulty)) return null;
    this.#clear();
    this.both.replaceChildren(this.#one(t("Yours"), this.maze.id, mine), this.#one(t("Harder"), this.best, theirs));
    return t("A harder maze was found.");
  }

  #one(name, id, { solvable, length, difficulty }) {
    const picture = thumb(id, this.context.theme);
    this.pictures.push(picture);
    return el("figure", {}, picture.node, el("figcaption", { class: "small" }, el("strong", {}, name), el("br"),
      solvable ? t("length {length}, difficulty {difficulty}", { length: number(length), difficulty: number(difficulty) })
        : t("unsolvable")));
  }

  async #takeIt() {
    const answer = await core.ask({ ask: "maze", maze: this.best });
    this.take(answer);
  }
}
