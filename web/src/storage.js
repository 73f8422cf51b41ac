// storage.js: what the browser remembers. What it refuses to store is kept until the page is closed.
const PREFIX = "mazewright.";
const memory = new Map(); // from keys to JSON that the browser has not stored

function stored(key) {
  try { return localStorage.getItem(PREFIX + key); } catch { return null; }
}

function parsed(text) {
  try { return JSON.parse(text) ?? undefined; } catch { return undefined; } // not written by this page
}

const shape = (value) => value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
const HOLDS = new Set(["object", "list"]); // whoever expects one of them does not get anything else

export const storage = {
  get(key, otherwise) {
    const value = parsed(memory.get(key) ?? stored(key));
    return value === undefined || HOLDS.has(shape(otherwise)) && shape(value) !== shape(otherwise) ? otherwise : value;
  },
  // Returns false where the browser does not store it.
  set(key, value) {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(PREFIX + key, text);
      memory.delete(key);
      return true;
    } catch {
      memory.set(key, text);
      return false;
    }
  },
  // Is it lost when the page is closed?
  unstored: (key) => memory.has(key),
  keys() {
    let names = [];
    try { names = Object.keys(localStorage); } catch { /* there are none */ }
    return [...new Set([...memory.keys(), ...names.filter((n) => n.startsWith(PREFIX)).map((n) => n.slice(PREFIX.length))])];
  },
  forget() {
    for (const key of storage.keys()) storage.remove(key);
  },
  remove(key) {
    memory.delete(key);
    try { localStorage.removeItem(PREFIX + key); } catch { /* it was not there */ }
  },
  // Another page of this browser has changed `key`: act(its value).
  onOther(key, act) {
    addEventListener("storage", (e) => { if (e.key === PREFIX + key || e.key === null) act(parsed(e.newValue)); });
  },
};
