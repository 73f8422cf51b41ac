// controls.js: which move a key, a swipe or a click means here. It knows the legal moves of the
// position and where they lead in the picture, and no kind.

// Arrows by number, as `about` has them: up, right, down, left, then the diagonals clockwise.
const UNIT = [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]];
const opposite = (arrow) => arrow < 4 ? (arrow + 2) % 4 : 4 + (arrow + 2) % 4;

export class Controls {
  constructor() {
    Object.assign(this, { position: null, arrows: new Map(), half: "a", seen: new Map() });
  }

  // The kind's moves, and where each points.
  learn({ actions, arrows }) {
    this.arrows = new Map(actions.map((word, i) => [word, arrows[i]]));
  }

  arrow(l) {
    return this.arrows.get(l.action) ?? null;
  }

  // A new position: what its moves do is remembered, so that a direction is known, too, when a
  // move leads nowhere, as into the void.
  take(position) {
    this.position = position;
    for (const l of position.legal) {
      const way = this.#lead(l);
      this.seen.set(l.action, { ...l, arrow: this.arrow(l), way: way ?? this.seen.get(l.action)?.way ?? null });
    }
    const halves = this.halves();
    if (halves.length && !halves.includes(this.half)) this.half = halves[0];
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

  #lead(l) {
    return l.x === null || this.#stays(l) ? null : [l.x - this.position.x, l.y - this.position.y];
  }

  #stays(l) {
    return l.x !== null && Math.hypot(l.x - this.position.x, l.y - this.position.y) < 0.05;
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

  byArrow(arrow) {
    return this.moves().find((l) => this.arrow(l) === arrow)?.action ?? null;
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
    let best = null, most = 0.5;
    for (const l of this.moves()) {
      const way = this.way(l);
      if (!way) continue;
      const cosine = (way[0] * x + way[1] * y) / (Math.hypot(...way) * Math.hypot(x, y));
      if (cosine > most + 1e-6) [best, most] = [l.action, cosine];
    }
    return best;
  }

  // The move that leads to a cell, of whichever half.
  byCell(cell) {
    const to = this.position.legal.filter((l) => l.cell === cell && cell !== this.position.cell);
    const move = to.find((l) => l.half === this.half) ?? to[0];
    if (move?.half) this.half = move.half;
    return move?.action ?? null;
  }

  // A click: on a place where a move leads, on the player himself (stay), or in a direction.
  byPoint(x, y, cell) {
    const dx = x - this.position.x, dy = y - this.position.y;
    if (Math.hypot(dx, dy) < 0.5) return this.position.legal.find((l) => this.#stays(l) && this.arrow(l) === null)?.action ?? null;
    return (cell !== undefined && this.byCell(cell)) || this.byDirection(dx, dy);
  }
}

// A drag on the canvas is a swipe, else a click; told in the picture's lengths.
export function watchPointer(board, onswipe, onclick) {
  let from = null;
  const canvas = board.canvas;
  canvas.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return;
    from = e;
    canvas.setPointerCapture(e.pointerId);
  });
  // Else the browser takes a swipe for a fling, and swallows the tap on a button that follows it.
  canvas.addEventListener("touchstart", (e) => e.preventDefault(), { passive: false });
  canvas.addEventListener("pointercancel", () => { from = null; });
  canvas.addEventListener("pointerup", (e) => {
    if (!from || !board.scene) return;
    const dx = e.clientX - from.clientX, dy = e.clientY - from.clientY, at = board.point(e);
    from = null;
    if (Math.hypot(dx, dy) > 16) onswipe(dx, dy);
    else onclick(at.x, at.y, board.cellAt(e)?.cell);
  });
}
