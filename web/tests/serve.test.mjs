// Tests the page with `mazewright serve`: it says that long work is done natively, and gives the same mazes
// as without a server; jobs report and can be stopped over HTTP; the second engine and the catalogue are
// there; and when the server has ended, the page goes on without it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { accessible, command, download, endServers, equipped, launch, program, serve, settled, toTheEnd, until, visit } from "./browser.mjs";

let browser, folder, catalogue, served;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "serve-"));
  catalogue = join(folder, "found.catalogue");
  for (const [kind, size] of [["rook", "5x5#3"], ["theseus", "4x4#8"]])
    execFileSync(command, ["design", kind, size, "--evaluations", "300", "--count", "2", "-q", "--catalogue", catalogue]);
  browser = await launch();
  served = await serve({ catalogue });
});
after(async () => {
  await browser.close();
  endServers();
  rmSync(folder, { recursive: true });
});

// A visitor, and the requests that the page has sent: ["POST jobs", "GET jobs/1/events", …].
async function open(view, maze, address = served.address) {
  const visitor = await visit(browser, null, { serviceWorkers: "allow" }), asked = [];
  visitor.page.on("request", (r) => { const api = r.url().split("/api/")[1]; if (api) asked.push(`${r.method()} ${api}`); });
  await visitor.page.goto(`${address}#${view.toLowerCase()}${maze ? `/${encodeURIComponent(maze)}` : ""}`);
  await settled(visitor.page, view);
  return { ...visitor, asked };
}

const native = (page) => page.getByRole("button", { name: "Native" });
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const list = (page, name) => page.getByRole("combobox", { name });
const text = (page, name) => page.getByRole("textbox", { name });
const idOf = (page) => page.evaluate(() => decodeURIComponent(location.hash).replace(/^#\w+\//, ""));
const stat = (name) => [...document.querySelectorAll(".stat")].find(
  (s) => s.children[0].textContent === name).children[1].textContent;
const jobs = (asked) => asked.filter((a) => a.includes(" jobs"));

async function planDesign(page, size, tries, seed) {
  await list(page, "Kind").selectOption("rook");
  await text(page, "Size").fill(size);
  await list(page, "Mazes to try").selectOption({ label: "own number" });
  await text(page, "How many").fill(String(tries));
  await text(page, "Seed").fill(String(seed));
}

async function design(page) {
  await press(page, "Run");
  await page.getByRole("region", { name: "Run" }).getByText(/^Done/).waitFor({ timeout: 40000 });
  return idOf(page);
}

test("the page says that work is done natively, and one may choose otherwise", async () => {
  const { page, leave, asked } = await open("Search", "rook:5x5#3");
  await until(page, () => document.querySelectorAll("[aria-label=Results] tbody tr").length === 2);
  assert.equal(await native(page).getAttribute("aria-pressed"), "true");
  assert.match(await native(page).getAttribute("title"), /server/);
  assert.ok(jobs(asked).filter((a) => a === "POST jobs").length >= 2, "both searches ran there");
  await accessible(page);
  await native(page).click();
  assert.equal(await native(page).getAttribute("aria-pressed"), "false");
  const before = asked.length;
  await list(page, "Search A").selectOption("dfs");
  await until(page, () => document.querySelectorAll("[aria-label=Results] tbody tr").length === 3);
  assert.deepEqual(asked.slice(before), [], "it ran here");
  await page.reload();
  await settled(page, "Search");
  assert.equal(await native(page).getAttribute("aria-pressed"), "false", "which is remembered");
  await leave();
});

test("a design streams its progress, and finds the same maze natively, here and by the command", async () => {
  const { page, leave, asked } = await open("Design");
  await planDesign(page, "7x7", 60000, 17);
  const there = await design(page);
  assert.deepEqual(jobs(asked).map((a) => a.replace(/\d+/, "N")), ["POST jobs", "GET jobs/N/events"]);
  await native(page).click();
  const here = await design(page), objective = await list(page, "Objective").inputValue();
  assert.equal(jobs(asked).length, 2, "the second one ran here");
  const [{ id }] = program("design", "rook", "7x7#17", "--json", "-q", "--evaluations", "60000", "--objective", objective);
  assert.deepEqual([there, here], [id, id]);
  await leave();
});

test("progress is told on the way, and Stop ends the job on the server", async () => {
  const { page, leave, asked } = await open("Design");
  await planDesign(page, "9x9", 900000000, 5);
  await press(page, "Run");
  await until(page, () => document.querySelector("progress").value > 0);
  const early = await page.evaluate(stat, "Tried");
  await until(page, (before) => [...document.querySelectorAll(".stat")]
    .find((s) => s.children[0].textContent === "Tried").children[1].textContent !== before, early);
  const gone = page.waitForResponse((r) => r.request().method() === "DELETE");
  await press(page, "Stop");
  assert.equal((await gone).status(), 200);
  await page.getByRole("region", { name: "Run" }).getByText("Stopped: this is the best so far.").waitFor();
  const job = jobs(asked).find((a) => a.startsWith("DELETE")).match(/\d+/)[0];
  const { evaluations } = await page.evaluate((n) => new Promise((done, failed) => {
    const news = new EventSource(`api/jobs/${n}/events`);
    news.addEventListener("answer", ({ data }) => { news.close(); done(JSON.parse(data)); });
    news.onerror = () => failed(new Error("the job has no answer"));
  }), job);
  assert.ok(evaluations < 900000000, "it has ended, with what it had");
  assert.equal(program("analyse", "--json", await idOf(page))[0].kind, "rook");
  await leave();
});

test("a state graph is laid out by the server, and saved from there", async () => {
  const maze = "theseus:30x30#1", { page, leave, asked } = await open("Graph", maze);
  await page.getByText(/^[\d,]+ positions are drawn as [\d,]+ dots/).waitFor();
  assert.deepEqual(jobs(asked).map((a) => a.replace(/\d+/, "N")), ["POST jobs", "GET jobs/N/events"]);
  const there = await page.locator("#graph-says").textContent();
  const { content } = await download(page, () => press(page, "Picture as SVG"));
  assert.match(content.toString(), /^<svg/);
  assert.equal(jobs(asked).filter((a) => a === "POST jobs").length, 2);
  await native(page).click();
  await page.getByLabel("Only positions that can be won").click(); // and back: laid out here
  await page.getByLabel("Only positions that can be won").click();
  await until(page, (words) => document.querySelector("#graph-says").textContent === words, there);
  assert.equal(jobs(asked).filter((a) => a === "POST jobs").length, 2, "here it is the same");
  await leave();
});

test("the second engine is offered for marbles, and runs", async () => {
  const maze = "marble:4x4#1", { page, leave } = await open("Marble", maze);
  await list(page, "Engine").selectOption("ode");
  await toTheEnd(page);
  const theirs = program("simulate", "--json", "-q", "--engine", "ode", maze)[0],
    ball = program("simulate", "--json", "-q", maze)[0];
  assert.equal(await page.evaluate(stat, "Simulated"), `${theirs.simulated_seconds.toFixed(1)} s`);
  assert.notEqual(theirs.simulated_seconds.toFixed(1), ball.simulated_seconds.toFixed(1), "which tells them apart");
  await native(page).click();
  assert.equal(await list(page, "Engine").count(), 0, "there is one only in the browser");
  await leave();
});

test("mazes of the catalogue are in the list of mazes, what is designed joins them, and they can be played", async () => {
  const { page, leave } = await open("Design");
  const kept = () => program("catalogue", "list", "--json", catalogue).map((m) => m.id);
  await planDesign(page, "6x6", 500, 41);
  const made = await design(page);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await settled(page, "Play");
  await press(page, "Mazes");
  const section = page.getByRole("region", { name: "From the catalogue", exact: true });
  await section.waitFor();
  const ids = await section.getByRole("link").evaluateAll((links) =>
    links.map((a) => decodeURIComponent(a.hash.slice("#play/".length))));
  assert.ok(ids.includes(made), "the one just found is there");
  assert.deepEqual([...ids].sort(), kept().sort());
  const other = ids.find((id) => id.startsWith("theseus"));
  await section.getByRole("link").nth(ids.indexOf(other)).click();
  await settled(page, "Play");
  assert.equal(await idOf(page), other);
  await leave();
});

test("when the server is gone, the page says so and goes on", async () => {
  const mortal = await serve(), { page, context, wrong, asked } = await open("Search", "rook:5x5#3", mortal.address);
  await until(page, () => document.querySelectorAll("[aria-label=Results] tbody tr").length === 2);
  await equipped(page);
  await mortal.end("SIGKILL");
  await list(page, "Search A").selectOption("dfs");
  await page.locator(".toast").getByText("The server does not answer any more").waitFor();
  await until(page, () => document.querySelectorAll("[aria-label=Results] tbody tr").length === 3);
  const { expanded } = program("solve", "--json", "-q", "-a", "dfs", "rook:5x5#3")[0];
  assert.equal(await page.locator("[aria-label=Results] tbody tr").filter({ hasText: "dfs" }).locator("td").nth(6).textContent(), String(expanded));
  assert.equal(await native(page).isVisible(), false);
  const before = asked.length;
  await list(page, "Search A").selectOption("ucs");
  await until(page, () => document.querySelectorAll("[aria-label=Results] tbody tr").length === 4);
  assert.deepEqual(asked.slice(before), [], "it is not asked any more");
  assert.deepEqual(wrong.filter((w) => !w.includes("Failed to load resource")), []);
  await context.close();
});

test("a server that dies during a job: a sentence, and the next run is done here", async () => {
  const mortal = await serve(), { page, context, wrong } = await open("Design", null, mortal.address);
  await planDesign(page, "9x9", 900000000, 5);
  await press(page, "Run");
  await until(page, () => document.querySelector("progress").value > 0);
  await equipped(page);
  await mortal.end("SIGKILL");
  await page.getByRole("alert").getByText("The server does not answer any more").waitFor({ timeout: 30000 });
  await planDesign(page, "5x5", 500, 7);
  const objective = await list(page, "Objective").inputValue();
  assert.equal(await design(page), program("design", "rook", "5x5#7", "--json", "-q", "--evaluations", "500", "--objective",
    objective)[0].id);
  assert.deepEqual(wrong.filter((w) => !w.includes("Failed to load resource")), []);
  await context.close();
});
