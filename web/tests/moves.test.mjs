// Tests what a player sees of a move before and after it: marks where moves lead, previews by mouse, keyboard and
// touch, why a move is refused, the halves of a cut block, what is tied to what, sound and sparks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, puzzles, stage, until } from "./browser.mjs";
import { arrived, button, core, counter, enter, idOf, kinds, notice, picture, said, shipped } from "./person.mjs";

const MAZES = { rook: shipped("rook/05.rook"), die: shipped("die/03.die"), theseus: shipped("theseus/05.theseus"),
  bloxorz: shipped("bloxorz/05.bloxorz") };
const MARBLE = idOf("marble:4x4#1");
const HALVES = idOf(`${puzzles}/variants/rules-seed.bloxorz`), CUT = ["R", "D", "L", "U", "R", "D"];
const ARROWS = ["Up", "Right", "Down", "Left"], KEYS = { U: "ArrowUp", R: "ArrowRight", D: "ArrowDown", L: "ArrowLeft" };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const { browser, site } = await stage();
const play = (maze, options) => enter(browser, site.address, "play", maze, options);
const pad = (page, name) => page.getByRole("group", { name: "Moves" }).getByRole("button", { name, exact: true });
const padName = ({ action, arrow, half }) => arrow === null ? action : half || action.length === 1 ? ARROWS[arrow] : action;
const words = (page) => page.locator(".preview-words");
const told = (page, text) => until(page, (t) => {
  const node = document.querySelector(".preview-words");
  return t === "" ? node.hidden : !node.hidden && node.textContent === t;
}, text);
const refused = (page, text) => until(page, (t) => document.querySelector(".play .notice.row > p").textContent === t
  && document.getElementById("announcer").textContent.trim() === t, text);

const middle = (p) => [0, 1].map((axis) => p.filter((_, i) => i % 2 === axis).reduce((a, b) => a + b) / (p.length / 2));
const floorOf = (scene, cell) => scene.shapes.find((s) => s.cell === cell && s.t === "p").p;

// A place of the picture, on the screen.
async function onScreen(page, scene, [x, y]) {
  const canvas = page.locator(".stage canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox(), scale = box.width / scene.w;
  return [box.x + x * scale, box.y + y * scale];
}

// The colour of the board at a place of the picture.
const inkAt = (page, scene, at) => page.evaluate(([w, [x, y]]) => {
  const canvas = document.querySelector(".stage canvas"), scale = canvas.width / w;
  return [...canvas.getContext("2d").getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data].join();
}, [scene.w, at]);

// What a move would be told as.
function foreseen(maze, moves, action) {
  const { state, loss } = core("play", { maze, moves: `${moves} ${action}`.trim() });
  return loss ?? state;
}

// A corner of a mark, by the floor of its cell.
const cornerOf = (p) => { const [x, y] = middle(p); return [x + 0.84 * (p[0] - x), y + 0.84 * (p[1] - y)]; };

for (const [kind, maze] of Object.entries(MAZES))
  test(`${kind}: each landing is marked, nothing else is, and the marks can be switched off`, async () => {
    const { page, leave } = await play(maze), { scene, legal, cell: own } = core("play", { maze });
    const landings = new Set(legal.flatMap((l) => l.cells).filter((c) => c !== own)), marks = page.getByLabel("Mark where moves lead");
    const floors = [...new Set(scene.shapes.filter((s) => s.cell !== undefined).map((s) => s.cell))].slice(0, 40);
    const inks = async () => Promise.all(floors.map((c) => inkAt(page, scene, cornerOf(floorOf(scene, c)))));
    assert.ok(await marks.isChecked());
    const on = await inks(), shown = await picture(page);
    await marks.uncheck();
    const off = await inks();
    assert.deepEqual(floors.filter((_, i) => on[i] !== off[i]), floors.filter((c) => landings.has(c)));
    assert.ok(landings.size);
    await page.reload();
    await arrived(page, maze);
    assert.ok(!(await marks.isChecked()), "it is remembered");
    await marks.check();
    assert.equal(await picture(page), shown);
    await accessible(page);
    await leave();
  });

for (const [kind, maze] of Object.entries(MAZES))
  test(`${kind}: a mouse on a landing or on a button, and the keyboard on a button, preview the move`, async () => {
    const { page, leave } = await play(maze), { scene, legal, cell: own } = core("play", { maze }), before = await picture(page);
    const move = legal.find((l) => !l.cells.includes(own)), there = await onScreen(page, scene, middle(floorOf(scene, move.cells[0])));
    const text = foreseen(maze, "", move.action);
    await page.mouse.move(...there);
    await told(page, legal.filter((l) => l.cells.includes(move.cells[0])).length === 1 ? text : await words(page).textContent());
    const ghost = await picture(page);
    assert.notEqual(ghost, before);
    await page.mouse.move(1, 1);
    await told(page, "");
    assert.equal(await picture(page), before, "nothing is left of it");
    for (const l of legal) {
      await pad(page, kind === "theseus" && l.action === "W" ? "Wait (W)" : padName(l)).hover();
      await told(page, foreseen(maze, "", l.action));
    }
    await page.mouse.move(1, 1);
    await page.locator(".moves .tools button:not(:disabled)").last().focus();
    for (let i = 0; i < 9 && !(await page.evaluate(() => document.activeElement.closest(".pad"))); i++) await page.keyboard.press("Tab");
    const name = await page.evaluate(() => document.activeElement.getAttribute("aria-label")), l = legal.find((m) => padName(m) === name);
    if (l) {
      await told(page, foreseen(maze, "", l.action));
      assert.equal(await said(page), foreseen(maze, "", l.action));
      await page.keyboard.press("Enter");
      await arrived(page, maze, l.action);
    }
    assert.match(await counter(page).textContent(), l ? /^1 move/ : /^0 moves/);
    await leave();
  });

test("marks lie under a standing block", async () => {
  const maze = shipped("bloxorz/12.bloxorz"), { page, leave } = await play(maze), { scene } = core("play", { maze });
  const block = scene.shapes.filter((s) => s.r === "hero").flatMap(({ p }) => p.map((_, i) => i).filter((i) => i % 2 === 0)
    .flatMap((i) => [0.3, 0.6, 0.9].map((k) => middle(p).map((m, axis) => m + k * (p[i + axis] - m)))));
  const inks = () => Promise.all(block.map((at) => inkAt(page, scene, at))), on = await inks(), shown = await picture(page);
  await page.getByLabel("Mark where moves lead").uncheck();
  assert.notEqual(await picture(page), shown);
  assert.deepEqual(await inks(), on);
  await leave();
});

test("marble: a mouse on a button previews where the marble would roll", async () => {
  const { page, leave } = await play(MARBLE, { webgl: false }), { legal } = core("play", { maze: MARBLE }), before = await picture(page);
  const ways = new Set(), states = legal.map((l) => foreseen(MARBLE, "", l.action)), found = new Set();
  for (const key of await page.locator(".pad button[aria-disabled=false]").all()) {
    await key.hover();
    await until(page, () => !document.querySelector(".preview-words").hidden);
    found.add(await words(page).textContent());
    ways.add(await picture(page));
    await page.mouse.move(1, 1);
    await told(page, "");
    assert.equal(await picture(page), before);
  }
  assert.ok(ways.size > 1, "each move has a way of its own");
  assert.deepEqual([...found].sort(), [...new Set(states)].sort());
  await leave();
});

// A finger that stays for a while.
async function hold(page, [x, y], during) {
  const finger = await page.context().newCDPSession(page);
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await during();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}

for (const [kind, maze] of Object.entries(MAZES))
  test(`${kind}: a long press previews and makes no move; a tap makes it`, async () => {
    const { page, leave } = await play(maze, PHONE), { scene, legal, cell: own } = core("play", { maze });
    const move = legal.find((l) => !l.cells.includes(own) && legal.filter((m) => m.cells.includes(l.cells[0])).length === 1);
    const key = pad(page, padName(move)), box = await key.boundingBox(), text = foreseen(maze, "", move.action);
    await hold(page, [box.x + box.width / 2, box.y + box.height / 2], () => told(page, text));
    await told(page, "");
    await hold(page, await onScreen(page, scene, middle(floorOf(scene, move.cells[0]))), () => told(page, text));
    await told(page, "");
    assert.match(await counter(page).textContent(), /^0 moves/);
    await key.tap();
    await arrived(page, maze, move.action);
    await leave();
  });

test("the board in words previews the cell that has the focus", async () => {
  const maze = MAZES.die, { page, leave } = await play(maze), { legal, cell } = core("play", { maze });
  await button(page, "Text board").click();
  await page.getByRole("gridcell").nth(cell).focus();
  const move = legal.find((l) => l.arrow === 1);
  await page.keyboard.press("ArrowRight");
  await told(page, foreseen(maze, "", move.action));
  await page.keyboard.press("Enter");
  await arrived(page, maze, move.action);
  await leave();
});

test("the Minotaur's two steps are drawn before the move is made", async () => {
  const maze = MAZES.theseus, { page, leave } = await play(maze, { reducedMotion: "reduce" }), { scene } = core("play", { maze });
  const { frames } = core("play", { maze, moves: "U", frames: 6 }), at = (s) => s.shapes.find((x) => x.r === "foe" && x.t === "c");
  const way = [scene, ...frames].map(at), [a, b] = [way[0], way.at(-1)];
  assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > 1.9, "he takes two steps");
  const between = [(a.x + b.x) / 2 + 0.3 * Math.sign(b.x - a.x), (a.y + b.y) / 2], before = await inkAt(page, scene, between);
  await pad(page, "Up").hover();
  await told(page, foreseen(maze, "", "U"));
  assert.notEqual(await inkAt(page, scene, between), before);
  assert.notEqual(await inkAt(page, scene, [b.x, b.y - 0.2]), await inkAt(page, scene, [b.x, b.y - 0.45]), "he stands there as a ghost");
  await leave();
});

for (const [kind, maze] of Object.entries(MAZES))
  test(`${kind}: a refused move says why, for keys, buttons and letters`, async () => {
    const moves = { theseus: "U" }[kind] ?? "", { page, leave } = await play(maze), at = core("play", { maze, moves });
    for (const move of moves) await page.keyboard.press(move);
    await arrived(page, maze, moves);
    const before = await picture(page);
    const no = at.refused.filter((r) => r.arrow !== null && !r.half && !at.legal.some((l) => l.arrow === r.arrow));
    for (const { arrow, why } of no) {
      await page.keyboard.press(`Arrow${ARROWS[arrow]}`);
      await refused(page, `Not possible: ${why}.`);
    }
    for (const { action, arrow, why } of no) {
      const key = pad(page, padName({ action, arrow }));
      if (!(await key.count())) continue;
      assert.equal(await key.getAttribute("aria-disabled"), "true");
      await key.click({ force: true }); // greyed, it can still be pressed
      await refused(page, `Not possible: ${why}.`);
    }
    for (const { action, why } of at.refused.filter((r) => r.action.length === 1)) {
      await page.keyboard.press(action);
      await refused(page, `Not possible: ${why}.`);
    }
    assert.ok(no.length);
    assert.equal((await counter(page).textContent()).split(" ")[0], String(moves.length));
    await page.mouse.move(1, 1);
    await page.evaluate(() => document.activeElement.blur());
    assert.equal(await picture(page), before);
    await leave();
  });

test("a tap where no move leads says why", async () => {
  const maze = idOf("-", "die 4x4\nS*..\n....\n....\n...G\n"), { page, leave } = await play(maze), { scene } = core("play", { maze });
  const [x, y] = middle(floorOf(scene, 0));
  await page.mouse.click(...await onScreen(page, scene, [x + 1, y]));
  await refused(page, "Not possible: a blocked square is there.");
  await leave();
});

// ---- halves

async function cut(page, maze) {
  for (let i = 0; i < CUT.length; i++) {
    await page.keyboard.press(KEYS[CUT[i]]);
    await arrived(page, maze, CUT.slice(0, i + 1).join(" "));
  }
}

const halfOf = async (page) => (await page.getByRole("button", { name: /^Half . •/ }).textContent()).match(/Half (.) (•+)/).slice(1);

test("every button of the pad moves its half where its arrow points", async () => {
  const { page, leave } = await play(HALVES);
  await cut(page, HALVES);
  let pressed = 0;
  for (const half of ["a", "b"])
    for (const arrow of ARROWS) {
      const moves = CUT.join(" "), at = core("play", { maze: HALVES, moves });
      if ((await halfOf(page))[0] !== half) await page.keyboard.press("x");
      await until(page, (h) => document.querySelector(".pad-others").textContent.includes(`Half ${h} `), half);
      const key = pad(page, arrow), turn = await key.evaluate((node) => Number(/rotate\((-?\d+)deg\)/.exec(node.querySelector("svg").style.transform)[1]));
      const move = at.legal.find((l) => l.half === half && l.arrow === ARROWS.indexOf(arrow));
      assert.equal(await key.getAttribute("aria-disabled"), String(!move), `${half} ${arrow}`);
      await key.click({ force: true }); // greyed, it can still be pressed
      if (!move) {
        await refused(page, `Not possible: ${at.refused.find((r) => r.half === half && r.arrow === ARROWS.indexOf(arrow)).why}.`);
        continue;
      }
      const after = `${moves} ${move.action}`, now = core("play", { maze: HALVES, moves: after });
      await arrived(page, HALVES, after);
      const from = at.halves.find((h) => h.half === half), stayed = at.halves.find((h) => h.half !== half);
      const to = now.halves.find((h) => h.cell !== stayed.cell), [x, y] = [to.x - from.x, to.y - from.y];
      assert.ok(now.halves.some((h) => h.cell === stayed.cell), "the other half stays");
      assert.equal((turn + 720) % 360, (45 * Math.round(Math.atan2(x, -y) / (Math.PI / 4)) + 720) % 360, `the arrow of ${half} ${arrow}`);
      assert.deepEqual(await halfOf(page), [to.half, "•".repeat(to.half === "a" ? 1 : 2)], "the half that moved moves on");
      pressed++;
      await page.keyboard.press("u");
      await arrived(page, HALVES, moves);
    }
  assert.ok(pressed >= 5);
  assert.match(await notice(page).textContent(), /^half a at .* and half b at /);
  await leave();
});

test("a tap on a half makes it the one that moves; both look different", async () => {
  const { page, leave } = await play(HALVES);
  await cut(page, HALVES);
  const { scene, halves } = core("play", { maze: HALVES, moves: CUT.join(" ") });
  for (const { half, x, y } of [halves[1], halves[0]]) {
    await page.mouse.click(...await onScreen(page, scene, [x, y]));
    await until(page, (h) => document.querySelector(".pad-others").textContent.includes(`Half ${h} `), half);
    assert.equal(await said(page), `Half ${half} moves`);
  }
  const pips = ({ x, y }) => scene.shapes.filter((s) => s.t === "c" && s.r === "mark" && Math.hypot(s.x - x, s.y - y) < 1.2).length;
  assert.deepEqual(halves.map(pips), [2, 4], "one pip, and two, on both sides");
  assert.deepEqual(halves.map(({ half }) => scene.shapes.filter((s) => s.t === "x" && s.text === half).length), [1, 1]);
  await leave();
});

// ---- ties

test("a switch and its bridge are tied by a line: mouse, touch and focus", async () => {
  const { scene, w } = { scene: core("play", { maze: HALVES }).scene, w: core("maze", { maze: HALVES }).w };
  const cells = [...new Set(scene.shapes.filter((s) => s.cell !== undefined).map((s) => s.cell))];
  const from = cells.find((cell) => core("ties", { maze: HALVES, cell }).ties.some((tie) => tie.does === "toggles it" && tie.from === cell));
  const { ties } = core("ties", { maze: HALVES, cell: from });
  assert.equal(ties.length, 2, "two tiles of a bridge");
  const { page, leave } = await play(HALVES), before = await picture(page);
  for (const cell of [from, ties[0].to]) {
    await page.mouse.move(...await onScreen(page, scene, middle(floorOf(scene, cell))));
    await told(page, cell === from ? "ring switch that toggles A" : "bridge A, gone");
    assert.notEqual(await picture(page), before);
    const [a, b] = [from, ties[0].to].map((c) => middle(floorOf(scene, c)));
    const along = await Promise.all(Array.from({ length: 20 }, (_, i) => inkAt(page, scene, [a[0] + (b[0] - a[0]) * i / 20, a[1] + (b[1] - a[1]) * i / 20])));
    await page.mouse.move(1, 1);
    await told(page, "");
    const without = await Promise.all(Array.from({ length: 20 }, (_, i) => inkAt(page, scene, [a[0] + (b[0] - a[0]) * i / 20, a[1] + (b[1] - a[1]) * i / 20])));
    assert.ok(along.filter((ink, i) => ink !== without[i]).length >= 5, "a line between them");
  }
  await button(page, "Text board").click();
  await page.getByRole("gridcell").nth(from - 1).focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(from % w, "it has a neighbour at its left");
  await told(page, "ring switch that toggles A");
  await leave();
  const phone = await play(HALVES, PHONE);
  await hold(phone.page, await onScreen(phone.page, scene, middle(floorOf(scene, from))), () => told(phone.page, "ring switch that toggles A"));
  assert.match(await counter(phone.page).textContent(), /^0 moves/);
  await phone.leave();
});

// ---- sound and sparks

const LISTEN = () => {
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones.push(this.frequency.value); return start.apply(this, when); };
};

test("sound is off until it is switched on: then moves, refusals and wins have tones", async () => {
  const rook = shipped("rook/01.rook"), { page, leave } = await play(rook);
  const tones = () => page.evaluate(() => window.tones.splice(0));
  await page.evaluate(LISTEN);
  const first = core("solution", { maze: rook }).moves.match(/\w/g), { refused: no, legal } = core("play", { maze: rook });
  await page.keyboard.press(first[0]);
  await arrived(page, rook, first[0]);
  assert.deepEqual(await tones(), [], "silent");
  await page.keyboard.press("u");
  await page.getByLabel("Sound").check();
  assert.equal((await tones()).length, 1, "one to hear what it is like");
  await page.keyboard.press(`Arrow${ARROWS[no.find((r) => !legal.some((l) => l.arrow === r.arrow)).arrow]}`);
  await until(page, () => window.tones.length === 1);
  const [refusal] = await tones();
  for (let i = 0; i < first.length; i++) {
    await page.keyboard.press(first[i]);
    await (i + 1 < first.length ? arrived(page, rook, first.slice(0, i + 1).join(" ")) : notice(page).filter({ hasText: "Solved" }).waitFor());
  }
  await until(page, (n) => window.tones.length >= n + 3, first.length);
  const heard = await tones();
  assert.ok(heard.every((t) => t > refusal) && heard.length === first.length + 3);
  await leave();
});

for (const reducedMotion of ["no-preference", "reduce"])
  test(`winning and refusing with motion: ${reducedMotion}`, async () => {
    const rook = shipped("rook/01.rook"), { page, leave } = await play(rook, { reducedMotion }), still = reducedMotion === "reduce";
    const { refused: no, legal } = core("play", { maze: rook }), moves = core("solution", { maze: rook }).moves.match(/\w/g);
    await page.evaluate(() => {
      window.moved = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) { window.moved.push([this.className, how[1].duration ?? how[1]]); return animate.apply(this, how); };
    });
    await page.keyboard.press(`Arrow${ARROWS[no.find((r) => !legal.some((l) => l.arrow === r.arrow)).arrow]}`);
    await until(page, () => document.querySelector(".play .notice.row > p").textContent.startsWith("Not possible"));
    for (const move of moves) await page.keyboard.press(move);
    await notice(page).filter({ hasText: "Solved" }).waitFor();
    if (!still) await until(page, () => window.moved.some(([name]) => name === "spark"));
    const moved = await page.evaluate(() => window.moved);
    assert.equal(moved.some(([name]) => name.startsWith("board")), !still, "the board shakes");
    assert.equal(moved.some(([name]) => name === "spark"), !still, "sparks");
    assert.ok(moved.every(([, ms]) => ms < 1000));
    await until(page, () => !document.querySelector(".spark"));
    await leave();
  });

test("moves of very large mazes are shown, with motion, too, and previewed", async () => {
  const maze = idOf("theseus:64x64#1"), { page, leave } = await play(maze, { reducedMotion: "no-preference" }), { legal } = core("play", { maze });
  const move = legal.find((l) => l.arrow !== null && l.status === "open");
  await pad(page, padName(move)).hover();
  await told(page, foreseen(maze, "", move.action));
  await page.keyboard.press(`Arrow${ARROWS[move.arrow]}`);
  await arrived(page, maze, move.action);
  await leave();
});

test("every kind that the page plays is among these", () => {
  assert.deepEqual(kinds.map((k) => k.name).filter((name) => !(name in MAZES) && name !== "null" && name !== "marble"), []);
});
