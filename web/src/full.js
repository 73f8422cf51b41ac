// full.js: board, moves and status fill the screen. Where the browser has no full screen for pages, as on
// an iPhone, they fill the window. It lasts from maze to maze, until Escape, the key or the button.
import { button } from "./dom.js";
import { t } from "./words.js";

const whole = document.documentElement;
export const isFull = () => whole.classList.contains("full");

function fill(on) {
  whole.classList.toggle("full", on);
  for (const b of document.querySelectorAll(".full-screen")) b.setAttribute("aria-pressed", String(on));
  document.dispatchEvent(new Event("fullchange"));
}

export function turnFull() {
  const on = !isFull();
  fill(on);
  if (on) whole.requestFullscreen?.().catch(() => {}); // refused: the window is filled
  else if (document.fullscreenElement) document.exitFullscreen();
}

// text: another name for it; key: null where the view has no key for it; bare: without words
export function fullScreenButton(text = t("Full screen"), key = "f", bare = false) {
  const node = button("full", text, turnFull, { key, bare });
  node.classList.add("full-screen");
  node.setAttribute("aria-pressed", String(isFull()));
  return node;
}

document.addEventListener("fullscreenchange", () => fill(Boolean(document.fullscreenElement)));
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && isFull() && !document.querySelector("dialog[open]")) turnFull();
});
