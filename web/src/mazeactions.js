// mazeactions.js: what one can do with a maze: open it in another view, copy it, save it.
import { core } from "./core.js";
import { button, dialog, download, el, toast } from "./dom.js";
import { t } from "./words.js";

const VIEWS = { play: () => t("Play"), search: () => t("Search"), edit: () => t("Edit") };

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
    views.map((v) => button(v, VIEWS[v](), () => context.navigate(v, of()))),
    button("list", t("Copy id"), () => copy(of())),
    button("download", t("Text"), () => saveText(of())),
    button("download", "SVG", () => saveSvg(of(), context.theme())));
}

// Shows where the error is: the line, and an arrow under its column.
export function pointAt(text, { line, column, message }) {
  const shown = text.split("\n")[Math.max(0, line - 1)] ?? "";
  return column > 0 ? [message, el("pre", { class: "point" }, `${shown}\n${" ".repeat(column - 1)}^`)] : [message];
}
