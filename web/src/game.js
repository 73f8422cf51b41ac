// game.js: one maze being played. It has the moves made and those taken back, as words. After each move it
// asks the core where all moves together lead, so playing is replaying.
import { core, Gone } from "./core.js";
import { storage } from "./storage.js";

const GAMES_KEPT = 200;
const PAUSE = 120000; // milliseconds: no more counts as playing between two moves

// A solution's text as words: "URDL" or "U a:L switch"; no word begins with another.
export function splitMoves(text, actions) {
  const words = [];
  for (let rest = text.trim(); rest; ) {
    const word = actions.find((a) => rest.startsWith(a));
    if (!word) throw new Error(`no move begins with ${rest.slice(0, 10)}`);
    words.push(word);
    rest = rest.slice(word.length).trimStart();
  }
  return words;
}

// The same; null: they are no moves of this kind.
export function movesOf(text, kind) {
  try { return splitMoves(text, kind.actions); } catch { return null; }
}

export class Game {
  // maze: the core's answer; kind: from `about`. A game that the browser remembers is continued.
  constructor(maze, kind) {
    const kept = storage.get("games", {})[maze.id] ?? {};
    Object.assign(this, { maze, kind, position: null, shown: null, moves: [], undone: [], helped: false, hints: 0, spent: 0, ...kept,
      at: performance.now() });
  }

  // The time since the last move counts, without long pauses.
  #spend() {
    const now = performance.now();
    this.spent += Math.round(Math.min(now - this.at, PAUSE));
    this.at = now;
  }

  ask(what, fields) {
    return core.ask({ ask: what, maze: this.maze.id, moves: this.moves.join(" "), ...fields });
  }

  // Asks where the moves lead. If a new version of the program refuses them, they are forgotten. If nobody
  // answers, the game stays as it is shown.
  async look(fields) {
    try {
      this.position = await this.ask("play", fields);
    } catch (e) {
      if (e instanceof Gone) {
        Object.assign(this, this.shown);
        this.save();
        throw e;
      }
      if (!this.moves.length) throw e;
      Object.assign(this, { moves: [], undone: [], helped: false });
      this.position = await this.ask("play", fields);
    }
    this.shown = { moves: [...this.moves], undone: [...this.undone], helped: this.helped };
    return this.position;
  }

  can(word) {
    return this.position.status === "open" && this.position.legal.some((l) => l.action === word);
  }

  add(word) {
    this.#spend();
    this.moves.push(word);
    if (this.undone.at(-1) === word) this.undone.pop();
    else this.undone = [];
    this.save();
  }

  // Goes on after these moves. What the player has made of them are his own; others have been shown to him.
  begin(moves) {
    const own = moves.every((word, i) => this.moves[i] === word);
    if (own) this.undo(this.moves.length - moves.length);
    else Object.assign(this, { moves, undone: [], helped: true });
    this.save();
  }

  // Takes moves back, and returns how many.
  undo(most) {
    const count = Math.min(most, this.moves.length);
    for (let i = 0; i < count; i++) this.undone.push(this.moves.pop());
    this.save();
    return count;
  }

  // Begins a new game; redo brings the old moves back.
  restart() {
    this.undo(Infinity);
    Object.assign(this, { helped: false, spent: 0, at: performance.now() });
    this.save();
  }

  help() {
    this.helped = true;
    this.save();
  }

  hinted() {
    this.hints++;
    this.save();
  }

  // Keeps the latest games, and forgets the oldest one first.
  save() {
    const games = storage.get("games", {});
    delete games[this.maze.id];
    const { moves, undone, helped, hints, spent } = this;
    if (moves.length || undone.length || hints) games[this.maze.id] = { moves, undone, helped, hints, spent };
    for (const id of Object.keys(games).slice(0, -GAMES_KEPT)) delete games[id];
    storage.set("games", games);
  }
}
