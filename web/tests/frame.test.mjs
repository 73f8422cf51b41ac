// Tests the frame of the page: a static host below a sub-path is enough, the page is small, it works
// offline, and every view is readable and accessible at both widths in both themes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { accessible, command, host, page_folder, settled, sideways, stage, until, visit } from "./browser.mjs";

const VIEWS = ["Play", "Search", "Explain", "Design", "Edit", "Marble", "Book"];
const { browser, site } = await stage();

const open = (page, view) => page.getByRole("link", { name: view, exact: true }).click();
test("a first visit loads less than 260 kB compressed, from below the sub-path only, without what other views need", async () => {
  const seen = site.asked.length;
  const { page, leave } = await visit(browser, site.address);
  await settled(page, "Play");
  const files = [...new Set(site.asked.slice(seen))].map((path) => path.replace("/maze/club/", "") || "index.html");
  assert.ok(files.every((f) => !f.startsWith("/")), `asked for something outside: ${files}`);
  const bytes = files.reduce((sum, f) => sum + gzipSync(readFileSync(join(page_folder, f)), { level: 9 }).length, 0);
  assert.ok(files.includes("play.wasm") && bytes > 50000 && bytes < 260000, `${bytes} bytes in ${files}`);
  const before = new Set(files);
  await open(page, "Marble");
  await settled(page, "Marble");
  await page.waitForTimeout(500);
  const more = site.asked.slice(seen).map((p) => p.replace("/maze/club/", "")).filter((f) => !before.has(f));
  assert.ok(more.some((f) => f.endsWith(".js")), "the marble view comes on demand");
  await leave();
});

test("a phone finds icons for its home screen, of the size that the manifest says", async () => {
  const { page, leave } = await visit(browser, site.address);
  const manifest = JSON.parse(readFileSync(join(page_folder, "manifest.webmanifest"), "utf8"));
  const apple = await page.getAttribute('link[rel="apple-touch-icon"]', "href");
  const wanted = [...manifest.icons.filter((i) => i.type === "image/png"), { src: apple, sizes: "180x180" }];
  for (const size of ["192x192", "512x512"])
    for (const purpose of [undefined, "maskable"])
      assert.ok(wanted.some((i) => i.sizes === size && i.purpose === purpose), `${size} ${purpose}`);
  for (const icon of wanted) {
    const drawn = await page.evaluate(async (src) => {
      const image = await createImageBitmap(await (await fetch(src)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      const at = (x, y) => [...pen.getImageData(x * image.width, y * image.height, 1, 1).data];
      return { size: `${image.width}x${image.height}`, corner: at(0, 0), ball: at(12.3 / 24, 16.2 / 24) };
    }, icon.src);
    const full = icon.purpose === "maskable" || icon.src === apple;
    assert.equal(drawn.size, icon.sizes);
    assert.deepEqual(drawn.corner, full ? [0x23, 0x27, 0x2d, 255] : [0, 0, 0, 0], `corner of ${icon.src}`);
    if (!full) assert.deepEqual(drawn.ball, [0xe8, 0xa3, 0x3d, 255], `ball of ${icon.src}`);
  }
  await leave();
});

test("a site of one kind begins with the maze of the day and offers no other kind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mazewright-"));
  execFileSync(command, ["site", "-q", "--page", page_folder, "--kind", "rook", "--date", "2026-11-17..2026-11-18", "-o",
    join(folder, "site")]);
  const { days } = JSON.parse(readFileSync(join(folder, "site/mazes.json")));
  for (const icon of ["icon-192.png", "icon-maskable-512.png", "apple-touch-icon.png"])
    assert.deepEqual(readFileSync(join(folder, "site", icon)), readFileSync(join(page_folder, icon)));
  const rook = await host(join(folder, "site"));
  const { page, leave } = await visit(browser, null);
  for (const [day, words] of [["2026-11-17", "Nov 17"], ["2026-11-18", "Nov 18"]]) { // not what was played last
    await page.clock.setFixedTime(new Date(`${day}T15:00`));
    await page.goto("about:blank");
    await page.goto(rook.address);
    await settled(page, "Play");
    await page.getByRole("heading", { name: new RegExp(words) }).waitFor();
    assert.ok(decodeURIComponent(page.url()).endsWith(`#play/${days[day].id}`), page.url());
  }
  assert.equal(await page.getByRole("link", { name: "Marble", exact: true }).count(), 0);
  await open(page, "Design");
  await settled(page, "Design");
  assert.deepEqual(await page.locator("label.field", { hasText: /^Kind/ }).locator("option").allTextContents(), ["Rook"]);
  await leave();
  await rook.close();
  rmSync(folder, { recursive: true });
});

test("the page works offline after a visit", async () => {
  const away = await host();
  const { page, context, wrong } = await visit(browser, away.address, { serviceWorkers: "allow" });
  await settled(page, "Play");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until(page, async () => (await caches.keys()).length > 0
    && (await (await caches.open((await caches.keys())[0])).keys()).length > 8);
  await away.close();
  await page.reload();
  await settled(page, "Play");
  for (const view of VIEWS) {
    await open(page, view);
    await settled(page, view);
    assert.equal(await page.getByRole("alert").count(), 0, view);
  }
  assert.deepEqual(wrong.filter((w) => !w.includes("Failed to load resource") && !w.includes("ERR_CONNECTION")), []);
  await context.close();
});

// Another program uses the same address later, with files of the same names.
test("the service worker gives way to another page at its address", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mazewright-"));
  writeFileSync(join(folder, "app.js"), 'document.body.append("another program");');
  for (const name of ["index.html", "other.html"])
    writeFileSync(join(folder, name), '<!doctype html><link rel="icon" href="data:,"><body><script src="app.js"></script>');
  for (const name of ["other.html", ""]) {
    const first = await host(), port = Number(new URL(first.address).port);
    const { page, leave } = await visit(browser, first.address, { serviceWorkers: "allow" });
    await settled(page, "Play");
    await until(page, () => navigator.serviceWorker.controller
      && caches.keys().then(async ([key]) => key && (await caches.open(key)).match("app.js")));
    await first.close();
    const second = await host(folder, port);
    await page.goto(second.address + name);
    await page.getByText("another program").waitFor();
    assert.equal(await page.evaluate(async () => (await caches.keys()).length), name ? 1 : 0);
    if (!name)
      await until(page, async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
    await leave();
    await second.close();
  }
  rmSync(folder, { recursive: true });
});

test("the licences are part of the page, in full", () => {
  const legal = readFileSync(join(page_folder, "LEGAL.txt"), "utf8");
  for (const holder of ["The Mazewright authors", "three.js authors"]) {
    const from = legal.indexOf(holder);
    assert.ok(from > 0, holder);
    for (const words of ["Permission is hereby granted", "The above copyright notice", "WITHOUT WARRANTY OF ANY KIND"])
      assert.ok(legal.indexOf(words, from) > from, `${holder}: ${words}`);
  }
  assert.equal(legal.split("Permission is hereby granted").length - 1, 2);
});

for (const [width, height] of [[360, 740], [1280, 800]])
  for (const colorScheme of ["light", "dark"])
    test(`every view at ${width} px, ${colorScheme}: nothing sticks out, nothing serious for accessibility`, async () => {
      const { page, leave } = await visit(browser, site.address,
        { viewport: { width, height }, colorScheme, hasTouch: width < 500 });
      await settled(page, "Play");
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      for (const view of VIEWS) {
        await open(page, view);
        await settled(page, view);
        await page.waitForTimeout(300); // for verdicts and pictures, which come late
        assert.equal(await sideways(page), false, `${view} is wider than the window`);
        await accessible(page);
      }
      await leave();
    });

test("the theme button changes the colours and is remembered", async () => {
  const { page, leave } = await visit(browser, site.address, { colorScheme: "light" });
  await settled(page, "Play");
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByRole("button", { name: "Light or dark" }).click();
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  await settled(page, "Play");
  assert.equal(await paper(), dark);
  await leave();
});

test("who goes on before a view has its maze is not called back", async () => {
  const { page, leave } = await visit(browser, `${site.address}#edit`);
  await settled(page, "Edit");
  await page.evaluate(() => {
    const main = document.getElementById("main");
    new MutationObserver((_, watch) => {
      if (main.dataset.view !== "play") return;
      watch.disconnect();
      location.hash = "#design";
    }).observe(main, { attributes: true });
    location.hash = "#play";
  });
  await settled(page, "Design");
  await page.waitForTimeout(300); // for the maze of Play to arrive too late
  assert.match(await page.evaluate(() => location.hash), /^#design$/);
  await leave();
});

test("the header fits every window, and names each view by a word or a picture", async () => {
  for (const locale of ["de", "es"]) {
    const { page, leave } = await visit(browser, `${site.address}#search`, { locale, viewport: { width: 1280, height: 800 } });
    await settled(page, "Search");
    for (const [width, height] of [[360, 740], [740, 360], [740, 900], [901, 700], [1024, 768], [1121, 768], [1161, 768], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      assert.equal(await sideways(page), false, `${locale} ${width}x${height}`);
      const bare = await page.evaluate(() => [...document.querySelectorAll(".tabs a")].filter((a) =>
        parseFloat(getComputedStyle(a).fontSize) < 8 && !a.querySelector("svg").checkVisibility()).length);
      assert.equal(bare, 0, `${locale} ${width}x${height}`);
    }
    await leave();
  }
});
