// days.js: the mazes of the days. A site may have its own; the others come with the page, in a file for each
// month. What the player did on a day is remembered by its date.
import { mazeOfTurn } from "./progress.js";
import { storage } from "./storage.js";
import { date } from "./words.js";

const [FIRST, LAST] = DAYS; // build.mjs fills in the first and the last day that come with the page
const CYCLE = 728; // days after which they come again: whole weeks

export const nameOf = (day) =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
export const today = () => nameOf(new Date());
export const dateOf = (name) => new Date(`${name}T12:00`);

export function after(name, days) {
  const day = dateOf(name);
  day.setDate(day.getDate() + days);
  return nameOf(day);
}

export const isDay = (name) => /^\d{4}-\d\d-\d\d$/.test(name) && nameOf(dateOf(name)) === name;
export const shortDay = (name) => date(dateOf(name), { day: "numeric", month: "short" });

export function untilTomorrow() {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1) - now;
}

// The day that ships whose maze a day has.
function shippedFor(name) {
  let at = name;
  while (at > LAST) at = after(at, -CYCLE);
  while (at < FIRST) at = after(at, CYCLE);
  return at;
}

export class Days {
  #months = new Map();
  #known = new Map(); // from ids to {name, maze}

  // list: what mazes.json says
  constructor(list) {
    Object.assign(this, { own: list.days ?? {}, kind: list.kind, mazes: list.mazes });
    const names = Object.keys(this.own).sort();
    this.first = list.kind ? names[0] : [names[0], FIRST].filter(Boolean).sort()[0]; // the archive begins with it
  }

  // The maze of a day: {id, kind, length, difficulty}; null: its month cannot be loaded.
  async mazeOf(name) {
    const maze = this.own[name] ?? (this.kind ? mazeOfTurn(name, this.mazes) : await this.#shipped(shippedFor(name)));
    if (maze && name <= today() && !this.#known.has(maze.id)) this.#known.set(maze.id, { name, maze });
    return maze;
  }

  async #shipped(name) {
    const month = name.slice(0, 7);
    if (!this.#months.has(month)) this.#months.set(month, fetch(`days/${month}.json`).then((r) => r.json())
      .catch(() => { this.#months.delete(month); return {}; }));
    return (await this.#months.get(month))[name.slice(8)] ?? null;
  }

  // The maze of an id, if it is known to be that of a day.
  find(id) { return this.#known.get(id)?.maze ?? Object.values(this.own).find((m) => m.id === id) ?? null; }

  // The day of a maze, as far as it is known; null: none.
  dayOf(id) {
    const played = storage.get("days", {});
    return this.#known.get(id)?.name ?? Object.keys(this.own).find((d) => this.own[d].id === id && d <= today())
      ?? Object.keys(played).find((d) => played[d].id === id) ?? null;
  }
}

// ---- what the player did: {id, moves, hints, on: the day on which it was solved, seen: its solution was shown}

export const playedOn = (name) => storage.get("days", {})[name] ?? {};

export function remember(name, what) {
  const all = storage.get("days", {});
  storage.set("days", { ...all, [name]: { ...all[name], ...what } });
}

export function rememberSolved(name, { id, moves, hints }) {
  const { moves: best = Infinity, on = today(), hints: least } = playedOn(name);
  remember(name, moves < best ? { id, moves, hints, on } : { id, on, hints: least ?? hints });
}

// Days in a row whose mazes were solved on the day itself: up to today, or to yesterday while today's is open.
export function streak() {
  const all = storage.get("days", {}), kept = (name) => all[name]?.on === name;
  let at = kept(today()) ? today() : after(today(), -1), length = 0;
  for (; kept(at); at = after(at, -1)) length++;
  return length;
}

export function longestStreak() {
  const all = storage.get("days", {});
  let best = 0, length = 0, before = "";
  for (const name of Object.keys(all).filter((d) => all[d].on === d).sort()) {
    length = name === after(before || name, 1) ? length + 1 : 1;
    best = Math.max(best, length);
    before = name;
  }
  return best;
}
