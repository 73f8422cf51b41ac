// ladder.js: the dialog in which one chooses a maze: the shipped mazes with the user's progress, the maze
// of the day and those of earlier days, a random maze, a pasted one, and those of a server's catalogue.
import { core } from "./core.js";
import { button, dialog, el, number } from "./dom.js";
import { askPasted } from "./mazepick.js";
import { askRandom } from "./randommaze.js";
import { openCalendar } from "./calendar.js";
import { shortDay, today } from "./days.js";
import { groups, progressOf, starsIn, starsOf } from "./progress.js";
import { t } from "./words.js";

const FROM_CATALOGUE = 60; // the hardest ones

// What was done with a maze: its sign, and in words for screen readers.
function mark(maze) {
  const { best, time, seen } = progressOf(maze.id), stars = starsOf(best, maze.length);
  if (!stars) return seen ? { sign: "◦", words: t("solution seen") } : { sign: "", words: t("not solved") };
  const how = stars === 3 ? t("solved in the fewest moves")
    : t("solved in {best} {best:move|moves}, {stars} {stars:star|stars}", { best, stars });
  return { sign: starsIn(stars), words: time ? t("{how}, fastest {time}", { how, time: clock(time) }) : how };
}

const clock = (ms) => `${Math.floor(ms / 60000)}:${String(Math.round(ms / 1000) % 60).padStart(2, "0")}`;

function tile(maze, label, current) {
  const { sign, words } = mark(maze);
  const about = [label, t("difficulty {n}", { n: number(maze.difficulty) }), t("shortest {n}", { n: number(maze.length) }), words].join(", ");
  return el("a", {
    class: `tile${sign ? " done" : ""}`, href: `#play/${maze.id}`, "aria-label": about, title: about,
    "aria-current": maze.id === current && "true",
  }, el("span", { class: "tile-name" }, label.split(" ").at(-1)), el("span", { class: "tile-about" }, number(maze.difficulty)),
  el("span", { class: "tile-stars" }, sign || "\u00a0"));
}

function ladder(name, mazes, current) {
  const solved = mazes.filter((m) => progressOf(m.id).best !== undefined).length;
  return el("section", { class: "stack tight", "aria-label": t("Ladder {name}", { name }) },
    el("div", { class: "row spread" }, el("h3", {}, name),
      el("span", { class: "small soft" }, t("{solved} of {all} solved", { solved, all: mazes.length }))),
    el("progress", { max: String(mazes.length), value: String(solved), "aria-label": t("Progress in {name}", { name }) }),
    el("div", { class: "tiles" }, mazes.map((m) => tile(m, m.name, current))));
}

// Is filled when the maze of the day is known.
function ofToday(context) {
  const node = el("section", { class: "stack tight", "aria-label": t("Maze of the day"), hidden: true });
  context.days.mazeOf(today()).then((maze) => {
    if (!maze) return;
    const { sign, words } = mark(maze), about = [t("shortest {n}", { n: number(maze.length) }), t("difficulty {n}", { n: number(maze.difficulty) }), sign && `${sign} ${words}`];
    node.append(el("h3", {}, t("Maze of the day")), el("div", { class: "row" },
      el("a", { class: "button day grow", href: `#day/${today()}` }, el("span", {}, `${shortDay(today())}: ${maze.kind}`),
        el("span", { class: "small" }, about.filter(Boolean).join(" · "))),
      button("calendar", t("Earlier days"), () => {
        node.closest("dialog").close();
        openCalendar(context, null);
      })));
    node.hidden = false;
  });
  return node;
}

// Is filled when the server has answered; it stays empty if there is no catalogue.
function fromCatalogue(current) {
  const node = el("section", { class: "stack", "aria-label": t("From the catalogue"), hidden: true });
  core.catalogue("difficulty", FROM_CATALOGUE).then((kept) => {
    const mazes = kept.map(({ id, kind, features: { length, difficulty } }) => ({ id, length, difficulty, group: kind }));
    node.append(...[...groups(mazes)].map(([kind, list]) =>
      ladder(t("From the catalogue: {kind}", { kind }), list.map((m, i) => ({ ...m, name: `${kind} ${i + 1}` })), current)));
    node.hidden = !mazes.length;
  }).catch(() => {}); // without the catalogue the other mazes are listed
  return node;
}

// Lists all of them in a dialog. current: {id, kind} of the maze on the board, or null.
export function openMazes(context, current) {
  const then = (open) => () => {
    box.close();
    open((maze) => context.navigate("play", maze.id));
  };
  const box = dialog(t("Mazes"),
    el("div", { class: "row" }, button("dice", t("Random…"), then((pick) => askRandom(context, current?.kind, pick))),
      button("edit", t("Open…"), then((pick) => askPasted(pick))), button("shelf", t("My mazes"), then(context.openShelf))),
    ofToday(context),
    [...groups(context.mazes)].map(([name, mazes]) => ladder(name, mazes, current?.id)),
    fromCatalogue(current?.id),
    el("p", { class: "small soft" },
      t("Under each number its difficulty, 1 to 10. ★★★ in the fewest moves, ★★☆ in a few more, ★☆☆ solved, ◦ solution seen.")));
  box.classList.add("wide");
  box.addEventListener("click", (e) => { if (e.target.closest("a")) box.close(); });
}
