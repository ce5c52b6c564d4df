// Keeps the audience's screen up to date: the server draws what it shows, and sends the newest picture.
"use strict";

(() => {
  const SEEN = 700; // ms after which a picture was seen; what happened on those that went sooner is listed
  const LOOK_AGAIN = 15000; // ms between two questions whether the server is still there
  const STILL = 4000; // ms without a move until the pointer goes
  const SMALLEST = 0.5; // how far letters shrink so that a long sentence fits
  const root = new URL(document.currentScript.src).pathname.replace(/\/static\/[^/]*$/, ""); // what stands before all addresses
  const at = (id) => document.getElementById(id);
  const scene = at("scene");
  const shown = () => scene.querySelector("main");

  // Letters shrink until all of it fits; as large as they were is tried first.

  const overflows = (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
  const shrink = (main, name, isTooLarge) => {
    main.style.removeProperty(name);
    let size = Number(getComputedStyle(main).getPropertyValue(name)) || 1;
    while (size > SMALLEST && isTooLarge()) {
      size -= 0.05;
      main.style.setProperty(name, size.toFixed(2));
    }
  };
  const fit = () => {
    const main = shown();
    const parts = [main, ...main.querySelectorAll(".now")];
    const turn = main.querySelector("#turn");
    if (turn) {
      // "Box 11" on two lines would be "Box 1": the headline alone shrinks for it. A name may be too long even so.
      const isBroad = () => turn.scrollWidth > turn.clientWidth + 1;
      main.classList.add("whole-turn");
      shrink(main, "--turn", isBroad);
      main.classList.toggle("whole-turn", !isBroad());
    }
    shrink(main, "--fit", () => parts.some(overflows));
  };

  // A bead that was drawn rises from the open box, is seen, and lands on its square.

  const fly = (made, from) => {
    const bead = made.querySelector("#flight");
    const landed = made.querySelector(".landed");
    if (!bead || !landed) return;
    const to = landed.getBoundingClientRect();
    const origin = made.getBoundingClientRect();
    const place = (box, share) => `${box.left - origin.left + box.width / 2}px, ${box.top - origin.top + box.height * share}px`;
    bead.style.setProperty("--from", place(from, 0.7));
    bead.style.setProperty("--seen", place(from, -0.1));
    bead.style.setProperty("--to", place(to, 0.5));
    made.classList.add("flies");
  };

  // Sound, only when it was switched on

  const NOTES = { draw: [660], reply: [440], win: [523, 659, 784, 1047], milestone: [784, 1047], empty: [330, 262], loss: [392, 311] };
  let ears = null;
  const play = (name) => {
    if (!ears || !NOTES[name]) return;
    NOTES[name].forEach((pitch, place) => {
      const tone = ears.createOscillator();
      const loud = ears.createGain();
      const when = ears.currentTime + place * 0.16;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(0.12, when);
      loud.gain.exponentialRampToValueAtTime(0.001, when + 0.3);
      tone.connect(loud).connect(ears.destination);
      tone.start(when);
      tone.stop(when + 0.3);
    });
  };
  const sound = at("sound");
  sound.hidden = !window.AudioContext;
  sound.addEventListener("click", () => {
    if (ears) ears.close();
    ears = ears ? null : new AudioContext();
    sound.setAttribute("aria-pressed", String(Boolean(ears)));
    play("reply");
  });
  const full = at("full");
  full.hidden = !document.fullscreenEnabled;
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });

  // What is to be seen

  let lastSeen = 0; // the entry of the last picture that was seen
  let since = performance.now(); // when the picture came that is there
  const lost = (is) => {
    at("connection").hidden = !is;
  };
  const put = (text) => {
    const before = shown();
    const made = new DOMParser().parseFromString(text, "text/html").querySelector("main");
    if (!made) return;
    if (before.dataset.due === "story") lastSeen = Infinity; // the story leaves nothing out
    else if (performance.now() - since >= SEEN) lastSeen = Number(before.dataset.entry);
    since = performance.now();
    made.querySelectorAll("#missed li").forEach((step) => {
      step.hidden = Number(step.dataset.step) <= lastSeen;
    });
    made.classList.add("fresh");
    const open = before.querySelector(".bowl");
    const from = open && open.getBoundingClientRect();
    scene.replaceChildren(made);
    fit();
    const now = made.querySelector(".bowl");
    if (from) fly(made, now ? now.getBoundingClientRect() : from);
    const words = [...made.querySelectorAll("#turn, #missed li:not([hidden]), #said, #why")].map((part) => part.textContent.trim());
    at("announce").textContent = words.join(". ").trim();
    const { due, cheer } = made.dataset;
    play(cheer || { reply: "draw", bead: "reply", adjust: "loss" }[due]);
  };

  // Listening

  let source;
  const listen = () => {
    if (source) source.close();
    const query = new URLSearchParams(location.search);
    query.set("shown", scene.dataset.tag); // the same picture is not shown again
    source = new EventSource(`${root}/screen/events?${query}`);
    source.addEventListener("open", () => lost(false));
    source.addEventListener("picture", (event) => {
      lost(false);
      scene.dataset.tag = event.lastEventId;
      put(event.data);
    });
    source.addEventListener("error", () => {
      lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(lookAgain, 2000); // refused: perhaps the PIN is needed again
    });
  };
  // A network that died quietly ends no stream: the server is asked now and then.
  const lookAgain = async () => {
    try {
      const answer = await fetch(root + "/api/session", { signal: AbortSignal.timeout(5000) });
      if (answer.status === 403) location.reload();
      else if (!at("connection").hidden) listen();
    } catch {
      lost(true);
    }
  };
  let still;
  const stir = () => {
    document.body.classList.remove("still");
    clearTimeout(still);
    still = setTimeout(() => document.body.classList.add("still"), STILL);
  };
  document.addEventListener("pointermove", stir);
  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  fit();
  stir();
  listen();
  setInterval(lookAgain, LOOK_AGAIN);
})();
