// What every page of the site has: its words, the language that was chosen, the worker in which Python runs, and what is
// kept for visits without a network.

export const root = new URL("..", import.meta.url);
export const language = document.documentElement.lang;

const words = JSON.parse(document.getElementById("words").textContent);
const plural = new Intl.PluralRules(language);

// The sentence of this key, as Python's words have it: {facts} are put in, and of several forms that for `n` is taken.
export function say(key, facts = {}) {
  let sentence = words[key];
  if (typeof sentence !== "string") {
    const [one, other] = Array.isArray(sentence) ? sentence : [sentence.one, sentence.other];
    sentence = plural.select(facts.n) === "one" ? one : other;
  }
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

// A worker with Python in it. `onBoot` hears {text, done, of} while it starts; a call's progress is heard by what is given
// to `call`. What goes wrong with a call rejects it: an Error with `kind`, the name of the program's own error, if it is one.
// A browser that is too old for it never gets `ready`, which is rejected with an Error that has `old`.
export function startWorker(part, onBoot = () => {}) {
  let modules = false; // whether the browser asks of which type the worker is: one that does not takes it for a plain script
  const how = {
    name: part,
    get type() {
      modules = true;
      return "module";
    },
  };
  const worker = new Worker(new URL("worker.js", import.meta.url), how);
  const waiting = new Map();
  let last = 0;
  const failed = (text) => {
    for (const {reject} of waiting.values()) reject(new Error(text));
    waiting.clear();
  };
  const ready = new Promise((resolve, reject) => {
    if (!modules || typeof WebAssembly !== "object") reject(Object.assign(new Error("too old"), {old: true}));
    worker.addEventListener("error", (event) => {
      const text = event.message || "the worker could not be started";
      failed(text);
      reject(new Error(text));
    });
    worker.addEventListener("message", ({data}) => {
      if (data.boot) onBoot(data.boot);
      else if (data.ready) {
        resolve();
        keepRuntime(part);
      }
      else if (data.failed) {
        failed(data.failed);
        reject(new Error(data.failed));
      } else if (data.id !== undefined) answered(data);
    });
  });
  ready.catch(() => {}); // who calls is told, too
  function answered(data) {
    const call = waiting.get(data.id);
    if (!call) return;
    if ("progress" in data) {
      call.onProgress(data.progress);
      return;
    }
    waiting.delete(data.id);
    if ("result" in data) call.resolve(data.result ?? null);
    else if (data.cancelled) call.resolve(null);
    else {
      const text = data.fatal ?? data.error;
      call.reject(Object.assign(new Error(text), {kind: data.kind, fatal: "fatal" in data}));
      if ("fatal" in data) failed(text);
    }
  }
  return {
    worker,
    ready,
    // With `signal`, an AbortSignal, a call that is a generator can be ended; it comes to null then.
    call(name, args = [], {onProgress = () => {}, transfer = [], signal} = {}) {
      const id = ++last;
      signal?.addEventListener("abort", () => worker.postMessage({cancel: id}));
      return new Promise((resolve, reject) => {
        waiting.set(id, {resolve, reject, onProgress});
        worker.postMessage({id, call: name, args}, transfer);
        ready.catch(reject);
      });
    },
    stop() {
      worker.terminate();
      failed("stopped");
    },
  };
}

// What has been used once is there without a network, by the service worker; only over https, or on one's own machine.

const helper = navigator.serviceWorker;

// Lets all be kept that Python is made of for a part of the site. When it has started for the first time, the service
// worker may not have seen it.
export async function keepRuntime(part) {
  if (helper) (await helper.ready).active.postMessage({keep: part});
}

// A page stays as it is until the user loads it anew: whatever it asks for is of its own version.
function tellOfNewer(waiting) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = say("site.load");
  button.addEventListener("click", () => {
    if (!waiting) location.reload();
    helper.addEventListener("controllerchange", () => location.reload(), {once: true});
    waiting?.postMessage({take: true});
  });
  const notice = document.getElementById("notice");
  notice.replaceChildren(say("site.newer"), " ", button);
  notice.hidden = false;
}

async function serve() {
  const registration = await helper.register(new URL("service-worker.js", root), {updateViaCache: "none"});
  const look = (worker) => {
    if (worker?.state === "installed" && registration.active) tellOfNewer(worker);
  };
  const follow = (worker) => worker?.addEventListener("statechange", () => look(worker));
  look(registration.waiting);
  follow(registration.installing); // which may have been found before anybody listens
  registration.addEventListener("updatefound", () => follow(registration.installing));
  helper.addEventListener("message", ({data}) => {
    if (data.version && data.version !== document.documentElement.dataset.version) tellOfNewer();
    const kept = document.getElementById("kept");
    if (data.kept && kept) kept.hidden = false;
  });
  helper.addEventListener("controllerchange", () => helper.controller?.postMessage({version: true}));
  helper.startMessages();
}

// Whether there is a service worker, or will be as soon as it has fetched what it keeps.
export const helped = helper
  ? serve().then(
      () => true,
      (error) => {
        console.info(`not kept for visits without a network: ${error.message}`);
        return false;
      },
    )
  : Promise.resolve(false);

// The language that was chosen last is the one of the next visit; storage may be forbidden, then the browser's is taken.
const LANGUAGE = `${root.pathname} language`; // another site of the same host has its own

function remember(code) {
  try {
    localStorage.setItem(LANGUAGE, code);
  } catch {
    // nothing is remembered
  }
}

function remembered() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

function chooseLanguage(links) {
  const there = links.map((link) => link.dataset.language);
  const asked = [remembered(), ...navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]), "en"];
  const code = asked.find((each) => there.includes(each));
  location.replace(new URL(`${code}/index.html${location.hash}`, root));
}

const links = [...document.querySelectorAll("a[data-language]")];
if ("choose" in document.body.dataset) chooseLanguage(links);
for (const link of links) link.addEventListener("click", () => remember(link.dataset.language));
