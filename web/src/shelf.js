// shelf.js: "My mazes", the mazes that the user keeps, for all views. The shelf maps each id to what is known of
// it. Two shelves are merged by taking the later change of each maze, so nothing is lost where two pages of one
// browser are open, or a file is imported. The document hears "shelfchange".
import { storage } from "./storage.js";
import { t } from "./words.js";

const KEY = "shelf", OLD = "kept"; // earlier versions had a list for the view of designs
const GONE_MOST = 300; // removed mazes that are remembered, so that another page does not bring them back
const NAME_MOST = 80;

const known = (x) => typeof x === "number" && Number.isFinite(x);
export const isId = (id) => typeof id === "string" && id.length <= 1e6 && /^[a-z][a-z0-9-]*:[ -~]+$/.test(id);
export const isName = (name) => typeof name === "string" && /^[^\p{Cc}]+$/u.test(name) && [...name].length <= NAME_MOST;
const asName = (text) => [...String(text ?? "").replace(/\p{Cc}/gu, " ").trim()].slice(0, NAME_MOST).join("");

// {name, place, at: time of the last change, length, difficulty}, or {gone, at}; null: it is none of them.
function entry(value) {
  if (!value || !known(value.at)) return null;
  const { name, place, at, length, difficulty, gone } = value;
  if (gone) return { gone: true, at };
  return isName(name) && known(place)
    ? { name, place, at, ...(known(length) && { length }), ...(known(difficulty) && { difficulty }) } : null;
}

const sound = (all) => Object.fromEntries(Object.entries(all ?? {}).map(([id, e]) => [id, isId(id) && entry(e)]).filter(([, e]) => e));

function merge(one, other) {
  const both = { ...one };
  for (const [id, e] of Object.entries(other)) if (!(both[id]?.at >= e.at)) both[id] = e;
  return both;
}

// Another page may change it at any moment: whoever changes it reads it anew.
let latest = null; // as it was read last
const all = () => (latest = sound(storage.get(KEY, {})));
const asKnown = () => latest ?? all();
const told = () => document.dispatchEvent(new Event("shelfchange"));

// Returns whether the browser stores it.
function save(entries) {
  const gone = Object.entries(entries).filter(([, e]) => e.gone).sort(([, a], [, b]) => b.at - a.at).slice(GONE_MOST);
  for (const [id] of gone) delete entries[id];
  const stored = storage.set(KEY, entries);
  latest = entries;
  told();
  return stored;
}

const now = (before) => Math.max(Date.now(), (before?.at ?? 0) + 1); // also where the clock was set back

function change(id, what) {
  const entries = all(), before = entries[id];
  return save({ ...entries, [id]: { ...(before?.gone ? {} : before), ...what, at: now(before) } });
}

const first = (entries) => Math.min(0, ...Object.values(entries).filter((e) => !e.gone).map((e) => e.place)) - 1;

export const shelf = {
  // [{id, name, place, length, difficulty}] in the user's order
  list: () => Object.entries(asKnown()).filter(([, e]) => !e.gone).map(([id, e]) => ({ id, ...e })).sort((a, b) => a.place - b.place || a.at - b.at),
  find(id) {
    const e = asKnown()[id];
    return e && !e.gone ? { id, ...e } : null;
  },
  // Puts a maze before the others; one that is there already stays where it is. Returns what is kept.
  keep({ id, name, length, difficulty }) {
    all();
    if (shelf.find(id)) return shelf.find(id);
    const facts = { ...(known(length) && { length }), ...(known(difficulty) && { difficulty }) };
    change(id, { gone: undefined, name: shelf.unused(name), place: first(all()), ...facts });
    return shelf.find(id);
  },
  // What to say where the browser does not store the shelf; "": it does.
  trouble: () => storage.unstored(KEY)
    ? t("The browser does not store your mazes: they are kept only until the page is closed. Save them as a file under Your data.") : "",
  // A name that no other maze has.
  unused(name) {
    const names = new Set(shelf.list().map((e) => e.name)), short = asName(name) || "?";
    if (!names.has(short)) return short;
    for (let n = 2; ; n++) if (!names.has(`${short} (${n})`)) return asName(`${short} (${n})`);
  },
  rename: (id, name) => asName(name) && shelf.find(id) ? change(id, { name: asName(name) }) : true,
  // Returns a function that takes it back.
  remove(id) {
    const { name, place, length, difficulty } = shelf.find(id), entries = all();
    save({ ...entries, [id]: { gone: true, at: now(entries[id]) } });
    return () => change(id, { gone: undefined, name, place, length, difficulty });
  },
  // Puts the mazes into this order.
  arrange(ids) {
    const entries = all();
    ids.forEach((id, place) => {
      if (entries[id] && entries[id].place !== place) entries[id] = { ...entries[id], place, at: now(entries[id]) };
    });
    return save(entries);
  },
  // Calls `update` after each change, as long as `node` is on the page.
  watch(node, update) {
    const hear = () => {
      if (node.isConnected) update();
      else document.removeEventListener("shelfchange", hear);
    };
    document.addEventListener("shelfchange", hear);
  },
  // Adds mazes of a file, [{id, name, …}]: those that are there keep their names.
  add(mazes) { for (const maze of mazes.toReversed()) shelf.keep(maze); },
};

storage.onOther(KEY, (theirs) => {
  if (storage.unstored(KEY)) storage.set(KEY, merge(all(), sound(theirs)));
  latest = null;
  told();
});

// What an earlier version kept comes after what is on the shelf.
function migrate() {
  const old = storage.get(OLD, []).filter((m) => isId(m?.id));
  if (!storage.keys().includes(OLD)) return;
  const entries = all(), last = Math.max(0, ...Object.values(entries).map((e) => e.place ?? 0));
  old.forEach(({ id, note, length, difficulty }, i) => {
    entries[id] ??= entry({ name: asName(note) || id.split(":")[0], place: last + 1 + i, at: i + 1, length, difficulty });
  });
  if (save(entries)) storage.remove(OLD);
}
migrate();
