// The service worker of the whole site: between its pages and everything that they ask for.

// Visits without a network. Every file is kept under its path and the hash of its content, which stands in this script:
// so a page never gets files of two versions, and of a new version only what has changed is fetched. What is needed at
// once is fetched when this script is installed; Python and the documents are kept when they are used for the first time.

const VERSION = "{{ version }}";
const HASHES = {{ hashes|tojson }};
const ROOT = new URL(self.registration.scope);
const CACHE = `menace ${ROOT.pathname}`; // caches are shared by all sites of a host
const LATER = ["runtime/", "docs/"];

const keyOf = (path) => new URL(`${path}?${HASHES[path]}`, ROOT).href;
const keys = new Set(Object.keys(HASHES).map(keyOf));

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(answered(path));
});
self.addEventListener("message", (event) => {
  const told = (value) => event.source.postMessage(value);
  if (event.data.version) told({version: VERSION});
  if (event.data.take) self.skipWaiting(); // the user wants the new version now
  if (event.data.keep) event.waitUntil(keep(isRuntime).then(() => told({kept: true}), () => {}));
});

// The path of a file of the site that is asked for, or null; a folder's is that of its page.
function pathOf({method, url}) {
  const {origin, pathname} = new URL(url);
  if (method !== "GET" || origin !== ROOT.origin || !pathname.startsWith(ROOT.pathname)) return null;
  const path = decodeURIComponent(pathname.slice(ROOT.pathname.length)).replace(/(^|\/)$/, "$1index.html");
  return Object.hasOwn(HASHES, path) ? path : null;
}

function isRuntime(path) {
  return path.startsWith("runtime/");
}

// Of an older version that was used whole, all is fetched that was used: it is as ready as that was.
async function install() {
  const used = new Set((await (await caches.open(CACHE)).keys()).map(({url}) => pathOf({method: "GET", url})));
  await keep((path) => used.has(path) || !LATER.some((folder) => path.startsWith(folder)));
}

async function keep(isWanted) {
  const cache = await caches.open(CACHE);
  for (const path of Object.keys(HASHES).filter(isWanted)) {
    if (!(await cache.match(keyOf(path)))) await cache.put(keyOf(path), await fetched(path));
  }
}

async function clean() {
  const cache = await caches.open(CACHE);
  const old = (await cache.keys()).filter(({url}) => !keys.has(url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function answered(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(path));
  if (kept) return kept;
  try {
    const found = await fetched(path);
    await cache.put(keyOf(path), found.clone()).catch(() => {}); // there is no room; it works with a network
    return found;
  } catch (error) {
    return new Response(String(error.message || error), {status: 503, headers: {"content-type": "text/plain"}});
  }
}

// A file as this version has it. What the browser itself kept, or what the server has by now, may be another version's.
async function fetched(path) {
  for (const cache of ["default", "reload"]) {
    const response = await fetch(new URL(path, ROOT), {cache});
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const content = await response.arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
    if ([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === HASHES[path]) {
      return new Response(content, {headers: {"content-type": response.headers.get("content-type") ?? ""}});
    }
  }
  self.registration.update().catch(() => {});
  throw new Error(`${path}: there is a new version of this site; load this page again`);
}
