// player.js: the program of embed.html. In a frame of another page it plays the maze that the address names,
// embed.html#play/ID, and tells that page what happens. In a file of its own it has a list of mazes.
import { button, el } from "../dom.js";
import { language, speak, t } from "../words.js";
import { openFrom } from "./core.js";
import { packed } from "./packed.js";
import { sprite } from "./sprite.js";
import css from "./player.css";
import "./element.js";

// A core and the words of the languages, packed, because this program can neither ask for another file nor be a
// module: not in a sandbox, and not as a file. player.mjs fills in CORE and WORDS.
const unpacked = (text) => new Response(
  new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("gzip")));

function addressed() {
  const text = location.hash.replace(/^#(play\/)?/, "").split("?")[0]; // settings of the page follow it
  try { return decodeURIComponent(text); } catch { return text; } // the core says what is wrong with it
}

// ---- in a frame

// Whoever embeds the maze may know what happens in it; nothing else is told, and nothing is heard.
function tell(mazewright, detail) {
  if (parent !== window) parent.postMessage({ mazewright, ...detail }, "*");
}

function tellParent(maze) {
  for (const event of ["ready", "move", "solved", "error"]) maze.addEventListener(event, (e) => tell(event, e.detail));
  let told = 0;
  maze.addEventListener("ready", () => {
    const height = Math.ceil(maze.naturalHeight);
    if (height !== told) tell("height", { height: told = height });
  });
}

// ---- the list of a file

function listOf(mazes, open) {
  const solved = new Set(), items = mazes.map((m, i) => el("button", { type: "button", onclick: () => open(i) }, m.name));
  const mark = (i) => items.forEach((node, k) => {
    node.textContent = (solved.has(k) ? "✓ " : "") + mazes[k].name;
    node.setAttribute("aria-current", String(k === i));
  });
  return { node: el("nav", { "aria-label": t("Mazes") }, items), mark, solve: (i) => { solved.add(i); mark(i); } };
}

function begin(maze, { title = "Mazewright", mazes }) {
  document.title = title;
  const state = el("p", { role: "status" }), next = button("step", t("Next"), () => open(at + 1), { primary: true });
  const list = listOf(mazes, (i) => open(i));
  let at = 0;
  const open = (i) => {
    at = i;
    maze.maze = mazes[i].id;
    list.mark(i);
    state.textContent = Number.isInteger(mazes[i].length) ? t("Shortest solution: {n} {n:move|moves}", { n: mazes[i].length }) : "";
    next.hidden = true;
    maze.focus();
  };
  maze.addEventListener("ready", () => maze.focus());
  maze.addEventListener("solved", () => {
    list.solve(at);
    next.hidden = at + 1 === mazes.length;
    if (!next.hidden) next.focus();
  });
  document.body.append(sprite(), el("main", {}, el("h1", {}, title), el("div", { class: "row" }, state, next), maze),
    mazes.length > 1 ? list.node : "");
  open(0);
}

async function start() {
  openFrom(unpacked(CORE).arrayBuffer());
  Object.assign(packed, await unpacked(WORDS).json());
  const wished = new URLSearchParams(location.search);
  await speak(wished.get("lang"));
  document.documentElement.lang = language();
  document.documentElement.style.colorScheme = wished.get("theme") ?? "";
  const sheet = new CSSStyleSheet(), set = JSON.parse(document.getElementById("mazes").textContent);
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  const maze = document.createElement("mazewright-maze");
  addEventListener("keydown", (e) => (e.key.length > 1 || e.key === " ") && !e.target.closest?.("button, a, summary") && maze.press(e));
  if (set.mazes?.length) return begin(maze, set);
  document.body.className = "frame";
  maze.setAttribute("fill", "");
  tellParent(maze);
  const open = () => { maze.maze = addressed(); };
  addEventListener("hashchange", open);
  open();
  document.body.append(el("main", {}, maze));
}

start().catch((error) => document.body.append(el("p", { role: "alert" }, error.message)));
