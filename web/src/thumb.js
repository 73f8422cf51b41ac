// thumb.js: a small picture of a maze, for lists; also of it after some moves.
import { Board } from "./board.js";
import { core } from "./core.js";
import { el } from "./dom.js";
import { t } from "./words.js";

// Call close() when it is no longer needed, and recolour() after a change of theme.
export function thumb(id, theme, height = 0.12, moves = undefined) {
  const canvas = el("canvas", { role: "img", "aria-label": t("Picture of the maze") });
  const node = el("div", { class: "board thumb" }, canvas);
  const board = new Board(canvas, { height });
  const recolour = () => core.ask({ ask: "play", maze: id, moves, theme: theme() })
    .then(({ scene }) => scene && board.show(scene), () => {});
  recolour();
  return { node, recolour, close: () => board.close() };
}
