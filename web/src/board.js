// board.js: paints a scene (docs/api.md) on a canvas, plays the frames of a move, and finds the cell
// under a pointer. It knows shapes, not mazes.

const FONT = '"DejaVu Sans", system-ui, sans-serif';
const CAPITAL = 0.7; // height of a capital letter in a font of size 1
const WHOLE = 15, NEAR = 24, NEAREST = 96; // pixels for a length of 1: with fewer than WHOLE only a part is shown, at first by NEAR
const EDGE = 0.25; // part of the window at each of its sides that the player does not enter

export class Board {
  frames = 14; // pictures of a move, by the core

  // The canvas is as large as its parent allows; it fills the parent, or is no higher than `height` of the window.
  // A large picture that fills its parent is seen through a window, `view`, which follows the player.
  constructor(canvas, { height = 0.68, most = 84, fill = false } = {}) {
    Object.assign(this, { canvas, height, most, fill, scene: null, heat: null, path: null, under: null, over: null, playing: 0,
      zoom: 1, centre: null, view: { x: 0, y: 0, w: 1, h: 1 } });
    this.pen = canvas.getContext("2d");
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas.parentElement);
  }

  close() {
    this.playing++;
    this.observer.disconnect();
  }

  // heat: cell -> CSS colour (or undefined); path: [x,y,x,y,…] drawn over the picture.
  show(scene, { heat = null, path = null } = {}) {
    this.playing++;
    Object.assign(this, { heat, path });
    this.#pan(1);
    this.#take(scene);
  }

  // The place that is kept in view, from the next picture on.
  follow(x, y) {
    this.centre = { x, y };
    this.before = { ...this.view };
  }

  // Is the picture too large to be shown whole and well?
  get large() {
    return this.fill && this.scene !== null && this.#fit() < WHOLE;
  }

  // Shows the picture `times` as large, around a place of it.
  zoomBy(times, { x, y } = this.centre ?? { x: this.scene.w / 2, y: this.scene.h / 2 }) {
    const { view, scale } = this;
    this.zoom *= times;
    this.#measure();
    const now = scale / this.scale; // the place stays where it is on the screen
    this.#look(x - (x - view.x) * now, y - (y - view.y) * now);
    this.paint();
  }

  // Moves the window over the picture.
  panBy(dx, dy) {
    this.#look(this.view.x + dx, this.view.y + dy);
    this.paint();
  }

  // Shows one scene after another within `ms` milliseconds; the last one stays. If something else is
  // shown meanwhile, it ends early.
  play(frames, ms) {
    const turn = ++this.playing, began = performance.now();
    return new Promise((done) => {
      const next = (now) => {
        if (turn !== this.playing) return done(false);
        const at = Math.min(frames.length - 1, Math.floor((now - began) / ms * frames.length));
        this.#pan((at + 1) / frames.length);
        this.#take(frames[Math.max(0, at)]);
        if (at < frames.length - 1) requestAnimationFrame(next);
        else done(true);
      };
      requestAnimationFrame(next);
    });
  }

  #take(scene) {
    const same = this.scene && this.scene.w === scene.w && this.scene.h === scene.h;
    this.scene = scene;
    if (same) this.paint();
    else this.resize();
  }

  resize() {
    if (!this.scene || !this.canvas.parentElement) return;
    this.#measure();
    this.before = this.view;
    this.#pan(1);
    this.paint();
  }

  // How large a length of 1 is, and the canvas.
  #measure() {
    const { clientWidth: wide, clientHeight: high } = this.canvas.parentElement, dots = window.devicePixelRatio || 1;
    const fit = this.#fit(), near = this.large ? NEAR : fit, most = Math.max(near, NEAREST);
    if (!this.large) this.zoom = 1;
    this.scale = Math.min(most, Math.max(fit, near * this.zoom));
    this.zoom = this.scale / near;
    const [w, h] = [this.scene.w, this.scene.h].map((length, i) =>
      this.fill ? Math.min(length * this.scale, [wide, high][i]) : length * this.scale);
    this.canvas.style.width = `${w}px`;
    this.canvas.style.height = `${h}px`;
    this.canvas.width = Math.round(w * dots);
    this.canvas.height = Math.round(h * dots);
    Object.assign(this.view, { w: w / this.scale, h: h / this.scale });
  }

  // Puts the upper left corner of the window there, or as near as the picture goes.
  #look(x, y) {
    const { w, h } = this.scene, { view } = this;
    view.x = Math.max(0, Math.min(w - view.w, x));
    view.y = Math.max(0, Math.min(h - view.h, y));
  }

  // Goes this part of the way to a window in which the player is not near a side.
  #pan(part) {
    const { centre, view, before = view, scene } = this;
    if (!centre || !scene) return;
    const inner = (from, length, at) => Math.max(at - length * (1 - EDGE), Math.min(at - length * EDGE, from));
    const x = inner(before.x, view.w, centre.x), y = inner(before.y, view.h, centre.y);
    this.#look(before.x + (x - before.x) * part, before.y + (y - before.y) * part);
  }

  // Pixels for a length of 1.
  #fit() {
    const { clientWidth: wide, clientHeight: high } = this.canvas.parentElement, { w, h } = this.scene;
    if (this.fill) return Math.max(1, Math.min(wide / w, high / h));
    const part = innerWidth > 900 ? this.height : this.height * 0.62; // leaves room for the controls below
    return Math.max(6, Math.min(wide / w, innerHeight * part / h, this.most));
  }

  // under(pen) paints on the floors, below the player; over(pen) on top.
  paint() {
    const { pen } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.#aim(pen);
    pen.fillStyle = this.scene.paper ?? "transparent";
    pen.fillRect(0, 0, this.scene.w, this.scene.h);
    const { shapes } = this.scene, hero = shapes.findIndex((s) => s.r === "hero"), below = hero < 0 ? shapes.length : hero;
    this.#shapes(pen, shapes.slice(0, below));
    this.under?.(pen);
    this.#shapes(pen, shapes.slice(below));
    if (this.path) {
      pen.strokeStyle = getComputedStyle(this.canvas).getPropertyValue("--accent");
      pen.lineWidth = 0.08;
      trace(pen, this.path);
      pen.stroke();
    }
    this.over?.(pen);
  }

  // These shapes alone, as an image as large as the board.
  sketch(shapes) {
    const image = document.createElement("canvas"), pen = image.getContext("2d");
    Object.assign(image, { width: this.canvas.width, height: this.canvas.height });
    this.#aim(pen);
    this.#shapes(pen, shapes);
    return image;
  }

  // The pen draws in the coordinates of the scene.
  #aim(pen) {
    const { x, y, w } = this.view, dots = this.canvas.width / w;
    pen.setTransform(dots, 0, 0, dots, -x * dots, -y * dots);
  }

  #seen(s) {
    const { x, y, w, h } = this.view, { p } = s;
    if (!p) return s.x > x - s.s && s.x < x + w + s.s && s.y > y - s.s && s.y < y + h + s.s;
    let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity;
    for (let i = 0; i < p.length; i += 2) {
      left = Math.min(left, p[i]);
      right = Math.max(right, p[i]);
      top = Math.min(top, p[i + 1]);
      bottom = Math.max(bottom, p[i + 1]);
    }
    return right > x - 1 && left < x + w + 1 && bottom > y - 1 && top < y + h + 1;
  }

  #shapes(pen, shapes) {
    pen.lineJoin = pen.lineCap = "round";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const whole = this.view.w >= this.scene.w && this.view.h >= this.scene.h;
    for (const shape of shapes) if (whole || this.#seen(shape)) this.#shape(pen, shape);
  }

  #shape(pen, s) {
    pen.fillStyle = pen.strokeStyle = (s.cell !== undefined && this.heat?.[s.cell]) || s.c;
    if (s.t === "x") {
      pen.font = `600 ${s.s / CAPITAL}px ${FONT}`;
      pen.fillText(s.text, s.x, s.y + s.s * 0.05);
      return;
    }
    if (s.t === "c") {
      pen.beginPath();
      pen.arc(s.x, s.y, s.s, 0, 2 * Math.PI);
    } else {
      trace(pen, s.p);
      if (s.t === "p") pen.closePath();
    }
    if (s.w) {
      pen.lineWidth = s.w;
      return pen.stroke();
    }
    pen.fill();
    const { lines } = this.scene; // around floors
    if (!lines || s.t !== "p" || s.r !== "floor") return;
    pen.strokeStyle = lines.c;
    pen.lineWidth = lines.w;
    pen.stroke();
  }

  // Where an event happened, in the coordinates of the scene.
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: (event.clientX - box.left) / this.scale + this.view.x, y: (event.clientY - box.top) / this.scale + this.view.y };
  }

  // The cell under the pointer, or null. side: the nearest of its four sides, 0 up, 1 right, 2 down, 3
  // left; near: the distance of that side from the pointer, in cells.
  cellAt(event) {
    const { x, y } = this.point(event);
    let best = null;
    for (const s of this.scene?.shapes ?? []) {
      if (s.cell === undefined || s.t !== "p" || !inside(s.p, x, y)) continue;
      const sides = s.p.length === 8 ? [0, 1, 2, 3].map((i) => distance(s.p, i, x, y)) : [0, 9, 9, 9];
      const near = Math.min(...sides);
      best = { cell: s.cell, side: sides.indexOf(near), near, x, y };
    }
    return best;
  }
}

function trace(pen, p) {
  pen.beginPath();
  for (let i = 0; i < p.length; i += 2) pen.lineTo(p[i], p[i + 1]);
}

function inside(p, x, y) {
  let odd = false;
  for (let i = 0, j = p.length - 2; i < p.length; j = i, i += 2)
    if (p[i + 1] > y !== p[j + 1] > y && x < (p[j] - p[i]) * (y - p[i + 1]) / (p[j + 1] - p[i + 1]) + p[i]) odd = !odd;
  return odd;
}

// The distance from a point to side i of a polygon. Floors begin at their upper left corner and go clockwise.
function distance(p, i, x, y) {
  const [ax, ay, bx, by] = [p[2 * i], p[2 * i + 1], p[(2 * i + 2) % p.length], p[(2 * i + 3) % p.length]];
  const t = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)));
  return Math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y);
}
