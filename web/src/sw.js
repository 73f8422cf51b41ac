// sw.js: the service worker, with which the page works offline. It keeps all files of a version; but of the
// mazes of the days only those of this month and the next, and of months that were looked at, and files that few
// need (LATER) once they were needed. The page itself and lists of mazes are fetched anew if possible, because a
// site gets new versions and new mazes of the day.
// Another program may use the same address later, so files are given from the store only to this page; and
// when the address shows another page, the worker removes all that it keeps and ends. build.mjs fills in FILES,
// LATER, MONTHS and VERSION.
const scope = new URL(self.registration.scope);
const prefix = `mazewright ${scope.pathname} `, cache = prefix + VERSION;
const MARK = '<meta name="generator" content="Mazewright">'; // in index.html

const atOnce = FILES.filter((f) => !LATER.includes(f));
const remove = async (unwanted) =>
  Promise.all((await caches.keys()).filter(unwanted).map((key) => caches.delete(key)));

function monthsAhead() {
  const now = new Date(), at = MONTHS.indexOf(`${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`);
  return at < 0 ? [] : MONTHS.slice(at, at + 2).map((month) => `days/${month}.json`);
}

self.addEventListener("install", (e) => e.waitUntil(
  caches.open(cache).then((c) => c.addAll(["./", ...[...atOnce, ...monthsAhead()].map((f) => `./${f}`)])).then(() => self.skipWaiting())));

// Earlier versions named their stores mazewright-VERSION.
self.addEventListener("activate", (e) => e.waitUntil(
  remove((key) => (key.startsWith(prefix) && key !== cache) || /^mazewright-[0-9a-f]{16}$/.test(key))
    .then(() => self.clients.claim())));

async function isOurs(answer) {
  return answer.ok && (await answer.clone().text()).includes(MARK);
}

async function fresh(request, isPage) {
  const kept = await caches.open(cache);
  let answer;
  try {
    answer = await fetch(request);
  } catch {
    return (await kept.match(request, { ignoreSearch: true })) ?? Response.error();
  }
  if (isPage && (answer.ok || answer.status === 404) && !await isOurs(answer)) {
    await remove((key) => key.startsWith(prefix));
    await self.registration.unregister();
  } else if (answer.ok) {
    await kept.put(request, answer.clone());
  }
  return answer;
}

// The part of an address below the scope; undefined: it lies elsewhere.
function below(address) {
  const at = new URL(address);
  return at.origin === scope.origin && at.pathname.startsWith(scope.pathname)
    ? at.pathname.slice(scope.pathname.length) : undefined;
}

const isPage = (name) => name === "" || name === "index.html";

async function stored(e) {
  const client = await self.clients.get(e.clientId), from = client ? below(client.url) : "";
  const ours = from !== undefined && (isPage(from) || FILES.includes(from)); // the page, or its worker
  const store = ours && await caches.has(cache) && await caches.open(cache);
  const kept = store && await store.match(e.request, { ignoreSearch: true });
  if (kept) return kept;
  const answer = await fetch(e.request);
  if (store && answer.ok) await store.put(e.request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (e) => {
  const name = below(e.request.url);
  if (e.request.method !== "GET" || name === undefined || name.startsWith("api/")) return;
  if (e.request.mode === "navigate") {
    if (isPage(name)) e.respondWith(fresh(e.request, true));
  } else if (name === "mazes.json" || name.startsWith("days/")) e.respondWith(fresh(e.request, false));
  else if (FILES.includes(name)) e.respondWith(stored(e));
});
