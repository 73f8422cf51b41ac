// found.js: lists the mazes that designs found on this visit, the best of each run. Those that are kept are in
// "My mazes".
import { el, number } from "./dom.js";
import { keepButton, mazeActions } from "./mazeactions.js";
import { thumb } from "./thumb.js";
import { t } from "./words.js";

const runs = []; // of this visit: {id, name, length, difficulty}

export class Found {
  constructor(context) {
    this.context = context;
    this.pictures = [];
    this.list = el("ul", { class: "found" });
    this.empty = el("p", { class: "small soft" },
      t("The best maze of each run appears here. Keep those that you like: they are in My mazes, in every view."));
    this.node = el("section", { class: "panel stack", "aria-label": t("Mazes found") }, el("h2", {}, t("Mazes found")),
      this.empty, this.list);
    runs.toReversed().forEach((item) => this.#show(item));
    this.empty.hidden = runs.length > 0;
  }

  add(item) {
    if (runs.some((r) => r.id === item.id)) return;
    runs.unshift(item);
    this.#show(item);
    this.empty.hidden = true;
  }

  #show(item) {
    const picture = thumb(item.id, this.context.theme);
    this.pictures.push(picture);
    const facts = t("length {length}, difficulty {difficulty}", { length: number(item.length), difficulty: number(item.difficulty) });
    const actions = mazeActions(this.context, () => item.id, ["play", "search", "edit"]);
    actions.prepend(keepButton(this.context, () => item).node);
    this.list.prepend(el("li", {}, picture.node, el("div", { class: "stack tight" },
      el("p", {}, el("strong", {}, item.name), el("br"), el("span", { class: "small soft" }, facts)), actions)));
  }

  recolour() { this.pictures.forEach((p) => p.recolour()); }

  close() { this.pictures.forEach((p) => p.close()); }
}
