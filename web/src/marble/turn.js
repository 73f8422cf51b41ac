// turn.js: rotations as quaternions [x, y, z, w], for the marble view.
export const LEVEL = [0, 0, 0, 1];
const UP = [0, 1, 0];

export const times = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];

export const backwards = ([x, y, z, w]) => [-x, -y, -z, w];

export function unit(v) {
  const length = Math.hypot(...v) || 1;
  return v.map((k) => k / length);
}

export function about(axis, angle) {
  const s = Math.sin(angle / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)];
}

export function turned(q, [x, y, z]) {
  const [a, b, c] = times(times(q, [x, y, z, 0]), backwards(q));
  return [a, b, c];
}

// The smallest rotation from one direction to another; for opposite directions, about z.
function between([ax, ay, az], [bx, by, bz]) {
  const w = 1 + ax * bx + ay * by + az * bz;
  return w < 1e-6 ? [0, 0, 1, 0] : unit([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx, w]);
}

// q, followed by the smallest rotation after which `up` of the maze points up.
export const upright = (q, up) => unit(times(between(turned(q, unit(up)), UP), q));
// The upward direction in the coordinates of a maze that is turned like this.
export const upOf = (q) => turned(backwards(q), UP);

// A rotation between two that are near each other.
export function mix(a, b, t) {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  return unit(a.map((k, i) => k + (sign * b[i] - k) * t));
}
