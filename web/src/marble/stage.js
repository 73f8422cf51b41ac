// stage.js: shows the marble maze in space and handles pointers and keys. If the browser has no WebGL, it shows a flat
// picture instead.
import { Board } from "../board.js";
import { core } from "../core.js";
import { button, el } from "../dom.js";
import { LEVEL, upright } from "./turn.js";
import { atRest } from "./walls.js";
import { t } from "../words.js";

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Stage {
  // context: that of the view. Dragging calls `ondrag(dx, dy)`, in shares of the picture's width; if that returns false, the
  // camera moves.
  constructor(context) {
    Object.assign(this, { context, picture: null, board: null, ondrag: null, pointers: new Map(), walls: null, id: null });
    this.canvas = el("canvas", { tabindex: "0", role: "application", "aria-label": t("Marble maze"),
      "aria-describedby": "marble-help" });
    this.tools = el("div", { class: "marble-tools" },
      button("minus", t("Smaller"), () => this.zoom(0.8), { bare: true }),
      button("plus", t("Larger"), () => this.zoom(1.25), { bare: true }),
      button("restart", t("Reset view"), () => this.picture?.resetView(), { bare: true }));
    this.frame = el("div", { class: "marble-frame" }, this.canvas);
    this.notice = el("p", { class: "notice", hidden: true, role: "status" });
    this.node = el("div", { class: "marble-stage" }, this.frame, this.tools, this.notice);
    this.themed = () => this.recolour();
    document.addEventListener("themechange", this.themed);
    this.#listen();
  }

  async load() {
    if (!document.createElement("canvas").getContext("webgl2")) return this.#drawFlat();
    try {
      const { MarblePicture } = await import("../marble3d.js");
      if (!this.node.isConnected) return;
      this.picture = new MarblePicture(this.canvas, (gone) => this.#say(gone ? t("The picture is gone for a moment: the graphics card was needed elsewhere.") : null));
      this.picture.setColours(css);
    } catch {
      this.#drawFlat();
    }
  }

  // A canvas that was used for WebGL cannot be used for anything else, so it is replaced by a new one.
  #drawFlat() {
    const canvas = el("canvas", { "aria-hidden": "true" });
    this.canvas.classList.add("unseen"); // it still takes keys and has a name for screen readers
    this.frame.append(canvas);
    this.frame.classList.add("board");
    this.board = new Board(canvas, { height: 0.5 });
    this.tools.hidden = true;
    this.#say(t("This browser cannot draw in space, so the maze is drawn as it stands at first. Numbers, states and sentences go on."));
  }

  close() {
    document.removeEventListener("themechange", this.themed);
    this.picture?.close();
    this.board?.close();
  }

  #say(sentence) {
    this.notice.hidden = !sentence;
    this.notice.textContent = sentence ?? "";
  }

  // Shows a maze: the answer to `walls`, and its id.
  async setMaze(id, walls) {
    Object.assign(this, { id, walls });
    this.picture?.setMaze(walls);
    await this.recolour();
  }

  async recolour() {
    this.picture?.setColours(css);
    if (this.board && this.id)
      this.board.show((await core.ask({ ask: "play", maze: this.id, theme: this.context.theme() })).scene);
  }

  pose(at, turn, trail) {
    this.picture?.pose(at, turn, trail);
  }

  // Shows the maze at its start.
  rest() {
    const { at, up } = atRest(this.walls);
    this.pose(at, upright(LEVEL, up));
  }

  zoom(factor) {
    this.picture?.zoom(factor);
  }

  // Which directions are right, up and towards the viewer, as a rotation.
  get eye() {
    return this.picture?.eye ?? LEVEL;
  }

  // ---- pointers: one drags, two zoom and move the camera; the wheel zooms only if it cannot scroll the page
  #listen() {
    const c = this.canvas;
    c.addEventListener("pointerdown", (e) => {
      c.setPointerCapture(e.pointerId);
      this.pointers.set(e.pointerId, e);
    });
    c.addEventListener("pointermove", (e) => this.#moved(e));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      c.addEventListener(end, (e) => this.pointers.delete(e.pointerId));
    c.addEventListener("wheel", (e) => {
      if (!e.ctrlKey && document.activeElement !== c) return;
      e.preventDefault();
      this.zoom(Math.exp(-e.deltaY * 0.0015));
    }, { passive: false });
  }

  #moved(e) {
    const before = this.pointers.get(e.pointerId);
    if (!before) return;
    const wide = this.canvas.clientWidth || 1, dx = (e.clientX - before.clientX) / wide, dy = (e.clientY - before.clientY) / wide;
    const other = [...this.pointers.values()].find((p) => p.pointerId !== e.pointerId);
    this.pointers.set(e.pointerId, e);
    if (other) {
      const apart = (p) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY) || 1;
      this.zoom(apart(e) / apart(before));
      this.lookAround(dx / 2, dy / 2);
    } else if (e.shiftKey || e.buttons === 2 || !this.ondrag?.(dx, dy)) {
      this.lookAround(dx, dy);
    }
  }

  lookAround(dx, dy) {
    this.picture?.orbit(-dx * 4, dy * 4);
  }

  // Handles the keys of the camera; returns true if it was one of them.
  lookKey(e) {
    const step = { ArrowLeft: [0.04, 0], ArrowRight: [-0.04, 0], ArrowUp: [0, 0.04], ArrowDown: [0, -0.04] }[e.key];
    if (step) this.lookAround(...step);
    else if (e.key === "+" || e.key === "=") this.zoom(1.15);
    else if (e.key === "-") this.zoom(1 / 1.15);
    else if (e.key === "Home") this.picture?.resetView();
    else return false;
    return true;
  }
}
