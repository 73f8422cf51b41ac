// Tests the words of the page: every text goes through t(), and every language has every sentence.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { reader } from "../src/phrases.js";
import { fill } from "../src/words.js";
import { gathered, spoken } from "./gather.mjs";
import { files, namesIn, sentencesOf, source, unwrapped } from "./sentences.mjs";

const read = files.map(sentencesOf);
const sentences = new Set(read.flatMap((r) => r.sentences));
const languages = await Promise.all(readdirSync(join(source, "words")).map(async (f) =>
  [f, await import(join(source, "words", f))]));

test("t() is given whole sentences with values for all their names, once the language is known", () => {
  assert.deepEqual(read.flatMap((r) => r.wrong), []);
  assert.ok(sentences.size > 5 && languages.length >= 2);
});

test("no text that a person reads goes around t()", () => {
  const silent = new Set(["sw.js", "marble3d.js"]); // the service worker, and programs for the graphics card
  assert.deepEqual(files.filter((f) => !silent.has(f)).flatMap(unwrapped), []);
});

for (const [file, { page }] of languages)
  test(`${file} has every sentence of the page, with the same names in it, and no other`, () => {
    assert.deepEqual([...sentences].filter((s) => !(s in page)), [], "missing");
    assert.deepEqual(Object.keys(page).filter((s) => !sentences.has(s)), [], "nobody says these any more");
    assert.deepEqual(Object.entries(page).filter(([s, own]) =>
      [...namesIn(s)].sort().join() !== [...namesIn(own)].sort().join()), [], "other names");
  });

const said = gathered();
const NAMES = new Set(["cw", "ccw", "switch"]); // words of moves, which are typed as they are

for (const [file, { core }] of languages)
  test(`${file} has a phrase for every sentence of the C core, and no other`, () => {
    const stays = new Set(), used = new Set([" and "]), sources = spoken();
    const read = reader(core, fill, { onname: (word) => stays.add(word), onphrase: (phrase) => used.add(phrase) });
    assert.ok(said.size > 500);
    assert.deepEqual([...said].filter((sentence) => read(sentence) === null), [], "missing");
    assert.deepEqual([...stays].filter((word) => /[a-z]{2}/.test(word) && !NAMES.has(word)), [], "half of it stays English");
    const inSources = (phrase) => phrase.split(/\{[^}]*\}/).every((part) => sources.includes(part));
    assert.deepEqual(Object.keys(core).filter((phrase) => !used.has(phrase) && !inSources(phrase)), [],
      "the core does not say these any more");
    assert.deepEqual(Object.entries(core).filter(([phrase, own]) =>
      [...namesIn(phrase)].sort().join() !== [...namesIn(own)].sort().join()), [], "other names");
  });
