// tips.js: moves that turn a maze, as one sees them on the screen: to which side each of them tips it.
import { t } from "../words.js";
import { about, times, turned, unit } from "./turn.js";

const ASKEW = 0.12; // radians

// By the number of the arrow: up, right, down, left. A flat maze only turns.
export const tips = (flat) => flat
  ? [null, { name: t("Turn right"), icon: "turn-right" }, null, { name: t("Turn left"), icon: "turn-left" }]
  : [{ name: t("Tilt away"), icon: "tilt-away" }, { name: t("Tilt right"), icon: "tilt-right" },
    { name: t("Tilt towards you"), icon: "tilt-near" }, { name: t("Tilt left"), icon: "tilt-left" }];

const ARROWS = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const dot = (a, b) => a.reduce((sum, k, i) => sum + k * b[i], 0);

// The side of the maze that goes down, as a direction on the screen: x to the right, y towards the viewer.
function sideOf(down, turn, eye) {
  const [x, , z] = turned(eye, [1, 0, 0]), right = unit([x, 0, z]), near = [-right[2], 0, right[0]], after = turned(turn, down);
  return unit([dot(after, right), dot(after, near)]);
}

// How a maze in space is turned about the upright axis, so that it can be tipped to the left, to the right and towards
// the viewer; a little askew, so that no edge hides another.
export function facing(legal, turn, eye) {
  const sides = legal.map((l) => sideOf(l.down, turn, eye)), [x, y] = sides.sort((a, b) => b[1] - a[1])[0] ?? [0, 1];
  return unit(times(about([0, 1, 0], ASKEW - Math.atan2(x, y)), turn));
}

// Gives each legal move the direction in which it tips a maze that is turned so, seen with this eye, and the arrow
// that is nearest to it, of which no other move is nearer.
export function pointMoves(legal, turn, eye) {
  for (const l of legal) [l.x, l.y] = sideOf(l.down, turn, eye);
  const pairs = legal.flatMap((l) => ARROWS.map((a, arrow) => ({ l, arrow, near: dot(a, [l.x, l.y]) })));
  const taken = new Set();
  for (const l of legal) l.arrow = null;
  for (const { l, arrow } of pairs.sort((a, b) => b.near - a.near)) {
    if (l.arrow !== null || taken.has(arrow)) continue;
    l.arrow = arrow;
    taken.add(arrow);
  }
}
