// mazeactions.js: what one can do with a maze: open it in another view, keep it, copy it, save it.
import { addToBook } from "./bookchoice.js";
import { core } from "./core.js";
import { button, dialog, download, el, toast } from "./dom.js";
import { factsOf } from "./randommaze.js";
import { shelf } from "./shelf.js";
import { t } from "./words.js";

export const VIEWS = { play: () => t("Play"), search: () => t("Search"), explain: () => t("Explain"), design: () => t("Design"),
  edit: () => t("Edit"), marble: () => t("Marble"), book: () => t("Book"), compare: () => t("Compare") };

// The views in which a maze can be opened: one that is named like a kind shows this kind only.
export const viewsFor = (context, id) => Object.keys(VIEWS).filter((view) =>
  !context.about.kinds.some((k) => k.name === view) || id.startsWith(`${view}:`));

export function openIn(context, view, id) {
  if (view === "book") addToBook(id);
  context.navigate(view, id);
}

// What a maze is called that has no name: its kind and size.
export const nameOf = (context, { id, kind, w, h, d }) => context.mazes.find((m) => m.id === id)?.name
  ?? `${kind} ${[w, h, ...(d > 1 ? [d] : [])].join("×")}`;

// Keeps the maze that `of()` answers, as `maze` of the core does; if it is kept already, shows it in "My mazes".
export function keepButton(context, of) {
  const node = button("shelf", t("Keep"), () => {
    const maze = of();
    if (!maze) return;
    if (shelf.find(maze.id)) return context.openShelf();
    const kept = shelf.keep({ ...factsOf(maze.id), ...maze, name: maze.name ?? nameOf(context, maze) });
    toast(shelf.trouble() || t("Kept in My mazes as “{name}”.", kept));
  });
  node.classList.add("keep");
  const update = () => {
    const maze = of(), kept = Boolean(maze && shelf.find(maze.id));
    node.disabled = !maze;
    node.setAttribute("aria-pressed", String(kept));
    node.lastChild.textContent = kept ? t("Kept") : t("Keep");
  };
  shelf.watch(node, update);
  update();
  return { node, update };
}

async function copy(id) {
  try {
    await navigator.clipboard.writeText(id);
    toast(t("Id copied."));
  } catch {
    dialog(t("The maze's id"), el("input", { value: id, readonly: true, "aria-label": t("Id"), onfocus: (e) => e.target.select() }));
  }
}

async function saveText(id) {
  const maze = await core.ask({ ask: "maze", maze: id });
  download(`maze.${maze.kind}`, "text/plain", maze.text);
}

async function saveSvg(id, theme) {
  const { svg } = await core.ask({ ask: "svg", maze: id, theme });
  download("maze.svg", "image/svg+xml", svg);
}

// Buttons for the maze whose id is `of()`; `views`: those in which it can be opened.
export function mazeActions(context, of, views) {
  return el("div", { class: "row" },
    views.map((v) => button(v, VIEWS[v](), () => openIn(context, v, of()))),
    button("list", t("Copy id"), () => copy(of())),
    button("download", t("Text"), () => saveText(of())),
    button("download", "SVG", () => saveSvg(of(), context.theme())));
}

// Shows where the error is: the line, and an arrow under its column.
export function pointAt(text, { line, column, message }) {
  const shown = text.split("\n")[Math.max(0, line - 1)] ?? "";
  return column > 0 ? [message, el("pre", { class: "point" }, `${shown}\n${" ".repeat(column - 1)}^`)] : [message];
}
