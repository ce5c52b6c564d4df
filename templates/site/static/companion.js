// The door to the companion. One tab has the logbook: it has the lock, and the worker in which the program runs. Whatever
// any tab asks of companion/app/ comes through the service worker to that tab, and goes on to its worker.

import {helped, keepRuntime, language, root, say, startWorker} from "./site.js";

const APP = new URL("companion/app/", root);
const LOGBOOK = `menace-logbook ${root.pathname}`; // of the lock and of the channel: another site of the same host has its own
const PATIENCE = 1000; // ms until a tab that did not get the lock follows; a reload gives it back sooner
const HARDLY_ANY = 20e6; // bytes of room
const PLACE = {root: APP.pathname.slice(0, -1), origin: location.origin, language};

const at = (id) => document.getElementById(id);
const tabs = new BroadcastChannel(LOGBOOK);
const frame = at("frame");
const held = []; // ports of what was asked before the logbook was open, with what was asked
let companion = null; // the worker, in the tab that has the logbook
let logbook = null; // what the worker tells of it
let isOpen = false;
let isStarting = true; // whoever asks waits
let follows = false;
let isKeptOffline = false; // whether Python is kept for visits without a network
let kept = null; // whether the browser promised to keep it; null: it was not asked
let judged = null; // the files that were brought, when they may be taken

// What is seen

function show(id) {
  for (const part of document.querySelectorAll("main > section")) part.hidden = part.id !== id;
  document.body.classList.toggle("open", id === "room");
  if (id !== "room") document.title = say("pocket.title");
}

// A sentence above the companion, each once, until it is taken away or means nothing any more.
function news(name, is) {
  at(`news-${name}`)?.remove();
  if (!is) return;
  const line = document.createElement("p");
  const text = document.createElement("span");
  line.id = `news-${name}`;
  line.setAttribute("role", "status");
  text.textContent = say(`pocket.${name}`);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = say("pocket.close");
  button.addEventListener("click", () => {
    line.remove();
    frame.focus();
  });
  line.append(text, button);
  at("news").append(line);
}

function mistake(text) {
  const place = (at("menu").open ? at("menu") : at("choose")).querySelector(".mistake");
  place.textContent = text;
  place.hidden = !text;
  if (text) place.focus();
}

function trouble(error) {
  console.error(error);
  nothingToAnswer();
  at("trouble").querySelector("[role=alert]").textContent = error.message;
  show("trouble");
}

const isLinked = () => location.hash.includes("="); // as the kit maker makes links
const date = (text) => new Date(text).toLocaleString(language, {dateStyle: "medium", timeStyle: "short"});

// Whether this browser can; else nothing is begun, so that no game is ever played that could not be kept.
async function canKeep() {
  if (!isSecureContext || !(await helped)) return false;
  if (!navigator.locks || !window.BroadcastChannel || !HTMLDialogElement.prototype.showModal) return false;
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}

// One tab has the logbook

async function begin() {
  if (!(await canKeep())) {
    at("insecure").hidden = isSecureContext;
    show("cannot");
    return;
  }
  show("working");
  navigator.serviceWorker.addEventListener("message", asked);
  navigator.serviceWorker.startMessages();
  tabs.addEventListener("message", heard);
  const waiting = setTimeout(follow, PATIENCE);
  // It is given back by the browser when this tab is closed or killed, and by nothing else.
  await navigator.locks.request(LOGBOOK, async () => {
    clearTimeout(waiting);
    const alone = !follows;
    follows = false;
    await open(alone);
    await new Promise(() => {});
  });
}

function follow() {
  follows = true;
  show("elsewhere");
  tabs.postMessage({ask: true});
}

// The tab that has the logbook says how it is with it; the others show it, or wait.
function tell() {
  tabs.postMessage({isOpen, logbook});
}

async function heard({data}) {
  if (data.ask) {
    if (companion) tell();
  } else if (follows) {
    logbook = data.logbook;
    if (data.isOpen) enter();
    else show("elsewhere");
    news("follows", data.isOpen);
  }
}

async function open(alone) {
  companion = startWorker("companion", (step) => {
    at("doing").textContent = say("site.starting");
    Object.assign(at("working").querySelector("progress"), {max: step.of, value: step.done});
  });
  news("follows", false);
  news("took-over", !alone);
  tell();
  try {
    await companion.ready;
    logbook = await companion.call("logbook", [language]);
    if (logbook) await opened("start", PLACE);
    else await choose();
  } catch (error) {
    trouble(error);
  }
}

// Does what opens a logbook, and shows the companion.
async function opened(call, wanted) {
  mistake("");
  isStarting = true;
  isOpen = false;
  logbook = await companion.call(call, [wanted]);
  isOpen = true;
  isStarting = false;
  for (const [request, port] of held.splice(0)) hand(request, port);
  kept = (await navigator.storage.persisted()) || (logbook.entries ? false : null);
  await enter();
  tell();
  const {quota = Infinity, usage = 0} = await navigator.storage.estimate();
  news("full", quota - usage < HARDLY_ANY);
  news("link-left", isLinked() && call === "start" && !logbook.is_new);
}

async function enter() {
  await keepRuntime("companion"); // from now on no network is needed
  if (!frame.src) frame.src = APP.href;
  show("room");
  frame.focus();
  news("read-only", logbook.handed);
  if (follows) return;
  news("not-kept", kept === false && !logbook.handed);
}

// Loads the companion's page anew; what it is meant for is said when it is there, for a tap on the old page would be lost.
function shownAnew() {
  return new Promise((done) => {
    frame.addEventListener("load", done, {once: true});
    frame.contentWindow.location.reload();
  });
}

// What is asked of the companion

function asked({data, ports: [port]}) {
  if (data.kept) isKeptOffline = true;
  else if (data.whoHas && companion) port.postMessage({have: true});
  else if (data.request) {
    if (isOpen) hand(data.request, port);
    else if (isStarting) held.push([data.request, port]);
    else port.postMessage({closed: true});
  }
}

function nothingToAnswer() {
  isOpen = isStarting = false;
  for (const [, port] of held.splice(0)) port.postMessage({closed: true});
}

function hand(request, port) {
  companion.worker.postMessage({request}, [port]);
  const isStep = request.method === "POST" && /^\/(api|act)\//.test(request.path);
  if (isStep && kept === null) askToKeep();
}

// The browser is asked when there is something to keep: some ask their user in turn, who then knows what for.
async function askToKeep() {
  kept = false;
  kept = await navigator.storage.persist();
  news("not-kept", !kept);
}

// The first visit: a new logbook, or one that comes from a computer

async function choose() {
  show("choose");
  nothingToAnswer();
  logbook = null;
  tell();
  at("linked").hidden = !isLinked();
  at("of-list").hidden = isLinked();
}

async function started(what) {
  show("working");
  try {
    await opened("start", {...PLACE, ...what});
  } catch (error) {
    if (what.link) history.replaceState(null, "", location.pathname); // it is of no use, the list is
    await refused(error);
  }
}

async function refused(error) {
  if (error.fatal) trouble(error);
  else {
    if (!isOpen && at("trouble").hidden) await choose();
    mistake(error.message);
  }
}

at("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  started(isLinked() ? {link: location.hash.slice(1)} : {machine: at("preset").value});
});

// The files that were chosen or dropped: a logbook, if there is one among them, and all kit files by their names.
async function read(list) {
  const found = {logbook: null, files: {}};
  for (const file of list) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (/\.(toml|csv)$/i.test(file.name)) found.files[file.name] = new TextDecoder().decode(bytes);
    else found.logbook = bytes;
  }
  return found;
}

async function brought(list) {
  const {logbook, files} = await read(list);
  mistake("");
  const kit = Object.keys(files).length ? files : null;
  if (logbook) await bring({logbook, kit});
  else if (kit && isOpen) mistake(say("pocket.no-logbook"));
  else if (kit) await started({kit});
}

// A logbook that comes from elsewhere is compared with the one that is here, and never put in its place if games are lost.
async function bring(what) {
  at("judged").hidden = true;
  try {
    if (!isOpen) {
      await take(what);
      return;
    }
    const {relation, text} = await companion.call("compare_with", [what]);
    judged = relation === "ahead" ? what : null;
    at("judged").querySelector(".warning").textContent = text;
    at("judged").querySelector(".buttons").hidden = !judged;
    at("judged").hidden = false;
    at("judged").focus();
  } catch (error) {
    await refused(error);
  }
}

async function take(what) {
  at("menu").close();
  show("working");
  const isShown = Boolean(frame.src);
  try {
    await opened("take_in", {...PLACE, ...what});
    if (isShown) await shownAnew();
    news("brought", true);
  } catch (error) {
    if (logbook) trouble(error);
    else await refused(error);
  }
}

for (const input of document.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", async () => {
    await brought([...input.files]);
    input.value = ""; // so that the same file can be chosen again
  });
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  if (companion && (!at("choose").hidden || at("menu").open)) brought([...event.dataTransfer.files]);
});

// The menu

function fact(name, text) {
  at("menu").querySelector(`[data-fact=${name}]`).textContent = text;
}

async function menu() {
  at("saved").hidden = at("judged").hidden = true;
  at("sure-back").checked = at("sure-drop").checked = false;
  if (companion && isOpen) logbook = await companion.call("logbook", [language]);
  told();
  fact("network", say(isKeptOffline ? "pocket.offline" : "pocket.online"));
  if (!at("menu").open) at("menu").showModal();
  mistake("");
}

function told() {
  at("menu").classList.toggle("follows", follows);
  at("menu").classList.toggle("is-handed", Boolean(logbook?.handed));
  fact("machine", logbook?.name ?? "");
  fact("games", logbook?.games ?? "");
  fact("last", logbook?.last_at ? date(logbook.last_at) : "–");
  fact("storage", say(kept ? "pocket.kept" : "pocket.not-kept"));
}

async function save() {
  const list = at("saved").querySelector("ul");
  for (const old of list.querySelectorAll("a")) URL.revokeObjectURL(old.href);
  list.replaceChildren();
  const offer = (name, content) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content]));
    link.download = link.textContent = name;
    line.append(link);
    list.append(line);
  };
  const {name, content} = await companion.call("export_logbook");
  offer(name, content);
  at("saved").hidden = false;
  const {files} = await companion.call("export_kit"); // nobody knows the kit of a damaged logbook; it can be saved all the same
  for (const [each, text] of Object.entries(files)) offer(each, text);
  at("saved").focus();
}

// Who hands the logbook over can write no more here, until the copy is known to be at rest.
async function handOver(is) {
  logbook = await companion.call("hand_over", [is]);
  await shownAnew();
  told();
  tell();
  news("read-only", is);
}

async function drop() {
  at("menu").close();
  show("working");
  await companion.call("forget");
  tabs.postMessage({isOpen: false, logbook: null});
  location.reload(); // a new beginning, also for what the frame remembers
}

const DEEDS = {
  again: () => location.reload(),
  menu,
  save,
  hand: () => handOver(true),
  back: () => (at("sure-back").checked ? handOver(false) : mistake(say("pocket.sure-first"))),
  take: () => take(judged),
  drop: () => (at("sure-drop").checked ? drop() : mistake(say("pocket.sure-first"))),
};

for (const button of document.querySelectorAll("[data-do]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    mistake("");
    try {
      await DEEDS[button.dataset.do]();
    } catch (error) {
      await refused(error);
    }
    button.disabled = false;
  });
}

// The companion has all of the window; the way to the menu is put at the end of its pages.
frame.addEventListener("load", () => {
  const page = frame.contentDocument;
  const end = page.querySelector("body > footer"); // the screen has none, and is drawn anew
  document.title = page.title || say("pocket.title");
  at("corner").hidden = Boolean(end);
  if (!end) return;
  const button = page.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = say("pocket.menu");
  button.addEventListener("click", menu);
  end.prepend(button);
});

begin();
