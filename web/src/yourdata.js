// yourdata.js: all that the browser remembers as a file, and a file of another browser added to it. Nothing that
// is here is lost by that: the better result counts. A file that is wrong anywhere changes nothing.
import { isDay, today } from "./days.js";
import { core } from "./core.js";
import { button, dialog, download, el, toast } from "./dom.js";
import { isOwnList, MOST } from "./labown.js";
import { isId, isName, shelf } from "./shelf.js";
import { storage } from "./storage.js";
import { t } from "./words.js";

const FORMAT = "mazewright-data", VERSION = 1;
const BYTES_MOST = 16e6, ENTRIES_MOST = 20000, DEPTH_MOST = 8;

// ---- what the parts of a file are like

const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
const isCount = (x) => Number.isInteger(x) && x >= 0;
const isText = (x) => typeof x === "string" && x.length <= 1e6;
const isList = (of) => (x) => Array.isArray(x) && x.length <= ENTRIES_MOST && x.every(of);
const optional = (is) => (x) => x === undefined || is(x);
const isFlag = (x) => typeof x === "boolean";
const isNumber = (x) => typeof x === "number" && Number.isFinite(x);
const isGrade = (x) => x === null || isNumber(x);
const has = (parts) => (x) => isObject(x) && Object.entries(parts).every(([name, is]) => is(x[name]));
const isMap = (isKey, is) => (x) => isObject(x) && Object.keys(x).length <= ENTRIES_MOST
  && Object.entries(x).every(([key, value]) => isKey(key) && is(value));

const isShelf = isList(has({ id: isId, name: isName, length: optional(isGrade), difficulty: optional(isGrade) }));
const isProgress = isMap(isId, has({ best: optional(isCount), time: optional(isCount), seen: optional(isFlag) }));
const isDays = isMap(isDay, has({ id: optional(isId), moves: optional(isCount), hints: optional(isCount), on: optional(isDay), seen: optional(isFlag) }));
const isGames = isMap(isId, has({ moves: optional(isList(isText)), undone: optional(isList(isText)), helped: optional(isFlag),
  hints: optional(isCount), spent: optional(isCount) }));

// ---- how they join what is here

const least = (a, b) => a === undefined ? b : b === undefined ? a : Math.min(a, b);
const eachKey = (join) => (ours, theirs) => {
  const both = { ...ours };
  for (const [key, value] of Object.entries(theirs)) both[key] = both[key] ? join(both[key], value, key) : value;
  return both;
};
const joinProgress = eachKey((a, b) => ({ best: least(a.best, b.best), time: least(a.time, b.time), ...((a.seen || b.seen) && { seen: true }) }));
const joinDays = eachKey((a, b, day) => {
  const better = (b.moves ?? Infinity) < (a.moves ?? Infinity) ? b : a;
  const on = [a, b].find((x) => x.on === day)?.on ?? least(a.on && Date.parse(a.on), b.on && Date.parse(b.on));
  return { ...a, ...b, ...better, ...(on && { on: isNumber(on) ? new Date(on).toISOString().slice(0, 10) : on }),
    ...((a.seen || b.seen) && { seen: true }) };
});
const joinGames = eachKey((a, b) => (b.moves?.length ?? 0) > (a.moves?.length ?? 0) ? b : a);
const joinOwn = eachKey((a, b) => [...a, ...b.filter((o) => !a.some((x) => x.name === o.name))].slice(0, MOST));
const joinLists = (ours, theirs) => [...new Set([...ours, ...theirs])];

const PARTS = { // what it is called, whether a value is right, how it joins ours
  progress: [() => t("solved mazes"), isProgress, joinProgress, {}],
  days: [() => t("mazes of the days"), isDays, joinDays, {}],
  games: [() => t("games begun"), isGames, joinGames, {}],
  lab: [() => t("heuristics of the lab"), isMap(isText, isOwnList), joinOwn, {}],
  "book.chosen": [() => t("mazes of the book"), isList(isText), joinLists, []],
};

// Settings, and which values are right. What is set here stays.
const isScalar = (x) => x === null || isText(x) || isNumber(x) || isFlag(x);
const isFlat = isMap(isText, isScalar);
const oneOf = (...values) => (x) => values.includes(x);
const isBook = (x) => isFlat(x) && optional(oneOf(1, 2, 4))(x.perPage);
const isSearch = (names) => {
  const side = (x) => isFlat(x) && names.includes(x.algorithm);
  return has({ a: side, b: (x) => side({ ...x, algorithm: x?.algorithm || names[0] }), unit: oneOf("expansions", "events"), value: oneOf("g", "h", "f") });
};
const settings = ({ algorithms }) => ({ theme: oneOf("light", "dark"), language: isText, last: isId, speed: oneOf("420", "240", "120", "0"),
  rules: isFlag, native: isFlag, marks: isFlag, sound: isFlag, shortcuts: isFlag, simple: isFlag, search: isSearch(algorithms.map((a) => a.name)),
  "search.speed": isNumber, design: isFlat, book: isBook, random: isFlat,
  "marble.mode": oneOf("watch", "hand"), "marble.speed": isNumber, "marble.agent": isText });

// ---- to a file

function exported(about) {
  const checks = [...Object.entries(PARTS).map(([key, [, is]]) => [key, is]), ...Object.entries(settings(about))];
  const data = Object.fromEntries(checks.map(([key, is]) => [key, storage.get(key), is]).filter(([, value, is]) => value !== undefined && is(value)));
  return { format: FORMAT, version: VERSION, saved: today(), data: { ...data,
    shelf: shelf.list().map(({ id, name, length, difficulty }) => ({ id, name, length, difficulty })) } };
}

const save = (about) => download(`mazewright-${today()}.json`, "application/json", JSON.stringify(exported(about), null, 1));

// ---- from a file

class Wrong extends Error {}

// Names that mean something else to the language, and nesting without end, are in no file of ours.
function checkNames(value, depth = 0) {
  if (value === null || typeof value !== "object") return;
  if (depth > DEPTH_MOST) throw new Wrong(t("The file is nested too deeply to be one of this page."));
  for (const [name, part] of Object.entries(value)) {
    if (["__proto__", "constructor", "prototype"].includes(name)) throw new Wrong(t("The file has a name that is not allowed: {name}", { name }));
    checkNames(part, depth + 1);
  }
}

function read(text, about) {
  if (text.length > BYTES_MOST) throw new Wrong(t("The file is too large: {n} megabytes at most.", { n: BYTES_MOST / 1e6 }));
  let file;
  try { file = JSON.parse(text); } catch { throw new Wrong(t("The file is not JSON: it is damaged, or another kind of file.")); }
  if (!isObject(file) || file.format !== FORMAT || !isObject(file.data)) throw new Wrong(t("The file was not saved by this page."));
  if (file.version !== VERSION) throw new Wrong(t("The file is of another version of this page: {version}.", { version: String(file.version).slice(0, 20) }));
  checkNames(file.data);
  const { data } = file;
  for (const [key, [name, is]] of Object.entries(PARTS))
    if (data[key] !== undefined && !is(data[key])) throw new Wrong(t("The file is wrong in this part: {name}", { name: name() }));
  if (data.shelf !== undefined && !isShelf(data.shelf)) throw new Wrong(t("The file is wrong in this part: {name}", { name: t("My mazes") }));
  for (const [key, is] of Object.entries(settings(about)))
    if (data[key] !== undefined && !is(data[key])) throw new Wrong(t("The file is wrong in this setting: {name}", { name: key }));
  return data;
}

// The core reads each maze of a kind that it knows. Its ids are those of the shelf, whatever the file says.
async function readMazes(mazes, kinds) {
  const found = [];
  for (const maze of mazes) {
    const known = kinds.some((k) => maze.id.startsWith(`${k.name}:`));
    const id = !known ? maze.id : (await core.ask({ ask: "maze", maze: maze.id }).catch((e) => {
      throw new Wrong(t("“{name}” is no maze: {why}", { name: maze.name, why: e.message }));
    })).id;
    found.push({ ...maze, id });
  }
  return found;
}

// Adds the text of a file to what is here, or throws a Wrong and changes nothing.
async function imported(text, about) {
  const data = read(text, about), mazes = await readMazes(data.shelf ?? [], about.kinds);
  for (const [key, [, , join, none]] of Object.entries(PARTS)) if (data[key] !== undefined) storage.set(key, join(storage.get(key, none), data[key]));
  for (const key of Object.keys(settings(about))) if (data[key] !== undefined && storage.get(key) === undefined) storage.set(key, data[key]);
  shelf.add(mazes);
  return mazes.length;
}

// ---- the dialogs

function forget(about) {
  const box = dialog(t("Forget everything?"),
    el("p", {}, t("My mazes, solved mazes, stars, times, days in a row and settings of this browser are deleted. This cannot be undone.")),
    el("div", { class: "row" }, button("download", t("Save a file first"), () => save(about)),
      button("remove", t("Forget everything"), () => {
        storage.forget();
        box.close();
        location.hash = "";
        location.reload();
      })));
}

export function openData(context) {
  const problem = el("p", { class: "notice bad wrap", role: "alert", hidden: true });
  const file = el("input", { type: "file", accept: ".json,application/json", class: "unseen", tabindex: "-1", "aria-hidden": "true" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    file.value = "";
    problem.hidden = true;
    if (!chosen) return;
    try {
      if (chosen.size > BYTES_MOST) throw new Wrong(t("The file is too large: {n} megabytes at most.", { n: BYTES_MOST / 1e6 }));
      const n = await imported(await chosen.text(), context.about);
      box.close();
      toast(t("The file is added, with {n} {n:maze|mazes} for My mazes.", { n }));
    } catch (e) {
      problem.textContent = e instanceof Wrong ? e.message : t("The file cannot be read: {why}", { why: e.message });
      problem.hidden = false;
    }
  });
  const box = dialog(t("Your data"),
    el("p", {}, t("All that this page remembers is in this browser: your mazes, what you have solved, your times and settings. Save it as a file to keep it, or to go on in another browser.")),
    problem, file, el("div", { class: "row" }, button("download", t("Save as a file"), () => save(context.about), { primary: true }),
      button("up", t("Add a file…"), () => file.click()), button("remove", t("Forget everything…"), () => {
        box.close();
        forget(context.about);
      })),
    el("p", { class: "small soft" }, t("A file is added to what is here. Where both know a maze, the better result counts.")));
  return box;
}
