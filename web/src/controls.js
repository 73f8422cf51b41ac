// controls.js: which move a key, a swipe or a click means here. It knows the legal moves of the
// position and where they lead in the picture, and no kind.

// Arrows by number, as `about` has them: up, right, down, left, then the diagonals clockwise.
const UNIT = [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]];
const opposite = (arrow) => arrow < 4 ? (arrow + 2) % 4 : 4 + (arrow + 2) % 4;

export class Controls {
  constructor() {
    Object.assign(this, { position: null, arrows: new Map(), half: "a", seen: new Map(), meant: null });
  }

  // The kind's moves, and where each points; with tips, positions tell that.
  learn({ actions, arrows }, tips) {
    this.arrows = new Map(tips ? [] : actions.map((word, i) => [word, arrows[i]]));
  }

  arrow(l) {
    return l.arrow ?? this.arrows.get(l.action) ?? null;
  }

  // A new position: what its moves do is remembered, so that a direction is known, too, when a
  // move leads nowhere, as into the void.
  take(position) {
    this.#follow(position);
    this.position = position;
    for (const l of position.legal) {
      const way = this.#lead(l);
      this.seen.set(l.action, { ...l, arrow: this.arrow(l), way: way ?? this.seen.get(l.action)?.way ?? null });
    }
    const halves = this.halves();
    if (halves.length && !halves.includes(this.half)) this.half = halves[0];
  }

  // Halves are named by where they are, so the one that has moved may have the other's name now.
  #follow({ halves }) {
    const before = this.position?.halves ?? [], moved = halves.find((h) => !before.some((b) => b.cell === h.cell));
    if (before.length && moved) this.half = moved.half;
  }

  // Of a divided player, those that may move.
  halves() {
    return [...new Set(this.position.legal.map((l) => l.half).filter(Boolean))].sort();
  }

  // The other half's turn; false: there is none.
  turnHalf() {
    const other = this.halves().find((h) => h !== this.half);
    if (other) this.half = other;
    return Boolean(other);
  }

  // Where what a move moves is now.
  #from(l) {
    return this.position.halves.find((h) => h.half === l.half) ?? this.position;
  }

  #lead(l) {
    const from = this.#from(l);
    return l.x === undefined || l.x === null || this.#stays(l) ? null : [l.x - from.x, l.y - from.y];
  }

  #stays(l) {
    const from = this.#from(l);
    return l.x !== null && Math.hypot(l.x - from.x, l.y - from.y) < 0.05;
  }

  // The direction of a move in the picture: where it leads, did once, or as its opposite does not.
  way(l) {
    const arrow = l.arrow ?? this.arrow(l);
    const against = (s) => s.way && s.arrow !== null && s.half === l.half && opposite(s.arrow) === arrow;
    const back = [...this.seen.values()].find(against)?.way.map((v) => -v);
    return this.#lead(l) ?? this.seen.get(l.action)?.way ?? back ?? UNIT[arrow] ?? null;
  }

  // Legal moves, without those of the half whose turn it is not.
  moves() {
    return this.position.legal.filter((l) => !l.half || l.half === this.half);
  }

  // Where there is no such move, `meant` is the one that was refused.
  byArrow(arrow) {
    return this.#choose(this.moves().find((l) => this.arrow(l) === arrow), 
      () => this.position.refused.find((r) => r.half === this.#turn() && this.arrow(r) === arrow));
  }

  #choose(move, refused) {
    this.meant = move ? null : refused() ?? null;
    return move?.action ?? null;
  }

  // The half whose turn it is; null: the player is whole.
  #turn() {
    return this.position.halves.length ? this.half : null;
  }

  // The one move that is no direction: waiting, switching.
  spare() {
    const spare = this.position.legal.filter((l) => this.arrow(l) === null && !l.half);
    return spare.length === 1 ? spare[0].action : null;
  }

  // Is it the move by which the player stays where he is, such as W? A longer word says what it does.
  waits(l) {
    return this.spare() === l.action && this.#stays(l) && l.action.length === 1;
  }

  // The move that points most nearly there, within 60 degrees.
  byDirection(x, y) {
    const refused = () => this.position.refused.filter((r) => r.half === this.#turn() && this.arrow(r) !== null);
    return this.#choose(this.#nearest(this.moves(), x, y), () => this.#nearest(refused(), x, y));
  }

  #nearest(moves, x, y) {
    let best = null, most = 0.5;
    for (const l of moves) {
      const way = this.way(l);
      if (!way) continue;
      const cosine = (way[0] * x + way[1] * y) / (Math.hypot(...way) * Math.hypot(x, y));
      if (cosine > most + 1e-6) [best, most] = [l, cosine];
    }
    return best;
  }

  // The move that leads to a cell, of the half whose turn it is or else of the other one; undefined: there is none.
  leading(cell) {
    const { cell: own, halves, legal } = this.position;
    if (cell === own || halves.some((h) => h.cell === cell)) return undefined;
    const to = legal.filter((l) => l.cells.includes(cell));
    return to.find((l) => l.half === this.half) ?? to[0];
  }

  byCell(cell) {
    const move = this.leading(cell);
    if (move?.half) this.half = move.half;
    return this.#choose(move, () => null);
  }

  // The other half, if it is in this cell and may move.
  halfIn(cell) {
    const half = this.position.halves.find((h) => h.cell === cell)?.half;
    return half !== this.half && this.halves().includes(half) ? half : undefined;
  }

  // A click: on a place where a move leads, on the player himself (stay), or in a direction.
  byPoint(x, y, cell) {
    const at = this.#from({ half: this.half }), dx = x - at.x, dy = y - at.y;
    if (Math.hypot(dx, dy) < 0.5) return this.#choose(this.position.legal.find((l) => this.#stays(l) && this.arrow(l) === null), () => null);
    return (cell !== undefined && this.byCell(cell)) || this.byDirection(dx, dy);
  }
}

// A drag on the canvas is a swipe, else a click; told in the picture's lengths.
export function watchPointer(board, onswipe, onclick) {
  let from = null;
  const canvas = board.canvas;
  canvas.addEventListener("pointerdown", (e) => {
    if (e.button !== 0 || !e.isPrimary) return;
    from = e;
    canvas.setPointerCapture(e.pointerId);
  });
  // Else the browser takes a swipe for a fling, and swallows the tap on a button that follows it.
  canvas.addEventListener("touchstart", (e) => e.preventDefault(), { passive: false });
  canvas.addEventListener("pointercancel", () => { from = null; });
  canvas.addEventListener("pointerdown", (e) => { if (!e.isPrimary) from = null; }); // two fingers zoom
  canvas.addEventListener("pointerup", (e) => {
    if (!from || !board.scene) return;
    const dx = e.clientX - from.clientX, dy = e.clientY - from.clientY, at = board.point(e);
    from = null;
    if (Math.hypot(dx, dy) > 16) onswipe(dx, dy);
    else onclick(at.x, at.y, board.cellAt(e)?.cell);
  });
}
