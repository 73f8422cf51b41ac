// build.mjs: bundles the page into a folder of static files.
// COMMAND is the built mazewright, which describes the shipped mazes; PACKAGES is npm's node_modules.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { drawIcon } from "./icons.mjs";
import { writeModules, writePlayer } from "./player.mjs";
import { load } from "./src/module.js";

const here = dirname(fileURLToPath(import.meta.url));
const [out, wasm, command, packages = join(here, "../build/npm/node_modules")] = process.argv.slice(2);
if (!out || !wasm || !command) {
  console.error("usage: node build.mjs OUT CORE.wasm COMMAND [PACKAGES]");
  process.exit(2);
}
const esbuild = createRequire(resolve(packages, "x"))("esbuild"), { build } = esbuild;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// The mazes of the days that ship, by month.
const puzzles = join(here, "../puzzles"), months = {}, dates = readFileSync(join(puzzles, "dates.txt"), "utf8").split("\n")
  .filter((l) => /^\d/.test(l)).map((l) => l.split(" "));
for (const [date, length, difficulty, id] of dates)
  (months[date.slice(0, 7)] ??= {})[date.slice(8)] = { id, kind: id.split(":")[0], length: Number(length), difficulty: Number(difficulty) };
mkdirSync(join(out, "days"));
for (const [month, days] of Object.entries(months)) writeFileSync(join(out, `days/${month}.json`), JSON.stringify(days));
const define = { DAYS: JSON.stringify([dates[0][0], dates.at(-1)[0]]), ICONS: '"icons.svg"' };

const options = { bundle: true, format: "esm", minify: true, target: "es2022", legalComments: "linked", logLevel: "warning",
  nodePaths: [resolve(packages)] };
const { metafile } = await build({ ...options, define, metafile: true, entryPoints: [join(here, "src/app.js")], outdir: out,
  splitting: true, chunkNames: "part-[hash]" });
await build({ ...options, format: "iife", entryPoints: [join(here, "src/worker.js")], outfile: join(out, "worker.js") });
for (const name of ["index.html", "start.js", "style.css", "icons.svg", "icon.svg", "manifest.webmanifest"])
  copyFileSync(join(here, name), join(out, name));
copyFileSync(wasm, join(out, "core.wasm"));
const play = join(dirname(wasm), "play.wasm"); // core.wasm with what players ask only
copyFileSync(play, join(out, "play.wasm"));
writeFileSync(join(out, "about.json"), (await load(await WebAssembly.compile(readFileSync(wasm))))({ ask: "about" }));
await writePlayer(esbuild, play, out);
await writeModules(esbuild, out, ["element"]);
const drawing = readFileSync(join(here, "icon.svg"), "utf8");
for (const [name, size, how] of [["icon-192.png", 192, {}], ["icon-512.png", 512, {}],
  ["icon-maskable-192.png", 192, { full: true, scale: 0.72 }], ["icon-maskable-512.png", 512, { full: true, scale: 0.72 }],
  ["apple-touch-icon.png", 180, { full: true, scale: 0.9 }]])
  writeFileSync(join(out, name), drawIcon(drawing, size, how));

writeFileSync(join(out, "mazes.json"), execFileSync(command, ["site", "-o", "-"]));

// ---- LEGAL.txt: our licence, and those of the packages of which the page holds parts, in full
const packaged = new Set(Object.keys(metafile.inputs).map((f) => f.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1])
  .filter(Boolean));
const licence = (name) => readFileSync(join(resolve(packages), name, "LICENSE"), "utf8").trim();
writeFileSync(join(out, "LEGAL.txt"), [`Mazewright\n\n${readFileSync(join(here, "../LICENSE"), "utf8").trim()}`,
  ...[...packaged].sort().map((name) => `${name}, parts of which are in this page\n\n${licence(name)}`)]
  .join(`\n\n${"-".repeat(80)}\n\n`) + "\n");
for (const f of readdirSync(out).filter((f) => f.endsWith(".LEGAL.txt")))
  appendFileSync(join(out, f), "\nLEGAL.txt has the licences in full.\n");

// ---- the service worker: it has a list of all files, and a new version when one of them has changed. LATER are those
// that most players never need: they are stored when they were needed once.
const later = Object.entries(metafile.outputs).filter(([, o]) => Object.keys(o.inputs).some((f) => f.includes("/node_modules/three/")))
  .map(([f]) => f.split("/").at(-1));
const files = readdirSync(out, { recursive: true }).map(String).filter((f) => statSync(join(out, f)).isFile());
const hash = createHash("sha256");
for (const f of files.sort()) hash.update(f).update(readFileSync(join(out, f)));
await build({ ...options, format: "iife", entryPoints: [join(here, "src/sw.js")], outfile: join(out, "sw.js"),
  define: { FILES: JSON.stringify(files.filter((f) => !f.endsWith(".txt") && !f.startsWith("days")).map((f) => f.split("\\").join("/"))),
    LATER: JSON.stringify(later), MONTHS: JSON.stringify(Object.keys(months)), VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)) } });
console.log(`${relative(process.cwd(), out) || out}: ${files.length + 1} files`);
