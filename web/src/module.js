// module.js: the C core as a function from question to answer; the worker and the tests use it.
import { wasi } from "./wasi.js";

// The questions that play.wasm answers (api.c), the same as core.wasm; but of `about` only what concerns players.
export const PLAYS = new Set(["about", "convert", "features", "hint", "look", "maze", "optimum", "play", "read", "solution", "svg", "ties", "walls"]);

// `source` is a WebAssembly.Module. A core that has failed once must not be asked again.
export async function load(source) {
  let core, listener = null;
  const text = (at, length) => new TextDecoder().decode(new Uint8Array(core.memory.buffer, at, length));
  const instance = await WebAssembly.instantiate(source, {
    wasi_snapshot_preview1: wasi(() => core.memory),
    host: { tell: (at, length) => listener?.(JSON.parse(text(at, length))) },
  });
  core = instance.exports;
  core._initialize();

  // Names and values, each ended by a zero byte; so in a text the sign for what cannot be read replaces it. Fields that
  // are not set are left out.
  function encode(question) {
    const parts = Object.entries(question).filter(([, value]) => value !== undefined && value !== null);
    const ended = (piece) => `${String(piece).replaceAll("\0", "\uFFFD")}\0`;
    return new TextEncoder().encode(parts.map(([name, value]) => ended(name) + ended(value)).join(""));
  }

  // The answer as text; news go to `onEvent` while it is worked out.
  return function answer(question, onEvent) {
    const bytes = encode(question), at = core.room(bytes.length);
    if (!at) throw new Error("out of memory");
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    listener = onEvent;
    const told = core.answer(at, bytes.length) >>> 0; // addresses are unsigned
    listener = null;
    core.release(at);
    if (!told) throw new Error("out of memory");
    const reply = text(told, new Uint8Array(core.memory.buffer).indexOf(0, told) - told);
    core.release(told);
    return reply;
  };
}
