// Tests the maze of the day as a person meets it: it opens first and is the same for everybody; the next comes
// at midnight; days in a row, the calendar, and the result as text and as a picture.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, download, puzzles, settled, sideways, stage, until, visit } from "./browser.mjs";
import { arrived, button, hash, notice, solve, steps } from "./person.mjs";

const SHIPPED = Object.fromEntries(readFileSync(join(puzzles, "dates.txt"), "utf8").split("\n").filter((l) => /^\d/.test(l))
  .map((l) => l.split(" ")).map(([date, length, , id]) => [date, { id, length: Number(length) }]));
const ARROWS = ["Up", "Right", "Down", "Left"];

const { browser, site } = await stage();
const bar = (page) => page.locator("section.day-bar");

// Opens the page on the afternoon of a day; it shows the maze of the day that ships as `ships`.
async function come(page, day, ships = day) {
  await page.clock.setFixedTime(new Date(`${day}T15:00`));
  await page.goto("about:blank");
  await page.goto(site.address);
  await settled(page, "Play");
  await arrived(page, SHIPPED[ships].id);
}

async function win(page, id) {
  for (const { arrow, action } of steps(id))
    await page.keyboard.press(arrow !== null ? `Arrow${ARROWS[arrow]}` : action.length > 1 ? " " : action);
  await until(page, () => document.querySelector(".play .notice.row > p").textContent.startsWith("Solved"));
}

test("the page opens with the maze of the day, and the next one comes at midnight", async () => {
  const { page, leave } = await visit(browser, null, { reducedMotion: "reduce" });
  await page.clock.install({ time: new Date("2026-11-16T23:59:50") });
  await page.goto(site.address);
  await settled(page, "Play");
  await arrived(page, SHIPPED["2026-11-16"].id);
  assert.match(await page.getByRole("heading", { level: 1 }).textContent(), /^Nov 16: [A-Z][a-z]+$/);
  await bar(page).getByText("next in 0:00:").waitFor();
  await page.clock.runFor(11000);
  await bar(page).getByText("Maze of an earlier day").waitFor();
  await bar(page).getByRole("link", { name: "The next maze is here" }).click();
  await arrived(page, SHIPPED["2026-11-17"].id);
  await bar(page).getByText("Maze of the day", { exact: true }).waitFor();
  await leave();
});

test("for every day there is a maze: two years ship, and then they come again on the same weekday", async () => {
  const { page, leave } = await visit(browser, null, { reducedMotion: "reduce" });
  for (const [day, ships] of [["2028-10-31", "2028-10-31"], ["2028-11-01", "2026-11-04"], ["2031-05-05", "2027-05-10"]])
    await come(page, day, ships);
  await leave();
});

test("days in a row, the calendar, and the result to share", async () => {
  const { page, leave } = await visit(browser, null, { reducedMotion: "reduce", acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 360, height: 740 }, hasTouch: true });
  const monday = SHIPPED["2026-11-16"], tuesday = SHIPPED["2026-11-17"];
  await come(page, "2026-11-16");
  await win(page, monday.id);
  await bar(page).getByText("1 day in a row").waitFor();
  await come(page, "2026-11-17");
  await page.keyboard.press("h");
  await until(page, () => document.querySelector(".play .notice.row.info"));
  await win(page, tuesday.id);
  await bar(page).getByText("2 days in a row").waitFor();

  // the result, as text and as a picture
  await button(page, "Share result").last().click();
  const text = `Mazewright Nov 17 · Die · ${tuesday.length}/${tuesday.length} ★★★ 1 hint\n${site.address}#day/2026-11-17`;
  assert.equal(await page.getByLabel("Text to share").inputValue(), text);
  await button(page, "Copy text").click();
  await page.getByText("Copied.").first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  const { name, content } = await download(page, () => button(page, "Save picture").click());
  assert.equal(name, "mazewright-2026-11-17.png");
  assert.deepEqual([content.toString("latin1", 1, 4), content.readUInt32BE(16), content.readUInt32BE(20)], ["PNG", 1200, 630]);
  await accessible(page);
  await page.keyboard.press("Escape");

  // an earlier day, through the calendar, does not make the row longer
  await button(page, "Calendar").click();
  const dialog = page.getByRole("dialog", { name: "Mazes of the days" });
  await dialog.getByRole("link", { name: /^November 17, Die, .*3 stars, on the day$/ }).waitFor();
  assert.deepEqual(await dialog.locator("dd").allTextContents(), ["2", "2", "2"]);
  assert.equal(await dialog.getByRole("link").count(), 17, "none of the days to come");
  assert.ok(await button(dialog, "Later month").isDisabled() && await button(dialog, "Earlier month").isDisabled());
  await accessible(page);
  assert.equal(await sideways(page), false);
  await dialog.getByRole("link", { name: /^November 9, / }).click();
  const old = SHIPPED["2026-11-09"];
  await arrived(page, old.id);
  assert.equal(await hash(page), `#play/${old.id}`);
  await bar(page).getByText("Maze of an earlier day").waitFor();
  await win(page, old.id);
  await button(page, "Calendar").click();
  await dialog.getByRole("link", { name: /^November 9, .*3 stars$/ }).waitFor();
  assert.deepEqual(await dialog.locator("dd").allTextContents(), ["2", "2", "3"]);
  await page.keyboard.press("Escape");

  // a day without it ends the row, and a game that was begun is offered
  await page.evaluate(() => { location.hash = "#day/2026-11-12"; });
  await arrived(page, SHIPPED["2026-11-12"].id);
  const [{ arrow, action }] = steps(SHIPPED["2026-11-12"].id, solve(SHIPPED["2026-11-12"].id).solution);
  await page.keyboard.press(arrow !== null ? `Arrow${ARROWS[arrow]}` : action);
  await until(page, () => document.querySelector('[aria-label="Counter"]').textContent.startsWith("1 move,"));
  await come(page, "2026-11-19");
  await bar(page).getByText("next in 9:00:00").waitFor();
  assert.equal(await bar(page).getByText("in a row").isVisible(), false);
  await bar(page).getByRole("link", { name: "Go on with rook" }).click();
  await arrived(page, SHIPPED["2026-11-12"].id, action);
  assert.ok(await notice(page).textContent());
  await leave();
});
