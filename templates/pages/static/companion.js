// Makes the pages quick; without it they work all the same. A form that posts to /act/NAME is sent to /api/NAME instead,
// and <main> is put in anew from the page that follows. What is sent again after a lost connection says the same entry,
// so that the server knows it and records nothing twice. In the game against a copy, a tap names the step it was made on.
"use strict";

// What stands before all addresses: nothing, the place of a site, or in a class that of the machine.
const root = new URL(document.currentScript.src).pathname.replace(/\/static\/[^/]*$/, "");
const words = document.body.dataset;
const notice = document.getElementById("notice"); // what came of a tap, until the state moves on
const connection = document.getElementById("connection"); // that there is none, whatever else is told
const announce = document.getElementById("announce");
const taps = []; // what was tapped and is not recorded yet: ticks, and behind them perhaps one step
let busy = false; // they are being sent, or the page that follows is fetched
let stepping = false; // a step is among them: whatever is tapped meanwhile is a double tap
const SETTLING = 500; // milliseconds in which a tap was still meant for what stood there before
let standing = 1; // the number of the page that stands there; a new one comes with each entry
let settling = false; // it came just now
let settled = 0; // the timer that says when it no longer did
let finger = null; // the page that a finger or the mouse came down on, 0 for one that had just come
let sentBy = ""; // the key of the last step
let keyLater = ""; // the key of a step that was pressed while ticks are recorded
const resting = new Set(); // the ids of the lines that were ticked just now
let toldOn = ""; // the entry that the notice belongs to
let fetching = null; // the newest fetch of the page, which makes older ones void
let newest = null; // the state that came last as an event

const main = () => document.getElementById("main");
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const entryOf = (page) => (page.dataset.stamp || "").split(":")[0];

function show(place, text) {
  place.textContent = text;
  place.hidden = !text;
}

function tell(text) {
  show(notice, text);
  toldOn = entryOf(main());
}

// What a form says, as the API takes it.
function facts(form, button) {
  const data = new FormData(form);
  if (button && button.name) data.set(button.name, button.value);
  const said = {};
  for (const [name, value] of data) {
    if (name === "next" || !String(value).trim()) continue;
    if (name.startsWith("count:")) (said.counts ??= {})[name.slice(6)] = value;
    else said[name] = value;
  }
  return said;
}

// Sends it until there is an answer, all of it; a server that is away or busy is waited for. A form's body says itself what
// it is.
async function send(address, body) {
  const headers = typeof body === "string" ? { "Content-Type": "application/json" } : {};
  for (let wait = 400; ; wait = Math.min(2 * wait, 5000)) {
    try {
      const answer = await fetch(address, {
        method: "POST",
        headers,
        body,
        signal: AbortSignal.timeout ? AbortSignal.timeout(15000) : undefined,
      });
      // A 503 that does not say when to come again is for people: a full disk, or a logbook that is gone.
      const text = await answer.text(); // a server may go away in the middle of it
      const again = answer.status === 503 ? answer.headers.has("Retry-After") : [408, 502, 504].includes(answer.status);
      show(connection, again ? factsIn(text).detail || words.waiting : "");
      if (!again) return { answer, text };
    } catch {
      show(connection, words.waiting);
    }
    await pause(wait);
  }
}

// What an answer of the API says; nothing where it is none.
function factsIn(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const pageIn = (text) => new DOMParser().parseFromString(text, "text/html");

// Puts the page in anew, as it is on the server now; what is being typed stays. What was told on another entry goes,
// unless the page was asked for because of it.
async function refresh(focus = true, ours = false) {
  const mine = (fetching = {});
  let answer, text;
  for (;;) {
    try {
      answer = await fetch(location.href, { headers: { Accept: "text/html", "X-Requested-With": "fetch" } });
      text = await answer.text(); // a server may go away in the middle of it
      show(connection, "");
      break;
    } catch {
      show(connection, words.waiting);
      await pause(1000);
    }
    if (fetching !== mine) return;
  }
  while (performance.now() - spaceDown < 1000) await pause(20);
  if (fetching !== mine) return;
  const page = pageIn(text);
  if (answer.status === 503) return tell(page.querySelector("#main [role=alert]").textContent);
  const old = main();
  const fresh = page.getElementById("main");
  if (!fresh || !fresh.dataset.stamp || answer.redirected) return location.reload();
  const other = old.dataset.due !== fresh.dataset.due;
  if (!other) keepTyped(old, fresh);
  for (const kept of old.querySelectorAll("[data-keep]")) {
    const same = [...fresh.querySelectorAll("[data-keep]")].find((each) => each.dataset.keep === kept.dataset.keep);
    if (same) same.replaceWith(kept); // a picture that is the same does not flicker
  }
  const held = old.contains(document.activeElement) ? document.activeElement : null;
  fresh.classList.add("swapped");
  old.replaceWith(document.adoptNode(fresh));
  if (entryOf(old) !== entryOf(fresh) && fresh.dataset.due !== "class") settle();
  if (ours) toldOn = entryOf(fresh);
  else if (toldOn !== entryOf(fresh)) tell("");
  showTaps();
  document.title = page.title;
  const again = held && sameAs(held, entryOf(old) === entryOf(fresh));
  if (again) again.focus({ preventScroll: true });
  else if (focus) fresh.focus({ preventScroll: true });
  if (other) scrollTo(0, 0);
  if (fresh.dataset.live && fresh.dataset.live !== announce.textContent) announce.textContent = fresh.dataset.live;
}

// What stands there now for something of the page before: what has its id or, where no step was recorded, its key.
function sameAs(held, isSameEntry) {
  if (held.id) return document.getElementById(held.id);
  return isSameEntry && held.dataset.key ? withKey(held.dataset.key) : null;
}

// A tap that is late, or the second of a double one, was meant for what stood there before, and must not meet a button
// that came since: an undo, or the next step. Whether it did is said by where and when the finger came down, whatever
// is put in anew meanwhile. Keys and screen readers, which say what they mean, are not held up.
function settle() {
  standing += 1;
  settling = true;
  document.body.classList.add("settling");
  clearTimeout(settled);
  settled = setTimeout(() => {
    settling = false;
    sentBy = "";
    document.body.classList.remove("settling");
  }, SETTLING);
}

addEventListener("pointerdown", () => (finger = settling ? 0 : standing), true);
addEventListener("pointercancel", () => (finger = null), true);
addEventListener(
  "click",
  (event) => {
    const down = finger;
    finger = null;
    if (!event.detail || !main().contains(event.target)) return; // no finger; or what stands there on every page
    if (down === null ? !settling : down === standing) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
// Space presses a button when it comes up, so until then the button must stay. Who never lets go waits a second.
let spaceDown = -Infinity;
addEventListener("keydown", (event) => event.key === " " && !event.repeat && (spaceDown = performance.now()), true);
addEventListener("keyup", (event) => event.key === " " && (spaceDown = -Infinity), true);
// A key that is held down presses a button once.
addEventListener(
  "keydown",
  (event) => {
    const pressed = event.key === "Enter" || (event.key === " " && event.target.closest && event.target.closest("button"));
    if (event.repeat && pressed) event.preventDefault();
  },
  true,
);

// Ticks are shown as they are tapped, and look unfinished until they are recorded. A line that is tapped twice stays
// ticked; the others may be tapped at once.
function showTaps() {
  const lines = [...main().querySelectorAll(".tick")];
  for (const line of lines) {
    const waiting = taps.find((tap) => tap.id === line.id);
    if (waiting) line.setAttribute("aria-checked", waiting.said.done);
    line.classList.toggle("waiting", Boolean(waiting));
    line.classList.toggle("resting", resting.has(line.id));
  }
  const confirm = main().querySelector(".confirm");
  if (!confirm || !taps.length) return;
  const ticked = lines.filter((line) => line.getAttribute("aria-checked") === "true").length;
  document.body.classList.toggle("ticking", ticked < lines.length);
  confirm.querySelector("span, button").textContent = confirm.dataset.told.replace("{ticked}", ticked);
}

function keepTyped(old, fresh) {
  for (const field of old.querySelectorAll("input[id]")) {
    const same = fresh.querySelector("#" + CSS.escape(field.id));
    if (same && field.value !== field.defaultValue) same.value = field.value;
  }
  old.querySelectorAll("details").forEach((details, place) => {
    const same = fresh.querySelectorAll("details")[place];
    if (same && details.open && details.contains(document.activeElement)) same.open = true;
  });
}

function act(form, button) {
  const name = new URL(form.action).pathname.slice((root + "/act/").length);
  const tap = { name, form, id: name === "tick" && button ? button.id : "", said: facts(form, button) };
  if (stepping || (tap.id && taps.some((each) => each.id === tap.id))) return;
  if (!tap.id && document.body.classList.contains("ticking")) return; // what it asks depends on what is ticked
  step(!tap.id);
  if (tap.id) resting.add(tap.id);
  else if (button) button.classList.add("waiting");
  taps.push(tap);
  showTaps();
  if (!busy) record();
}

function step(is) {
  stepping = is;
  document.body.classList.toggle("stepping", is);
}

// Sends what was tapped, one after the other, until nothing is left; what is tapped meanwhile comes behind it.
async function record() {
  busy = true;
  newest = null; // an older one says less than the answer
  document.body.classList.add("busy");
  try {
    while (taps.length) {
      const lines = [];
      for (let tap; (tap = taps[0]); taps.shift(), showTaps()) {
        if (tap.id) lines.push(tap.id);
        if (!(await recorded(tap))) return;
      }
      await refresh(true, true);
      setTimeout(() => {
        for (const id of lines) resting.delete(id);
        showTaps();
      }, SETTLING);
      step(false);
    }
  } finally {
    busy = false;
    step(false);
    document.body.classList.remove("busy", "ticking");
    // What another phone did meanwhile.
    if (newest && outdated(newest)) refresh(false);
    else if (keyLater) press(keyLater);
    keyLater = "";
  }
}

// Sends one tap, and tells what came of it; false where the page goes elsewhere.
async function recorded(tap) {
  const { answer, text } = await send(root + "/api/" + tap.name, JSON.stringify(tap.said));
  const said = factsIn(text);
  tell("");
  if (answer.ok) {
    // Perhaps a retry of ours; perhaps another phone's act that looks the same, and then this one was not recorded.
    // A tick that is taken away means something for the beads, if its line was done.
    if (!said.recorded || tap.said.done === "false") tell(said.message);
    tap.form.reset();
  } else if (said.pin_needed) {
    location.assign(root + "/login?refused=true&next=" + encodeURIComponent(location.pathname + location.search));
    return false;
  } else if (said.ask_sure) {
    // The page of the box asks, with what was typed.
    const counts = Object.entries(tap.said.counts).map(([colour, count]) => ["count:" + colour, count]);
    location.assign(root + "/box/" + tap.said.box + "?" + new URLSearchParams(counts) + "#count");
    return false;
  } else {
    tell(said.detail || answer.statusText);
    keyLater = "";
    for (const each of taps.splice(1)) resting.delete(each.id); // they were meant for what does not stand any more
  }
  return true;
}

// A visitor's form changes nothing but its own part of the page: that is the answer, and put in anew.
async function guess(form, button, part) {
  if (part.classList.contains("waiting")) return;
  part.classList.add("waiting");
  if (button) button.classList.add("chosen");
  const said = new URLSearchParams(new FormData(form, button));
  said.set("part", "yes");
  const page = pageIn((await send(form.action, said)).text);
  const fresh = page.querySelector("[data-part]");
  part.classList.remove("waiting");
  if (!fresh) return tell((page.querySelector("#main [role=alert]") || page.body).textContent);
  part.replaceWith(document.adoptNode(fresh));
  if (fresh.isConnected) fresh.focus({ preventScroll: true });
}

// A tap in the game against a copy: the page that follows takes the place of this one, when the server has answered.
async function turn(form, button) {
  if (stepping) return; // a double tap
  step(true);
  if (button) button.classList.add("waiting");
  const { answer, text } = await send(form.action, new URLSearchParams(new FormData(form, button)));
  step(false);
  const page = pageIn(text);
  const fresh = page.getElementById("main");
  if (!fresh) return location.reload();
  fresh.classList.add("swapped");
  main().replaceWith(document.adoptNode(fresh));
  if (answer.redirected) history.replaceState(null, "", answer.url);
  document.title = page.title;
  tell(page.getElementById("notice").textContent);
  settle();
  scrollTo(0, 0);
  fresh.focus({ preventScroll: true });
}

// Whether a list's last tick is recorded decides what its button does: it waits for that.
document.addEventListener("click", (event) => {
  if (!busy || stepping || !event.target.closest(".confirm summary")) return;
  event.preventDefault();
  keyLater = "c";
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  const part = form.closest("[data-part]");
  if (part) {
    event.preventDefault();
    guess(form, event.submitter, part);
    return;
  }
  const path = new URL(form.action).pathname;
  const deed = path.startsWith(root + "/act/") ? act : path.startsWith(root + "/play/") ? turn : null;
  if (form.method !== "post" || !deed) return;
  event.preventDefault();
  deed(form, event.submitter);
});

// Keys: each button says its own (data-key). They can be switched off, for they get in the way of spoken commands.
const switched = document.getElementById("keys");
let keys = localStorage.getItem("keys") !== "off";

function showKeys() {
  const touched = !matchMedia("(hover: hover) and (pointer: fine)").matches; // keys are no help there
  switched.hidden = touched;
  document.body.classList.toggle("keys", keys && !touched);
  switched.textContent = words.keys;
  switched.setAttribute("aria-pressed", String(keys));
}
if (switched) {
  switched.addEventListener("click", () => {
    keys = !keys;
    localStorage.setItem("keys", keys ? "on" : "off");
    showKeys();
  });
  showKeys();
}

function isSeen(element) {
  const folded = element.closest("details:not([open])");
  return element.offsetParent !== null && (!folded || folded.querySelector("summary") === element);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.isComposing) return;
  if (event.target.closest && event.target.closest("input:not([type=radio]), select, textarea")) return;
  if (switched) switched.hidden = false; // a touch screen with a keyboard
  if (!keys) return;
  const wanted = event.key.toLowerCase();
  if (settling && wanted === sentBy) return; // pressed twice
  if (press(wanted)) event.preventDefault();
});

// What is unfolded comes before what unfolds it: the second press of a key says that the first was meant.
function withKey(wanted) {
  return [...main().querySelectorAll("button[data-key]"), ...main().querySelectorAll("summary[data-key]")].find(
    (each) => each.dataset.key === wanted && !each.disabled && isSeen(each),
  );
}

// Presses what has a key; false where nothing has it. A step waits until the ticks before it are recorded, for what
// confirms a list depends on them.
function press(wanted) {
  const button = withKey(wanted);
  if (!button) return false;
  if (busy && !stepping && !button.classList.contains("tick")) {
    keyLater = wanted;
    return true;
  }
  if (!busy) sentBy = wanted;
  button.click();
  return true;
}

// Other phones: whatever is recorded comes as an event; a page that shows something older is put in anew.
function stampOf(state) {
  const ticked = state.adjustments.filter((line) => line.ticked).map((line) => line.line);
  return state.entry + ":" + ticked.join(".");
}

function outdated(state) {
  const shown = main().dataset;
  if (!shown.stamp) return false;
  if (shown.due === "day") return entryOf(main()) !== String(state.totals.games);
  return ["box", "cabinet", "class", "watch"].includes(shown.due)
    ? shown.stamp.split(":")[0] !== String(state.entry)
    : shown.stamp !== stampOf(state);
}

if (main().dataset.stamp) {
  let events;
  let leaving = false;
  let later = 0; // the timer of a page whose visitors are many: they do not all ask at the same time
  // The stream was refused: perhaps there are as many as can be, perhaps the PIN is needed again.
  const askAgain = async () => {
    const answer = await fetch(location.href, { method: "HEAD", headers: { "X-Requested-With": "fetch" } }).catch(() => null);
    if (answer && answer.redirected) location.reload();
    else listen();
  };
  const listen = () => {
    if (events && events.readyState !== EventSource.CLOSED) return;
    events = new EventSource(main().dataset.events || root + "/api/events");
    events.addEventListener("open", () => {
      show(connection, "");
    });
    events.addEventListener("error", () => {
      if (document.hidden || leaving) return;
      show(connection, words.waiting);
      if (events.readyState === EventSource.CLOSED) setTimeout(askAgain, 1000); // else the browser tries again itself
    });
    events.addEventListener("state", (event) => {
      newest = JSON.parse(event.data);
      if (busy || !outdated(newest)) return;
      const spread = Number(main().dataset.spread) || 0;
      clearTimeout(later);
      if (spread) later = setTimeout(() => refresh(false), spread * Math.random());
      else refresh(false);
    });
  };
  listen();
  // A phone that slept, or went back to a page that it kept, asks again.
  document.addEventListener("visibilitychange", () => document.hidden || listen());
  addEventListener("pageshow", (event) => {
    if (event.persisted) refresh(false);
    leaving = false;
    listen();
  });
  addEventListener("pagehide", () => {
    leaving = true;
    events.close();
  });
}
