// shelfdialog.js: "My mazes": keep the maze on the board, open, name, order and remove what is kept.
import { core } from "./core.js";
import { button, dialog, el, field, number, select } from "./dom.js";
import { mazeActions, nameOf, openIn, VIEWS, viewsFor } from "./mazeactions.js";
import { factsOf } from "./randommaze.js";
import { shelf } from "./shelf.js";
import { thumb } from "./thumb.js";
import { t } from "./words.js";
import { openData } from "./yourdata.js";

const LONG = 5000; // letters of an id: there is no picture of a larger maze

const orders = () => [["", t("Order…")], ["name", t("by name")], ["id", t("by kind")], ["difficulty", t("by difficulty")]];
const compare = (key) => (a, b) => key === "difficulty" ? (a[key] ?? 11) - (b[key] ?? 11)
  : a[key].localeCompare(b[key], undefined, { numeric: true });

const facts = ({ id, length, difficulty }) => [id.slice(0, Math.min(24, id.indexOf(":", id.indexOf(":") + 1))),
  length !== undefined && t("shortest {n}", { n: number(length) }),
  difficulty !== undefined && t("difficulty {n}", { n: number(difficulty) })].filter(Boolean).join(" · ");

// A row for a maze. It draws its picture when it is first seen.
class Row {
  constructor(context, entry, { move, remove, opened, seen }) {
    const { id } = entry, open = (view) => {
      opened();
      openIn(context, view, id);
    };
    this.name = el("input", { maxlength: "80", spellcheck: "false", onchange: () => {
      shelf.rename(id, this.name.value);
      this.update(shelf.find(id));
    }, onkeydown: (e) => {
      if (e.key !== "Enter") return;
      e.preventDefault(); // and the dialog stays open
      this.name.blur();
    } });
    const views = viewsFor(context, id), here = views.includes(context.view) ? context.view : views[0];
    this.open = button(here, VIEWS[here](), () => open(here));
    [this.up, this.down] = [["up", -1], ["down", 1]].map(([icon, by]) =>
      button(icon, by < 0 ? t("Up") : t("Down"), () => move(id, by), { bare: true }));
    this.away = button("remove", t("Remove"), () => remove(id), { bare: true });
    this.picture = el("div", { class: "thumb" });
    const actions = () => mazeActions({ ...context, navigate: (view) => open(view) }, () => id, views.filter((v) => v !== here));
    const more = el("details", { class: "small", ontoggle: () => more.children.length > 1 || more.append(actions()) }, el("summary", {}, t("More")));
    this.facts = el("p", { class: "small soft" });
    this.node = el("li", {}, this.picture, el("div", { class: "stack tight" }, this.name, this.facts,
      el("div", { class: "row" }, this.open, this.up, this.down, this.away),
      more));
    this.draw = () => {
      if (this.drawn || id.length > LONG) return;
      this.drawn = thumb(id, context.theme);
      this.picture.replaceChildren(this.drawn.node);
    };
    this.node.row = this;
    seen.observe(this.node);
    this.update(entry);
  }

  update(entry) {
    const { name } = entry;
    if (document.activeElement !== this.name) this.name.value = name;
    this.name.setAttribute("aria-label", t("Name of {name}", { name }));
    this.facts.textContent = facts(entry);
    for (const [node, label] of [[this.open, t("Open {name}", { name })], [this.up, t("Move {name} up", { name })],
      [this.down, t("Move {name} down", { name })], [this.away, t("Remove {name}", { name })]]) node.setAttribute("aria-label", label);
  }

  close() { this.drawn?.close(); }
}

// context: with `view`, the view that is shown, and `maze`, the id of the maze in it, or null.
export function openShelf(context) {
  const rows = new Map(), removed = new Map(); // from ids to rows; to {entry, node}
  const list = el("ul", { class: "found", "aria-label": t("My mazes") });
  const none = el("p", { class: "soft" }, t("Nothing is kept yet. Every view can keep its maze here."));
  const trouble = el("p", { class: "notice bad", role: "status" });
  const order = select(orders(), "", (key) => {
    shelf.arrange(shelf.list().sort(compare(key)).map((e) => e.id));
    order.value = "";
    tell(t("Ordered."));
  });
  const orderField = field(t("Order"), order), count = el("span", { class: "small soft" }),
    says = el("p", { class: "small", role: "status" }), present = el("div", {});
  const seen = new IntersectionObserver((changes) => changes.forEach((c) => c.isIntersecting && c.target.row.draw()));

  // In the dialog, because nothing outside of it is read while it is open.
  const tell = (text) => { says.textContent = text; };

  function move(id, by) {
    const ids = shelf.list().map((e) => e.id), at = ids.indexOf(id), to = at + by;
    if (to < 0 || to >= ids.length) return;
    [ids[at], ids[to]] = [ids[to], ids[at]];
    shelf.arrange(ids);
    tell(t("{name} is number {n} of {all}.", { name: shelf.find(id).name, n: to + 1, all: ids.length }));
  }

  function remove(id) {
    const entry = shelf.find(id);
    const undo = button("undo", t("Undo"), () => {
      removed.delete(id);
      back();
      rows.get(id)?.open.focus();
    });
    removed.set(id, { entry, node: el("li", { class: "row spread removed" }, el("span", { class: "wrap" }, t("“{name}” is removed.", entry)), undo) });
    const back = shelf.remove(id);
    tell(t("“{name}” is removed.", entry));
    undo.focus();
  }

  function fill() {
    const entries = shelf.list(), ids = new Set(entries.map((e) => e.id)), had = document.activeElement;
    for (const [id, row] of rows) if (!ids.has(id)) { row.close(); rows.delete(id); }
    for (const id of ids) removed.delete(id); // another page has brought it back
    for (const e of entries) {
      if (rows.has(e.id)) rows.get(e.id).update(e);
      else rows.set(e.id, new Row(context, e, { move, remove, opened: () => box.close(), seen }));
    }
    const all = [...entries.map((e) => [e.place, rows.get(e.id).node]), ...[...removed.values()].map((r) => [r.entry.place, r.node])];
    all.sort(([a], [b]) => a - b).forEach(([, node], i) => { if (list.children[i] !== node) list.insertBefore(node, list.children[i] ?? null); });
    while (list.children.length > all.length) list.lastChild.remove();
    none.hidden = all.length > 0;
    orderField.hidden = entries.length < 2;
    count.textContent = t("{n} {n:maze|mazes}", { n: entries.length });
    trouble.textContent = shelf.trouble();
    trouble.hidden = !trouble.textContent;
    offer();
    if (had?.isConnected && box?.contains(had)) had.focus();
  }

  // The maze of the view, to keep it with a name.
  async function offer() {
    const id = context.maze, kept = id && shelf.find(id);
    if (kept) return present.replaceChildren(el("p", { class: "small" }, t("The maze of this view is kept as “{name}”.", kept)));
    const maze = id && !present.querySelector("input") && await core.ask({ ask: "maze", maze: id }).catch(() => null);
    if (!maze || shelf.find(id)) return;
    const name = el("input", { value: shelf.unused(nameOf(context, maze)), maxlength: "80", onkeydown: (e) => {
      if (e.key === "Enter") keep(e);
    } });
    const keep = (e) => {
      e.preventDefault();
      shelf.keep({ ...factsOf(id), ...maze, ...context.mazes.find((m) => m.id === id), name: name.value.trim() || nameOf(context, maze) });
      rows.get(id)?.open.focus();
      tell(t("Kept in My mazes as “{name}”.", shelf.find(id)));
    };
    present.replaceChildren(el("div", { class: "beside" }, el("label", { class: "field grow" }, t("Keep the maze of this view as"), name),
      button("shelf", t("Keep"), keep, { primary: true })));
  }

  const box = dialog(t("My mazes"), trouble, present, el("div", { class: "row spread" }, count, orderField), says, none, list,
    el("div", { class: "row" }, button("download", t("Your data…"), () => {
      box.close();
      openData(context);
    })));
  box.classList.add("wide");
  const recolour = () => rows.forEach((r) => r.drawn?.recolour());
  shelf.watch(box, fill);
  document.addEventListener("themechange", recolour);
  box.addEventListener("close", () => {
    document.removeEventListener("themechange", recolour);
    seen.disconnect();
    rows.forEach((r) => r.close());
  });
  fill();
  return box;
}
