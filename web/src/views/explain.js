// explain.js: why a maze is as it is: what every solution of it does, step by step; and why a game on it is lost.
import { Account } from "../account.js";
import { core } from "../core.js";
import { announce, button, el, toast } from "../dom.js";
import { movesOf } from "../game.js";
import { LossView } from "../lossview.js";
import { firstMaze, mazePick } from "../mazepick.js";
import { storage } from "../storage.js";
import { Waypoints } from "../waypoints.js";
import { whyHard } from "../why.js";
import { fromCore, t } from "../words.js";

const PICTURED = 400; // cells; a small picture of a larger maze shows nothing

export function mount(root, context) {
  const view = new Explain(root, context);
  view.open();
  return () => view.close();
}

class Explain {
  constructor(root, context) {
    Object.assign(this, { context, maze: null, job: null, turn: 0, game: [], answers: {}, base: "start" });
    this.pick = mazePick(context, (maze) => this.take(maze));
    this.account = new Account(context, (step) => this.#choose(step));
    this.points = new Waypoints(context, (step) => this.#choose(step), () => this.#play());
    this.loss = new LossView(context);
    this.problem = el("p", { class: "notice bad", role: "alert", hidden: true });
    this.says = el("div", { class: "stack tight", role: "status" });
    this.bases = el("div", { class: "segments", role: "group", "aria-label": t("Solutions from where"), hidden: true });
    this.reasons = el("ul", { class: "small reasons" });
    this.why = el("details", { ontoggle: () => this.why.open && this.#measure() }, el("summary", {}, t("Why is it this hard?")), this.reasons);
    this.steps = el("section", { class: "panel stack", "aria-label": t("What every solution does") },
      el("h2", {}, t("What every solution does")), this.bases, this.says, this.account.node, this.why);
    this.split = el("div", { class: "split explained", hidden: true }, el("section", { class: "panel stack tight waypoints", "aria-label": t("Board") },
      this.points.stage, this.points.tools, this.points.says, this.points.key), this.steps);
    root.append(el("div", { class: "stack explain" }, el("h1", { class: "unseen" }, t("Explain")),
      el("section", { class: "panel", "aria-label": t("Maze") }, this.pick.node), this.problem, this.loss.node, this.split));
    this.recoloured = () => [this.account, this.points, this.loss].forEach((part) => part.recolour());
    document.addEventListener("themechange", this.recoloured);
  }

  close() {
    this.turn++;
    this.job?.stop();
    this.measuring?.stop();
    document.removeEventListener("themechange", this.recoloured);
    for (const part of [this.account, this.points, this.loss]) part.close();
  }

  #fail(error) {
    this.problem.hidden = false;
    this.problem.textContent = error.message;
  }

  async open() {
    const { context, turn } = this;
    try {
      const maze = await core.ask({ ask: "maze", maze: firstMaze(context, 15) });
      if (turn === this.turn) await this.take(maze, context.settings.moves);
    } catch (e) {
      if (turn === this.turn) this.#fail(e);
    }
  }

  // moves: of a game; without them it is the one that is being played.
  async take(maze, moves) {
    this.job?.stop();
    this.measuring?.stop();
    const turn = ++this.turn, { context, account, loss, points } = this, kind = context.about.kinds.find((k) => k.name === maze.kind);
    const game = moves ? movesOf(moves, kind) : storage.get("games", {})[maze.id]?.moves;
    if (!game && moves) toast(t("The moves in this link are no moves of this maze."));
    Object.assign(this, { maze, answers: {}, base: moves && game ? "game" : "start", game: game ?? [] });
    this.problem.hidden = this.bases.hidden = true;
    this.split.hidden = false;
    this.why.open = false;
    this.reasons.replaceChildren();
    account.clear();
    loss.clear();
    this.pick.set(maze);
    points.take(maze, [], []);
    points.show(0, [], null, "").catch((e) => turn === this.turn && this.#fail(e));
    const now = this.game.length ? await this.#ask("game", turn) : null;
    if (turn !== this.turn || this.game.length && !now) return;
    if (now?.lost) {
      loss.show(now, maze, this.game);
      announce(now.words);
      this.base = "start";
    }
    else if (now && !now.winnable) this.base = "start";
    this.#offerBases(Boolean(now?.winnable));
    await this.#show(turn);
  }

  // The account from one of the beginnings, asked once; null: there is none, and that has been told.
  async #ask(base, turn) {
    if (this.answers[base]) return this.answers[base];
    const { maze } = this, moves = base === "game" ? this.game.join(" ") : undefined;
    this.#tell(el("p", {}, t("Working out the whole maze…")), el("div", { class: "row beside" }, el("progress", { "aria-label": t("Progress") }),
      button("stop", t("Stop"), () => this.job?.stop())));
    this.job = core.job({ ask: "explain", maze: maze.id, moves });
    try {
      const answer = await this.job.done;
      if (turn === this.turn) this.answers[base] = answer;
      return answer;
    } catch (e) {
      if (turn === this.turn) this.#tell(el("p", { class: "notice" }, e.message === "stopped" ? t("Stopped.") : e.message),
        el("div", { class: "row" }, button("restart", t("Try again"), () => this.#show(turn))));
      return null;
    }
  }

  #tell(...nodes) { this.says.replaceChildren(...nodes); }

  #offerBases(there) {
    this.bases.hidden = !there;
    const choices = [["start", t("From the start")], ["game", t("From your position")]];
    this.bases.replaceChildren(...choices.map(([base, words]) => el("button", { type: "button", "aria-pressed": String(base === this.base),
      onclick: (e) => {
        this.base = base;
        for (const b of this.bases.children) b.setAttribute("aria-pressed", String(b === e.target));
        this.#show(this.turn);
      } }, words)));
  }

  async #show(turn) {
    const { base, maze, account, points, context } = this;
    account.clear();
    context.address(maze.id, base === "game" || !this.loss.node.hidden ? { moves: this.game.join(" ") } : {});
    const answer = await this.#ask(base, turn);
    if (!answer || turn !== this.turn || base !== this.base) return;
    this.why.hidden = !answer.winnable;
    if (!answer.winnable) {
      this.#tell(...this.#noAccount(answer));
      return announce(this.says.textContent);
    }
    this.#tell(...this.#summary(answer).map((text) => el("p", {}, text)));
    account.show(answer, maze, base === "game" ? this.game : [], maze.w * maze.h * maze.d <= PICTURED);
    points.take(maze, account.stops, answer.must_pass.map((m) => m.cell).filter((cell) => cell !== null));
    announce(this.says.textContent);
    this.#choose(0);
  }

  #noAccount({ known, limit, words }) {
    if (known) return [el("p", { class: "notice bad told" }, words ?? t("Unsolvable: no way leads to the goal."))];
    return [el("p", { class: "notice" }, t("This maze is too large to explain (limit: {limit}). A search may still find a way through it.",
      { limit: fromCore(limit) })), el("div", { class: "row" }, button("search", t("Search"), () => this.context.navigate("search", this.maze.id)))];
  }

  #summary(answer) {
    const { passed, ways, length, away, must_pass, point_of_no_return: no_return, regions, unlisted } = answer;
    const says = [t("A shortest solution has {length} {length:move|moves}.", { length }), passed === ways
      ? t("All solutions pass the same {n} positions.", { n: passed })
      : passed === 1 ? t("From {n} positions one comes to the goal. None of them but the first is passed by every solution.", { n: ways })
      : t("Every solution passes {passed} of the {ways} positions from which one comes to the goal.", { passed, ways })];
    if (no_return) says.push(t("After step {n} there is no way back.", { n: no_return }));
    if (away) says.push(t("Every solution has at least {n} {n:move that leads|moves that lead} away from the goal.", { n: away }));
    if (!regions.some((r) => r.dead)) says.push(t("No wrong move loses: from everywhere one can still win."));
    if (must_pass.length < 3 && length > 1) says.push(t("Nothing lies between that every solution does: there are ways that share no other position."));
    if (unlisted) says.push(t("{n} more things that every solution does are left out here.", { n: unlisted }));
    return says;
  }

  #choose(step) {
    const must = this.answers[this.base].must_pass[step], moves = this.account.movesTo(step), { turn } = this;
    this.step = step;
    this.account.mark(step);
    this.points.show(step, moves, must.cell, step ? `${step}. ${must.words}` : must.words).catch((e) => turn === this.turn && this.#fail(e));
  }

  #play() {
    this.context.navigate("play", this.maze.id, { moves: this.account.movesTo(this.step).join(" ") });
  }

  // What the measures say, asked when somebody wants to know it.
  async #measure() {
    if (this.reasons.children.length) return;
    const { turn } = this;
    this.reasons.replaceChildren(el("li", {}, t("Working it out…")));
    this.measuring = core.job({ ask: "analyse", maze: this.maze.id }, () => {});
    const answer = await this.measuring.done.catch((e) => ({ problem: e.message }));
    if (turn !== this.turn) return;
    const says = answer.problem ? [answer.problem] : answer.known ? whyHard(answer)
      : [t("Too large to say (limit: {limit}).", { limit: fromCore(answer.limit) })];
    this.reasons.replaceChildren(...says.map((text) => el("li", {}, text)));
  }
}
