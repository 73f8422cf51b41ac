// Tests what a visitor reads while the page loads and where it cannot: files that are missing or slow, file://,
// frames that are closed off, browsers that store nothing or run no programs, and links that are broken.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible, page_folder, settled, stage, until, visit } from "./browser.mjs";
import { arrived, button, shipped, steps } from "./person.mjs";

const { browser, site } = await stage();
const ROOK = shipped("rook/01.rook");
const told = (page) => page.locator("#main").innerText();
const says = (page, words) => until(page, (w) => document.getElementById("main").innerText.includes(w), words);

// Opens the page where something is wrong: `prepare` makes it so. Errors that the browser logs are expected.
async function meet(address, prepare, options) {
  const { page, context } = await visit(browser, null, options);
  await prepare?.(page);
  await page.goto(address);
  return { page, leave: () => context.close() };
}
const lack = (name) => (page) => page.route(`**/${name}`, (route) => route.fulfill({ status: 404, body: "" }));

test("words are there at once, and a slow network is called slow", async () => {
  let go;
  const held = new Promise((done) => { go = done; });
  const { page, leave } = await meet(site.address, async (page) => {
    await page.clock.install();
    await page.route("**/play.wasm", async (route) => { await held; await route.continue(); });
  });
  await says(page, "Loading the mazes…");
  await accessible(page);
  await page.clock.fastForward(11000);
  await says(page, "Loading takes long.");
  assert.ok(await button(page, "Try again").isVisible());
  go();
  await settled(page, "Play");
  await leave();
});

for (const name of ["app.js", "worker.js", "play.wasm", "about.json"])
  test(`without ${name} the page says so, and tries again`, async () => {
    const { page, leave } = await meet(site.address, lack(name));
    await says(page, "Mazewright did not load: a file of the page is missing or did not arrive.");
    await accessible(page);
    await page.unroute(`**/${name}`);
    await button(page, "Try again").click();
    await settled(page, "Play");
    await leave();
  });

test("a view that does not load says so, and tries again", async () => {
  const { page, leave } = await meet(site.address);
  await settled(page, "Play");
  await lack("part-*.js")(page);
  await page.getByRole("link", { name: "Design", exact: true }).click();
  await says(page, "This part of the page did not load");
  await page.unroute("**/part-*.js");
  await button(page, "Try again").click();
  await settled(page, "Design");
  await leave();
});

test("from file:// the page says in three languages how to open it", async () => {
  const file = `${pathToFileURL(join(page_folder, "index.html"))}#play/${ROOK}`;
  for (const [locale, words] of [["en-GB", "Browsers do not load programs from file://."], ["de-AT", "Browser laden keine Programme von file://."],
    ["es-MX", "Los navegadores no cargan programas desde file://."], ["fr-FR", "Browsers do not load programs from file://."]]) {
    const { page, leave } = await meet(file, null, { locale });
    await says(page, words);
    assert.match(await told(page), /mazewright serve --open/);
    assert.equal(await page.locator("#loading > div:visible").count(), 1);
    await leave();
  }
});

test("without JavaScript the page says what it needs", async () => {
  const { page, leave } = await meet(site.address, null, { javaScriptEnabled: false });
  const words = await told(page);
  for (const part of ["Mazewright needs JavaScript", "Mazewright braucht JavaScript", "Mazewright necesita JavaScript"])
    assert.ok(words.includes(part), words);
  assert.ok(!words.includes("Loading"), words);
  await leave();
});

test("where nothing may be stored, it plays", async () => {
  const { page, leave } = await meet(`${site.address}#play/${ROOK}`, (page) => page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } })), { reducedMotion: "reduce" });
  await arrived(page, ROOK);
  const [{ action, arrow }] = steps(ROOK);
  await page.keyboard.press(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][arrow]);
  await arrived(page, ROOK, action);
  await leave();
});

// A host that lets everybody read its files, or only its own pages; /frame holds the page in a closed frame.
async function hostFrames(open) {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };
  const server = createServer(async ({ url }, reply) => {
    const path = url.split("?")[0];
    if (path === "/frame")
      return reply.writeHead(200, { "content-type": "text/html" }).end(`<iframe sandbox="allow-scripts" src="/#play/${ROOK}" width="900" height="700"></iframe>`);
    const content = await readFile(join(page_folder, path === "/" ? "index.html" : path)).catch(() => null);
    if (!content) return reply.writeHead(404).end();
    reply.writeHead(200, { "content-type": types[extname(path)] ?? "text/html", ...(open ? { "access-control-allow-origin": "*" } : {}) }).end(content);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => { server.close(); server.closeAllConnections(); });
  return `http://127.0.0.1:${server.address().port}/frame`;
}
const ALONE = { reducedMotion: "reduce", serviceWorkers: "allow" }; // to block them is an error in such a frame

test("in a sandboxed frame it plays, if its host lets such frames read files", async () => {
  const { page, leave } = await meet(await hostFrames(true), null, ALONE), frame = page.frames()[1];
  const counter = (n) => until(frame, (text) => document.querySelector(".counter")?.textContent.startsWith(text), `${n} `);
  await counter(0);
  for (const [i, { arrow }] of steps(ROOK).entries()) {
    await frame.getByRole("group", { name: "Moves" }).getByRole("button", { name: ["Up", "Right", "Down", "Left"][arrow], exact: true }).click();
    await counter(i + 1);
  }
  await until(frame, () => document.querySelector(".notice.good").textContent.startsWith("Solved"));
  assert.ok(await frame.evaluate(() => document.querySelector(".tools svg use").getBoundingClientRect().width > 5), "icons are there");
  await leave();
});

test("in a sandboxed frame of another host it says why not, with a link to the page alone", async () => {
  const { page, leave } = await meet(await hostFrames(false), null, ALONE), frame = page.frames()[1];
  await until(frame, () => document.getElementById("main").innerText.includes("This page stands in a closed frame (sandbox)"));
  assert.equal(await frame.getByRole("link", { name: "Open the page by itself" }).getAttribute("target"), "_blank");
  await leave();
});

// ---- links

for (const [name, link, words] of [["an unknown view", "m=xyz", 'It begins with "m=xyz", which is no view of this page.'],
  ["an illegal maze", "play/rook:3x3:12", "this row has 2 cells, but the header says 3 columns"],
  ["a maze that is cut", "play/rook:9x", "the id ends early"], ["a kind that there is not", "play/foo:1x1:1", "unknown kind 'foo'"],
  ["characters that are cut", "play/%E0%A4%A", "Its characters are damaged."], ["a day that there is not", "day/2026-13-45", "It names a day that does not exist."],
  ["a maze that is too long", `play/rook:3x3:${"1".repeat(1200000)}`, "is too long"]])
  test(`a link with ${name} says what is wrong, and offers the maze of the day`, async () => {
    const { page, leave } = await visit(browser, `${site.address}#${link}`);
    await says(page, words);
    await accessible(page);
    await page.getByRole("link", { name: "Maze of the day" }).click();
    await page.getByRole("region", { name: "Maze of the day" }).waitFor();
    await leave();
  });

test("in other views a broken maze is told, too", async () => {
  for (const view of ["Search", "Explain", "Edit", "Design", "Book", "Marble"]) {
    const { page, leave } = await visit(browser, `${site.address}#${view.toLowerCase()}/rook:3x3:12`);
    await settled(page, view);
    if (view !== "Design") await says(page, "this row has 2 cells");
    await leave();
  }
});
