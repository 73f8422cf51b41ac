// zoom.js: makes a large board larger and smaller, by buttons, the wheel, or two fingers, which also move it.
// A board that is shown whole and well has none of this.
import { button, el } from "./dom.js";
import { t } from "./words.js";

const STEP = 1.5;

export class Zoom {
  constructor(board) {
    Object.assign(this, { board, fingers: new Map() });
    const by = (times) => () => board.zoomBy(times);
    this.node = el("div", { class: "zoom", hidden: true },
      button("minus", t("Smaller"), by(1 / STEP), { bare: true }), button("plus", t("Larger"), by(STEP), { bare: true }));
    board.canvas.after(this.node);
    board.canvas.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    for (const [name, take] of [["pointerdown", this.#down], ["pointermove", this.#move], ["pointerup", this.#up], ["pointercancel", this.#up]])
      board.canvas.addEventListener(name, (e) => e.pointerType === "touch" && take.call(this, e));
  }

  // The board is another one from now on.
  close() {
    this.node.remove();
    this.update = () => {};
  }

  update() {
    this.node.hidden = !this.board.large;
  }

  #wheel(e) {
    if (!this.board.large) return;
    e.preventDefault();
    this.board.zoomBy(2 ** (-e.deltaY / 300), this.board.point(e));
  }

  #down(e) {
    this.fingers.set(e.pointerId, e);
  }

  #up(e) {
    this.fingers.delete(e.pointerId);
  }

  #move(e) {
    const before = this.#pair();
    if (this.fingers.has(e.pointerId)) this.fingers.set(e.pointerId, e);
    if (!before || !this.board.large) return;
    const now = this.#pair(), from = this.board.point(before), to = this.board.point(now);
    this.board.panBy(from.x - to.x, from.y - to.y);
    if (before.apart > 0) this.board.zoomBy(now.apart / before.apart, this.board.point(now));
  }

  // Of two fingers: the place between them, and how far they are apart; null: it is not two.
  #pair() {
    if (this.fingers.size !== 2) return null;
    const [a, b] = this.fingers.values();
    return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2,
      apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
  }
}
