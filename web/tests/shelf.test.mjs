// Tests "My mazes", the shelf of all views, and the file with the user's data, as a person uses them: by touch on a
// phone and by keys on a desk, in several tabs, where the browser stores nothing, and with files that are wrong.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, saved, settled, sideways, stage, until } from "./browser.mjs";
import { files, source } from "./sentences.mjs";
import { arrived, button, enter, hash, idOf, shipped } from "./person.mjs";

const ROOK = shipped("rook/01.rook"), DIE = idOf("die:5x5#4"), OWN = idOf("theseus:5x5#9"), MARBLE = idOf("marble:3x3x3,all#201");
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const { browser, site } = await stage();
const go = async (page, view, maze) => {
  await page.goto(`${site.address}#${view}${maze ? `/${maze}` : ""}`);
  await settled(page, view);
};
const mine = (page) => page.getByRole("dialog", { name: "My mazes" });
const rows = (page) => mine(page).getByRole("listitem");
const names = (page) => mine(page).getByRole("textbox", { name: /^Name of / }).evaluateAll((all) => all.map((n) => n.value));
const open = async (page) => {
  await button(page, "My mazes").first().click();
  await mine(page).waitFor();
};
const close = (page) => page.keyboard.press("Escape");
const toast = (page, text) => page.locator(".toast", { hasText: text }).waitFor();

async function keep(page, name) {
  await open(page);
  if (name) await mine(page).getByRole("textbox", { name: "Keep the maze of this view as" }).fill(name);
  await mine(page).getByRole("button", { name: "Keep", exact: true }).click();
  await mine(page).getByText("The maze of this view is kept as").waitFor();
  await close(page);
}

for (const [where, options] of [["on a phone", PHONE], ["on a desk", {}]])
  test(`${where}: kept in Play with a name, renamed, ordered, opened in every view, removed and brought back`, async () => {
    const { page, leave } = await enter(browser, site.address, "play", DIE, options);
    const press = (name) => options.hasTouch ? mine(page).getByRole("button", { name, exact: true }).first().tap()
      : mine(page).getByRole("button", { name, exact: true }).first().click();
    await keep(page, "For Anna");
    await go(page, "play", OWN);
    await keep(page);
    await go(page, "edit", OWN);
    await open(page);
    await mine(page).getByText("is kept as “theseus 5×5”").waitFor();
    assert.deepEqual(await names(page), ["theseus 5×5", "For Anna"], "a maze is on the shelf once, the latest first");
    await until(page, () => document.querySelectorAll(".found canvas").length === 2);
    await accessible(page);
    assert.equal(await sideways(page), false);

    const name = mine(page).getByRole("textbox", { name: "Name of For Anna" });
    await name.fill("For Bea");
    await name.press("Enter");
    await press("Move For Bea up");
    assert.deepEqual(await names(page), ["For Bea", "theseus 5×5"]);
    await mine(page).getByRole("status").getByText("For Bea is number 1 of 2.").waitFor();
    await mine(page).getByRole("combobox", { name: "Order" }).selectOption({ label: "by kind" });
    assert.deepEqual(await names(page), ["For Bea", "theseus 5×5"]);
    await press("Remove theseus 5×5");
    assert.deepEqual(await names(page), ["For Bea"]);
    await page.keyboard.press("Enter"); // Undo has the focus
    assert.deepEqual(await names(page), ["For Bea", "theseus 5×5"]);
    await page.reload();
    await settled(page, "edit");
    await open(page);
    assert.deepEqual(await names(page), ["For Bea", "theseus 5×5"], "also later");

    await press("Open For Bea");
    await until(page, (id) => decodeURIComponent(location.hash) === `#edit/${id}`, DIE);
    for (const view of ["Play", "Search", "Design", "Book"]) {
      await open(page);
      const row = rows(page).filter({ has: page.getByRole("textbox", { name: "Name of theseus 5×5" }) });
      if ((await row.getByRole("button", { name: view, exact: true }).count()) === 0 && !(await row.getByRole("button", { name: "Open theseus 5×5" }).textContent()).includes(view))
        await row.getByText("More", { exact: true }).click();
      const elsewhere = row.getByRole("button", { name: view, exact: true });
      await ((await elsewhere.count()) ? elsewhere : row.getByRole("button", { name: "Open theseus 5×5" })).click();
      await settled(page, view);
      assert.equal(await hash(page), `#${view.toLowerCase()}/${OWN}`);
    }
    await page.getByRole("heading", { name: /theseus 5×5$/ }).first().waitFor();
    await leave();
  });

test("every view chooses from the shelf, and keeps on it", async () => {
  const { page, leave } = await enter(browser, site.address, "play", OWN);
  await button(page, "Keep").click();
  await toast(page, "Kept in My mazes as “theseus 5×5”.");
  assert.equal(await button(page, "Kept").getAttribute("aria-pressed"), "true");
  for (const view of ["search", "edit"]) {
    await go(page, view, ROOK);
    await page.getByRole("combobox", { name: /^Maze/ }).first().selectOption({ label: "theseus 5×5" });
    await until(page, (at) => decodeURIComponent(location.hash).split("?")[0] === at, `#${view}/${OWN}`);
  }
  await go(page, "search", DIE);
  await button(page, "Keep").click();
  await go(page, "marble", MARBLE);
  await button(page, "Keep").click();
  await button(page, "Kept").click(); // shows the shelf
  await mine(page).waitFor();
  assert.deepEqual(await names(page), ["marble 3×3×3", "die 5×5", "theseus 5×5"]);
  await accessible(page);
  await close(page);
  await go(page, "book");
  const group = page.getByRole("group", { name: /My mazes/ });
  assert.equal(await group.getByRole("checkbox").count(), 4);
  await group.getByRole("checkbox", { name: "die 5×5", exact: true }).check();
  await page.getByRole("heading", { name: /\. die 5×5$/ }).first().waitFor();
  await leave();
});

test("the marble view does not change the maze of the others, and keeps its own", async () => {
  const { page, leave } = await enter(browser, site.address, "play", ROOK), tab = (name) => page.getByRole("link", { name, exact: true });
  await tab("Marble").click();
  await settled(page, "marble");
  await until(page, () => location.hash.startsWith("#marble/marble:"));
  const own = await hash(page);
  await tab("Play").click();
  await arrived(page, ROOK);
  await tab("Marble").click();
  await settled(page, "marble");
  assert.equal(await hash(page), own);
  await button(page, "Play it").click(); // asked for
  await settled(page, "play");
  assert.equal(await hash(page), own.replace("#marble", "#play"));
  await leave();
});

test("Print adds to what is chosen for the book", async () => {
  const { page, leave } = await enter(browser, site.address, "play", ROOK);
  await button(page, "Print").click();
  await settled(page, "book");
  await go(page, "play", OWN);
  await arrived(page, OWN);
  await button(page, "Print").click();
  await settled(page, "book");
  await page.getByText(/^2 mazes on /).waitFor();
  await leave();
});

test("what an earlier version kept is on the shelf, and nothing of it is lost", async () => {
  const { page, context, leave } = await enter(browser, site.address, "play", ROOK);
  const old = [{ id: OWN, note: "theseus 5x5, hardest", length: 9, difficulty: 3.2 }, { id: DIE, note: "die 5x5, longest", length: 12, difficulty: null }];
  await page.evaluate((list) => localStorage.setItem("mazewright.kept", JSON.stringify(list)), old);
  for (let i = 0; i < 2; i++) {
    await page.reload();
    await arrived(page, ROOK);
    await open(page);
    assert.deepEqual(await names(page), old.map((o) => o.note));
    await mine(page).getByText("shortest 9 · difficulty 3.2").waitFor();
    await close(page);
  }
  assert.equal(await page.evaluate(() => localStorage.getItem("mazewright.kept")), null);
  const other = await context.newPage();
  await other.goto(`${site.address}#play/${ROOK}`);
  await arrived(other, ROOK);
  await open(other);
  await open(page);
  await mine(other).getByRole("button", { name: "Remove die 5x5, longest" }).click();
  await until(page, () => document.querySelectorAll(".found > li").length === 1);
  await mine(page).getByRole("button", { name: "Move theseus 5x5, hardest up" }).click(); // is the first one: nothing changes
  await mine(page).getByRole("button", { name: "Keep", exact: true }).click();
  await until(other, () => document.querySelectorAll(".found input").length === 2);
  await mine(other).getByRole("button", { name: "Undo" }).click();
  await until(page, () => document.querySelectorAll(".found input").length === 3);
  assert.deepEqual(await names(page), await names(other));
  await leave();
});

for (const [trouble, name] of [["refuses", "SecurityError"], ["is full", "QuotaExceededError"]])
  test(`where the browser's storage ${trouble}, mazes are kept until the page is closed, and the page says so`, async () => {
    const { page, context, leave } = await enter(browser, site.address, "play", OWN);
    await keep(page, "stored before");
    await context.addInitScript((error) => {
      Storage.prototype.setItem = () => { throw new DOMException("no", error); };
      if (error === "SecurityError") Storage.prototype.getItem = Storage.prototype.setItem;
    }, name);
    await page.reload();
    await arrived(page, OWN);
    await page.evaluate((id) => { location.hash = `#play/${id}`; }, DIE);
    await arrived(page, DIE);
    await button(page, "Keep").click();
    await toast(page, "they are kept only until the page is closed");
    await open(page);
    await mine(page).getByRole("textbox", { name: "Name of die 5×5" }).fill("kept for now");
    await page.keyboard.press("Enter");
    await close(page);
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await settled(page, "search");
    await open(page);
    assert.deepEqual(await names(page), trouble === "is full" ? ["kept for now", "stored before"] : ["kept for now"]);
    await mine(page).getByText("they are kept only until the page is closed").waitFor();
    await accessible(page);
    await leave();
  });

// ---- the file

const data = (page) => page.getByRole("dialog", { name: "Your data" });
async function openData(page) {
  await open(page);
  await mine(page).getByRole("button", { name: "Your data…" }).click();
  await data(page).waitFor();
}
const give = async (page, content, name = "mazes.json") => {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), data(page).getByRole("button", { name: "Add a file…" }).click()]);
  await chooser.setFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });
};
const put = (page, values) => page.evaluate((all) => {
  for (const [key, value] of Object.entries(all)) localStorage.setItem(`mazewright.${key}`, JSON.stringify(value));
}, values);
const get = (page, key) => page.evaluate((k) => JSON.parse(localStorage.getItem(`mazewright.${k}`)), key);

test("all data go into a file and from it into another browser, where the better results stay", async () => {
  const { page, leave } = await enter(browser, site.address, "play", OWN);
  await keep(page, "Ours");
  await put(page, { progress: { [ROOK]: { best: 4, time: 9000 }, [DIE]: { best: 20 } }, theme: "dark",
    days: { "2026-11-02": { id: ROOK, moves: 5, hints: 1, on: "2026-11-02" } }, "book.chosen": [DIE] });
  for (const view of ["search", "design", "book"]) await go(page, view); // what views set by themselves
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await settled(page, "search");
  await page.getByRole("combobox", { name: "Speed" }).selectOption({ index: 0 });
  await page.getByRole("combobox", { name: "Search B" }).selectOption({ label: "none" });
  await openData(page);
  await accessible(page);
  const file = await saved(page, () => data(page).getByRole("button", { name: "Save as a file" }).click());
  const sent = JSON.parse(file).data, here = await page.evaluate(() => Object.keys(localStorage).map((key) => key.replace("mazewright.", "")));
  assert.deepEqual(here.filter((key) => !(key in sent)), []);
  await leave();

  const other = await enter(browser, site.address, "play", DIE, PHONE);
  await keep(other.page, "Theirs");
  await put(other.page, { progress: { [ROOK]: { best: 6, time: 3000 }, [DIE]: { best: 18, seen: true } },
    days: { "2026-11-02": { id: ROOK, moves: 4, hints: 0, on: "2026-11-05" } }, "book.chosen": [ROOK] });
  await openData(other.page);
  await accessible(other.page);
  await give(other.page, file);
  await toast(other.page, "The file is added, with 1 maze for My mazes.");
  assert.deepEqual(await get(other.page, "progress"), { [ROOK]: { best: 4, time: 3000 }, [DIE]: { best: 18, seen: true } });
  assert.deepEqual(await get(other.page, "days"), { "2026-11-02": { id: ROOK, moves: 4, hints: 0, on: "2026-11-02" } });
  assert.deepEqual((await get(other.page, "book.chosen")).sort(), [DIE, ROOK].sort());
  assert.equal(await get(other.page, "theme"), "dark");
  await open(other.page);
  assert.deepEqual((await names(other.page)).sort(), ["Ours", "Theirs"]);
  await close(other.page);
  await openData(other.page);
  await give(other.page, file); // once more: nothing changes
  await toast(other.page, "The file is added");
  await open(other.page);
  assert.deepEqual((await names(other.page)).sort(), ["Ours", "Theirs"]);
  await other.leave();
});

test("everything that the page remembers is in the file", () => {
  const read = (file) => readFileSync(join(source, file), "utf8");
  const keys = new Set(files.flatMap((file) => [...read(file).matchAll(/(?:storage\.[gs]et|setting)\("([a-z.-]+)"/g)].map((m) => m[1])));
  const file = read("yourdata.js");
  assert.ok(keys.size > 10);
  assert.deepEqual([...keys].filter((key) => !file.includes(`"${key}": `) && !file.includes(` ${key}: `)), []);
});

test("files that are wrong are refused in a sentence, and change nothing", async () => {
  const { page, leave } = await enter(browser, site.address, "play", ROOK);
  const all = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));
  const file = (parts, more) => JSON.stringify({ format: "mazewright-data", version: 1, data: parts, ...more });
  const maze = { id: ROOK, name: "x" };
  const wrong = [["not JSON", /is not JSON/], ["[]", /was not saved by this page/], [file({}, { version: 2 }), /another version of this page: 2/],
    [file({ progress: [] }), /this part: solved mazes/], [file({ progress: { [ROOK]: { best: "4" } } }), /this part: solved mazes/],
    [file({ progress: { [ROOK]: { best: -1 } } }), /this part: solved mazes/], [file({ days: { yesterday: {} } }), /this part: mazes of the days/],
    [file({ games: { [ROOK]: { moves: [1] } } }), /this part: games begun/], [file({ "book.chosen": [7] }), /this part: mazes of the book/],
    [file({ shelf: [{ ...maze, name: 5 }] }), /this part: My mazes/], [file({ shelf: [{ ...maze, id: "rook" }] }), /this part: My mazes/],
    [file({ shelf: { [ROOK]: maze } }), /this part: My mazes/], [file({ shelf: [{ ...maze, id: "rook:5x5:nonsense" }] }), /“x” is no maze: /],
    [file({ theme: 5 }), /this setting: theme/], [file({ search: { a: null } }), /this setting: search/],
    [file({ search: { a: { algorithm: "guess" }, b: { algorithm: "" }, unit: "events", value: "f" } }), /this setting: search/],
    [file({ book: { perPage: 0 } }), /this setting: book/], [file({ random: [1] }), /this setting: random/], [file({ progress: {} }).replace("{}", '{"__proto__":{"best":1}}'), /not allowed: __proto__/],
    [file({ search: {} }).replace("{}", '{"a":{"constructor":1}}'), /not allowed: constructor/],
    [file({ search: 0 }).replace("0", "[".repeat(40) + "]".repeat(40)), /nested too deeply/],
    [file({ theme: "x".repeat(17e6) }), /too large: 16 megabytes/], [Buffer.from([0xff, 0xfe, 0, 1]), /is not JSON/]];
  await openData(page);
  const before = await all();
  for (const [content, sentence] of wrong) {
    await give(page, content);
    await data(page).getByRole("alert").getByText(sentence).waitFor();
  }
  await accessible(page);
  assert.equal(await all(), before);
  assert.equal(await page.evaluate(() => ({}).best), undefined);
  await leave();
});

test("everything is forgotten only when that is confirmed", async () => {
  const { page, leave } = await enter(browser, site.address, "play", OWN);
  await keep(page, "Ours");
  await openData(page);
  await data(page).getByRole("button", { name: "Forget everything…" }).click();
  const sure = page.getByRole("dialog", { name: "Forget everything?" });
  await accessible(page);
  await sure.getByRole("button", { name: "Close" }).click();
  await open(page);
  assert.deepEqual(await names(page), ["Ours"]);
  await close(page);
  await openData(page);
  await data(page).getByRole("button", { name: "Forget everything…" }).click();
  await Promise.all([page.waitForEvent("load"), sure.getByRole("button", { name: "Forget everything", exact: true }).click()]);
  await settled(page, "play");
  await open(page);
  await mine(page).getByText("Nothing is kept yet.").waitFor();
  await leave();
});
