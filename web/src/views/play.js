// play.js: plays any maze that the core can draw: keys, buttons, swipes; undo without end, hints in
// grades, solutions, a board in words. The rules are asked of the core, move by move.
import { Board } from "../board.js";
import { TiltBoard } from "../tiltboard.js";
import { Controls, watchPointer } from "../controls.js";
import { core } from "../core.js";
import { announce, button, el, field, number, reducedMotion, select, toast, toDay } from "../dom.js";
import { celebrate, shake } from "../flourish.js";
import { fullScreenButton, turnFull } from "../full.js";
import { Game, movesOf, splitMoves } from "../game.js";
import { TextBoard } from "../grid.js";
import { hintArrow, hintOffers, whyButton } from "../hints.js";
import { shortcutsField } from "../shortcuts.js";
import { storage } from "../storage.js";
import { keepButton, openIn } from "../mazeactions.js";
import { anotherButton } from "../randommaze.js";
import { openMazes } from "../ladder.js";
import { lessonLine, lessonOf, whatNext } from "../learn.js";
import { arrowNames, Pad } from "../pad.js";
import { Playback } from "../playback.js";
import { Preview } from "../preview.js";
import { clock, nextMaze, progressOf, setSeen, setSolved, starsIn, starsOf } from "../progress.js";
import { sound } from "../sound.js";
import { DayBar } from "../daybar.js";
import { shortDay, today } from "../days.js";
import { openShare } from "../sharemaze.js";
import { Zoom } from "../zoom.js";
import { fromCore, kindName, t } from "../words.js";

const CELLS = 6000; // in all pictures of a move: of a large maze there are fewer
const TALL = 90; // letters of a hint for which the status line grows
const WAIT = 600; // milliseconds for advice, before the player is told that it takes long
const speeds = () => [["420", t("Calm")], ["240", t("Normal")], ["120", t("Fast")], ["0", t("No animation")]];
const keys = () => [[t("arrow keys, or a move's own letter"), t("move")], [t("space"), t("wait, or switch")],
  ["x", t("the other half, where the player is divided")], [t("u, Ctrl+Z"), t("undo")],
  [t("r, Ctrl+Y"), t("redo")], ["0", t("restart")], ["h", t("hint")], ["o", t("show the solution, pause it")],
  ["f", t("full screen")], [t("Escape"), t("leave full screen")]];

// A switch for something that the browser remembers.
function setting(name, otherwise, label, onchange) {
  const set = (e) => { storage.set(name, e.target.checked); onchange(); };
  return el("label", { class: "check" }, el("input", { type: "checkbox", checked: storage.get(name, otherwise), onchange: set }), label);
}

export function mount(root, context) {
  const play = new Play(root, context);
  play.open().catch((e) => play.fail(e));
  return () => play.close();
}

class Play {
  constructor(root, context) {
    Object.assign(this, { root, context, queue: [], busy: false, closed: false, grade: 0, optimum: undefined, playback: null, advice: new Set() });
    this.ending = new AbortController();
    this.controls = new Controls();
    this.#build();
  }

  close() {
    this.closed = true;
    this.playback?.end();
    this.bar.close();
    for (const job of this.advice) job.stop();
    this.ending.abort();
    this.board.close();
  }

  fail(error) {
    if (this.closed) return;
    this.closed = true;
    const where = error.line ? ` (${error.line}:${error.column})` : "";
    this.heading.textContent = t("This maze does not open");
    this.root.replaceChildren(el("div", { class: "stack" }, this.heading, this.notice));
    this.say(`${error.message}${where}`, "bad", toDay(),
      button("list", t("Mazes"), () => openMazes(this.context, null)));
  }

  // ---- the page

  #build() {
    this.canvas = el("canvas", { role: "img", "aria-label": t("The maze") });
    this.stage = el("div", { class: "board", tabindex: "-1" }, this.canvas);
    this.message = el("p", { class: "grow wrap" });
    this.offers = el("div", { class: "row offers" });
    this.notice = el("div", { class: "notice row spread" }, this.message, this.offers);
    this.grid = new TextBoard((cell) => this.intend(() => this.controls.byCell(cell), t("to this cell")),
      (cell) => cell === null ? this.preview.clear() : this.preview.cell(cell));
    this.words = button("list", t("Text board"), () => this.#openGrid());
    this.words.setAttribute("aria-pressed", "false");
    this.bar = new DayBar(this.context);
    this.root.append(el("div", { class: "play" },
      el("div", { class: "game" }, this.#header(),
        el("div", { class: "arena" },
          el("section", { class: "panel stage", "aria-label": t("Board") }, this.stage), this.notice),
        this.#panel()),
      this.grid.node, el("div", { class: "more stack" }, this.bar.node, this.#help())));
    this.board = new Board(this.canvas, { fill: true });
    this.zoom = new Zoom(this.board);
    this.#watch();
    document.addEventListener("keydown", (e) => this.#key(e), { signal: this.ending.signal });
    document.addEventListener("themechange", () => this.enqueue(() => this.arrive(0)), { signal: this.ending.signal });
  }

  #watch() {
    this.preview = new Preview(this.board, this.controls, (ask, fields, move) => this.#askOf(ask, fields, move));
    watchPointer(this.board, (dx, dy) => this.intend(() => this.controls.byDirection(dx, dy), t("that way")),
      (x, y, cell) => !this.preview.rest.held() && this.#tap(x, y, cell));
  }

  // A maze that moves turn is shown as it stands.
  #hold(walls) {
    this.board.close();
    this.preview.words.remove();
    this.zoom.close();
    this.board = new TiltBoard(this.stage, this.canvas, walls, () => import("../marble3d.js"));
    this.#watch();
  }

  // Of the position, or of that after one more move.
  #askOf(ask, fields, move) {
    const { maze, moves } = this.game, theme = ask === "play" ? { theme: this.context.theme() } : {};
    return core.ask({ ask, maze: maze.id, moves: [...moves, ...(move ? [move] : [])].join(" "), ...theme, ...fields });
  }

  #tap(x, y, cell) {
    if (this.game?.position && this.controls.halfIn(cell)) this.turnHalf();
    else this.intend(() => this.controls.byPoint(x, y, cell), t("there"));
  }

  #header() {
    this.another = anotherButton((maze) => this.context.navigate("play", maze.id));
    this.keep = keepButton(this.context, () => this.game && { ...this.game.maze, ...this.shipped });
    this.heading = el("h1", {}, "…");
    this.chips = el("div", { class: "row chips" });
    this.lesson = el("div", { class: "lesson" });
    this.counter = el("p", { class: "counter", role: "group", "aria-label": t("Counter") });
    return el("header", { class: "head" },
      el("div", { class: "titles" }, this.heading, this.chips, this.counter),
      el("div", { class: "row head-tools" },
        button("list", t("Mazes"), () => openMazes(this.context, this.game?.maze ?? null), { primary: true }),
        this.another.node, this.keep.node,
        button("share", t("Share"), () => this.game && openShare(this.context, { ...this.game.maze, length: this.optimum }, this.heading.textContent)),
        button("book", t("Print"), () => this.game && openIn(this.context, "book", this.game.maze.id))), this.lesson);
  }

  #panel() {
    this.undo = button("undo", t("Undo"), () => this.takeBack(1), { key: "u" });
    this.redo = button("redo", t("Redo"), () => this.makeAgain(), { key: "r" });
    this.again = button("restart", t("Restart"), () => this.restart(), { key: "0" });
    this.hint = button("hint", t("Hint"), () => this.enqueueHelp(() => this.giveHint()), { key: "h" });
    this.pads = el("div", { class: "pads" });
    this.solve = el("div", { class: "solve" });
    this.#offerSolution();
    return el("section", { class: "panel moves", "aria-label": t("Moves") },
      el("div", { class: "tools" }, this.undo, this.redo, this.again, this.hint, this.solve, fullScreenButton()), this.pads);
  }

  #help() {
    this.remark = el("p", { class: "notice info remark", hidden: true });
    this.rules = el("div", { class: "stack tight" });
    const speed = select(speeds(), storage.get("speed", "240"), (v) => storage.set("speed", v));
    return el("section", { class: "panel stack", "aria-label": t("Rules and settings") }, this.remark,
      el("details", { open: storage.get("rules", true), ontoggle: (e) => storage.set("rules", e.target.open) },
        el("summary", {}, t("Rules")), this.rules),
      el("details", {}, el("summary", {}, t("Keys")),
        el("dl", { class: "names small" }, keys().flatMap(([k, what]) => [el("dt", {}, k), el("dd", {}, what)])),
        el("p", { class: "small soft" }, t("Or swipe over the board, or tap where to go; tap yourself to wait.")), shortcutsField()),
      el("div", { class: "row" }, setting("marks", true, t("Mark where moves lead"), () => this.board.scene && this.board.paint()),
        setting("sound", false, t("Sound"), () => sound("move"))),
      el("div", { class: "row spread" }, field(t("Speed"), speed), this.words));
  }

  #openGrid() {
    const open = this.words.getAttribute("aria-pressed") !== "true";
    this.words.setAttribute("aria-pressed", String(open));
    this.grid.open(open);
    if (open) this.grid.node.scrollIntoView({ block: "nearest" });
  }

  // ---- the maze

  // Without a maze in the address it is that of the day, or else the one that was played last.
  async open() {
    const { context } = this, last = storage.get("last", null), known = context.about.kinds.some((k) => last?.startsWith(`${k.name}:`));
    const ofDay = context.maze ? null : await context.days.mazeOf(context.day ?? today());
    const id = context.maze ?? ofDay?.id ?? (known ? last : null) ?? nextMaze(context.mazes, null)?.id
      ?? context.mazes[0]?.id;
    if (!id) return openMazes(context, null);
    const maze = await core.ask({ ask: "maze", maze: id });
    const kind = context.about.kinds.find((k) => k.name === maze.kind);
    const walls = kind.tilts ? await core.ask({ ask: "walls", maze: maze.id }).catch(() => null) : null;
    if (this.closed) return;
    this.game = new Game(maze, kind);
    this.#begin(context.settings.moves);
    if (walls) this.#hold(walls);
    this.shipped = context.mazes.find((m) => m.id === maze.id) ?? lessonOf(context, maze.id)
      ?? context.days.find(maze.id);
    this.controls.learn(this.game.kind, this.board.tips);
    this.pad = new Pad(this.controls, this.game.kind.actions, (move, name) => this.press(move, name), this.board.tips);
    this.pads.append(this.pad.node);
    this.preview.watchPad(this.pad, announce);
    storage.set("last", maze.id);
    context.address(maze.id);
    this.another.set(maze.id);
    this.keep.update();
    this.#describe(maze);
    this.bar.show({ id, kind: maze.kind, length: this.shipped?.length }, ofDay && known && last !== id ? this.#begun(last) : null);
    this.enqueue(() => this.arrive(0).catch((e) => this.fail(e)));
    this.#findOptimum();
  }

  // The address may say after which moves the game is to begin.
  #begin(text) {
    const moves = movesOf(text ?? "", this.game.kind);
    if (moves && text !== undefined) this.game.begin(moves);
    else if (!moves) toast(t("The moves in this link are no moves of this maze."));
  }

  // A game that was begun and not won: {id, name}, or null.
  #begun(id) {
    if (!storage.get("games", {})[id]?.moves?.length || progressOf(id).best !== undefined) return null;
    return { id, name: this.context.mazes.find((m) => m.id === id)?.name ?? kindName(id.split(":")[0]) };
  }

  // What needs the whole state graph, asked beside the queue: the player can go on meanwhile. It ends
  // with the view.
  #advise(what, fields) {
    const job = core.job({ ask: what, maze: this.game.maze.id, moves: this.game.moves.join(" "), ...fields });
    this.advice.add(job);
    return job.done.finally(() => this.advice.delete(job));
  }

  // Shipped mazes come with it.
  #findOptimum() {
    this.optimum = this.shipped?.length;
    if (this.optimum !== undefined) return;
    this.#advise("optimum", { moves: undefined }).then(({ optimum, known }) => {
      if (this.closed || !known) return;
      this.optimum = optimum;
      if (this.game.position) this.#count();
      if (this.notice.classList.contains("good")) this.message.textContent = this.#solvedText(); // it was won meanwhile
    }, () => {}); // without it the counter counts
  }

  #describe(maze) {
    const size = [maze.w, maze.h, ...(maze.d > 1 ? [maze.d] : [])].join("×"), day = this.context.days.dayOf(maze.id);
    this.heading.textContent = this.shipped?.name ?? (day ? `${shortDay(day)}: ${kindName(maze.kind)}` : kindName(maze.kind));
    this.#chip(this.shipped?.name?.toLowerCase().startsWith(fromCore(maze.kind).toLowerCase()) || !this.shipped?.name ? size : `${kindName(maze.kind)}, ${size}`);
    if (this.shipped && this.shipped.difficulty !== null) this.#chip(t("difficulty {n}", { n: number(this.shipped.difficulty) }));
    this.solved = this.#chip("");
    this.lesson.replaceChildren(...lessonLine(this.context, maze));
    this.remark.textContent = maze.remark ?? "";
    this.remark.hidden = !maze.remark;
    const rules = this.game.kind.rules ?? this.game.kind.about;
    this.rules.replaceChildren(...rules.trim().split("\n").map((p) => el("p", { class: "small" }, p)), ...(this.board.words?.(maze.id) ?? []));
  }

  #chip(text) {
    const chip = el("span", { class: "chip" }, text);
    this.chips.append(chip);
    return chip;
  }

  #count() {
    const count = this.game.moves.length, { best, seen } = progressOf(this.game.maze.id);
    this.counter.textContent = this.optimum === null ? t("{count} {count:move|moves}, no solution", { count })
      : this.optimum === undefined ? t("{count} {count:move|moves}", { count })
        : t("{count} {count:move|moves}, shortest {shortest}", { count, shortest: this.optimum });
    this.solved.textContent = best !== undefined ? t("✓ solved in {best}", { best }) : seen ? t("solution seen") : "";
    this.solved.classList.toggle("good", best !== undefined);
    this.solved.hidden = !this.solved.textContent;
    this.undo.disabled = this.again.disabled = !count;
    this.redo.disabled = !this.game.undone.length;
  }

  // ---- things happen one after another, and none is lost

  enqueue(task) {
    if (!this.game) return; // it is still being opened
    this.queue.push(task);
    const scene = this.game.position?.scene;
    if (this.busy && scene && !this.playback?.going) this.board.show(scene); // ends a move under way
    if (!this.busy) this.#pump();
  }

  async #pump() {
    this.busy = true;
    while (this.queue.length && !this.closed) {
      try { await this.queue.shift()(); } catch (e) { if (!this.closed) this.say(e.message, "bad"); }
    }
    this.busy = false;
  }

  // A move of the player; which one it is, is asked when its turn has come.
  intend(which, name) {
    this.playback?.end();
    this.enqueue(async () => {
      const word = which();
      if (word && this.game.can(word)) await this.step(word);
      else this.#refuse(name, word ?? this.controls.meant?.action);
    });
  }

  press(move, name) {
    if (!move) this.turnHalf();
    else this.intend(move, name);
  }

  turnHalf() {
    this.enqueue(async () => {
      if (!this.controls.turnHalf()) return this.#refuse(t("other half"));
      this.pad.update();
      this.board.paint();
      announce(t("Half {half} moves", { half: this.controls.half }));
    });
  }

  // Says why a move is not possible, in the status line, and leaves there what it offers.
  #refuse(name, word) {
    const { status, refused } = this.game.position, why = refused.find((r) => r.action === word)?.why;
    const text = status !== "open" ? t("The game is over. Undo, or restart.")
      : t("Not possible: {name}.", { name: why ?? name });
    if (status === "open") this.message.textContent = text;
    announce(text);
    sound("refusal");
    shake(this.stage);
  }

  async step(word) {
    this.game.add(word);
    sound("move");
    await this.arrive(this.#pace());
    const { status, x, y } = this.game.position;
    if (status !== "open") sound(status);
    if (status === "solved" && x !== null) celebrate(this.board, x, y);
  }

  #pace() {
    return this.queue.length || reducedMotion() ? 0 : Number(storage.get("speed", "240"));
  }

  // The position after the last move: asked for, shown within `ms`, and told.
  async arrive(ms) {
    const position = await this.game.look({ frames: ms ? this.#frames() : 0, theme: this.context.theme() });
    if (this.closed) return;
    this.grade = 0;
    this.preview.leave();
    this.board.take?.(position);
    this.controls.take(position);
    this.pad.update();
    this.#count();
    if (position.x !== null) this.board.follow(position.x, position.y);
    if (ms && (position.frames?.length || !this.board.frames) && !this.queue.length) await this.board.play(position.frames, ms);
    this.preview.take(position);
    if (position.scene) this.board.show(position.scene);
    this.zoom.update();
    this.stage.parentElement.hidden = !position.scene;
    this.canvas.setAttribute("aria-label", `${this.heading.textContent}: ${position.state}`);
    this.#tell(position);
    this.#readBoard(position);
  }

  #frames() {
    const { w, h, d } = this.game.maze, frames = Math.min(this.board.frames, Math.floor(CELLS / (w * h * d)));
    return frames > 2 ? frames : 0;
  }

  async #readBoard(position) {
    const look = await this.game.ask("look");
    if (this.closed || position !== this.game.position) return;
    this.preview.look = look.cells;
    this.grid.update(look, position.status === "open" ? position.legal : []);
    this.words.hidden = !look.cells;
  }

  // ---- what is said

  say(text, kind, ...offers) {
    const focused = this.notice.contains(document.activeElement);
    this.notice.className = `notice row spread ${kind ?? ""}`;
    this.message.textContent = text;
    this.offers.replaceChildren(...offers);
    if (this.message.scrollHeight > this.message.clientHeight) this.message.tabIndex = 0; // keys can scroll it
    else this.message.removeAttribute("tabindex");
    if (focused) this.stage.focus({ preventScroll: true });
    announce(text);
  }

  #tell(position) {
    if (position.status === "solved") return this.#tellSolved();
    if (position.status === "lost") {
      const back = button("undo", t("Undo"), () => this.takeBack(1), { primary: true });
      this.say(position.loss ? t("{loss}. Undo, or start again.", { loss: position.loss }) : t("Lost: {state}.", { state: position.state }),
        "bad", back, whyButton(this));
      return this.playback || back.focus({ preventScroll: true });
    }
    this.say(position.state);
  }

  #tellSolved() {
    const { game, context } = this;
    if (game.helped) setSeen(game.maze.id);
    else {
      setSolved(game.maze.id, game.moves.length, game.spent);
      this.bar.solved({ moves: game.moves.length, hints: game.hints });
    }
    this.#count();
    const next = whatNext(context, game.maze.id), share = game.helped ? null : this.bar.offer();
    const go = this.another.offer({ primary: !share }) ?? (next ? button("step", next.words, () => context.navigate("play", next.id), { primary: !share })
      : button("list", t("Mazes"), () => openMazes(context, game.maze)));
    this.say(this.#solvedText(), "good", button("restart", t("Again"), () => this.restart()), go, ...(share ? [share] : []));
    if (!game.helped) (share ?? go).focus({ preventScroll: true });
  }

  #solvedText() {
    const { optimum, game: { helped, spent, moves: { length: n } } } = this;
    if (typeof optimum !== "number") return helped ? t("Solved with the solution shown in {n} {n:move|moves}.", { n })
      : t("Solved in {n} {n:move|moves}.", { n });
    return helped ? t("Solved with the solution shown in {n} {n:move|moves} (shortest {optimum}).", { n, optimum })
      : `${t("Solved in {n} {n:move|moves} (shortest {optimum}).", { n, optimum })} ${starsIn(starsOf(n, optimum))} ${clock(spent)}`;
  }

  // ---- undo, redo, restart

  takeBack(count) {
    this.playback?.end();
    this.enqueue(async () => {
      if (!this.game.undo(count)) return announce(t("This is the beginning."));
      await this.arrive(this.board.turnsBack ? this.#pace() : 0);
    });
  }

  makeAgain() {
    this.playback?.end();
    this.enqueue(async () => {
      const word = this.game.undone.at(-1);
      if (!word) return announce(t("There is nothing to make again."));
      await this.step(word);
    });
  }

  restart() {
    this.playback?.end();
    this.enqueue(async () => {
      this.game.restart();
      await this.arrive(this.board.turnsBack ? this.#pace() : 0);
    });
  }

  // ---- help

  // At the same position each hint says more than the one before. A player who has moved on before
  // the answer is there does not hear it.
  async giveHint() {
    const grades = this.context.about.hint_order ?? [1, 2, 3], given = this.grade = Math.min(this.grade + 1, grades.length);
    const at = this.game.position, hint = await this.#patiently(this.#advise("hint", { grade: grades[given - 1] }));
    if (this.closed || this.game.position !== at) return;
    if (given > 1 && given < grades.length && hint.text === this.hinted) return this.giveHint(); // it says no more
    this.hinted = hint.text;
    this.game.hinted();
    const text = this.board.hint?.(hint) ?? hint.text, tall = text.length > TALL ? "tall" : "";
    this.say(text, `${hint.winnable || !hint.known ? "info" : "bad"} ${tall}`, ...hintOffers(this, hint, given < grades.length));
    const path = hintArrow(at, hint);
    if (path && this.game.position.scene) this.board.show(this.game.position.scene, { path });
  }

  // Begins when its turn has come, but the queue does not wait for its end.
  enqueueHelp(help) {
    this.enqueue(async () => {
      help().catch((e) => { if (!this.closed) this.say(e.message, "bad"); });
    });
  }

  // Tells a player who waits for an answer that it takes long.
  #patiently(answer) {
    const at = this.game.position, late = setTimeout(() => {
      if (!this.closed && this.game.position === at) this.say(t("Working out the whole maze. You can go on playing."), "info");
    }, WAIT);
    return answer.finally(() => clearTimeout(late));
  }

  #offerSolution() {
    this.solve.replaceChildren(button("play", t("Show solution"), () => this.enqueueHelp(() => this.showSolution()), { key: "o" }));
  }

  // From where the player is when it is known, who may have moved on since.
  async showSolution() {
    if (this.game.position.status === "solved") return this.say(t("It is solved: take moves back to see a solution."), "info");
    const at = this.game.position, { moves, known } = await this.#patiently(this.#advise("solution"));
    if (this.closed || this.playback) return;
    if (this.game.position !== at) return this.enqueueHelp(() => this.showSolution());
    // it tells how far to go back
    if (!moves) return known ? this.giveHint() : this.say(t("This maze is too large to know."), "bad");
    this.game.help();
    setSeen(this.game.maze.id);
    this.bar.seen();
    const words = splitMoves(moves, this.game.kind.actions);
    this.playback = new Playback(words, (word) => this.#showMove(word), () => this.#playbackChanged());
    this.playback.go();
  }

  #showMove(word) {
    const mine = this.playback;
    return new Promise((done) => this.enqueue(async () => {
      try {
        if (!mine.ended && this.game.can(word)) await this.step(word);
      } catch (e) {
        mine.end();
        throw e;
      } finally {
        done();
      }
    }));
  }

  #playbackChanged() {
    const p = this.playback;
    if (!p || p.ended) {
      const had = this.solve.contains(document.activeElement);
      this.playback = null;
      this.#offerSolution();
      if (had) this.solve.firstChild.focus();
      return;
    }
    if (this.solve.children.length < 2) this.solve.replaceChildren(
      el("button", { type: "button", onclick: () => this.#pauseOrGo() }), button("step", t("Step"), () => this.playback?.one()),
      button("stop", t("Stop"), () => this.playback?.end()), el("span", { class: "small soft" }));
    const pause = button(p.going ? "pause" : "play", p.going ? t("Pause") : t("Go on"), null);
    this.solve.firstChild.replaceChildren(...pause.childNodes);
    this.solve.lastChild.textContent = t("{n} {n:move|moves} to go", { n: p.left });
  }

  #pauseOrGo() {
    if (this.playback?.going) this.playback.pause();
    else this.playback?.go();
  }

  // ---- keys

  #key(e) {
    const elsewhere = document.querySelector("dialog[open]") || e.target.closest?.("input:not([type=checkbox]), select, textarea");
    if (!this.game?.position || e.defaultPrevented || elsewhere) return;
    const task = e.ctrlKey || e.metaKey ? this.#withControl(e) : e.altKey ? null : this.#plain(e);
    if (!task) return;
    e.preventDefault();
    task();
  }

  #withControl(e) {
    const key = e.key.toLowerCase();
    if (key === "y" || key === "z" && e.shiftKey) return () => this.makeAgain();
    return key === "z" ? () => this.takeBack(1) : null;
  }

  #plain(e) {
    const arrow = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"].indexOf(e.key);
    if (arrow >= 0) return () => this.intend(() => this.controls.byArrow(arrow), arrowNames()[arrow]);
    if (e.key === " ") return e.target.closest?.("button, summary, a, input") ? null
      : () => this.intend(() => this.controls.spare(), t("waiting"));
    if (this.game.kind.actions.includes(e.key)) return () => this.intend(() => e.key, e.key);
    return {
      u: () => this.takeBack(1), Backspace: () => this.takeBack(1), r: () => this.makeAgain(), U: () => this.makeAgain(),
      0: () => this.restart(), f: turnFull, h: () => this.enqueueHelp(() => this.giveHint()), x: () => this.turnHalf(),
      o: () => this.playback ? this.#pauseOrGo() : this.enqueueHelp(() => this.showSolution()),
    }[e.key] ?? null;
  }
}
