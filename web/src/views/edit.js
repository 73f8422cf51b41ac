// edit.js: the user paints a maze or types its text. Picture and text always show the same maze, with its
// verdict. The core does the painting, and prints the text of the result.
import { core } from "../core.js";
import { announce, button, el, field, number, share } from "../dom.js";
import { PaintBoard } from "../paintboard.js";
import { colourScale } from "../searchpanel.js";
import { mazeActions, pointAt } from "../mazeactions.js";
import { firstMaze, mazePick } from "../mazepick.js";
import { Verdict } from "../verdict.js";
import { t } from "../words.js";

const TYPING = 1000; // ms: changes that follow each other faster are undone together

// The texts for undo and redo.
class Past {
  #texts = [];
  #at = -1;
  #when = 0;

  put(text, typed) {
    if (text === this.#texts[this.#at]) return;
    const now = Date.now(), again = typed && now - this.#when < TYPING && this.#at > 0;
    this.#texts.length = this.#at + (again ? 0 : 1);
    this.#at = this.#texts.push(text) - 1;
    this.#when = typed ? now : 0;
  }

  can(by) { return this.#texts[this.#at + by] !== undefined; }

  go(by) {
    this.#when = 0;
    return this.#texts[this.#at += by];
  }
}

// The brushes as a row of buttons, of which one is pressed.
function palette(onchoose) {
  const node = el("div", { class: "row palette", role: "radiogroup", "aria-label": t("Brush") }),
    says = el("p", { class: "small soft" });
  let brushes = [], chosen = null;
  const choose = (brush, focus) => {
    chosen = brush;
    [...node.children].forEach((b, i) => {
      b.setAttribute("aria-checked", String(brushes[i] === brush));
      b.tabIndex = brushes[i] === brush ? 0 : -1;
      if (focus && brushes[i] === brush) b.focus();
    });
    says.textContent = brush?.about ?? t("This kind cannot be painted: change its text.");
    onchoose();
  };
  node.addEventListener("keydown", (e) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!by) return;
    e.preventDefault();
    choose(brushes[(brushes.indexOf(chosen) + by + brushes.length) % brushes.length], true);
  });
  const set = (list) => {
    if (list === brushes) return;
    brushes = list;
    node.hidden = !list.length;
    node.replaceChildren(...list.map((b) =>
      el("button", { type: "button", role: "radio", title: b.about, onclick: () => choose(b) }, b.name)));
    choose(list[0] ?? null);
  };
  return { node: el("div", { class: "stack tight" }, node, says), set, brush: () => chosen };
}

export function mount(root, context) {
  const past = new Past();
  let maze = null, cells = null, distances = null, turn = 0, painting = Promise.resolve(), ended = false;
  const text = el("textarea", { rows: "14", spellcheck: "false", autocapitalize: "off", "aria-describedby": "edit-problem",
    oninput: typed });
  const problem = el("div", { class: "small bad says", id: "edit-problem", role: "status" });
  const wash = el("input", { type: "checkbox", onchange: colour });
  const nearest = el("span", {}, "0"), farthest = el("span", {});
  const far = el("span", { class: "scale", hidden: true }, nearest,
    el("span", { class: "scale-bar short", "aria-hidden": "true" }), farthest);
  const keyHelp = el("p", { class: "small soft", id: "paint-keys" });
  const brushes = palette(tellKeys);
  const queue = (cell, side) => { painting = painting.then(() => paint(cell, side)).catch(refuse); };
  const board = new PaintBoard({ onpaint: queue, oncursor: tellCell, brush: () => brushes.brush() });
  const verdict = new Verdict((answer) => {
    distances = answer.known ? answer.distances : null;
    colour();
  });
  const undo = button("undo", t("Undo"), () => travel(-1), { bare: true, key: "Control+Z" });
  const redo = button("redo", t("Redo"), () => travel(1), { bare: true, key: "Control+Y" });
  const pick = mazePick(context, (m) => take(m));

  // Shows a valid maze. If the user typed it, the text stays as it was typed.
  async function take(answer, byTyping) {
    const mine = ++turn, had = maze;
    maze = answer;
    past.put(maze.text, byTyping);
    if (!byTyping) text.value = maze.text;
    complain(null);
    context.address(maze.id);
    pick.set(maze);
    brushes.set(context.about.kinds.find((k) => k.name === maze.kind).brushes);
    undo.disabled = !past.can(-1);
    redo.disabled = !past.can(1);
    if (had?.id !== maze.id) verdict.of(maze.id);
    await draw(mine);
  }

  async function draw(mine = turn) {
    const [{ scene }, look] = await Promise.all([
      core.ask({ ask: "play", maze: maze.id, theme: context.theme() }), core.ask({ ask: "look", maze: maze.id })]);
    if (mine !== turn || ended) return;
    cells = look.cells;
    if (scene) board.show(maze, scene);
    tellKeys();
    colour();
  }

  function complain(error) {
    text.setAttribute("aria-invalid", String(Boolean(error)));
    problem.replaceChildren(...(error ? [...pointAt(text.value, error),
      error.line > 0 && button(null, t("Go to line {line}", error), () => selectLine(error.line))].filter(Boolean) : []));
  }

  function selectLine(line) {
    const lines = text.value.split("\n"), from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  }

  async function typed() {
    const mine = ++turn, answer = await core.ask({ ask: "maze", maze: text.value, kind: maze?.kind }).catch((e) => e);
    if (mine !== turn || ended) return;
    if (answer instanceof Error) complain(answer);
    else await take(answer, true);
  }

  async function paint(cell, side) {
    const question = { ask: "paint", maze: maze.id, brush: brushes.brush().name, cell, ...(side === null ? {} : { side }) };
    const answer = await core.ask(question).catch((e) => e);
    if (ended) return;
    if (answer instanceof Error) return refuse(answer);
    await take(answer);
    tellCell(cell);
  }

  // For errors that are not in the text.
  function refuse({ message }) {
    complain({ line: 0, column: 0, message });
    announce(message);
  }

  function tellCell(cell) {
    const { w, h, d } = maze, place = { layer: Math.floor(cell / (w * h)) + 1, row: Math.floor(cell / w) % h + 1,
      column: cell % w + 1, what: cells?.[cell] || t("nothing") };
    announce(d > 1 ? t("layer {layer}, row {row}, column {column}: {what}", place)
      : t("row {row}, column {column}: {what}", place));
  }

  function tellKeys() {
    const sides = brushes.brush()?.side;
    keyHelp.textContent = maze?.d > 1
      ? sides ? t("Keys on the board: arrows move, Page Up and Page Down change the layer, Shift with one of them paints that side.")
        : t("Keys on the board: arrows move, Page Up and Page Down change the layer, Enter paints.")
      : sides ? t("Keys on the board: arrows move, Shift with an arrow paints that side.")
        : t("Keys on the board: arrows move, Enter paints.");
    keyHelp.hidden = !brushes.brush();
  }

  async function travel(by) {
    if (!past.can(by)) return;
    const answer = await core.ask({ ask: "maze", maze: past.go(by), kind: maze.kind });
    if (!ended) await take(answer);
  }

  // The distance of each cell from the goal.
  function colour() {
    const known = wash.checked && distances ? distances.filter((x) => x !== null) : [];
    const most = known.reduce((a, b) => Math.max(a, b), 1), scale = colourScale(text);
    far.hidden = !known.length;
    farthest.textContent = number(most);
    board.draw(known.length ? distances.map((x) => x === null ? undefined : scale(x / most)) : null);
  }

  const keys = (e) => {
    const letter = e.key.toLowerCase();
    if (!(e.ctrlKey || e.metaKey) || e.target === text || (letter !== "z" && letter !== "y")) return;
    e.preventDefault();
    travel(letter === "y" || e.shiftKey ? 1 : -1);
  };
  const recolour = () => maze && draw();

  root.append(el("h1", { class: "unseen" }, t("Edit a maze")), el("div", { class: "split edit" },
    el("section", { class: "panel stack", "aria-label": t("Paint") }, pick.node, brushes.node,
      el("div", { class: "row spread" }, el("div", { class: "row" }, undo, redo,
        button("share", t("Share"), () => share("edit", maze.id))),
        el("div", { class: "row small" }, far, el("label", { class: "check" }, wash, t("Colour by distance to the goal")))),
      board.node, keyHelp, mazeActions(context, () => maze.id, ["play", "search", "book"])),
    el("div", { class: "stack" }, verdict.node,
      el("section", { class: "panel stack", "aria-label": t("Text") }, field(t("The maze as text"), text), problem))));

  document.addEventListener("keydown", keys);
  document.addEventListener("themechange", recolour);
  core.ask({ ask: "maze", maze: firstMaze(context) }).then((m) => ended || take(m)).catch(refuse);
  return () => {
    ended = true;
    turn++;
    document.removeEventListener("keydown", keys);
    document.removeEventListener("themechange", recolour);
    verdict.close();
    board.close();
  };
}
