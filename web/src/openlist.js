// openlist.js: which states a search takes next, and why, after any number of events of its trace. It does what
// src/search does: a queue (blind.c), a stack (blind.c), a heap (best.c, heap.h), the path and its untried moves
// (deepen.c), the neighbours (hill.c).
import { FRONTIER } from "./trace.js";

const TYPE = 0, ID = 1, PARENT = 2, ACTION = 3, G = 5, H = 6, F = 7, STATUS = 8; // places in an event
const WEIGHT_ONE = 1024; // as in src/search/search.h
const SNAPSHOTS = 32;
const NEVER = 2 ** 31 - 1;
const ORDER = { bfs: "queue", dfs: "stack", ids: "path", idastar: "path", hill: "neighbours", ucs: "heap", greedy: "heap",
  astar: "heap", wastar: "heap" };
export const KEY = { ucs: "g", greedy: "h", astar: "f", wastar: "f" }; // by which a heap is ordered

const entry = (e, found) => ({ id: e[ID], g: e[G], h: e[H], f: e[F], found });

export class OpenList {
  constructor(trace) {
    const { algorithm, weight } = trace.result;
    Object.assign(this, { trace, algorithm, order: ORDER[algorithm] ?? null });
    this.weight = algorithm === "wastar" ? Math.floor((weight ?? 2) * WEIGHT_ONE + 0.5) : WEIGHT_ONE;
    if (this.order === "heap") this.#pushed(false);
    if (this.order === "stack") this.#pushed(true);
    if (this.order === "path") this.#levels();
  }

  #is(i, type) { return this.trace.types[this.trace.events[i]?.[TYPE]] === type; }

  // The moves of the state that event i expands which do not lose at once, as places of their events, and where the
  // events about following them begin.
  #edges(i) {
    const edges = [];
    let p = i + 1;
    for (const { events } = this.trace; this.#is(p, "generate") || (this.#is(p, "skip") && events[p][STATUS] < 0); p++)
      if (this.#is(p, "generate") && events[p][STATUS] >= 0) edges.push(p);
    return { edges, p };
  }

  #same(p, edge) {
    const { events } = this.trace, a = events[p], b = events[edge];
    return a[ID] === b[ID] && a[PARENT] === b[PARENT] && a[ACTION] === b[ACTION];
  }

  // ---- heap and stack: what is put in, and what is taken out, at which event

  // Of a state that is new, or is reached on a better way, nothing more may be told than that it was generated. So all
  // moves of a state are gone through beside the events that tell what became of them.
  #pushed(backwards) {
    const { events, informed } = this.trace, hopeless = (e) => informed && e[H] === null;
    this.ops = [];   // [event, place of the event that met the state; or null: one is taken out]
    for (let i = 0; i < events.length; i++) {
      if (this.#is(i, "source") && !hopeless(events[i])) this.ops.push([i, i]);
      if (this.order === "heap" && this.#is(i, "goal") && this.ops.length) this.ops.push([i, null]);
      if (!this.#is(i, "expand")) continue;
      this.ops.push([i, null]);
      const found = this.#edges(i), edges = backwards ? found.edges.reverse() : found.edges;
      let { p } = found;
      for (const edge of edges) {
        const told = (type) => this.#is(p, type) && this.#same(p, edge);
        let at = null; // the event that tells the way
        if (told("update")) at = p++;
        if (told("skip")) { // known, or hopeless
          p++;
          continue;
        }
        if (p >= events.length || (backwards && events[edge][STATUS] > 0)) break; // it is solved, or the trace is cut
        this.ops.push([p - 1, at ?? edge]);
      }
    }
    this.end = this.ops.length;
    if (this.order === "heap") this.#heapSnapshots();
    else this.#stackTops();
  }

  #stackTops() {
    this.items = []; // [event, the item below]
    this.tops = [];  // by operation: the item on top after it
    const closed = new Set();
    let top = -1;
    for (const [, item] of this.ops) {
      if (item !== null) top = this.items.push([item, top]) - 1;
      else {
        const id = () => this.trace.events[this.items[top][0]][ID];
        while (top >= 0 && closed.has(id())) top = this.items[top][1];
        if (top >= 0) {
          closed.add(id());
          top = this.items[top][1];
        }
      }
      this.tops.push(top);
    }
  }

  #heapSnapshots() {
    const n = this.ops.length, { events } = this.trace;
    this.keys = new Float64Array(n);
    this.ties = new Float64Array(n);
    this.ids = new Int32Array(n);
    this.takes = new Int32Array(n); // of an operation that takes one out: how many overtaken ones go with it
    this.ops.forEach(([, item], i) => {
      if (item === null) return;
      const e = events[item], h = e[H] ?? 0;
      this.keys[i] = (this.algorithm === "greedy" ? 0 : e[G] * WEIGHT_ONE) + h * this.weight;
      this.ties[i] = h;
      this.ids[i] = e[ID];
    });
    this.stride = Math.max(256, Math.ceil(n / SNAPSHOTS));
    this.snapshots = [];
    const closed = new Set(), heap = [];
    for (let i = 0; i < n; i++) {
      if (i % this.stride === 0) this.snapshots.push(Int32Array.from(heap));
      if (this.ops[i][1] !== null) {
        closed.delete(this.ids[i]);
        this.#push(heap, i);
        continue;
      }
      for (let id = null; heap.length && id === null; this.takes[i]++) {
        const top = this.ids[this.#pop(heap)];
        if (!closed.has(top)) closed.add(id = top);
      }
    }
    this.now = { at: n, heap };
  }

  #before(a, b) { return this.keys[a] !== this.keys[b] ? this.keys[a] < this.keys[b] : this.ties[a] < this.ties[b]; }

  // As in heap.h: what is equal stays in the order that these loops give.
  #push(heap, item) {
    let at = heap.length;
    heap.push(item);
    for (; at && !this.#before(heap[(at - 1) >> 1], item); at = (at - 1) >> 1) heap[at] = heap[(at - 1) >> 1];
    heap[at] = item;
  }

  #pop(heap) {
    const top = heap[0], last = heap.pop(), size = heap.length;
    let at = 0;
    for (let child; (child = 2 * at + 1) < size; at = child) {
      if (child + 1 < size && this.#before(heap[child + 1], heap[child])) child++;
      if (!this.#before(heap[child], last)) break;
      heap[at] = heap[child];
    }
    if (size) heap[at] = last;
    return top;
  }

  // The number of operations of the first `count` events.
  #done(count) {
    let low = 0, high = this.end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ops[middle][0] < count) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #heap(count) {
    const target = this.#done(count);
    if (this.now.at > target || target - this.now.at > this.stride) {
      const s = Math.min(this.snapshots.length - 1, Math.floor(target / this.stride));
      this.now = s < 0 ? { at: 0, heap: [] } : { at: s * this.stride, heap: [...this.snapshots[s]] };
    }
    for (const { now } = this; now.at < target; now.at++)
      if (this.ops[now.at][1] !== null) this.#push(now.heap, now.at);
      else for (let n = this.takes[now.at]; n--;) this.#pop(now.heap);
    return this.now.heap;
  }

  // ---- the path of a search that deepens

  // For each number of events the expansion at the end of the path, for each expansion the one before it on the path,
  // and for each move the event that tries it.
  #levels() {
    const { events } = this.trace, n = events.length;
    this.ends = new Int32Array(n + 1).fill(-1);
    this.under = new Map();
    this.tried = new Map();
    this.moves = new Map(); // of an expansion
    let end = -1;
    const next = [];        // for each level of the path its next move
    const take = (i) => {
      const moves = this.moves.get(end);
      if (moves && next.at(-1) < moves.length) this.tried.set(moves[next[next.length - 1]++], i);
    };
    for (let i = 0; i < n; i++) {
      switch (this.trace.types[events[i][TYPE]]) {
        case "deepen":
          end = -1;
          next.length = 0;
          break;
        case "skip": if (events[i][STATUS] >= 0) take(i); break;
        case "goal": take(i); break;
        case "expand": // an update before it tells of the same move
          take(i);
          this.under.set(i, end);
          this.moves.set(i, this.#edges(i).edges);
          end = i;
          next.push(0);
          break;
        case "close":
          end = this.under.get(end) ?? -1;
          next.pop();
          break;
      }
      this.ends[i + 1] = end;
    }
  }

  // Has this round entered the state as cheaply before these events? The last time it did was the cheapest.
  #entered(move, count, round) {
    const { events } = this.trace, cost = (e) => e[F] - (e[H] ?? 0), of = this.trace.eventsOf(events[move][ID]);
    for (let k = of.length; k--;)
      if (of[k] < count && this.#is(of[k], "expand")) return of[k] > round && cost(events[of[k]]) <= cost(events[move]);
    return false;
  }

  #path(moment, count, most) {
    const { events } = this.trace, entries = [];
    const round = this.trace.rounds.findLast((i) => i < count) ?? -1, here = this.ends[count];
    let size = 0, back = null, steps = 0;
    if (here < 0 && (round < 0 || round === count - 1)) return { entries: [entry(events[0], 0)], size: 1, begins: true };
    for (let level = here; level >= 0; level = this.under.get(level), steps++)
      for (const move of this.moves.get(level)) {
        const f = events[move][F];
        if (move >= count || (this.tried.get(move) ?? NEVER) < count || f === null || f > moment.bound) continue;
        if (this.#entered(move, count, round)) continue;
        back ??= steps;
        if (++size <= most) entries.push(entry(events[move], move));
      }
    const later = this.trace.rounds.find((i) => i >= count);
    return { entries, size, back, levels: steps, bound: moment.bound, next: later === undefined ? null : events[later][F] };
  }

  // ---- hill climbing

  #neighbours(count, most) {
    const { events } = this.trace, last = this.trace.expansions.findLast((i) => i < count && i < events.length);
    if (last === undefined) return { entries: [entry(events[0], 0)], size: 1, begins: true };
    const here = events[last][H] ?? Infinity, all = this.#edges(last).edges.filter((i) => i < count);
    const rank = (i) => events[i][STATUS] > 0 ? -1 : events[i][H] ?? Infinity;
    const better = all.filter((i) => rank(i) < here), sorted = better.map((i, k) => [rank(i), k, i])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return { entries: sorted.slice(0, most).map(([, , i]) => entry(events[i], i)), size: better.length, here,
      of: all.length, equal: sorted.filter(([h]) => h === sorted[0][0]).length, solved: sorted[0]?.[0] === -1 };
  }

  // ---- all of them

  // The next states, best first, at most so many, at the moment after `count` events (Trace.at). size: of how many;
  // equal: how many have the same key as the first, tied: how many of these have the same h, latest: was the first of
  // them found last?
  next(moment, count, most = 8) {
    if (this.order === "queue") return this.#queue(moment, most);
    if (this.order === "stack") return this.#stack(moment, count, most);
    if (this.order === "path") return this.#path(moment, count, most);
    if (this.order === "neighbours") return this.#neighbours(count, most);
    return this.order === "heap" ? this.#best(moment, count, most) : { entries: [], size: 0 };
  }

  #queue(moment, most) {
    const entries = [];
    for (let id = 0; id < moment.met && entries.length < most; id++)
      if (moment.mode[id] === FRONTIER) entries.push(this.#kept(moment, id, this.trace.eventsOf(id)[0]));
    return { entries, size: moment.frontier };
  }

  #kept(moment, id, found) { return entry(this.trace.events[moment.last[id]], found); }

  #stack(moment, count, most) {
    const entries = [], seen = new Set(), done = this.#done(count);
    for (let top = done ? this.tops[done - 1] : -1; top >= 0 && entries.length < most; top = this.items[top][1]) {
      const found = this.items[top][0], id = this.trace.events[found][ID];
      if (moment.mode[id] !== FRONTIER || seen.has(id)) continue;
      seen.add(id);
      entries.push(this.#kept(moment, id, found));
    }
    return { entries, size: moment.frontier };
  }

  #best(moment, count, most) {
    const all = this.#heap(count), heap = [...all], entries = [], seen = new Set();
    let first = null;
    while (heap.length && entries.length < most) {
      const item = this.#pop(heap), id = this.ids[item];
      if (moment.mode[id] !== FRONTIER || seen.has(id)) continue; // overtaken by a cheaper way
      first ??= item;
      seen.add(id);
      entries.push(this.#kept(moment, id, this.ops[item][1]));
    }
    if (first === null) return { entries, size: 0 };
    const live = (item) => moment.mode[this.ids[item]] === FRONTIER && this.keys[item] === this.keys[first];
    const equal = new Map(); // by state
    for (const item of all) if (live(item)) equal.set(this.ids[item], Math.max(item, equal.get(this.ids[item]) ?? -1));
    const tied = [...equal.values()].filter((item) => this.ties[item] === this.ties[first]);
    return { entries, size: moment.frontier, equal: equal.size, tied: tied.length,
      latest: tied.every((item) => item <= first) };
  }
}
