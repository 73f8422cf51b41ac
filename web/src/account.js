// account.js: what every solution of a maze does, as a list of steps with pictures. Moves in a row that lead from one step
// to the next are folded into one line, which ends where something new comes about.
import { el, number } from "./dom.js";
import { thumb } from "./thumb.js";
import { t } from "./words.js";

const FOLD = 3; // as many steps in a row, a move apart, are one line
const AT_ONCE = 40; // lines, at first and with each press of the button below them

// Does one move lead from the step before to this one?
function follows({ must_pass }, i) {
  return i > 0 && !must_pass[i].fact && !must_pass[i - 1].fact && must_pass[i].at === must_pass[i - 1].at + 1;
}

// Which steps stand in one line: [first, last].
export function linesOf(answer) {
  const lines = [], { must_pass, point_of_no_return: no_return } = answer;
  for (let i = 0; i < must_pass.length; i++) {
    let last = i;
    while (last !== no_return && !must_pass[last].news && last + 1 < must_pass.length && follows(answer, i) &&
      follows(answer, last + 1)) last++;
    if (last - i + 1 < FOLD) last = i;
    lines.push([i, last]);
    i = last;
  }
  return lines;
}

export class Account {
  // onchoose(step): a step was chosen, by its number
  constructor(context, onchoose) {
    Object.assign(this, { context, onchoose, answer: null, lines: [], shown: 0, pictures: [] });
    this.list = el("ol", { class: "account", onclick: (e) => this.#click(e) });
    this.more = el("button", { type: "button", hidden: true, onclick: () => this.#add() });
    this.node = el("div", { class: "stack" }, this.list, this.more);
    this.seen = new IntersectionObserver((changes) => changes.forEach((c) => c.isIntersecting && this.#draw(c.target)));
  }

  // answer: that to `explain`; moves: those before it; pictured: small pictures are of use.
  show(answer, maze, moves, pictured) {
    this.clear();
    Object.assign(this, { answer, maze, moves, pictured, lines: linesOf(answer) });
    this.#add();
  }

  clear() {
    this.pictures.forEach((p) => p.close());
    this.seen.disconnect();
    this.list.replaceChildren();
    this.more.hidden = true;
    Object.assign(this, { pictures: [], lines: [], shown: 0 });
  }

  recolour() { this.pictures.forEach((p) => p.recolour()); }

  close() { this.clear(); }

  // The moves after which a step is done.
  movesTo(step) {
    return [...this.moves, ...this.answer.way.slice(0, this.answer.must_pass[step].at)];
  }

  // The steps at which one may stop: the last of each line.
  get stops() { return this.lines.map(([, last]) => last); }

  mark(step) {
    for (const li of this.list.children) {
      if (li.line[1] === step) li.setAttribute("aria-current", "step");
      else li.removeAttribute("aria-current");
    }
  }

  #add() {
    const from = this.shown, to = Math.min(this.lines.length, from + AT_ONCE), items = this.lines.slice(from, to).map((l) => this.#line(l));
    this.list.append(...items);
    if (this.pictured) items.forEach((li) => this.seen.observe(li));
    if (from) items[0]?.querySelector("button").focus();
    this.shown = to;
    this.more.hidden = to >= this.lines.length;
    this.more.textContent = t("Show more ({n} {n:step|steps} are left)", { n: this.lines.length - to });
  }

  #click(e) {
    const li = e.target.closest("li[data-step]");
    if (li && !e.target.closest("summary")) this.onchoose(Number(li.dataset.step));
  }

  #draw(li) {
    if (li.drawn) return;
    li.drawn = thumb(this.maze.id, this.context.theme, 0.12, this.movesTo(li.line[1]).join(" "));
    li.drawn.node.firstChild.setAttribute("aria-hidden", "true"); // the words beside it say it
    this.pictures.push(li.drawn);
    li.firstChild.replaceChildren(li.drawn.node);
  }

  // ---- the words of a line

  // A cost in words; where each move costs 1, it is a number of moves.
  #far(cost) {
    return this.answer.cost === this.answer.length ? t("{n} {n:move|moves}", { n: cost }) : t("cost {n}", { n: cost });
  }

  #line(line) {
    const [first, last] = line, { answer } = this, must = answer.must_pass[last], chips = this.#chips(last);
    const step = el("button", { type: "button", class: "plain step" }, el("span", {}, must.words));
    const li = el("li", { "data-step": String(last) }, this.pictured && el("div", { class: "picture" }),
      el("div", { class: "stack tight" },
        el("p", { class: "small soft step-place" }, el("strong", {}, this.#number(first, last)), this.#place(first, last), chips),
        step, must.news && el("p", { class: "small news" }, t("New: {what}", { what: must.news })),
        first < last && this.#folded(first, last), this.#after(last)));
    li.line = line;
    return li;
  }

  #number(first, last) {
    return last === 0 ? t("Start") : first < last ? `${number(first)}–${number(last)}` : number(last);
  }

  #place(first, last) {
    const { must_pass } = this.answer, must = must_pass[last];
    if (!last) return null;
    if (first < last) return this.#run(first, last);
    const before = must.after.filter((i) => i > 0);
    if (must.fact && must.after.at(-1) !== last - 1) return before.length ? t("at any time after {steps}", { steps: before.join(", ") })
      : t("at any time");
    return t("after {far} at least", { far: this.#far(must.depth) });
  }

  // Steps in a row: the moves between them are those of every solution, but for detours.
  #run(first, last) {
    const { must_pass, regions } = this.answer, n = last - first + 1;
    const before = must_pass.slice(first - 1, last).map((must) => regions[must.region]), inside = before.slice(1);
    const dead = inside.reduce((sum, region) => sum + region.dead, 0);
    return [before.every(({ states }) => states === 1) ? t("{n} moves, each the only one that leads on", { n })
      : t("{n} moves; every other way between leads back or is longer", { n }),
    dead > 0 && el("span", { class: "region" }, t("{n} wrong {n:turn|turns} can lose here.", { n: dead }))];
  }

  #chips(step) {
    const { must_pass, point_of_no_return: no_return } = this.answer;
    if (step > 0 && step === no_return) return el("span", { class: "chip bad" }, t("point of no return"));
    return must_pass[step].no_return && step > 0 ? el("span", { class: "chip" }, t("no way back")) : null;
  }

  // There may be thousands: they are listed when somebody wants to see them.
  #folded(first, last) {
    const list = el("ol", {}), fill = () => list.children.length || list.append(...this.answer.must_pass.slice(first, last).map((must, i) =>
      el("li", { "data-step": String(first + i) }, el("button", { type: "button", class: "plain step" }, el("span", {}, must.words)))));
    return el("details", { class: "small", ontoggle: fill }, el("summary", {}, t("The moves one by one")), list);
  }

  // What lies between this step and the next state that all ways pass.
  #after(step) {
    const { must_pass, regions } = this.answer, must = must_pass[step];
    if (must.fact || step === must_pass.length - 1) return null;
    const { states, cost, dead } = regions[must.region], says = [];
    if (cost > 1) says.push(t("To the next step: {far} at least, through {n} positions.", { n: states, far: this.#far(cost) }));
    else if (states > 1) says.push(t("One can stray to {n} other {n:position|positions} from here.", { n: states - 1 }));
    if (dead) says.push(t("{n} wrong {n:turn|turns} can lose here.", { n: dead }));
    return says.length > 0 && el("p", { class: "small region" }, says.join(" "));
  }
}
