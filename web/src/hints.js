// hints.js: what stands beside a hint: what it offers, and an arrow on the board.
import { button } from "./dom.js";
import { t } from "./words.js";

// Leads to the explanation of a game that is lost.
export const whyButton = ({ context, game }) =>
  button("explain", t("Why?"), () => context.navigate("explain", game.maze.id, { moves: game.moves.join(" ") }));

// more: there is a hint that says more.
export function hintOffers(play, hint, more) {
  if (play.game.position.status === "solved") return [];
  if (hint.winnable) return more ? [button("hint", t("More"), () => play.enqueueHelp(() => play.giveHint()))] : [];
  if (!hint.back) return [];
  return [button("undo", t("Take back {n} {n:move|moves}", { n: hint.back }), () => play.takeBack(hint.back), { primary: true }),
    whyButton(play)];
}

// From the player towards where the hint points: of a move to where it leads, else a cell long.
export function hintArrow(at, { x, y, action }) {
  const move = action && at.legal.find((l) => l.action === action && l.x !== null);
  let [dx, dy] = move ? [move.x - at.x, move.y - at.y] : [x ?? 0, y ?? 0];
  const length = Math.hypot(dx, dy);
  if (length < 0.1) return null;
  if (!move) [dx, dy] = [dx * 1.3 / length, dy * 1.3 / length];
  const ux = dx / Math.hypot(dx, dy), uy = dy / Math.hypot(dx, dy), tx = at.x + dx, ty = at.y + dy, head = 0.2;
  return [at.x + ux * 0.35, at.y + uy * 0.35, tx, ty,
    tx - head * (ux + uy), ty - head * (uy - ux), tx, ty, tx - head * (ux - uy), ty - head * (uy + ux)];
}
