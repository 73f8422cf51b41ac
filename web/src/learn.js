// learn.js: lessons, tiny mazes with one idea each: which one a maze is, what stands above its board, and what comes
// after a maze is solved.
import { el } from "./dom.js";
import { nextMaze, progressOf } from "./progress.js";
import { storage } from "./storage.js";
import { fromCore, kindName, t } from "./words.js";

export const lessonsOf = (context, kind) => (context.lessons ?? []).filter((m) => m.kind === kind);

// A lesson with its name and `next`, the one after it or null; null: this maze is none.
export function lessonOf(context, id) {
  const kind = id.split(":")[0], all = lessonsOf(context, kind), at = all.findIndex((m) => m.id === id);
  return at < 0 ? null
    : { ...all[at], name: t("{kind}: lesson {n} of {all}", { kind: kindName(kind), n: at + 1, all: all.length }), next: all[at + 1] ?? null };
}

// {id, words} of what comes after a solved maze; null: everything is solved.
export function whatNext(context, id) {
  const lesson = lessonOf(context, id), ladder = context.mazes.filter((m) => m.kind === lesson?.kind);
  if (lesson?.next) return { id: lesson.next.id, words: t("Next lesson") };
  const first = ladder.find((m) => progressOf(m.id).best === undefined) ?? ladder[0];
  if (first) return { id: first.id, words: t("On to the ladder") };
  const next = nextMaze(context.mazes, id);
  return next && { id: next.id, words: t("Next maze: {name}", { name: next.name }) };
}

// What a lesson says; or, to those who have solved nothing yet, where the lessons are; or nothing.
export function lessonLine(context, { id, kind }) {
  const lesson = lessonOf(context, id), [first] = lessonsOf(context, kind);
  if (lesson) return [el("p", {}, fromCore(lesson.text))];
  if (!first || Object.keys(storage.get("progress", {})).length) return [];
  return [el("a", { class: "button", href: `#play/${first.id}` }, t("New here? Learn {kind} in five minutes", { kind: kindName(kind) }))];
}
