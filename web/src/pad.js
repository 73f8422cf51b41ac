// pad.js: the moves as buttons: arrows in a cross, diagonals in its corners, the others below.
import { button, el, icon } from "./dom.js";
import { t } from "./words.js";

// By the number of the arrow.
export const arrowNames = () => [t("Up"), t("Right"), t("Down"), t("Left"),
  t("Up and right"), t("Down and right"), t("Down and left"), t("Up and left")];
const PLACES = ["up", "right", "down", "left", "up-right", "down-right", "down-left", "up-left"];

function arrowIcon() {
  const node = icon("up");
  node.classList.add("arrow");
  return node;
}

// A half with the pips that it has in the picture.
const marked = (half) => `${half} ${"•".repeat(half.charCodeAt(0) - 96)}`;

export class Pad {
  // press: told a function that says which move it is when its turn comes, and its name; null: the other half's turn.
  // tips: name and icon of each arrow, where moves turn the maze.
  constructor(controls, actions, press, tips = null) {
    Object.assign(this, { controls, actions, press, tips, buttons: new Map() });
    this.cross = el("div", { class: "pad-cross" });
    this.others = el("div", { class: "row pad-others" });
    this.half = button("redo", t("Other half"), () => press(null), { key: "x" });
    this.half.classList.add("pad-half");
    this.node = el("div", { class: "pad", role: "group", "aria-label": t("Moves") }, this.cross, this.others);
  }

  // Buttons come when their move is first seen, and stay: what is not possible now is greyed, not
  // disabled, so that the focus stays where it is.
  update() {
    const seen = [...this.controls.seen.values()], straight = [...this.controls.arrows.values()].filter((i) => i !== null && i < 4);
    if (this.tips) this.tips.forEach((tip, i) => tip && this.#arrow(i));
    else if (seen.some((s) => s.arrow !== null && s.arrow < 4)) new Set(straight.sort()).forEach((i) => this.#arrow(i));
    for (const s of seen) if (s.arrow === null) this.#other(s);
    else if (s.arrow >= 4) this.#arrow(s.arrow);
    const open = this.controls.position.status === "open";
    for (const b of this.buttons.values()) b.node.setAttribute("aria-disabled", String(!(open && b.move() !== null)));
    this.#turnIcons();
    const halves = this.controls.halves();
    if (halves.length > 1) this.others.append(this.half);
    else this.half.remove();
    this.half.lastChild.textContent = t("Half {half} moves – change", { half: marked(this.controls.half) });
  }

  // The move of the button that an event is about; undefined: it is about none.
  moveAt(event) {
    return [...this.buttons.values()].find((b) => b.node.contains(event.target))?.move();
  }

  #make(key, name, content, place, move) {
    const onclick = () => this.press(move, name);
    const node = el("button", { type: "button", class: place, "aria-label": name, title: name, onclick }, content);
    this.buttons.set(key, { node, move });
    return node;
  }

  #arrow(i) {
    if (this.buttons.has(i)) return;
    const move = () => this.controls.byArrow(i), tip = this.tips?.[i];
    if (tip) {
      this.cross.append(this.#make(i, tip.name, [icon(tip.icon), tip.name], `pad-${PLACES[i]}`, move));
      return this.cross.lastChild.classList.add("pad-tip");
    }
    const word = this.#wordOf(i);
    const name = word.length > 1 ? word : arrowNames()[i];
    this.cross.append(this.#make(i, name, word.length > 1 ? word : arrowIcon(), `pad-${PLACES[i]}`, move));
  }

  // A word of its own, as of a turn, or "" while it is an arrow like others.
  #wordOf(i) {
    const words = [...this.controls.seen.values()].filter((s) => s.arrow === i && !s.half).map((s) => s.action);
    return words[0]?.length > 1 ? words[0] : "";
  }

  #other(s) {
    if (this.buttons.has(s.action)) return;
    const waits = this.controls.waits(s), name = waits ? t("Wait ({move})", { move: s.action }) : s.action;
    const move = () => this.controls.position.legal.some((l) => l.action === s.action) ? s.action : null;
    const node = this.#make(s.action, name, waits ? icon("wait") : s.action, waits ? "pad-middle" : undefined, move);
    if (waits) this.cross.append(node);
    else this.others.append(...this.#sorted(node));
  }

  // In the order in which the kind lists its moves.
  #sorted(node) {
    const order = (n) => this.actions.findIndex((a) => this.buttons.get(a)?.node === n);
    return [...this.others.children, node].sort((a, b) => order(a) - order(b));
  }

  // Arrows point where the move goes in the picture, to the next eighth of a turn.
  #turnIcons() {
    for (const [key, b] of this.buttons) {
      const mark = b.node.querySelector("svg.arrow");
      if (!mark) continue;
      const known = [...this.controls.seen.values()].filter((s) => s.way);
      const seen = known.find((s) => s.arrow === key);
      const [x, y] = seen?.way ?? mirrored(key, known) ?? this.controls.way({ action: "", arrow: key, half: null, x: null });
      mark.style.transform = `rotate(${45 * Math.round(Math.atan2(x, -y) / (Math.PI / 4))}deg)`;
    }
  }
}

// Where a board is seen from a corner, an arrow not met yet is a neighbour of it in a mirror.
function mirrored(arrow, known) {
  if (arrow > 3) return null;
  const slanted = (i) => known.find((s) => s.arrow === i && s.way[0] && s.way[1])?.way;
  const across = slanted(3 - arrow), along = slanted((5 - arrow) % 4);
  return across ? [-across[0], across[1]] : along ? [along[0], -along[1]] : null;
}
