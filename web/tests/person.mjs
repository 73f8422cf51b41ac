// person.mjs: what a visitor of the page sees and does, for the tests of the views, and what the command
// says of the same mazes.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "../src/module.js";
import { build, command, puzzles, settled, until, visit } from "./browser.mjs";

// ---- the program

// What a verb prints, with any exit code ("unsolvable" and "lost" have exit codes of their own).
export function run(args, input) {
  try {
    return execFileSync(command, args, { encoding: "utf8", input, stdio: ["pipe", "pipe", "pipe"] });
  } catch (error) {
    if (typeof error.status !== "number") throw error;
    return error.stdout + error.stderr;
  }
}
export const shipped = (name) => run(["convert", "--to", "id", join(puzzles, name)]).trim();
export const idOf = (maze, input) => run(["convert", "--to", "id", maze], input).trim();
export const solve = (maze) => JSON.parse(run(["solve", "--json", maze]));

const answer = await load(await WebAssembly.compile(readFileSync(join(build, "core.wasm"))));
export const core = (ask, fields) => JSON.parse(answer({ ask, ...fields }));
export const kinds = core("about").kinds;

// A solution move by move: what the core says of each move, and `at`, the position before it.
export function steps(maze, moves = solve(maze).solution) {
  const { actions } = kinds.find((k) => k.name === maze.split(":")[0]), made = [], found = [];
  for (let rest = moves.trim(); rest; ) {
    const word = actions.find((a) => rest.startsWith(a)), at = core("play", { maze, moves: made.join(" ") });
    found.push({ ...at.legal.find((l) => l.action === word), at });
    made.push(word);
    rest = rest.slice(word.length).trim();
  }
  return found;
}

// The shortest list of moves from the start for which `wanted(moves)` is true.
export function findMoves(maze, wanted) {
  const seen = new Set();
  for (const queue = [[]]; queue.length; ) {
    const words = queue.shift(), moves = words.join(" "), { status, legal, state } = core("play", { maze, moves });
    if (wanted(moves)) return moves;
    if (status === "open" && !seen.has(state)) queue.push(...legal.map((l) => [...words, l.action]));
    seen.add(state);
  }
  throw new Error(`no such position in ${maze}`);
}

// ---- the page

// Opens a view with a maze; animations are off unless `options` say otherwise.
export async function enter(browser, address, view, maze, options) {
  const visitor = await visit(browser, `${address}#${view}${maze ? `/${maze}` : ""}`, { reducedMotion: "reduce", ...options });
  await settled(visitor.page, view);
  if (view === "play" && maze) await arrived(visitor.page, maze);
  return visitor;
}

export const counter = (page) => page.getByLabel("Counter");
export const notice = (page) => page.locator(".play .notice.row > p");
export const picture = (page) => page.evaluate(() => document.querySelector("#main canvas").toDataURL());
export const said = (page) => page.evaluate(() => document.getElementById("announcer").textContent.trim());

// Waits until the page shows the position after these moves, and has announced it.
export async function arrived(page, maze, moves = "") {
  const { count, status, state, loss } = core("play", { maze, moves });
  const words = { open: state, lost: `${loss}. Undo, or start again.`, solved: "Solved" }[status];
  await until(page, ([n, text]) => {
    const counted = document.querySelector('[aria-label="Counter"]')?.textContent,
      told = document.querySelector(".play .notice.row > p");
    return counted?.split(" ")[0] === n && (text === "Solved" ? told.textContent.startsWith(text) : told.textContent === text);
  }, [String(count), words]);
}

export const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
// Opens the list of mazes at a kind.
export async function openKind(page, kind) {
  await button(page, "Mazes").click();
  await page.locator(`[data-kind="${kind}"]`).click();
}
export const button = (page, name) => page.getByRole("button", { name, exact: true });
