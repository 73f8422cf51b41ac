// inspect.js: below the board of a search: the states in a cell, and what the search did with one of them, when.
import { button, el, number } from "./dom.js";
import { CLOSED, FRONTIER, OPEN } from "./trace.js";
import { fromCore, t } from "./words.js";

const MOST = 30; // states or events that are listed

const modeOf = (trace, mode) => mode === FRONTIER ? t("in the frontier") : mode === CLOSED ? t("expanded")
  : mode === OPEN ? trace.deepens ? t("on the path") : t("now")
    : t("not met yet");

export class Inspector {
  // onstate(id), null: none; onjump(count): to the moment after so many events
  constructor(name, { onstate, onjump }) {
    Object.assign(this, { onstate, onjump, cell: null, told: null });
    this.node = el("div", { class: "inspector stack tight small", role: "group", "aria-label": t("Looked at in search {name}", { name }), hidden: true });
  }

  // A cell is named by its row and column, counted from 1.
  static placeOf(cell, { w, h, d }) {
    const values = { row: Math.floor(cell / w) % h + 1, column: cell % w + 1, layer: Math.floor(cell / (w * h)) + 1 };
    return d > 1 ? t("row {row}, column {column}, layer {layer}", values) : t("row {row}, column {column}", values);
  }

  show(trace, moment, maze, { cell, state }) {
    this.node.hidden = cell === null && state === null;
    // The moment decides what is listed; of one that has not changed nothing is made anew.
    const key = this.node.hidden ? null : `${cell} ${state} ${moment.at} ${trace.length}`;
    if (key === this.told) return;
    this.told = key;
    const held = this.node.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.node.replaceChildren(...(key === null ? [] : [
      ...(cell === null ? [] : this.#cell(trace, moment, maze, cell, state)),
      ...(state === null ? [] : this.#state(trace, moment, state)),
      el("div", { class: "row" }, button(null, t("Look at nothing"), () => this.onstate(null), { plain: true }))]));
    if (held) this.node.querySelector(`[data-key="${held}"]`)?.focus(); // it was made anew
  }

  #button(trace, id, pressed) {
    return el("button", { type: "button", class: "link", "data-key": `state ${id}`, "aria-pressed": pressed === undefined ? undefined : String(pressed),
      onclick: () => this.onstate(id) }, fromCore(trace.states[id][0]));
  }

  #cell(trace, moment, maze, cell, state) {
    const ids = [];
    for (let id = 0; id < moment.met; id++) if (trace.states[id][1] === cell && moment.last[id] >= 0) ids.push(id);
    const place = Inspector.placeOf(cell, maze);
    return [el("h3", {}, t("{place}: {n} {n:state|states} met", { place, n: ids.length })),
      ids.length > 0 && el("table", { class: "next-states" }, el("thead", {}, el("tr", {}, [t("State"), t("It is"), "g", "h", "f"].map((c, i) =>
        el("th", { scope: "col", class: i < 2 && "text" }, c)))), el("tbody", {}, ids.slice(0, MOST).map((id) => {
        const e = trace.events[moment.last[id]];
        return el("tr", {}, el("td", { class: "text" }, this.#button(trace, id, id === state)),
          el("td", { class: "text" }, modeOf(trace, moment.mode[id])), [e[5], e[6], e[7]].map((v) => el("td", {}, v === null ? "–" : number(v))));
      }))),
      ids.length > MOST && el("p", {}, t("{n} more", { n: number(ids.length - MOST) }))].filter(Boolean);
  }

  #state(trace, moment, id) {
    const events = { met: [], improved: [], expanded: [], done: [], solved: [] };
    const kinds = { source: "met", expand: "expanded", update: "improved", close: "done", goal: "solved" };
    for (const i of trace.eventsOf(id)) {
      const type = trace.types[trace.events[i][0]], kind = type === "generate" && !events.met.length ? "met" : kinds[type];
      if (kind) events[kind].push(i);
    }
    const said = { met: t("Met"), improved: t("Another way"), expanded: t("Expanded"), done: t("Done"), solved: t("Solved") };
    const path = moment.last[id] < 0 ? null : trace.path(moment, id), before = path?.at(-2);
    const after = [];
    for (let child = 0; path && child < moment.met; child++)
      if (moment.last[child] >= 0 && trace.events[moment.last[child]][2] === id && child !== id) after.push(child);
    const line = (label, ...content) => el("div", {}, el("strong", {}, label), " ", content);
    return [el("h3", {}, fromCore(trace.states[id][0])),
      line(t("Now:"), path ? t("{mode}; its way has {n} {n:move|moves}", { mode: modeOf(trace, moment.mode[id]), n: path.length - 1 }) : t("not met yet")),
      ...Object.entries(events).filter(([, list]) => list.length).map(([kind, list]) => line(`${said[kind]}:`,
        list.slice(0, MOST).map((i) => [el("button", { type: "button", class: "link", "data-key": `event ${i}`, onclick: () => this.onjump(i + 1) },
          t("event {n}", { n: number(i + 1) })), " "]), list.length > MOST && t("{n} more", { n: number(list.length - MOST) }))),
      before !== undefined && line(t("Reached from:"), this.#button(trace, before)),
      after.length > 0 && line(t("Leads to:"), after.slice(0, MOST).map((child) => el("div", {}, this.#button(trace, child))),
        after.length > MOST && t("{n} more", { n: number(after.length - MOST) }))].filter(Boolean);
  }
}
