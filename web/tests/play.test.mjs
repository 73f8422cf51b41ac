// The play view as a person uses it: mazes of every kind won by keys, by touch and through the board
// in words; help, loss and return; mazes from lists, links, texts, seeds and days.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { host, launch, page_folder, puzzles, settled, until } from "./browser.mjs";
import { arrived, button, core, counter, enter, findMoves, hash, idOf, notice, picture, run, said, shipped, solve, steps } from "./person.mjs";

const ROOK = shipped("rook/01.rook"), THESEUS = shipped("theseus/01.theseus"), BLOXORZ = shipped("bloxorz/01.bloxorz");
const MAZES = { "a rook maze": ROOK, "a queen maze": shipped("variants/queen.rook"), "a rolling die": shipped("die/01.die"),
  "Theseus": THESEUS, "Bloxorz": BLOXORZ, "a block that is divided": shipped("bloxorz/21.bloxorz"),
  "a flat marble maze": idOf("marble:3x3#1"), "a marble maze in space": idOf("marble:3x3x3#8") };
const ARROWS = ["Up", "Right", "Down", "Left"];

let browser, site;
before(async () => {
  browser = await launch();
  site = await host();
});
after(async () => {
  await browser.close();
  await site.close();
});
const play = (maze, options) => enter(browser, site.address, "play", maze, options);

// The half of a divided player that moves, as the button for it says.
async function turnTo(page, half, turn) {
  const change = page.getByRole("button", { name: /^Half . moves/ });
  if (!half || !(await change.count()) || (await change.textContent()).includes(`Half ${half}`)) return;
  await turn(change);
  await page.getByRole("button", { name: `Half ${half} moves` }).waitFor();
}

// What a move is on the keyboard: an arrow, a letter of its own, or the space bar.
const keyOf = ({ action, arrow }) => arrow !== null ? `Arrow${ARROWS[arrow]}` : action.length > 1 ? " " : action;
async function type(page, move) {
  await turnTo(page, move.half, () => page.keyboard.press("x"));
  await page.keyboard.press(keyOf(move));
}

// Makes these moves one by one with `make`, and sees the page arrive after each.
async function make(page, maze, moves, by = type) {
  const made = [];
  for (const move of steps(maze, moves)) {
    await by(page, move, made.length);
    made.push(move.action);
    await arrived(page, maze, made.join(" "));
  }
}

async function assertWon(page, maze) {
  const { moves } = solve(maze), many = `${moves} moves`;
  await until(page, (n) => document.querySelector(".notice.good")?.textContent.startsWith(`Solved in ${n} (shortest ${n.split(" ")[0]}).`), many);
  assert.equal(await counter(page).textContent(), `${many}, shortest ${moves}`);
  assert.equal(await page.getByText(`✓ solved in ${moves}`).count(), 1);
}

for (const [name, maze] of Object.entries(MAZES))
  test(`${name} is won by keys`, async () => {
    const { page, leave } = await play(maze);
    await make(page, maze);
    await assertWon(page, maze);
    await leave();
  });

// ---- touch

// A finger that goes (dx, dy) over the board, in pixels.
async function swipe(page, [dx, dy]) {
  const canvas = page.locator(".stage canvas"), finger = await page.context().newCDPSession(page);
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox(), [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const at = (t) => [{ x: x + dx * (t - 0.5), y: y + dy * (t - 0.5) }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const t of [0.3, 0.6, 1]) await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(t) });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}

// Where a move goes in the picture; null if it goes nowhere, or another one goes nearly the same way.
function wayOf({ action, at, x, y, half }) {
  const way = (l) => [l.x - at.x, l.y - at.y], mine = way({ x, y }), length = Math.hypot(...mine);
  const near = (l) => l.action !== action && l.half === half && l.x !== null &&
    (way(l)[0] * mine[0] + way(l)[1] * mine[1]) / (Math.hypot(...way(l)) * length) > 0.9;
  return length < 0.1 || at.legal.some(near) ? null : mine.map((v) => v * 70 / length);
}

// The middle of the floor of the cell to which a move leads, on the screen; null: another move does, too.
async function placeOf(page, { action, at, cell }) {
  const floor = at.scene.shapes.find((s) => s.cell === cell && s.t === "p");
  if (cell === at.cell || !floor || at.legal.some((l) => l.cell === cell && l.action !== action)) return null;
  const canvas = page.locator(".stage canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox(), scale = box.width / at.scene.w;
  const middle = (axis) => floor.p.filter((_, i) => i % 2 === axis).reduce((a, b) => a + b) / (floor.p.length / 2) * scale;
  return [box.x + middle(0), box.y + middle(1)];
}

const padName = ({ action, arrow, half }) => arrow !== null ? (action.length > 1 && !half ? action : ARROWS[arrow]) :
  { 9: "up and right", 3: "down and right", 1: "down and left", 7: "up and left" }[action] ?? action;

// By turns swipes, taps on the pad, taps on the board, as far as they tell the move.
async function touch(page, move, i) {
  await turnTo(page, move.half, (change) => change.tap());
  const way = wayOf(move), place = i % 3 === 2 && await placeOf(page, move);
  if (i % 3 === 0 && way) await swipe(page, way);
  else if (place) await page.touchscreen.tap(...place);
  else await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: padName(move), exact: true }).tap();
}

for (const [name, maze] of Object.entries(MAZES))
  test(`${name} is won by touch`, async () => {
    const { page, leave } = await play(maze, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    await make(page, maze, undefined, touch);
    await assertWon(page, maze);
    await leave();
  });

// ---- progress

test("what was solved stays solved, and leads on to the next maze", async () => {
  const { page, leave } = await play(ROOK);
  await make(page, ROOK);
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^Next: /);
  await page.reload();
  await arrived(page, ROOK, solve(ROOK).solution);
  await button(page, "Mazes").click();
  const tiles = page.getByRole("region", { name: "Ladder rook" });
  assert.match(await tiles.getByRole("link").nth(0).getAttribute("aria-label"), /rook 1,.* solved in the fewest moves$/);
  assert.match(await tiles.getByRole("link").nth(1).getAttribute("aria-label"), /rook 2,.* not solved$/);
  assert.match(await tiles.textContent(), /1 of 12 solved/);
  await button(page, "Close").click();
  await page.getByRole("button", { name: "Next: rook 2" }).click();
  await arrived(page, shipped("rook/02.rook"));
  assert.equal(await hash(page), `#play/${shipped("rook/02.rook")}`);
  await leave();
});

test("more moves than needed count as solved, too, and the best is kept", async () => {
  const { page, leave } = await play(THESEUS), { solution, moves } = solve(THESEUS);
  const detour = `W ${[...solution].join(" ")}`;
  if (core("play", { maze: THESEUS, moves: detour }).status === "solved") {
    await make(page, THESEUS, detour);
    assert.match(await notice(page).textContent(), new RegExp(`^Solved in ${moves + 1} moves \\(shortest ${moves}\\)`));
    await button(page, "Again").click();
  }
  await arrived(page, THESEUS);
  await make(page, THESEUS, solution);
  assert.equal(await page.getByText(`✓ solved in ${moves}`, { exact: true }).count(), 1);
  await leave();
});

test("undo, redo and restart, by keys and buttons", async () => {
  const { page, leave } = await play(ROOK), words = [...solve(ROOK).solution], after = (n) => arrived(page, ROOK, words.slice(0, n).join(" "));
  for (const name of ["Undo", "Redo", "Restart"]) assert.ok(await button(page, name).isDisabled(), name);
  const first = await picture(page);
  await make(page, ROOK, words.slice(0, 3).join(" "));
  const third = await picture(page);
  for (const [key, count] of [["u", 2], ["Control+z", 1], ["r", 2], ["Control+y", 3], ["0", 0], ["r", 1], ["Backspace", 0], ["Control+Shift+Z", 1]]) {
    await page.keyboard.press(key);
    await after(count);
  }
  for (const [name, count] of [["Redo", 2], ["Redo", 3]]) {
    await button(page, name).click();
    await after(count);
  }
  assert.equal(await picture(page), third);
  await button(page, "Undo").click();
  await after(2);
  await button(page, "Restart").click();
  await after(0);
  assert.equal(await picture(page), first);
  assert.ok(await button(page, "Undo").isDisabled());
  await leave();
});

test("what is not allowed changes nothing, and is told", async () => {
  const { page, leave } = await play(ROOK), before = await picture(page);
  const legal = core("play", { maze: ROOK }).legal.map((l) => l.arrow), refused = [0, 1, 2, 3].filter((a) => !legal.includes(a));
  assert.ok(refused.length);
  for (const arrow of refused) {
    await page.keyboard.press(`Arrow${ARROWS[arrow]}`);
    await until(page, (way) => document.getElementById("announcer").textContent.trim() === `Not possible: ${way}.`, ARROWS[arrow].toLowerCase());
    assert.equal(await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: ARROWS[arrow] }).getAttribute("aria-disabled"), "true");
  }
  await page.keyboard.press("7");
  await until(page, () => document.getElementById("announcer").textContent.trim() === "Not possible: 7.");
  assert.match(await counter(page).textContent(), /^0 moves/);
  assert.equal(await picture(page), before);
  await leave();
});

test("fast typing loses no key, while moves are shown", async () => {
  const maze = shipped("die/03.die"), { page, leave } = await play(maze, { reducedMotion: "no-preference" });
  await Promise.all(steps(maze).map((move) => page.keyboard.press(keyOf(move))));
  await assertWon(page, maze);
  await leave();
});

// ---- animation

// The pictures that the board shows, in their order, until the move that a key makes has been told.
async function filmOf(page, maze, move) {
  await page.evaluate(() => {
    const canvas = document.querySelector(".stage canvas"), film = (window.film = [canvas.toDataURL()]);
    const look = () => {
      const now = canvas.toDataURL();
      if (now !== film.at(-1)) film.push(now);
      requestAnimationFrame(look);
    };
    look();
  });
  await type(page, move);
  await arrived(page, maze, move.action);
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  return page.evaluate(() => window.film);
}

test("a move is seen under way, and with reduced motion only its end", async () => {
  for (const maze of [ROOK, BLOXORZ]) {
    const [move] = steps(maze);
    const lively = await play(maze, { reducedMotion: "no-preference" });
    await lively.page.getByLabel("Speed").selectOption("Calm");
    const film = await filmOf(lively.page, maze, move);
    assert.ok(film.length > 4, `${film.length} pictures of a move`);
    assert.equal(new Set(film).size, film.length, "no picture comes twice");
    await lively.leave();
    const calm = await play(maze), still = await filmOf(calm.page, maze, move);
    assert.deepEqual(still, [film[0], film.at(-1)]);
    await calm.leave();
  }
});

// ---- help

const hintText = (maze, moves, grade) => run(["hint", "--moves", moves, "--grade", String(grade), maze]).trim();
const tells = (page, text) => until(page, (t) => document.querySelector(".play .notice.row > p").textContent === t, text);

test("hints in three grades, as the program gives them", async () => {
  for (const maze of [ROOK, shipped("bloxorz/21.bloxorz")]) {
    const { page, leave } = await play(maze), [first, second] = steps(maze).map((m) => m.action);
    for (const moves of ["", first, `${first} ${second}`]) {
      if (moves) await make(page, maze, moves.split(" ").length > 1 ? moves : first, async (p, move, i) => i === moves.split(" ").length - 1 && type(p, move));
      const plain = await picture(page);
      for (const grade of [1, 2, 3]) {
        if (grade === 2) await button(page, "More").click();
        else await page.keyboard.press("h");
        await tells(page, hintText(maze, moves, grade));
      }
      assert.notEqual(await picture(page), plain, "an arrow points to where to go");
      assert.equal(await button(page, "More").count(), 0);
    }
    await leave();
  }
});

for (const [name, maze] of [["caught by the Minotaur", shipped("theseus/02.theseus")], ["fallen off the board", BLOXORZ]])
  test(`${name}: lost, told so, and back by undo`, async () => {
    const moves = findMoves(maze, (m) => core("play", { maze, moves: m }).status === "lost"), before = moves.split(" ").slice(0, -1).join(" ");
    const { page, leave } = await play(maze);
    await make(page, maze, moves);
    assert.match(await said(page), /^Lost: /);
    assert.ok(await page.locator(".play .notice.bad").isVisible());
    await page.keyboard.press("ArrowUp");
    await until(page, () => document.getElementById("announcer").textContent.startsWith("The game is over."));
    await page.keyboard.press("Enter"); // the offer to undo has the focus
    await arrived(page, maze, before);
    await make(page, maze, moves, async (p, move, i) => i === moves.split(" ").length - 1 && type(p, move));
    await leave();
  });

test("a position that cannot be won any more says so, and how far to go back", async () => {
  const maze = shipped("theseus/04.theseus"), winnable = (m) => core("hint", { maze, moves: m, grade: 1 }).winnable;
  const moves = findMoves(maze, (m) => !winnable(m) && core("play", { maze, moves: m }).status === "open"), words = moves.split(" ");
  const { page, leave } = await play(maze);
  await make(page, maze, moves);
  await page.keyboard.press("h");
  await tells(page, hintText(maze, moves, 1));
  const { back } = JSON.parse(run(["hint", "--json", "--moves", moves, maze]));
  assert.ok(back > 0);
  await page.getByRole("button", { name: new RegExp(`^Take back ${back} moves?$`) }).click();
  const rest = words.slice(0, words.length - back).join(" ");
  await arrived(page, maze, rest);
  await page.keyboard.press("h");
  await tells(page, hintText(maze, rest, 1));
  assert.ok(winnable(rest));
  await leave();
});

test("the solution is shown, paused, stepped, and does not count as solved", async () => {
  const { page, leave } = await play(ROOK), { moves, solution } = solve(ROOK);
  await button(page, "Show solution").click();
  await button(page, "Pause").click();
  await button(page, "Go on").waitFor();
  const shown = Number((await counter(page).textContent()).split(" ")[0]);
  await button(page, "Step").click();
  await arrived(page, ROOK, [...solution].slice(0, shown + 1).join(" "));
  await button(page, "Go on").click();
  await tells(page, `Solved with the solution shown in ${moves} moves (shortest ${moves}).`);
  assert.equal(await page.getByText("solution seen", { exact: true }).count(), 1);
  await page.reload();
  await arrived(page, ROOK, solution);
  await button(page, "Mazes").click();
  assert.match(await page.getByRole("link", { name: /^rook 1,/ }).getAttribute("aria-label"), /, solution seen$/);
  await leave();
});
