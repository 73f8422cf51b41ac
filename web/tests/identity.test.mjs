// identity.test.mjs: compares the answers of the core as WebAssembly with those of the command, field by
// field, on every shipped maze and for random designs: node identity.test.mjs [COMMAND [CORE.wasm]]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../src/module.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const build = process.env.MAZEWRIGHT_BUILD ?? join(root, "build");
const [command = join(build, "mazewright"), wasm = join(build, "core.wasm")] = process.argv.slice(2);
const answer = await load(await WebAssembly.compile(readFileSync(wasm)));
const ask = (question) => JSON.parse(answer(question));

let tests = 0, failures = 0;
function check(name, differences) {
  tests++;
  failures += differences.length > 0;
  console.log(`${differences.length ? "not ok" : "ok"} ${tests} - ${name}`);
  for (const difference of differences.slice(0, 3)) console.log(`# ${difference}`);
}

// What the command prints, with any exit code ("unsolvable" has an exit code of its own).
function run(...args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (typeof error.status !== "number") throw error;
    return error.stdout;
  }
}
const lines = (text) => text.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));

// Fields that only the command knows.
const OWN = new Set(["file", "id", "weight", "seconds"]);
function compare(where, theirs, ours) {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)].filter((name) => !OWN.has(name)));
  return [...names].filter((name) => JSON.stringify(theirs[name]) !== JSON.stringify(ours[name]))
    .map((name) => `${where}: ${name} is ${JSON.stringify(theirs[name])} natively, ${JSON.stringify(ours[name])} here`);
}

// ---- shipped mazes

const folder = join(root, "puzzles");
const files = readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory())
  .flatMap((name) => readdirSync(join(folder, name)).sort().map((file) => join(folder, name, file)));
const mazes = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
const about = ask({ ask: "about" });

check(`there are mazes to compare (${files.length})`, files.length < 80 ? [`only ${files.length}`] : []);

for (const algorithm of about.algorithms.map(({ name }) => name)) {
  const theirs = lines(run("solve", "--json", "-a", algorithm, "--limit-states", "2000000", ...files));
  const wrong = theirs.length === mazes.length ? [] : [`${theirs.length} answers`];
  mazes.forEach(({ file, text }, i) => wrong.push(
    ...compare(file, theirs[i] ?? {}, ask({ ask: "solve", maze: text, algorithm, states: 2000000 }))));
  check(`solve by ${algorithm}: all ${mazes.length} shipped mazes`, wrong);
}

{
  const theirs = lines(run("analyse", "--json", "--distances", ...files)), wrong = [];
  mazes.forEach(({ file, text }, i) => {
    const { measures, hardest_start, distances } = ask({ ask: "analyse", maze: text });
    const { width, height, depth, kind, bytes, features, ...others } = theirs[i]; // fields that the page does not get
    const rest = { ...others, ...features };
    const ours = { ...Object.fromEntries(measures.map(({ name, value }) => [name, value])), hardest_start, distances };
    wrong.push(...compare(file, { ...rest, distances: rest.distances?.flat() ?? null }, ours));
  });
  check(`analyse, to the last bit: all ${mazes.length} shipped mazes`, wrong);
}

{
  const scratch = mkdtempSync(join(tmpdir(), "identity-")), picture = join(scratch, "maze.svg"), wrong = [];
  for (const { file, text } of mazes) {
    const { svg } = ask({ ask: "svg", maze: text, solution: true, distances: true, theme: "dark" });
    run("render", "--solution", "--distances", "--theme", "dark", "-o", picture, file);
    if (readFileSync(picture, "utf8") !== svg) wrong.push(`${file}: other pictures`);
  }
  rmSync(scratch, { recursive: true });
  check(`svg as render writes it: all ${mazes.length} shipped mazes`, wrong);
}

// ---- designs

function compareDesign(kind, size, seed, options) {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const [theirs] = lines(run("design", kind, `${size}#${seed}`, "--json", "-q", ...flags));
  const ours = ask({ ask: "design", kind, size, seed, ...options });
  const where = `design ${kind} ${size}#${seed} ${flags.join(" ")}`;
  if (!theirs || ours.error) return theirs || !ours.error?.text.startsWith("nothing solvable")
    ? [`${where}: ${ours.error?.text ?? "nothing natively"}`] : [];
  return compare(where, theirs, ours);
}

for (const { name: kind, methods } of about.kinds)
  for (const method of methods) {
    const wrong = [], exact = method === "exact";
    for (const seed of exact ? [1] : [1, 2, 3])
      wrong.push(...compareDesign(kind, exact ? "3x3" : "5x5", seed, exact ? { method } : { method, evaluations: 1500 }));
    check(`design ${kind} by ${method}`, wrong);
  }
check("design by an expression and a constraint", compareDesign("rook", "5x5", 5,
  { objective: "-length - 0.1*player_steps^0.5", require: "solutions == 1", evaluations: 2000 }));
check("design in streams, as from a million evaluations on", compareDesign("rook", "4x4", 9, { evaluations: 1000000 }));

// ---- marbles

for (const [maze, agent] of [["marble:4x4#4", "complete"], ["marble:5x5,outer#2", "breadth-first"],
  ["marble:3x3x3#7", "complete"], ["marble:3x3x3,outer#3", "simulate-ahead"]]) {
  const moves = [];
  const [theirs] = lines(run("simulate", "--json", "-q", "--agent", agent, maze));
  const ours = JSON.parse(answer({ ask: "simulate", maze, agent }, (event) => event.move && moves.push(event.move)));
  const wrong = compare(maze, theirs ?? {}, ours);
  if (moves.length !== ours.moves) wrong.push(`${maze}: told of ${moves.length} moves of ${ours.moves}`);
  check(`simulate ${maze} by ${agent}`, wrong);
}

console.log(`1..${tests}`);
process.exit(failures ? 1 : 0);
