// daybar.js: above the board of a maze of the day: which day it is, how long until the next, days in a row,
// the calendar, and sharing the result.
import { openCalendar } from "./calendar.js";
import { playedOn, remember, rememberSolved, streak, today, untilTomorrow } from "./days.js";
import { button, el } from "./dom.js";
import { shareResult } from "./sharecard.js";
import { t } from "./words.js";

function timeLeft(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000)), two = (n) => String(n).padStart(2, "0");
  return `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

export class DayBar {
  constructor(context) {
    Object.assign(this, { context, day: null, maze: null });
    this.name = el("strong", {});
    this.row = el("span", { class: "chip good" });
    this.next = el("span", { role: "timer", class: "soft" });
    this.share = this.#sharing();
    this.node = el("section", { class: "day-bar row spread small", "aria-label": t("Maze of the day"), hidden: true },
      el("span", { class: "row" }, this.name, this.row, this.next),
      el("span", { class: "row" }, this.share, button("calendar", t("Calendar"), () => openCalendar(this.context, this.day))));
  }

  #sharing(how) { return button("share", t("Share result"), () => shareResult(this.context, this.day, this.maze), how); }

  // What a player who has solved it may want next; null: it is the maze of no day.
  offer() { return this.day && this.#sharing({ primary: true }); }

  // Shows itself if this is the maze of a day. unfinished: {name, id} of another maze that was begun, or null.
  async show(maze, unfinished) {
    const { days } = this.context, now = await days.mazeOf(today());
    this.maze = maze;
    this.day = now?.id === maze.id ? today() : days.dayOf(maze.id);
    if (!this.day || this.closed) return;
    if (!playedOn(this.day).id) remember(this.day, { id: maze.id });
    this.begun = this.day === today() ? today() : null;
    if (unfinished) this.node.append(el("a", { href: `#play/${unfinished.id}` }, t("Go on with {name}", { name: unfinished.name })));
    this.node.hidden = false;
    this.update();
    if (this.begun) this.timer = setInterval(() => this.#tick(), 1000);
    this.#tick();
  }

  solved({ moves, hints }) {
    if (!this.day) return;
    rememberSolved(this.day, { id: this.maze.id, moves, hints });
    this.update();
  }

  seen() {
    if (!this.day) return;
    remember(this.day, { seen: true });
    this.update();
  }

  update() {
    const row = streak();
    this.name.textContent = this.day === today() ? t("Maze of the day") : t("Maze of an earlier day");
    this.row.textContent = t("{n} {n:day|days} in a row", { n: row });
    this.row.hidden = !row;
    this.share.hidden = playedOn(this.day).moves === undefined;
  }

  #tick() {
    if (!this.begun) return;
    if (this.begun === today()) {
      this.next.textContent = t("next in {time}", { time: timeLeft(untilTomorrow()) });
      return;
    }
    clearInterval(this.timer);
    this.next.replaceChildren(el("a", { href: `#day/${today()}` }, t("The next maze is here")));
    this.update();
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
  }
}
