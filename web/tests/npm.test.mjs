// Tests the package for npm as a stranger uses it: made, installed into an empty folder without a network, asked in
// Node.js, and played in a browser. Its types name all that it exports, and every question that it answers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { accessible, build, host, launch, until, visit } from "./browser.mjs";
import { run, shipped, solve, steps } from "./person.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), ".."), folder = mkdtempSync(join(tmpdir(), "mazewright-npm-"));
after(() => rmSync(folder, { recursive: true }));
const node = (args, options) => execFileSync(process.execPath, args, { encoding: "utf8", ...options });

const tarball = node([join(web, "npm.mjs"), folder, join(build, "core.wasm"), join(build, "npm/node_modules")]).trim();
const project = join(folder, "project"), installed = join(project, "node_modules/mazewright");
mkdirSync(project);
writeFileSync(join(project, "package.json"), "{}");
execFileSync("npm", ["install", tarball, "--offline", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: project });
const read = (name) => readFileSync(join(installed, name), "utf8");
const KINDS = ["rook/05.rook", "die/01.die", "theseus/05.theseus", "bloxorz/02.bloxorz", "marble/01.marble"].map(shipped);

test("the package says what it is, and has the licence and the version of the command", () => {
  const { name, version, license, dependencies } = JSON.parse(read("package.json"));
  assert.deepEqual([name, license, dependencies], ["mazewright", "MIT", undefined]);
  assert.ok(run(["--version"]).includes(version), version);
  assert.match(read("LICENSE"), /MIT/);
});

test("in Node.js it solves a maze of each kind as the command does, and goes on after a refusal", () => {
  const program = `import { open, Refusal } from "mazewright";
    const core = await open(), told = [];
    for (const maze of ${JSON.stringify(KINDS)}) {
      const { moves } = await core.ask({ ask: "solution", maze });
      told.push([moves, (await core.ask({ ask: "play", maze, moves })).status]);
    }
    const error = await core.ask({ ask: "maze", maze: "rook 2x2\\n1x\\n11" }).catch((e) => e);
    if (!(error instanceof Refusal) || error.line !== 2 || !(await core.ask({ ask: "about" })).version) throw error;
    console.log(JSON.stringify(told));`;
  writeFileSync(join(project, "solve.mjs"), program);
  assert.deepEqual(JSON.parse(node(["solve.mjs"], { cwd: project })), KINDS.map((id) => [solve(id).solution, "solved"]));
});

test("the example of its README runs", () => {
  writeFileSync(join(project, "example.mjs"), /```js\n([^`]*)```/.exec(read("README.md"))[1]);
  const [id, moves] = node(["example.mjs"], { cwd: project }).trim().split(" ");
  assert.match(run(["verify", id, "--moves", moves]), /solve/);
});

// What a file of types declares as a value, a class or a function.
const declared = (types) => [...types.matchAll(/^export (?:class|function|const) (\w+)/gm)].map((m) => m[1]).sort();

test("every export has a type, every type of a value is exported, and the files of types can be read", async () => {
  const exported = (text) => [...text.matchAll(/export\{([^}]*)\}/g)].flatMap((m) => m[1].split(",").map((part) => part.split(" as ").at(-1))).sort();
  for (const name of ["open", "element"]) assert.deepEqual(declared(read(`${name}.d.ts`)), exported(read(`${name}.js`)), name);
  const { Core } = await import(pathToFileURL(join(installed, "open.js")).href);
  const members = (type, text) => new RegExp(`class ${type}\\b[^{]*{([^]*?)\n}`).exec(text)[1];
  for (const name of Object.getOwnPropertyNames(Core.prototype)) assert.match(members("Core", read("open.d.ts")), new RegExp(`\\b${name}\\b`));
  const { transformSync } = createRequire(join(build, "npm/x"))("esbuild");
  for (const name of ["open", "element", "questions"]) transformSync(read(`${name}.d.ts`), { loader: "ts" });
  const asked = /interface Questions \{([^]*?)\n\}/.exec(read("questions.d.ts"))[1], { $defs } = JSON.parse(readFileSync(join(web, "../docs/api.schema.json"), "utf8"));
  for (const key of Object.keys($defs).filter((k) => k.startsWith("ask."))) assert.ok(asked.includes(`"${key.slice(4)}": {`), key);
  const known = new Set([...read("questions.d.ts").matchAll(/^export (?:type|interface) (\w+)/gm)].map((m) => m[1]));
  const unknown = [...read("questions.d.ts").replace(/\/\*\*.*?\*\/|^\/\/.*/gm, "").replace(/"[^"]*"/g, "").matchAll(/\b[A-Z]\w+/g)].map((m) => m[0])
    .filter((name) => name !== "Record" && !known.has(name));
  assert.deepEqual(unknown, []);
});

test("in a browser its element plays a maze of each kind by keys", async () => {
  const ARROWS = ["Up", "Right", "Down", "Left"], site = await host(project), browser = await launch();
  after(() => Promise.all([browser.close(), site.close()]));
  writeFileSync(join(project, "index.html"), `<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,">
    <script type="module" src="node_modules/mazewright/element.js"></script><main><h1>x</h1><mazewright-maze></mazewright-maze></main></html>`);
  const { page, leave } = await visit(browser, `${site.address}index.html`, { reducedMotion: "reduce" });
  const members = await page.evaluate(async () => {
    await customElements.whenDefined("mazewright-maze");
    return Object.getOwnPropertyNames(customElements.get("mazewright-maze").prototype);
  });
  const untold = members.filter((name) => !/^(constructor|\w+Callback|focus)$/.test(name) && !new RegExp(`\\b${name}\\b`).test(read("element.d.ts")));
  assert.deepEqual(untold, []);
  for (const id of KINDS) {
    await page.evaluate((maze) => new Promise((ready) => {
      const node = document.querySelector("mazewright-maze");
      node.addEventListener("ready", () => { node.focus(); ready(); }, { once: true });
      node.maze = maze;
    }), id);
    for (const { arrow, action } of steps(id)) await page.keyboard.press(arrow !== null && arrow < 4 ? `Arrow${ARROWS[arrow]}` : action.length > 1 ? " " : action);
    await until(page, () => document.querySelector("mazewright-maze").status === "solved");
  }
  await accessible(page);
  await leave();
});
