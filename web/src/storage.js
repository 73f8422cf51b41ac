// storage.js: what the browser remembers; if it refuses to store, only until the page is closed.
const memory = new Map();
const name = (key) => `mazewright.${key}`;

export const storage = {
  get(key, otherwise) {
    try {
      const text = localStorage.getItem(name(key));
      return text === null ? memory.get(key) ?? otherwise : JSON.parse(text);
    } catch {
      return memory.get(key) ?? otherwise;
    }
  },
  set(key, value) {
    memory.set(key, value);
    try { localStorage.setItem(name(key), JSON.stringify(value)); } catch { /* full or refused */ }
  },
};
