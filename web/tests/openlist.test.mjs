// Tests what the page says of the open list: of every algorithm, on mazes of every kind, the state that is listed first
// is the one that the search takes next.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { KEY, OpenList } from "../src/openlist.js";
import { Trace } from "../src/trace.js";
import { command } from "./browser.mjs";

const ask = (questions) => execFileSync(command, ["ask"], { input: questions.map((q) => JSON.stringify(q)).join("\n"), encoding: "utf8",
  maxBuffer: 1 << 29 }).trim().split("\n").map((line) => JSON.parse(line));

const MAZES = ["rook:5x5#7", "rook:4x4,queen#2", "rook:6x4,no-u-turn#3", "rook 3x3\n1 1 1\n1 1 2\n1 2 G\n", "die:5x5#3", "die:6x6,obstacles=25#19554",
  "die:5x5,cost=top#5", "die:4x4,never=none,goal=any#6", "theseus:5x5#3", "theseus:6x6,exit=door#4", "theseus:4x4,blocks=1#2",
  "bloxorz:8x6,floor=70#2", "bloxorz:6x6,splits=1,switches=1#1", "marble:5x5#2", "marble:3x3x3,outer#5", "null:9x1#1", "null:5x1:S...G"];
const [about] = ask([{ ask: "about" }]);

// The least number of the least key, from what Trace keeps, without any heap.
function leastOpen(trace, moment, key) {
  let least = Infinity, equal = 0;
  for (let id = 0; id < moment.met; id++) {
    if (moment.mode[id] !== 1) continue;
    const v = trace.events[moment.last[id]][{ g: 5, h: 6, f: 7 }[key]];
    if (v < least) [least, equal] = [v, 0];
    equal += v === least;
  }
  return { least, equal };
}

// Every moment before an expansion. Tells how many there were.
function agrees(answer, name) {
  const trace = new Trace(answer), list = new OpenList(trace), key = KEY[answer.result.algorithm];
  const type = (i) => trace.types[trace.events[i][0]];
  const moments = trace.events.map((_, i) => i).filter((i) => type(i) === "expand" || (key && type(i) === "goal"));
  const backwards = moments.length > 300 ? moments.filter((_, k) => k % 17 === 0).reverse() : [...moments].reverse();
  for (const i of [...moments, ...backwards]) {
    const moment = trace.at(i), { entries, size, equal, tied } = list.next(moment, i), at = `${name}, event ${i}`;
    assert.equal(entries[0]?.id, trace.events[i][1], at);
    assert.ok(size >= entries.length && entries.length <= 8, at);
    assert.equal(new Set(entries.map((e) => `${e.id} ${e.g}`)).size, entries.length, `${at}: each once`);
    for (const e of entries) {
      assert.ok(e.found < Math.max(i, 1), `${at}: found before`);
      assert.equal(trace.events[e.found][1], e.id, `${at}: found there`);
    }
    if (!key) continue;
    const least = leastOpen(trace, moment, key);
    assert.deepEqual([entries[0][key], equal], [least.least, least.equal], at);
    assert.ok(tied >= 1 && tied <= equal, at);
    entries.slice(1).forEach((e, k) => assert.ok(e[key] >= entries[k][key], `${at}: in order`));
  }
  return moments.length;
}

for (const maze of MAZES)
  test(`${JSON.stringify(maze)}: what is listed first is what is expanded next`, () => {
    const [{ heuristics, kind }] = ask([{ ask: "maze", maze }]), seen = [];
    const { features } = about.kinds.find((k) => k.name === kind), own = features.slice(0, 2).map((f) => f.name).join(" + ");
    const names = [...heuristics.map((h) => h.name), ...(own ? [own, `7*(${own})`] : [])];
    for (const { name: algorithm, informed } of about.algorithms)
      for (const heuristic of informed ? names : [undefined])
        for (const weight of algorithm === "wastar" ? [1.3, 5] : [undefined])
          for (const events of [6000, 61]) seen.push({ ask: "trace", maze, algorithm, heuristic, weight, events }); // also cut
    let moments = 0;
    ask(seen).forEach((answer, i) => { moments += agrees(answer, JSON.stringify(seen[i])); });
    assert.ok(moments >= seen.length, `${moments} choices of ${seen.length} searches`);
  });
