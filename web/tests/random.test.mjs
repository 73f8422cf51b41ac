// Tests random mazes as a person asks for them, in every view: they can be solved and are as difficult as was chosen;
// what a size cannot give is said; a search ends with another choice, and the page goes on meanwhile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, settled, sideways, stage, until } from "./browser.mjs";
import { arrived, button, core, enter, hash, shipped, steps } from "./person.mjs";

const ROOK = shipped("rook/01.rook"), PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const BANDS = { easy: [1.5, 2.5], medium: [2.5, 3.5], hard: [3.5, 5], "very hard": [5, 10], any: [1, 10] };
const { browser, site } = await stage();

const box = (page) => page.getByRole("dialog", { name: "A random maze" });
const grade = (page, name) => box(page).getByRole("combobox", { name: "Difficulty" }).selectOption({ index: Object.keys(BANDS).indexOf(name) });
const kind = (page, name) => box(page).getByRole("combobox", { name: "Kind" }).selectOption(name);
const make = (page) => box(page).getByRole("button", { name: "Make it" }).click();
// The maze of an address, without the settings behind it.
const mazeIn = (address) => address.replace(/^#\w+\//, "").replace(/\?.*/, "");
const mazeOf = async (page) => mazeIn(await hash(page));
async function changed(page, before) {
  await until(page, (at) => !decodeURIComponent(location.hash).includes(`/${at}`), mazeIn(before));
  return mazeOf(page);
}

// The core is asked anew about the maze that is shown.
function assertIn(maze, name) {
  const values = Object.fromEntries(core("analyse", { maze }).measures.map((m) => [m.name, m.value]));
  assert.ok(values.length > 0, `${maze} has a solution`);
  const [from, to] = BANDS[name];
  assert.ok(values.difficulty >= from && values.difficulty <= to, `${maze}: ${values.difficulty} is ${name}`);
}

async function ask(page) {
  await button(page, "Mazes").click();
  await button(page, "Random…").click();
  await box(page).waitFor();
}

for (const [where, options] of [["on a phone", PHONE], ["on a desk", {}]])
  test(`${where}, in Play: every kind and difficulty, and another one each time`, async () => {
    const { page, leave } = await enter(browser, site.address, "play", ROOK, options);
    await ask(page);
    const kinds = await box(page).getByRole("combobox", { name: "Kind" }).locator("option").evaluateAll((all) => all.map((o) => o.value));
    assert.ok(kinds.length >= 5);
    await accessible(page);
    assert.equal(await sideways(page), false);
    for (const name of ["easy", "medium", "hard"])
      for (const one of kinds) {
        if (!(await box(page).isVisible())) await ask(page);
        await kind(page, one);
        await grade(page, name);
        const before = await hash(page);
        await make(page);
        const maze = await changed(page, before);
        assert.ok(maze.startsWith(`${one}:`));
        assertIn(maze, name);
        if (one !== "rook") continue;
        await settled(page, "play");
        const again = await hash(page);
        await button(page, "Another").click();
        assertIn(await changed(page, again), name);
      }
    await button(page, "Another").waitFor();
    await accessible(page);
    await leave();
  });

test("who has solved a random maze goes on with another one", async () => {
  const { page, leave } = await enter(browser, site.address, "play", ROOK), before = await hash(page);
  await ask(page);
  await grade(page, "easy");
  await make(page);
  const maze = await changed(page, before), made = [];
  await box(page).waitFor({ state: "hidden" }); // else it gets the keys
  await arrived(page, maze);
  for (const { action, arrow } of steps(maze)) {
    await page.keyboard.press(`Arrow${["Up", "Right", "Down", "Left"][arrow]}`);
    await arrived(page, maze, [...made, action].join(" "));
    made.push(action);
  }
  const solved = await hash(page);
  await page.keyboard.press("Enter"); // Another has the focus
  assertIn(await changed(page, solved), "easy");
  await until(page, () => document.activeElement.textContent === "Another", null);
  await leave();
});

test("the same seed gives the same maze, and exactly that of the seed where this is asked for", async () => {
  const made = [];
  for (const exact of [false, false, true]) {
    const { page, leave } = await enter(browser, site.address, "play", ROOK), before = await hash(page);
    await ask(page);
    await kind(page, "theseus");
    await box(page).getByLabel("Size").fill("5x4");
    await box(page).getByText("Advanced", { exact: true }).click();
    await box(page).getByRole("textbox", { name: "Seed" }).fill("4711");
    if (exact) await box(page).getByRole("checkbox", { name: /^Exactly/ }).check();
    await make(page);
    made.push(await changed(page, before));
    await leave();
  }
  assert.equal(made[0], made[1]);
  assertIn(made[0], "medium");
  assert.equal(made[2], core("random", { kind: "theseus", size: "5x4", seed: 4711 }).id);
});

test("a size that cannot give the difficulty says so and gives the nearest maze", async () => {
  const { page, leave } = await enter(browser, site.address, "play", ROOK), before = await hash(page);
  await ask(page);
  await box(page).getByLabel("Size").fill("3x3");
  await grade(page, "hard");
  await make(page);
  await box(page).getByText(/^No rook maze of size 3x3 with a difficulty of 3.5 to 5 was found\. The nearest one has \d(\.\d)?\. Larger sizes/).waitFor();
  await accessible(page);
  await button(page, "Take the nearest").click();
  const maze = await changed(page, before);
  assert.match(maze, /^rook:3x3:/);
  assertIn(maze, "any");
  await button(page, "Another").click(); // says it again
  await page.locator(".toast", { hasText: "No rook maze of size 3x3" }).waitFor();
  await ask(page);
  await box(page).getByLabel("Size").fill("0x3");
  await make(page);
  await box(page).getByRole("alert").waitFor();
  await leave();
});

test("a long search stops the page for no moment, and ends with another choice", async () => {
  const { page, leave } = await enter(browser, site.address, "play", ROOK), before = await hash(page);
  await ask(page);
  await kind(page, "bloxorz");
  await box(page).getByLabel("Size").fill("40x40,splits=1,soft=2");
  await grade(page, "very hard");
  await page.evaluate(() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map((e) => e.duration))).observe({ type: "longtask" });
  });
  await make(page);
  await box(page).getByText("Searching for a maze of this difficulty…").waitFor();
  assert.ok(await button(page, "Make it").isDisabled());
  await page.waitForTimeout(500);
  await box(page).getByLabel("Size").fill("7x5");
  await box(page).getByText("Searching for a maze of this difficulty…").waitFor({ state: "hidden" });
  await grade(page, "easy");
  await make(page);
  const maze = await changed(page, before);
  assert.match(maze, /^bloxorz:7x5/);
  assertIn(maze, "easy");
  assert.deepEqual(await page.evaluate(() => window.long.filter((ms) => ms > 100)), []);
  await leave();
});

test("Search, Edit, the book and the marble view make random mazes that can be solved, too", async () => {
  const { page, leave } = await enter(browser, site.address, "search", ROOK);
  for (const view of ["search", "edit"]) {
    await page.goto(`${site.address}#${view}/${ROOK}`);
    await settled(page, view);
    const before = await hash(page);
    await button(page, "Random").click();
    await grade(page, "hard");
    await make(page);
    assertIn(await changed(page, before), "hard");
    const again = await hash(page);
    await button(page, "Another").click();
    assertIn(await changed(page, again), "hard");
  }
  await page.goto(`${site.address}#book`);
  await settled(page, "book");
  await button(page, "Random…").click();
  await kind(page, "die");
  await grade(page, "easy");
  await make(page);
  const list = page.getByLabel("Other mazes, by their ids");
  await until(page, () => document.querySelector("textarea").value.includes("die:"));
  await button(page, "Another").click();
  await until(page, () => document.querySelector("textarea").value.split("\n").filter((l) => l.startsWith("die:")).length === 2);
  for (const id of (await list.inputValue()).split("\n")) assertIn(id, "easy");
  await page.goto(`${site.address}#marble`);
  await settled(page, "marble");
  await until(page, () => location.hash.startsWith("#marble/marble:"));
  await page.getByRole("combobox", { name: "Shape" }).selectOption({ label: "Flat" });
  for (const name of ["medium", "easy"]) {
    await page.getByRole("combobox", { name: "Difficulty" }).selectOption({ index: Object.keys(BANDS).indexOf(name) });
    const before = await hash(page);
    await button(page, "New maze").click();
    assertIn(await changed(page, before), name);
  }
  await leave();
});
