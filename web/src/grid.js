// grid.js: the board in words, as a grid for screen readers (and for everybody: t("Text board")). Arrow keys
// go from cell to cell; Enter plays the move that leads to a cell.
import { el } from "./dom.js";
import { either, t } from "./words.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class TextBoard {
  // choose(cell): Enter was pressed on this cell. visit(cell): it has the focus; null: none has.
  constructor(choose, visit) {
    Object.assign(this, { choose, visit, at: 0, cells: [], size: "" });
    this.node = el("section", { class: "text-board unseen", "aria-label": t("Text board"), hidden: true,
      onkeydown: (e) => this.#key(e) });
  }

  open(visible) {
    this.node.classList.toggle("unseen", !visible);
  }

  // look: the core's answer; legal: the legal moves, of which some lead to cells.
  update(look, legal) {
    this.node.hidden = !look.cells;
    if (!look.cells) return;
    Object.assign(this, { w: look.w, h: look.h, d: look.d });
    if (this.size !== `${look.w} ${look.h} ${look.d}`) this.#build(look);
    look.cells.forEach((words, i) => {
      const here = i === look.player;
      this.#fill(i, words, here ? [] : legal.filter((l) => l.cells.includes(i)), here);
    });
  }

  #build(look) {
    this.size = `${look.w} ${look.h} ${look.d}`;
    this.at = look.player ?? 0;
    this.cells = look.cells.map((_, i) => el("div", {
      role: "gridcell", tabindex: i === this.at ? "0" : "-1", "aria-colindex": String(i % look.w + 1),
      onfocus: () => this.#reach(i, false), onblur: () => this.visit(null),
    }));
    const layers = Array.from({ length: look.d }, (_, z) => this.#layer(look, z));
    this.node.replaceChildren(el("p", { class: "small soft" },
      t("Arrow keys read on, Enter plays the move that leads to a cell; moves have their letters and buttons, too.")), ...layers);
  }

  #layer(look, z) {
    const name = look.d > 1 ? t("Layer {n} of {all}", { n: z + 1, all: look.d }) : t("The board in words");
    const rows = Array.from({ length: look.h }, (_, y) => el("div", { role: "row", "aria-rowindex": String(y + 1) },
      this.cells.slice((z * look.h + y) * look.w, (z * look.h + y + 1) * look.w)));
    return el("div", { class: "scroll" }, look.d > 1 ? el("h2", {}, name) : null,
      el("div", { role: "grid", "aria-label": name, "aria-readonly": "true", "aria-rowcount": String(look.h),
        "aria-colcount": String(look.w) }, rows));
  }

  #fill(i, words, moves, here) {
    const cell = this.cells[i], text = words || t("nothing"), to = moves.length ? either(moves.map((l) => l.name ?? l.action)) : "";
    cell.classList.toggle("here", here);
    cell.classList.toggle("soft", !words);
    const said = `${text}|${to}`;
    if (cell.said === said) return;
    cell.said = said;
    cell.replaceChildren(words ? text : el("span", { class: "unseen" }, text),
      ...(to ? [el("span", { class: "way" }, el("span", { class: "unseen" }, ", ", t("Enter plays {moves}", { moves: to })),
        el("span", { "aria-hidden": "true" }, to))] : []));
  }

  #reach(i, focus) {
    this.cells[this.at].tabIndex = -1;
    this.at = i;
    this.cells[i].tabIndex = 0;
    if (focus) this.cells[i].focus();
    else this.visit(i);
  }

  #key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const to = this.#target(e.key);
    if (to === null && e.key !== "Enter" && e.key !== " ") return;
    e.preventDefault();
    e.stopPropagation(); // here arrow keys read the board and do not make moves
    if (to === null) this.choose(this.at);
    else this.#reach(to, true);
  }

  #target(key) {
    const { w, h, d, at } = this, x = at % w, y = Math.floor(at / w) % h, z = Math.floor(at / (w * h));
    const clamp = (v, n) => Math.max(0, Math.min(n - 1, v));
    if (STEPS[key]) return clamp(x + STEPS[key][0], w) + w * (clamp(y + STEPS[key][1], h) + h * z);
    if (key === "Home") return at - x;
    if (key === "End") return at - x + w - 1;
    if (key === "PageUp" || key === "PageDown") return x + w * (y + h * clamp(z + (key === "PageDown" ? 1 : -1), d));
    return null;
  }
}
