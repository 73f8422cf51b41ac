// turn.js: rotations as quaternions [x, y, z, w], the few things that the marble view does with them.
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

// The shortest rotation that takes one direction to another; of opposite ones, about z.
function between([ax, ay, az], [bx, by, bz]) {
  const w = 1 + ax * bx + ay * by + az * bz;
  return w < 1e-6 ? [0, 0, 1, 0] : unit([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx, w]);
}

// As q, turned on as little as can be so that `up` of the maze points up.
export const upright = (q, up) => unit(times(between(turned(q, unit(up)), UP), q));
// Which way is up in the maze, when it is turned like this.
export const upOf = (q) => turned(backwards(q), UP);

// Part of the way from one rotation to a near one.
export function mix(a, b, t) {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  return unit(a.map((k, i) => k + (sign * b[i] - k) * t));
}
