// shortcuts.js: keys of a single letter, digit or sign can be switched off in every view, for people who speak
// to their computer or hit keys by chance. Arrows, Enter, Escape and the space bar stay.
import { el } from "./dom.js";
import { storage } from "./storage.js";
import { t } from "./words.js";

const on = () => storage.get("shortcuts", true);
const typed = (e) => e.target.closest?.("input, select, textarea");

// Before any view hears it.
addEventListener("keydown", (e) => {
  const single = [...e.key].length === 1 && e.key !== " ";
  if (single && !on() && !e.ctrlKey && !e.metaKey && !typed(e)) e.stopImmediatePropagation();
}, true);

// The setting, for the help of a view about its keys.
export const shortcutsField = () => el("label", { class: "check small" },
  el("input", { type: "checkbox", checked: on(), onchange: (e) => storage.set("shortcuts", e.target.checked) }),
  t("Keys of a single letter, digit or sign"));
