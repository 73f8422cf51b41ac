// phrases.js: translates sentences of the C core by phrases such as "take back {n} {n:move|moves}". A phrase
// matches a sentence that has any words in the places of the names; these are translated, too. A list, as
// "wall right, exit", is translated part by part.
const escaped = (text) => text.replace(/[\\^$.*+?()[\]|/]/g, "\\$&");

// "{name}" is anything, "{n:move|moves}" one of these words.
function pattern(phrase) {
  const names = new Set();
  const parts = phrase.split(/(\{\w+(?::[^}]*)?\})/).map((part) => {
    const [, name, forms] = /^\{(\w+)(?::([^}]*))?\}$/.exec(part) ?? [];
    if (!name) return escaped(part);
    if (forms !== undefined) return `(?:${forms.split("|").map(escaped).join("|")})`;
    if (names.has(name)) return `\\k<${name}>`;
    names.add(name);
    return `(?<${name}>[^]+?)`;
  });
  return new RegExp(`^${parts.join("")}$`);
}

const KEPT = 5000; // translated sentences, so that a board in words is not matched anew with each move
const BETWEEN = ["\n", "; ", ", and ", ", ", " and "]; // the parts of a list

const FIGURE = /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)$/; // "1,655" and "0.73", which languages write in their own way

const WORD = /\p{L}{2}/u; // letters that stand alone are names, of moves and bridges

// Returns a function that translates a sentence, or returns null where the phrases do not cover all of it.
// phrases: from English to the language; they have " and ", too. Tests are told which phrases are used, and what
// stays as it is. figure("1,655"): such a number as the language writes it, with its value for the forms that go with it.
export function reader(phrases, fill, { onphrase, onname, figure } = {}) {
  const whole = new Map(), patterns = [], known = new Map();
  const itself = (english) => english.replace(/\{[^}]*\}/g, "").length;
  for (const [english, own] of Object.entries(phrases))
    if (english.includes("{")) patterns.push({ english, regexp: pattern(english), own, length: itself(english) });
    else whole.set(english, own);
  patterns.sort((a, b) => b.length - a.length); // that which has more of the sentence itself goes first

  // What stands in the place of a name: "text" is what a user wrote; numbers, letters and names stay.
  function value([name, words]) {
    if (figure && name !== "text" && FIGURE.test(words)) return [name, { own: figure(words), stay: [] }];
    const own = name === "text" ? { own: words, stay: [] } : read(words);
    return [name, own ?? (/\s/.test(words) ? null : { own: words, stay: [words] })];
  }

  const staying = (list) => list.flatMap(({ stay }) => stay);

  function byPattern(sentence) {
    for (const { english, regexp, own } of patterns) {
      const found = regexp.exec(sentence), values = found && Object.entries(found.groups ?? {}).map(value);
      if (!values?.every(([, words]) => words !== null)) continue;
      onphrase?.(english);
      return { own: fill(own, Object.fromEntries(values.map(([name, words]) => [name, words.own]))),
        stay: staying(values.map(([, words]) => words)) };
    }
    return null;
  }

  function asWhole(sentence) {
    if (!whole.has(sentence)) return null;
    onphrase?.(sentence);
    return { own: whole.get(sentence), stay: [] };
  }

  function asList(sentence) {
    for (const between of BETWEEN) {
      const parts = sentence.split(between);
      if (parts.length < 2) continue;
      const found = parts.map(read);
      return found.includes(null) ? null
        : { own: found.map(({ own }) => own).join(whole.get(between) ?? between), stay: staying(found) };
    }
    return null;
  }

  // {own: the sentence in the language, stay: names in it that stay as they are}, or null.
  function read(sentence) {
    if (!WORD.test(sentence)) return { own: sentence, stay: [] };
    if (!known.has(sentence)) {
      if (known.size > KEPT) known.clear();
      known.set(sentence, asWhole(sentence) ?? asList(sentence) ?? byPattern(sentence));
    }
    return known.get(sentence);
  }

  return (sentence) => {
    const found = read(sentence);
    found?.stay.forEach((word) => onname?.(word));
    return found?.own ?? null;
  };
}

// ---- where sentences are in the core's answers

const SENTENCES = new Set(["about", "rules", "remark", "start", "state", "hardest_start", "why", "loss", "does", "words", "news", "missing", "sentences"]);
const WORDLESS = new Set(["scene", "frames", "events", "states", "distances", "walls", "way", "nodes", "edges", "node_of", "places"]); // large, and not to be searched

// Puts what change(sentence) returns in the place of each sentence of an answer.
export function inAnswer(answer, change) {
  if (answer.error) answer.error.text = change(answer.error.text);
  if (answer.winnable !== undefined && answer.text) answer.text = change(answer.text); // a hint
  if (typeof answer.cells?.[0] === "string") answer.cells = answer.cells.map((words) => words && change(words));
  (function go(node) {
    for (const [name, value] of Object.entries(node)) {
      if (typeof value === "string" && SENTENCES.has(name)) node[name] = change(value);
      else if (Array.isArray(value) && SENTENCES.has(name)) node[name] = value.map(change);
      else if (value && typeof value === "object" && !WORDLESS.has(name)) go(value);
    }
  })(answer);
  return answer;
}
