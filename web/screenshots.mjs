// screenshots.mjs: takes pictures of every view in use, at both widths and in both themes:
// node screenshots.mjs OUT
import { readFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { host, launch, page_folder, settled, visit } from "./tests/browser.mjs";

const out = process.argv[2];
mkdirSync(out, { recursive: true });
const { mazes } = JSON.parse(readFileSync(join(page_folder, "mazes.json"), "utf8"));
const id = (name) => mazes.find((m) => m.name === name).id;
const click = (page, name) => page.getByRole("button", { name, exact: true }).click();

// Which address to open, and what a person would do there.
const SCENES = [
  ["play", `play/${id("theseus 9")}`, async (page) => {
    await click(page, "Hint");
    await click(page, "More");
  }],
  ["blocks", `play/${id("bloxorz 33")}`],
  ["search", `search/${id("die 9")}?a=bfs&b=astar&bh=h4&by=f&unit=expansions&at=40&bs=30`, async (page) => {
    await page.getByText("Search tree").last().click();
  }],
  ["projector", `search/${id("die 9")}?a=bfs&b=astar&bh=h4&by=f&unit=expansions&at=40`, async (page) => {
    if (page.viewportSize().width > 500) await click(page, "For a projector"); // a phone is none
  }],
  ["lab", `lab/${id("die 6")}?h1=${encodeURIComponent("mine=dx + dy + 2*(top != 1)")}`, (page) => page.getByText("Not admissible").first().waitFor()],
  ["explain", `explain/${id("bloxorz 30")}`, async (page) => {
    await page.locator("ol.account > li").nth(2).getByRole("button").first().click();
  }],
  ["compare", `compare/${id("theseus 9")}`, (page) => page.getByText("is harder than").first().waitFor()],
  ["graph", `graph/${id("theseus 11")}?way=stress`, (page) => page.getByText("can be reached").first().waitFor()],
  ["design", "design", async (page) => {
    await page.getByLabel("Kind").selectOption("theseus");
    await page.getByLabel("Size").fill("6x6");
    await page.getByLabel("Seed", { exact: true }).fill("3");
    await click(page, "Run");
    await page.getByText("Done.").first().waitFor();
  }],
  ["edit", `edit/${id("rook 9")}`, (page) => page.getByLabel("Colour by distance to the goal").check()],
  ["marble", "marble", async (page) => {
    await click(page, "Run");
    await page.waitForTimeout(1500);
    await click(page, "Pause");
    await page.getByRole("slider", { name: "Time" }).fill("41");
  }],
  ["book", "book", async (page) => {
    await page.getByLabel("Mazes on a page").selectOption("4");
    await page.getByLabel("All of die").check();
  }],
];

const browser = await launch(), site = await host();
for (const [width, height] of [[1280, 800], [360, 740]])
  for (const colorScheme of ["light", "dark"])
    for (const [name, hash, act] of SCENES) {
      const { page, leave } = await visit(browser, `${site.address}#${hash}`,
        { viewport: { width, height }, colorScheme, hasTouch: width < 500 });
      await settled(page, hash.split("/")[0]);
      await act?.(page);
      await page.waitForTimeout(700); // until animations have ended
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: join(out, `${name}-${width}-${colorScheme}.png`) });
      await leave();
    }
await browser.close();
await site.close();
