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

  // The four corners of a cell, beginning at the upper left.
  function polygon(cell) {
    const cx = cell % w, cy = Math.floor(cell / w), top = rises ? cy + 1 : cy, bottom = rises ? cy : cy + 1;
    return [point(cx, top), point(cx + 1, top), point(cx + 1, bottom), point(cx, bottom)].flat();
  }
  return { cellAt, polygon, rises };
}
