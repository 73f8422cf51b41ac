// open.js: opens the C core anywhere: in a browser, a worker, or Node.js 18 and later.
import { load } from "../module.js";

async function bytesAt(address) {
  if (address.protocol === "file:" && globalThis.process?.versions?.node)
    return (await import("node:fs/promises")).readFile(address);
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return reply.arrayBuffer();
}

// A question that the core refuses. line, column: where in the text of the maze; 0: nowhere in particular.
export class Refusal extends Error {
  constructor({ text, line = 0, column = 0 }) {
    super(text);
    Object.assign(this, { line, column });
  }
}

export class Core {
  #module;
  #answer = null;

  constructor(module) {
    this.#module = module;
  }

  // docs/api.md has the questions and their answers. onEvent hears of the progress of a long one.
  async ask(question, onEvent) {
    const answer = await (this.#answer ??= load(this.#module));
    let text;
    try {
      text = answer(question, onEvent);
    } catch (error) {
      this.#answer = null; // the core failed; the next question begins with a fresh one
      throw error;
    }
    const told = JSON.parse(text);
    if (told.error) throw new Refusal(told.error);
    return told;
  }
}

// source: the address of core.wasm, its bytes, or a WebAssembly.Module.
export async function open(source = new URL("core.wasm", import.meta.url)) {
  if (source instanceof WebAssembly.Module) return new Core(source);
  const named = typeof source === "string" ? new URL(source, globalThis.location?.href) : source;
  return new Core(await WebAssembly.compile(named instanceof URL ? await bytesAt(named) : named));
}
