// Tests the book view: it chooses mazes, lays them out, and prints them to PDF as the preview shows them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { page_folder, stage, until } from "./browser.mjs";
import { button, core, enter, idOf, kinds, shipped, solve } from "./person.mjs";

const { browser, site } = await stage();
const listed = JSON.parse(readFileSync(join(page_folder, "mazes.json"), "utf8")).mazes;
const nameOf = (maze) => listed.find((m) => m.id === maze).name;

const laid = (page, mazes) => until(page, (text) => document.querySelector(".book [role=status]").textContent.startsWith(text),
  `${mazes} maze${mazes === 1 ? "" : "s"} on `, 40);
const sheets = (page) => page.getByRole("region", { name: "Preview" }).getByRole("article");

// The number of pages of the printed book, and their text without spaces.
async function print(page) {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = Number(execFileSync("pdfinfo", ["-"], { input: pdf, encoding: "utf8" }).match(/Pages:\s+(\d+)/)[1]);
  return { pages, text: execFileSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" }).replace(/\s/g, "") };
}

const close = (text) => text.replace(/\s/g, "");

test("chosen mazes are laid out and printed, with rules and solutions", async () => {
  const mazes = ["rook/01.rook", "rook/03.rook", "die/02.die", "bloxorz/21.bloxorz", "theseus/05.theseus"].map(shipped);
  const { page, leave } = await enter(browser, site.address, "book", mazes[0]);
  await laid(page, 1);
  for (const maze of mazes.slice(1))
    await page.getByRole("checkbox", { name: nameOf(maze), exact: true }).check();
  await page.getByLabel("Mazes on a page").selectOption("2");
  await page.getByLabel("Title").fill("A winter of mazes");
  await laid(page, mazes.length);
  const many = 3 + 3 + 1; // rules (of rook and die on one page), five mazes, their solutions
  await page.getByRole("heading", { name: "A winter of mazes" }).waitFor();
  await until(page, (n) => document.querySelectorAll(".sheet").length === n, many);
  assert.equal(await sheets(page).count(), many);
  assert.match(await page.getByRole("status").first().textContent(), new RegExp(`^${mazes.length} mazes on ${many} pages$`));
  assert.equal(await page.getByRole("img", { name: /, the maze$/ }).count(), mazes.length);
  assert.equal(await page.getByRole("img", { name: /, its solution$/ }).count(), mazes.length);
  const { pages, text } = await print(page);
  assert.equal(pages, many);
  assert.ok(text.includes("Awinterofmazes"));
  for (const maze of mazes) {
    const { solution, moves } = solve(maze);
    assert.ok(text.includes(close(solution)), `the solution of ${maze}`);
    assert.ok(text.includes(`shortest:${moves}`));
  }
  for (const kind of new Set(mazes.map((m) => m.split(":")[0])))
    assert.ok(text.includes(close(kinds.find((k) => k.name === kind).about)), `the rules of ${kind}`);
  await leave();
});

test("a ladder of long solutions still prints page by page", async () => {
  const { page, leave } = await enter(browser, site.address, "book", shipped("bloxorz/01.bloxorz"));
  await page.getByRole("checkbox", { name: "All of bloxorz" }).check();
  await page.getByLabel("Mazes on a page").selectOption("4");
  const all = listed.filter((m) => m.kind === "bloxorz").length;
  await laid(page, all);
  const many = 1 + Math.ceil(all / 4) + Math.ceil(all / 6);
  await until(page, (n) => document.querySelectorAll(".sheet").length === n, many);
  const { pages, text } = await print(page);
  assert.equal(pages, many);
  for (const name of ["33", "32", "30"]) {
    const { solution } = solve(shipped(`bloxorz/${name}.bloxorz`));
    assert.ok(text.includes(close(solution)), `the solution of bloxorz ${name}`);
  }
  const cut = await page.evaluate(() => [...document.querySelectorAll(".sheet")].filter((sheet) => {
    const { bottom, right } = sheet.getBoundingClientRect();
    return [...sheet.querySelectorAll("p, h3, svg, footer")].map((e) => e.getBoundingClientRect())
      .some((b) => b.bottom > bottom + 1 || b.right > right + 1);
  }).map((sheet) => sheet.getAttribute("aria-label")));
  assert.deepEqual(cut, [], "nothing sticks out of a page");
  await leave();
});

test("without rules, lengths and solutions only mazes are printed; what was set is kept", async () => {
  const maze = shipped("rook/02.rook"), { page, leave } = await enter(browser, site.address, "book", maze);
  for (const name of ["Tell the shortest length", "Rules of each kind", "Solutions at the end"])
    await page.getByLabel(name).uncheck();
  const alone = async () => {
    await until(page, () => document.querySelectorAll(".sheet").length === 1
      && document.querySelectorAll(".sheet svg").length === 1);
    const { pages, text } = await print(page), { solution } = solve(maze);
    assert.equal(pages, 1);
    assert.ok(text.toLowerCase().includes(close(nameOf(maze))));
    assert.ok(!text.includes(solution) && !text.includes("shortest:"));
  };
  await alone();
  await page.reload();
  await alone();
  await leave();
});

test("mazes that do not ship come by their ids, and a broken id is told", async () => {
  const own = idOf("theseus:4x4#9"), first = shipped("rook/01.rook"),
    { page, leave } = await enter(browser, site.address, "book", first);
  await laid(page, 1);
  await page.getByLabel("Other mazes, by their ids").fill(`${own}\nrook:2x2:nonsense`);
  await laid(page, 2);
  const { error } = core("maze", { maze: "rook:2x2:nonsense" });
  await page.getByRole("alert").getByText(error.text).waitFor();
  const { optimum } = core("optimum", { maze: own }), { text } = await print(page);
  assert.ok(text.includes(optimum === null ? "Nosolutionisknown." : `shortest:${optimum}`));
  assert.ok(!text.includes("nonsense"), "the form is not printed");
  await page.getByRole("checkbox", { name: nameOf(first), exact: true }).uncheck();
  await laid(page, 1);
  assert.ok(!(await print(page)).text.includes(close(solve(first).solution)));
  await leave();
});

test("a maze on the board comes along into the book by its Print button", async () => {
  const maze = shipped("die/03.die"), { page, leave } = await enter(browser, site.address, "play", maze);
  await button(page, "Print").click();
  await laid(page, 1);
  assert.ok(await page.getByRole("checkbox", { name: nameOf(maze), exact: true }).isChecked());
  assert.ok((await print(page)).text.includes(solve(maze).solution));
  await leave();
});
