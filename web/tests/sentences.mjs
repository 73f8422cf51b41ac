// sentences.mjs: reads the page's sources: which sentences they give to t(), and which texts that a person
// would read are not given to it.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./browser.mjs";

const { parse } = createRequire(join(build, "npm/x"))("acorn");
export const source = join(dirname(fileURLToPath(import.meta.url)), "../src");
export const files = readdirSync(source, { recursive: true }).map(String)
  .filter((f) => f.endsWith(".js") && !f.startsWith("words/")).sort();

const isNode = (x) => typeof x?.type === "string";
const childrenOf = (node) => Object.values(node).flat().filter(isNode);

// Calls visit(node, ancestors), the nearest ancestor last, for all nodes of a file.
function walk(file, visit) {
  const tree = parse(readFileSync(join(source, file), "utf8"), { ecmaVersion: 2022, sourceType: "module", locations: true });
  (function go(node, above) {
    visit(node, above);
    for (const child of childrenOf(node)) go(child, [...above, node]);
  })(tree, []);
}

// The text of a literal, also of one in several lines; null: it is none.
function literal(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "BinaryExpression" || node.operator !== "+") return null;
  const [a, b] = [literal(node.left), literal(node.right)];
  return a === null || b === null ? null : a + b;
}

export const namesIn = (sentence) => new Set([...sentence.matchAll(/\{(\w+)(?::[^}]*)?\}/g)].map((m) => m[1]));
const nameOf = (call) => call.callee?.name ?? call.callee?.property?.name;
const isT = (node) => node.type === "CallExpression" && node.callee.name === "t";

// {sentences: those given to t(), wrong: what is wrong with how it is called}
export function sentencesOf(file) {
  const sentences = [], wrong = [];
  walk(file, (node, above) => {
    if (!isT(node) || file === "words.js") return;
    const where = `${file}:${node.loc.start.line}`, [first, values] = node.arguments, sentence = literal(first);
    if (sentence === null) return wrong.push(`${where}: t() needs the sentence itself`);
    sentences.push(sentence);
    if (!above.some((n) => n.type.includes("Function"))) wrong.push(`${where}: t() is called before the language is known`);
    const listed = values?.type === "ObjectExpression" && values.properties.every((p) => p.type === "Property");
    if (values && !listed) return; // an object of which one does not see what is in it
    const given = new Set(values?.properties.map((p) => p.key.name ?? p.key.value));
    for (const name of namesIn(sentence)) if (!given.has(name)) wrong.push(`${where}: no value for {${name}}`);
    for (const name of given) if (!namesIn(sentence).has(name)) wrong.push(`${where}: the sentence has no {${name}}`);
  });
  return { sentences, wrong };
}

// ---- texts that are not given to t()

const READ = new Set(["title", "aria-label", "placeholder", "alt", "label", "aria-description", "aria-valuetext"]);
// Which arguments of these functions a person reads.
const SHOWN = { el: 2, button: 1, field: 0, stat: 0, toast: 0, announce: 0, dialog: 0, say: 0, append: 0, prepend: 0,
  replaceChildren: 0 };
const ONLY = new Set(["button", "field", "stat", "toast", "announce", "say"]); // only this one
const SILENT = new Set(["querySelector", "querySelectorAll", "closest", "matches", "matchMedia", "getPropertyValue", "Error",
  "TypeError", "warn", "error", "addEventListener", "removeEventListener", "toLocaleString", "ask", "job", "get", "fetch", "includes", "startsWith", "endsWith", "replace", "split", "join"]);
const QUIET = new Set(["class", "className", "font", "d", "viewBox"]);

function shown(node, parent) {
  if (parent.type === "CallExpression") {
    const at = parent.arguments.indexOf(node), from = SHOWN[nameOf(parent)];
    if (nameOf(parent) === "setAttribute") return at === 1 && READ.has(parent.arguments[0].value);
    return from !== undefined && (ONLY.has(nameOf(parent)) ? at === from : at >= from);
  }
  if (parent.type === "Property") return parent.value === node && READ.has(parent.key.name ?? parent.key.value);
  if (parent.type === "AssignmentExpression")
    return parent.right === node && ["textContent", "title", "placeholder"].includes(parent.left.property?.name);
  return false;
}

// Steps from a text to what it becomes part of.
const passes = (node, parent) => ["ArrayExpression", "SpreadElement", "TemplateLiteral", "LogicalExpression"].includes(parent.type)
  || (parent.type === "ConditionalExpression" && parent.test !== node) || (parent.type === "BinaryExpression" && parent.operator === "+");

function isShown(node, above) {
  for (let at = above.length - 1, now = node; at >= 0; now = above[at--]) {
    if (shown(now, above[at])) return true;
    if (!passes(now, above[at])) return false;
  }
  return false;
}

function isSilent(node, above) {
  return above.some((n, i) => isT(n) || n.type.startsWith("Import") || n.type.startsWith("Export") && n.source
    || ((n.type === "CallExpression" || n.type === "NewExpression") && (SILENT.has(nameOf(n)) || n.callee.type === "Import"))
    || (n.type === "Property" && (n.key === (above[i + 1] ?? node) || QUIET.has(n.key.name)))
    || (n.type === "AssignmentExpression" && QUIET.has(n.left.property?.name))
    || (n.type === "BinaryExpression" && /[=!]==/.test(n.operator)) || n.type === "SwitchCase" && n.test === (above[i + 1] ?? node)
    || (n.type === "MemberExpression" && n.property === (above[i + 1] ?? node)));
}

// The same in every language: names, commands, expressions.
const NAMES = new Set(["Mazewright", "CSV", "SVG", '"DejaVu Sans", system-ui, sans-serif', "mazewright serve --plugin FILE.so",
  "solutions == 1", "dx + dy"]);
const WORDS = /\p{L}{2,}[,.:;]? +\p{L}{2,}|^\p{Lu}\p{Ll}+$/u;

// "file:line: text" for each text of the file that looks as if a person would read it.
export function unwrapped(file) {
  const found = [];
  walk(file, (node, above) => {
    const text = node.type === "TemplateElement" ? node.value.cooked : node.type === "Literal" ? node.value : null;
    if (typeof text !== "string" || !/\p{L}{2}/u.test(text) || NAMES.has(text) || isSilent(node, above)) return;
    if (isShown(node, above) || WORDS.test(text)) found.push(`${file}:${node.loc.start.line}: ${text}`);
  });
  return found;
}
