// hand.js: the user turns the maze by keys, by dragging or with a phone, while the core simulates the marble. There is one
// question at a time, and none while the marble rests and nobody turns the maze.
import { core } from "../core.js";
import { announce, button, el, stat } from "../dom.js";
import { TRAIL_MOST } from "./recording.js";
import { about, backwards, LEVEL, times, turned, unit, upOf, upright } from "./turn.js";
import { atRest } from "./walls.js";
import { number, t } from "../words.js";

const FAST = 1.5, FASTER = 3; // turning by keys: speed in radians a second, and acceleration, so that a short press is a small turn
const STEP = 0.1; // most seconds in one question
const QUIET = 0.6; // seconds without motion after which the marble is at rest
// Key: axis on the screen (0 right, 1 up, 2 towards the viewer), direction, and whether the key works only in space.
const KEYS = {
  ArrowLeft: [2, 1], ArrowRight: [2, -1], ArrowUp: [0, -1, "space"], ArrowDown: [0, 1, "space"], q: [1, -1, "space"],
  e: [1, 1, "space"],
};
const PADS = {
  ArrowLeft: ["←", () => t("Tilt left")], ArrowRight: ["→", () => t("Tilt right")], ArrowUp: ["↑", () => t("Tilt away")],
  ArrowDown: ["↓", () => t("Tilt towards you")],
};
const name = (e) => (e.key.length === 1 ? e.key.toLowerCase() : e.key);

export class Hand {
  constructor(stage) {
    Object.assign(this, { stage, walls: null, maze: null, active: false, held: new Set(), turn: LEVEL, sensor: null });
    Object.assign(this, { asking: false, tick: 0, speed: 0, cell: -1, told: 0 });
    this.stats = { time: stat(t("Time")), place: stat(t("Cell")) };
    this.verdict = el("p", { class: "notice good", hidden: true });
    this.progress = el("div", { class: "stack" },
      el("dl", { class: "stats marble-stats" }, Object.values(this.stats).map((s) => s.node)), this.verdict);
    this.pads = el("div", { class: "row" });
    this.transport = el("div", { class: "marble-transport" },
      el("div", { class: "row" }, button("restart", t("Restart"), () => this.restart(), { key: "R" }), this.#phone()), this.pads);
    this.help = el("ul", { class: "small marble-keys" });
    this.settings = el("section", { class: "panel" }, el("h2", {}, t("By hand")), this.help);
    this.onkeyup = (e) => this.held.delete(name(e));
    this.onblur = () => this.held.clear();
    this.onsensor = (e) => this.#sensed(e);
  }

  close() {
    this.leave();
  }

  setMaze(id, answer) {
    Object.assign(this, { maze: id, walls: answer, cell: -1 });
    const space = answer.d > 1, lines = [
      ["← →", space ? t("tilt to the left and right") : t("turn to the left and right")],
      space && ["↑ ↓", t("tilt away from you and towards you")],
      space && ["Q E", t("turn about the upright axis, to see another side")],
      ["R", t("restart")], [t("drag"), t("turn the maze")], [t("Shift"), t("with arrows or dragging: look around")]];
    this.help.replaceChildren(...lines.filter(Boolean).map(([key, means]) => el("li", {}, el("kbd", {}, key), " ", means)));
    this.pads.replaceChildren(...Object.entries(PADS).filter(([key]) => space || !KEYS[key][2])
      .map(([key, text]) => this.#pad(key, text)));
    if (this.active) this.restart();
  }

  // A button for users without a keyboard: while it is pressed, the maze turns.
  #pad(key, [arrow, text]) {
    const hold = (on) => () => { if (on) this.press(key); else this.held.delete(key); };
    const b = el("button", { type: "button", class: "icon-only", "aria-label": text(), title: text() }, arrow);
    b.addEventListener("pointerdown", hold(true));
    for (const end of ["pointerup", "pointerleave", "pointercancel", "blur"]) b.addEventListener(end, hold(false));
    b.addEventListener("keydown", (e) => { if (e.key === "Enter" || e.key === " ") this.press(key); });
    b.addEventListener("keyup", hold(false));
    return b;
  }

  enter() {
    this.active = true;
    this.stage.ondrag = (dx, dy) => this.#drag(dx, dy);
    document.addEventListener("keyup", this.onkeyup);
    addEventListener("blur", this.onblur);
    this.restart();
  }

  leave() {
    this.active = false;
    this.held.clear();
    this.stage.ondrag = null;
    cancelAnimationFrame(this.tick);
    this.tick = 0;
    document.removeEventListener("keyup", this.onkeyup);
    removeEventListener("blur", this.onblur);
    this.#feel(false);
  }

  // ---- turning
  press(key) {
    this.held.add(key);
    this.#wake();
  }

  key(e) {
    const k = name(e);
    if (e.shiftKey && k.startsWith("Arrow")) return this.stage.lookKey(e);
    if (k === "r" || k === "0") this.restart();
    else if (KEYS[k]) this.press(k);
    else return this.stage.lookKey(e);
    return true;
  }

  // Turns by an angle about an axis of the screen, as if the camera looked horizontally.
  #rotate(axis, angle) {
    if (this.walls.d === 1 && axis !== 2) return;
    const flat = this.walls.d === 1, [x, , z] = turned(this.stage.eye, [1, 0, 0]);
    const right = flat ? [1, 0, 0] : unit([x, 0, z]), towards = flat ? [0, 0, 1] : [-right[2], 0, right[0]];
    this.turn = unit(times(about([right, [0, 1, 0], towards][axis], angle), this.turn));
  }

  #drag(dx, dy) {
    this.#rotate(2, -dx * 3);
    this.#rotate(0, dy * 3);
    this.#wake();
    return true;
  }

  // ---- the phone: the maze stays fixed on the screen, and up is the true upward direction
  #phone() {
    this.feel = button("wait", t("Use this phone's tilt"), () => this.#feel(!this.sensor));
    this.feel.setAttribute("aria-pressed", "false");
    this.feel.hidden = !("DeviceOrientationEvent" in window && matchMedia("(pointer: coarse)").matches);
    return this.feel;
  }

  async #feel(on) {
    const permission = on && DeviceOrientationEvent.requestPermission; // not every browser asks
    if (permission) on = (await permission.call(DeviceOrientationEvent).catch(() => "denied")) === "granted";
    this.sensor = on ? this.sensor ?? {} : null;
    this.feel.setAttribute("aria-pressed", String(Boolean(on)));
    (on ? addEventListener : removeEventListener)("deviceorientation", this.onsensor);
  }

  #sensed({ beta, gamma }) {
    if (beta === null || !this.sensor) return;
    const b = beta * Math.PI / 180, g = gamma * Math.PI / 180, a = (screen.orientation?.angle ?? 0) * Math.PI / 180;
    const x = -Math.cos(b) * Math.sin(g), y = Math.sin(b), z = Math.cos(b) * Math.cos(g);
    const seen = [x * Math.cos(a) + y * Math.sin(a), y * Math.cos(a) - x * Math.sin(a), z];
    this.sensor.up = turned(backwards(this.turn), turned(this.stage.eye, seen));
    this.#wake();
  }

  // ---- rolling
  async restart() {
    this.turn = upright(LEVEL, atRest(this.walls).up);
    Object.assign(this, { trail: [], owed: 0, still: 0, solvedAt: null, at: null });
    this.verdict.hidden = true;
    this.held.clear();
    this.fresh = true;
    this.#wake();
  }

  #wake() {
    this.still = 0;
    if (!this.active || this.tick) return;
    let before = performance.now();
    const next = (time) => {
      const past = Math.max(0, Math.min(0.1, (time - before) / 1000)); // the first frame may have begun earlier
      before = time;
      this.speed = this.held.size ? Math.min(FAST, this.speed + FASTER * past) : 0;
      for (const k of this.held) this.#rotate(KEYS[k][0], KEYS[k][1] * this.speed * past);
      this.owed = Math.min(STEP, this.owed + past);
      if (!this.asking) this.#ask();
      if (this.at) this.stage.pose(this.at, this.turn, this.trail);
      this.still = this.held.size ? 0 : this.still + past;
      this.tick = this.active && this.still < QUIET ? requestAnimationFrame(next) : 0;
    };
    this.tick = requestAnimationFrame(next);
  }

  async #ask() {
    const up = this.sensor?.up ?? upOf(this.turn), seconds = this.owed, restart = this.fresh, maze = this.maze;
    Object.assign(this, { owed: 0, asking: true, fresh: false });
    try {
      const where = up.map((k) => k.toFixed(6)).join(",");
      const place = await core.ask({ ask: "tilt", maze, up: where, seconds: Number(seconds.toFixed(4)), restart });
      if (this.active && maze === this.maze && !this.fresh) this.#take(place);
    } catch (e) {
      this.verdict.className = "notice bad";
      this.verdict.textContent = e.message;
      this.verdict.hidden = false;
    } finally {
      this.asking = false;
    }
  }

  #take({ at, cell, solved, time }) {
    const far = this.at ? Math.hypot(...at.map((k, i) => k - this.at[i])) : 1, last = this.trail.at(-1);
    if (far > 0.0008) this.#wake();
    if (!last || Math.hypot(...at.map((k, i) => k - last[i])) > 0.07) this.trail = [...this.trail, at].slice(-TRAIL_MOST);
    this.at = at;
    this.stage.pose(this.at, this.turn, this.trail);
    this.stats.time.set(t("{n} s", { n: number(time, { minimumFractionDigits: 1 }) }));
    if (cell !== this.cell) this.#enters(cell);
    if (solved && this.solvedAt === null) this.#solved(time);
  }

  // Announces the cell only now and then, because a rolling marble passes many cells.
  #enters(cell) {
    const { w, h, d } = this.walls, place = [cell % w, Math.floor(cell / w) % h, Math.floor(cell / w / h)]
      .slice(0, d > 1 ? 3 : 2);
    this.cell = cell;
    this.stats.place.set(place.map((k) => k + 1).join(", "));
    if (performance.now() - this.told < 1500) return;
    this.told = performance.now();
    announce(t("Cell {place}", { place: place.map((k) => k + 1).join(", ") }));
  }

  #solved(time) {
    this.solvedAt = time;
    this.verdict.className = "notice good";
    this.verdict.textContent = t("Solved in {n} seconds.", { n: number(time, { minimumFractionDigits: 1 }) });
    this.verdict.hidden = false;
    announce(`${this.verdict.textContent} ${t("Press R to restart.")}`);
  }
}
