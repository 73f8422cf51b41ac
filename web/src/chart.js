// chart.js: a small line chart on a canvas that grows while data arrive: axes with round numbers and one
// stepped line.
import { number } from "./words.js";

const PAD = { left: 58, right: 14, top: 12, bottom: 26 };

// A step of 1, 2 or 5 times a power of ten, so that about `count` steps cover the span.
function roundStep(span, count) {
  const raw = span / count, power = 10 ** Math.floor(Math.log10(raw)), share = raw / power;
  return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

function ticks(low, high, count) {
  const step = roundStep(high - low, count), first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

const short = (x) => Math.abs(x) >= 10000 ? number(x, { notation: "compact" })
  : number(x, { maximumSignificantDigits: 6, maximumFractionDigits: undefined, useGrouping: false });

export class Chart {
  constructor(canvas, { x, y }) {
    Object.assign(this, { canvas, names: { x, y }, rises: false, points: [], end: 1, asked: false });
    this.pen = canvas.getContext("2d");
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(canvas);
  }

  close() { this.observer.disconnect(); }

  // end: where the x axis ends; y: what the line shows; rises: large values are good
  clear(end, { y, rises }) {
    this.points = [];
    this.end = end;
    this.names.y = y;
    this.rises = rises;
    this.draw();
  }

  add(x, y) {
    if (!Number.isFinite(y)) return;
    const last = this.points.at(-1);
    if (last?.y === y) last.until = x;
    else this.points.push({ x, y, until: x });
    this.draw();
  }

  // Draws at most once in each frame, however fast data arrive.
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.#paint();
    });
  }

  #frame() {
    const ys = this.points.map((p) => p.y), sorted = [...ys].sort((a, b) => a - b);
    // The first values may be far from all later ones, so they do not set the scale.
    const last = sorted.length - 1, left = Math.floor(last * 0.1);
    const low = sorted[this.rises ? left : 0] ?? 0, high = sorted[this.rises ? last : last - left] ?? 1;
    // wider than a rounding error, so that the labels differ
    const margin = Math.max((high - low) * 0.08, Math.abs(high) * 1e-3, 1e-3);
    const [w, h] = [this.canvas.clientWidth, this.canvas.clientHeight];
    const box = { low: low - margin, high: high + margin, w, h };
    box.x = (x) => PAD.left + x / this.end * (w - PAD.left - PAD.right);
    box.y = (y) => h - PAD.bottom - (Math.max(box.low, Math.min(y, box.high)) - box.low) / (box.high - box.low) * (h - PAD.top - PAD.bottom);
    return box;
  }

  #paint() {
    const pen = this.pen, dots = window.devicePixelRatio || 1, box = this.#frame();
    this.canvas.width = Math.round(box.w * dots);
    this.canvas.height = Math.round(box.h * dots);
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    const style = getComputedStyle(this.canvas), colour = (name) => style.getPropertyValue(name);
    this.#axes(box, colour("--line"), colour("--soft"));
    pen.strokeStyle = colour("--accent");
    pen.lineWidth = 2;
    pen.lineJoin = "round";
    pen.beginPath();
    for (const p of this.points) {
      pen.lineTo(box.x(p.x), box.y(p.y));
      pen.lineTo(box.x(p.until), box.y(p.y));
    }
    pen.stroke();
  }

  #axes(box, line, soft) {
    const pen = this.pen;
    pen.font = `12px ${getComputedStyle(this.canvas).fontFamily}`;
    pen.fillStyle = soft;
    pen.strokeStyle = line;
    pen.lineWidth = 1;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.beginPath();
    for (const t of this.points.length ? ticks(box.low, box.high, 4) : []) {
      pen.moveTo(PAD.left, box.y(t));
      pen.lineTo(box.w - PAD.right, box.y(t));
      pen.fillText(short(t), PAD.left - 8, box.y(t));
    }
    pen.moveTo(PAD.left, box.h - PAD.bottom);
    pen.lineTo(box.w - PAD.right, box.h - PAD.bottom);
    pen.stroke();
    pen.textBaseline = "top";
    for (const t of this.points.length ? ticks(0, this.end, 4) : []) {
      const near = box.x(t) > box.w - 40;
      pen.textAlign = t === 0 ? "left" : near ? "right" : "center";
      pen.fillText(short(t), near ? box.w - PAD.right : box.x(t), box.h - PAD.bottom + 7);
    }
    pen.textAlign = "left";
    pen.fillText(this.names.y, PAD.left + 6, 4);
  }
}
