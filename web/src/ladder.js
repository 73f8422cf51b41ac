// ladder.js: the dialog in which one chooses a maze: the kinds as pictures, and for each kind its lessons, its shipped
// mazes from easy to hard with the user's progress, and random ones; the maze of the day and those of earlier days; a
// pasted one, and those of a server's catalogue.
import { core } from "./core.js";
import { button, dialog, el, number } from "./dom.js";
import { askPasted } from "./mazepick.js";
import { askRandom } from "./randommaze.js";
import { openCalendar } from "./calendar.js";
import { shortDay, today } from "./days.js";
import { lessonsOf } from "./learn.js";
import { clock, groups, progressOf, starsIn, starsOf } from "./progress.js";
import { thumb } from "./thumb.js";
import { kindName, t } from "./words.js";

const FROM_CATALOGUE = 60; // the hardest ones

// What was done with a maze: its sign, and in words for screen readers.
function mark(maze) {
  const { best, time, seen } = progressOf(maze.id), stars = starsOf(best, maze.length);
  if (!stars) return seen ? { sign: "◦", words: t("solution seen") } : { sign: "", words: t("not solved") };
  const how = stars === 3 ? t("solved in the fewest moves")
    : t("solved in {best} {best:move|moves}, {stars} {stars:star|stars}", { best, stars });
  return { sign: starsIn(stars), words: time ? t("{how}, fastest {time}", { how, time: clock(time) }) : how };
}

function tile(maze, label, current) {
  const { sign, words } = mark(maze);
  const about = [label, t("difficulty {n}", { n: number(maze.difficulty) }), t("shortest {n}", { n: number(maze.length) }), words].join(", ");
  return el("a", {
    class: `tile${sign ? " done" : ""}`, href: `#play/${maze.id}`, "aria-label": about, title: about,
    "aria-current": maze.id === current && "true",
  }, el("span", { class: "tile-name" }, label.split(" ").at(-1)), el("span", { class: "tile-about" }, number(maze.difficulty)),
  el("span", { class: "tile-stars" }, sign || "\u00a0"));
}

const solvedOf = (mazes) => mazes.filter((m) => progressOf(m.id).best !== undefined).length;
const starsOfAll = (mazes) => mazes.reduce((sum, m) => sum + starsOf(progressOf(m.id).best, m.length), 0);

function ladder(label, title, mazes, current) {
  const solved = solvedOf(mazes);
  return el("section", { class: "stack tight", "aria-label": label },
    el("div", { class: "row spread" }, el("h3", {}, title),
      el("span", { class: "small soft" }, t("{solved} of {all} solved", { solved, all: mazes.length }))),
    el("progress", { max: String(mazes.length), value: String(solved), "aria-label": t("Progress in {name}", { name: title }) }),
    el("div", { class: "tiles" }, mazes.map((m) => tile(m, m.name, current))));
}

// Is filled when the maze of the day is known.
function ofToday(context) {
  const node = el("section", { class: "stack tight", "aria-label": t("Maze of the day"), hidden: true });
  context.days.mazeOf(today()).then((maze) => {
    if (!maze) return;
    const { sign, words } = mark(maze), about = [t("shortest {n}", { n: number(maze.length) }), t("difficulty {n}", { n: number(maze.difficulty) }), sign && `${sign} ${words}`];
    node.append(el("h3", {}, t("Maze of the day")), el("div", { class: "row" },
      el("a", { class: "button day grow", href: `#day/${today()}` }, el("span", {}, `${shortDay(today())}: ${kindName(maze.kind)}`),
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
      ladder(t("Ladder {name}", { name: t("From the catalogue: {kind}", { kind }) }), t("From the catalogue: {kind}", { kind }),
        list.map((m, i) => ({ ...m, name: `${kind} ${i + 1}` })), current)));
    node.hidden = !mazes.length;
  }).catch(() => {}); // without the catalogue the other mazes are listed
  return node;
}

// A kind to choose: a picture of one of its mazes, what one does in it, and what one has done.
function kindTile(context, { name, about }, mazes, open) {
  const all = [...lessonsOf(context, name), ...mazes], example = mazes[Math.floor(mazes.length / 3)];
  const picture = thumb(example.id, context.theme, 0.16);
  picture.node.setAttribute("aria-hidden", "true");
  const node = el("button", { type: "button", class: "kind-tile", "data-kind": name, onclick: open }, picture.node,
    el("span", { class: "kind-words" }, el("span", { class: "kind-name" }, kindName(name)), el("span", { class: "small soft" }, about),
      el("span", { class: "small" }, t("{solved} of {all} solved, {stars} ★",
        { solved: solvedOf(all), all: all.length, stars: starsOfAll(all) }))));
  return { node, close: picture.close };
}

// All of a kind. back: the button that leads to the other kinds; random: makes a random one.
function ofKind(context, kind, mazes, current, { back, random }) {
  const lessons = lessonsOf(context, kind.name).map((m, i) => ({ ...m, name: t("lesson {n}", { n: i + 1 }) }));
  return [el("div", { class: "row" }, back,
    kind.random && kind.draws && button("dice", t("Random…"), random)),
  el("h3", { class: "kind-name", tabindex: "-1" }, kindName(kind.name)), el("p", { class: "small soft" }, kind.about),
  lessons.length && ladder(t("Lessons {name}", { name: kind.name }), t("Lessons"), lessons, current),
  ladder(t("Ladder {name}", { name: kind.name }), t("From easy to hard"), mazes, current),
  el("p", { class: "small soft" },
    t("Under each number its difficulty, 1 to 10. ★★★ in the fewest moves, ★★☆ in a few more, ★☆☆ solved, ◦ solution seen."))].filter(Boolean);
}

// Lists all of them in a dialog: first the kinds, then those of one. current: {id, kind} of the maze on the board, or null.
export function openMazes(context, current) {
  const all = groups(context.mazes), kindOf = (name) => context.about.kinds.find((k) => k.name === name), page = el("div", { class: "stack" });
  const pick = (maze) => context.navigate("play", maze.id);
  const then = (open) => () => {
    box.close();
    open();
  };
  let tiles = [];
  const show = (...nodes) => {
    for (const { close } of tiles) close();
    tiles = [];
    page.replaceChildren(...nodes);
    box.scrollTop = 0;
  };
  const openKind = (name) => {
    show(...ofKind(context, kindOf(name), all.get(name), current?.id, {
      back: button("list", t("All kinds"), () => { openAll(); page.querySelector(`[data-kind="${name}"]`).focus(); }),
      random: then(() => askRandom(context, name, pick)) }));
    page.querySelector(".kind-name").focus({ preventScroll: true });
  };
  const openAll = () => {
    const kinds = [...all].map(([name, mazes]) => kindTile(context, kindOf(name), mazes, () => openKind(name)));
    show(el("div", { class: "row" }, button("dice", t("Random…"), then(() => askRandom(context, current?.kind, pick))),
      button("edit", t("Open…"), then(() => askPasted(pick))), button("shelf", t("My mazes"), then(context.openShelf))),
    el("div", { class: "kinds" }, kinds.map((k) => k.node)), ofToday(context), fromCatalogue(current?.id));
    tiles = kinds;
  };
  const box = dialog(t("Mazes"), page);
  box.classList.add("wide");
  box.addEventListener("click", (e) => { if (e.target.closest("a")) box.close(); });
  box.addEventListener("close", () => show());
  openAll();
}
