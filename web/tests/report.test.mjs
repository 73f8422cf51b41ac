// Tests the report of `reproduce`: nothing of it is clipped on a screen of 1,200 pixels nor on paper, it can
// be read on a telephone, and every heading, table and picture can be found by a screen reader.
// tests/test_figures.c has made the report; where there is none, or an old one, it is made here.
// MAZEWRIGHT_REPORT names another one to look at.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { accessible, build, command, launch, sideways, visit } from "./browser.mjs";

const time = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const report = process.env.MAZEWRIGHT_REPORT ?? join(build, "report.html");
if (!process.env.MAZEWRIGHT_REPORT && time(report) < time(command))
  execFileSync(command, ["reproduce", "all", "--quick", "--quiet", "--maps", "", "-o", report], { stdio: "ignore" });

const browser = await launch();
after(() => browser.close());
const open = (width, more = {}) => visit(browser, `file://${report}`, { viewport: { width, height: 900 }, ...more });

// What is wider than its box, or than the page. Texts within a picture are in its own coordinates.
const clipped = (page, within) => page.evaluate((within) => {
  const name = (e) => `${e.closest("section, header, nav")?.querySelector("h2, h3")?.textContent ?? ""} ${e.tagName}`;
  const all = [...document.querySelectorAll(within)].flatMap((e) => [e, ...e.querySelectorAll("*")]);
  return all.filter((e) => !e.closest("svg *") && getComputedStyle(e).display !== "inline" &&
    ((e.clientWidth && e.scrollWidth > e.clientWidth + 1) || e.getBoundingClientRect().right > innerWidth + 1))
    .map((e) => `${name(e)}: ${e.scrollWidth} in ${e.clientWidth}`);
}, within);

test("nothing is clipped at 1,200 pixels, in either theme", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, leave } = await open(1200, { colorScheme });
    assert.deepEqual(await clipped(page, "main"), []);
    await leave();
  }
});

test("on a small screen tables scroll, the page does not", async () => {
  for (const width of [800, 360]) {
    const { page, leave } = await open(width);
    assert.equal(await sideways(page), false, `${width} pixels`);
    await leave();
  }
});

// The width of a printed line in pixels: paper without its margins (html.c), at 96 pixels an inch.
const line = (millimetres) => Math.floor((millimetres - 28) / 25.4 * 96);

test("nothing is clipped on paper, A4 or letter", async () => {
  const { page, leave } = await open(1200);
  await page.emulateMedia({ media: "print" });
  for (const [portrait, landscape] of [[210, 297], [215.9, 279.4]]) {
    await page.setViewportSize({ width: line(portrait), height: 900 });
    assert.deepEqual(await clipped(page, "main > :not(.broad)"), []);
    await page.setViewportSize({ width: line(landscape), height: 900 });
    assert.deepEqual(await clipped(page, "main > .broad"), []);
  }
  await leave();
});

test("it is printed on pages of both formats, with every heading and the last columns", async () => {
  const { page, leave } = await open(1200);
  const headings = await page.$$eval("h1, h2, h3", (all) => all.map((h) => h.textContent));
  const columns = await page.$$eval("table", (all) => all.map((t) => [...t.querySelectorAll("thead tr:first-child th")].at(-1).textContent));
  const pdf = await page.pdf({ preferCSSPageSize: true, format: "A4" });
  const plain = (text) => text.replace(/\s/g, "");
  const info = execFileSync("pdfinfo", ["-l", "-1", "-"], { input: pdf, encoding: "utf8" });
  const text = plain(execFileSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8", maxBuffer: 1 << 26 }));
  const sizes = [...info.matchAll(/size:\s+([\d.]+) x ([\d.]+)/g)].map(([, w, h]) => +w > +h);
  assert.ok(sizes.includes(true) && sizes.includes(false), "pages in portrait and in landscape format");
  for (const words of [...headings, ...columns]) assert.ok(text.includes(plain(words)), words);
  await leave();
});

test("each heading comes once, links lead somewhere, pictures are described", async () => {
  const { page, leave } = await open(1200);
  const headings = await page.$$eval("h1, h2, h3", (all) => all.map((h) => h.textContent));
  assert.deepEqual(headings.filter((h, i) => headings.indexOf(h) !== i), []);
  assert.ok(headings.length > 20, `${headings.length} headings`);
  assert.deepEqual(await page.$$eval("a", (all) => all.map((a) => a.getAttribute("href"))
    .filter((href) => !href.startsWith("#") || !document.getElementById(href.slice(1)))), []);
  assert.deepEqual(await page.$$eval("svg", (all) => all.filter((s) => !s.closest("[aria-label]")).length), 0);
  assert.deepEqual(await page.$$eval("figure", (all) => all.filter((f) => !f.querySelector("figcaption")?.textContent).length), 0);
  await page.$$eval("svg *", (all) => all.forEach((shape) => shape.remove())); // they have one description
  await accessible(page);
  await leave();
});

test("an equals sign stands only where figures are equal, or where an interval is shown", async () => {
  const { page, leave } = await open(1200);
  const wrong = await page.$$eval("td", (all) => all.filter((cell) => cell.textContent.includes("=")).filter((cell) => {
    const published = cell.previousElementSibling.textContent, interval = cell.querySelector("small")?.textContent;
    if (parseFloat(cell.textContent) === parseFloat(published)) return false;
    const [low, high] = (interval ?? "").slice(1, -1).split("..").map(Number);
    return !(low <= +published && +published <= high);
  }).map((cell) => `${cell.previousElementSibling.textContent} and ${cell.textContent}`));
  assert.deepEqual(wrong, []);
  await leave();
});
