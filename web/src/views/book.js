// book.js: chooses mazes to print, how many on a page, with or without rules and solutions. The preview
// shows what is printed.
import { core } from "../core.js";
import { announce, button, el, field, number, select } from "../dom.js";
import { storage } from "../storage.js";
import { saveFile } from "../onefile.js";
import { chooseForBook, chosenForBook } from "../bookchoice.js";
import { anotherButton, askRandom } from "../randommaze.js";
import { shelf } from "../shelf.js";
import { groups } from "../progress.js";
import { sheets } from "../sheets.js";
import { kindName, t } from "../words.js";

const DEFAULTS = { title: null, perPage: 1, showLength: true, solutions: true, rules: true };

export function mount(root, context) {
  const book = new Book(root, context);
  book.refresh();
  return () => book.close();
}

class Book {
  constructor(root, context) {
    const kept = chosenForBook();
    Object.assign(this, { root, context, closed: false, turn: 0, entries: new Map(), marks: [] });
    this.settings = { ...DEFAULTS, ...storage.get("book", {}) };
    this.chosen = new Set(kept.length ? kept : [context.maze ?? context.mazes[0]?.id].filter(Boolean));
    this.#build();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  // ---- the form

  #build() {
    this.preview = el("div", { class: "sheets", role: "region", "aria-label": t("Preview") });
    this.state = el("p", { class: "small soft", role: "status" });
    this.problems = el("div", { class: "notice bad", role: "alert", hidden: true });
    this.print = button("book", t("Print"), () => window.print(), { primary: true });
    this.save = button("download", t("Save to play anywhere"), () => saveFile(this.settings.title ?? t("Logic mazes"),
      this.laid.map(({ id, name, length }) => ({ id, name, length }))));
    this.save.disabled = true; // until the mazes are there
    this.root.append(el("div", { class: "split book" },
      this.preview,
      el("aside", { class: "stack no-print", "aria-label": t("Book") },
        el("section", { class: "panel stack", "aria-label": t("Settings") },
          el("div", { class: "row spread" }, el("h1", {}, t("Puzzle book")), this.print), this.save, this.state, this.problems, this.#form()),
        el("section", { class: "panel stack", "aria-label": t("Mazes") },
          el("h2", {}, t("Mazes")), this.#add(), this.#random(), this.#ladders(), this.#pasted()))));
  }

  #set(name, value) {
    this.settings[name] = value;
    storage.set("book", this.settings);
    this.refresh();
  }

  #form() {
    const s = this.settings, check = (name, text) => el("label", { class: "check" },
      el("input", { type: "checkbox", checked: s[name], onchange: (e) => this.#set(name, e.target.checked) }), text);
    return el("div", { class: "stack tight" },
      field(t("Title"), el("input", { value: s.title ?? t("Logic mazes"), oninput: (e) => this.#set("title", e.target.value) })),
      field(t("Mazes on a page"), select(["1", "2", "4"], String(s.perPage), (v) => this.#set("perPage", Number(v)))),
      check("showLength", t("Tell the shortest length")), check("rules", t("Rules of each kind")),
      check("solutions", t("Solutions at the end")));
  }

  #choose(ids, on) {
    for (const id of ids) this.chosen[on ? "add" : "delete"](id);
    chooseForBook(this.chosen);
    this.refresh();
  }

  // The maze of the view that the user comes from, if it is not in the book.
  #add() {
    const id = this.context.maze;
    if (!id || this.chosen.has(id)) return null;
    const node = button("play", t("Add the maze on the board"), () => {
      node.remove();
      this.#addOne(id);
    });
    return node;
  }

  #addOne(id) {
    if (!this.boxes.has(id)) this.list.value = `${this.list.value}\n${id}`.trim();
    this.#choose([id], true);
  }

  // Each random maze is one more of the book.
  #random() {
    const take = ({ id }) => {
      another.set(id);
      this.#addOne(id);
    };
    const another = anotherButton(take);
    return el("div", { class: "row" }, button("dice", t("Random…"), () => askRandom(this.context, null, take)), another.node);
  }

  #ladders() {
    this.boxes = new Map();
    const shipped = new Set(this.context.mazes.map((m) => m.id)), kept = shelf.list().filter((m) => !shipped.has(m.id));
    return [kept.length > 0 && this.#ladder(t("My mazes"), kept, (name) => name),
      ...[...groups(this.context.mazes)].map(([name, mazes]) => this.#ladder(name, mazes, (name) => name.split(" ").at(-1)))];
  }

  #ladder(name, mazes, short) {
    const count = el("span", { class: "small soft" });
    const box = (label, ids) => el("input", { type: "checkbox", "aria-label": label,
      onchange: (e) => this.#choose(ids, e.target.checked) });
    const all = box(t("All of {name}", { name }), mazes.map((m) => m.id)), boxes = mazes.map((m) => box(m.name, [m.id]));
    mazes.forEach((m, i) => this.boxes.set(m.id, boxes[i]));
    this.marks.push(() => {
      mazes.forEach((m, i) => { boxes[i].checked = this.chosen.has(m.id); });
      const n = boxes.filter((b) => b.checked).length;
      all.checked = n === mazes.length;
      all.indeterminate = n > 0 && n < mazes.length;
      count.textContent = t("{n} of {all}", { n, all: mazes.length });
    });
    return el("fieldset", {}, el("legend", {}, el("label", { class: "check" }, all, name), count),
      el("div", { class: "picks" }, mazes.map((m, i) => el("label", { title: m.name }, boxes[i], short(m.name)))));
  }

  #pasted() {
    const own = [...this.chosen].filter((id) => !this.boxes.has(id));
    this.list = el("textarea", { rows: "4", spellcheck: "false", autocapitalize: "off",
      placeholder: t("one id in a line"), oninput: () => {
      for (const id of [...this.chosen]) if (!this.boxes.has(id)) this.chosen.delete(id);
      this.#choose(this.list.value.split("\n").map((l) => l.trim()).filter(Boolean), true);
    } }, own.join("\n"));
    return field(t("Other mazes, by their ids"), this.list);
  }

  // ---- the pages

  refresh() {
    for (const mark of this.marks) mark();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#lay(), 120);
  }

  // The shipped mazes in their order, then the pasted ones.
  #order() {
    return [...this.boxes.keys()].filter((id) => this.chosen.has(id))
      .concat([...this.chosen].filter((id) => !this.boxes.has(id)));
  }

  async #lay() {
    const turn = ++this.turn, ids = this.#order(), entries = [], problems = [];
    const over = () => this.closed || turn !== this.turn;
    for (const id of ids) {
      this.state.textContent = t("Drawing {n} of {all}…", { n: entries.length + 1, all: ids.length });
      try { entries.push(await this.#entry(id)); } catch (e) { problems.push(`${id.slice(0, 40)}: ${e.message}`); }
      if (over()) return;
    }
    entries.forEach((e, i) => { e.number = i + 1; });
    const pages = sheets(entries, this.context.about.kinds, { ...this.settings, title: this.settings.title ?? t("Logic mazes") });
    const none = el("p", { class: "notice" }, t("Choose mazes, and they appear here as they will be printed."));
    this.preview.replaceChildren(...(pages.length ? pages : [none]));
    this.laid = entries;
    this.print.disabled = this.save.disabled = !entries.length;
    this.state.textContent = t("{n} {n:maze|mazes} on {pages} {pages:page|pages}", { n: entries.length, pages: pages.length });
    this.problems.hidden = !problems.length;
    this.problems.replaceChildren(...problems.map((p) => el("p", { class: "wrap small" }, p)));
    if (problems.length) announce(problems.join(". "));
  }

  // Everything that the book shows of a maze. It is drawn once, and the solution when it is first needed.
  async #entry(id) {
    const entry = this.entries.get(id) ?? await this.#draw(id);
    this.entries.set(id, entry);
    if (this.settings.solutions && !entry.solution) {
      const { svg, moves } = await core.ask({ ask: "svg", maze: id, theme: "print", solution: true });
      entry.solution = { svg, moves };
    }
    return entry;
  }

  async #draw(id) {
    const shipped = this.context.mazes.find((m) => m.id === id), known = shipped ?? shelf.find(id);
    const maze = await core.ask({ ask: "maze", maze: id });
    const { svg } = await core.ask({ ask: "svg", maze: id, theme: "print" });
    const length = known?.length !== undefined ? known.length : (await core.ask({ ask: "optimum", maze: id })).optimum;
    return {
      id: maze.id, name: known?.name ?? kindName(maze.kind), kind: maze.kind,
      size: [maze.w, maze.h, ...(maze.d > 1 ? [maze.d] : [])].join("×"), length,
      difficulty: typeof known?.difficulty === "number" ? number(known.difficulty) : null,
      remark: maze.remark, svg, solution: null,
    };
  }
}
