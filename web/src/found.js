// found.js: lists the mazes that designs found: the best of each run, and those that the browser keeps.
import { button, el, number, toast } from "./dom.js";
import { storage } from "./storage.js";
import { mazeActions } from "./mazeactions.js";
import { thumb } from "./thumb.js";
import { t } from "./words.js";

const KEY = "kept";
const runs = []; // of this visit

export class Found {
  constructor(context) {
    this.context = context;
    this.pictures = [];
    this.list = el("ul", { class: "found" });
    this.empty = el("p", { class: "small soft" },
      t("The best maze of each run appears here. Keep those that you like: the browser remembers them."));
    this.node = el("section", { class: "panel stack", "aria-label": t("Mazes found") }, el("h2", {}, t("Mazes found")),
      this.empty, this.list);
    this.#fill();
  }

  // item: {id, note, length, difficulty}
  add(item) {
    if (!runs.some((r) => r.id === item.id)) runs.unshift(item);
    this.#fill();
  }

  keep(item) {
    storage.set(KEY, [item, ...storage.get(KEY, []).filter((k) => k.id !== item.id)]);
    toast(t("Kept in this browser."));
    this.#fill();
  }

  #drop(item) {
    storage.set(KEY, storage.get(KEY, []).filter((k) => k.id !== item.id));
    const at = runs.findIndex((r) => r.id === item.id);
    if (at >= 0) runs.splice(at, 1);
    this.#fill();
  }

  #fill() {
    this.close();
    const kept = storage.get(KEY, []), fresh = runs.filter((r) => !kept.some((k) => k.id === r.id));
    this.list.replaceChildren(...fresh.map((i) => this.#row(i, false)), ...kept.map((i) => this.#row(i, true)));
    this.empty.hidden = this.list.childElementCount > 0;
  }

  #row(item, kept) {
    const picture = thumb(item.id, this.context.theme);
    this.pictures.push(picture);
    const facts = t("length {length}, difficulty {difficulty}", { length: number(item.length), difficulty: number(item.difficulty) });
    const actions = mazeActions(this.context, () => item.id, ["play", "search", "edit"]);
    actions.append(...(kept ? [] : [button("list", t("Keep"), () => this.keep(item))]),
      button("undo", t("Remove"), () => this.#drop(item)));
    return el("li", {}, picture.node, el("div", { class: "stack tight" },
      el("p", {}, el("strong", {}, item.note), " ", kept && el("span", { class: "chip good" }, t("kept")), el("br"),
        el("span", { class: "small soft" }, facts)),
      actions));
  }

  recolour() { this.pictures.forEach((p) => p.recolour()); }

  close() {
    this.pictures.forEach((p) => p.close());
    this.pictures = [];
  }
}
