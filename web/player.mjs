// player.mjs: bundles the maze to play elsewhere (src/player): the files of the page, with a core and a storage
// of its own, icons and styles inside, and of each language only the sentences that it says.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url)), source = join(here, "src");

// [tag, attributes, children] of the elements of a file.
function treeOf(svg) {
  const root = ["", {}, []], open = [root];
  for (const [, end, tag, attributes, single] of svg.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (end) open.pop();
    else {
      const node = [tag, Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, k, v]) => [k, v])), []];
      open.at(-1)[2].push(node);
      if (!single) open.push(node);
    }
  }
  return root[2][0];
}

// says(sentence): is it said? null: no language is put in.
const inside = (says) => ({ name: "inside", setup(build) {
  build.onResolve({ filter: /^\.\/(core|storage)\.js$/ }, ({ path, importer }) =>
    dirname(importer) === source ? { path: join(source, "player", path) } : undefined);
  build.onLoad({ filter: /icons\.svg$/ }, ({ path }) =>
    ({ contents: JSON.stringify(treeOf(readFileSync(path, "utf8"))), loader: "json" }));
  build.onLoad({ filter: /\/words\/\w+\.js$/ }, async ({ path }) => {
    const { page, core } = says ? await import(pathToFileURL(path)) : { page: {}, core: {} };
    const said = Object.fromEntries(Object.entries(page).filter(([sentence]) => says(sentence)));
    return { contents: `export const page = ${JSON.stringify(said)}, core = ${JSON.stringify(core)};` };
  });
} });

async function bundle(esbuild, options) {
  const all = { bundle: true, minify: true, charset: "utf8", target: "es2022", logLevel: "warning", legalComments: "none", write: false,
    external: ["node:*"], loader: { ".css": "text" }, ...options, define: { ICONS: '""', ...options.define } };
  const first = await esbuild.build({ ...all, plugins: [inside(null)] });
  const text = first.outputFiles.map((f) => f.text).join("\n");
  return esbuild.build({ ...all, plugins: [inside((sentence) => text.includes(sentence) || text.includes(JSON.stringify(sentence).slice(1, -1)))] });
}

// embed.html and player.js: a program that needs no other file, nor to be a module. The hash in the policy of
// embed.html allows it also when it stands inside of the page.
export async function writePlayer(esbuild, wasm, out) {
  const packed = gzipSync(readFileSync(wasm), { level: 9 }).toString("base64");
  const { outputFiles: [{ text }] } = await bundle(esbuild, { entryPoints: [join(source, "player/player.js")], format: "iife", outfile: "player.js",
    define: { CORE: JSON.stringify(packed), "import.meta.url": "undefined" } });
  const script = text.trim();
  if (/<!--|<\/script/i.test(script)) throw new Error("player.js cannot stand inside of a page");
  const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  writeFileSync(join(out, "player.js"), script);
  writeFileSync(join(out, "embed.html"), readFileSync(join(here, "embed.html"), "utf8").replace("PLAYER", hash));
}

// Modules for pages and for Node.js, which find core.wasm beside them.
export async function writeModules(esbuild, out, names) {
  const { outputFiles } = await bundle(esbuild, { entryPoints: names.map((name) => join(source, `player/${name}.js`)), format: "esm", splitting: true,
    outdir: out, chunkNames: "mazewright-[hash]" });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
}
