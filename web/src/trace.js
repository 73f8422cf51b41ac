// trace.js: the trace of a search, to be played forwards and backwards: which states are in the frontier,
// expanded and current after any number of events. To go back, it goes forward from a snapshot nearby.

export const FRONTIER = 1, OPEN = 2, CLOSED = 3; // of a state; 0: not met yet, or not in this round
const VALUE = { g: 5, h: 6, f: 7 };       // places in an event
const ID = 1, PARENT = 2, ACTION = 3, STATUS = 8;
const SNAPSHOTS = 64;

export class Trace {
  // answer: as of the question `trace`
  constructor(answer) {
    Object.assign(this, { events: answer.events, states: answer.states, result: answer.result, cut: answer.cut });
    this.types = answer.types;
    this.length = this.events.length;
    this.deepens = this.events.some((e) => this.types[e[0]] === "deepen");
    this.informed = answer.result.heuristic !== null;
    this.#record();
  }

  // Counts the events before each expansion, and makes the snapshots.
  #record() {
    const n = this.states.length;
    this.stride = Math.max(256, Math.ceil(this.length / SNAPSHOTS));
    this.snapshots = [];
    this.expansions = [];
    this.rounds = []; // events that begin one
    this.now = { at: 0, mode: new Uint8Array(n), last: new Int32Array(n).fill(-1), expanded: 0, generated: 0,
      frontier: 0, met: 0, bound: null, current: null, goal: null };
    for (let i = 0; i < this.length; i++) {
      if (i % this.stride === 0) this.snapshots.push(copy(this.now));
      if (this.types[this.events[i][0]] === "expand") this.expansions.push(i);
      if (this.types[this.events[i][0]] === "deepen") this.rounds.push(i);
      this.#step(this.now);
    }
    this.expansions.push(this.length);
  }

  // The search after `count` events; the result is valid until the next call.
  at(count) {
    const target = Math.max(0, Math.min(count, this.length));
    if (this.now.at > target || target - this.now.at > this.stride)
      this.now = copy(this.snapshots[Math.min(this.snapshots.length - 1, Math.floor(target / this.stride))] ?? this.now);
    while (this.now.at < target) this.#step(this.now);
    return this.now;
  }

  #put(m, id, mode) {
    m.frontier += (mode === FRONTIER) - (m.mode[id] === FRONTIER);
    m.mode[id] = mode;
  }

  #step(m) {
    const i = m.at++, event = this.events[i], id = event[ID];
    const enter = (mode) => {
      m.last[id] = i;
      m.met = Math.max(m.met, id + 1);
      this.#put(m, id, mode);
    };
    switch (this.types[event[0]]) {
      case "source": enter(FRONTIER); break;
      case "generate":
        m.generated++;
        if (id !== null) m.met = Math.max(m.met, id + 1); // also a lost state, which is not followed
        if (id !== null && event[STATUS] >= 0 && m.mode[id] === 0) enter(FRONTIER);
        break;
      case "skip": // nothing changes: the state is known, or not followed
        if (id !== null && m.mode[id] === FRONTIER && (this.deepens || this.informed && event[VALUE.f] === null))
          this.#put(m, id, 0);
        break;
      case "update": enter(m.mode[id] === OPEN ? OPEN : FRONTIER); break;
      case "expand":
        m.expanded++;
        m.current = id;
        enter(OPEN);
        break;
      case "close": this.#put(m, id, CLOSED); break;
      case "deepen":
        m.bound = event[VALUE.f];
        m.mode.fill(0);
        m.frontier = 0;
        break;
      case "goal":
        m.last[id] = i;
        m.current = m.goal = id;
        break;
    }
  }

  // The events about a state, as places in `events`.
  eventsOf(id) {
    if (!this.lists) { // a list for each state, one after the other
      this.begins = new Int32Array(this.states.length + 2);
      for (const e of this.events) if (e[ID] !== null) this.begins[e[ID] + 2]++;
      for (let i = 2; i < this.begins.length; i++) this.begins[i] += this.begins[i - 1];
      this.lists = new Int32Array(this.begins.at(-1));
      this.events.forEach((e, i) => { if (e[ID] !== null) this.lists[this.begins[e[ID] + 1]++] = i; });
    }
    return this.lists.subarray(this.begins[id], this.begins[id + 1]);
  }

  // The states from the start to this one, by the way that the search keeps at this moment; null if the
  // search no longer keeps it.
  path(moment, id) {
    const out = [];
    for (let at = id; at !== null; at = this.events[moment.last[at]][PARENT]) {
      if (moment.last[at] < 0 || out.length > moment.met) return null;
      out.push(at);
    }
    return out.reverse();
  }

  // The moves between these states, as indices into the kind's actions.
  actions(moment, path) {
    return path.slice(1).map((id) => this.events[moment.last[id]][ACTION]);
  }

  // The least and the greatest g, h or f of the whole trace, or null if there is none.
  range(value) {
    let low = Infinity, high = -Infinity;
    for (const e of this.events) {
      const v = e[VALUE[value]];
      if (v === null || e[ID] === null || e[STATUS] < 0) continue;
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
    return low <= high ? [low, high] : null;
  }

  // For each cell the state to show, and the number of states there. It shows the current state, else the
  // one with the least value, and states of the frontier before others.
  cells(moment, value) {
    const cells = new Map();
    for (let id = 0; id < moment.met; id++) {
      const mode = moment.mode[id], cell = this.states[id][1];
      if (mode === 0 || cell === null) continue;
      const v = this.events[moment.last[id]][VALUE[value]], seen = cells.get(cell);
      const order = (id === moment.current ? 0 : mode === CLOSED ? 2e9 : 1e9) + (v ?? 0);
      if (!seen) cells.set(cell, { mode, value: v, order, count: 1 });
      else {
        seen.count++;
        if (order < seen.order) Object.assign(seen, { mode, value: v, order });
      }
    }
    return cells;
  }
}

const copy = (m) => ({ ...m, mode: m.mode.slice(), last: m.last.slice() });
