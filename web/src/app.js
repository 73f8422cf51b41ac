// app.js: what is around the views: routes in the address (#view/maze), tabs, theme, mazes.
import { bringWorker, core, Gone } from "./core.js";
import { Days, isDay, today } from "./days.js";
import { announce, bringIcons, button, dialog, el, icon, toast, toDay } from "./dom.js";
import "./shortcuts.js";
import { storage } from "./storage.js";
import { language, languages, mazeName, speak, t } from "./words.js";

// Views: title, module, and for one that stands within the tab of another view the name of that one. A tab with several
// views has links to all of them; WITHIN is what the first of them is called there.
const VIEWS = {
  play: [() => t("Play"), () => import("./views/play.js")],
  search: [() => t("Search"), () => import("./views/search.js")],
  lab: [() => t("Lab"), () => import("./views/lab.js"), "search"],
  explain: [() => t("Explain"), () => import("./views/explain.js")],
  compare: [() => t("Compare"), () => import("./views/compare.js"), "explain"],
  graph: [() => t("State graph"), () => import("./views/graph.js"), "explain"],
  design: [() => t("Design"), () => import("./views/design.js")],
  edit: [() => t("Edit"), () => import("./views/edit.js")],
  marble: [() => t("Marble"), () => import("./views/marble.js")],
  book: [() => t("Book"), () => import("./views/book.js")],
};
const WITHIN = { search: () => t("Watch"), explain: () => t("Account") };
const tabOf = (view) => VIEWS[view][2] ?? view;

// ---- theme: that of the system, until the user chooses one

const dark = matchMedia("(prefers-color-scheme: dark)");
export const theme = () => storage.get("theme", dark.matches ? "dark" : "light");

function applyTheme() {
  document.documentElement.dataset.theme = theme();
  document.querySelector("meta[name=theme-color]").content = theme() === "dark" ? "#14181d" : "#fbf9f4";
  document.dispatchEvent(new Event("themechange")); // boards ask for their scene again
}

function chooseTheme() {
  storage.set("theme", theme() === "dark" ? "light" : "dark");
  applyTheme();
}

// ---- where long work is done: by the server, if there is one and the user has not switched it off

function serverTool() {
  const node = button("native", "", () => {
    storage.set("native", !core.native);
    core.useNative(!core.native);
  }, { plain: true });
  let there = false;
  const tell = () => {
    const { server, native } = core;
    if (there && !server) toast(core.added.length
      ? t("The server does not answer any more: everything but {kinds} mazes is done here from now on.", { kinds: core.added.join(", ") })
      : t("The server does not answer any more: everything is done here from now on."));
    there = Boolean(server);
    node.hidden = !there;
    node.lastChild.textContent = t("Native");
    node.setAttribute("aria-pressed", String(native));
    node.title = native ? t("Long work is done by the server, on {n} {n:thread|threads}", { n: server.threads })
      : t("Long work is done in this browser");
  };
  document.addEventListener("serverchange", tell);
  core.ready.then(() => core.useNative(storage.get("native", true)));
  return { node, tell };
}

// ---- language: that of the browser, until the user chooses one

function chooseLanguage() {
  const box = dialog(t("Language"), el("div", { class: "stack tight" }, languages().map(([code, name]) => el("button", {
    type: "button", lang: code, "aria-pressed": String(code === language()),
    onclick: async () => {
      box.close();
      await speak(code);
      await furnish();
      await show();
      document.querySelector(".choose-language").focus();
    },
  }, name))));
}

// ---- routes

function unescaped(text) {
  try { return decodeURIComponent(text) || null; } catch { return null; } // a link that was cut
}

// What stands behind the view: the maze, and behind '?', which no id has, settings of the view as in "at=17&speed=2".
// Some programs escape the '?' of a link, too.
function parted(text) {
  const whole = text.includes("?") ? text : unescaped(text) ?? text, [, maze, settings] = /^([^?]*)\??(.*)$/s.exec(whole);
  return [unescaped(maze), Object.fromEntries(new URLSearchParams(settings)), !maze];
}

// #play/rook:5x5:… or #day/2026-11-17. An id has no '#'; characters that browsers escape are unescaped.
// broken: what is wrong with the address, or null.
function route() {
  const text = location.hash.slice(1), cut = text.indexOf("/"), view = cut < 0 ? text : text.slice(0, cut);
  const [rest, settings, none] = parted(cut < 0 ? "" : text.slice(cut + 1));
  if (view === "day" && rest && isDay(rest)) return { view: "play", maze: null, day: rest < today() ? rest : today(), settings };
  const broken = view === "day" ? t("It names a day that does not exist.")
    : text && !Object.hasOwn(VIEWS, view) ? t('It begins with "{view}", which is no view of this page.', { view: view.slice(0, 30) })
      : !none && rest === null ? t("Its characters are damaged.") : null;
  return { view: text && !broken ? view : "play", maze: broken ? null : rest, day: null, settings, broken };
}

function tellBroken(why) {
  end?.();
  end = null;
  document.getElementById("main").replaceChildren(el("div", { class: "view stack" }, el("h1", {}, t("This link is broken")),
    el("p", { class: "notice bad wrap", role: "alert" }, why), toDay()));
}

const addressOf = (view, id, settings) => {
  const more = new URLSearchParams(settings ?? {}).toString();
  return `#${view}${id || more ? `/${id ?? ""}` : ""}${more && `?${more}`}`;
};

export function navigate(view, id, settings) {
  const hash = addressOf(view, id, settings);
  if (location.hash === hash) show().catch(tellFailed);
  else location.hash = hash;
}

// Puts the maze that is shown into the address, and settings of the view, without loading the view again. It does
// nothing if the user has already gone to another view.
function address(view, id, settings) {
  if (location.hash !== at) return;
  history.replaceState(null, "", addressOf(view, id, settings));
  at = location.hash;
  present = id;
  linkTabs(view, id);
}

// The tabs open the other views with the same maze. A view that is named like a kind shows mazes of this kind only:
// it has a maze of its own, which the other views do not take over, but it takes over theirs of this kind.
const mazesOf = {}; // by such views; "" for all others
const isOfKind = (view) => shared.about.kinds.some((k) => k.name === view);

function linkTabs(view, id) {
  if (id) mazesOf[isOfKind(view) ? view : ""] = id;
  const own = id?.split(":")[0];
  if (own in VIEWS) mazesOf[own] = id;
  for (const a of document.querySelectorAll(".tabs a, .within a")) {
    const maze = a.dataset.view === "design" ? null : mazesOf[isOfKind(a.dataset.view) ? a.dataset.view : ""];
    a.href = `#${a.dataset.view}${maze ? `/${maze}` : ""}`;
  }
}

// Marks the tab of a view, and offers what else stands within it.
function markTabs(view) {
  const tab = tabOf(view), inside = Object.keys(VIEWS).filter((v) => tabOf(v) === tab), within = document.querySelector(".within");
  within.hidden = inside.length < 2;
  within.setAttribute("aria-label", VIEWS[tab][0]());
  within.replaceChildren(...(within.hidden ? [] : inside.map((v) =>
    el("a", { href: `#${v}`, "data-view": v }, (v === tab ? WITHIN[v] : VIEWS[v][0])()))));
  for (const a of document.querySelectorAll(".tabs a, .within a")) {
    if (a.dataset.view === view || a.dataset.view === tab && a.closest(".tabs")) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
  }
}

// "My mazes", from any view.
const openShelf = async () => (await import("./shelfdialog.js")).openShelf(
  { ...shared, navigate, theme, view: route().view, maze: present });

let end = null, shown = 0, shared = null, at = "", present = null; // the maze of the view

async function show() {
  const { view, maze, day, settings, broken } = route(), turn = ++shown, main = document.getElementById("main");
  at = location.hash;
  const [title, load] = VIEWS[view];
  document.title = `${title()} – ${shared.title}`;
  present = maze;
  markTabs(view);
  linkTabs(view, maze);
  if (broken) return tellBroken(broken);
  const module = await load();
  if (turn !== shown) return;
  end?.();
  end = null;
  const root = el("div", { class: "view" });
  main.replaceChildren(root);
  main.dataset.view = view;
  announce(title());
  const ends = await module.mount(root,
    { ...shared, maze, day, settings, navigate, openShelf, address: (id, now) => turn === shown && address(view, id, now), theme });
  if (turn === shown) end = ends;
  else ends?.(); // the user has gone to another view meanwhile
}

// What is around the views, in the language of the page, and what the core says of itself.
const listing = fetch("mazes.json").then((r) => r.json()).catch(() => ({ title: "Mazewright", mazes: [], days: {} }));
const server = serverTool();

async function furnish() {
  document.documentElement.lang = language();
  document.querySelector(".skip").textContent = t("Skip to the maze");
  const tabs = document.querySelector(".tabs");
  tabs.setAttribute("aria-label", t("Views"));
  tabs.replaceChildren(...Object.keys(VIEWS).filter((view) => tabOf(view) === view).map((view) =>
    el("a", { href: `#${view}`, "data-view": view }, icon(view), VIEWS[view][0]())));
  const languageTool = button("language", t("Language"), chooseLanguage, { plain: true, bare: true });
  languageTool.classList.add("choose-language");
  server.tell();
  document.querySelector(".top-tools").replaceChildren(server.node,
    button("shelf", t("My mazes"), openShelf, { plain: true, bare: true }),
    languageTool,
    button("theme", t("Light or dark"), chooseTheme, { plain: true, bare: true }));
  const [list, about] = await Promise.all([listing, core.ask({ ask: "about" })]), order = about.kinds.map((k) => k.name);
  list.mazes.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  // A site of one kind offers this kind only; an address may still show a maze of another one.
  shared = { ...list, mazes: list.mazes.map((m) => ({ ...m, name: mazeName(m) })), days: new Days(list), about, kinds: about.kinds.filter((k) => !list.kind || k.name === list.kind) };
  for (const tab of tabs.children)
    tab.hidden = order.includes(tab.dataset.view) && !shared.kinds.some((k) => k.name === tab.dataset.view);
}

async function begin() {
  applyTheme();
  dark.addEventListener("change", applyTheme);
  document.querySelector(".skip").addEventListener("click", (e) => {
    e.preventDefault();
    document.getElementById("main").focus();
  });
  await speak();
  await Promise.all([bringIcons(), bringWorker()]);
  await furnish();
  document.getElementById("site-title").textContent = shared.title;
  addEventListener("hashchange", () => show().catch(tellFailed));
  addEventListener("unhandledrejection", (e) => { // where no view tells it
    if (!(e.reason instanceof Gone)) return;
    e.preventDefault();
    toast(e.reason.message);
  });
  await show();
  if (self.origin !== "null" && "serviceWorker" in navigator && (location.protocol === "https:" || location.hostname === "localhost"
    || location.hostname === "127.0.0.1"))
    navigator.serviceWorker.register("sw.js").catch(() => {}); // without it the page works only online
}

// While the page begins, index.html has the words for it; later a view may not load.
function tellFailed(error) {
  if (document.getElementById("loading")) return dispatchEvent(new CustomEvent("cannotbegin", { detail: error.message }));
  document.getElementById("main").replaceChildren(el("div", { class: "view stack" },
    el("p", { class: "notice bad", role: "alert" }, t("This part of the page did not load ({why}). Look whether you are online.", { why: error.message })),
    el("div", { class: "row" }, button("restart", t("Try again"), () => location.reload(), { primary: true }))));
}

if (new URLSearchParams(location.search).has("embed")) location.replace(`embed.html${location.search}${location.hash}`);
else begin().catch(tellFailed);
