// words.js: the words of the page in the language of whoever reads it. Each English sentence is the key of
// its translations; src/words/ has a file for each other language, which is loaded only where it is spoken.
import { storage } from "./storage.js";

const LANGUAGES = { // a new language needs a line here and a file
  en: null,
  de: () => import("./words/de.js"),
  es: () => import("./words/es.js"),
};

let code = "en", locale = "en", page = {}, plural = new Intl.PluralRules("en"), core = null, answers = null;

export const language = () => code;

// [code, name in the language itself]
export const languages = () => Object.keys(LANGUAGES).map((c) => {
  return [c, capital(new Intl.DisplayNames([c], { type: "language" }).of(c), c)];
});

// With a capital letter, as the names of kinds have in sentences.
export const capital = (words, tag = locale) => words.charAt(0).toLocaleUpperCase(tag) + words.slice(1);

const short = (tag) => String(tag).toLowerCase().split("-")[0];
const asked = () => [storage.get("language", null), ...navigator.languages ?? []].filter(Boolean);

// From now on the page speaks the language that the user chose, else the first of the browser's that there
// is. Without its file it speaks English.
export async function speak(chosen) {
  if (chosen) storage.set("language", chosen);
  code = [chosen, ...asked()].filter(Boolean).map(short).find((c) => c in LANGUAGES) ?? "en";
  const [words, phrases] = code === "en" ? [] : await Promise.all([LANGUAGES[code](), import("./phrases.js")])
    .catch(() => { code = "en"; return []; });
  locale = asked().find((tag) => short(tag) === code && tag.length > 2) ?? code;
  plural = new Intl.PluralRules(code);
  page = words?.page ?? {};
  core = words && phrases.reader(words.core, fill, { figure });
  answers = words && phrases.inAnswer;
}

// Puts values in: "{name}" is a value, "{n:move|moves}" the form that goes with the number n. Forms stand in
// the order zero, one, two, few, many, other, as far as the language has them; the last is for all others.
export function fill(sentence, values = {}) {
  return sentence.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, forms) => {
    const value = values[name];
    if (forms === undefined) return typeof value === "number" ? number(value) : String(value);
    const words = forms.split("|"), { pluralCategories } = plural.resolvedOptions();
    const order = ["zero", "one", "two", "few", "many", "other"].filter((c) => pluralCategories.includes(c));
    return words[Math.min(order.indexOf(plural.select(Number(value))), words.length - 1)];
  });
}

// A number in a sentence of the C core, with as many digits as it has there.
function figure(words) {
  const value = Number(words.replaceAll(",", "")), digits = words.split(".")[1]?.length ?? 0;
  const own = number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return { toString: () => own, valueOf: () => value };
}

// A sentence of the page: t("{n} {n:move|moves} to go", { n }). Numbers are written as the language writes
// them. It is called when something is shown, and not before the page knows its language.
export const t = (sentence, values) => fill(page[sentence] ?? sentence, values);

// A sentence of the C core, which speaks English. What no phrase of the language matches stays as it is.
export const fromCore = (sentence) => core?.(sentence) ?? sentence;
// The name of a kind of mazes, and the name of a maze that begins with it.
export const kindName = (kind) => capital(fromCore(kind));
export const mazeName = ({ kind, name }) => name.startsWith(`${kind} `) ? fromCore(kind) + name.slice(kind.length) : name;

export const answerFromCore = (answer) => answers?.(answer, fromCore) ?? answer;

export const number = (x, options) => x === null || x === undefined ? "–"
  : Number(x).toLocaleString(locale, { maximumFractionDigits: 1, ...options });
export const either = (list) => new Intl.ListFormat(locale, { type: "disjunction" }).format(list); // "a or b"
export const date = (day, options) => day.toLocaleDateString(locale, options);
