// lattice.js: where the cells of a flat board lie in its picture, also cells without a floor. It works out
// from the floors that exist how far a step to the right and a step down go.

const middle = (p) => [0, 1].map((axis) => p.filter((_, i) => i % 2 === axis).reduce((a, b) => a + b) / (p.length / 2));

// The step between neighbours: from two floors that differ along one axis only, else from a side of a floor.
function step(floors, along, across, side) {
  for (const a of floors)
    for (const b of floors)
      if (b[along] > a[along] && b[across] === a[across]) return [0, 1].map((i) => (b.at[i] - a.at[i]) / (b[along] - a[along]));
  return side;
}

// Returns null if the board is not flat or has no floors.
export function latticeOf(scene, { w, h, d }) {
  const floors = scene.shapes.filter((s) => s.cell !== undefined && s.t === "p" && s.p.length === 8)
    .map((s) => ({ p: s.p, x: s.cell % w, y: Math.floor(s.cell / w), at: middle(s.p) }));
  if (d > 1 || !floors.length) return null;
  const [{ p, x, y, at }] = floors;
  const u = step(floors, "x", "y", [p[2] - p[0], p[3] - p[1]]), v = step(floors, "y", "x", [p[6] - p[0], p[7] - p[1]]);
  const corner = [0, 1].map((i) => at[i] - (x + 0.5) * u[i] - (y + 0.5) * v[i]), area = u[0] * v[1] - u[1] * v[0];
  const rises = v[1] < 0; // rows count upwards
  const point = (cx, cy) => [0, 1].map((i) => corner[i] + cx * u[i] + cy * v[i]);

  // The cell at a point of the picture and the nearest of its sides, as board.cellAt returns them.
  function cellAt({ x: px, y: py }) {
    const dx = px - corner[0], dy = py - corner[1];
    const cx = (dx * v[1] - dy * v[0]) / area, cy = (dy * u[0] - dx * u[1]) / area;
    if (cx < 0 || cy < 0 || cx >= w || cy >= h) return null;
    const fx = cx % 1, fy = cy % 1, sides = [rises ? 1 - fy : fy, 1 - fx, rises ? fy : 1 - fy, fx], near = Math.min(...sides);
    return { cell: Math.floor(cx) + w * Math.floor(cy), side: sides.indexOf(near), near };
  }

  // The lines between cells and around the board.
  const lines = () => [...Array.from({ length: w + 1 }, (_, x) => [...point(x, 0), ...point(x, h)]),
    ...Array.from({ length: h + 1 }, (_, y) => [...point(0, y), ...point(w, y)])];

  // Numbers of columns and rows from 1, how high they are, and where they stand beside the board; of a large board
  // every fifth.
  function numbers() {
    const most = Math.max(w, h), step = most > 20 ? 5 : 1, height = 0.2 * Math.max(1, most / 20), away = -1.5 * height;
    const shown = (n) => Array.from({ length: n }, (_, i) => i + 1).filter((i) => i === 1 || i % step === 0);
    const at = (i, [x, y]) => ({ text: String(i), height, x, y });
    return [...shown(w).map((i) => at(i, point(i - 0.5, away))), ...shown(h).map((i) => at(i, point(away, i - 0.5)))];
  }

  // The four corners of a cell, beginning at the upper left.
  function polygon(cell) {
    const cx = cell % w, cy = Math.floor(cell / w), top = rises ? cy + 1 : cy, bottom = rises ? cy : cy + 1;
    return [point(cx, top), point(cx + 1, top), point(cx + 1, bottom), point(cx, bottom)].flat();
  }
  return { cellAt, polygon, lines, numbers, rises };
}

// The picture with the lines between all cells, also where there is no floor, and with numbers of columns and rows.
// colour(name): the value of a property of the style.
export function withLattice(scene, maze, colour) {
  const lattice = latticeOf(scene, maze);
  if (!lattice) return scene;
  const numbers = lattice.numbers(), lines = lattice.lines().map((p) => ({ t: "l", r: "grid", c: colour("--line"), w: 0.03, p }));
  const texts = numbers.map(({ text, height, x, y }) => ({ t: "x", r: "label", c: colour("--soft"), x, y, s: height, text }));
  const places = [0, 1].map((axis) => [0, [scene.w, scene.h][axis], ...lines.flatMap(({ p }) => [p[axis], p[axis + 2]]),
    ...numbers.flatMap((n) => [-1, 1].map((s) => [n.x, n.y][axis] + s * n.height))]);
  const [[left, right], [top, bottom]] = places.map((at) => [-Math.min(...at), Math.max(...at)]);
  const place = (s) => s.p ? { ...s, p: s.p.map((v, i) => v + (i % 2 ? top : left)) } : { ...s, x: s.x + left, y: s.y + top };
  return { ...scene, w: left + right, h: top + bottom, shapes: [...lines, ...texts, ...scene.shapes].map(place) };
}
