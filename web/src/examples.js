// examples.js: moments of searches that are worth seeing, each a link; and the maze with which the view begins.
import { core } from "./core.js";
import { button, dialog, el } from "./dom.js";
import { firstMaze } from "./mazepick.js";
import { t } from "./words.js";

// What it shows, the maze, the searches and the moment.
const moments = () => [
  [t("Breadth-first search floods the board; A* with a good estimate goes straight"), "bloxorz:9x7:.ooo.o.../..ooooooo/oooooo.S./ooo....o./ooooo.Goo/oooo...0./...o...oo/0.split.4,7.4,6", { a: "bfs", b: "astar", bh: "bridges-down", at: 20 }],
  [t("h3 overestimates: A* with it returns a longer way than A* with h2"), "die:6x6,never=none:S....x/x...../....x./xx.x../....../x....G", { a: "astar", ah: "h3", b: "astar", bh: "h2", at: "end" }],
  [t("Greedy search walks into a trap: more work, and a longer way"), "die:7x7:.....x./..x..x./x...x.x/....xxx/x....xx/..xSx.x/....Gx.", { a: "greedy", ah: "h2", b: "astar", bh: "h2", at: "end" }],
  [t("Weighted A*: a fraction of the work, and a longer way"), "die:16x16,obstacles=25#14", { a: "astar", ah: "h4", b: "wastar", bh: "h4", bw: 2, at: "end" }],
  [t("Hill climbing is stuck where no neighbour looks better"), "die:9x9:xx..x.xx./.xxx...../.....x.xS/x.x.xx.../x....x..x/....xxxx./.xx.x...x/..x...x.x/..G......", { a: "hill", ah: "h4", b: "greedy", bh: "h4", at: "end" }],
];

// A button for the examples of the kinds that this page is about, or false.
export function exampleLinks({ kinds }) {
  const shown = moments().filter(([, id]) => kinds.some((k) => id.startsWith(`${k.name}:`)));
  return shown.length > 0 && button("list", t("Examples"), () => {
    const box = dialog(t("Moments worth seeing"), el("ul", { class: "stack tight" }, shown.map(([text, id, settings]) =>
      el("li", {}, el("a", { href: `#search/${encodeURIComponent(id)}?${new URLSearchParams(settings)}`, onclick: () => box.close() }, text)))));
  });
}

const WORK = 20;   // states that breadth-first search expands at least on the maze with which the view begins
const SHARE = 0.4; // of them, A* expands at most so many
const MOVES = 8, TRIES = 60;

// The first shipped maze on which A* saves much of the work.
export async function tellingMaze(context) {
  for (const m of context.mazes.filter((x) => x.length >= MOVES).slice(0, TRIES)) {
    const { heuristics } = await core.ask({ ask: "maze", maze: m.id });
    if (!heuristics.length) continue;
    const [blind, informed] = await Promise.all([core.ask({ ask: "solve", maze: m.id, algorithm: "bfs" }),
      core.ask({ ask: "solve", maze: m.id, algorithm: "astar", heuristic: heuristics.at(-1).name })]);
    if (blind.expanded >= WORK && informed.expanded <= SHARE * blind.expanded) return m.id;
  }
  return firstMaze(context, 15);
}
