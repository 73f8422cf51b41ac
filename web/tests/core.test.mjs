// Tests how the page reaches the C core: a core that breaks is replaced, long work can be stopped, a plain
// host gets no requests of the server's API, and a server does the long work with the same results.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build, host, launch, serve, visit } from "./browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const MAZE = "rook:5x5#3";
// A module with the exports of the core; its `answer` is one unreachable instruction, so it breaks.
const BROKEN = Buffer.from("AGFzbQEAAAABEwRgAABgAX8Bf2ABfwBgAn9/AX8DBQQAAQIDBAUBcAEBAQUDAQABBgcBfwFBwCgLBzIFBm1lbW9yeQIA"
  + "C19pbml0aWFsaXplAAAEcm9vbQABB3JlbGVhc2UAAgZhbnN3ZXIAAwoVBAIACwgAQYCIgIAACwIACwQAAAAL", "base64");

let browser, site, folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "core-"));
  for (const name of ["core.js", "worker.js", "module.js", "wasi.js", "words.js", "storage.js"])
    copyFileSync(join(here, "../src", name), join(folder, name));
  for (const name of ["core.wasm", "play.wasm"]) copyFileSync(join(build, name), join(folder, name));
  writeFileSync(join(folder, "index.html"), '<!doctype html><html lang="en"><head><title>core</title>'
    + '<link rel="icon" href="data:,"></head><body><script type="module" src="app.js"></script></body></html>');
  writeFileSync(join(folder, "app.js"), 'import { core } from "./core.js"; core.ready.then(() => (globalThis.core = core));');
  browser = await launch();
  site = await host(folder);
});
after(async () => {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true });
});

async function enter(address = site.address) {
  const visitor = await visit(browser, address);
  await visitor.page.waitForFunction(() => globalThis.core);
  return visitor;
}

// Asks a question in the page, and returns its answer or the sentence of its error.
const ask = (page, question) => page.evaluate((q) => core.ask(q).catch(
  ({ message, line, column }) => ({ message, line, column })), question);

test("questions are answered, in order, and refusals have their place", async () => {
  const { page, leave } = await enter();
  const answers = await page.evaluate((maze) => Promise.all(
    ["D", "DR", "DRD"].map((moves) => core.ask({ ask: "play", maze, moves }))), MAZE);
  assert.deepEqual(answers.map((a) => a.count), [1, 2, 3]);
  assert.deepEqual(await ask(page, { ask: "maze", maze: "rook 2x2\n1 1\n1 Q\n" })
    .then(({ line, column }) => [line, column]), [3, 3]);
  await leave();
});

test("a plain host is not asked for a server", async () => {
  const seen = site.asked.length, { page, leave } = await enter();
  assert.equal((await ask(page, { ask: "solve", maze: MAZE })).outcome, "solved");
  assert.equal(await page.evaluate(() => core.native), false);
  assert.deepEqual(site.asked.slice(seen).filter((path) => path.includes("api")), []);
  await leave();
});

test("a core that breaks says so, and the next question has a fresh one", async () => {
  const { page, context, leave } = await enter();
  await context.route("**/play.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: BROKEN }));
  const [first, second] = await page.evaluate((maze) => Promise.all(
    [1, 2].map(() => core.ask({ ask: "maze", maze }).catch((e) => e.message))), MAZE);
  assert.match(first, /failed at this question .*unreachable.* starts afresh/);
  assert.equal(second, first, "whoever waited behind it is told, too");
  await context.unroute("**/play.wasm");
  assert.equal((await ask(page, { ask: "maze", maze: MAZE })).kind, "rook");
  await leave();
});

test("long work tells its news, and can be stopped while questions go on", async () => {
  const { page, leave } = await enter();
  const seen = await page.evaluate(async (maze) => {
    let news = 0, job;
    const question = { ask: "design", kind: "rook", size: "8x8", evaluations: 1e12 };
    const heard = new Promise((enough) => { job = core.job(question, () => ++news === 3 && enough()); });
    await heard;
    const meanwhile = await core.ask({ ask: "optimum", maze });
    job.stop();
    return { optimum: meanwhile.optimum, ended: await job.done.catch((e) => e.message) };
  }, MAZE);
  assert.deepEqual(seen, { optimum: 4, ended: "stopped" });
  await leave();
});

test("a server does the long work, with the same mazes", async () => {
  const server = await serve({ page: folder });
  try {
    const { page, wrong, leave } = await enter(server.address);
    const design = { ask: "design", kind: "theseus", size: "5x5", seed: 7, evaluations: 3000 };
    const [native, here] = await page.evaluate(async (question) => {
      const runs = [];
      for (const wanted of [true, false]) {
        let ids = [];
        core.useNative(wanted);
        const used = core.native, answer = await core.job(question, ({ id }) => id && ids.push(id)).done;
        runs.push({ used, answer, ids });
      }
      return runs;
    }, design);
    assert.deepEqual([native.used, here.used], [true, false]);
    assert.deepEqual(native.answer, here.answer);
    assert.ok(native.ids.length > 1);
    assert.deepEqual(native.ids, here.ids);
    const stopped = await page.evaluate(async () => {
      core.useNative(true);
      const job = core.job({ ask: "design", kind: "rook", size: "8x8", evaluations: 1e12 }, () => job.stop());
      return job.done.catch((e) => e.message);
    });
    assert.equal(stopped, "stopped");
    await page.evaluate(() => core.useNative(true));
    assert.equal((await ask(page, { ask: "solve", maze: MAZE })).outcome, "solved");
    assert.deepEqual(await ask(page, { ask: "solve", maze: "rook 2x2\n1 1\n1 Q\n" })
      .then(({ line, column }) => [line, column]), [3, 3]);
    assert.equal(wrong.splice(0).length, 1); // the browser logs that the server refused
    await leave();
  } finally {
    server.end();
  }
});
