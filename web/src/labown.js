// labown.js: the expressions that the user writes: several, each with a name. They travel in the address, and are
// remembered for each kind of maze.
import { storage } from "./storage.js";
import { t } from "./words.js";

export const MOST = 8, LENGTH = 200; // expressions; characters of each
const NAME = /^[\w-]{1,20}$/, WRITTEN = /^([\w-]{1,20})=(.{0,200})$/s;

const isOwn = (x) => typeof x?.name === "string" && NAME.test(x.name) && typeof x.text === "string" && x.text.length <= LENGTH;
export const isOwnList = (x) => Array.isArray(x) && x.length <= MOST && x.every(isOwn);
export const isName = (text) => NAME.test(text);

// A name that is not taken.
export function freshName(taken, name = t("mine")) {
  let n = 1;
  while (taken.includes(n > 1 ? `${name}${n}` : name)) n++;
  return n > 1 ? `${name}${n}` : name;
}

// What an address says: {own, at, broken}; broken: the parts that are wrong, which are left out.
export function fromAddress(settings) {
  const own = [], broken = [];
  for (const [key, value] of Object.entries(settings)) {
    if (!/^h\d*$/.test(key)) continue;
    const [, name, text] = WRITTEN.exec(value) ?? [];
    if (name === undefined || own.length === MOST || own.some((o) => o.name === name)) broken.push(`${key}=${value}`);
    else own.push({ name, text });
  }
  const at = Number(settings.at ?? 1) - 1, there = Number.isInteger(at) && at >= 0 && at < Math.max(1, own.length);
  if (!there) broken.push(`at=${settings.at}`);
  return { own, at: there ? at : 0, broken };
}

export const toAddress = (own, at) => ({ ...Object.fromEntries(own.map(({ name, text }, i) => [`h${i + 1}`, `${name}=${text}`])),
  ...(at > 0 && { at: at + 1 }) });

// What the user wrote for mazes of this kind; at first an expression that is easy to understand.
export function remembered(kind) {
  const kept = storage.get("lab", {})[kind.name], names = kind.features.map((f) => f.name);
  if (isOwnList(kept) && kept.length) return kept.map(({ name, text }) => ({ name, text }));
  const text = ["dx", "dy"].every((n) => names.includes(n)) ? "dx + dy" : names[0] ?? "0";
  return [{ name: freshName([]), text }];
}

export const remember = (kind, own) => storage.set("lab", { ...storage.get("lab", {}), [kind.name]: own });
