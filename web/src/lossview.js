// lossview.js: why a game is lost: the move that lost it, with the board before and after it.
import { button, el } from "./dom.js";
import { thumb } from "./thumb.js";
import { t } from "./words.js";

export class LossView {
  constructor(context) {
    Object.assign(this, { context, pictures: [] });
    this.node = el("section", { class: "panel stack loss", "aria-label": t("Your game"), hidden: true });
  }

  // answer: that to `explain` after these moves, by which the game is lost.
  show({ words, fatal_move: fatal }, maze, moves) {
    this.clear();
    const back = fatal > 0 && button("undo", t("Play on from before move {n}", { n: fatal }),
      () => this.context.navigate("play", maze.id, { moves: moves.slice(0, fatal - 1).join(" ") }), { primary: true });
    this.node.replaceChildren(el("h2", {}, t("Why your game is lost")), el("p", { class: "notice bad wrap told" }, words),
      fatal > 0 ? el("div", { class: "both" }, this.#one(t("Before move {n}", { n: fatal }), maze, moves.slice(0, fatal - 1)),
        this.#one(t("After move {n}: {move}", { n: fatal, move: moves[fatal - 1] }), maze, moves.slice(0, fatal))) : "",
      back ? el("div", { class: "row" }, back) : "");
    this.node.hidden = false;
  }

  clear() {
    this.pictures.forEach((p) => p.close());
    this.pictures = [];
    this.node.hidden = true;
  }

  recolour() { this.pictures.forEach((p) => p.recolour()); }

  close() { this.clear(); }

  #one(caption, maze, moves) {
    const picture = thumb(maze.id, this.context.theme, 0.3, moves.join(" "));
    picture.node.firstChild.setAttribute("aria-label", caption);
    this.pictures.push(picture);
    return el("figure", {}, picture.node, el("figcaption", { class: "small soft" }, caption));
  }
}
