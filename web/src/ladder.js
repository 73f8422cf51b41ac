// ladder.js: the dialog in which one chooses a maze: the shipped mazes with the user's progress, the maze
// of the day and those of earlier days, a random maze, a pasted one, and those of a server's catalogue.
import { core } from "./core.js";
import { button, dialog, el, number } from "./dom.js";
import { askPasted, askRandom } from "./mazepick.js";
import { dayName, groups, mazeOfDay, progressOf, shortDay } from "./progress.js";

const DAYS_BACK = 28;
const FROM_CATALOGUE = 60; // the hardest ones

// "✓ 32" means solved in 32 moves; screen readers get it in words.
function mark(maze) {
  const { best, seen } = progressOf(maze.id);
  if (best !== undefined && best === maze.length) return { sign: "★", words: "solved in the fewest moves" };
  if (best !== undefined) return { sign: "✓", words: `solved in ${best} moves` };
  return seen ? { sign: "◦", words: "solution seen" } : { sign: "", words: "not solved" };
}

function tile(maze, label, current) {
  const { sign, words } = mark(maze);
  const about = [label, `difficulty ${number(maze.difficulty)}`, `shortest ${number(maze.length)}`, words].join(", ");
  return el("a", {
    class: `tile${sign ? " done" : ""}`, href: `#play/${maze.id}`, "aria-label": about, title: about,
    "aria-current": maze.id === current && "true",
  }, el("span", { class: "tile-name" }, label.split(" ").at(-1), sign && el("span", { class: "good" }, ` ${sign}`)),
  el("span", { class: "tile-about" }, number(maze.difficulty)));
}

function ladder(name, mazes, current) {
  const solved = mazes.filter((m) => progressOf(m.id).best !== undefined).length;
  return el("section", { class: "stack tight", "aria-label": `Ladder ${name}` },
    el("div", { class: "row spread" }, el("h3", {}, name),
      el("span", { class: "small soft" }, `${solved} of ${mazes.length} solved`)),
    el("progress", { max: String(mazes.length), value: String(solved), "aria-label": `Progress in ${name}` }),
    el("div", { class: "tiles" }, mazes.map((m) => tile(m, m.name, current))));
}

function day(context, back) {
  const date = new Date();
  date.setDate(date.getDate() - back);
  const name = dayName(date);
  return { name, maze: mazeOfDay(name, context), short: shortDay(date) };
}

function ofToday(context, current) {
  const days = Array.from({ length: DAYS_BACK + 1 }, (_, i) => day(context, i)).filter((d) => d.maze);
  if (!days.length) return null;
  const [today, ...before] = days, { sign, words } = mark(today.maze);
  const about = [`shortest ${number(today.maze.length)}`, `difficulty ${number(today.maze.difficulty)}`,
    sign && `${sign} ${words}`];
  return el("section", { class: "stack tight", "aria-label": "Maze of the day" },
    el("h3", {}, "Maze of the day"),
    el("a", { class: "button day", href: `#play/${today.maze.id}` }, el("span", {}, `${today.short}: ${today.maze.kind}`),
      el("span", { class: "small" }, about.filter(Boolean).join(" · "))),
    el("details", { class: "small" }, el("summary", {}, "Earlier days"),
      el("ul", { class: "days" }, before.map((d) => earlier(d, current)))));
}

function earlier({ maze, short }, current) {
  const { sign, words } = mark(maze), link = { href: `#play/${maze.id}`, "aria-current": maze.id === current && "true" };
  return el("li", {}, el("a", link, `${short}: ${maze.kind}`), el("span", { class: "soft" }, ` ${number(maze.difficulty)}`),
    sign && [el("span", { class: "good", "aria-hidden": "true" }, ` ${sign}`), el("span", { class: "unseen" }, `, ${words}`)]);
}

// Is filled when the server has answered; it stays empty if there is no catalogue.
function fromCatalogue(current) {
  const node = el("section", { class: "stack", "aria-label": "From the catalogue", hidden: true });
  core.catalogue("difficulty", FROM_CATALOGUE).then((kept) => {
    const mazes = kept.map(({ id, kind, features: { length, difficulty } }) => ({ id, length, difficulty, group: kind }));
    node.append(...[...groups(mazes)].map(([kind, list]) =>
      ladder(`From the catalogue: ${kind}`, list.map((m, i) => ({ ...m, name: `${kind} ${i + 1}` })), current)));
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
  const box = dialog("Mazes",
    el("div", { class: "row" }, button("restart", "Random…", then((pick) => askRandom(context, current?.kind, pick))),
      button("edit", "Open…", then((pick) => askPasted(pick)))),
    ofToday(context, current?.id),
    [...groups(context.mazes)].map(([name, mazes]) => ladder(name, mazes, current?.id)),
    fromCatalogue(current?.id),
    el("p", { class: "small soft" },
      "Under each number its difficulty, 1 to 10. ✓ solved, ★ in the fewest moves, ◦ solution seen."));
  box.classList.add("wide");
  box.addEventListener("click", (e) => { if (e.target.closest("a")) box.close(); });
}
