// phrases.js: translates sentences of the C core by phrases such as "row {row}, column {column}". A phrase
// matches a sentence that has any words in the places of the names; these are translated, too.
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

// Returns a function that translates. phrases: from English to the language.
export function reader(phrases, fill) {
  const whole = new Map(), patterns = [], known = new Map();
  for (const [english, own] of Object.entries(phrases))
    if (english.includes("{")) patterns.push([english, own]);
    else whole.set(english, own);
  // More of the sentence itself goes before less.
  const own = (english) => english.replace(/\{[^}]*\}/g, "").length;
  const tried = patterns.sort(([a], [b]) => own(b) - own(a)).map(([english, ours]) => [pattern(english), ours]);

  function match(sentence) {
    if (whole.has(sentence)) return whole.get(sentence);
    for (const [regexp, ours] of tried) {
      const found = regexp.exec(sentence);
      if (found) return fill(ours, Object.fromEntries(Object.entries(found.groups ?? {}).map(([k, v]) => [k, read(v)])));
    }
    return null;
  }

  function read(sentence) {
    if (typeof sentence !== "string" || !/[a-z]{2}/i.test(sentence)) return sentence;
    if (!known.has(sentence)) {
      if (known.size > KEPT) known.clear();
      known.set(sentence, match(sentence) ?? sentence);
    }
    return known.get(sentence);
  }
  return read;
}
