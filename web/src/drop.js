// drop.js: a maze that is pasted, dropped or opened as a file, in any form that the core reads.
import { core } from "./core.js";
import { button, el } from "./dom.js";
import { t } from "./words.js";

const LARGEST = 1000000; // bytes, as the core reads them

// kind(): what a bare grid may be; take(answer), refuse(error, text). close() ends it.
export function receiveMazes(root, kind, take, refuse) {
  const ending = new AbortController(), { signal } = ending;
  const read = async (text) => {
    const answer = await core.ask({ ask: "read", text, kind: kind() }).catch((e) => e);
    if (signal.aborted) return;
    if (answer instanceof Error) refuse(answer, text);
    else take(answer);
  };
  const readFile = async (file) => file.size > LARGEST
    ? refuse(new Error(t("{name} is too large for a maze.", { name: file.name })), "") : read(await file.text());
  const typing = (e) => e.target.closest?.("input, select, textarea, dialog");

  document.addEventListener("paste", (e) => {
    const text = e.clipboardData?.getData("text/plain"), file = e.clipboardData?.files[0];
    if (typing(e) || !(text?.trim() || file)) return;
    e.preventDefault();
    if (text?.trim()) read(text);
    else readFile(file);
  }, { signal });
  root.addEventListener("dragover", (e) => e.preventDefault(), { signal });
  root.addEventListener("drop", (e) => {
    const file = e.dataTransfer.files[0], text = e.dataTransfer.getData("text/plain");
    if (!file && typing(e)) return;
    e.preventDefault();
    if (file) readFile(file);
    else if (text.trim()) read(text);
  }, { signal });

  const input = el("input", { type: "file", hidden: true, onchange: () => {
    if (input.files[0]) readFile(input.files[0]);
    input.value = "";
  } });
  return { node: el("span", {}, button("list", t("Open a file"), () => input.click()), input), close: () => ending.abort() };
}
