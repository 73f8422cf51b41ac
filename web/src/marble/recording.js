// recording.js: what was simulated so far. It says where the marble was and how the maze was turned at any time.
import { LEVEL, mix, upright } from "./turn.js";

export const TRAIL_MOST = 420; // points
const WIDE = 8; // time, place (3), rotation (4)

export class Recording {
  constructor() {
    this.data = new Float32Array(1024 * WIDE);
    this.phases = [];
    this.count = 0;
  }

  get end() {
    return this.count ? this.data[(this.count - 1) * WIDE] : 0;
  }

  // A frame as in docs/api.md: [time, x, y, z, upx, upy, upz, phase]. The rotation is the smallest one with that upward
  // direction.
  add([time, x, y, z, ux, uy, uz, phase]) {
    const before = this.count ? this.#rotation(this.count - 1) : LEVEL;
    if ((this.count + 1) * WIDE > this.data.length) {
      const wider = new Float32Array(this.data.length * 2);
      wider.set(this.data);
      this.data = wider;
    }
    this.data.set([time, x, y, z, ...upright(before, [ux, uy, uz])], this.count++ * WIDE);
    this.phases.push(phase);
  }

  #rotation(i) {
    return Array.from(this.data.subarray(i * WIDE + 4, i * WIDE + 8));
  }

  #place(i) {
    return Array.from(this.data.subarray(i * WIDE + 1, i * WIDE + 4));
  }

  // The last frame at or before this time.
  #find(time) {
    let low = 0, high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.data[middle * WIDE] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  // {at, turn, phase} at a time, interpolated between two frames; null: there is no frame yet.
  moment(time) {
    if (!this.count) return null;
    const i = this.#find(time), j = Math.min(i + 1, this.count - 1);
    const from = this.data[i * WIDE], long = this.data[j * WIDE] - from;
    const t = long > 0 ? Math.min(1, Math.max(0, (time - from) / long)) : 0;
    const a = this.#place(i), b = this.#place(j);
    return { at: a.map((k, n) => k + (b[n] - k) * t), turn: mix(this.#rotation(i), this.#rotation(j), t), phase: this.phases[i] };
  }

  // Where the marble was before this time, the latest place last; the points are `apart` from each other.
  trail(time, most, apart = 0.07) {
    const points = [this.moment(time)?.at].filter(Boolean);
    for (let i = this.#find(time); i >= 0 && this.count && points.length < most; i--) {
      const p = this.#place(i), q = points[points.length - 1];
      if (Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) >= apart) points.push(p);
    }
    return points.reverse();
  }
}
