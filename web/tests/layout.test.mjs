// Tests that the board comes first: at every size of screen a person sees board, status and moves of every kind at
// once; nothing jumps; full screen; large mazes are seen through a window; keys of a single letter can be switched off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, settled, stage, until } from "./browser.mjs";
import { arrived, button, core, counter, enter, idOf, notice, picture, shipped, steps } from "./person.mjs";

const { browser, site } = await stage();
const play = (maze, options) => enter(browser, site.address, "play", maze, options);
const ROOK = shipped("rook/01.rook");
const KINDS = { rook: shipped("rook/09.rook"), queen: shipped("variants/queen.rook"), die: shipped("die/09.die"),
  theseus: shipped("theseus/09.theseus"), bloxorz: shipped("bloxorz/33.bloxorz"), "a lesson": shipped("lessons/theseus-2.theseus"), "divided block": shipped("bloxorz/21.bloxorz"),
  "flat marble": idOf("marble:4x4#1"), "marble in space": idOf("marble:3x3x3#8"), corridor: idOf("null:9x1#1") };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const LANDSCAPE = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } }, PROJECTOR = { viewport: { width: 1920, height: 1080 } };

// Goes to another maze, and waits until it is shown: two mazes may begin with the same words.
async function go(page, maze) {
  await page.evaluate((hash) => {
    document.querySelector(".play").classList.add("before");
    location.hash = hash;
  }, `#play/${maze}`);
  await until(page, () => document.querySelector(".play:not(.before) .stage canvas").getAttribute("aria-label").includes(": "));
  await arrived(page, maze);
}

// Where things are on the screen; `room` is the space between header and tabs.
const look = (page) => page.evaluate(() => {
  const box = (node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  };
  const of = (query) => box(document.querySelector(query)), header = of(".top"), tabs = of(".tabs");
  const below = tabs.top > innerHeight / 2, beside = header.height > innerHeight / 2, shown = (node) => node.checkVisibility();
  return { room: { top: beside ? 0 : header.bottom, bottom: below ? tabs.top : innerHeight, left: beside ? header.right : 0, right: innerWidth },
    head: of(".head"), stage: of(".stage"), board: of(".stage .board"), canvas: [...document.querySelectorAll(".stage canvas")].map(box).find((b) => b.width > 1) ?? null, notice: of(".play .notice"),
    moves: of(".moves"), drawn: shown(document.querySelector(".stage")), scrolled: scrollY,
    buttons: [...document.querySelectorAll(".moves button, .head button")].filter(shown).map((b) => ({ name: b.ariaLabel ?? b.textContent, tool: Boolean(b.closest(".head-tools")), ...box(b) })) };
});
const inside = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;

for (const [name, options, large] of [["a phone", PHONE, 320], ["a phone on its side", LANDSCAPE, 300], ["a desk", DESK, 600], ["a projector", PROJECTOR, 800]])
  test(`on ${name}, board, status and moves of every kind are on one screen`, async () => {
    const { page, leave } = await play(ROOK, options);
    for (const [kind, maze] of Object.entries(KINDS)) {
      await go(page, maze);
      const at = await look(page), where = `${kind}: ${JSON.stringify(at)}`, parts = ["head", "notice", "moves", ...(at.drawn ? ["stage"] : [])];
      assert.equal(at.scrolled, 0);
      for (const part of parts) assert.ok(inside(at[part], at.room), `${part} is not in sight, ${where}`);
      for (const [i, part] of parts.entries())
        for (const other of parts.slice(i + 1)) assert.ok(apart(at[part], at[other]), `${part} over ${other}, ${where}`);
      for (const b of at.buttons) {
        assert.ok(inside(b, at.room), `${b.name} is not in sight, ${where}`);
        if (options.hasTouch) assert.ok(b.height >= 39.5 && b.width >= 39.5, `${b.name} is small, ${where}`);
      }
      const tops = at.buttons.filter(({ tool }) => tool).map((b) => b.top);
      assert.ok(!tops.length || Math.max(...tops) - Math.min(...tops) < 2, `the buttons of the head are in two rows, ${where}`);
      if (!at.drawn) continue;
      assert.ok(Math.min(at.stage.width, at.stage.height) >= (kind === "a lesson" ? Math.min(large, 280) : large), `the board is small, ${where}`);
      const fills = Math.min(at.board.width - at.canvas.width, at.board.height - at.canvas.height);
      assert.ok(Math.abs(fills) < 3, `the board does not fill its room, ${where}`);
    }
    await accessible(page);
    await leave();
  });

test("the status line stays where it is and as high as it is, whatever it says", async () => {
  for (const options of [PHONE, LANDSCAPE, DESK]) {
    const { page, leave } = await play(ROOK, options), { notice: first, stage } = await look(page);
    const stays = async (what) => {
      const now = await look(page);
      assert.deepEqual([now.notice, now.stage], [first, stage], `${what}: ${await notice(page).textContent()}`);
      const cut = await page.evaluate(() => [...document.querySelectorAll(".notice button")].some((b) => b.checkVisibility()
        && b.getBoundingClientRect().right > b.closest(".notice").getBoundingClientRect().right));
      assert.equal(cut, false, what);
    };
    const { legal } = core("play", { maze: ROOK }), refused = [0, 1, 2, 3].find((a) => legal.every((l) => l.arrow !== a));
    await page.keyboard.press(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][refused]);
    await until(page, () => document.querySelector(".play .notice p").textContent.startsWith("Not possible"));
    await stays("a refusal");
    await page.keyboard.press("h");
    await button(page, "More").waitFor();
    await stays("a hint");
    await button(page, "More").click();
    await stays("another hint");
    for (const [i, { arrow }] of steps(ROOK).entries()) {
      await page.keyboard.press(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][arrow]);
      await until(page, (n) => document.querySelector(".counter").textContent.startsWith(`${n} `), i + 1);
    }
    await button(page, "Again").waitFor();
    await stays("solved");
    await leave();
  }
});

test("full screen shows board, status and moves only, with and without the browser's own, and Escape leaves it", async () => {
  for (const [options, own] of [[PHONE, false], [LANDSCAPE, true], [DESK, true], [DESK, false]]) {
    const { page, context, leave } = await play(ROOK, options);
    if (!own) {
      await context.addInitScript(() => { delete Element.prototype.requestFullscreen; });
      await page.reload();
      await arrived(page, ROOK);
    }
    const before = await look(page), name = JSON.stringify([options.viewport, own]);
    await (own ? page.keyboard.press("f") : button(page, "Full screen").click());
    await until(page, () => !document.querySelector(".top").checkVisibility());
    if (own) await until(page, () => document.fullscreenElement !== null);
    const full = await look(page), screen = { left: 0, top: 0, right: full.room.right, bottom: await page.evaluate(() => innerHeight) };
    for (const part of ["stage", "notice", "moves"]) assert.ok(inside(full[part], screen), `${part} ${name}`);
    assert.ok(full.stage.width * full.stage.height > before.stage.width * before.stage.height, name);
    assert.equal(await page.locator(".more").isVisible(), false);
    assert.equal(await button(page, "Full screen").getAttribute("aria-pressed"), "true");
    await accessible(page);
    await page.keyboard.press("Escape");
    await until(page, () => document.querySelector(".top").checkVisibility() && !document.fullscreenElement);
    assert.deepEqual((await look(page)).stage, before.stage, name);
    assert.equal(await button(page, "Full screen").getAttribute("aria-pressed"), "false");
    await leave();
  }
});

test("full screen lasts from maze to maze", async () => {
  const { page, leave } = await play(ROOK);
  await page.keyboard.press("f");
  await until(page, () => document.fullscreenElement !== null);
  await go(page, KINDS.die);
  assert.equal(await page.locator(".top").isVisible(), false);
  await page.keyboard.press("f");
  await page.locator(".top").waitFor();
  await leave();
});

// ---- large mazes

// How many points of the picture have a colour of a shape that is the player.
const playerPoints = (page, scene) => page.evaluate((colours) => {
  const canvas = document.querySelector(".stage canvas"), { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let n = 0;
  for (let i = 0; i < data.length; i += 4)
    if (colours.some((c) => [0, 1, 2].every((k) => data[i + k] === parseInt(c.slice(1 + 2 * k, 3 + 2 * k), 16)))) n++;
  return n;
}, [...new Set(scene.shapes.filter((s) => s.r === "hero").map((s) => s.c))]);

for (const [name, options] of [["a phone", PHONE], ["a desk", DESK]])
  test(`on ${name} the largest mazes fill the board, and the player is in view wherever he goes`, async () => {
    const { page, leave } = await play(ROOK, options);
    for (const maze of ["rook:36x36#1", "theseus:64x64#1", "bloxorz:64x64#1", "die:64x64,obstacles=0#1"].map((m) => idOf(m))) {
      await go(page, maze);
      const made = [];
      for (let i = 0; i < 24; i++) { // always on, not back
        const { legal, status } = core("play", { maze, moves: made.join(" ") });
        const next = status === "open" && ["E", "R", "S", "D", "U"].map((a) => legal.find((l) => l.action === a && l.status === "open")).find(Boolean);
        if (!next) break;
        made.push(next.action);
        await page.keyboard.press(next.arrow === null ? next.action : ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][next.arrow]);
      }
      await until(page, (n) => document.querySelector(".counter").textContent.startsWith(`${n} `), made.length);
      await arrived(page, maze, made.join(" "));
      const { scene } = core("play", { maze, moves: made.join(" "), theme: "light" }), at = await look(page);
      assert.ok(inside(at.canvas, at.board), `${maze.slice(0, 20)} sticks out`);
      const points = await playerPoints(page, scene);
      assert.ok(points > 5, `${points} points of the player in ${maze.slice(0, 20)}`);
    }
    await leave();
  });

test("a large maze is zoomed by buttons and the wheel; a small one is shown whole", async () => {
  const small = await play(KINDS.die, DESK);
  assert.equal(await button(small.page, "Larger").isVisible(), false);
  await small.leave();
  const maze = idOf("die:64x64,obstacles=20#1"), { page, leave } = await play(maze, DESK), first = await picture(page);
  await button(page, "Larger").click();
  const larger = await picture(page);
  assert.notEqual(larger, first);
  for (let i = 0; i < 9; i++) await button(page, "Smaller").click();
  const { canvas, board } = await look(page), whole = await picture(page);
  assert.ok(canvas.width < board.width && Math.abs(canvas.height - board.height) < 3, "the whole maze is in view");
  const box = await page.locator(".stage canvas").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -600);
  await until(page, (old) => document.querySelector(".stage canvas").toDataURL() !== old, whole);
  const { legal } = core("play", { maze });
  await page.keyboard.press(["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][legal[0].arrow]); // the window comes back to the player
  await arrived(page, maze, legal[0].action);
  assert.ok(await playerPoints(page, core("play", { maze, moves: legal[0].action, theme: "light" }).scene) > 20);
  await leave();
});

// ---- keys

test("keys of a single letter are switched off for all views, and arrows stay", async () => {
  const { page, leave } = await play(ROOK), [first] = steps(ROOK), arrow = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][first.arrow];
  const choose = async () => {
    await page.getByText("Keys", { exact: true }).click();
    await page.getByLabel("Keys of a single letter, digit or sign").click();
  };
  await choose();
  await page.reload();
  await arrived(page, ROOK);
  for (const key of [first.action, "f", "h", "o"]) await page.keyboard.press(key);
  await page.keyboard.press(arrow);
  await arrived(page, ROOK, first.action);
  await page.keyboard.press("u");
  await page.waitForTimeout(200);
  assert.match(await counter(page).textContent(), /^1 move/);
  assert.equal(await page.evaluate(() => document.fullscreenElement), null);
  await page.keyboard.press("Control+z"); // no single key
  await arrived(page, ROOK);
  await page.getByRole("link", { name: "Marble", exact: true }).click();
  await settled(page, "Marble");
  await page.evaluate(() => {
    window.heard = [];
    document.addEventListener("keydown", (e) => window.heard.push(e.key), true);
  });
  for (const key of ["r", "+", "0", "ArrowLeft", "Escape", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual(await page.evaluate(() => window.heard), ["ArrowLeft", "Escape", "Enter"]);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await settled(page, "Edit");
  const text = page.getByLabel("The maze as text");
  await text.fill("");
  await text.pressSequentially("rook"); // a text is typed as ever
  assert.equal(await text.inputValue(), "rook");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await settled(page, "Play");
  await choose();
  await page.getByLabel("Keys of a single letter, digit or sign").blur();
  await page.keyboard.press("f");
  await until(page, () => document.fullscreenElement !== null);
  await leave();
});
