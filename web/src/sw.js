// sw.js: the service worker, with which the page works offline. It keeps all files of a version. Only
// mazes.json is fetched anew if possible, because a site gets new mazes of the day. build.mjs fills in FILES
// and VERSION.
const cache = `mazewright-${VERSION}`;

self.addEventListener("install", (e) => e.waitUntil(
  caches.open(cache).then((c) => c.addAll(["./", ...FILES.map((f) => `./${f}`)])).then(() => self.skipWaiting())));

self.addEventListener("activate", (e) => e.waitUntil(
  caches.keys().then((keys) => Promise.all(keys.filter((k) => k.startsWith("mazewright-") && k !== cache)
    .map((k) => caches.delete(k))))
    .then(() => self.clients.claim())));

async function fresh(request) {
  const kept = await caches.open(cache);
  try {
    const answer = await fetch(request);
    if (answer.ok) kept.put(request, answer.clone());
    return answer;
  } catch {
    return (await kept.match(request)) ?? Response.error();
  }
}

self.addEventListener("fetch", (e) => {
  const at = new URL(e.request.url), scope = new URL(self.registration.scope);
  if (e.request.method !== "GET" || at.origin !== scope.origin || at.pathname.startsWith(`${scope.pathname}api/`)) return;
  if (at.pathname.endsWith("/mazes.json") || e.request.mode === "navigate") e.respondWith(fresh(e.request));
  else e.respondWith(caches.match(e.request, { ignoreSearch: true }).then((r) => r ?? fetch(e.request)));
});
