// Types of the core. questions.d.ts has those of the questions and answers, made from docs/api.schema.json.
import type { Answers, Progress, Questions } from "./questions.js";

export type * from "./questions.js";

/** A question that the core refuses. */
export class Refusal extends Error {
  constructor(error: { text: string; line?: number; column?: number });
  /** Where in the text of the maze; 0: nowhere in particular. */
  readonly line: number;
  readonly column: number;
}

/** The C library as WebAssembly. */
export class Core {
  constructor(module: WebAssembly.Module);
  /** Rejects with a Refusal if something is wrong with the question. `onEvent` hears how far a long one is. */
  ask<K extends keyof Questions & keyof Answers>(question: { ask: K } & Questions[K], onEvent?: (event: Progress) => void): Promise<Answers[K]>;
}

/** Opens the core: from the file beside this module, or from an address, bytes or a compiled module. */
export function open(source?: URL | string | ArrayBuffer | Uint8Array | WebAssembly.Module): Promise<Core>;
