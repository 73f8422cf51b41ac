// Tests marble mazes in the play view as a person plays them: by buttons, keys and swipes, in the picture in space and in
// the one with lines. The maze stands on the screen as gravity pulls, and three.js is loaded for such mazes only.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, equipped, page_folder, sideways, stage, until } from "./browser.mjs";
import { arrived, button, core, counter, enter, notice, said, shipped, solve, steps } from "./person.mjs";

const FLAT = shipped("marble/01.marble"), SPACE = shipped("marble/09.marble"), ROOK = shipped("rook/01.rook");
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, LINES = { webgl: false };
const THREE = readdirSync(page_folder).find((f) => f.endsWith(".js") && readFileSync(join(page_folder, f), "utf8").includes("WebGLRenderer"));
const { browser, site } = await stage();
const play = (maze, options) => enter(browser, site.address, "play", maze, options);
const asked = () => site.asked.filter((path) => path.endsWith(THREE)).length;
const inSpace = (page) => page.locator(".tilt-frame canvas.unseen").waitFor({ state: "attached" });
const names = { cw: "Turn right", ccw: "Turn left" };

// The middle of all that is as green as the goal, from the middle of the picture: [x, y] in shares of its height; and
// the share of the picture that is as dark and blue as edges of walls.
async function look(page) {
  const png = (await page.locator(".tilt-frame").screenshot()).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const { width, height } = image, copy = Object.assign(document.createElement("canvas"), { width, height }), pen = copy.getContext("2d");
    pen.drawImage(image, 0, 0);
    const dots = pen.getImageData(0, 0, width, height).data;
    let n = 0, x = 0, y = 0, edges = 0;
    for (let i = 0; i < dots.length; i += 4) {
      edges += dots[i] < 130 && dots[i + 2] > dots[i] + 30;
      if (dots[i + 1] < dots[i] + 45 || dots[i + 1] < dots[i + 2] + 15) continue;
      n++;
      x += i / 4 % width;
      y += Math.floor(i / 4 / width);
    }
    return { goal: n > 50 ? [(x / n - width / 2) / height, (y / n - height / 2) / height] : null, edges: edges / width / height };
  }, png);
}

// Where the goal of a flat maze is when gravity points down on the screen: 0 up, 1 right, 2 down, 3 left.
function sideOfGoal(maze, moves) {
  const { down } = core("play", { maze, moves }); // the goal is in the corner of +x, +y
  return (Math.round(Math.atan2(down[1], down[0]) / (Math.PI / 2) - 0.5) + 6) % 4;
}

async function assertStands(page, maze, moves) {
  const { goal, edges } = await look(page), [x, y] = [[0, -1], [1, 0], [0, 1], [-1, 0]][sideOfGoal(maze, moves)];
  assert.ok(goal && edges > 0.01, `goal and walls are seen: ${edges}`);
  assert.ok(goal[0] * x + goal[1] * y > 0.9 * Math.hypot(...goal) && Math.hypot(...goal) > 0.2, `after '${moves}' the goal is at ${goal}`);
}

async function assertWon(page, maze) {
  const { moves } = solve(maze);
  await until(page, (n) => document.querySelector(".notice.good")?.textContent.startsWith(`Solved in ${n} moves`), moves);
  assert.equal(await counter(page).textContent(), `${moves} moves, shortest ${moves}`);
}

const center = async (page) => {
  const { x, y, width, height } = await page.locator(".tilt-frame").boundingBox();
  return [x + width / 2, y + height / 2];
};

async function swipe(page, dx, dy) {
  const finger = await page.context().newCDPSession(page), [x, y] = await center(page);
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (const t of [0.5, 1]) await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + dx * t, y: y + dy * t }] });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}

// ---- a flat maze is won, and stands on the screen as it should after each move

const WAYS = {
  "by buttons": [{}, (page, action) => button(page, names[action]).click()],
  "by keys, in lines": [LINES, (page, action) => page.keyboard.press(action === "cw" ? "ArrowRight" : "ArrowLeft")],
  "by swipes": [PHONE, (page, action) => swipe(page, action === "cw" ? 90 : -90, 12)],
  "by taps at its sides, in lines": [{ ...PHONE, ...LINES }, async (page, action) => {
    const [x, y] = await center(page);
    await page.touchscreen.tap(x + (action === "cw" ? 110 : -110), y + 5);
  }],
};
for (const [name, [options, by]] of Object.entries(WAYS))
  test(`a flat maze is won ${name}`, async () => {
    const { page, leave } = await play(FLAT, options), made = [];
    if (options.webgl !== false) await inSpace(page);
    assert.match(await notice(page).textContent(), /^the marble lies at row 5, column 1; the lower left corner is down$/);
    await assertStands(page, FLAT, "");
    for (const { action } of steps(FLAT)) {
      await by(page, action);
      made.push(action);
      await arrived(page, FLAT, made.join(" "));
      await assertStands(page, FLAT, made.join(" "));
    }
    await assertWon(page, FLAT);
    assert.ok(!await sideways(page));
    await accessible(page);
    await leave();
  });

// ---- in space

// Asks for the best move until a hint names it; returns the name of its button.
async function hintedMove(page) {
  for (let grade = 1; grade <= 4; grade++) {
    const before = await said(page);
    await page.keyboard.press("h");
    await until(page, (text) => document.getElementById("announcer").textContent.trim() !== text, before);
    const named = (await notice(page).textContent()).match(/^Next move: (Tilt (?:left|right|away|towards you))$/);
    if (named) return named[1];
  }
  throw new Error("no hint names a move");
}

const SIDES = { "Tilt left": ["ArrowLeft", -90, 0], "Tilt right": ["ArrowRight", 90, 0], "Tilt away": ["ArrowUp", 0, -90],
  "Tilt towards you": ["ArrowDown", 0, 90] };
const SPACE_WAYS = {
  "by buttons": [{}, (page, name) => button(page, name).click()],
  "by keys, in lines": [LINES, (page, name) => page.keyboard.press(SIDES[name][0])],
  "by swipes, in lines": [{ ...PHONE, ...LINES }, (page, name) => swipe(page, ...SIDES[name].slice(1))],
};
for (const [how, [options, by]] of Object.entries(SPACE_WAYS))
  test(`a maze in space is won ${how}: hints name what is on the buttons`, async () => {
    const { page, leave } = await play(SPACE, options), made = [];
    if (options.webgl !== false) await inSpace(page);
    const { goal } = await look(page);
    assert.ok(Math.abs(goal[0]) < 0.1 && goal[1] < -0.15, `at first the goal is at the top: ${goal}`);
    for (const { action } of steps(SPACE)) {
      const name = await hintedMove(page);
      assert.equal(await button(page, name).getAttribute("aria-disabled"), "false");
      await by(page, name);
      made.push(action);
      await arrived(page, SPACE, made.join(" "));
    }
    await until(page, () => document.querySelector(".notice.good"));
    await accessible(page);
    await leave();
  });

test("three of the four sides can be tilted to; the other one is refused", async () => {
  const { page, leave } = await play(SPACE, LINES);
  const off = await page.locator(".pad-tip[aria-disabled=true]").allTextContents();
  assert.deepEqual(off, ["Tilt away"]);
  await page.keyboard.press("ArrowUp");
  await until(page, () => document.getElementById("announcer").textContent.startsWith("Not possible"));
  assert.match(await counter(page).textContent(), /^0 moves/);
  await page.keyboard.press("ArrowDown"); // the way back leads away
  await until(page, () => document.querySelector(".pad-up").getAttribute("aria-disabled") === "false");
  await leave();
});

// ---- what moves on the screen

// The number of different pictures in the next second.
const pictures = (page) => page.evaluate(() => new Promise((done) => {
  const canvas = document.querySelector(".tilt-frame canvas"), seen = new Set(), end = performance.now() + 1000;
  (function look() {
    seen.add(canvas.toDataURL());
    if (performance.now() < end) requestAnimationFrame(look);
    else done(seen.size);
  })();
}));

for (const [reducedMotion, enough] of [["no-preference", (n) => n >= 5], ["reduce", (n) => n <= 2]])
  test(`moves, undo and the solution turn the maze: motion ${reducedMotion}`, async () => {
    const { page, leave } = await play(FLAT, { ...LINES, reducedMotion });
    for (const key of ["ArrowRight", "u", "r"]) {
      const seen = pictures(page);
      await page.keyboard.press(key);
      assert.ok(enough(await seen), `${key}: ${await seen} pictures`);
    }
    await page.keyboard.press("0");
    await arrived(page, FLAT);
    await button(page, "Show solution").click();
    await until(page, () => document.querySelector(".notice.good"));
    await leave();
  });

// ---- what is loaded

test("three.js comes for marble mazes only, and only where it can draw", async () => {
  assert.ok(THREE);
  const before = asked(), other = await play(ROOK);
  await other.page.waitForTimeout(300);
  await other.leave();
  const lines = await play(FLAT, LINES);
  await lines.page.waitForTimeout(300);
  assert.equal(await button(lines.page, "Simple picture").count(), 0);
  await lines.leave();
  assert.equal(asked(), before);
  const space = await play(FLAT);
  await inSpace(space.page);
  assert.ok(asked() > before);
  await space.leave();
});

test("one plays before three.js has arrived", async () => {
  const { page, context, leave } = await play(ROOK);
  await context.route(`**/${THREE}`, () => {}); // it never comes
  await page.goto(`${site.address}#play/${FLAT}`);
  await arrived(page, FLAT);
  await page.keyboard.press("ArrowRight");
  await arrived(page, FLAT, "cw");
  await assertStands(page, FLAT, "cw");
  await leave();
});

test("who prefers the simple picture keeps it", async () => {
  const { page, leave } = await play(FLAT);
  await inSpace(page);
  await button(page, "Simple picture").click();
  await until(page, () => !document.querySelector(".tilt-frame canvas.unseen"));
  await assertStands(page, FLAT, "");
  const before = asked();
  await page.reload();
  await arrived(page, FLAT);
  await page.waitForTimeout(300);
  assert.equal(asked(), before);
  await button(page, "Simple picture").click();
  await inSpace(page);
  await assertStands(page, FLAT, "");
  await leave();
});

test("the service worker stores three.js only once it was needed", async () => {
  const { page, leave } = await play(ROOK, { serviceWorkers: "allow" });
  const stored = () => page.evaluate(async (file) => {
    const [name] = await caches.keys();
    return Boolean(await (await caches.open(name)).match(file));
  }, THREE);
  await equipped(page);
  assert.ok(!await stored());
  await page.goto(`${site.address}#play/${FLAT}`);
  await inSpace(page);
  for (let i = 0; i < 100 && !await stored(); i++) await page.waitForTimeout(30);
  assert.ok(await stored());
  await leave();
});
