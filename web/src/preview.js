// preview.js: shows on the board what a move would do before it is made: marks where moves land; one move as a
// ghost, with the steps of a foe who answers it; lines between what belongs together. It asks the core, and
// knows no rule.
import { el } from "./dom.js";
import { storage } from "./storage.js";

const REST = 60; // milliseconds that a pointer rests before something is asked
const STEPS = 6; // pictures of a move, in which a foe is followed

export class Preview {
  // ask(what, fields, move): asks the core about the position, or about that after one more move.
  constructor(board, controls, ask) {
    Object.assign(this, { board, controls, ask, position: null, shown: null, seen: {} });
    this.words = el("p", { class: "preview-words small", "aria-hidden": "true", hidden: true });
    board.canvas.after(this.words);
    const cell = (e) => board.cellAt(e)?.cell;
    this.rest = watchRest(board.canvas, (e) => cell(e) === undefined ? this.clear() : this.cell(cell(e)), () => this.clear());
  }

  // Shows what the buttons of a pad would do. tell(words): of the button that the keyboard has reached.
  watchPad(pad, tell) {
    const show = (e) => pad.moveAt(e) ? this.move(pad.moveAt(e)) : this.clear();
    watchRest(pad.node, show, () => this.clear());
    pad.node.addEventListener("focusin", async (e) => {
      const words = e.target.matches(":focus-visible") && await show(e);
      if (words) tell(words);
    });
    pad.node.addEventListener("focusout", () => this.clear());
  }

  // A new position, which the board paints next. Later come the words for each cell: look.
  take(position) {
    Object.assign(this, { position, look: null, shown: null, seen: {}, floors: null });
    this.words.hidden = true;
    this.board.under = position.scene ? (pen) => this.#paintMarks(pen) : null;
    this.board.over = position.scene ? (pen) => this.#paint(pen) : null;
  }

  // A move is under way.
  leave() {
    this.board.under = this.board.over = this.position = this.shown = null;
    this.words.hidden = true;
  }

  clear() {
    if (this.shown === null) return;
    Object.assign(this, { shown: null, seen: {} });
    this.words.hidden = true;
    this.board.foresee?.(null);
    this.board.paint();
  }

  // What a move would do, in the picture; returns it in words, or null where something else was wanted meanwhile.
  move(word) {
    return this.#show(`move ${word}`, () => this.#foresee(word));
  }

  // What belongs to a cell, and the move that leads there.
  cell(cell) {
    return this.#show(`cell ${cell}`, async () => {
      const move = this.controls.leading(cell)?.action, { ties } = await this.ask("ties", { cell });
      const then = move === undefined ? {} : await this.#foresee(move);
      return { ...then, ties, y: middle(this.#floor(cell) ?? [])[1], words: [ties.length ? this.look?.[cell] : "", then.words].filter(Boolean).join(". ") };
    });
  }

  async #show(name, see) {
    if (!this.position || this.position.status !== "open" || this.shown === name) return null;
    const { position } = this, current = () => this.shown === name && this.position === position;
    this.clear();
    this.shown = name;
    await new Promise((done) => setTimeout(done, REST));
    const seen = current() ? await see().catch(() => null) : null; // without an answer there is nothing to show
    if (!seen || !current()) return null;
    this.seen = seen;
    this.words.textContent = seen.words;
    this.words.classList.toggle("top", seen.y > this.board.view.y + this.board.view.h / 2);
    this.words.hidden = !seen.words;
    this.board.foresee?.(seen.next);
    this.board.paint();
    return seen.words;
  }

  async #foresee(word) {
    const foe = foeIn(this.position.scene?.shapes ?? []);
    const next = await this.ask("play", { changes: true, frames: foe ? STEPS : 0 }, word), { scene, frames = [] } = next;
    return { next, ghost: scene && this.board.sketch(scene.shapes), words: next.loss ?? next.state,
      y: this.position.legal.find((l) => l.action === word)?.y,
      way: foe && [foe, ...frames.map((f) => foeIn(f.shapes)).filter(Boolean)] };
  }

  // ---- painting

  #paintMarks(pen) {
    const style = getComputedStyle(this.board.canvas), colour = (name) => style.getPropertyValue(name);
    Object.assign(this, { accent: colour("--accent"), paper: colour("--card") });
    if (this.position.status === "open" && storage.get("marks", true)) this.controls.moves().forEach((l) => this.#mark(pen, l));
  }

  #paint(pen) {
    const { ghost, way, ties = [] } = this.seen;
    if (this.position.halves.length) this.#point(pen);
    if (ghost) {
      pen.globalAlpha = 0.65;
      const { x, y, w, h } = this.board.view;
      pen.drawImage(ghost, x, y, w, h);
      pen.globalAlpha = 1;
    }
    if (way?.length > 1) this.#walk(pen, way);
    for (const tie of ties) this.#tie(pen, tie);
  }

  // Draws a line twice, so that it is seen on every ground.
  #draw(pen, width, line, colour = this.accent) {
    for (const [wide, ink] of [[width + 0.07, this.paper], [width, colour]]) {
      pen.lineWidth = wide;
      pen.strokeStyle = pen.fillStyle = ink;
      pen.beginPath();
      line();
      pen.stroke();
    }
  }

  #floor(cell) {
    this.floors ??= new Map(this.position.scene.shapes.filter((s) => s.cell !== undefined && s.t === "p").reverse()
      .map((s) => [s.cell, s.p]));
    return this.floors.get(cell);
  }

  // The corners of the cells where a move lands; a ring where the picture has no cells.
  #mark(pen, l) {
    if (l.cells.every((c) => c === this.position.cell)) return;
    const floors = l.cells.map((c) => this.#floor(c)).filter(Boolean);
    this.#draw(pen, 0.045, () => {
      for (const p of floors) corners(pen, p);
      if (!floors.length && l.x !== null) pen.arc(l.x, l.y, 0.22, 0, 2 * Math.PI);
    });
  }

  // An arrow over the half that moves.
  #point(pen) {
    const at = this.position.halves.find((h) => h.half === this.controls.half);
    if (!at || at.x === null) return;
    this.#draw(pen, 0.04, () => {
      pen.moveTo(at.x, at.y - 1.32);
      pen.lineTo(at.x - 0.18, at.y - 1.62);
      pen.lineTo(at.x + 0.18, at.y - 1.62);
      pen.closePath();
      pen.fill();
    });
  }

  // The way of a foe, with a dot for each cell of it.
  #walk(pen, way) {
    const { c } = this.position.scene.shapes.find((s) => s.r === "foe");
    this.#draw(pen, 0.06, () => way.forEach(([x, y], i) => i ? pen.lineTo(x, y) : pen.moveTo(x, y)), c);
    let gone = 0;
    way.slice(1).forEach(([x, y], i) => {
      const before = gone;
      gone += Math.hypot(x - way[i][0], y - way[i][1]);
      if (Math.floor(gone + 0.01) > Math.floor(before + 0.01)) this.#draw(pen, 0.06, () => pen.arc(x, y, 0.07, 0, 2 * Math.PI), c);
    });
  }

  // A frame around both cells, and an arrow between them that keeps away from what is drawn in their middles.
  #tie(pen, { from, to }) {
    const floors = [from, to].map((c) => this.#floor(c));
    if (floors.some((p) => !p)) return;
    const [[ax, ay], [bx, by]] = floors.map(middle), far = Math.hypot(bx - ax, by - ay), [dx, dy] = [(bx - ax) / far, (by - ay) / far];
    for (const p of floors) this.#draw(pen, 0.06, () => frame(pen, p));
    const begin = Math.min(0.5, 0.3 * far), end = far - Math.min(0.42, 0.3 * far), at = (k, side = 0) => [ax + dx * k - dy * side, ay + dy * k + dx * side];
    pen.setLineDash([0.2, 0.14]);
    this.#draw(pen, 0.06, () => { pen.moveTo(...at(begin)); pen.lineTo(...at(end)); });
    pen.setLineDash([]);
    this.#draw(pen, 0.06, () => { pen.moveTo(...at(end - 0.16, 0.12)); pen.lineTo(...at(end)); pen.lineTo(...at(end - 0.16, -0.12)); });
  }
}

const middle = (p) => [0, 1].map((axis) => p.filter((_, i) => i % 2 === axis).reduce((sum, v) => sum + v, 0) / (p.length / 2));

// Where the foe is among these shapes, or undefined.
function foeIn(shapes) {
  const body = shapes.find((s) => s.r === "foe" && s.t === "c");
  return body && [body.x, body.y];
}

// The corner i of a polygon, a little inside of it.
function inner(p, i) {
  const [x, y] = middle(p), k = 2 * i % p.length;
  return [x + 0.84 * (p[k] - x), y + 0.84 * (p[k + 1] - y)];
}

function frame(pen, p) {
  for (let i = 0; i <= p.length / 2; i++) pen[i ? "lineTo" : "moveTo"](...inner(p, i));
}

function corners(pen, p) {
  const n = p.length / 2, at = (i) => inner(p, i);
  const part = (a, b) => [a[0] + 0.22 * (b[0] - a[0]), a[1] + 0.22 * (b[1] - a[1])];
  for (let i = 0; i < n; i++) {
    pen.moveTo(...part(at(i), at(i + n - 1)));
    pen.lineTo(...at(i));
    pen.lineTo(...part(at(i), at(i + 1)));
  }
}

// ---- what asks for a preview

const HOLD = 450; // milliseconds of a long press

// Over a node: a resting mouse or a long press calls show(event); leaving, or letting go, calls hide(). A long press
// is no click. `drag`: pixels that a finger may move meanwhile.
export function watchRest(node, show, hide, { drag = 10 } = {}) {
  let timer = 0, from = null, held = false;
  const end = () => { clearTimeout(timer); from = null; };
  node.addEventListener("pointermove", (e) => {
    if (e.pointerType === "mouse" && !e.buttons) show(e);
    else if (from && Math.hypot(e.clientX - from.clientX, e.clientY - from.clientY) > drag) end();
  });
  node.addEventListener("pointerdown", (e) => {
    held = false;
    if (e.pointerType === "mouse") return hide();
    from = e;
    timer = setTimeout(() => { held = true; show(e); }, HOLD);
  });
  const release = () => { end(); if (held) hide(); };
  node.addEventListener("pointerup", release);
  node.addEventListener("pointercancel", release);
  node.addEventListener("pointerleave", () => { end(); hide(); });
  node.addEventListener("contextmenu", (e) => { if (held || from) e.preventDefault(); });
  node.addEventListener("click", (e) => {
    if (held) e.stopImmediatePropagation();
    held = false;
  }, { capture: true });
  return { held: () => held };
}
