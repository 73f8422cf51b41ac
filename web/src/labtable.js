// labtable.js: what A* expands with each heuristic, as a table with bars, the best one first.
import { el, number } from "./dom.js";
import { t } from "./words.js";

const yes = (is) => is === undefined ? "–" : is ? t("yes") : t("no");

// Longer than the shortest way is what a heuristic that is not admissible can lead to.
function length({ cost }, optimum) {
  if (cost === undefined || cost === null) return "–";
  return optimum !== null && cost > optimum ? t("{n}, not {best}", { n: cost, best: optimum }) : number(cost);
}

export class LabTable {
  // onpick(key): a heuristic is to be shown
  constructor(onpick) {
    this.onpick = onpick;
    this.body = el("tbody", {});
    const heads = [t("Heuristic"), t("Expanded by A*"), t("Cost"), t("Admissible"), t("Consistent")];
    this.node = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Heuristics compared") }, el("table", { class: "lab-table" },
      el("thead", {}, el("tr", {}, heads.map((name, i) => el("th", { scope: "col", class: i < 1 && "text" }, name)))), this.body));
  }

  // rows: {key, name, own, audit?, expanded?, cost?, problem?}; shown: the key of one of them
  show(rows, shown, optimum) {
    const most = Math.max(1, ...rows.map((r) => r.expanded ?? 0)), last = (r) => r.expanded ?? Infinity;
    const focused = document.activeElement?.dataset?.key;
    this.body.replaceChildren(...rows.toSorted((a, b) => last(a) - last(b)).map((r) => this.#row(r, shown, optimum, most)));
    if (focused && !document.activeElement?.dataset?.key) this.body.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #row(r, shown, optimum, most) {
    const name = r.audit || r.own ? el("button", { type: "button", class: "plain", "data-key": r.key, "aria-pressed": String(r.key === shown),
      onclick: () => this.onpick(r) }, r.name) : el("span", {}, r.name);
    const expanded = r.problem ?? (r.expanded === undefined ? "…" : r.expanded === null ? t("limit") : number(r.expanded));
    return el("tr", { class: r.own && "own" }, el("th", { scope: "row", class: "text" }, name),
      el("td", {}, el("div", { class: "lab-bar" }, r.expanded > 0 &&
        el("progress", { max: String(most), value: String(r.expanded), "aria-hidden": "true" }), el("span", {}, expanded))),
      el("td", {}, length(r, optimum)), el("td", {}, yes(r.audit?.admissible)), el("td", {}, yes(r.audit?.consistent)));
  }
}
