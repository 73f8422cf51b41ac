// Tests learning by playing as a newcomer does it: the offer of the first visit, all lessons of a kind by keys and by
// touch, the way to the ladder, and the list of mazes with its pictures and stars.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, page_folder, settled, sideways, stage, until, visit } from "./browser.mjs";
import { make, touch, type } from "./hands.mjs";
import { arrived, button, enter, hash, kinds, notice, openKind } from "./person.mjs";

const { lessons, mazes } = JSON.parse(readFileSync(join(page_folder, "mazes.json"), "utf8"));
const lessonsOf = (kind) => lessons.filter((m) => m.kind === kind);
const firstOf = (kind) => mazes.find((m) => m.kind === kind);
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const { browser, site } = await stage();
const capital = (kind) => kind[0].toUpperCase() + kind.slice(1);
const line = (page) => page.locator(".lesson");

// Plays the lessons from the first one on, each from what the page offers after the one before; then the ladder opens.
async function playAll(page, kind, by, press) {
  const all = lessonsOf(kind);
  for (const [i, lesson] of all.entries()) {
    await arrived(page, lesson.id);
    assert.equal(await hash(page), `#play/${lesson.id}`);
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), `${capital(kind)}: lesson ${i + 1} of ${all.length}`);
    assert.equal(await line(page).textContent(), lesson.text);
    assert.ok(await line(page).evaluate((e) => e.getBoundingClientRect().bottom <= innerHeight), "it is seen at once");
    if (i === 1 && kind === "die") await accessible(page); // at a desk and on a phone
    assert.ok(!(await sideways(page)));
    await make(page, lesson.id, undefined, { by });
    assert.match(await notice(page).textContent(), / ★★★ 0:\d\d$/);
    await press(button(page, i + 1 < all.length ? "Next lesson" : "On to the ladder"));
  }
  await arrived(page, firstOf(kind).id);
  assert.equal(await line(page).textContent(), "");
}

test("a newcomer is offered lessons beside the maze of the day, and plays them all by keys", async () => {
  const { page, leave } = await visit(browser, site.address, { reducedMotion: "reduce" });
  await page.clock.setFixedTime(new Date("2026-11-17T15:00")); // a die maze
  await page.reload();
  await settled(page, "Play");
  await until(page, () => document.querySelector('[aria-label="Counter"]').textContent.startsWith("0 moves, shortest"));
  const kind = (await hash(page)).split("/")[1].split(":")[0];
  assert.ok(await page.locator(".stage canvas").isVisible(), "the maze of the day is not hidden");
  const offer = page.getByRole("link", { name: `New here? Learn ${capital(kind)} in five minutes` });
  await accessible(page);
  await offer.focus();
  await page.keyboard.press("Enter");
  await playAll(page, kind, undefined, () => page.keyboard.press("Enter")); // the button has the focus
  await page.goto(`${site.address}#play/${mazes.find((m) => m.kind !== kind).id}`);
  await settled(page, "Play");
  assert.equal(await offer.count(), 0, "who has solved something needs no offer");
  await leave();
});

for (const { name: kind, tilts } of kinds.filter((k) => firstOf(k.name)))
  test(`all lessons of ${kind} are played on a phone, ${tilts ? "by keys" : "by touch"}, and lead to the ladder`, async () => {
    const { page, leave } = await enter(browser, site.address, "play", firstOf(kind).id, PHONE);
    await button(page, "Mazes").tap();
    await page.locator(`[data-kind="${kind}"]`).tap();
    await page.getByRole("region", { name: `Lessons ${kind}` }).getByRole("link").first().tap();
    await playAll(page, kind, tilts ? type : touch, (next) => next.tap());
    await leave();
  });

for (const [name, options] of [["a phone", PHONE], ["a desk, dark", { colorScheme: "dark" }]])
  test(`the list of mazes shows each kind with its own picture and progress, on ${name}`, async () => {
    const { page, leave } = await enter(browser, site.address, "play", lessonsOf("rook")[0].id, options);
    await make(page, lessonsOf("rook")[0].id);
    await button(page, "Mazes").click();
    const tiles = page.locator(".kind-tile"), shown = kinds.filter((k) => firstOf(k.name));
    assert.equal(await tiles.count(), 5);
    await until(page, () => [...document.querySelectorAll(".kind-tile canvas")].every((c) => c.style.width));
    const pictures = await page.locator(".kind-tile canvas").evaluateAll((all) => all.map((c) => c.toDataURL()));
    assert.equal(new Set(pictures).size, 5);
    for (const [i, { name: kind, about }] of shown.entries()) {
      const all = lessonsOf(kind).length + mazes.filter((m) => m.kind === kind).length;
      const text = await tiles.nth(i).textContent();
      assert.ok(text.startsWith(`${capital(kind)}${about}`), text);
      assert.ok(text.endsWith(kind === "rook" ? `1 of ${all} solved, 3 ★` : `0 of ${all} solved, 0 ★`), text);
    }
    await accessible(page);
    assert.ok(!(await sideways(page)));
    await tiles.first().click();
    const rook = page.getByRole("region", { name: "Lessons rook" });
    assert.match(await rook.getByRole("link").first().getAttribute("aria-label"), /^lesson 1, .*solved in the fewest moves, fastest 0:\d\d$/);
    assert.match(await rook.textContent(), /1 of \d solved.*★★★/);
    await accessible(page);
    await button(page, "All kinds").click();
    assert.equal(await page.evaluate(() => document.activeElement.dataset.kind), "rook");
    await leave();
  });

test("kinds and their mazes have German names", async () => {
  const { page, leave } = await enter(browser, site.address, "play", null, { locale: "de-DE" });
  await button(page, "Labyrinthe").click();
  await page.locator('[data-kind="die"]').click();
  await page.getByRole("heading", { name: "Würfel", exact: true }).waitFor();
  await page.getByRole("link", { name: /^Würfel 1, / }).click();
  await page.getByRole("heading", { level: 1, name: "Würfel 1" }).waitFor();
  await leave();
});

test("the ladder of a kind goes from easy to hard, and a random maze of it is one press away", async () => {
  const { page, leave } = await enter(browser, site.address, "play", lessonsOf("bloxorz")[0].id);
  await openKind(page, "bloxorz");
  const links = page.getByRole("region", { name: "Ladder bloxorz" }).getByRole("link");
  const grades = await links.evaluateAll((all) => all.map((a) => Number(a.querySelector(".tile-about").textContent)));
  assert.equal(grades.length, mazes.filter((m) => m.kind === "bloxorz").length);
  assert.deepEqual(grades, [...grades].sort((a, b) => a - b));
  await button(page, "Random…").click();
  assert.equal(await page.getByRole("dialog").getByLabel("Kind").inputValue(), "bloxorz");
  await leave();
});
