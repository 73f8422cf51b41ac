// sketch.js: a marble maze drawn with lines on a canvas, turned like the picture of marble3d.js, and with the same calls:
// for browsers without WebGL, and until three.js has been loaded.
import { about, backwards, LEVEL, times, turned } from "./turn.js";
import { trueEdges } from "./walls.js";

export const LOOK = { around: 0.2, above: 0.3 }; // of a maze in space: where the eye is, in radians
const DEPTHS = 4; // shades of lines, from the far ones to the near ones
const SIDES = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]]; // of a cube, by its corners

// Both ends of each line: of the walls of a flat maze, of the edges of one in space.
function linesOf(answer) {
  const edges = trueEdges(answer).filter((e) => answer.d > 1 || (e.along !== 2 && e.from[2] === 0));
  return edges.map(({ along, from, length }) => [from, from.map((k, axis) => k + (axis === along ? length : 0))]);
}

const cube = (from, side) => Array.from({ length: 8 }, (_, i) => from.map((k, axis) => k + (i >> axis & 1) * side));

export class Sketch {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas.parentElement);
  }

  close() {
    this.observer.disconnect();
  }

  // answer: as of the question `walls`.
  setMaze(answer) {
    this.answer = answer;
    this.flat = answer.d === 1;
    this.eye = this.flat ? LEVEL : times(about([0, 1, 0], LOOK.around), about([1, 0, 0], -LOOK.above));
    this.lines = linesOf(answer);
    this.reach = Math.hypot(answer.w, answer.h, this.flat ? 0.5 : answer.d) / 2;
    this.resize();
  }

  setColours(css) {
    const names = { edge: "--glass-edge", marble: "--marble", good: "--good", start: "--warm", glass: "--glass", trail: "--trail", shade: "--shade" };
    this.ink = Object.fromEntries(Object.entries(names).map(([part, name]) => [part, css(name)]));
    this.draw();
  }

  // at: the marble, in the maze; turn: the quaternion of the maze; trail: points, the latest one last.
  pose(at, turn, trail = []) {
    Object.assign(this, { at, turn, trail });
    this.draw();
  }

  resize() {
    const { clientWidth: wide, clientHeight: high } = this.canvas.parentElement ?? {};
    if (!wide || !high) return;
    const dots = Math.min(2, window.devicePixelRatio || 1);
    this.canvas.width = wide * dots;
    this.canvas.height = high * dots;
    this.draw();
  }

  // Returns a function from a point of the maze to [x, y, nearness] on the canvas.
  #projection() {
    const { w, h, d } = this.answer, middle = [w / 2, h / 2, d / 2], q = times(backwards(this.eye), this.turn);
    const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => turned(q, axis)), { width, height } = this.canvas;
    this.scale = Math.min(width, height) / 2 / (this.reach * 1.06);
    return (point) => {
      const seen = [0, 1, 2].map((k) => axes.reduce((sum, axis, i) => sum + axis[k] * (point[i] - middle[i]), 0));
      return [width / 2 + seen[0] * this.scale, height / 2 - seen[1] * this.scale, seen[2] / this.reach];
    };
  }

  draw() {
    if (!this.answer || !this.turn || !this.ink) return;
    const { pen, answer } = this, on = this.#projection();
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.lineCap = pen.lineJoin = "round";
    if (this.flat) this.#fill(cube([0, 0, 0], 0).map((_, i) => on([(i & 1) * answer.w, (i >> 1 & 1) * answer.h, 0.5])), [SIDES[0]], "glass", 0.16);
    else this.#ground();
    const target = cube(answer.target.map((k, axis) => k + (this.flat && axis === 2 ? 0.5 : 0.11)), 0.78).map(on);
    this.#fill(target, this.flat ? [SIDES[0]] : SIDES, "good", this.flat ? 0.75 : 0.16);
    this.#ring(on(answer.start.map((k) => k + 0.5)));
    this.#walls(on);
    this.#trail(this.trail.map(on));
    this.#marble(on(this.at));
    pen.globalAlpha = 1;
  }

  #fill(corners, sides, ink, alpha) {
    const { pen } = this;
    pen.fillStyle = pen.strokeStyle = this.ink[ink];
    pen.lineWidth = 0.045 * this.scale;
    for (const side of sides) {
      pen.beginPath();
      for (const i of side) pen.lineTo(corners[i][0], corners[i][1]);
      pen.closePath();
      pen.globalAlpha = alpha;
      pen.fill();
      if (ink !== "good") continue;
      pen.globalAlpha = 1;
      pen.stroke();
    }
  }

  #ground() {
    const { pen, canvas: { width, height }, scale, reach } = this;
    pen.globalAlpha = 0.12;
    pen.fillStyle = this.ink.shade;
    pen.beginPath();
    pen.ellipse(width / 2, height / 2 + reach * scale * 0.97, reach * scale * 0.6, reach * scale * 0.06, 0, 0, 2 * Math.PI);
    pen.fill();
  }

  #ring([x, y]) {
    const { pen } = this;
    pen.globalAlpha = 1;
    pen.strokeStyle = this.ink.start;
    pen.lineWidth = 0.06 * this.scale;
    pen.beginPath();
    pen.arc(x, y, 0.3 * this.scale, 0, 2 * Math.PI);
    pen.stroke();
  }

  // Lines of one depth are drawn at once.
  #walls(on) {
    const depths = Array.from({ length: this.flat ? 1 : DEPTHS }, () => new Path2D()), last = depths.length - 1;
    for (const [from, to] of this.lines) {
      const a = on(from), b = on(to), depth = Math.floor(((a[2] + b[2]) / 4 + 0.5) * DEPTHS);
      const path = depths[Math.max(0, Math.min(last, depth))];
      path.moveTo(a[0], a[1]);
      path.lineTo(b[0], b[1]);
    }
    this.pen.strokeStyle = this.ink.edge;
    depths.forEach((path, i) => {
      this.pen.globalAlpha = this.flat ? 1 : 0.3 + 0.7 * i / last;
      this.pen.lineWidth = (this.flat ? this.answer.wall : 0.02 + 0.03 * i / last) * this.scale;
      this.pen.stroke(path);
    });
  }

  #trail(points) {
    const { pen } = this;
    pen.globalAlpha = 0.7;
    pen.strokeStyle = this.ink.trail;
    pen.lineWidth = 0.06 * this.scale;
    pen.beginPath();
    for (const [x, y] of points) pen.lineTo(x, y);
    pen.stroke();
  }

  #marble([x, y]) {
    const { pen, answer } = this, size = (answer.radius + answer.wall / 2) * this.scale;
    const shine = pen.createRadialGradient(x - size * 0.35, y - size * 0.4, size * 0.05, x, y, size);
    shine.addColorStop(0, "#fff");
    shine.addColorStop(0.35, this.ink.marble);
    shine.addColorStop(1, this.ink.marble);
    pen.globalAlpha = 1;
    pen.fillStyle = shine;
    pen.beginPath();
    pen.arc(x, y, size, 0, 2 * Math.PI);
    pen.fill();
  }
}
