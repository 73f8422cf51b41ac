// icons.mjs: draws icon.svg as PNG files, for phones that put the page on their home screen. It knows the few
// shapes that icon.svg has: a rectangle behind all, strokes with round ends along straight lines, and circles.
import { deflateSync } from "node:zlib";

const number = (tag, name) => Number(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]);
const text = (tag, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
const rgb = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

// The straight lines of a path, as [x, y, x, y].
function lines(d) {
  const found = [];
  let x = 0, y = 0;
  for (const [, command, values] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const [a, b] = values.trim().split(/[\s,]+/).map(Number), from = [x, y];
    const steps = { M: () => [a, b], L: () => [a, b], l: () => [x + a, y + b], H: () => [a, y], h: () => [x + a, y],
      V: () => [x, a], v: () => [x, y + a] };
    if (!steps[command]) throw new Error(`icon.svg: '${command}' in a path; icons.mjs knows M L l H h V v`);
    [x, y] = steps[command]();
    if (command !== "M") found.push([...from, x, y]);
  }
  return found;
}

// The shapes from back to front. distance(x, y): how far outside of the shape a point is, negative inside.
function shapes(svg) {
  const group = /<g [^>]*>/.exec(svg)[0], half = number(group, "stroke-width") / 2, found = [];
  for (const [tag] of svg.matchAll(/<(path|circle) [^>]*>/g)) {
    if (tag.startsWith("<circle")) {
      const [x0, y0, r] = ["cx", "cy", "r"].map((name) => number(tag, name));
      found.push({ colour: rgb(text(tag, "fill")), distance: (x, y) => Math.hypot(x - x0, y - y0) - r });
    } else {
      for (const [x0, y0, x1, y1] of lines(text(tag, "d"))) {
        const dx = x1 - x0, dy = y1 - y0, square = dx * dx + dy * dy || 1;
        found.push({ colour: rgb(text(group, "stroke")), distance: (x, y) => {
          const t = Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / square));
          return Math.hypot(x - x0 - t * dx, y - y0 - t * dy) - half;
        } });
      }
    }
  }
  return found;
}

const CRC = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]), framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  let crc = 0xffffffff;
  for (const byte of body) crc = CRC[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  framed.writeUInt32BE((crc ^ 0xffffffff) >>> 0, framed.length - 4);
  return framed;
}

function png(size, pixels) {
  const head = Buffer.alloc(13), rows = Buffer.alloc(size * (1 + 4 * size));
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 6, 0, 0, 0], 8); // 8 bits, RGBA
  for (let y = 0; y < size; y++) pixels.copy(rows, y * (1 + 4 * size) + 1, 4 * y * size, 4 * (y + 1) * size);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

// A square PNG. Without `full` its corners are round, as in icon.svg; with it the background fills the square, because
// the phone cuts out a shape of its own, and the drawing is smaller, by `scale`.
export function drawIcon(svg, size, { full = false, scale = 1 } = {}) {
  const rect = /<rect [^>]*>/.exec(svg)[0], side = number(rect, "width"), round = number(rect, "rx");
  const back = rgb(text(rect, "fill")), all = shapes(svg), pixels = Buffer.alloc(4 * size * size);
  const pixel = side / size, cover = (distance) => Math.min(1, Math.max(0, 0.5 - distance / pixel));
  const corner = (at) => Math.max(0, Math.abs(at - side / 2) - (side / 2 - round));
  for (let j = 0; j < size; j++)
    for (let i = 0; i < size; i++) {
      const [x, y] = [i, j].map((at) => (at + 0.5) * pixel), [u, v] = [x, y].map((at) => side / 2 + (at - side / 2) / scale);
      let colour = back;
      for (const shape of all) {
        const share = cover(shape.distance(u, v) * scale);
        colour = colour.map((c, k) => c + (shape.colour[k] - c) * share);
      }
      const alpha = full ? 1 : cover(Math.hypot(corner(x), corner(y)) - round);
      pixels.set([...colour.map(Math.round), Math.round(255 * alpha)], 4 * (j * size + i));
    }
  return png(size, pixels);
}
