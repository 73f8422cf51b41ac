// core.js: the core that all mazes on a page of somebody else share. It stands in the place of ../core.js, and
// asks without a worker, because pages in a sandbox and files have none.
import { answerFromCore } from "../words.js";
import { open } from "./open.js";

export class Gone extends Error {} // that of a server; there is none

let opened = null, from;

// Where play.wasm comes from, as `open` takes it, if it is not beside this file.
export const openFrom = (source) => { from = source; };

export const core = {
  async ask(question) {
    opened ??= Promise.resolve(from ?? new URL("play.wasm", import.meta.url)).then(open);
    opened.catch(() => { opened = null; }); // tried again by the next
    return answerFromCore(await (await opened).ask(question));
  },
};
