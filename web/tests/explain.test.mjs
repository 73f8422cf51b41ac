// Tests the view Explain as a person uses it: what every solution does, step by step; why a game is lost; two mazes
// compared; and the way between these views and Play.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, settled, sideways, stage, until } from "./browser.mjs";
import { arrived, button, core, counter, enter, findMoves, hash, idOf, notice, picture, said, shipped } from "./person.mjs";

const { browser, site } = await stage();

const DIE = shipped("die/09.die"), THESEUS = shipped("theseus/05.theseus"), BLOXORZ = shipped("bloxorz/20.bloxorz");
const UNSOLVABLE = idOf("-", "die 3x1\nS*G\n");

const account = (page) => page.getByRole("region", { name: "What every solution does" });
const steps = (page) => account(page).locator("ol.account > li");
const current = (page) => account(page).locator("li[aria-current=step]");
const board = (page) => page.getByRole("region", { name: "Board" });
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
// The words of all steps, those that are folded included, in the order of the page.
const words = (page) => page.locator("ol.account .step").allTextContents();

// Waits until the account of a maze is there.
const told = (page, n) => until(page, (count) => document.querySelectorAll("ol.account > li").length >= count, n ?? 1);

async function tellsAll(page, maze) {
  const { must_pass, length } = core("explain", { maze });
  await told(page);
  await account(page).getByText(`A shortest solution has ${length} moves.`).waitFor();
  const more = account(page).getByRole("button", { name: /^Show more/ });
  while (await more.isVisible()) await more.click();
  await account(page).locator("details:has(.step, ol)").evaluateAll((all) => all.forEach((d) => { d.open = true; }));
  await until(page, (n) => document.querySelectorAll("ol.account .step").length === n, must_pass.length);
  assert.deepEqual((await words(page)).sort(), must_pass.map((m) => m.words).sort());
  const places = await steps(page).evaluateAll((all) => all.map((li) => Number(li.dataset.step)));
  assert.deepEqual(places, [...places].sort((a, b) => a - b), "in their order");
  assert.equal(places.at(-1), must_pass.length - 1);
}

for (const [name, maze] of [["a die", DIE], ["Theseus", THESEUS], ["Bloxorz", BLOXORZ], ["a rook", shipped("rook/09.rook")],
  ["a marble", shipped("marble/09.marble")]])
  test(`${name}: the page tells what the program says that every solution does`, async () => {
    const { page, leave } = await enter(browser, site.address, "explain", maze);
    await tellsAll(page, maze);
    await leave();
  });

test("steps in a row are folded into one line, and can be read one by one", async () => {
  const { page, leave } = await enter(browser, site.address, "explain", DIE);
  await told(page);
  const { must_pass } = core("explain", { maze: DIE });
  assert.ok(await steps(page).count() < must_pass.length, "a corridor is one line");
  const folded = account(page).getByText("The moves one by one").first();
  await folded.focus();
  await page.keyboard.press("Enter");
  const inside = steps(page).locator("details[open] .step");
  await inside.first().click();
  assert.equal(await board(page).locator(".waypoint-words").textContent(),
    `${await inside.first().evaluate((b) => b.closest("li").dataset.step)}. ${await inside.first().textContent()}`);
  await leave();
});

test("with keys: the slider goes from step to step, and Play goes on from there", async () => {
  const { page, leave } = await enter(browser, site.address, "explain", BLOXORZ);
  await told(page);
  const { must_pass, way } = core("explain", { maze: BLOXORZ });
  const slider = page.getByRole("slider", { name: "Step" });
  await slider.focus();
  const before = await picture(page);
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight");
  assert.equal(await current(page).getAttribute("data-step"), "2");
  assert.equal(await slider.getAttribute("aria-valuetext"), `2. ${must_pass[2].words}`);
  await until(page, (old) => document.querySelector("#main canvas").toDataURL() !== old, before);
  await page.getByRole("button", { name: "Step before" }).press("Enter");
  assert.equal(await current(page).getAttribute("data-step"), "1");
  await page.getByRole("button", { name: "Next step" }).press("Enter");
  assert.ok(await current(page).getByText("point of no return").isVisible());
  await board(page).getByRole("button", { name: "Play from here" }).press("Enter");
  await settled(page, "Play");
  const moves = way.slice(0, must_pass[2].at);
  await arrived(page, BLOXORZ, moves.join(" "));
  assert.equal(await hash(page), `#play/${BLOXORZ}`, "a game of one's own from now on");
  await page.reload();
  await arrived(page, BLOXORZ, moves.join(" "));
  for (const word of way.slice(moves.length)) await page.keyboard.type(word);
  await until(page, () => document.querySelector(".play .notice.row > p").textContent.startsWith("Solved"));
  assert.match(await notice(page).textContent(), /solution shown/, "not found by the player");
  await leave();
});

test("where steps are, bridges and fragile tiles keep their colours", async () => {
  const floors = core("play", { maze: BLOXORZ, theme: "light" }).scene.shapes.filter((s) => s.cell !== undefined && s.t === "p");
  const times = new Map();
  for (const { c } of floors) times.set(c, (times.get(c) ?? 0) + 1);
  const [, fragile] = [...times.keys()].sort((a, b) => times.get(b) - times.get(a)); // the first is that of plain floors
  const share = (page) => page.locator("#main canvas").first().evaluate((canvas, colour) => { // of its pixels
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height), [r, g, b] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
    let n = 0, drawn = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === r && data[i + 1] === g && data[i + 2] === b) n++;
      if (data[i + 3]) drawn++;
    }
    return n / drawn;
  }, fragile);
  const { page, leave } = await enter(browser, site.address, "play", BLOXORZ, { colorScheme: "light" }), bare = await share(page);
  await page.getByRole("link", { name: "Explain", exact: true }).click();
  await told(page);
  await until(page, () => !document.querySelector("main .key[hidden]"));
  assert.ok(bare > 0.005 && await share(page) > 0.6 * bare, `${fragile}: ${bare}, with steps ${await share(page)}`);
  await leave();
});

test("from the position of a game that can be won, and back to the start", async () => {
  const { way } = core("explain", { maze: THESEUS }), moves = way.slice(0, 9).join(" ");
  const { page, leave } = await enter(browser, site.address, "play", THESEUS);
  await page.keyboard.type(way.slice(0, 9).join(""));
  await arrived(page, THESEUS, moves);
  await page.getByRole("link", { name: "Explain", exact: true }).click();
  await settled(page, "Explain");
  await told(page);
  const length = (n) => account(page).getByText(`A shortest solution has ${n} moves.`);
  await length(way.length).waitFor();
  await button(page, "From your position").click();
  await length(way.length - 9).waitFor();
  assert.deepEqual((await words(page))[0], core("explain", { maze: THESEUS, moves }).must_pass[0].words);
  assert.match(await page.evaluate(() => location.hash), /\?moves=/);
  await page.reload(); // a link to it
  await length(way.length - 9).waitFor();
  await button(page, "From the start").click();
  await length(way.length).waitFor();
  await leave();
});

// Positions of Theseus: one that is lost though he can still move, and one where he is caught.
const isDead = (moves) => core("play", { maze: THESEUS, moves }).status === "open" && !core("hint", { maze: THESEUS, moves, grade: 1 }).winnable;
const DEAD = findMoves(THESEUS, (moves) => moves.split(" ").length > 4 && isDead(moves) && core("explain", { maze: THESEUS, moves }).fatal_move > 2);
const CAUGHT = findMoves(THESEUS, (moves) => core("play", { maze: THESEUS, moves }).status === "lost");

for (const [name, moves, width] of [["lost before its end", DEAD, 1280], ["lost by the last move", CAUGHT, 360]])
  test(`a game ${name}: Why? says which move lost it, and Play goes on from before it`, async () => {
    const { page, leave } = await enter(browser, site.address, "play", THESEUS, { viewport: { width, height: 740 } });
    await page.keyboard.type(moves.replaceAll(" ", ""));
    await arrived(page, THESEUS, moves);
    if (moves === DEAD) await button(page, "Hint").click();
    await button(page, "Why?").click();
    await settled(page, "Explain");
    const { words: why, fatal_move } = core("explain", { maze: THESEUS, moves }), game = page.getByRole("region", { name: "Your game" });
    await game.getByRole("heading", { name: "Why your game is lost" }).waitFor();
    assert.equal(await game.locator(".notice").textContent(), why);
    assert.ok((await said(page)).length > 0);
    await game.getByRole("img", { name: `Before move ${fatal_move}` }).waitFor();
    await game.getByRole("img", { name: new RegExp(`^After move ${fatal_move}: `) }).waitFor();
    await tellsAll(page, THESEUS); // the maze itself is explained below
    await accessible(page);
    assert.equal(await sideways(page), false);
    await button(page, `Play on from before move ${fatal_move}`).click();
    await settled(page, "Play");
    await arrived(page, THESEUS, moves.split(" ").slice(0, fatal_move - 1).join(" "));
    assert.equal(await counter(page).textContent().then((n) => n.split(" ")[0]), String(fatal_move - 1));
    await button(page, "Redo").click(); // what one has done oneself can be done again
    await arrived(page, THESEUS, moves.split(" ").slice(0, fatal_move).join(" "));
    await leave();
  });

test("a hint says what every solution does next, before it says where to go", async () => {
  const { page, leave } = await enter(browser, site.address, "play", BLOXORZ, { viewport: { width: 360, height: 740 } });
  await button(page, "Hint").click();
  await until(page, (text) => document.querySelector(".play .notice.row > p").textContent === text, core("hint", { maze: BLOXORZ, grade: 1 }).text);
  await button(page, "More").click();
  const { text } = core("hint", { maze: BLOXORZ, grade: 4 });
  assert.match(text, /^Every solution/);
  await until(page, (words) => document.querySelector(".play .notice.row > p").textContent === words, text);
  assert.equal(await notice(page).evaluate((p) => p.scrollHeight > p.clientHeight + 1), false, "all of it is seen");
  assert.equal(await sideways(page), false);
  await leave();
});

test("a maze without a solution is told; so are moves in a link that are none", async () => {
  const { page, leave } = await enter(browser, site.address, "explain", `${UNSOLVABLE}?moves=XYZ`);
  await page.getByText("The moves in this link are no moves of this maze.").first().waitFor();
  await account(page).getByText("This maze cannot be won at all.").waitFor();
  assert.equal(await steps(page).count(), 0);
  await accessible(page);
  await leave();
});

test("a large maze can be stopped, and asked again; another one is chosen meanwhile", async () => {
  const { page, leave } = await enter(browser, site.address, "explain", "theseus:60x60#3");
  await button(page, "Stop").click();
  await account(page).getByText("Stopped.").waitFor();
  await button(page, "Try again").click();
  await page.getByRole("combobox", { name: "Maze", exact: true }).selectOption(DIE);
  await until(page, (id) => decodeURIComponent(location.hash) === `#explain/${id}`, DIE);
  await tellsAll(page, DIE);
  await leave();
});

test("views within a tab: links to them keep the maze, and tell which one is shown", async () => {
  const { page, leave } = await enter(browser, site.address, "explain", DIE);
  const within = page.getByRole("navigation", { name: "Explain" });
  await within.getByRole("link", { name: "Compare" }).click();
  await settled(page, "Compare");
  await until(page, (address) => decodeURIComponent(location.hash).startsWith(address), `#compare/${DIE}?with=`);
  assert.equal(await within.getByRole("link", { name: "Compare" }).getAttribute("aria-current"), "page");
  assert.equal(await page.getByRole("link", { name: "Explain", exact: true }).getAttribute("aria-current"), "page");
  await within.getByRole("link", { name: "Account" }).click();
  await settled(page, "Explain");
  await told(page);
  assert.equal(await hash(page), `#explain/${DIE}`);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await settled(page, "Play");
  assert.equal(await within.count(), 0);
  await leave();
});

const verdict = (page) => page.getByRole("region", { name: "Which is harder" });

test("two mazes are compared in the words of the program; the address has both", async () => {
  const { page, leave } = await enter(browser, site.address, "compare", `${DIE}?with=${encodeURIComponent(THESEUS)}`);
  for (const sentence of core("compare", { maze: DIE, with: THESEUS }).sentences) await verdict(page).getByText(sentence, { exact: true }).waitFor();
  assert.ok((await said(page)).includes("is harder than"));
  await page.getByRole("combobox", { name: "Maze A" }).selectOption(BLOXORZ);
  const { sentences, measures } = core("compare", { maze: BLOXORZ, with: THESEUS });
  for (const sentence of sentences) await verdict(page).getByText(sentence, { exact: true }).waitFor();
  await page.getByText("All measures side by side").click();
  assert.equal(await verdict(page).locator("tbody tr").count(), measures.length);
  await accessible(page);
  // Some programs escape more of a link.
  await page.goto("about:blank");
  await page.goto(`${site.address}#compare/${encodeURIComponent(`${DIE}?with=${encodeURIComponent(THESEUS)}`)}`);
  await verdict(page).getByText(core("compare", { maze: DIE, with: THESEUS }).sentences[0], { exact: true }).waitFor();
  await leave();
});

for (const view of ["explain", "compare"])
  test(`${view}: of a maze that there is not, nothing but the error is shown; another one can be chosen`, async () => {
    const { page, leave } = await enter(browser, site.address, view, "die:9");
    await page.getByRole("alert").waitFor();
    for (const name of ["Board", "What every solution does", "Which is harder"])
      assert.equal(await page.getByRole("region", { name, exact: true }).count(), 0, name);
    for (const list of await page.getByRole("combobox", { name: /^Maze/ }).all()) await list.selectOption(DIE);
    if (view === "explain") await told(page);
    else await verdict(page).locator(".verdict").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await leave();
  });

test("with a maze that has no solution", async () => {
  const { page, leave } = await enter(browser, site.address, "compare", `${DIE}?with=${encodeURIComponent(UNSOLVABLE)}`);
  await verdict(page).getByText("B has no solution, so it has no difficulty.").waitFor();
  await leave();
});

for (const [width, height] of [[360, 740], [1280, 800]])
  for (const colorScheme of ["light", "dark"])
    test(`the account and the comparison at ${width} px, ${colorScheme}`, async () => {
      const { page, leave } = await enter(browser, site.address, "explain", THESEUS,
        { viewport: { width, height }, colorScheme, hasTouch: width < 500 });
      await told(page);
      await accessible(page);
      assert.equal(await sideways(page), false);
      await page.getByRole("link", { name: "Compare" }).click();
      await settled(page, "Compare");
      await verdict(page).getByText("is harder than").waitFor();
      await accessible(page);
      assert.equal(await sideways(page), false);
      await leave();
    });

test("in German and Spanish nothing stays English", async () => {
  for (const [locale, summary, step] of [["de", "Eine kürzeste Lösung hat", "Der Würfel liegt auf"], ["es", "Una solución más corta tiene", "El dado está en"]]) {
    const { page, leave } = await enter(browser, site.address, "explain", DIE, { locale });
    await told(page);
    await page.locator(".explained").getByText(summary).waitFor();
    assert.ok(capital((await words(page))[0]).startsWith(step), (await words(page))[0]);
    await leave();
  }
});

test("in German the numbers of a comparison are written as Germans write them", async () => {
  const sentences = core("compare", { maze: BLOXORZ, with: THESEUS }).sentences, [, steps] = / player makes (\d,\d{3}) moves/.exec(sentences[0]);
  const [, moves] = sentences.map((s) => /an attempt takes (\d+\.\d+) moves/.exec(s)).find(Boolean);
  const { page, leave } = await enter(browser, site.address, "compare", `${BLOXORZ}?with=${encodeURIComponent(THESEUS)}`, { locale: "de" });
  const verdict = page.getByRole("region", { name: "Welches schwerer ist" });
  await verdict.getByText(`Ein simulierter Spieler macht ${steps.replace(",", ".")} Züge, bis er gewinnt`).waitFor();
  await verdict.getByText(`macht er in einem Versuch ${moves.replace(".", ",")} Züge`).waitFor();
  await leave();
});
