// stepper.js: buttons to play, pause, step and go back, a speed, and a slider, for anything that has steps.
import { button, el, field, icon, number, select } from "./dom.js";
import { storage } from "./storage.js";

const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 5000];

export class Stepper {
  // unit(): the name of a step; onmove(position): the position has changed
  constructor(onmove, unit) {
    Object.assign(this, { onmove, unit, position: 0, length: 0, playing: false, speed: storage.get("search.speed", 30) });
    this.slider = el("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Position in the search" });
    this.slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.slider.value));
    });
    this.toggle = button("play", "Play", () => this.playing ? this.pause() : this.play(), { primary: true });
    this.label = el("span", { class: "stepper-place", role: "status", "aria-live": "off" });
    const speed = select(SPEEDS.map((s) => [String(s), `${number(s)} a second`]), String(this.speed), (v) => {
      this.speed = Number(v);
      storage.set("search.speed", this.speed);
    });
    this.buttons = el("div", { class: "row" }, this.toggle,
      button("back", "Step back", () => this.by(-1), { bare: true }), button("step", "Step", () => this.by(1), { bare: true }),
      button("restart", "To the beginning", () => this.by(-Infinity), { bare: true }));
    this.speedField = field("Speed", speed);
  }

  close() { this.pause(); }

  // Sets the number of steps; the position stays, or goes to the beginning.
  reach(length, position) {
    this.length = length;
    this.slider.max = String(length);
    this.go(position);
  }

  go(position) {
    this.position = Math.max(0, Math.min(this.length, position));
    this.slider.value = String(this.position);
    const text = `${number(this.position)} of ${number(this.length)} ${this.unit()}`;
    this.label.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
    this.onmove(this.position);
  }

  by(steps) {
    this.pause();
    this.go(this.position + steps);
  }

  play() {
    if (this.position >= this.length) this.go(0);
    this.#playing(true);
    let before = performance.now(), owed = 0;
    const frame = (now) => {
      if (!this.playing) return;
      owed += (now - before) / 1000 * this.speed;
      before = now;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps) this.go(this.position + steps);
      if (this.position >= this.length) this.#playing(false);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() { if (this.playing) this.#playing(false); }

  #playing(on) {
    this.playing = on;
    this.toggle.replaceChildren(icon(on ? "pause" : "play"), on ? "Pause" : "Play");
  }
}
