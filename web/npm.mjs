// npm.mjs: makes the package for npm: OUT/package, and from it OUT/mazewright-VERSION.tgz. PACKAGES is npm's
// node_modules, in which esbuild is.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeModules } from "./player.mjs";
import { load } from "./src/module.js";

const here = dirname(fileURLToPath(import.meta.url));
const [out, wasm, packages = join(here, "../build/npm/node_modules")] = process.argv.slice(2);
if (!out || !wasm) {
  console.error("usage: node npm.mjs OUT CORE.wasm [PACKAGES]");
  process.exit(2);
}
const folder = join(out, "package");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await writeModules(createRequire(resolve(packages, "x"))("esbuild"), folder, ["open", "element"]);
copyFileSync(wasm, join(folder, "core.wasm"));
copyFileSync(join(dirname(wasm), "play.wasm"), join(folder, "play.wasm"));
copyFileSync(join(here, "../LICENSE"), join(folder, "LICENSE"));
for (const name of ["README.md", "open.d.ts", "element.d.ts"]) copyFileSync(join(here, "npm", name), join(folder, name));
const { version } = JSON.parse((await load(await WebAssembly.compile(readFileSync(wasm))))({ ask: "about" }));
writeFileSync(join(folder, "package.json"), JSON.stringify({ ...JSON.parse(readFileSync(join(here, "npm/package.json"), "utf8")), version }, null, 2));
writeFileSync(join(folder, "questions.d.ts"), questions(JSON.parse(readFileSync(join(here, "../docs/api.schema.json"), "utf8")).$defs));
console.log(join(out, execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(out)], { cwd: folder, encoding: "utf8" }).trim()));

// ---- questions.d.ts: the types of questions and answers

function questions(all) {
  const nameOf = (key) => key.split(/[.-]/).map((word) => word[0].toUpperCase() + word.slice(1)).join("");
  const comment = (schema) => schema.description ? `/** ${schema.description.replaceAll("*/", "* /")} */ ` : "";
  const SIMPLE = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null", object: "Record<string, unknown>" };

  function fields({ properties = {}, required = [] }, left = []) {
    return `{ ${Object.entries(properties).filter(([name]) => !left.includes(name)).map(([name, schema]) =>
      `${comment(schema)}${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${type(schema)};`).join(" ")} }`;
  }

  function type(schema) {
    const parts = [];
    if (schema.$ref && !/\/(question|answer)$/.test(schema.$ref)) parts.push(nameOf(schema.$ref.split("/").at(-1)));
    if ("const" in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (schema.anyOf) parts.push(`(${schema.anyOf.map(type).join(" | ")})`);
    if (Array.isArray(schema.type)) return schema.type.map((one) => type({ ...schema, type: one })).join(" | ");
    if (schema.prefixItems) return `[${schema.prefixItems.map(type).join(", ")}]`;
    if (schema.type === "array") return `(${schema.items ? type(schema.items) : "unknown"})[]`;
    if (schema.properties) parts.push(fields(schema));
    else if (schema.additionalProperties) parts.push(`Record<string, ${type(schema.additionalProperties)}>`);
    else if (SIMPLE[schema.type] && !parts.length) parts.push(SIMPLE[schema.type]);
    return parts.join(" & ") || "unknown";
  }

  // A question through `ask` has neither an id nor `progress`, which only lines have; its answer has no id.
  const entries = Object.entries(all), asked = entries.filter(([key]) => key.startsWith("ask.")).map(([key]) => key.slice(4));
  const types = entries.filter(([key]) => /^(part|field|progress|answer)\./.test(key))
    .map(([key, schema]) => `${comment(schema)}\nexport type ${nameOf(key)} = ${type(schema)};`);
  const map = (name, of) => `export interface ${name} {\n${asked.map((key) => `  ${JSON.stringify(key)}: ${of(key)};`).join("\n")}\n}`;
  const progress = entries.map(([key]) => key).filter((key) => key.startsWith("progress.")).map(nameOf).join(" | ");
  return `// Made from docs/api.schema.json.\n${types.join("\n")}\n/** How far long work is. */\nexport type Progress = ${progress};\n
${map("Questions", (key) => fields(all[`ask.${key}`], ["ask"]))}\n${map("Answers", (key) => nameOf(`answer.${key}`))}\n`;
}
