// dom.js: makes elements, announces to screen readers, saves files. Views are made of these functions,
// without a framework.
import { t } from "./words.js";

export { number } from "./words.js";

// el("button", {class: "primary", onclick: f, "aria-label": "…"}, "text", other, …)
export function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value !== "string") node[name] = value;
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

const SVG = "http://www.w3.org/2000/svg"; // ICONS, the file with the icons, is filled in by build.mjs

// A sandboxed frame may not use pictures within another file: there they become part of the document.
const closed = self.origin === "null";

export async function bringIcons() {
  if (!closed) return;
  const { documentElement } = new DOMParser().parseFromString(await (await fetch("icons.svg")).text(), "image/svg+xml");
  documentElement.setAttribute("class", "unseen");
  document.body.append(documentElement);
  document.querySelector(".mark use").setAttribute("href", "#mark");
}

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "use"));
  svg.firstChild.setAttribute("href", `${closed ? "" : ICONS}#${name}`);
  return svg;
}

// A button with an icon; `text` is its name, shown unless it is `bare`.
export function button(iconName, text, onclick, { primary, plain, bare, key } = {}) {
  return el("button", {
    type: "button", onclick, title: key ? `${text} (${key})` : bare ? text : undefined,
    "aria-label": bare ? text : undefined, "aria-keyshortcuts": key,
    class: [primary && "primary", plain && "plain", bare && "icon-only"].filter(Boolean).join(" ") || undefined,
  }, iconName && icon(iconName), bare ? null : el("span", {}, text));
}

export const field = (label, control) => el("label", { class: "field" }, label, control);

// choices: texts, or [value, text]; onchange gets the value.
export function select(choices, value, onchange, props) {
  const node = el("select", { ...props, onchange: () => onchange?.(node.value) },
    choices.map((c) => {
      const [v, text] = Array.isArray(c) ? c : [c, c];
      return el("option", { value: v }, text);
    }));
  if (value !== undefined && value !== null) node.value = value;
  return node;
}

export function stat(name) {
  const value = el("dd", {}, "–");
  return { node: el("div", { class: "stat" }, el("dt", {}, name), value), set: (v) => { value.textContent = v; } };
}

// Makes a screen reader say a sentence, also if it is the same as the one before.
let spoken = false;
export function announce(text) {
  spoken = !spoken;
  document.getElementById("announcer").textContent = text + (spoken ? "\u00a0" : "");
}

export function toast(text) {
  document.querySelector(".toast")?.remove();
  const node = el("div", { class: "toast" }, text);
  ([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body).append(node); // a dialog covers the rest
  announce(text);
  setTimeout(() => node.remove(), Math.max(2600, 50 * text.length));
}

export function download(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export function dialog(title, ...children) {
  const close = el("button", {}, t("Close")), node = el("dialog", { "aria-label": title, onclose: () => node.remove() },
    el("form", { method: "dialog", class: "stack" }, el("h2", {}, title), children, el("div", { class: "row" }, close)));
  close.classList.toggle("primary", !node.querySelector(".primary"));
  document.body.append(node);
  node.showModal();
  return node;
}

// Where a maze does not open, the maze of the day does.
export const toDay = () => el("div", { class: "row" }, el("a", { class: "button primary", href: "#play" }, icon("calendar"), t("Maze of the day")));

// Shares a link to this view with this maze, and with settings of the view: by the share sheet of a phone, or else by copying it.
export async function share(view, id, settings) {
  const more = settings ? `?${new URLSearchParams(settings)}` : "", address = `${location.href.split("#")[0]}#${view}/${id}${more}`;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ title: document.title, url: address });
      return;
    } catch (e) {
      if (e.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(address);
    toast(t("Link copied."));
  } catch {
    dialog(t("Link to this maze"), el("input", { value: address, readonly: true, "aria-label": t("Link"),
      onfocus: (e) => e.target.select() }));
  }
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
