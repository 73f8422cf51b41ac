// edit.js: the user paints a maze or types its text. Picture and text always show the same maze, with its
// verdict. The core does the painting, and prints the text of the result.
import { BoardTools } from "../boardtools.js";
import { core } from "../core.js";
import { announce, button, el, field, number, share } from "../dom.js";
import { receiveMazes } from "../drop.js";
import { Harder } from "../harder.js";
import { PaintBoard } from "../paintboard.js";
import { Palette } from "../palette.js";
import { colourScale } from "../searchpanel.js";
import { mazeActions, pointAt } from "../mazeactions.js";
import { firstMaze, mazePick } from "../mazepick.js";
import { Tryout } from "../tryout.js";
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

export function mount(root, context) {
  const past = new Past();
  let maze = null, cells = null, distances = null, turn = 0, changing = Promise.resolve(), waiting = 0, tryout = null, ended = false;
  const text = el("textarea", { rows: "14", spellcheck: "false", autocapitalize: "off", "aria-describedby": "edit-problem",
    oninput: typed });
  const problem = el("div", { class: "small bad says", id: "edit-problem", role: "status" });
  const wash = el("input", { type: "checkbox", onchange: colour });
  const nearest = el("span", {}, "0"), farthest = el("span", {});
  const far = el("span", { class: "scale", hidden: true }, nearest,
    el("span", { class: "scale-bar short", "aria-hidden": "true" }), farthest);
  const keyHelp = el("p", { class: "small soft", id: "paint-keys" });
  const brushes = new Palette(context.theme, tellKeys);
  const board = new PaintBoard({ onpaint: paint, oncursor: tellCell, brush: () => brushes.chosen });
  const verdict = new Verdict((answer) => {
    distances = answer.known ? answer.distances : null;
    colour();
  });
  const undo = button("undo", t("Undo"), () => travel(-1), { bare: true, key: "Control+Z" });
  const redo = button("redo", t("Redo"), () => travel(1), { bare: true, key: "Control+Y" });
  const choose = (m) => enqueue(() => m), pick = mazePick(context, choose), tools = new BoardTools(context, choose, change);
  const harder = new Harder(context, choose);
  const receiver = receiveMazes(root, () => maze?.kind, choose, complain);
  const trial = el("div", { hidden: true });
  const kindOf = (m) => context.about.kinds.find((k) => k.name === m.kind);

  // Shows a valid maze. If the user typed it, the text stays as it was typed.
  async function take(answer, byTyping) {
    const mine = ++turn, had = maze;
    maze = answer;
    past.put(maze.text, byTyping);
    if (!byTyping) text.value = maze.text;
    complain(null);
    context.address(maze.id);
    for (const part of [brushes, tools, harder]) part.show(maze, kindOf(maze));
    pick.set(maze);
    undo.disabled = !past.can(-1);
    redo.disabled = !past.can(1);
    if (had?.id !== maze.id) verdict.of(maze.id);
    if (waiting < 2) await draw(mine); // else the next change is drawn
    if (tryout && had?.id !== maze.id) goBack();
  }

  // A maze that is too large for a picture has its text.
  async function draw(mine = turn) {
    const answers = await Promise.all(["play", "look"].map((ask) =>
      core.ask({ ask, maze: maze.id, theme: ask === "play" ? context.theme() : undefined }))).catch((e) => e);
    if (mine !== turn || ended) return;
    board.node.hidden = answers instanceof Error;
    if (answers instanceof Error) return refuse(answers);
    const [{ scene }, look] = answers;
    cells = look.cells;
    if (scene) board.show(maze, scene);
    tellKeys();
    colour();
  }

  // error: of the text in the field, or of what was pasted, which changes nothing.
  function complain(error, pasted) {
    const there = error && pasted === undefined;
    text.setAttribute("aria-invalid", String(Boolean(there)));
    problem.replaceChildren(...(error ? [...pointAt(pasted ?? text.value, error),
      there && error.line > 0 && button(null, t("Go to line {line}", error), () => selectLine(error.line))].filter(Boolean) : []));
    if (pasted !== undefined) announce(error.message);
  }

  function selectLine(line) {
    const lines = text.value.split("\n"), from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  }

  async function typed() {
    const mine = ++turn, answer = await core.ask({ ask: "read", text: text.value, kind: maze?.kind }).catch((e) => e);
    if (mine !== turn || ended) return;
    if (answer instanceof Error) complain(answer);
    else await take(answer, true);
  }

  // Changes follow each other, so that each is made to what the last one left. make(): the core's answer.
  function enqueue(make, then) {
    waiting++;
    changing = changing.then(async () => {
      const answer = await make();
      if (ended) return;
      await take(answer);
      then?.();
    }).catch((e) => ended || refuse(e)).finally(() => { waiting--; });
  }

  function change(question, then) {
    enqueue(() => core.ask({ ...question, maze: maze.id }), then);
  }

  function paint(cell, side) {
    const stroke = { ask: "paint", brush: brushes.chosen.name, cell, ...(side === null ? {} : { side }) };
    change(stroke, () => tellCell(cell));
  }

  // For errors that are not in the text.
  const refuse = ({ message }) => complain({ line: 0, column: 0, message }, "");

  function tellCell(cell) {
    const { w, h, d } = maze, place = { layer: Math.floor(cell / (w * h)) + 1, row: Math.floor(cell / w) % h + 1,
      column: cell % w + 1, what: cells?.[cell] || t("nothing") };
    announce(d > 1 ? t("layer {layer}, row {row}, column {column}: {what}", place)
      : t("row {row}, column {column}: {what}", place));
  }

  function tellKeys() {
    const sides = brushes.chosen?.side;
    keyHelp.textContent = maze?.d > 1
      ? sides ? t("Keys on the board: arrows move, Page Up and Page Down change the layer, Shift with one of them paints that side.")
        : t("Keys on the board: arrows move, Page Up and Page Down change the layer, Enter paints.")
      : sides ? t("Keys on the board: arrows move, Shift with an arrow paints that side.")
        : t("Keys on the board: arrows move, Enter paints.");
    keyHelp.hidden = !brushes.chosen;
  }

  function travel(by) {
    enqueue(() => past.can(by) ? core.ask({ ask: "read", text: past.go(by), kind: maze.kind }) : maze);
  }

  // The maze is played in the place of its board; what was edited stays as it is.
  function tryIt() {
    tryout = new Tryout(context, maze, kindOf(maze), goBack);
    trial.replaceChildren(tryout.node);
    trial.hidden = false;
    editing.hidden = true;
    tryout.stage.focus({ preventScroll: true });
  }

  function goBack() {
    tryout.close();
    tryout = null;
    trial.hidden = true;
    editing.hidden = false;
    play.focus();
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
    if (!(e.ctrlKey || e.metaKey) || e.target === text || tryout || (letter !== "z" && letter !== "y")) return;
    e.preventDefault();
    travel(letter === "y" || e.shiftKey ? 1 : -1);
  };
  function recolour() {
    if (!maze) return;
    draw();
    brushes.draw();
    harder.recolour();
  }

  const play = button("play", t("Play it here"), () => maze && tryIt(), { primary: true });
  const editing = el("div", { class: "stack" },
    el("div", { class: "row spread edit-tools" }, tools.node, el("div", { class: "row tight" }, undo, redo, play)),
    el("div", { class: "paint-area" }, brushes.list, el("div", { class: "stack tight" }, board.node, verdict.line, brushes.says, keyHelp,
      el("div", { class: "row small" }, el("label", { class: "check" }, wash, t("Colour by distance to the goal")), far))));
  verdict.node.append(harder.node);
  root.append(el("h1", { class: "unseen" }, t("Edit a maze")), el("div", { class: "split edit" },
    el("section", { class: "panel stack", "aria-label": t("Paint") }, pick.node, editing, trial, problem,
      el("div", { class: "row" }, mazeActions(context, () => maze.id, ["play", "search", "book"]), receiver.node,
        button("share", t("Share"), () => share("edit", maze.id)))),
    el("div", { class: "stack" }, verdict.node,
      el("section", { class: "panel stack", "aria-label": t("Text") }, field(t("The maze as text"), text)))));

  document.addEventListener("keydown", keys);
  document.addEventListener("themechange", recolour);
  core.ask({ ask: "maze", maze: firstMaze(context) }).then((m) => ended || take(m)).catch(refuse);
  return () => {
    ended = true;
    turn++;
    document.removeEventListener("keydown", keys);
    document.removeEventListener("themechange", recolour);
    for (const part of [verdict, board, brushes, harder, receiver, tryout]) part?.close();
  };
}
