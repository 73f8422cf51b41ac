// boardtools.js: what changes a whole maze in the editor: a new board, another size, mirrors and turns.
import { core } from "./core.js";
import { button, el, field, select } from "./dom.js";
import { askFor } from "./mazepick.js";
import { optionHelp, usualSize } from "./randommaze.js";
import { kindName, t } from "./words.js";

const TURNS = () => [["mirror", t("Mirror left and right"), "left-right"], ["flip", t("Mirror top and bottom"), "up-down"],
  ["turn-left", t("Turn left"), "left"], ["turn-right", t("Turn right"), "right"]];

// An empty board of any kind and size.
function askNew(context, wanted, take) {
  const kinds = context.kinds.filter((k) => k.resizes && k.draws);
  let kind = kinds.find((k) => k.name === wanted) ?? kinds[0];
  const size = el("input", { value: usualSize(context, kind.name), spellcheck: "false", autocapitalize: "off" });
  const help = el("div", {}, optionHelp(kind));
  const choose = (name) => {
    kind = kinds.find((k) => k.name === name);
    size.value = usualSize(context, name);
    help.replaceChildren(optionHelp(kind));
  };
  askFor(t("A new maze"), t("Begin"), () => core.ask({ ask: "blank", kind: kind.name, size: size.value.trim() }), take,
    [el("div", { class: "fields" }, field(t("Kind"), select(kinds.map((k) => [k.name, kindName(k.name)]), kind.name, choose)),
      field(t("Size"), size)), help]);
}

// take(answer): a maze in place of the one that is shown; change(question): what the core makes of that one.
export class BoardTools {
  constructor(context, take, change) {
    this.sides = ["w", "h", "d"].map((side) => el("input", { type: "number", min: "1", inputmode: "numeric", class: "side",
      "aria-label": { w: t("Columns"), h: t("Rows"), d: t("Layers") }[side],
      onchange: (e) => this.#resize(side, e.target) }));
    this.layers = el("span", { class: "row tight" }, "×", this.sides[2]);
    this.size = el("div", { class: "row tight", role: "group", "aria-label": t("Size") },
      this.sides[0], "×", this.sides[1], this.layers);
    this.turns = el("div", { class: "row tight", role: "group", "aria-label": t("Mirror and turn") },
      TURNS().map(([icon, name, by]) => button(icon, name, () => change({ ask: "turn", by }), { bare: true })));
    this.change = change;
    this.node = el("div", { class: "row board-tools" },
      button("plus", t("New"), () => askNew(context, this.maze?.kind, take)), this.size, this.turns);
  }

  show(maze, kind) {
    this.maze = maze;
    this.size.hidden = !kind.resizes;
    this.turns.hidden = !kind.turns;
    this.layers.hidden = maze.d === 1;
    for (const [i, side] of ["w", "h", "d"].entries()) this.sides[i].value = maze[side];
  }

  // What cannot be is told, and the number goes back.
  #resize(side, input) {
    const { w, h, d } = this.maze, wanted = Number(input.value);
    if (wanted !== this.maze[side]) this.change({ ask: "resize", w, h, d, [side]: wanted });
    input.value = this.maze[side];
  }
}
