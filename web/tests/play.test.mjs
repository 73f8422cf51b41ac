// Tests the play view as a person uses it: mazes of every kind are won by keys, by touch and with the board
// in words; hints, lost positions and undo; mazes from lists, links, texts, seeds and days.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { host, page_folder, puzzles, stage, until } from "./browser.mjs";
import { ARROWS, keyOf, make, swipe, touch, type } from "./hands.mjs";
import { arrived, button, core, counter, enter, findMoves, hash, idOf, notice, openKind, picture, run, said, shipped, solve,
  steps } from "./person.mjs";

const ROOK = shipped("rook/01.rook"), THESEUS = shipped("theseus/01.theseus"), BLOXORZ = shipped("bloxorz/01.bloxorz");
const MAZES = { "a rook maze": ROOK, "a queen maze": shipped("variants/queen.rook"), "a rolling die": shipped("die/01.die"),
  "Theseus": THESEUS, "Bloxorz": BLOXORZ, "a block that is divided": shipped("bloxorz/21.bloxorz"),
  "a flat marble maze": idOf("marble:3x3#1"), "a marble maze in space": idOf("marble:3x3x3#8") };

const { browser, site } = await stage();
const nameOf = (maze) => JSON.parse(readFileSync(join(page_folder, "mazes.json"), "utf8")).mazes.find((m) => m.id === maze).name;
const play = (maze, options) => enter(browser, site.address, "play", maze, options);

async function assertWon(page, maze) {
  const { moves } = solve(maze), many = `${moves} moves`;
  await until(page, (n) => document.querySelector(".notice.good")?.textContent.startsWith(
    `Solved in ${n} (shortest ${n.split(" ")[0]}).`), many);
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

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
for (const [name, maze] of Object.entries(MAZES).filter(([, maze]) => !maze.startsWith("marble"))) // see marbleplay.test.mjs
  test(`${name} is won by touch`, async () => {
    const { page, leave } = await play(maze, PHONE);
    await make(page, maze, undefined, { by: touch });
    await assertWon(page, maze);
    await leave();
  });

test("a swipe means its direction, wherever it is made", async () => {
  const { page, leave } = await play(ROOK, PHONE), { legal } = core("play", { maze: ROOK });
  assert.deepEqual(legal.map((l) => l.arrow).sort(), [1, 2], "the player is in the upper left corner");
  for (const [arrow, way, about] of [[2, [0, 70], [0.85, 0.25]], [1, [70, 0], [0.25, 0.85]]]) {
    await swipe(page, way, about); // a tap there would mean the other one
    await arrived(page, ROOK, legal.find((l) => l.arrow === arrow).action);
    await page.keyboard.press("u");
    await arrived(page, ROOK);
  }
  await leave();
});

// ---- progress

test("what was solved stays solved, and leads on to the next maze", async () => {
  const { page, leave } = await play(ROOK);
  await make(page, ROOK);
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^Next maze: /);
  await page.reload();
  await arrived(page, ROOK, solve(ROOK).solution);
  await openKind(page, "rook");
  const tiles = page.getByRole("region", { name: "Ladder rook" });
  assert.match(await tiles.getByRole("link").nth(0).getAttribute("aria-label"), /rook 1,.* solved in the fewest moves, fastest 0:0\d$/);
  assert.match(await tiles.getByRole("link").nth(1).getAttribute("aria-label"), /rook 2,.* not solved$/);
  assert.match(await tiles.textContent(), /1 of 18 solved/);
  await button(page, "Close").click();
  await page.getByRole("button", { name: "Next maze: rook 2" }).click();
  await arrived(page, shipped("rook/13.rook"));
  assert.equal(await hash(page), `#play/${shipped("rook/13.rook")}`);
  await leave();
});

test("more moves than needed count as solved, too, and the best is kept", async () => {
  const maze = shipped("die/01.die"), { page, leave } = await play(maze), { solution, moves } = solve(maze);
  const there = core("play", { maze }).cell;
  const [first, back] = findMoves(maze, (m) => m && core("play", { maze, moves: m }).cell === there).split(" ");
  await make(page, maze, `${first} ${back} ${solution}`);
  assert.match(await notice(page).textContent(), new RegExp(`^Solved in ${moves + 2} moves \\(shortest ${moves}\\)`));
  await button(page, "Again").click();
  await arrived(page, maze);
  await make(page, maze, solution);
  assert.equal(await page.getByText(`✓ solved in ${moves}`, { exact: true }).count(), 1);
  await leave();
});

test("undo, redo and restart, by keys and buttons", async () => {
  const { page, leave } = await play(ROOK), words = [...solve(ROOK).solution],
    after = (n) => arrived(page, ROOK, words.slice(0, n).join(" "));
  for (const name of ["Undo", "Redo", "Restart"]) assert.ok(await button(page, name).isDisabled(), name);
  const first = await picture(page);
  await make(page, ROOK, words.slice(0, 3).join(" "));
  const third = await picture(page);
  for (const [key, count] of [["u", 2], ["Control+z", 1], ["r", 2], ["Control+y", 3], ["0", 0], ["r", 1], ["Backspace", 0],
    ["Control+Shift+Z", 1]]) {
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
    await until(page, (text) => document.getElementById("announcer").textContent.trim() === text, "Not possible: jump 3 leaves the board.");
    assert.equal(await notice(page).textContent(), "Not possible: jump 3 leaves the board.");
    assert.equal(await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: ARROWS[arrow] })
      .getAttribute("aria-disabled"), "true");
  }
  await page.keyboard.press("7");
  await until(page, () => document.getElementById("announcer").textContent.trim() ===
    "Not possible: diagonal jumps are only for a queen.");
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

// The pictures that the board shows, in order, until the move of a key has been announced.
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

test("hints in four grades, as the program gives them", async () => {
  for (const maze of [ROOK, shipped("bloxorz/21.bloxorz")]) {
    const { page, leave } = await play(maze), words = steps(maze).map((m) => m.action);
    for (const made of [0, 1, 2]) {
      const moves = words.slice(0, made).join(" ");
      if (made) await make(page, maze, moves, { made: made - 1 });
      const plain = await picture(page);
      for (const grade of [1, 4, 2, 3]) {
        if (grade === 4) await button(page, "More").click();
        else await page.keyboard.press("h");
        await tells(page, hintText(maze, moves, grade));
      }
      assert.notEqual(await picture(page), plain, "an arrow points to where to go");
      assert.equal(await button(page, "More").count(), 0);
    }
    await leave();
  }
});

test("a player goes on while a large maze is worked out for a hint", async () => {
  const maze = idOf("bloxorz:30x20,floor=95,splits=1,soft=5,fragile=0#1"); // seconds of work
  const { page, leave } = await play(maze), begun = Date.now();
  await page.keyboard.press("h");
  await tells(page, "Working out the whole maze. You can go on playing.");
  await make(page, maze, "U D L");
  assert.doesNotMatch(await counter(page).textContent(), /shortest/, "nothing is known yet");
  await until(page, () => document.querySelector('[aria-label="Counter"]').textContent.endsWith(", shortest 4"));
  const known = Date.now();
  await page.keyboard.press("h");
  await tells(page, "This position can still be won.");
  assert.ok(Date.now() - known < (known - begun) / 3, "what was worked out is not worked out again");
  await leave();
});

for (const [name, maze] of [["caught by the Minotaur", shipped("theseus/02.theseus")],
  ["fallen through a fragile tile", shipped("bloxorz/05.bloxorz")]])
  test(`${name}: lost, told so, and back by undo`, async () => {
    const moves = findMoves(maze, (m) => core("play", { maze, moves: m }).status === "lost"),
      before = moves.split(" ").slice(0, -1).join(" ");
    const { page, leave } = await play(maze);
    await make(page, maze, moves);
    assert.match(await said(page), /^The (Minotaur caught you|fragile tile broke under).*\. Undo, or start again\.$/);
    assert.ok(await page.locator(".play .notice.bad").isVisible());
    await page.keyboard.press("ArrowUp");
    await until(page, () => document.getElementById("announcer").textContent.startsWith("The game is over."));
    await page.keyboard.press("Enter"); // the button that offers to undo has the focus
    await arrived(page, maze, before);
    await make(page, maze, moves, { made: moves.split(" ").length - 1 }); // and it can be lost again
    await leave();
  });

test("a position that cannot be won any more says so, and how far to go back", async () => {
  const maze = THESEUS, winnable = (m) => core("hint", { maze, moves: m, grade: 1 }).winnable;
  const moves = findMoves(maze, (m) => !winnable(m) && core("play", { maze, moves: m }).status === "open"),
    words = moves.split(" ");
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
  const maze = shipped("rook/10.rook"), { moves, solution } = solve(maze), { page, leave } = await play(maze);
  await button(page, "Show solution").click();
  await button(page, "Pause").click();
  await button(page, "Go on").waitFor();
  const shown = Number((await counter(page).textContent()).split(" ")[0]);
  await button(page, "Step").click();
  await arrived(page, maze, [...solution].slice(0, shown + 1).join(" "));
  await button(page, "Go on").click();
  await tells(page, `Solved with the solution shown in ${moves} moves (shortest ${moves}).`);
  assert.equal(await page.getByText("solution seen", { exact: true }).count(), 1);
  await page.reload();
  await arrived(page, maze, solution);
  await openKind(page, "rook");
  assert.match(await page.getByRole("link", { name: new RegExp(`^${nameOf(maze)},`) }).getAttribute("aria-label"), /, solution seen$/);
  await leave();
});

// ---- where mazes come from

test("a link that was shared opens the same maze elsewhere, from its beginning", async () => {
  const permissions = ["clipboard-read", "clipboard-write"], { page, leave } = await play(THESEUS, { permissions });
  const first = await picture(page);
  await make(page, THESEUS, steps(THESEUS)[0].action);
  await button(page, "Share").click();
  await button(page, "Copy link").click();
  await page.getByText("Link copied.").first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await leave();
  const other = await enter(browser, link.split("#")[0], "play", link.split("#play/")[1]);
  await arrived(other.page, THESEUS);
  assert.equal(await picture(other.page), first);
  assert.equal(await hash(other.page), `#play/${THESEUS}`);
  await other.leave();
});

test("where the clipboard is refused, the link is shown", async () => {
  const { page, context, leave } = await play(ROOK);
  await context.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.reload();
  await arrived(page, ROOK);
  await button(page, "Share").click();
  await button(page, "Copy link").click();
  assert.equal(decodeURI(await page.getByLabel("Link", { exact: true }).inputValue()), `${site.address}#play/${ROOK}`);
  await leave();
});

async function openDialog(page, name) {
  await button(page, "Mazes").click();
  await button(page, name).click();
  return page.getByRole("dialog");
}

test("a pasted maze opens; a broken one is told where it is wrong", async () => {
  const { page, leave } = await play(ROOK), text = readFileSync(join(puzzles, "theseus/02.theseus"), "utf8");
  const box = await openDialog(page, "Open…"), broken = "rook 2x2\n1 1\n1 Q\n";
  await box.getByRole("textbox").fill(broken);
  await box.getByRole("button", { name: "Take it" }).click();
  const [, line, column, message] = run(["check", "-"], broken).match(/stdin:(\d+):(\d+): (.*)/);
  await box.getByRole("alert").getByText(message).waitFor();
  assert.equal(await box.getByRole("alert").textContent(), `${message}${broken.split("\n")[line - 1]}\n${"^".padStart(column)}`);
  await box.getByRole("textbox").fill(text);
  await box.getByRole("button", { name: "Take it" }).click();
  await arrived(page, shipped("theseus/02.theseus"));
  assert.equal(await hash(page), `#play/${shipped("theseus/02.theseus")}`);
  await leave();
});

test("a random maze by its seed is that of the program", async () => {
  const { page, leave } = await play(ROOK), box = await openDialog(page, "Random…");
  await box.getByLabel("Kind").selectOption("theseus");
  await box.getByLabel("Size").fill("6x4");
  await box.getByText("Advanced", { exact: true }).click();
  await box.getByRole("textbox", { name: "Seed" }).fill("77");
  await box.getByRole("checkbox", { name: /^Exactly the maze of this seed/ }).check();
  await box.getByRole("button", { name: "Make it" }).click();
  const maze = idOf("theseus:6x4#77");
  await arrived(page, maze);
  assert.equal(await hash(page), `#play/${maze}`);
  const { moves } = solve(maze);
  await until(page, (text) => document.querySelector('[aria-label="Counter"]').textContent === text,
    `0 moves, ${moves === null ? "no solution" : `shortest ${moves}`}`);
  await leave();
});

test("a site has its own days, in the list of mazes and in the calendar", async () => {
  const folder = mkdtempSync(join(tmpdir(), "days-"));
  run(["site", "-q", "-o", folder, "--page", page_folder, "--title", "The maze club", "--date", "2030-01-06..2030-01-09",
    join(puzzles, "rook/01.rook")]);
  const { days } = JSON.parse(readFileSync(join(folder, "mazes.json"))), club = await host(folder);
  const { page, leave } = await enter(browser, club.address, "play", ROOK);
  await page.clock.setFixedTime(new Date("2030-01-08T15:00"));
  assert.equal(await page.getByText("The maze club").count(), 1);
  const today = () => page.getByRole("region", { name: "Maze of the day" });
  await button(page, "Mazes").click();
  await today().getByRole("link").click();
  await arrived(page, days["2030-01-08"].id);
  await button(page, "Mazes").click();
  await button(page, "Earlier days").click();
  await page.getByRole("link", { name: /^January 6, / }).click();
  await arrived(page, days["2030-01-06"].id);
  assert.equal(await hash(page), `#play/${days["2030-01-06"].id}`);
  await leave();
  await club.close();
  rmSync(folder, { recursive: true });
});

// ---- without a picture, without a mouse

test("a maze is won through the board in words, with arrows and Enter, and every move is told", async () => {
  const { page, leave } = await play(ROOK), { w, h, cells, player } = core("look", { maze: ROOK });
  const grid = page.getByRole("grid", { name: "The board in words" }), cell = grid.getByRole("gridcell");
  assert.deepEqual([await grid.getByRole("row").count(), await cell.count()], [h, w * h]);
  for (const i of cells.keys()) assert.ok((await cell.nth(i).textContent()).startsWith(cells[i]), `cell ${i}`);
  assert.match(await cell.nth(player).textContent(), /you are here/);
  assert.match(await cell.nth(w * h - 1).textContent(), /goal/);
  const place = () => page.evaluate(() => [...document.querySelectorAll("[role=gridcell]")]
    .flatMap((c, i) => c.tabIndex === 0 ? [i] : []));
  assert.deepEqual(await place(), [player]);
  await cell.nth(player).focus();
  let at = player;
  const made = [];
  for (const move of steps(ROOK)) {
    const [dx, dy] = [move.cell % w - at % w, Math.floor(move.cell / w) - Math.floor(at / w)];
    for (let i = 0; i < Math.abs(dx); i++) await page.keyboard.press(dx > 0 ? "ArrowRight" : "ArrowLeft");
    for (let i = 0; i < Math.abs(dy); i++) await page.keyboard.press(dy > 0 ? "ArrowDown" : "ArrowUp");
    at = move.cell;
    assert.deepEqual(await place(), [at], "one cell is in the order of Tab");
    await until(page, (text) => document.activeElement.textContent.includes(text), `Enter plays ${move.action}`);
    await page.keyboard.press("Enter");
    made.push(move.action);
    await arrived(page, ROOK, made.join(" "));
    const { status, state } = core("play", { maze: ROOK, moves: made.join(" ") });
    assert.ok((await said(page)).startsWith(status === "solved" ? "Solved" : state));
  }
  await assertWon(page, ROOK);
  await leave();
});

test("in space the board in words has a grid for each layer", async () => {
  const maze = MAZES["a marble maze in space"], { page, leave } = await play(maze), { w, h, d } = core("look", { maze });
  for (let z = 1; z <= d; z++) {
    const grid = page.getByRole("grid", { name: `Layer ${z} of ${d}` });
    assert.deepEqual([await grid.getByRole("row").count(), await grid.getByRole("gridcell").count()], [h, w * h]);
  }
  await leave();
});

test("everything is reached by Tab", async () => {
  const { page, leave } = await play(ROOK);
  await make(page, ROOK, steps(ROOK)[0].action);
  await page.keyboard.press("h"); // one more hint
  await button(page, "More").waitFor();
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll(
      "a[href], button, input, select, textarea, summary, [role=gridcell][tabindex='0']")];
    window.missed = new Set(all.filter((e) => !e.disabled && e.checkVisibility()));
    document.activeElement.blur();
    return window.missed.size;
  });
  assert.ok(wanted > 20);
  for (let i = 0; i < wanted + 5; i++) {
    await page.keyboard.press("Tab");
    await page.evaluate(() => window.missed.delete(document.activeElement));
  }
  assert.deepEqual(await page.evaluate(() => [...window.missed].map((e) => e.textContent || e.outerHTML)), []);
  await leave();
});
