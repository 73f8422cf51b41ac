// Tests the design view against the command: the same settings give the same maze, expressions are checked
// while one types, a run can be watched and stopped, and its maze can be opened in other views.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { core } from "./person.mjs";
import { command, program, settled, stage, until, visit } from "./browser.mjs";

const { browser, site } = await stage();

async function open() {
  const visitor = await visit(browser, `${site.address}#design`);
  await settled(visitor.page, "Design");
  return visitor;
}

const form = (page) => page.getByRole("region", { name: "What to design" });
const list = (page, name) => form(page).getByRole("combobox", { name });
const text = (page, name) => form(page).getByRole("textbox", { name });
const press = (page, name) => form(page).getByRole("button", { name, exact: true }).click();
const says = (page) => page.locator("#objective-says");
const found = (page) => page.getByRole("region", { name: "Mazes found" });
const outcome = (page) => page.getByRole("region", { name: "Run" });
const best = (page) => page.getByRole("region", { name: "Best maze" });
const address = (page) => page.evaluate(() => decodeURIComponent(location.hash.slice(1)));
const stats = (where) => where.locator(".stat").evaluateAll(
  (all) => Object.fromEntries(all.map((s) => [s.children[0].textContent, s.children[1].textContent])));
const curve = (page) => page.getByRole("img", { name: /best maze so far, over/ }).evaluate((canvas) => canvas.toDataURL());

// The objective of a kind as it is shown: what is made as large as possible has its own name and sign.
function aim(kind) {
  const { measure, largest, alone } = core("objective", { kind, size: "5x4" });
  return { name: alone ? measure.replaceAll("_", " ") : measure ? `${measure} and other terms` : "objective, smaller is better",
    sign: largest ? -1 : 1 };
}

async function budget(page, tries, seed) {
  await list(page, "Mazes to try").selectOption({ label: "own number" });
  await text(page, "How many").fill(String(tries));
  await text(page, "Seed").fill(String(seed));
}

// Runs the settings that are shown, and the command with the same settings.
async function run(page) {
  await press(page, "Run");
  await outcome(page).getByText(/^Done/).waitFor({ timeout: 30000 });
  const at = await address(page);
  assert.match(at, /^design\//);
  return at.slice("design/".length);
}

async function theirs(page) {
  const shown = async (control) => (await control.count() ? control.inputValue() : null);
  const [kind, objective, method] = await Promise.all(["Kind", "Objective", "Method"].map((name) => shown(list(page, name))));
  const [size, seed, tries, own, conditions] = await Promise.all(
    ["Size", "Seed", "How many", "Own expression", "Must hold"].map((name) => shown(text(page, name))));
  const goal = objective === null ? [] : ["--objective", own ?? objective],
    must = conditions ? ["--require", conditions.replaceAll("\n", ";")] : [];
  return program("design", kind, `${size}#${seed}`, "--json", "-q", "--method", method, "--evaluations", tries,
    ...goal, ...must)[0];
}

test("every kind: the maze that the program designs with the same settings", async () => {
  const { page, leave } = await open();
  const kinds = await list(page, "Kind").locator("option").evaluateAll((all) => all.map((o) => o.value));
  assert.ok(kinds.length >= 5, `${kinds}`);
  for (const kind of kinds) {
    await list(page, "Kind").selectOption(kind);
    await text(page, "Size").fill("5x4");
    await budget(page, 700, 7);
    const id = await run(page), { id: expected, features, energy } = await theirs(page);
    assert.equal(id, expected, kind);
    const shown = { ...(await stats(best(page))), ...(await stats(outcome(page))) };
    const { name, sign } = aim(kind);
    assert.equal(Number(shown[name]), Number((sign * energy).toPrecision(6)), kind);
    assert.equal(shown.length, String(features.length), kind);
    assert.equal(shown.Tried, "700", kind);
  }
  assert.equal(await found(page).getByRole("listitem").count(), kinds.length, "the best of each run is listed");
  await leave();
});

test("every objective and method of a kind", async () => {
  const { page, leave } = await open();
  await list(page, "Kind").selectOption("theseus");
  await text(page, "Size").fill("5x5");
  await budget(page, 1500, 12);
  for (const [name, otherwise] of [["Objective", "own expression"], ["Method", "exact"]])
    for (const choice of await list(page, name).locator("option").allTextContents()) {
      if (choice === otherwise) continue;
      await list(page, name).selectOption({ label: choice });
      assert.equal(await run(page), (await theirs(page)).id, choice);
    }
  await leave();
});

test("a broken expression is pointed at while it is typed, as the program does", async () => {
  const { page, leave } = await open();
  await list(page, "Objective").selectOption({ label: "own expression" });
  const own = text(page, "Own expression"), go = form(page).getByRole("button", { name: "Run", exact: true });
  for (const wrong of ["length + ", "length + foo", "2 * (length - 3"]) {
    await own.fill(wrong);
    await until(page, () => document.querySelector("#objective-says .point"));
    await until(page, (w) => document.querySelector("#objective-says").textContent.includes(`'${w}'`), wrong);
    const { stderr } = spawnSync(command, ["design", "rook", "5x5", "--objective", wrong], { encoding: "utf8" });
    const column = Number(stderr.match(/column (\d+)/)[1]), point = await says(page).locator(".point").textContent();
    assert.equal(point, `${wrong}\n${" ".repeat(column - 1)}^`);
    assert.equal(await own.getAttribute("aria-invalid"), "true");
    assert.equal(await go.isDisabled(), true, "it does not run");
  }
  await own.fill("-length");
  await until(page, () => !document.querySelector("#objective-says .point"));
  assert.equal(await own.getAttribute("aria-invalid"), "false");
  assert.equal(await go.isDisabled(), false);
  await text(page, "Must hold").fill("solutions = 1");
  await until(page, () => document.querySelector("#objective-says .point")?.textContent.startsWith("solutions = 1"));
  assert.equal(await go.isDisabled(), true);
  await leave();
});

test("an own expression with conditions gives the program's maze", async () => {
  const { page, leave } = await open();
  await list(page, "Kind").selectOption("rook");
  await text(page, "Size").fill("5x5");
  await list(page, "Objective").selectOption({ label: "own expression" });
  await text(page, "Own expression").fill("-length - 0.1*player_steps^0.5");
  await text(page, "Must hold").fill("solutions == 1\nlength >= 5");
  await budget(page, 3000, 5);
  const id = await run(page), expected = await theirs(page);
  assert.equal(id, expected.id);
  assert.equal(expected.features.solutions, 1);
  await leave();
});

test("the curve and the numbers move during a run; stopped, it keeps the best so far", async () => {
  const { page, leave } = await open();
  await list(page, "Kind").selectOption("rook");
  await text(page, "Size").fill("9x9");
  await list(page, "Objective").selectOption({ label: "own expression" });
  await text(page, "Own expression").fill("-length");
  await budget(page, 900000, 3);
  const empty = await curve(page);
  await press(page, "Run");
  const region = outcome(page);
  await until(page, () => /^\d/.test([...document.querySelectorAll(".stat")]
    .find((s) => s.children[0].textContent === "length").children[1].textContent));
  const early = await stats(region);
  await until(page, (before) => document.querySelector("canvas.chart").toDataURL() !== before, empty);
  const begun = await curve(page);
  await until(page, (before) => document.querySelector("canvas.chart").toDataURL() !== before, begun);
  await until(page, (before) => [...document.querySelectorAll(".stat")]
    .find((s) => s.children[0].textContent === "Tried").children[1].textContent !== before, early.Tried);
  await press(page, "Stop");
  await outcome(page).getByText("Stopped: this is the best so far.").waitFor();
  await best(page).getByRole("term").first().waitFor();
  const { length: told, Tried } = await stats(region), id = (await address(page)).slice("design/".length);
  assert.ok(Number(Tried.replaceAll(",", "")) < 900000, `it ended by itself after ${Tried}`);
  const { length } = program("analyse", "--json", id)[0].features;
  assert.ok(length > 1);
  assert.equal(Number(told), length, "the length on show is that of the maze on show");
  assert.equal((await stats(best(page))).length, String(length));
  await leave();
});

test("what is kept survives a reload, until it is removed", async () => {
  const { page, leave } = await open();
  await budget(page, 300, 21);
  await run(page);
  await best(page).getByRole("button", { name: "Keep" }).click();
  await page.goto(`${site.address}#play`);
  await settled(page, "Play");
  await page.goto(`${site.address}#design`);
  await settled(page, "Design");
  await page.reload();
  await settled(page, "Design");
  assert.equal(await text(page, "Seed").inputValue(), "21", "and so do the settings");
  const mine = page.getByRole("dialog", { name: "My mazes" });
  await page.getByRole("button", { name: "My mazes", exact: true }).click();
  await mine.getByRole("button", { name: /^Remove / }).click();
  await page.reload();
  await settled(page, "Design");
  await page.getByRole("button", { name: "My mazes", exact: true }).click();
  await mine.getByText("Nothing is kept yet.").waitFor();
  await leave();
});

test("the maze found opens in Play, Edit and Search", async () => {
  const { page, leave } = await open();
  await budget(page, 300, 33);
  const id = await run(page), { maze } = await theirs(page);
  for (const view of ["Play", "Edit", "Search"]) {
    await best(page).getByRole("button", { name: view, exact: true }).click();
    await settled(page, view);
    assert.equal(await address(page), `${view.toLowerCase()}/${id}`);
    if (view === "Edit") await until(page, (expected) => document.querySelector("textarea").value === expected, maze);
    await page.goBack();
    await settled(page, "Design");
    await best(page).waitFor(); // from the address
  }
  await leave();
});

test("what cannot be designed is said in words", async () => {
  const { page, leave } = await open();
  await text(page, "Size").fill("nonsense");
  await until(page, () => document.querySelector("#objective-says").classList.contains("bad"));
  assert.equal(await form(page).getByRole("button", { name: "Run", exact: true }).isDisabled(), true);
  await text(page, "Size").fill("5x5");
  await text(page, "Must hold").fill("length > 1000");
  await budget(page, 200, 1);
  await until(page, () => !document.querySelector("#objective-says").classList.contains("bad"));
  await press(page, "Run");
  await page.getByText(/nothing solvable/i).first().waitFor();
  await leave();
});
