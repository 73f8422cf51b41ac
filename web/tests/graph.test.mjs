// Tests the view of the state graph as a person uses it: what it says against the program, positions looked at by pointer and
// by keys, playing from them, a search on it, large mazes, pictures to save, the address.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, download, program, settled, sideways, stage, until } from "./browser.mjs";
import { arrived, button, core, enter, hash, idOf, run, shipped } from "./person.mjs";

const { browser, site } = await stage();

const DIE = shipped("die/05.die"), THESEUS = shipped("theseus/05.theseus"), UNSOLVABLE = idOf("-", "die 3x1\nS*G\n");

const canvas = (page) => page.getByRole("application", { name: "State graph" });
const says = (page) => page.locator("#graph-says");
const card = (page) => page.getByRole("region", { name: "Position" });
const shown = (page) => until(page, () => document.querySelector("#graph-says").textContent !== "");
const colours = (page) => canvas(page).evaluate((c) => {
  const { data } = c.getContext("2d").getImageData(0, 0, c.width, c.height), seen = new Set();
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 250) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  return seen.size;
});

async function open(maze, settings = "", options) {
  const visitor = await enter(browser, site.address, "graph", `${maze}${settings && `?${settings}`}`, options);
  await shown(visitor.page);
  return visitor;
}

// The words of the position on the card, once it is that of this state.
async function tells(page, maze, state) {
  const { words, moves, count } = core("state", { maze, state });
  await card(page).getByText(words, { exact: true }).waitFor();
  if (count) await card(page).getByText(`${count} moves from the start: ${moves}`, { exact: false }).or(card(page).getByText(`1 move from the start: ${moves}`)).waitFor();
}

for (const maze of [DIE, THESEUS, shipped("rook/05.rook"), shipped("bloxorz/05.bloxorz"), shipped("marble/05.marble")])
  test(`${maze.slice(0, 20)}: the words are those of the program`, async () => {
    const { page, leave } = await open(maze), { total, dead, layers, must_states, nodes: { distance: [length] } } = core("layout", { maze });
    const text = await says(page).textContent(), has = (part) => assert.ok(text.includes(part), `${part}: ${text}`);
    has(`${total} positions can be reached.`);
    has(`The goal is ${length} move`);
    has(`They lie in ${layers} rows.`);
    has(dead ? `From ${dead} of them the maze can no longer be won.` : "From each of them the maze can be won.");
    assert.equal(text.includes("Every solution passes"), must_states > 2);
    assert.ok(await colours(page) > 4);
    await tells(page, maze, 0);
    await leave();
  });

test("with keys: from dot to dot, and Enter plays from there", async () => {
  const { page, leave } = await open(THESEUS);
  await canvas(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const { edges } = core("layout", { maze: THESEUS }), near = new Set();
  for (let e = 0; e < edges.length; e += 3) if (edges[e] === 0) near.add(edges[e + 1]);
  const all = [...near].map((state) => core("state", { maze: THESEUS, state }));
  await until(page, (words) => words.includes(document.querySelector(".node-card > p").textContent), all.map((s) => s.words));
  const there = await page.locator(".node-card > p").first().textContent(), { moves } = all.find((s) => s.words === there);
  await page.keyboard.press("Enter");
  await settled(page, "play");
  await arrived(page, THESEUS, moves);
  await leave();
});

test("who is quicker than the answer plays from the dot at hand all the same", async () => {
  const { page, leave } = await open(THESEUS);
  await tells(page, THESEUS, 0);
  await canvas(page).evaluate((c) => {
    for (const key of ["Home", "ArrowRight", "Enter"]) c.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await settled(page, "play");
  const { edges } = core("layout", { maze: THESEUS }), near = [];
  for (let e = 0; e < edges.length; e += 3) if (edges[e] === 0) near.push(core("state", { maze: THESEUS, state: edges[e + 1] }).count);
  await until(page, (counts) => counts.includes(Number(document.querySelector('[aria-label="Counter"]').textContent.split(" ")[0])), near);
  await leave();
});

test("a pointer shows the position of a dot, and a click plays from it", async () => {
  const { page, leave } = await open(DIE), box = await canvas(page).boundingBox();
  await tells(page, DIE, 0);
  const { nodes } = core("layout", { maze: DIE }), [left, right] = [Math.min(...nodes.x), Math.max(...nodes.x)];
  const [top, bottom] = [Math.min(...nodes.y), Math.max(...nodes.y)];
  const scale = Math.min(46, (box.width - 60) / (right - left), (box.height - 60) / Math.max(1, bottom - top)); // as it is fitted
  const at = (i) => [box.x + box.width / 2 + (nodes.x[i] - (left + right) / 2) * scale, box.y + box.height / 2 + (nodes.y[i] - (top + bottom) / 2) * scale];
  await page.mouse.move(...at(4));
  await tells(page, DIE, 4);
  await page.mouse.move(...at(7));
  await tells(page, DIE, 7);
  await page.mouse.click(...at(7));
  await settled(page, "play");
  await arrived(page, DIE, core("state", { maze: DIE, state: 7 }).moves);
  await leave();
});

test("wheel, buttons and dragging move the picture, and it comes back", async () => {
  const { page, leave } = await open(DIE), box = await canvas(page).boundingBox();
  const picture = () => canvas(page).evaluate((c) => c.toDataURL());
  await page.mouse.move(box.x + 5, box.y + 5);
  const whole = await picture();
  const changes = async (act, before) => {
    await act();
    await until(page, (old) => document.querySelector(".graph-canvas").toDataURL() !== old, before);
    return picture();
  };
  const near = await changes(() => page.mouse.wheel(0, -400), whole);
  const moved = await changes(async () => {
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 60, { steps: 4 });
    await page.mouse.up();
  }, near);
  await changes(() => button(page, "Smaller").click(), moved);
  await button(page, "Show all").click();
  await page.mouse.move(box.x + 5, box.y + 5);
  await until(page, (old) => document.querySelector(".graph-canvas").toDataURL() === old, whole);
  await leave();
});

test("a search goes through the graph, forwards and backwards; the address has it", async () => {
  const { page, leave } = await open(DIE);
  await page.getByLabel("Colours tell").selectOption({ label: "A search" });
  await page.getByLabel("Algorithm").selectOption("bfs");
  const { expanded } = program("solve", "--json", "-q", "-a", "bfs", DIE)[0], slider = page.getByRole("slider", { name: "Position in the search" });
  await page.getByText(`${expanded} positions expanded.`).waitFor();
  await page.locator(".stepper-place").getByText(`${expanded} of ${expanded} expansions`).waitFor();
  const picture = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
    done(document.querySelector(".graph-canvas").toDataURL())))));
  const end = await picture();
  await button(page, "To the beginning").click();
  assert.notEqual(await picture(), end);
  await button(page, "Step").click();
  await page.locator(".stepper-place").getByText(`1 of ${expanded} expansions`).waitFor();
  await slider.fill(String(expanded));
  assert.equal(await picture(), end, "the same moment is the same picture");
  assert.equal(await hash(page), `#graph/${DIE}?colour=order&algorithm=bfs`);
  await leave();
  const again = await open(DIE, "colour=order&algorithm=bfs&at=3");
  await again.page.locator(".stepper-place").getByText(`3 of ${expanded} expansions`).waitFor();
  await again.leave();
});

test("the game that is being played is drawn", async () => {
  const { page, leave } = await enter(browser, site.address, "play", DIE), [{ solution }] = program("solve", "--json", "-q", DIE);
  for (const move of [...solution.slice(0, 3)]) await page.keyboard.press({ N: "ArrowUp", E: "ArrowRight", S: "ArrowDown", W: "ArrowLeft" }[move] ?? move);
  await arrived(page, DIE, solution.slice(0, 3));
  await page.goto(`${site.address}#graph/${encodeURIComponent(DIE)}`);
  await shown(page);
  await page.getByText("your moves").waitFor();
  await leave();
});

test("the picture as SVG is that of the command; PNG is one, too", async () => {
  const { page, leave } = await open(DIE, "way=stress"), folder = mkdtempSync(join(tmpdir(), "mazewright-graph-"));
  const svg = await download(page, () => button(page, "Picture as SVG").click());
  run(["render", "--graph", "--layout", "stress", "-o", join(folder, "x.svg"), DIE]);
  assert.equal(svg.content.toString(), readFileSync(join(folder, "x.svg"), "utf8"));
  const png = await download(page, () => button(page, "Picture as PNG").click());
  assert.equal(png.content.subarray(1, 4).toString(), "PNG");
  rmSync(folder, { recursive: true });
  await leave();
});

test("a maze of 11,000 positions is shown within seconds, zoomed, and with fewer dots when asked", async () => {
  const maze = "theseus:20x20#1", began = Date.now(), { page, leave } = await open(maze, "way=stress");
  assert.ok(Date.now() - began < 20000);
  const box = await canvas(page).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let i = 0; i < 10; i++) await page.mouse.wheel(0, -60);
  await page.getByLabel("Dots at most").selectOption({ label: "1,000" });
  const { nodes, drawn } = core("layout", { maze, way: "stress", nodes: 1000 });
  await page.getByText(`${drawn.toLocaleString("en")} positions are drawn as ${nodes.x.length.toLocaleString("en")} dots`).waitFor();
  await leave();
});

test("a maze without a solution, and moves that are none", async () => {
  const { page, leave } = await open(UNSOLVABLE, "moves=XYZ");
  assert.equal(await says(page).textContent(), "1 position can be reached. None of them is a win.");
  assert.equal(await page.locator(".legend .scale").count(), 0, "there are no distances to the goal");
  await leave();
});

for (const [width, colorScheme] of [[360, "light"], [360, "dark"], [1280, "light"], [1280, "dark"]])
  test(`${width} pixels, ${colorScheme}: everybody can use it`, async () => {
    const { page, leave } = await open(THESEUS, "colour=order", { viewport: { width, height: 780 }, colorScheme });
    await page.getByText(/positions expanded/).waitFor();
    assert.equal(await sideways(page), false);
    await accessible(page);
    const [dots, position] = [await canvas(page).boundingBox(), await card(page).boundingBox()];
    if (width === 360) assert.ok(position.y - dots.y - dots.height < 30, "the position is next to the dots");
    else assert.ok(position.x > dots.x + dots.width && Math.abs(position.y - dots.y) < 5, "the position is beside the dots");
    await leave();
  });
