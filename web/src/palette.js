// palette.js: the brushes of a kind as pictures with names, of which one is chosen.
import { Board } from "./board.js";
import { core } from "./core.js";
import { el } from "./dom.js";
import { fromCore, t } from "./words.js";

const BACK = new Set(["ArrowLeft", "ArrowUp"]), ON = new Set(["ArrowRight", "ArrowDown"]);
const likeness = (maze) => maze.id.split(/[:#]/).slice(0, 2).join(":"); // kind, size and options

export class Palette {
  // theme(): the colours; onchoose(): another brush was chosen
  constructor(theme, onchoose) {
    Object.assign(this, { theme, onchoose, brushes: [], chosen: null, boards: [], reasons: new Map(), drawn: "" });
    this.list = el("div", { class: "palette", role: "radiogroup", "aria-label": t("Brush"), onkeydown: (e) => this.#key(e) });
    this.says = el("p", { class: "small soft" });
  }

  close() { this.boards.forEach((b) => b.close()); }

  // The brushes of a maze; their pictures follow when the core has drawn them.
  show(maze, kind) {
    if (this.brushes !== kind.brushes) this.#fill(kind.brushes);
    this.maze = maze;
    this.draw();
  }

  async draw() {
    const drawn = `${likeness(this.maze)} ${this.theme()}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const { brushes } = await core.ask({ ask: "brushes", maze: this.maze.id, theme: this.theme() })
      .catch(() => ({ brushes: [] })); // their names remain
    if (drawn !== this.drawn) return;
    brushes.forEach(({ scene, why }, i) => {
      this.boards[i].canvas.hidden = !scene;
      this.list.children[i].classList.toggle("useless", Boolean(why));
      if (scene) this.boards[i].show(scene);
    });
    this.reasons = new Map(brushes.map(({ why }, i) => [this.brushes[i], why]));
    this.#tell();
  }

  #fill(brushes) {
    this.close();
    this.brushes = brushes;
    this.boards = [];
    this.list.hidden = !brushes.length;
    this.list.replaceChildren(...brushes.map((b) => this.#button(b)));
    this.#choose(brushes[0] ?? null);
  }

  #button(brush) {
    const canvas = el("canvas", { "aria-hidden": "true", hidden: true }), picture = el("span", { class: "brush-picture" }, canvas);
    this.boards.push(new Board(canvas, { height: 1 }));
    return el("button", { type: "button", role: "radio", title: brush.about, onclick: () => this.#choose(brush) },
      picture, el("span", {}, fromCore(brush.name)));
  }

  #choose(brush, focus) {
    this.chosen = brush;
    this.brushes.forEach((b, i) => {
      const node = this.list.children[i];
      node.setAttribute("aria-checked", String(b === brush));
      node.tabIndex = b === brush ? 0 : -1;
      if (focus && b === brush) node.focus();
    });
    this.#tell();
    this.onchoose();
  }

  // What the brush paints, or why it cannot be used on this maze.
  #tell() {
    const { chosen } = this;
    this.says.textContent = !chosen ? t("This kind cannot be painted: change its text.")
      : this.reasons.get(chosen) ? t("Not in this maze: {why}.", { why: this.reasons.get(chosen) }) : chosen.about;
  }

  #key(e) {
    const by = ON.has(e.key) ? 1 : BACK.has(e.key) ? -1 : 0, { brushes } = this;
    if (!by) return;
    e.preventDefault();
    this.#choose(brushes[(brushes.indexOf(this.chosen) + by + brushes.length) % brushes.length], true);
  }
}
