// browser.mjs: what the tests of the page share: the built page on a static server below a sub-path, a
// real Chromium, and accessibility checks.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, extname, join, normalize } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const build = process.env.MAZEWRIGHT_BUILD ?? join(root, "build");
export const command = join(build, "mazewright");
export const page_folder = process.env.MAZEWRIGHT_PAGE ?? join(build, "page");
export const puzzles = join(root, "puzzles");
const require = createRequire(join(build, "npm/x"));
const { chromium } = require("playwright-core");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
  ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json", ".txt": "text/plain" };

// Serves any folder as a plain static host does, below /maze/club/; port 0 is any that is free.
export async function host(folder = page_folder, port = 0) {
  const below = "/maze/club/", asked = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    asked.push(path);
    if (!path.startsWith(below)) return response.writeHead(404).end();
    const file = join(folder, normalize(path.slice(below.length) || "index.html"));
    try {
      const content = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(port, "127.0.0.1", ready));
  const close = () => new Promise((closed) => { server.close(closed); server.closeAllConnections(); });
  return { address: `http://127.0.0.1:${server.address().port}${below}`, asked, close };
}

const running = new Set(); // servers
export const endServers = () => running.forEach((server) => server.kill());

// Starts `mazewright serve` with these options.
export async function serve(options) {
  const all = { port: 0, page: page_folder, ...options };
  const server = spawn(command, ["serve", ...Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)])],
    { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => server.on("exit", done)).finally(() => running.delete(server));
  running.add(server);
  const address = await new Promise((found, failed) => {
    let said = "";
    server.stdout.on("data", (text) => { said += text; const at = said.match(/http:\S+/); if (at) found(at[0]); });
    ended.then((code) => failed(new Error(`serve ended with ${code}: ${said}`)));
  });
  return { address, end: (signal) => { server.kill(signal); return ended; } };
}

// Waits until the page has stored all its files, so that it needs no more of them from the server.
export const equipped = (page) => until(page, async () => {
  if (!navigator.serviceWorker.controller) return false;
  const [name] = await caches.keys();
  return (await (await caches.open(name)).match("core.wasm")) !== undefined;
});

const options = {
  executablePath: "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--no-first-run", "--enable-unsafe-swiftshader"], // WebGL without a graphics card
};
export const share = () => chromium.launchServer(options);
// The browser that tests/run shares among all files of tests, or one of our own.
const shared = process.env.MAZEWRIGHT_BROWSER;
export const launch = () => shared ? chromium.connect(shared) : chromium.launch(options);

// Starts a browser and a host with the page; both end with the tests of the file that calls this.
export async function stage() {
  const browser = await launch(), site = await host();
  after(async () => {
    await browser.close();
    await site.close();
  });
  return { browser, site };
}

// Opens a page in a new browser profile. Any error that it logs fails the test, and so does a request to another
// machine, or a cookie. Service workers are off unless a test is about them, because each would fetch the whole page
// once more. `webgl: false` takes WebGL away.
export async function visit(browser, address, { webgl = true, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", ...options });
  const page = await context.newPage(), wrong = [];
  if (!webgl) await page.addInitScript(() => {
    const context_of = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (type, ...more) {
      return type.startsWith("webgl") ? null : context_of.call(this, type, ...more);
    };
  });
  page.setDefaultTimeout(30000);
  page.on("pageerror", (e) => wrong.push(`${e}`));
  page.on("console", (m) => m.type() === "error" && wrong.push(m.text()));
  context.on("request", (r) => {
    const { protocol, hostname } = new URL(r.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1" && hostname !== "localhost") wrong.push(`asks ${r.url()}`);
  });
  if (address) await page.goto(address);
  async function leave() {
    wrong.push(...(await context.cookies()).map((c) => `cookie ${c.name}`));
    await context.close();
    assert.deepEqual(wrong, [], "the page logged errors");
  }
  return { page, context, wrong, leave };
}

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

// axe-core must have no serious finding on what is shown.
export async function accessible(page) {
  if (!(await page.evaluate(() => "axe" in window))) {
    const tools = await page.context().newCDPSession(page); // the page's Content-Security-Policy forbids eval
    await tools.send("Runtime.evaluate", { expression: axe });
    await tools.detach();
  }
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = found.violations.filter((v) => ["serious", "critical"].includes(v.impact));
  assert.deepEqual(serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`), []);
}

export const sideways = (page) => page.evaluate(
  () => document.documentElement.scrollWidth > document.documentElement.clientWidth);

// Waits until `f`, run in the page, returns true. If `f` throws, because something is not there yet, it is
// tried again. (Playwright's own function needs eval, which the page forbids.)
export async function until(page, f, argument, seconds = 30) {
  const end = Date.now() + 1000 * seconds;
  for (let last = ""; ;) {
    if (await page.evaluate(f, argument).catch((e) => { last = `: ${e.message}`; })) return;
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain for ${f}${last}`);
    await page.waitForTimeout(30);
  }
}

// Waits until a view is shown and no longer busy.
export const settled = (page, view) => until(page, (v) => {
  const main = document.getElementById("main");
  return main.dataset.view === v && main.firstElementChild?.children.length && !main.querySelector("[aria-busy=true]");
}, view.toLowerCase());

// The lines of JSON that the command prints, with any exit code ("unsolvable" has an exit code of its own).
export function program(...args) {
  const said = (() => {
    try {
      return execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
      if (error.status !== 1) throw error;
      return error.stdout;
    }
  })();
  return said.trim().split("\n").map((line) => JSON.parse(line));
}

// The name and the content of the file that the browser saves during `act`. (The browser may be a shared one, so its
// files are not ours.)
export async function download(page, act) {
  const [file] = await Promise.all([page.waitForEvent("download"), act()]), parts = [];
  for await (const part of await file.createReadStream()) parts.push(part);
  return { name: file.suggestedFilename(), content: Buffer.concat(parts) };
}
export const saved = async (page, act) => (await download(page, act)).content;

// Runs the agent of the marble view, and goes to the end when all of it is simulated.
export async function toTheEnd(page, seconds = 30) {
  const told = page.locator(".marble-controls .notice strong"), end = Date.now() + 1000 * seconds;
  await page.getByRole("button", { name: "Run", exact: true }).click();
  while (!(await told.count())) {
    if (Date.now() > end) throw new Error(`the agent did not end within ${seconds} s`);
    await page.getByRole("button", { name: "To the end" }).click();
    await page.waitForTimeout(50);
  }
}
