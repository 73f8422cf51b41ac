// stepper.js: buttons to play, pause, step and go back, a speed, and a slider, for anything that has steps.
import { button, el, icon, select } from "./dom.js";
import { storage } from "./storage.js";
import { t } from "./words.js";

const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 5000];

export class Stepper {
  // says(at, all): the place in words; onmove(position): the position has changed
  constructor(onmove, says) {
    Object.assign(this, { onmove, says, position: 0, length: 0, playing: false, speed: storage.get("search.speed", 30) });
    this.slider = el("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": t("Position in the search") });
    this.slider.addEventListener("input", () => {
      this.pause();
      this.go(Number(this.slider.value));
    });
    this.toggle = button("play", t("Run"), () => this.turn(), { primary: true });
    this.label = el("span", { class: "stepper-place", role: "status", "aria-live": "off" });
    this.pace = select(SPEEDS.map((s) => [String(s), t("{n} a second", { n: s })]), String(this.speed), (v) => {
      this.speed = Number(v);
      storage.set("search.speed", this.speed);
    }, { "aria-label": t("Speed"), title: t("Speed") });
    this.buttons = el("div", { class: "row" }, this.toggle,
      button("back", t("Step back"), () => this.by(-1), { bare: true }), button("step", t("Step"), () => this.by(1), { bare: true }),
      button("restart", t("To the beginning"), () => this.by(-Infinity), { bare: true }));
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
    const text = this.says(this.position, this.length);
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

  turn() {
    if (this.playing) this.pause();
    else this.play();
  }

  pause() { if (this.playing) this.#playing(false); }

  #playing(on) {
    this.playing = on;
    this.toggle.replaceChildren(icon(on ? "pause" : "play"), on ? t("Pause") : t("Run"));
  }
}
