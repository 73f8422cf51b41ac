// walls.js: works out from the walls of a marble maze which edges to draw, and which cells there are.
const others = (axis) => [axis === 0 ? 1 : 0, axis === 2 ? 1 : 2];
const key = (axis, c) => `${axis},${c[0]},${c[1]},${c[2]}`;
const shifted = (c, axis, by) => c.map((k, i) => (i === axis ? k + by : k));

const sets = new WeakMap(); // of walls, by the answer

function wallSet(answer) {
  const set = sets.get(answer) ?? new Set(answer.walls.map(([axis, ...c]) => key(axis, c)));
  sets.set(answer, set);
  return (axis, corner) => set.has(key(axis, corner));
}

// Where only two squares meet, in one plane, they are one wall, and there is no edge between them.
function isEdge(wall, along, corner) {
  const [a, b] = others(along);
  const plane = [wall(b, corner), wall(b, shifted(corner, a, -1))], across = [wall(a, corner), wall(a, shifted(corner, b, -1))];
  const count = [...plane, ...across].filter(Boolean).length;
  return count > 0 && !(count === 2 && plane[0] === plane[1]);
}

// The edges at which walls meet at an angle or end, each in its whole length: [{along, from, length}].
export function trueEdges(answer) {
  const size = [answer.w, answer.h, answer.d], wall = wallSet(answer), edges = [];
  for (let along = 0; along < 3; along++) {
    const [a, b] = others(along);
    for (let i = 0; i <= size[a]; i++)
      for (let j = 0; j <= size[b]; j++) {
        let open = null;
        for (let k = 0; k < size[along]; k++) {
          const corner = [];
          corner[along] = k;
          corner[a] = i;
          corner[b] = j;
          if (!isEdge(wall, along, corner)) open = null;
          else if (open) open.length++;
          else edges.push(open = { along, from: corner, length: 1 });
        }
      }
  }
  return edges;
}

// The number of cells that the marble could reach if it could crawl.
export function cellsWithin(answer) {
  const wall = wallSet(answer), size = [answer.w, answer.h, answer.d];
  const seen = new Set([answer.start.join()]), queue = [answer.start];
  for (const cell of queue)
    for (let axis = 0; axis < 3; axis++)
      for (const step of [-1, 1]) {
        const next = shifted(cell, axis, step);
        if (next[axis] < 0 || next[axis] >= size[axis] || seen.has(next.join())) continue;
        if (wall(axis, step > 0 ? next : cell)) continue;
        seen.add(next.join());
        queue.push(next);
      }
  return seen.size;
}

// The cells on the shortest way through openings from one cell to another, both included. Without a way, these two.
export function wayBetween(answer, from, to) {
  const wall = wallSet(answer), size = [answer.w, answer.h, answer.d], stride = [1, answer.w, answer.w * answer.h];
  const before = new Map([[to, null]]), queue = [to];
  for (const cell of queue) {
    if (before.has(from)) break;
    const place = stride.map((s, axis) => Math.floor(cell / s) % size[axis]);
    for (let axis = 0; axis < 3; axis++)
      for (const step of [-1, 1]) {
        const next = cell + step * stride[axis];
        if (place[axis] + step < 0 || place[axis] + step >= size[axis] || before.has(next)) continue;
        if (wall(axis, step > 0 ? shifted(place, axis, 1) : place)) continue;
        before.set(next, cell);
        queue.push(next);
      }
  }
  if (!before.has(from)) return [from, to];
  const cells = [];
  for (let cell = from; cell !== null; cell = before.get(cell)) cells.push(cell);
  return cells;
}

// How the maze is turned at the start: the corner with the start is the lowest one.
export function atRest({ start, target, radius, wall }) {
  const up = start.map((k, i) => Math.sign(target[i] - k)), gap = 0.5 - radius - wall / 2;
  return { up, at: start.map((k, i) => k + 0.5 - up[i] * gap) };
}
