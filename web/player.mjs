// player.mjs: bundles the maze to play elsewhere (src/player): the files of the page, with a core and a storage
// of its own, icons and styles inside, and of each language only the sentences that it says.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

// wordsOf(language, file) returns the program of a file of words.
const inside = (wordsOf) => ({ name: "inside", setup(build) {
  build.onResolve({ filter: /^\.\/(core|storage)\.js$/ }, ({ path, importer }) =>
    dirname(importer) === source ? { path: join(source, "player", path) } : undefined);
  build.onLoad({ filter: /icons\.svg$/ }, ({ path }) =>
    ({ contents: JSON.stringify(treeOf(readFileSync(path, "utf8"))), loader: "json" }));
  build.onLoad({ filter: /\/words\/\w+\.js$/ }, async ({ path }) => ({ contents: await wordsOf(basename(path, ".js"), path), resolveDir: source }));
} });

const FROM_PACK = (language) => `import { packed } from "./player/packed.js"; export const { page, core } = packed.${language};`;

async function build(esbuild, wordsOf, options) {
  const { outputFiles } = await esbuild.build({ bundle: true, minify: true, charset: "utf8", target: "es2022", logLevel: "warning", legalComments: "none",
    write: false, external: ["node:*"], loader: { ".css": "text" }, ...options, define: { ICONS: '""', ...options.define }, plugins: [inside(wordsOf)] });
  return outputFiles;
}

// What a bundle says of each language.
async function wordsFor(esbuild, options) {
  const words = {}, paths = {};
  const program = await build(esbuild, (language, path) => { paths[language] = path; return FROM_PACK(language); }, options);
  const text = program.map((f) => f.text).join("\n");
  const said = (sentence) => text.includes(sentence) || text.includes(JSON.stringify(sentence).slice(1, -1));
  for (const [language, path] of Object.entries(paths)) {
    const { page, core } = await import(pathToFileURL(path));
    words[language] = { page: Object.fromEntries(Object.entries(page).filter(([sentence]) => said(sentence))), core };
  }
  return words;
}

const packed = (bytes) => JSON.stringify(gzipSync(bytes, { level: 9 }).toString("base64"));

// embed.html and player.js: a program that needs no other file, nor to be a module. The hash in the policy of
// embed.html allows it also when it stands inside of the page.
export async function writePlayer(esbuild, wasm, out) {
  const options = { entryPoints: [join(source, "player/player.js")], format: "iife", outfile: "player.js", define: { "import.meta.url": "undefined" } };
  const words = packed(JSON.stringify(await wordsFor(esbuild, options)));
  const [{ text }] = await build(esbuild, FROM_PACK, { ...options, define: { ...options.define, CORE: packed(readFileSync(wasm)), WORDS: words } });
  const script = text.trim();
  if (/<!--|<\/script/i.test(script)) throw new Error("player.js cannot stand inside of a page");
  const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  writeFileSync(join(out, "player.js"), script);
  writeFileSync(join(out, "embed.html"), readFileSync(join(here, "embed.html"), "utf8").replace("PLAYER", hash));
}

// Modules for pages and for Node.js, which find core.wasm and play.wasm beside them.
export async function writeModules(esbuild, out, names) {
  const options = { entryPoints: names.map((name) => join(source, `player/${name}.js`)), format: "esm", splitting: true, outdir: out,
    chunkNames: "mazewright-[hash]" };
  const words = await wordsFor(esbuild, options);
  const files = await build(esbuild, (language) => `export const { page, core } = ${JSON.stringify(words[language])};`, options);
  for (const { path, contents } of files) writeFileSync(path, contents);
}
