// playback.js: shows a solution move by move; it can play by itself, pause and step.
const PAUSE = 160; // milliseconds between two moves

export class Playback {
  // step(word): makes a move, and returns a promise; change(): is called after everything that happens.
  constructor(words, step, change) {
    Object.assign(this, { words, step, change, at: 0, going: false, ended: false });
  }

  get left() {
    return this.words.length - this.at;
  }

  async go() {
    this.going = true;
    this.change();
    while (this.going && this.left) {
      await this.#next();
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  pause() {
    this.going = false;
    this.change();
  }

  async one() {
    this.going = false;
    if (this.left) await this.#next();
  }

  async #next() {
    await this.step(this.words[this.at++]);
    if (!this.left) this.end();
    else if (!this.ended) this.change();
  }

  end() {
    if (this.ended) return;
    this.going = false;
    this.ended = true;
    this.change();
  }
}
