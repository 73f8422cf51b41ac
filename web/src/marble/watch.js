// watch.js: shows an agent at work. The simulation runs ahead in a worker. What it has recorded so far is played back at the
// speed of a real marble, or faster, and a slider goes through it.
import { core } from "../core.js";
import { announce, button, el, field, icon, number, select, stat } from "../dom.js";
import { storage } from "../storage.js";
import { MarbleStates } from "./graph.js";
import { Recording, TRAIL_MOST } from "./recording.js";
import { cellsWithin } from "./walls.js";
import { fromCore, t } from "../words.js";

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const MOST_MOVES = 5000;

const seconds = (x) => number(x, { minimumFractionDigits: 1 });

const OUTCOMES = {
  solved: (n) => ["good", t("Solved in {n} {n:move|moves}.", { n })],
  frozen: (n) => ["bad", t("Frozen after {n} {n:move|moves}: the marble rests balanced on an edge, which is no state.", { n })],
  unsolvable: (n) => ["bad",
    t("Unsolvable: after {n} {n:move|moves}, everything that can still be reached has been tried.", { n })],
};
const outcome = (r) => OUTCOMES[r.outcome]?.(r.moves)
  ?? ["info", t("Ended after {n} {n:move|moves}, without an answer.", { n: r.moves })];

function details(r) {
  const counts = [
    t("{n} repeated", { n: r.repeated }), t("{n} unrepeatable", { n: r.unrepeatable }),
    r.recovered && t("{n} tipped out of a frozen place", { n: r.recovered }), r.tried && t("{n} tried in its mind", { n: r.tried }),
  ].filter(Boolean).join(", ");
  return [t("Moves: {counts}.", { counts }),
    r.moves && t("{n} % of the moves led where the prediction said.", { n: Math.round(100 * r.predicted_right / r.moves) }),
    t("The way has {n} {n:cell|cells}.", { n: r.theoretical_length })].filter(Boolean).join(" ");
}

function offer(node, values, chosen) {
  node.replaceChildren(...values.map((v) => el("option", { value: String(v) }, String(v))));
  node.value = String(chosen);
}

export class Watch {
  constructor(stage, context) {
    Object.assign(this, { stage, context, walls: null, maze: null, job: null, playing: false });
    Object.assign(this, { now: 0, result: null, failed: null, tick: 0 });
    this.recording = new Recording();
    this.graph = new MarbleStates();
    this.settings = this.#settings();
    this.transport = this.#transport();
    this.progress = this.#progress();
    this.states = el("section", { class: "panel" }, el("h2", {}, t("States")), this.graph.node);
    this.served = () => this.#offerEngines();
    document.addEventListener("serverchange", this.served);
  }

  close() {
    this.job?.stop();
    cancelAnimationFrame(this.tick);
    this.graph.close();
    document.removeEventListener("serverchange", this.served);
  }

  // ---- the question
  #settings() {
    const { agents, marble_presets: presets } = this.context.about, again = () => this.stop();
    const chosen = storage.get("marble.agent", "complete");
    const words = el("p", { class: "small soft" });
    const tell = (name) => { words.textContent = agents.find((a) => a.name === name)?.about ?? ""; };
    this.agent = select(agents.map((a) => a.name), agents.some((a) => a.name === chosen) ? chosen : agents[0].name, (name) => {
      storage.set("marble.agent", name);
      tell(name);
      again();
    }, { "aria-label": t("Agent") });
    tell(this.agent.value);
    this.preset = select(presets.map((p) => p.name), presets[0].name, again,
      { title: presets.map((p) => `${p.name}: ${p.about}`).join("\n") });
    this.orientations = select([], null, again);
    this.engine = select([], null, again);
    this.engineField = field(t("Engine"), this.engine);
    this.seed = el("input", { value: "1", inputmode: "numeric", pattern: "[0-9]*", onchange: again });
    this.recover = el("input", { type: "checkbox", onchange: again });
    return el("section", { class: "panel stack" }, el("h2", {}, t("Agent")), this.agent, words,
      el("div", { class: "fields" }, field(t("Orientations"), this.orientations), field(t("Seed of the error"), this.seed),
        field(t("Settings"), this.preset), this.engineField),
      el("label", { class: "check small" }, this.recover, t("Recover: tip it out of a frozen place")));
  }

  // A server has more engines.
  #offerEngines() {
    const engines = (core.native && core.server.engines) || this.context.about.engines, { value } = this.engine;
    offer(this.engine, engines, engines.includes(value) ? value : engines[0]);
    this.engineField.hidden = engines.length < 2;
  }

  // answer: to `walls`
  setMaze(id, answer) {
    Object.assign(this, { maze: id, walls: answer });
    this.#offerEngines();
    offer(this.orientations, answer.d === 1 ? [4] : [8, 24], answer.orientations);
    this.stop();
  }

  // ---- running
  #start() {
    const asked = {
      ask: "simulate", maze: this.maze, agent: this.agent.value, orientations: Number(this.orientations.value),
      engine: this.engine.value, as: this.preset.value,
      seed: Number(this.seed.value) || 0, recover: this.recover.checked, moves: MOST_MOVES,
    };
    const job = this.job = core.job(asked, (event) => this.job === job && this.#take(event));
    job.done.then((result) => this.job === job && this.#ended(result), (error) => this.job === job && this.#ended(null, error));
  }

  #take({ frames, move }) {
    for (const f of frames ?? []) this.recording.add(f);
    if (move) this.graph.add(move);
  }

  #ended(result, error) {
    Object.assign(this, { result, failed: error ?? null });
    this.graph.end();
    this.#buttons();
    if (error) this.#tell();
    this.#wake();
  }

  run() {
    if (this.playing) return this.pause();
    if (!this.job) this.#start();
    else if (this.#atEnd()) this.now = 0;
    this.playing = true;
    this.#tell();
    this.#buttons();
    this.#wake();
  }

  pause() {
    this.playing = false;
    this.#buttons();
  }

  // Goes back to the beginning; the next run begins afresh.
  stop() {
    this.job?.stop();
    Object.assign(this, { job: null, playing: false, now: 0, result: null, failed: null, recording: new Recording() });
    if (this.walls) {
      const orientations = Number(this.orientations.value), [x, y, z] = this.walls.target;
      this.graph.reset({ orientations, target: x + this.walls.w * (y + this.walls.h * z),
        total: cellsWithin(this.walls) * orientations });
    }
    this.#tell();
    this.#buttons();
    this.#paint();
  }

  // The last move may end after the last frame.
  get end() {
    return Math.max(this.recording.end, this.graph.moves.at(-1)?.time ?? 0);
  }

  #atEnd() {
    return Boolean(this.result || this.failed) && this.now >= this.end;
  }

  #wake() {
    cancelAnimationFrame(this.tick);
    let before = performance.now();
    const next = (time) => {
      const past = Math.max(0, Math.min(0.1, (time - before) / 1000)); // the first frame may have begun earlier
      before = time;
      if (this.playing) this.now = Math.min(this.end, this.now + past * this.speed);
      this.#paint();
      if (this.playing && this.#atEnd()) this.#finish();
      if (this.playing || (this.job && !this.result && !this.failed)) this.tick = requestAnimationFrame(next);
    };
    this.tick = requestAnimationFrame(next);
  }

  #finish() {
    this.pause();
    this.#tell();
    announce(this.verdict.textContent);
  }

  // ---- the picture
  #transport() {
    this.speed = storage.get("marble.speed", 1);
    this.go = button("play", t("Run"), () => this.run(), { primary: true });
    this.halt = button("stop", t("Stop"), () => this.stop(), { bare: true });
    this.skip = button("step", t("To the end"), () => this.seek(this.end), { bare: true });
    this.slider = el("input", { type: "range", min: "0", max: "0", step: "any", value: "0", "aria-label": t("Time") });
    this.slider.addEventListener("input", () => this.seek(Number(this.slider.value)));
    this.clock = el("span", { class: "marble-clock small soft" });
    const speed = select(SPEEDS.map((s) => [String(s), `${s}×`]), String(this.speed), (v) => {
      this.speed = Number(v);
      storage.set("marble.speed", this.speed);
    }, { "aria-label": t("Speed"), title: t("Speed") });
    return el("div", { class: "marble-transport" }, el("div", { class: "row" }, this.go, this.halt, this.skip),
      el("div", { class: "marble-time" }, this.slider, this.clock), speed);
  }

  #progress() {
    this.stats = { moves: stat(t("Moves")), known: stat(t("States known")), phase: stat(t("Phase")), time: stat(t("Simulated")) };
    this.verdict = el("p", { class: "notice", hidden: true });
    return el("div", { class: "stack" },
      el("dl", { class: "stats marble-stats" }, Object.values(this.stats).map((s) => s.node)), this.verdict);
  }

  seek(time) {
    this.now = time;
    this.playing = false;
    this.#buttons();
    this.#tell();
    this.#paint();
  }

  #buttons() {
    const fresh = !this.job || this.#atEnd(), name = this.playing ? t("Pause") : fresh ? (this.job ? t("Replay") : t("Run")) : t("Go on");
    this.go.replaceChildren(icon(this.playing ? "pause" : "play"), name);
    this.halt.disabled = this.skip.disabled = this.slider.disabled = !this.job;
  }

  // Announces the result when the playback has reached it.
  #tell() {
    const told = this.#atEnd();
    this.verdict.hidden = !told;
    if (!told) return;
    const [mood, sentence] = this.failed ? ["bad", this.failed.message] : outcome(this.result);
    this.verdict.className = `notice ${mood}`;
    this.verdict.replaceChildren(el("strong", {}, sentence), this.result ? ` ${details(this.result)}` : "");
  }

  #paint() {
    const moment = this.recording.moment(this.now), done = this.graph.moves.filter((m) => m.time <= this.now);
    if (moment) this.stage.pose(moment.at, moment.turn, this.recording.trail(this.now, TRAIL_MOST));
    else if (this.walls) this.stage.rest();
    this.slider.max = String(this.end);
    this.slider.value = String(this.now);
    this.slider.setAttribute("aria-valuetext", t("{n} seconds", { n: seconds(this.now) }));
    this.clock.textContent = t("{now} / {end} s", { now: seconds(this.now), end: seconds(this.end) });
    this.stats.moves.set(number(done.length));
    this.stats.known.set(this.job ? number(done.at(-1)?.known ?? 1) : "–");
    this.stats.phase.set(fromCore((this.#atEnd() && this.result?.outcome) || (moment?.phase ?? "–")));
    this.stats.time.set(t("{n} s", { n: seconds(this.now) }));
    this.graph.show(this.now);
  }

  key(e) {
    if (e.key === " ") this.run();
    else if (e.key === "r" || e.key === "R" || e.key === "0") this.stop();
    else return this.stage.lookKey(e);
    return true;
  }
}
