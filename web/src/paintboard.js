// paintboard.js: a board to paint on, with a pointer or with keys. It reports on which cell or side the brush
// was used; the core changes the maze.
import { Board } from "./board.js";
import { el } from "./dom.js";
import { latticeOf, withLattice } from "./lattice.js";
import { t } from "./words.js";

const ARROWS = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 }; // sides, as the core counts them
const LAYERS = { PageUp: 4, PageDown: 5 };
const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export class PaintBoard {
  // onpaint(cell, side or null), oncursor(cell); brush() -> {side} or null
  constructor({ onpaint, oncursor, brush }) {
    Object.assign(this, { onpaint, oncursor, brush, maze: null, scene: null, heat: null, cursor: 0, mark: null, stroke: null, asked: null });
    this.canvas = el("canvas", { tabindex: "0", role: "application", "aria-label": t("Board to paint on"),
      "aria-describedby": "paint-keys", onkeydown: (e) => this.#key(e), onblur: () => this.#point(null),
      onfocus: () => this.canvas.matches(":focus-visible") && this.#point({ cell: this.cursor, side: null }) });
    this.node = el("div", { class: "board paintboard" }, this.canvas);
    this.board = new Board(this.canvas, { height: 0.55 });
    for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"])
      this.canvas.addEventListener(name, (e) => this.#pointer(e));
  }

  close() {
    cancelAnimationFrame(this.asked);
    this.board.close();
  }

  show(maze, picture) {
    const style = getComputedStyle(this.canvas), scene = withLattice(picture, maze, (name) => style.getPropertyValue(name));
    Object.assign(this, { maze, scene, lattice: latticeOf(scene, maze) });
    this.cursor = Math.min(this.cursor, maze.w * maze.h * maze.d - 1);
    this.draw();
  }

  // heat: cell -> colour
  draw(heat = this.heat) {
    this.heat = heat;
    if (this.scene) this.board.show({ ...this.scene, shapes: [...this.scene.shapes, ...this.#marks()] }, { heat });
  }

  #outline(cell) {
    return this.lattice ? this.lattice.polygon(cell) : this.scene.shapes.find((s) => s.cell === cell && s.t === "p")?.p;
  }

  #marks() {
    const { mark } = this, p = mark && this.#outline(mark.cell);
    if (!p) return [];
    const c = getComputedStyle(this.canvas).getPropertyValue("--accent"), i = 2 * mark.side;
    if (mark.side !== null && mark.side < 4)
      return [{ t: "l", p: [p[i], p[i + 1], p[(i + 2) % p.length], p[(i + 3) % p.length]], w: 0.14, c }];
    return [{ t: "p", p, w: 0.08, c }];
  }

  #at(event) { return this.lattice ? this.lattice.cellAt(this.board.point(event)) : this.board.cellAt(event); }

  #point(mark) {
    if (mark?.cell === this.mark?.cell && mark?.side === this.mark?.side) return;
    this.mark = mark;
    this.asked ??= requestAnimationFrame(() => {
      this.asked = null;
      this.draw();
    });
  }

  // While the pointer is dragged, each place is painted once. A finger hides the side that it is on: so it
  // may move until the side that is meant is marked, and paints it when it is lifted.
  #pointer(e) {
    const brush = this.brush(), fingers = e.pointerType === "touch" && brush?.side;
    if (e.type === "pointerdown" && e.button === 0) {
      this.canvas.setPointerCapture(e.pointerId);
      this.stroke = new Set();
    }
    const lifted = e.type === "pointerup" || e.type === "pointercancel";
    const moved = e.type === "pointermove" && this.stroke && !fingers ? e.getCoalescedEvents?.() ?? [] : [];
    for (const one of moved.length ? moved : [e]) this.#visit(one, brush, fingers ? e.type === "pointerup" : !lifted);
    if (lifted) this.stroke = null;
  }

  #visit(e, brush, paints) {
    const at = e.type === "pointerleave" || !this.scene ? null : this.#at(e);
    const mark = at && brush && { cell: at.cell, side: brush.side ? at.side : null };
    this.#point(mark);
    if (!this.stroke || !mark || !paints || (brush.side && e.pointerType !== "touch" && at.near > 0.34)) return;
    const place = `${mark.cell} ${mark.side}`;
    if (this.stroke.has(place)) return;
    this.stroke.add(place);
    this.cursor = mark.cell;
    this.onpaint(mark.cell, mark.side);
  }

  #key(e) {
    const brush = this.brush(), arrow = ARROWS[e.key], side = e.shiftKey && brush?.side ? arrow ?? LAYERS[e.key] : undefined;
    if (!this.maze || !brush || e.ctrlKey || e.metaKey || e.altKey) return;
    if (side !== undefined) this.onpaint(this.cursor, side);
    else if (arrow !== undefined) this.#move(...STEPS[arrow], 0);
    else if (e.key in LAYERS) this.#move(0, 0, e.key === "PageUp" ? 1 : -1);
    else if ((e.key === "Enter" || e.key === " ") && !brush.side) this.onpaint(this.cursor, null);
    else return;
    e.preventDefault();
    this.#point({ cell: this.cursor, side: side ?? null });
  }

  #move(dx, dy, dz) {
    const { w, h, d } = this.maze, c = this.cursor, rises = this.lattice?.rises ?? d > 1; // in space, rows are counted upwards
    const x = c % w + dx, y = Math.floor(c / w) % h + (rises ? -dy : dy), z = Math.floor(c / (w * h)) + dz;
    if (x < 0 || y < 0 || z < 0 || x >= w || y >= h || z >= d) return;
    this.cursor = x + w * y + w * h * z;
    this.oncursor(this.cursor);
  }
}
