// sharecard.js: the result of a maze of the day, to send to others: a line of text with the address, and a
// picture with the maze as it is at the beginning.
import { core } from "./core.js";
import { dateOf, playedOn, shortDay, streak } from "./days.js";
import { button, dialog, download, el, toast } from "./dom.js";
import { starsOf } from "./progress.js";
import { date, kindName, number, t } from "./words.js";

const WIDTH = 1200, HEIGHT = 630, EDGE = 50;
const INK = "#23272d", SOFT = "#5f5a50", PAPER = "#fbf9f4", GOLD = "#8a5a00";

// A site that has a page for each of its own days gives its address: others show the picture beside it.
const addressOf = ({ previews, days }, day) => previews && day in days.own ? new URL(`day/${day}.html`, location.href.split(/[?#]/)[0]).href
  : `${location.href.split("#")[0]}#day/${day}`;

// What is told of a day: {title, day, kind, score, stars, help}
function facts(context, day, { kind, length }) {
  const { moves, hints } = playedOn(day);
  return { title: context.title, day: shortDay(day), kind: kindName(kind), score: typeof length === "number" ? `${moves}/${length}` : String(moves),
    stars: "★".repeat(starsOf(moves, length)), help: hints ? t("{n} {n:hint|hints}", { n: hints }) : t("no hints") };
}

const textOf = (f, address) => `${f.title} ${f.day} · ${f.kind} · ${f.score} ${f.stars} ${f.help}\n${address}`;

async function boardOf(id) {
  const { svg } = await core.ask({ ask: "svg", maze: id, theme: "light" });
  const image = new Image(), address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function draw(canvas, f, day, id) {
  const pen = canvas.getContext("2d"), size = HEIGHT - 2 * EDGE, left = size + 2 * EDGE;
  const family = getComputedStyle(document.body).fontFamily;
  const write = (text, y, font, colour) => {
    pen.fillStyle = colour;
    pen.font = `${font} ${family}`;
    pen.fillText(text, left, y, WIDTH - left - EDGE);
  };
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write(f.title, 110, "700 56px", INK);
  write(date(dateOf(day), { day: "numeric", month: "long", year: "numeric" }), 165, "34px", SOFT);
  write(f.kind, 265, "700 56px", INK);
  write(`${f.score} ${f.stars}`, 345, "700 64px", GOLD);
  write(f.help, 400, "34px", SOFT);
  if (streak() > 1) write(t("{n} {n:day|days} in a row", { n: streak() }), 450, "34px", SOFT);
  write(location.host + location.pathname.replace(/\/(index\.html)?$/, ""), HEIGHT - EDGE - 10, "28px", SOFT);
  const image = await boardOf(id), scale = size / Math.max(image.naturalWidth, image.naturalHeight);
  const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
  pen.drawImage(image, EDGE + (size - w) / 2, EDGE + (size - h) / 2, w, h);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("Copied."));
  } catch {
    toast(t("The browser does not let the page copy: choose the text and copy it."));
  }
}

// maze: {id, kind, length}
export async function shareResult(context, day, maze) {
  const f = facts(context, day, maze), text = textOf(f, addressOf(context, day)), name = `mazewright-${day}.png`;
  const canvas = el("canvas", { width: WIDTH, height: HEIGHT, role: "img", class: "share-card",
    "aria-label": t("A card with the maze and the result, without its solution") });
  const file = () => new Promise((done) => canvas.toBlob(done, "image/png"));
  const send = async () => {
    const files = [new File([await file()], name, { type: "image/png" })];
    await navigator.share(navigator.canShare?.({ files }) ? { text, files } : { text }).catch(() => {}); // the player may cancel
  };
  dialog(t("Share result"), canvas, el("textarea", { rows: "3", readonly: true, class: "share-text", "aria-label": t("Text to share") }, text),
    el("div", { class: "row" }, button("list", t("Copy text"), () => copy(text), { primary: true }),
      button("download", t("Save picture"), async () => download(name, "image/png", await file())),
      navigator.share && button("share", t("Send…"), send)));
  await draw(canvas, f, day, maze.id).catch(() => toast(t("The picture of the maze cannot be drawn.")));
}
