// flourish.js: what the board does when a maze is won or a move is refused. Nothing where less motion is wished.
import { el, reducedMotion } from "./dom.js";

const SPARKS = 14, LAST = 700; // milliseconds

// Sparks fly from a place of the picture.
export function celebrate(board, x, y) {
  if (reducedMotion() || !board.scale) return;
  const box = board.canvas.getBoundingClientRect(), around = board.canvas.parentElement.getBoundingClientRect();
  for (let i = 0; i < SPARKS; i++) {
    const spark = el("span", { class: "spark", "aria-hidden": "true" }), angle = 2 * Math.PI * i / SPARKS, far = 40 + 25 * (i % 3);
    spark.style.left = `${box.left - around.left + (x - board.view.x) * board.scale}px`;
    spark.style.top = `${box.top - around.top + (y - board.view.y) * board.scale}px`;
    board.canvas.parentElement.append(spark);
    const end = `translate(${far * Math.cos(angle)}px, ${far * Math.sin(angle)}px) scale(0.3)`;
    spark.animate({ transform: ["none", end], opacity: [1, 0] }, { duration: LAST, easing: "ease-out" }).finished
      .finally(() => spark.remove());
  }
}

export function shake(node) {
  if (reducedMotion()) return;
  node.animate({ transform: ["translateX(0)", "translateX(-5px)", "translateX(5px)", "translateX(0)"] }, 160);
}
