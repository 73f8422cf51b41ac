// nodecard.js: the position that a dot of the state graph stands for: its board, its words, and the way to it.
import { Board } from "./board.js";
import { core } from "./core.js";
import { announce, button, el } from "./dom.js";
import { t } from "./words.js";

const REST = 50; // milliseconds that a pointer rests before the core is asked
const LATE = 300; // milliseconds after which it is said that the answer takes a while

export class NodeCard {
  constructor(context) {
    Object.assign(this, { context, maze: null, state: null, answer: null, turn: 0 });
    const canvas = el("canvas", { role: "img", "aria-label": t("Board of the position") });
    this.box = el("div", { class: "board" }, canvas);
    this.board = new Board(canvas, { height: 0.4 });
    this.words = el("p", { class: "wrap" });
    this.more = el("p", { class: "small soft wrap" });
    this.go = button("play", t("Play from here"), () => this.play(), { primary: true });
    this.node = el("section", { class: "panel stack tight node-card", "aria-label": t("Position") }, el("h2", {}, t("Position")), this.box, this.words, this.more,
      el("div", { class: "row" }, this.go));
  }

  close() {
    this.turn++;
    clearTimeout(this.timer);
    this.board.close();
  }

  take(maze, kind) {
    clearTimeout(this.timer);
    this.turn++;
    Object.assign(this, { maze, layout: null, answer: null, plays: false });
    this.words.textContent = this.more.textContent = "";
    this.box.hidden = !kind.draws;
  }

  // state: its number, null: none has been chosen, and the last one stays.
  show(state, node, layout) {
    if (state === null) return;
    clearTimeout(this.timer);
    this.turn++;
    Object.assign(this, { layout, answer: null, plays: false });
    this.timer = setTimeout(() => this.#fetch(state, node), REST);
  }

  async #fetch(state, node) {
    const { turn, maze, context } = this;
    const late = setTimeout(() => turn === this.turn && (this.more.textContent = t("Working it out…")), LATE);
    try {
      const answer = await core.job({ ask: "state", maze: maze.id, state }).done.finally(() => clearTimeout(late));
      if (!answer.known || turn !== this.turn) return;
      const { scene } = await core.ask({ ask: "play", maze: maze.id, moves: answer.moves, theme: context.theme() });
      if (turn !== this.turn) return;
      Object.assign(this, { answer, scene });
      if (scene) this.board.show(scene);
      this.#tell(node);
      if (this.plays) this.play();
    } catch (e) {
      if (turn === this.turn && e.message !== "stopped") this.more.textContent = e.message;
    }
  }

  #tell(node) {
    const { count, distance, words, status, moves } = this.answer, several = this.layout?.nodes.states?.[node] ?? 1;
    this.words.textContent = words;
    this.more.textContent = [several > 1 && t("One of {n} positions that are alike.", { n: several }),
      count ? t("{n} {n:move|moves} from the start: {moves}", { n: count, moves: moves.length > 60 ? `${moves.slice(0, 58)}…` : moves }) : t("This is the start."),
      status === "solved" ? t("The maze is solved.") : distance === null ? t("From here the maze cannot be won.") : t("To the goal: {n}.", { n: distance })].filter(Boolean).join(" ");
    announce(`${this.words.textContent}. ${this.more.textContent}`);
  }

  // Plays from the position, once it is known.
  play() {
    this.plays = true;
    if (this.answer) this.context.navigate("play", this.maze.id, this.answer.moves ? { moves: this.answer.moves } : undefined);
  }

  async recolour() {
    const { answer, turn } = this;
    if (!answer) return;
    const { scene } = await core.ask({ ask: "play", maze: this.maze.id, moves: answer.moves, theme: this.context.theme() });
    if (turn === this.turn && scene) this.board.show(scene);
  }
}
