// core.js: asks the C core. What players ask goes to a worker with play.wasm, a core of half the size, with which the
// page begins, other questions to one with core.wasm; long work to a worker of its own, or to `mazewright serve`
// where the page comes from there. Advice goes to a worker that is kept, too: the first such question about a maze
// builds its whole state graph, which may take seconds; meanwhile moves are answered by the first worker, and the
// next advice finds the graph there.
// The server may have plug-ins; whatever names their kinds and heuristics goes to the server.
import { PLAYS } from "./module.js";
import { answerFromCore, t } from "./words.js";

const LONG = new Set(["solve", "trace", "analyse", "audit", "explain", "compare", "layout", "graph", "design", "simulate"]);
const ADVICE = new Set(["optimum", "hint", "solution"]);
// They need the whole state graph, and find it there the next time; audits build it anew, but find their worker there.
const GRAPHS = new Set([...ADVICE, "explain", "layout", "state", "graph", "audit"]);
const LISTING = new Set(["maze", "random"]); // answered with the heuristics of the maze

class Refusal extends Error {
  constructor({ text, line = 0, column = 0 }) {
    super(text);
    this.line = line;
    this.column = column;
  }
}

function settle(answer) {
  answerFromCore(answer);
  if (answer.error) throw new Refusal(answer.error);
  return answer;
}

// ---- a worker with the core in it

let program = new URL("worker.js", import.meta.url).href, type = "module";

// In a sandboxed frame scripts from the page's address belong to somebody else, and a worker must have its own.
export async function bringWorker() {
  if (self.origin !== "null") return;
  const text = await (await fetch(program)).text();
  type = "classic";
  program = URL.createObjectURL(new Blob([`self.page = ${JSON.stringify(program)};`, text], { type: "text/javascript" }));
}

class Core {
  #waiting = new Map();
  #last = 0;

  // wasm: "play" or "core".
  constructor(wasm, onBroken) {
    this.worker = new Worker(program, { type, name: wasm });
    this.worker.onmessage = ({ data }) => this.#hear(data, onBroken);
    this.worker.onerror = (event) => this.end(
      t("The maze program cannot run: {why}.", { why: event.message || t("its worker did not start") }), onBroken);
  }

  #hear({ id, answer, event, failed, missing }, onBroken) {
    const one = this.#waiting.get(id);
    if (event) one?.onEvent?.(event);
    if (answer) {
      this.#waiting.delete(id);
      one?.resolve(JSON.parse(answer));
    }
    if (missing) this.end(t("The maze program did not load ({why}).", { why: missing }), onBroken);
    if (failed)
      this.end(t("The maze program failed at this question ({why}). It starts afresh with the next one.", { why: failed }), onBroken);
  }

  ask(question, onEvent) {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject, onEvent });
      this.worker.postMessage({ id, question });
    }).then(settle);
  }

  // Whoever still waits is told so.
  end(text, onBroken) {
    this.worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Refusal({ text }));
    this.#waiting.clear();
    onBroken?.();
  }
}

const kept = { play: null, advice: null, account: null, rest: null };

function keptFor({ ask }) {
  const plays = PLAYS.has(ask), which = ADVICE.has(ask) ? "advice" : GRAPHS.has(ask) ? "account" : plays ? "play" : "rest";
  return kept[which] ??= new Core(plays ? "play" : "core", () => (kept[which] = null));
}

function askHere(question, onEvent) {
  return keptFor(question).ask(question, onEvent);
}

// Advice that is no longer wanted before it is there: its worker ends with what it is building.
function adviceHere(question) {
  const adviser = keptFor(question);
  let pending = true;
  const done = adviser.ask(question).finally(() => { pending = false; });
  const stop = () => {
    if (!pending) return;
    adviser.end("stopped");
    for (const which in kept) if (kept[which] === adviser) kept[which] = null;
  };
  return { done, stop };
}

function jobHere(question, onEvent) {
  if (GRAPHS.has(question.ask)) return adviceHere(question);
  const own = new Core("core");
  const done = own.ask(question, onEvent).finally(() => own.worker.terminate());
  return { done, stop: () => own.end("stopped") };
}

// ---- the server

export class Gone extends Refusal {
  constructor(text = t("The server does not answer any more. Ask again, and it is done here.")) { super({ text }); }
}

async function get(address, options) {
  const reply = await fetch(address, options).catch(() => { throw new Gone(); });
  return settle(await reply.json().catch(() => { throw new Gone(); })); // another program answers there
}

const post = (address, question) =>
  get(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question) });

function jobThere(question, onEvent) {
  let stop;
  const stopped = new Promise((_, reject) => { stop = () => reject(new Refusal({ text: "stopped" })); });
  const done = post("api/jobs", question).then(({ job }) => {
    const news = new EventSource(`api/jobs/${job}/events`);
    const answer = new Promise((resolve, reject) => {
      news.addEventListener("news", ({ data }) => onEvent?.(JSON.parse(data)));
      news.addEventListener("answer", ({ data }) => resolve(JSON.parse(data)));
      // A connection that breaks is made again by the browser, if the server and the job are still there.
      news.onerror = () => news.readyState === EventSource.CLOSED ? reject(new Gone()) : get("api/status").catch(reject);
    });
    stopped.catch(() => fetch(`api/jobs/${job}`, { method: "DELETE" }).catch(() => {}));
    return Promise.race([answer, stopped]).finally(() => news.close());
  });
  return { done: Promise.race([done, stopped]).then(settle).finally(() => (stop = () => {})), stop: () => stop() };
}

// A page from a plain web server lacks this mark, and asks it for nothing.
const served = typeof document !== "undefined" && document.querySelector("meta[name=mazewright-server]");
const status = served ? fetch("api/status").then((r) => (r.ok ? r.json() : null)).catch(() => null) : Promise.resolve(null);

const changed = () => document.dispatchEvent(new CustomEvent("serverchange", { detail: core.server }));

// From now on everything is done here.
function alone() {
  if (!core.server) return;
  Object.assign(core, { server: null, native: false });
  changed();
}

// ---- the kinds and heuristics of the server's plug-ins

const SERVE = "mazewright serve --plugin FILE.so";
let here = new Set(), there = new Set(); // names known to this page, and to the server only

// The names of kinds, and those of heuristics behind the name of their kind.
const namesOf = (kinds) => kinds.flatMap((k) => [k.name, ...k.heuristics.map((h) => `${k.name} ${h.name}`)]);

async function about() {
  const [all] = await Promise.all([fetch("about.json"), askHere({ ask: "about" }), core.ready]);
  if (!all.ok) throw new Refusal({ text: t("The maze program did not load ({why}).", { why: `about.json: ${all.status}` }) });
  const own = settle(await all.json());
  const kinds = core.server ? await post("api/ask", { ask: "about" }).then((a) => a.kinds, () => own.kinds) : own.kinds;
  here = new Set(namesOf(own.kinds));
  there = new Set(namesOf(kinds).filter((name) => !here.has(name)));
  core.added = kinds.map((k) => k.name).filter((name) => there.has(name));
  return { ...own, kinds };
}

// The kind with whose name an id or a text begins, if it does.
const beginning = ({ maze, text }) => /^\ufeff?(?:#.*\n|\s)*([a-z-]+)(?=[:\s])/.exec(maze ?? text ?? "")?.[1];

// What only the server knows of all that a question names.
function onlyThere(question) {
  for (const kind of [beginning(question), question.kind]) {
    if (there.has(kind)) return t("{kind} mazes", { kind });
    if (there.has(`${kind} ${question.heuristic}`)) return t("the heuristic {heuristic}", question);
  }
  return null;
}

function goesThere(question) {
  if (onlyThere(question)) return true;
  if (LONG.has(question.ask)) return core.native;
  const kind = beginning(question) ?? question.kind;
  return Boolean(core.server) && LISTING.has(question.ask) && [...there].some((name) => name.startsWith(`${kind} `));
}

// A kind that is known nowhere may be one of a plug-in.
function unknown(question, error) {
  const kind = beginning(question);
  if (kind && !question.kind && here.size && !here.has(kind))
    error.message = t('{error}. If {kind} is a kind of a plug-in, only the page that "{command}" gives out knows it.',
      { error: error.message, kind, command: SERVE });
  throw error;
}

// After an error of the server: returns if it is gone, and the question can be answered here.
function withoutServer(question, error) {
  if (!(error instanceof Gone)) throw error;
  alone();
  const only = onlyThere(question);
  if (only) throw new Gone(t('The server does not answer any more. Only it knows {what}: start it again with "{command}".', { what: only, command: SERVE }));
}

// Where the server is gone, the question is answered here, unless half of its news has been told already.
function jobSomewhere(question, onEvent) {
  let told = false, now = jobThere(question, (news) => {
    told = true;
    onEvent?.(news);
  });
  const done = now.done.catch((e) => {
    withoutServer(question, e);
    if (told) throw e;
    now = jobHere(question, onEvent);
    return now.done;
  });
  return { done, stop: () => now.stop() };
}

export const core = {
  native: false, // is long work done by the server?
  server: null, // what api/status says, null without a server; the document hears "serverchange"
  ready: null, // when both are known
  added: [], // the kinds that only the server knows, by its plug-ins; known after the question `about`
  useNative(wanted) {
    core.native = Boolean(wanted && core.server);
    changed();
  },
  async ask(question, onEvent) {
    if (question.ask === "about") return about();
    if (LONG.has(question.ask)) await core.ready;
    if (!goesThere(question)) return askHere(question, onEvent).catch((e) => unknown(question, e));
    if (onEvent) return jobSomewhere(question, onEvent).done;
    return post("api/ask", question).catch((e) => {
      withoutServer(question, e);
      return askHere(question);
    });
  },
  job(question, onEvent) {
    return goesThere(question) ? jobSomewhere(question, onEvent) : jobHere(question, onEvent);
  },
  // The mazes that the server's catalogue keeps, those of a large `measure` first; none without one.
  async catalogue(measure, limit) {
    await core.ready;
    return core.server?.catalogue ? (await get(`api/catalogue?order=-${measure}&limit=${limit}`)).mazes : [];
  },
};

core.ready = status.then((said) => {
  core.server = said;
  core.useNative(true);
});
