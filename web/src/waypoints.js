// waypoints.js: the board at one step of an account, large, with the places of all steps marked, and a slider over them.
import { Board } from "./board.js";
import { core } from "./core.js";
import { button, el } from "./dom.js";
import { t } from "./words.js";

export class Waypoints {
  // onmove(step): another step is to be shown; onplay(): it is to be played from there
  constructor(context, onmove, onplay) {
    Object.assign(this, { context, onmove, stops: [], cells: new Set(), here: null, turn: 0 });
    this.canvas = el("canvas", { role: "img", "aria-label": t("The maze") });
    this.stage = el("div", { class: "board" }, this.canvas);
    this.slider = el("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": t("Step"),
      oninput: () => onmove(this.stops[Number(this.slider.value)]) });
    this.back = button("back", t("Step before"), () => this.#by(-1), { bare: true });
    this.next = button("step", t("Next step"), () => this.#by(1), { bare: true });
    this.says = el("p", { class: "wrap waypoint-words" });
    this.key = el("p", { class: "small soft key", hidden: true }, el("span", { class: "key-box", "aria-hidden": "true" }), t("Steps are there"));
    this.tools = el("div", { class: "waypoint-tools" }, this.back, this.slider, this.next, button("play", t("Play from here"), onplay));
    this.board = new Board(this.canvas, { height: innerWidth > 900 ? 0.55 : 0.4 });
    this.board.under = (pen) => this.#rings(pen);
  }

  close() {
    this.turn++;
    this.board.close();
  }

  // cells: where the player is at steps; stops: the numbers of those that the slider stops at. None: the maze alone.
  take(maze, stops, cells) {
    Object.assign(this, { maze, stops, cells: new Set(cells) });
    this.slider.max = String(Math.max(0, stops.length - 1));
    this.tools.hidden = stops.length < 2;
  }

  // The position after these moves; here: the cell to be marked, or null; words: what to say of it.
  async show(step, moves, here, words) {
    const turn = ++this.turn, at = Math.max(0, this.stops.findIndex((s) => s >= step));
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", words);
    this.says.textContent = words;
    this.says.hidden = !words;
    this.back.disabled = at === 0;
    this.next.disabled = at >= this.stops.length - 1;
    this.last = [step, moves, here, words];
    const { scene, state } = await core.ask({ ask: "play", maze: this.maze.id, moves: moves.join(" "), theme: this.context.theme() });
    if (turn !== this.turn) return;
    this.canvas.setAttribute("aria-label", `${t("The maze")}: ${state}`);
    this.stage.hidden = !scene;
    this.here = here;
    this.key.hidden = !scene?.shapes.some((s) => this.cells.has(s.cell));
    if (scene) this.board.show(scene, { heat: this.#heat(scene) });
  }

  recolour() { if (this.last) this.show(...this.last); }

  #by(steps) {
    const to = Number(this.slider.value) + steps;
    if (to in this.stops) this.onmove(this.stops[to]);
  }

  // Plain floors take the colour. A floor whose own colour says something, as a bridge's, keeps it and gets a ring.
  #heat(scene) {
    const colour = getComputedStyle(this.canvas).getPropertyValue("--scale-1"), times = {};
    const floors = scene.shapes.filter((s) => s.cell !== undefined && s.t === "p");
    for (const { c } of floors) times[c] = (times[c] ?? 0) + 1;
    const plain = Object.keys(times).reduce((a, b) => (times[b] > times[a] ? b : a), floors[0]?.c);
    this.ringed = floors.filter((s) => this.cells.has(s.cell) && s.c !== plain);
    const ringed = new Set(this.ringed.map((s) => s.cell));
    return Object.fromEntries([...this.cells].filter((cell) => !ringed.has(cell)).map((cell) => [cell, colour]));
  }

  // Marks the cell of the step that is shown, too.
  #rings(pen) {
    for (const floor of this.ringed ?? []) this.#ring(pen, floor, "--scale-1");
    const floor = this.here !== null && this.board.scene.shapes.find((s) => s.cell === this.here && s.t === "p");
    if (floor) this.#ring(pen, floor, "--accent");
  }

  #ring(pen, floor, colour) {
    pen.strokeStyle = getComputedStyle(this.canvas).getPropertyValue(colour);
    pen.lineWidth = 0.1;
    pen.beginPath();
    for (let i = 0; i < floor.p.length; i += 2) pen.lineTo(floor.p[i], floor.p[i + 1]);
    pen.closePath();
    pen.stroke();
  }
}
