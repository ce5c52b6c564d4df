// The service worker of the whole site: between its pages and everything that they ask for.

// Visits without a network. Every file is kept under its path and the hash of its content, which stands in this script:
// so a page never gets files of two versions, and of a new version only what has changed is fetched. What is needed at
// once is fetched when this script is installed; Python, documents, lesson and licences are kept when they are used for the
// first time, and so are the pictures of shared links, which no page shows.

const VERSION = "{{ version }}";
const HASHES = {{ hashes|tojson }};
const ROOT = new URL(self.registration.scope);
const CACHE = `menace ${ROOT.pathname}`; // caches are shared by all sites of a host
const LATER = ["runtime/", "docs/", "lesson/", "shared/", "licences.txt"];

const keyOf = (path) => new URL(`${path}?${HASHES[path]}`, ROOT).href;
const keys = new Set(Object.keys(HASHES).map(keyOf));

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(answered(path, event.request));
});
self.addEventListener("message", (event) => {
  const told = (value) => event.source.postMessage(value);
  if (event.data.version) told({version: VERSION});
  if (event.data.take) self.skipWaiting(); // the user wants the new version now
  if (event.data.keep) event.waitUntil(keep(isRuntimeOf(event.data.keep)).then(() => told({kept: true}), () => {}));
});

// The path of a file of the site that is asked for, or null; a folder's is that of its page.
function pathOf({method, url}) {
  const {origin, pathname} = new URL(url);
  if (method !== "GET" || origin !== ROOT.origin || !pathname.startsWith(ROOT.pathname)) return null;
  try {
    const path = decodeURIComponent(pathname.slice(ROOT.pathname.length)).replace(/(^|\/)$/, "$1index.html");
    return Object.hasOwn(HASHES, path) ? path : null;
  } catch {
    return null; // no address of a file
  }
}

// What a part of the site starts Python from: the companion has archives of its own.
function isRuntimeOf(part) {
  return (path) => path.startsWith("runtime/") && (part === "companion" || !path.startsWith("runtime/companion-"));
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

async function answered(path, request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(path));
  if (kept) return kept;
  try {
    const found = await fetched(path);
    await cache.put(keyOf(path), found.clone()).catch(() => {}); // there is no room; it works with a network
    return found;
  } catch (error) {
    // A document stands alone: one of another version is better than none, for it cannot tell of a new version.
    if (path.startsWith("docs/") && request.mode === "navigate") return fetch(request);
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

// The companion's bridge: what any tab asks of companion/app/ goes to the tab that has the logbook, and from there to the
// program in its worker, over a channel of its own. The browser may stop this script at any time: what is known here is
// found out again, and a stream that was cut off is asked for anew by the page that listens to it.

const APP = new URL("companion/app/", ROOT);
const CLOSED = {{ closed|tojson }};
const SOON = 1000; // ms in which a tab says whether it has the logbook
const TRIES = 5; // while one tab is closed and another takes the logbook over, none has it
const LOOK_AGAIN = 1000; // ms between two looks whether the tab that is to answer is still there
const WITHOUT_BODY = [204, 205, 304];
let keeper = ""; // the tab that has the logbook, as far as is known

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

self.addEventListener("fetch", (event) => {
  if (event.request.url.startsWith(APP.href)) event.respondWith(fromCompanion(event));
});

async function fromCompanion(event) {
  const {request} = event;
  const isReading = ["GET", "HEAD"].includes(request.method);
  if (!isReading && !(await isOurs(event))) return refused();
  const url = new URL(request.url);
  const asked = {
    method: request.method,
    path: url.pathname.slice(APP.pathname.length - 1),
    query: url.search.slice(1),
    headers: [
      ...request.headers,
      ["accept-language", navigator.languages.join(",")],
      ["referer", request.referrer],
      ...(isReading ? [] : [["origin", APP.origin]]), // as it was found to be
    ],
    body: isReading ? null : new Uint8Array(await request.arrayBuffer()),
  };
  const tab = await tabWithLogbook();
  return (tab && (await fromTab(tab, asked))) || closed(request);
}

// A change must come from a page of this site. Browsers keep from a service worker what they tell a server of that; but
// it knows whose script asked, and at which page a form stood.
async function isOurs({request, clientId}) {
  const page = request.mode === "navigate" ? null : await clients.get(clientId);
  const from = page ? page.url : request.referrer;
  return from.startsWith(`${APP.origin}/`);
}

async function tabWithLogbook() {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = keeper && (await clients.get(keeper));
    if (known) return known;
    const doors = (await clients.matchAll({type: "window", includeUncontrolled: true})).filter(isDoor);
    if (!doors.length) return null;
    keeper = (await Promise.race([...doors.map(hasLogbook), pause(SOON)])) || "";
  }
  return null;
}

function isDoor({url}) {
  return url.startsWith(ROOT.href) && new URL(url).pathname.endsWith("/companion.html");
}

// The id of a tab when it says that it has the logbook; those that have not do not answer.
function hasLogbook(tab) {
  const {port1, port2} = new MessageChannel();
  return new Promise((found) => {
    port1.onmessage = () => found(tab.id);
    tab.postMessage({whoHas: true}, [port2]);
  });
}

// The answer of a tab's worker, or null where there is no logbook to answer from. Its body is taken as it comes, as fast as
// the page takes it; a page that goes away ends it, and so does the end of the tab.
function fromTab(tab, asked) {
  const {port1: port, port2} = new MessageChannel();
  return new Promise((resolve, reject) => {
    let flow;
    const stop = () => {
      clearInterval(looking);
      port.close();
    };
    const fail = (text) => {
      stop();
      flow.error(new TypeError(text));
    };
    const looking = setInterval(async () => {
      if (await clients.get(tab.id)) return;
      keeper = "";
      fail("the tab that had the logbook was closed");
      resolve(null); // if it had not begun to answer
    }, LOOK_AGAIN);
    const body = new ReadableStream({
      start: (controller) => {
        flow = controller;
      },
      pull: () => port.postMessage({next: true}),
      cancel: () => {
        port.postMessage({cancel: true});
        stop();
      },
    });
    port.onmessage = ({data}) => {
      if (data.status) {
        const {status, headers} = data;
        resolve(new Response(WITHOUT_BODY.includes(status) ? null : body, {status, headers}));
      } else if (data.chunk) flow.enqueue(data.chunk);
      else if (data.end) {
        stop();
        flow.close();
      } else if (data.closed) {
        stop();
        resolve(null);
      } else {
        fail(data.failed);
        reject(new TypeError(data.failed));
      }
    };
    tab.postMessage({request: asked}, [port2]);
  });
}

// Seen only by whoever wrote the other page. Without an icon of its own a browser would ask for one that is not there.
function refused() {
  const page = '<!DOCTYPE html><link rel="icon" href="data:,"><p>Only this site\'s own pages may change anything.';
  return new Response(page, {status: 403, headers: {"Cache-Control": "no-store", "Content-Type": "text/html; charset=utf-8"}});
}

// What is said while no tab has the logbook, in the language of the browser: a page, or for scripts what the API says.
function closed(request) {
  const asked = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  const code = asked.find((each) => each in CLOSED) || "en";
  const words = CLOSED[code];
  const status = 503;
  const headers = {"Cache-Control": "no-store", "Retry-After": "2"};
  if (request.mode !== "navigate" && !request.headers.get("accept")?.includes("text/html")) {
    const detail = `${words.closed}. ${words["closed-what"]}`;
    return Response.json({status, detail}, {status, headers: {...headers, "Content-Type": "application/problem+json"}});
  }
  const door = new URL(`${code}/companion.html`, ROOT);
  const style = new URL("static/site.css", ROOT);
  const page = `<!doctype html>
<html lang="${code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.closed}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<main id="main">
<h1>${words.closed}</h1>
<p role="alert">${words["closed-what"]}</p>
<p><a class="button first" href="${door}">${words.open}</a></p>
</main>
</body>
</html>`;
  return new Response(page, {status, headers: {...headers, "Content-Type": "text/html; charset=utf-8"}});
}
