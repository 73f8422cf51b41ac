// Tests the lessons and the ladders: each lesson is short and needs its idea, and the grades of a ladder rise gently.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page_folder, puzzles } from "./browser.mjs";
import { core, run, shipped } from "./person.mjs";

const { lessons, mazes } = JSON.parse(readFileSync(join(page_folder, "mazes.json"), "utf8"));
const kinds = [...new Set(mazes.map((m) => m.kind))];
const STEP = 0.7; // of the grade from one rung to the next

// All positions that the player can reach: state -> {state, status, cell, moves: [{action, to: a position}]}, the start
// first.
function positions(maze) {
  const found = new Map(), ask = (moves) => {
    const { state, status, cell, legal } = core("play", { maze, moves: moves.join(" ") }), known = found.get(state);
    if (known) return known;
    const here = { state, status, cell, words: moves };
    found.set(state, here);
    here.moves = status === "open" ? legal.map(({ action }) => ({ action })) : [];
    return here;
  };
  ask([]);
  for (const here of found.values()) for (const move of here.moves) move.to = ask([...here.words, move.action]);
  return [...found.values()];
}

// The fewest moves from a position if only some moves are allowed; null: there is no way.
function fewest(from, allowed = () => true) {
  const seen = new Set([from]);
  for (let layer = [from], n = 0; layer.length; n++) {
    if (layer.some((p) => p.status === "solved")) return n;
    layer = layer.flatMap((p) => p.moves.filter((m) => allowed(m, p)).map((m) => m.to)).filter((p) => !seen.has(p) && seen.add(p));
  }
  return null;
}

const without = (...actions) => ({ action }) => !actions.includes(action);
const only = (...actions) => ({ action }) => actions.includes(action);
const lengthOf = (maze) => fewest(positions(maze)[0]);
const measures = (name) => JSON.parse(run(["analyse", "--json", join(puzzles, "lessons", name)])).features;
const dead = (all) => all.filter((p) => fewest(p) === null);
const minotaur = ({ state }) => state.match(/Minotaur .*/)?.[0];

// What is so only because the lesson needs its idea. all: its positions; id: the maze.
const IDEAS = {
  "rook-1": (all) => assert.equal(dead(all).length, 0, "nothing can go wrong"),
  "rook-2": (all) => assert.ok(dead(all).some((p) => !p.moves.length), "a dead end can be reached"),
  "rook-3": ([start]) => assert.equal(fewest(start, only("R", "D")), null, "towards G alone does not do"),
  "rook-4": (all) => assert.equal(all.filter((p) => p.moves.some((m) => m.to.status === "solved")).length, 1),
  "die-1": (all) => assert.equal(dead(all).length, 0, "nothing can go wrong"),
  "die-2": ([start], id) => {
    assert.equal(fewest(start, only("E")), null, "straight on another face is up");
    assert.ok(lengthOf(id.replace("3x2", "3x2,goal=any")) < fewest(start));
  },
  "die-3": ([start], id) => assert.ok(lengthOf(id.replace("3x3", "3x3,never=none")) < fewest(start)),
  "die-4": ([start], id) => {
    const goal = id.split(":")[2].replaceAll("/", "").indexOf("G");
    assert.equal(fewest(start, ({ to }) => to.status === "solved" || to.cell !== goal), null, "one must roll over G");
  },
  "theseus-1": ([start]) => assert.equal(fewest(start.moves.find((m) => m.action === "W").to), null, "no time to lose"),
  "theseus-2": ([start], id) => assert.equal(lengthOf(id.replace("3x3", "3x3,order=vh")), null, "he must go sideways first"),
  "theseus-3": ([start]) => {
    assert.equal(fewest(start, (m, p) => m.to.status === "solved" || minotaur(m.to) !== minotaur(p)), null, "walls must hold him");
    assert.equal(fewest(start, without("R")), null, "he must be lured");
  },
  "theseus-4": ([start]) => assert.equal(fewest(start, without("W")), null, "one must wait"),
  "bloxorz-1": ([start]) => assert.equal(fewest(start, only("R")), null, "straight on the block lies over the hole"),
  "bloxorz-2": ([start], id) => assert.ok(lengthOf(id.replace("~", "o")) < fewest(start), "the tile is in the way"),
  "bloxorz-3": ([start], id) => {
    assert.equal(measures("bloxorz-3.bloxorz").required_switches, 1);
    assert.equal(lengthOf(id.replace("soft", "heavy")), null, "a part of the block must press it");
  },
  "bloxorz-4": ([start], id) => {
    assert.equal(measures("bloxorz-4.bloxorz").required_switches, 1);
    assert.match(id, /0\.heavy\.add/);
    assert.equal(fewest(start, without("D")), null, "one must roll round to stand on it");
  },
  "bloxorz-5": () => assert.equal(measures("bloxorz-5.bloxorz").required_splits, 1),
  "marble-1": ([start]) => assert.deepEqual(["cw", "ccw"].map((a) => fewest(start, only(a))), [2, 2], "either way leads to G"),
  "marble-2": ([start]) => assert.deepEqual(["cw", "ccw"].map((a) => fewest(start, only(a))), [2, null], "one way does not"),
  "marble-3": ([start]) => assert.deepEqual(["cw", "ccw"].map((a) => fewest(start, without(a))), [null, null], "both are needed"),
  "marble-4": ([start]) => assert.deepEqual(["x", "y", "z"].map((a) => fewest(start, without(a))), [null, null, null], "all are needed"),
};

for (const file of readdirSync(join(puzzles, "lessons")).sort())
  test(`the lesson ${file} is short and needs its idea`, () => {
    const id = shipped(`lessons/${file}`), all = positions(id), lesson = lessons.find((m) => m.id === id);
    assert.equal(fewest(all[0]), lesson.length);
    assert.ok(lesson.length <= 8 && all.length <= 200);
    assert.match(lesson.text, /^[A-Z][^\n]{20,110}\.$/);
    IDEAS[file.split(".")[0]](all, id);
  });

test("every kind has three to five lessons", () => {
  for (const kind of kinds) {
    const n = lessons.filter((m) => m.kind === kind).length;
    assert.ok(n >= 3 && n <= 5, `${kind}: ${n}`);
  }
  assert.equal(lessons.length, Object.keys(IDEAS).length);
});

for (const kind of kinds)
  test(`the grades of ${kind} mazes rise, and by ${STEP} at most`, () => {
    const grades = mazes.filter((m) => m.kind === kind).map((m) => m.difficulty);
    assert.ok(grades[0] <= 3, "it begins with an easy one");
    for (let i = 1; i < grades.length; i++)
      assert.ok(grades[i] >= grades[i - 1] && grades[i] - grades[i - 1] <= STEP, `${kind} ${i + 1}: ${grades[i]} after ${grades[i - 1]}`);
  });
