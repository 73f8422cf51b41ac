// progress.js: which mazes were solved, how well, and which comes next.
import { storage } from "./storage.js";

// {best: moves, time: milliseconds of the fastest solution, seen: its solution was shown}; a field is absent if it
// is not known.
export const progressOf = (id) => storage.get("progress", {})[id] ?? {};

function change(id, what) {
  const all = storage.get("progress", {});
  storage.set("progress", { ...all, [id]: { ...all[id], ...what } });
}

export function setSolved(id, moves, time) {
  const { best = Infinity, time: fastest = Infinity } = progressOf(id);
  change(id, { best: Math.min(moves, best), ...(time && { time: Math.min(time, fastest) }) });
}
export const setSeen = (id) => change(id, { seen: true });

// 3: in the fewest moves; 2: in at most a quarter more, or two more; 1: solved; 0: not.
export function starsOf(moves, length) {
  if (moves === undefined) return 0;
  if (typeof length !== "number") return 1;
  return moves <= length ? 3 : moves <= Math.max(length + 2, length * 1.25) ? 2 : 1;
}
export const clock = (ms) => {
  const s = Math.round(ms / 1000);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};
export const starsIn = (n) => "★".repeat(n) + "☆".repeat(3 - n);

export function groups(mazes) {
  const out = new Map();
  for (const m of mazes) out.set(m.group, [...(out.get(m.group) ?? []), m]);
  return out;
}

// The next unsolved maze of the same ladder, else the first unsolved one of all; null: all are solved.
export function nextMaze(mazes, id) {
  const at = mazes.findIndex((m) => m.id === id), open = (m) => m.id !== id && progressOf(m.id).best === undefined;
  return mazes.slice(at + 1).find((m) => open(m) && m.group === mazes[at]?.group) ?? mazes.find(open) ?? null;
}

const gcd = (a, b) => (b ? gcd(b, a % b) : a);

// A maze for a day from a list, the same for everybody. Steps of about the golden section visit all mazes
// before one comes again, and seldom the same kind twice in a row.
export function mazeOfTurn(day, mazes) {
  if (!mazes.length) return null;
  let stride = Math.max(1, Math.round(mazes.length * 0.618));
  while (gcd(stride, mazes.length) > 1) stride++;
  return mazes[Math.floor(Date.parse(day) / 86400000) * stride % mazes.length];
}
