// gather.mjs: sentences of the C core as the page gets them: all that it says of itself, and what it says of
// mazes while they are played.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, page_folder } from "./browser.mjs";
import { inAnswer } from "../src/phrases.js";

// The answers of the command to these questions.
function answers(questions) {
  const said = (() => {
    try {
      return execFileSync(command, ["ask"], { input: questions.map((q) => `${JSON.stringify(q)}\n`).join(""), encoding: "utf8",
        maxBuffer: 1 << 28 });
    } catch (error) {
      if (error.status !== 3) throw error; // some of the answers are errors
      return error.stdout;
    }
  })();
  return said.trim().split("\n").map((line) => JSON.parse(line));
}

// What can be asked of a maze after each move of its solution, and after a wrong one.
function inPlay(maze, moves, actions) {
  const words = [...moves.matchAll(new RegExp(actions.join("|"), "g"))].map((m) => m[0]);
  const places = [0, 1, Math.ceil(words.length / 2), words.length - 1, words.length]
    .map((n) => words.slice(0, n).join(" "));
  return [...new Set(places)].flatMap((at) => [
    ...["play", "look"].map((ask) => ({ ask, maze, moves: at })),
    ...[1, 2, 3, 4].map((grade) => ({ ask: "hint", maze, moves: at, grade })),
    ...actions.map((a) => `${at} ${a}`.trim()).flatMap((moves) => [
      ...["play", "look"].map((ask) => ({ ask, maze, moves })), { ask: "hint", maze, moves, grade: 4 }])]);
}

// What is explained: the maze, a position on the way, and those after a wrong move there.
function explained(maze, moves, actions) {
  const words = [...moves.matchAll(new RegExp(actions.join("|"), "g"))].map((m) => m[0]), at = words.slice(0, words.length / 2);
  return [[], at, ...actions.map((a) => [...at, a])].map((made) => ({ ask: "explain", maze, moves: made.join(" ") }));
}

// What belongs to each cell of a maze.
function ties(maze) {
  const [, w, h, d = 1] = /(\d+)x(\d+)(?:x(\d+))?/.exec(maze);
  return Array.from({ length: w * h * d }, (_, cell) => ({ ask: "ties", maze, cell }));
}

// Options that no shipped maze has.
const OTHERS = ["rook:5x5,no-u-turn#1", "rook:4x4,queen,no-u-turn#3", "die:5x5,labels=before#1", "die:5x5,labels=after#2",
  "marble:3x3x3,all,orientations=24#1", "bloxorz:8x8,rules=seed,no-half-in-hole,splits=1#1", "bloxorz:8x8,count-switching,splits=1#2",
  "bloxorz:8x8,no-half-in-hole,splits=1#3", "bloxorz:8x8,rules=seed,splits=1#1", "theseus:4x4,blocks=1#4", "null:7x1#2"];

// All of them, each once.
export function gathered() {
  const [about] = answers([{ ask: "about" }]);
  const { mazes: shipped, lessons } = JSON.parse(readFileSync(join(page_folder, "mazes.json"), "utf8"));
  const mazes = [...shipped, ...lessons, ...OTHERS.map((id) => ({ id, kind: id.split(":")[0] }))];
  const seen = new Set(), note = (answer) => inAnswer(answer, (sentence) => seen.add(sentence));
  note(about);
  for (const { brushes } of about.kinds) for (const { name } of brushes) seen.add(name);
  for (const { text } of lessons) seen.add(text);
  const solutions = answers(mazes.map(({ id }) => ({ ask: "solution", maze: id })));
  const questions = mazes.flatMap(({ id, kind }, i) => [{ ask: "maze", maze: id }, { ask: "compare", maze: id, with: mazes[(i + 7) % mazes.length].id },
    ...[inPlay, explained].flatMap((asked) => asked(id, solutions[i].moves ?? "", about.kinds.find((k) => k.name === kind).actions))]);
  answers([...questions, ...OTHERS.flatMap(ties)]).forEach(note);
  return seen;
}

const core = join(dirname(fileURLToPath(import.meta.url)), "../../src");

// All that stands between quotation marks in the core's sources, with lines that belong together joined.
export function spoken() {
  const sources = readdirSync(core, { recursive: true }).map(String).filter((f) => /\.[ch]$/.test(f));
  return sources.map((f) => readFileSync(join(core, f), "utf8").replace(/"\s*\n\s*"/g, "").replace(/" *(PRI\w+) *"/g, "d")
    .replaceAll("\\n", "\n")).join("\n");
}
