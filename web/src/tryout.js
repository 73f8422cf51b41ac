// tryout.js: plays the maze that is being edited, in the place of the board. The browser remembers nothing of it.
import { Board } from "./board.js";
import { Controls, watchPointer } from "./controls.js";
import { core } from "./core.js";
import { announce, button, el, reducedMotion } from "./dom.js";
import { Game } from "./game.js";
import { Pad } from "./pad.js";
import { storage } from "./storage.js";
import { t } from "./words.js";

const FRAMES = 14;
const GRADE = 3; // of hints: the next move
const ARROWS = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };

class Trial extends Game {
  constructor(maze, kind) {
    super(maze, kind);
    Object.assign(this, { moves: [], undone: [] });
  }

  save() {}
}

export class Tryout {
  // onend(): back to the editor
  constructor(context, maze, kind, onend) {
    Object.assign(this, { context, game: new Trial(maze, kind), onend, tasks: Promise.resolve(), waiting: 0, advice: null });
    this.ending = new AbortController();
    this.controls = new Controls();
    this.controls.learn(kind);
    this.pad = new Pad(this.controls, kind.actions, (move) => this.#make(move));
    this.#build();
    this.#enqueue(() => this.#arrive(0));
  }

  #build() {
    const tool = (icon, name, key, what) => button(icon, name, what, { key });
    this.canvas = el("canvas", { role: "img", "aria-label": t("The maze") });
    this.stage = el("div", { class: "board", tabindex: "-1" }, this.canvas);
    this.says = el("p", { class: "notice", role: "status" });
    this.undo = tool("undo", t("Undo"), "u", () => this.#back(1));
    this.redo = tool("redo", t("Redo"), "r", () => this.#again());
    this.restart = tool("restart", t("Restart"), "0", () => this.#back(Infinity));
    this.hint = tool("hint", t("Hint"), "h", () => this.#hint());
    this.node = el("div", { class: "stack tryout", role: "group", "aria-label": t("Playing the maze") }, this.stage, this.says,
      el("div", { class: "row" }, button("edit", t("Back to editing"), this.onend, { primary: true }),
        this.undo, this.redo, this.restart, this.hint), this.pad.node);
    this.board = new Board(this.canvas, { height: 0.5 });
    watchPointer(this.board, (dx, dy) => this.#make(() => this.controls.byDirection(dx, dy)),
      (x, y, cell) => this.#make(() => this.controls.byPoint(x, y, cell)));
    document.addEventListener("keydown", (e) => this.#key(e), { signal: this.ending.signal });
    document.addEventListener("themechange", () => this.#enqueue(() => this.#arrive(0)), { signal: this.ending.signal });
  }

  close() {
    this.ending.abort();
    this.advice?.stop();
    this.board.close();
  }

  // One thing after another, and none is lost.
  #enqueue(task) {
    this.waiting++;
    this.tasks = this.tasks.then(() => this.ending.signal.aborted || task())
      .catch((e) => this.#say(e.message, "bad")).finally(() => { this.waiting--; });
  }

  // which(): the move, asked when its turn has come; null: the other half's turn.
  #make(which) {
    this.#enqueue(async () => {
      if (!which) {
        this.controls.turnHalf();
        return this.pad.update();
      }
      const word = which();
      if (!word || !this.game.can(word)) return announce(t("That is not possible here."));
      this.game.add(word);
      await this.#arrive(this.waiting > 1 || reducedMotion() ? 0 : Number(storage.get("speed", "240")));
    });
  }

  #back(most) {
    this.#enqueue(async () => {
      this.game.undo(most);
      await this.#arrive(0);
    });
  }

  #again() {
    this.#enqueue(async () => {
      if (!this.game.undone.length) return;
      this.game.add(this.game.undone.at(-1));
      await this.#arrive(0);
    });
  }

  // The state graph of a large maze takes long, so that one may go on meanwhile.
  async #hint() {
    const moves = this.game.moves.join(" ");
    this.advice?.stop();
    this.advice = core.job({ ask: "hint", maze: this.game.maze.id, moves, grade: GRADE });
    const { text } = await this.advice.done.catch((e) => ({ text: e.message }));
    if (!this.ending.signal.aborted && moves === this.game.moves.join(" ")) this.#say(text, "info");
  }

  async #arrive(ms) {
    const position = await this.game.look({ frames: ms ? FRAMES : 0, theme: this.context.theme() });
    if (this.ending.signal.aborted) return;
    this.controls.take(position);
    this.pad.update();
    this.undo.disabled = this.restart.disabled = !this.game.moves.length;
    this.redo.disabled = !this.game.undone.length;
    if (ms && position.frames?.length && this.waiting < 2) await this.board.play(position.frames, ms);
    if (position.scene) this.board.show(position.scene);
    this.canvas.setAttribute("aria-label", `${t("The maze")}: ${position.state}`);
    this.#tell(position);
  }

  #tell({ status, state }) {
    const n = this.game.moves.length;
    if (status === "solved") this.#say(t("Solved in {n} {n:move|moves}.", { n }), "good");
    else if (status === "lost") this.#say(t("Lost: {state}.", { state }), "bad");
    else this.#say(state, "");
  }

  #say(text, kind) {
    this.says.className = `notice ${kind}`;
    this.says.textContent = text;
  }

  #key(e) {
    if (e.altKey || e.defaultPrevented || document.querySelector("dialog[open]") || e.target.closest?.("input, select, textarea")) return;
    const what = e.ctrlKey || e.metaKey ? this.#withControl(e) : this.#plain(e);
    if (!what) return;
    e.preventDefault();
    what();
  }

  #withControl(e) {
    const key = e.key.toLowerCase();
    if (key === "y" || (key === "z" && e.shiftKey)) return () => this.#again();
    return key === "z" ? () => this.#back(1) : null;
  }

  #plain({ key, target }) {
    const { game, controls } = this;
    if (key in ARROWS) return () => this.#make(() => controls.byArrow(ARROWS[key]));
    if (key === " ") return target.closest?.("button, summary, a") ? null : () => this.#make(() => controls.spare());
    if (game.kind.actions.includes(key)) return () => this.#make(() => key);
    return { Escape: this.onend, u: () => this.#back(1), Backspace: () => this.#back(1), r: () => this.#again(),
      0: () => this.#back(Infinity), h: () => this.#hint(), x: () => this.#make(null) }[key] ?? null;
  }
}
