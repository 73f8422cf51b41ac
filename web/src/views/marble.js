// marble.js: marble mazes in a physics simulation: watch an agent learn where moves lead, or tilt the maze.
import { core } from "../core.js";
import { button, el, field, select, share } from "../dom.js";
import { keepButton } from "../mazeactions.js";
import { storage } from "../storage.js";
import { Hand } from "../marble/hand.js";
import { Stage } from "../marble/stage.js";
import { Watch } from "../marble/watch.js";
import { grades, newSeed, randomMaze, shortfall, stopRandom } from "../randommaze.js";
import { t } from "../words.js";

// This view is about one kind, and may name it.
const KIND = "marble";
const SHAPES = {
  flat: [() => t("Flat"), (n) => `${n}x${n}`],
  all: [() => t("Cube"), (n) => `${n}x${n}x${n},all`],
  outer: [() => t("Hollow cube"), (n) => `${n}x${n}x${n},outer`],
};
// name, shape, side, seed
const PRESETS = [
  [() => "3 × 3 × 3", "all", 3, "201"], [() => t("5 × 5 × 5, hollow"), "outer", 5, "203"],
  [() => t("Long way"), "outer", 5, "205"], [() => t("4 × 4, flat"), "flat", 4, "1"],
];
const MODES = { watch: () => t("Agent"), hand: () => t("By hand") };
const HELP = {
  watch: () => t("Drag or arrow keys: look around. Plus and minus: zoom. Space: run and pause. Home: reset the view."),
  hand: () => t("Arrow keys or dragging turn the maze; the marble rolls. Shift with them looks around. R restarts."),
};

class MarbleView {
  constructor(root, context) {
    Object.assign(this, { root, context, maze: null, mode: storage.get("marble.mode", "watch") });
    this.stage = new Stage(context);
    this.modes = { watch: new Watch(this.stage, context), hand: new Hand(this.stage) };
    this.heading = el("h1", {}, t("Marble maze"));
    this.toPlay = el("a", {}, t("Play this maze"));
    this.problem = el("p", { class: "notice bad", role: "alert", hidden: true });
    this.help = el("p", { class: "small soft", id: "marble-help" });
    this.controls = el("div", { class: "marble-controls" });
    this.side = el("div", { class: "stack" });
    this.switch = el("div", { class: "segments", role: "group", "aria-label": t("Who turns the maze") },
      Object.entries(MODES).map(([mode, text]) =>
        el("button", { type: "button", "data-mode": mode, onclick: () => this.#enter(mode) }, text())));
    this.stage.canvas.addEventListener("keydown", (e) => this.#key(e));
    const tools = el("div", { class: "row" },
      button("share", t("Share"), () => share(KIND, this.maze), { bare: true }), this.switch);
    root.append(el("div", { class: "split marble" },
      el("div", { class: "stack" }, el("div", { class: "row spread" }, this.heading, tools),
        el("p", { class: "small soft" }, t("Here real physics rolls the marble: watch an agent, or hold the maze yourself. In Play one tilt is one move."), " ", this.toPlay),
        this.problem,
        el("section", { class: "panel flush", "aria-label": t("The maze") }, this.stage.node, this.controls)), this.side));
    this.picker = this.#picker();
  }

  close() {
    this.closed = true;
    stopRandom();
    this.modes.watch.close();
    this.modes.hand.close();
    this.stage.close();
  }

  async begin() {
    await Promise.all([this.stage.load(), core.ready]);
    const [, shape, side, seed] = PRESETS[1];
    if (!(this.context.maze && await this.#open({ ask: "maze", maze: this.context.maze }, true))) {
      const wrong = this.problem.textContent; // about the maze of the address; another one is shown instead
      await this.#random(shape, side, seed);
      this.#complain(wrong);
    }
    if (!this.closed && this.maze) this.#enter(this.mode);
  }

  // ---- choosing a maze
  async #random(shape, side, seed) {
    this.shape.value = shape;
    this.size.value = String(side);
    this.seed.value = seed;
    await this.#open({ ask: "random", kind: KIND, size: SHAPES[shape][1](side), seed: Number(seed) });
  }

  // Shows a maze; returns false if it is not a marble maze. `quietly`: the maze came from another view and may be of another
  // kind.
  async #open(question, quietly) {
    stopRandom();
    this.says.textContent = "";
    try {
      const maze = await core.ask(question);
      if (quietly && maze.kind !== KIND) return false;
      const walls = await core.ask({ ask: "walls", maze: maze.id });
      if (this.closed) return true;
      await this.#take(maze, walls);
      this.#complain("");
      return true;
    } catch (e) {
      this.#complain(e.message);
      return false;
    }
  }

  #complain(sentence) {
    this.problem.textContent = sentence;
    this.problem.hidden = !sentence;
  }

  async #take(maze, walls) {
    const { id } = maze;
    this.maze = id;
    this.shown = maze;
    this.context.address(id);
    this.toPlay.href = `#play/${id}`;
    this.keep.update();
    this.heading.textContent = t("Marble maze {size}",
      { size: [walls.w, walls.h, walls.d].slice(0, walls.d > 1 ? 3 : 2).join(" × ") });
    await this.stage.setMaze(id, walls);
    for (const mode of Object.values(this.modes)) mode.setMaze(id, walls);
    if (this.mode === "watch") this.stage.rest();
  }

  #picker() {
    this.shape = select(Object.entries(SHAPES).map(([name, [text]]) => [name, text()]), "outer");
    this.size = el("input", { type: "number", min: "2", max: "20", value: "5" });
    this.seed = el("input", { value: "1", inputmode: "numeric" });
    this.keep = keepButton(this.context, () => this.shown);
    const open = (view, text) => button(view, text, () => this.context.navigate(view, this.maze));
    this.grade = select(grades(), "medium");
    this.says = el("p", { class: "small soft", role: "status" });
    const side = () => Math.max(1, Math.round(Number(this.size.value)) || 5);
    const presets = PRESETS.map(([name, shape, side, seed]) => button(null, name(), () => this.#random(shape, side, seed)));
    const shipped = this.context.mazes.filter((m) => m.kind === KIND)
      .map((m) => button(null, m.name, () => this.#open({ ask: "maze", maze: m.id })));
    return el("section", { class: "panel stack" }, el("h2", {}, t("Maze")), el("div", { class: "row" }, presets, shipped),
      el("div", { class: "fields marble-fields" }, field(t("Shape"), this.shape), field(t("Side"), this.size)), field(t("Difficulty"), this.grade),
      el("div", { class: "row" },
        button("dice", t("New maze"), () => this.#another(side()), { primary: true }), this.keep.node), this.says,
      el("details", {}, el("summary", {}, t("Advanced")), el("div", { class: "beside" }, el("label", { class: "field grow" }, t("Seed"), this.seed),
        button(null, t("From seed"), () => this.#random(this.shape.value, side(), this.seed.value)))),
      el("div", { class: "row" }, open("play", t("Play it")), open("search", t("Search it"))));
  }

  // A random maze that can be solved, of the difficulty that is chosen. It ends with any other choice.
  async #another(side) {
    const wish = { kind: KIND, size: SHAPES[this.shape.value][1](side), grade: this.grade.value, seed: newSeed() };
    this.says.textContent = t("Searching for a maze of this difficulty…");
    try {
      const maze = await randomMaze(wish), told = maze ? shortfall(wish, maze) : "";
      if (this.closed) return;
      if (maze) await this.#open({ ask: "maze", maze: maze.id });
      if (maze) this.says.textContent = told;
    } catch (e) {
      this.says.textContent = "";
      this.#complain(e.message);
    }
  }

  // ---- by an agent or by hand
  #enter(mode) {
    const before = this.modes[this.mode], now = this.modes[mode];
    if (this.mode !== mode || mode === "hand") (before.leave ?? before.stop).call(before);
    this.mode = mode;
    storage.set("marble.mode", mode);
    for (const b of this.switch.children) b.setAttribute("aria-pressed", String(b.dataset.mode === mode));
    this.help.textContent = HELP[mode]();
    this.stage.canvas.setAttribute("aria-label",
      mode === "watch" ? t("Marble maze, turned by an agent") : t("Marble maze, turned by you"));
    this.controls.replaceChildren(now.transport, now.progress, this.help);
    this.side.replaceChildren(now.settings, ...(now.states ? [now.states] : []), this.picker);
    if (now.enter) now.enter();
    else this.stage.rest();
  }

  #key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || !this.maze) return;
    if (this.modes[this.mode].key(e)) e.preventDefault();
  }
}

export function mount(root, context) {
  const view = new MarbleView(root, context);
  view.begin();
  return () => view.close();
}
