// graph.js: the state graph of a maze: every position that can be reached, laid out by the core. One looks at positions, plays
// from them, and sees how a search goes through all of them.
import { core } from "../core.js";
import { announce, button, download, el, field, number, select } from "../dom.js";
import { Film } from "../graphfilm.js";
import { movesOf } from "../game.js";
import { legend, lookOf, nodeScale } from "../graphlook.js";
import { firstMaze, mazePick } from "../mazepick.js";
import { NodeCard } from "../nodecard.js";
import { StateGraph } from "../stategraph.js";
import { storage } from "../storage.js";
import { fromCore, t } from "../words.js";

const WAYS = { layers: () => t("Rows from the start"), goal: () => t("Rows to the goal"), stress: () => t("Distances in moves") };
const COLOURS = { distance: () => t("Way to the goal"), depth: () => t("Way from the start"), order: () => t("A search"), none: () => t("Nothing") };
const NODES = ["1000", "5000", "20000"];

export function mount(root, context) {
  const view = new GraphView(root, context);
  view.open();
  return () => view.close();
}

class GraphView {
  constructor(root, context) {
    const { settings } = context, known = (table, name, usual) => Object.hasOwn(table, name ?? "") ? name : usual;
    Object.assign(this, { context, maze: null, layout: null, turn: 0, path: [], state: {
      way: known(WAYS, settings.way, "layers"), colour: known(COLOURS, settings.colour, "distance"),
      nodes: NODES.includes(settings.nodes) ? settings.nodes : "20000", winnable: settings.winnable === "1" } });
    this.pick = mazePick(context, (maze) => this.take(maze));
    this.picture = new StateGraph(t("State graph"), { className: "graph-canvas",
      onfocus: (node) => this.card.show(node === null ? null : this.#stateOf(node), node, this.layout), onpick: () => this.card.play() });
    this.card = new NodeCard(context, (state) => this.#nodeOf(state));
    this.film = new Film(context, settings, { onshow: () => this.#paint(), onchange: () => this.#address(), onfail: (e) => this.#fail(e) });
    this.problem = el("p", { class: "notice bad", role: "alert", hidden: true });
    this.notice = el("div", { class: "notice stack tight", role: "status", hidden: true });
    this.says = el("p", { class: "small", id: "graph-says" });
    this.key = el("div", { class: "legend small" });
    this.picture.canvas.setAttribute("aria-describedby", `${this.says.id} graph-keys`);
    const keys = el("p", { class: "small soft", id: "graph-keys" },
      t("Point at a dot to see its position, click it to play from there. Arrow keys go from dot to dot, Enter plays; plus, minus and 0 zoom."));
    this.saves = el("div", { class: "row" }, ...[["SVG", () => this.#saveSvg()], ["PNG", () => this.#savePng()]].map(([name, save]) => button("download", t("Picture as {name}", { name }), save)));
    this.stage = el("div", { class: "split graph-stage", hidden: true }, el("section", { class: "panel flush", "aria-label": t("State graph") }, this.picture.node),
      this.card.node, el("div", { class: "panel stack tight" }, this.key, this.says, keys, this.saves));
    root.append(el("div", { class: "stack graph" }, el("h1", { class: "unseen" }, t("State graph")),
      el("section", { class: "panel stack", "aria-label": t("Maze") }, this.pick.node, this.#choices()), this.problem, this.notice, this.film.node, this.stage));
    this.recoloured = () => {
      this.#paint();
      this.picture.recolour();
      this.card.recolour();
    };
    document.addEventListener("themechange", this.recoloured);
  }

  close() {
    this.turn++;
    this.job?.stop();
    document.removeEventListener("themechange", this.recoloured);
    for (const part of [this.picture, this.card, this.film]) part.close();
  }

  #choices() {
    const { state } = this, list = (name, texts, again) => select(Object.entries(texts).map(([k, text]) => [k, text()]), state[name], (v) => {
      state[name] = v;
      again();
    });
    const lay = () => this.#layOut(this.turn), winnable = el("input", { type: "checkbox", checked: state.winnable, onchange: (e) => {
      state.winnable = e.target.checked;
      lay();
    } });
    return el("div", { class: "fields graph-choices" }, field(t("Layout"), list("way", WAYS, lay)), field(t("Colours tell"), list("colour", COLOURS, () => this.#recolour())),
      field(t("Dots at most"), list("nodes", Object.fromEntries(NODES.map((n) => [n, () => number(Number(n))])), lay)),
      el("label", { class: "check small" }, winnable, t("Only positions that can be won")));
  }

  #fail(error) {
    this.problem.hidden = false;
    this.problem.textContent = error.message;
  }

  async open() {
    const { context, turn } = this;
    try {
      const maze = await core.ask({ ask: "maze", maze: firstMaze(context, 15) });
      if (turn === this.turn) await this.take(maze, context.settings.moves);
    } catch (e) {
      if (turn === this.turn) this.#fail(e);
    }
  }

  async take(maze, moves) {
    const turn = ++this.turn, kind = this.context.about.kinds.find((k) => k.name === maze.kind);
    const game = moves ? movesOf(moves, kind) : storage.get("games", {})[maze.id]?.moves;
    Object.assign(this, { maze, kind, game: (game ?? []).join(" "), moves: moves && game ? moves : null, layout: null });
    this.stage.hidden = true;
    this.says.textContent = "";
    this.pick.set(maze);
    this.card.take(maze, kind);
    this.film.take(maze);
    await this.#layOut(turn);
  }

  #address() {
    const { state: { way, colour, nodes, winnable }, moves } = this;
    this.context.address(this.maze.id, { ...(way !== "layers" && { way }), ...(colour !== "distance" && { colour }), ...(nodes !== "20000" && { nodes }),
      ...(winnable && { winnable: "1" }), ...(colour === "order" && this.film.settings()), ...(moves && { moves }) });
  }

  async #layOut(turn) {
    this.job?.stop();
    this.problem.hidden = true;
    this.#address();
    this.#tell(el("p", {}, t("Working out the whole maze…")), el("div", { class: "row beside" }, el("progress", { "aria-label": t("Progress") }),
      button("stop", t("Stop"), () => this.job?.stop())));
    const { maze, game, state: { way, winnable, nodes } } = this;
    const job = this.job = core.job({ ask: "layout", maze: maze.id, way, winnable, nodes: Number(nodes) });
    try {
      const layout = await job.done, { path = [] } = layout.known && game ? await this.#pathOf(maze, game) : {};
      if (turn !== this.turn || job !== this.job) return;
      this.#take(layout, path);
    } catch (e) {
      if (turn === this.turn && job === this.job) this.#tell(el("p", {}, e.message === "stopped" ? t("Stopped.") : e.message),
        el("div", { class: "row" }, button("restart", t("Try again"), () => this.#layOut(turn))));
    }
  }

  // The states of the game; a game that is no longer legal has none.
  #pathOf(maze, moves) {
    return core.job({ ask: "state", maze: maze.id, moves }).done.catch(() => ({ path: [] }));
  }

  #tell(...nodes) {
    this.notice.hidden = !nodes.length;
    this.notice.replaceChildren(...nodes);
  }

  #take(layout, path) {
    this.stage.hidden = !layout.known;
    if (!layout.known) {
      this.film.show(false);
      return this.#tell(el("p", {}, t("This maze has too many positions to draw (limit: {limit}). A search may still find a way through it.", { limit: fromCore(layout.limit) })),
        el("div", { class: "row" }, button("search", t("Search"), () => this.context.navigate("search", this.maze.id))));
    }
    const { nodes, edges } = layout;
    Object.assign(this, { layout, path });
    this.#tell(...(layout.joined ? [el("p", {}, t("{n} positions are drawn as {dots} dots: positions that are alike share one, and larger dots stand for more.",
      { n: layout.drawn, dots: nodes.x.length }))] : []));
    this.says.textContent = this.#words();
    const large = nodes.states?.map((n) => 1 + 0.12 * Math.floor(Math.log2(n)));
    this.picture.set({ x: nodes.x, y: nodes.y, edges, large }, { styles: [], of: [] });
    announce(this.says.textContent);
    if (!this.card.answer) this.card.show(0, 0, layout);
    this.#recolour();
  }

  // What the picture shows, for those who do not see it.
  #words() {
    const { total, layers, dead, goals, must_states, nodes, drawn } = this.layout, length = nodes.distance[0];
    return [t("{n} {n:position|positions} can be reached.", { n: total }), drawn < total && t("{n} of them are drawn.", { n: drawn }),
      length === null ? t("None of them is a win.") : t("The goal is {n} {n:move|moves} away at least.", { n: length }),
      layers > 1 && t("They lie in {n} rows.", { n: layers }), length !== null && (dead > 0
        ? t("From {n} of them the maze can no longer be won.", { n: dead }) : t("From each of them the maze can be won.")),
      goals.length > 0 && must_states > 2 && t("Every solution passes {n} of them.", { n: must_states })].filter(Boolean).join(" ");
  }

  #stateOf(node) { return this.layout?.nodes.state?.[node] ?? node; }
  #nodeOf(state) { return this.layout?.node_of ? this.layout.node_of[state] : state; }

  #recolour() {
    this.film.show(this.state.colour === "order");
    this.#address();
    this.#paint();
  }

  #paint() {
    const { layout, state: { colour }, film, path } = this;
    if (!layout) return;
    const shades = nodeScale(this.picture.canvas), seen = colour === "order" ? film.nodes((s) => this.#nodeOf(s), layout.nodes.x.length) : null;
    const way = path.map((s) => this.#nodeOf(s)).filter((n) => n !== null), look = lookOf(layout, colour, seen, shades);
    this.picture.paint({ ...look, way, now: seen?.now ?? null });
    this.key.replaceChildren(...legend(layout, colour, look.most, seen, way.length > 1));
  }

  async #saveSvg() {
    const { maze, game, state: { way, winnable, nodes, colour }, film } = this;
    try {
      const { known, svg } = await core.job({ ask: "graph", maze: maze.id, moves: game, way, winnable, nodes: Number(nodes), colour,
        ...(colour === "order" && film.question()), theme: "light" }).done;
      if (known) download(`graph-${maze.kind}.svg`, "image/svg+xml", svg);
    } catch (e) {
      this.#fail(e);
    }
  }

  #savePng() {
    const { canvas } = this.picture, paper = document.createElement("canvas"), pen = Object.assign(paper, { width: canvas.width, height: canvas.height }).getContext("2d");
    pen.fillStyle = getComputedStyle(canvas).backgroundColor;
    pen.fillRect(0, 0, paper.width, paper.height);
    pen.drawImage(canvas, 0, 0);
    paper.toBlob((blob) => download(`graph-${this.maze.kind}.png`, "image/png", blob));
  }
}
