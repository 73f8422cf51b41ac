// Tests the marble view against the command: the picture moves, agents end as `simulate` says, the state
// graph grows with them, the user and a phone can tilt the maze, and without WebGL everything else works.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { program, settled, stage, toTheEnd, until, visit } from "./browser.mjs";

const SMALL_WINDOW = { width: 920, height: 560 }; // small, because the processor draws every pixel
const FLAT = "marble:4x4#1", SMALL = "marble:3x3#1";
const { browser, site } = await stage();
const FLATLAND = { webgl: false }; // which is faster

async function open(maze, options) {
  const visitor = await visit(browser, `${site.address}#marble/${encodeURIComponent(maze)}`, { viewport: SMALL_WINDOW, ...options });
  await settled(visitor.page, "Marble");
  await until(visitor.page, () => document.querySelector(".marble-clock, .marble-stats")); // a maze is on show
  return visitor;
}

const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const stats = (page) => page.locator(".marble-stats .stat").evaluateAll(
  (all) => Object.fromEntries(all.map((s) => [s.children[0].textContent, s.children[1].textContent])));
const canvas = (page) => page.getByRole("application", { name: /^Marble maze/ });
const graph = (page) => page.getByRole("img", { name: /^State graph/ });
const slider = (page) => page.getByRole("slider", { name: "Time" });

// What is on the screen there: the number of colours, and all pixels.
async function seen(page, where) {
  const png = (await where.screenshot()).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const copy = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }),
      pen = copy.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data: bytes } = pen.getImageData(0, 0, copy.width, copy.height), colours = new Set(new Uint32Array(bytes.buffer));
    return { colours: colours.size, pixels: copy.toDataURL() };
  }, png);
}

// The moves of `simulate`, with their times.
function movesOf(maze, ...options) {
  const folder = mkdtempSync(join(tmpdir(), "marble-")), file = join(folder, "trace");
  program("simulate", "--json", "-q", "--trace", file, ...options, maze);
  const events = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  rmSync(folder, { recursive: true });
  return events.filter((e) => e.type === "move");
}

test("the picture is drawn and moves, and the agent gets there and says so", async () => {
  const { page, leave } = await open(FLAT), theirs = program("simulate", "--json", "-q", FLAT)[0];
  assert.equal(theirs.outcome, "solved");
  const still = await seen(page, canvas(page));
  assert.ok(still.colours > 100, `a picture of ${still.colours} colours`);
  await press(page, "Run");
  await until(page, () => parseFloat(document.querySelector(".marble-clock").textContent) > 2);
  const few = await graph(page).getAttribute("aria-label"), early = await seen(page, canvas(page));
  assert.notEqual(early.pixels, still.pixels);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("8"); // only now, so that the run is not over too soon
  const solved = page.getByText(`Solved in ${theirs.moves} moves.`).first();
  await solved.waitFor({ timeout: 40000 });
  assert.notEqual((await seen(page, canvas(page))).pixels, early.pixels);
  const states = async (text) => Number(text.match(/(\d+) states?/)[1]);
  assert.ok(await states(few) < await states(await graph(page).getAttribute("aria-label")), "the graph has grown");
  assert.match(await page.locator("#announcer").textContent(), /^Solved in/);
  await leave();
});

const RUNS = [
  [FLAT, { agent: "depth-first", seed: 5 }], ["marble:3x3#2", { agent: "complete" }],
  ["marble:3x3x3,all#201", { agent: "breadth-first" }],
  ["marble:3x3x3,all#201", { agent: "heuristic", orientations: 24, seed: 3 }],
  ["marble:5x5x5,outer#203", { agent: "heuristic", seed: 3 }],
  ["marble:3x3x3,outer#3", { agent: "complete" }], ["marble:3x3x3,all#201", { agent: "complete", as: "thesis" }],
];
for (const [maze, { agent, seed = 1, orientations, as }] of RUNS)
  test(`${maze}, ${agent}, seed ${seed}${as ? `, as ${as}` : ""}${orientations ? `, ${orientations} orientations` : ""}: as simulate says`, async () => {
    const { page, leave } = await open(maze, FLATLAND);
    await page.getByRole("combobox", { name: "Agent" }).selectOption(agent);
    await page.getByLabel("Seed of the error").fill(String(seed));
    await page.getByLabel("Seed of the error").press("Tab");
    if (orientations) await page.getByRole("combobox", { name: "Orientations" }).selectOption(String(orientations));
    if (as) await page.getByRole("combobox", { name: "Settings" }).selectOption(as);
    await toTheEnd(page);
    const options = ["--agent", agent, "--seed", String(seed), ...(as ? ["--as", as] : []),
      ...(orientations ? ["--orientations", String(orientations)] : [])];
    const theirs = program("simulate", "--json", "-q", ...options, maze)[0], moves = movesOf(maze, ...options);
    const told = await page.locator(".marble-controls .notice").textContent(), shown = await stats(page);
    assert.ok(told.toLowerCase().startsWith(theirs.outcome), `${told}: ${theirs.outcome}`);
    const right = Math.round(100 * theirs.predicted_right / theirs.moves);
    assert.match(told, new RegExp(`\\b${theirs.repeated} repeated, ${theirs.unrepeatable} unrepeatable\\b`
      + `.*\\b${right} %.*\\b${theirs.theoretical_length} cells`));
    assert.deepEqual(shown, { Moves: String(theirs.moves), "States known": String(moves.at(-1).known), Phase: theirs.outcome,
      Simulated: `${theirs.simulated_seconds.toFixed(1)} s` });
    assert.ok(Math.abs(Number(await slider(page).getAttribute("max")) - theirs.simulated_seconds) < 0.002,
      "another error takes another time");
    const states = new Set(moves.flatMap((m) => [m.from, m.to]).filter((state) => state !== null)),
      edges = new Set(moves.map((m) => `${m.from} ${m.action} ${m.to}`));
    assert.equal(await graph(page).getAttribute("aria-label"),
      `State graph: ${states.size} states met, ${edges.size} different moves`);
    await leave();
  });

test("the slider goes through all of it, both ways", async () => {
  const { page, leave } = await open(FLAT), moves = movesOf(FLAT);
  await toTheEnd(page);
  const pictures = new Map();
  for (const at of [...moves.map((_, i) => i), ...moves.map((_, i) => i).reverse()]) {
    const time = moves[at].time - 1; // before this move ends
    await slider(page).fill(time.toFixed(3));
    assert.equal((await stats(page)).Moves, String(at));
    assert.match(await graph(page).getAttribute("aria-label"), new RegExp(`${at} different move`));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const { pixels } = await seen(page, canvas(page));
    if (pictures.has(at)) assert.equal(pixels, pictures.get(at), `the same picture when one comes back to ${time}`);
    pictures.set(at, pixels);
  }
  assert.equal(new Set(pictures.values()).size, moves.length, "another picture each");
  assert.equal(await page.locator(".marble-controls .notice").isVisible(), false, "the end is not told before it");
  await leave();
});

test("it pauses, goes on, stops; and one can look around", async () => {
  const { page, leave } = await open(FLAT);
  await press(page, "Run");
  await until(page, () => parseFloat(document.querySelector(".marble-clock").textContent) > 0.3);
  await press(page, "Pause");
  const paused = await page.locator(".marble-clock").textContent(), before = await seen(page, canvas(page));
  await canvas(page).focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowLeft");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.notEqual((await seen(page, canvas(page))).pixels, before.pixels, "seen from elsewhere");
  assert.equal(parseFloat(await page.locator(".marble-clock").textContent()), parseFloat(paused), "it stands still");
  await press(page, "Go on");
  await until(page, (t) => parseFloat(document.querySelector(".marble-clock").textContent) > t, parseFloat(paused));
  await press(page, "Stop");
  assert.equal((await stats(page)).Moves, "0");
  assert.equal(await page.getByRole("button", { name: "Run", exact: true }).count(), 1);
  await leave();
});

// ---- by hand

async function byHand(page) {
  await press(page, "By hand");
  await until(page, () => document.querySelector(".marble-stats .stat dd").textContent !== "–");
}
const solvedByHand = (page) => page.locator(".marble-controls .notice").getByText(/^Solved in [\d.]+ seconds\.$/);

const cell = (page) => page.evaluate(() => document.querySelectorAll(".marble-stats dd")[1].textContent);
const elsewhere = (page, start) => until(page,
  (before) => document.querySelectorAll(".marble-stats dd")[1].textContent !== before, start, 40);
const backAt = (page, start) => until(page,
  (before) => document.querySelectorAll(".marble-stats dd")[1].textContent === before, start);

// The time that the page shows. On a busy machine marbles and turns are slower.
const rolled = (page, seconds) => until(page,
  (t) => parseFloat(document.querySelector(".marble-stats dd").textContent) >= t, seconds, 40);

test("by hand: arrow keys turn the small maze half around, and the marble rolls into the target", async () => {
  const { page, leave } = await open(SMALL), [{ solution }] = program("solve", "--json", "-q", SMALL);
  assert.equal(solution, "cw cw", "half a turn solves it");
  await byHand(page);
  const start = await cell(page), now = async () => parseFloat((await stats(page)).Time);
  assert.equal(await solvedByHand(page).count(), 0);
  await canvas(page).focus();
  for (let solved = false, tries = 0; !solved; tries++) { // a key held for too long turns too far
    assert.ok(tries < 4, "solved in a few attempts");
    const begun = await now();
    await page.keyboard.down("ArrowRight");
    await rolled(page, begun + 2.1);
    await page.keyboard.up("ArrowRight");
    solved = await solvedByHand(page).waitFor({ timeout: 6000 }).then(() => true, () => false);
    if (solved) assert.notEqual(await cell(page), start);
    await page.keyboard.press("r");
    await backAt(page, start);
    assert.equal(await solvedByHand(page).isVisible(), false, "a new game");
  }
  await leave();
});

test("by hand: dragging half around does it as well, and the buttons turn", async () => {
  const { page, leave } = await open(SMALL);
  await byHand(page);
  const start = await cell(page), box = await canvas(page).boundingBox(), middle = box.y + box.height / 2;
  for (const _ of ["a quarter", "and another"]) { // 3 radians a width
    await page.mouse.move(box.x + box.width * 0.2, middle);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * (0.2 + Math.PI / 6), middle, { steps: 10 });
    await page.mouse.up();
  }
  await solvedByHand(page).waitFor({ timeout: 30000 });
  await press(page, "Restart");
  await backAt(page, start);
  await page.getByRole("button", { name: "Tilt right" }).hover();
  await page.mouse.down();
  await elsewhere(page, start);
  await page.mouse.up();
  await leave();
});

test("a phone turned upside down lets the marble roll to the target", async () => {
  const { page, leave } = await open(SMALL, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
  await page.context().grantPermissions(["accelerometer", "gyroscope"]);
  await byHand(page);
  const feel = page.getByRole("button", { name: "Use this phone's tilt" }), tilt = (beta) =>
    page.evaluate((b) => dispatchEvent(new DeviceOrientationEvent("deviceorientation", { alpha: 0, beta: b, gamma: 0 })), beta);
  const start = await cell(page);
  await tilt(-90);
  await page.waitForTimeout(300); // there is no event to wait for, because nothing must happen
  assert.equal(await cell(page), start, "not before one has asked for it");
  await feel.click();
  await page.getByRole("button", { name: "Use this phone's tilt", pressed: true }).waitFor();
  await tilt(90); // upright: nothing moves
  await tilt(-90);
  await solvedByHand(page).waitFor({ timeout: 30000 });
  await leave();
});

// ---- without a graphics card

test("without WebGL there is a sentence, a flat picture, and the agent all the same", async () => {
  const { page, leave } = await open(FLAT, FLATLAND);
  await page.getByText("This browser cannot draw in space").waitFor();
  const flat = page.locator(".marble-frame canvas").last();
  assert.ok((await seen(page, flat)).colours > 5);
  await toTheEnd(page);
  const { moves } = program("simulate", "--json", "-q", FLAT)[0];
  await page.locator(".marble-controls").getByText(`Solved in ${moves} moves.`).waitFor();
  await leave();
});

test("another maze from the presets, from a seed, and into other views", async () => {
  const { page, leave } = await open(FLAT);
  await page.getByRole("combobox", { name: "Shape" }).selectOption({ label: "Cube" });
  await page.getByLabel("Side").fill("3");
  await page.getByText("Advanced", { exact: true }).click();
  await page.getByLabel("Seed", { exact: true }).fill("77");
  const before = await seen(page, canvas(page));
  await press(page, "From seed");
  await page.getByRole("heading", { name: "Marble maze 3 × 3 × 3" }).waitFor();
  assert.notEqual((await seen(page, canvas(page))).pixels, before.pixels);
  const address = () => page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
  const [{ solution }] = program("solve", "--json", "-q", "marble:3x3x3,all#77");
  const [, id] = (await address()).match(/^marble\/(.*)$/);
  assert.equal(program("solve", "--json", "-q", id)[0].solution, solution, "the program's maze of this seed");
  await press(page, "Play it");
  await settled(page, "Play");
  assert.equal(await address(), `play/${id}`);
  await leave();
});
