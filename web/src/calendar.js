// calendar.js: the days of a month with what the player did on each, and the way to their mazes.
import { after, dateOf, longestStreak, playedOn, streak, today } from "./days.js";
import { announce, button, dialog, el, stat } from "./dom.js";
import { starsIn, starsOf } from "./progress.js";
import { storage } from "./storage.js";
import { date, kindName, number, t } from "./words.js";

const monthOf = (name) => name.slice(0, 7);
const firstOf = (month) => `${month}-01`;
const otherMonth = (month, by) => monthOf(after(firstOf(month), by > 0 ? 31 : -1));

// The names of the days of a month, in weeks from Monday; null: a day of another month.
function weeksOf(month) {
  const cells = Array((dateOf(firstOf(month)).getDay() + 6) % 7).fill(null);
  for (let day = firstOf(month); monthOf(day) === month; day = after(day, 1)) cells.push(day);
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, i) => cells.slice(7 * i, 7 * i + 7));
}

// What was done on a day: its sign, and in words.
function deed(name, maze) {
  const { moves, on, seen } = playedOn(name);
  if (moves === undefined) return seen ? { sign: "◦", words: t("solution seen") } : { sign: "", words: t("not solved") };
  const stars = starsOf(moves, maze.length), words = [t("solved in {n} {n:move|moves}", { n: moves }),
    t("{n} {n:star|stars}", { n: stars }), on === name && t("on the day")];
  return { sign: starsIn(stars), words: words.filter(Boolean).join(", "), kept: on === name };
}

function cell(name, maze, chosen) {
  if (!name) return el("td", {});
  const day = String(Number(name.slice(8)));
  if (!maze) return el("td", {}, el("span", { class: "calendar-day soft" }, day));
  const { sign, words, kept } = deed(name, maze), full = date(dateOf(name), { day: "numeric", month: "long" });
  const about = [full, kindName(maze.kind), t("difficulty {grade}", { grade: number(maze.difficulty) }), words].join(", ");
  return el("td", {}, el("a", { class: `calendar-day${kept ? " kept" : sign ? " done" : ""}`, href: `#day/${name}`, title: about,
    "aria-label": about, "aria-current": name === chosen ? "true" : name === today() && "date" }, day,
    el("span", { class: "calendar-sign", "aria-hidden": "true" }, sign)));
}

export function openCalendar(context, chosen) {
  const { days } = context, heading = el("h3", { "aria-live": "polite" }), body = el("tbody", {});
  const solved = Object.values(storage.get("days", {})).filter((d) => d.moves !== undefined).length;
  const weekday = (name, weekday) => date(dateOf(name), { weekday });
  const names = weeksOf("2027-02")[0]; // begins with a Monday
  const back = button("back", t("Earlier month"), () => show(otherMonth(month, -1)), { bare: true });
  const on = button("step", t("Later month"), () => show(otherMonth(month, 1)), { bare: true });
  let month = null;

  async function show(which) {
    month = which;
    const weeks = weeksOf(which), past = weeks.flat().filter((d) => d && d >= days.first && d <= today());
    const mazes = new Map(await Promise.all(past.map(async (d) => [d, await days.mazeOf(d)])));
    if (month !== which) return;
    heading.textContent = date(dateOf(firstOf(which)), { month: "long", year: "numeric" });
    body.replaceChildren(...weeks.map((week) => el("tr", {}, week.map((d) => cell(d, mazes.get(d), chosen)))));
    back.disabled = !days.first || which <= monthOf(days.first);
    on.disabled = which >= monthOf(today());
    if (past.length && ![...mazes.values()].some(Boolean)) announce(t("The mazes of this month cannot be loaded."));
  }

  const stats = [[t("Days in a row"), streak()], [t("Longest"), longestStreak()], [t("Solved"), solved]].map(([name, value]) => {
    const node = stat(name);
    node.set(number(value));
    return node.node;
  });
  const box = dialog(t("Mazes of the days"), el("dl", { class: "stats" }, stats),
    el("div", { class: "row spread" }, back, heading, on),
    el("table", { class: "calendar", "aria-label": t("Days") },
      el("thead", {}, el("tr", {}, names.map((d) => el("th", { scope: "col", abbr: weekday(d, "long") }, weekday(d, "short"))))), body),
    el("p", { class: "small soft" }, t("★★★ in the fewest moves, ★★☆ in a few more, ★☆☆ solved, ◦ solution seen. Green: solved on the day itself.")));
  box.addEventListener("click", (e) => { if (e.target.closest("a")) box.close(); });
  show(monthOf(chosen ?? today()));
}
