// hands.mjs: how a person makes moves: by keys, swipes, taps and buttons.
import { arrived, steps } from "./person.mjs";

export const ARROWS = ["Up", "Right", "Down", "Left"];

// The half of a divided player that moves, as the button for it says.
export async function turnTo(page, half, turn) {
  const change = page.getByRole("button", { name: /^Half . •+ moves/ });
  if (!half || !(await change.count()) || (await change.textContent()).includes(`Half ${half}`)) return;
  await turn(change);
  await page.getByRole("button", { name: `Half ${half} •` }).waitFor();
}

// The key for a move: an arrow, a letter of its own, or the space bar.
export const keyOf = ({ action, arrow }) => arrow !== null ? `Arrow${ARROWS[arrow]}` : action.length > 1 ? " " : action;
export async function type(page, move) {
  await turnTo(page, move.half, () => page.keyboard.press("x"));
  await page.keyboard.press(keyOf(move));
}

// Makes these moves one by one, without the first `made` moves, and waits until each is shown.
export async function make(page, maze, moves, { by = type, made = 0 } = {}) {
  const all = steps(maze, moves);
  for (let i = made; i < all.length; i++) {
    await by(page, all[i], i);
    await arrived(page, maze, all.slice(0, i + 1).map((m) => m.action).join(" "));
  }
}

// Swipes by (dx, dy) pixels over the board, around the place `about`.
export async function swipe(page, [dx, dy], about = [0.5, 0.5]) {
  const canvas = page.locator(".stage canvas"), finger = await page.context().newCDPSession(page);
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox(), [x, y] = [box.x + box.width * about[0], box.y + box.height * about[1]];
  const at = (t) => [{ x: x + dx * (t - 0.5), y: y + dy * (t - 0.5) }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const t of [0.3, 0.6, 1]) await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(t) });
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await finger.detach();
}

// The direction of a move in the picture; null if it has none, or if another move has nearly the same.
export function wayOf({ action, at, x, y, half }) {
  const from = at.halves.find((h) => h.half === half) ?? at, way = (l) => [l.x - from.x, l.y - from.y], mine = way({ x, y }), length = Math.hypot(...mine);
  const near = (l) => l.action !== action && l.half === half && l.x !== null &&
    (way(l)[0] * mine[0] + way(l)[1] * mine[1]) / (Math.hypot(...way(l)) * length) > 0.9;
  return length < 0.1 || at.legal.some(near) ? null : mine.map((v) => v * 70 / length);
}

// The centre of the cell to which a move leads, on the screen; null if another move leads there, too.
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
  { 9: "Up and right", 3: "Down and right", 1: "Down and left", 7: "Up and left" }[action] ?? action;

// Makes moves by swipes, taps on the pad and taps on the board in turn, where these are unambiguous.
export async function touch(page, move, i) {
  await turnTo(page, move.half, (change) => change.tap());
  const way = wayOf(move), place = i % 3 === 2 && await placeOf(page, move);
  if (i % 3 === 0 && way) await swipe(page, way);
  else if (place) await page.touchscreen.tap(...place);
  else await page.getByRole("group", { name: "Moves" }).getByRole("button", { name: new RegExp(`^(Wait \\()?${padName(move)}\\)?$`) }).tap();
}
