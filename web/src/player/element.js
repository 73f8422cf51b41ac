// element.js: <mazewright-maze maze="ID">: a maze to play in any page, in a shadow tree of its own. It uses the
// board, the pad and the game of the page's view Play; all elements of a page share one core. docs/embed.md
// describes its attributes, properties, events and styles.
import { Board } from "../board.js";
import { Controls, watchPointer } from "../controls.js";
import { button, el, reducedMotion } from "../dom.js";
import { Game, splitMoves } from "../game.js";
import { Pad } from "../pad.js";
import { TiltBoard } from "../tiltboard.js";
import { fromCore, speak, t } from "../words.js";
import { core } from "./core.js";
import { sprite } from "./sprite.js";
import css from "./element.css";

const MS = 240;

let sheet = null, about = null;

function styles() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

export class MazewrightMaze extends HTMLElement {
  static observedAttributes = ["maze", "id", "lang"];
  #parts = {};
  #game = null;
  #board = null;
  #controls = null;
  #pad = null;
  #turn = 0; // each maze that is opened has a number
  #last = Promise.resolve(); // things happen one after another
  #waiting = 0;
  #dark = null;
  #shown = null; // the status
  #system = matchMedia("(prefers-color-scheme: dark)");
  #systemChanged = () => this.#applyTheme();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    root.adoptedStyleSheets = [styles()];
    root.addEventListener("keydown", (e) => this.press(e));
    root.addEventListener("transitionend", () => this.#applyTheme());
  }

  connectedCallback() {
    this.#system.addEventListener("change", this.#systemChanged);
    this.#soon();
  }

  disconnectedCallback() {
    this.#system.removeEventListener("change", this.#systemChanged);
    this.#turn++;
    this.#board?.close();
    this.#game = null;
  }

  // Several attributes that change together open the maze once.
  attributeChangedCallback(name, before, now) {
    if (before !== now) this.#soon();
  }

  #soon() {
    const turn = ++this.#turn;
    queueMicrotask(() => turn === this.#turn && this.isConnected && this.#open(turn));
  }

  // ---- what a program sees

  get maze() {
    const id = this.getAttribute("id");
    return this.getAttribute("maze") ?? (id?.includes(":") ? id : null);
  }

  set maze(id) {
    if (id === null) this.removeAttribute("maze");
    else this.setAttribute("maze", id);
  }

  get moves() {
    return this.#game?.moves.join(this.#game.kind.actions.some((a) => a.length > 1) ? " " : "") ?? "";
  }

  // Replays these moves from the beginning.
  set moves(text) {
    this.#queue(async () => {
      this.#game.restart();
      this.#game.moves = splitMoves(text, this.#game.kind.actions);
      await this.#arrive(0, "move");
    });
  }

  // "open", "solved" or "lost", as it is shown; null: no maze is open.
  get status() {
    return this.#game && this.#shown;
  }

  move(word) {
    this.#intend(() => word);
  }

  undo() {
    this.#queue(() => this.#game.undo(1) && this.#arrive(0, "move"));
  }

  redo() {
    this.#queue(async () => {
      const word = this.#game.undone.at(-1);
      if (word) await this.#step(word);
    });
  }

  restart() {
    this.#queue(() => {
      this.#game.restart();
      return this.#arrive(0, "move");
    });
  }

  focus(options) {
    this.#parts.stage?.focus(options);
  }

  // ---- the maze

  async #open(turn) {
    const id = this.maze;
    try {
      await speak(this.closest("[lang]")?.lang);
      if (turn !== this.#turn) return;
      this.#build();
      if (id === null) return this.#say("");
      about ??= core.ask({ ask: "about" }).catch((e) => { about = null; throw e; });
      const { kinds } = await about, maze = await core.ask({ ask: "maze", maze: id });
      const kind = kinds.find((k) => k.name === maze.kind);
      const walls = kind.tilts ? await core.ask({ ask: "walls", maze: maze.id }).catch(() => null) : null;
      if (turn !== this.#turn) return;
      this.#shown = null;
      this.#game = new Game(maze, kind);
      if (walls) this.#hold(walls);
      this.#controls.learn(kind, this.#board.tips);
      this.#pad = new Pad(this.#controls, kind.actions, (move) => move ? this.#intend(move) : this.#turnHalf(), this.#board.tips);
      this.#parts.pad.replaceChildren(this.#pad.node);
      this.#last = this.#arrive(0, "ready").catch((e) => this.#fail(e));
      await this.#last;
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    }
  }

  #build() {
    this.#game = null;
    this.#board?.close();
    const p = this.#parts = {};
    p.canvas = el("canvas", { role: "img", "aria-label": t("The maze") });
    p.stage = el("div", { class: "board", part: "board", tabindex: "0", role: "group", "aria-label": t("Board") }, p.canvas);
    p.status = el("p", { class: "status", part: "status", role: "status" }, t("Loading…"));
    p.counter = el("span", { class: "counter", part: "counter" });
    p.undo = button("undo", t("Undo"), () => this.undo(), { key: "u" });
    p.again = button("restart", t("Restart"), () => this.restart(), { key: "0" });
    p.pad = el("div", { part: "pad" });
    p.frame = el("div", { class: "frame", part: "frame" }, p.stage,
      el("div", { class: "side" }, p.status, el("div", { class: "tools" }, p.counter, p.undo, p.again), p.pad));
    p.undo.disabled = p.again.disabled = true;
    this.shadowRoot.replaceChildren(sprite(), p.frame);
    this.#applyTheme();
    this.#controls = new Controls();
    this.#board = new Board(p.canvas, { fill: this.hasAttribute("fill") });
    this.#watch();
  }

  #watch() {
    watchPointer(this.#board, (dx, dy) => this.#intend(() => this.#controls.byDirection(dx, dy)),
      (x, y, cell) => this.#intend(() => this.#controls.byPoint(x, y, cell)));
  }

  // A maze that moves turn is shown as it stands, with lines.
  #hold(walls) {
    this.#board.close();
    this.#board = new TiltBoard(this.#parts.stage, this.#parts.canvas, walls);
    this.#watch();
  }

  // The height with which nothing is cut off, in a place as wide as now.
  get naturalHeight() {
    const { frame } = this.#parts, fill = this.hasAttribute("fill");
    const { height: usual } = this.#board, lay = (filling, height) => {
      this.toggleAttribute("fill", filling);
      Object.assign(this.#board, { fill: filling, height }).resize();
      return frame.offsetHeight;
    };
    const natural = lay(false, Infinity);
    lay(fill, usual);
    return natural;
  }

  // Light or dark as the page is where the element stands: `light-dark()` follows color-scheme.
  #applyTheme() {
    const { stage, frame } = this.#parts;
    if (!stage) return;
    const dark = getComputedStyle(stage).color === "rgb(255, 255, 255)";
    frame.dataset.theme = dark ? "dark" : "light";
    if (dark !== this.#dark && this.#game) this.#queue(() => this.#arrive(0));
    this.#dark = dark;
  }

  // ---- moves

  #queue(task) {
    const turn = this.#turn, mine = () => turn === this.#turn && this.#game;
    if (!mine()) return;
    this.#waiting++;
    if (this.#game.position?.scene) this.#board.show(this.#game.position.scene); // ends a move under way
    this.#last = this.#last.then(() => {
      this.#waiting--;
      return mine() && task();
    }).catch((e) => mine() && this.#fail(e));
  }

  #intend(which) {
    this.#queue(async () => {
      const word = which();
      if (word && this.#game.can(word)) await this.#step(word);
      else this.#refuse(word ?? this.#controls.meant?.action);
    });
  }

  #turnHalf() {
    this.#queue(() => {
      if (this.#controls.turnHalf()) this.#pad.update();
      else this.#refuse();
    });
  }

  #refuse(word) {
    if (this.status !== "open") return this.#say(t("The game is over. Undo, or restart."), this.status);
    const why = this.#game.position.refused.find((r) => r.action === word)?.why;
    if (why) this.#say(t("Not possible: {name}.", { name: why }), "open");
    if (!reducedMotion())
      this.#parts.stage.animate({ transform: ["translateX(0)", "translateX(-5px)", "translateX(5px)", "translateX(0)"] }, 160);
  }

  #step(word) {
    this.#game.add(word);
    return this.#arrive(this.#waiting || reducedMotion() ? 0 : MS, "move");
  }

  // Shows the position after the last move, and tells it: `event` is what the program hears.
  async #arrive(ms, event) {
    const game = this.#game, position = await game.look({ frames: ms ? this.#board.frames : 0, theme: this.#dark ? "dark" : "light" });
    if (game !== this.#game) return;
    this.#board.take?.(position);
    if (position.x !== null) this.#board.follow(position.x, position.y);
    this.#controls.take(position);
    this.#pad.update();
    const n = game.moves.length;
    this.#parts.counter.textContent = t("{n} {n:move|moves}", { n });
    this.#parts.undo.disabled = this.#parts.again.disabled = !n;
    if (ms && position.frames?.length !== 0 && !this.#waiting) await this.#board.play(position.frames, ms);
    if (game !== this.#game) return;
    if (position.scene) this.#board.show(position.scene);
    this.#parts.stage.hidden = !position.scene;
    this.#parts.canvas.setAttribute("aria-label", position.state);
    this.#say(this.#words(position), position.status);
    this.#shown = position.status;
    if (!event) return;
    this.#tell(event);
    if (event === "move" && position.status === "solved") this.#tell("solved");
  }

  #words({ status, state, loss }) {
    if (status === "solved") return t("Solved in {n} {n:move|moves}.", { n: this.#game.moves.length });
    if (status === "lost") return loss ? t("{loss}. Undo, or start again.", { loss }) : t("Lost: {state}.", { state });
    return state;
  }

  #say(text, status = "") {
    this.#parts.status.textContent = text;
    this.#parts.frame.dataset.status = status;
  }

  #tell(event) {
    const { maze, moves, position } = this.#game;
    this.dispatchEvent(new CustomEvent(event, { bubbles: true, composed: true,
      detail: { id: maze.id, moves: this.moves, length: moves.length, status: position.status } }));
  }

  #fail(error) {
    const where = error.line ? ` (${error.line}:${error.column})` : "";
    this.#say(`${fromCore(error.message)}${where}`, "lost");
    this.dispatchEvent(new CustomEvent("error", { detail: { id: this.maze, message: error.message, line: error.line, column: error.column } }));
  }

  // ---- keys

  // What a key does; false: nothing.
  press(e) {
    if (!this.#game?.position || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey) return false;
    const task = this.#task(e);
    if (!task) return false;
    e.preventDefault();
    task();
    return true;
  }

  #task(e) {
    const arrow = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"].indexOf(e.key);
    if (arrow >= 0) return () => this.#intend(() => this.#controls.byArrow(arrow));
    if (e.key === " ") return e.target.closest?.("button") ? null : () => this.#intend(() => this.#controls.spare());
    if (this.#game.kind.actions.includes(e.key)) return () => this.move(e.key);
    return { u: () => this.undo(), Backspace: () => this.undo(), r: () => this.redo(), 0: () => this.restart(), x: () => this.#turnHalf() }[e.key];
  }
}

if (!customElements.get("mazewright-maze")) customElements.define("mazewright-maze", MazewrightMaze);
