// sharemaze.js: the dialog that shares a maze: its link, the code that puts it into another page, and a file
// that plays it anywhere.
import { core } from "./core.js";
import { button, dialog, el, field, number, select, share } from "./dom.js";
import { saveFile } from "./onefile.js";
import { copy } from "./sharecard.js";
import { t } from "./words.js";

const SIZES = [[360, 640], [480, 640], [640, 480], [800, 450]];
const PREVIEW = [300, 200]; // at most so many pixels

const beside = (file) => new URL(file, location.href.split(/[?#]/)[0]).href;

// Elements that are never shown: their text is the code.
const frameCode = (id, title, [width, height]) => el("iframe", { src: `${beside("embed.html")}#play/${encodeURI(id)}`, title,
  width: String(width), height: String(height), sandbox: "allow-scripts", loading: "lazy" }).outerHTML;
const elementCode = (id) => [el("script", { type: "module", src: beside("element.js") }), el("mazewright-maze", { maze: id })]
  .map((node) => node.outerHTML).join("\n");

function embedding(context, id, name) {
  const code = el("textarea", { rows: "4", readonly: true, "aria-label": t("Code to copy") }), about = el("p", { class: "small soft" });
  const picture = el("img", { alt: "" }), box = el("div", { class: "embed-preview" }, picture), caption = el("figcaption", { class: "small soft" });
  const figure = el("figure", { class: "stack tight" }, box, caption);
  const show = () => {
    const framed = how.value === "frame", [width, height] = size.value.split("x").map(Number);
    code.value = framed ? frameCode(id, name, [width, height]) : elementCode(id);
    about.textContent = framed ? t("For any page. The frame may do nothing but play.")
      : t("For pages of your own: one program for all mazes of the page. The page's styles and programs reach it.");
    sized.hidden = figure.hidden = !framed;
    const scale = Math.min(1, PREVIEW[0] / width, PREVIEW[1] / height);
    box.style.width = `${width * scale}px`;
    box.style.height = `${height * scale}px`;
    caption.textContent = t("{width} × {height} pixels, shown at {percent} %", { width, height, percent: number(Math.round(100 * scale)) });
  };
  const how = select([["frame", t("Frame")], ["element", t("Element")]], "frame", show);
  const size = select(SIZES.map(([w, h]) => [`${w}x${h}`, `${w} × ${h}`]), "480x640", show), sized = field(t("Size"), size);
  core.ask({ ask: "svg", maze: id, theme: context.theme() }).then(({ svg }) => {
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  }).catch(() => picture.remove());
  show();
  return el("details", {}, el("summary", {}, t("Put it into a page")),
    el("div", { class: "stack tight" }, el("div", { class: "fields" }, field(t("As"), how), sized), figure, about, code,
      el("div", { class: "row" }, button("list", t("Copy code"), () => copy(code.value)))));
}

// maze: {id, kind, length}
export function openShare(context, maze, name) {
  dialog(t("Share"),
    el("div", { class: "row" }, button("share", t("Copy link"), () => share("play", maze.id), { primary: true }),
      button("download", t("Save to play anywhere"), () => saveFile(name, [{ id: maze.id, name, length: maze.length }]))),
    el("p", { class: "small soft" }, t("The file has the maze and all that plays it: it opens in any browser, also without a network.")),
    embedding(context, maze.id, name));
}
