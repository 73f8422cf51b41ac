// Tests the page with a plug-in of `mazewright serve`: its kind is played, searched, designed, edited and printed
// like any other, and its heuristic is offered, although the page's own core knows neither. Without that server a
// sentence says so.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { accessible, command, endServers, equipped, host, launch, program, serve, settled, sideways, until, visit } from "./browser.mjs";
import { button, counter, hash, notice, picture } from "./person.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const ICE = "ice:8x6:x...Gx../..x..xS./.....x../.xx...../...x..../x......."; // DLULURUR
const DIE = "die:4x4,obstacles=10#3";
const WAY = ["Down", "Left", "Up", "Left", "Up", "Right", "Up", "Right"];

let browser, folder, plugin, served, site;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "plugin-"));
  plugin = join(folder, "ice.so");
  const from = join(root, "examples/installed");
  execFileSync("cc", ["-std=c17", "-shared", "-fPIC", `-I${join(root, "include")}`, "-o", plugin,
    join(from, "plugin.c"), join(from, "ice.c")]);
  browser = await launch();
  served = await serve({ plugin });
  site = await host();
});
after(async () => {
  await browser.close();
  endServers();
  await site.close();
  rmSync(folder, { recursive: true });
});

// A visitor, and the questions that the page has sent to the server: their bodies, read.
async function open(view, maze, { address = served.address, ...options } = {}) {
  const visitor = await visit(browser, null, { reducedMotion: "reduce", ...options }), asked = [];
  visitor.page.on("request", (r) => r.method() === "POST" && asked.push(r.postDataJSON()));
  await visitor.page.goto(`${address}#${view}${maze ? `/${encodeURIComponent(maze)}` : ""}`);
  await settled(visitor.page, view);
  return { ...visitor, asked };
}

const list = (page, name) => page.getByRole("combobox", { name, exact: true });
const text = (page, name) => page.getByRole("textbox", { name, exact: true });
const counts = (page, start) => until(page, (t) => document.querySelector('[aria-label="Counter"]').textContent.startsWith(t), start);
const rows = (page) => page.locator('section[aria-label="Results"] tbody tr');
const GONE = "The server does not answer any more. Only it knows ice mazes: start it again with \"mazewright serve --plugin FILE.so\".";

async function openRandom(page) {
  await button(page, "Mazes").click();
  await button(page, "Random…").click();
}

const idOf = (maze) => execFileSync(command, ["--plugin", plugin, "convert", "--to", "id", maze], { encoding: "utf8" }).trim();

async function win(page, way = WAY, made = 0) {
  for (const [i, key] of way.entries()) {
    await page.keyboard.press(`Arrow${key}`);
    await counts(page, `${made + i + 1} move`);
  }
}

test("a maze of the plug-in is won with the keyboard, with hints and the shortest length", async () => {
  const { page, leave } = await open("play", ICE);
  await counts(page, "0 moves, shortest 8");
  const before = await picture(page);
  await button(page, "Hint").click();
  for (let i = 0; i < 3; i++) await button(page, "More").click();
  await notice(page).getByText("Next move: D (down)").waitFor();
  await page.getByText("Push yourself off with U, R, D or L").waitFor();
  await accessible(page);
  await win(page);
  await notice(page).getByText("Solved in 8 moves (shortest 8).").waitFor();
  assert.notEqual(await picture(page), before);
  await button(page, "Again").click();
  await counts(page, "0 moves");
  await button(page, "Show solution").click();
  await notice(page).getByText("Solved with the solution shown in 8 moves").waitFor();
  await leave();
});

test("the server is asked about its own kinds only", async () => {
  const { page, asked, leave } = await open("play", "rook:5x5#3");
  await counts(page, "0 moves, shortest");
  await button(page, "Hint").click();
  await button(page, "More").waitFor();
  assert.deepEqual(asked, [{ ask: "about" }]);
  await openRandom(page);
  const kinds = await list(page, "Kind").locator("option").allTextContents();
  assert.equal(kinds.at(-1), "Ice");
  for (const exact of [false, true]) {
    if (exact) await openRandom(page);
    await list(page, "Kind").selectOption("ice");
    await text(page, "Size").fill("6x6");
    await page.getByText("Advanced", { exact: true }).click();
    await text(page, "Seed").fill("2");
    if (exact) await page.getByRole("checkbox", { name: /^Exactly/ }).check();
    await button(page, "Make it").click();
    await until(page, () => decodeURIComponent(location.hash).startsWith("#play/ice:6x6:"));
    if (!exact) await counts(page, "0 moves, shortest");
  }
  await until(page, (id) => decodeURIComponent(location.hash) === `#play/${id}`, idOf("ice:6x6#2"));
  await leave();
});

// Waits until the searches at hand have ended, one of them with this heuristic.
const watched = (page, heuristic) => until(page, (name) =>
  [...document.querySelectorAll('section[aria-label="Results"] tbody tr')].some((r) => r.children[1].textContent === name), heuristic);

test("searches use the heuristics of the plug-in, natively or not", async () => {
  const { page, leave } = await open("search", ICE);
  await list(page, "Search B").selectOption("astar");
  await list(page, "Heuristic B").selectOption("lines");
  await watched(page, "lines");
  const { expanded } = program("solve", "--plugin", plugin, "--json", "-q", "-a", "astar", "-H", "lines", ICE)[0];
  assert.equal(await rows(page).filter({ hasText: "astar" }).locator("td").nth(6).textContent(), String(expanded));
  await page.getByRole("slider", { name: "Position" }).fill("5");
  await page.getByText(/^Now: row/).first().waitFor();
  await accessible(page);
  await button(page, "Native").click();
  await page.goto(`${served.address}#search/${DIE}`);
  await list(page, "Heuristic B").selectOption("rolls");
  await watched(page, "rolls");
  const [rolls] = program("solve", "--plugin", plugin, "--json", "-q", "-a", "astar", "-H", "rolls", DIE);
  assert.equal(await rows(page).filter({ hasText: "rolls" }).locator("td").nth(6).textContent(), String(rolls.expanded));
  await leave();
});

test("a maze of the kind is designed, the same as by the command", async () => {
  const { page, asked, leave } = await open("design");
  await list(page, "Kind").selectOption("ice");
  await text(page, "Size").fill("8x8");
  await list(page, "Mazes to try").selectOption({ label: "own number" });
  await text(page, "How many").fill("3000");
  await text(page, "Seed").fill("17");
  await button(page, "Run").click();
  await page.getByRole("region", { name: "Run" }).getByText(/^Done/).waitFor({ timeout: 40000 });
  const [{ id }] = program("design", "--plugin", plugin, "ice", "8x8#17", "--json", "-q", "--evaluations", "3000",
    "--objective", "longest");
  assert.equal((await hash(page)).slice("#design/".length), id);
  assert.equal(asked.filter((q) => q.ask === "design").length, 1);
  await leave();
});

test("a maze of the kind is edited as text, and printed with its rules", async () => {
  const { page, leave } = await open("edit", ICE);
  await page.getByText("Solvable, by one shortest solution.").waitFor();
  await text(page, "The maze as text").fill("ice 3x1\n*SG\n");
  await until(page, () => location.hash.endsWith("ice:3x1:xSG"));
  await page.goto(`${served.address}#book/${ICE}`);
  await page.locator(".print-moves").getByText("DLULU RUR").waitFor();
  await page.locator(".print-rules").getByText("Push yourself off").waitFor();
  assert.equal(await page.locator(".notice.bad:visible").count(), 0);
  await leave();
});

test("when the server is gone, a sentence says so, the game stays, and goes on when the server is back", async () => {
  const mortal = await serve({ plugin }), { port } = new URL(mortal.address);
  const { page, context, wrong } = await open("play", ICE, { address: mortal.address, serviceWorkers: "allow" });
  await counts(page, "0 moves, shortest 8");
  await equipped(page);
  await win(page, WAY.slice(0, 3));
  await mortal.end("SIGKILL");
  await page.keyboard.press("ArrowLeft");
  await notice(page).getByText(GONE).waitFor();
  await page.locator(".toast").getByText("everything but ice mazes is done here").waitFor();
  await button(page, "Hint").click();
  await until(page, (said) => document.querySelector(".play .notice.row > p").textContent === said, GONE);
  const again = await serve({ plugin, port });
  await win(page, WAY.slice(3), 3);
  await notice(page).getByText("Solved in 8 moves").waitFor();
  await button(page, "Again").click();
  await counts(page, "0 moves");
  await button(page, "Show solution").click();
  await counts(page, "1 move,");
  await again.end("SIGKILL");
  await notice(page).getByText(GONE).waitFor();
  await button(page, "Show solution").waitFor();
  await page.goto(`${mortal.address}#edit/rook:5x5#3`);
  await page.getByText(/^Solvable/).waitFor(); // in this browser
  assert.deepEqual(wrong.filter((w) => !w.includes("Failed to load resource")), []);
  await context.close();
});

test("where the page has no such server, a shared link is answered with a sentence, also offline", async () => {
  const says = /^unknown kind 'ice'; the kinds are .*\. If ice is .*, only the page that "mazewright serve --plugin FILE.so" gives out knows it\. \(1:1\)$/;
  const refusal = (page) => page.locator(".notice.bad > p").getByText(says);
  const { page, asked, leave } = await open("play", ICE, { address: site.address });
  await refusal(page).waitFor();
  await page.getByRole("link", { name: "Maze of the day" }).waitFor();
  for (const view of ["search", "edit", "design", "book"]) {
    await page.goto(`${site.address}#${view}/${ICE}`);
    await settled(page, view);
    await page.getByText("If ice is a kind of a plug-in, only the page").first().waitFor();
  }
  assert.deepEqual(asked, []);
  await leave();
  const mortal = await serve({ plugin });
  const { page: offline, context } = await open("play", ICE, { address: mortal.address, serviceWorkers: "allow" });
  await counts(offline, "0 moves, shortest 8");
  await equipped(offline);
  await mortal.end("SIGKILL");
  await offline.reload();
  await settled(offline, "play");
  await refusal(offline).waitFor();
  await offline.goto(`${mortal.address}#play`);
  await counts(offline, "0 moves, shortest"); // a maze that is known, not the one played last
  await context.close();
});

test("it fits a phone, in both themes", async () => {
  for (const colorScheme of ["light", "dark"])
    for (const viewport of [{ width: 360, height: 740 }, { width: 740, height: 360 }, { width: 1280, height: 800 }]) {
      const { page, leave } = await open("play", ICE, { viewport, colorScheme, hasTouch: viewport.width < 1000 });
      await counts(page, "0 moves, shortest 8");
      assert.equal(await sideways(page), false);
      const { x, width } = await button(page, "Native").boundingBox();
      assert.ok(x >= 0 && x + width <= viewport.width, `the button reaches from ${x} to ${x + width}`);
      await accessible(page);
      await leave();
    }
});
