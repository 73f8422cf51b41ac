// roll.js: how a marble lies in a cell of a maze that is turned, and how it rolls from one cell to another.
import { mix, unit } from "./turn.js";
import { wayBetween } from "./walls.js";

const TURNED = 0.6; // of the time, until the maze has turned
const STARTS = 0.3; // when the marble begins to roll

// The middle of a marble that lies in the corner of a cell; no gravity along an axis: between its walls.
export function restsAt({ w, h, radius, wall }, cell, down) {
  const gap = 0.5 - radius - wall / 2, place = [cell % w, Math.floor(cell / w) % h, Math.floor(cell / w / h)];
  return place.map((k, axis) => k + 0.5 + Math.sign(down[axis]) * gap);
}

// The way of the marble: into the other corner of its cell, and then from cell to cell through openings.
export function way(walls, from, to) {
  const cells = wayBetween(walls, from.cell, to.cell);
  return [restsAt(walls, from.cell, from.down), ...cells.map((cell) => restsAt(walls, cell, to.down))];
}

const eased = (t) => t * t * (3 - 2 * t);
const within = (t, from, to) => Math.max(0, Math.min(1, (t - from) / (to - from)));

// A moment of a move, at t from 0 to 1: {turn, at, trail}. before, after: how the maze is turned; points: the way.
export function moment(before, after, points, t) {
  const passed = within(t, STARTS, 1) ** 1.5 * (points.length - 1), i = Math.min(Math.floor(passed), points.length - 2);
  const part = passed - i, at = points[i].map((k, axis) => k + (points[i + 1][axis] - k) * part);
  return { turn: unit(mix(before, after, eased(within(t, 0, TURNED)))), at, trail: [...points.slice(0, i + 1), at] };
}
