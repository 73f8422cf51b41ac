// progress.js: which mazes were solved, and which comes next; the maze of the day.
import { storage } from "./storage.js";

// {best: moves, seen: its solution was shown}; a field is absent if it is not known.
export const progressOf = (id) => storage.get("progress", {})[id] ?? {};

function change(id, what) {
  const all = storage.get("progress", {});
  storage.set("progress", { ...all, [id]: { ...all[id], ...what } });
}

export const setSolved = (id, moves) => change(id, { best: Math.min(moves, progressOf(id).best ?? moves) });
export const setSeen = (id) => change(id, { seen: true });

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

// ---- days

export const dayName = (date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

export const shortDay = (date) => date.toLocaleDateString("en", { day: "numeric", month: "short" });

// The day of a maze of the list, in words; null: it is that of no day.
export function dayOfMaze(id, { days }) {
  const day = Object.keys(days ?? {}).find((d) => days[d].id === id);
  return day ? shortDay(new Date(`${day}T12:00`)) : null;
}

const gcd = (a, b) => (b ? gcd(b, a % b) : a);

// A day without a maze in the list gets a shipped maze, the same for everybody. Steps of about the golden
// section visit all mazes before one comes again, and seldom the same kind twice in a row.
export function mazeOfDay(day, { mazes, days }) {
  if (days?.[day]) return days[day];
  if (!mazes.length) return null;
  let stride = Math.max(1, Math.round(mazes.length * 0.618));
  while (gcd(stride, mazes.length) > 1) stride++;
  return mazes[Math.floor(Date.parse(day) / 86400000) * stride % mazes.length];
}
