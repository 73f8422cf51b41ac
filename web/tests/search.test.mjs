// Tests the search view against the command: two searches in step, forwards and backwards, their colours,
// the table, and what can be saved.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, program, saved, settled, sideways, stage, until, visit } from "./browser.mjs";
import { shipped } from "./person.mjs";

// Small enough for every algorithm, large enough to be watched.
const DIE = shipped("die/03.die"), ROOK = shipped("rook/03.rook"), THESEUS = shipped("theseus/05.theseus"),
  BLOCK = shipped("bloxorz/06.bloxorz");
const MARBLE = "marble:4x4#4", COSTLY = "die:3x3,cost=top#5"; // with a comma, for CSV

const { browser, site } = await stage();

async function open(maze) {
  const visitor = await visit(browser, `${site.address}#search/${encodeURIComponent(maze)}`);
  await settled(visitor.page, "Search");
  await searched(visitor.page);
  return visitor;
}

// Waits until every search that is shown has ended and can be played back.
const searched = (page) => until(page, () => {
  const panels = [...document.querySelectorAll(".search-panel")].filter((l) => !l.hidden);
  return panels.every((l) => ![undefined, "", "searching"].includes(l.querySelector(".chip")?.textContent))
    && / of [1-9]/.test(document.querySelector(".stepper-place").textContent);
});

// search: an algorithm, or [algorithm, heuristic, weight]
async function choose(page, name, [algorithm, heuristic, weight]) {
  await page.getByRole("combobox", { name: `Search ${name}` }).selectOption(algorithm);
  if (heuristic) await page.getByLabel(`Heuristic ${name}`).selectOption(heuristic);
  if (weight) {
    await page.getByLabel(`Weight ${name}`).fill(String(weight));
    await page.getByLabel(`Weight ${name}`).press("Enter");
  }
  await searched(page);
}

// ---- what the program says
const flags = ([algorithm, heuristic, weight]) => ["-a", algorithm, ...(heuristic ? ["-H", heuristic] : []),
  ...(weight ? ["-w", String(weight)] : [])];
const solve = (maze, search) => program("solve", "--json", "-q", ...flags(search), maze)[0];
const trace = (maze, search) => program("trace", "-q", ...flags(search), maze).slice(1); // the events, "end" included
const plain = (text) => text === "–" ? null : Number(text.replaceAll(",", ""));

// {Expanded: 6, Generated: 14, …} of search A or B
async function counters(page, name) {
  const panel = page.getByRole("region", { name: `Search ${name}` });
  const [names, values] = await Promise.all([panel.locator("dt").allTextContents(), panel.locator("dd").allTextContents()]);
  return Object.fromEntries(names.map((n, i) => [n, plain(values[i])]));
}

const slider = (page) => page.getByRole("slider", { name: "Position in the search" });
const position = async (page) => Number(await slider(page).inputValue());
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const picture = (page, name) => page.getByRole("img", { name: `Board of search ${name}` })
  .evaluate((canvas) => canvas.toDataURL());
const place = (page) => page.locator(".stepper-place").textContent();

// What the page says of a solution, from the optimum that the program finds.
function against(maze, { optimal, cost }) {
  const least = solve(maze, [solve(maze, ["bfs"]).optimal ? "bfs" : "ucs"]), more = cost - least.cost, counts = least.algorithm === "ucs";
  return optimal ? "proven optimal" : more ? counts ? `costs ${more} more than the optimum` : `longer by ${more} than the optimum`
    : counts ? "as cheap as the optimum" : "as short as the optimum";
}

const PAIRS = [
  [ROOK, ["bfs"], ["astar", "landing"]],
  [DIE, ["ids"], ["idastar", "h4"]],
  [DIE, ["astar", "h2"], ["greedy", "h3"]],
  [THESEUS, ["dfs"], ["astar", "walk"]],
  [BLOCK, ["ucs"], ["wastar", "rolls", 3]],
  [MARBLE, ["bfs"], ["ucs"]],
];
for (const [maze, a, b] of PAIRS)
  test(`${maze}: ${a.join(" ")} beside ${b.join(" ")}, in step, to the program's numbers`, async () => {
    const { page, leave } = await open(maze);
    await choose(page, "A", a);
    await choose(page, "B", b);
    const theirs = [a, b].map((search) => solve(maze, search)), longest = Math.max(...theirs.map((r) => r.expanded));
    assert.equal(await place(page), `0 of ${longest.toLocaleString("en")} expansions`);
    const middle = Math.ceil(longest / 2);
    for (const at of [middle, longest]) {
      await slider(page).fill(String(at));
      for (const [i, name] of ["A", "B"].entries())
        assert.equal((await counters(page, name)).Expanded, Math.min(at, theirs[i].expanded), `${name} at ${at}`);
    }
    for (const [i, name] of ["A", "B"].entries()) {
      const { outcome, moves, generated } = theirs[i], panel = page.getByRole("region", { name: `Search ${name}` });
      assert.equal((await counters(page, name)).Generated, generated, name);
      const says = outcome === "solved" ? `${moves} move${moves === 1 ? "" : "s"}, ${against(maze, theirs[i])}` : outcome;
      await panel.locator(".chip", { hasText: says }).waitFor();
      assert.equal(await panel.locator(".chip").textContent(), says);
      if (outcome === "solved")
        assert.match(await panel.getByLabel(`Current state of search ${name}`).textContent(), /^Solved: /);
    }
    await leave();
  });

test("it plays, pauses, steps and goes back", async () => {
  const { page, leave } = await open(THESEUS);
  await page.getByLabel("Speed").selectOption("30");
  await press(page, "Run");
  await until(page, () => document.querySelector(".stepper input").value > 3);
  await press(page, "Pause");
  const at = await position(page);
  await page.evaluate(() => new Promise((done) => {
    let n = 12;
    const next = () => (n-- ? requestAnimationFrame(next) : done());
    next();
  }));
  assert.equal(await position(page), at, "it stands still");
  await press(page, "Step");
  assert.equal(await position(page), at + 1);
  assert.equal((await counters(page, "A")).Expanded, at + 1);
  await press(page, "Step back");
  await press(page, "Step back");
  assert.equal((await counters(page, "A")).Expanded, at - 1);
  await press(page, "To the beginning");
  assert.equal((await counters(page, "A")).Expanded, 0);
  await page.getByLabel("Speed").selectOption("5000");
  await press(page, "Run");
  await page.getByRole("button", { name: "Run", exact: true }).waitFor(); // by itself, at the end
  assert.equal(await position(page), Number(await slider(page).getAttribute("max")));
  await leave();
});

// The counters after `count` events, computed from the trace of the command.
function expected(events, count) {
  const before = events.slice(0, count), of = (type) => before.filter((e) => e.type === type).length;
  return { Expanded: of("expand"), Generated: of("generate"),
    "States met": new Set(before.filter((e) => e.state).map((e) => e.id)).size };
}

test("a position looks the same from both sides, and as the program tells it", async () => {
  const maze = THESEUS, search = ["astar", "walk"], { page, leave } = await open(maze);
  await choose(page, "A", search);
  await choose(page, "B", ["dfs"]);
  await page.getByRole("combobox", { name: "Step" }).selectOption("events");
  const events = trace(maze, search), last = Number(await slider(page).getAttribute("max"));
  assert.ok(events.length > 600 && last >= events.length, `${events.length} events of ${last}`);
  const places = [0, 1, 2, 255, 256, 257, 511, 512, 599, Math.floor(events.length / 2), events.length - 1, events.length]
    .sort((x, y) => x - y);
  const seen = new Map(), both = async () => [await counters(page, "A"), await counters(page, "B")];
  for (const at of places) {
    await slider(page).fill(String(at));
    seen.set(at, await both());
    const told = seen.get(at)[0], theirs = expected(events, at);
    assert.deepEqual(Object.fromEntries(Object.keys(theirs).map((n) => [n, told[n]])), theirs, `after ${at} events`);
  }
  await slider(page).press("End");
  for (const at of [...places].reverse()) {
    await slider(page).fill(String(at));
    assert.deepEqual(await both(), seen.get(at), `back at ${at}`);
  }
  await slider(page).fill("257");
  await slider(page).press("ArrowLeft");
  assert.deepEqual(await both(), seen.get(256), "one back by key");
  await leave();
});

test("steps of events and of expansions show the same moment", async () => {
  const { page, leave } = await open(THESEUS), unit = page.getByRole("combobox", { name: "Step" });
  await slider(page).fill("7");
  const before = await counters(page, "A");
  assert.equal(before.Expanded, 7);
  await unit.selectOption("events");
  assert.deepEqual(await counters(page, "A"), before);
  await unit.selectOption("expansions");
  assert.equal(await position(page), 7);
  await leave();
});

// The colour of the picture at a state's cell, as the command gives it, and a colour of the scale.
const floorAt = (page, { x, y, wide }) => page.getByRole("img", { name: "Board of search A" }).evaluate((canvas, at) => {
  const dots = canvas.width / at.wide;
  return [...canvas.getContext("2d").getImageData((at.x - 0.32) * dots, (at.y - 0.32) * dots, 1, 1).data.slice(0, 3)];
}, { x, y, wide });
const shade = (page, share) => page.evaluate((part) => {
  const stops = [0, 1, 2, 3].map((i) => getComputedStyle(document.documentElement).getPropertyValue(`--scale-${i}`).trim());
  const i = Math.min(2, Math.floor(part * 3)), of = (c, k) => parseInt(c.slice(1 + 2 * k, 3 + 2 * k), 16);
  return [0, 1, 2].map((k) => Math.round(of(stops[i], k) + (of(stops[i + 1], k) - of(stops[i], k)) * (part * 3 - i)));
}, share);

test("colours by g, h and f, with their range in the legend", async () => {
  const search = ["astar", "h2"], { page, leave } = await open(DIE);
  await choose(page, "A", search);
  await choose(page, "B", [""]);
  assert.equal(await page.getByRole("region", { name: "Search B" }).isVisible(), false, "one search alone");
  await slider(page).press("End");
  const events = trace(DIE, search), pictures = new Set();
  const goal = events.find((e) => e.type === "goal");
  const alone = (e) => new Set(events.filter((o) => o.state && o.cell === e.cell).map((o) => o.id)).size === 1;
  const closed = events.filter((e) => e.type === "close" && e.cell !== goal.cell && alone(e));
  assert.ok(closed.length > 3, `${closed.length} cells with one state`);
  const [w] = program("trace", "-q", DIE)[0].size, wide = w + 2 * (goal.x - goal.cell % w - 0.5); // with its margins
  for (const value of ["g", "h", "f"]) {
    await page.getByRole("group", { name: "Colour by" }).getByRole("button", { name: value, exact: true }).click();
    const told = events.filter((e) => e.state && e.status !== "lost" && e[value] !== null).map((e) => e[value]);
    const [low, high] = [Math.min(...told), Math.max(...told)];
    assert.equal(await page.locator(".scale").textContent(), `${value} ${low}${high}`);
    for (const e of closed) {
      const [seen, wanted] = [await floorAt(page, { ...e, wide }), await shade(page, (e[value] - low) / (high - low))];
      assert.deepEqual(seen, wanted, `${value} ${e[value]} at cell ${e.cell}`);
    }
    pictures.add(await picture(page, "A"));
  }
  assert.equal(pictures.size, 3, "three pictures");
  const light = await picture(page, "A");
  await press(page, "Light or dark");
  await until(page, (before) => document.querySelector(".search-panel canvas").toDataURL() !== before, light);
  await leave();
});

test("an expanded start has no frame, as only the frontier has", async () => {
  const { page, leave } = await open(DIE), [{ x, y, cell }] = trace(DIE, ["bfs"]);
  await slider(page).press("End");
  const [w] = program("trace", "-q", DIE)[0].size, wide = w + 2 * (x - cell % w - 0.5);
  const colours = await page.getByRole("img", { name: "Board of search A" }).evaluate((canvas, at) => {
    const dots = canvas.width / at.wide, row = canvas.getContext("2d").getImageData((at.x - 0.47) * dots, (at.y - 0.25) * dots, 0.15 * dots, 1).data;
    return Array.from({ length: row.length / 4 }, (_, i) => Math.min(...row.slice(4 * i, 4 * i + 3)));
  }, { x, y, wide });
  assert.ok(Math.min(...colours) > 150, `no dark line: ${colours}`);
  await leave();
});

test("an unsolvable maze is told to be so", async () => {
  const maze = "rook 3x3\n1 1 1\n1 1 2\n1 2 G\n", { page, leave } = await open(maze);
  assert.equal(solve(await page.evaluate(() => decodeURIComponent(location.hash.split("search/")[1].split("?")[0])),
    ["bfs"]).outcome, "unsolvable");
  for (const name of ["A", "B"])
    assert.equal(await page.getByRole("region", { name: `Search ${name}` }).locator(".chip").textContent(), "unsolvable");
  await leave();
});

// ---- the table

// CSV with a header, as objects.
function parsed(text) {
  const [names, ...rows] = text.trim().split("\n").map((line) =>
    line.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g).map(
      (cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)));
  return rows.map((row) => Object.fromEntries(names.map((n, i) => [n, row[i]])));
}

test("compare all: the table and its CSV are what solve says of every algorithm and heuristic", async () => {
  const { page, leave } = await open(COSTLY), results = page.getByRole("region", { name: "Results" });
  const all = ["bfs,dfs,ids,ucs", "greedy,astar,wastar,idastar,hill"];
  const names = await page.getByRole("combobox", { name: "Search A" }).locator("option").allTextContents();
  assert.deepEqual(names, all.join().split(","), "all algorithms are here");
  await choose(page, "A", ["astar", "h2"]);
  const heuristics = await page.getByLabel("Heuristic A").locator("option").evaluateAll((options) => options.map((o) => o.value).filter((v) => v !== "=")); // not the user's own
  const theirs = [...program("solve", "--json", "-q", "-a", all[0], COSTLY),
    ...program("solve", "--json", "-q", "-a", all[1], "-H", heuristics.join(), COSTLY)];
  await press(page, "Compare all algorithms");
  await results.getByRole("button", { name: "Stop" }).waitFor();
  await results.getByRole("button", { name: "Compare all algorithms" }).waitFor({ timeout: 40000 });
  const rows = await results.locator("tbody tr").evaluateAll((trs) => trs.map((tr) => [...tr.cells].map((c) => c.textContent)));
  const text = (x) => x === null || x === undefined ? "–"
    : typeof x === "number" ? x.toLocaleString("en", { maximumFractionDigits: 1 })
      : x === true ? "yes" : x === false ? "no" : x;
  const columns = ["algorithm", "heuristic", "outcome", "moves", "cost", "optimal", "expanded", "generated", "reopened",
    "states_stored", "bytes"];
  const order = (a, b) => `${a}` < `${b}` ? -1 : 1;
  const shown = (r, c) => c === "optimal" ? r.outcome === "solved" ? against(COSTLY, r) : "–" : c === "outcome" && r.limit === "stuck" ? "stuck at a local minimum"
    : c === "algorithm" && r.weight ? `${r[c]}, weight ${r.weight}` : text(r[c]);
  assert.deepEqual(rows.sort(order), theirs.map((r) => columns.map((c) => shown(r, c))).sort(order));
  const csv = parsed((await saved(page, () => results.getByRole("button", { name: "CSV" }).click())).toString());
  const id = await page.evaluate(() => decodeURIComponent(location.hash.split("search/")[1].split("?")[0]));
  const inCsv = (r) => ({ maze: id,
    ...Object.fromEntries(columns.map((c) => [c, r[c] === null || r[c] === undefined ? "" : String(r[c])])),
    weight: String(r.weight ?? "") });
  const byAll = (a, b) => order(Object.values(a).join(), Object.values(b).join());
  assert.deepEqual(csv.sort(byAll), theirs.map(inCsv).sort(byAll));
  await leave();
});

test("compare all can be stopped", async () => {
  const { page, leave } = await open("theseus:9x9#3"), results = page.getByRole("region", { name: "Results" });
  await press(page, "Compare all algorithms");
  await results.getByRole("button", { name: "Stop" }).click();
  await results.getByRole("button", { name: "Compare all algorithms" }).waitFor();
  assert.equal(await results.getByRole("status").textContent(), "");
  await leave();
});

// ---- files

test("a saved trace is the search, event by event; a saved picture is a picture", async () => {
  const search = ["idastar", "h2"], { page, leave } = await open(DIE);
  await choose(page, "A", search);
  await page.getByText("Save what is shown").click();
  const file = JSON.parse(await saved(page, () => press(page, "Trace A")));
  const events = trace(DIE, search);
  assert.equal(file.cut, false);
  assert.equal(file.events.length, events.length);
  assert.ok(file.events.some((e) => file.types[e[0]] === "deepen"));
  const status = { lost: -1, open: 0, solved: 1 };
  file.events.forEach(([type, id, parent, , cell, g, h, f, ended], i) => {
    const { type: kind, bound = null, ...e } = events[i];
    const theirs = e.state ? { id: e.id, parent: e.parent, cell: e.cell, g: e.g, h: e.h, f: e.f, ended: status[e.status] } :
      { id: null, parent: null, cell: null, g: null, h: null, f: bound, ended: null };
    assert.deepEqual({ type: file.types[type], id, parent, cell, g, h, f, ended }, { type: kind, ...theirs }, `event ${i}`);
  });
  // the state that was met first; others may be merged with it
  const met = new Map(events.filter((e) => e.state).reverse().map((e) => [e.id, [e.state, e.cell]]));
  assert.deepEqual(file.states, file.states.map((_, i) => met.get(i)));
  const { file: _, id, seconds, ...theirs } = solve(DIE, search);
  assert.deepEqual({ ...file.result, bytes: 0 }, { ...theirs, bytes: 0 }); // a trace takes memory of its own
  const png = await saved(page, () => press(page, "Picture A"));
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.length > 1000);
  await leave();
});

test("a heuristic may be an expression", async () => {
  const { page, leave } = await open(DIE);
  await choose(page, "A", ["astar", "="]);
  assert.match(await page.getByRole("region", { name: "Search A" }).textContent(), /dx \+ dy/); // before anything is written
  const write = async (text) => {
    await page.getByLabel("Expression A").fill(text);
    await page.getByLabel("Expression A").press("Enter");
  };
  await write("dx + dy + 2*(top != 1)");
  await searched(page);
  await slider(page).press("End");
  await until(page, () => document.querySelector(".stepper input").value === document.querySelector(".stepper input").max);
  const told = solve(DIE, ["astar", "dx + dy + 2*(top != 1)"]), shown = await counters(page, "A");
  assert.equal(shown.Expanded, told.expanded);
  await write("dx + ups");
  await page.getByText("unknown name 'ups'").waitFor();
  await leave();
});

// ---- why this state

const blur = (page) => page.evaluate(() => document.activeElement?.blur());
const panelOf = (page, name) => page.getByRole("region", { name: `Search ${name}` });
const settings = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split("?")[1] ?? "")));
const at = (maze, given) => `${site.address}#search/${encodeURIComponent(maze)}?${new URLSearchParams(given)}`;

async function moment(maze, given) {
  const visitor = await visit(browser, at(maze, given));
  await settled(visitor.page, "Search");
  await searched(visitor.page);
  return visitor;
}

test("beside the board stands the state that is expanded next, with the reason", async () => {
  const search = ["astar", "h2"], { page, leave } = await moment(DIE, { a: "astar", ah: "h2", b: "dfs" });
  const next = [["A", trace(DIE, search)], ["B", trace(DIE, ["dfs"])]].map(([name, events]) => [name, events.filter((e) => e.type === "expand")
    .map((e) => ({ ...e, state: events.find((o) => o.id === e.id).state }))]); // of merged states, the words of the first
  for (const k of [0, 1, 5, 9]) {
    await slider(page).fill(String(k));
    for (const [name, expanded] of next) {
      const list = panelOf(page, name).getByLabel(`What search ${name} takes next`), [first] = await list.locator("tbody tr:visible").all();
      assert.equal(await first.locator("button").textContent(), expanded[k].state, `${name} after ${k}`);
      const why = await list.locator("p").textContent(), { f } = expanded[k];
      assert.match(why, k === 0 ? /^Next: the start\.$/ : name === "A" ? new RegExp(`^Next: the smallest f, ${f}[.;]`) : /found last; it lies on top of the stack/);
    }
  }
  await slider(page).press("End");
  assert.equal(await panelOf(page, "A").locator(".why").textContent(), "The search has ended.");
  await leave();
});

test("a cell tells its states, a state its story; its events can be jumped to", async () => {
  const { page, leave } = await moment(DIE, { a: "astar", ah: "h2", b: "none", at: "9" }), panel = panelOf(page, "A");
  const events = trace(DIE, ["astar", "h2"]), goal = events.find((e) => e.type === "goal");
  const { id } = events.filter((e) => e.type === "expand")[4], { state } = events.find((e) => e.id === id), told = panel.getByLabel("Looked at in search A");
  const canvas = page.getByRole("img", { name: "Board of search A" }), box = await canvas.boundingBox();
  const [w] = program("trace", "-q", DIE)[0].size, wide = w + 2 * (goal.x - goal.cell % w - 0.5);
  const { x, y, cell } = events.find((e) => e.id === id);
  await canvas.click({ position: { x: x / wide * box.width, y: y / wide * box.width } });
  assert.match(await told.locator("h3").first().textContent(), new RegExp(`^row ${Math.floor(cell / w) + 1}, column ${cell % w + 1}: `));
  await told.getByRole("button", { name: state }).first().click();
  const before = await picture(page, "A");
  const expanded = events.findIndex((e) => e.type === "expand" && e.id === id), met = events.findIndex((e) => e.id === id);
  assert.match(await told.locator(":scope > div", { hasText: "Met:" }).textContent(), new RegExp(`event ${met + 1}( |$)`));
  await until(page, (i) => new URLSearchParams(location.hash.split("?")[1]).get("as") === String(i), id);
  await told.locator(":scope > div", { hasText: "Expanded:" }).getByRole("button", { name: `event ${expanded + 1}` }).click();
  assert.equal(await position(page), expanded + 1);
  assert.equal(await page.getByRole("combobox", { name: "Step" }).inputValue(), "events");
  assert.match(await panel.getByLabel("Current state of search A").textContent(), new RegExp(state));
  assert.notEqual(await picture(page, "A"), before);
  await told.getByRole("button", { name: "Look at nothing" }).click();
  assert.equal(await told.isVisible(), false);
  // with keys: from the current cell with Enter
  await page.getByRole("application", { name: /^Cells of search A/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.match(await told.locator("h3").first().textContent(), new RegExp(`^row ${Math.floor(cell / w) + 1}, column ${cell % w + 1}: `));
  await leave();
});

test("the search tree shows all states that are kept; a click or an arrow chooses one", async () => {
  const { page, leave } = await moment(DIE, { a: "bfs", b: "none", at: "9" }), panel = panelOf(page, "A");
  await panel.getByText("Search tree").click();
  const tree = panel.getByRole("img", { name: "Tree of search A" }), events = trace(DIE, ["bfs"]);
  const ninth = events.flatMap((e, i) => e.type === "expand" ? [i] : [])[9];
  const kept = new Set(events.slice(0, ninth).filter((e) => e.state && e.status !== "lost").map((e) => e.id)).size;
  assert.equal(await panel.locator(".search-tree p").textContent(), `${kept} states`);
  const box = await tree.boundingBox();
  const told = panel.getByLabel("Looked at in search A");
  for (let x = 5; x < box.width && !(await told.isVisible()); x += 10) await tree.click({ position: { x, y: 14 } }); // the start is somewhere on top
  await until(page, () => new URLSearchParams(location.hash.split("?")[1]).get("as") === "0");
  // from there with keys, to the states that breadth-first search finds from the start
  const found = events.filter((e) => e.type === "generate" && e.parent === 0 && e.status !== "lost").map((e) => e.id), chosen = () => told.locator("h3").last().textContent();
  const words = (id) => events.find((e) => e.id === id).state;
  await panel.getByRole("application", { name: "States of the tree of search A" }).focus();
  for (const [key, id] of [["ArrowDown", found[0]], ["ArrowRight", found[1]], ["ArrowLeft", found[0]], ["ArrowUp", 0], ["ArrowUp", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await chosen(), words(id), key);
  }
  assert.equal(await position(page), 9, "the search stands still");
  await leave();
});

test("keys step, run and pause; the history does not grow; the address gives the same moment again", async () => {
  const { page, leave } = await moment(THESEUS, { a: "wastar", ah: "walk", aw: "1.5", b: "idastar", bh: "dx + dy", by: "g" });
  const history = () => page.evaluate(() => window.history.length), long = await history();
  await blur(page);
  for (const [key, wanted] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["ArrowRight", 2], ["Home", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await position(page), wanted, key);
  }
  await page.keyboard.press("End");
  assert.equal(await position(page), Number(await slider(page).getAttribute("max")));
  await page.keyboard.press("Home");
  await page.keyboard.press(" ");
  await until(page, () => document.querySelector(".stepper input").value > 3);
  await page.keyboard.press(" ");
  const stands = await position(page);
  await page.getByLabel("Weight A").focus();
  await page.keyboard.press("ArrowRight"); // in a field it means something else
  assert.equal(await position(page), stands);
  await until(page, (p) => new URLSearchParams(location.hash.split("?")[1]).get("at") === String(p), stands);
  assert.equal(await history(), long);
  assert.deepEqual(await settings(page), { a: "wastar", ah: "walk", aw: "1.5", b: "idastar", bh: "dx + dy", by: "g", unit: "expansions", at: String(stands) });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await press(page, "Copy link to this moment");
  await page.getByText("Link copied.").first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText()), seen = [await counters(page, "A"), await counters(page, "B")];
  const other = await visit(browser, link);
  await searched(other.page);
  await until(other.page, () => document.querySelector(".stepper input").value > 0);
  assert.deepEqual([await counters(other.page, "A"), await counters(other.page, "B")], seen);
  assert.equal(await other.page.locator(".notice[role=alert]:visible").count(), 0);
  await other.leave();
  await leave();
});

test("what an address asks for and there is not here is told", async () => {
  const { page, leave } = await moment(DIE, { a: "bfs", at: "3" });
  assert.equal(await page.locator(".notice[role=alert]:visible").count(), 0);
  for (const [given, said] of [[{ a: "bfs", at: "9999" }, "at=9999"], [{ a: "quick", b: "none" }, "a=quick"], [{ a: "bfs", unit: "days" }, "unit=days"],
    [{ a: "bfs", as: "77777" }, "as=77777"], [{ a: "bfs", colour: "red" }, "colour=red"], [{ a: "astar", ah: "h2", aw: "-3", at: "x" }, "aw=-3, at=x"], [{ a: "bfs", ah: "h2", b: "none" }, "ah=h2"], [{ by: "q", at: "2" }, "by=q"]]) {
    await page.evaluate((link) => { location.href = link; }, at(DIE, given));
    await page.getByRole("alert").filter({ hasText: `not here: ${said}.` }).waitFor();
    await searched(page);
  }
  await page.evaluate((link) => { location.href = link; }, at(DIE, { a: "astar", ah: "h77", b: "none" }));
  await page.getByRole("alert").filter({ hasText: "h77" }).waitFor();
  await leave();
});

test("it begins with a maze on which A* saves most of the work; examples show what they say", async () => {
  const { page, leave } = await visit(browser, `${site.address}#search`);
  await settled(page, "Search");
  await searched(page);
  await slider(page).press("End");
  const [a, b] = [(await counters(page, "A")).Expanded, (await counters(page, "B")).Expanded];
  assert.ok(a >= 20 && b <= 0.4 * a, `${a} and ${b}`);
  const shows = [
    async () => (await counters(page, "A")).Expanded === (await counters(page, "B")).Expanded,
    async () => /longer by 2 than the optimum/.test(await panelOf(page, "A").locator(".chip").textContent()) && /proven/.test(await panelOf(page, "B").locator(".chip").textContent()),
    async () => /longer by/.test(await panelOf(page, "A").locator(".chip").textContent()) && (await counters(page, "A")).Expanded > (await counters(page, "B")).Expanded,
    async () => /longer by/.test(await panelOf(page, "B").locator(".chip").textContent()) && (await counters(page, "A")).Expanded > 3 * (await counters(page, "B")).Expanded,
    async () => /^Stuck: no neighbour/.test(await panelOf(page, "A").locator(".why").textContent()),
  ];
  for (const [i, holds] of shows.entries()) {
    await press(page, "Examples");
    const link = page.getByRole("dialog").getByRole("link").nth(i), text = await link.textContent();
    assert.equal(await page.getByRole("dialog").getByRole("link").count(), shows.length);
    await link.click();
    await settled(page, "Search");
    await searched(page);
    const end = Date.now() + 15000;
    while (!(await holds())) {
      assert.ok(Date.now() < end, `"${text}" is shown`);
      await page.waitForTimeout(100);
    }
    assert.equal(await page.locator(".notice:visible").count(), 0, text);
  }
  await leave();
});

for (const [width, height, maze, given] of [[1280, 800, THESEUS, { a: "astar", b: "idastar" }], [1280, 800, BLOCK, { a: "ids", b: "wastar" }],
  [1920, 1080, DIE, { a: "bfs", b: "astar" }], [360, 740, DIE, { a: "bfs", b: "astar" }]])
  test(`on ${width}x${height} the board of ${maze.split(":")[0]} and the sentence are on the first screen`, async () => {
    const { page, leave } = await visit(browser, at(maze, { ...given, at: "5" }), { viewport: { width, height } });
    await settled(page, "Search");
    await searched(page);
    await until(page, () => [...document.querySelectorAll(".search-panel .board canvas, .why")].slice(0, innerWidth > 900 ? 4 : 2)
      .every((n) => n.getBoundingClientRect().bottom <= (innerWidth > 720 ? innerHeight : document.querySelector(".tabs").getBoundingClientRect().top)), null, 5);
    if (width < 900) await page.getByRole("button", { name: "Maze and searches" }).click();
    for (const name of ["Search A", "Step", "Speed"]) assert.ok(await page.getByRole("combobox", { name }).isVisible(), name);
    await leave();
  });

for (const [width, height] of [[1280, 720], [1920, 1080]])
  test(`on a projector of ${width}x${height} everything is on one screen, and Escape leaves`, async () => {
    const { page, leave } = await visit(browser, at(DIE, { a: "bfs", b: "astar", bh: "h4", at: "7" }), { viewport: { width, height } });
    await settled(page, "Search");
    await searched(page);
    await press(page, "For a projector");
    assert.equal(await page.getByRole("combobox", { name: "Search A" }).isVisible(), false);
    assert.equal(await page.locator(".top").isVisible(), false);
    await until(page, (h) => [...document.querySelectorAll(".search-panel canvas[role=img]:first-child, .next-states tbody tr")]
      .filter((n) => n.checkVisibility() && !n.closest("details")).every((n) => n.getBoundingClientRect().bottom <= h), height, 5);
    assert.ok(await page.evaluate(() => parseFloat(getComputedStyle(document.querySelector(".why")).fontSize) >= Math.max(20, 0.028 * innerHeight) - 0.1));
    await blur(page);
    await page.keyboard.press("ArrowRight");
    assert.equal(await position(page), 8);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Search A" }).waitFor();
    await leave();
  });

test("the view of a moment is accessible, and fits a phone in both themes", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, leave } = await visit(browser, at(DIE, { a: "astar", ah: "h3", b: "ids", at: "7", as: "3" }), { viewport: { width: 360, height: 740 }, colorScheme });
    await settled(page, "Search");
    await searched(page);
    await panelOf(page, "A").getByText("Search tree").click();
    await page.getByRole("button", { name: "Maze and searches" }).click();
    await accessible(page);
    assert.equal(await sideways(page), false);
    await leave();
  }
});
