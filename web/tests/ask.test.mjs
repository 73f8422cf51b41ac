// Asks the command every question about mazes of every kind, and compares questions, answers, errors and
// progress with docs/api.schema.json.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load, PLAYS } from "../src/module.js";
import { build, command } from "./browser.mjs";

const Ajv = createRequire(join(build, "npm/x"))("ajv/dist/2020").default;
const schema = JSON.parse(readFileSync(
  join(dirname(fileURLToPath(import.meta.url)), "../../docs/api.schema.json"), "utf8"));
const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictRequired: false, strictTuples: false });
ajv.addSchema(schema, "api");
const names = Object.keys(schema.$defs).filter((name) => name.startsWith("ask.")).map((name) => name.slice(4));

const validators = new Map();
function check(name, value) {
  if (!validators.has(name)) validators.set(name, ajv.compile({ $ref: name ? `api#/$defs/${name}` : "api" }));
  const validate = validators.get(name);
  assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 600)}`);
}
const fits = (name, value) => { try { check(name, value); return true; } catch { return false; } };

// Asks lines (questions, or texts as they are) and returns the lines that come back.
async function ask(lines, ...options) {
  const program = spawn(command, ["ask", ...options], { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  program.stdout.setEncoding("utf8").on("data", (part) => { text += part; });
  program.stdin.end(lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join(""));
  const code = await new Promise((done) => program.on("close", done));
  return { code, told: text.trimEnd().split("\n").map((line) => JSON.parse(line)) };
}

// Asks questions, and checks them and everything that comes back. Returns the answers, in the same order.
async function answers(questions) {
  for (const question of questions) check(`ask.${question.ask}`, question);
  const { told } = await ask(questions.map((question, id) => ({ id, ...question })));
  const tells = (line) => typeof line.progress === "object" && line.progress;
  const progress = told.filter(tells), rest = told.filter((line) => !tells(line));
  for (const line of progress) check("progress", line);
  assert.deepEqual(rest.map((line) => line.id), questions.map((_, id) => id));
  rest.forEach((line, id) => check(line.error ? "error" : `answer.${questions[id].ask}`, line));
  return rest.map((line, id) => ({ ...line, told: progress.filter((event) => event.id === id) }));
}

const SMALL = { rook: "5x5", die: "5x5", theseus: "5x5", bloxorz: "6x5", marble: "4x4", null: "5x1" };

function questionsAbout(kind, maze, about) {
  const moved = ["play", "look", "features", "solution", "svg"], of = { maze };
  const list = ["maze", "convert", "check", "optimum", "analyse", "audit", "explain", "walls", "simulate"].map((ask) => ({ ask, ...of }));
  for (const ask of moved) list.push({ ask, ...of }, { ask, ...of, moves: "" });
  for (const grade of [1, 2, 3]) list.push({ ask: "hint", ...of, grade });
  list.push({ ask: "compare", ...of, with: maze }, { ask: "compare", ...of, with: maze, states: 1 });
  for (const way of ["layers", "goal", "stress"]) list.push({ ask: "layout", ...of, way }, { ask: "graph", ...of, way, colour: "order", theme: "dark" });
  list.push({ ask: "layout", ...of, nodes: 100, winnable: true }, { ask: "state", ...of }, { ask: "state", ...of, moves: "", state: 1 },
    { ask: "state", ...of, state: 10 ** 7 }, { ask: "trace", ...of, graph: true, events: 20 }, { ask: "place", nodes: 5, edges: "0 1 1 2 3 4" },
    { ask: "place", nodes: 3, edges: "0 1 1 2", places: "0 0 1 0" }, { ask: "place", nodes: 3, edges: "0 3" });
  for (const { name } of about.algorithms) list.push({ ask: "solve", ...of, algorithm: name }, { ask: "trace", ...of, algorithm: name, events: 50 });
  for (const { name } of kind.heuristics) list.push({ ask: "audit", ...of, heuristic: name });
  for (const feature of kind.features.slice(0, 2)) list.push({ ask: "audit", ...of, heuristic: `9*${feature.name}` });
  for (const brush of kind.brushes) list.push({ ask: "paint", ...of, brush: brush.name, cell: 0, side: 1 });
  list.push(...[0, 4].map((cell) => ({ ask: "ties", ...of, cell })));
  for (const by of ["left-right", "up-down", "right", "left"]) list.push({ ask: "turn", ...of, by });
  list.push({ ask: "blank", kind: kind.name, size: SMALL[kind.name] }, { ask: "brushes", ...of, theme: "dark" },
    { ask: "resize", ...of, w: 7, h: 1 }, { ask: "resize", ...of, w: 7, h: 7, d: 2 },
    { ask: "read", text: maze }, { ask: "read", text: maze.slice(maze.indexOf("\n") + 1), kind: kind.name });
  list.push({ ask: "verify", ...of, moves: "up, left" }, { ask: "verify", ...of, moves: "I go", strict: true, optimal: true });
  for (const theme of ["light", "dark", "print"]) list.push({ ask: "play", ...of, theme, frames: 2 });
  for (const states of [1, 1000000]) for (const ask of ["solve", "analyse", "check", "audit"]) list.push({ ask, ...of, states });
  list.push({ ask: "svg", ...of, solution: true, distances: true, scale: 20 }, { ask: "convert", ...of, to: "id" },
    { ask: "tilt", ...of, up: "0,1,0", seconds: 0.1 }, { ask: "tilt", ...of, up: "1,0,0", seconds: 0.2, restart: true });
  for (const { name } of about.agents) list.push({ ask: "simulate", ...of, agent: name, moves: 20, progress: true });
  if (kind.design) {
    const asked = { kind: kind.name, size: SMALL[kind.name] };
    list.push({ ask: "design", ...asked, from: `${kind.name}:${SMALL[kind.name]}#4`, evaluations: 50 },
      { ask: "objective", ...asked }, { ask: "objective", ...asked, objective: "2 * * length" });
    for (const method of kind.methods.filter((name) => name !== "exact"))
      list.push({ ask: "design", ...asked, method, evaluations: 200, seed: 3, progress: true });
  }
  return list;
}

test("every answer about every kind is as the schema says", async () => {
  const [about] = await answers([{ ask: "about" }]), answered = new Set(["about"]), told = new Set();
  for (const kind of about.kinds) {
    const random = { ask: "random", kind: kind.name, size: SMALL[kind.name], seed: 4 };
    const [made] = kind.random ? await answers([random]) : [{ text: "null 5x1\nS...G\n" }];
    if (kind.random) answered.add("random");
    const questions = questionsAbout(kind, made.text, about);
    const moves = (await answers([{ ask: "solution", maze: made.text }]))[0].moves;
    if (moves) for (const ask of ["play", "look", "features", "svg", "hint", "verify", "explain"])
      questions.push({ ask, maze: made.text, moves, ...(ask === "hint" && { grade: 3 }), ...(ask === "play" && { frames: 3, changes: true }) });
    (await answers(questions)).forEach((answer, i) => {
      if (!answer.error) answered.add(questions[i].ask);
      for (const event of answer.told) told.add(`${questions[i].ask} ${Object.keys(event.progress)[0]}`);
    });
  }
  assert.deepEqual(names.filter((name) => !answered.has(name)), []);
  assert.deepEqual([...told].sort(), ["design evaluations", "simulate frames", "simulate move"]);
});

test("a long search tells how far it is, and a limit ends it", async () => {
  const maze = "die:1500x1500,obstacles=20,never=none#1", search = { ask: "solve", maze, progress: true };
  const [found] = await answers([{ ...search, algorithm: "bfs" }]);
  assert.ok(found.told.length > 3);
  for (const { progress } of found.told) check("progress.search", progress);
  const { told, code } = await ask([{ id: "x", ask: "analyse", maze }], "--limit-seconds", "0.2");
  check("answer.analyse", told[0]);
  assert.deepEqual([told[0].stopped, told[0].limit, code], [true, "stopped", 0]);
});

test("play.wasm answers what players ask as core.wasm does, and says that it answers nothing else", async () => {
  const [whole, small] = await Promise.all(["core", "play"].map(async (name) =>
    load(await WebAssembly.compile(readFileSync(join(build, `${name}.wasm`))))));
  const about = JSON.parse(whole({ ask: "about" }));
  for (const kind of about.kinds) {
    const { text } = JSON.parse(whole({ ask: "random", kind: kind.name, size: SMALL[kind.name], seed: 4 }));
    for (const { id, ...question } of questionsAbout(kind, text, about)) {
      const told = small(question);
      if (PLAYS.has(question.ask)) assert.equal(told, whole(question), JSON.stringify(question));
      else assert.match(JSON.parse(told).error.text, /^nobody can answer '\w+'/);
    }
  }
  assert.deepEqual(JSON.parse(small({ ask: "about" })).kinds.map((k) => [k.rules, k.actions, k.draws, k.tilts, k.features]),
    about.kinds.map((k) => [k.rules, k.actions, k.draws, k.tilts, k.features]));
});

test("what is wrong is wrong by the schema, too", async () => {
  const maze = "rook:5x5#3", wrong = [
    { ask: "sollve", maze }, { ask: "solve" }, { ask: "solve", maze, colour: "red" }, { maze }, {},
    { ask: "solve", maze: ["rook"] }, { ask: "play", maze, frames: 61 }, { ask: "hint", maze, grade: 0 },
    { ask: "solve", maze, states: 0.5 }, { ask: "solve", maze, weight: 0 }, { ask: "play", maze, theme: "pink" },
    { ask: "random", kind: "rook", size: "5x5", seed: -1 }, { ask: "about", id: true }, { ask: "about", progress: 1 },
    { ask: "about", id: "x".repeat(201) }, { cancel: 1, ask: "about" }, { cancel: true }, [], 7, "text", null];
  const { told, code } = await ask(wrong.map((line) => JSON.stringify(line)));
  assert.equal(code, 3);
  assert.equal(told.length, wrong.length);
  told.forEach((line, i) => {
    check("error", line);
    assert.ok(!fits("", wrong[i]), JSON.stringify(wrong[i]));
  });
  for (const right of [{ cancel: 7 }, { cancel: "x" }, { ask: "about", id: "x" }]) check("", right);
});
