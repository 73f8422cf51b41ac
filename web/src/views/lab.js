// lab.js: a laboratory for heuristics: an expression is audited on a maze while it is written.
import { Board } from "../board.js";
import { core } from "../core.js";
import { button, download, el, field, number, share } from "../dom.js";
import { fall, beyond, shown, verdict } from "../labwords.js";
import { freshName, fromAddress, isName, LENGTH, MOST, remember, remembered, toAddress } from "../labown.js";
import { LabTable } from "../labtable.js";
import { Plot, plotFile } from "../labplot.js";
import { pointAt } from "../mazeactions.js";
import { firstMaze, mazePick } from "../mazepick.js";
import { fromCore, t } from "../words.js";

const STATES = 1000000; // of the whole graph of a maze
const PATIENCE = 20000; // ms for one audit
const WAIT = 250;       // ms after the last key
const ZERO = "zero";    // no estimate: what A* expands without one
const PLACES = ["over", "fall", "start"]; // of the board, the one to be shown first

const narrow = () => matchMedia("(max-width: 900px)").matches;

// ---- the parts of the view

const MANY = 6; // features whose names begin alike are folded: bridge_a, bridge_b, …

// [feature] or a list of many whose names begin alike, in their order.
function folded(features) {
  const sortOf = (f) => /^(\w+_)\w+$/.exec(f.name)?.[1], many = (f) => features.filter((other) => sortOf(f) && sortOf(other) === sortOf(f));
  return features.filter((f) => many(f).length <= MANY || many(f)[0] === f).map((f) => many(f).length > MANY ? many(f) : [f]);
}

// The features of a kind: a press puts one into the expression.
function featureList(oninsert) {
  const node = el("ul", { class: "features" });
  let values = {};
  const item = (f) => el("li", {}, el("button", { type: "button", class: "plain", onclick: () => oninsert(f.name), title: t("Put {name} into the expression", f) },
    el("code", {}, f.name)), el("span", { class: "small" }, f.about), el("output", { class: "small soft", "data-name": f.name }, number(values[f.name])));
  const fill = (features) => node.replaceChildren(...folded(features).map((some) => some.length === 1 ? item(some[0])
    : el("li", { class: "fold" }, el("details", {}, el("summary", { class: "small" },
      t("{first} to {last}", { first: some[0].name, last: some.at(-1).name })), el("ul", {}, some.map(item))))));
  const set = (now) => {
    values = now ?? {};
    for (const out of node.querySelectorAll("output")) out.textContent = number(values[out.dataset.name], { maximumFractionDigits: 3 });
  };
  return { node, fill, set };
}

// The board at one of the places of an audit.
function stage(context, onfeatures) {
  const canvas = el("canvas", { role: "img", "aria-label": t("Board") }), box = el("div", { class: "board" }, canvas);
  const board = new Board(canvas, { height: narrow() ? 0.5 : 0.32 });
  const says = el("p", { class: "wrap", role: "status" });
  const names = { over: t("Counterexample"), fall: t("Where it falls"), start: t("Start") };
  let places = {}, wanted = null, maze = null, at = null, turn = 0;
  const choices = el("div", { class: "segments", role: "group", "aria-label": t("Position on the board") }, PLACES.map((name) =>
    el("button", { type: "button", "data-place": name, onclick: () => { wanted = name; show(); } }, names[name])));
  const place = () => places[wanted] ? wanted : PLACES.find((name) => places[name]);
  function show() {
    const chosen = place();
    for (const b of choices.children) {
      b.disabled = !places[b.dataset.place];
      b.setAttribute("aria-pressed", String(b.dataset.place === chosen));
    }
    if (maze && chosen) draw(places[chosen]).catch(() => {});
  }
  // Positions that the rules cannot tell apart have one estimate: that of one of them, which may not be the one on the
  // board. Then its words are told, too; the features are those from which the estimate is made.
  async function draw({ moves, words, state: estimated, features: values }, again) {
    const mine = ++turn, question = { maze: maze.id, moves }, fresh = again || at !== `${maze.id} ${moves}`;
    const [{ scene, state }, { features }] = await Promise.all([
      core.ask({ ask: "play", ...question, theme: context.theme() }), values ? { features: values } : core.ask({ ask: "features", ...question })]);
    if (mine !== turn) return;
    at = `${maze.id} ${moves}`;
    if (scene && fresh) board.show(scene);
    canvas.setAttribute("aria-label", fromCore(state));
    says.textContent = [words(state), estimated && estimated !== state
      && t("It is estimated as {state}, which the rules cannot tell apart from it.", { state: fromCore(estimated) })].filter(Boolean).join(" ");
    onfeatures(features);
  }
  const set = (m, now) => {
    maze = m;
    places = now;
    show();
  };
  const recolour = () => maze && place() && draw(places[place()], true).catch(() => {});
  const close = () => {
    turn++;
    board.close();
  };
  return { node: el("section", { class: "panel stack", "aria-label": t("Board") }, choices, says, box), set, recolour, close };
}

// The places of an audit that moves lead to: {moves, words(state), state?, features?}.
function placesOf(audit) {
  const { reached, fall: falls, start } = audit ?? {};
  const at = ({ estimate, exact }) => ({ estimate: shown(estimate), exact: exact ?? t("none") });
  return {
    start: start ? { ...start, words: () => t("The start: estimate {estimate}, exact distance {exact}.", at(start)) } : { moves: "", words: () => t("The start.") },
    ...(reached && { over: { ...reached, words: (state) => t("Too high here: {state}; estimate {estimate}, exact distance {exact}.",
      { state: fromCore(state), ...at(reached) }) } }),
    ...(falls && falls.moves !== null && { fall: { ...falls, words: (state) => `${fall({ ...falls, state })}.` } }) };
}

// The field of the expression, with what is wrong with it.
function editor(oninput) {
  const text = el("textarea", { rows: "2", spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: String(LENGTH),
    class: "expression", "aria-describedby": "lab-problem", oninput: () => oninput(text.value) });
  const problem = el("div", { id: "lab-problem", class: "bad small", role: "status" });
  const tell = (error) => {
    text.setAttribute("aria-invalid", String(Boolean(error)));
    problem.replaceChildren(...(error ? pointAt(text.value, error) : []));
  };
  const insert = (name) => {
    const { value, selectionStart: from, selectionEnd: to } = text, before = value.slice(0, from), after = value.slice(to);
    const lead = /[\w.)]\s*$/.test(before) ? (/\s$/.test(before) ? "+ " : " + ") : "";
    const next = `${before}${lead}${name}${/^\w/.test(after) ? " " : ""}${after}`;
    if (next.length > LENGTH) return;
    text.value = next;
    text.focus();
    text.setSelectionRange(from + lead.length + name.length, from + lead.length + name.length);
    oninput(text.value);
  };
  return { node: el("div", { class: "stack tight" }, field(t("Expression"), text), problem), text, tell, insert };
}

// ---- the view

export function mount(root, context) {
  let maze = null, kind = null, own = [], at = 0, picked = null, turn = 0, job = null, timer = 0, optimum = null, ended = false, settings = context.settings ?? {};
  const cache = new Map(); // what is known on this maze, by the text that was asked
  const pick = mazePick(context, take), write = editor(written), list = featureList(write.insert);
  const board = stage(context, list.set), plot = new Plot(), table = new LabTable(choose);
  const problem = el("p", { class: "notice bad wrap", role: "alert", hidden: true });
  const title = el("h2", {}), says = el("div", { class: "stack tight", role: "status" }), chips = el("div", { class: "row", role: "group", "aria-label": t("Your heuristics") });
  const name = el("input", { type: "text", maxlength: "20", spellcheck: "false", autocapitalize: "off", onchange: rename });
  const remove = button("remove", t("Remove"), drop), none = el("p", { class: "notice small", hidden: true });

  const fail = (text) => {
    problem.hidden = !text;
    problem.textContent = text ?? "";
  };
  const wrongAt = ({ error }) => error?.column > 0; // the expression itself is wrong, there
  const keyOf = (o) => `${o.name}=${o.text}`;
  const current = () => own[at];

  // ---- the user's expressions

  function rows() {
    chips.replaceChildren(...own.map((o, i) => el("button", { type: "button", "aria-pressed": String(i === at), onclick: () => turnTo(i) }, o.name)),
      button("plus", t("New"), add, { plain: true }));
    chips.lastChild.disabled = own.length >= MOST;
    remove.disabled = own.length < 2;
    name.value = current().name;
    if (write.text.value !== current().text) write.text.value = current().text;
  }

  function turnTo(i) {
    at = i;
    picked = null;
    write.tell(null);
    rows();
    work();
  }

  function add() {
    own.push({ name: freshName(own.map((o) => o.name)), text: current().text });
    turnTo(own.length - 1);
    name.focus();
    name.select();
  }

  function drop() {
    own.splice(at, 1);
    turnTo(Math.max(0, at - 1));
    chips.children[at].focus();
  }

  function rename() {
    const wanted = name.value.trim(), taken = own.some((o, i) => i !== at && o.name === wanted);
    const built = wanted === ZERO || maze.heuristics.some((h) => h.name === wanted);
    name.setAttribute("aria-invalid", String(!isName(wanted) || taken || built));
    if (!isName(wanted)) return fail(t("A name has 1 to 20 letters of A to Z, digits, - and _."));
    if (taken || built) return fail(t("There is a heuristic {name} already; choose another name.", { name: wanted }));
    fail(null);
    own[at] = { ...current(), name: wanted };
    turnTo(at);
  }

  function written(text) {
    own[at] = { ...current(), text };
    picked = null;
    job?.stop(); // what was asked about the text before is no longer wanted
    turn++;
    clearTimeout(timer);
    timer = setTimeout(work, WAIT);
  }

  function choose(row) {
    const i = own.findIndex((o) => keyOf(o) === row.key);
    if (i >= 0) return turnTo(i);
    picked = row.key;
    show();
  }

  // ---- the work, one question after the other

  async function asked(question) {
    const mine = job = core.job(question), late = setTimeout(() => mine.stop(), PATIENCE);
    return mine.done.finally(() => clearTimeout(late));
  }

  // Where the whole graph is too large, A* still tells something.
  async function searched(heuristic) {
    const r = await asked({ ask: "solve", maze: maze.id, algorithm: "astar", heuristic, states: STATES });
    return { expanded: r.outcome === "limit" ? null : r.expanded, cost: r.cost };
  }

  async function audited(heuristic) {
    const { known, limit, audits, along, optimum: best } = await asked({ ask: "audit", maze: maze.id, heuristic, plot: true, expanded: true, states: STATES });
    if (best !== null) optimum = best;
    return known ? { audit: audits[0], expanded: audits[0].expanded, cost: audits[0].cost } : { limit, along, ...await searched(heuristic) };
  }

  // Resolves to true where its answer is still wanted.
  async function learn(key, ask, mine) {
    if (cache.has(key)) return true;
    const found = await ask().catch((error) => ({ error: error.message === "stopped" ? new Error(t("given up after {n} {n:second|seconds}", { n: PATIENCE / 1000 })) : error }));
    if (mine !== turn || ended) return false;
    cache.set(key, found);
    show();
    return true;
  }

  async function work() {
    const mine = ++turn, first = current();
    job?.stop();
    clearTimeout(timer);
    context.address(maze.id, toAddress(own, at));
    remember(kind, own);
    show();
    const mineFirst = [first, ...own.filter((o) => o !== first)].map((o) => [keyOf(o), () => audited(keyOf(o)).catch((error) => {
      error.column = Math.max(0, error.column - o.name.length - 1); // the name stands before the expression
      throw error;
    })]);
    const built = maze.heuristics.map((h) => [h.name, () => audited(h.name)]);
    for (const [key, ask] of [mineFirst[0], [ZERO, () => searched(ZERO)], ...built, ...mineFirst.slice(1)])
      if (!await learn(key, ask, mine)) return;
  }

  // ---- what is shown

  function show() {
    const key = picked ?? keyOf(current()), found = cache.get(key), audit = found?.audit ?? null;
    const mine = cache.get(keyOf(current()));
    title.textContent = picked ?? current().name;
    if (mine) write.tell(wrongAt(mine) ? mine.error : null);
    says.replaceChildren(...sentences(found, audit).filter(Boolean));
    save.disabled = !audit;
    watch.disabled = Boolean(found?.error);
    // While an expression is not complete, what was found of the one before stays in sight.
    if (found && !found.error) {
      plot.show(audit);
      board.set(maze, placesOf(audit ?? found.along));
    }
    for (const node of [plot.node, board.node]) node.classList.toggle("stale", Boolean(found?.error));
    showTable(key);
  }

  function sentences(found, audit) {
    if (!found) return [el("p", { class: "soft" }, t("Working it out…"))];
    if (found.error) return [el("p", { class: "soft" }, wrongAt(found) ? t("There is nothing to audit yet: the expression is not complete.") : found.error.message)];
    if (!audit) return [el("p", {}, tooLarge(found)), found.along && alongWay(found.along), button("dice", t("A smaller maze"), smaller)];
    return [...(optimum === null ? [el("p", {}, t("Unsolvable: no way leads to the goal."))] : []), ...verdict(audit).map(([text, news]) => el("p", { class: news }, text)),
      ...(audit.counterexample?.moves === null ? [el("p", {}, beyond(audit.counterexample))] : []),
      ...(audit.fall?.moves === null ? [el("p", {}, t("The start cannot reach the move along which it falls nearest to a win: {words}.", { words: fall(audit.fall) }))] : [])];
  }

  const alongWay = (along) => along.overestimated === 0
    ? el("p", {}, t("Along a shortest solution it is never too high, in {n} {n:state|states}; elsewhere it may be.", { n: along.states }))
    : el("p", { class: "bad" }, along.worst === null
      ? t("Not admissible: along a shortest solution it is too high in {over} of {n} {n:state|states}, and calls some of them hopeless.", { over: along.overestimated, n: along.states })
      : t("Not admissible: along a shortest solution it is too high in {over} of {n} {n:state|states}, by at most {worst}.", { over: along.overestimated, n: along.states, worst: along.worst }));

  function tooLarge({ limit, expanded, cost }) {
    const values = { limit: fromCore(limit), states: STATES, expanded, cost };
    return expanded === null ? t("This maze is too large to compare all its states (limit: {limit}), and A* found no solution among {states} states.", values)
      : cost === null ? t("This maze is too large to compare all its states (limit: {limit}). A* expands {expanded} with this heuristic, and there is no solution.", values)
        : t("This maze is too large to compare all its states (limit: {limit}). A* expands {expanded} with this heuristic; its solution costs {cost}.", values);
  }

  function showTable(key) {
    const row = (k, label, mine) => {
      const found = cache.get(k);
      return { key: k, name: label, own: mine, audit: found?.audit, expanded: found?.expanded, cost: found?.cost, problem: found?.error && "–" };
    };
    table.show([...own.map((o) => row(keyOf(o), o.name, true)), row(ZERO, ZERO, false), ...maze.heuristics.map((h) => row(h.name, h.name, false))], key, optimum);
  }

  async function smaller() {
    const half = (n) => Math.max(3, Math.floor(n / 2)), size = [maze.w, maze.h, ...(maze.d > 1 ? [maze.d] : [])].map(half).join("x");
    const made = await core.ask({ ask: "random", kind: kind.name, size, seed: 1, solvable: true }).catch((e) => fail(e.message));
    if (made && !ended) take(made);
  }

  function take(answer) {
    maze = answer;
    const before = kind;
    kind = context.about.kinds.find((k) => k.name === maze.kind);
    const sent = fromAddress(settings);
    settings = {};
    if (sent.own.length || kind !== before) {
      own = sent.own.length ? sent.own : remembered(kind);
      at = sent.own.length ? sent.at : 0;
    }
    fail(sent.broken.length ? t("A part of this link is damaged and was left out: {part}", { part: sent.broken[0].slice(0, 80) }) : null);
    cache.clear();
    optimum = picked = null;
    pick.set(maze);
    desk.inert = false;
    list.fill(kind.features);
    none.hidden = kind.features.length > 0;
    none.textContent = t("{kind} mazes have no features, so an expression can only be a number. Their own heuristics are compared below.", { kind: fromCore(kind.name) });
    rows();
    plot.show(null);
    board.set(maze, placesOf(null));
    work();
  }

  // The view Search with this heuristic beside a search without one.
  const watched = () => context.navigate("search", maze.id, { a: "bfs", b: "astar", bh: picked ?? current().text });

  const save = button("download", t("Save the plot"), () => {
    const audit = cache.get(picked ?? keyOf(current()))?.audit;
    if (audit) download(`${picked ?? current().name}.svg`, "image/svg+xml", plotFile(audit));
  });
  const watch = button("search", t("Watch it search"), watched);
  const desk = el("section", { class: "panel stack", inert: true, "aria-label": t("Your heuristic") }, chips,
    el("div", { class: "beside" }, el("label", { class: "field grow" }, t("Name"), name), remove), write.node,
    el("section", { class: "stack tight", "aria-label": t("Verdict") }, title, says,
      el("div", { class: "row" }, watch, button("share", t("Share"), () => share("lab", maze.id, toAddress(own, at))))),
    el("details", { open: !narrow() }, el("summary", {}, t("Features")), none, list.node,
      el("p", { class: "small soft" }, t("Numbers, + - * / ^, comparisons such as ==, min(a, b), max(a, b), abs(a), sqrt(a), if(condition, then, else). Estimates are rounded up."))));
  root.append(el("div", { class: "stack lab" }, el("h1", { class: "unseen" }, t("Heuristic lab")),
    el("section", { class: "panel", "aria-label": t("Maze") }, pick.node), problem,
    el("div", { class: "split even" }, desk, el("div", { class: "stack" }, board.node,
      el("section", { class: "panel stack tight", "aria-label": t("Estimates beside exact distances") },
        el("div", { class: "row spread" }, el("h2", {}, t("Estimates beside exact distances")), save), plot.node))),
    el("section", { class: "panel stack tight", "aria-label": t("What A* expands") }, el("h2", {}, t("What A* expands")), table.node)));

  document.addEventListener("themechange", board.recolour);
  core.ask({ ask: "maze", maze: firstMaze(context, 15) }).then((m) => ended || take(m)).catch((e) => fail(e.message));
  return () => {
    ended = true;
    turn++;
    clearTimeout(timer);
    document.removeEventListener("themechange", board.recolour);
    job?.stop();
    plot.close();
    board.close();
  };
}
