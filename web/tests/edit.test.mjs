// Tests the edit view: mazes of every kind are painted by pointer and keys, typed, undone, shared and saved;
// the verdict on them is that of the command.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, download, settled, stage, until } from "./browser.mjs";
import { withLattice } from "../src/lattice.js";
import { button, core, enter, hash, idOf, kinds, run, shipped, solve, steps } from "./person.mjs";

const MAZES = { rook: shipped("rook/03.rook"), die: shipped("die/02.die"), theseus: shipped("theseus/01.theseus"),
  bloxorz: shipped("bloxorz/10.bloxorz"), marble: idOf("marble:4x4#2") };

const { browser, site } = await stage();

const text = (page) => page.getByLabel("The maze as text");
const board = (page) => page.getByLabel("Board to paint on");
const picture = (page) => board(page).evaluate((canvas) => canvas.toDataURL());
const textOf = (maze) => core("maze", { maze }).text;
const chooseBrush = (page, name) => page.getByRole("radio", { name, exact: true }).click();

// Checks that the page shows this maze: in its address, its text, and its picture.
const shows = (page, maze) => until(page, ([id, words]) =>
  decodeURIComponent(location.hash) === `#edit/${id}` && document.querySelector("textarea").value === words,
    [maze, textOf(maze)]);

async function edit(maze, options) {
  const visitor = await enter(browser, site.address, "edit", maze, options);
  await shows(visitor.page, maze);
  await until(visitor.page, () => document.querySelector(".paintboard canvas").width !== 300); // it is drawn
  return visitor;
}

// The centre of a cell on the screen, or a place near one of its sides (0 up, 1 right, 2 down, 3 left).
async function placeOf(page, maze, cell, side = null) {
  const scene = withLattice(core("play", { maze }).scene, core("maze", { maze }), () => "#000"), { p } = scene.shapes.find((s) => s.cell === cell && s.t === "p");
  const axis = (a) => p.filter((_, i) => i % 2 === a), middle = [0, 1].map((a) => axis(a).reduce((x, y) => x + y) / 4);
  const edge = side === null ? middle : [0, 1].map((a) => (axis(a)[side] + axis(a)[(side + 1) % 4]) / 2);
  const box = await board(page).boundingBox(), scale = box.width / scene.w;
  return [0, 1].map((a) => (a ? box.y : box.x) + scale * (0.15 * middle[a] + 0.85 * edge[a]));
}

async function paint(page, maze, cell, side) {
  await board(page).scrollIntoViewIfNeeded();
  await page.mouse.click(...await placeOf(page, maze, cell, side));
}

// A place where this brush changes the maze, or else one where it is refused; and the result.
function strokeOf(maze, brush) {
  const floors = core("play", { maze }).scene.shapes.filter((s) => s.cell !== undefined && s.t === "p" && s.p.length === 8)
    .map((s) => s.cell);
  let refused = null;
  for (const cell of [...floors.slice(floors.length / 2), ...floors])
    for (const side of brush.side ? [0, 1, 2, 3] : [null]) {
      const { id, error } = core("paint", { maze, brush: brush.name, cell, ...(side === null ? {} : { side }) });
      if (id && id !== maze) return { cell, side, became: id };
      if (error) refused ??= { cell, side, error };
    }
  return refused;
}

for (const [kind, first] of Object.entries(MAZES))
  test(`a ${kind} maze is painted with every brush`, async () => {
    const { page, leave } = await edit(first), past = [];
    let maze = first;
    for (const brush of kinds.find((k) => k.name === kind).brushes) {
      const { cell, side, became, error } = strokeOf(maze, brush);
      await chooseBrush(page, brush.name);
      await paint(page, maze, cell, side);
      if (error) {
        await until(page, (words) => document.getElementById("edit-problem").textContent === words, error.text);
      } else {
        await shows(page, became);
        past.push(maze);
        maze = became;
      }
    }
    for (const before of past.reverse().slice(0, 3)) {
      await button(page, "Undo").click();
      await shows(page, before);
    }
    assert.ok(past.length);
    await leave();
  });

test("cells and sides are painted by keys, and told", async () => {
  const { page, leave } = await edit(MAZES.theseus), { w } = core("maze", { maze: MAZES.theseus });
  await chooseBrush(page, "exit");
  await board(page).focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await until(page, () => document.getElementById("announcer").textContent.startsWith("row 2, column 3: "));
  await page.keyboard.press("Enter");
  const exit = core("paint", { maze: MAZES.theseus, brush: "exit", cell: w + 2 }).id;
  assert.notEqual(exit, MAZES.theseus);
  await shows(page, exit);
  await until(page, (words) => document.getElementById("announcer").textContent.trim() === words,
    `row 2, column 3: ${core("look", { maze: exit }).cells[w + 2]}`);
  await chooseBrush(page, "wall");
  await board(page).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await shows(page, core("paint", { maze: exit, brush: "wall", cell: w + 2, side: 2 }).id);
  await leave();
});

test("a drag paints every cell that it passes, once", async () => {
  const { page, leave } = await edit(MAZES.rook);
  await chooseBrush(page, "more");
  const { w } = core("maze", { maze: MAZES.rook }), cells = [w, w + 1, w + 2], places = [];
  for (const cell of cells) places.push(await placeOf(page, MAZES.rook, cell));
  await page.mouse.move(...places[0]);
  await page.mouse.down();
  for (const place of [...places, ...places.slice().reverse()]) await page.mouse.move(...place, { steps: 4 });
  await page.mouse.up();
  await shows(page, cells.reduce((maze, cell) => core("paint", { maze, brush: "more", cell }).id, MAZES.rook));
  await leave();
});

// ---- verdict

const numbers = (x) => Number(x).toLocaleString("en", { maximumFractionDigits: 1 });
const stat = (page, name) => page.evaluate((n) => [...document.querySelectorAll(".stat")]
  .find((s) => s.firstChild.textContent === n).lastChild.textContent, name);
const verdict = (page, begins) => until(page,
  (words) => document.querySelector(".verdict").textContent.startsWith(words), begins, 30);

async function assertVerdict(page, maze) {
  const a = JSON.parse(run(["analyse", "--json", maze])).features, solvable = solve(maze).outcome === "solved";
  await verdict(page, solvable ? "Solvable" : "Unsolvable");
  const seen = {};
  for (const name of ["Moves", "Difficulty", "States", "Dead ones"]) seen[name] = await stat(page, name);
  assert.deepEqual(seen, { Moves: solvable ? numbers(a.length) : "–", Difficulty: solvable ? numbers(a.difficulty) : "–",
    States: numbers(a.states), "Dead ones": numbers(a.dead) });
  return seen;
}

test("the verdict on a maze of each kind is what the program says", async () => {
  for (const maze of Object.values(MAZES)) {
    const { page, leave } = await edit(maze);
    await assertVerdict(page, maze);
    await leave();
  }
});

test("a maze is made unsolvable and solvable again", async () => {
  const maze = MAZES.die, { page, leave } = await edit(maze), { w, h } = core("maze", { maze });
  const walled = (cell) => core("paint", { maze, brush: "wall", cell }).id;
  const cell = Array.from({ length: w * h }, (_, i) => i).find(
    (i) => walled(i) && walled(i) !== maze && solve(walled(i)).outcome === "unsolvable");
  const before = await assertVerdict(page, maze);
  await chooseBrush(page, "wall");
  await paint(page, maze, cell);
  await shows(page, walled(cell));
  await verdict(page, "Unsolvable");
  assert.equal((await assertVerdict(page, walled(cell))).Moves, "–");
  await chooseBrush(page, "free");
  await paint(page, maze, cell);
  await shows(page, maze);
  await verdict(page, "Solvable");
  assert.deepEqual(await assertVerdict(page, maze), before);
  await leave();
});

// ---- text

test("board and text stay in step", async () => {
  const { page, leave } = await edit(MAZES.rook), became = core("paint", { maze: MAZES.rook, brush: "goal", cell: 7 }).id;
  const before = await picture(page);
  await text(page).fill(textOf(became));
  await shows(page, became);
  await until(page, (old) => document.querySelector(".paintboard canvas").toDataURL() !== old, before);
  const typed = await picture(page);
  await text(page).fill(textOf(MAZES.rook));
  await shows(page, MAZES.rook);
  await until(page, (old) => document.querySelector(".paintboard canvas").toDataURL() === old, before);
  await leave();
  const other = await edit(became);
  assert.equal(await picture(other.page), typed);
  await other.leave();
});

test("what is wrong in the text is told with its line and column, and the board stays", async () => {
  const { page, leave } = await edit(MAZES.rook), before = await picture(page);
  const lines = textOf(MAZES.rook).split("\n");
  const broken = [...lines.slice(0, 3), lines[3].replace(/\d(?=[^\d]*$)/, "Q"), ...lines.slice(4)].join("\n");
  const [, line, column, message] = run(["check", "-"], broken).match(/stdin:(\d+):(\d+): (.*)/);
  await text(page).fill(broken);
  const problem = page.locator("#edit-problem");
  await problem.getByText(message).waitFor();
  assert.equal(await text(page).getAttribute("aria-invalid"), "true");
  const [shown, arrow] = (await problem.locator("pre").textContent()).split("\n");
  assert.equal(shown, broken.split("\n")[line - 1]);
  assert.equal(arrow.indexOf("^"), column - 1);
  await button(page, `Go to line ${line}`).click();
  assert.equal(await page.evaluate(() => {
    const t = document.activeElement;
    return t.value.slice(t.selectionStart, t.selectionEnd);
  }), shown);
  assert.equal(await picture(page), before);
  await text(page).fill(textOf(MAZES.rook));
  await until(page, () => !document.getElementById("edit-problem").textContent);
  assert.equal(await text(page).getAttribute("aria-invalid"), "false");
  await leave();
});

test("undo and redo, by buttons and keys", async () => {
  const { page, leave } = await edit(MAZES.rook), one = core("paint", { maze: MAZES.rook, brush: "more", cell: 6 }).id;
  const two = core("paint", { maze: one, brush: "more", cell: 7 }).id;
  assert.ok(await button(page, "Undo").isDisabled() && await button(page, "Redo").isDisabled());
  await chooseBrush(page, "more");
  for (const [maze, cell, became] of [[MAZES.rook, 6, one], [one, 7, two]]) {
    await paint(page, maze, cell);
    await shows(page, became);
  }
  for (const [name, maze] of [["Undo", one], ["Undo", MAZES.rook], ["Redo", one], ["Redo", two]]) {
    await button(page, name).click();
    await shows(page, maze);
  }
  await board(page).focus();
  for (const [key, maze] of [["Control+z", one], ["Control+z", MAZES.rook], ["Control+y", one], ["Control+Shift+Z", two]]) {
    await page.keyboard.press(key);
    await shows(page, maze);
  }
  await leave();
});

// ---- sharing and saving

test("a shared link opens the edited maze elsewhere", async () => {
  const { page, leave } = await edit(MAZES.bloxorz, { permissions: ["clipboard-read", "clipboard-write"] });
  const stroke = strokeOf(MAZES.bloxorz, { name: "fragile" });
  await chooseBrush(page, "fragile");
  await paint(page, MAZES.bloxorz, stroke.cell);
  await shows(page, stroke.became);
  await button(page, "Share").click();
  await page.getByText("Link copied.").first().waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await leave();
  const other = await enter(browser, link.split("#")[0], "edit", link.split("#edit/")[1]);
  await shows(other.page, stroke.became);
  await button(other.page, "Play").click();
  await settled(other.page, "play");
  assert.equal(await hash(other.page), `#play/${stroke.became}`);
  await other.leave();
});

test("downloads are what the program reads and writes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "saved-")), maze = MAZES.theseus, { page, leave } = await edit(maze);
  const save = async (name) => {
    const file = await download(page, () => button(page, name).click());
    return { ...file, content: file.content.toString() };
  };
  const saved = await save("Text");
  assert.equal(saved.name, "maze.theseus");
  assert.equal(idOf("-", saved.content), maze);
  assert.match(run(["check", "-"], saved.content), /ok/);
  run(["render", "-o", join(folder, "maze.svg"), maze]);
  assert.equal((await save("SVG")).content, readFileSync(join(folder, "maze.svg"), "utf8"));
  await leave();
  rmSync(folder, { recursive: true });
});

// ---- whole mazes

test("a new board of every kind, its size, mirrors and turns; all of it undone", async () => {
  const { page, leave } = await edit(MAZES.rook), seen = [MAZES.rook];
  for (const kind of Object.keys(MAZES)) {
    await button(page, "New").click();
    await page.getByRole("dialog").getByLabel("Kind").selectOption(kind);
    await page.getByRole("dialog").getByLabel("Size").fill("7x4");
    await button(page, "Begin").click();
    seen.push(core("blank", { kind, size: "7x4" }).id);
    await shows(page, seen.at(-1));
  }
  const maze = seen.at(-1);
  await page.getByLabel("Rows").fill("6");
  await page.getByLabel("Rows").press("Enter");
  seen.push(core("resize", { maze, w: 7, h: 6 }).id);
  await shows(page, seen.at(-1));
  await button(page, "Undo").click();
  await shows(page, maze);
  for (const before of seen.slice(0, -2).reverse()) {
    await button(page, "Undo").click();
    await shows(page, before);
  }
  const names = { "Mirror left and right": "left-right", "Mirror top and bottom": "up-down", "Turn left": "left", "Turn right": "right" };
  for (const first of [MAZES.theseus, MAZES.bloxorz]) {
    let now = first;
    const other = await edit(first);
    for (const [name, by] of Object.entries(names)) {
      await button(other.page, name).click();
      now = core("turn", { maze: now, by }).id;
      await shows(other.page, now);
    }
    await other.leave();
  }
  await leave();
});

test("a size that a kind cannot have is refused in words, and nothing changes", async () => {
  const { page, leave } = await edit(MAZES.rook);
  await page.getByLabel("Columns").fill("37");
  await page.getByLabel("Columns").press("Enter");
  await until(page, () => document.getElementById("edit-problem").textContent === "a rook maze is 2x1 to 36x36");
  await shows(page, MAZES.rook);
  assert.equal(await page.getByLabel("Columns").inputValue(), String(core("maze", { maze: MAZES.rook }).w));
  await leave();
});

test("brushes have pictures, and are chosen by keys", async () => {
  const { page, leave } = await edit(MAZES.bloxorz), brushes = kinds.find((k) => k.name === "bloxorz").brushes;
  await until(page, (n) => [...document.querySelectorAll(".palette canvas")].filter((c) => !c.hidden && c.width > 20).length === n,
    brushes.length);
  const inked = await page.evaluate(() => [...document.querySelectorAll(".palette canvas")].every((c) => {
    const { data } = c.getContext("2d").getImageData(0, 0, c.width, c.height);
    return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 3).join())).size > 2;
  }));
  assert.ok(inked, "every picture has colours");
  await page.getByRole("radio", { name: brushes[0].name, exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("radio", { checked: true }).textContent(), brushes[1].name);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.getByRole("radio", { checked: true }).textContent(), brushes.at(-1).name);
  await accessible(page);
  await leave();
});

test("a finger paints the side on which it is lifted", async () => {
  const { page, leave } = await edit(MAZES.theseus, { hasTouch: true, viewport: { width: 360, height: 740 } });
  const { w } = core("maze", { maze: MAZES.theseus }), cell = w + 1;
  await chooseBrush(page, "wall");
  await board(page).scrollIntoViewIfNeeded();
  const [from, to] = [await placeOf(page, MAZES.theseus, cell, 0), await placeOf(page, MAZES.theseus, cell, 1)];
  const touch = (type, [x, y]) => board(page).dispatchEvent(type, { pointerType: "touch", pointerId: 1, button: 0, clientX: x,
    clientY: y, bubbles: true, isPrimary: true });
  await page.evaluate(() => { HTMLCanvasElement.prototype.setPointerCapture = () => {}; }); // this pointer is none of the browser's
  await touch("pointerdown", from);
  await touch("pointermove", to);
  await touch("pointerup", to);
  await shows(page, core("paint", { maze: MAZES.theseus, brush: "wall", cell, side: 1 }).id);
  await leave();
});

// ---- playing, and what makes a maze hard

// Makes a move by its key, or by its button.
async function press(page, maze, move) {
  if (move.length === 1) await page.keyboard.press(move);
  else await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: move, exact: true }).click();
}

for (const kind of Object.keys(MAZES))
  test(`a ${kind} maze is played in place, and nothing is lost`, async () => {
    const hard = kind === "marble" ? core("random", { kind, size: "5x5", seed: 1, easiest: 2 }).id : MAZES[kind];
    const { page, leave } = await edit(hard), moves = steps(hard).map((step) => step.action);
    const brush = kinds.find((k) => k.name === kind).brushes.at(-1).name;
    await chooseBrush(page, brush);
    await button(page, "Play it here").click();
    const says = page.getByRole("group", { name: "Playing the maze" }).getByRole("status");
    await says.getByText(core("play", { maze: hard }).state).waitFor();
    await button(page, "Hint").click();
    await says.getByText("Next move").waitFor();
    for (const move of moves.slice(0, 2)) await press(page, hard, move);
    await until(page, (state) => document.querySelector(".tryout .notice").textContent === state,
      core("play", { maze: hard, moves: moves.slice(0, 2).join(" ") }).state);
    await page.keyboard.press("Control+z");
    await until(page, (state) => document.querySelector(".tryout .notice").textContent === state,
      core("play", { maze: hard, moves: moves[0] }).state);
    await button(page, "Redo").click();
    for (const move of moves.slice(2)) await press(page, hard, move);
    await says.getByText(`Solved in ${moves.length}`).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("mazewright.games")), null, "nothing of it is remembered");
    await page.keyboard.press("Escape");
    await board(page).waitFor();
    assert.equal(await page.getByRole("radio", { checked: true }).textContent(), brush);
    await shows(page, hard);
    await leave();
  });

test("why a maze is hard is told in words with its numbers", async () => {
  const { page, leave } = await edit(MAZES.theseus), { features } = JSON.parse(run(["analyse", "--json", MAZES.theseus]));
  await verdict(page, "Solvable");
  await page.getByText("Why is it this hard?").click();
  const reasons = (await page.locator(".reasons li").allTextContents()).join(" ");
  for (const words of [`has ${features.length} moves`, `at ${features.forward_decisions} of its positions`,
    `needs about ${numbers(Math.round(features.player_steps))} moves`])
    assert.ok(reasons.includes(words), `${words}: ${reasons}`);
  await leave();
});

test("a harder maze is shown beside the present one, taken and taken back", async () => {
  const { page, leave } = await edit(MAZES.rook);
  await button(page, "Make it harder").click();
  await page.getByText("A harder maze was found.").first().waitFor({ timeout: 30000 });
  assert.equal(await page.locator(".both canvas").count(), 2);
  await shows(page, MAZES.rook);
  await button(page, "Take it").click();
  await until(page, (maze) => decodeURIComponent(location.hash) !== `#edit/${maze}`, MAZES.rook);
  const harder = (await hash(page)).slice("#edit/".length), grade = (maze) => core("analyse", { maze }).verdict.difficulty;
  assert.ok(grade(harder) > grade(MAZES.rook), `${grade(harder)} > ${grade(MAZES.rook)}`);
  await button(page, "Undo").click();
  await shows(page, MAZES.rook);
  await button(page, "Make it harder").click();
  await page.getByText("A harder maze was found.").first().waitFor({ timeout: 30000 });
  await button(page, "Compare").click();
  await page.getByText("B is harder than A").first().waitFor();
  assert.ok((await hash(page)).startsWith(`#compare/${MAZES.rook}?with=rook`));
  await leave();
});

test("a search for a harder maze is stopped, and mine is kept", async () => {
  const maze = core("random", { kind: "theseus", size: "12x12", seed: 3 }).id, { page, leave } = await edit(maze);
  await button(page, "Make it harder").click();
  await until(page, () => document.querySelector("progress").value > 0.01);
  await button(page, "Stop").click();
  await button(page, "Keep mine").click();
  await shows(page, maze);
  assert.ok(await button(page, "Undo").isDisabled());
  await leave();
});

// ---- pasting and dropping

test("any form is pasted or dropped; what is wrong is told where", async () => {
  const { page, leave } = await edit(MAZES.rook), paste = (text) => page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  const forms = [MAZES.die, textOf(MAZES.theseus), `https://example.org/x/#play/${encodeURIComponent(MAZES.bloxorz)}`,
    run(["solve", "--json", MAZES.die]), run(["convert", "--to", "paper", MAZES.bloxorz])];
  for (const [i, maze] of [MAZES.die, MAZES.theseus, MAZES.bloxorz, MAZES.die, MAZES.bloxorz].entries()) {
    await paste(forms[i]);
    await shows(page, maze);
  }
  await paste("rook 3x2\n1 2 3\n1 Q G");
  await page.locator("#edit-problem .point").waitFor();
  assert.equal(await page.locator("#edit-problem .point").textContent(), "1 Q G\n  ^");
  await shows(page, MAZES.bloxorz);
  await paste("rook 2x2\n1 \0\n1 G");
  await until(page, () => document.getElementById("edit-problem").textContent.includes("is no jump"));
  await button(page, "Paste").click();
  await page.getByLabel("Its id, its text, or a link to it").fill("rook 3x2\n1 2 3\n1 Q G");
  await button(page, "Take it").click();
  assert.equal(await page.locator("dialog .point").textContent(), "1 Q G\n  ^");
  assert.deepEqual(await page.locator("dialog .primary").allTextContents(), ["Take it"]);
  await button(page, "Close").click();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "maze.die"));
    document.querySelector(".view").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, textOf(MAZES.die));
  await shows(page, MAZES.die);
  await leave();
});

// ---- the largest mazes

// On a quiet machine a stroke takes less than 50 ms; tests run beside others, so the best of five counts.
const SOON = 600; // ms; about 50 on a machine that does nothing else

// How long it takes from the stroke until the maze is another one, in the middle of the board.
const stroke = (page, at) => page.evaluate((at) => new Promise((done) => {
  const canvas = document.querySelector(".paintboard canvas"), text = document.querySelector("textarea"), before = text.value;
  const box = canvas.getBoundingClientRect(), from = performance.now();
  HTMLCanvasElement.prototype.setPointerCapture = () => {}; // this pointer is none of the browser's
  for (const type of ["pointerdown", "pointerup"])
    canvas.dispatchEvent(new PointerEvent(type, { clientX: box.x + box.width * at, clientY: box.y + box.height * 0.52, pointerId: 1, button: 0 }));
  const look = () => text.value !== before || performance.now() - from > 5000 ? done(performance.now() - from) : setTimeout(look, 1);
  look();
}), at);

test("a stroke on the largest board of each kind is quick", async () => {
  for (const [kind, size, brush] of [["rook", "36x36", "more"], ["theseus", "64x64", "block"], ["bloxorz", "64x64", "fragile"],
    ["marble", "50x50", "wall"], ["die", "64x64", "wall"]]) {
    const { page, leave } = await edit(core("blank", { kind, size }).id), took = [];
    await chooseBrush(page, brush);
    for (const at of [0.41, 0.45, 0.55, 0.6, 0.64]) took.push(await stroke(page, at));
    assert.ok(Math.min(...took) < SOON, `${kind} ${size}: ${took}`);
    await leave();
  }
});

test("on a phone the board of each kind begins in the upper half, and its tools keep their names", async () => {
  for (const maze of Object.values(MAZES)) {
    const { page, leave } = await edit(maze, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    assert.ok((await board(page).boundingBox()).y < 330, maze);
    for (const name of ["Random", "Paste", "Keep", "New", "Undo", "Play it here"])
      await button(page, name).waitFor();
    await button(page, "Turn right").click();
    await until(page, () => !document.querySelector('.edit-tools [aria-keyshortcuts="Control+Z"]').disabled);
    await leave();
  }
});
