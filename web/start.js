// start.js: speaks while the page loads, and where it cannot: which sentence of index.html is shown, and in
// which language. It is a classic script, because those load from everywhere; what it shows ends when app.js
// shows a view in its place.
(() => {
  const SLOW = 10000; // milliseconds
  let state = "loading", why = "";

  function language() {
    let chosen = null;
    try { chosen = JSON.parse(localStorage.getItem("mazewright.language")); } catch { /* refused */ }
    const codes = [chosen, ...navigator.languages ?? []].map((tag) => String(tag).toLowerCase().split("-")[0]);
    return codes.find((code) => ["en", "de", "es"].includes(code)) ?? "en";
  }

  function show() {
    const box = document.getElementById("loading"), code = language();
    for (const part of box?.querySelectorAll("div[lang]") ?? []) part.hidden = part.lang !== code;
    for (const node of box?.querySelectorAll("[data-when]") ?? []) node.hidden = !node.dataset.when.split(" ").includes(state);
    for (const node of box?.querySelectorAll(".why") ?? []) node.textContent = why;
    box?.classList.toggle("stopped", state !== "loading" && state !== "slow");
  }

  function say(now, text = "") {
    if (state === "file" || state === "old") return; // nothing explains more
    [state, why] = [now, text];
    show();
  }

  const fail = (text) => say(self.origin === "null" ? "closed" : "failed", text);

  // Also app.js tells here why it cannot begin.
  addEventListener("cannotbegin", (e) => fail(e.detail));
  addEventListener("error", (e) => { // of the page's own files, and not of what a browser has added to it
    const file = e.filename ?? e.target.src ?? "";
    if (file.startsWith(new URL(".", document.baseURI).href)) fail(e.message ?? file.split("/").at(-1));
  }, true);
  addEventListener("click", (e) => e.target.closest?.("#loading button") && location.reload());
  addEventListener("DOMContentLoaded", show);
  setTimeout(() => state === "loading" && say("slow"), SLOW);

  if (location.protocol === "file:") say("file");
  else if (!("noModule" in HTMLScriptElement.prototype) || typeof WebAssembly !== "object") say("old");
})();
