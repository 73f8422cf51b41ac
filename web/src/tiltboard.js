// tiltboard.js: the picture of a maze that moves turn. It is shown as it stands, so that gravity points down; a move
// turns it, and the marble rolls. At once it is drawn with lines; the picture in space comes when three.js has been
// loaded, if the browser can draw it and the player wants it.
import { button, el, icon } from "./dom.js";
import { moment, restsAt, way } from "./marble/roll.js";
import { Sketch } from "./marble/sketch.js";
import { facing, pointMoves, tips } from "./marble/tips.js";
import { LEVEL, upright } from "./marble/turn.js";
import { storage } from "./storage.js";
import { t } from "./words.js";

const SLOWER = 2.2; // than the moves of other mazes: a whole maze turns, and then the marble rolls

const MANY = 2000; // walls: a processor that draws them in space takes seconds for a picture

const canDraw = (walls) =>
  document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: walls.length > MANY });

// It has the calls of Board.
export class TiltBoard {
  frames = 0; // of the core's pictures of a move it needs none
  turnsBack = true; // a move that is taken back is shown, too

  // room: the element in which the canvas is; walls: the answer to that question; space(): imports marble3d.js, or
  // null: it is drawn with lines only.
  constructor(room, canvas, walls, space = null) {
    Object.assign(this, { walls, space, drawn: canvas, scene: null, now: null, playing: 0, picture: null });
    this.tips = tips(walls.d === 1);
    canvas.removeAttribute("style");
    this.canvas = el("div", { class: "tilt-frame" }, canvas); // pointers are watched on it
    this.simple = button("marble", t("Simple picture"), () => this.#choose(), { bare: true });
    this.simple.hidden = !space || !canDraw(walls.walls);
    this.node = el("div", { class: "tilt" }, this.canvas, el("p", { class: "tilt-down small" }, icon("down"), t("Gravity")),
      el("div", { class: "tilt-tools" }, this.simple));
    room.append(this.node);
    this.lines = new Sketch(canvas);
    this.lines.setMaze(walls);
  }

  close() {
    this.closed = true;
    this.playing++;
    this.#lower();
    this.lines.close();
  }

  resize() {
    (this.picture ?? this.lines).resize();
  }

  // ---- the picture in space

  #choose() {
    storage.set("simple", !storage.get("simple", false));
    if (storage.get("simple", false)) this.#lower();
    else this.#raise();
    this.paint();
  }

  async #raise() {
    const simple = storage.get("simple", false);
    this.simple.setAttribute("aria-pressed", String(simple));
    if (simple || this.simple.hidden || this.closed) return;
    try {
      const { MarblePicture } = await this.space();
      if (this.closed || this.picture || storage.get("simple", false)) return;
      this.deep = el("canvas", { "aria-hidden": "true" });
      this.canvas.append(this.deep);
      this.picture = new MarblePicture(this.deep, (gone) => gone && this.#lower());
      this.picture.setMaze(this.walls);
      this.drawn.classList.add("unseen"); // it keeps its name for screen readers
      this.paint();
    } catch {
      this.#lower(); // without it one can play, too
    }
  }

  #lower() {
    this.simple.setAttribute("aria-pressed", String(storage.get("simple", false)));
    this.picture?.close();
    this.deep?.remove();
    this.picture = null;
    this.drawn.classList.remove("unseen");
    this.lines.resize();
  }

  // ---- positions

  // A position that is to be shown next: its moves get the sides to which they tip the maze.
  take(position) {
    const from = this.position ?? position, up = position.down.map((k) => -k), { eye } = this.picture ?? this.lines;
    this.before = this.turn ?? this.#first(upright(LEVEL, up), position, eye);
    this.turn = upright(this.before, up);
    this.way = way(this.walls, from, position);
    this.position = position;
    this.#pointMoves(position, eye);
  }

  // Moves lead from the middle of the picture to the side that goes down.
  #pointMoves(position, eye) {
    const { clientWidth: wide, clientHeight: high } = this.canvas;
    Object.assign(position, { x: wide / 2, y: high / 2 });
    pointMoves(position.legal, this.turn, eye);
    for (const l of position.legal) Object.assign(l, { x: position.x + 99 * l.x, y: position.y + 99 * l.y, name: this.tips[l.arrow]?.name });
    for (const r of position.refused) r.arrow = null; // that of the picture as it was drawn
  }

  #first(turn, { legal }, eye) {
    return this.walls.d === 1 ? turn : facing(legal, turn, eye);
  }

  show(scene) {
    this.playing++;
    this.scene = scene;
    this.now = { at: restsAt(this.walls, this.position.cell, this.position.down), turn: this.turn, trail: this.way };
    this.paint();
    this.raised ??= setTimeout(() => this.#raise()); // first one can play
  }

  // Turns the maze from the position before to this one.
  play(_, ms) {
    const turn = ++this.playing, began = performance.now(), { before, turn: after, way: points } = this;
    return new Promise((done) => {
      const next = (time) => {
        if (turn !== this.playing) return done(false);
        const t = Math.max(0, Math.min(1, (time - began) / (ms * SLOWER)));
        this.now = moment(before, after, points, t);
        this.#pose();
        if (t < 1) requestAnimationFrame(next);
        else done(true);
      };
      requestAnimationFrame(next);
    });
  }

  #pose() {
    (this.picture ?? this.lines).pose(this.now.at, this.now.turn, this.now.trail);
  }

  paint() {
    if (!this.now) return;
    const style = getComputedStyle(this.node);
    (this.picture ?? this.lines).setColours((name) => style.getPropertyValue(name).trim());
    this.#pose();
  }

  // ---- pointers and words

  scale = 1; // positions are told in pixels

  // All of it is always in view.
  get view() { return { x: 0, y: 0, w: this.canvas.clientWidth, h: this.canvas.clientHeight }; }
  follow() {}

  // Where an event happened.
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  cellAt() {
    return null;
  }

  // The way of the marble to another position; null: that of the last move.
  foresee(next) {
    if (!this.now || (!next && this.now.trail === this.way)) return;
    this.now = { ...this.now, trail: next ? way(this.walls, this.position, next) : this.way };
    this.paint();
  }

  // It has no picture of another position.
  sketch() {
    return null;
  }

  // How to play, and where else.
  words(id) {
    return [el("p", { class: "small" }, t("Press an arrow key, swipe, or tap the side that is to go down: one tilt is one move.")),
      el("p", { class: "small" }, t("In the Marble view you hold the maze in your hands, and real physics rolls the marble."), " ",
        el("a", { href: `#marble/${id}` }, t("Hold this maze")))];
  }

  // A hint that names a move, in the words of its button.
  hint({ action }) {
    const name = this.position.legal.find((l) => l.action === action)?.name;
    return name && t("Next move: {move}", { move: name });
  }
}
