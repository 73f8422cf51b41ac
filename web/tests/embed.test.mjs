// Tests mazes elsewhere than on the page, as a person plays them and as another page embeds them: embed.html in a
// frame, the element, and a file of its own; and what the page gives to copy and to save.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { accessible, host, page_folder, puzzles, saved, sideways, stage, until, visit } from "./browser.mjs";
import { arrived, button, core, enter, findMoves, hash, notice, run, shipped, solve, steps } from "./person.mjs";

const { browser, site } = await stage();
const ROOK = shipped("rook/05.rook"), DIE = shipped("die/01.die"), THESEUS = shipped("theseus/05.theseus"), BLOXORZ = shipped("bloxorz/02.bloxorz"),
  MARBLE = shipped("marble/01.marble");
const folder = mkdtempSync(join(tmpdir(), "mazewright-embed-"));
after(() => rmSync(folder, { recursive: true }));
const SANDBOX = { reducedMotion: "reduce", serviceWorkers: "allow" }; // to block them is an error in a sandbox
const ARROWS = ["Up", "Right", "Down", "Left"];

// What the core says of a position.
const at = (id, moves) => JSON.parse(run(["ask", JSON.stringify({ ask: "play", maze: id, moves })]));

// Another site: it serves these pages, and with "open" the files of ours, readable for everybody.
const pages = new Map();
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm" };
const other = createServer(async ({ url }, reply) => {
  const path = url.split("?")[0];
  if (pages.has(path)) return reply.writeHead(200, { "content-type": "text/html", ...pages.get(path).headers }).end(pages.get(path).html);
  const content = path.startsWith("/open/") && await readFile(join(page_folder, normalize(path.slice(6)))).catch(() => null);
  if (content) reply.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/html", "access-control-allow-origin": "*" }).end(content);
  else reply.writeHead(path === "/favicon.ico" ? 204 : 404).end();
});
await new Promise((ready) => other.listen(0, "127.0.0.1", ready));
after(() => { other.close(); other.closeAllConnections(); });
const elsewhere = `http://localhost:${other.address().port}`; // another origin than 127.0.0.1

const maze = (page, n = 0) => page.locator("mazewright-maze").nth(n);
const statusOf = (page, n) => maze(page, n).evaluate((m) => m.status);
const is = async (page, status, n = 0) => {
  for (let tries = 0; (await statusOf(page, n)) !== status; tries++) {
    if (tries > 200) throw new Error(`not ${status}: ${await maze(page, n).evaluate((m) => m.shadowRoot.textContent)}`);
    await page.waitForTimeout(30);
  }
};

async function win(page, id) {
  for (const { arrow, action, half } of steps(id)) {
    if (half && !(await page.getByRole("button", { name: `Half ${half} moves` }).count())) await page.keyboard.press("x");
    await page.keyboard.press(arrow !== null ? `Arrow${ARROWS[arrow]}` : action.length > 1 ? " " : action);
  }
}

for (const [width, height, colorScheme] of [[360, 740, "light"], [1280, 800, "dark"]])
  test(`embed.html plays in a whole window of ${width}x${height}`, async () => {
    const { page, leave } = await visit(browser, `${site.address}embed.html#play/${DIE}`,
      { reducedMotion: "reduce", viewport: { width, height }, colorScheme, hasTouch: width < 500 });
    await is(page, "open");
    assert.equal(await sideways(page), false);
    await accessible(page);
    assert.equal(await maze(page).evaluate((m) => m.shadowRoot.querySelector(".frame").dataset.theme), colorScheme);
    const [first, ...rest] = steps(DIE);
    await button(page, ARROWS[first.arrow])[width < 500 ? "tap" : "click"]();
    await page.getByText("1 move", { exact: true }).waitFor();
    await button(page, "Undo").click();
    await page.getByText("0 moves").waitFor();
    for (const { arrow } of [first, ...rest]) await page.keyboard.press(`Arrow${ARROWS[arrow]}`);
    await is(page, "solved");
    assert.equal(await page.getByRole("status").textContent(), `Solved in ${rest.length + 1} moves.`);
    await accessible(page);
    await leave();
  });

test("in a frame of another site that allows scripts only, it plays and tells its parent", async () => {
  pages.set("/frame", { html: `<!doctype html><title>other</title><script>
    const heard = []; addEventListener("message", (e) => heard.push({ ...e.data, origin: e.origin, ours: e.source === frames[0] }));
  </script><iframe sandbox="allow-scripts" width="480" height="640" src="${site.address}embed.html#play/${encodeURI(ROOK)}"></iframe>` });
  const { page, leave } = await visit(browser, `${elsewhere}/frame`, SANDBOX);
  const heard = () => page.evaluate(() => window.eval("heard"));
  await until(page, () => window.eval("heard").some((m) => m.mazewright === "height"));
  const [ready, height] = await heard();
  assert.deepEqual(ready, { mazewright: "ready", id: ROOK, moves: "", length: 0, status: "open", origin: "null", ours: true });
  assert.ok(height.height > 300 && height.height < 1000, height.height);
  await page.frames()[1].getByRole("status").click();
  await win(page, ROOK);
  await until(page, () => window.eval("heard").at(-1).mazewright === "solved");
  const { solution, moves } = solve(ROOK), told = await heard();
  assert.deepEqual(told.at(-1), { mazewright: "solved", id: ROOK, moves: solution, length: moves, status: "solved", origin: "null", ours: true });
  assert.ok(told.filter((m) => m.mazewright === "move").length >= moves);
  await leave();
});

test("?embed of the page leads there; a maze that cannot be read is told, on the page and to the parent", async () => {
  const { page, leave } = await visit(browser, `${site.address}?embed&theme=dark&lang=de#play/${THESEUS}`, { reducedMotion: "reduce" });
  await is(page, "open");
  assert.match(page.url(), /embed\.html\?embed&theme=dark&lang=de#play/);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  await button(page, "Zurück").waitFor();
  assert.equal(await maze(page).evaluate((m) => m.shadowRoot.querySelector(".frame").dataset.theme), "dark");
  const hostile = "rook:2x2:<img src=x onerror=alert(1)>";
  await page.evaluate((id) => {
    window.told = new Promise((done) => document.querySelector("mazewright-maze").addEventListener("error", (e) => done(e.detail)));
    location.hash = `play/${encodeURIComponent(id)}`;
  }, hostile);
  const told = await page.evaluate(() => window.told);
  assert.equal(told.id, hostile);
  assert.ok(told.message.length > 5);
  await leave();
});

test("a move that is not possible, and a lost game, are told with their reasons", async () => {
  const { page, leave } = await visit(browser, `${site.address}embed.html#play/${DIE}`, { reducedMotion: "reduce" }), status = page.getByRole("status");
  await is(page, "open");
  const refused = at(DIE, "").refused.find((r) => r.arrow !== null);
  await page.keyboard.press(`Arrow${ARROWS[refused.arrow]}`);
  await page.getByText(`Not possible: ${refused.why}.`).waitFor();
  const moves = findMoves(THESEUS, (text) => at(THESEUS, text).status === "lost");
  await maze(page).evaluate((m, id) => new Promise((ready) => {
    m.addEventListener("ready", ready, { once: true });
    m.maze = id;
  }), THESEUS);
  await maze(page).evaluate((m, text) => { m.moves = text; }, moves);
  await is(page, "lost");
  assert.equal(await status.textContent(), `${at(THESEUS, moves).loss}. Undo, or start again.`);
  await button(page, "Undo").click();
  await is(page, "open");
  await leave();
});

for (const [width, height] of [[200, 150], [320, 320], [600, 220]])
  test(`a frame of ${width}x${height} shows the board, the state and undo, and scrolls nowhere`, async () => {
    const { page, leave } = await visit(browser, `${site.address}embed.html#play/${BLOXORZ}`, { reducedMotion: "reduce", viewport: { width, height } });
    await is(page, "open");
    for (const place of [page.locator(".board canvas"), page.getByRole("status"), button(page, "Undo")]) {
      const { x, y, width: w, height: h } = await place.boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + w <= width + 1 && y + h <= height + 1 && w > 20 && h > 10, `${x} ${y} ${w} ${h}`);
    }
    await win(page, BLOXORZ);
    await is(page, "solved");
    await leave();
  });

// A page with elements, under a policy as strict as the element can bear.
function withElements(path, body) {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
  pages.set(path, { headers: { "content-security-policy": policy },
    html: `<!doctype html><html lang="en"><title>other</title><meta name="color-scheme" content="light dark">
    <script type="module" src="/open/element.js"></script><main><h1>Mazes</h1>${body}</main></html>` });
}

test("the element: several on a page with a strict policy share one core, with attributes, properties and events", async () => {
  withElements("/elements", `<mazewright-maze maze="${ROOK}"></mazewright-maze><mazewright-maze id="${THESEUS}"></mazewright-maze><mazewright-maze lang="de" maze="${MARBLE}"></mazewright-maze>`);
  const { page, leave } = await visit(browser, null, { reducedMotion: "reduce" }), asked = [];
  page.on("request", (r) => asked.push(new URL(r.url()).pathname));
  await page.goto(`${elsewhere}/elements`);
  for (const n of [0, 1, 2]) await is(page, "open", n);
  assert.equal(asked.filter((p) => p.endsWith("play.wasm")).length, 1);
  await accessible(page);
  await page.evaluate(() => {
    window.heard = [];
    for (const type of ["move", "solved", "error"]) document.addEventListener(type, (e) => window.heard.push([type, e.detail]), true);
  });
  await maze(page, 0).evaluate((m) => m.focus());
  await win(page, ROOK);
  await is(page, "solved");
  assert.equal(await statusOf(page, 1), "open");
  const heard = await page.evaluate(() => window.heard), { moves, solution } = solve(ROOK);
  assert.deepEqual(heard.at(-1), ["solved", { id: ROOK, moves: solution, length: moves, status: "solved" }]);
  assert.equal(heard.filter(([type]) => type === "move").length, moves);
  assert.equal(await maze(page, 0).evaluate((m) => m.moves), solution);
  await maze(page, 0).evaluate((m) => m.undo());
  await is(page, "open");
  await maze(page, 1).evaluate((m, text) => { m.moves = text; }, solve(THESEUS).solution);
  await is(page, "solved", 1);
  await maze(page, 1).evaluate((m, id) => { m.maze = id; }, DIE);
  await until(page, () => document.querySelectorAll("mazewright-maze")[1].status === "open");
  assert.equal(await maze(page, 1).evaluate((m) => m.moves), "");
  await leave();
});

test("the element follows color-scheme, and takes colours of the page", async () => {
  withElements("/dark", `<mazewright-maze maze="${ROOK}"></mazewright-maze>`);
  const { page, leave } = await visit(browser, `${elsewhere}/dark`, { reducedMotion: "reduce", colorScheme: "dark" });
  await is(page, "open");
  const frame = (f) => maze(page).evaluate((m, name) => getComputedStyle(m.shadowRoot.querySelector(".frame"))[name], f);
  const dark = await frame("backgroundColor");
  await maze(page).evaluate((m) => { m.style.colorScheme = "light"; });
  await until(page, () => document.querySelector("mazewright-maze").shadowRoot.querySelector(".frame").dataset.theme === "light");
  assert.notEqual(await frame("backgroundColor"), dark);
  await maze(page).evaluate((m) => m.style.setProperty("--mazewright-paper", "rgb(1, 2, 3)"));
  assert.equal(await frame("backgroundColor"), "rgb(1, 2, 3)");
  await leave();
});

const examples = [...readFileSync(join(puzzles, "../docs/embed.md"), "utf8").matchAll(/```html\n([^]*?)```/g)].map((m) => m[1]);

test("the examples of docs/embed.md work: a frame that tells its parent, and elements", async () => {
  const [, framed, elements] = examples;
  pages.set("/open/framed", { html: `<!doctype html><title>x</title>${framed}` });
  const id = "rook:5x5#7", guest = await visit(browser, `${elsewhere}/open/framed`, SANDBOX);
  await until(guest.page, () => document.getElementById("maze").height !== "640");
  await guest.page.frames()[1].getByRole("status").click();
  await win(guest.page, id);
  await guest.page.getByText(`solved in ${solve(id).moves} moves`).waitFor();
  await guest.leave();
  pages.set("/open/elements", { html: elements });
  const { page, leave } = await visit(browser, `${elsewhere}/open/elements`, { reducedMotion: "reduce" });
  for (const n of [0, 1]) await is(page, "open", n);
  await maze(page, 1).evaluate((m) => m.focus());
  await win(page, "die:5x5,obstacles=0#1");
  await page.getByText(`die: ${solve("die:5x5,obstacles=0#1").solution}`).waitFor();
  await leave();
});

// Are the player's colours on the board?
const seesPlayer = (page, id) => maze(page).evaluate((m, colours) => {
  const canvas = m.shadowRoot.querySelector("canvas"), { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < data.length; i += 4)
    if (colours.includes(`#${[...data.slice(i, i + 3)].map((part) => part.toString(16).padStart(2, "0")).join("")}`)) return true;
  return false;
}, core("play", { maze: id }).scene.shapes.filter((s) => s.r === "hero").map((s) => s.c));

for (const id of ["rook:36x36#1", "die:100x100#1", "theseus:64x64#1", "bloxorz:64x64#1", "marble:12x12x12#1"])
  test(`${id.split("#")[0]}, one of the largest, opens, moves and takes back`, async () => {
    const { page, leave } = await visit(browser, `${site.address}embed.html#play/${id}`, { reducedMotion: "reduce", viewport: { width: 360, height: 740 } });
    await is(page, "open");
    assert.ok(id.startsWith("marble") || await seesPlayer(page, id), "the player is on the screen");
    await page.locator(".pad button:not([aria-disabled=true])").first().click();
    await page.getByText("1 move", { exact: true }).waitFor();
    await button(page, "Undo").click();
    await page.getByText("0 moves").waitFor();
    assert.equal(await sideways(page), false);
    await leave();
  });

test("an address that is no maze is told", async () => {
  const { page, leave } = await visit(browser, `${site.address}embed.html#play/rook:%E0%A4%A`);
  await page.getByRole("status").getByText("the id ends early").waitFor();
  await page.goto(`${site.address}embed.html`);
  await page.getByRole("status").getByText("the text is empty").waitFor();
  await leave();
});

test("without WebAssembly the element says so", async () => {
  const { page, wrong, leave } = await visit(browser, null);
  await page.addInitScript(() => { delete window.WebAssembly; });
  await page.goto(`${site.address}embed.html#play/${ROOK}`);
  await page.getByText("WebAssembly is not defined").waitFor();
  assert.deepEqual(wrong, []);
  await leave();
});

// Opens a file that was saved as a mail attachment is, without a network.
async function openFile(name, options) {
  const visitor = await visit(browser, null, { reducedMotion: "reduce", offline: true, ...options });
  await visitor.page.goto(pathToFileURL(join(folder, name)).href);
  return visitor;
}

for (const [width, height, colorScheme] of [[360, 740, "dark"], [1280, 800, "light"]])
  test(`a file with a set of mazes has a list and Next, in ${width}x${height}; no title can break out of it`, async () => {
    const title = `</script><script>alert("x")</script><img src=x onerror=alert(1)>`, file = join(folder, `set-${width}.html`);
    assert.equal(run(["site", "--page", page_folder, "-o", file, "--title", title, ROOK, DIE, BLOXORZ]), "");
    const { page, leave } = await openFile(`set-${width}.html`, { viewport: { width, height }, colorScheme });
    await is(page, "open");
    assert.equal(await page.getByRole("heading").textContent(), title);
    assert.equal(await page.title(), title);
    await page.getByText("Shortest solution: ").waitFor();
    assert.equal(await sideways(page), false);
    await win(page, ROOK);
    await is(page, "solved");
    await accessible(page);
    await page.keyboard.press("Enter"); // Next has the focus
    await until(page, (id) => document.querySelector("mazewright-maze").maze === id, DIE);
    await is(page, "open");
    await win(page, DIE);
    await is(page, "solved");
    const list = page.getByRole("navigation", { name: "Mazes" }).getByRole("button");
    assert.deepEqual(await list.allTextContents(), ["✓ rook 1", "✓ die 1", "bloxorz 1"]);
    await list.nth(2).click();
    await is(page, "open");
    await win(page, BLOXORZ);
    await is(page, "solved");
    assert.equal(await button(page, "Next").isVisible(), false);
    await leave();
  });

test("the book saves its mazes as one file to play", async () => {
  const { page, leave } = await enter(browser, site.address, "book", ROOK, { acceptDownloads: true });
  await page.getByLabel("Title", { exact: true }).fill("For <you>");
  const content = await saved(page, () => button(page, "Save to play anywhere").click());
  await leave();
  assert.ok(content.length < 520000, `${content.length} bytes`);
  writeFileSync(join(folder, "book.html"), content);
  const file = await openFile("book.html");
  await is(file.page, "open");
  assert.equal(await file.page.getByRole("heading").textContent(), "For <you>");
  assert.equal(await file.page.getByRole("navigation").count(), 0);
  await file.leave();
});

test("the dialog Share has code to copy that works, and saves a file that plays without a network", async () => {
  const { page, leave } = await enter(browser, site.address, "play", ROOK, { acceptDownloads: true, permissions: ["clipboard-read", "clipboard-write"] });
  await button(page, "Share").click();
  await page.getByText("Put it into a page").click();
  await accessible(page);
  await page.getByRole("combobox", { name: "Size" }).selectOption("800x450");
  await page.getByText("800 × 450 pixels, shown at 38 %").waitFor();
  await button(page, "Copy code").click();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("combobox", { name: "As" }).selectOption("element");
  assert.match(await page.getByLabel("Code to copy").inputValue(), /<mazewright-maze maze="rook:/);
  writeFileSync(join(folder, "one.html"), await saved(page, () => button(page, "Save to play anywhere").click()));
  await leave();
  pages.set("/pasted", { html: `<!doctype html><title>other</title>${code}` });
  const guest = await visit(browser, `${elsewhere}/pasted`, SANDBOX), frame = guest.page.frames()[1];
  assert.deepEqual(await guest.page.locator("iframe").boundingBox().then(({ width, height }) => [Math.floor(width), Math.floor(height)]), [804, 454]);
  await until(frame, () => document.querySelector("mazewright-maze").status === "open");
  await guest.leave();
  const file = await openFile("one.html");
  await is(file.page, "open");
  await win(file.page, ROOK);
  await is(file.page, "solved");
  await file.leave();
});

test("on a site that knows its address, a shared day is a page with a picture that leads to its maze", async () => {
  const out = join(folder, "site"), day = "2026-11-16";
  run(["site", "--page", page_folder, "-o", out, "--date", day, "--address", "https://example.org/", ROOK]);
  const { id } = JSON.parse(readFileSync(join(out, "mazes.json"), "utf8")).days[day], ours = await host(out);
  after(ours.close);
  const { page, leave } = await visit(browser, null, { reducedMotion: "reduce" });
  await page.clock.setFixedTime(new Date(`${day}T15:00`));
  await page.goto(`${ours.address}#day/${day}`);
  await arrived(page, id);
  await win(page, id);
  await button(page, "Share result").last().click();
  const [, address] = (await page.getByLabel("Text to share").inputValue()).split("\n");
  assert.equal(address, `${ours.address}day/${day}.html`);
  await page.goto(address);
  await page.waitForURL((url) => url.pathname.endsWith("/club/") && url.hash.length > 1);
  await notice(page).waitFor();
  assert.ok((await hash(page)).includes(id.split(":")[0]));
  await leave();
});
